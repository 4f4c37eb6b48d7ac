//! `@ytt:url`: parts of addresses, escaped and back, and whole addresses, as Go's `net/url` reads them. An address is
//! no value of YAML: `.string()` is.
//!
//! The `url` crate follows another standard, which rewrites addresses (`http://a` becomes `http://a/`).

#![expect(unsafe_code, reason = "the derives of Starlark implement its marker traits")]

use std::collections::BTreeMap;
use std::fmt::{Display, Formatter};

use allocative::Allocative;
use starlark::environment::{GlobalsBuilder, Methods, MethodsBuilder};
use starlark::values::dict::AllocDict;
use starlark::values::{
    Heap, NoSerialize, ProvidesStaticType, StarlarkPagablePanic, StarlarkValue, Value, starlark_value,
};
use starlark::{methods_static, starlark_module, starlark_simple_value};

use self::address::{UrlParts, User};
use self::escape::{UrlPart, escape, unescape};
use super::data_of;
use crate::template::evaluate::modules::Ignored;
use crate::template::values::BuiltinError;
use crate::values::{Key, ValueKind};

mod address;
mod escape;

#[starlark_module]
pub(super) fn members(builder: &mut GlobalsBuilder) {
    /// Escapes what stands between two slashes of a path.
    fn path_segment_encode(
        #[starlark(require = pos)] text: &str,
        #[starlark(kwargs)] _rest: Ignored,
    ) -> starlark::Result<String> {
        Ok(escape(text.as_bytes(), UrlPart::PathSegment))
    }

    /// What an escaped segment of a path stands for.
    fn path_segment_decode(
        #[starlark(require = pos)] encoded: &str,
        #[starlark(kwargs)] _rest: Ignored,
    ) -> starlark::Result<String> {
        Ok(unescape(encoded, UrlPart::PathSegment)?)
    }

    /// Escapes a name or a value of a query.
    fn query_param_value_encode(
        #[starlark(require = pos)] text: &str,
        #[starlark(kwargs)] _rest: Ignored,
    ) -> starlark::Result<String> {
        Ok(escape(text.as_bytes(), UrlPart::Query))
    }

    /// What an escaped name or value of a query stands for.
    fn query_param_value_decode(
        #[starlark(require = pos)] encoded: &str,
        #[starlark(kwargs)] _rest: Ignored,
    ) -> starlark::Result<String> {
        Ok(unescape(encoded, UrlPart::Query)?)
    }

    /// A query of names with lists of values, the names sorted.
    fn query_params_encode<'v>(
        #[starlark(require = pos)] parameters: Value<'v>,
        #[starlark(kwargs)] _rest: Ignored,
        heap: Heap<'v>,
    ) -> starlark::Result<String> {
        Ok(query(parameters, heap)?)
    }

    /// The names of a query, sorted, with the lists of their values. A `;` separates as `&` does.
    fn query_params_decode(
        #[starlark(require = pos)] encoded: &str,
        #[starlark(kwargs)] _rest: Ignored,
    ) -> starlark::Result<AllocDict<BTreeMap<String, Vec<String>>>> {
        let mut parameters = BTreeMap::<String, Vec<String>>::new();
        for parameter in encoded.split(['&', ';']).filter(|parameter| !parameter.is_empty()) {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            parameters.entry(unescape(name, UrlPart::Query)?).or_default().push(unescape(value, UrlPart::Query)?);
        }
        Ok(AllocDict(parameters))
    }

    /// The parts of an address.
    fn parse(#[starlark(require = pos)] text: &str, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<UrlValue> {
        Ok(UrlValue(UrlParts::parse(text)?))
    }
}

fn query<'v>(parameters: Value<'v>, heap: Heap<'v>) -> Result<String, BuiltinError> {
    let mistake = || BuiltinError::new("these are no parameters of a query").expected("a dict of lists of texts");
    let data = data_of(parameters, heap)?;
    let mut pairs = BTreeMap::new();
    for entry in &data.mapping().ok_or_else(mistake)?.entries {
        let Key::String(name) = entry.entry_key() else { return Err(mistake()) };
        pairs.insert(name.clone(), entry.value.sequence().ok_or_else(mistake)?.clone());
    }
    let mut written = Vec::new();
    for (name, values) in &pairs {
        for value in values.iter() {
            let ValueKind::String(value) = &value.kind else { return Err(mistake()) };
            let [name, value] = [name, value].map(|text| escape(text.as_bytes(), UrlPart::Query));
            written.push(format!("{name}={value}"));
        }
    }
    Ok(written.join("&"))
}

/// An address.
#[derive(Clone, Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
struct UrlValue(#[allocative(skip)] UrlParts);
starlark_simple_value!(UrlValue);

/// Who an address is for.
#[derive(Clone, Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
struct UserValue(#[allocative(skip)] User);
starlark_simple_value!(UserValue);

#[starlark_value(type = "@ytt:url.value")]
impl<'v> StarlarkValue<'v> for UrlValue {
    fn get_methods() -> Option<&'static Methods> {
        methods_static!(METHODS = url_methods);
        Some(METHODS.methods())
    }
}

#[starlark_value(type = "@ytt:url.user")]
impl<'v> StarlarkValue<'v> for UserValue {
    fn get_methods() -> Option<&'static Methods> {
        methods_static!(METHODS = user_methods);
        Some(METHODS.methods())
    }
}

