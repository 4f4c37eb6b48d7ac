//! Schema documents of the older editions as released ytt has them. Comments, order and layout stay.
//!
//! # Design
//!
//! A node is read by itself, as its edition reads it: its type, which empty values it refuses, whether it may be left
//! out. Each of its annotations is then replaced where it stands, and what the edition takes for granted is added below
//! them. What released ytt cannot say becomes the nearest rule, with a comment that says what was lost and a problem at
//! the annotation. Nodes in functions are read like others, so code stays as it is.

use std::collections::BTreeSet;

use super::dialect::Dialect;
use super::keys::{self, KeyRole};
use super::types::FieldMemo;
use super::{ReadContext, types};
use crate::document::TextDocument;
use crate::problem::{Code, Problem, Severity};
use crate::rewrite::RewrittenText;
use crate::schema::headers::{self, DocumentRole};
use crate::schema::to_open_api::apply;
use crate::schema::{Edition, SchemaNode};
use crate::template::arguments;
use crate::template::function::NoFunctions;
use crate::text::{Edits, FileId, Place, TextRange, TextSize};
use crate::values::arguments::AnnotationSite;
use crate::values::fragment::{AttachedAnnotation, Fragment, Holder};
use crate::values::from_yaml::{from_plain_yaml, key, scalar_kind};
use crate::values::{Value, ValueKind};
use crate::yaml::annotation::{CommentKind, classify};
use crate::yaml::{CollectionStyle, Comment, Document, Entry, Item, Node, NodeKind, Placed};
use node::{NodeReplacement, WrittenExample};

mod free_keys;
mod kinds;
mod node;
mod rules;
#[cfg(test)]
mod tests;

/// A function for rules that say what is wrong: released ytt asks for true.
const IS_VALID: &str = "\
#@ def is_valid(verdict):
#@   if type(verdict) == \"tuple\":
#@     return bool(verdict[0])
#@   end
#@   return verdict == None or verdict == True
#@ end
";

/// The text of a file with every schema document of an older edition as released ytt has it; what is released, or no
/// schema, stays as it is. The problems are warnings of what is lost.
pub fn to_released(file: FileId, text: &TextDocument) -> RewrittenText {
    let documents = &text.stream().documents;
    let edition = documents.iter().find_map(|document| match headers::classify(document).role {
        DocumentRole::Schema(edition) if edition != Edition::Released => Some(edition),
        _ => None,
    });
    let Some(edition) = edition else { return RewrittenText { text: text.rope().to_string(), problems: Vec::new() } };
    let dialect = Dialect::of(edition, false);
    let mut migration = Migration {
        text,
        file,
        dialect,
        edits: Edits::new(),
        problems: Vec::new(),
        needs: Needs::default(),
        is_required: true,
    };
    let mut start = TextSize::new(0);
    for document in documents {
        // With the comments above its first node.
        let source = text.slice(TextRange::new(start.min(document.range.end()), document.range.end()));
        start = document.range.end();
        match headers::classify(document).role {
            DocumentRole::Schema(it) if it == edition => migration.document(document),
            // Functions of a schema may stand in documents of their own.
            DocumentRole::Other if source.contains("#@schema/") => migration.document(document),
            _ => {}
        }
    }
    migration.libraries();
    migration.finish()
}

/// What the rules of a file need above its documents.
#[derive(Default)]
struct Needs {
    /// Modules of ytt, by their names.
    modules: BTreeSet<&'static str>,
    /// Whether the function that judges verdicts is needed.
    judges_verdicts: bool,
}

impl Needs {
    /// The lines of code that are not there yet.
    fn code(&self, text: &str) -> String {
        let is_missing = |name: &&&str| !text.contains(&format!("\"@ytt:{name}\""));
        let load = |name: &&str| format!("#@ load(\"@ytt:{name}\", \"{name}\")\n");
        let mut code: String = self.modules.iter().filter(is_missing).map(load).collect::<Vec<_>>().concat();
        if self.judges_verdicts && !text.contains("def is_valid(") {
            code.push_str(IS_VALID);
        }
        code
    }
}

