//! From a fragment to the schema of its node: the type inferred from the value, and what the annotations change.

use std::sync::Arc;

use super::dialect::AnnotationKind;
use super::keys::{self, KeyRole};
use super::{ReadContext, defaults, documentation, examples, validation};
use crate::memo;
use crate::problem::{Code, Problem, Severity};
use crate::schema::fields::{FieldRun, Fields};
use crate::schema::map_keys::KeyPattern;
use crate::schema::{MappingType, Others, Presence, SchemaNode, Type};
use crate::values::arguments::ArgumentKind;
use crate::values::fragment::{Fragment, Holder};
use crate::values::{MappingValue, SequenceValue, Value, ValueKind};

mod combinations;
mod unions;

/// The schema of a fragment and of everything below it.
pub(super) fn node(fragment: &Fragment, context: &mut ReadContext<'_>) -> SchemaNode {
    context.functions.unwind_if_cancelled();
    let is_nullable = read_nullable(fragment, context);
    keys::refuse_elsewhere(fragment, context);
    let (ty, has_null) = declared(fragment, is_nullable, context);
    let nullable = is_nullable || has_null;
    let mut node = SchemaNode {
        ty,
        nullable,
        default: Value { origin: fragment.place, kind: ValueKind::Null },
        written_default: None,
        presence: Presence::Defaulted,
        title: documentation::text(fragment, AnnotationKind::Title, context),
        description: documentation::text(fragment, AnnotationKind::Description, context),
        examples: Vec::new(),
        extensions: Vec::new(),
        deprecated: documentation::notice(fragment, AnnotationKind::Deprecated, context),
        removed: documentation::notice(fragment, AnnotationKind::Removed, context),
        is_permissive: false,
        rules: Vec::new(),
        emptiness: None,
        declared: fragment.place,
    };
    if node.removed.is_some() {
        // Nothing stands in for what is gone.
        node.presence = Presence::Optional;
    }
    validation::add_rules(fragment, &mut node, context);
    node.default = defaults::implied(fragment, &node, is_nullable);
    defaults::judge(fragment, &node, context);
    node.examples = examples::of_fragment(fragment, &node, context);
    if let Some(default) = defaults::explicit(fragment, &node, context) {
        node.default = default;
    }
    node
}

/// The type of a fragment, declared or inferred, and whether the type itself allows null.
fn declared(fragment: &Fragment, is_nullable: bool, context: &mut ReadContext<'_>) -> (Type, bool) {
    if let Some(ty) = combinations::declared(fragment, context) {
        return (ty, false);
    }
    match context.annotation(fragment, AnnotationKind::Type) {
        Some(attached) if context.dialect.has_older => unions::declared(fragment, attached, context),
        Some(_) if read_any(fragment, context) => {
            super::mistakes::below_any(fragment, context);
            (Type::Any, false)
        }
        _ => (inferred(fragment, is_nullable, context), false),
    }
}

/// What `@schema/type any=` says.
fn read_any(fragment: &Fragment, context: &mut ReadContext<'_>) -> bool {
    let Some(attached) = context.annotation(fragment, AnnotationKind::Type) else { return false };
    for keyword in attached.arguments.keywords.iter().filter(|keyword| keyword.name != "any") {
        let place = attached.place(keyword.name_range);
        let problem = Problem::new(Code::AnnotationArguments, place, "`@schema/type` does not take this argument");
        context.report(fragment, problem.found(format!("`{}`", keyword.name)).expected("`any=True` or `any=False`"));
    }
    if attached.arguments.keywords.is_empty() && !attached.arguments.is_open {
        let problem = Problem::new(
            Code::AnnotationArguments,
            attached.name_place,
            "`@schema/type` does not say anything about the type",
        );
        context.report(fragment, problem.found("no keyword argument").expected("`any=True` or `any=False`"));
    }
    let Some(keyword) = attached.arguments.keyword("any") else { return false };
    match &keyword.value.kind {
        ArgumentKind::Literal(Value { kind: ValueKind::Bool(is_any), .. }) => *is_any,
        // Not known, so nothing below can be called wrong.
        ArgumentKind::Expression => true,
        _ => {
            let place = attached.place(keyword.value.range);
            let problem = Problem::new(Code::AnnotationArguments, place, "`any=` is either true or false");
            context.report(fragment, problem.found(keyword.value.word()).expected("`True` or `False`"));
            true
        }
    }
}

