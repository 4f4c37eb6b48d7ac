//! What `template.replace` gives: a node with this value is replaced by the items, entries or documents of another.

#![expect(unsafe_code, reason = "the derives of Starlark implement its marker traits")]

use std::fmt;

use allocative::Allocative;
use starlark::coerce::Coerce;
use starlark::starlark_complex_value;
use starlark::values::{
    Freeze, NoSerialize, ProvidesStaticType, StarlarkPagablePanic, StarlarkValue, Trace, ValueLifetimeless, ValueLike,
    starlark_value,
};

/// The order to replace a node by what a value holds.
#[derive(Debug, Trace, Freeze, Coerce, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
#[repr(C)]
pub(crate) struct ReplaceGen<V: ValueLifetimeless> {
    /// What stands in for the node.
    pub(crate) by: V,
}

starlark_complex_value!(pub(crate) Replace);

impl<V: ValueLifetimeless> fmt::Display for ReplaceGen<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("template.replace(...)")
    }
}

#[starlark_value(type = "template.replace")]
impl<'v, V: ValueLike<'v>> StarlarkValue<'v> for ReplaceGen<V> where Self: ProvidesStaticType<'v> {}
