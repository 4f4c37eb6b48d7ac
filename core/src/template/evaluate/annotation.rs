//! Annotations whose arguments code computed: the values of one run, at the places that the program gives them.

use starlark::eval::Evaluator;
use starlark::values::Value;
use starlark::values::dict::DictRef;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;

use super::annotation_shapes::{AnnotationShape, ArgumentPart};
use super::calls::name_function;
use crate::template::evaluate::modules::overlay::MatcherValue;
use crate::template::evaluate::modules::validations::RuleValue;
use crate::template::values::from_starlark::{type_of, value_of};
use crate::template::values::{Struct, YamlFragment};
use crate::text::{Place, TextRange};
use crate::values::arguments::{Argument, ArgumentKind, Arguments, KeywordArgument, LibraryRule};
use crate::values::fragment::AttachedAnnotation;

/// The annotation that a call gives; `arguments` is what `__arguments` collected.
pub(super) fn attach<'v>(
    name: Value<'v>,
    arguments: Value<'v>,
    shape: Option<&AnnotationShape>,
    fallback: Place,
    eval: &Evaluator<'v, '_, '_>,
) -> starlark::Result<AttachedAnnotation> {
    let name_place = shape.map_or(fallback, |shape| shape.name_place);
    let reader = AnnotationReader { place: name_place, eval };
    let parts = TupleRef::from_value(arguments);
    let [positional, keywords] = parts.as_ref().map_or([].as_slice(), |parts| parts.content()) else {
        let name = name.unpack_str().unwrap_or_default().into();
        return Ok(AttachedAnnotation { name, name_place, arguments: Arguments::default() });
    };
    let mut collected = Arguments::default();
    let shape = shape.filter(|shape| shape.is_closed);
    for (index, value) in TupleRef::from_value(*positional).into_iter().flat_map(TupleRef::iter).enumerate() {
        let part = shape.and_then(|shape| shape.positional.get(index));
        collected.positional.push(reader.argument(value, part)?);
    }
    for (name, value) in DictRef::from_value(*keywords).iter().flat_map(|values| values.iter()) {
        let name = name.unpack_str().unwrap_or_default();
        let written = shape.and_then(|shape| shape.keywords.get(name));
        collected.keywords.push(KeywordArgument {
            name: name.to_owned(),
            name_range: written.map_or(name_place.range, |(range, _)| *range),
            value: reader.argument(value, written.map(|(_, part)| part))?,
        });
    }
    Ok(AttachedAnnotation { name: name.unpack_str().unwrap_or_default().into(), name_place, arguments: collected })
}

struct AnnotationReader<'r, 'v, 'a, 'e> {
    /// The place of what has none of its own.
    place: Place,
    eval: &'r Evaluator<'v, 'a, 'e>,
}

impl<'v> AnnotationReader<'_, 'v, '_, '_> {
    fn argument(&self, value: Value<'v>, part: Option<&ArgumentPart>) -> starlark::Result<Argument> {
        let range = part.map_or(self.place.range, |part| part.range);
        Ok(Argument { range, kind: self.kind(value, range, part)? })
    }

    fn kind(&self, value: Value<'v>, range: TextRange, part: Option<&ArgumentPart>) -> starlark::Result<ArgumentKind> {
        if let Some(items) = TupleRef::from_value(value) {
            let parts = part.map_or([].as_slice(), |part| &part.parts);
            let whole = ArgumentPart { range, parts: Vec::new() };
            let items = items.iter().enumerate();
            let items = items.map(|(index, item)| self.argument(item, Some(parts.get(index).unwrap_or(&whole))));
            return Ok(ArgumentKind::Tuple(items.collect::<starlark::Result<_>>()?));
        }
        if let Some(fragment) = YamlFragment::from_value(value) {
            return Ok(ArgumentKind::Fragment(fragment.content()));
        }
        if let Some(matcher) = MatcherValue::from_value(value) {
            return Ok(ArgumentKind::Matcher(matcher.0.clone()));
        }
        if let Some(rule) = RuleValue::from_value(value) {
            return Ok(ArgumentKind::Rule(LibraryRule::clone(&rule.0)));
        }
        if value.get_type() == "function" {
            return Ok(ArgumentKind::Function(name_function(value, self.eval)?));
        }
        if let Some(check) = self.check_of(value)? {
            return Ok(ArgumentKind::Checker(name_function(check, self.eval)?));
        }
        if let Ok(value) = value_of(value, Place { range, ..self.place }, self.eval.heap()) {
            return Ok(ArgumentKind::Literal(value));
        }
        let Some(items) = ListRef::from_value(value) else { return Ok(ArgumentKind::Other(type_of(value).into())) };
        let whole = ArgumentPart { range, parts: Vec::new() };
        let items = items.iter().map(|item| self.argument(item, Some(&whole)));
        Ok(ArgumentKind::List(items.collect::<starlark::Result<_>>()?))
    }

    /// The function `check` of an object that has one.
    fn check_of(&self, value: Value<'v>) -> starlark::Result<Option<Value<'v>>> {
        let has_check = match Struct::from_value(value) {
            Some(fields) => fields.get(&crate::values::Key::String("check".into())).is_some(),
            None => value.has_attr("check", self.eval.heap()),
        };
        let check = if has_check { value.get_attr("check", self.eval.heap())? } else { None };
        Ok(check.filter(|check| matches!(check.get_type(), "function" | "builtin_function_or_method")))
    }
}
