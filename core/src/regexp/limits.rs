//! How much repetition and nesting Go takes.

use regex_syntax::ast::parse::ParserBuilder;
use regex_syntax::ast::{Ast, RepetitionKind, RepetitionRange};

use super::RegexpError;

/// How deep groups may nest.
pub(super) const DEEPEST: u32 = 1000;

/// How many repetitions nested ones may come to.
const MOST_REPETITIONS: u32 = 1000;

/// Refuses a translated expression that nests or repeats too much, or that the crate cannot read.
pub(super) fn check(translated: &str, pattern: &str) -> Result<(), RegexpError> {
    let refuse = |message: &str| RegexpError { message: message.to_owned(), range: 0..pattern.len() };
    let parsed = ParserBuilder::new().nest_limit(DEEPEST).build().parse(translated);
    let ast = parsed.map_err(|error| match error.kind() {
        regex_syntax::ast::ErrorKind::NestLimitExceeded(_) => refuse("the groups nest too deeply"),
        _ => refuse("the expression is malformed"),
    })?;
    if fits(&ast, MOST_REPETITIONS) { Ok(()) } else { Err(refuse("nested repetitions come to more than 1000")) }
}

/// Whether an expression may stand where so many repetitions are left.
fn fits(ast: &Ast, left: u32) -> bool {
    match ast {
        Ast::Repetition(repetition) => {
            let most = match &repetition.op.kind {
                RepetitionKind::Range(RepetitionRange::Exactly(most) | RepetitionRange::Bounded(_, most)) => *most,
                RepetitionKind::Range(RepetitionRange::AtLeast(least)) => *least,
                _ => 1,
            };
            most <= left && fits(&repetition.ast, left / most.max(1))
        }
        Ast::Group(group) => fits(&group.ast, left),
        Ast::Alternation(alternation) => alternation.asts.iter().all(|ast| fits(ast, left)),
        Ast::Concat(concat) => concat.asts.iter().all(|ast| fits(ast, left)),
        _ => true,
    }
}
