//! Nodes that say themselves, by annotations, which nodes below they are about and what becomes of those.

use std::sync::Arc;

use super::OverlaySubject;
use super::directives::Directive;
use super::merge::Merge;
use super::target::MergedMap;
use crate::schema::SchemaNode;
use crate::template::overlay::annotations::{By, Operation};
use crate::template::overlay::matcher::{Candidate, Unmatched};
use crate::template::overlay::matching::Matching;
use crate::template::overlay::report;
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::matcher::Matcher;
use crate::values::{SequenceValue, ValueKind};

impl Merge<'_> {
    /// Items over an array, one after the other. What an unknown annotation does makes the array unknown.
    pub(super) fn directed_items(
        &mut self,
        below: &SequenceValue,
        above: &SequenceValue,
        schema: Option<&Arc<SchemaNode>>,
        matching: &Matching,
    ) -> ValueKind {
        let mut items: Vec<Fragment> = below.items().cloned().collect();
        let mut is_known = true;
        for value in above.items() {
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
        if is_known { ValueKind::array(items) } else { ValueKind::Unknown }
    }

    /// Lays an item over what is known of the array only to ask functions: otherwise each answer would have to come
    /// before the next one is asked.
    fn ask_ahead(
        &mut self,
        items: &mut Vec<Fragment>,
        value: &Fragment,
        directive: &Directive,
        schema: Option<&Arc<SchemaNode>>,
        matching: &Matching,
    ) {
        items.retain(|item| !matches!(item.value.kind, ValueKind::Unknown));
        let (problems, own_rules) = (self.problems.len(), self.own_rules.len());
        self.item(items, value, directive, schema, matching);
        self.problems.truncate(problems);
        self.own_rules.truncate(own_rules);
    }

    /// One annotated item. Says whether the array is still known.
    fn item(
        &mut self,
        items: &mut Vec<Fragment>,
        value: &Fragment,
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
                self.problems.push(report::no_effect(value.value.origin, said.operation.annotation()));
            }
            return true;
        };
        let found = match self.find(matcher, candidates(items), value) {
            Matches::These(found) => found,
            Matches::Unknown => return false,
            Matches::Wrong => return true,
        };
        let subject = self.subject().item();
        let verdict = self.judge(&said.matching.or(matching), found.len(), || Judged {
            subject,
            place: value.value.origin,
            matched: found.iter().filter_map(|index| Some(items.get(*index)?.value.origin)).collect(),
            all: items.len(),
            unmatched: matcher.unmatched(candidates(items), value),
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
        items: &mut Vec<Fragment>,
        matches: &[usize],
        value: &Fragment,
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
                Operation::Assert
                    if !self.assert(
                        &below.value,
                        &value.value,
                        directive,
                        (&self.subject().item(), value.value.origin),
                    ) => {}
                Operation::Assert if !value.value.kind.is_collection() => {}
                Operation::Merge | Operation::Assert | Operation::Append => {
                    self.drop_own_rules(Some(directive));
                    let matching = Self::child_matching(Some(directive), matching);
                    let subject = self.subject().item();
                    items[position].value =
                        self.within(subject, |merge| merge.value(&below.value, &value.value, schema, &matching));
                }
            }
        }
    }

    fn made_item(
        &mut self,
        below: Option<&Fragment>,
        value: &Fragment,
        directive: &Directive,
        schema: Option<&Arc<SchemaNode>>,
    ) -> Fragment {
        if directive.said.via.is_none() {
            return self.fresh_item(value, schema);
        }
        self.note_own_rules(Some(directive), &value.value);
        let new = self.made(below.map(|below| &below.value), &value.value, Some(directive));
        let new = self.within(self.subject().item(), |merge| merge.fresh(&new, schema));
        Fragment { value: new, ..value.clone() }
    }

    /// An entry of a map that says which entries below it is about. Says whether the map is still known.
    pub(super) fn entry_by(
        &mut self,
        target: &mut MergedMap<'_>,
        by: &By,
        entry: &Fragment,
        directive: &Directive,
    ) -> bool {
        let By::Matcher(matcher) = by else { return false };
        if directive.is_uncertain || directive.said.is_unknown() {
            return false;
        }
        let found = match self.find(matcher, target.candidates(), entry) {
            Matches::These(found) => found,
            Matches::Unknown => return false,
            Matches::Wrong => return true,
        };
        match self.is_entry_right(target, entry, Some(directive), &found) {
            None => return false,
            Some(false) => {}
            Some(true) if found.is_empty() && directive.said.operation.adds() => {
                match target.entries.iter().flatten().find(|other| other.entry_key() == entry.entry_key()) {
                    Some(other) => {
                        self.problems.push(report::key_taken(entry.place, entry.entry_key(), other.place));
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
    fn find<'v>(&mut self, matcher: &Matcher, below: impl Iterator<Item = Candidate<'v>>, above: &Fragment) -> Matches {
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
        entry: &Fragment,
        directive: Option<&Directive>,
        found: &[usize],
    ) -> Option<bool> {
        let mistakes = directive.map(|directive| directive.said.entry_mistakes()).unwrap_or_default();
        if !mistakes.is_empty() {
            self.problems.extend(mistakes);
            return Some(false);
        }
        let place_of = |position: &usize| Some(target.entries.get(*position)?.as_ref()?.place);
        let node = || Judged {
            subject: OverlaySubject::Key(entry.entry_key().clone()),
            place: entry.place,
            matched: found.iter().filter_map(place_of).collect(),
            all: target.entries.len(),
            unmatched: match directive.and_then(|directive| directive.said.by.as_ref()) {
                Some(By::Matcher(matcher)) => matcher.unmatched(target.candidates(), entry),
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
fn candidates(items: &[Fragment]) -> impl Iterator<Item = Candidate<'_>> {
    items.iter().enumerate().map(|(index, item)| Candidate::new(index, index, item))
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