/// Behind the comments that a file begins with, and what it loads first.
fn code_start(text: &str) -> TextSize {
    let is_code = |line: &str| line.starts_with("#@") && !line.starts_with("#@ load(");
    let is_remark = |line: &&str| line.starts_with('#') && !is_code(line);
    let remarks: usize = text.split_inclusive('\n').take_while(is_remark).map(str::len).sum();
    TextSize::of(text.get(..remarks).unwrap_or_default())
}

struct Migration<'a> {
    text: &'a TextDocument,
    file: FileId,
    dialect: &'static Dialect,
    edits: Edits,
    problems: Vec<Problem>,
    needs: Needs,
    /// Whether values that are left empty are missed here.
    is_required: bool,
}

/// What annotations stand at: a document, an entry or an item.
struct Owner<'a> {
    holder: Holder,
    comments: &'a [Comment],
    site: AnnotationSite,
    /// The token that stands for it, in absolute bytes.
    token: TextRange,
    value: Placed<'a, Node>,
    /// What stands before it on its line, when the line does not begin with it: a dash.
    behind_dash: Option<TextSize>,
}

impl<'a> Migration<'a> {
    fn site<T>(&self, at: Placed<'_, T>) -> AnnotationSite {
        AnnotationSite { file: self.file, segment: at.segment }
    }

    fn absolute(&self, place: Place) -> TextRange {
        self.text.resolve(place).unwrap_or_default()
    }

    /// The text of an argument of an annotation.
    fn source(&self, attached: &AttachedAnnotation, range: TextRange) -> String {
        self.text.slice(self.absolute(attached.place(range)))
    }

    /// The value of a node, without regard to code.
    fn value(&self, node: Placed<'_, Node>) -> Value {
        // With its indentation the text is a document of its own.
        let text = " ".repeat(self.column(node.range().start())) + &self.text.slice(node.range());
        let text = TextDocument::new(FileId::NONE, &text);
        let document = text.stream().documents.first();
        document.map_or_else(|| Value::unwritten(ValueKind::Null), |it| from_plain_yaml(FileId::NONE, it).value)
    }

    fn lose(&mut self, place: Place, what: &str) {
        let problem = Problem::new(Code::AnnotationEdition, place, format!("Released ytt cannot say {what}"));
        self.problems.push(Problem { severity: Severity::Warning, ..problem });
    }

    /// The text with all that was changed.
    fn finish(mut self) -> RewrittenText {
        let before = self.text.rope().to_string();
        let start = code_start(&before);
        self.edits.insert(0, (TextRange::empty(start), self.needs.code(&before)));
        let mut text = apply(self.text, self.edits);
        // All rules of that library are keywords now.
        if text.matches("validations.").count() == 0 {
            let lines = text.split_inclusive('\n').filter(|line| !line.contains("load(\"@ytt:validations\""));
            text = lines.collect();
        }
        RewrittenText { text, problems: self.problems }
    }

    /// Reports libraries that released ytt does not have.
    fn libraries(&mut self) {
        let mut start = 0;
        for line in self.text.rope().to_string().split_inclusive('\n') {
            let at = line.find("\"@ytt:spelling\"").filter(|_| line.starts_with("#@"));
            if let Some(at) = at {
                let place = Place::absolute(self.file, range(start + at, start + at + "\"@ytt:spelling\"".len()));
                self.lose(place, "what `@ytt:spelling` does");
            }
            start += line.len();
        }
    }

    fn document(&mut self, document: &'a Document) {
        let root = document.root();
        let site = self.site(root);
        for comment in &document.comments {
            let CommentKind::Annotation(annotation) = classify(comment) else { continue };
            if matches!(annotation.name, "schema" | "schema/match" | "schema/definition") {
                let range = self.absolute(site.place(comment.range));
                self.edits.push((range, "#@data/values-schema".to_owned()));
            }
        }
        let start = document.marker.map_or(document.range.start(), TextRange::start);
        let token = TextRange::empty(start);
        let owner = Owner {
            holder: Holder::Document,
            comments: &document.comments,
            site,
            token,
            value: root,
            behind_dash: None,
        };
        self.owner(&owner);
    }

