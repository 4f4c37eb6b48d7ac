//! Nodes that say themselves, by annotations, which nodes below they are about and what becomes of those.

use std::sync::Arc;

use super::OverlaySubject;
use super::directives::Directive;
use super::merge::Merge;
use super::target::MergedMap;
use crate::schema::SchemaNode;
use crate::template::overlay::annotations::{By, Operation};
use crate::template::overlay::matcher::{Candidate, Matcher, SiblingName, Unmatched};
use crate::template::overlay::matching::Matching;
use crate::template::overlay::part::{OverlayNode, value_node};
use crate::template::overlay::report;
use crate::text::Place;
use crate::values::{EntryValue, SequenceValue, Value, ValueKind};

impl Merge<'_> {
    /// Items over an array, one after the other. What an unknown annotation does makes the array unknown.
    pub(super) fn directed_items(
        &mut self,
        below: &SequenceValue,
        above: &SequenceValue,
        schema: Option<&Arc<SchemaNode>>,
        matching: &Matching,
    ) -> ValueKind {
        let mut items: Vec<Value> = below.iter().cloned().collect();
        let mut is_known = true;
        for value in above.iter() {
            match self.directives.item(value) {
                None => items.push(self.fresh_item(value, schema)),
                Some(directive) => {
                    is_known = is_known && self.item(&mut items, value, directive, schema, matching);
                    if !is_known {
                        self.ask_ahead(&mut items, value, directive, schema, matching);
                    }
                }
            }
        }
        if is_known { ValueKind::Sequence(Arc::new(items.into_iter().collect())) } else { ValueKind::Unknown }
    }

    /// Lays an item over what is known of the array only to ask functions: otherwise each answer would have to come
    /// before the next one is asked.
    fn ask_ahead(
        &mut self,
        items: &mut Vec<Value>,
        value: &Value,
        directive: &Directive,
        schema: Option<&Arc<SchemaNode>>,
        matching: &Matching,
    ) {
        items.retain(|item| !matches!(item.kind, ValueKind::Unknown));
        let (problems, own_rules) = (self.problems.len(), self.own_rules.len());
        self.item(items, value, directive, schema, matching);
        self.problems.truncate(problems);
        self.own_rules.truncate(own_rules);
    }

    /// One annotated item. Says whether the array is still known.
    fn item(
        &mut self,
        items: &mut Vec<Value>,
        value: &Value,
        directive: &Directive,
        schema: Option<&Arc<SchemaNode>>,
        matching: &Matching,
    ) -> bool {
        let said = &directive.said;
        let mistakes = said.item_mistakes();
        if !mistakes.is_empty() {
            self.problems.extend(mistakes);
            return true;
        }
        if directive.is_uncertain || said.is_unknown() {
            return false;
        }
        let Some(By::Matcher(matcher)) = said.by.as_ref().filter(|_| said.operation != Operation::Append) else {
            if said.operation.adds() {
                items.push(self.made_item(None, value, directive, schema));
            } else {
                self.problems.push(report::no_effect(value.origin, said.operation.annotation()));
            }
            return true;
        };
        let found = match self.find(matcher, candidates(items), value_node(value)) {
            Matches::These(found) => found,
            Matches::Unknown => return false,
            Matches::Wrong => return true,
        };
        let subject = self.subject().item();
        let verdict = self.judge(&said.matching.or(matching), found.len(), || Judged {
            subject,
            place: value.origin,
            matched: found.iter().filter_map(|index| Some(items.get(*index)?.origin)).collect(),
            all: items.len(),
            unmatched: matcher.unmatched(candidates(items), value_node(value)),
            adds: said.operation.adds(),
        });
        match verdict {
            Some(true) => self.apply_to_items(items, &found, value, directive, schema, matching),
            Some(false) => {}
            None => return false,
        }
        true
    }

    /// Does to the matching items what the annotation says.
    fn apply_to_items(
        &mut self,
        items: &mut Vec<Value>,
        matches: &[usize],
        value: &Value,
        directive: &Directive,
        schema: Option<&Arc<SchemaNode>>,
        matching: &Matching,
    ) {
        let operation = directive.said.operation;
        if matches.is_empty() && operation.adds() {
            items.push(self.made_item(None, value, directive, schema));
            return;
        }
        // From the last to the first, so that positions stay true.
        for position in matches.iter().rev().copied() {
            let Some(below) = items.get(position).cloned() else { continue };
            match operation {
                Operation::Remove => {
                    items.remove(position);
                }
                Operation::Insert { before, after } => {
                    let new = self.made_item(Some(&below), value, directive, schema);
                    if after {
                        items.insert(position + 1, new.clone());
                    }
                    if before {
                        items.insert(position, new);
                    }
                }
                Operation::Replace { .. } => {
                    items[position] = self.made_item(Some(&below), value, directive, schema);
                }
                Operation::Assert if !self.assert(&below, value, directive, (&self.subject().item(), value.origin)) => {
                }
                Operation::Assert if !is_collection(value) => {}
                Operation::Merge | Operation::Assert | Operation::Append => {
                    self.drop_own_rules(Some(directive));
                    let matching = Self::child_matching(Some(directive), matching);
                    let subject = self.subject().item();
                    items[position] = self.within(subject, |merge| merge.value(&below, value, schema, &matching));
                }
            }
        }
    }

    fn made_item(
        &mut self,
        below: Option<&Value>,
        value: &Value,
        directive: &Directive,
        schema: Option<&Arc<SchemaNode>>,
    ) -> Value {
        if directive.said.via.is_none() {
            return self.fresh_item(value, schema);
        }
        self.note_own_rules(Some(directive), value);
        let new = self.made(below, value, Some(directive));
        self.within(self.subject().item(), |merge| merge.fresh(&new, schema))
    }

    /// An entry of a map that says which entries below it is about. Says whether the map is still known.
    pub(super) fn entry_by(
        &mut self,
        target: &mut MergedMap<'_>,
        by: &By,
        entry: &EntryValue,
        directive: &Directive,
    ) -> bool {
        let By::Matcher(matcher) = by else { return false };
        if directive.is_uncertain || directive.said.is_unknown() {
            return false;
        }
        let found = match self.find(matcher, target.candidates(), own_node(entry)) {
            Matches::These(found) => found,
            Matches::Unknown => return false,
            Matches::Wrong => return true,
        };
        match self.is_entry_right(target, entry, Some(directive), &found) {
            None => return false,
            Some(false) => {}
            Some(true) if found.is_empty() && directive.said.operation.adds() => {
                match target.entries.iter().flatten().find(|other| other.key == entry.key) {
                    Some(other) => {
                        self.problems.push(report::key_taken(entry.key_origin, &entry.key, other.key_origin));
                    }
                    None => self.add(target, entry, Some(directive), true),
                }
            }
            Some(true) => {
                for position in found {
                    self.apply(target, position, entry, Some(directive), false);
                }
            }
        }
        true
    }

    /// The nodes that match; what is wrong is reported.
    fn find<'v>(
        &mut self,
        matcher: &Matcher,
        below: impl Iterator<Item = Candidate<'v, ValueKind>>,
        above: OverlayNode<'_, ValueKind>,
    ) -> Matches {
        match matcher.find(below, above, self.functions) {
            Ok(Some(found)) => Matches::These(found),
            Ok(None) => Matches::Unknown,
            Err(problem) => {
                self.problems.push(*problem);
                Matches::Wrong
            }
        }
    }

    /// Whether what an entry says is right for the entries that it matches, `None` if that is not known; what is wrong
    /// is reported.
    pub(super) fn is_entry_right(
        &mut self,
        target: &MergedMap<'_>,
        entry: &EntryValue,
        directive: Option<&Directive>,
        found: &[usize],
    ) -> Option<bool> {
        let mistakes = directive.map(|directive| directive.said.entry_mistakes()).unwrap_or_default();
        if !mistakes.is_empty() {
            self.problems.extend(mistakes);
            return Some(false);
        }
        let place_of = |position: &usize| Some(target.entries.get(*position)?.as_ref()?.key_origin);
        let node = || Judged {
            subject: OverlaySubject::Key(entry.key.clone()),
            place: entry.key_origin,
            matched: found.iter().filter_map(place_of).collect(),
            all: target.entries.len(),
            unmatched: match directive.and_then(|directive| directive.said.by.as_ref()) {
                Some(By::Matcher(matcher)) => matcher.unmatched(target.candidates(), own_node(entry)),
                _ => None,
            },
            adds: directive.is_none_or(|directive| directive.said.operation.adds()),
        };
        match directive {
            Some(directive) => self.judge(&directive.said.matching.or(target.matching), found.len(), node),
            None => self.judge(target.matching, found.len(), node),
        }
    }
}

