//! The functions that generated programs call: they begin nodes, give them values, and collect what functions give.

#![allow(clippy::unnecessary_wraps, reason = "Starlark takes only functions that return a `Result`")]
#![expect(unsafe_code, reason = "the derives of Starlark implement its marker traits")]

use std::fmt;
use std::sync::Arc;

use allocative::Allocative;
use starlark::environment::{GlobalsBuilder, Module};
use starlark::eval::{Arguments, Evaluator};
use starlark::values::dict::AllocDict;
use starlark::values::none::NoneType;
use starlark::values::tuple::{AllocTuple, UnpackTuple};
use starlark::values::{
    Heap, NoSerialize, ProvidesStaticType, StarlarkPagablePanic, StarlarkValue, Value, starlark_value,
};
use starlark::{starlark_module, starlark_simple_value};
use starlark_syntax::codemap::Span;

use super::annotation::attach;
use super::collect::{Collecting, Replacement, Tree};
use super::context::Context;
use super::program::Compiled;
use crate::template::compile::NodeTemplate;
use crate::template::values::structs::key_of;
use crate::template::values::yaml_fragment::Part;
use crate::template::values::{JudgedMap, Mistake, Replace, Struct, YamlFragment, content_of};
use crate::text::Place;

/// A function that speaks of the nodes of one program. Each module has its own, under the same names.
#[derive(Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
struct NodeFunction {
    #[allocative(skip)]
    program: Arc<Compiled>,
    #[allocative(skip)]
    action: Action,
}

starlark_simple_value!(NodeFunction);

/// What is done with a node.
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
}

impl Action {
    const ALL: [(&'static str, Self); 4] =
        [("__node", Self::Begin), ("__annotation", Self::Annotate), ("__value", Self::Set), ("__key", Self::Name)];
}

/// Defines the functions that speak of the nodes of this program.
pub(super) fn define(program: &Arc<Compiled>, module: &Module<'_>) {
    for (name, action) in Action::ALL {
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
        let (index, second, third) = (positions.next(), positions.next(), positions.next());
        drop(positions);
        let Some((index, node)) = index.and_then(|index| self.node(index)) else { return Ok(Value::new_none()) };
        let context = Context::of(eval)?;
        match (self.action, second, third) {
            (Action::Begin, ..) => begin(index, node, context),
            (Action::Annotate, Some(name), Some(arguments)) => {
                let shape = running_span(eval).and_then(|span| self.program.shapes.at(span));
                let attached = attach(name, arguments, shape, node.place, eval)?;
                context.tree(|tree| tree.annotate(index, attached));
                Ok(())
            }
            (Action::Set, Some(value), _) => {
                let place = running_span(eval).map_or(node.value_place, |span| self.program.program.map.place(span));
                set(value, place, eval.heap(), context)
            }
            (Action::Name, Some(key), _) => name(index, node, key, context),
            _ => Ok(()),
        }
        .map_err(Mistake::error)?;
        Ok(Value::new_none())
    }
}

impl NodeFunction {
    fn node(&self, index: Value<'_>) -> Option<(u32, &NodeTemplate)> {
        let index = u32::try_from(index.unpack_i32()?).ok()?;
        Some((index, self.program.program.nodes.get(index as usize)?))
    }
}

/// The part of the program that calls a builtin.
fn running_span(eval: &Evaluator<'_, '_, '_>) -> Option<Span> {
    eval.call_stack_top_location().map(|call| call.span)
}

fn begin(index: u32, node: &NodeTemplate, context: &Context) -> Result<(), Mistake> {
    let may_repeat = node.overrides_key || context.job.options.implicit_map_key_overrides;
    context.tree(|tree| tree.begin(index, node, may_repeat)).unwrap_or(Ok(()))
}

fn name(index: u32, node: &NodeTemplate, key: Value<'_>, context: &Context) -> Result<(), Mistake> {
    let Some(key) = key_of(key) else {
        return Err(Mistake::new("this cannot be the key of a map").found(key.to_repr()).at(node.place));
    };
    context.tree(|tree| tree.name(index, key));
    Ok(())
}

/// Gives the node that began last a value, which the code at `place` computed.
fn set<'v>(value: Value<'v>, place: Place, heap: Heap<'v>, shared: &Context) -> Result<(), Mistake> {
    if let Some(replace) = Replace::from_value(value) {
        let part = shared.tree(Tree::part).flatten().unwrap_or(Part::Documents);
        let parts = replacement(replace.by, part, place, heap)?;
        // Entries of a dict cannot say that they are meant to take the place of others.
        let is_dict = YamlFragment::from_value(replace.by).is_none();
        let may_repeat = is_dict || shared.job.options.implicit_map_key_overrides;
        shared.tree(|tree| tree.replace(Replacement { parts, may_repeat }, place));
        return Ok(());
    }
    if YamlFragment::from_value(value).is_some_and(|fragment| fragment.part == Part::Documents) {
        let mistake = Mistake::new("documents cannot be the value of a node").expected("a map, an array or a scalar");
        return Err(mistake.hint("`template.replace` puts documents in place of one").at(place));
    }
    let content = content_of(value, place, heap).map_err(|mistake| mistake.at(place))?;
    shared.tree(|tree| tree.set(content, place));
    Ok(())
}

/// What stands in for a node: the entries of a map for an entry, the items of an array for an item or a document.
fn replacement<'v>(by: Value<'v>, part: Part, place: Place, heap: Heap<'v>) -> Result<YamlFragment, Mistake> {
    if let Some(fragment) = YamlFragment::from_value(by) {
        return fragment.as_part(part).ok_or_else(|| unsuitable(fragment.part.words(), part, place));
    }
    let content = content_of(by, place, heap).map_err(|mistake| mistake.at(place))?;
    let found = content.value(place).kind.type_name();
    YamlFragment::of_content(content)
        .and_then(|fragment| fragment.as_part(part))
        .ok_or_else(|| unsuitable(found, part, place))
}

