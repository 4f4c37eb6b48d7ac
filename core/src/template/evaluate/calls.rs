//! Calls of functions while code runs, and of functions that outlived their evaluation.

use std::cell::RefCell;
use std::sync::Arc;

use starlark::environment::Module;
use starlark::eval::{Evaluator, ParametersSpec};
use starlark::values::tuple::TupleRef;
use starlark::values::{Heap, Value};

use super::context::{EvaluationContext, find_function, number_function};
use super::kept::{KeptEvaluation, KeptEvaluations};
use super::library::Libraries;
use super::{failure, interpreter};
use crate::template::function::{Call, CallContext, CallOutcome, Called, Failure, Functions, Wants};
use crate::template::reads::{ContextReads, ReadRecorder};
use crate::template::values::attribute_map::with_attribute_maps;
use crate::template::values::from_starlark::type_of;
use crate::template::values::{BuiltinError, Struct, content_of, yaml_fragment};
use crate::template::watch::Watch;
use crate::text::Place;
use crate::values::function::Function;
use crate::values::{self, Key, ValueKind};

/// How deep a function calls others at first. Each call has a stack of its own, which costs what it can hold.
const SHALLOW: u32 = 100;

/// The most parameters that are counted.
const MOST_PARAMETERS: u32 = 255;

/// Calls functions within an evaluation that runs: for `overlay.apply` and the like.
pub(crate) struct RunningFunctions<'r, 'v, 'a, 'e> {
    eval: RefCell<&'r mut Evaluator<'v, 'a, 'e>>,
}

impl<'r, 'v, 'a, 'e> RunningFunctions<'r, 'v, 'a, 'e> {
    /// Functions of the evaluation that `eval` runs.
    pub(crate) fn new(eval: &'r mut Evaluator<'v, 'a, 'e>) -> Self {
        Self { eval: RefCell::new(eval) }
    }
}

impl Functions for RunningFunctions<'_, '_, '_, '_> {
    fn call(&self, call: &Call) -> Called {
        let Ok(mut eval) = self.eval.try_borrow_mut() else { return Called::Pending };
        let Ok(context) = EvaluationContext::of(&eval) else { return Called::Pending };
        if call.function.evaluation != context.evaluation {
            if context.kept.holds(call.function.evaluation) {
                return call_kept(&context.kept, call, context.libraries.as_ref(), &context.watch).into();
            }
            return context.libraries.as_ref().map_or(Called::Pending, |libraries| libraries.call(call));
        }
        let depth = context.depth();
        let readers = <[ReadRecorder; 2]>::default();
        let result = invoke(call, &readers, &mut eval).map_err(|error| {
            context.restore(depth);
            failure::failure(&error, context)
        });
        let [parent, root] = readers.map(|reader| reader.take());
        CallOutcome { result, reads: ContextReads { parent, root } }.into()
    }
}

/// Calls a function that an evaluation gave which has ended.
pub(super) fn call_kept(
    kept: &KeptEvaluations,
    call: &Call,
    libraries: Option<&Arc<dyn Libraries>>,
    watch: &Watch,
) -> CallOutcome {
    let Some(evaluation) = kept.find(call.function.evaluation) else { return CallOutcome::of_stopped(gone(call)) };
    let reached = (libraries.cloned(), kept.clone());
    let deepest = evaluation.job.limits.call_depth;
    let context = |ended: KeptEvaluation| {
        let name = call.function.evaluation;
        EvaluationContext::new(ended.job, name, reached.clone(), watch.clone(), ended.functions)
    };
    match call_in(call, context(evaluation.clone()), deepest.min(SHALLOW)) {
        Err(_) if deepest > SHALLOW => call_in(call, context(evaluation), deepest).unwrap_or_else(|outcome| outcome),
        Ok(outcome) | Err(outcome) => outcome,
    }
}

/// Calls a function that calls others so deep at most. An error is the outcome of one that may go deeper.
fn call_in(call: &Call, context: EvaluationContext, call_depth: u32) -> Result<CallOutcome, CallOutcome> {
    let known = context.function_count();
    let readers = <[ReadRecorder; 2]>::default();
    let result = Module::with_temp_heap(|module| {
        let result = interpreter::with_interpreter(&module, (&context, call_depth), (None, None), |interpreter| {
            invoke(call, &readers, interpreter)
        });
        if context.function_count() > known {
            module.freeze().iter().for_each(|module| context.keep(module));
        }
        result
    });
    let result = result.map_err(|error| failure::failure(&error, &context));
    let is_deeper = result.as_ref().is_err_and(|failure| failure.is_over_budget);
    if context.function_count() > known && !is_deeper {
        context.end();
    }
    let [parent, root] = readers.map(|reader| reader.take());
    let outcome = CallOutcome { result, reads: ContextReads { parent, root } };
    if is_deeper { Err(outcome) } else { Ok(outcome) }
}

