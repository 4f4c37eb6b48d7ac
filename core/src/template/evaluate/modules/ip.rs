//! `@ytt:ip`: addresses and networks of the Internet Protocol. They are no values of YAML: `.string()` is.

#![expect(unsafe_code, reason = "the derives of Starlark implement its marker traits")]

use core::net::IpAddr;
use std::fmt::{Display, Formatter};

use allocative::Allocative;
use ipnet::IpNet;
use starlark::environment::{GlobalsBuilder, Methods, MethodsBuilder};
use starlark::values::{NoSerialize, ProvidesStaticType, StarlarkPagablePanic, StarlarkValue, starlark_value};
use starlark::{methods_static, starlark_module, starlark_simple_value};

use crate::template::evaluate::modules::Ignored;
use crate::template::values::BuiltinError;

#[starlark_module]
pub(super) fn members(builder: &mut GlobalsBuilder) {
    /// An address, of version 4 or 6.
    fn parse_addr(
        #[starlark(require = pos)] text: &str,
        #[starlark(kwargs)] _rest: Ignored,
    ) -> starlark::Result<IpAddress> {
        let Ok(address) = text.parse::<IpAddr>() else {
            let mistake = BuiltinError::new(format!("`{text}` is not an IP address"));
            return Err(mistake.expected("an address such as `192.0.2.1` or `2001:db8::1`").into());
        };
        Ok(IpAddress(address.to_canonical()))
    }

    /// An address and its network, from an address with the length of a prefix.
    fn parse_cidr(
        #[starlark(require = pos)] text: &str,
        #[starlark(kwargs)] _rest: Ignored,
    ) -> starlark::Result<(IpAddress, Network)> {
        let Some((address, network)) = parsed(text) else {
            let mistake = BuiltinError::new(format!("`{text}` is not an IP network"));
            return Err(mistake.expected("an address with a prefix, such as `192.0.2.0/24`").into());
        };
        Ok((IpAddress(address.to_canonical()), Network(network)))
    }
}

/// An address and its network. One of version 4 that is written as one of version 6 stays of version 4.
fn parsed(text: &str) -> Option<(IpAddr, IpNet)> {
    let (address, length) = text.split_once('/')?;
    let address: IpAddr = address.parse().ok()?;
    let length = length.bytes().all(|digit| digit.is_ascii_digit()).then(|| length.parse().ok())??;
    let network = IpNet::new(address, length).ok()?.trunc();
    let of_version_4 = match (address, network.addr().to_canonical(), length.checked_sub(96)) {
        (IpAddr::V6(_), first @ IpAddr::V4(_), Some(length)) => IpNet::new(first, length).ok(),
        _ => None,
    };
    Some((address, of_version_4.unwrap_or(network)))
}

/// An address.
#[derive(Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
struct IpAddress(#[allocative(skip)] IpAddr);
starlark_simple_value!(IpAddress);

/// A network.
#[derive(Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
struct Network(#[allocative(skip)] IpNet);
starlark_simple_value!(Network);

#[starlark_value(type = "@ytt:ip.addr")]
impl<'v> StarlarkValue<'v> for IpAddress {
    fn get_methods() -> Option<&'static Methods> {
        methods_static!(METHODS = address_methods);
        Some(METHODS.methods())
    }
}

#[starlark_value(type = "@ytt:ip.net")]
impl<'v> StarlarkValue<'v> for Network {
    fn get_methods() -> Option<&'static Methods> {
        methods_static!(METHODS = network_methods);
        Some(METHODS.methods())
    }
}

