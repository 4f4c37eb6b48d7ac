//! The conditions that a status makes: `${runtime.newCondition({type: 'Ready', …})}`.

use rustc_hash::FxHashMap;

use super::SCHEMA;
use super::reader::GraphReader;
use crate::cel::parse::parse;
use crate::cel::syntax::{Expression, ExpressionNode, Literal};
use crate::problem::{Code, Problem, nearest};
use crate::schema::shorthand::ShorthandSite;
use crate::text::{Place, TextRange, TextSize};
use crate::values::{Value, ValueKind};

/// What a condition is made of.
const KEYS: [&str; 4] = ["type", "status", "reason", "message"];
/// What a status may be.
const STATUSES: [&str; 3] = ["True", "False", "Unknown"];
/// The conditions that kro makes itself.
const BUILT_IN: [&str; 4] = ["InstanceManaged", "GraphResolved", "ResourcesReady", "Ready"];

/// Reads the list of conditions.
pub(super) fn read(reader: &mut GraphReader<'_>, list: &Value) {
    let Some(items) = list.sequence() else {
        if !matches!(list.kind, ValueKind::Null | ValueKind::Unknown) {
            let problem = Problem::new(Code::ResourceStructure, list.origin, "`conditions` is a list of expressions");
            reader.problems.push(problem.found(list.kind.type_name()).expected("a list"));
        }
        return;
    };
    let scope = reader.scopes.conditions().clone();
    let mut found = Vec::new();
    for item in items.iter() {
        if let Some(given) = reader.only_expression(item, "conditions", &scope)
            && let Some(text) = reader.templates.texts.get(given.index)
            && let Some((embedded, _)) = text.expressions.first()
        {
            found.push((parse(&text.text, embedded.inner).expression, text.site.clone(), text.text.clone()));
        }
    }
    let mut types = FxHashMap::default();
    for (expression, site, _) in &found {
        declare(expression, site, &mut types, &mut reader.problems);
    }
    for (expression, site, text) in &found {
        let mut judge = ConditionJudge { site, text, types: &types, problems: &mut reader.problems };
        judge.calls(expression);
    }
}

/// Each type that entries declare, with the first entry that does.
type DeclaredTypes = FxHashMap<String, Place>;

/// Notes the types that an entry declares. Another entry may not declare the same.
fn declare(expression: &Expression, site: &ShorthandSite, types: &mut DeclaredTypes, problems: &mut Vec<Problem>) {
    let mut own: FxHashMap<String, Place> = FxHashMap::default();
    each(expression, &mut |call| {
        if let Some((name, at)) = new_condition(call).and_then(|entries| literal(entries, "type")) {
            own.entry(name.to_owned()).or_insert_with(|| site.place(at));
        }
    });
    for (name, place) in own {
        match types.get(&name) {
            Some(first) => {
                let message = format!("Another entry makes the condition `{name}` already");
                problems.push(Problem::new(Code::DuplicateResource, place, message).related(*first, "here"));
            }
            None => drop(types.insert(name, place)),
        }
    }
}

/// Every part of an expression, from the outside to the inside.
fn each<'e>(expression: &'e Expression, see: &mut dyn FnMut(&'e Expression)) {
    see(expression);
    expression.kind.children().for_each(|child| each(child, see));
}

fn called<'e>(expression: &'e Expression, name: &str) -> Option<&'e [Expression]> {
    match &expression.kind {
        ExpressionNode::Call { target: Some(target), name: function, arguments } => {
            let is_runtime = target.name().is_some_and(|target| target.text == "runtime");
            (is_runtime && function.text == name).then_some(arguments)
        }
        _ => None,
    }
}

type ConditionFields<'e> = &'e [(Expression, Expression)];

fn new_condition(expression: &Expression) -> Option<ConditionFields<'_>> {
    match called(expression, "newCondition")? {
        [Expression { kind: ExpressionNode::Map(entries), .. }] => Some(entries),
        _ => None,
    }
}

