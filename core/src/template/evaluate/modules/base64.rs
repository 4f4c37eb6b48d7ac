//! `@ytt:base64`: text as base64 and back, in the alphabet and with the padding that is asked for.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use starlark::environment::GlobalsBuilder;
use starlark::starlark_module;
use starlark::values::Value;

use super::validations::text;
use crate::template::evaluate::modules::Ignored;
use crate::template::values::BuiltinError;

#[starlark_module]
pub(super) fn members(builder: &mut GlobalsBuilder) {
    /// The base64 of a text: with `url` in the alphabet for addresses, with `raw` without padding.
    fn encode(
        #[starlark(require = pos)] text: &str,
        #[starlark(require = named, default = false)] url: bool,
        #[starlark(require = named, default = false)] raw: bool,
        #[starlark(require = named, default = false)] strict: bool,
        #[starlark(kwargs)] _rest: Ignored,
    ) -> starlark::Result<String> {
        Ok(Encoding { url, raw, strict }.engine().encode(text))
    }

    /// The text of some base64; with `strict` the bits that it does not need must be zero.
    fn decode(
        #[starlark(require = pos)] encoded: &str,
        #[starlark(require = named, default = false)] url: bool,
        #[starlark(require = named, default = false)] raw: bool,
        #[starlark(require = named, default = false)] strict: bool,
        #[starlark(kwargs)] _rest: Ignored,
    ) -> starlark::Result<String> {
        let bytes = Encoding { url, raw, strict }.decoded(encoded);
        let bytes = bytes.map_err(|error| BuiltinError::new(format!("not base64: {error}")))?;
        Ok(String::from_utf8(bytes).map_err(|_| BuiltinError::new("the decoded bytes are not UTF-8 text"))?)
    }
}

/// How bytes are written.
#[derive(Clone, Copy, Default)]
struct Encoding {
    /// With `-` and `_` in the place of `+` and `/`.
    url: bool,
    /// Without padding.
    raw: bool,
    /// Whether bits that stand for nothing must be zero.
    strict: bool,
}

impl Encoding {
    fn engine(self) -> GeneralPurpose {
        let alphabet = if self.url { alphabet::URL_SAFE } else { alphabet::STANDARD };
        let padding = if self.raw { DecodePaddingMode::RequireNone } else { DecodePaddingMode::RequireCanonical };
        let config = GeneralPurposeConfig::new().with_encode_padding(!self.raw).with_decode_padding_mode(padding);
        GeneralPurpose::new(&alphabet, config.with_decode_allow_trailing_bits(!self.strict))
    }

    /// The bytes of some base64. Go skips line breaks.
    fn decoded(self, encoded: &str) -> Result<Vec<u8>, base64::DecodeError> {
        self.engine().decode(encoded.replace(['\r', '\n'], ""))
    }
}

/// What the older editions have besides.
#[starlark_module]
pub(super) fn older_members(builder: &mut GlobalsBuilder) {
    /// Whether a value is a text in base64.
    fn decodable(#[starlark(require = pos)] value: Value) -> starlark::Result<bool> {
        Ok(text(value).is_some_and(|text| Encoding::default().decoded(text).is_ok()))
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::template::evaluate::modules::test_support::check;

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
                    ! the decoded bytes are not UTF-8 text
                base64.decode(1)
                    ! Type of parameter `encoded` doesn't match, expected `str`, actual `int (repr: 1)`
                base64.encode()
                    ! Missing positional-only parameter `text` for call to `encode`
                base64.encode("a", "b")
                    ! Found 1 extra positional argument(s) for call to encode
                base64.encode(text="a")
                    ! Missing positional-only parameter `text` for call to `encode`
                base64.endcode("a")
                    ! Object of type `namespace` has no attribute `endcode`, did you mean `encode`?
            "#]],
        );
    }

    #[test]
    fn base64_has_other_alphabets_and_paddings() {
        check(
            r#"
            base64.encode("??>>", url=True)
            base64.encode("??>>")
            base64.encode("a", raw=True)
            base64.encode("a", strict=True)
            base64.encode("a", url=1)
            base64.decode("Pz8-Pg==", url=True)
            base64.decode("Pz8-Pg==")
            base64.decode("YQ", raw=True)
            base64.decode("YQ==", raw=True)
            base64.decode("YR==")
            base64.decode("YR==", strict=True)
            "#,
            expect![[r#"
                base64.encode("??>>", url=True)
                    "Pz8-Pg=="
                base64.encode("??>>")
                    "Pz8+Pg=="
                base64.encode("a", raw=True)
                    "YQ"
                base64.encode("a", strict=True)
                    "YQ=="
                base64.encode("a", url=1)
                    ! Type of parameter `url` doesn't match, expected `bool`, actual `int (repr: 1)`
                base64.decode("Pz8-Pg==", url=True)
                    "??>>"
                base64.decode("Pz8-Pg==")
                    ! not base64: Invalid symbol 45, offset 3.
                base64.decode("YQ", raw=True)
                    "a"
                base64.decode("YQ==", raw=True)
                    ! not base64: Invalid padding
                base64.decode("YR==")
                    "a"
                base64.decode("YR==", strict=True)
                    ! not base64: Invalid last symbol 82, offset 1.
            "#]],
        );
    }
}
