//! The modules that template code loads as `@ytt:…`, one file for each.
//!
//! A module is one frozen value under its own name, made once for the process; every function in it is pure. Those
//! that depend on what is evaluated are made for each evaluation instead: `@ytt:data` and `@ytt:library`.

#![allow(clippy::unnecessary_wraps, reason = "Starlark takes only functions that return a `Result`")]
#![allow(clippy::elidable_lifetime_names, reason = "`starlark_value` needs the name")]

use std::sync::OnceLock;

use starlark::environment::{FrozenModule, GlobalsBuilder};
use starlark::values::{Heap, Value as StarlarkValue};

use crate::template::dialect;
use crate::template::values::Mistake;
use crate::template::values::from_starlark::value_of;
use crate::text::Place;
use crate::values::Value;

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
mod structs;
mod template;
#[cfg(test)]
mod test_support;
mod toml;
mod url;
mod version;
mod yaml;

/// A module that is the same in every evaluation.
struct Builtin {
    name: &'static str,
    members: fn(&mut GlobalsBuilder),
    loaded: OnceLock<Option<FrozenModule>>,
}

static BUILTINS: [Builtin; 16] = [
    Builtin::new("assert", assert::members),
    Builtin::new("base64", base64::members),
    Builtin::new("json", json::members),
    Builtin::new("ip", ip::members),
    Builtin::new("math", math::members),
    Builtin::new("md5", digest::md5_members),
    Builtin::new("module", made::members),
    Builtin::new("overlay", overlay::members),
    Builtin::new("regexp", regexp::members),
    Builtin::new("sha256", digest::sha256_members),
    Builtin::new("struct", structs::members),
    Builtin::new("template", template::members),
    Builtin::new("toml", toml::members),
    Builtin::new("url", url::members),
    Builtin::new("version", version::members),
    Builtin::new("yaml", yaml::members),
];

/// The modules that are made for each evaluation.
const OF_EVALUATION: [&str; 2] = ["data", "library"];

/// The module `@ytt:name` with its one symbol, which has the same name.
pub(crate) fn load(name: &str) -> Option<FrozenModule> {
    let builtin = BUILTINS.iter().find(|builtin| builtin.name == name)?;
    builtin.loaded.get_or_init(|| builtin.freeze()).clone()
}

/// The names of all modules, in no particular order.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    BUILTINS.iter().map(|builtin| builtin.name).chain(OF_EVALUATION)
}

/// The module that somebody may have meant by a name that none has.
pub(crate) fn nearest(name: &str) -> Option<&'static str> {
    let distances = names().map(|known| (strsim::damerau_levenshtein(name, known), known));
    distances.min().filter(|(distance, known)| *distance <= known.len().div_ceil(3)).map(|(_, known)| known)
}

/// An argument as data.
fn data_of<'v>(value: StarlarkValue<'v>, heap: Heap<'v>) -> Result<Value, Mistake> {
    value_of(value, Place::NOWHERE, heap)
}

impl Builtin {
    const fn new(name: &'static str, members: fn(&mut GlobalsBuilder)) -> Self {
        Self { name, members, loaded: OnceLock::new() }
    }

    /// `None` only if the starlark crate cannot freeze functions.
    fn freeze(&self) -> Option<FrozenModule> {
        let mut globals = GlobalsBuilder::new().with_namespace(self.name, self.members);
        if let Some(stand_in) = dialect::stand_in(self.name) {
            globals = globals.with_namespace(stand_in, self.members);
        }
        let globals = globals.build();
        FrozenModule::from_globals(&globals).ok()
    }
}
