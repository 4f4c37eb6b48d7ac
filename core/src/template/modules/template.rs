//! `@ytt:template`: nodes in the place of a node.

use starlark::environment::GlobalsBuilder;
use starlark::starlark_module;
use starlark::values::Value;

use crate::template::values::Replace;

#[starlark_module]
pub(super) fn members(builder: &mut GlobalsBuilder) {
    /// As the value of a node: the entries, items or documents of this value stand in its place.
    fn replace<'v>(#[starlark(require = pos)] by: Value<'v>) -> starlark::Result<Replace<'v>> {
        Ok(Replace { by })
    }
}
