//! The walk over the nodes that says where each line begins: block collections at the column that their parent gives
//! them, and whatever else goes on over several lines moved as a whole.

use super::FormattingOptions;
use super::comments::{CommentLevel, CommentPlacement};
use super::plan::FormattingPlan;
use super::spacing::{space_entry, space_flow, space_properties, start_of};
use super::style::FormattingStyle;
use crate::analysis::Analysis;
use crate::document::TextDocument;
use crate::ide::code_blocks::TemplateCode;
use crate::text::{FileId, TextRange, TextSize};
use crate::yaml::{CollectionStyle, Document, Entry, Item, Node, NodeKind, Placed, Scalar, ScalarStyle};

/// What is to become of the lines of a document that `range` touches.
pub(super) fn plan<'t>(
    (analysis, file): (&'t Analysis, FileId),
    text: &'t str,
    document: &TextDocument,
    range: Option<TextRange>,
    options: &FormattingOptions,
) -> FormattingPlan<'t> {
    let documents = &document.stream().documents;
    let plan = FormattingPlan::new(text, range);
    let mut style = FormattingStyle::of(documents, &plan);
    style.width = options.width.unwrap_or(style.width);
    let code = if analysis.has_code(file) {
        TemplateCode::read(analysis, file, document, &plan.lines)
    } else {
        TemplateCode::default()
    };
    let comments = CommentPlacement::new(&plan, &code);
    let mut layout = ItemLayout { analysis, plan, style, comments };
    for document in documents {
        layout.document(document);
    }
    layout.comments.end(&mut layout.plan);
    layout.plan
}

/// What stands before an item; its value is aligned behind it.
const DASH: &str = "- ";

struct ItemLayout<'t> {
    analysis: &'t Analysis,
    plan: FormattingPlan<'t>,
    style: FormattingStyle,
    comments: CommentPlacement,
}

/// What a value is in: the collection of its entry or item.
#[derive(Clone, Copy)]
struct Parent {
    level: CommentLevel,
    /// How many collections are around the value, its document included.
    depth: usize,
    /// Where the key or the dash ends.
    end: TextSize,
}

