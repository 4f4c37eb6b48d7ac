//! What keywords of annotations take, as far as that is a fixed set: as values, and inside quotes.

use super::{AnnotationParameters, argument};
use crate::formats::StringFormat;
use crate::ide::annotation_docs::KeywordDoc;
use crate::ide::completion::CompletionItem;
use crate::ide::line::LineAt;

/// Names of types that `one_of=` of `@schema/type` lists.
const TYPES: [&str; 5] = ["string", "int", "float", "bool", "null"];

/// What `@schema/type` takes without a keyword, besides.
const MORE_TYPES: [&str; 3] = ["any", "array", "map"];

/// What a keyword takes.
pub(super) fn values_of(parameters: &AnnotationParameters, keyword: &KeywordDoc) -> Vec<String> {
    match keyword.name {
        "by" => parameters.item_keys.iter().map(|key| quoted(key)).collect(),
        _ if keyword.snippet == "True" => ["True", "False"].map(str::to_owned).to_vec(),
        "format" => StringFormat::ALL.map(|format| quoted(format.name())).to_vec(),
        "one_of" if parameters.annotation.name == "schema/type" => TYPES.map(quoted).to_vec(),
        "expects" | "when" if keyword.snippet == "${1:1}" => ["1", "\"0+\"", "\"1+\""].map(str::to_owned).to_vec(),
        _ => Vec::new(),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

/// Completions inside a text that is open at the cursor; `None` where none is.
pub(super) fn in_text(
    parameters: &AnnotationParameters,
    arguments: &str,
    line: &LineAt,
    cursor: usize,
) -> Option<Vec<CompletionItem>> {
    let AnnotationParameters { annotation, keywords, .. } = parameters;
    let (at, quote) = open_quote(arguments)?;
    let before = arguments.get(..at)?.trim_end();
    let values = match keyword_of(before) {
        Some(name) => keywords.iter().find(|it| it.name == name).map(|it| values_of(parameters, it)),
        None if is_positional(before) && annotation.name == "schema/type" && keywords.len() > 1 => {
            Some(TYPES.iter().chain(&MORE_TYPES).map(|name| quoted(name)).collect())
        }
        None => None,
    };
    let typed = arguments.len() - at - quote.len_utf8();
    let rest = line.text.get(cursor..)?;
    let end = rest.find(quote).map_or(cursor, |end| cursor + end);
    let closing = if end == cursor && !rest.starts_with(quote) { quote.to_string() } else { String::new() };
    let replace = line.range(cursor - typed, end);
    let texts =
        values.into_iter().flatten().filter_map(|value| Some(value.strip_prefix('"')?.strip_suffix('"')?.to_owned()));
    let items = texts.enumerate().map(|(index, text)| {
        let insert = format!("{text}{closing}");
        CompletionItem { insert: insert.clone(), insert_plain: insert, ..argument(text, replace, index) }
    });
    Some(items.collect())
}

/// Where the text begins that is open at the end of some arguments, and its quote.
fn open_quote(arguments: &str) -> Option<(usize, char)> {
    let mut open = None;
    for (at, character) in arguments.char_indices() {
        match open {
            Some((_, quote)) if quote == character => open = None,
            None if matches!(character, '"' | '\'') => open = Some((at, character)),
            _ => {}
        }
    }
    open
}

/// The keyword whose value, or an item of whose list, comes next.
fn keyword_of(before: &str) -> Option<&str> {
    let (name, value) = before.rsplit_once('=')?;
    let is_here = value.trim().is_empty() || value.trim_start().starts_with('[') && !value.contains(']');
    let name = name.trim_end();
    let start = name.trim_end_matches(|it: char| it.is_alphanumeric() || it == '_').len();
    is_here.then(|| &name[start..])
}

/// Whether an argument without a keyword comes next.
fn is_positional(before: &str) -> bool {
    before.is_empty() || before.ends_with(',') && !before.contains(['(', '[', '{'])
}
