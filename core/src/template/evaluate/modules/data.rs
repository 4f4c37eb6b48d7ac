//! `@ytt:data`: the data values, and the files of the job.

#![expect(unsafe_code, reason = "the derives of Starlark implement its marker traits")]

use std::fmt::{Display, Formatter};

use allocative::Allocative;
use indexmap::IndexMap;
use starlark::environment::{FrozenModule, Methods, MethodsBuilder, Module};
use starlark::eval::Evaluator;
use starlark::values::{
    Coerce, Freeze, NoSerialize, ProvidesStaticType, StarlarkPagablePanic, StarlarkValue, Trace, Value,
    ValueLifetimeless, ValueLike, starlark_value,
};
use starlark::{methods_static, starlark_complex_value, starlark_module};

use crate::template::evaluate::context::EvaluationContext;
use crate::template::evaluate::modules::Ignored;
use crate::template::evaluate::path::{LoadBase, find, folder};
use crate::template::job::LIBRARIES;
use crate::template::values::to_starlark::Observers;
use crate::template::values::{BuiltinError, to_starlark};
use crate::values::{Key, Value as Data, ValueKind};

#[cfg(test)]
mod tests;

/// The module, for a file that stands there.
pub(crate) fn load(context: &EvaluationContext, base: &LoadBase) -> Option<FrozenModule> {
    let nothing = Data::unwritten(ValueKind::Mapping(std::sync::Arc::default()));
    let values = context.job.data_values.as_ref().unwrap_or(&nothing);
    let observers = Observers { misses: Some(&context.misses), looks: Some(&context.looks) };
    let stand_ins: Vec<&[Key]> = context.job.stand_ins.iter().map(Vec::as_slice).collect();
    Module::with_temp_heap(|module| {
        let values = to_starlark::with_structs(values, observers, &stand_ins, module.heap());
        module.set("data", module.heap().alloc(DataModule { values, base: base.clone() }));
        module.freeze().ok()
    })
}

/// `data`, as one file sees it.
#[derive(Clone, Debug, Trace, Freeze, Coerce, NoSerialize, ProvidesStaticType, StarlarkPagablePanic, Allocative)]
#[repr(C)]
pub(super) struct DataModuleGen<V: ValueLifetimeless> {
    values: V,
    #[trace(unsafe_ignore)]
    #[freeze(identity)]
    #[allocative(skip)]
    base: LoadBase,
}
starlark_complex_value!(pub(super) DataModule);

#[starlark_value(type = "module")]
impl<'v, V: ValueLike<'v>> StarlarkValue<'v> for DataModuleGen<V>
where
    Self: ProvidesStaticType<'v>,
{
    fn get_methods() -> Option<&'static Methods> {
        methods_static!(METHODS = methods);
        Some(METHODS.methods())
    }
}

#[starlark_module]
fn methods(builder: &mut MethodsBuilder) {
    /// The data values.
    #[starlark(attribute)]
    fn values<'v>(this: &'v DataModule<'v>) -> starlark::Result<Value<'v>> {
        Ok(this.values)
    }

    /// The paths of the files in a folder and below, from that folder on: beside the file that asks, or from the root if
    /// it begins with `/`.
    fn list<'v>(
        this: &'v DataModule<'v>,
        #[starlark(require = pos, default = "")] path: &str,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Vec<String>> {
        let sources = &EvaluationContext::of(eval)?.job.sources;
        let folder = folder(path, &this.base, sources)?;
        let start = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let below: Vec<&str> = sources.iter().filter_map(|source| source.path.strip_prefix(&start)).collect();
        if below.is_empty() && !folder.is_empty() {
            return Err(BuiltinError::new(format!("there is no folder `{path}` in this bundle")).into());
        }
        let written = if path.starts_with('/') { "/" } else { "" };
        let visible = below.into_iter().filter(|path| !path.split('/').any(|part| part == LIBRARIES));
        Ok(files_first(visible.collect()).into_iter().map(|path| format!("{written}{path}")).collect())
    }

    /// The text of a file.
    fn read<'v>(
        this: &'v DataModule<'v>,
        #[starlark(require = pos)] path: &str,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<String> {
        let sources = &EvaluationContext::of(eval)?.job.sources;
        let found = find(path, &this.base, sources)?;
        let source = sources.get(found.index).ok_or_else(|| BuiltinError::new("the file is gone"))?;
        Ok(source.text.to_string())
    }
}

/// Paths in the order in which ytt lists them: in each folder its files, then folder by folder what is in them.
fn files_first(paths: Vec<&str>) -> Vec<String> {
    let mut files = Vec::new();
    let mut folders: IndexMap<&str, Vec<&str>> = IndexMap::new();
    for path in paths {
        match path.split_once('/') {
            None => files.push(path.to_owned()),
            Some((folder, rest)) => folders.entry(folder).or_default().push(rest),
        }
    }
    for (folder, paths) in folders {
        files.extend(files_first(paths).into_iter().map(|path| format!("{folder}/{path}")));
    }
    files
}

impl<V: ValueLifetimeless> Display for DataModuleGen<V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str("data")
    }
}
