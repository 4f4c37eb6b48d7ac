//! What the names in an expression mean: from the tree and the variables around it to schemas, and to what is wrong.
//!
//! One walk finds everything that problems and editor features ask for: each name with what it is, and with where it
//! was looked for.

use std::sync::Arc;

use smol_str::SmolStr;

use super::environment::Environment;
use super::functions::{self, CelFunction};
use super::mistakes;
use super::parse::ParsedExpression;
use super::scope::{LookupScope, VariableScope, map_of, member_key, of_type, unknown};
use super::syntax::{Expression, ExpressionNode, Literal, NameAt};
use super::types::{TypeSet, is_undeclared};
use crate::problem::Problem;
use crate::schema::shorthand::ShorthandSite;
use crate::schema::{Others, SchemaNode, Type};
use crate::text::{TextRange, TextSize};

mod calls;
mod operators;

/// An expression whose names were looked up.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// What it gives.
    pub gives: ExpressionType,
    /// Every name in it, in the order of reading.
    pub names: Vec<ResolvedName>,
    /// What is wrong. Of an expression that cannot be read only that is said.
    pub problems: Vec<Problem>,
    /// Whether it can be read.
    pub is_readable: bool,
}

/// What an expression gives.
#[derive(Clone, Debug)]
pub struct ExpressionType {
    /// The schema of its value.
    pub node: Arc<SchemaNode>,
    /// Whether it is an optional, which may have no value.
    pub is_optional: bool,
}

impl From<Arc<SchemaNode>> for ExpressionType {
    fn from(node: Arc<SchemaNode>) -> Self {
        Self { node, is_optional: false }
    }
}

impl ExpressionType {
    fn optional(node: Arc<SchemaNode>) -> Self {
        Self { node, is_optional: true }
    }

    /// Its type, if it is known.
    pub fn types(&self, is_strict: bool) -> Option<TypeSet> {
        if self.is_optional { Some(TypeSet::OPTIONAL) } else { TypeSet::of(&self.node, is_strict) }
    }

    /// Whether nobody checks its type: it is known to be of any.
    pub fn is_dynamic(&self) -> bool {
        !self.is_optional && matches!(self.node.ty, Type::Any | Type::OneOf(_))
    }
}

/// A name in an expression.
#[derive(Clone, Debug)]
pub struct ResolvedName {
    /// In bytes of the text that holds the expression. Empty where a name is missing.
    pub range: TextRange,
    /// The name; empty where it is missing.
    pub name: SmolStr,
    /// What it means.
    pub meaning: Meaning,
    /// Where it was looked for.
    pub within: LookupScope,
}

/// What a name means.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// A variable.
    Variable {
        /// What it holds.
        node: Arc<SchemaNode>,
        /// Whether one of its members is named behind it; else all of it is used.
        is_selected: bool,
    },
    /// A field of what stands before it.
    Field(Arc<SchemaNode>),
    /// A function or macro.
    Function(&'static CelFunction),
    /// A variable is given this name.
    Binding(Arc<SchemaNode>),
    /// Nothing that is known.
    Nothing,
}

impl ResolvedName {
    /// The schema of what it means, if it is a variable or a field.
    pub fn node(&self) -> Option<&Arc<SchemaNode>> {
        match &self.meaning {
            Meaning::Variable { node, .. } | Meaning::Field(node) | Meaning::Binding(node) => Some(node),
            Meaning::Function(_) | Meaning::Nothing => None,
        }
    }
}

/// Looks up the names of an expression of a text.
pub(crate) fn resolve(
    text: &str,
    parsed: &ParsedExpression,
    site: &ShorthandSite,
    scope: &Arc<VariableScope>,
) -> Resolved {
    let (environment, is_checked) = (scope.environment(), scope.is_checked());
    let mut resolver = Resolver { text, site, environment, is_checked, names: Vec::new(), problems: Vec::new() };
    let gives = resolver.expression(&parsed.expression, scope);
    let Resolver { names, mut problems, .. } = resolver;
    if let Some(mistake) = &parsed.mistake {
        problems = vec![mistakes::syntax(mistake, site)];
    }
    Resolved { gives, names, problems, is_readable: parsed.mistake.is_none() }
}

struct Resolver<'a> {
    text: &'a str,
    site: &'a ShorthandSite,
    environment: &'static Environment,
    /// Whether types are checked before anything is evaluated.
    is_checked: bool,
    names: Vec<ResolvedName>,
    problems: Vec<Problem>,
}

