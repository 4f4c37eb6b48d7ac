//! The walk over the expressions of a program: which names are read, and what is read from them.

use starlark_syntax::codemap::Span;
use starlark_syntax::syntax::ast::{
    ArgumentP, AssignTargetP, AstAssignTarget, AstExpr, AstLiteral, AstNoPayload, AstString, BinOp, CallArgsP, ClauseP,
    ExprP, ForClauseP, LambdaP,
};

use super::collect::{Collector, restored};
use super::strings;
use super::{
    AssignedName, BindingKind, CallArgument, CallKeyword, Chain, ChainStep, ExpressionId, ExpressionKind, Fate,
    KnownExpression, NamedCall, NamedCallArgument, ScopeId, Use,
};
use crate::text::TextRange;

/// What hands on the named arguments behind `*x`.
const NAMED_BEHIND: &str = "__named";

/// Functions of the language that do not look into what they are given.
const LOOKING: [&str; 3] = ["bool", "len", "type"];

impl Collector<'_> {
    /// Reads an expression of which this becomes. Gives what is known of its value.
    pub(super) fn expression(&mut self, expression: &AstExpr, fate: Fate) -> Option<ExpressionId> {
        match &expression.node {
            ExprP::Identifier(_) | ExprP::Dot(..) | ExprP::Index(_) => return self.chain(expression, fate),
            ExprP::Call(callee, arguments) => return self.call(expression, callee, arguments, fate),
            ExprP::Lambda(lambda) => self.lambda(lambda, expression.span),
            ExprP::ListComprehension(item, first, clauses) => {
                self.comprehension(expression.span, first, clauses, |it| {
                    it.expression(item, Fate::Passed);
                });
            }
            ExprP::DictComprehension(item, first, clauses) => {
                self.comprehension(expression.span, first, clauses, |it| {
                    it.expression(&item.0, Fate::Passed);
                    it.expression(&item.1, Fate::Passed);
                });
            }
            ExprP::Not(value) => {
                self.expression(value, Fate::Looked);
            }
            ExprP::If(parts) => {
                self.expression(&parts.0, Fate::Looked);
                let (one, other) = (self.expression(&parts.1, through(fate)), self.expression(&parts.2, through(fate)));
                return self.either(expression, one, other);
            }
            ExprP::Op(left, operator, right) => {
                self.note_comparison(*operator, left, right);
                let fate = operand(*operator, left, right, fate);
                let (one, other) = (self.expression(left, fate), self.expression(right, fate));
                if !matches!(operator, BinOp::And | BinOp::Or) {
                    return None;
                }
                let fallback = self.range(right.span);
                self.names.fallbacks.push(fallback);
                return self.either(expression, one, other);
            }
            other => other.visit_expr(|inner| {
                self.expression(inner, Fate::Passed);
            }),
        }
        None
    }

    fn known(&mut self, range: TextRange, kind: ExpressionKind) -> ExpressionId {
        self.names.expressions.push(KnownExpression { range, kind });
        ExpressionId(self.names.expressions.len() - 1)
    }

    /// What becomes one of two values, if both are known.
    fn either(
        &mut self,
        whole: &AstExpr,
        one: Option<ExpressionId>,
        other: Option<ExpressionId>,
    ) -> Option<ExpressionId> {
        let range = self.range(whole.span);
        Some(self.known(range, ExpressionKind::Either(one?, other?)))
    }

    /// Notes the texts that something is compared with: names that code looks for before it reads them.
    fn note_comparison(&mut self, operator: BinOp, left: &AstExpr, right: &AstExpr) {
        if matches!(operator, BinOp::In | BinOp::NotIn | BinOp::Equal | BinOp::NotEqual) {
            for side in [left, right] {
                if let ExprP::Literal(AstLiteral::String(text)) = &side.node {
                    self.names.tested.insert(text.node.as_str().into());
                }
            }
        }
    }

    /// `for target in over`, a statement or a clause, whose names are bound already. What it goes over is read in the
    /// scope `around`.
    pub(super) fn iteration(&mut self, target: &AstAssignTarget, over: &AstExpr, around: ScopeId) {
        self.read_target(target);
        let fate = |item: Option<AssignedName>| item.map_or(Fate::Passed, Fate::Iterated);
        let whole = self.assigned(target);
        let item = fate(whole);
        let second = match &target.node {
            AssignTargetP::Tuple(targets) => targets.get(1).filter(|_| targets.len() == 2),
            _ => None,
        };
        let numbered = second.and_then(|second| self.assigned(second));
        let inner = std::mem::replace(&mut self.scope, around);
        match &over.node {
            ExprP::Call(callee, arguments) if self.is_builtin(callee, "enumerate") => {
                self.chain(callee, Fate::Called);
                let values = self.arguments(arguments, |_| fate(numbered));
                self.give(numbered, values.first().copied().flatten(), true);
            }
            _ => {
                let value = self.expression(over, item);
                self.give(whole, value, true);
            }
        }
        self.scope = inner;
    }

    fn call(
        &mut self,
        whole: &AstExpr,
        callee: &AstExpr,
        arguments: &CallArgsP<AstNoPayload>,
        fate: Fate,
    ) -> Option<ExpressionId> {
        if ["getattr", "hasattr"].iter().any(|name| self.is_builtin(callee, name)) && arguments.args.len() >= 2 {
            let is_question = self.is_builtin(callee, "hasattr");
            let value = self.chain(whole, if is_question { Fate::Looked } else { fate });
            return value.filter(|_| !is_question && arguments.args.len() == 2);
        }
        let is_text = matches!(&callee.node, ExprP::Identifier(name) if name.node.ident == "__text_add_value");
        let is_looking = is_text || LOOKING.iter().any(|name| self.is_builtin(callee, name));
        self.keywords(callee, arguments);
        let call = self.called(callee, arguments);
        let known = self.expression(callee, Fate::Called);
        let values = self.arguments(arguments, |argument| match call {
            _ if is_looking => Fate::Looked,
            Some(call) => Fate::Given { call, argument },
            None => Fate::Passed,
        });
        self.caught(callee, arguments);
        let arguments = arguments.args.iter().zip(values).map(|(argument, value)| CallArgument {
            name: match &argument.node {
                ArgumentP::Named(name, _) => Some((restored(&name.node), self.range(name.span))),
                _ => None,
            },
            value,
            is_spread: matches!(argument.node, ArgumentP::Args(_) | ArgumentP::KwArgs(_)),
        });
        let kind = ExpressionKind::Call { callee: known?, arguments: arguments.collect() };
        let range = self.range(whole.span);
        Some(self.known(range, kind))
    }

    fn arguments(
        &mut self,
        arguments: &CallArgsP<AstNoPayload>,
        fate: impl Fn(usize) -> Fate,
    ) -> Vec<Option<ExpressionId>> {
        let given = arguments.args.iter().enumerate();
        given.map(|(index, argument)| self.expression(argument.node.expr(), fate(index))).collect()
    }

    /// Notes what `try_to` is given: there code may fail.
    fn caught(&mut self, callee: &AstExpr, arguments: &CallArgsP<AstNoPayload>) {
        let is_catching = match &callee.node {
            ExprP::Dot(_, name) => name.node == "try_to",
            ExprP::Identifier(name) => name.node.ident == "try_to",
            _ => false,
        };
        if is_catching {
            let ranges = arguments.args.iter().map(|argument| self.range(argument.node.expr().span));
            let ranges: Vec<TextRange> = ranges.collect();
            self.names.caught.extend(ranges);
        }
    }

    /// Notes the call of a name, whose use comes next.
    fn called(&mut self, callee: &AstExpr, arguments: &CallArgsP<AstNoPayload>) -> Option<usize> {
        let is_name = matches!(callee.node, ExprP::Identifier(_)) && self.written(callee.span).is_some();
        let given = arguments.args.iter().map(|argument| NamedCallArgument {
            name: match &argument.node {
                ArgumentP::Named(name, _) => Some(restored(&name.node)),
                _ => None,
            },
            range: self.range(argument.node.expr().span),
            is_spread: matches!(argument.node, ArgumentP::Args(_) | ArgumentP::KwArgs(_)),
        });
        let call = NamedCall { callee: self.names.uses.len(), arguments: given.collect() };
        is_name.then(|| {
            self.names.calls.push(call);
            self.names.calls.len() - 1
        })
    }

    fn keywords(&mut self, callee: &AstExpr, arguments: &CallArgsP<AstNoPayload>) {
        // The keywords of annotations are no names of any function.
        if self.written(callee.span).is_none() && matches!(callee.node, ExprP::Identifier(_)) {
            return;
        }
        let callee = matches!(callee.node, ExprP::Identifier(_)).then_some(self.names.uses.len());
        for argument in &arguments.args {
            match &argument.node {
                ArgumentP::Named(name, _) => {
                    if let Some(range) = self.written(name.span) {
                        self.names.keywords.push(CallKeyword { name: restored(&name.node), range, callee });
                    }
                }
                // Those behind `*x` are handed on.
                ArgumentP::KwArgs(AstExpr { node: ExprP::Call(inner, behind), .. }) if matches!(&inner.node, ExprP::Identifier(name) if name.node.ident == NAMED_BEHIND) =>
                {
                    let named = behind.args.iter().filter_map(|argument| match &argument.node {
                        ArgumentP::Named(name, _) => Some((name, self.written(name.span)?)),
                        _ => None,
                    });
                    let keywords: Vec<_> =
                        named.map(|(name, range)| CallKeyword { name: restored(&name.node), range, callee }).collect();
                    self.names.keywords.extend(keywords);
                }
                _ => {}
            }
        }
    }

    /// Whether an expression names something that is built in and that nothing hides.
    fn is_builtin(&self, expression: &AstExpr, name: &str) -> bool {
        matches!(&expression.node, ExprP::Identifier(it) if it.node.ident == name) && self.resolve(name).is_none()
    }

    /// A name, or what is read from a value.
    fn chain(&mut self, expression: &AstExpr, fate: Fate) -> Option<ExpressionId> {
        let (mut parts, mut reads) = (Vec::new(), Vec::new());
        let mut value = expression;
        while let Some((inner, part)) = self.step(value) {
            reads.push((self.range(value.span), matches!(value.node, ExprP::Call(..))));
            parts.push(part);
            value = written(inner);
        }
        parts.reverse();
        let mut known = None;
        let root = match &value.node {
            ExprP::Identifier(name) => {
                // What is made up is no name, and nothing is read from it.
                let range = self.written(value.span)?;
                let binding = self.resolve(&name.node.ident);
                self.names.uses.push(Use { name: restored(&name.node.ident), range, binding });
                let used = self.names.uses.len() - 1;
                known = Some(self.known(range, ExpressionKind::Name(used)));
                Some(used)
            }
            _ => None,
        };
        let range = self.range(expression.span);
        self.names.chains.push(Chain { root, parts: parts.clone(), range, fate });
        if root.is_none() {
            known = self.expression(value, Fate::Passed);
        }
        self.indexes(expression);
        parts.into_iter().zip(reads.into_iter().rev()).fold(known, |known, (part, (range, is_asking))| {
            if let Some(name) = part.name().filter(|_| is_asking) {
                self.names.tested.insert(name.into());
            }
            Some(self.known(range, ExpressionKind::Read { from: known?, part, is_asking }))
        })
    }

    /// What is read from which value; `None` if that is the end of the chain.
    fn step<'e>(&self, expression: &'e AstExpr) -> Option<(&'e AstExpr, ChainStep)> {
        match &expression.node {
            ExprP::Dot(value, name) => Some((value, self.attribute(name))),
            ExprP::Index(parts) => Some((&parts.0, self.key(&parts.1))),
            ExprP::Call(callee, arguments)
                if self.is_builtin(callee, "getattr") || self.is_builtin(callee, "hasattr") =>
            {
                let [value, name, ..] = &*arguments.args else { return None };
                Some((value.node.expr(), self.key(name.node.expr())))
            }
            _ => None,
        }
    }

    fn attribute(&self, name: &AstString) -> ChainStep {
        let named = |range| ChainStep::Name { name: restored(&name.node), range, is_quoted: false };
        self.written(name.span).map_or(ChainStep::Computed, named)
    }

    fn key(&self, key: &AstExpr) -> ChainStep {
        let ExprP::Literal(AstLiteral::String(name)) = &key.node else { return ChainStep::Computed };
        let range = self.written(key.span).and_then(|range| strings::plain_content(self.text, range, &name.node));
        let named = |range| ChainStep::Name { name: name.node.as_str().into(), range, is_quoted: true };
        range.map_or(ChainStep::Computed, named)
    }

    /// Reads what stands in the brackets of a chain.
    fn indexes(&mut self, expression: &AstExpr) {
        match &expression.node {
            ExprP::Dot(value, _) => self.indexes(written(value)),
            ExprP::Index(parts) => {
                self.indexes(&parts.0);
                self.expression(&parts.1, Fate::Passed);
            }
            ExprP::Call(callee, arguments) if self.step(expression).is_some() => {
                self.chain(callee, Fate::Called);
                for (index, argument) in arguments.args.iter().enumerate() {
                    match index {
                        0 => self.indexes(argument.node.expr()),
                        _ => {
                            self.expression(argument.node.expr(), Fate::Passed);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn lambda(&mut self, lambda: &LambdaP<AstNoPayload>, span: Span) {
        self.defaults(&lambda.params);
        let outer = self.scope;
        self.scope = self.push_scope(Some(outer), self.range(span));
        self.parameters(&lambda.params);
        self.expression(&lambda.body, Fate::Passed);
        self.scope = outer;
    }

    fn comprehension(
        &mut self,
        span: Span,
        first: &ForClauseP<AstNoPayload>,
        clauses: &[ClauseP<AstNoPayload>],
        item: impl FnOnce(&mut Self),
    ) {
        let outer = self.scope;
        self.scope = self.push_scope(Some(outer), self.range(span));
        self.clause(first, span, outer);
        for clause in clauses {
            match clause {
                ClauseP::For(each) => self.clause(each, span, self.scope),
                ClauseP::If(condition) => {
                    self.expression(condition, Fate::Looked);
                }
            }
        }
        item(self);
        self.scope = outer;
    }

    fn clause(&mut self, each: &ForClauseP<AstNoPayload>, whole: Span, around: ScopeId) {
        self.targets(&each.var, self.range(whole), &BindingKind::LoopVariable);
        self.iteration(&each.var, &each.over, around);
    }
}

/// The value that the template reads from; a program may read from a call around it.
fn written(value: &AstExpr) -> &AstExpr {
    match &value.node {
        ExprP::Call(callee, arguments) if is_receiver(callee) => match &*arguments.args {
            [argument] => written(argument.node.expr()),
            _ => value,
        },
        _ => value,
    }
}

fn is_receiver(callee: &AstExpr) -> bool {
    matches!(&callee.node, ExprP::Identifier(name) if name.node.ident == "__receiver")
}

/// What becomes of a value that may become that of the whole.
fn through(fate: Fate) -> Fate {
    if fate == Fate::Looked { fate } else { Fate::Passed }
}

/// What becomes of the operands of an operator.
fn operand(operator: BinOp, left: &AstExpr, right: &AstExpr, fate: Fate) -> Fate {
    let is_literal = |value: &AstExpr| match &value.node {
        ExprP::Literal(_) => true,
        ExprP::List(items) => items.is_empty(),
        ExprP::Dict(items) => items.is_empty(),
        ExprP::Identifier(name) => matches!(name.node.ident.as_str(), "None" | "True" | "False"),
        _ => false,
    };
    match operator {
        BinOp::And | BinOp::Or => through(fate),
        BinOp::Equal | BinOp::NotEqual if is_literal(left) || is_literal(right) => Fate::Looked,
        _ => Fate::Passed,
    }
}
