//! Expressions as they are read.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::parse::parse;
use super::syntax::{Expression, ExpressionNode, Literal};
use crate::test_support::mark_ranges;
use crate::text::{TextRange, TextSize};

/// Shows an expression with every part in parentheses, and its mistake.
#[track_caller]
fn check(text: &str, expected: Expect) {
    let parsed = parse(text, TextRange::up_to(TextSize::of(text)));
    let mut shown = show(&parsed.expression);
    shown.push('\n');
    if let Some(mistake) = parsed.mistake {
        let expected = mistake.expected.map(|it| format!(" / expected: {it}")).unwrap_or_default();
        let _ = write!(shown, "{}", mark_ranges(text, &[(mistake.range, mistake.message + &expected)]));
    }
    expected.assert_eq(&shown);
}

fn show(expression: &Expression) -> String {
    let list = |items: &[Expression]| items.iter().map(show).collect::<Vec<_>>().join(", ");
    match &expression.kind {
        ExpressionNode::Missing => "…".to_owned(),
        ExpressionNode::Literal(Literal::String(Some(text))) => format!("{text:?}"),
        ExpressionNode::Literal(literal) => format!("{literal:?}"),
        ExpressionNode::Name(name) => name.text.to_string(),
        ExpressionNode::Member { of, name, .. } => format!("{}.{}", show(of), name.text),
        ExpressionNode::Index { of, index, .. } => format!("{}[{}]", show(of), show(index)),
        ExpressionNode::Call { target: Some(target), name, arguments } => {
            format!("{}.{}({})", show(target), name.text, list(arguments))
        }
        ExpressionNode::Call { target: None, name, arguments } => format!("{}({})", name.text, list(arguments)),
        ExpressionNode::List(items) => format!("[{}]", list(items)),
        ExpressionNode::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| format!("{}: {}", show(key), show(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        ExpressionNode::Message(ty, values) => format!("{}{{{}}}", show(ty), list(values)),
        ExpressionNode::Unary(_, of) => format!("(~{})", show(of)),
        ExpressionNode::Binary(_, left, right) => format!("({} ~ {})", show(left), show(right)),
        ExpressionNode::Conditional(parts) => {
            format!("({} ? {} : {})", show(&parts[0]), show(&parts[1]), show(&parts[2]))
        }
        ExpressionNode::Several(parts) => format!("<{}>", parts.iter().map(show).collect::<Vec<_>>().join(" | ")),
    }
}

#[test]
fn operators_bind_as_in_cel() {
    check(
        "a + b * c == -d && !e || f in g",
        expect![[r#"
        ((((a ~ (b ~ c)) ~ (~d)) ~ (~e)) ~ (f ~ g))
    "#]],
    );
}

#[test]
fn members_items_and_calls_follow_a_value() {
    check(
        "a.b[0].c(d, e).?f[?'g'].h",
        expect![[r#"
        a.b[Int].c(d, e).f["g"].h
    "#]],
    );
    check(
        "a.`b-c`.d",
        expect![[r#"
            a.b-c.d
            a.`b-c`.d
            # ^^^^^ The platform takes no names in backquotes
        "#]],
    );
    check(
        ".a.b",
        expect![[r#"
        a.b
    "#]],
    );
    check(
        "metadata.namespace",
        expect![[r#"
        metadata.namespace
    "#]],
    );
    check(
        "f() ? 'x' : {\"k\": [1, 2u, 0x1F, .5, 1e-3], 'l': null}",
        expect![[r#"
        (f() ? "x" : {"k": [Int, Int, Int, Double, Double], "l": Null})
    "#]],
    );
    check(
        "pkg.Type{field: 1, other: a}",
        expect![[r#"
        pkg.Type{Int, a}
    "#]],
    );
}

#[test]
fn conditions_nest_to_the_right() {
    check(
        "a ? b : c ? d : e",
        expect![[r#"
        (a ? b : (c ? d : e))
    "#]],
    );
}

#[test]
fn texts_end_at_their_own_quote() {
    check(
        r#""a'b\"c" + r'\' + '''it's''' + b"x" // why"#,
        expect![[r#"
        (((String(None) ~ String(None)) ~ String(None)) ~ Bytes)
    "#]],
    );
}

#[test]
fn what_is_half_typed_leaves_a_hole() {
    check(
        "a.map(b, )",
        expect![[r#"
        a.map(b, …)
        a.map(b, )
        #        ^ `)` is not expected here / expected: a value
    "#]],
    );
    check(
        "parameters.",
        expect![[r#"
        parameters.
        parameters.
        #         ^ The expression ends too early / expected: the name of a member
    "#]],
    );
    check(
        "a + ",
        expect![[r#"
        (a ~ …)
        a + 
        # ^ The expression ends too early / expected: a value
    "#]],
    );
    check(
        "",
        expect![[r#"
        …

        #| The expression ends too early / expected: a value
    "#]],
    );
    check(
        "f(parameters., b)",
        expect![[r#"
        f(parameters., b)
        f(parameters., b)
        #            ^ `,` is not expected here / expected: the name of a member
    "#]],
    );
    check(
        "[a, {\"b\": c.",
        expect![[r#"
        [a, {"b": c.}]
        [a, {"b": c.
        #          ^ The expression ends too early / expected: the name of a member
    "#]],
    );
    check(
        "a ? b",
        expect![[r#"
        (a ? b : …)
        a ? b
        #   ^ The expression ends too early / expected: `:` and what holds otherwise
    "#]],
    );
    check(
        "a.b(",
        expect![[r#"
        a.b()
        a.b(
        #  ^ The expression ends too early / expected: `,` or `)`
    "#]],
    );
}

#[test]
fn a_mistake_stands_at_its_token() {
    check(
        "a b.c",
        expect![[r#"
        <a | b.c>
        a b.c
        # ^ `b` is not expected here / expected: an operator, or the end
    "#]],
    );
    check(
        "a == = b",
        expect![[r#"
        <(a ~ …) | … | b>
        a == = b
        #    ^ `=` means nothing in an expression
    "#]],
    );
    check(
        "a && (b || c",
        expect![[r#"
        (a ~ (b ~ c))
        a && (b || c
        #          ^ The expression ends too early / expected: `)`
    "#]],
    );
    check(
        "a ; b",
        expect![[r#"
        <a | … | b>
        a ; b
        # ^ `;` means nothing in an expression
    "#]],
    );
    check(
        "'it",
        expect![[r#"
        <… | …>
        'it
        #^^ The quote is never closed
    "#]],
    );
    check(
        "for + 1",
        expect![[r#"
        (for ~ Int)
        for + 1
        #^^ `for` is a reserved word of CEL, so no variable has this name / expected: a value
    "#]],
    );
    check(
        "a ? b ? c : d : e",
        expect![[r#"
        <(a ? b : (… ? c : d)) | … | e>
        a ? b ? c : d : e
        #     ^ `?` is not expected here / expected: `:` and what holds otherwise
    "#]],
    );
    check(
        "a)",
        expect![[r#"
        <a | …>
        a)
         # `)` is not expected here / expected: an operator, or the end
    "#]],
    );
}

#[test]
fn deep_nesting_is_refused() {
    for text in
        ["(".repeat(100_000), "a+".repeat(100_000), "a.b".repeat(100_000), "[{".repeat(100_000), "!".repeat(100_000)]
    {
        let parsed = parse(&text, TextRange::up_to(TextSize::of(&text)));
        assert!(parsed.mistake.is_some(), "{}", &text[..4]);
    }
}

#[test]
fn only_the_escapes_of_cel_are_known() {
    check(
        r#"'\\ \n \u00e4 \U0001F600 \x41 \101 \? \`' + r'\q' + b"\xff""#,
        expect![[r#"
            ((String(None) ~ String(None)) ~ Bytes)
        "#]],
    );
    check(
        r#"a + '\n\q'"#,
        expect![[r#"
        (a ~ String(None))
        a + '\n\q'
        #      ^^ CEL has no escape `\q` / expected: such as `\\`, `\n`, `\u00e4`
    "#]],
    );
    check(
        r#"'\u12'"#,
        expect![[r#"
        String(None)
        '\u12'
         #^ CEL has no escape `\u` / expected: such as `\\`, `\n`, `\u00e4`
    "#]],
    );
    for unknown in [r"b'\401'", r"b'\u0041'", r"'\ud800'", r"'\U00110000'", r"'\x4'", r"'\d'"] {
        let parsed = parse(unknown, TextRange::up_to(TextSize::of(unknown)));
        assert!(parsed.mistake.is_some_and(|it| it.message.starts_with("CEL has no escape")), "{unknown}");
    }
}
