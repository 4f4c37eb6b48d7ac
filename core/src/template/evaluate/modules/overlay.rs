//! `@ytt:overlay`: laying YAML over YAML in code, and what `by=` finds counterparts with.

#![expect(unsafe_code, reason = "the derives of Starlark implement its marker traits")]

use std::fmt::{Display, Formatter};

use allocative::Allocative;
use starlark::environment::GlobalsBuilder;
use starlark::eval::{Arguments, Evaluator};
use starlark::values::tuple::UnpackTuple;
use starlark::values::{NoSerialize, ProvidesStaticType, StarlarkPagablePanic, StarlarkValue, Value, starlark_value};
use starlark::{starlark_module, starlark_simple_value};

use crate::problem::{Problem, Related, Severity};
use crate::template::evaluate::calls::{RunningFunctions, name_function};
use crate::template::evaluate::modules::Ignored;
use crate::template::evaluate::running_place;
use crate::template::overlay::matcher::{Candidate, SiblingName};
use crate::template::overlay::{apply, apply_content};
use crate::template::values::from_starlark::type_of;
use crate::template::values::structs::key_of;
use crate::template::values::yaml_fragment::FragmentKind;
use crate::template::values::{BuiltinError, YamlFragment, content_of};
use crate::text::Place;
use crate::values::ValueKind;
use crate::values::fragment::{Fragment, Holder};
use crate::values::matcher::Matcher;

#[cfg(test)]
mod tests;

/// Adds what the module holds.
pub(super) fn members(builder: &mut GlobalsBuilder) {
    laying(builder);
    matchers(builder);
    operators(builder);
}

#[starlark_module]
fn laying(builder: &mut GlobalsBuilder) {
    /// The first YAML with each further one laid over it.
    fn apply<'v>(
        #[starlark(require = pos)] below: Value<'v>,
        #[starlark(args)] above: UnpackTuple<Value<'v>>,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let laid = above.items.into_iter().try_fold(below, |below, above| lay(below, above, eval))?;
        if YamlFragment::from_value(laid).is_some() {
            return Ok(laid);
        }
        let content = content_of(laid, running_place(eval), eval.heap())?;
        Ok(eval.heap().alloc(YamlFragment::holding(content)))
    }
}

/// What finds counterparts.
#[starlark_module]
fn matchers(builder: &mut GlobalsBuilder) {
    /// Matches every node.
    const all: MatcherValue = MatcherValue(Matcher::All);

    /// Matches the item or document at this position.
    fn index(
        #[starlark(require = pos)] index: i64,
        #[starlark(kwargs)] _rest: Ignored,
    ) -> starlark::Result<MatcherValue> {
        Ok(MatcherValue(Matcher::Index(index)))
    }

    /// Matches nodes that have the same value at this key.
    fn map_key(
        #[starlark(require = pos)] key: &str,
        #[starlark(kwargs)] _rest: Ignored,
    ) -> starlark::Result<MatcherValue> {
        Ok(MatcherValue(Matcher::MapKey(key.into())))
    }

    /// Matches nodes that hold at least this.
    fn subset<'v>(
        #[starlark(require = pos)] least: Value<'v>,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<MatcherValue> {
        let content = content_of(least, running_place(eval), eval.heap())?;
        Ok(MatcherValue(Matcher::Subset(Box::new(content))))
    }
}

/// What puts matchers together.
#[starlark_module]
fn operators(builder: &mut GlobalsBuilder) {
    /// Matches what every one of these matches.
    fn and_op<'v>(
        #[starlark(args)] matchers: UnpackTuple<Value<'v>>,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<MatcherValue> {
        Ok(MatcherValue(Matcher::And(matchers_of("and_op", &matchers.items, eval)?)))
    }

    /// Matches what any of these matches.
    fn or_op<'v>(
        #[starlark(args)] matchers: UnpackTuple<Value<'v>>,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<MatcherValue> {
        Ok(MatcherValue(Matcher::Or(matchers_of("or_op", &matchers.items, eval)?)))
    }

    /// Matches what this does not match.
    fn not_op<'v>(
        #[starlark(require = pos)] matcher: Value<'v>,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<MatcherValue> {
        Ok(MatcherValue(Matcher::Not(Box::new(matcher_of(matcher, eval)?))))
    }
}

/// A matcher as a function of (index, left, right).
#[derive(Clone, Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub(crate) struct MatcherValue(#[allocative(skip)] pub(crate) Matcher);
starlark_simple_value!(MatcherValue);

#[starlark_value(type = "function")]
impl<'v> StarlarkValue<'v> for MatcherValue {
    fn invoke(
        &self,
        _: Value<'v>,
        arguments: &Arguments<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let given: Vec<_> = arguments.positions(eval.heap())?.collect();
        let [name, left, right] = given[..] else {
            let mistake = BuiltinError::new(format!("a matcher takes 3 arguments, not {}", given.len()));
            return Err(mistake.expected("an index or a key, the node below and the node above").into());
        };
        self.judge(name, left, right, eval).map(Value::new_bool)
    }
}

