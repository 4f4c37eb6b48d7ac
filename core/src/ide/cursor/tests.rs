//! What stands at the start, in the middle and at the end of a token, and one character behind it; and that features
//! speak about the same place.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::{AnnotationAt, Cursor, CursorTarget};
use crate::ide::code::CursorCode;
use crate::ide::code::spot::CodeSpot;
use crate::ide::completion::completion;
use crate::ide::definition::definition;
use crate::ide::document_highlight::document_highlights;
use crate::ide::hover::hover;
use crate::ide::linked_editing_range::linked_editing_ranges;
use crate::ide::rename::prepare_rename;
use crate::ide::type_definition::type_definition;
use crate::test_support::cursor;
use crate::text::{TextRange, TextSize};

const SCHEMA: &str = "
#- /schema.yml
#@data/values-schema
---
db:
  host: x
  port: 1
";

const TYPE: &str = "
#- /type.yml
apiVersion: openchoreo.dev/v1alpha1
kind: Trait
metadata: {name: t}
spec:
  schema:
    types: {Port: {number: integer}}
    parameters:
";

/// What is meant, and where its token stands.
fn target(cursor: &Cursor<'_>) -> (&'static str, Option<TextRange>) {
    match &cursor.target {
        CursorTarget::Expression(at) => {
            ("expression", at.name().and_then(|name| at.source(cursor.document, name.range)))
        }
        CursorTarget::Config { spot, .. } => ("setting", Some(spot.range)),
        CursorTarget::Code(code) => ("code", word(code)),
        CursorTarget::Annotation(AnnotationAt { arguments: Some(code), .. }) => ("argument", word(code)),
        CursorTarget::Annotation(annotation) => {
            let (_, start, end) = annotation.comment.annotation();
            ("annotation", Some(annotation.comment.line.range(start, end)))
        }
        CursorTarget::Comment(comment) => ("comment", Some(comment.line.range(comment.start, comment.line.text.len()))),
        CursorTarget::Anchor(range) => ("anchor", Some(*range)),
        CursorTarget::Alias(at) => ("alias", Some(at.range)),
        CursorTarget::MergeKey(at) => ("merge key", Some(at.range)),
        CursorTarget::Shorthand { at, .. } => ("shorthand", Some(at.range)),
        CursorTarget::Key(at, inside) => (if inside.is_some() { "field" } else { "key" }, Some(at.range)),
        CursorTarget::Value(at) => ("value", Some(at.range)),
        CursorTarget::Between => ("between", None),
    }
}

fn word(code: &CursorCode) -> Option<TextRange> {
    match code.spot()? {
        CodeSpot::Name { word, .. } | CodeSpot::Member { word, .. } | CodeSpot::Text { word, .. } => {
            Some(code.range(&word))
        }
    }
}

/// Asks at every place of the token that begins at the cursor of a fixture.
#[track_caller]
fn check(fixture: &str, token: &str, expected: &Expect) {
    let at = cursor(fixture);
    let text = at.analysis.document(at.file).unwrap().rope().to_string();
    let shown = |offset| {
        let cursor = Cursor::at(&at.analysis, at.file, offset).unwrap();
        let (kind, range) = target(&cursor);
        let mut shown = kind.to_owned();
        let mut say = |feature: &str, range: Option<TextRange>| {
            let _ = range.map(|range| write!(shown, ", {feature} {}", &text[range]));
            range.is_none_or(|range| range.contains_inclusive(offset))
        };
        let rename = prepare_rename(&at.analysis, at.file, offset).and_then(Result::ok);
        let highlights = document_highlights(&at.analysis, at.file, offset).into_iter().map(|it| it.range);
        let linked = linked_editing_ranges(&at.analysis, at.file, offset);
        let origin = |found: Vec<crate::ide::definition::DefinitionLink>| found.first().map(|it| it.origin);
        let touches = |range: &TextRange| range.contains_inclusive(offset);
        say("token", range);
        assert!(say("hover", hover(&at.analysis, at.file, offset).map(|hover| hover.range)));
        assert!(say("definition", origin(definition(&at.analysis, at.file, offset))));
        assert!(say("type", origin(type_definition(&at.analysis, at.file, offset))));
        say("rename", rename.map(|it| it.range));
        say("highlight", highlights.min_by_key(|range| !touches(range)));
        say("linked", linked.into_iter().min_by_key(|range| !touches(range)));
        shown
    };
    let start = usize::from(at.offset);
    assert!(text[start..].starts_with(token), "the token begins at the cursor");
    let [start, middle, end, past] = [start, start + token.len() / 2, start + token.len(), start + token.len() + 1]
        .map(|at| shown(TextSize::new(at as u32)));
    assert_eq!([&start, &end], [&middle; 2], "a token is the same at both ends");
    expected.assert_eq(&format!("{middle}\npast: {past}"));
}

