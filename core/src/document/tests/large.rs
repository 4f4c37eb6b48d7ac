//! Single values longer than any segment, nesting at its limit, and many documents in one text.

use std::collections::BTreeSet;

use super::{TextDocument, dump_stream, problems};
use crate::text::{FileId, TextRange, TextSize};
use crate::yaml::{Item, Node, NodeKind, Placed};

const LINES: usize = 40_000;

/// A text whose key `long` holds a value of so many lines, between two other keys, and how many characters or
/// children that value has.
#[track_caller]
fn check(long: &str, expected: usize) {
    let text = format!("above: 1\nlong: {long}\nbelow: 2\n");
    let document = TextDocument::new(FileId(0), &text);
    assert_eq!(facts(&document), (vec!["above".to_owned(), "long".to_owned(), "below".to_owned()], expected));
    assert_eq!(problems(&document), "");
    // Inside the long value, then before it.
    for offset in [text.len() / 2, 9] {
        let edited = document.edit(TextRange::empty(TextSize::new(offset as u32)), " ");
        let fresh = TextDocument::new(FileId(0), &edited.rope().to_string());
        assert_eq!(problems(&edited), problems(&fresh));
        assert_eq!(facts(&edited), facts(&fresh));
    }
}

/// The keys, and how much the second one holds.
fn facts(document: &TextDocument) -> (Vec<String>, usize) {
    let root = document.stream().documents[0].root();
    let entries: Vec<_> = root.mapping().into_iter().flat_map(Placed::entries).collect();
    let keys = entries.iter().map(|entry| entry.key().scalar().map_or_else(String::new, |it| it.text.to_string()));
    (keys.collect(), entries.get(1).map_or(0, |entry| extent(entry.value())))
}

fn extent(node: Placed<'_, Node>) -> usize {
    match &node.get().kind {
        NodeKind::Scalar(scalar) => scalar.text.chars().count(),
        NodeKind::Mapping(_) => node.mapping().into_iter().flat_map(Placed::entries).count(),
        NodeKind::Sequence(_) => node.sequence().into_iter().flat_map(Placed::items).count(),
        _ => 0,
    }
}

#[test]
fn a_literal_of_forty_thousand_lines_is_one_text() {
    check(&format!("|{}", "\n  line".repeat(LINES)), LINES * 5);
}

#[test]
fn a_folded_text_of_forty_thousand_lines_is_one_text() {
    check(&format!(">-{}", "\n  line".repeat(LINES)), LINES * 5 - 1);
}

#[test]
fn a_quoted_text_of_forty_thousand_lines_is_one_text() {
    check(&format!("\"line{}\"", "\n  line".repeat(LINES - 1)), LINES * 5 - 1);
    check(&format!("'line{}'", "\n  line".repeat(LINES - 1)), LINES * 5 - 1);
}

#[test]
fn a_plain_text_of_forty_thousand_lines_is_one_text() {
    check(&format!("line{}", "\n  line".repeat(LINES - 1)), LINES * 5 - 1);
}

#[test]
fn brackets_of_forty_thousand_lines_are_one_list_or_map() {
    check(&format!("[\n{}]", "  1,\n".repeat(LINES)), LINES);
    let keys: String = (0..LINES).map(|key| "  k".to_owned() + &key.to_string() + ": 1,\n").collect();
    check(&format!("{{\n{keys}}}"), LINES);
}

#[test]
fn a_list_of_forty_thousand_lines_is_one_list() {
    check(&"\n- 1".repeat(LINES), LINES);
}

/// How deep the first key's value nests.
fn depth(node: Placed<'_, Node>) -> usize {
    let inner = node.mapping().into_iter().flat_map(Placed::entries).map(|it| depth(it.key()).max(depth(it.value())));
    let items = node.sequence().into_iter().flat_map(Placed::items).map(|it| depth(it.value()));
    let is_collection = node.mapping().is_some() || node.sequence().is_some();
    inner.chain(items).max().unwrap_or(0) + usize::from(is_collection)
}

