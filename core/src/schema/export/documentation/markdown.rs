//! Documentation as Markdown for GitHub: a heading for each map, below it a table of its keys. What the schema says is
//! shown as text; nothing in it becomes markup but code between backticks and addresses.

use std::fmt::Write as _;

use super::prose::{Span, paragraphs, spans};
use super::{KeyDoc, SchemaDoc};
use crate::schema::Presence;
use crate::values::flow::flow;

/// Below this level Markdown has no headings.
const DEEPEST_HEADING: usize = 6;

/// The documentation as a page.
pub fn markdown(schemas: &[SchemaDoc]) -> String {
    schemas.iter().map(schema).collect::<Vec<_>>().join("\n")
}

fn schema(schema: &SchemaDoc) -> String {
    let title = match &schema.root.title {
        Some(title) => format!("{} ({})", inline(title), code(&schema.heading())),
        None => format!("Schema of {}", code(&schema.heading())),
    };
    let mut page = format!("# {title}\n");
    body(schema, &schema.root, &mut page);
    sections(schema, &schema.root.keys, 2, &mut page);
    page
}

/// A section for each key that has keys below it.
fn sections(schema: &SchemaDoc, keys: &[KeyDoc], level: usize, page: &mut String) {
    for key in keys.iter().filter(|key| !key.keys.is_empty()) {
        let marks = "#".repeat(level.min(DEEPEST_HEADING));
        let anchor = attribute(&schema.anchor(&key.path()));
        let _ = writeln!(page, "\n{marks} <a id=\"{anchor}\"></a>{}", code(&key.path()));
        let title = key.title.as_ref().map(|title| format!("**{}**: ", inline(title)));
        let _ = writeln!(page, "\n{}{}", title.unwrap_or_default(), facts(key));
        body(schema, key, page);
        sections(schema, &key.keys, level + 1, page);
    }
}

/// What is said of a map, and the table of its keys.
fn body(schema: &SchemaDoc, doc: &KeyDoc, page: &mut String) {
    for part in remarks(doc) {
        let _ = writeln!(page, "\n{part}");
    }
    if doc.keys.is_empty() {
        return;
    }
    page.push_str("\n| Key | Type | Default | Description |\n| --- | --- | --- | --- |\n");
    for key in &doc.keys {
        row(schema, key, page);
    }
}

fn row(schema: &SchemaDoc, key: &KeyDoc, page: &mut String) {
    let anchor = attribute(&schema.anchor(&key.path()));
    let (name, rest) = if key.keys.is_empty() {
        let title = key.title.as_ref().map(|title| format!("**{}**", inline(title)));
        let name = format!("<a id=\"{anchor}\"></a>{}", code(&key.step));
        (name, title.into_iter().chain(remarks(key)).collect::<Vec<_>>())
    } else {
        let title = key.title.as_deref().or(key.description.as_deref());
        let title = title.and_then(|text| paragraphs(text).into_iter().next());
        (format!("[{}]({})", code(&key.step), schema.link(&key.path())), title.iter().map(|it| inline(it)).collect())
    };
    let cells = [name, inline(&key.type_words), default(key), rest.join("\n\n")];
    let _ = writeln!(page, "| {} |", cells.map(|text| cell(&text)).join(" | "));
}

/// Type and default of a key in words.
fn facts(key: &KeyDoc) -> String {
    let default = default(key);
    match default.as_str() {
        "" => inline(&key.type_words),
        "required" | "optional" => format!("{}, {default}", inline(&key.type_words)),
        _ => format!("{}, default {default}", inline(&key.type_words)),
    }
}

fn default(key: &KeyDoc) -> String {
    match (&key.default, key.presence) {
        (Some(default), _) => code(&flow(default)),
        (None, Presence::Required) => "required".to_owned(),
        (None, Presence::Optional) => "optional".to_owned(),
        (None, Presence::Defaulted) => String::new(),
    }
}

