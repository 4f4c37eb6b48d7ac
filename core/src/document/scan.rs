//! The light line scanner: where entries start, and which lines cannot be parsed as they stand.
//!
//! It goes over lines once, knows indentation, document markers, block scalars, quotes and brackets, and builds no
//! nodes. What it finds are [`Unit`]s, between which a text may be cut, and [`DocumentFault`]s, which are blanked before the
//! text is parsed. It reads the parsed copy of a text (`plain_text`), whose only line break is the line feed.

use std::ops::Range;

use super::fault::{DocumentFault, FaultKind};
use super::levels::Levels;

mod continuation;
mod document_start;
mod flow;
mod flow_units;
mod head;
mod place;
mod unit;
mod value;

use head::Head;
pub(super) use head::head_at;
use place::LOOKAHEAD;
pub(super) use unit::{Unit, UnitKind};

/// Block and flow collections nested deeper than this are blanked: every walk over nodes recurses, and tree-sitter-yaml
/// aborts the process at 254 indentations, of which it takes up to two for a collection while it recovers.
pub(crate) const DEEPEST: u32 = 120;

/// What a line weighs. A byte of a flow collection that is cut weighs one, on however many lines it stands.
pub(super) const LINE_WEIGHT: usize = 64;

/// A scalar or bracket with more lines than this is one long line in the parsed copy: tree-sitter counts lines in 16
/// bits.
const LONG_VALUE: usize = 2000;

/// Where a scan starts: at the lead of a unit that an earlier scan found, and that is there still. The state of a scanner
/// behind the head of a unit follows from this, so the rest is read as it would be from the start of the text.
#[derive(Clone, Debug)]
pub(super) struct ScanStart {
    pub(super) kind: UnitKind,
    /// The open collections, its own innermost.
    pub(super) levels: Levels,
    /// Bytes from its lead to itself.
    pub(super) head: usize,
    pub(super) is_misaligned: bool,
    pub(super) is_bound: bool,
    pub(super) unclosed: UnclosedBefore,
    /// What was found above and at its head.
    pub(super) faults: Vec<DocumentFault>,
}

/// What a scan found.
#[derive(Debug, Default)]
pub(super) struct DocumentScan {
    /// In order of their starts.
    pub(super) units: Vec<Unit>,
    /// In the order in which they were noticed.
    pub(super) faults: Vec<DocumentFault>,
    /// Where trailing blanks and comments start, and what stands before them weighs.
    pub(super) tail: (usize, usize),
    /// What all of it weighs.
    pub(super) weight: usize,
    /// How many units were known when a search first reached the end of the text.
    pub(super) reached_end: Option<usize>,
    /// Whether a scan cannot start where this one did, for the flow collection around it is not to be cut.
    pub(super) is_start_refused: bool,
}

/// Scans a text, or a part of one, from its start or from that of a unit. Flow collections that weigh more than `cap` lines
/// are cut.
pub(super) fn scan(text: &str, start: Option<&ScanStart>, cap: usize, goes_on: bool) -> DocumentScan {
    let mut scanner = SegmentScanner {
        text: text.as_bytes(),
        position: 0,
        weight: 0,
        largest: cap * LINE_WEIGHT,
        goes_on,
        looked: 0,
        levels: Levels::default(),
        is_inside: false,
        awaits: false,
        mode: Mode::Free,
        lead: None,
        value: None,
        stray: None,
        deep: None,
        directive: None,
        unclosed: UnclosedBefore::default(),
        has_comment_in_value: false,
        rows_in_value: 0,
        long_start: 0,
        scan: DocumentScan::default(),
    };
    if let Some(start) = start {
        scanner.resume(start);
    }
    while let Some(line) = scanner.line_at(scanner.position) {
        scanner.position = line.next;
        scanner.line(line);
        scanner.weight += LINE_WEIGHT;
    }
    scanner.finish()
}

/// Offsets before which no opener finds its end on another line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct UnclosedBefore {
    single_quote: usize,
    double_quote: usize,
    /// A bracket whose lines are right of its parent.
    near: usize,
    /// A bracket whatever its lines look like.
    far: usize,
}

impl UnclosedBefore {
    /// The same, counted from `start`.
    fn below(self, start: usize) -> Self {
        Self {
            single_quote: self.single_quote.saturating_sub(start),
            double_quote: self.double_quote.saturating_sub(start),
            near: self.near.saturating_sub(start),
            far: self.far.saturating_sub(start),
        }
    }