#[test]
fn keys_and_values_have_both_ends() {
    let values = |text: &str| format!("{SCHEMA}#- /values.yml\n#@data/values\n---\n{text}");
    check(
        &values("db:\n  $0host: a b # c\n"),
        "host",
        &expect![[r#"
        key, token host, hover host, definition host, type host, rename host, highlight host
        past: between"#]],
    );
    check(
        &values("db:\n  $0'host' : a b # c\n"),
        "'host'",
        &expect![[r#"
        key, token 'host', hover 'host', definition 'host', type 'host', rename host, highlight host
        past: between"#]],
    );
    check(
        &values("db:\n  host: $0a b  # c\n"),
        "a b",
        &expect![[r#"
        value, token a b, hover a b, definition a b, type a b
        past: between"#]],
    );
    check(
        &values("db: {$0host: a, port: 1}\n"),
        "host",
        &expect![[r#"
        key, token host, hover host, definition host, type host, rename host, highlight host
        past: between"#]],
    );
    check(
        &values("db: {host: $0a, port: 1}\n"),
        "a",
        &expect![[r#"
        value, token a, hover a, definition a, type a
        past: between"#]],
    );
}

#[test]
fn anchors_and_aliases_have_their_signs() {
    let values = |text: &str| format!("{SCHEMA}#- /values.yml\n#@data/values\n---\n{text}");
    check(
        &values("db: $0&base\n  host: x\nc: *base\n"),
        "&base",
        &expect![[r#"
        anchor, token &base, hover &base, rename base, highlight base, linked base
        past: between"#]],
    );
    check(
        &values("db: &base\n  host: x\nc: $0*base # c\n"),
        "*base",
        &expect![[r#"
        alias, token *base, hover *base, definition *base, rename base, highlight base, linked base
        past: comment, token # c"#]],
    );
    check(
        &values("db:\n  host: &x y\n  port: [$0*x,*x]\n"),
        "*x",
        &expect![[r#"
        alias, token *x, hover *x, definition *x, rename x, highlight x, linked x
        past: alias, token *x, hover *x, definition *x, rename x, highlight x, linked x"#]],
    );
    check(
        &values("c: &c {}\ndb:\n  $0<<: *c\n"),
        "<<",
        &expect![[r#"
        merge key, token <<, hover <<
        past: between"#]],
    );
    check(
        &values("--- &root\n$0&k db: {}\n"),
        "&k",
        &expect![[r#"
        anchor, token &k, hover &k, rename k, highlight k
        past: key, token db"#]],
    );
}

#[test]
fn comments_begin_with_their_sign() {
    let values = |text: &str| format!("{SCHEMA}#- /values.yml\n#@data/values\n---\n{text}");
    check(
        &values("#@$0overlay/match missing_ok=True\ndb: {}\n"),
        "overlay/match",
        &expect![[r#"
        annotation, token overlay/match, hover #@overlay/match
        past: argument, token missing_ok, hover missing_ok"#]],
    );
    check(
        &values("#@overlay/match $0missing_ok=True\ndb: {}\n"),
        "missing_ok",
        &expect![[r#"
        argument, token missing_ok, hover missing_ok
        past: argument, token True"#]],
    );
    check(
        &values("$0# sayl-ignore: unknown-key\ndb: {}\n"),
        "#",
        &expect![[r#"
        comment, token # sayl-ignore: unknown-key
        past: comment, token # sayl-ignore: unknown-key, hover sayl-ignore:"#]],
    );
    check(
        &values("db: {} # sayl-ignore: $0unknown-key, x\n"),
        "unknown-key",
        &expect![[r#"
        comment, token # sayl-ignore: unknown-key, x, hover unknown-key
        past: comment, token # sayl-ignore: unknown-key, x"#]],
    );
    check(
        &values("db:\n  host: \"it\n    $0#@ is\"\n"),
        "#@",
        &expect![[r#"
        value, token "it
            #@ is", hover "it
            #@ is", definition "it
            #@ is", type "it
            #@ is"
        past: value, token "it
            #@ is", hover "it
            #@ is", definition "it
            #@ is", type "it
            #@ is""#]],
    );
}

#[test]
fn code_has_names() {
    let template =
        |text: &str| format!("{SCHEMA}#- /a.yml\n#@ load(\"@ytt:data\", \"data\")\n#@ v = data.values.db\n{text}");
    check(
        &template("a: #@ $0v.host\n"),
        "v",
        &expect![[r#"
        code, token v, hover v, definition v, type v, rename v, highlight v
        past: code, token host, hover host, definition host, type host, rename host, highlight host"#]],
    );
    check(
        &template("a: #@ v.$0host + 1\n"),
        "host",
        &expect![[r#"
        code, token host, hover host, definition host, type host, rename host, highlight host
        past: code, token "#]],
    );
    check(
        &template("#@schema/default $0v.host\na: 1\n"),
        "v",
        &expect![[r#"
        argument, token v, hover v, definition v, type v, rename v, highlight v
        past: argument, token host, hover host, definition host, type host, rename host, highlight host"#]],
    );
    check(
        &template("#@yaml/text-templated-strings\na: x (@= $0v.host @)\n"),
        "v",
        &expect![[r#"
        code, token v, hover v, definition v, type v, rename v, highlight v
        past: code, token host, hover host, definition host, type host, rename host, highlight host"#]],
    );
    check(
        &format!("{SCHEMA}#- /t.txt\n(@ v = 1 @)\n(@= $0v @)\n"),
        "v",
        &expect![[r#"
        code, token v, hover v, definition v, rename v, highlight v
        past: code, token "#]],
    );
    check(
        &format!("{SCHEMA}#- /t.txt\n$0#@schema/type any=True\n(@ v = 1 @)\n"),
        "#@schema/type",
        &expect![[r#"
        between
        past: between"#]],
    );
}

#[test]
fn shorthands_and_expressions_are_texts_in_values() {
    check(
        &format!("{TYPE}      $0ports: '[]Port'\n"),
        "ports",
        &expect![[r#"
        field, token ports, hover ports, rename ports, highlight ports
        past: between"#]],
    );
    check(
        &format!("{TYPE}      ports: '[]$0Port | default=[]'\n"),
        "Port",
        &expect![[r#"
        shorthand, token '[]Port | default=[]', hover Port, definition Port, rename Port, highlight Port
        past: shorthand, token '[]Port | default=[]', hover []Port | default=[]"#]],
    );
    check(
        &format!("{TYPE}      ports: string | $0default=x | enum=x\n"),
        "default",
        &expect![[r#"
        shorthand, token string | default=x | enum=x, hover default=x
        past: shorthand, token string | default=x | enum=x, hover default=x"#]],
    );
    let template = |text: &str| format!("{TYPE}      p: Port\n  creates:\n  - template: {text}\n");
    check(
        &template("${parameters.$0p.number}"),
        "p",
        &expect![[r#"
        expression, token p, hover p, definition p, type p, rename p, highlight p
        past: expression, token number, hover number, definition number, type number, rename number, highlight number"#]],
    );
    check(
        &template("${$0unknown}"),
        "unknown",
        &expect![[r#"
        expression, token unknown
        past: value, token ${unknown}, hover ${unknown}"#]],
    );
    check(
        &template("'a ${ 1 $0+ 2}'"),
        "+",
        &expect![[r#"
            value, token 'a ${ 1 + 2}', hover 'a ${ 1 + 2}'
            past: value, token 'a ${ 1 + 2}', hover 'a ${ 1 + 2}'"#]],
    );
}

#[test]
fn settings_have_both_ends() {
    check(
        "#- /sayl.toml\n[check]\n$0extended-annotations = true\n",
        "extended-annotations",
        &expect![[r#"
        setting, token extended-annotations, hover extended-annotations
        past: setting, token extended-annotations "#]],
    );
}

#[test]
fn only_yaml_is_completed_as_yaml() {
    for other in
        ["#- /sayl.toml\n# $0\n", "#- /sayl.toml\n[nothing]\n$0\n", "#- /t.txt\n$0\n(@ v = 1 @)\n", "#- /t.txt\n#@$0\n"]
    {
        let at = cursor(&format!("{SCHEMA}{other}"));
        assert_eq!(completion(&at.analysis, at.file, at.offset), [], "{other}");
    }
}

#[test]
fn nothing_stands_between() {
    check(
        &format!("{SCHEMA}#- /values.yml\n#@data/values\n---\ndb:\n$0  \n  host: x\n"),
        "",
        &expect![[r#"
        between
        past: between"#]],
    );
    check(
        &format!("{SCHEMA}#- /values.yml\n#@data/values\n---\ndb:  $0 x\n"),
        "",
        &expect![[r#"
        between
        past: value, token x, hover x, definition x, type x"#]],
    );
}

#[test]
fn what_is_typed_before_a_comment_is_none_of_it() {
    let at = cursor(&format!("{SCHEMA}#- /values.yml\n#@data/values\n---\ndb:\n  host: $0# c\n"));
    let kind = |cursor: Option<Cursor<'_>>| cursor.map(|cursor| target(&cursor).0);
    assert_eq!(kind(Cursor::at(&at.analysis, at.file, at.offset)), Some("comment"));
    assert_ne!(kind(Cursor::typing(&at.analysis, at.file, at.offset)), Some("comment"));
}
