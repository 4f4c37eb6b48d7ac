//! Which refusals of the reader are those of YAML 1.2.

use super::super::piece::parses;
use crate::yaml::syntax::{DocumentsExtent, refusal};

/// What values are made of.
const PARTS: [&str; 21] = [
    "[", "]", "{", "}", ",", ": ", ":", " ", "a", "'", "\"\\q\"", "!<", ">", "&", "*", "#", "|", "-", "?", "!!str",
    "\u{a0}",
];

/// Every value of so many parts.
fn values(count: u32) -> impl Iterator<Item = String> {
    let parts = move |number: usize| {
        let digits = (0..count).map(move |place| number / PARTS.len().pow(place) % PARTS.len());
        digits.map(|digit| PARTS[digit]).collect::<String>()
    };
    (0..PARTS.len().pow(count)).map(parts)
}

#[test]
fn no_tree_is_without_error_where_a_value_is_refused_by_yaml_1_2() {
    let mut refused = 0;
    let inside = values(3).flat_map(|value| [format!("[{value}]"), format!("{{{value}}}"), format!("a{value}")]);
    for value in values(3).chain(inside) {
        let text = format!("k: {value}\n");
        let Some(refusal) = refusal(&text, DocumentsExtent::Documents) else { continue };
        if refusal.is_of_yaml_1_2(&text) {
            refused += 1;
            assert!(!parses(&text), "{text}");
        }
    }
    assert!(refused > 4_000, "{refused}");
}
