//! Laying one schema document over another: ytt's overlay rules on fragments, as far as their arguments are literal.
//!
//! A plain merge keeps the annotations of the node below and takes the value of the node above. What an overlay whose
//! matching is not known could touch becomes unknown, so that nothing is called wrong by mistake.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::problem::{Code, Problem};
use crate::schema::annotations::{Argument, ArgumentKind};
use crate::schema::describe::key_text;
use crate::schema::fragment::{Collection, Content, Fragment, Holder};
use crate::values::{Key, Value, ValueKind};

/// Lays the document `above` over the document `below`.
pub(crate) fn overlay(below: Fragment, above: Fragment, problems: &mut Vec<Problem>) -> Fragment {
    let mut result = below;
    match operation(&above) {
        Operation::Replace { .. } => result = above,
        Operation::Merge => Merger { problems }.merge(&mut result, above, Defaults::default()),
        _ => result.content = Content::Unknown,
    }
    result
}

/// What an overlay annotation does with the node that it matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Merge,
    Remove,
    Replace { or_add: bool },
    Append,
    Assert,
    Unknown,
}

/// How a node finds its counterpart below.
struct Matching {
    /// Nothing to match is no mistake: the node is added.
    missing_ok: bool,
    /// Nothing to match is no mistake: the node is left out.
    is_optional: bool,
    by: By,
}

/// By what a node finds its counterpart.
enum By {
    /// Its own key; an array's item has none.
    Position,
    /// The value that a map has at this key.
    Field(Key),
    /// A function that was not evaluated.
    Unknown,
}

/// What `@overlay/match-child-defaults` says about the nodes below it.
#[derive(Clone, Copy, Default)]
struct Defaults {
    missing_ok: bool,
}

struct Merger<'a> {
    problems: &'a mut Vec<Problem>,
}

impl Merger<'_> {
    /// Puts the value of `above` into `below`.
    fn merge(&mut self, below: &mut Fragment, above: Fragment, defaults: Defaults) {
        let defaults = child_defaults(&above, defaults);
        match (&mut below.content, above.content) {
            (Content::Unknown, _) => {}
            (Content::Mapping(mapping), Content::Mapping(over)) => {
                if !self.entries(Arc::make_mut(mapping), &over, defaults) {
                    below.content = Content::Unknown;
                }
            }
            (Content::Sequence(sequence), Content::Sequence(over)) => {
                if !self.items(Arc::make_mut(sequence), &over, defaults) {
                    below.content = Content::Unknown;
                }
            }
            (content, over @ (Content::Scalar(_) | Content::Unknown)) => {
                *content = over;
                below.value_place = above.value_place;
            }
            (content, over) => {
                let (found, expected) = (content_word(&over), content_word(content));
                let message = format!("{} cannot be laid over {}", subject(&above.holder), article(expected));
                let problem = Problem::new(Code::OverlayMismatch, above.place, message)
                    .found(found)
                    .expected(expected)
                    .hint("to replace it, annotate it with `@overlay/replace`")
                    .related(below.place, "it would be laid over this");
                self.problems.push(problem);
            }
        }
    }

    /// Lays entries over those of a map; false if it is not known what that does.
    fn entries(&mut self, below: &mut Collection, above: &Collection, defaults: Defaults) -> bool {
        below.is_open |= above.is_open;
        let mut indexes: FxHashMap<Key, usize> = FxHashMap::default();
        for (index, child) in below.children.iter().enumerate() {
            if let Holder::Entry(key) = &child.holder {
                indexes.insert(key.clone(), index);
            }
        }
        let mut removed = Vec::new();
        for child in &above.children {
            let Holder::Entry(key) = &child.holder else { continue };
            let matching = matching(child, defaults);
            let operation = operation(child);
            if !matches!(matching.by, By::Position) || operation == Operation::Unknown {
                return false;
            }
            let found = indexes.get(key).copied();
            match found.and_then(|index| below.children.get_mut(index)) {
                Some(target) => match operation {
                    Operation::Merge => self.merge(target, child.clone(), defaults),
                    Operation::Replace { .. } => *target = child.clone(),
                    Operation::Remove => removed.extend(found),
                    Operation::Append | Operation::Assert | Operation::Unknown => {}
                },
                None if adds(operation, &matching) => {
                    indexes.insert(key.clone(), below.children.len());
                    below.children.push(child.clone());
                }
                None if matching.missing_ok || matching.is_optional || below.is_open => {}
                None => self.missing(child),
            }
        }
        removed.sort_unstable();
        for index in removed.into_iter().rev() {
            below.children.remove(index);
        }
        true
    }

    /// Lays items over those of an array; false if it is not known what that does.
    fn items(&mut self, below: &mut Collection, above: &Collection, defaults: Defaults) -> bool {
        below.is_open |= above.is_open;
        for child in &above.children {
            let operation = operation(child);
            let matching = matching(child, defaults);
            let key = match matching.by {
                By::Position if matches!(operation, Operation::Merge | Operation::Append) => {
                    below.children.push(child.clone());
                    continue;
                }
                By::Field(ref key) => key,
                By::Position | By::Unknown => return false,
            };
            let wanted = field(child, key);
            let index = below.children.iter().position(|item| wanted.is_some() && field(item, key) == wanted);
            match index.and_then(|index| below.children.get_mut(index)) {
                Some(target) => match operation {
                    Operation::Merge => self.merge(target, child.clone(), defaults),
                    Operation::Replace { .. } => *target = child.clone(),
                    Operation::Remove => {
                        below.children.remove(index.unwrap_or_default());
                    }
                    Operation::Assert => {}
                    Operation::Append | Operation::Unknown => return false,
                },
                None if adds(operation, &matching) => below.children.push(child.clone()),
                None if matching.missing_ok || matching.is_optional || below.is_open => {}
                None => self.missing(child),
            }
        }
        true
    }

    fn missing(&mut self, child: &Fragment) {
        let message = format!("{} is laid over a schema that has no such node", subject(&child.holder));
        let problem = Problem::new(Code::OverlayMismatch, child.place, message)
            .found("nothing to lay it over")
            .expected("exactly one node to lay it over")
            .hint("to add it, annotate it with `@overlay/match missing_ok=True`");
        self.problems.push(problem);
    }
}

