//! One segment, parsed: its nodes with ranges relative to its base, its comments and its problems.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use smol_str::SmolStr;
use tree_sitter::{Parser, Point, Tree};

use super::fault::{DocumentFault, FaultKind};
use super::grammar;
use super::plain_text::{blanked, blanked_where};
use super::scan::{Unit, UnitKind};
use super::segments::SegmentKind;
use crate::problem::{Problem, suppression};
use crate::text::{FileId, SegmentId, TextRange, TextSize};
use crate::yaml::lower::{Lowered, lower};
use crate::yaml::syntax::{self, DocumentsExtent, SyntaxRefusal};
use crate::yaml::{Chunks, Comment, Document, Entry, Item, Mapping, Node, NodeKind, Sequence};

mod recovery;
mod verdict;

/// A parsed segment.
#[derive(Debug)]
pub(super) struct Segment {
    /// New with every parse, unless the same text is read again.
    pub(super) id: SegmentId,
    /// How many bytes its base stands before its text: those before it on its first line.
    pub(super) pad: usize,
    pub(super) content: SegmentContent,
    pub(super) anchors: Box<[(SmolStr, TextSize)]>,
    /// Comments that attach to nothing in it.
    pub(super) dangling: Box<[Comment]>,
    pub(super) has_alias: bool,
    pub(super) is_template: bool,
    /// Whether a comment in it was asked for and found ([`TextDocument::any_comment`](super::TextDocument::any_comment)).
    pub(super) has_found_comment: OnceLock<bool>,
    pub(super) problems: Box<[Problem]>,
    /// Where comments that silence problems start.
    pub(super) suppressions: Box<[TextSize]>,
    /// What the scanner found in it, relative to its text: the same text with other faults is parsed anew.
    pub(super) faults: Box<[DocumentFault]>,
}

/// What a segment holds.
#[derive(Debug)]
pub(super) enum SegmentContent {
    /// A document, or its opening. Its root is without children if they are a collection's.
    Document(Box<Document>, SharedChildren),
    /// Siblings, or the one header.
    Siblings(SharedChildren),
    /// No nodes.
    Nothing,
}

/// Children that versions share.
#[derive(Clone, Debug)]
pub(super) enum SharedChildren {
    None,
    Entries(Arc<[Entry]>),
    Items(Arc<[Item]>),
}

/// A segment to parse.
#[derive(Clone, Copy)]
pub(super) struct SegmentText<'t> {
    /// The text as written.
    pub(super) text: &'t str,
    /// The parsed copy of it (`plain_text`).
    pub(super) copy: &'t str,
    /// Where it starts in the text that was scanned.
    pub(super) start: usize,
    /// Its units, in offsets of the text that was scanned.
    pub(super) units: &'t [Unit],
    /// Its faults, likewise.
    pub(super) faults: &'t [DocumentFault],
    /// Bytes before it on its first line.
    pub(super) pad: usize,
    pub(super) shape: SegmentKind,
    pub(super) file: FileId,
    /// Where the first line starts that is read, in bytes from the base: what stands before it is read by itself.
    pub(super) from: usize,
}

impl SegmentText<'_> {
    /// The brackets around it, if it is a part of a flow collection.
    fn brackets(&self) -> Option<(&'static str, &'static str)> {
        self.units.first()?.kind.brackets()
    }

    pub(super) fn extent(&self) -> DocumentsExtent {
        match self.shape {
            SegmentKind::Document => DocumentsExtent::Documents,
            _ if self.brackets().is_some() => DocumentsExtent::Bracketed,
            _ => DocumentsExtent::Part,
        }
    }
}

thread_local! {
    static PARSER: RefCell<Option<Parser>> = const { RefCell::new(None) };
}

/// Parses a copy that no deep nesting is left in, from a line on.
pub(super) fn parse_tree(copy: &str, line_start: usize) -> Option<Tree> {
    PARSER.with(|parser| {
        let mut parser = parser.try_borrow_mut().ok()?;
        if parser.is_none() {
            let mut fresh = Parser::new();
            fresh.set_language(&grammar::language()).ok()?;
            *parser = Some(fresh);
        }
        let parser = parser.as_mut()?;
        parser.set_included_ranges(&[rest_of(copy, line_start)]).ok()?;
        parser.parse(copy, None)
    })
}

/// A text from a line on, as tree-sitter wants to be told of it.
fn rest_of(text: &str, line_start: usize) -> tree_sitter::Range {
    let above = text.as_bytes().get(..line_start).unwrap_or_default();
    tree_sitter::Range {
        start_byte: line_start,
        end_byte: u32::MAX as usize,
        start_point: Point::new(memchr::memchr_iter(b'\n', above).count(), 0),
        end_point: Point::new(u32::MAX as usize, u32::MAX as usize),
    }
}

