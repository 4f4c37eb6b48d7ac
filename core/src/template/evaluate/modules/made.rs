//! `@ytt:module`: modules that template code makes itself.

use starlark::collections::SmallMap;
use starlark::environment::GlobalsBuilder;
use starlark::starlark_module;
use starlark::values::Value;

use super::structs::named;
use crate::template::values::Struct;

#[starlark_module]
pub(super) fn members(builder: &mut GlobalsBuilder) {
    /// A module with these members.
    fn make<'v>(
        #[starlark(require = pos)] name: &str,
        #[starlark(kwargs)] members: SmallMap<String, Value<'v>>,
    ) -> starlark::Result<Struct<'v>> {
        Ok(Struct::module(name, named(members)))
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::template::evaluate::modules::test_support::check;

    #[test]
    fn modules_have_members() {
        check(
            r#"
            module.make("mine", double=lambda x: 2 * x).double(4)
            module.make("mine", a=1).b
            module.make(a=1)
            module.make(5)
            [str(module.make("m")), bool(module.make("m"))]
            len(module.make("m", a=1))
            list(module.make("m", a=1))
            module.make("m", a=1)["a"]
            "a" in module.make("m", a=1)
            json.encode([module.make("m", a=1)])
            "#,
            expect![[r#"
                module.make("mine", double=lambda x: 2 * x).double(4)
                    8
                module.make("mine", a=1).b
                    ! Object of type `struct` has no attribute `b`, did you mean `a`?
                module.make(a=1)
                    ! Wrong number of positional arguments, expected 1, got 0
                module.make(5)
                    ! Type of parameter `name` doesn't match, expected `str`, actual `int (repr: 5)`
                [str(module.make("m")), bool(module.make("m"))]
                    ["<module \"m\">", True]
                len(module.make("m", a=1))
                    ! a module has no length
                list(module.make("m", a=1))
                    ! a module cannot be iterated over
                module.make("m", a=1)["a"]
                    ! a module cannot be indexed
                "a" in module.make("m", a=1)
                    ! a module holds no values to look for
                json.encode([module.make("m", a=1)])
                    ! a module cannot be a value in YAML
                      expected: a scalar, a list, a dict, a struct or a YAML fragment
            "#]],
        );
    }
}