fn unsuitable(found: &str, part: Part, place: Place) -> Mistake {
    let message = format!("`template.replace` needs other parts for a node of {}", part.words());
    let expected = match part {
        Part::Mapping => "a map",
        Part::Sequence | Part::Nothing => "an array or a list",
        Part::Documents => "documents, or a list of what each of them holds",
    };
    Mistake::new(message).found(found).expected(expected).at(place)
}

/// The functions that are the same in every program.
#[starlark_module]
pub(super) fn functions(builder: &mut GlobalsBuilder) {
    /// Begins a function that gives YAML.
    fn __begin(eval: &mut Evaluator) -> starlark::Result<NoneType> {
        Context::of(eval)?.push(Collecting::Yaml(Tree::default()));
        Ok(NoneType)
    }

    /// Ends it, and gives the YAML.
    fn __end<'v>(eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Value<'v>> {
        match Context::of(eval)?.pop() {
            Some(Collecting::Yaml(tree)) => {
                let fragment = tree.end().map_err(Mistake::error)?;
                Ok(eval.heap().alloc(fragment.unwrap_or_else(YamlFragment::nothing)))
            }
            Some(Collecting::Text(text)) => Ok(eval.heap().alloc(text)),
            None => Ok(Value::new_none()),
        }
    }

    /// Ends it, and gives something else.
    fn __return<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        Context::of(eval)?.pop();
        Ok(value)
    }

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

    /// What `d.update(x)` puts into a dict.
    fn __pairs<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        as_dict(value, eval.heap())
    }

    /// A number that Starlark does not take for a constant.
    fn __number<'v>(#[starlark(require = pos)] value: Value<'v>) -> starlark::Result<Value<'v>> {
        Ok(value)
    }
}

/// Those that make text.
#[starlark_module]
pub(super) fn text_functions(builder: &mut GlobalsBuilder) {
    /// Begins text.
    fn __text_begin(eval: &mut Evaluator) -> starlark::Result<NoneType> {
        Context::of(eval)?.push(Collecting::Text(String::new()));
        Ok(NoneType)
    }

    /// Adds text as it stands.
    fn __text_add(#[starlark(require = pos)] piece: &str, eval: &mut Evaluator) -> starlark::Result<NoneType> {
        Context::of(eval)?.text(|text| text.push_str(piece));
        Ok(NoneType)
    }

    /// Adds text that code computed.
    fn __text_add_value(#[starlark(require = pos)] value: Value, eval: &mut Evaluator) -> starlark::Result<NoneType> {
        let Some(piece) = value.unpack_str() else {
            let mistake = Mistake::new(format!("this gives a value of type {} where text is needed", value.get_type()));
            return Err(mistake.expected("a string").hint("write `str(…)` around it").error());
        };
        Context::of(eval)?.text(|text| text.push_str(piece));
        Ok(NoneType)
    }

    /// Ends text, and gives it.
    fn __text_end(eval: &mut Evaluator) -> starlark::Result<String> {
        match Context::of(eval)?.pop() {
            Some(Collecting::Text(text)) => Ok(text),
            Some(Collecting::Yaml(_)) | None => Ok(String::new()),
        }
    }
}

/// A dict in the place of a struct, or of a YAML fragment that is a map or nothing; anything else as it is.
pub(super) fn as_dict<'v>(value: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
    let is_map = match YamlFragment::from_value(value) {
        Some(fragment) => matches!(fragment.part, Part::Mapping | Part::Nothing),
        None => JudgedMap::from_value(value).is_some() || Struct::from_value(value).is_some(),
    };
    if !is_map {
        return Ok(value);
    }
    let keys = value.iterate(heap)?;
    let entries = keys.map(|key| Ok((key, value.at(key, heap)?))).collect::<starlark::Result<Vec<_>>>()?;
    Ok(heap.alloc(AllocDict(entries)))
}
