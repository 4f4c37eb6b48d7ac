//! What the builtins of one evaluation share: the job, the YAML and text being collected, and the functions that the
//! results mention.
//!
//! It holds no Starlark values that are not frozen. Those of the module that runs are in a dict that the module keeps
//! as its extra value, so that freezing keeps them alive.

#![expect(unsafe_code, reason = "the derives of Starlark implement its marker traits")]

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use starlark::environment::FrozenModule;
use starlark::eval::Evaluator;
use starlark::values::dict::{DictMut, DictRef};
use starlark::values::{OwnedFrozenValue, ProvidesStaticType, Value};
use starlark_syntax::codemap::FileSpanRef;

use super::collect::{Collecting, FragmentTree};
use super::definition::FunctionDefinition;
use super::kept::{FunctionRegistry, KeptEvaluations, RunningPrograms};
use super::library::Libraries;
use crate::problem::Problem;
use crate::template::job::Job;
use crate::template::profile::{DEEPEST, StackFrame};
use crate::template::values::structs::{Looks, Misses};
use crate::template::values::{BuiltinError, to_starlark};
use crate::template::watch::Watch;
use crate::text::{FileId, Place};
use crate::values::fingerprint::Fingerprint;
use crate::values::print::TextWithOrigins;

/// One evaluation.
#[derive(ProvidesStaticType)]
pub(crate) struct EvaluationContext {
    /// What is evaluated.
    pub(crate) job: Arc<Job>,
    /// The name of the job.
    pub(crate) evaluation: Fingerprint,
    /// Who evaluates libraries, if anybody does.
    pub(crate) libraries: Option<Arc<dyn Libraries>>,
    /// Evaluations that have ended.
    pub(super) kept: KeptEvaluations,
    /// Who watches.
    pub(crate) watch: Watch,
    /// Names that structs were asked for in vain.
    pub(crate) misses: Misses,
    /// Whether code looked at values that stand in for refused ones.
    pub(crate) looks: Looks,
    /// What went wrong, in any of the sources.
    pub(super) problems: RefCell<Vec<Problem>>,
    /// Every program whose code may run.
    pub(super) programs: RefCell<RunningPrograms>,
    /// The files that were loaded, by their paths.
    pub(super) loaded: RefCell<FxHashMap<SmolStr, LoadState>>,
    /// Steps that modules which have ended took.
    pub(super) steps: Cell<u64>,
    /// What is collected, each for the file whose nodes it is made of.
    collecting: RefCell<Vec<(FileId, Collecting)>>,
    /// Where a function of a file returned last without ending what it collects.
    left: RefCell<FxHashMap<FileId, Place>>,
    /// Where a failure of a function of a file that collects was caught first.
    caught: RefCell<FxHashMap<FileId, Place>>,
    registries: RefCell<Vec<OwnedFrozenValue>>,
    next_function: Cell<u32>,
}

/// A file that was asked for by `load`.
#[derive(Clone)]
pub(super) enum LoadState {
    /// It is being loaded: to ask for it again is a cycle.
    Running,
    /// It is there.
    Module(FrozenModule),
    /// It failed at this place, which was reported.
    Failed(Option<Place>),
}

impl EvaluationContext {
    /// An evaluation that has not begun. `functions` are known from before.
    pub(super) fn new(
        job: Arc<Job>,
        evaluation: Fingerprint,
        (libraries, kept): (Option<Arc<dyn Libraries>>, KeptEvaluations),
        watch: Watch,
        functions: FunctionRegistry,
    ) -> Self {
        Self {
            job,
            evaluation,
            libraries,
            kept,
            watch,
            misses: Misses::default(),
            looks: Looks::default(),
            problems: RefCell::default(),
            programs: RefCell::new(functions.programs),
            loaded: RefCell::default(),
            steps: Cell::new(0),
            collecting: RefCell::default(),
            left: RefCell::default(),
            caught: RefCell::default(),
            registries: RefCell::new(functions.registries),
            next_function: Cell::new(functions.count),
        }
    }

