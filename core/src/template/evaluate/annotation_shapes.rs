//! Where the annotations of a program stand, and their arguments: what runs knows values, and no places.

use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use starlark_syntax::codemap::Span;
use starlark_syntax::syntax::AstModule;
use starlark_syntax::syntax::ast::{ArgumentP, AstArgument, AstExpr, AstStmt, ExprP};
use starlark_syntax::syntax::uniplate::Visit;

use crate::template::compile::SourceMap;
use crate::text::{Place, TextRange};

/// Where the annotations of a program stand, by the first byte of the call that makes each.
#[derive(Debug, Default)]
pub(super) struct Shapes(FxHashMap<u32, AnnotationShape>);

/// Where one annotation and its arguments stand.
#[derive(Debug)]
pub(super) struct AnnotationShape {
    /// Its name.
    pub(super) name_place: Place,
    /// Its positional arguments.
    pub(super) positional: Vec<ArgumentPart>,
    /// Its named arguments, each with the place of its name.
    pub(super) keywords: FxHashMap<SmolStr, (TextRange, ArgumentPart)>,
    /// Whether there are as many arguments as are written.
    pub(super) is_closed: bool,
}

/// Where an argument stands, and the parts of one that is a tuple.
#[derive(Debug)]
pub(super) struct ArgumentPart {
    /// All of it.
    pub(super) range: TextRange,
    /// Its parts; none if it is no tuple.
    pub(super) parts: Vec<ArgumentPart>,
}

impl Shapes {
    /// Finds every annotation of a program.
    pub(super) fn of(ast: &AstModule, map: &SourceMap) -> Self {
        let mut shapes = Self::default();
        shapes.statement(ast.statement(), map);
        shapes
    }

    fn statement(&mut self, statement: &AstStmt, map: &SourceMap) {
        statement.node.visit_children(|child| match child {
            Visit::Stmt(inner) => self.statement(inner, map),
            Visit::Expr(expression) => {
                if let Some(shape) = shape(expression, map) {
                    self.0.insert(expression.span.begin().get(), shape);
                }
            }
        });
    }

    /// The annotation that a call at this place of the program makes.
    pub(super) fn at(&self, span: Span) -> Option<&AnnotationShape> {
        self.0.get(&span.begin().get())
    }
}

/// The shape of `__annotation(i, "name", __arguments(…))`.
fn shape(expression: &AstExpr, map: &SourceMap) -> Option<AnnotationShape> {
    let [_, name, collected] = call_of(expression, "__annotation")? else { return None };
    let arguments = call_of(collected.node.expr(), "__arguments")?;
    let mut shape = AnnotationShape {
        name_place: map.place(name.node.expr().span),
        positional: Vec::new(),
        keywords: FxHashMap::default(),
        is_closed: true,
    };
    for argument in arguments {
        match &argument.node {
            ArgumentP::Positional(value) => shape.positional.push(part(value, map)),
            ArgumentP::Named(name, value) => {
                let name_range = map.place(name.span).range;
                shape.keywords.insert(name.node.as_str().into(), (name_range, part(value, map)));
            }
            ArgumentP::Args(_) | ArgumentP::KwArgs(_) => shape.is_closed = false,
        }
    }
    Some(shape)
}

fn call_of<'a>(expression: &'a AstExpr, name: &str) -> Option<&'a [AstArgument]> {
    let ExprP::Call(function, arguments) = &expression.node else { return None };
    match &function.node {
        ExprP::Identifier(identifier) if identifier.node.ident == name => Some(&arguments.args),
        _ => None,
    }
}

fn part(expression: &AstExpr, map: &SourceMap) -> ArgumentPart {
    let parts = match &expression.node {
        ExprP::Tuple(items) => items.iter().map(|item| part(item, map)).collect(),
        _ => Vec::new(),
    };
    ArgumentPart { range: map.place(expression.span).range, parts }
}
