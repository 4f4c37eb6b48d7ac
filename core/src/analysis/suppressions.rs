//! Which problems the comments of a file silence, and what is wrong with such comments.

use rustc_hash::FxHashMap;

use super::bundle::{self, has_errors};
use super::ownership::is_ours;
use super::rendering;
use super::world::{File, World};
use crate::document::TextDocument;
use crate::problem::nearest;
use crate::problem::suppression::Suppression;
use crate::problem::{Code, Problem};
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::workspace::is_starlark;
use crate::yaml::Stream;
use crate::yaml::path::{self, Part};

/// Takes away what comments silence, and adds what is wrong with them. Places are absolute. A file without such
/// comments costs nothing.
pub(super) fn apply(world: &World, source: File<'_>, problems: &mut Vec<Problem>) {
    let Some(document) = source.document().filter(|document| !document.stream().suppressions.is_empty()) else {
        return;
    };
    if source.is_config() || !is_ours(world, source) {
        return;
    }
    let was_read = problems.iter().all(|problem| problem.code.can_be_silenced() && !stops(problem.code));
    let mut silencers = Silencers::of(source, document);
    problems.retain(|problem| !silencers.silence(document.line_of(problem.place.range.start()), problem.code));
    if was_read && is_known(world, source) {
        problems.extend(silencers.named.iter().filter(|named| !named.is_used).map(|named| named.unused(source.id)));
    }
    problems.append(&mut silencers.mistakes);
}

/// Whether it ends an evaluation, so that what comes after is not looked at.
fn stops(code: Code) -> bool {
    matches!(
        code,
        Code::TemplateSyntax
            | Code::TemplateName
            | Code::TemplateLoad
            | Code::TemplateFailure
            | Code::EvaluationBudget
            | Code::NotEvaluated
    )
}

/// Whether every problem that a file may have was looked for.
fn is_known(world: &World, source: File<'_>) -> bool {
    let is_governed = world.candidates(source.id).is_none() && world.unattached(source.id).is_none();
    let is_evaluated = world.limits().is_some() || !source.code().is_there;
    let is_resource = world.is_given() && source.is_for_platform();
    if !is_governed || !is_evaluated || is_resource || world.is_waiting_for(source.id) {
        return false;
    }
    for (index, _) in world.parts_of(source.id) {
        if has_errors(&bundle::compiled(world, index).problems) {
            return false;
        }
    }
    for index in world.readers_of(source.id) {
        let rendered = rendering::rendered(world, index);
        let has_failed = rendered.is_some_and(|rendered| has_errors(&rendered.problems));
        if has_failed || rendering::is_blocked(world, index) {
            return false;
        }
    }
    true
}

/// The comments of a file that silence problems.
#[derive(Default)]
struct Silencers {
    /// Every code that they name, in order.
    named: Vec<NamedCode>,
    /// By code the lines that it is silenced on, first and last, in order, and which of `named` says so.
    lines: FxHashMap<Code, Vec<(usize, usize, usize)>>,
    /// What is wrong with them.
    mistakes: Vec<Problem>,
}

/// A code that a comment names.
struct NamedCode {
    code: Code,
    range: TextRange,
    /// What to remove so that it is not named any more.
    removal: TextRange,
    is_used: bool,
}

/// A comment with its line.
struct SuppressionComment {
    line: usize,
    /// The line's text, its end included.
    text: String,
    /// Where the line starts.
    start: TextSize,
    suppression: Suppression,
}

impl Silencers {
    fn of(source: File<'_>, document: &TextDocument) -> Self {
        let stream = document.stream();
        let mut found: Vec<SuppressionComment> = Vec::new();
        for start in &stream.suppressions {
            let is_within_comment = found.last().is_some_and(|above| *start < above.end());
            if !is_within_comment && (is_starlark(source.path) || !is_in_scalar(stream, *start)) {
                found.push(SuppressionComment::at(document, *start));
            }
        }
        let mut silencers = Self::default();
        for (it, last) in found.iter().zip(last_lines(document, &found)) {
            silencers.add(source.id, it, last);
        }
        silencers
    }

    fn add(&mut self, file: FileId, found: &SuppressionComment, last: usize) {
        let place = |range| Place::absolute(file, range);
        let codes = &found.suppression.codes;
        if codes.is_empty() {
            let message = "The comment names no code to silence";
            let problem = Problem::new(Code::InvalidSuppression, place(found.comment()), message);
            self.mistakes.push(problem.expected("`sayl-ignore:` with codes behind it"));
        }
        for (index, (start, name)) in codes.iter().enumerate() {
            let range = found.range(*start, start + name.len());
            match Code::from_name(name).filter(|code| code.can_be_silenced()) {
                Some(code) => {
                    self.lines.entry(code).or_default().push((found.line, last, self.named.len()));
                    self.named.push(NamedCode { code, range, removal: found.removal(index), is_used: false });
                }
                None => self.mistakes.push(mistake(name, place(range))),
            }
        }
    }