impl ItemLayout<'_> {
    fn document(&mut self, document: &Document) {
        let root = document.root();
        let end = document.marker.unwrap_or(TextRange::empty(document.range.start())).end();
        match document.marker {
            Some(marker) => {
                let line = self.plan.line(marker.start());
                self.comments.node(&mut self.plan, line, 0, CommentLevel::default());
            }
            None => self.comments.begin(),
        }
        let parent = Parent { level: CommentLevel::default(), depth: 1, end };
        if is_block(root) {
            self.block_value(root, parent, 0);
        } else if !matches!(root.get().kind, NodeKind::Empty) {
            self.flow_value(root, parent, 0);
        }
    }

    /// A block collection whose children are to begin at `column`.
    fn collection(&mut self, node: Placed<'_, Node>, depth: usize, column: usize) {
        let old = self.plan.column(node.range().start());
        let level = CommentLevel { old, new: if self.plan.is_movable(node.range()) { column } else { old } };
        if let Some(mapping) = node.mapping() {
            for entry in mapping.entries() {
                self.child(entry.range(), level, depth);
                self.entry(entry, level, depth + 1);
            }
        } else if let Some(sequence) = node.sequence() {
            for item in sequence.items() {
                self.child(item.range(), level, depth);
                self.item(item, level, depth + 1);
            }
        }
    }

    fn child(&mut self, range: TextRange, level: CommentLevel, depth: usize) {
        self.analysis.unwind_if_cancelled();
        let line = self.plan.line(range.start());
        self.comments.node(&mut self.plan, line, depth, level);
        if self.plan.starts_line(range.start()) {
            self.plan.place(line, level.new);
        }
    }

    fn entry(&mut self, entry: Placed<'_, Entry>, level: CommentLevel, depth: usize) {
        if self.plan.source(entry.range()).starts_with(['?', ':']) {
            return self.frozen(entry.range(), level);
        }
        space_entry(&mut self.plan, entry);
        space_flow(&mut self.plan, entry.key());
        let value = entry.value();
        let parent = Parent { level, depth, end: entry.key().range().end() };
        let below = self.style.below_key(level.new, is_block(value) && value.sequence().is_some());
        self.value(value, parent, below);
    }

    fn item(&mut self, item: Placed<'_, Item>, level: CommentLevel, depth: usize) {
        let (dash, value) = (item.range().start(), item.value());
        let end = dash + TextSize::of('-');
        let parent = Parent { level, depth, end };
        let is_compact = is_block(value) && self.plan.line(dash) == self.plan.line(value.range().start());
        if is_compact && value.get().properties.is_none() {
            if self.plan.is_movable(value.range()) {
                self.plan.gap(end, value.range().start(), "", " ");
            }
            return self.collection(value, depth, level.new + DASH.len());
        }
        if self.plan.line(end) == self.plan.line(start_of(value)) && !matches!(value.get().kind, NodeKind::Empty) {
            self.plan.gap(end, start_of(value), "", " ");
        }
        space_properties(&mut self.plan, value);
        self.value(value, parent, level.new + DASH.len());
    }

    /// A value that begins at `column` if it begins a line.
    fn value(&mut self, value: Placed<'_, Node>, parent: Parent, column: usize) {
        if is_block(value) {
            self.block_value(value, parent, column);
        } else if !matches!(value.get().kind, NodeKind::Empty) {
            self.flow_value(value, parent, column);
        }
    }

    /// A block collection below what it is the value of. Where it begins elsewhere it stays as it is.
    fn block_value(&mut self, value: Placed<'_, Node>, parent: Parent, column: usize) {
        let properties = start_of(value);
        let is_below = self.plan.starts_line(value.range().start());
        let has_own_line =
            self.plan.line(properties) != self.plan.line(parent.end) && properties < value.range().start();
        if is_below && !has_own_line {
            self.collection(value, parent.depth, column);
        } else {
            self.frozen(value.range().cover(TextRange::empty(properties)), parent.level);
        }
    }

    /// A scalar, an alias or a collection in brackets.
    fn flow_value(&mut self, value: Placed<'_, Node>, parent: Parent, column: usize) {
        let range = value.range().cover(TextRange::empty(start_of(value)));
        let (first, last) = self.plan.lines_of(range).into_inner();
        let mut shift = parent.level.shift();
        if self.plan.starts_line(range.start()) && first != self.plan.line(parent.end) {
            let old = self.plan.column(range.start());
            let level = CommentLevel { old, new: if self.plan.is_movable(range) { column } else { old } };
            self.comments.node(&mut self.plan, first, parent.depth, level);
            self.plan.place(first, level.new);
            shift = level.shift();
        }
        if let Some(scalar) = value.scalar().filter(|it| matches!(it.style, ScalarStyle::Literal | ScalarStyle::Folded))
        {
            return self.block_scalar(value, scalar, parent);
        }
        space_flow(&mut self.plan, value);
        let minimum = if shift == parent.level.shift() { 0 } else { column };
        self.plan.shift(first + 1..=last, shift, minimum);
        self.comments.skip_to(last);
    }

    /// The lines below a `|` or `>` move with the collection that the scalar is in.
    fn block_scalar(&mut self, value: Placed<'_, Node>, scalar: &Scalar, parent: Parent) {
        let (header, last) = self.plan.lines_of(value.range()).into_inner();
        let is_root = parent.depth == 1;
        let text = BlockText::of(&self.plan, value, scalar, if is_root { 0 } else { parent.level.old });
        let end = text.end(&self.plan, last);
        self.plan.keep(header + 1..=end);
        for line in header + 1..=end {
            let blanks = self.plan.indentation(line);
            if !is_root && parent.level.shift() != 0 && blanks > 0 {
                let new = text.column.saturating_add_signed(parent.level.shift());
                let is_content = blanks >= text.column;
                let moved = blanks.saturating_add_signed(parent.level.shift());
                self.plan.place(line, if is_content { moved } else { blanks.min(new) });
            }
        }
        self.comments.skip_to(end);
    }

    /// What is moved with its collection, but otherwise left alone.
    fn frozen(&mut self, range: TextRange, level: CommentLevel) {
        let (first, last) = self.plan.lines_of(range).into_inner();
        let moved = if self.plan.starts_line(range.start()) { first } else { first + 1 };
        self.plan.shift(moved..=last, level.shift(), 0);
        self.plan.keep(first..=last);
        self.comments.skip_to(last);
    }
}

/// The lines of a block scalar.
struct BlockText {
    /// Where its content begins.
    column: usize,
    /// Whether blank lines behind the last line are content.
    keeps_blank_lines: bool,
}

impl BlockText {
    /// Reads the header and the first line; `parent` is the column that an indicator counts from.
    fn of(plan: &FormattingPlan<'_>, value: Placed<'_, Node>, scalar: &Scalar, parent: usize) -> Self {
        let (header, last) = plan.lines_of(value.range()).into_inner();
        let source = plan.source(value.range());
        let indicators = source.split(|it: char| it.is_whitespace()).next().unwrap_or_default();
        let width = indicators.chars().find_map(|it| it.to_digit(10));
        let first = (header + 1..=last).find(|line| !plan.is_blank(*line));
        let column = match width {
            Some(width) => parent + width as usize,
            None => first.map_or(0, |line| plan.indentation(line)),
        };
        Self { column, keeps_blank_lines: indicators.contains('+') || scalar.text.is_empty() }
    }

    /// The last line that belongs to it, `last` being the last that is not blank.
    fn end(&self, plan: &FormattingPlan<'_>, last: usize) -> usize {
        let blank = (last + 1..plan.lines.count()).take_while(|line| plan.is_blank(*line));
        let is_content = |line: &usize| self.keeps_blank_lines || plan.lines.line(*line).len() > self.column;
        blank.filter(is_content).last().unwrap_or(last)
    }
}

fn is_block(node: Placed<'_, Node>) -> bool {
    match &node.get().kind {
        NodeKind::Mapping(mapping) => mapping.style == CollectionStyle::Block,
        NodeKind::Sequence(sequence) => sequence.style == CollectionStyle::Block,
        _ => false,
    }
}