    /// The evaluation that a builtin belongs to.
    pub(crate) fn of<'a>(eval: &Evaluator<'_, 'a, '_>) -> starlark::Result<&'a Self> {
        let context = eval.extra.and_then(|extra| extra.downcast_ref::<Self>());
        context.ok_or_else(|| BuiltinError::new("this works only inside of a template").error())
    }

    /// Begins to collect for a file.
    pub(super) fn push(&self, file: FileId, collecting: Collecting) {
        self.collecting.borrow_mut().push((file, collecting));
    }

    /// Ends what was begun last for a file. What is dropped is dropped to the end, whatever in it failed to begin.
    pub(super) fn pop(&self, file: FileId) -> Option<Collecting> {
        let mut collecting = self.collecting.borrow_mut();
        let index = collecting.iter().rposition(|(of, _)| *of == file)?;
        match collecting.get(index)? {
            (_, Collecting::Nothing) => Some(Collecting::Nothing),
            _ => Some(collecting.remove(index).1),
        }
    }

    /// Notes that a function of a file returned at a place before its first node: ytt ends what such a function
    /// collects only behind one.
    pub(super) fn leave(&self, file: FileId, place: Place) {
        self.left.borrow_mut().insert(file, place);
    }

    /// Whether a function of a file left something behind since there were so many.
    pub(super) fn is_left(&self, file: FileId, depth: usize) -> bool {
        self.collecting.borrow().iter().skip(depth).any(|(of, _)| *of == file)
    }

    /// What is said where nothing that a file collects is open any more, at the `return` that is to blame for it.
    pub(super) fn unfinished(&self, file: FileId, place: Place) -> BuiltinError {
        let place = self.left.borrow().get(&file).copied().unwrap_or(place);
        let message = "`return` before the first node of a function with YAML or text leaves it unfinished";
        let mistake =
            BuiltinError::new(message).hint("return after a node, or from a function that contains only code");
        mistake.at(place)
    }

    /// Gives up what functions collected that a failure ended, which is caught at a place, and notes the files that they
    /// belong to.
    pub(crate) fn catch(&self, depth: usize, place: Place) {
        for (file, _) in self.collecting.borrow().iter().skip(depth) {
            self.caught.borrow_mut().entry(*file).or_insert(place);
        }
        self.restore(depth);
    }

    /// What is said at the end of a file of which a function failed and was caught: ytt still has it open.
    pub(super) fn caught(&self, file: FileId) -> Option<BuiltinError> {
        let place = *self.caught.borrow().get(&file)?;
        let message =
            "`assert.try_to` catches a failure inside of a function with YAML or text, and ytt refuses the file";
        let mistake = BuiltinError::new(message);
        let hint = "load the function from another file, or let one fail that contains only code";
        Some(mistake.hint(hint).at(place))
    }

    /// Changes the YAML that is collected now for a file, if it is that.
    pub(super) fn tree<R>(&self, file: FileId, change: impl FnOnce(&mut FragmentTree) -> R) -> Option<R> {
        match self.collecting.borrow_mut().iter_mut().rfind(|(of, _)| *of == file) {
            Some((_, Collecting::Yaml(tree))) => Some(change(tree)),
            _ => None,
        }
    }

    /// Whether what a file collects now is dropped.
    pub(super) fn drops(&self, file: FileId) -> bool {
        let collecting = self.collecting.borrow();
        collecting.iter().rfind(|(of, _)| *of == file).is_some_and(|(_, it)| matches!(it, Collecting::Nothing))
    }

    /// Changes the text that is collected now for a file, if it is that.
    pub(super) fn text(&self, file: FileId, change: impl FnOnce(&mut TextWithOrigins)) {
        if let Some((_, Collecting::Text(text))) = self.collecting.borrow_mut().iter_mut().rfind(|(of, _)| *of == file)
        {
            change(text);
        }
    }

    /// How many functions with YAML or text are being run.
    pub(crate) fn depth(&self) -> usize {
        self.collecting.borrow().len()
    }

    /// Gives up what functions collected that an error ended: whoever catches one restores the depth from before.
    pub(crate) fn restore(&self, depth: usize) {
        self.collecting.borrow_mut().truncate(depth);
    }

    /// The evaluation has ended: what may be called later is kept among those that have.
    pub(super) fn end(self) {
        let functions = FunctionRegistry {
            programs: self.programs.into_inner(),
            registries: self.registries.into_inner(),
            count: self.next_function.get(),
        };
        self.kept.keep(self.evaluation, self.job, functions);
    }

    /// Where a function of that name is defined, if the programs define only one.
    pub(super) fn definition(&self, function: &str) -> Option<FunctionDefinition> {
        let programs = self.programs.borrow();
        let mut all = programs.values().flat_map(|compiled| compiled.definitions.of_name(function));
        let first = all.next()?;
        all.all(|other| other == first).then(|| first.clone())
    }

    /// How many functions have been named.
    pub(super) fn function_count(&self) -> u32 {
        self.next_function.get()
    }

    /// Tells the watch which line is about to run, or goes on behind a call.
    pub(super) fn note_line(&self, span: FileSpanRef<'_>, goes_on: bool, eval: &Evaluator<'_, '_, '_>) {
        // What closes a block does nothing.
        if span.file.source_span(span.span) == "pass" {
            return;
        }
        if let Some((file, line)) = self.line_at(span) {
            self.watch.at(file, line);
        }
        if let Some(profiler) = &self.watch.profiler {
            profiler.runs(self.stack(span, eval).into_iter().take(DEEPEST), goes_on);
        }
    }

    /// The line of a template that a place of its program stands for.
    fn line_at(&self, span: FileSpanRef<'_>) -> Option<(FileId, u32)> {
        let programs = self.programs.borrow();
        let compiled = programs.get(&span.file.id())?;
        Some((compiled.file, span.file.find_line(span.span.begin()) as u32))
    }

    /// The lines that run, the outermost first. A builtin has none: it runs at the line that calls it.
    fn stack(&self, running: FileSpanRef<'_>, eval: &Evaluator<'_, '_, '_>) -> Vec<StackFrame> {
        let calls = eval.call_stack().into_frames();
        let callers = calls.iter().map(|call| call.location.as_ref().and_then(|place| self.line_at(place.as_ref())));
        let lines = callers.chain([self.line_at(running)]);
        let functions = std::iter::once("").chain(calls.iter().map(|call| call.name.as_str()));
        let frame = |(line, function): (Option<(FileId, u32)>, &str)| {
            let (file, line) = line?;
            Some(StackFrame { file, line, function: function.into() })
        };
        lines.zip(functions).filter_map(frame).collect()
    }

    /// Keeps the functions of a module that has ended.
    pub(super) fn keep(&self, module: &FrozenModule) {
        self.registries.borrow_mut().extend(module.owned_extra_value());
    }
}

