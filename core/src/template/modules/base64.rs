//! `@ytt:base64`: text as base64 and back, in the standard alphabet with padding.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use starlark::environment::GlobalsBuilder;
use starlark::starlark_module;
use starlark::values::Value;

use super::validations::text;
use crate::template::values::Mistake;

#[starlark_module]
pub(super) fn members(builder: &mut GlobalsBuilder) {
    /// The base64 of a text.
    fn encode(#[starlark(require = pos)] text: &str) -> starlark::Result<String> {
        Ok(STANDARD.encode(text))
    }

    /// The text of some base64.
    fn decode(#[starlark(require = pos)] encoded: &str) -> starlark::Result<String> {
        let bytes = decoded(encoded).map_err(|error| Mistake::new(format!("not base64: {error}")))?;
        Ok(String::from_utf8(bytes).map_err(|_| Mistake::new("the decoded bytes are no UTF-8 text"))?)
    }
}

/// The bytes of some base64. Go skips line breaks.
fn decoded(encoded: &str) -> Result<Vec<u8>, base64::DecodeError> {
    STANDARD.decode(encoded.replace(['\r', '\n'], ""))
}

/// What the older editions have besides.
#[starlark_module]
pub(super) fn older_members(builder: &mut GlobalsBuilder) {
    /// Whether a value is a text in base64.
    fn decodable(#[starlark(require = pos)] value: Value) -> starlark::Result<bool> {
        Ok(text(value).is_some_and(|text| decoded(text).is_ok()))
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::template::modules::test_support::check;

    #[test]
    fn text_becomes_base64_and_back() {
        check(
            r#"
            base64.encode("regular")
            base64.encode("ä€")
            base64.encode("")
            base64.decode("cmVndWxhcg==")
            base64.decode("cmVn\ndWxhcg==\n")
            base64.decode("cmVndWxhcg")
            base64.decode("/w==")
            base64.decode(1)
            base64.encode()
            base64.encode("a", "b")
            base64.encode(text="a")
            base64.endcode("a")
            "#,
            expect![[r#"
                base64.encode("regular")
                    "cmVndWxhcg=="
                base64.encode("ä€")
                    "w6Tigqw="
                base64.encode("")
                    ""
                base64.decode("cmVndWxhcg==")
                    "regular"
                base64.decode("cmVn\ndWxhcg==\n")
                    "regular"
                base64.decode("cmVndWxhcg")
                    ! not base64: Invalid padding
                base64.decode("/w==")
                    ! the decoded bytes are no UTF-8 text
                base64.decode(1)
                    ! Type of parameter `encoded` doesn't match, expected `str`, actual `int (repr: 1)`
                base64.encode()
                    ! Wrong number of positional arguments, expected 1, got 0
                base64.encode("a", "b")
                    ! Wrong number of positional arguments, expected 1, got 2
                base64.encode(text="a")
                    ! Found `text` extra named parameter(s) for call to function
                base64.endcode("a")
                    ! Object of type `namespace` has no attribute `endcode`, did you mean `encode`?
            "#]],
        );
    }
}