#[starlark_module]
fn address_methods(builder: &mut MethodsBuilder) {
    /// Whether it is of version 4.
    fn is_ipv4(this: &IpAddress, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<bool> {
        Ok(this.0.is_ipv4())
    }

    /// Whether it is of version 6.
    fn is_ipv6(this: &IpAddress, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<bool> {
        Ok(this.0.is_ipv6())
    }

    /// The address as text.
    fn string(this: &IpAddress, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<String> {
        Ok(this.0.to_string())
    }
}

#[starlark_module]
fn network_methods(builder: &mut MethodsBuilder) {
    /// The first address.
    fn addr(this: &Network, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<IpAddress> {
        Ok(IpAddress(this.0.addr()))
    }

    /// The first address with the length of the prefix, as text.
    fn string(this: &Network, #[starlark(kwargs)] _rest: Ignored) -> starlark::Result<String> {
        Ok(this.0.to_string())
    }
}

impl Display for IpAddress {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "ip.addr({})", self.0)
    }
}

impl Display for Network {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "ip.net({})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::template::evaluate::modules::test_support::check;

    #[test]
    fn addresses_are_parsed() {
        check(
            r#"
            ip.parse_addr("192.0.2.1")
            ip.parse_addr("192.0.2.1").is_ipv4()
            ip.parse_addr("192.0.2.1").is_ipv6()
            ip.parse_addr("2001:DB8:0::1").string()
            ip.parse_addr("2001:db8::1").is_ipv6()
            ip.parse_addr("::ffff:192.0.2.1").string()
            type(ip.parse_addr("::1"))
            ip.parse_addr("192.0.2.01")
            ip.parse_addr("nowhere")
            ip.parse_addr("::1").strin()
            ip.parse_addr(1)
            "#,
            expect![[r#"
                ip.parse_addr("192.0.2.1")
                    ip.addr(192.0.2.1)
                ip.parse_addr("192.0.2.1").is_ipv4()
                    True
                ip.parse_addr("192.0.2.1").is_ipv6()
                    False
                ip.parse_addr("2001:DB8:0::1").string()
                    "2001:db8::1"
                ip.parse_addr("2001:db8::1").is_ipv6()
                    True
                ip.parse_addr("::ffff:192.0.2.1").string()
                    "192.0.2.1"
                type(ip.parse_addr("::1"))
                    "@ytt:ip.addr"
                ip.parse_addr("192.0.2.01")
                    ! `192.0.2.01` is not an IP address
                      expected: an address such as `192.0.2.1` or `2001:db8::1`
                ip.parse_addr("nowhere")
                    ! `nowhere` is not an IP address
                      expected: an address such as `192.0.2.1` or `2001:db8::1`
                ip.parse_addr("::1").strin()
                    ! Object of type `@ytt:ip.addr` has no attribute `strin`, did you mean `string`?
                ip.parse_addr(1)
                    ! Type of parameter `text` doesn't match, expected `str`, actual `int (repr: 1)`
            "#]],
        );
    }

    #[test]
    fn networks_have_a_first_address() {
        check(
            r#"
            ip.parse_cidr("192.0.2.1/24")
            ip.parse_cidr("192.0.2.1/24")[1].string()
            ip.parse_cidr("192.0.2.1/24")[1].addr().string()
            ip.parse_cidr("2001:db8::1/96")[0].string()
            ip.parse_cidr("2001:db8::1/96")[1].string()
            ip.parse_cidr("192.0.2.1/33")
            ip.parse_cidr("192.0.2.1")
            "#,
            expect![[r#"
                ip.parse_cidr("192.0.2.1/24")
                    (ip.addr(192.0.2.1), ip.net(192.0.2.0/24))
                ip.parse_cidr("192.0.2.1/24")[1].string()
                    "192.0.2.0/24"
                ip.parse_cidr("192.0.2.1/24")[1].addr().string()
                    "192.0.2.0"
                ip.parse_cidr("2001:db8::1/96")[0].string()
                    "2001:db8::1"
                ip.parse_cidr("2001:db8::1/96")[1].string()
                    "2001:db8::/96"
                ip.parse_cidr("192.0.2.1/33")
                    ! `192.0.2.1/33` is not an IP network
                      expected: an address with a prefix, such as `192.0.2.0/24`
                ip.parse_cidr("192.0.2.1")
                    ! `192.0.2.1` is not an IP network
                      expected: an address with a prefix, such as `192.0.2.0/24`
            "#]],
        );
    }

    #[test]
    fn they_are_no_values_of_yaml() {
        check(
            r#"
            yaml.encode(ip.parse_addr("192.0.2.1"))
            json.encode([ip.parse_cidr("192.0.2.1/8")[1]])
            "#,
            expect![[r#"
                yaml.encode(ip.parse_addr("192.0.2.1"))
                    ! a @ytt:ip.addr cannot be a value in YAML
                      expected: a scalar, a list, a dict, a struct or a YAML fragment
                      hint: call `.string()` on it
                json.encode([ip.parse_cidr("192.0.2.1/8")[1]])
                    ! a @ytt:ip.net cannot be a value in YAML
                      expected: a scalar, a list, a dict, a struct or a YAML fragment
                      hint: call `.string()` on it
            "#]],
        );
    }

    #[test]
    fn prefixes_are_digits_and_addresses_keep_their_version() {
        check(
            r#"
            [it.string() for it in ip.parse_cidr("1.2.3.4/024")]
            [it.string() for it in ip.parse_cidr("::ffff:1.2.3.4/120")]
            [it.string() for it in ip.parse_cidr("::ffff:1.2.3.4/24")]
            ip.parse_cidr("01.2.3.4/8")
            ip.parse_cidr("1.2.3.4/+8")
            ip.parse_cidr("1.2.3.4/33")
            ip.parse_cidr("1.2.3.4/")
            "#,
            expect![[r#"
                [it.string() for it in ip.parse_cidr("1.2.3.4/024")]
                    ["1.2.3.4", "1.2.3.0/24"]
                [it.string() for it in ip.parse_cidr("::ffff:1.2.3.4/120")]
                    ["1.2.3.4", "1.2.3.0/24"]
                [it.string() for it in ip.parse_cidr("::ffff:1.2.3.4/24")]
                    ["1.2.3.4", "::/24"]
                ip.parse_cidr("01.2.3.4/8")
                    ! `01.2.3.4/8` is not an IP network
                      expected: an address with a prefix, such as `192.0.2.0/24`
                ip.parse_cidr("1.2.3.4/+8")
                    ! `1.2.3.4/+8` is not an IP network
                      expected: an address with a prefix, such as `192.0.2.0/24`
                ip.parse_cidr("1.2.3.4/33")
                    ! `1.2.3.4/33` is not an IP network
                      expected: an address with a prefix, such as `192.0.2.0/24`
                ip.parse_cidr("1.2.3.4/")
                    ! `1.2.3.4/` is not an IP network
                      expected: an address with a prefix, such as `192.0.2.0/24`
            "#]],
        );
    }
}