/// Prepares a module to keep functions, besides those that it keeps.
pub(super) fn prepare(eval: &Evaluator<'_, '_, '_>) {
    if eval.module().extra_value().is_none() {
        eval.module().set_extra_value(to_starlark::empty_dict(eval.heap()));
    }
}

/// Gives a function its number, by which it can be called later.
pub(super) fn number_function<'v>(value: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> starlark::Result<u32> {
    let context = EvaluationContext::of(eval)?;
    let index = context.next_function.get();
    context.next_function.set(index + 1);
    if let Some(registry) = eval.module().extra_value() {
        let mut registry = DictMut::from_value(registry).map_err(starlark::Error::from)?;
        registry.aref.insert_hashed(eval.heap().alloc(index).get_hashed()?, value);
    }
    Ok(index)
}

/// The function of that index, in the module that runs or in one that has ended.
pub(super) fn find_function<'v>(index: u32, eval: &Evaluator<'v, '_, '_>) -> starlark::Result<Option<Value<'v>>> {
    let heap = eval.heap();
    let key = heap.alloc(index);
    let registries = EvaluationContext::of(eval)?.registries.borrow();
    let ended = registries.iter().map(|registry| heap.access_owned_frozen_value(registry));
    for registry in eval.module().extra_value().into_iter().chain(ended).filter_map(DictRef::from_value) {
        if let Some(function) = registry.get(key)? {
            return Ok(Some(function));
        }
    }
    Ok(None)
}
