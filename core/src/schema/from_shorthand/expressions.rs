//! One shorthand: its type, and what its markers add.

use std::sync::Arc;

use super::{SectionBuilder, node};
use crate::problem::{Code, Problem};
use crate::schema::shorthand::{self, Primitive, ShorthandDialect, ShorthandSite, TypeExpression, TypeKind, mistakes};
use crate::schema::{MappingType, Others, SchemaNode, Type, instance};
use crate::text::Place;

impl SectionBuilder<'_> {
    /// The schema that a shorthand declares.
    pub(super) fn expression(
        &mut self,
        text: &str,
        site: &ShorthandSite,
        subject: &str,
        declared: Place,
    ) -> SchemaNode {
        let expression = shorthand::parse(text, ShorthandDialect::OpenChoreo);
        let before = self.problems.len();
        self.problems.extend(mistakes::problems(&expression, site, subject));
        let mut node = self.ty(&expression.ty, site, declared);
        let has_own_default = self.markers(&mut node, &expression.markers, site, subject);
        self.join_unclosed(before);
        if !expression.markers.is_empty() && instance::has_default(&node) {
            let inherited = (!has_own_default).then(|| site.place(expression.ty.range));
            self.check_default(&node, subject, inherited);
        }
        node
    }

    /// Tells what is never closed with the value that was refused for it, where there is one: it is one mistake.
    fn join_unclosed(&mut self, before: usize) {
        let found = self.problems.split_off(before);
        let (quoting, mut others): (Vec<Problem>, Vec<Problem>) =
            found.into_iter().partition(|problem| problem.code == Code::ShorthandQuoting);
        for problem in quoting {
            let Place { file, segment, range } = problem.place;
            let holds = |other: &&mut Problem| {
                let place = other.place;
                let is_near = (place.file, place.segment) == (file, segment) && place.range.contains_range(range);
                other.code == Code::MarkerValue && is_near
            };
            match others.iter_mut().find(holds) {
                Some(refused) => refused.hints.push(problem.message.replacen("The", "the", 1)),
                None => self.problems.push(problem),
            }
        }
        self.problems.extend(others);
    }

    fn ty(&mut self, ty: &TypeExpression, site: &ShorthandSite, declared: Place) -> SchemaNode {
        self.nodes = self.nodes.saturating_add(1);
        let ty = match &ty.kind {
            TypeKind::Primitive(primitive) => match primitive {
                Primitive::String => Type::String,
                Primitive::Integer => Type::Int,
                Primitive::Number | Primitive::Float => Type::Float,
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