/// Whether `@schema/nullable` stands at the fragment.
fn read_nullable(fragment: &Fragment, context: &mut ReadContext<'_>) -> bool {
    let Some(attached) = context.annotation(fragment, AnnotationKind::Nullable) else { return false };
    for keyword in &attached.arguments.keywords {
        let place = attached.place(keyword.name_range);
        let problem = Problem::new(Code::AnnotationArguments, place, "`@schema/nullable` takes no arguments");
        context.report(fragment, problem.found(format!("`{}=`", keyword.name)).expected("no arguments"));
    }
    true
}

pub(super) fn inferred(fragment: &Fragment, nullable: bool, context: &mut ReadContext<'_>) -> Type {
    match &fragment.value.kind {
        ValueKind::Unknown => Type::Unknown,
        kind if kind.is_computed() => {
            context.report(fragment, plain_value(fragment));
            Type::Unknown
        }
        ValueKind::Bool(_) => Type::Bool,
        ValueKind::Int(_) => Type::Int,
        ValueKind::Float(_) => Type::Float,
        ValueKind::String(_) => Type::String,
        ValueKind::Null if context.dialect.is_permissive => {
            context.report(fragment, open_example(fragment));
            Type::Any
        }
        ValueKind::Null => {
            context.report(fragment, null_problem(fragment, nullable));
            Type::Unknown
        }
        ValueKind::Mapping(mapping) => Type::Mapping(mapping_type(mapping, context)),
        ValueKind::Sequence(sequence) => Type::Sequence(item_type(fragment, sequence, context)),
    }
}

fn plain_value(fragment: &Fragment) -> Problem {
    let (found, expected) = match &fragment.value.kind {
        ValueKind::Mapping(_) => ("a dict", "a map written as YAML"),
        _ => ("a list", "an array written as YAML"),
    };
    let message = format!("The type of {} cannot be told from what template code computes", fragment.holder.words());
    // The code, which is where its parts stand.
    let place = fragment.children().next().map_or(fragment.place, |part| part.place);
    let problem = Problem::new(Code::SchemaComputedValue, place, message).found(found);
    problem.expected(expected).hint("return YAML from a function: write it between `def` and `end`")
}

fn open_example(fragment: &Fragment) -> Problem {
    let subject = fragment.holder.subject();
    let message = format!("{subject} has no value, so any value may be given");
    let problem = Problem::new(Code::SchemaNull, fragment.value.origin, message);
    let problem = problem.hint("an example value shows the type; `@schema/type \"any\"` says that any is meant");
    Problem { severity: Severity::Hint, ..problem }
}

fn null_problem(fragment: &Fragment, nullable: bool) -> Problem {
    // The end of an empty document is on another line.
    let place = if fragment.holder == Holder::Document { fragment.place } else { fragment.value.origin };
    let problem = Problem::new(
        Code::SchemaNull,
        place,
        format!("{} has no value from which its type could be inferred", fragment.holder.subject()),
    );
    let problem = problem.found("null").expected("an example value of the type that is meant");
    if nullable {
        problem.hint("`@schema/nullable` makes the default null; the value still shows the type, such as \"\" or 0")
    } else {
        problem
            .hint("for null by default, give an example value and annotate it with `@schema/nullable`")
            .hint("to allow any value, annotate it with `@schema/type any=True`")
    }
}

/// The keys that runs of entries declare, kept from one version of a schema to the next. Runs are recognised by
/// identity.
pub(super) type FieldMemo = memo::Memo<(usize, usize), Arc<DeclaredRun>>;