impl MatcherValue {
    fn judge<'v>(
        &self,
        name: Value<'v>,
        left: Value<'v>,
        right: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<bool> {
        let place = running_place(eval);
        let is_yaml = [left, right].iter().all(|node| YamlFragment::from_value(*node).is_some());
        if matches!(self.0, Matcher::MapKey(_)) && !is_yaml {
            return Err(BuiltinError::new("`overlay.map_key` compares maps of YAML, not dicts").into());
        }
        let [left, right] = [content_of(left, place, eval.heap())?, content_of(right, place, eval.heap())?];
        let key = key_of(name);
        let index = name.unpack_i32().and_then(|index| usize::try_from(index).ok());
        // Nothing but `overlay.index` looks at it.
        let given = content_of(name, place, eval.heap()).unwrap_or(ValueKind::Unknown);
        let name = match (index, &key) {
            (Some(index), _) => SiblingName::Index(index),
            (None, Some(key)) => SiblingName::Key(key),
            (None, None) => SiblingName::Given(&given),
        };
        let node = |kind| Fragment::new(Holder::Item, crate::values::Value { origin: place, kind });
        let [left, right] = [left, right].map(node);
        let candidate = Candidate { position: 0, name, node: &left };
        let functions = RunningFunctions::new(eval);
        match self.0.matches(&candidate, &right, &functions) {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => Err(BuiltinError::new("it is not known whether the node matches").into()),
            Err(problem) => Err(refused(vec![*problem]).into()),
        }
    }
}

/// What an argument matches with: what this module made, or a function. Whether it can be called is looked at when it is
/// asked.
fn matcher_of<'v>(value: Value<'v>, eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Matcher> {
    match MatcherValue::from_value(value) {
        Some(known) => Ok(known.0.clone()),
        None => name_function(value, eval).map(Matcher::Function),
    }
}

fn matchers_of<'v>(
    name: &str,
    values: &[Value<'v>],
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<Vec<Matcher>> {
    if values.is_empty() {
        return Err(BuiltinError::new(format!("`overlay.{name}` is given nothing to match with")).into());
    }
    values.iter().map(|value| matcher_of(*value, eval)).collect()
}

/// One value laid over another: documents over documents, else the content of one node over that of another. Dicts and
/// lists become what is written in YAML.
fn lay<'v>(below: Value<'v>, above: Value<'v>, eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Value<'v>> {
    let heap = eval.heap();
    let mut problems = Vec::new();
    let result = match (documents(below), documents(above)) {
        (Some(below), Some(above)) => {
            let functions = RunningFunctions::new(eval);
            let [below, above] = [below, above].map(|documents| documents.children().map(written).collect::<Vec<_>>());
            let laid = apply(below, &above, &functions, &mut problems);
            heap.alloc(YamlFragment::new(FragmentKind::Documents, laid))
        }
        (None, None) => {
            let place = running_place(eval);
            let [below, above] = [content_of(below, place, heap)?.written(), content_of(above, place, heap)?.written()];
            let functions = RunningFunctions::new(eval);
            heap.alloc(YamlFragment::holding(apply_content(below, &above, &functions, &mut problems)))
        }
        (Some(_), None) if !content_of(above, running_place(eval), heap)?.is_collection() => below,
        _ => {
            let (above, below) = (words(above), words(below));
            return Err(BuiltinError::new(format!("{above} cannot be laid over {below}")).into());
        }
    };
    problems.retain(|problem| problem.severity == Severity::Error);
    if problems.is_empty() { Ok(result) } else { Err(refused(problems).into()) }
}

fn written(document: &Fragment) -> Fragment {
    let value = crate::values::Value { kind: document.value.kind.written(), ..document.value.clone() };
    Fragment { value, ..document.clone() }
}

fn documents(value: Value<'_>) -> Option<&YamlFragment> {
    YamlFragment::from_value(value).filter(|fragment| fragment.kind() == FragmentKind::Documents)
}

fn words(value: Value<'_>) -> String {
    match YamlFragment::from_value(value) {
        Some(fragment) => fragment.kind().words().to_owned(),
        None => format!("a value of type {}", type_of(value)),
    }
}

/// Problems of an overlay as that of the call: it says the first one, and shows where all of them are.
fn refused(problems: Vec<Problem>) -> BuiltinError {
    let mut problems = problems.into_iter();
    let mut mistake = BuiltinError::default();
    if let Some(first) = problems.next() {
        mistake.message = decapitalised(&first.message);
        (mistake.found, mistake.expected) = (first.found.clone(), first.expected.clone());
        mistake.hint = first.hints.first().cloned();
        mistake.code = Some(first.code);
        mistake.related.push(Related { place: first.place, message: "this is the node of the overlay".to_owned() });
        mistake.related.extend_from_slice(&first.related);
    }
    let others = problems.map(|other| Related { place: other.place, message: decapitalised(&other.message) });
    mistake.related.extend(others);
    mistake.related.retain(|related| related.place != Place::NOWHERE);
    mistake
}

fn decapitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}

impl Display for MatcherValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match &self.0 {
            Matcher::Index(_) => "overlay.index_matcher",
            Matcher::All => "overlay.all",
            Matcher::Subset(_) => "overlay.subset_matcher",
            Matcher::MapKey(_) => "overlay.map_key_matcher",
            Matcher::And(_) => "overlay.and_op",
            // As ytt has it.
            Matcher::Or(_) | Matcher::Not(_) => "overlay.or_op",
            Matcher::Function(function) => &function.name,
        })
    }
}
