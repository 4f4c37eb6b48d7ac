//! The modules that template code loads as `@ytt:…`, one file for each.
//!
//! A module is one frozen value under its own name, made once for the process; every function in it is pure. Those
//! that depend on what is evaluated are made for each evaluation instead: `@ytt:data` and `@ytt:library`. What only the
//! older editions have, released ytt does not find.

#![allow(clippy::unnecessary_wraps, reason = "Starlark takes only functions that return a `Result`")]
#![allow(clippy::elidable_lifetime_names, reason = "`starlark_value` needs the name")]

use std::convert::Infallible;
use std::sync::OnceLock;

use starlark::environment::{FrozenModule, GlobalsBuilder};
use starlark::eval::Evaluator;
use starlark::typing::Ty;
use starlark::values::type_repr::StarlarkTypeRepr;
use starlark::values::{Heap, UnpackValue, Value as StarlarkValue};

use crate::template::dialect;
use crate::template::evaluate::context::EvaluationContext;
use crate::template::job::YttVersion;
use crate::template::values::from_starlark::value_of;
use crate::template::values::yaml_fragment::FragmentKind;
use crate::template::values::{BuiltinError, YamlFragment};
use crate::text::Place;
use crate::values::flow::key_text;
use crate::values::fragment::Fragment;
use crate::values::{Key, Value, ValueKind};

mod assert;
mod base64;
pub(crate) mod data;
mod digest;
mod ip;
mod json;
pub(crate) mod library;
mod made;
mod math;
pub(crate) mod overlay;
mod regexp;
mod spelling;
mod structs;
mod template;
#[cfg(test)]
mod test_support;
mod toml;
mod url;
pub(crate) mod validations;
mod version;
mod yaml;

/// A module that is the same in every evaluation.
struct Builtin {
    name: &'static str,
    /// What released ytt has in it; `None` if it does not have the module.
    members: Option<Members>,
    /// What the older editions have besides.
    older: Option<Members>,
    /// The module as released ytt has it, and as the older editions do.
    loaded: [OnceLock<Option<FrozenModule>>; 2],
}

/// Adds what is in a module.
type Members = fn(&mut GlobalsBuilder);

static BUILTINS: [Builtin; 18] = [
    Builtin::new("assert", assert::members),
    Builtin::grown("base64", base64::members, base64::older_members),
    Builtin::grown("json", json::members, json::older_members),
    Builtin::new("ip", ip::members),
    Builtin::new("math", math::members),
    Builtin::new("md5", digest::md5_members),
    Builtin::new("module", made::members),
    Builtin::new("overlay", overlay::members),
    Builtin::grown("regexp", regexp::members, regexp::older_members),
    Builtin::new("sha256", digest::sha256_members),
    Builtin::older("spelling", spelling::members),
    Builtin::new("struct", structs::members),
    Builtin::new("template", template::members),
    Builtin::new("toml", toml::members),
    Builtin::new("url", url::members),
    Builtin::older("validations", validations::members),
    Builtin::new("version", version::members),
    Builtin::grown("yaml", yaml::members, yaml::older_members),
];

/// The modules that are made for each evaluation.
const OF_EVALUATION: [&str; 2] = ["data", "library"];

/// The module `@ytt:name` with its one symbol, which has the same name; with `has_older`, as the older editions have it.
pub(crate) fn load(name: &str, has_older: bool) -> Option<FrozenModule> {
    let builtin = BUILTINS.iter().find(|builtin| builtin.name == name && (has_older || builtin.members.is_some()))?;
    let [released, older] = &builtin.loaded;
    let loaded = if has_older { older } else { released };
    loaded.get_or_init(|| builtin.freeze(has_older)).clone()
}

/// What a value is called that is a module which was loaded, or a function of one: `ip`, `ip.parse_addr`.
pub(super) fn name_of<'v>(value: StarlarkValue<'v>, heap: Heap<'v>) -> Option<String> {
    let own = value.to_repr();
    let named = |builtin: &Builtin, module: &FrozenModule| {
        let namespace = heap.access_owned_frozen_value(&module.get_option(builtin.name).ok()??);
        let is_member = || namespace.get_attr(&own, heap).ok().flatten().is_some_and(|member| member.ptr_eq(value));
        if namespace.ptr_eq(value) {
            Some(builtin.name.to_owned())
        } else {
            is_member().then(|| format!("{}.{own}", builtin.name))
        }
    };
    BUILTINS.iter().find_map(|builtin| {
        let mut loaded = builtin.loaded.iter().filter_map(|loaded| loaded.get()?.as_ref());
        loaded.find_map(|module| named(builtin, module))
    })
}