/// The keys that a run of entries declares.
#[derive(Debug)]
pub(super) struct DeclaredRun {
    fields: Arc<FieldRun>,
    patterns: Vec<KeyPattern>,
    free: Option<Arc<SchemaNode>>,
    /// What was found on the way.
    problems: Vec<Problem>,
    /// It keeps the address from being used anew.
    _run: Arc<[Fragment]>,
}

fn mapping_type(mapping: &MappingValue, context: &mut ReadContext<'_>) -> MappingType {
    let runs: Vec<Arc<DeclaredRun>> =
        mapping.entries.runs().iter().map(|run| cached_run(run, mapping.is_spread, context)).collect();
    let mut ty = MappingType { is_open: mapping.is_open, ..MappingType::default() };
    for run in &runs {
        ty.patterns.extend_from_slice(&run.patterns);
        if let Some(free) = &run.free {
            ty.others = Others::Kept(free.clone());
        }
    }
    ty.fields = Fields::of_runs(runs.iter().map(|run| run.fields.clone()));
    ty
}

/// The keys of a run. Those of a map that comes from several segments are kept.
fn cached_run(run: &Arc<[Fragment]>, is_spread: bool, context: &mut ReadContext<'_>) -> Arc<DeclaredRun> {
    let key = (run.as_ptr().addr(), std::ptr::from_ref(context.dialect).addr());
    if let Some(known) = context.kept.get(&key).filter(|_| is_spread) {
        let known = known.clone();
        context.problems.extend_from_slice(&known.problems);
        return known;
    }
    let declared = Arc::new(declared_run(run, context));
    if is_spread {
        context.kept.keep(key, declared.clone());
    }
    declared
}

fn declared_run(run: &Arc<[Fragment]>, context: &mut ReadContext<'_>) -> DeclaredRun {
    let known = context.problems.len();
    let (mut fields, mut patterns, mut free) = (Vec::with_capacity(run.len()), Vec::new(), None);
    for child in run.iter() {
        let Holder::Entry(key) = &child.holder else { continue };
        let role = keys::role(child, context);
        let node = node(child, context);
        match role {
            KeyRole::Defaulted => fields.push((key.clone(), Arc::new(node))),
            KeyRole::Optional => {
                fields.push((key.clone(), Arc::new(SchemaNode { presence: Presence::Optional, ..node })));
            }
            KeyRole::Free => free = Some(Arc::new(node)),
            KeyRole::Pattern(allowed, expects, declared) => {
                let (name, value) = (key.clone(), Arc::new(node));
                patterns.push(KeyPattern { name, allowed, expects, value, declared });
            }
        }
    }
    let problems = context.problems.get(known..).unwrap_or_default().to_vec();
    let fields = Arc::new(FieldRun::new(fields));
    DeclaredRun { fields, patterns, free, problems, _run: run.clone() }
}

fn item_type(fragment: &Fragment, sequence: &SequenceValue, context: &mut ReadContext<'_>) -> Arc<SchemaNode> {
    let items: Vec<SchemaNode> = sequence.items().map(|child| node(child, context)).collect();
    let count = items.len();
    match items.into_iter().next() {
        Some(item) if count == 1 && !sequence.is_open => Arc::new(item),
        _ if sequence.is_open => Arc::new(SchemaNode::unknown(fragment.place)),
        _ if count == 0 && context.dialect.is_permissive => Arc::new(SchemaNode::any(fragment.place)),
        _ => {
            let found = if count == 0 { "no item".to_owned() } else { format!("{count} items") };
            let message = "An array in a schema shows exactly one item, whose type all items have";
            let problem = Problem::new(Code::SchemaArrayItems, fragment.place, message);
            let problem = problem
                .found(found)
                .expected("exactly one item")
                .hint("an array is empty by default; `@schema/default` gives it another default")
                .hint("to allow any value, annotate the array with `@schema/type any=True`");
            context.report(fragment, problem);
            Arc::new(SchemaNode::unknown(fragment.place))
        }
    }
}