/// Whether a node without a counterpart is added.
fn adds(operation: Operation, matching: &Matching) -> bool {
    match operation {
        Operation::Merge | Operation::Append => matching.missing_ok,
        Operation::Replace { or_add } => or_add || matching.missing_ok,
        Operation::Remove | Operation::Assert | Operation::Unknown => false,
    }
}

fn operation(fragment: &Fragment) -> Operation {
    let mut operation = Operation::Merge;
    for attached in fragment.annotations.iter() {
        operation = match attached.name.as_str() {
            "overlay/merge" => Operation::Merge,
            "overlay/remove" => Operation::Remove,
            "overlay/replace" if attached.arguments.keyword("via").is_some() => Operation::Unknown,
            "overlay/replace" => Operation::Replace { or_add: is_true(fragment, "overlay/replace", "or_add") },
            "overlay/append" => Operation::Append,
            "overlay/assert" => Operation::Assert,
            "overlay/insert" => Operation::Unknown,
            _ => operation,
        };
    }
    operation
}

fn matching(fragment: &Fragment, defaults: Defaults) -> Matching {
    let mut matching = Matching { missing_ok: defaults.missing_ok, is_optional: false, by: By::Position };
    let Some(attached) = fragment.annotation("overlay/match") else { return matching };
    let arguments = &attached.arguments;
    if arguments.keyword("missing_ok").is_some() {
        matching.missing_ok = is_true(fragment, "overlay/match", "missing_ok");
    }
    matching.missing_ok |= arguments.keyword("expects").is_some();
    matching.is_optional = arguments.keyword("when").is_some();
    matching.by = match arguments.keyword("by").map(|keyword| &keyword.value) {
        None if arguments.is_open => By::Unknown,
        None => By::Position,
        Some(argument) => by(argument),
    };
    matching
}

fn by(argument: &Argument) -> By {
    match &argument.kind {
        ArgumentKind::Literal(Value { kind: ValueKind::String(key), .. }) => By::Field(Key::String(key.clone())),
        _ => By::Unknown,
    }
}

fn child_defaults(fragment: &Fragment, inherited: Defaults) -> Defaults {
    let Some(attached) = fragment.annotation("overlay/match-child-defaults") else { return inherited };
    let says_missing_ok = attached.arguments.keyword("missing_ok").is_some();
    let missing_ok = if says_missing_ok {
        is_true(fragment, "overlay/match-child-defaults", "missing_ok")
    } else {
        inherited.missing_ok
    };
    Defaults { missing_ok: missing_ok || attached.arguments.keyword("expects").is_some() }
}

/// Whether a keyword of an annotation is true, or not known to be false.
fn is_true(fragment: &Fragment, annotation: &str, keyword: &str) -> bool {
    let keyword = fragment.annotation(annotation).and_then(|attached| attached.arguments.keyword(keyword));
    keyword.is_some_and(|keyword| match &keyword.value.kind {
        ArgumentKind::Literal(value) => matches!(value.kind, ValueKind::Bool(true)),
        _ => true,
    })
}

/// The scalar that an item has at a key, as text with its type.
fn field(item: &Fragment, key: &Key) -> Option<String> {
    let entry = item.children().iter().find(|child| matches!(&child.holder, Holder::Entry(other) if other == key))?;
    match &entry.content {
        Content::Scalar(kind) => Some(format!("{kind:?}")),
        _ => None,
    }
}

fn subject(holder: &Holder) -> String {
    match holder {
        Holder::Document => "The document".to_owned(),
        Holder::Entry(key) => format!("`{}`", key_text(key)),
        Holder::Item => "The array's item".to_owned(),
    }
}

fn content_word(content: &Content) -> &'static str {
    match content {
        Content::Scalar(kind) => kind.type_name(),
        Content::Mapping(_) => "map",
        Content::Sequence(_) => "array",
        Content::Unknown => "any",
    }
}

fn article(word: &str) -> String {
    let article = if word.starts_with(['a', 'i']) { "an" } else { "a" };
    format!("{article} {word}")
}
