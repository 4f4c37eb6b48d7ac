//! What the annotations of an evaluated document say.

use rustc_hash::FxHashMap;

use super::{BroughtRules, Directive, Directives, address};
use crate::template::overlay::annotations::OverlayAnnotations;
use crate::values::fragment::Fragment;

/// Reads what the annotations of an evaluated document say.
pub(in crate::data_values) fn read_evaluated(fragment: &Fragment) -> Directives {
    let mut walk = EvaluatedWalk::default();
    let document = EvaluatedWalk::directive(fragment);
    walk.children(fragment);
    let has_own_rules = walk.directives.values().chain(&document).any(|directive| directive.own_rules.is_some());
    Directives {
        by_address: walk.directives,
        document,
        // Nothing of it is shared with another pass.
        has_blocks: true,
        has_own_rules,
        ..Directives::default()
    }
}

#[derive(Default)]
struct EvaluatedWalk {
    directives: FxHashMap<usize, Directive>,
}

impl EvaluatedWalk {
    fn children(&mut self, fragment: &Fragment) {
        for child in fragment.children() {
            if let Some(directive) = Self::directive(child) {
                self.directives.insert(address(child), directive);
            }
            self.children(child);
        }
    }

    fn directive(fragment: &Fragment) -> Option<Directive> {
        let is_overlay = fragment.annotations.are_of_overlay();
        let rules = fragment.annotation("assert/validate");
        if !is_overlay && rules.is_none() {
            return None;
        }
        let overlay = OverlayAnnotations::of(fragment);
        let own_rules =
            rules.map(|attached| BroughtRules::of(&attached.name, attached.name_place, &attached.arguments));
        Some(Directive { place: Some(fragment.place), overlay, is_uncertain: false, own_rules })
    }
}