#[starlark_module]
fn url_methods(builder: &mut MethodsBuilder) {
    /// The name and password before the host; `None` without.
    #[starlark(attribute)]
    fn user<'v>(this: &UrlValue, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        let user = this.0.user.clone();
        Ok(user.map_or_else(Value::new_none, |user| heap.alloc(UserValue(user))))
    }

    /// The same without name and password.
    fn without_user(this: &UrlValue, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<UrlValue> {
        Ok(UrlValue(this.0.without_user()))
    }

    /// The host without its port and brackets.
    fn hostname(this: &UrlValue, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<String> {
        Ok(this.0.hostname().to_owned())
    }

    /// The address as text.
    fn string(this: &UrlValue, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<String> {
        Ok(this.0.to_string())
    }
}

#[starlark_module]
fn user_methods(builder: &mut MethodsBuilder) {
    /// The name.
    #[starlark(attribute)]
    fn name(this: &UserValue) -> starlark::Result<String> {
        Ok(this.0.name.clone())
    }

    /// The password; `None` without.
    #[starlark(attribute)]
    fn password<'v>(this: &UserValue, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        Ok(this.0.password.as_deref().map_or_else(Value::new_none, |password| heap.alloc(password)))
    }

    /// Name and password as text.
    fn string(this: &UserValue, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<String> {
        Ok(this.0.to_string())
    }
}

impl Display for UrlValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "url.value({})", self.0)
    }
}

