//! A document as a tree that can be changed and written again. What nobody changes keeps its text: comments, blank
//! lines, quotes and widths of indentation included.
//!
//! A node stays text until somebody asks for what stands in it, so only the way to a change is laid out anew.

use crate::document::TextDocument;
use crate::text::{TextRange, TextSize};
use crate::values::flow::plain_or_quoted;
use crate::yaml::{CollectionStyle, Document, Entry, Item, Node, NodeKind, Placed};

mod layout;
#[cfg(test)]
mod tests;

/// How far new children stand to the right of their parent.
const WIDTH: usize = 2;

/// A text in another form.
#[derive(Clone, Debug, Default)]
pub struct RewrittenText {
    /// The text.
    pub text: String,
    /// What the form has no place for, and what it asks for besides; places are those of the text before.
    pub problems: Vec<crate::problem::Problem>,
}

/// A value that can be changed.
#[derive(Clone, Debug)]
pub struct RewriteTree<'a> {
    kind: RewriteKind<'a>,
    /// What stands behind the key on its line where the value begins on a later one: blanks and a comment.
    behind: String,
    /// How far children stand to the right of the key or the dash.
    width: usize,
    /// Whether it is written in brackets.
    is_flow: bool,
    /// Lines behind its last entry.
    below: Vec<RewrittenLine>,
    /// Whether its first child stands on the line of its dash.
    is_beside_dash: bool,
}

#[derive(Clone, Debug)]
enum RewriteKind<'a> {
    /// As it is written.
    RewriteSource(RewriteSource<'a>),
    /// Text that is written as it is.
    Text(String),
    Map(Vec<RewriteEntry<'a>>),
    List(Vec<RewriteItem<'a>>),
}

/// What is written behind a key or a dash.
#[derive(Clone, Copy, Debug)]
struct RewriteSource<'a> {
    text: &'a TextDocument,
    node: Placed<'a, Node>,
    /// From the colon or the dash to the end of the last line; in brackets, to the end of the value.
    range: TextRange,
    /// In bytes: how far lines are indented that belong to the key or the dash.
    column: usize,
}

/// A line above or behind an entry: a comment, or nothing.
#[derive(Clone, Debug)]
pub struct RewrittenLine {
    text: String,
    /// How far it stands to the right of the entry, in columns.
    offset: isize,
}

/// An entry of a map.
#[derive(Clone, Debug)]
pub struct RewriteEntry<'a> {
    /// The lines above it.
    above: Vec<RewrittenLine>,
    /// The key as it is written.
    key: String,
    /// Where the key stands in the text; `None` for a new one.
    pub range: Option<TextRange>,
    /// The value.
    pub value: RewriteTree<'a>,
}

/// An item of a list.
#[derive(Clone, Debug)]
pub struct RewriteItem<'a> {
    above: Vec<RewrittenLine>,
    /// The value.
    pub value: RewriteTree<'a>,
}

impl<'a> RewriteTree<'a> {
    /// The content of a document; `None` unless it is a block mapping.
    pub fn of_document(text: &'a TextDocument, document: &'a Document) -> Option<(TextRange, Self)> {
        let node = document.root();
        let is_block = node.mapping().is_some_and(|mapping| mapping.style == CollectionStyle::Block);
        if !is_block || node.get().properties.is_some() {
            return None;
        }
        let start = line_start(text, node.range().start());
        let range = TextRange::new(start, line_end(text, node.range()));
        let column = usize::from(node.range().start() - start);
        let source = RewriteSource { text, node, range, column };
        let mut tree = Self { width: 0, ..Self::source(source, false) };
        tree.fields()?;
        Some((range, tree))
    }

    fn source(source: RewriteSource<'a>, is_flow: bool) -> Self {
        Self {
            kind: RewriteKind::RewriteSource(source),
            behind: String::new(),
            width: WIDTH,
            is_flow,
            is_beside_dash: false,
            below: Vec::new(),
        }
    }

    fn new(kind: RewriteKind<'a>) -> Self {
        Self { kind, behind: String::new(), width: WIDTH, is_flow: false, is_beside_dash: false, below: Vec::new() }
    }

    /// A scalar as text, in quotes where it needs them.
    pub fn scalar(text: &str) -> Self {
        Self::new(RewriteKind::Text(plain_or_quoted(text)))
    }

    /// Text that stands as it is, such as a number.
    pub fn written(text: &str) -> Self {
        Self::new(RewriteKind::Text(text.to_owned()))
    }

    /// A map.
    pub fn map(fields: Vec<RewriteEntry<'a>>) -> Self {
        Self::new(RewriteKind::Map(fields))
    }

