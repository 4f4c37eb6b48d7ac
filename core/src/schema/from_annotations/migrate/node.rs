//! What the annotations and the example of one node become.

use super::free_keys::FreeKeys;
use super::rules::MigratedRules;
use super::{Migration, Owner, is_empty};
use crate::schema::from_annotations::dialect::AnnotationKind;
use crate::schema::import::starlark::literal;
use crate::schema::{Others, SchemaNode, Type};
use crate::values::ValueKind;
use crate::values::arguments::ArgumentKind;
use crate::values::fragment::{AttachedAnnotation, Fragment};

/// What a node becomes.
#[derive(Default)]
pub(super) struct NodeReplacement {
    /// For each of its annotations, the lines that take its place; `None` for those that are not of schemas.
    pub(super) replaced: Vec<Option<Vec<String>>>,
    /// Lines below them.
    pub(super) added: Vec<String>,
    /// What stands for its type.
    pub(super) example: WrittenExample,
}

/// What is written for a node.
#[derive(Default)]
pub(super) enum WrittenExample {
    /// What is written, its children as they become.
    #[default]
    AsItIs,
    /// What is written, without annotations: the value is a default of something that may be anything.
    Bare,
    /// Another scalar or empty map.
    Text(&'static str),
    /// An array of anything.
    AnyItems,
}

/// How released ytt is told the type.
enum TypeSpelling {
    /// By the example that is there.
    Shown,
    /// By this example.
    Example(WrittenExample),
    /// It may be anything; a rule says what, as words and a condition of `v`.
    Any(Option<(String, String)>),
}

/// It may be anything.
const ANY: &str = "#@schema/type any=True";

/// A node with what has to be known of it.
struct MigratedNode<'a, 'n> {
    owner: &'n Owner<'a>,
    fragment: &'n Fragment,
    compiled: &'n SchemaNode,
    is_optional: bool,
    free: Option<FreeKeys>,
    is_empty_map: bool,
    /// Whether it is a map that declares no key, but allows some.
    is_only_free: bool,
}

/// Decides what a node becomes, and reports what is lost.
pub(super) fn migrate_node<'a>(
    migration: &mut Migration<'a>,
    owner: &Owner<'a>,
    fragment: &Fragment,
    compiled: &SchemaNode,
    is_optional: bool,
) -> NodeReplacement {
    let (free, is_empty) = (migration.free_keys(owner.value), is_empty(owner.value));
    let is_only_free = migration.is_only_free(owner.value) && !is_empty;
    let is_empty_map = owner.value.mapping().is_some() && is_empty;
    let site = MigratedNode { owner, fragment, compiled, is_optional, free, is_empty_map, is_only_free };
    let form = site.form();
    let mut lost = site.lost(&form);
    let mut rules = site.rules(migration, &form, &mut lost).line(migration);
    let is_any = matches!(form, TypeSpelling::Any(_));
    let replaced = fragment.annotations.iter();
    let replaced =
        replaced.map(|attached| replaced_by(migration, fragment, attached, compiled, is_any, &mut rules)).collect();
    let place = fragment.annotations.first().map_or(fragment.place, |attached| attached.name_place);
    for what in &lost {
        migration.lose(place, what);
    }
    let lost = lost.iter().map(|what| format!("#! not kept: {what}"));
    let added = lost.chain(site.type_lines(migration, is_any)).chain(rules).collect();
    NodeReplacement { replaced, added, example: site.example(form) }
}

impl MigratedNode<'_, '_> {
    fn form(&self) -> TypeSpelling {
        match &self.free {
            _ if self.compiled.removed.is_some() => TypeSpelling::Any(None),
            Some(free) => TypeSpelling::Any(Some(free.rule())),
            None => form(self.owner, self.fragment, self.compiled),
        }
    }

    /// Whether it is null now where it is not set, whatever it was: documents of values cannot add keys to a map that is
    /// there, nor lay a map over something else.
    fn is_null_now(&self, is_any: bool) -> bool {
        self.is_only_free || matches!(self.compiled.ty, Type::Combined(_)) || is_any && self.is_empty_map
    }