    fn owner(&mut self, owner: &Owner<'a>) {
        let (fragment, comments) = self.fragment(owner);
        let released = self.migrated_node(owner, &fragment);
        self.annotate(owner, &comments, &released);
        match &released.example {
            WrittenExample::AsItIs => {
                // Nobody is asked to set what stands in something that is on its way out.
                let is_required = self.is_required;
                self.is_required &= fragment.annotation("schema/deprecated").is_none();
                self.children(owner.value);
                self.is_required = is_required;
            }
            WrittenExample::Bare => self.strip(owner.value),
            WrittenExample::Text(_) | WrittenExample::AnyItems => {
                let inner = usize::from(owner.holder == Holder::Item) * 2;
                let text = released.example.text(self.column(owner.token.start()) + inner);
                self.replace_value(owner, &text.unwrap_or_default());
            }
        }
    }

    /// The node by itself, without its children, and the comments of its annotations in absolute bytes.
    fn fragment(&self, owner: &Owner<'_>) -> (Fragment, Vec<TextRange>) {
        let (mut attached, mut ranges, mut is_computed) = (Vec::new(), Vec::new(), false);
        for comment in owner.comments {
            match classify(comment) {
                CommentKind::Annotation(annotation) => {
                    let Ok(arguments) = arguments::parse(&annotation, owner.site) else { continue };
                    let name_place = owner.site.place(annotation.name_range);
                    attached.push(AttachedAnnotation { name: annotation.name.into(), name_place, arguments });
                    ranges.push(self.absolute(owner.site.place(comment.range)));
                }
                CommentKind::Code(_) => is_computed |= comment.trailing,
                CommentKind::Ignored | CommentKind::Plain => {}
            }
        }
        let place = Place::absolute(self.file, owner.token);
        let fragment = Fragment {
            holder: owner.holder.clone(),
            place,
            annotations: attached.into(),
            value: Value { origin: place, kind: if is_computed { ValueKind::Unknown } else { shallow(owner.value) } },
        };
        (fragment, ranges)
    }

    /// What the node becomes.
    fn migrated_node(&mut self, owner: &Owner<'a>, fragment: &Fragment) -> NodeReplacement {
        let kept = &mut FieldMemo::default();
        let mut context = ReadContext { dialect: self.dialect, functions: &NoFunctions, kept, problems: Vec::new() };
        let is_entry = matches!(fragment.holder, Holder::Entry(_));
        let is_optional = is_entry && matches!(keys::role(fragment, &mut context), KeyRole::Optional);
        node::migrate_node(self, owner, fragment, &self.compiled(fragment), is_optional)
    }

    /// A node as its edition reads it.
    fn compiled(&self, fragment: &Fragment) -> SchemaNode {
        let (kept, problems) = (&mut FieldMemo::default(), Vec::new());
        types::node(fragment, &mut ReadContext { dialect: self.dialect, functions: &NoFunctions, kept, problems })
    }

    /// Puts annotations in the place of those that are there.
    fn annotate(&mut self, owner: &Owner<'_>, comments: &[TextRange], released: &NodeReplacement) {
        let mut last = None;
        for (comment, lines) in comments.iter().zip(&released.replaced) {
            let Some(lines) = lines else { continue };
            if lines.len() == 1 && self.text.slice(*comment) == lines[0] {
                last = Some(*comment);
                continue;
            }
            let indent = " ".repeat(self.column(comment.start()));
            if lines.is_empty() {
                let line = self.line_of(*comment);
                self.edits.push((line, String::new()));
            } else {
                self.edits.push((*comment, lines.join(&format!("\n{indent}"))));
                last = Some(*comment);
            }
        }
        if released.added.is_empty() {
            return;
        }
        if let Some(last) = last {
            let indent = " ".repeat(self.column(last.start()));
            let lines: String = released.added.iter().flat_map(|line| ["\n", &*indent, line]).collect();
            self.edits.push((TextRange::empty(last.end()), lines));
            return;
        }
        let column = self.column(owner.token.start());
        let indent = " ".repeat(column);
        let lines: String = released.added.iter().flat_map(|line| [line, "\n", &*indent]).collect();
        match owner.behind_dash {
            // On the line of the dash an annotation would be one of the item.
            Some(dash) => {
                let between = TextRange::new(dash, owner.token.start());
                self.edits.push((between, format!("\n{indent}{lines}")));
            }
            None => self.edits.push((TextRange::empty(owner.token.start()), lines)),
        }
    }