    /// A list.
    pub fn list(values: Vec<Self>) -> Self {
        let elements = values.into_iter().map(|value| RewriteItem { above: Vec::new(), value });
        Self::new(RewriteKind::List(elements.collect()))
    }

    /// The text of a scalar that is as it was written.
    pub fn text(&self) -> Option<&'a str> {
        match &self.kind {
            RewriteKind::RewriteSource(source) => Some(source.node.get()).and_then(|node| match &node.kind {
                NodeKind::Scalar(scalar) => Some(scalar.text.as_str()),
                _ => None,
            }),
            _ => None,
        }
    }

    /// Whether it is a map.
    pub fn is_map(&self) -> bool {
        match &self.kind {
            RewriteKind::RewriteSource(source) => source.node.mapping().is_some(),
            RewriteKind::Map(_) => true,
            _ => false,
        }
    }

    /// Whether it is a list.
    pub fn is_list(&self) -> bool {
        match &self.kind {
            RewriteKind::RewriteSource(source) => source.node.sequence().is_some(),
            RewriteKind::List(_) => true,
            _ => false,
        }
    }

    /// The entries of a map, to be changed. `None` if it is none, or is written in a way that cannot be taken apart: with
    /// an anchor or a tag, or with keys that are no scalars.
    pub fn fields(&mut self) -> Option<&mut Vec<RewriteEntry<'a>>> {
        if let RewriteKind::RewriteSource(source) = self.kind {
            let fields = source.fields()?;
            self.open(source, fields.first().map(|(start, _)| *start));
            self.kind = RewriteKind::Map(fields.into_iter().map(|(_, field)| field).collect());
        }
        match &mut self.kind {
            RewriteKind::Map(fields) => Some(fields),
            _ => None,
        }
    }

    /// The items of a list, to be changed. `None` as in [`Self::fields`].
    pub fn elements(&mut self) -> Option<&mut Vec<RewriteItem<'a>>> {
        if let RewriteKind::RewriteSource(source) = self.kind {
            let elements = source.elements()?;
            self.open(source, elements.first().map(|(start, _)| *start));
            self.kind = RewriteKind::List(elements.into_iter().map(|(_, element)| element).collect());
        }
        match &mut self.kind {
            RewriteKind::List(elements) => Some(elements),
            _ => None,
        }
    }

    /// Notes how a collection is written whose first child starts at an offset.
    fn open(&mut self, source: RewriteSource<'a>, first: Option<TextSize>) {
        let style = source.node.mapping().map(|it| it.style).or(source.node.sequence().map(|it| it.style));
        self.is_flow = style == Some(CollectionStyle::Flow);
        let Some(first) = first.filter(|_| !self.is_flow) else {
            let end = source.node.range().end();
            self.behind = source.text.slice(TextRange::new(end.min(source.range.end()), source.range.end()));
            return;
        };
        let start = line_start(source.text, first);
        self.width = usize::from(first - start).saturating_sub(source.column);
        self.is_beside_dash = start <= source.range.start();
        if !self.is_beside_dash {
            let line = TextRange::new(source.range.start(), line_end_at(source.text, source.range.start()));
            source.text.slice(line).trim_end().clone_into(&mut self.behind);
        }
    }

    /// The entry of a key.
    pub fn field(&mut self, key: &str) -> Option<&mut RewriteEntry<'a>> {
        self.fields()?.iter_mut().find(|field| field.key() == key)
    }

    /// Takes the entry of a key out.
    pub fn take(&mut self, key: &str) -> Option<RewriteEntry<'a>> {
        let fields = self.fields()?;
        let index = fields.iter().position(|field| field.key() == key)?;
        Some(fields.remove(index))
    }

    /// The value of a key, which is added as an empty list or an empty map where it is missing.
    pub fn field_or_new(&mut self, key: &str, is_list: bool) -> Option<&mut Self> {
        let new = if is_list { Self::list(Vec::new()) } else { Self::map(Vec::new()) };
        let fields = self.fields()?;
        let index = fields.iter().position(|field| field.key() == key).unwrap_or_else(|| {
            fields.push(RewriteEntry::new(key, new));
            fields.len() - 1
        });
        fields.get_mut(index).map(|field| &mut field.value)
    }

    /// The first item of a list, which is added as an empty map where there is none.
    pub fn first_element(&mut self) -> Option<&mut Self> {
        let elements = self.elements()?;
        if elements.is_empty() {
            elements.push(RewriteItem { above: Vec::new(), value: Self::map(Vec::new()) });
        }
        elements.first_mut().map(|element| &mut element.value)
    }

    /// Adds an entry to a map.
    pub fn add(&mut self, field: RewriteEntry<'a>) {
        self.fields().into_iter().for_each(|fields| fields.push(field.clone()));
    }

    /// Adds an entry to a map before the others.
    pub fn add_first(&mut self, field: RewriteEntry<'a>) {
        self.fields().into_iter().for_each(|fields| fields.insert(0, field.clone()));
    }

    /// Adds what an entry holds to a list.
    pub fn push(&mut self, field: RewriteEntry<'a>) {
        let RewriteEntry { above, value, .. } = field;
        self.elements().into_iter().for_each(|it| it.push(RewriteItem { above: above.clone(), value: value.clone() }));
    }

    /// Puts other text in the place of a scalar. The comment behind it stays.
    pub fn replace_scalar(&mut self, text: &str) {
        if let RewriteKind::RewriteSource(source) = &self.kind {
            let end = source.node.range().end().min(source.range.end());
            self.behind = source.text.slice(TextRange::new(end, source.range.end()));
        }
        self.kind = RewriteKind::Text(plain_or_quoted(text));
    }

    /// Makes it the one value of a map.
    pub fn wrap(&mut self, key: &str) {
        *self = Self::map(vec![RewriteEntry::new(key, std::mem::take(self))]);
    }

    /// Makes a list of a map: an item of each entry, given its key and its value.
    pub fn to_list(&mut self, item: impl Fn(&str, Self) -> Self) {
        let fields = std::mem::take(self.fields().unwrap_or(&mut Vec::new()));
        let element = |field: RewriteEntry<'a>| {
            let key = field.key().to_owned();
            RewriteItem { above: field.above, value: item(&key, field.value) }
        };
        self.kind = RewriteKind::List(fields.into_iter().map(element).collect());
    }

    /// Puts an entry of a map at an index.
    pub fn move_to(&mut self, key: &str, index: usize) {
        if let Some(field) = self.take(key) {
            self.fields().into_iter().for_each(|fields| fields.insert(index.min(fields.len()), field.clone()));
        }
    }

    /// Where an entry of a map stands among the others.
    pub fn position(&mut self, key: &str) -> Option<usize> {
        self.fields()?.iter().position(|field| field.key() == key)
    }

    /// Makes comments of an entry of a map, and says whether it did. In brackets there is no place for them, so the entry
    /// goes.
    pub fn comment_out(&mut self, key: &str) -> bool {
        let (Some(index), is_flow) = (self.position(key), self.is_flow) else { return false };
        let Some(field) = self.take(key) else { return false };
        let mut lines = if is_flow { Vec::new() } else { field.commented_out() };
        match &lines[..] {
            [only] if index == 0 && self.is_beside_dash => self.behind = format!(" {}", only.text),
            _ => match self.fields().and_then(|fields| fields.get_mut(index)) {
                Some(next) => {
                    lines.append(&mut next.above);
                    next.above = lines;
                }
                None => self.below.splice(..0, lines).for_each(drop),
            },
        }
        !is_flow
    }

    /// Whether some text stands anywhere in it.
    pub fn mentions(&self, text: &str) -> bool {
        match &self.kind {
            RewriteKind::RewriteSource(source) => source.text.slice(source.range).contains(text),
            RewriteKind::Text(own) => own.contains(text),
            RewriteKind::Map(fields) => fields.iter().any(|field| field.value.mentions(text)),
            RewriteKind::List(elements) => elements.iter().any(|element| element.value.mentions(text)),
        }
    }

    /// Adds lines behind the last entry of a map.
    pub fn put_below(&mut self, lines: Vec<RewrittenLine>) {
        self.below.extend(lines);
    }

    /// The document with this content.
    pub fn to_document(&self) -> String {
        self.document_text()
    }
}

