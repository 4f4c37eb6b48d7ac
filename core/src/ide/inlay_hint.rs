//! Inlay hints: the type and the default behind a value, where they do not show, and which block an `end` ends.
//!
//! Only what stands in the range that is asked about is walked.

use crate::analysis::Analysis;
use crate::document::TextDocument;
use crate::ide::code_blocks::{BlockRole, TemplateCode};
use crate::ide::hover::hover;
use crate::ide::lines::Lines;
use crate::ide::position::{node_at, value_step};
use crate::ide::schema_markdown::{shortened, shown_default};
use crate::ide::symbol::governed;
use crate::schema::describe::type_words;
use crate::schema::headers::{DocumentRole, classify};
use crate::schema::lookup::child;
use crate::schema::{Presence, SchemaNode, Type};
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::flow::flow;
use crate::values::{Value, ValueKind, from_yaml};
use crate::yaml::path::{NodeStep, children_in};
use crate::yaml::{Node, Placed};

/// How many hints an answer has at most. Editors ask for what is on the screen; of a whole large file the first hints
/// are given.
pub const MOST_HINTS: usize = 5_000;

/// Which hints somebody wants to see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WantedHints {
    /// Types of keys.
    pub types: bool,
    /// Defaults that are not what is written.
    pub defaults: bool,
    /// What an `end` ends.
    pub blocks: bool,
}

/// A hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlayHint {
    /// Where it stands.
    pub offset: TextSize,
    /// What it says.
    pub label: String,
    /// Where what it says is written.
    pub target: Option<(FileId, TextRange)>,
    /// Whether it says what is expected, rather than what ends.
    pub is_type: bool,
    /// What it is about, which says more when it is hovered over.
    pub about: TextSize,
}

/// The hints of a range of a file, in order; of more than [`MOST_HINTS`] the first.
pub fn inlay_hints(analysis: &Analysis, file: FileId, range: TextRange, wanted: WantedHints) -> Vec<InlayHint> {
    let Some(document) = analysis.document(file) else { return Vec::new() };
    let mut hints = Hints { analysis, document, range, wanted, is_schema: false, found: Vec::new() };
    if wanted.types || wanted.defaults {
        hints.documents(file);
    }
    if wanted.blocks && analysis.has_code(file) {
        hints.block_ends(file);
    }
    hints.found.sort_by_key(|hint| hint.offset);
    hints.found.truncate(MOST_HINTS);
    hints.found
}

/// What a hint says when it is hovered over, as Markdown.
pub fn tooltip(analysis: &Analysis, file: FileId, about: TextSize) -> Option<String> {
    hover(analysis, file, about).map(|hover| hover.markdown)
}

struct Hints<'a> {
    analysis: &'a Analysis,
    document: &'a TextDocument,
    range: TextRange,
    wanted: WantedHints,
    /// Whether the document that is walked declares what it says, so that its own types show.
    is_schema: bool,
    found: Vec<InlayHint>,
}

impl Hints<'_> {
    fn documents(&mut self, file: FileId) {
        let (documents, range) = (&self.document.stream().documents, self.range);
        let touched = documents.iter().enumerate().filter(|(_, yaml)| yaml.range.intersect(range).is_some());
        for (index, yaml) in touched {
            self.is_schema = matches!(classify(yaml).role, DocumentRole::Schema(_));
            for (path, schema) in governed(self.analysis, file, index) {
                if let Some(node) = node_at(yaml.root(), &path) {
                    self.children(node, &schema.root);
                }
            }
        }
    }

    /// Nodes nest less deep than the stack allows: `yaml::lower` sees to it.
    fn children(&mut self, node: Placed<'_, Node>, schema: &SchemaNode) {
        for step in children_in(node, self.range) {
            self.analysis.unwind_if_cancelled();
            if self.found.len() >= MOST_HINTS {
                return;
            }
            let Some(step_to) = value_step(step) else {
                // A merge key's content belongs to the map itself.
                self.children(step.value(), schema);
                continue;
            };
            let Some(schema) = child(schema, &step_to) else { continue };
            if let NodeStep::Entry(entry) = step {
                self.entry(entry.key().range(), entry.value(), schema);
            }
            self.children(step.value(), schema);
        }
    }

    fn entry(&mut self, key: TextRange, value: Placed<'_, Node>, schema: &SchemaNode) {
        let is_plain_map = matches!(schema.ty, Type::Mapping(_)) && !schema.nullable;
        let says_type = self.wanted.types && !is_plain_map && !matches!(schema.ty, Type::Unknown);
        let mut words: Vec<String> = says_type.then(|| type_words(schema)).into_iter().collect();
        if self.wanted.types && schema.presence == Presence::Required {
            words.push("required".to_owned());
        }
        let default = shown_default(schema).filter(|default| self.wanted.defaults && self.is_news(default, value));
        words.extend(default.map(|default| format!("default {}", shortened(&flow(default)))));
        let offset = self.behind(key, value);
        if words.is_empty() || !self.range.contains_inclusive(offset) {
            return;
        }
        let declared = schema.declared;
        let target = self.analysis.document(declared.file).and_then(|it| it.resolve(declared));
        let target = target.filter(|range| *range != key).map(|range| (declared.file, range));
        self.found.push(InlayHint { offset, label: words.join(", "), target, is_type: true, about: key.start() });
    }

    /// Whether a default tells what the text does not.
    fn is_news(&self, default: &Value, written: Placed<'_, Node>) -> bool {
        let is_empty = matches!(&default.kind, ValueKind::Sequence(items) if items.is_empty());
        match from_yaml::scalar_kind(written.get()).filter(|_| written.scalar().is_some()) {
            Some(kind) => flow(&Value { origin: Place::NOWHERE, kind }) != flow(default),
            None => self.is_schema || !is_empty && !matches!(default.kind, ValueKind::Null),
        }
    }

    /// Behind a value on the line of its key, else behind the key and its colon.
    fn behind(&self, key: TextRange, value: Placed<'_, Node>) -> TextSize {
        let end = value.range().end();
        let between = TextRange::new(key.end(), end.max(key.end()));
        if !value.range().is_empty() && !self.document.slice(between).contains('\n') {
            return end;
        }
        let colon = TextRange::at(key.end(), TextSize::of(':'));
        if self.document.slice(colon) == ":" { colon.end() } else { key.end() }
    }

    fn block_ends(&mut self, file: FileId) {
        let text = self.document.rope().to_string();
        let code = TemplateCode::read(self.analysis, file, self.document, &Lines::new(&text));
        for block in &code.blocks {
            let (Some(head), Some(end)) = (code.statements.get(block.head), code.statements.get(block.closer)) else {
                continue;
            };
            let offset = end.range.end();
            if end.role == BlockRole::End && self.range.contains_inclusive(offset) {
                let label = shortened(head.text.trim_end_matches(':').trim_end());
                let target = Some((file, head.range));
                self.found.push(InlayHint { offset, label, target, is_type: false, about: head.range.start() });
            }
        }
    }
}

#[cfg(test)]
mod tests;
