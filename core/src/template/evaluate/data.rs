//! `@ytt:data`: the data values, and the files of the job.

use starlark::environment::{FrozenModule, Globals, GlobalsBuilder, Module};
use starlark::eval::Evaluator;
use starlark::starlark_module;
use std::sync::OnceLock;

use super::context::Context;
use crate::template::job::Source;
use crate::template::values::{Mistake, Struct, to_starlark};
use crate::values::Key;

/// The module, with the data values of an evaluation.
pub(super) fn module(context: &Context) -> Option<FrozenModule> {
    Module::with_temp_heap(|module| {
        let heap = module.heap();
        let globals = functions();
        module.frozen_heap().add_reference(globals.heap());
        let values = match &context.job.data_values {
            Some(values) => to_starlark::with_structs(values, &context.misses, heap),
            None => to_starlark::with_structs(&empty(), &context.misses, heap),
        };
        let functions = globals.iter().map(|(name, function)| (Key::String(name.into()), function.to_value()));
        let fields = [(Key::String("values".into()), values)].into_iter().chain(functions);
        module.set("data", heap.alloc(Struct::computed(fields)));
        module.freeze().ok()
    })
}

fn empty() -> crate::values::Value {
    crate::values::Value::unwritten(crate::values::ValueKind::Mapping(std::sync::Arc::default()))
}

fn functions() -> &'static Globals {
    static FUNCTIONS: OnceLock<Globals> = OnceLock::new();
    FUNCTIONS.get_or_init(|| GlobalsBuilder::new().with(members).build())
}

#[starlark_module]
fn members(builder: &mut GlobalsBuilder) {
    /// The paths of the files, all or those of a folder.
    fn list(#[starlark(require = pos)] folder: Option<&str>, eval: &mut Evaluator) -> starlark::Result<Vec<String>> {
        let context = Context::of(eval)?;
        let prefix = folder.map(|folder| format!("{}/", folder.trim_matches('/'))).unwrap_or_default();
        let paths = context.job.sources.iter().map(|source| source.path.to_string());
        Ok(paths.filter(|path| path.starts_with(prefix.trim_start_matches("./"))).collect())
    }

    /// The text of a file.
    fn read(#[starlark(require = pos)] path: &str, eval: &mut Evaluator) -> starlark::Result<String> {
        let context = Context::of(eval)?;
        let wanted = path.trim_start_matches("./").trim_start_matches('/');
        let source = context.job.sources.iter().find(|source: &&Source| source.path == wanted);
        let source = source.ok_or_else(|| Mistake::new(format!("there is no file `{path}` to read")).error())?;
        Ok(source.text.to_string())
    }
}