/// Whether a copy parses without any error.
pub(super) fn parses(copy: &str) -> bool {
    parse_tree(copy, 0).is_some_and(|tree| !tree.root_node().has_error())
}

/// An id that no other segment has.
pub(super) fn new_id() -> SegmentId {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    SegmentId(NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Parses a segment.
pub(super) fn parse(piece: &SegmentText<'_>, id: SegmentId) -> Segment {
    let (before, after) = surroundings(piece);
    let text = format!("{before}{}{after}", with_spaces_above(piece));
    let copy = without_faults(piece, &format!("{before}{}{after}", piece.copy));
    let (mut lowered, problems) = if piece.shape == SegmentKind::FlowEnd {
        (Lowered::default(), Vec::new())
    } else {
        read(piece, id, &text, &copy)
    };
    let anchors = lowered.documents.iter_mut().flat_map(|document| std::mem::take(&mut document.anchors)).collect();
    let faults = piece.faults.iter().map(|fault| relative(fault, piece.start)).collect();
    let dangling: Box<[Comment]> = std::mem::take(&mut lowered.dangling).into();
    let content = content(piece.shape, lowered);
    let has_alias = has_alias(&content);
    let is_template = copy.contains("#@") && any_comment(&content, &dangling, &is_of_template);
    let suppressions = suppression::starts(&text).map(|start| TextSize::new(start as u32)).collect();
    let has_found_comment = OnceLock::new();
    Segment {
        id,
        pad: piece.pad,
        content,
        anchors,
        dangling,
        has_alias,
        is_template,
        has_found_comment,
        problems: problems.into(),
        suppressions,
        faults,
    }
}

/// The text of a piece with spaces for the tabs that indent the lines above its first unit: whether they may stand there,
/// the scanner tells, which knows what stands above.
fn with_spaces_above<'t>(piece: &SegmentText<'t>) -> Cow<'t, str> {
    let start = piece.units.first().map_or(piece.text.len(), |unit| unit.start - piece.start);
    let before = piece.text.get(..start).unwrap_or_default();
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let (above, rest) = piece.text.split_at(if piece.units.is_empty() { start } else { line });
    if !above.contains('\t') {
        return Cow::Borrowed(piece.text);
    }
    let spaced = above.split_inclusive('\n').map(|line| {
        let (blanks, behind) = line.split_at(line.len() - line.trim_start_matches([' ', '\t']).len());
        blanks.replace('\t', " ") + behind
    });
    Cow::Owned(spaced.chain([rest.to_owned()]).collect())
}

/// What a parser has to see before and behind a piece besides its own text: blanks for what stands before it on its line,
/// or the bracket around it; and for each bracket that the piece leaves open, the one that ends it.
fn surroundings(piece: &SegmentText<'_>) -> (String, String) {
    let (before, end) =
        piece.brackets().map_or_else(|| (" ".repeat(piece.pad), ""), |(start, end)| (start.to_owned(), end));
    let is_open = piece.units.last().is_some_and(|unit| unit.is_flow_opening);
    let inner = match piece.copy.as_bytes().last().filter(|_| is_open) {
        Some(b'[') => "]",
        Some(b'{') => "}",
        _ => "",
    };
    (before, format!("{inner}{end}"))
}

/// The nodes of a piece, and why it does not load. What loads as it stands is read as ytt reads it. Else its siblings are
/// read each by itself, so that what is made of them does not depend on where segments end; and of one that does not
/// load, a tree holds what can be understood.
fn read(piece: &SegmentText<'_>, id: SegmentId, text: &str, copy: &str) -> (Lowered, Vec<Problem>) {
    let refusal = match load(piece, id, text, copy) {
        Ok(loaded) => return loaded,
        Err(refusal) => refusal,
    };
    let siblings = siblings(piece);
    if siblings.len() > 1 {
        let refused = refused_sibling(piece, &siblings, refusal.as_ref());
        return read_siblings(piece, id, (text, copy), &siblings, refused);
    }
    alone(piece, id, (text, copy), refusal)
}

/// What can be understood of a piece that does not load, and why it does not.
fn alone(
    piece: &SegmentText<'_>,
    id: SegmentId,
    (text, copy): (&str, &str),
    refusal: Option<SyntaxRefusal>,
) -> (Lowered, Vec<Problem>) {
    let (lowered, broken) = if piece.brackets().is_some() {
        (lowered_between_brackets(piece, text, copy), Vec::new())
    } else {
        recovery::lower_recovered(piece, text, copy, refusal.as_ref())
    };
    (lowered, verdict::problems(piece, id, (text, copy), refusal, &broken))
}

