//! The light line scanner: where entries start, and which lines cannot be parsed as they stand.
//!
//! It goes over lines once, knows indentation, document markers, block scalars, quotes and brackets, and builds no
//! nodes. What it finds are [`Unit`]s, between which a text may be cut, and [`Fault`]s, which are blanked before the
//! text is parsed. It reads the parsed copy of a text (`plain_text`), whose only line break is the line feed.

use std::ops::Range;

use super::fault::{Fault, FaultKind};
use super::levels::Levels;

mod continuation;
mod document_start;
mod flow;
mod head;
mod place;
mod unit;
mod value;

use head::Head;
pub(super) use head::head_at;
pub(super) use place::LOOKAHEAD;
pub(super) use unit::{Unit, UnitKind};

/// Block and flow collections nested deeper than this are blanked: every walk over nodes recurses, and tree-sitter-yaml
/// aborts the process at 254 indentations, of which it takes up to two for a collection while it recovers.
pub(crate) const DEEPEST: u32 = 120;

/// A scalar or bracket with more lines than this is one long line in the parsed copy: tree-sitter counts lines in 16
/// bits.
const LONG_VALUE: usize = 2000;

/// Where a scan starts.
#[derive(Clone, Debug, Default)]
pub(super) struct Start {
    /// The open collections.
    pub(super) levels: Levels,
    /// Whether a document is under way; else directives, markers or content may follow.
    pub(super) is_inside: bool,
}

/// What a scan found.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// In order of their starts.
    pub(super) units: Vec<Unit>,
    /// In the order in which they were noticed.
    pub(super) faults: Vec<Fault>,
    /// Where trailing blanks and comments start, and how many lines stand before them.
    pub(super) tail: (usize, usize),
    /// How many lines there are.
    pub(super) rows: usize,
    /// How many units were known when a search first reached the end of the text.
    pub(super) reached_end: Option<usize>,
}

/// Scans a text from a line start.
pub(super) fn scan(text: &str, start: &Start) -> Scan {
    let mut scanner = Scanner {
        text: text.as_bytes(),
        position: 0,
        row: 0,
        levels: start.levels.clone(),
        is_inside: start.is_inside,
        awaits: false,
        mode: Mode::Free,
        lead: None,
        value: None,
        stray: None,
        deep: None,
        directive: None,
        hopeless: 0,
        bound: 0,
        rows_in_value: 0,
        long_start: 0,
        scan: Scan::default(),
    };
    while let Some(line) = scanner.line_at(scanner.position) {
        scanner.position = line.next;
        scanner.line(line);
        scanner.row += 1;
    }
    scanner.finish()
}

/// One line, without its line break.
#[derive(Clone, Copy, Debug)]
struct Line {
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
struct Value {
    range: Range<usize>,
    column: i32,
}

/// Bytes from the line's start to `at`; files are far smaller than what an `i32` holds.
fn column(line: Line, at: usize) -> i32 {
    i32::try_from(at - line.start).unwrap_or(i32::MAX)
}

#[derive(Debug)]
struct Scanner<'t> {
    text: &'t [u8],
    /// Where the next line starts.
    position: usize,
    row: usize,
    levels: Levels,
    is_inside: bool,
    /// Whether the last entry, or the document, has no value yet.
    awaits: bool,
    mode: Mode,
    /// Where blanks and comments started that belong to the next unit.
    lead: Option<(usize, usize)>,
    value: Option<Value>,
    /// The column of a stray line: what stands right of it is stray too.
    stray: Option<i32>,
    /// The column of the entry that is nested too deep.
    deep: Option<i32>,
    directive: Option<Range<usize>>,
    /// Before this offset no opener finds its end on another line.
    hopeless: usize,
    /// Before this offset units are bound to the opener above.
    bound: usize,
    /// How many lines the scalar under way has gone on for.
    rows_in_value: usize,
    /// Where the last line of a block scalar ended that was not yet too many.
    long_start: usize,
    scan: Scan,
}

