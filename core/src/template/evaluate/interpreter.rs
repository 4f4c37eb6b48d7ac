//! Starlark's interpreter, set up with the limits of an evaluation and with who watches it.

use starlark::PrintHandler;
use starlark::environment::Module;
use starlark::eval::{BeforeStmtFunc, Evaluator as Interpreter, FileLoader};
use starlark_syntax::codemap::FileSpanRef;

use super::context::{self, EvaluationContext};
use super::tracked::Tracked;

/// Runs something in a module, within the limits of the evaluation, with calls that deep at most.
pub(super) fn with_interpreter<'v, R>(
    module: &Module<'v>,
    (context, call_depth): (&EvaluationContext, u32),
    (loader, tracked): (Option<&dyn FileLoader>, Option<&Tracked<'_>>),
    run: impl FnOnce(&mut Interpreter<'v, '_, '_>) -> starlark::Result<R>,
) -> starlark::Result<R> {
    let note = |span: FileSpanRef<'_>, goes_on: bool, eval: &mut Interpreter<'_, '_, '_>| {
        context.note_line(span, goes_on, eval);
        if let Some(tracked) = tracked {
            tracked.begins(span);
        }
    };
    let limits = context.job.limits;
    let mut interpreter = Interpreter::new(module);
    // Values are held by what Rust code collects, where the collector does not look.
    interpreter.disable_gc();
    interpreter.extra = Some(context);
    interpreter.set_print_handler(&Silence);
    interpreter.set_check_cancelled(Box::new(|| context.watch.cancel.check().is_err()));
    interpreter.set_max_callstack_size(call_depth.max(1) as usize)?;
    interpreter.set_max_heap_size(usize::try_from(limits.heap_bytes).unwrap_or(usize::MAX).max(1))?;
    interpreter.set_max_tick_count(limits.steps.saturating_sub(context.steps.get()).max(1))?;
    interpreter.before_stmt_for_dap(BeforeStmtFunc::Fn(&note));
    if let Some(loader) = loader {
        interpreter.set_loader(loader);
    }
    context::prepare(&interpreter);
    let profiler = context.watch.profiler.as_deref();
    profiler.inspect(|profiler| profiler.enter());
    let result = run(&mut interpreter);
    profiler.inspect(|profiler| profiler.leave());
    context.steps.set(context.steps.get().saturating_add(interpreter.get_total_tick_count()));
    result
}

/// `print` prints nowhere.
struct Silence;

impl PrintHandler for Silence {
    fn println(&self, _: &str) -> starlark::Result<()> {
        Ok(())
    }
}
