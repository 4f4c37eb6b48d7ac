//! What an expression finds around it: variables by name, each with its schema.

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::environment::Environment;
use crate::schema::{MappingType, Others, SchemaNode, Type};
use crate::text::Place;
use crate::values::Key;

/// The variables at some place: its own, and those of the scope around it.
#[derive(Clone, Debug)]
pub struct VariableScope {
    outer: Option<Arc<VariableScope>>,
    variables: Vec<Variable>,
    /// The last of each name.
    indexes: FxHashMap<SmolStr, usize>,
    environment: &'static Environment,
    /// Whether types are checked before anything is evaluated.
    is_checked: bool,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: SmolStr,
    /// What it holds.
    pub node: Arc<SchemaNode>,
    /// Where it comes from.
    pub origin: VariableOrigin,
}

/// Where a name is looked for.
#[derive(Clone, Debug)]
pub enum LookupScope {
    /// Among the variables and functions.
    Scope(Arc<VariableScope>),
    /// Among the members of a value, and the functions that can be called on it.
    Members(Arc<SchemaNode>),
    /// Among the functions of a namespace.
    Namespace(SmolStr),
}

/// Where a variable comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableOrigin {
    /// It is a section of the resource: `parameters`.
    Section,
    /// The platform provides it: `metadata`.
    Platform,
    /// It is another resource, whose id names it.
    Resource(Place),
    /// It is each item in turn: of a `forEach`, whose `var` names it, or of a macro.
    Loop(Place),
}

/// The schema of a declared field.
pub(crate) fn field<'a>(node: &'a SchemaNode, name: &str) -> Option<&'a Arc<SchemaNode>> {
    match &node.ty {
        Type::Mapping(ty) => ty.fields.get(&Key::String(name.into())),
        _ => None,
    }
}

/// A schema of which only the type is known.
pub(crate) fn of_type(ty: Type) -> Arc<SchemaNode> {
    Arc::new(SchemaNode { ty, ..SchemaNode::unknown(Place::NOWHERE) })
}

/// The schema of what nothing is known about.
pub(crate) fn unknown() -> Arc<SchemaNode> {
    of_type(Type::Unknown)
}

/// A map from text to values of one schema.
pub(crate) fn map_of(values: Arc<SchemaNode>) -> Type {
    Type::Mapping(MappingType { others: Others::Kept(values), ..MappingType::default() })
}

/// An object with these fields and no others.
pub(crate) fn object<const N: usize>(fields: [(&str, Arc<SchemaNode>); N]) -> Type {
    object_of(fields.map(|(name, node)| (name.into(), node)))
}

/// An object with these fields and no others.
pub(crate) fn object_of(fields: impl IntoIterator<Item = (SmolStr, Arc<SchemaNode>)>) -> Type {
    let fields = fields.into_iter().map(|(name, node)| (Key::String(name), node)).collect();
    Type::Mapping(MappingType { fields, others: Others::Dropped, ..MappingType::default() })
}

/// What CEL keeps for itself, so that a field of that name is called otherwise.
const KEPT: [&str; 4] = ["true", "false", "null", "in"];
/// What stands for letters that no name has.
const ESCAPES: [(&str, &str); 4] = [("__", "__underscores__"), (".", "__dot__"), ("-", "__dash__"), ("/", "__slash__")];

/// How an expression names a field, as Kubernetes has it: `my-field` is `my__dash__field`. `None` if it cannot.
pub fn member_name(key: &str) -> Option<Cow<'_, str>> {
    if KEPT.contains(&key) {
        return Some(format!("__{key}__").into());
    }
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    if !key.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
        return None;
    }
    if key.chars().all(is_plain) && !key.contains("__") {
        return Some(key.into());
    }
    let mut name = String::new();
    let mut rest = key;
    while let Some(letter) = rest.chars().next() {
        let escape = ESCAPES.iter().find(|(written, _)| rest.starts_with(written));
        match escape {
            Some((written, escaped)) => {
                name.push_str(escaped);
                rest = &rest[written.len()..];
            }
            None if is_plain(letter) => {
                name.push(letter);
                rest = &rest[letter.len_utf8()..];
            }
            None => return None,
        }
    }
    Some(name.into())
}

/// The declared key that a name in an expression means.
pub(super) fn member_key(ty: &MappingType, name: &str, is_strict: bool) -> Option<Key> {
    let plain = Key::String(name.into());
    let is_same = |key: &&Key| matches!(key, Key::String(key) if member_name(key).is_some_and(|it| it == name));
    match is_strict {
        true if name.contains("__") => ty.fields.keys().find(is_same).cloned(),
        true if member_name(name).is_none_or(|it| it != name) => None,
        _ => Some(plain),
    }
}

impl VariableScope {
    /// No variables.
    pub fn new(environment: &'static Environment, is_checked: bool) -> Self {
        let (variables, indexes) = (Vec::new(), FxHashMap::default());
        Self { outer: None, variables, indexes, environment, is_checked }
    }

    /// Who evaluates the expression.
    pub fn environment(&self) -> &'static Environment {
        self.environment
    }

    /// Whether types are checked before anything is evaluated.
    pub fn is_checked(&self) -> bool {
        self.is_checked
    }

    /// The same scope where nothing is checked before.
    #[must_use]
    pub fn unchecked(&self) -> Self {
        Self { is_checked: false, ..self.clone() }
    }

    /// Adds a variable.
    pub fn add(&mut self, variable: Variable) {
        self.indexes.insert(variable.name.clone(), self.variables.len());
        self.variables.push(variable);
    }

    /// The scope with one more variable.
    #[must_use]
    pub fn with(self: &Arc<Self>, name: &str, node: Arc<SchemaNode>, origin: VariableOrigin) -> Self {
        let mut scope = Self { outer: Some(self.clone()), ..Self::new(self.environment, self.is_checked) };
        scope.add(Variable { name: name.into(), node, origin });
        scope
    }

    /// The variable of a name.
    pub fn find(&self, name: &str) -> Option<&Variable> {
        self.around().find_map(|scope| scope.variables.get(*scope.indexes.get(name)?))
    }

    /// Every variable that can be named: those of loops first, inner ones before outer ones.
    pub fn variables(&self) -> impl Iterator<Item = &Variable> {
        let is_loop = |variable: &&Variable| matches!(variable.origin, VariableOrigin::Loop(_));
        let is_visible = |variable: &&Variable| self.find(&variable.name).is_some_and(|it| std::ptr::eq(it, *variable));
        let loops = self.around().flat_map(|scope| scope.variables.iter().rev()).filter(is_loop);
        let mut others: Vec<&Self> = self.around().collect();
        others.reverse();
        let others = others.into_iter().flat_map(|scope| &scope.variables).filter(move |variable| !is_loop(variable));
        loops.chain(others).filter(is_visible)
    }

    /// The scope itself and those around it.
    fn around(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |scope| scope.outer.as_deref())
    }
}
