//! One shorthand: its type, and what its markers add.

use std::sync::Arc;

use super::{Builder, node};
use crate::schema::shorthand::{self, Primitive, Site, TypeExpression, TypeKind, mistakes};
use crate::schema::{MappingType, Others, SchemaNode, Type, instance};
use crate::text::Place;

impl Builder<'_> {
    /// The schema that a shorthand declares.
    pub(super) fn expression(&mut self, text: &str, site: &Site, subject: &str, declared: Place) -> SchemaNode {
        let expression = shorthand::parse(text);
        self.problems.extend(mistakes::problems(&expression, site, subject));
        let mut node = self.ty(&expression.ty, site, declared);
        let has_own_default = self.markers(&mut node, &expression.markers, site, subject);
        if !expression.markers.is_empty() && instance::has_default(&node) {
            let inherited = (!has_own_default).then(|| site.place(expression.ty.range));
            self.check_default(&node, subject, inherited);
        }
        node
    }

    fn ty(&mut self, ty: &TypeExpression, site: &Site, declared: Place) -> SchemaNode {
        self.nodes = self.nodes.saturating_add(1);
        let ty = match &ty.kind {
            TypeKind::Primitive(primitive) => match primitive {
                Primitive::String => Type::String,
                Primitive::Integer => Type::Int,
                Primitive::Number => Type::Float,
                Primitive::Boolean => Type::Bool,
            },
            TypeKind::Array(item) => Type::Sequence(Arc::new(self.ty(item, site, declared))),
            TypeKind::Map { value, .. } => {
                let others = Others::Kept(Arc::new(self.ty(value, site, declared)));
                Type::Mapping(MappingType { others, ..MappingType::default() })
            }
            TypeKind::Named(name) => return self.custom(name, ty.range, site, declared),
            TypeKind::Missing | TypeKind::Object | TypeKind::TooDeep => return SchemaNode::unknown(declared),
        };
        node(ty, declared)
    }
}
