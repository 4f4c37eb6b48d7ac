//! What each format accepts and refuses, drawn from the document that defines it.

use super::*;

#[track_caller]
fn check(format: StringFormat, met: &[&str], others: &[&str]) {
    for (texts, expected) in [(met, true), (others, false)] {
        for text in texts {
            assert_eq!(format.is_text(text), expected, "{format}: {text:?}");
        }
    }
}

#[test]
fn dates_and_times_are_those_of_rfc_3339() {
    // The examples of section 5.8 first.
    check(
        StringFormat::DateTime,
        &[
            "1985-04-12T23:20:50.52Z",
            "1996-12-19T16:39:57-08:00",
            "1990-12-31T23:59:60Z",
            "1990-12-31T15:59:60-08:00",
            "1937-01-01T12:00:27.87+00:20",
            "2018-11-13T20:20:39+00:00",
            "2024-02-29t12:30:00z",
            "2020-01-01T00:00:00-00:00",
        ],
        &[
            "",
            "2020-01-01",
            "2020-01-01T00:00:00",
            "2020-01-01 00:00:00Z",
            "2023-02-29T00:00:00Z",
            "2020-01-01T24:00:00Z",
            "2020-01-01T00:60:00Z",
            "2020-01-01T12:00:60Z",
            "1990-12-31T23:59:61Z",
            "2020-01-01T00:00:00.Z",
            "2020-01-01T00:00:00+0100",
            "2020-01-01T00:00:00+24:00",
            "2020-01-01T00:00:00+1:00",
            "2020-01-01T00:00Z",
            "20-01-01T00:00:00Z",
            "2020-01-01T00:00:00Z ",
            "２020-01-01T00:00:00Z",
        ],
    );
    check(
        StringFormat::Time,
        &["20:20:39+00:00", "23:59:60Z", "08:30:06.283185Z", "00:29:60+00:30", "08:30:06z"],
        &["20:20:39", "8:30:06Z", "20:20Z", "23:58:60Z", "23:59:60+01:00", "24:00:00Z", "20:20:39+00", "T20:20:39Z"],
    );
    check(
        StringFormat::Date,
        &["2018-11-13", "2000-02-29", "0000-01-01", "9999-12-31"],
        &["1900-02-29", "2018-13-01", "2018-00-01", "2018-04-31", "2018-1-1", "20181113", "2018-11-13Z", "aaaa-bb-cc"],
    );
}

#[test]
fn durations_are_those_of_go() {
    check(
        StringFormat::Duration,
        &[
            "10h",
            "1h30m",
            "0",
            "+0",
            "-0",
            "1.5h",
            ".5s",
            "1.s",
            "-1m",
            "+5s",
            "100µs",
            "100μs",
            "100us",
            "3ns2ms",
            "5m5h",
            "9223372036854775807ns",
            "-9223372036854775808ns",
            "9223372036.854775807s",
            "0.100000000000000000000h",
            "0.9223372036854775807h",
        ],
        &[
            "",
            "10",
            "h",
            "-",
            "+",
            ".",
            ".s",
            "-.s",
            "1.5",
            "1 h",
            "1d",
            "1H",
            "1h 30m",
            "--1s",
            "+-1s",
            "1e3s",
            "1.2.3s",
            "9223372036854775808ns",
            "9223372036854775.808us",
            "-9223372036854775809ns",
            "3000000h",
            "00",
        ],
    );
}

#[test]
fn addresses_of_people_are_those_of_rfc_5322() {
    check(
        StringFormat::Email,
        &[
            "john.q.public@example.com",
            "jdoe@machine.example",
            "simple@localhost",
            "user+tag@example.org",
            "\"quoted local\"@example.org",
            "\"a@b\"@example.org",
            "\"\\\"\"@example.org",
            "!#$%&'*+-/=?^_`{|}~@example.org",
            "1@a",
        ],
        &[
            "",
            "a",
            "@b",
            "a@",
            "a@b@c",
            "a..b@c",
            ".a@c",
            "a.@c",
            "a b@c",
            "a@b c",
            "a@b..c",
            "a@.b",
            "a@[127.0.0.1]",
            "a(comment)@b",
            "Name <a@b>",
            "a,b@c",
            "\"a\"b@c",
            "jürgen@example.org",
            "a@exämple.org",
        ],
    );
}

