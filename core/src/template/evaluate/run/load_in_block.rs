//! `__load`: what stands for a `load` in a block, which loads when the program comes by.

#![expect(unsafe_code, reason = "the derives of Starlark implement its marker traits")]

use std::fmt;
use std::sync::Arc;

use allocative::Allocative;
use smol_str::SmolStr;
use starlark::environment::{FrozenModule, Module};
use starlark::eval::{Arguments, Evaluator, FileLoader};
use starlark::starlark_simple_value;
use starlark::values::{
    Heap, NoSerialize, ProvidesStaticType, StarlarkPagablePanic, StarlarkValue, Value, starlark_value,
};

use super::EvaluationRun;
use super::load::ModuleLoader;
use crate::problem::nearest;
use crate::template::compile::LOAD_IN_BLOCK;
use crate::template::evaluate::context::EvaluationContext;
use crate::template::evaluate::path::{LoadBase, load_mistake};
use crate::template::evaluate::program::CompiledProgram;
use crate::template::evaluate::programs::Programs;
use crate::template::values::BuiltinError;
use crate::text::Place;

/// `__load("file.star", "a", "b")` in one file: the values of the names.
#[derive(Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
struct LoadFunction {
    #[allocative(skip)]
    program: Arc<CompiledProgram>,
    #[allocative(skip)]
    programs: Programs,
    #[allocative(skip)]
    path: SmolStr,
    #[allocative(skip)]
    base: LoadBase,
}

starlark_simple_value!(LoadFunction);

/// Defines it for the program that a loader loads for.
pub(super) fn define(program: &Arc<CompiledProgram>, loader: &ModuleLoader<'_, '_>, module: &Module<'_>) {
    let function = LoadFunction {
        program: program.clone(),
        programs: loader.session.programs.clone(),
        path: loader.path.clone(),
        base: loader.base.clone(),
    };
    module.set(LOAD_IN_BLOCK, module.heap().alloc(function));
}

impl fmt::Display for LoadFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("load")
    }
}

#[starlark_value(type = "function")]
impl<'v> StarlarkValue<'v> for LoadFunction {
    fn invoke(
        &self,
        _: Value<'v>,
        arguments: &Arguments<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let positions = arguments.positions(eval.heap())?;
        let texts: Vec<String> = positions.filter_map(|text| Some(text.unpack_str()?.to_owned())).collect();
        let Some((path, names)) = texts.split_first() else { return Ok(Value::new_none()) };
        let session = EvaluationRun { context: EvaluationContext::of(eval)?, programs: &self.programs };
        let loader = ModuleLoader::new(&session, &self.program, self.path.clone(), self.base.clone());
        let module = loader.load(path)?;
        let values = names.iter().map(|name| {
            value(&module, name, eval.heap())
                .map_err(|mistake| BuiltinError { place: self.place(path, name), ..mistake })
        });
        Ok(eval.heap().alloc(values.collect::<Result<Vec<_>, BuiltinError>>()?))
    }
}

impl LoadFunction {
    /// The string that names what is taken from a file.
    fn place(&self, path: &str, name: &str) -> Option<Place> {
        let loads = self.program.program.loads.iter().filter(|load| load.path == path);
        loads.flat_map(|load| &load.names).find(|taken| taken.their == name).map(|taken| taken.place)
    }
}

fn value<'v>(module: &FrozenModule, name: &str, heap: Heap<'v>) -> Result<Value<'v>, BuiltinError> {
    let found = module.get_option(name).ok().flatten();
    found.map(|value| heap.access_owned_frozen_value(&value)).ok_or_else(|| {
        let mistake = load_mistake(format!("what is loaded does not define `{name}`"));
        let names: Vec<String> = module.names().map(|name| name.as_str().to_owned()).collect();
        let nearest = nearest(name, &names).map(|nearest| format!("did you mean `{nearest}`?"));
        nearest.into_iter().fold(mistake, BuiltinError::hint)
    })
}
