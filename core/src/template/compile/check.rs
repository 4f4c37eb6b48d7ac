//! A program is parsed, and what the parser refuses is reported where it stands in the template.
//!
//! The parser stops at the first mistake. The statement that holds it is then left out, so that the next is found too.

use starlark_syntax::codemap::{Pos, Span};
use starlark_syntax::syntax::AstModule;

use super::code::load;
use super::gather::Statements;
use super::layout::{BlockMismatch, ProgramLayout, layout};
use super::nodes::NodeTemplate;
use super::statement::{Block, CompiledStatement, StatementRole, StatementState};
use super::{HiddenNames, LoadBinding, LoadStatement, Program, SourceMap, wording};
use crate::problem::{Code, Problem};
use crate::template::dialect::dialect;
use crate::text::{FileId, Place, TextRange, TextSize};

/// How many mistakes of one file are looked for.
const MOST: usize = 20;

/// The program of statements.
pub(super) fn program(file: FileId, text: &str, mut gathered: Statements, nodes: Vec<NodeTemplate>) -> Program {
    gathered.flush();
    let Statements { list: statements, problems, cut, is_incomplete, .. } = gathered;
    let mut checker = Checker { file, text, statements, problems };
    for (problem, statement) in cut {
        checker.point_behind(problem, statement);
    }
    let laid_out = layout(file, &checker.statements);
    checker.mismatched(&laid_out.mismatches);
    let too_deep = laid_out.mismatches.iter().find(|mismatch| matches!(mismatch, BlockMismatch::TooDeep(_)));
    let (laid_out, ast) = if too_deep.is_some() { (laid_out, None) } else { checker.parse(laid_out) };
    let Checker { statements, mut problems, .. } = checker;
    problems.sort_by_key(|problem| problem.place.range.start());
    let ProgramLayout { code, map, mismatches, blocks, .. } = laid_out;
    let unread = HiddenNames::of(text, &statements, &mismatches, is_incomplete);
    let loads = ast.as_ref().map(|ast| loads(ast, &map)).unwrap_or_default();
    let is_whole = problems.is_empty() && statements.iter().all(|statement| statement.state != StatementState::LeftOut);
    let (ast, remainder) = if is_whole { (ast, None) } else { (None, ast) };
    Program { code, map, nodes, problems, loads, ast, remainder, unread, blocks }
}

/// What a program loads, at its top and in blocks.
pub(super) fn loads(ast: &AstModule, map: &SourceMap) -> Vec<LoadStatement> {
    let mut loads = Vec::new();
    load::of_program(ast.statement(), &mut |load| {
        let names = load.args.iter().map(|name| LoadBinding {
            own: name.local.node.ident.clone(),
            their: name.their.node.clone(),
            place: map.place(name.their.span),
        });
        let place = map.place(load.module.span);
        loads.push(LoadStatement { path: load.module.node.clone(), place, names: names.collect() });
    });
    loads
}

/// Parses a program.
pub(crate) fn parse(code: &str) -> starlark_syntax::Result<AstModule> {
    AstModule::parse("template", code.to_owned(), &dialect())
}

struct Checker<'t> {
    file: FileId,
    text: &'t str,
    statements: Vec<CompiledStatement>,
    problems: Vec<Problem>,
}

