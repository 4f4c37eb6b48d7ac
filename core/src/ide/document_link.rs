//! Document links: what a text names that can be opened. Files that code loads, the schema of a modeline, the files of
//! `sayl.toml`, resources and definitions that a resource refers to, and addresses.

use std::path::Path;

use crate::analysis::Analysis;
use crate::analysis::names::LoadTarget;
use crate::choreo::Catalog as _;
use crate::document::TextDocument;
use crate::schema::sections::inside;
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::workspace::discovery::normalized;
use crate::workspace::{CONFIG_NAME, config, modeline};

/// A part of a text that can be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentLink {
    /// The name or address, without quotes around it.
    pub range: TextRange,
    /// Where it leads.
    pub target: LinkTarget,
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkTarget {
    /// To a file.
    File(FileId),
    /// To a place in a file.
    Place(FileId, TextRange),
    /// To an address.
    Url(String),
}

/// The links of a file, in order; none overlap.
pub fn document_links(analysis: &Analysis, file: FileId) -> Vec<DocumentLink> {
    let Some(document) = analysis.document(file) else { return Vec::new() };
    let text = document.rope().to_string();
    let mut links = loads(analysis, file, &text);
    links.extend(schema_of_modeline(analysis, file, document));
    links.extend(files_of_config(analysis, file, &text));
    links.extend(references(analysis, file, document));
    links.extend(definitions(analysis, file, document, &text));
    links.extend(urls(analysis, &text));
    links.sort_by_key(|link| link.range.start());
    links.dedup_by(|next, link| next.range.start() < link.range.end());
    links
}

/// The files that template code loads.
fn loads(analysis: &Analysis, file: FileId, text: &str) -> Vec<DocumentLink> {
    let loads = analysis.names(file).map(|names| names.loads.as_slice()).unwrap_or_default();
    let link = |load: &crate::template::names::Load| {
        let LoadTarget::File(target) = analysis.load_target(file, &load.path)? else { return None };
        Some(DocumentLink { range: unquoted(text, load.range), target: LinkTarget::File(target) })
    };
    loads.iter().filter_map(link).collect()
}

/// A file that is named relative to another.
fn beside(analysis: &Analysis, file: FileId, path: &str) -> Option<LinkTarget> {
    let folder = analysis.path(file).parent().unwrap_or(Path::new(""));
    analysis.file(&normalized(&folder.join(path))).map(LinkTarget::File)
}

fn schema_of_modeline(analysis: &Analysis, file: FileId, document: &TextDocument) -> Option<DocumentLink> {
    let head = modeline::head(document.rope());
    let path = modeline::schema_of(&head)?;
    // The modeline is the first comment, so nothing above it names a schema.
    let setting = head.find(&format!("schema={path}"))?;
    let range = TextRange::at(TextSize::new((setting + "schema=".len()) as u32), TextSize::of(path));
    Some(DocumentLink { range, target: beside(analysis, file, path)? })
}

fn files_of_config(analysis: &Analysis, file: FileId, text: &str) -> Vec<DocumentLink> {
    if analysis.path(file).file_name().is_none_or(|name| name != CONFIG_NAME) {
        return Vec::new();
    }
    let (config, _) = config::parse(file, text);
    let paths = config.bundles.iter().flat_map(|bundle| bundle.files.iter().chain(&bundle.data_values_files));
    let link = |(path, place): &(String, Place)| {
        Some(DocumentLink { range: unquoted(text, place.range), target: beside(analysis, file, path)? })
    };
    paths.filter_map(link).collect()
}

/// The resources that the resources of a file name.
fn references(analysis: &Analysis, file: FileId, document: &TextDocument) -> Vec<DocumentLink> {
    let references = analysis.resources(file).iter().flat_map(|(_, resource)| &resource.references);
    let link = |reference: &crate::choreo::ResourceReference| {
        let named = analysis.catalog(file).find(&reference.target)?.name_place;
        let target = LinkTarget::Place(named.file, analysis.document(named.file)?.resolve(named)?);
        Some(DocumentLink { range: document.resolve(reference.place)?, target })
    };
    references.filter_map(link).collect()
}

/// `$ref: "#/$defs/Name"` in schemas that are written as JSON Schema.
fn definitions(analysis: &Analysis, file: FileId, document: &TextDocument, text: &str) -> Vec<DocumentLink> {
    let mut links = Vec::new();
    for (_, resource) in analysis.resources(file) {
        let sections = inside::all(&resource.value).into_iter().flat_map(|sections| sections.sections);
        for section in sections.filter(|section| !section.is_shorthand) {
            for (value, pointer) in inside::references(section.value) {
                analysis.unwind_if_cancelled();
                let place = inside::pointed_at(section.value, pointer);
                let target =
                    place.and_then(|place| document.resolve(place)).map(|range| LinkTarget::Place(file, range));
                let range = document.resolve(value.origin).map(|range| unquoted(text, range));
                links.extend(range.zip(target).map(|(range, target)| DocumentLink { range, target }));
            }
        }
    }
    links
}

/// The range without the quotes around it.
fn unquoted(text: &str, range: TextRange) -> TextRange {
    let quote = |it: char| matches!(it, '"' | '\'');
    match text
        .get(std::ops::Range::<usize>::from(range))
        .and_then(|written| written.strip_prefix(quote)?.strip_suffix(quote))
    {
        Some(inner) => TextRange::at(range.start() + TextSize::of('"'), TextSize::of(inner)),
        None => range,
    }
}

/// Addresses of the web, wherever they are written; none whose end template code decides.
fn urls(analysis: &Analysis, text: &str) -> Vec<DocumentLink> {
    let mut links = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find("://").map(|at| from + at) {
        analysis.unwind_if_cancelled();
        from = at + "://".len();
        let Some(scheme) = ["https", "http"].into_iter().find(|scheme| text[..at].ends_with(scheme)) else { continue };
        let rest = &text[from..];
        let is_end = |it: char| it.is_whitespace() || it.is_control() || "\"'`<>|\\^".contains(it);
        let length = rest.find(is_end).unwrap_or(rest.len());
        let host = without_punctuation(&rest[..length]);
        let is_computed = ["(@", "${", "{{", "$("].iter().any(|sign| host.contains(sign));
        if host.starts_with(|first: char| first.is_alphanumeric() || first == '[') && !is_computed {
            let (start, end) = (at - scheme.len(), from + host.len());
            let range = TextRange::new(TextSize::new(start as u32), TextSize::new(end as u32));
            links.push(DocumentLink { range, target: LinkTarget::Url(text[start..end].to_owned()) });
        }
        from += host.len();
    }
    links
}

/// An address without what ends the sentence around it; brackets that it opens itself stay.
fn without_punctuation(mut address: &str) -> &str {
    while let Some(last) = address.chars().next_back() {
        let opening = match last {
            '.' | ',' | ';' | ':' | '!' | '?' | '*' | '_' => None,
            ')' => Some('('),
            ']' => Some('['),
            '}' => Some('{'),
            _ => break,
        };
        if opening.is_some_and(|open| address.matches(open).count() >= address.matches(last).count()) {
            break;
        }
        address = &address[..address.len() - last.len_utf8()];
    }
    address
}

#[cfg(test)]
mod tests;