/// Paragraphs: notices, description, rules, examples.
fn remarks(key: &KeyDoc) -> Vec<String> {
    let mut parts = Vec::new();
    let notices = [("Removed", &key.removed), ("Deprecated", &key.deprecated)];
    for (word, notice) in notices.into_iter().filter_map(|(word, notice)| Some((word, notice.as_ref()?))) {
        parts.push(format!("**{word}.** {}", inline(notice)).trim_end().to_owned());
    }
    parts.extend(key.matching.as_ref().map(|keys| format!("Keys: {}", inline(keys))));
    parts.extend(key.description.iter().flat_map(|text| paragraphs(text)).map(|paragraph| inline(&paragraph)));
    if !key.rules.is_empty() {
        parts.push(format!("Must be: {}", inline(&key.rules.join("; "))));
    }
    for (name, description) in &key.functions {
        parts.push(format!("{}: {}", code(name), inline(description)));
    }
    let examples = key.examples.iter().map(|(description, value)| match description.trim() {
        "" => code(&flow(value)),
        description => format!("{} ({})", code(&flow(value)), inline(description)),
    });
    let examples = examples.collect::<Vec<_>>();
    if !examples.is_empty() {
        parts.push(format!("Examples: {}", examples.join(", ")));
    }
    let extensions = key.extensions().map(|it| code(&it)).collect::<Vec<_>>();
    if !extensions.is_empty() {
        parts.push(format!("For other tools: {}", extensions.join(", ")));
    }
    parts
}

/// Text as text, with its code and addresses.
fn inline(text: &str) -> String {
    let mut markdown = String::new();
    let lines = text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    for span in spans(&lines) {
        match span {
            Span::Text(text) => write_escaped(text, &mut markdown),
            Span::Code(text) => markdown.push_str(&code(&text.replace('\n', " "))),
            Span::Link(address) => markdown.extend(["<", &address.replace('|', "%7C"), ">"]),
        }
    }
    markdown
}

/// Text with the emphasis, lists and headings that it has, but without HTML, images and links of its own: who wrote it
/// is not who reads it.
pub fn formatted(text: &str) -> String {
    let mut markdown = String::new();
    for span in spans(text.trim()) {
        match span {
            Span::Text(text) => write_without_links(text, &mut markdown),
            Span::Code(text) => markdown.push_str(&code(text)),
            Span::Link(address) => markdown.extend(["<", address, ">"]),
        }
    }
    markdown
}

fn write_without_links(text: &str, markdown: &mut String) {
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let begins_tag = |next: &char| next.is_ascii_alphabetic() || "/!?".contains(*next);
        match character {
            '<' if characters.peek().is_some_and(begins_tag) => markdown.push_str("&lt;"),
            '\\' | '`' | '[' => markdown.extend(['\\', character]),
            _ => markdown.push(character),
        }
    }
}

/// Text of which nothing is read as markup.
fn write_escaped(text: &str, markdown: &mut String) {
    let mut is_line_start = markdown.is_empty();
    let mut is_number = false;
    for character in text.chars() {
        let is_list_mark = is_line_start && matches!(character, '-' | '+' | '=' | ':');
        let ends_number = is_number && matches!(character, '.' | ')');
        match character {
            '<' => markdown.push_str("&lt;"),
            '>' => markdown.push_str("&gt;"),
            '&' => markdown.push_str("&amp;"),
            '@' => markdown.push_str("&#64;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '~' | '!' | '$' | '{' | '}' => {
                markdown.extend(['\\', character]);
            }
            _ if is_list_mark || ends_number => markdown.extend(['\\', character]),
            _ => markdown.push(character),
        }
        is_number = character.is_ascii_digit() && (is_line_start || is_number);
        is_line_start = character == '\n';
    }
}

/// Text as code, whatever it holds.
pub fn code(text: &str) -> String {
    let text = text.replace('\n', " ");
    let mut longest = 0;
    for run in text.split(|character| character != '`') {
        longest = longest.max(run.len());
    }
    let fence = "`".repeat(longest + 1);
    let blank = if longest > 0 || text.trim().is_empty() { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}

/// Markdown in a cell of a table, where it has one line and bars are columns. Those of text are escaped already.
fn cell(markdown: &str) -> String {
    let mut cell = String::new();
    let mut is_escaped = false;
    for character in markdown.replace("\n\n", "<br>").replace('\n', " ").chars() {
        if character == '|' && !is_escaped {
            cell.push('\\');
        }
        cell.push(character);
        is_escaped = character == '\\' && !is_escaped;
    }
    cell
}

/// Text between the quotes of an HTML attribute within Markdown.
fn attribute(text: &str) -> String {
    let mut attribute = String::new();
    for character in text.chars() {
        match character {
            '&' | '<' | '>' | '"' | '\'' | '|' | '`' | '\\' | '*' => {
                let _ = write!(attribute, "&#{};", character as u32);
            }
            _ => attribute.push(character),
        }
    }
    attribute
}