    /// Where no quote of a kind finds its end.
    fn quote(&mut self, quote: u8) -> &mut usize {
        if quote == b'"' { &mut self.double_quote } else { &mut self.single_quote }
    }
}

/// One line, without its line break.
#[derive(Clone, Copy, Debug)]
struct ScannedLine {
    start: usize,
    end: usize,
    next: usize,
}

/// What a line start stands in.
#[derive(Clone, Copy, Debug)]
enum Mode {
    /// Between entries.
    Free,
    /// A plain scalar that a line right of `parent` continues.
    Plain { parent: i32 },
    /// A block scalar; its column is known from its first line.
    Block { parent: i32, column: Option<i32> },
}

/// A scalar or bracket that was just read.
#[derive(Clone, Debug)]
struct ScannedValue {
    range: Range<usize>,
    column: i32,
}

/// Bytes from the line's start to `at`; files are far smaller than what an `i32` holds.
fn column(line: ScannedLine, at: usize) -> i32 {
    i32::try_from(at - line.start).unwrap_or(i32::MAX)
}

#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about where it stands")]
struct SegmentScanner<'t> {
    text: &'t [u8],
    /// Where the next line starts.
    position: usize,
    /// What all lines above weigh.
    weight: usize,
    /// What a flow collection weighs at most that is not cut.
    largest: usize,
    /// Whether more text stands behind this one.
    goes_on: bool,
    /// Where the text ends that was looked at.
    looked: usize,
    levels: Levels,
    is_inside: bool,
    /// Whether the last entry, or the document, has no value yet.
    awaits: bool,
    mode: Mode,
    /// Where blanks and comments started that belong to the next unit.
    lead: Option<(usize, usize)>,
    value: Option<ScannedValue>,
    /// The column of a stray line: what stands right of it is stray too.
    stray: Option<i32>,
    /// The column of the entry that is nested too deep.
    deep: Option<i32>,
    directive: Option<Range<usize>>,
    unclosed: UnclosedBefore,
    /// Whether a comment stands between the last entry and its value.
    has_comment_in_value: bool,
    /// How many lines the scalar under way has gone on for.
    rows_in_value: usize,
    /// Where the last line of a block scalar ended that was not yet too many.
    long_start: usize,
    scan: DocumentScan,
}

