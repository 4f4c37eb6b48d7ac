//! Documentation as one page that needs nothing else: no network, no script but its own. What the schema says is text
//! wherever it goes; the page's policy lets no other script or style run even so.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::prose::{Span, paragraphs, spans};
use super::{KeyDoc, SchemaDoc};
use crate::schema::Presence;
use crate::values::flow::flow;
use crate::values::{Value, ValueKind, print};

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// Longer values, in characters, get lines of their own.
const LONGEST_ON_LINE: usize = 60;

/// How many levels of keys the table of contents shows.
const CONTENTS_DEPTH: usize = 3;

/// The documentation as a page. `title` is what it is the documentation of.
pub fn html(title: &str, schemas: &[SchemaDoc]) -> String {
    // No key's link starts with a colon.
    let mut body = "<a class=\"skip\" href=\"#:keys\">Skip to the keys</a>\n".to_owned();
    contents(schemas, &mut body);
    let _ = write!(body, "<main id=\":keys\" tabindex=\"-1\">\n{SEARCH}");
    for doc in schemas {
        schema(doc, &mut body);
    }
    body.push_str("</main>\n");
    page(title, STYLE, Some(SCRIPT), &body)
}

/// A page with a policy that lets nothing run but its own style and script. The title is text.
pub(crate) fn page(title: &str, style: &str, script: Option<&str>, body: &str) -> String {
    let script_policy = script.map(|script| format!("; script-src '{}'", source(script))).unwrap_or_default();
    let policy = format!(
        "default-src 'none'; base-uri 'none'; form-action 'none'; style-src '{}'{script_policy}",
        source(style)
    );
    let script = script.map(|script| format!("<script>{script}</script>\n")).unwrap_or_default();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"sayl\">\n\
         <title>{}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}{script}</body>\n</html>\n",
        escaped(title)
    )
}

/// The search works only with the script, which shows it.
const SEARCH: &str = "<search class=\"tools\" hidden>\
    <input type=\"search\" placeholder=\"Search keys and text\" aria-label=\"Search keys and text\" aria-keyshortcuts=\"/\" autocomplete=\"off\" spellcheck=\"false\">\
    <output aria-live=\"polite\"></output><button type=\"button\" class=\"fold\">Collapse all</button></search>\n";