    /// The line of a comment, or the comment with the blanks before it where something else stands on its line.
    fn line_of(&self, comment: TextRange) -> TextRange {
        let rope = self.text.rope();
        let line = self.text.line_of(comment.start());
        let (start, next) = (rope.line_to_byte(line), rope.line_to_byte((line + 1).min(rope.len_lines())));
        let before = rope.byte_slice(start..usize::from(comment.start())).to_string();
        if before.trim().is_empty() {
            return range(start, next);
        }
        range(start + before.trim_end().len(), usize::from(comment.end()))
    }

    fn column(&self, offset: TextSize) -> usize {
        let rope = self.text.rope();
        let start = rope.line_to_byte(self.text.line_of(offset));
        rope.byte_slice(start..usize::from(offset)).chars().count()
    }

    fn replace_value(&mut self, owner: &Owner<'_>, text: &str) {
        let value = owner.value.range();
        if !value.is_empty() {
            let is_block =
                matches!(owner.value.get().kind, NodeKind::Mapping(_) | NodeKind::Sequence(_)) && !is_flow(owner.value);
            // A block value begins on a line of its own, and the comments above its first child go with it.
            let start = if is_block { self.behind_colon(owner) } else { value.start() };
            let text = if is_block && !text.starts_with('\n') { format!(" {text}") } else { text.to_owned() };
            let start = if text.starts_with('\n') && !is_block { self.without_blanks(start) } else { start };
            self.edits.push((TextRange::new(start, value.end()), text));
            return;
        }
        let end = self.behind_colon(owner);
        let blank = if text.starts_with('\n') { "" } else { " " };
        self.edits.push((TextRange::empty(end), format!("{blank}{text}")));
    }

    /// Behind the colon of an entry, or behind a dash.
    fn behind_colon(&self, owner: &Owner<'_>) -> TextSize {
        let end = owner.token.end();
        if matches!(owner.holder, Holder::Entry(_)) {
            let rest = self.text.rope().byte_slice(usize::from(end)..).to_string();
            let colon = rest.find(':').map_or(0, |at| at + 1);
            return end + TextSize::of(rest.get(..colon).unwrap_or_default());
        }
        end
    }

    fn without_blanks(&self, offset: TextSize) -> TextSize {
        let line = self.text.rope().line_to_byte(self.text.line_of(offset));
        let before = self.text.rope().byte_slice(line..usize::from(offset)).to_string();
        offset - TextSize::of(&before[before.trim_end_matches(' ').len()..])
    }

    fn children(&mut self, value: Placed<'a, Node>) {
        if is_flow(value) {
            if let Some(text) = self.block(value, self.column_below(value)) {
                let start = self.without_blanks(value.range().start());
                self.edits.push((TextRange::new(start, value.range().end()), text));
            }
            return;
        }
        self.owners(value).iter().for_each(|owner| self.owner(owner));
    }

