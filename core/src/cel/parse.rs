//! From text to the tree of an expression. The first mistake is reported, at its token; reading goes on behind it.

use smol_str::SmolStr;

use super::syntax::{Expression, ExpressionNode, Literal, NameAt, Operator, Sort};
use super::tokens::{CelToken, CelTokenKind, tokens, unknown_escape};
use crate::text::{TextRange, TextSize};

mod cursor;

use cursor::Parser;

/// Brackets nested deeper than this are not read: the parser recurses.
const DEEPEST: usize = 100;
/// Expressions that stand deeper inside of each other than this are not read, operators in a row included: walks over
/// them recurse.
const HIGHEST: usize = 250;

/// What CEL keeps for other languages; none of it names a variable.
const RESERVED: &[&str] = &[
    "as",
    "break",
    "const",
    "continue",
    "else",
    "for",
    "function",
    "if",
    "import",
    "in",
    "let",
    "loop",
    "package",
    "namespace",
    "return",
    "var",
    "void",
    "while",
];

/// An expression as it is read.
#[derive(Clone, Debug, PartialEq)]
pub struct ParsedExpression {
    /// The tree.
    pub expression: Expression,
    /// The first mistake.
    pub mistake: Option<ParseMistake>,
}

/// What keeps an expression from being one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseMistake {
    /// The token; where something is missing, the place behind which it is missing.
    pub range: TextRange,
    /// What is wrong, as a sentence.
    pub message: String,
    /// What belongs there.
    pub expected: Option<&'static str>,
}

/// Reads the part of a text that a range covers.
pub fn parse(text: &str, part: TextRange) -> ParsedExpression {
    let mut parser = Parser { text, tokens: tokens(text, part), at: 0, depth: 0, mistake: None };
    let expression = parser.all();
    ParsedExpression { expression, mistake: parser.mistake }
}