/// The nodes of a piece that loads, and what goes beyond its own lines. Fails with the place at which ytt refuses it, if
/// that is why it does not load.
fn load(
    piece: &SegmentText<'_>,
    id: SegmentId,
    text: &str,
    copy: &str,
) -> Result<(Lowered, Vec<Problem>), Option<SyntaxRefusal>> {
    // No other parser gets to see what nests too deep.
    let is_deep = piece.faults.iter().any(|fault| matches!(fault.kind, FaultKind::TooDeep | FaultKind::Deeper));
    match syntax::read_from(if is_deep { copy } else { text }, piece.from, piece.extent()) {
        Ok(Some(lowered)) if are_moot(piece) => Ok((lowered, verdict::problems(piece, id, (text, copy), None, &[]))),
        loaded => Err(loaded.err()),
    }
}

/// Whether the faults of a piece that loads as it stands are none. What does not close is one where it could only close in
/// a sibling: another segment may hold that.
fn are_moot(piece: &SegmentText<'_>) -> bool {
    let is_open = piece.faults.iter().any(|fault| fault.kind.is_open());
    piece.faults.iter().all(|fault| fault.kind.is_moot()) && !(is_open && siblings(piece).len() > 1)
}

/// The units with which the siblings of a run begin that can be read each by itself; no more than one in all that has to
/// be read as a whole.
fn siblings(piece: &SegmentText<'_>) -> Vec<usize> {
    let Some(first) = piece.units.first().filter(|_| piece.shape == SegmentKind::Run) else { return Vec::new() };
    let begins = |at: usize, unit: &Unit| at == 0 || unit.depth() == first.depth() && !unit.is_bound;
    piece.units.iter().enumerate().filter(|(at, unit)| begins(*at, unit)).map(|(at, _)| at).collect()
}

/// The sibling in which a piece is refused, or in which the scanner found its first fault.
fn refused_sibling(piece: &SegmentText<'_>, siblings: &[usize], refusal: Option<&SyntaxRefusal>) -> usize {
    let fault = piece.faults.iter().find(|fault| !fault.kind.is_moot());
    let fault = fault.map(|fault| fault.range.start - piece.start + piece.pad);
    let refused = refusal.map(|refusal| usize::from(refusal.range().start()));
    let Some(place) = refused.into_iter().chain(fault).min() else { return 0 };
    let is_before = |unit: &usize| offset(piece, *unit).is_some_and(|start| start <= place);
    siblings.partition_point(is_before).saturating_sub(1)
}

/// Reads siblings group by group. One that is refused is read alone, and what stands before it once more without it.
/// Behind one that loads, the next group has twice as many: many faults cost a read for each sibling, few of them hardly
/// more than the text.
fn read_siblings(
    piece: &SegmentText<'_>,
    id: SegmentId,
    texts: (&str, &str),
    siblings: &[usize],
    mut refused: usize,
) -> (Lowered, Vec<Problem>) {
    let (mut parts, mut problems) = (Vec::new(), Vec::new());
    let (mut next, mut length) = (0, 1);
    while let Some(&first) = siblings.get(next) {
        let count = if refused < next { length } else { (refused - next).max(1) };
        let end = siblings.len().min(next + count);
        let units = first..siblings.get(end).copied().unwrap_or(piece.units.len());
        let (part, text, copy) = part(piece, texts, units);
        let loaded = load(&part, id, &text, &copy);
        length = if loaded.is_ok() { 2 * count } else { 1 };
        let loaded = match loaded {
            Err(refusal) if end - next > 1 => {
                refused = next + refused_sibling(&part, &self::siblings(&part), refusal.as_ref());
                continue;
            }
            loaded => loaded.unwrap_or_else(|refusal| alone(&part, id, (&text, &copy), refusal)),
        };
        parts.push(loaded.0);
        problems.extend(loaded.1);
        next = end;
    }
    (Lowered::joined(parts), problems)
}

/// What a tree holds of a part of a flow collection.
fn lowered_between_brackets(piece: &SegmentText<'_>, text: &str, copy: &str) -> Lowered {
    let mut lowered = lower_copy(text, copy, piece.from).unwrap_or_default();
    let is_item = piece.units.first().is_some_and(|unit| unit.kind == UnitKind::FlowItem);
    lowered.documents.retain(|document| match document.root.kind {
        NodeKind::Mapping(_) => !is_item,
        NodeKind::Sequence(_) => is_item,
        _ => false,
    });
    lowered
}

