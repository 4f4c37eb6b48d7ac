//! `**x` in calls: ytt takes YAML fragments there, the parser's language only dicts. The generated code converts.

use crate::template::tokens::{Token, TokenKind};

/// What opens and closes the conversion.
const OPENING: &str = "__kwargs(";
const CLOSING: &str = ")";

/// What is inserted into code, by the byte before which it stands, in order.
pub(super) type Insertions = Vec<(usize, &'static str)>;

/// The insertions of a statement with these tokens.
pub(super) fn insertions<'t>(tokens: &'t [Token], source: impl Fn(&'t Token) -> &'t str) -> Insertions {
    let mut insertions = Vec::new();
    let is_function = tokens.first().is_some_and(|first| source(first) == "def");
    let header = tokens.iter().position(|token| token.depth == 0 && source(token) == ":").filter(|_| is_function);
    for (index, pair) in tokens.windows(2).enumerate() {
        let [first, second] = pair else { continue };
        let is_splat = source(first) == "*" && source(second) == "*" && first.range.end == second.range.start;
        let is_parameter = header.is_some_and(|header| index < header && first.depth == 1);
        if is_splat && first.depth > 0 && !is_parameter && !is_in_lambda(tokens, index, &source) {
            let value = tokens.iter().skip(index + 2).take_while(|token| !ends_argument(token, first.depth, &source));
            if let Some(last) = value.last() {
                insertions.push((second.range.end, OPENING));
                insertions.push((last.range.end, CLOSING));
            }
        }
    }
    insertions.sort_by_key(|(byte, _)| *byte);
    insertions
}

fn ends_argument<'t>(token: &'t Token, depth: u32, source: &impl Fn(&'t Token) -> &'t str) -> bool {
    token.depth < depth || (token.depth == depth && source(token) == ",")
}

/// Whether a token stands among the parameters of a lambda.
fn is_in_lambda<'t>(tokens: &'t [Token], index: usize, source: &impl Fn(&'t Token) -> &'t str) -> bool {
    let Some(depth) = tokens.get(index).map(|token| token.depth) else { return false };
    let before = tokens.iter().take(index).rev().take_while(|token| token.depth >= depth);
    let around = before.filter(|token| token.depth == depth);
    for token in around {
        match (token.kind, source(token)) {
            (TokenKind::Word, "lambda") => return true,
            (TokenKind::Sign, ":") => return false,
            _ => {}
        }
    }
    false
}
