//! Tables of scalars and what they mean to ytt.

use super::ScalarValue::{Bool, Float, Int, Null};
use super::{ScalarValue, TagMismatch, ambiguity, is_strict, is_timestamp, resolve};
use crate::yaml::{Scalar, ScalarStyle};

fn plain(text: &str) -> Scalar {
    Scalar { style: ScalarStyle::Plain, text: text.into() }
}

fn string(text: &str) -> ScalarValue {
    ScalarValue::String(text.into())
}

#[track_caller]
fn check(value: &ScalarValue, texts: &[&str]) {
    for text in texts {
        assert_eq!(resolve(&plain(text), None).as_ref(), Ok(value), "{text}");
    }
}

#[test]
fn words_are_booleans_nulls_and_special_numbers() {
    check(&Bool(true), &["y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "true", "True", "TRUE"]);
    check(&Bool(false), &["n", "N", "no", "No", "NO", "off", "Off", "OFF", "false", "False", "FALSE"]);
    check(&Null, &["", "~", "null", "Null", "NULL"]);
    check(&Float(f64::INFINITY), &[".inf", ".Inf", ".INF", "+.inf"]);
    check(&Float(f64::NEG_INFINITY), &["-.inf", "-.INF"]);
    assert!(matches!(resolve(&plain(".nan"), None), Ok(Float(nan)) if nan.is_nan()));
    for text in ["yEs", "oN", "nULL", "tRUE", ".iNF", "+.nan", "nil", "None", "<<"] {
        check(&string(text), &[text]);
    }
}

#[test]
fn whole_numbers_have_bases_and_underscores() {
    check(&Int(15), &["15", "+15", "0xF", "0xf", "0Xf", "0b1111", "017", "0o17", "0O17", "1_5", "15_", "0_17"]);
    check(&Int(-16), &["-16", "-0x10", "-020", "-0b10000", "-0o20", "0b-10000", "0b-1_0000"]);
    check(&Int(0), &["0", "00", "-0", "+0"]);
    check(&Int(i128::from(u64::MAX)), &["18446744073709551615", "0xFFFFFFFFFFFFFFFF"]);
    check(&Int(i128::from(i64::MIN)), &["-9223372036854775808"]);
}

#[test]
fn numbers_with_a_fraction_an_exponent_or_too_many_digits_are_floats() {
    check(&Float(1.0), &["1.", "1.0", "1e0", "1E0", "+1.0", "1_0e-1", "0001.0"]);
    check(&Float(0.5), &[".5", "+.5", "0.5", ".5e0", ".5_0"]);
    check(&Float(8.0), &["08", "8e0"]);
    check(&Float(18_446_744_073_709_551_616.0), &["18446744073709551616", "+18446744073709551616"]);
    check(&Float(-9_223_372_036_854_775_809.0), &["-9223372036854775809"]);
}

#[test]
fn everything_else_is_text() {
    let texts = [
        "1:30",
        "190:20:30",
        "2001-12-14",
        "2001-12-14t21:59:43.10-05:00",
        "1e400",
        "-1e400",
        "_1",
        "1.2.3",
        ".",
        "..",
        "+",
        "-",
        "0x",
        "0b2",
        "0b",
        "0b-",
        "0b--1",
        "-0b-1",
        "0B-1",
        "0o8",
        "1e",
        "1e+",
        "--1",
        "+-1",
        "0x-1",
        "._5",
        ".5_",
        "0x1.8p1",
        "1,000",
        "a",
        "0xFFFFFFFFFFFFFFFFFF",
        "e3",
    ];
    for text in texts {
        check(&string(text), &[text]);
    }
}

#[test]
fn quotes_make_text_and_tags_decide() {
    let quoted = |text: &str| Scalar { style: ScalarStyle::DoubleQuoted, text: text.into() };
    assert_eq!(resolve(&quoted("5"), None), Ok(string("5")));
    assert_eq!(resolve(&quoted("5"), Some("!!int")), Ok(Int(5)));
    assert_eq!(resolve(&plain("5"), Some("!!str")), Ok(string("5")));
    assert_eq!(resolve(&plain("5"), Some("!<tag:yaml.org,2002:str>")), Ok(string("5")));
    assert_eq!(resolve(&plain("3"), Some("!!float")), Ok(Float(3.0)));
    assert_eq!(resolve(&plain("5"), Some("!mine")), Ok(string("5")));
    assert_eq!(resolve(&plain("aGVs\nbG8="), Some("!!binary")), Ok(string("hello")));
    assert_eq!(resolve(&plain("3.5"), Some("!!int")), Err(TagMismatch { found: "float", expected: "integer" }));
    assert!(resolve(&plain("a=b="), Some("!!binary")).is_err());
}

#[test]
fn scalars_that_yaml_1_2_reads_otherwise_are_ambiguous() {
    for text in ["y", "No", "on", "OFF", "017", "1_000", "0b11", "-0x10", "08", "0X1F", "1e400"] {
        assert!(ambiguity(&plain(text), None).is_some(), "{text}");
    }
    for text in ["true", "False", "null", "~", "10", "-3", "0x1F", "0o17", "1.5", ".5", "1e3", ".inf", ".nan", "a", "0"]
    {
        assert_eq!(ambiguity(&plain(text), None), None, "{text}");
    }
    assert_eq!(ambiguity(&plain("yes"), Some("!!bool")), None);
}

#[test]
fn timestamps_are_what_go_reads_as_a_time() {
    let times = [
        "2024-01-01",
        "2024-1-1",
        "0000-01-01",
        "2024-02-29",
        "2024-01-01T1:2:3Z",
        "2024-1-1t01:2:3.5Z",
        "2024-01-01T1:2:3,5Z",
        "2024-01-01T23:59:59+24:60",
        "2024-01-01T01:02:03-00:00",
        "2024-01-01 1:2:3",
        "2024-01-01   1:2:3,123456789012",
    ];
    let texts = [
        "",
        "2024",
        "2024-1",
        "1-1-1",
        "02024-01-01",
        "2023-02-29",
        "2024-00-01",
        "2024-13-01",
        "2024-01-00",
        "2024-04-31",
        "2024-001-01",
        "2024-01-01T",
        "2024-01-01T1:2:3",
        "2024-01-01T1:2:3z",
        "2024-01-01T24:00:00Z",
        "2024-01-01T23:60:00Z",
        "2024-01-01T23:59:60Z",
        "2024-01-01T23:59:59+25:00",
        "2024-01-01T23:59:59+1:00",
        "2024-01-01T23:59:59+2400",
        "2024-01-01T1:2:3.Z",
        "2024-01-01 1:2:3Z",
        "2024-01-01 1:2:3 ",
        "2024-01-01\t1:2:3",
        "\u{661}024-01-01",
    ];
    for (text, is_one) in times.map(|it| (it, true)).into_iter().chain(texts.map(|it| (it, false))) {
        assert_eq!(is_timestamp(text), is_one, "{text}");
        assert_eq!(resolve(&plain(text), Some("!!timestamp")).is_ok(), is_one, "!!timestamp {text}");
        assert!(!is_one || !is_strict(&plain(text), None), "{text}");
    }
}