impl Resolver<'_> {
    fn expression(&mut self, expression: &Expression, scope: &Arc<VariableScope>) -> ExpressionType {
        match &expression.kind {
            ExpressionNode::Missing => {
                let within = LookupScope::Scope(scope.clone());
                let name = SmolStr::default();
                self.names.push(ResolvedName { range: expression.range, name, meaning: Meaning::Nothing, within });
                unknown().into()
            }
            ExpressionNode::Literal(literal) => of_type(literal_type(literal)).into(),
            ExpressionNode::Name(name) => self.variable(name, scope).into(),
            ExpressionNode::Member { of, name, is_optional } => self.member(of, name, *is_optional, scope),
            ExpressionNode::Index { of, index, is_optional } => self.index(of, index, *is_optional, scope),
            ExpressionNode::Call { target, name, arguments } => self.call(target.as_deref(), name, arguments, scope),
            ExpressionNode::List(items) => {
                let items: Vec<_> = items.iter().map(|item| self.expression(item, scope)).collect();
                of_type(Type::Sequence(common(&items))).into()
            }
            ExpressionNode::Map(entries) => {
                let values = entries.iter().map(|(key, value)| {
                    self.expression(key, scope);
                    self.expression(value, scope)
                });
                let values: Vec<_> = values.collect();
                of_type(map_of(common(&values))).into()
            }
            ExpressionNode::Message(_, parts) | ExpressionNode::Several(parts) => {
                for part in parts {
                    self.expression(part, scope);
                }
                unknown().into()
            }
            ExpressionNode::Unary(operator, of) => self.operation(*operator, &[of], scope),
            ExpressionNode::Binary(operator, left, right) => self.operation(*operator, &[left, right], scope),
            ExpressionNode::Conditional(parts) => self.conditional(parts, scope),
        }
    }

    /// The type of a value, if it is known. What is not checked before takes an object for a map.
    fn type_of(&self, typed: &ExpressionType) -> Option<TypeSet> {
        match typed.types(self.environment.is_strict)? {
            TypeSet::OBJECT if !self.is_checked => Some(TypeSet::MAP),
            found => Some(found),
        }
    }

    fn push(&mut self, name: &NameAt, meaning: Meaning, within: LookupScope) {
        self.names.push(ResolvedName { range: name.range, name: name.text.clone(), meaning, within });
    }

    fn variable(&mut self, name: &NameAt, scope: &Arc<VariableScope>) -> Arc<SchemaNode> {
        let known = scope.find(&name.text).map(|variable| variable.node.clone());
        let meaning = match &known {
            Some(node) => Meaning::Variable { node: node.clone(), is_selected: false },
            None => Meaning::Nothing,
        };
        self.push(name, meaning, LookupScope::Scope(scope.clone()));
        known.unwrap_or_else(|| {
            if !functions::TYPES.contains(&name.text.as_str()) {
                self.problems.push(mistakes::variable(name, scope, self.site));
            }
            unknown()
        })
    }

    /// What has a member: the variable itself is not used then, only what is named of it.
    fn selected(&mut self, of: &Expression, scope: &Arc<VariableScope>) -> ExpressionType {
        let typed = self.expression(of, scope);
        if of.name().is_some()
            && let Some(ResolvedName { meaning: Meaning::Variable { is_selected, .. }, .. }) = self.names.last_mut()
        {
            *is_selected = true;
        }
        typed
    }

    fn member(
        &mut self,
        of: &Expression,
        name: &NameAt,
        is_optional: bool,
        scope: &Arc<VariableScope>,
    ) -> ExpressionType {
        if let Some(namespace) = namespace(of, scope) {
            let within = LookupScope::Namespace(namespace.text.clone());
            self.problems.push(mistakes::function(name, &within, self.environment, self.site));
            self.push(name, Meaning::Nothing, within);
            return unknown().into();
        }
        let typed = self.selected(of, scope);
        let is_optional = is_optional || typed.is_optional;
        ExpressionType { node: self.field(of, typed.node, name), is_optional }
    }

    /// The field of a value that an expression gives.
    fn field(&mut self, of: &Expression, node: Arc<SchemaNode>, name: &NameAt) -> Arc<SchemaNode> {
        let found = self.field_of(&node, &name.text);
        let meaning = match &found {
            FieldLookup::Field(field) => Meaning::Field(field.clone()),
            _ => Meaning::Nothing,
        };
        if let FieldLookup::Nothing = found
            && !name.text.is_empty()
        {
            let subject = self.text.get(usize::from(of.range.start())..usize::from(of.range.end()));
            let behind = self.text.get(usize::from(name.range.start())..).unwrap_or_default();
            let is_indexed = !self.is_object(&node);
            let subject = mistakes::FieldSubject { text: subject.unwrap_or_default(), node: &node, behind, is_indexed };
            self.problems.push(mistakes::field(name, &subject, self.environment, self.site));
        }
        self.push(name, meaning, LookupScope::Members(node));
        match found {
            FieldLookup::Field(field) => field,
            _ => unknown(),
        }
    }

    fn index(
        &mut self,
        of: &Expression,
        index: &Expression,
        is_optional: bool,
        scope: &Arc<VariableScope>,
    ) -> ExpressionType {
        if let ExpressionNode::Literal(Literal::String(Some(text))) = &index.kind {
            let typed = self.selected(of, scope);
            let is_optional = is_optional || typed.is_optional;
            let (node, place) = (typed.node, self.site.place(index.range));
            if self.environment.is_strict && matches!(node.ty, Type::Sequence(_)) {
                self.problems.push(mistakes::operands::no_index(place));
                return ExpressionType { node: unknown(), is_optional };
            }
            let quote = TextSize::of('"');
            let range = TextRange::new(index.range.start() + quote, index.range.end() - quote);
            if self.is_object(&node) && (self.environment.is_strict || self.has_field(&node, text)) {
                self.problems.push(mistakes::operands::not_indexed(Some(text), place));
                if self.environment.is_strict {
                    return ExpressionType { node: unknown(), is_optional };
                }
            }
            return ExpressionType { node: self.field(of, node, &NameAt { text: text.clone(), range }), is_optional };
        }
        let typed = self.expression(of, scope);
        let index_type = self.expression(index, scope);
        let place = self.site.place(index.range);
        let is_no_index = matches!(typed.node.ty, Type::Sequence(_))
            && self.type_of(&index_type).is_some_and(|found| !found.meets(TypeSet::NUMBER));
        if self.is_object(&typed.node) {
            self.problems.push(mistakes::operands::not_indexed(None, place));
        } else if self.environment.is_strict && is_no_index {
            self.problems.push(mistakes::operands::no_index(place));
        }
        ExpressionType { node: element(&typed.node).value, is_optional: is_optional || typed.is_optional }
    }

    fn is_object(&self, node: &SchemaNode) -> bool {
        match TypeSet::of(node, self.environment.is_strict) {
            Some(TypeSet::OBJECT) => self.is_checked,
            _ => false,
        }
    }

    fn has_field(&self, node: &SchemaNode, name: &str) -> bool {
        !matches!(self.field_of(node, name), FieldLookup::Nothing)
    }

    fn field_of(&self, node: &SchemaNode, name: &str) -> FieldLookup {
        let is_strict = self.environment.is_strict;
        match &node.ty {
            Type::Mapping(ty) => {
                let field = member_key(ty, name, is_strict).and_then(|key| ty.fields.get(&key));
                match (field, &ty.others) {
                    (None, Others::Kept(entry)) if self.is_checked && !is_strict && is_undeclared(node, entry) => {
                        FieldLookup::Nothing
                    }
                    (Some(field), _) | (None, Others::Kept(field)) => FieldLookup::Field(field.clone()),
                    (None, _) if ty.is_open || !ty.patterns.is_empty() => FieldLookup::Unknown,
                    (None, _) => FieldLookup::Nothing,
                }
            }
            Type::Bool | Type::Int | Type::Float | Type::String | Type::Sequence(_) => FieldLookup::Nothing,
            Type::Any if is_strict => FieldLookup::Field(of_type(Type::Any)),
            _ => FieldLookup::Unknown,
        }
    }
}