/// How a policy names a script or a style.
fn source(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

/// The table of contents.
fn contents(schemas: &[SchemaDoc], page: &mut String) {
    page.push_str("<nav aria-label=\"Contents\">\n");
    for schema in schemas {
        if schemas.len() > 1 {
            let heading = escaped(&schema.heading());
            let _ = writeln!(page, "<p><a href=\"{}\">{heading}</a></p>", schema.link(""));
        }
        contents_below(schema, &schema.root.keys, CONTENTS_DEPTH, page);
    }
    page.push_str("</nav>\n");
}

fn contents_below(schema: &SchemaDoc, keys: &[KeyDoc], depth: usize, page: &mut String) {
    if keys.is_empty() || depth == 0 {
        return;
    }
    page.push_str("<ul>\n");
    for key in keys {
        let _ = write!(page, "<li><a href=\"{}\">{}</a>", schema.link(&key.path()), escaped(&key.step));
        contents_below(schema, &key.keys, depth - 1, page);
        page.push_str("</li>\n");
    }
    page.push_str("</ul>\n");
}

fn schema(schema: &SchemaDoc, page: &mut String) {
    let heading = escaped(&schema.heading());
    let title = match &schema.root.title {
        Some(title) => format!("{} <small>{heading}</small>", escaped(title)),
        None => heading,
    };
    let anchor = escaped(&schema.anchor(""));
    let id = if anchor.is_empty() { anchor } else { format!(" id=\"{anchor}\"") };
    let _ = write!(page, "<section class=\"schema\"{id}>\n<h1>{title}</h1>\n");
    body(&schema.root, page);
    keys(schema, &schema.root.keys, page);
    page.push_str("</section>\n");
}

fn keys(schema: &SchemaDoc, keys: &[KeyDoc], page: &mut String) {
    if keys.is_empty() {
        return;
    }
    page.push_str("<ul class=\"keys\">\n");
    for key in keys {
        let class = if key.deprecated.is_some() || key.removed.is_some() { "key outdated" } else { "key" };
        let _ = write!(page, "<li class=\"{class}\" id=\"{}\">", escaped(&schema.anchor(&key.path())));
        if key.keys.is_empty() {
            let _ = writeln!(page, "<div class=\"head\">{}</div>", head(schema, key));
            body(key, page);
        } else {
            let _ = writeln!(page, "<details open><summary class=\"head\">{}</summary>", head(schema, key));
            body(key, page);
            self::keys(schema, &key.keys, page);
            page.push_str("</details>");
        }
        page.push_str("</li>\n");
    }
    page.push_str("</ul>\n");
}

/// Name, type, default and marks of a key, on one line.
fn head(schema: &SchemaDoc, key: &KeyDoc) -> String {
    let path = escaped(&key.path());
    let parents = match key.parents.as_str() {
        "" => String::new(),
        parents => format!("<span class=\"parents\">{}</span>", escaped(parents)),
    };
    let mut head = format!(
        "<code class=\"name\">{parents}{}</code>\
         <a class=\"link\" href=\"{}\" aria-label=\"Link to {path}\">#</a> <span class=\"type\">{}</span>",
        escaped(&key.step),
        schema.link(&key.path()),
        escaped(&key.type_words)
    );
    if let Some(default) = key.default.as_ref().filter(|default| !is_long(default)) {
        let _ = write!(
            head,
            " <span class=\"default\"><span class=\"word\">default</span> {}</span>",
            code(&flow(default))
        );
    }
    let marks = [
        (key.presence == Presence::Required, "required"),
        (key.presence == Presence::Optional, "optional"),
        (key.deprecated.is_some(), "deprecated"),
        (key.removed.is_some(), "removed"),
    ];
    for (_, mark) in marks.iter().filter(|(is_set, _)| *is_set) {
        let _ = write!(head, " <span class=\"mark {mark}\">{mark}</span>");
    }
    head
}

/// What is said of a key below its line.
fn body(key: &KeyDoc, page: &mut String) {
    if let (Some(title), false) = (&key.title, key.step.is_empty()) {
        let _ = writeln!(page, "<p class=\"title\">{}</p>", escaped(title));
    }
    for (word, notice) in [("Removed", &key.removed), ("Deprecated", &key.deprecated)] {
        if let Some(notice) = notice {
            let _ = writeln!(page, "<p class=\"notice\"><strong>{word}.</strong> {}</p>", prose(notice));
        }
    }
    for paragraph in key.description.iter().flat_map(|text| paragraphs(text)) {
        let _ = writeln!(page, "<p>{}</p>", prose(&paragraph));
    }
    let default = key.default.as_ref().filter(|default| is_long(default)).map(block);
    fact("Keys", key.matching.iter().map(|keys| prose(keys)), page);
    fact("Default", default.into_iter(), page);
    fact("Must be", key.rules.iter().map(|rule| prose(rule)), page);
    for (name, description) in &key.functions {
        let description: Vec<String> = paragraphs(description).iter().map(|paragraph| prose(paragraph)).collect();
        fact(&code(name), std::iter::once(description.join("<br>")), page);
    }
    fact("Examples", key.examples.iter().map(example), page);
    fact("For other tools", key.extensions().map(|it| code(&it)), page);
}

/// A word and what it stands for; nothing if that is nothing.
fn fact(word: &str, values: impl Iterator<Item = String>, page: &mut String) {
    let values: Vec<String> = values.map(|value| format!("<dd>{value}</dd>")).collect();
    if !values.is_empty() {
        let _ = writeln!(page, "<dl><dt>{word}</dt>{}</dl>", values.concat());
    }
}

fn example((description, value): &(String, Value)) -> String {
    let shown = if is_long(value) { block(value) } else { code(&flow(value)) };
    match description.trim() {
        "" => shown,
        description if is_long(value) => format!("{}{shown}", prose(description)),
        description => format!("{shown} <span class=\"word\">{}</span>", prose(description)),
    }
}

fn is_long(value: &Value) -> bool {
    let has_lines = matches!(&value.kind, ValueKind::String(text) if text.contains('\n'));
    has_lines || flow(value).chars().nth(LONGEST_ON_LINE).is_some()
}

/// A value as YAML on lines of its own.
fn block(value: &Value) -> String {
    format!("<pre tabindex=\"0\"><code>{}</code></pre>", escaped(print::yaml(value).trim_end()))
}

fn code(text: &str) -> String {
    format!("<code>{}</code>", escaped(text))
}

/// Text with its code and addresses.
fn prose(text: &str) -> String {
    let mut html = String::new();
    for span in spans(text) {
        match span {
            Span::Text(text) => html.push_str(&escaped(text)),
            Span::Code(text) => html.push_str(&code(text)),
            Span::Link(address) => {
                let address = escaped(address);
                let _ = write!(html, "<a href=\"{address}\" rel=\"noopener noreferrer\">{address}</a>");
            }
        }
    }
    html
}

/// Text of which nothing is markup, between tags and between quotes.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(character),
        }
    }
    escaped
}
