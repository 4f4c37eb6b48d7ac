//! `@ytt:library`: libraries as template code prepares and evaluates them. Who evaluates is told by the evaluation.

#![expect(unsafe_code, reason = "the derives of Starlark implement its marker traits")]
#![allow(clippy::too_many_arguments, reason = "`library.get` has as many keywords")]

use std::fmt::{Display, Formatter};
use std::sync::Arc;

use allocative::Allocative;
use starlark::environment::{FrozenModule, Methods, MethodsBuilder, Module};
use starlark::eval::Evaluator;
use starlark::values::{NoSerialize, ProvidesStaticType, StarlarkPagablePanic, StarlarkValue, Value, starlark_value};
use starlark::{methods_static, starlark_module, starlark_simple_value};

use crate::problem::{Code, Related};
use crate::template::evaluate::calls::RunningFunctions;
use crate::template::evaluate::context::EvaluationContext;
use crate::template::evaluate::library::{Asking, Libraries, LibraryInstance, LibraryValues};
use crate::template::evaluate::modules::Ignored;
use crate::template::evaluate::path;
use crate::template::evaluate::running_place;
use crate::template::function::Failure;
use crate::template::job::Options;
use crate::template::values::yaml_fragment::FragmentKind;
use crate::template::values::{BuiltinError, YamlFragment, content_of, to_starlark};
use crate::values::ValueKind;

#[cfg(test)]
mod tests;

/// The module, for the file with this path from the root.
pub(crate) fn load(path: &str) -> Option<FrozenModule> {
    Module::with_temp_heap(|module| {
        module.set("library", module.heap().alloc(LibraryModule { requester: path.to_owned() }));
        module.freeze().ok()
    })
}

/// `library`, as one file sees it.
#[derive(Clone, Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
struct LibraryModule {
    requester: String,
}
starlark_simple_value!(LibraryModule);

/// A library that is prepared to be evaluated.
#[derive(Clone, Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
struct LibraryValue(#[allocative(skip)] Arc<LibraryInstance>);
starlark_simple_value!(LibraryValue);

#[starlark_value(type = "module")]
impl<'v> StarlarkValue<'v> for LibraryModule {
    fn get_methods() -> Option<&'static Methods> {
        methods_static!(METHODS = module_methods);
        Some(METHODS.methods())
    }
}

#[starlark_value(type = "@ytt:library.value")]
impl<'v> StarlarkValue<'v> for LibraryValue {
    fn get_methods() -> Option<&'static Methods> {
        methods_static!(METHODS = library_methods);
        Some(METHODS.methods())
    }
}

#[starlark_module]
fn module_methods(builder: &mut MethodsBuilder) {
    /// The library in the folder `_ytt_lib/<name>`.
    fn get(
        this: &LibraryModule,
        #[starlark(require = pos)] name: &str,
        #[starlark(require = named)] alias: Option<&str>,
        #[starlark(require = named)] ignore_unknown_comments: Option<bool>,
        #[starlark(require = named)] implicit_map_key_overrides: Option<bool>,
        #[starlark(require = named)] strict: Option<bool>,
        #[starlark(require = named)] dangerous_data_values_disable_validation: Option<bool>,
        eval: &mut Evaluator<'_, '_, '_>,
    ) -> starlark::Result<LibraryValue> {
        // What is not said is as it is for whoever asks.
        let job = &EvaluationContext::of(eval)?.job;
        let own = job.options;
        if let Some(bare) = name.strip_prefix('@') {
            return Err(BuiltinError::new("`library.get` takes a name without `@`")
                .expected(format!("`{bare}`"))
                .into());
        }
        path::library(name, &this.requester, &job.sources).map_err(|mistake| BuiltinError { code: None, ..mistake })?;
        Ok(LibraryValue(Arc::new(LibraryInstance {
            name: name.to_owned(),
            requester: this.requester.clone(),
            alias: alias.map(str::to_owned),
            options: Options {
                ignore_unknown_comments: ignore_unknown_comments.unwrap_or(own.ignore_unknown_comments),
                implicit_map_key_overrides: implicit_map_key_overrides.unwrap_or(own.implicit_map_key_overrides),
                strict: strict.unwrap_or(own.strict),
                skip_validation: dangerous_data_values_disable_validation.unwrap_or(own.skip_validation),
                extended_annotations: own.extended_annotations,
                without_overlays: false,
                older_modules: own.older_modules,
                ytt: own.ytt,
            },
            data_values: Vec::new(),
            schemas: Vec::new(),
        })))
    }
}

fn library_methods(builder: &mut MethodsBuilder) {
    given_methods(builder);
    result_methods(builder);
}

