//! `@ytt:template`: nodes in the place of a node.

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::Value;

use crate::template::evaluate::modules::Ignored;
use crate::template::evaluate::replace_node;
use crate::template::values::Replaced;

#[starlark_module]
pub(super) fn members(builder: &mut GlobalsBuilder) {
    /// Puts the entries, items or documents of this value in the place of the node that began last.
    fn replace<'v>(
        #[starlark(require = pos)] by: Value<'v>,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Replaced> {
        replace_node(by, eval)?;
        Ok(Replaced)
    }
}