/// The namespace of functions that an expression names, where no variable has that name.
fn namespace<'e>(expression: &'e Expression, scope: &VariableScope) -> Option<&'e NameAt> {
    expression.name().filter(|name| scope.environment().is_namespace(&name.text) && scope.find(&name.text).is_none())
}

/// What a value says about one of its fields.
enum FieldLookup {
    Field(Arc<SchemaNode>),
    /// It has none of that name.
    Nothing,
    /// It may have any.
    Unknown,
}

/// What stands in a collection.
pub(crate) struct ElementSchema {
    /// What names each: a key, or an index.
    pub(crate) key: Arc<SchemaNode>,
    /// What each is.
    pub(crate) value: Arc<SchemaNode>,
    /// Whether it is a map.
    pub(crate) is_map: bool,
}

/// What stands in a collection; unknown where it is none, or holds things of many kinds.
pub(crate) fn element(node: &SchemaNode) -> ElementSchema {
    match &node.ty {
        Type::Sequence(item) => ElementSchema { key: of_type(Type::Int), value: item.clone(), is_map: false },
        Type::Mapping(ty) => {
            let value = match &ty.others {
                Others::Kept(value) if ty.fields.is_empty() => value.clone(),
                _ => unknown(),
            };
            ElementSchema { key: of_type(Type::String), value, is_map: true }
        }
        _ => ElementSchema { key: unknown(), value: unknown(), is_map: false },
    }
}

fn literal_type(literal: &Literal) -> Type {
    match literal {
        Literal::Null => Type::Null,
        Literal::Bool => Type::Bool,
        Literal::Int => Type::Int,
        Literal::Double => Type::Float,
        Literal::String(_) => Type::String,
        Literal::Bytes => Type::Unknown,
    }
}

/// What any of some values is, if all are alike; of any type if that of one of them is not checked.
fn common(all: &[ExpressionType]) -> Arc<SchemaNode> {
    let Some((first, others)) = all.split_first() else { return unknown() };
    if all.iter().any(|typed| typed.is_optional) {
        return unknown();
    }
    let is_same = |other: &ExpressionType| {
        let (first, other) = (&first.node, &other.node);
        let is_scalar = matches!(first.ty, Type::Bool | Type::Int | Type::Float | Type::String);
        Arc::ptr_eq(first, other) || is_scalar && std::mem::discriminant(&first.ty) == std::mem::discriminant(&other.ty)
    };
    match others.iter().all(is_same) {
        true => first.node.clone(),
        false if all.iter().any(ExpressionType::is_dynamic) => of_type(Type::Any),
        false => unknown(),
    }
}