    fn lost(&self, form: &TypeSpelling) -> Vec<String> {
        let (compiled, is_any) = (self.compiled, matches!(form, TypeSpelling::Any(_)));
        if compiled.removed.is_some() {
            return vec!["that the key is not there: it is null".to_owned()];
        }
        let has_inner = |ty: &Type| ty.inner().next().is_some();
        let is_default_in_the_way = is_any && !self.is_null_now(is_any) && !is_null(self.fragment);
        let must_be_given = self.free.as_ref().is_some_and(|free| free.must_be_given);
        let is_emptied = is_any && (self.is_empty_map || self.is_only_free) && !must_be_given;
        let lost = [
            (self.free.as_ref().is_some_and(|free| !free.is_exact), "which keys there may be, and what they hold"),
            (is_emptied, "that it is an empty map where it is not set: it is null"),
            (matches!(compiled.ty, Type::Combined(_)), "that schemas decide together, and its default"),
            (
                is_default_in_the_way && compiled.ty.members().iter().any(takes_maps),
                "that documents of values may lay any map over the default",
            ),
            (
                matches!(&compiled.ty, Type::OneOf(members) if members.iter().any(has_inner)),
                "what its keys or items are",
            ),
            (self.is_optional, "that the key may be left out: it is null then"),
        ];
        lost.into_iter().filter(|(is_lost, _)| *is_lost).map(|(_, what)| what.to_owned()).collect()
    }

    fn rules(&self, migration: &mut Migration<'_>, form: &TypeSpelling, lost: &mut Vec<String>) -> MigratedRules {
        let mut rules = MigratedRules::default();
        if let TypeSpelling::Any(Some((words, condition))) = form {
            rules.function(words, condition);
            rules.needs_json |= condition.contains("json.");
        }
        if self.free.as_ref().is_some_and(|free| free.must_be_given) {
            rules.refuse_null();
        }
        match &self.compiled.removed {
            Some(remedy) if remedy.is_empty() => rules.function("left out", "False"),
            Some(remedy) => rules.function(&format!("left out: {remedy}"), "False"),
            None => migration.rules(self.fragment, self.compiled, &mut rules, lost),
        }
        rules
    }

    /// The lines that say the type, where no annotation did.
    fn type_lines(&self, migration: &Migration<'_>, is_any: bool) -> Vec<String> {
        let has = |kind| migration.dialect.annotation(self.fragment, kind).is_some();
        if is_any {
            return (!has(AnnotationKind::Type)).then(|| ANY.to_owned()).into_iter().collect();
        }
        if !self.is_optional && !self.compiled.nullable || has(AnnotationKind::Nullable) {
            return Vec::new();
        }
        let mut lines = vec!["#@schema/nullable".to_owned()];
        if !self.is_optional && !has(AnnotationKind::Default) && !is_null(self.fragment) {
            lines.push(format!("#@schema/default {}", literal(&migration.value(self.owner.value))));
        }
        lines
    }

    fn example(&self, form: TypeSpelling) -> WrittenExample {
        match form {
            TypeSpelling::Example(example) => example,
            TypeSpelling::Any(_) if self.compiled.removed.is_some() || self.is_optional || self.is_null_now(true) => {
                WrittenExample::Text("null")
            }
            TypeSpelling::Any(_) => WrittenExample::Bare,
            TypeSpelling::Shown => WrittenExample::AsItIs,
        }
    }
}

/// Whether a map may be given.
fn takes_maps(ty: &Type) -> bool {
    matches!(ty, Type::Any | Type::Combined(_) | Type::Mapping(_))
}

fn is_null(fragment: &Fragment) -> bool {
    matches!(fragment.value.kind, ValueKind::Null)
}

/// The lines in the place of one annotation; `None` where it is not one of schemas.
fn replaced_by(
    migration: &mut Migration<'_>,
    fragment: &Fragment,
    attached: &AttachedAnnotation,
    compiled: &SchemaNode,
    is_any: bool,
    rules: &mut Option<String>,
) -> Option<Vec<String>> {
    let dialect = migration.dialect;
    let kind = AnnotationKind::of_name(&attached.name)?;
    let counts = dialect.annotations(fragment, kind).any(|it| it.name_place == attached.name_place);
    let arguments = migration.arguments(attached);
    let line = |name: &str| format!("#@schema/{name} {arguments}").trim_end().to_owned();
    let first = dialect.annotation(fragment, kind).is_some_and(|it| it.name_place == attached.name_place);
    Some(match kind {
        _ if !counts || compiled.removed.is_some() && kind != AnnotationKind::Removed => Vec::new(),
        AnnotationKind::Type if is_any => vec![ANY.to_owned()],
        AnnotationKind::Nullable | AnnotationKind::Default | AnnotationKind::Title => {
            vec![line(attached.name.trim_start_matches("schema/"))]
        }
        AnnotationKind::Description if first => vec![line("desc")],
        AnnotationKind::Example if dialect.annotation(fragment, AnnotationKind::Examples).is_none() => {
            vec![format!("#@schema/examples (\"\", {arguments})")]
        }
        AnnotationKind::Examples => {
            let one = dialect
                .annotation(fragment, AnnotationKind::Example)
                .map(|it| format!("(\"\", {}), ", migration.arguments(it)));
            let is_list = matches!(attached.arguments.positional.as_slice(), [only] if !matches!(only.kind, ArgumentKind::Tuple(_)));
            let listed = arguments.trim().strip_prefix('[').and_then(|it| it.strip_suffix(']')).filter(|_| is_list);
            vec![format!("#@schema/examples {}{}", one.unwrap_or_default(), listed.unwrap_or(&arguments))]
        }
        AnnotationKind::Deprecated if arguments.is_empty() => vec!["#@schema/deprecated \"\"".to_owned()],
        AnnotationKind::Deprecated => vec![line("deprecated")],
        AnnotationKind::Rules => rules.take().into_iter().collect(),
        AnnotationKind::Type
        | AnnotationKind::AnyOf
        | AnnotationKind::AllOf
        | AnnotationKind::OneOf
        | AnnotationKind::Description
        | AnnotationKind::Example
        | AnnotationKind::Removed
        | AnnotationKind::AllowEmpty
        | AnnotationKind::FreeKeys
        | AnnotationKind::OptionalKey
        | AnnotationKind::KeyPattern => Vec::new(),
    })
}

