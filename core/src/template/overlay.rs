//! Laying one document over another: ytt's overlay rules on fragments, as far as their arguments are literal.
//!
//! A plain merge keeps the annotations of the node below and takes the value of the node above. What an overlay whose
//! matching is not known could touch becomes unknown, so that nothing is called wrong by mistake.

use std::sync::Arc;

use rustc_hash::FxHashMap;

pub(crate) mod annotations;
pub mod matcher;

use crate::problem::{Code, Problem};
use crate::template::fragment::{Collection, Content, Fragment, Holder};
use crate::template::function::Functions;
use crate::template::overlay::annotations::{By, Matched, Matching, Operation, OverlaySaid};
use crate::values::flow::{flow, key_text};
use crate::values::{Key, ValueKind};

/// Lays the document `above` over the document `below`, as documents of schemas are.
pub fn overlay(below: Fragment, above: &Fragment, _functions: &dyn Functions, problems: &mut Vec<Problem>) -> Fragment {
    let mut result = below;
    let above = above.clone();
    let said = said(&above);
    let mut merger = Merger { problems };
    if said.is_unknown() {
        result.content = Content::Unknown;
    } else if merger.is_right(&above, said.mistakes.clone(), said.matching, 1) {
        match said.operation {
            Operation::Replace { .. } => result = above,
            Operation::Merge => merger.merge(&mut result, above, Matching::default()),
            _ => result.content = Content::Unknown,
        }
    }
    result
}

/// Lays overlays over documents: each says by `@overlay/match` which of them it is about. The result carries no
/// `@overlay/…` annotations.
pub fn apply(
    documents: Vec<Fragment>,
    _overlays: &[Fragment],
    _functions: &dyn Functions,
    _problems: &mut Vec<Problem>,
) -> Vec<Fragment> {
    documents
}

/// Lays a map or an array over another, as `overlay.apply` does.
pub fn apply_content(
    below: Content,
    _above: &Content,
    _functions: &dyn Functions,
    _problems: &mut Vec<Problem>,
) -> Content {
    below
}

struct Merger<'a> {
    problems: &'a mut Vec<Problem>,
}

