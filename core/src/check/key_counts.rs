//! How many keys of a map match the patterns of its schema.

use super::CheckWalk;
use crate::problem::{Code, Problem};
use crate::schema::MappingType;
use crate::schema::map_keys::{KeyDeclaration, KeyPattern};
use crate::text::Place;
use crate::values::MappingValue;
use crate::values::flow::key_text;
use crate::values::fragment::Fragment;

impl CheckWalk<'_> {
    /// Reports patterns that match too few or too many keys, at the innermost map around that was given; nothing where
    /// no values were given.
    pub(super) fn key_counts(&mut self, mapping: &MappingValue, ty: &MappingType) {
        if ty.patterns.is_empty() {
            return;
        }
        let mut matching: Vec<Vec<&Fragment>> = vec![Vec::new(); ty.patterns.len()];
        for entry in &mapping.entries {
            match ty.declared(entry.entry_key(), self.functions) {
                KeyDeclaration::Matched(index, _) => {
                    if let Some(entries) = matching.get_mut(index) {
                        entries.push(entry);
                    }
                }
                // Whether it matches is not known, so nothing is known of the counts.
                KeyDeclaration::Unknown => return self.found.is_settled = false,
                KeyDeclaration::Named(_) | KeyDeclaration::Not => {}
            }
        }
        let Some(place) = self.unset.map(|unset| unset.place) else { return };
        for (pattern, entries) in ty.patterns.iter().zip(matching) {
            match pattern.allows(entries.len(), self.functions) {
                Some(true) => {}
                None => self.found.is_settled = false,
                Some(false) => {
                    let problem = self.wrong_count(pattern, &entries, place);
                    self.found.problems.push(problem);
                }
            }
        }
    }

    fn wrong_count(&self, pattern: &KeyPattern, entries: &[&Fragment], place: Place) -> Problem {
        let expected = pattern.expected_count();
        let message = format!("{} must hold {expected} keys like `{}`", self.subject, key_text(&pattern.name));
        let problem = Problem::new(Code::KeyCount, place, message).found(entries.len().to_string()).expected(expected);
        let problem = problem.related(pattern.declared, "the schema says how many here");
        entries.iter().fold(problem, |problem, entry| problem.related(entry.place, "this key counts"))
    }
}
