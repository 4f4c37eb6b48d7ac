//! Starlark's values as sayl's: scalars, and whatever YAML can hold as the content of a node.

use std::sync::Arc;

use starlark::values::dict::DictRef;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;
use starlark::values::{Heap, Value};

use super::attribute_map::AttributeMap;
use super::mistake::BuiltinError;
use super::scalar::from_starlark;
use super::structs::Struct;
use super::yaml_fragment::{FragmentKind, YamlFragment};
use crate::text::Place;
use crate::values::fragment::{Fragment, Holder};
use crate::values::{Key, MappingValue, SequenceValue, ValueKind};

/// How deep a value may nest; one that holds itself nests without end.
const DEEPEST: usize = 300;

/// How many parts a value may have; one that is shared counts as often as it is met.
const MOST_PARTS: usize = 500_000;

/// A value as the content of a node that stands at `place`. An error says what YAML cannot hold.
pub(crate) fn content_of<'v>(value: Value<'v>, place: Place, heap: Heap<'v>) -> Result<ValueKind, BuiltinError> {
    Converter::new(place, heap).content(value)
}

/// A value as data, with `place` for all that has none.
pub(crate) fn value_of<'v>(
    value: Value<'v>,
    place: Place,
    heap: Heap<'v>,
) -> Result<crate::values::Value, BuiltinError> {
    content_of(value, place, heap).map(|kind| crate::values::Value { origin: place, kind })
}

/// The same of what code made, which holds no YAML fragments.
pub(crate) fn without_fragments<'v>(value: Value<'v>, heap: Heap<'v>) -> Result<crate::values::Value, BuiltinError> {
    let mut converter = Converter { takes_fragments: false, ..Converter::new(Place::NOWHERE, heap) };
    converter.content(value).map(crate::values::Value::unwritten)
}

struct Converter<'v> {
    place: Place,
    depth: usize,
    parts: usize,
    heap: Heap<'v>,
    takes_fragments: bool,
}

impl<'v> Converter<'v> {
    fn new(place: Place, heap: Heap<'v>) -> Self {
        Self { place, depth: 0, parts: 0, heap, takes_fragments: true }
    }

    fn content(&mut self, value: Value<'v>) -> Result<ValueKind, BuiltinError> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            let mistake = BuiltinError::new("the value has more parts than YAML is given");
            return Err(mistake.expected(format!("at most {MOST_PARTS}")));
        }
        if let Some(kind) = from_starlark(value) {
            return Ok(kind);
        }
        if let Some(fragment) = YamlFragment::from_value(value) {
            return self.fragment(fragment);
        }
        if let Some(map) = AttributeMap::from_value(value) {
            return Ok(map.content());
        }
        if self.depth == DEEPEST {
            return Err(BuiltinError::new("the value nests deeper than YAML is read, or holds itself"));
        }
        self.depth += 1;
        let content = self.collection(value);
        self.depth -= 1;
        content
    }

    fn fragment(&self, fragment: &YamlFragment) -> Result<ValueKind, BuiltinError> {
        if !self.takes_fragments {
            let mistake = BuiltinError::new("a YAML fragment cannot be converted")
                .expected("a scalar, a list, a dict or a struct");
            return Err(mistake.hint("`yaml.decode(yaml.encode(…))` makes dicts and lists of it"));
        }
        if fragment.kind() == FragmentKind::Documents && self.depth > 0 {
            return Err(
                BuiltinError::new("documents cannot be part of a value").expected("a map, an array or a scalar")
            );
        }
        Ok(fragment.content())
    }

    fn collection(&mut self, value: Value<'v>) -> Result<ValueKind, BuiltinError> {
        if let Some(dict) = DictRef::from_value(value) {
            let entries: Vec<_> = dict.iter().collect();
            return self.mapping(
                entries.into_iter().map(|(key, value)| (from_starlark(key).as_ref().and_then(Key::of), key, value)),
            );
        }
        if let Some(fields) = Struct::from_value(value).filter(|it| !it.is_module()) {
            return self.mapping(fields.fields().map(|(key, value)| (Some(key.clone()), value, value)));
        }
        if let Some(list) = ListRef::from_value(value) {
            return self.sequence(list.iter());
        }
        if let Some(tuple) = TupleRef::from_value(value) {
            return self.sequence(tuple.iter());
        }
        self.iterated(value)
    }

    fn iterated(&mut self, value: Value<'v>) -> Result<ValueKind, BuiltinError> {
        match value.iterate(self.heap) {
            Ok(items) if value.get_type() == "set" => self.sequence(items),
            _ => Err(unsuitable(value)),
        }
    }

    fn mapping(
        &mut self,
        given: impl Iterator<Item = (Option<Key>, Value<'v>, Value<'v>)>,
    ) -> Result<ValueKind, BuiltinError> {
        let mut entries = Vec::new();
        for (key, written, value) in given {
            let Some(key) = key else {
                let message = format!("a {} cannot be the key of a map", type_of(written));
                return Err(BuiltinError::new(message).expected("text, a number, a boolean or None"));
            };
            entries.push(self.child(Holder::Entry(key), value)?);
        }
        Ok(ValueKind::Mapping(Arc::new(MappingValue {
            entries: entries.into(),
            is_computed: true,
            ..MappingValue::default()
        })))
    }

    fn sequence(&mut self, items: impl Iterator<Item = Value<'v>>) -> Result<ValueKind, BuiltinError> {
        let items = items.map(|item| self.child(Holder::Item, item)).collect::<Result<Vec<_>, _>>()?;
        Ok(ValueKind::Sequence(Arc::new(SequenceValue { is_computed: true, ..SequenceValue::of(items) })))
    }

    fn child(&mut self, holder: Holder, value: Value<'v>) -> Result<Fragment, BuiltinError> {
        Ok(Fragment::new(holder, crate::values::Value { origin: self.place, kind: self.content(value)? }))
    }
}

fn unsuitable(value: Value<'_>) -> BuiltinError {
    if let Some("int") = Some(value.get_type()) {
        let mistake = BuiltinError::new("the number is larger than YAML numbers are");
        return mistake.found(value.to_repr()).expected(format!("at most {}", u64::MAX));
    }
    let mistake = BuiltinError::new(format!("a {} cannot be a value in YAML", type_of(value)));
    let mistake = mistake.expected("a scalar, a list, a dict, a struct or a YAML fragment");
    if value.get_type() == "range" {
        return mistake.hint("write `list(…)` around it");
    }
    if value.dir_attr().iter().any(|name| name == "string") { mistake.hint("call `.string()` on it") } else { mistake }
}

/// Whether a value can be called.
pub(crate) fn is_callable(value: Value<'_>) -> bool {
    value.get_type() == "function"
}

/// The name of a value's type as `type()` gives it.
pub(crate) fn type_of(value: Value<'_>) -> &'static str {
    match value.get_type() {
        "function" if value.parameters_spec().is_none() => "builtin_function_or_method",
        "struct" if Struct::from_value(value).is_some_and(Struct::is_module) => "module",
        "namespace" => "module",
        name => name,
    }
}
