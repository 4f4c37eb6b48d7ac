//! The functions that generated programs call: they begin nodes, give them values, and collect what functions give.

#![allow(clippy::unnecessary_wraps, reason = "Starlark takes only functions that return a `Result`")]
#![expect(unsafe_code, reason = "the derives of Starlark implement its marker traits")]

use std::fmt;
use std::sync::Arc;

use allocative::Allocative;
use starlark::environment::{GlobalsBuilder, Module};
use starlark::eval::{Arguments, Evaluator};
use starlark::values::tuple::{AllocTuple, UnpackTuple};
use starlark::values::{
    Heap, NoSerialize, ProvidesStaticType, StarlarkPagablePanic, StarlarkValue, Value, starlark_value,
};
use starlark::{starlark_module, starlark_simple_value};
use starlark_syntax::codemap::Span;

use super::annotation::attach;
use super::collect::{Collecting, FragmentTree, Replacement};
use super::context::EvaluationContext;
use super::program::CompiledProgram;
use super::running_place;
use crate::template::compile::NodeTemplate;
use crate::template::values::dict::as_dict;
use crate::template::values::from_starlark::type_of;
use crate::template::values::structs::key_of;
use crate::template::values::yaml_fragment::FragmentKind;
use crate::template::values::{BuiltinError, Replaced, YamlFragment, content_of};
use crate::text::{FileId, Place};
use crate::values::print::TextWithOrigins;

/// A function that speaks of the nodes of one program. Each module has its own, under the same names.
#[derive(Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
struct NodeFunction {
    #[allocative(skip)]
    program: Arc<CompiledProgram>,
    #[allocative(skip)]
    action: Action,
}

starlark_simple_value!(NodeFunction);

/// What is done with a node, or with what is collected.
#[derive(Clone, Copy, Debug)]
enum Action {
    /// `__node(i)`
    Begin,
    /// `__annotation(i, "name", __arguments(…))`
    Annotate,
    /// `__value(i, …)`
    Set,
    /// `__key(i, …)`
    Name,
    /// `__begin()` begins a function that gives YAML.
    Open,
    /// `__text_begin()` begins text.
    OpenText,
    /// `__text_add("…")` and `__text_add_value((…))` add text, as it stands and as code computed it.
    Add,
    /// `__end()` and `__text_end()` end what was begun, and give it.
    Close,
    /// `__return((…))` ends it, and gives something else.
    Return,
    /// `__return_early((…))` gives something else and ends nothing.
    Leave,
}

const ACTIONS: [(&str, Action); 12] = [
    ("__node", Action::Begin),
    ("__annotation", Action::Annotate),
    ("__value", Action::Set),
    ("__key", Action::Name),
    ("__begin", Action::Open),
    ("__text_begin", Action::OpenText),
    ("__text_add", Action::Add),
    ("__text_add_value", Action::Add),
    ("__end", Action::Close),
    ("__text_end", Action::Close),
    ("__return", Action::Return),
    ("__return_early", Action::Leave),
];

/// The names of the functions that each module has of its own.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ACTIONS.iter().map(|(name, _)| *name)
}

/// Defines the functions that speak of the nodes of this program.
pub(super) fn define(program: &Arc<CompiledProgram>, module: &Module<'_>) {
    for (name, action) in ACTIONS {
        module.set(name, module.heap().alloc(NodeFunction { program: program.clone(), action }));
    }
}

impl fmt::Display for NodeFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("node")
    }
}

#[starlark_value(type = "function")]
impl<'v> StarlarkValue<'v> for NodeFunction {
    fn invoke(
        &self,
        _: Value<'v>,
        arguments: &Arguments<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let mut positions = arguments.positions(eval.heap())?;
        let (first, second, third) = (positions.next(), positions.next(), positions.next());
        drop(positions);
        let file = self.program.file;
        let context = EvaluationContext::of(eval)?;
        match self.action {
            Action::Begin | Action::Annotate | Action::Set | Action::Name => {
                if let Some((index, node)) = first.and_then(|index| self.node(index)) {
                    self.speak_of(index, node, (second, third), eval)?;
                }
            }
            Action::Open => context.push(file, Collecting::Yaml(FragmentTree::default())),
            Action::OpenText => context.push(file, Collecting::Text(TextWithOrigins::default())),
            Action::Add => add(first, self.running_place(eval), file, context)?,
            Action::Close => return close(file, context, eval.heap()),
            Action::Return => {
                context.pop(file);
                return Ok(first.unwrap_or_default());
            }
            Action::Leave => {
                context.leave(file, self.running_place(eval));
                return Ok(first.unwrap_or_default());
            }
        }
        Ok(Value::new_none())
    }
}

