//! What `template.replace` gives: as the value of a node it leaves the node as it is, for that was replaced already.

#![expect(unsafe_code, reason = "the derives of Starlark implement its marker traits")]
#![allow(clippy::elidable_lifetime_names, reason = "`starlark_value` needs the name")]

use std::fmt;

use allocative::Allocative;
use starlark::starlark_simple_value;
use starlark::values::{NoSerialize, ProvidesStaticType, StarlarkPagablePanic, StarlarkValue, starlark_value};

/// Says that a node was replaced.
#[derive(Clone, Copy, Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub(crate) struct Replaced;

starlark_simple_value!(Replaced);

impl fmt::Display for Replaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("template.replace(...)")
    }
}

#[starlark_value(type = "template.replace")]
impl<'v> StarlarkValue<'v> for Replaced {}
