//! What stands at an offset of a shorthand.

use expect_test::{Expect, expect};

use crate::schema::shorthand::spot::ShorthandSpot;
use crate::schema::shorthand::{ShorthandDialect, parse};
use crate::text::{TextRange, TextSize};

/// What each `$` of a shorthand points to.
#[track_caller]
fn check(marked: &str, expected: Expect) {
    let text = marked.replace('$', "");
    let expression = parse(&text, ShorthandDialect::OpenChoreo);
    let dollars = marked.match_indices('$').enumerate();
    let spots =
        dollars.map(|(before, (at, _))| shown(&text, &expression.spot(&text, TextSize::new((at - before) as u32))));
    expected.assert_eq(&spots.collect::<Vec<_>>().join("\n"));
}

fn shown(text: &str, spot: &ShorthandSpot<'_>) -> String {
    let slice = |range: TextRange| text[range].to_owned();
    match spot {
        ShorthandSpot::Type { name, unclosed: 0 } => format!("type {:?}", slice(*name)),
        ShorthandSpot::Type { name, unclosed } => format!("type {:?}, {unclosed} to close", slice(*name)),
        ShorthandSpot::Collection(ty) => format!("collection {:?}", slice(ty.range)),
        ShorthandSpot::BehindType => "behind the type".to_owned(),
        ShorthandSpot::Pipe(_) => "pipe".to_owned(),
        ShorthandSpot::Name(marker) => format!("name {:?}", marker.name.text),
        ShorthandSpot::BetweenMarkers => "between markers".to_owned(),
        ShorthandSpot::Value(marker, part) => format!("value of {:?}: {:?}", marker.name.text, slice(part.range)),
    }
}

#[test]
fn whole_shorthands_are_told_apart() {
    check(
        "$str$ing$ $| $ default$=$a$bc oc:x=$1",
        expect![[r#"
            type "string"
            type "string"
            type "string"
            pipe
            between markers
            name "default"
            value of "default": "abc"
            value of "default": "abc"
            value of "oc:x": "1""#]],
    );
    check(
        "$[]ma$p<$My Ty$pe>",
        expect![[r#"
            collection "[]map<My Type>"
            collection "map<My Type>"
            type "My Type"
            type "My Type""#]],
    );
}

#[test]
fn half_typed_shorthands_say_what_may_follow() {
    check("$", expect![[r#"type """#]]);
    check("int$", expect![[r#"type "int""#]]);
    check("integer $", expect!["behind the type"]);
    check("integer |$", expect!["between markers"]);
    check("integer | $", expect!["between markers"]);
    check("integer | min$", expect![[r#"name "min""#]]);
    check("integer | minimum=$", expect![[r#"value of "minimum": """#]]);
    check("| $", expect!["between markers"]);
}

#[test]
fn brackets_of_types_may_be_open() {
    check("array<$", expect![[r#"type "", 1 to close"#]]);
    check("array<map<st$r", expect![[r#"type "str", 2 to close"#]]);
    check("array<[]map<st$r>", expect![[r#"type "str", 1 to close"#]]);
    check("arr$ay<st", expect![[r#"collection "array<st""#]]);
    check("[]$", expect![[r#"type """#]]);
    check("map[string]$", expect![[r#"type """#]]);
    check("array<>$", expect![[r#"collection "array<>""#]]);
}

#[test]
fn values_of_an_enum_are_told_apart() {
    check(
        "string | enum=$a,b$c,$\"x, $y\",$",
        expect![[r#"
            value of "enum": "a"
            value of "enum": "bc"
            value of "enum": "\"x, y\""
            value of "enum": "\"x, y\""
            value of "enum": """#]],
    );
}