impl Parser<'_> {
    fn node(&mut self, start: TextSize, kind: ExpressionNode) -> Expression {
        let range = TextRange::new(start, self.end().max(start));
        let node = Expression::new(range, kind);
        if node.height > HIGHEST { self.too_deep(range) } else { node }
    }

    fn too_deep(&mut self, range: TextRange) -> Expression {
        self.report(range, "The expression nests deeper than sayl follows".to_owned(), None);
        self.at = self.tokens.len().saturating_sub(1);
        Expression::new(range, ExpressionNode::Missing)
    }

    fn missing(&mut self) -> Expression {
        let at = self.token().range.start().min(self.end().max(self.token().range.start()));
        Expression::new(TextRange::empty(at), ExpressionNode::Missing)
    }

    /// Everything there is, though only one expression belongs there.
    fn all(&mut self) -> Expression {
        let start = self.token().range.start();
        let first = self.expression();
        let mut all = vec![first];
        while self.token().kind != CelTokenKind::End {
            self.unexpected("an operator, or the end");
            let before = self.at;
            let next = self.expression();
            all.push(next);
            if self.at == before {
                self.advance();
            }
        }
        match <[Expression; 1]>::try_from(all) {
            Ok([only]) => only,
            Err(all) => self.node(start, ExpressionNode::Several(all)),
        }
    }

    fn expression(&mut self) -> Expression {
        if self.depth >= DEEPEST {
            let range = self.token().range;
            return self.too_deep(range);
        }
        self.depth += 1;
        let condition = self.binary(0);
        let expression = if self.take("?") { self.conditional(condition) } else { condition };
        self.depth -= 1;
        expression
    }

    fn conditional(&mut self, condition: Expression) -> Expression {
        let start = condition.range.start();
        let then = self.binary(0);
        self.expect(":", "`:` and what holds otherwise");
        let otherwise = self.expression();
        self.node(start, ExpressionNode::Conditional(Box::new([condition, then, otherwise])))
    }

    /// Operators that bind at least as tightly as a level.
    fn binary(&mut self, level: u8) -> Expression {
        let mut left = self.unary();
        while let Some((operator, binds)) = binary_operator(self.operator()).filter(|(_, binds)| *binds >= level) {
            self.advance();
            let right = self.binary(binds + 1);
            let start = left.range.start();
            left = self.node(start, ExpressionNode::Binary(operator, Box::new(left), Box::new(right)));
        }
        left
    }

    fn unary(&mut self) -> Expression {
        let start = self.token().range.start();
        let operator = match self.operator() {
            "!" => Operator { sign: "!", sort: Sort::Logic },
            "-" => Operator { sign: "-", sort: Sort::Arithmetic },
            _ => return self.postfix(),
        };
        while self.is_at("!") || self.is_at("-") {
            self.advance();
        }
        let operand = self.postfix();
        self.node(start, ExpressionNode::Unary(operator, Box::new(operand)))
    }

    /// A value with the members, items and calls behind it.
    fn postfix(&mut self) -> Expression {
        let start = self.token().range.start();
        let mut value = self.primary();
        loop {
            let kind = match self.operator() {
                "." => self.member(value),
                "[" => self.index(value),
                "{" if is_type_name(&value) => self.message(value),
                _ => return value,
            };
            value = self.node(start, kind);
        }
    }

    fn member(&mut self, of: Expression) -> ExpressionNode {
        self.advance();
        let is_optional = self.take("?");
        let of = Box::new(of);
        let name = self.member_name();
        match self.operator() {
            "(" => ExpressionNode::Call { target: Some(of), name, arguments: self.arguments() },
            _ => ExpressionNode::Member { of, name, is_optional },
        }
    }

    fn member_name(&mut self) -> NameAt {
        let CelToken { kind, range } = self.token();
        match kind {
            CelTokenKind::Name => {
                self.advance();
                NameAt { text: self.text_of(range).into(), range }
            }
            CelTokenKind::QuotedName => {
                self.report(range, "The platform takes no names in backquotes".to_owned(), None);
                self.advance();
                NameAt { text: self.text_of(range).trim_matches('`').into(), range }
            }
            _ => {
                self.unexpected("the name of a member");
                NameAt { text: SmolStr::default(), range: TextRange::empty(self.end()) }
            }
        }
    }

    fn arguments(&mut self) -> Vec<Expression> {
        self.advance();
        let mut arguments = self.items(")");
        // Behind the last comma something is missing, unlike in a list.
        let is_behind_comma = self.at.checked_sub(1).and_then(|before| self.tokens.get(before));
        if is_behind_comma.is_some_and(|token| token.kind == CelTokenKind::Sign(",")) && !arguments.is_empty() {
            self.unexpected("a value");
            arguments.push(self.missing());
        }
        self.expect(")", "`,` or `)`");
        arguments
    }

    /// Expressions between commas, up to a closing bracket.
    fn items(&mut self, closing: &str) -> Vec<Expression> {
        let mut items = Vec::new();
        while !self.is_at(closing) && self.token().kind != CelTokenKind::End {
            self.take("?");
            items.push(self.expression());
            if !self.take(",") {
                break;
            }
        }
        items
    }

    fn index(&mut self, of: Expression) -> ExpressionNode {
        self.advance();
        let is_optional = self.take("?");
        let index = Box::new(self.expression());
        self.expect("]", "`]`");
        ExpressionNode::Index { of: Box::new(of), index, is_optional }
    }

    fn message(&mut self, ty: Expression) -> ExpressionNode {
        self.advance();
        let entries = self.entries();
        ExpressionNode::Message(Box::new(ty), entries.into_iter().map(|(_, value)| value).collect())
    }

    /// Keys with their values, up to `}`.
    fn entries(&mut self) -> Vec<(Expression, Expression)> {
        let mut entries = Vec::new();
        while !self.is_at("}") && self.token().kind != CelTokenKind::End {
            self.take("?");
            let key = self.expression();
            self.expect(":", "`:` and a value");
            entries.push((key, self.expression()));
            if !self.take(",") {
                break;
            }
        }
        self.expect("}", "`,` or `}`");
        entries
    }

    fn primary(&mut self) -> Expression {
        let CelToken { kind, range } = self.token();
        let kind = match kind {
            CelTokenKind::Int => self.literal(Literal::Int),
            CelTokenKind::Double => self.literal(Literal::Double),
            CelTokenKind::Bytes => {
                self.report_unknown_escape(range);
                self.literal(Literal::Bytes)
            }
            CelTokenKind::String => {
                self.report_unknown_escape(range);
                let text = plain_text(self.text_of(range));
                self.literal(Literal::String(text))
            }
            CelTokenKind::Name => return self.name(),
            CelTokenKind::Sign("(") => return self.parentheses(),
            CelTokenKind::Sign("[") => {
                self.advance();
                let items = self.items("]");
                self.expect("]", "`,` or `]`");
                ExpressionNode::List(items)
            }
            CelTokenKind::Sign("{") => {
                self.advance();
                ExpressionNode::Map(self.entries())
            }
            // `.name` means the variable, whatever stands around it.
            CelTokenKind::Sign(".")
                if self.tokens.get(self.at + 1).is_some_and(|next| next.kind == CelTokenKind::Name) =>
            {
                self.advance();
                return self.name();
            }
            _ => {
                self.unexpected("a value");
                return self.missing();
            }
        };
        self.node(range.start(), kind)
    }

    fn literal(&mut self, literal: Literal) -> ExpressionNode {
        self.advance();
        ExpressionNode::Literal(literal)
    }

    /// Reports the first backslash that CEL gives no meaning to, in a text or bytes in quotes.
    fn report_unknown_escape(&mut self, range: TextRange) {
        let Some(escape) = unknown_escape(self.text_of(range)) else { return };
        let at = TextRange::at(range.start() + escape.start(), escape.len());
        let message = format!("CEL has no escape `{}`", self.text_of(at));
        self.report(at, message, Some("such as `\\\\`, `\\n`, `\\u00e4`"));
    }

    fn parentheses(&mut self) -> Expression {
        self.advance();
        let inner = self.expression();
        self.expect(")", "`)`");
        inner
    }

    /// A variable, a function with its arguments, or a literal that looks like a name.
    fn name(&mut self) -> Expression {
        let range = self.token().range;
        let text = SmolStr::from(self.text_of(range));
        if text == "in" {
            self.unexpected("a value");
            return self.missing();
        }
        self.advance();
        let kind = match text.as_str() {
            "null" => ExpressionNode::Literal(Literal::Null),
            "true" | "false" => ExpressionNode::Literal(Literal::Bool),
            _ if self.is_at("(") => {
                ExpressionNode::Call { target: None, name: NameAt { text, range }, arguments: self.arguments() }
            }
            _ => {
                if RESERVED.contains(&text.as_str()) {
                    let message = format!("`{text}` is a reserved word of CEL, so no variable has this name");
                    self.report(range, message, Some("a value"));
                }
                ExpressionNode::Name(NameAt { text, range })
            }
        };
        self.node(range.start(), kind)
    }
}