impl Scanner<'_> {
    fn line_at(&self, start: usize) -> Option<Line> {
        let rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
        let length = rest.iter().position(|&byte| byte == b'\n');
        let end = start + length.unwrap_or(rest.len());
        Some(Line { start, end, next: length.map_or(end, |_| end + 1) })
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.get(at).copied().unwrap_or(b'\n')
    }

    fn is_blank(&self, at: usize) -> bool {
        matches!(self.byte(at), b' ' | b'\t' | b'\n')
    }

    /// The first byte at or after `at` that is no space or tab, at most the line's end.
    fn skip_blanks(&self, mut at: usize, line: Line) -> usize {
        while at < line.end && matches!(self.byte(at), b' ' | b'\t') {
            at += 1;
        }
        at
    }

    /// The column of the first byte that is no space.
    fn indent(&self, line: Line) -> i32 {
        let rest = self.text.get(line.start..line.end).unwrap_or_default();
        column(line, line.start + rest.iter().position(|&byte| byte != b' ').unwrap_or(rest.len()))
    }

    fn fault(&mut self, range: Range<usize>, kind: FaultKind) {
        self.scan.faults.push(Fault {
            range,
            kind,
            is_masked: !matches!(kind, FaultKind::Misaligned | FaultKind::Join),
        });
    }

    /// Where text that starts at `at` ends: before a comment or trailing blanks.
    fn text_end(&self, at: usize, line: Line) -> usize {
        let mut end = at;
        for position in at..line.end {
            match self.byte(position) {
                b'#' if position > line.start && self.is_blank(position - 1) => break,
                b' ' | b'\t' => {}
                _ => end = position + 1,
            }
        }
        end
    }

    fn finish(mut self) -> Scan {
        if let Some(directive) = self.directive.take() {
            self.fault(directive, FaultKind::Directive);
        }
        self.scan.tail = self.lead.unwrap_or((self.text.len(), self.row));
        self.scan.rows = self.row;
        self.scan
    }

    fn line(&mut self, line: Line) {
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
        if first == line.end {
            self.lead.get_or_insert((line.start, self.row));
            return;
        }
        self.mode = Mode::Free;
        if self.byte(first) == b'#' {
            self.lead.get_or_insert((line.start, self.row));
            return;
        }
        if self.is_mistyped_marker(line, first) {
            self.lead.get_or_insert((line.start, self.row));
            return self.fault(first..self.text_end(first, line), FaultKind::Marker);
        }
        self.content(line, first);
    }

    /// Adds a unit that starts at `start`, with what stands above it.
    fn open(&mut self, kind: UnitKind, start: usize, line: Line) {
        let is_inside_line = kind != UnitKind::Document
            && self.scan.units.last().is_some_and(|unit| unit.start >= line.start && unit.kind != UnitKind::Document);
        let own = if is_inside_line { (start, self.row) } else { (line.start, self.row) };
        let (lead, row) = self.lead.take().unwrap_or(own);
        self.value = None;
        self.scan.units.push(Unit {
            kind,
            lead,
            start,
            row,
            levels: self.levels.clone(),
            column: start - line.start,
            is_inside_line,
            is_solid: false,
            is_misaligned: false,
            is_bound: lead < self.bound,
        });
    }

    /// A line that is neither blank nor a comment nor part of a scalar.
    fn content(&mut self, line: Line, first: usize) {
        let column = self.indent(line);
        if self.is_swallowed(column, line, first) {
            return;
        }
        if !self.is_inside {
            if column == 0 && self.byte(first) == b'%' {
                self.lead.get_or_insert((line.start, self.row));
                self.directive = Some(first..self.text_end(first, line));
                return;
            }
            self.begin_document(line, first);
        }
        let has_tab = (line.start..first).any(|at| self.byte(at) == b'\t');
        let Some(head) = head_at(self.text, first, line.end) else { return self.text(line, first, column) };
        if has_tab {
            self.fault(line.start..first, FaultKind::Tab);
        }
        self.entries(line, first, head);
    }

    /// Lines below a stray line, or below what is nested too deep, go with it.
    fn is_swallowed(&mut self, column: i32, line: Line, first: usize) -> bool {
        let is_deep = self.deep.is_some_and(|deep| column > deep);
        let is_stray = !self.awaits
            && self.stray.is_some_and(|stray| column > stray)
            && !self.levels.iter().any(|level| level.column == column);
        if is_deep || is_stray {
            let kind = if is_deep { FaultKind::Deeper } else { FaultKind::Silent };
            self.fault(first..line.end, kind);
            self.lead.get_or_insert((line.start, self.row));
            return true;
        }
        self.deep = None;
        false
    }

    /// Text that is no entry: a value if one is awaited.
    fn text(&mut self, line: Line, first: usize, column: i32) {
        let parent = self.levels.column();
        if self.awaits && column > parent {
            self.lead = None;
            self.value(line, first, parent);
            self.mark_solid_if_valued();
            if self.awaits {
                // A comment behind properties belongs to the first child below.
                self.pass_on_comment(self.text_end(first, line), line);
            }
            return;
        }
        let is_repeated = self.stray == Some(column) && self.lead.is_none_or(|(_, row)| row + 1 == self.row);
        self.lead.get_or_insert((line.start, self.row));
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
    fn entries(&mut self, line: Line, mut at: usize, mut head: Head) {
        loop {
            let column = column(line, at);
            let is_answer = matches!(head, Head::Colon) && self.answer(column);
            if !is_answer && !self.place_unit(line, at, column, head) {
                return;
            }
            let after = self.skip_blanks(head.after(at), line);
            if after == line.end || (self.byte(after) == b'#' && self.is_blank(after - 1)) {
                self.awaits = true;
                return;
            }
            let is_compact = is_answer || matches!(head, Head::Dash | Head::Question);
            let inner = is_compact.then(|| head_at(self.text, after, line.end)).flatten();
            let Some(inner) = inner else {
                let parent = self.levels.column();
                return self.value(line, after, parent);
            };
            self.awaits = true;
            (at, head) = (after, inner);
        }
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