impl Default for RewriteTree<'_> {
    /// An empty map.
    fn default() -> Self {
        Self::map(Vec::new())
    }
}

impl<'a> RewriteEntry<'a> {
    /// A new entry.
    pub fn new(key: &str, value: RewriteTree<'a>) -> Self {
        Self { above: Vec::new(), key: plain_or_quoted(key), range: None, value }
    }

    /// The key, without its quotes.
    pub fn key(&self) -> &str {
        self.key.trim_matches(['"', '\''])
    }

    /// Gives it another key.
    pub fn rename(&mut self, key: &str) {
        self.key = plain_or_quoted(key);
    }

    /// The lines of the entry as comments, for what cannot stay.
    pub fn commented_out(&self) -> Vec<RewrittenLine> {
        let own = self.lines().into_iter().map(|line| {
            let text = if line.is_empty() { line } else { format!("# {line}") };
            RewrittenLine { text, offset: 0 }
        });
        self.above.iter().cloned().chain(own).collect()
    }

    /// The entry with another key.
    #[must_use]
    pub fn renamed(mut self, key: &str) -> Self {
        self.rename(key);
        self
    }
}

impl<'a> RewriteSource<'a> {
    /// The entries, each with where its key starts.
    fn fields(self) -> Option<Vec<(TextSize, RewriteEntry<'a>)>> {
        let mapping = self.node.mapping().filter(|_| self.node.get().properties.is_none())?;
        let mut behind = self.start_of_children();
        let field = |entry: Placed<'a, Entry>| {
            let key = entry.key();
            let start = key.range().start();
            let colon = self.colon_behind(key.range().end(), entry)?;
            let (above, range) = self.lines_of(start, colon, entry.range(), mapping.style, &mut behind);
            let column = usize::from(start - line_start(self.text, start));
            let is_flow = mapping.style == CollectionStyle::Flow;
            let value = RewriteTree::source(RewriteSource { node: entry.value(), range, column, ..self }, is_flow);
            Some((start, RewriteEntry { above, key: self.text.slice(key.range()), range: Some(key.range()), value }))
        };
        mapping.entries().map(field).collect()
    }

    /// The items, each with where it starts.
    fn elements(self) -> Option<Vec<(TextSize, RewriteItem<'a>)>> {
        let sequence = self.node.sequence().filter(|_| self.node.get().properties.is_none())?;
        let mut behind = self.start_of_children();
        let is_flow = sequence.style == CollectionStyle::Flow;
        let element = |item: Placed<'a, Item>| {
            let start = item.range().start();
            let value_start = if is_flow { start } else { start + TextSize::of('-') };
            let (above, range) = self.lines_of(start, value_start, item.range(), sequence.style, &mut behind);
            let column = usize::from(start - line_start(self.text, start));
            let value = RewriteTree::source(RewriteSource { node: item.value(), range, column, ..self }, is_flow);
            (start, RewriteItem { above, value })
        };
        Some(sequence.items().map(element).collect())
    }

    /// Where lines begin that may stand above the first child.
    fn start_of_children(self) -> TextSize {
        let first = self.node.range().start();
        let start = line_start(self.text, first);
        // A first child on the line of its dash has nothing above it; the root's lines all count.
        if start <= self.range.start() { start } else { line_end_at(self.text, self.range.start()) }
    }

    /// The lines between what stands before and a child that starts at an offset, and the range of its value.
    fn lines_of(
        self,
        start: TextSize,
        value: TextSize,
        child: TextRange,
        style: CollectionStyle,
        behind: &mut TextSize,
    ) -> (Vec<RewrittenLine>, TextRange) {
        if style == CollectionStyle::Flow {
            return (Vec::new(), TextRange::new(value, child.end()));
        }
        let above = TextRange::new(*behind, line_start(self.text, start).max(*behind));
        let above = self.text.slice(above);
        let end = line_end(self.text, child);
        *behind = end;
        let column = usize::from(start - line_start(self.text, start)).cast_signed();
        let line = |line: &str| {
            let text = line.trim().to_owned();
            RewrittenLine { text, offset: (line.len() - line.trim_start().len()).cast_signed() - column }
        };
        let lines = above.lines().skip(usize::from(above.starts_with('\n')));
        (lines.map(line).collect(), TextRange::new(value, end))
    }

    /// The end of the colon behind a key; `None` where it is not on the key's line.
    fn colon_behind(self, key_end: TextSize, entry: Placed<'_, Entry>) -> Option<TextSize> {
        let rest = self.text.slice(TextRange::new(key_end, entry.range().end().max(key_end)));
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let is_plain = entry.key().get().properties.is_none() && entry.key().scalar().is_some();
        let starts = entry.range().start() == entry.key().range().start();
        (is_plain && starts && rest[blanks..].starts_with(':'))
            .then(|| key_end + TextSize::new(blanks as u32) + TextSize::of(':'))
    }
}

fn line_start(text: &TextDocument, offset: TextSize) -> TextSize {
    TextSize::new(text.rope().line_to_byte(text.line_of(offset)) as u32)
}

/// The end of the last line that a range holds characters of, without its line break.
fn line_end(text: &TextDocument, range: TextRange) -> TextSize {
    let inside = text.slice(range);
    let trailing = inside.len() - inside.trim_end_matches(['\n', '\r']).len();
    line_end_at(text, range.end() - TextSize::new(trailing as u32))
}

fn line_end_at(text: &TextDocument, offset: TextSize) -> TextSize {
    let line = text.line_of(offset);
    let next =
        if line + 1 < text.rope().len_lines() { text.rope().line_to_byte(line + 1) } else { text.rope().len_bytes() };
    let rest = text.slice(TextRange::new(offset, TextSize::new(next as u32)));
    offset + TextSize::new(rest.trim_end_matches(['\n', '\r']).len() as u32)
}