/// The names of all modules, in no particular order.
pub(crate) fn names(has_older: bool) -> impl Iterator<Item = &'static str> {
    let builtins = BUILTINS.iter().filter(move |builtin| has_older || builtin.members.is_some());
    builtins.map(|builtin| builtin.name).chain(OF_EVALUATION)
}

/// Arguments that a call names and the function does not have: ytt does not look at them.
struct Ignored;

impl StarlarkTypeRepr for Ignored {
    type Canonical = <StarlarkValue<'static> as StarlarkTypeRepr>::Canonical;

    fn starlark_type_repr() -> Ty {
        Ty::any()
    }
}

impl<'v> UnpackValue<'v> for Ignored {
    type Error = Infallible;

    fn unpack_value_impl(_: StarlarkValue<'v>) -> Result<Option<Self>, Infallible> {
        Ok(Some(Self))
    }
}

/// The release of ytt that the running code is read as, where that is said.
fn ytt(eval: &Evaluator<'_, '_, '_>) -> Option<YttVersion> {
    EvaluationContext::of(eval).ok()?.job.options.ytt
}

/// An argument as data.
fn data_of<'v>(value: StarlarkValue<'v>, heap: Heap<'v>) -> Result<Value, BuiltinError> {
    value_of(value, Place::NOWHERE, heap)
}

/// The same for what takes no documents.
fn plain_of<'v>(value: StarlarkValue<'v>, heap: Heap<'v>) -> Result<Value, BuiltinError> {
    if YamlFragment::from_value(value).is_some_and(|fragment| fragment.kind() == FragmentKind::Documents) {
        return Err(BuiltinError::new("documents cannot be encoded here").expected("a map, an array or a scalar"));
    }
    data_of(value, heap)
}

/// Refuses maps, at every depth, with keys that are no text.
fn with_texts_as_keys(value: &Value) -> Result<&Value, BuiltinError> {
    match &value.kind {
        ValueKind::Mapping(mapping) => {
            let keys = mapping.entries.iter().map(Fragment::entry_key);
            if let Some(other) = keys.into_iter().find(|key| !matches!(key, Key::String(_))) {
                let found = format!("`{}`", key_text(other));
                return Err(BuiltinError::new("every key must be text here").found(found));
            }
            mapping.entries.iter().try_for_each(|entry| with_texts_as_keys(&entry.value).map(drop))?;
        }
        ValueKind::Sequence(items) => items.iter().try_for_each(|item| with_texts_as_keys(item).map(drop))?,
        _ => {}
    }
    Ok(value)
}

impl Builtin {
    const fn new(name: &'static str, members: Members) -> Self {
        Self { name, members: Some(members), older: None, loaded: [OnceLock::new(), OnceLock::new()] }
    }

    /// A module that only the older editions have.
    const fn older(name: &'static str, members: Members) -> Self {
        Self { name, members: None, older: Some(members), loaded: [OnceLock::new(), OnceLock::new()] }
    }

    /// A module in which the older editions have more.
    const fn grown(name: &'static str, members: Members, older: Members) -> Self {
        Self { name, members: Some(members), older: Some(older), loaded: [OnceLock::new(), OnceLock::new()] }
    }

    /// `None` only if the starlark crate cannot freeze functions.
    fn freeze(&self, has_older: bool) -> Option<FrozenModule> {
        let members = |builder: &mut GlobalsBuilder| {
            let older = self.older.filter(|_| has_older);
            self.members.iter().chain(&older).for_each(|members| members(builder));
        };
        let mut globals = GlobalsBuilder::new().with_namespace(self.name, members);
        if let Some(stand_in) = dialect::stand_in(self.name) {
            globals = globals.with_namespace(&stand_in, members);
        }
        let globals = globals.build();
        FrozenModule::from_globals(&globals).ok()
    }
}