/// How the type is told.
fn form(owner: &Owner<'_>, fragment: &Fragment, compiled: &SchemaNode) -> TypeSpelling {
    let is_shown = |kinds: &[&str]| kinds.contains(&fragment.value.kind.type_name());
    match &compiled.ty {
        Type::Any | Type::Combined(_) => TypeSpelling::Any(None),
        Type::Null => TypeSpelling::Any(Some(("null".to_owned(), "False".to_owned()))),
        Type::OneOf(members) => TypeSpelling::Any(Some(one_of(members))),
        Type::Mapping(ty) if matches!(ty.others, Others::Kept(_)) => {
            TypeSpelling::Any(Some(one_of(std::slice::from_ref(&compiled.ty))))
        }
        Type::Sequence(_) => {
            let has_item = owner.value.sequence().is_some_and(|sequence| sequence.items().next().is_some());
            if has_item { TypeSpelling::Shown } else { TypeSpelling::Example(WrittenExample::AnyItems) }
        }
        Type::String if !is_shown(&["string"]) => TypeSpelling::Example(WrittenExample::Text("\"\"")),
        Type::Int if !is_shown(&["integer"]) => TypeSpelling::Example(WrittenExample::Text("0")),
        Type::Float if !is_shown(&["float"]) => TypeSpelling::Example(WrittenExample::Text("0.0")),
        Type::Bool if !is_shown(&["boolean"]) => TypeSpelling::Example(WrittenExample::Text("false")),
        Type::String | Type::Int | Type::Float | Type::Bool | Type::Mapping(_) | Type::Unknown => TypeSpelling::Shown,
    }
}

/// The rule that a value is of one of some types.
fn one_of(members: &[Type]) -> (String, String) {
    let (mut descriptions, mut scalars, mut tests) = (Vec::new(), Vec::new(), Vec::new());
    for ty in members {
        let (words, names, test) = match ty {
            Type::Bool => ("true or false", &["bool"][..], None),
            Type::Int => ("a whole number", &["int"][..], None),
            Type::Float => ("a number", &["float", "int"][..], None),
            Type::String => ("text", &["string"][..], None),
            Type::Mapping(_) => ("a map", &[][..], Some("json.encode(v).startswith(\"{\")")),
            Type::Sequence(_) => ("an array", &[][..], Some("json.encode(v).startswith(\"[\")")),
            _ => continue,
        };
        descriptions.push(words);
        scalars.extend(names.iter().map(|name| format!("\"{name}\"")));
        tests.extend(test.map(str::to_owned));
    }
    if !scalars.is_empty() {
        tests.insert(0, format!("type(v) in [{}]", scalars.join(", ")));
    }
    (descriptions.join(" or "), tests.join(" or "))
}

impl WrittenExample {
    /// What is written behind the colon or the dash, if it is something else than there is; `column` is where an array
    /// below begins.
    pub(super) fn text(&self, column: usize) -> Option<String> {
        let indent = " ".repeat(column);
        match self {
            Self::AsItIs | Self::Bare => None,
            Self::Text(text) => Some((*text).to_owned()),
            Self::AnyItems => Some(format!("\n{indent}{ANY}\n{indent}- null")),
        }
    }
}

impl Migration<'_> {
    /// The arguments of an annotation as they are written.
    pub(super) fn arguments(&self, attached: &AttachedAnnotation) -> String {
        let name = self.absolute(attached.name_place);
        let line = self.text.line_of(name.end());
        let rope = self.text.rope();
        let end = rope.line_to_byte((line + 1).min(rope.len_lines()));
        rope.byte_slice(usize::from(name.end())..end).to_string().trim().to_owned()
    }
}