impl Checker<'_> {
    /// Parses a program, and leaves statement after statement out until that succeeds.
    fn parse(&mut self, mut laid_out: ProgramLayout) -> (ProgramLayout, Option<AstModule>) {
        for _ in 0..MOST {
            let error = match parse(&laid_out.code) {
                Ok(ast) => return (laid_out, Some(ast)),
                Err(error) => error,
            };
            let span = error.span().map_or(Span::new(Pos::new(0), Pos::new(0)), |it| it.span);
            let message = error.without_diagnostic().to_string();
            let problem = wording::problem(self.file, self.text, &message, laid_out.map.place(span).range);
            let behind = laid_out.starts.partition_point(|start| *start <= span.begin().get() as usize);
            let index = self.last_written(behind);
            let Some(statement) = self.statements.get_mut(index).filter(|it| it.state != StatementState::LeftOut)
            else {
                self.problems.push(problem);
                break;
            };
            let state = std::mem::replace(&mut statement.state, StatementState::LeftOut);
            if state == StatementState::Sound && !statement.is_annotation {
                self.problems.push(problem);
                if laid_out.code.get(span.begin().get() as usize..).is_some_and(|rest| rest.starts_with('\n')) {
                    self.point_behind(self.problems.len() - 1, index);
                }
            }
            laid_out = layout(self.file, &self.statements);
        }
        (laid_out, None)
    }

    /// The last of the first statements that writes anything: what ends a block has no text that could be wrong.
    fn last_written(&self, behind: usize) -> usize {
        let first = self.statements.get(..behind).unwrap_or_default();
        first.iter().rposition(|it| !matches!(it.role, StatementRole::End | StatementRole::EndOfNode)).unwrap_or(0)
    }

    /// Shows what follows code that is cut off: it may be what the code was to go on with.
    fn point_behind(&mut self, problem: usize, statement: usize) {
        let Some(end) = self.statements.get(statement).map(|statement| statement.range.end()) else { return };
        let next = self.statements.iter().skip(statement + 1).find(|next| next.range.start() >= end);
        if let (Some(next), Some(problem)) = (next, self.problems.get_mut(problem)) {
            let place = Place::absolute(self.file, next.range);
            *problem = problem.clone().related(place, "this follows instead");
        }
    }

    /// Reports blocks that do not match.
    fn mismatched(&mut self, mismatches: &[BlockMismatch]) {
        // Behind a header that is wrong itself nothing is known about the blocks.
        let is_header = |statement: &CompiledStatement| {
            matches!(statement.role, StatementRole::Open(_) | StatementRole::Turn(..) | StatementRole::End)
        };
        if self.statements.iter().any(|statement| statement.state != StatementState::Sound && is_header(statement)) {
            return;
        }
        for mismatch in mismatches {
            let (BlockMismatch::Unclosed(index)
            | BlockMismatch::Surplus(index)
            | BlockMismatch::Stray(index)
            | BlockMismatch::TooDeep(index)) = *mismatch;
            let Some(statement) = self.statements.get(index) else { continue };
            let word = keyword(statement.role);
            let message = match mismatch {
                BlockMismatch::Unclosed(_) => format!("The block that `{word}` opens has no `end`"),
                BlockMismatch::Surplus(_) => "This `end` closes no block".to_owned(),
                BlockMismatch::Stray(_) => format!("This `{word}` follows no `if`"),
                BlockMismatch::TooDeep(_) => "This block nests deeper than sayl follows".to_owned(),
            };
            let code = if matches!(mismatch, BlockMismatch::TooDeep(_)) { Code::TooDeep } else { Code::TemplateSyntax };
            let token = TextRange::at(statement.range.start(), TextSize::of(word));
            let problem = Problem::new(code, Place::absolute(self.file, token), message);
            let hint = matches!(mismatch, BlockMismatch::Unclosed(_)).then_some("indentation does not end a block");
            self.problems.push(hint.into_iter().fold(problem, Problem::hint));
        }
    }
}

/// The word that a statement begins with.
fn keyword(role: StatementRole) -> &'static str {
    match role {
        StatementRole::Open(Block::Function) => "def",
        StatementRole::Open(Block::For) => "for",
        StatementRole::Open(Block::While) => "while",
        StatementRole::Turn(Block::If, _) => "elif",
        StatementRole::Turn(..) => "else",
        StatementRole::End | StatementRole::EndOfNode => "end",
        StatementRole::Open(_) | StatementRole::Plain | StatementRole::Single => "if",
    }
}
