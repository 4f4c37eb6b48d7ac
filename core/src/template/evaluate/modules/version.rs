//! `@ytt:version`: what template code demands of ytt.

use semver::Version;
use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::none::NoneType;

use crate::template::evaluate::modules::Ignored;
use crate::template::job::YttVersion;
use crate::template::values::BuiltinError;

#[starlark_module]
pub(super) fn members(builder: &mut GlobalsBuilder) {
    /// Fails if this version is newer than what templates are read as.
    fn require_at_least(
        #[starlark(require = pos)] version: &str,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'_, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let read_as = super::ytt(eval).unwrap_or(YttVersion::DEFAULT).semantic();
        let Ok(demanded) = Version::parse(version) else {
            let mistake = BuiltinError::new(format!("`{version}` is not a version"));
            return Err(mistake.expected("three numbers with dots, such as `0.45.0`").into());
        };
        if demanded.cmp_precedence(&read_as).is_gt() {
            let message = format!("ytt {demanded} is demanded, but templates are read as ytt {read_as} does");
            return Err(BuiltinError::new(message).into());
        }
        Ok(NoneType)
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::template::evaluate::modules::test_support::check;

    #[test]
    fn versions_are_compared_as_semantic_versions() {
        check(
            r#"
            version.require_at_least("0.0.0")
            version.require_at_least("0.48.0")
            version.require_at_least("0.48.0-alpha.1+build")
            version.require_at_least("0.48.1-rc.1")
            version.require_at_least("99.0.0")
            version.require_at_least("v1")
            version.require_at_least("0.48")
            version.require_at_least()
            "#,
            expect![[r#"
                version.require_at_least("0.0.0")
                    None
                version.require_at_least("0.48.0")
                    None
                version.require_at_least("0.48.0-alpha.1+build")
                    None
                version.require_at_least("0.48.1-rc.1")
                    ! ytt 0.48.1-rc.1 is demanded, but templates are read as ytt 0.48.0 does
                version.require_at_least("99.0.0")
                    ! ytt 99.0.0 is demanded, but templates are read as ytt 0.48.0 does
                version.require_at_least("v1")
                    ! `v1` is not a version
                      expected: three numbers with dots, such as `0.45.0`
                version.require_at_least("0.48")
                    ! `0.48` is not a version
                      expected: three numbers with dots, such as `0.45.0`
                version.require_at_least()
                    ! Wrong number of positional arguments, expected 1, got 0
            "#]],
        );
    }
}