fn gone(call: &Call) -> Failure {
    let message = format!("the function `{}` belongs to an evaluation that is gone", call.function.name);
    Failure { message, frames: Vec::new(), is_over_budget: false, about: None }
}

/// Calls a function of this evaluation. `readers` note what it reads of its context.
pub(super) fn invoke(
    call: &Call,
    readers: &[ReadRecorder; 2],
    eval: &mut Evaluator<'_, '_, '_>,
) -> starlark::Result<ValueKind> {
    let Some(function) = find_function(call.function.index, eval)? else {
        return Err(BuiltinError::new(format!("the function `{}` is gone", call.function.name)).error());
    };
    let heap = eval.heap();
    let wants = call.wants;
    let mut arguments: Vec<Value<'_>> = call.arguments.iter().map(|argument| given(argument, wants, heap)).collect();
    arguments.extend(call.context.as_deref().map(|context| call_context(context, readers, heap)));
    let result = eval.eval_function(function, &arguments, &[])?;
    if call.wants == Wants::Verdict {
        return verdict(result);
    }
    content_of(result, call.function.defined.unwrap_or(Place::NOWHERE), heap).map_err(BuiltinError::error)
}

fn given<'v>(given: &values::Value, wants: Wants, heap: Heap<'v>) -> Value<'v> {
    match wants {
        // What code computed has become YAML by now.
        Wants::Data => yaml_fragment::fragment(&given.kind.written(), heap),
        Wants::Verdict => with_attribute_maps(&given.kind, heap),
    }
}

/// What a rule says of a value, as [`Wants::Verdict`] has it.
fn verdict(result: Value<'_>) -> starlark::Result<ValueKind> {
    let is_valid = ValueKind::Bool;
    if let Some(bool) = result.unpack_bool() {
        return Ok(is_valid(bool));
    }
    if result.is_none() {
        return Ok(is_valid(true));
    }
    let pair = TupleRef::from_value(result);
    match pair.as_ref().map(|pair| pair.content()) {
        Some([verdict, _]) if verdict.to_bool() => Ok(is_valid(true)),
        Some([_, message]) => match message.unpack_str() {
            Some(message) => Err(BuiltinError::new(message).error()),
            None => Ok(is_valid(false)),
        },
        _ => Ok(ValueKind::String(type_of(result).into())),
    }
}

/// What `when=` functions get as their second argument.
fn call_context<'v>(context: &CallContext, [parent, root]: &[ReadRecorder; 2], heap: Heap<'v>) -> Value<'v> {
    let field = |name: &str, given: &values::Value, reader: &ReadRecorder| {
        (Key::String(name.into()), yaml_fragment::read_fragment(&given.kind, reader.clone(), heap))
    };
    heap.alloc(Struct::computed([field("parent", &context.parent, parent), field("root", &context.root, root)]))
}

/// Names a function for later calls.
pub(crate) fn name_function<'v>(value: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> starlark::Result<Function> {
    Ok(describe(value, number_function(value, eval)?, EvaluationContext::of(eval)?))
}

/// What is known of a function for those who may call it.
fn describe(value: Value<'_>, index: u32, context: &EvaluationContext) -> Function {
    let parameters = value.parameters_spec();
    let name = value.function_name().unwrap_or("function");
    let definition = parameters.and_then(|_| context.definition(name));
    Function {
        evaluation: context.evaluation,
        index,
        name: name.into(),
        arity: parameters.map(arity),
        parameters: match parameters {
            Some(parameters) => u32::try_from(parameters.len()).ok(),
            // What the rules of `@ytt:assert` check with is a lambda in ytt.
            None => (name == "check").then_some(1),
        },
        defined: definition.as_ref().map(|definition| definition.name),
        documentation: definition.map(|definition| definition.documentation).unwrap_or_default(),
    }
}

/// How many positional arguments it must be given at least, and takes at most.
fn arity(parameters: &ParametersSpec<Value<'_>>) -> (u32, u32) {
    let takes = |count: &u32| parameters.can_fill_with_args(*count as usize, &[]);
    let least = (0..=MOST_PARAMETERS).find(takes).unwrap_or(0);
    let most = (least..=MOST_PARAMETERS).take_while(takes).last().unwrap_or(least);
    (least, most)
}