/// Items as matchers see them.
fn candidates(items: &[Value]) -> impl Iterator<Item = Candidate<'_, ValueKind>> {
    items.iter().enumerate().map(|(index, item)| Candidate::new(index, SiblingName::Index(index), value_node(item)))
}

/// An entry above with its own token, whatever its value.
fn own_node(entry: &EntryValue) -> OverlayNode<'_, ValueKind> {
    OverlayNode { place: entry.key_origin, part: &entry.value.kind }
}

/// Which nodes below match.
enum Matches {
    /// Those at these positions.
    These(Vec<usize>),
    /// That is not known.
    Unknown,
    /// Something is wrong, and reported.
    Wrong,
}

/// A node of which the number of matches is judged.
pub(super) struct Judged {
    /// The node, for sentences.
    pub(super) subject: OverlaySubject,
    /// Its token.
    pub(super) place: Place,
    /// The nodes that it matches.
    pub(super) matched: Vec<Place>,
    /// How many nodes there are that could match.
    pub(super) all: usize,
    /// Why none does, if that can be told.
    pub(super) unmatched: Option<Unmatched>,
    /// Whether it would be added if it may be missing.
    pub(super) adds: bool,
}

/// Whether a value is a map or an array.
pub(super) fn is_collection(value: &Value) -> bool {
    matches!(value.kind, ValueKind::Mapping(_) | ValueKind::Sequence(_))
}
