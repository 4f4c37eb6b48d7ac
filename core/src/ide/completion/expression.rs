//! What can stand at a place in an expression: variables and functions, the members of a value, and what can be called
//! on it.

use super::{CompletionItem, CompletionKind};
use crate::analysis::Analysis;
use crate::cel::functions::CelFunction;
use crate::cel::scope::LookupScope;
use crate::cel::scope::{VariableScope, member_name};
use crate::document::TextDocument;
use crate::ide::expression::ExpressionAt;
use crate::ide::hover::function_markdown;
use crate::ide::schema_markdown;
use crate::schema::describe::type_words;
use crate::schema::{SchemaNode, Type};
use crate::text::TextRange;
use crate::values::Key;

/// Completions at a place in an expression of a text.
pub(super) fn completions(
    analysis: &Analysis,
    document: &TextDocument,
    at: &ExpressionAt,
) -> Option<Vec<CompletionItem>> {
    let touched = at.name.as_ref().map_or(TextRange::empty(at.offset), |segment| segment.range);
    let offers = ExpressionOffers { analysis, replace: at.source(document, touched)? };
    let items = match at.name.as_ref().map(|segment| &segment.within) {
        Some(LookupScope::Scope(scope)) => offers.of_scope(scope),
        Some(LookupScope::Members(node)) => offers.of_value(node, &at.text.scope),
        Some(LookupScope::Namespace(namespace)) => {
            let inside = at.text.scope.environment().inside(namespace).enumerate();
            inside.map(|(index, (name, function))| offers.function(index, name, function)).collect()
        }
        None if may_begin(at) => offers.of_scope(&at.text.scope),
        None => Vec::new(),
    };
    Some(items)
}

/// Whether a value may begin at a place that no name touches: behind an operator or an opening bracket.
fn may_begin(at: &ExpressionAt) -> bool {
    let before = TextRange::new(at.embedded.inner.start(), at.offset);
    let before = at.text.text.get(usize::from(before.start())..usize::from(before.end())).unwrap_or_default();
    before.trim_end().chars().next_back().is_none_or(|last| "([{,:?+-*/%!=<>&|".contains(last))
}

struct ExpressionOffers<'a> {
    analysis: &'a Analysis,
    replace: TextRange,
}

impl ExpressionOffers<'_> {
    /// Variables, and functions that are called on nothing.
    fn of_scope(&self, scope: &VariableScope) -> Vec<CompletionItem> {
        let variables = scope.variables().enumerate();
        let variables = variables
            .map(|(index, variable)| self.member(CompletionKind::Variable, index, &variable.name, &variable.node));
        let functions = scope.environment().globals().enumerate();
        let functions = functions.map(|(index, function)| self.function(index, function.name, function));
        variables.chain(functions).collect()
    }

    /// The fields of a value, and functions that can be called on it.
    fn of_value(&self, node: &SchemaNode, scope: &VariableScope) -> Vec<CompletionItem> {
        let fields = match &node.ty {
            Type::Mapping(ty) => ty.fields.iter().collect(),
            _ => Vec::new(),
        };
        let is_strict = scope.environment().is_strict;
        let named = fields.iter().enumerate().filter_map(|(index, (key, node))| match key {
            Key::String(name) if is_strict => Some(self.member(CompletionKind::Key, index, &member_name(name)?, node)),
            Key::String(name) if is_name(name) => Some(self.member(CompletionKind::Key, index, name, node)),
            _ => None,
        });
        let suits = |function: &&CelFunction| suits(function, node, scope);
        let functions = scope.environment().methods().filter(suits).enumerate();
        named.chain(functions.map(|(index, function)| self.function(index, function.name, function))).collect()
    }

    fn member(&self, kind: CompletionKind, index: usize, name: &str, node: &SchemaNode) -> CompletionItem {
        CompletionItem {
            kind,
            detail: Some(type_words(node)),
            documentation: Some(schema_markdown::markdown(self.analysis, name, node)),
            deprecated: node.deprecated.is_some(),
            sort: format!("a{index:04}"),
            ..self.item(name)
        }
    }

    fn function(&self, index: usize, name: &str, function: &CelFunction) -> CompletionItem {
        let takes_nothing = function.signature.ends_with("()");
        CompletionItem {
            kind: CompletionKind::Function,
            detail: Some(function.signature.to_owned()),
            documentation: Some(function_markdown(function)),
            insert: if takes_nothing { format!("{name}()") } else { format!("{name}($1)") },
            is_snippet: !takes_nothing,
            insert_plain: format!("{name}()"),
            sort: format!("b{index:04}"),
            ..self.item(name)
        }
    }

    fn item(&self, name: &str) -> CompletionItem {
        CompletionItem {
            label: name.to_owned(),
            kind: CompletionKind::Value,
            detail: None,
            documentation: None,
            replace: self.replace,
            insert: name.to_owned(),
            is_snippet: false,
            insert_plain: name.to_owned(),
            sort: String::new(),
            deprecated: false,
            also: None,
        }
    }
}

/// Whether a name can stand behind a dot as it is.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_')
}

/// Whether a function can be called on a value: its signature names what it is called on.
fn suits(function: &CelFunction, node: &SchemaNode, scope: &VariableScope) -> bool {
    let target = function.signature.split(['.', '[', '(']).next().unwrap_or_default();
    // An object with fields of its own is none that one can go through.
    let is_map = matches!(&node.ty, Type::Mapping(ty) if ty.fields.is_empty());
    let is_list_or_map = is_map || matches!(node.ty, Type::Sequence(_));
    match target {
        "value" => is_list_or_map || matches!(node.ty, Type::String),
        "text" => matches!(node.ty, Type::String),
        "map" => is_list_or_map,
        // Macros go through the keys of a map, too.
        "list" => matches!(node.ty, Type::Sequence(_)) || is_list_or_map && function.bound(2) > 0,
        "optional" | "time" => matches!(node.ty, Type::Any | Type::Unknown),
        // Functions of the platform belong to a variable.
        _ => scope.find(target).is_some_and(|variable| std::ptr::eq(&raw const *variable.node, node)),
    }
}