impl SegmentScanner<'_> {
    fn line_at(&mut self, start: usize) -> Option<ScannedLine> {
        let rest = self.text.get(start..).unwrap_or_default();
        let length = memchr::memchr(b'\n', rest);
        let end = start + length.unwrap_or(rest.len());
        self.looked = self.looked.max(end + 1);
        if rest.is_empty() {
            let known = self.scan.units.len();
            self.scan.reached_end.get_or_insert(known);
            return None;
        }
        Some(ScannedLine { start, end, next: length.map_or(end, |_| end + 1) })
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.get(at).copied().unwrap_or(b'\n')
    }

    fn is_blank(&self, at: usize) -> bool {
        matches!(self.byte(at), b' ' | b'\t' | b'\n')
    }

    /// The first byte at or after `at` that is no space or tab, at most the line's end.
    fn skip_blanks(&self, mut at: usize, line: ScannedLine) -> usize {
        while at < line.end && matches!(self.byte(at), b' ' | b'\t') {
            at += 1;
        }
        at
    }

    /// The column of the first byte that is no space.
    fn indent(&self, line: ScannedLine) -> i32 {
        let rest = self.text.get(line.start..line.end).unwrap_or_default();
        column(line, line.start + rest.iter().position(|&byte| byte != b' ').unwrap_or(rest.len()))
    }

    fn fault(&mut self, range: Range<usize>, kind: FaultKind) {
        self.scan.faults.push(DocumentFault {
            range,
            kind,
            is_masked: !matches!(kind, FaultKind::Misaligned | FaultKind::Join),
        });
    }

    /// Where text that starts at `at` ends: before a comment or trailing blanks.
    fn text_end(&self, at: usize, line: ScannedLine) -> usize {
        let rest = self.text.get(at..line.end).unwrap_or_default();
        let is_comment = |hash: &usize| at + hash > line.start && self.is_blank(at + hash - 1);
        let text = memchr::memchr_iter(b'#', rest).find(is_comment).and_then(|end| rest.get(..end)).unwrap_or(rest);
        at + text.iter().rposition(|byte| !matches!(byte, b' ' | b'\t')).map_or(0, |last| last + 1)
    }

    fn finish(mut self) -> DocumentScan {
        if let Some(directive) = self.directive.take() {
            self.fault(directive, FaultKind::Directive);
        }
        self.scan.tail = self.lead.unwrap_or((self.text.len(), self.weight));
        self.scan.weight = self.weight;
        self.close_unit();
        self.scan
    }

    fn line(&mut self, line: ScannedLine) {
        if let Some(marker) = self.marker(line) {
            return self.document_marker(line, marker);
        }
        let first = self.skip_blanks(line.start, line);
        let continues = match self.mode {
            Mode::Block { parent, column } => self.continues_block(line, first, parent, column),
            Mode::Plain { parent } => self.continues_plain(line, first, parent),
            Mode::Free => false,
        };
        if continues {
            return;
        }
        let is_blank = first == line.end;
        if is_blank || self.byte(first) == b'#' {
            self.lead.get_or_insert((line.start, self.weight));
            self.check_tab(line, first);
            if !is_blank {
                self.mode = Mode::Free;
            }
            return;
        }
        self.mode = Mode::Free;
        if self.find_mistyped_marker(line, first) {
            self.lead.get_or_insert((line.start, self.weight));
            return self.fault(first..self.text_end(first, line), FaultKind::Marker);
        }
        self.content(line, first);
    }

    /// Refuses a tab on a line without content, which ends before `end`. Only a plain scalar goes on over one that stands
    /// deeper than what holds it; nothing else starts with one.
    fn check_tab(&mut self, line: ScannedLine, end: usize) {
        let Some(tab) = (line.start..end).find(|at| self.byte(*at) == b'\t') else { return };
        if !matches!(self.mode, Mode::Plain { parent } if column(line, tab) > parent) {
            self.fault(tab..tab + 1, FaultKind::TabAlone);
        }
    }

    /// Adds a unit that starts at `start`, with what stands above it.
    fn open(&mut self, kind: UnitKind, start: usize, line: ScannedLine) {
        let is_inside_line = kind != UnitKind::Document
            && self.scan.units.last().is_some_and(|unit| unit.start >= line.start && unit.kind != UnitKind::Document);
        let own = if is_inside_line { (start, self.weight) } else { (line.start, self.weight) };
        let (lead, weight_before) = self.lead.take().unwrap_or(own);
        self.value = None;
        self.close_unit();
        self.scan.units.push(Unit {
            column: start - line.start,
            is_inside_line,
            is_bound: std::mem::take(&mut self.has_comment_in_value) && kind != UnitKind::Document,
            unclosed: self.unclosed.below(lead),
            ..Unit::new(kind, lead, start, weight_before, self.levels.clone())
        });
    }

    /// What follows the last unit is known as far as it can be about that.
    fn close_unit(&mut self) {
        if let Some(unit) = self.scan.units.last_mut() {
            unit.looked = self.looked;
        }
    }

    /// Goes on behind the head of a unit; a document is met again.
    fn resume(&mut self, start: &ScanStart) {
        self.scan.faults.extend_from_slice(&start.faults);
        self.unclosed = start.unclosed;
        let above = self.text.get(..start.head).unwrap_or_default();
        self.weight = LINE_WEIGHT * memchr::memchr_iter(b'\n', above).count();
        self.position = above.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        self.lead = Some((0, 0));
        if start.kind == UnitKind::Document {
            return;
        }
        if start.kind.is_in_flow() {
            return self.resume_flow(start);
        }
        let Some(line) = self.line_at(self.position) else { return };
        let Some(head) = head_at(self.text, start.head, line.end) else { return };
        self.position = line.next;
        self.levels = start.levels.clone();
        self.is_inside = true;
        self.open(start.kind, start.head, line);
        if let Some(unit) = self.scan.units.last_mut() {
            unit.is_solid = matches!(head, Head::Question | Head::Colon);
            (unit.is_misaligned, unit.is_bound) = (start.is_misaligned, start.is_bound);
        }
        if let Some((at, head)) = self.behind(line, start.head, head, false) {
            self.entries(line, at, head);
        }
        self.weight += LINE_WEIGHT;
    }

    /// A line that is neither blank nor a comment nor part of a scalar.
    fn content(&mut self, line: ScannedLine, first: usize) {
        let column = self.indent(line);
        if self.blank_below_fault(column, line, first) {
            return;
        }
        let is_directive = column == 0 && self.byte(first) == b'%';
        if is_directive && (!self.is_inside || self.find_marker_below(line)) {
            self.end_document();
            self.lead.get_or_insert((line.start, self.weight));
            self.directive = Some(first..self.text_end(first, line));
            return;
        }
        if !self.is_inside {
            self.begin_document(line, first);
        }
        let has_tab = (line.start..first).any(|at| self.byte(at) == b'\t');
        let Some(head) = head_at(self.text, first, line.end) else { return self.text(line, first, column) };
        if has_tab {
            self.fault(line.start..first, FaultKind::Tab);
        }
        self.entries(line, first, head);
    }

    /// Blanks a line that is below a stray one, or below what is nested too deep. False if it is neither.
    fn blank_below_fault(&mut self, column: i32, line: ScannedLine, first: usize) -> bool {
        let is_deep = self.deep.is_some_and(|deep| column > deep);
        let is_stray = !self.awaits
            && self.stray.is_some_and(|stray| column > stray)
            && !self.levels.iter().any(|level| level.column == column);
        if is_deep || is_stray {
            let kind = if is_deep { FaultKind::Deeper } else { FaultKind::Silent };
            self.fault(first..line.end, kind);
            self.lead.get_or_insert((line.start, self.weight));
            return true;
        }
        self.deep = None;
        false
    }

    /// Text that is no entry: a value if one is awaited.
    fn text(&mut self, line: ScannedLine, first: usize, column: i32) {
        let parent = self.levels.column();
        // ytt takes the header of a block scalar in the column of its key, too.
        let is_block_scalar = column == parent && matches!(self.byte(first), b'|' | b'>');
        if self.awaits && (column > parent || is_block_scalar) {
            self.lead = None;
            let above = self.scan.units.last().and_then(|unit| self.text.get(unit.start..line.end));
            self.has_comment_in_value |= above.is_some_and(|above| above.contains(&b'#'));
            self.value(line, first, parent);
            self.mark_solid_if_valued();
            if self.awaits {
                // A comment behind properties belongs to the first child below.
                self.pass_on_comment(self.text_end(first, line), line);
            }
            return;
        }
        let is_repeated =
            self.stray == Some(column) && self.lead.is_none_or(|(_, weight)| weight + LINE_WEIGHT == self.weight);
        self.lead.get_or_insert((line.start, self.weight));
        let range = first..self.text_end(first, line);
        let kind = match self.text.get(range.clone()) {
            _ if is_repeated => FaultKind::Silent,
            Some(b"--") if column == 0 => FaultKind::Marker,
            _ => FaultKind::StrayText,
        };
        self.fault(range, kind);
        self.stray = Some(column);
    }

    /// An entry, and those behind it on the same line: `- - a: 1`.
    fn entries(&mut self, line: ScannedLine, mut at: usize, mut head: Head) {
        loop {
            let column = column(line, at);
            let is_answer = matches!(head, Head::Colon) && self.answer(column);
            if !is_answer && !self.place_unit(line, at, column, head) {
                return;
            }
            let Some(inner) = self.behind(line, at, head, is_answer) else { return };
            (at, head) = inner;
        }
    }

    /// What stands behind a head on its line: a value, or else the entry that is given.
    fn behind(&mut self, line: ScannedLine, at: usize, head: Head, is_answer: bool) -> Option<(usize, Head)> {
        let after = self.skip_blanks(head.after(at), line);
        if after == line.end || (self.byte(after) == b'#' && self.is_blank(after - 1)) {
            self.awaits = true;
            return None;
        }
        let is_compact = is_answer || matches!(head, Head::Dash | Head::Question);
        let inner = is_compact.then(|| head_at(self.text, after, line.end)).flatten();
        self.awaits |= inner.is_some();
        if inner.is_none() {
            let parent = self.levels.column();
            self.value(line, after, parent);
        }
        Some((after, inner?))
    }

    /// Takes a `: ` as the value of the `? ` above it.
    fn answer(&mut self, column: i32) -> bool {
        let mut levels = self.levels.clone();
        while let Some(level) = levels.top() {
            if level.column == column && level.is_explicit {
                self.levels = levels.with_top(column, false);
                self.lead = None;
                self.stray = None;
                return true;
            }
            if level.column < column {
                return false;
            }
            levels = levels.pop();
        }
        false
    }
}