/// What a library is given.
#[starlark_module]
fn given_methods(builder: &mut MethodsBuilder) {
    /// The same library with further data values; plain ones replace instead of being laid over.
    fn with_data_values<'v>(
        this: &LibraryValue,
        #[starlark(require = pos)] values: Value<'v>,
        #[starlark(require = named, default = false)] plain: bool,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<LibraryValue> {
        let content = content(values, eval)?;
        if plain && is_annotated(&content) {
            let mistake = BuiltinError::new("plain data values cannot have annotations");
            return Err(mistake.hint("leave `plain=True` out, or the annotations").into());
        }
        let mut library = LibraryInstance::clone(&this.0);
        library.data_values.push(LibraryValues { content, is_plain: plain });
        Ok(LibraryValue(Arc::new(library)))
    }

    /// The same library with a further schema.
    fn with_data_values_schema<'v>(
        this: &LibraryValue,
        #[starlark(require = pos)] schema: Value<'v>,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<LibraryValue> {
        let mut library = LibraryInstance::clone(&this.0);
        library.schemas.push(content(schema, eval)?);
        Ok(LibraryValue(Arc::new(library)))
    }
}

/// What comes of a library.
#[starlark_module]
fn result_methods(builder: &mut MethodsBuilder) {
    /// The documents that its templates give.
    fn eval(
        this: &LibraryValue,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator,
    ) -> starlark::Result<YamlFragment> {
        let (context, libraries) = libraries(eval)?;
        let functions = &RunningFunctions::new(eval);
        let documents = libraries.evaluate(Asking { job: &context.job, functions }, &this.0).map_err(refused)?;
        Ok(YamlFragment::new(FragmentKind::Documents, documents))
    }

    /// Its final data values.
    fn data_values<'v>(
        this: &LibraryValue,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let (context, libraries) = libraries(eval)?;
        let functions = &RunningFunctions::new(eval);
        let values = libraries.data_values(Asking { job: &context.job, functions }, &this.0).map_err(refused)?;
        let observers = to_starlark::Observers { misses: Some(&context.misses), looks: None };
        Ok(to_starlark::with_structs(&values, observers, &[], eval.heap()))
    }

    /// What one of its files defines under this name.
    fn export<'v>(
        this: &LibraryValue,
        #[starlark(require = pos)] name: &str,
        #[starlark(require = named)] path: Option<&str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        if name.starts_with('_') {
            return Err(
                BuiltinError::new(format!("`{name}` is private to its library: its name begins with `_`")).into()
            );
        }
        let (context, libraries) = libraries(eval)?;
        let functions = &RunningFunctions::new(eval);
        let exported =
            libraries.export(Asking { job: &context.job, functions }, &this.0, name, path).map_err(refused)?;
        Ok(eval.heap().access_owned_frozen_value(&exported))
    }
}

fn libraries<'a>(eval: &Evaluator<'_, 'a, '_>) -> starlark::Result<(&'a EvaluationContext, &'a dyn Libraries)> {
    let context = EvaluationContext::of(eval)?;
    let libraries = context.libraries.as_deref();
    Ok((context, libraries.ok_or_else(|| BuiltinError::new("libraries cannot be evaluated here"))?))
}

/// What an argument gives to a library: the content of one document. Documents cannot stand in a document.
fn content<'v>(value: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> starlark::Result<ValueKind> {
    if YamlFragment::from_value(value).is_some_and(|fragment| fragment.kind() == FragmentKind::Documents) {
        let mistake =
            BuiltinError::new("documents cannot be given to a library").expected("the content of one document");
        return Err(mistake
            .hint("take one of them, as in `documents()[0]`, or leave `---` out of the function")
            .into());
    }
    Ok(content_of(value, running_place(eval), eval.heap())?)
}

fn is_annotated(content: &ValueKind) -> bool {
    content.children().any(|child| !child.annotations.is_empty() || is_annotated(&child.value.kind))
}

/// Why a library could not be evaluated, as the problem of the call.
fn refused(failure: Failure) -> BuiltinError {
    let mut mistake = BuiltinError::new(failure.message);
    mistake.code = failure.is_over_budget.then_some(Code::EvaluationBudget);
    let message = |function: &str| if function.is_empty() { "here".to_owned() } else { format!("in `{function}`") };
    mistake.related =
        failure.frames.iter().map(|(function, place)| Related { place: *place, message: message(function) }).collect();
    mistake
}

impl Display for LibraryModule {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str("library")
    }
}

impl Display for LibraryValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "library.get({:?})", self.0.name)
    }
}