/// The text that a key is given as it is.
fn literal<'e>(entries: ConditionFields<'e>, key: &str) -> Option<(&'e str, TextRange)> {
    let (_, value) = entries.iter().find(|(name, _)| name.name().is_some_and(|name| name.text == key))?;
    match &value.kind {
        ExpressionNode::Literal(Literal::String(Some(text))) => Some((text, value.range)),
        _ => None,
    }
}

struct ConditionJudge<'a> {
    site: &'a ShorthandSite,
    text: &'a str,
    types: &'a DeclaredTypes,
    problems: &'a mut Vec<Problem>,
}

impl ConditionJudge<'_> {
    fn calls(&mut self, expression: &Expression) {
        let mut calls = Vec::new();
        each(expression, &mut |part| calls.push(part));
        for call in calls {
            if let Some([of, ty]) = called(call, "condition") {
                self.lookup(of, ty);
            }
            match called(call, "newCondition") {
                Some([Expression { kind: ExpressionNode::Map(entries), range, .. }]) => self.made(entries, *range),
                Some([other]) => self.report(other.range, "A condition is made of a map that is written out"),
                _ => {}
            }
        }
    }

    fn report(&mut self, range: TextRange, message: impl Into<String>) {
        self.problems.push(Problem::new(Code::ExpressionType, self.site.place(range), message));
    }

    fn made(&mut self, entries: ConditionFields<'_>, whole: TextRange) {
        let mut seen: Vec<&str> = Vec::new();
        for (key, _) in entries {
            let Some(name) = key.name() else {
                self.report(key.range, "The keys of a condition are written without quotes");
                continue;
            };
            if !KEYS.contains(&name.text.as_str()) {
                let place = self.site.place(name.range);
                let problem = Problem::new(Code::UnknownField, place, format!("A condition has no `{}`", name.text));
                let problem = match nearest(&name.text, KEYS) {
                    Some(near) => self.site.fix(
                        problem.hint(format!("did you mean `{near}`?")),
                        format!("Change to `{near}`"),
                        name.range,
                        near,
                    ),
                    None => problem.expected("`type`, `status`, `reason` or `message`"),
                };
                self.problems.push(problem);
            } else if seen.contains(&name.text.as_str()) {
                self.report(name.range, format!("`{}` is given twice", name.text));
            }
            seen.push(&name.text);
        }
        let braces = TextRange::at(whole.start(), TextSize::from(1));
        for key in ["type", "status"] {
            let is_quoted = entries.iter().any(|(name, _)| self.is_quoted(name, key));
            if !seen.contains(&key) && !is_quoted {
                let problem =
                    Problem::new(Code::MissingField, self.site.place(braces), format!("A condition has a `{key}`"));
                self.problems.push(problem);
            }
        }
        if let Some((_, at)) = literal(entries, "type").filter(|(ty, _)| ty.is_empty()) {
            self.report(at, "The type of a condition is not empty");
        }
        if let Some((status, at)) = literal(entries, "status").filter(|(status, _)| !STATUSES.contains(status)) {
            let place = self.site.place(at);
            let problem = Problem::new(Code::ExpressionType, place, "The status of a condition is one of three texts");
            self.problems.push(problem.found(format!("`{status}`")).expected("`True`, `False` or `Unknown`"));
        }
    }

    fn is_quoted(&self, key: &Expression, name: &str) -> bool {
        let range: std::ops::Range<usize> = key.range.into();
        self.text.get(range).is_some_and(|text| text.trim_matches(['"', '\'']) == name)
    }

    /// Of the instance itself, only the conditions that kro makes can be read.
    fn lookup(&mut self, of: &Expression, ty: &Expression) {
        let is_own = of.name().is_some_and(|name| name.text == SCHEMA);
        let ExpressionNode::Literal(Literal::String(Some(name))) = &ty.kind else { return };
        if !is_own || BUILT_IN.contains(&name.as_str()) {
            return;
        }
        let message = match self.types.get(name.as_str()) {
            Some(_) => "Conditions that are made here cannot read each other".to_owned(),
            None => format!("kro makes no condition `{name}` of the instance"),
        };
        let problem = Problem::new(Code::UndefinedName, self.site.place(ty.range), message);
        let listed = BUILT_IN.map(|name| format!("`{name}`")).join(", ");
        self.problems.push(problem.expected(listed));
    }
}