#[test]
fn host_names_are_those_of_rfc_1123() {
    let longest = "a".repeat(63);
    let long = [longest.as_str(); 4].join(".");
    check(
        StringFormat::Hostname,
        &["a", "example.com", "1.example", "3com.com", "xn--nxasmq6b", "a-b.c", "example.com.", "A.Z", &longest, "1a"],
        &["", ".", "a..b", ".a", "-a", "a-", "a.-b", "a_b", "a b", "1", "1.2.3.4", "a.1", "a.1.", "ä", "a..", &long],
    );
    check(StringFormat::Hostname, &[long.get(2..).unwrap_or_default()], &[&format!("{longest}a")]);
}

#[test]
fn addresses_of_hosts_are_written_in_the_standard_way() {
    let ipv4 = ["0.0.0.0", "127.0.0.1", "255.255.255.255"];
    let ipv6 = ["::", "::1", "2001:DB8::8:800:200C:417A", "FF01:0:0:0:0:0:0:101", "::FFFF:129.144.52.38", "1::8"];
    let neither = ["", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.4/8", " 1.2.3.4", ":::", "1::2::3"];
    let none6 = ["fe80::1%eth0", "1:2:3:4:5:6:7", "12345::", "::1/64", "[::1]", "g::", "1:2:3:4:5:6:7:8:9"];
    check(StringFormat::Ipv4, &ipv4, &neither);
    check(StringFormat::Ipv4, &[], &ipv6);
    check(StringFormat::Ipv6, &ipv6, &neither);
    check(StringFormat::Ipv6, &[], &ipv4);
    check(StringFormat::Ipv6, &[], &none6);
    check(StringFormat::Ip, &[ipv4.as_slice(), &ipv6].concat(), &[neither.as_slice(), &none6].concat());
}

#[test]
fn uris_are_those_of_rfc_3986() {
    // The examples of section 1.1.2 first.
    check(
        StringFormat::Uri,
        &[
            "ftp://ftp.is.co.za/rfc/rfc1808.txt",
            "http://www.ietf.org/rfc/rfc2396.txt",
            "ldap://[2001:db8::7]/c=GB?objectClass?one",
            "mailto:John.Doe@example.com",
            "news:comp.infosystems.www.servers.unix",
            "tel:+1-816-555-1212",
            "telnet://192.0.2.16:80/",
            "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
            "a+b-c.d:",
            "https://user:secret@example.com:8443/a%20b?q=1#f",
            "file:///etc/hosts",
        ],
        &[
            "",
            "example.com",
            "/path",
            "//example.com/",
            "1a:b",
            "a b:c",
            "http://a b/",
            "http://a/%2",
            "http://a/%zz",
            "http://exämple.org/",
            "http://[::1/",
            "http://a:port/",
            "http://a/<b>",
            "http://a/\"b\"",
            "http://a/{b}",
            "http://a/\\b",
            "a:b#c#d",
        ],
    );
}

#[test]
fn ports_are_numbers_or_their_digits() {
    check(
        StringFormat::Port,
        &["0", "8080", "65535"],
        &["", "65536", "-1", "+80", "80.0", "http", " 80", "0x50", "99999999999999999999"],
    );
    let int = |number: i128| StringFormat::Port.is_met(&Value::unwritten(ValueKind::int(number)));
    assert!(int(0) && int(65535) && !int(-1) && !int(65536));
    assert!(!StringFormat::Port.is_met(&Value::unwritten(ValueKind::Float(80.0))));
}

#[test]
fn percentages_are_digits_and_a_sign() {
    check(StringFormat::Percent, &["0%", "10%", "150%"], &["", "%", "10", "10 %", "-10%", "1.5%", "10%%", "١٠%"]);
}

#[test]
fn every_format_is_found_by_its_name() {
    assert!(StringFormat::ALL.into_iter().all(|format| StringFormat::of_name(format.name()) == Some(format)));
    assert_eq!(StringFormat::of_name("datetime"), None);
}

#[test]
fn a_format_says_nothing_of_what_is_no_text() {
    let values = [ValueKind::Null, ValueKind::Bool(true), ValueKind::int(-1), ValueKind::Float(0.5)];
    let values = values.map(Value::unwritten);
    let of_text = StringFormat::ALL.into_iter().filter(|format| !format.is_of_numbers());
    assert!(of_text.into_iter().all(|format| values.iter().all(|value| format.is_met(value))));
}