/// Where a unit of a piece starts with what stands above it, in bytes from the base.
fn offset(piece: &SegmentText<'_>, unit: usize) -> Option<usize> {
    Some(piece.units.get(unit)?.lead - piece.start + piece.pad)
}

/// Some units of a piece, with the text and the copy of it in which they are read.
fn part<'t, 's>(
    piece: &SegmentText<'t>,
    (text, copy): (&'s str, &'s str),
    units: Range<usize>,
) -> (SegmentText<'t>, Cow<'s, str>, Cow<'s, str>) {
    let brackets = piece.brackets();
    let start = match units.start {
        0 if brackets.is_none() => piece.from,
        at => offset(piece, at).unwrap_or(text.len()),
    };
    let behind = brackets.map_or(0, |(_, close)| close.len());
    let end = offset(piece, units.end).unwrap_or(text.len() - behind);
    let is_before = |offset: usize| move |fault: &DocumentFault| fault.range.start - piece.start + piece.pad < offset;
    let from = piece.faults.partition_point(is_before(start));
    let to = piece.faults.partition_point(is_before(end));
    let part = SegmentText {
        units: piece.units.get(units).unwrap_or_default(),
        faults: piece.faults.get(from..to).unwrap_or_default(),
        from: if brackets.is_some() { 0 } else { start },
        ..*piece
    };
    let cut = |text: &'s str| match brackets {
        Some((open, close)) => {
            let inside = text.get(start..end).unwrap_or_default();
            Cow::Owned(format!("{}{open}{inside}{close}", " ".repeat(start - open.len())))
        }
        None => Cow::Borrowed(text.get(..end).unwrap_or(text)),
    };
    (part, cut(text), cut(copy))
}

/// A fault in offsets from `start`.
pub(super) fn relative(fault: &DocumentFault, start: usize) -> DocumentFault {
    let Range { start: from, end: to } = fault.range;
    DocumentFault { range: from.saturating_sub(start)..to.saturating_sub(start), ..fault.clone() }
}

/// The text or copy of a piece with blanks for what is faulty, as many bytes.
pub(super) fn without_faults(piece: &SegmentText<'_>, text: &str) -> String {
    if piece.faults.is_empty() {
        return text.to_owned();
    }
    let place = |fault: &DocumentFault| {
        let range = relative(fault, piece.start).range;
        range.start + piece.pad..range.end + piece.pad
    };
    let is_join = |fault: &&DocumentFault| fault.kind == FaultKind::Join;
    let blank = blanked(text, piece.faults.iter().filter(|it| it.is_masked && !is_join(it)).map(place));
    blanked_where(&blank, piece.faults.iter().filter(is_join).map(place), |byte| byte == b'\n')
}

/// The nodes of a piece from a line on, or the broken ranges, in the piece's own words.
pub(super) fn lower_copy(text: &str, copy: &str, line_start: usize) -> Option<Lowered> {
    parse_tree(copy, line_start).map(|tree| lower(text, &tree))
}

pub(super) fn text_range(start: usize, end: usize) -> TextRange {
    TextRange::new(TextSize::new(start as u32), TextSize::new(end as u32))
}

/// Moves a root's children out, so that versions can share them.
fn take_children(root: &mut Node) -> SharedChildren {
    match &mut root.kind {
        NodeKind::Mapping(mapping) => match std::mem::replace(&mut mapping.entries, Chunks::Here(Box::default())) {
            Chunks::Here(entries) => SharedChildren::Entries(entries.into()),
            Chunks::Spread(_) => SharedChildren::None,
        },
        NodeKind::Sequence(sequence) => match std::mem::replace(&mut sequence.items, Chunks::Here(Box::default())) {
            Chunks::Here(items) => SharedChildren::Items(items.into()),
            Chunks::Spread(_) => SharedChildren::None,
        },
        _ => SharedChildren::None,
    }
}

fn content(shape: SegmentKind, lowered: Lowered) -> SegmentContent {
    let Some(mut document) = lowered.documents.into_iter().next() else { return SegmentContent::Nothing };
    let children = take_children(&mut document.root);
    match shape {
        SegmentKind::Document | SegmentKind::Opening => SegmentContent::Document(Box::new(document), children),
        SegmentKind::Header | SegmentKind::Run => SegmentContent::Siblings(children),
        SegmentKind::FlowEnd | SegmentKind::Tail => SegmentContent::Nothing,
    }
}