impl NodeFunction {
    fn node(&self, index: Value<'_>) -> Option<(u32, &NodeTemplate)> {
        let index = u32::try_from(index.unpack_i32()?).ok()?;
        Some((index, self.program.program.nodes.get(index as usize)?))
    }

    /// What stands in the template for the part of the program that calls a builtin.
    fn running_place(&self, eval: &Evaluator<'_, '_, '_>) -> Place {
        running_span(eval).map_or(Place::NOWHERE, |span| self.program.program.map.place(span))
    }

    fn speak_of<'v>(
        &self,
        index: u32,
        node: &NodeTemplate,
        arguments: (Option<Value<'v>>, Option<Value<'v>>),
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<()> {
        let (context, file) = (EvaluationContext::of(eval)?, self.program.file);
        let done = match (self.action, arguments) {
            (Action::Begin, _) => begin(index, &self.program, node, context),
            (Action::Annotate, (Some(name), Some(arguments))) => {
                let shape = running_span(eval).and_then(|span| self.program.shapes.at(span));
                let attached = attach(name, arguments, shape, node.place, eval)?;
                context.tree(file, |tree| tree.annotate(index, attached));
                Ok(())
            }
            (Action::Set, (Some(value), _)) => {
                let place = running_span(eval).map_or(node.value_place, |span| self.program.program.map.place(span));
                set(value, (file, place), eval.heap(), context)
            }
            (Action::Name, (Some(key), _)) => name(index, node, key, (file, context)),
            _ => Ok(()),
        };
        done.map_err(BuiltinError::error)
    }
}

/// The part of the program that calls a builtin.
fn running_span(eval: &Evaluator<'_, '_, '_>) -> Option<Span> {
    eval.call_stack_top_location().map(|call| call.span)
}

fn begin(
    index: u32,
    program: &CompiledProgram,
    node: &NodeTemplate,
    context: &EvaluationContext,
) -> Result<(), BuiltinError> {
    let may_repeat = node.overrides_key || context.job.options.implicit_map_key_overrides;
    context.tree(program.file, |tree| tree.begin(index, &program.program.nodes, may_repeat)).unwrap_or(Ok(()))
}

fn name(
    index: u32,
    node: &NodeTemplate,
    key: Value<'_>,
    shared: (FileId, &EvaluationContext),
) -> Result<(), BuiltinError> {
    let Some(key) = key_of(key) else {
        return Err(BuiltinError::new("this cannot be the key of a map").found(key.to_repr()).at(node.place));
    };
    let (file, context) = shared;
    context.tree(file, |tree| tree.name(index, key));
    Ok(())
}

/// Adds text that stands or was computed at a place.
fn add(piece: Option<Value<'_>>, place: Place, file: FileId, context: &EvaluationContext) -> Result<(), BuiltinError> {
    let Some(piece) = piece else { return Ok(()) };
    let Some(text) = piece.unpack_str() else {
        let mistake = BuiltinError::new(format!("this gives a value of type {} where text is needed", type_of(piece)));
        return Err(mistake.expected("a string").hint("write `str(…)` around it").at(place));
    };
    context.text(file, |collected| collected.add_text(text, place));
    Ok(())
}

/// Ends what was begun last, and gives it.
fn close<'v>(file: FileId, context: &EvaluationContext, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
    match context.pop(file) {
        Some(Collecting::Yaml(tree)) => {
            let fragment = tree.end().map_err(BuiltinError::error)?;
            Ok(heap.alloc(fragment.unwrap_or_else(YamlFragment::nothing)))
        }
        Some(Collecting::Text(text)) => Ok(heap.alloc(text.text)),
        Some(Collecting::Nothing) | None => Ok(Value::new_none()),
    }
}

