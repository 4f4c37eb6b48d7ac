//! What the annotations of an evaluated document say.

use rustc_hash::FxHashMap;

use super::{BroughtRules, Directive, Directives, address};
use crate::template::fragment::Fragment;
use crate::template::overlay::annotations::OverlaySaid;
use crate::values::{Value, ValueKind};

/// Reads what the annotations of an evaluated document say. `value` is its value and must stay where it is.
pub(in crate::overlay) fn read_evaluated(fragment: &Fragment, value: &Value) -> Directives {
    let mut walk = EvaluatedWalk::default();
    let document = EvaluatedWalk::directive(fragment);
    walk.children(fragment, value);
    let has_own_rules = walk.said.values().chain(&document).any(|directive| directive.own_rules.is_some());
    Directives {
        by_address: walk.said,
        document,
        // Nothing of it is shared with another pass.
        has_blocks: true,
        has_own_rules,
        ..Directives::default()
    }
}

#[derive(Default)]
struct EvaluatedWalk {
    said: FxHashMap<usize, Directive>,
}

impl EvaluatedWalk {
    /// A fragment and its value have the same shape: one is made of the other.
    fn children(&mut self, fragment: &Fragment, value: &Value) {
        match &value.kind {
            ValueKind::Mapping(mapping) => {
                let entries = fragment.children().iter().filter(|child| child.key().is_some());
                for (child, entry) in entries.zip(&mapping.entries) {
                    self.child(child, address(entry), &entry.value);
                }
            }
            ValueKind::Sequence(sequence) => {
                for (child, item) in fragment.children().iter().zip(sequence.iter()) {
                    self.child(child, address(item), item);
                }
            }
            _ => {}
        }
    }

    fn child(&mut self, fragment: &Fragment, address: usize, value: &Value) {
        if let Some(directive) = Self::directive(fragment) {
            self.said.insert(address, directive);
        }
        self.children(fragment, value);
    }

    fn directive(fragment: &Fragment) -> Option<Directive> {
        let is_overlay = fragment.annotations.iter().any(|attached| attached.name.starts_with("overlay/"));
        let rules = fragment.annotation("assert/validate");
        if !is_overlay && rules.is_none() {
            return None;
        }
        let said = OverlaySaid::of(fragment);
        let own_rules =
            rules.map(|attached| BroughtRules::of(&attached.name, attached.name_place, &attached.arguments));
        let content = said.via.is_some().then(|| fragment.content.clone());
        Some(Directive { place: Some(fragment.place), content, said, is_uncertain: false, own_rules })
    }
}