    /// The entries or items of a collection, in order.
    fn owners(&self, value: Placed<'a, Node>) -> Vec<Owner<'a>> {
        let is_on_line_of_dash = |at: TextSize| {
            let rope = self.text.rope();
            let start = rope.line_to_byte(self.text.line_of(at));
            let before = rope.byte_slice(start..usize::from(at)).to_string();
            let dash = before.trim_end().ends_with('-');
            dash.then(|| range(start, start + before.trim_end().len()).end())
        };
        if let Some(mapping) = value.mapping() {
            return mapping
                .entries()
                .map(|entry| self.entry(entry, is_on_line_of_dash(entry.key().range().start())))
                .collect();
        }
        let items = value.sequence().into_iter().flat_map(Placed::items);
        items.map(|item| self.item(item, is_on_line_of_dash(item.range().start()))).collect()
    }

    fn entry(&self, entry: Placed<'a, Entry>, behind_dash: Option<TextSize>) -> Owner<'a> {
        let name = key(entry.key().get());
        Owner {
            holder: Holder::Entry(name),
            comments: entry.comments(),
            site: self.site(entry.key()),
            token: entry.key().range(),
            value: entry.value(),
            behind_dash,
        }
    }

    fn item(&self, item: Placed<'a, Item>, behind_dash: Option<TextSize>) -> Owner<'a> {
        let start = item.range().start();
        Owner {
            holder: Holder::Item,
            comments: item.comments(),
            site: self.site(item),
            token: TextRange::at(start, TextSize::new(1).min(item.range().len())),
            value: item.value(),
            behind_dash,
        }
    }

    /// A collection in brackets as a block below its key, with annotations; `None` where none is needed.
    fn block(&mut self, value: Placed<'a, Node>, column: usize) -> Option<String> {
        let mut text = String::new();
        let mut is_needed = false;
        let indent = " ".repeat(column);
        for owner in self.owners(value) {
            let (fragment, _) = self.fragment(&owner);
            let released = self.migrated_node(&owner, &fragment);
            is_needed |= !released.added.is_empty();
            text.extend(released.added.iter().flat_map(|line| ["\n", &*indent, line]));
            let head = match &owner.holder {
                Holder::Entry(_) => format!("{}:", self.text.slice(owner.token)),
                Holder::Item | Holder::Document => "-".to_owned(),
            };
            let inner = match &released.example {
                WrittenExample::AsItIs if is_flow(owner.value) => self.block(owner.value, column + 2),
                example => example.text(column + 2),
            };
            is_needed |= inner.is_some();
            let inner = inner.unwrap_or_else(|| self.text.slice(owner.value.range()));
            let blank = if inner.is_empty() || inner.starts_with('\n') { "" } else { " " };
            text.extend(["\n", &*indent, &*head, blank, &*inner]);
        }
        is_needed.then_some(text)
    }

    /// The column of children of what stands on the line of a node.
    fn column_below(&self, value: Placed<'_, Node>) -> usize {
        let rope = self.text.rope();
        let start = rope.line_to_byte(self.text.line_of(value.range().start()));
        let line = rope.byte_slice(start..usize::from(value.range().start())).to_string();
        line.len() - line.trim_start_matches([' ', '-']).len() + 2
    }

    /// Removes an entry with the comments above it.
    fn remove(&mut self, owner: &Owner<'_>) {
        let above = owner.comments.iter().map(|comment| self.absolute(owner.site.place(comment.range)).start());
        let start = above.chain([owner.token.start()]).min().unwrap_or(owner.token.start());
        let end = owner.value.range().end().max(owner.token.end());
        let rope = self.text.rope();
        let below = (self.text.line_of(end) + 1).min(rope.len_lines());
        let lines = range(rope.line_to_byte(self.text.line_of(start)), rope.line_to_byte(below));
        self.edits.push((lines, String::new()));
    }

    /// Takes the annotations of schemas away from all that stands in a node: below what may be anything they say nothing.
    fn strip(&mut self, value: Placed<'a, Node>) {
        if is_flow(value) {
            return;
        }
        for owner in self.owners(value) {
            let (fragment, comments) = self.fragment(&owner);
            if self.is_free(&owner) {
                self.remove(&owner);
                continue;
            }
            for (attached, comment) in fragment.annotations.iter().zip(comments) {
                if attached.name.starts_with("schema/") {
                    let line = self.line_of(comment);
                    self.edits.push((line, String::new()));
                }
            }
            self.strip(owner.value);
        }
    }
}

fn range(start: usize, end: usize) -> TextRange {
    TextRange::new(TextSize::new(start as u32), TextSize::new(end as u32))
}

/// What a node shows of its type, without its children.
fn shallow(node: Placed<'_, Node>) -> ValueKind {
    match &node.get().kind {
        NodeKind::Mapping(_) => ValueKind::map([]),
        NodeKind::Sequence(_) => ValueKind::array([]),
        NodeKind::Empty | NodeKind::Scalar(_) => scalar_kind(node.get()).unwrap_or(ValueKind::Unknown),
        NodeKind::Alias(_) | NodeKind::Broken => ValueKind::Unknown,
    }
}

fn is_flow(node: Placed<'_, Node>) -> bool {
    match &node.get().kind {
        NodeKind::Mapping(mapping) => mapping.style == CollectionStyle::Flow,
        NodeKind::Sequence(sequence) => sequence.style == CollectionStyle::Flow,
        _ => false,
    }
}

/// Whether a node is no map, or one without keys.
fn is_empty(node: Placed<'_, Node>) -> bool {
    node.mapping().is_none_or(|mapping| mapping.entries().next().is_none())
}
