//! `@ytt:md5` and `@ytt:sha256`: digests of text, in hexadecimal.

use std::fmt::Write as _;

use sha2::Digest;
use starlark::environment::GlobalsBuilder;
use starlark::starlark_module;

use crate::template::evaluate::modules::Ignored;

#[starlark_module]
pub(super) fn md5_members(builder: &mut GlobalsBuilder) {
    /// The MD5 digest of a text.
    fn sum(#[starlark(require = pos)] text: &str, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<String> {
        Ok(hexadecimal(&md5::Md5::digest(text)))
    }
}

#[starlark_module]
pub(super) fn sha256_members(builder: &mut GlobalsBuilder) {
    /// The SHA-256 digest of a text.
    fn sum(#[starlark(require = pos)] text: &str, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<String> {
        Ok(hexadecimal(&sha2::Sha256::digest(text)))
    }
}

fn hexadecimal(digest: &[u8]) -> String {
    let mut text = String::with_capacity(2 * digest.len());
    for byte in digest {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::template::evaluate::modules::test_support::check;

    #[test]
    fn digests_are_hexadecimal() {
        check(
            r#"
            md5.sum("")
            md5.sum("data")
            sha256.sum("")
            sha256.sum("data")
            sha256.sum(1)
            "#,
            expect![[r#"
                md5.sum("")
                    "d41d8cd98f00b204e9800998ecf8427e"
                md5.sum("data")
                    "8d777f385d3dfec8815d20f7496026dc"
                sha256.sum("")
                    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
                sha256.sum("data")
                    "3a6eb0790f39ac87c94f3856b2dd2c5d110e6811602261a9a923d3bb23adc8b7"
                sha256.sum(1)
                    ! Type of parameter `text` doesn't match, expected `str`, actual `int (repr: 1)`
            "#]],
        );
    }
}
