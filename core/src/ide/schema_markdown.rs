//! A schema node as Markdown: what hover shows and what completion shows beside a key.

use std::fmt::Write as _;

use crate::analysis::Analysis;
use crate::ide::line::line_number;
use crate::schema::describe::{documented_functions, key_in_words, type_words};
pub(super) use crate::schema::export::documentation::markdown::code as code_span;
use crate::schema::export::documentation::markdown::formatted;
use crate::schema::{Presence, SchemaNode, Type};
use crate::text::Place;
use crate::values::flow::flow;
use crate::values::{Value, ValueKind};

mod rules;

/// Longer values are cut, in characters.
const LONGEST_VALUE: usize = 80;

/// How many examples are shown.
const MOST_EXAMPLES: usize = 5;

/// Title, type, default, description, constraints, examples, deprecation and place of declaration of a node that
/// people know as `name`.
pub(super) fn markdown(analysis: &Analysis, name: &str, node: &SchemaNode) -> String {
    let title = node.title.clone().or_else(|| title_in_words(name));
    let mut text = match title {
        Some(title) => format!("**{}** ({}): {}", formatted(&title), code_span(name), type_words(node)),
        None => format!("**{}**: {}", code_span(name), type_words(node)),
    };
    if node.presence == Presence::Required {
        text.push_str(", required");
    }
    if let Some(default) = shown_default(node).map(code) {
        let _ = write!(text, ", default {default}");
    }
    for (word, notice) in [("Removed", &node.removed), ("Deprecated", &node.deprecated)] {
        if let Some(notice) = notice {
            let _ = write!(text, "\n\n**{word}.** {}", formatted(notice));
        }
    }
    if let Some(description) = &node.description {
        let _ = write!(text, "\n\n{}", formatted(description));
    }
    let rules = rules::words(analysis, node);
    if !rules.is_empty() {
        let _ = write!(text, "\n\nMust be: {}", rules.join("; "));
    }
    for (name, description) in documented_functions(node) {
        let _ = write!(text, "\n\n{}: {}", code_span(name), formatted(description));
    }
    write_examples(node, &mut text);
    let extensions: Vec<String> = node
        .extensions
        .iter()
        .map(|(name, value)| code_span(&shortened(&format!("{name}: {}", flow(value)))))
        .collect();
    if !extensions.is_empty() {
        let _ = write!(text, "\n\nFor other tools: {}", extensions.join(", "));
    }
    if let Some(place) = linked_place(analysis, node.declared) {
        let _ = write!(text, "\n\nDeclared in {place}");
    }
    text
}

/// The default title of a key whose words are run together by `_` and the like: of `timeout_seconds`, "Timeout seconds".
/// One of a single word would say nothing more than the key.
fn title_in_words(name: &str) -> Option<String> {
    let title = key_in_words(name);
    (title.contains(' ') && !name.contains(['[', ' '])).then_some(title)
}

fn write_examples(node: &SchemaNode, text: &mut String) {
    if node.examples.is_empty() {
        return;
    }
    text.push_str("\n\nExamples:\n");
    for example in node.examples.iter().take(MOST_EXAMPLES) {
        let value = code(&example.value);
        let _ = match example.description.trim() {
            "" => write!(text, "\n- {value}"),
            description => write!(text, "\n- {}: {value}", formatted(description)),
        };
    }
    if node.examples.len() > MOST_EXAMPLES {
        text.push_str("\n- …");
    }
}

/// The default; `None` where it says nothing: a map's default is that of its keys, unless it has one of its own.
pub(super) fn shown_default(node: &SchemaNode) -> Option<&Value> {
    if let Some(written) = &node.written_default {
        return Some(written);
    }
    let is_filled_map = matches!(node.ty, Type::Mapping(_)) && !matches!(node.default.kind, ValueKind::Null);
    (!is_filled_map && node.removed.is_none() && !matches!(node.default.kind, ValueKind::Unknown))
        .then_some(&node.default)
}

/// A value as an inline code span, cut if it is long.
fn code(value: &Value) -> String {
    code_span(&shortened(&flow(value)))
}

/// Whether text fits beside other things.
pub(super) fn is_short(text: &str) -> bool {
    text.chars().nth(LONGEST_VALUE).is_none()
}

/// Text cut to a length that fits beside other things.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_VALUE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// `schema.yml:12`: where a node is declared.
/// `schema.yml:12`, as a link where the reader can follow it.
fn linked_place(analysis: &Analysis, place: Place) -> Option<String> {
    let words = place_words(analysis, place)?;
    let line = words.rsplit(':').next().unwrap_or_default();
    let shown = code_span(&words);
    Some(analysis.address(place.file).map_or(shown.clone(), |address| format!("[{shown}](<{address}#L{line}>)")))
}

/// `schema.yml:12`
pub(super) fn place_words(analysis: &Analysis, place: Place) -> Option<String> {
    let document = analysis.document(place.file)?;
    let range = document.resolve(place)?;
    let name = analysis.path(place.file).file_name()?.to_string_lossy().into_owned();
    Some(format!("{name}:{}", line_number(document.rope(), range.start()) + 1))
}