/// Gives the node that began last a value, which the code at `place` of a file computed.
fn set<'v>(
    value: Value<'v>,
    at: (FileId, Place),
    heap: Heap<'v>,
    shared: &EvaluationContext,
) -> Result<(), BuiltinError> {
    let (file, place) = at;
    if !shared.drops(file) && shared.tree(file, FragmentTree::part).flatten().is_none() {
        return Err(shared.unfinished(file, place));
    }
    if Replaced::from_value(value).is_some() {
        return Ok(());
    }
    if YamlFragment::from_value(value).is_some_and(|fragment| fragment.kind() == FragmentKind::Documents) {
        let mistake =
            BuiltinError::new("documents cannot be the value of a node").expected("a map, an array or a scalar");
        return Err(mistake.hint("`template.replace` puts documents in place of one").at(place));
    }
    let content = content_of(value, place, heap).map_err(|mistake| mistake.at(place))?;
    shared.tree(file, |tree| tree.set(content, place));
    Ok(())
}

/// Replaces the node that began last in the file whose code runs.
pub(crate) fn replace_node<'v>(by: Value<'v>, eval: &Evaluator<'v, '_, '_>) -> starlark::Result<()> {
    let context = EvaluationContext::of(eval)?;
    let place = running_place(eval);
    if context.drops(place.file) {
        return Ok(());
    }
    let Some(part) = context.tree(place.file, FragmentTree::part).flatten() else {
        let mistake = BuiltinError::new("`template.replace` finds no node to replace in its file");
        let hint = "it works for the value of a node and in functions that give YAML, not in other files or text";
        return Err(mistake.hint(hint).at(place).error());
    };
    let parts = replacement(by, part, place, eval.heap()).map_err(BuiltinError::error)?;
    // Entries of a dict cannot say that they are meant to take the place of others.
    let is_dict = YamlFragment::from_value(by).is_none();
    let may_repeat = is_dict || context.job.options.implicit_map_key_overrides;
    let replacement = Replacement { parts, may_repeat };
    let replaced = context.tree(place.file, |tree| tree.replace(replacement, place)).unwrap_or(Ok(()));
    replaced.map_err(BuiltinError::error)
}

/// What stands in for a node: the entries of a map for an entry, the items of an array for an item, the items of a list
/// or documents for a document.
fn replacement<'v>(
    by: Value<'v>,
    part: FragmentKind,
    place: Place,
    heap: Heap<'v>,
) -> Result<YamlFragment, BuiltinError> {
    if let Some(fragment) = YamlFragment::from_value(by) {
        return if fragment.kind() == part {
            Ok(fragment.clone())
        } else {
            Err(unsuitable(fragment.kind().words(), part, place))
        };
    }
    let content = content_of(by, place, heap).map_err(|mistake| mistake.at(place))?;
    let found = content.type_name();
    YamlFragment::of_content(content)
        .and_then(|fragment| fragment.as_part(part))
        .ok_or_else(|| unsuitable(found, part, place))
}

fn unsuitable(found: &str, part: FragmentKind, place: Place) -> BuiltinError {
    let message = format!("`template.replace` needs other parts for a node of {}", part.words());
    let expected = match part {
        FragmentKind::Mapping => "a map",
        FragmentKind::Sequence | FragmentKind::Scalar | FragmentKind::Nothing => "an array or a list",
        FragmentKind::Documents => "documents, or a list of what each of them holds",
    };
    BuiltinError::new(message).found(found).expected(expected).at(place)
}

/// The functions that are the same in every program.
#[starlark_module]
pub(super) fn functions(builder: &mut GlobalsBuilder) {
    /// The arguments of an annotation: those without a name, and those with one.
    fn __arguments<'v>(
        #[starlark(args)] positional: UnpackTuple<Value<'v>>,
        #[starlark(kwargs)] keywords: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let positional = eval.heap().alloc(AllocTuple(positional.items));
        Ok(eval.heap().alloc((positional, keywords)))
    }

    /// What `**x` gives as arguments.
    fn __kwargs<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        as_dict(value, eval.heap())
    }

    /// What `**__named(x=1)` hands on.
    fn __named<'v>(#[starlark(kwargs)] named: Value<'v>) -> starlark::Result<Value<'v>> {
        Ok(named)
    }

    /// A value that Starlark does not take for a constant.
    fn __computed<'v>(#[starlark(require = pos)] value: Value<'v>) -> starlark::Result<Value<'v>> {
        Ok(value)
    }
}