    /// Whether a problem of that code is silenced on a line. What stands nearest above does it.
    fn silence(&mut self, line: usize, code: Code) -> bool {
        let Some(lines) = self.lines.get(&code) else { return false };
        let above = lines.partition_point(|(first, ..)| *first <= line);
        let nearest = above.checked_sub(1).and_then(|index| lines.get(index)).filter(|(_, last, _)| line <= *last);
        let named = nearest.and_then(|(.., named)| self.named.get_mut(*named));
        if let Some(named) = named {
            named.is_used = true;
            return true;
        }
        false
    }
}

/// A code that is none, or one that nobody silences.
fn mistake(name: &str, place: Place) -> Problem {
    if Code::from_name(name).is_some() {
        let message = format!("A problem of the code `{name}` cannot be silenced");
        return Problem::new(Code::InvalidSuppression, place, message).hint("fix the cause");
    }
    let problem = Problem::new(Code::InvalidSuppression, place, format!("There is no problem of the code `{name}`"));
    let known = Code::ALL.iter().filter(|code| code.can_be_silenced()).map(|code| code.name());
    problem.suggest(nearest(name, known), place)
}

impl NamedCode {
    fn unused(&self, file: FileId) -> Problem {
        let place = |range| Place::absolute(file, range);
        let message = format!("The comment silences `{}`, but there is no such problem here", self.code.name());
        let problem = Problem::new(Code::UnusedSuppression, place(self.range), message);
        problem.fix(format!("Remove `{}`", self.code.name()), place(self.removal), "")
    }
}

impl SuppressionComment {
    fn at(document: &TextDocument, comment: TextSize) -> Self {
        let line = document.line_of(comment);
        let text = line_text(document, line);
        let start = TextSize::new(document.rope().line_to_byte(line) as u32);
        let suppression = Suppression::at(&text, usize::from(comment - start));
        Self { line, text, start, suppression }
    }

    /// Where the line ends.
    fn end(&self) -> TextSize {
        self.start + TextSize::of(self.text.as_str())
    }

    fn range(&self, start: usize, end: usize) -> TextRange {
        TextRange::new(TextSize::new(start as u32), TextSize::new(end as u32)) + self.start
    }

    fn comment(&self) -> TextRange {
        self.range(self.suppression.start, self.text.trim_end().len())
    }

    /// Whether the line holds nothing else.
    fn is_alone(&self) -> bool {
        self.text.get(..self.suppression.start).is_some_and(|before| before.trim().is_empty())
    }

    /// What to remove so that the code at an index is gone: the comment, if it names no other.
    fn removal(&self, index: usize) -> TextRange {
        let codes = &self.suppression.codes;
        let end_of = |(start, name): &(usize, String)| start + name.len();
        if let Some((next, _)) = codes.get(index + 1) {
            return self.range(codes[index].0, *next);
        }
        if let Some(before) = index.checked_sub(1) {
            return self.range(end_of(&codes[before]), end_of(&codes[index]));
        }
        if self.is_alone() {
            return self.range(0, self.text.len());
        }
        let before = self.text.get(..self.suppression.start).unwrap_or_default();
        self.range(before.trim_end().len(), self.text.trim_end().len())
    }
}

/// The last line that each of some comments, in order, speaks of: its own, if something stands before it, else the first
/// line below that is no comment.
fn last_lines(document: &TextDocument, found: &[SuppressionComment]) -> Vec<usize> {
    let is_comment =
        |line: usize| line < document.rope().len_lines() && line_text(document, line).trim_start().starts_with('#');
    let mut last_lines = Vec::with_capacity(found.len());
    // Where the comment below stands, and the last line that it speaks of.
    let mut below = (usize::MAX, 0);
    for it in found.iter().rev() {
        let mut last = it.line;
        if it.is_alone() {
            last += 1;
            while last != below.0 && is_comment(last) {
                last += 1;
            }
            if last == below.0 {
                last = below.1;
            }
            below = (it.line, last);
        }
        last_lines.push(last);
    }
    last_lines.reverse();
    last_lines
}

fn line_text(document: &TextDocument, line: usize) -> String {
    document.rope().get_line(line).map(String::from).unwrap_or_default()
}

fn is_in_scalar(stream: &Stream, offset: TextSize) -> bool {
    let location = path::locate(stream, offset);
    let Some(Part::Value(node) | Part::Key(node)) = location.map(|location| location.part) else { return false };
    node.scalar().is_some() && node.range().contains(offset)
}