impl Display for UserValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "url.user({})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::template::evaluate::modules::test_support::check;

    #[test]
    fn parts_are_escaped_and_back() {
        check(
            r#"
            url.path_segment_encode("path path/other")
            url.path_segment_encode("a$&+,:;=?@[]-_.~ä%")
            url.path_segment_decode("path%20path%2Fother+")
            url.path_segment_decode("%zz")
            url.path_segment_decode("%2")
            url.path_segment_decode("%ff")
            url.query_param_value_encode("val val/other")
            url.query_param_value_encode("a$&+,:;=?@-_.~ä%")
            url.query_param_value_decode("val+val%2Fother")
            url.query_param_value_decode("")
            url.path_segment_encode(1)
            "#,
            expect![[r#"
                url.path_segment_encode("path path/other")
                    "path%20path%2Fother"
                url.path_segment_encode("a$&+,:;=?@[]-_.~ä%")
                    "a$&+%2C:%3B=%3F@%5B%5D-_.~%C3%A4%25"
                url.path_segment_decode("path%20path%2Fother+")
                    "path path/other+"
                url.path_segment_decode("%zz")
                    ! `%zz` has a `%` that escapes no character
                      expected: two hexadecimal digits behind it
                      hint: write `%25` for the sign itself
                url.path_segment_decode("%2")
                    ! `%2` has a `%` that escapes no character
                      expected: two hexadecimal digits behind it
                      hint: write `%25` for the sign itself
                url.path_segment_decode("%ff")
                    ! `%ff` stands for bytes that are not UTF-8 text
                url.query_param_value_encode("val val/other")
                    "val+val%2Fother"
                url.query_param_value_encode("a$&+,:;=?@-_.~ä%")
                    "a%24%26%2B%2C%3A%3B%3D%3F%40-_.~%C3%A4%25"
                url.query_param_value_decode("val+val%2Fother")
                    "val val/other"
                url.query_param_value_decode("")
                    ""
                url.path_segment_encode(1)
                    ! Type of parameter `text` doesn't match, expected `str`, actual `int (repr: 1)`
            "#]],
        );
    }

    #[test]
    fn queries_are_lists_of_values() {
        check(
            r#"
            url.query_params_encode({"y": ["2", "3"], "x": ["1"], "z": [""], "w": []})
            url.query_params_encode({})
            url.query_params_encode({"a b": ["ä&"]})
            url.query_params_encode({"x": "1"})
            url.query_params_encode({"x": [1]})
            url.query_params_encode([1])
            url.query_params_decode("y=2&x=1&y=3;z")
            url.query_params_decode("a+b=c%26d=e&&")
            url.query_params_decode("")
            url.query_params_decode("a=%")
            "#,
            expect![[r#"
                url.query_params_encode({"y": ["2", "3"], "x": ["1"], "z": [""], "w": []})
                    "x=1&y=2&y=3&z="
                url.query_params_encode({})
                    ""
                url.query_params_encode({"a b": ["ä&"]})
                    "a+b=%C3%A4%26"
                url.query_params_encode({"x": "1"})
                    ! these are no parameters of a query
                      expected: a dict of lists of texts
                url.query_params_encode({"x": [1]})
                    ! these are no parameters of a query
                      expected: a dict of lists of texts
                url.query_params_encode([1])
                    ! these are no parameters of a query
                      expected: a dict of lists of texts
                url.query_params_decode("y=2&x=1&y=3;z")
                    {"x": ["1"], "y": ["2", "3"], "z": [""]}
                url.query_params_decode("a+b=c%26d=e&&")
                    {"a b": ["c&d=e"]}
                url.query_params_decode("")
                    {}
                url.query_params_decode("a=%")
                    ! `%` has a `%` that escapes no character
                      expected: two hexadecimal digits behind it
                      hint: write `%25` for the sign itself
            "#]],
        );
    }

    #[test]
    fn addresses_are_kept_as_they_are_written() {
        check(
            r#"
            url.parse("http://admin:password@url.domain:8080").string()
            url.parse("http://admin:password@url.domain:8080").without_user().string()
            url.parse("http://admin:password@url.domain:8080").user
            url.parse("http://admin:password@url.domain:8080").user.string()
            url.parse("http://admin@url.domain").user.name
            url.parse("http://admin@url.domain").user.password
            url.parse("http://url.domain").user
            url.parse("http://a%40b:p%3Aq@h").user.name
            url.parse("http://a%40b:p%3Aq@h").string()
            url.parse("HTTP://Host/a b/%7Ec?x=1 2#frag ment").string()
            url.parse("http://h?").string()
            url.parse("mailto:a@b.c").string()
            url.parse("/only/path").string()
            url.parse("file:///etc/hosts").string()
            url.parse("//host/path").hostname()
            url.parse("")
            type(url.parse("a"))
            yaml.encode(url.parse("a"))
            "#,
            expect![[r#"
                url.parse("http://admin:password@url.domain:8080").string()
                    "http://admin:password@url.domain:8080"
                url.parse("http://admin:password@url.domain:8080").without_user().string()
                    "http://url.domain:8080"
                url.parse("http://admin:password@url.domain:8080").user
                    url.user(admin:password)
                url.parse("http://admin:password@url.domain:8080").user.string()
                    "admin:password"
                url.parse("http://admin@url.domain").user.name
                    "admin"
                url.parse("http://admin@url.domain").user.password
                    None
                url.parse("http://url.domain").user
                    None
                url.parse("http://a%40b:p%3Aq@h").user.name
                    "a@b"
                url.parse("http://a%40b:p%3Aq@h").string()
                    "http://a%40b:p%3Aq@h"
                url.parse("HTTP://Host/a b/%7Ec?x=1 2#frag ment").string()
                    "http://Host/a%20b/~c?x=1 2#frag%20ment"
                url.parse("http://h?").string()
                    "http://h?"
                url.parse("mailto:a@b.c").string()
                    "mailto:a@b.c"
                url.parse("/only/path").string()
                    "/only/path"
                url.parse("file:///etc/hosts").string()
                    "file:///etc/hosts"
                url.parse("//host/path").hostname()
                    "host"
                url.parse("")
                    url.value()
                type(url.parse("a"))
                    "@ytt:url.value"
                yaml.encode(url.parse("a"))
                    ! a @ytt:url.value cannot be a value in YAML
                      expected: a scalar, a list, a dict, a struct or a YAML fragment
                      hint: call `.string()` on it
            "#]],
        );
    }

    #[test]
    fn hosts_lose_port_and_brackets() {
        check(
            r#"
            url.parse("http://url.domain:8080/x").hostname()
            url.parse("http://192.168.2.1:8080").hostname()
            url.parse("https://[2001:db8::1]:17000").hostname()
            url.parse("https://[2001:db8::1]:17000").string()
            "#,
            expect![[r#"
                url.parse("http://url.domain:8080/x").hostname()
                    "url.domain"
                url.parse("http://192.168.2.1:8080").hostname()
                    "192.168.2.1"
                url.parse("https://[2001:db8::1]:17000").hostname()
                    "2001:db8::1"
                url.parse("https://[2001:db8::1]:17000").string()
                    "https://[2001:db8::1]:17000"
            "#]],
        );
    }

    #[test]
    fn addresses_may_not_be_malformed() {
        check(
            r#"
            url.parse(":foo")
            url.parse("a b:c/d")
            url.parse("http://host:port")
            url.parse("http://[::1")
            url.parse("http://a b/")
            url.parse("http://us er@h")
            url.parse("http://h/%zz")
            url.parse("http://h/\x01")
            "#,
            expect![[r#"
                url.parse(":foo")
                    ! `:foo` is not a URL: it has no scheme before its colon
                url.parse("a b:c/d")
                    ! `a b:c/d` is not a URL: the first segment of its path has a colon
                url.parse("http://host:port")
                    ! `host:port` is not a host: its port is no number
                url.parse("http://[::1")
                    ! `[::1` is not a host: its bracket is not closed
                url.parse("http://a b/")
                    ! a host cannot contain ' '
                url.parse("http://us er@h")
                    ! the user of a URL cannot be written as `us er`
                url.parse("http://h/%zz")
                    ! `/%zz` has a `%` that escapes no character
                      expected: two hexadecimal digits behind it
                      hint: write `%25` for the sign itself
                url.parse("http://h/\x01")
                    ! `http://h/\u{1}` is not a URL: it has control characters
            "#]],
        );
    }
}