/// Operators between two values, and how tightly each binds.
const BINARY: &[(&str, Sort, u8)] = &[
    ("||", Sort::Logic, 0),
    ("&&", Sort::Logic, 1),
    ("==", Sort::Equality, 2),
    ("!=", Sort::Equality, 2),
    ("<", Sort::Order, 2),
    ("<=", Sort::Order, 2),
    (">", Sort::Order, 2),
    (">=", Sort::Order, 2),
    ("in", Sort::Membership, 2),
    ("+", Sort::Addition, 3),
    ("-", Sort::Arithmetic, 3),
    ("*", Sort::Arithmetic, 4),
    ("/", Sort::Arithmetic, 4),
    ("%", Sort::Remainder, 4),
];

/// The operator of a sign, and how tightly it binds.
fn binary_operator(sign: &str) -> Option<(Operator, u8)> {
    let found = BINARY.iter().find(|(known, ..)| *known == sign);
    found.map(|(sign, sort, binds)| (Operator { sign, sort: *sort }, *binds))
}

/// Whether `{` behind it begins a message rather than being a mistake.
fn is_type_name(value: &Expression) -> bool {
    match &value.kind {
        ExpressionNode::Name(_) => true,
        ExpressionNode::Member { of, .. } => is_type_name(of),
        _ => false,
    }
}

/// What stands in plain quotes, if nothing in it is escaped.
fn plain_text(source: &str) -> Option<SmolStr> {
    let inner = source.strip_prefix(['"', '\''])?.strip_suffix(['"', '\''])?;
    (!inner.contains('\\') && !inner.starts_with(['"', '\''])).then(|| inner.into())
}
