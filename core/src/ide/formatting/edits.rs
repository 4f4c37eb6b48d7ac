//! A plan written down: the smallest edits that make its lines what they are to be.

use memchr::memmem;

use super::FormattingOptions;
use super::plan::FormattingPlan;
use crate::text::{Edits, TextRange, TextSize};

/// The edits of a plan, by position.
pub(super) fn edits(mut plan: FormattingPlan<'_>, options: &FormattingOptions) -> Edits {
    plan.gaps.sort_by_key(|(range, _)| range.start());
    let count = plan.lines.count();
    let content = content_end(&plan, options);
    let holds = |quotes: &str| memmem::find(plan.text.as_bytes(), quotes.as_bytes()).is_some();
    let has_code_texts = ["\"\"\"", "'''"].into_iter().any(holds);
    let mut writer = EditWriter { plan: &plan, options, has_code_texts, edits: Edits::new() };
    let mut gaps = plan.gaps.iter().peekable();
    for line in (0..content).filter(|line| plan.is_chosen(*line)) {
        if writer.is_surplus(line) {
            writer.replace(plan.lines.start(line), plan.lines.start(line + 1), "");
            continue;
        }
        writer.indentation(line);
        while let Some((range, new)) =
            gaps.next_if(|(range, _)| usize::from(range.start()) < plan.lines.start(line + 1))
        {
            writer.replace(range.start().into(), range.end().into(), new);
        }
        writer.end(line);
    }
    if plan.is_chosen(count - 1) {
        writer.last(content);
    }
    writer.edits
}

/// The first of the blank lines at the end of the text that are to go, or the number of lines.
fn content_end(plan: &FormattingPlan<'_>, options: &FormattingOptions) -> usize {
    let count = plan.lines.count();
    let is_surplus = |line: &usize| options.trims_end && is_blank(plan, *line) && plan.is_chosen(*line);
    let surplus = (0..count).rev().take_while(is_surplus).count();
    count - surplus
}

/// Whether a line is blank and no content.
fn is_blank(plan: &FormattingPlan<'_>, line: usize) -> bool {
    plan.is_blank(line) && !plan.is_text(line)
}

struct EditWriter<'p, 't> {
    plan: &'p FormattingPlan<'t>,
    options: &'p FormattingOptions,
    /// Whether template code may have strings over several lines.
    has_code_texts: bool,
    edits: Edits,
}

impl EditWriter<'_, '_> {
    fn replace(&mut self, start: usize, end: usize, new: &str) {
        if start < end || !new.is_empty() {
            let range = TextRange::new(TextSize::new(start as u32), TextSize::new(end as u32));
            self.edits.push((range, new.to_owned()));
        }
    }

    /// Whether a line is blank below another: one of them is enough.
    fn is_surplus(&self, line: usize) -> bool {
        let above = line.checked_sub(1);
        is_blank(self.plan, line) && above.is_some_and(|above| is_blank(self.plan, above))
    }

    fn indentation(&mut self, line: usize) {
        let (start, old) = (self.plan.lines.start(line), self.plan.indentation(line));
        let Some(new) = self.plan.planned(line) else { return };
        match new.checked_sub(old) {
            Some(missing) => self.replace(start, start, &" ".repeat(missing)),
            None => self.replace(start, start + old - new, ""),
        }
    }

    /// Blanks at the end of a line, unless they may be inside a text of template code, or in the name of an annotation.
    fn end(&mut self, line: usize) {
        let text = self.plan.lines.line(line);
        let trimmed = text.trim_end_matches([' ', '\t']);
        let is_code_text = self.has_code_texts && trimmed.trim_start_matches(' ').starts_with("#@");
        if self.options.trims_lines && !self.plan.is_text(line) && !is_code_text && !ends_in_name(text) {
            let start = self.plan.lines.start(line);
            self.replace(start + trimmed.len(), start + text.len(), "");
        }
    }

    /// What stands behind the content, and the line break before it.
    fn last(&mut self, content: usize) {
        let end = self.plan.text.len();
        let Some(last) = content.checked_sub(1) else { return self.replace(0, end, "") };
        let behind = self.plan.lines.start(content);
        let has_break = self.plan.text.get(..behind).is_some_and(|text| text.ends_with('\n'));
        if has_break || self.plan.is_text(last) || !self.options.ends_last_line {
            return self.replace(behind, end, "");
        }
        let is_windows = memmem::find(self.plan.text.as_bytes(), b"\r\n").is_some();
        self.replace(behind, end, if is_windows { "\r\n" } else { "\n" });
    }
}

/// Whether a line ends with a tab that is a part of an annotation's name.
fn ends_in_name(line: &str) -> bool {
    let name = line.rfind("#@").and_then(|at| line.get(at..)).map(|name| name.trim_end_matches(' '));
    name.is_some_and(|name| name.ends_with('\t') && !name.contains(' '))
}
