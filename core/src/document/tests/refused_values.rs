//! Which refusals of the reader are those of YAML 1.2.

use super::super::piece::parses;
use crate::yaml::syntax::{DocumentsExtent, refusal};

/// What values are made of.
const PARTS: [&str; 30] = [
    "[", "]", "{", "}", ",", ": ", ":", " ", "a", "\"", "'", "\\", "\\x", "!", "!<", ">", "&", "*", "#", "@", "|",
    "- ", "? ", "%", "b c", "~", "\u{a0}", "!!str", "!e!x ", "&a.b ",
];

/// The same values in every run.
fn values(count: usize) -> impl Iterator<Item = String> {
    let mut state = 1_u64;
    let mut below = move |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    (0..count).map(move |_| (0..=below(7)).map(|_| PARTS[below(PARTS.len())]).collect())
}

#[test]
fn no_tree_is_without_error_where_a_value_is_refused_by_yaml_1_2() {
    let mut refused = 0;
    for value in values(20_000) {
        let text = format!("k: {value}\n");
        let Some(refusal) = refusal(&text, DocumentsExtent::Documents) else { continue };
        if refusal.is_of_yaml_1_2(&text) {
            refused += 1;
            assert!(!parses(&text), "{text}");
        }
    }
    assert!(refused > 5_000, "{refused}");
}