#[test]
fn three_hundred_markers_on_a_line_cost_no_other_line() {
    for marker in ["- ", "? ", "- ? ", ": "] {
        for text in [
            format!("{}x\n---\nkept: 1\n", marker.repeat(300)),
            format!("above: 1\nlong:\n  {}x\nkept: 1\n", marker.repeat(300)),
            format!("above: 1\n{}x\nkept: 1\n", marker.repeat(300)),
        ] {
            let document = TextDocument::new(FileId(0), &text);
            let head: String = text.chars().take(40).collect();
            assert!(dump_stream(document.stream()).contains("\"kept\""), "{head:?}");
            assert_eq!(problems(&document).lines().count(), 1, "{head:?}\n{}", problems(&document));
        }
    }
}

#[test]
fn forty_levels_are_not_deep() {
    let keys = (0..40).map(|level| " ".repeat(level) + "k:\n").collect();
    for (text, levels) in [
        ("- ".repeat(40) + "x\n", 40),
        ("[".repeat(40) + &"]".repeat(40) + "\n", 40),
        ("{a: ".repeat(40) + &"}".repeat(40) + "\n", 40),
        (keys, 40),
    ] {
        let document = TextDocument::new(FileId(0), &text);
        assert_eq!(problems(&document), "");
        assert_eq!(depth(document.stream().documents[0].root()), levels, "{text}");
    }
}

#[test]
fn documents_keep_their_own_directives_and_markers() {
    let text = "%YAML 1.1\n%TAG !e! tag:example.org,2000:\n--- # first\na: !e!x 1\n...\n# between\n%YAML 1.1\n---\nb: 2\n\
                --- !!map\nc: 3\n--- |\n text\n---\n---\nd: 4\n...\n";
    for cap in [1, 3, 100] {
        let document = TextDocument::with_cap(FileId(0), text, cap);
        assert_eq!(problems(&document), "", "cap {cap}");
        let roots: Vec<String> = document.stream().documents.iter().map(|it| first_text(it.root())).collect();
        assert_eq!(roots, ["a", "b", "c", "text\n", "", "d"], "cap {cap}");
        let markers: Vec<Option<String>> =
            document.stream().documents.iter().map(|it| it.marker.map(|range| document.slice(range))).collect();
        assert!(markers.iter().all(|marker| marker.as_deref() == Some("---")), "cap {cap}: {markers:?}");
    }
}

fn first_text(node: Placed<'_, Node>) -> String {
    let key = node.mapping().into_iter().flat_map(Placed::entries).map(Placed::key).next();
    key.unwrap_or(node).scalar().map_or_else(String::new, |it| it.text.to_string())
}

/// What is said of a text whose key `far` stands between two others: the code, and what is flagged.
fn check_far(far: &str, expected: &[(&str, &str)]) {
    let text = format!("above: 1\n{far}\nbelow: 2\n");
    let document = TextDocument::new(FileId(0), &text);
    let found = document.stream().problems.iter().map(|problem| {
        let token = document.slice(document.resolve(problem.place).unwrap());
        (problem.code.name(), token)
    });
    let found: Vec<_> = found.collect();
    assert_eq!(found.iter().map(|(code, token)| (*code, token.as_str())).collect::<Vec<_>>(), expected);
    let keys = facts(&document).0;
    assert_eq!((keys.first().map(String::as_str), keys.last().map(String::as_str)), (Some("above"), Some("below")));
}

#[test]
fn what_loads_is_read_however_far_right_it_stands() {
    let blanks = " ".repeat(40_000);
    for far in [
        format!("far:{blanks}\"x\""),
        format!("far: &a{blanks}x"),
        format!("far: x{blanks}#@ comment"),
        format!("far: [{blanks}x]"),
        format!("far:\n -{blanks}x"),
    ] {
        check_far(&far, &[]);
        let document = TextDocument::new(FileId(0), &far);
        let value = document.stream().documents[0].root().mapping().unwrap().entries().next().unwrap().value();
        let inner = value.sequence().and_then(|sequence| sequence.items().next());
        let scalar = inner.map_or(value, Placed::<Item>::value).scalar().map(|scalar| scalar.text.to_string());
        assert_eq!(scalar.as_deref(), Some("x"));
    }
}

#[test]
fn beside_a_mistake_nothing_is_said_of_what_stands_too_far_right_to_be_understood() {
    check_far(&format!("far:{}\"x\"\nhalf", " ".repeat(40_000)), &[("syntax-error", "half")]);
    check_far(&format!("far: {{a: 1,{}b: 2}} x", " ".repeat(40_000)), &[("syntax-error", "x")]);
}

