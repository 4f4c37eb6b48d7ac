//! How far a program has come, statement by statement, and what of it can be relied on: what a statement gives that
//! looked at a value which stands in for a refused one cannot.

use std::cell::{Cell, RefCell};

use starlark_syntax::codemap::{CodeMapId, FileSpanRef};

use super::context::EvaluationContext;
use super::remainder::Remainder;

/// A program that runs.
pub(super) struct Tracked<'c> {
    context: &'c EvaluationContext,
    code: &'c str,
    /// The text that runs now.
    program: Cell<CodeMapId>,
    /// Its statements, once somebody has to know them.
    remainder: RefCell<Option<Remainder>>,
}

impl<'c> Tracked<'c> {
    pub(super) fn new(code: &'c str, program: CodeMapId, context: &'c EvaluationContext) -> Self {
        let remainder = (!context.job.stand_ins.is_empty()).then(|| Remainder::of(code)).flatten();
        Self { context, code, program: Cell::new(program), remainder: RefCell::new(remainder) }
    }

    /// A statement begins, in this program or in another.
    pub(super) fn begins(&self, span: FileSpanRef<'_>) {
        if self.context.job.stand_ins.is_empty() || span.file.id() != self.program.get() {
            return;
        }
        if let Some(remainder) = self.remainder.borrow_mut().as_mut()
            && let Some(before) = remainder.next_at(span.span.begin().get() as usize)
            && self.context.looks.take()
        {
            remainder.forget(before);
        }
    }

    /// Whether an error of the program is one that there is without values that stand in for others.
    pub(super) fn is_certain(&self, error: &starlark::Error) -> bool {
        if self.context.job.stand_ins.is_empty() {
            return true;
        }
        let is_looked = self.context.looks.is_set() || self.context.looks.is_unsure();
        let remainder = self.remainder.borrow();
        let failed = remainder.as_ref().and_then(|it| Some((it, it.statement_at(self.offset(error)?)?)));
        !is_looked && failed.is_some_and(|(remainder, index)| !remainder.is_unknown(index))
    }

    /// The program of what is left behind an error: it runs next, under the name of its text.
    pub(super) fn behind(&self, error: &starlark::Error) -> Option<String> {
        let mut remainder = self.remainder.borrow_mut();
        if remainder.is_none() {
            *remainder = Remainder::of(self.code);
        }
        let remainder = remainder.as_mut()?;
        let index = remainder.statement_at(self.offset(error)?)?;
        self.context.looks.take();
        remainder.forget(index);
        remainder.behind(index)
    }

    /// Another text of the program runs from now on.
    pub(super) fn goes_on(&self, program: CodeMapId) {
        self.program.set(program);
    }

    /// Where in the program an error happened, or the call that led to it.
    fn offset(&self, error: &starlark::Error) -> Option<usize> {
        let calls = error.call_stack().frames.iter().filter_map(|frame| frame.location.as_ref());
        let mut spans = calls.chain(error.span());
        let span = spans.find(|span| span.file.id() == self.program.get())?;
        Some(span.span.begin().get() as usize)
    }
}