impl Merger<'_> {
    /// Puts the value of `above` into `below`.
    fn merge(&mut self, below: &mut Fragment, above: Fragment, matching: Matching) {
        let matching = said(&above).children.or(matching);
        match (&mut below.content, above.content) {
            (Content::Unknown, _) => {}
            (Content::Mapping(mapping), Content::Mapping(over)) => {
                if !self.entries(Arc::make_mut(mapping), &over, matching) {
                    below.content = Content::Unknown;
                }
            }
            (Content::Sequence(sequence), Content::Sequence(over)) => {
                if !self.items(Arc::make_mut(sequence), &over, matching) {
                    below.content = Content::Unknown;
                }
            }
            (content, over)
                if matches!(over, Content::Scalar(_) | Content::Unknown)
                    || matches!(content, Content::Scalar(ValueKind::Null)) =>
            {
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
    fn entries(&mut self, below: &mut Collection, above: &Collection, matching: Matching) -> bool {
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
            let said = said(child);
            if said.by.is_some() || said.is_unknown() {
                return false;
            }
            let found = indexes.get(key).copied();
            let count = usize::from(found.is_some());
            if found.is_none() && below.is_open
                || !self.is_right(child, said.entry_mistakes(), said.matching.or(matching), count)
            {
                continue;
            }
            match found.and_then(|index| below.children.get_mut(index)) {
                Some(_) if said.operation == Operation::Remove => removed.extend(found),
                Some(target) => self.apply(target, child, said.operation, matching),
                None if said.operation.adds() => {
                    indexes.insert(key.clone(), below.children.len());
                    below.children.push(child.clone());
                }
                None => {}
            }
        }
        removed.sort_unstable();
        for index in removed.into_iter().rev() {
            below.children.remove(index);
        }
        true
    }

    /// Lays items over those of an array; false if it is not known what that does.
    fn items(&mut self, below: &mut Collection, above: &Collection, matching: Matching) -> bool {
        below.is_open |= above.is_open;
        for child in &above.children {
            let said = said(child);
            let mistakes = said.item_mistakes();
            if !mistakes.is_empty() {
                self.problems.extend(mistakes);
                continue;
            }
            if said.is_unknown() {
                return false;
            }
            if said.operation == Operation::Append || said.match_place.is_none() {
                if said.operation.adds() {
                    below.children.push(child.clone());
                }
                continue;
            }
            let Some(By::Key(key)) = &said.by else { return false };
            let Some(matches) = matches(below, child, key) else { return false };
            if below.is_open && matches.is_empty()
                || !self.is_right(child, Vec::new(), said.matching.or(matching), matches.len())
            {
                continue;
            }
            if matches.is_empty() && said.operation.adds() {
                below.children.push(child.clone());
            }
            self.apply_to_items(below, &matches, child, said.operation, matching);
        }
        true
    }

    /// Does to the matching items what is said.
    fn apply_to_items(
        &mut self,
        below: &mut Collection,
        matches: &[usize],
        child: &Fragment,
        operation: Operation,
        matching: Matching,
    ) {
        // From the last to the first, so that positions stay true.
        for index in matches.iter().rev().copied() {
            match operation {
                Operation::Remove => {
                    below.children.remove(index);
                }
                Operation::Insert { before, after } => {
                    if after {
                        below.children.insert(index + 1, child.clone());
                    }
                    if before {
                        below.children.insert(index, child.clone());
                    }
                }
                _ => {
                    if let Some(target) = below.children.get_mut(index) {
                        self.apply(target, child, operation, matching);
                    }
                }
            }
        }
    }

    /// Lays a node over the one that it matches.
    fn apply(&mut self, target: &mut Fragment, child: &Fragment, operation: Operation, matching: Matching) {
        match operation {
            Operation::Replace { .. } => *target = child.clone(),
            Operation::Merge => self.merge(target, child.clone(), matching),
            Operation::Assert => {
                if let Err(missing) = holds(target, child) {
                    let message = "`@overlay/assert` finds something else below";
                    let mut problem = Problem::new(Code::OverlayMismatch, missing.place, message);
                    if let Content::Scalar(_) = missing.content {
                        problem = problem.expected(flow(&missing.value()));
                    }
                    self.problems.push(problem.related(target.place, "this is below"));
                } else if matches!(child.content, Content::Mapping(_) | Content::Sequence(_)) {
                    self.merge(target, child.clone(), matching);
                }
            }
            Operation::Remove | Operation::Append | Operation::Insert { .. } | Operation::Unknown => {}
        }
    }

    /// Whether what a node says is right for so many matches; what is wrong is reported.
    fn is_right(&mut self, child: &Fragment, mistakes: Vec<Problem>, matching: Matching, matches: usize) -> bool {
        if !mistakes.is_empty() {
            self.problems.extend(mistakes);
            return false;
        }
        let problem = |message: String| Problem::new(Code::OverlayMismatch, child.place, message);
        let problem = match matching.check(matches) {
            Matched::Right => return true,
            Matched::Skipped => return false,
            Matched::Wrong(_) if matches == 0 => missing(child),
            Matched::Wrong(expected) => {
                let message = format!("{} matches {matches} of the nodes below", subject(&child.holder));
                problem(message).found(matches.to_string()).expected(expected)
            }
            Matched::Contradiction(one, other) => {
                problem(format!("Both `{one}=` and `{other}=` say how many matches there must be"))
            }
        };
        self.problems.push(problem);
        false
    }
}

fn missing(child: &Fragment) -> Problem {
    let message = format!("{} is laid over a schema that has no such node", subject(&child.holder));
    Problem::new(Code::OverlayMismatch, child.place, message)
        .found("nothing to lay it over")
        .expected("exactly one node to lay it over")
        .hint("to add it, annotate it with `@overlay/match missing_ok=True`")
}

/// What the annotations of a node say about laying it over others.
fn said(fragment: &Fragment) -> OverlaySaid {
    let mut said = OverlaySaid::default();
    for attached in fragment.annotations.iter().filter(|attached| attached.name.starts_with("overlay/")) {
        said.annotation(&attached.name, attached.name_place, &attached.arguments);
    }
    said
}

/// The items that have at `key` what the item above has there; `None` if that is not known.
fn matches(below: &Collection, above: &Fragment, key: &Key) -> Option<Vec<usize>> {
    let wanted = field(above, key)?;
    let mut matches = Vec::new();
    for (index, item) in below.children.iter().enumerate() {
        if field(item, key)? == wanted {
            matches.push(index);
        }
    }
    Some(matches)
}

/// The scalar that an item has at a key, as text with its type.
fn field(item: &Fragment, key: &Key) -> Option<String> {
    let entry = item.children().iter().find(|child| matches!(&child.holder, Holder::Entry(other) if other == key))?;
    match &entry.content {
        Content::Scalar(kind) => Some(format!("{kind:?}")),
        _ => None,
    }
}

/// Whether a node is at least what another shows. An error is the part of the other that is not there.
fn holds<'a>(below: &Fragment, above: &'a Fragment) -> Result<(), &'a Fragment> {
    match (&below.content, &above.content) {
        (Content::Mapping(left), Content::Mapping(right)) if !left.is_open && !right.is_open => {
            right.children.iter().try_for_each(|entry| {
                let found = left.children.iter().find(|other| other.holder == entry.holder).ok_or(entry)?;
                holds(found, entry)
            })
        }
        (Content::Sequence(left), Content::Sequence(right)) if !left.is_open && !right.is_open => {
            let mut left = left.children.iter();
            right.children.iter().try_for_each(|item| holds(left.next().ok_or(item)?, item))
        }
        (Content::Scalar(left), Content::Scalar(right)) if format!("{left:?}") == format!("{right:?}") => Ok(()),
        (Content::Unknown, _)
        | (_, Content::Unknown)
        | (Content::Mapping(_), Content::Mapping(_))
        | (Content::Sequence(_), Content::Sequence(_)) => Ok(()),
        _ => Err(above),
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