#[test]
fn what_can_be_read_of_a_long_line_is_no_problem() {
    let quoted = "a ".repeat(40_000);
    check_far(&format!("far: \"{quoted}\""), &[]);
    check_far(&format!("far: {{a: {}1, b: 2}}", " ".repeat(40_000)), &[]);
    check_far(&format!("far: \"{quoted}\"\nhalf"), &[("syntax-error", "half")]);
}

/// A flow collection of so many items, on one line or on many.
fn items(count: usize, separator: &str) -> String {
    let item = |at: usize| format!(r#"{{"name": "n{at}",{separator}"port": {at}, "labels": ["a", {{"b": {at}}}]}}"#);
    (0..count).map(item).collect::<Vec<_>>().join(&format!(",{separator}"))
}

/// Edits at the only place of `at`, and how many segments of the version before are gone then.
#[track_caller]
fn lost_segments(text: &str, at: &str, new: &str) -> usize {
    let document = TextDocument::new(FileId(0), text);
    let offset = text.find(at).unwrap();
    let range = TextRange::at(TextSize::new(offset as u32), TextSize::of(at));
    let edited = document.edit(range, new);
    let fresh = TextDocument::new(FileId(0), &edited.rope().to_string());
    assert_eq!(problems(&edited), problems(&fresh));
    assert_eq!(dump_stream(edited.stream()), dump_stream(fresh.stream()));
    let ids = |document: &TextDocument| document.slots.iter().map(|slot| slot.segment.id).collect::<BTreeSet<_>>();
    ids(&document).difference(&ids(&edited)).count()
}

#[test]
fn an_edit_in_a_long_flow_collection_costs_its_own_segment() {
    for separator in [" ", "\n      "] {
        let list = items(2_000, separator);
        for text in [
            format!("above: 1\nlist: [{list}]\nbelow: 2\n"),
            format!("#@data/values\n---\n{{\"list\": [{list}]}}\n"),
            format!("- [{{\"inner\": {{\"list\": [{list}]}}, \"x\": 1}}]\n- 1\n"),
        ] {
            for (at, new) in [
                (r#""n1000""#, r#""other""#),
                (r#""port": 1000,"#, r#""port": 1000,, "#),
                (r#""port": 1000,"#, r#""port": 1000 "more": [1, {}],"#),
                (r#""port": 1000,"#, r#""port": @,"#),
                (r#""port": 1000,"#, r#""port": "\\q","#),
            ] {
                let count = lost_segments(&text, at, new);
                assert!((1..=3).contains(&count), "{count} of {:?}… {at} {new}", &text[..40]);
            }
        }
    }
}

#[test]
fn a_flow_collection_is_whole_again_once_it_is_small() {
    let text = format!("above: 1\nlist: [{}]\nbelow: 2\n", items(200, " "));
    let document = TextDocument::new(FileId(0), &text);
    let (start, end) = (text.find(r#"{"name": "n50""#).unwrap(), text.find("]\nbelow").unwrap());
    let edited = document.edit(TextRange::new(TextSize::new(start as u32), TextSize::new(end as u32)), "{}");
    let fresh = TextDocument::new(FileId(0), &edited.rope().to_string());
    assert_eq!(edited.slots.len(), fresh.slots.len());
    assert_eq!(dump_stream(edited.stream()), dump_stream(fresh.stream()));
}

#[test]
fn what_is_typed_on_the_first_line_of_an_item_does_not_move_the_cuts_again_and_again() {
    let item = |at: usize| format!("- port: {at}\n{}", "  key: a value of some length\n".repeat(9));
    let text: String = (0..200).map(item).collect();
    let unchanged = TextDocument::new(FileId(0), &text);
    for at in 0..200 {
        let mut document = unchanged.clone();
        let offset = text.find(&format!("port: {at}\n")).unwrap() + "port: ".len();
        let offset = TextSize::new(offset as u32);
        let mut lost = Vec::new();
        for (length, typed) in [(0, "1"), (1, ""), (0, "1"), (1, ""), (0, "1")] {
            let ids = |document: &TextDocument| document.slots.iter().map(|it| it.segment.id).collect::<BTreeSet<_>>();
            let edited = document.edit(TextRange::at(offset, TextSize::new(length)), typed);
            lost.push(ids(&document).difference(&ids(&edited)).count());
            document = edited;
        }
        assert_eq!(lost[2..], [1, 1, 1], "item {at}: {lost:?}");
    }
}