fn has_alias(content: &SegmentContent) -> bool {
    let (root, children) = match content {
        SegmentContent::Document(document, children) => (Some(&document.root), children),
        SegmentContent::Siblings(children) => (None, children),
        SegmentContent::Nothing => return false,
    };
    root.is_some_and(is_alias_inside)
        || match children {
            SharedChildren::None => false,
            SharedChildren::Entries(entries) => entries
                .iter()
                .any(|entry| is_merge_key(&entry.key) || is_alias_inside(&entry.key) || is_alias_inside(&entry.value)),
            SharedChildren::Items(items) => items.iter().any(|item| is_alias_inside(&item.value)),
        }
}

fn is_merge_key(key: &Node) -> bool {
    matches!(&key.kind, NodeKind::Scalar(scalar) if scalar.text == "<<")
}

fn is_alias_inside(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Alias(_) => true,
        NodeKind::Mapping(mapping) => match &mapping.entries {
            Chunks::Here(entries) => entries
                .iter()
                .any(|entry| is_merge_key(&entry.key) || is_alias_inside(&entry.key) || is_alias_inside(&entry.value)),
            Chunks::Spread(_) => true,
        },
        NodeKind::Sequence(sequence) => match &sequence.items {
            Chunks::Here(items) => items.iter().any(|item| is_alias_inside(&item.value)),
            Chunks::Spread(_) => true,
        },
        _ => false,
    }
}

/// A test of a comment. It is also told whether the comment stands behind a key or a dash that has no value.
pub(super) type CommentTest<'t> = &'t dyn Fn(&Comment, bool) -> bool;

/// Whether any comment of a segment passes a test.
pub(super) fn any_comment(content: &SegmentContent, dangling: &[Comment], test: CommentTest<'_>) -> bool {
    let is_found = |comments: &[Comment]| comments.iter().any(|comment| test(comment, false));
    is_found(dangling)
        || match content {
            SegmentContent::Document(document, children) => {
                is_found(&document.comments) || any_inside(&document.root, test) || any_below(children, test)
            }
            SegmentContent::Siblings(children) => any_below(children, test),
            SegmentContent::Nothing => false,
        }
}

fn is_of_template(comment: &Comment, _: bool) -> bool {
    comment.text.starts_with('@')
}

/// Whether template code or annotations stand in a document; what stands above its marker does not count.
pub fn is_template(document: &Document) -> bool {
    let below = |comment: &&Comment| document.marker.is_some_and(|marker| comment.range.start() >= marker.start());
    document.comments.iter().filter(below).any(|comment| is_of_template(comment, false))
        || match &document.root.kind {
            NodeKind::Mapping(Mapping { entries: Chunks::Spread(chunks), .. }) => {
                chunks.iter().any(|it| it.is_template)
            }
            NodeKind::Sequence(Sequence { items: Chunks::Spread(chunks), .. }) => {
                chunks.iter().any(|it| it.is_template)
            }
            _ => any_inside(&document.root, &is_of_template),
        }
}

fn any_below(children: &SharedChildren, test: CommentTest<'_>) -> bool {
    match children {
        SharedChildren::None => false,
        SharedChildren::Entries(entries) => entries.iter().any(|entry| any_at_entry(entry, test)),
        SharedChildren::Items(items) => items.iter().any(|item| any_at_item(item, test)),
    }
}

fn any_inside(node: &Node, test: CommentTest<'_>) -> bool {
    match &node.kind {
        NodeKind::Mapping(mapping) => match &mapping.entries {
            Chunks::Here(entries) => entries.iter().any(|entry| any_at_entry(entry, test)),
            Chunks::Spread(_) => false,
        },
        NodeKind::Sequence(sequence) => match &sequence.items {
            Chunks::Here(items) => items.iter().any(|item| any_at_item(item, test)),
            Chunks::Spread(_) => false,
        },
        _ => false,
    }
}

fn any_at_entry(entry: &Entry, test: CommentTest<'_>) -> bool {
    any_at(entry.comments.as_deref(), &entry.value, entry.key.range.end(), test)
        || any_inside(&entry.key, test)
        || any_inside(&entry.value, test)
}

fn any_at_item(item: &Item, test: CommentTest<'_>) -> bool {
    any_at(item.comments.as_deref(), &item.value, item.range.start(), test) || any_inside(&item.value, test)
}

fn any_at(comments: Option<&[Comment]>, value: &Node, token: TextSize, test: CommentTest<'_>) -> bool {
    let has_value = !matches!(value.kind, NodeKind::Empty);
    comments.unwrap_or_default().iter().any(|comment| test(comment, !has_value && comment.range.start() >= token))
}
