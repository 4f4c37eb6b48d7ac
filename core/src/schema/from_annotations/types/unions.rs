//! `@schema/type` as the older editions read it: names of types, by position or in `one_of=`, and what they make of the
//! type that the example shows.

use super::super::ReadContext;
use super::inferred;
use crate::problem::nearest;
use crate::problem::{Code, Problem};
use crate::schema::{MappingType, Others, SchemaNode, Type};
use crate::text::Place;
use crate::values::arguments::{AnnotationSite, Argument, ArgumentKind, KeywordArgument};
use crate::values::fragment::{AttachedAnnotation, Fragment};
use crate::values::{Value, ValueKind};
use std::sync::Arc;

/// The types that `one_of=` may name.
const NAMES: &[&str] = &["bool", "float", "int", "null", "string"];

/// Those that only stand by themselves.
const COLLECTIONS: &[&str] = &["any", "array", "map"];

/// What `@schema/type` says.
#[derive(Default)]
struct TypeAnnotation {
    /// The types that are named, null left out.
    listed: Vec<Type>,
    /// Whether null is among them.
    has_null: bool,
    /// Whether the type that the example shows is one of them.
    has_inferred: bool,
    /// Whether any value may be given, or it is not known which.
    is_any: bool,
}

/// The type that an annotation declares, and whether null is a value too.
pub(super) fn declared(
    fragment: &Fragment,
    attached: &AttachedAnnotation,
    context: &mut ReadContext<'_>,
) -> (Type, bool) {
    let annotation = read(fragment, attached, context);
    if annotation.is_any {
        super::super::mistakes::below_any(fragment, context);
        return (Type::Any, true);
    }
    let is_listed = annotation.is_listed(&fragment.value.kind);
    let TypeAnnotation { mut listed, mut has_null, .. } = annotation;
    let is_null = matches!(fragment.value.kind, ValueKind::Null);
    let is_collection = matches!(fragment.value.kind, ValueKind::Mapping(_) | ValueKind::Sequence(_));
    if annotation.has_inferred && is_null {
        has_null = true;
    } else if annotation.has_inferred || is_collection && !is_listed {
        listed.push(inferred(fragment, has_null, context));
    }
    if !is_listed && !annotation.has_inferred {
        context.report(fragment, unlisted(fragment, attached, &listed));
    }
    (union(listed), has_null)
}

impl TypeAnnotation {
    /// Whether an example has one of the types that are named.
    fn is_listed(&self, content: &ValueKind) -> bool {
        match content {
            ValueKind::Null => self.has_null,
            ValueKind::Unknown => true,
            kind => self.listed.iter().any(|ty| ty.member_for(kind).is_some()),
        }
    }
}

/// One type of several; of two maps or two arrays the first counts.
fn union(types: Vec<Type>) -> Type {
    let mut members: Vec<Type> = Vec::new();
    for ty in types {
        match ty {
            Type::Any | Type::Unknown => return ty,
            _ if members.iter().any(|it| std::mem::discriminant(it) == std::mem::discriminant(&ty)) => {}
            _ => members.push(ty),
        }
    }
    match members.len() {
        0 => Type::Null,
        1 => members.remove(0),
        _ => Type::OneOf(members),
    }
}

/// An example whose type is not among those that are named.
fn unlisted(fragment: &Fragment, attached: &AttachedAnnotation, listed: &[Type]) -> Problem {
    let found = fragment.value.kind.type_name();
    let is_collection = matches!(fragment.value.kind, ValueKind::Mapping(_) | ValueKind::Sequence(_));
    let place = if is_collection { attached.name_place } else { fragment.value.origin };
    let message = format!("The example of {} has none of the types that are listed", fragment.holder.words());
    let problem = Problem::new(Code::SchemaExampleType, place, message).found(found);
    if is_collection {
        return problem.hint("`or_inferred=True` adds the type that the example shows");
    }
    let listed = crate::schema::conform::type_word(&Type::OneOf(listed.to_vec()));
    problem.expected(listed).related(attached.name_place, "the types are listed here")
}

fn read(fragment: &Fragment, attached: &AttachedAnnotation, context: &mut ReadContext<'_>) -> TypeAnnotation {
    let mut reader = UnionReader { fragment, attached, context, annotation: TypeAnnotation::default() };
    let arguments = &attached.arguments;
    if arguments.positional.is_empty() && arguments.keywords.is_empty() && !arguments.is_open {
        let message = "`@schema/type` does not say anything about the type";
        let problem = Problem::new(Code::AnnotationArguments, attached.name_place, message).found("no arguments");
        reader.context.report(fragment, problem.expected("names of types, or `any=True`"));
        reader.annotation.has_inferred = true;
    }
    arguments.positional.iter().for_each(|argument| reader.positional(argument));
    arguments.keywords.iter().for_each(|keyword| reader.keyword(keyword));
    let mut annotation = reader.annotation;
    // Nothing but `any=False`, or what was refused.
    annotation.has_inferred |= annotation.listed.is_empty() && !annotation.has_null;
    annotation.is_any |= arguments.is_open;
    annotation
}

struct UnionReader<'r, 'c> {
    fragment: &'r Fragment,
    attached: &'r AttachedAnnotation,
    context: &'r mut ReadContext<'c>,
    annotation: TypeAnnotation,
}

impl UnionReader<'_, '_> {
    fn refuse(&mut self, place: Place, message: &str, found: String, expected: &str) {
        let problem = Problem::new(Code::AnnotationArguments, place, message).found(found).expected(expected);
        self.context.report(self.fragment, problem);
    }

    fn positional(&mut self, argument: &Argument) {
        match &argument.kind {
            ArgumentKind::Expression => self.annotation.is_any = true,
            ArgumentKind::Literal(value) => self.name(value, self.attached.place(argument.range), true),
            _ => {
                let place = self.attached.place(argument.range);
                self.refuse(place, "A type is given by its name", argument.word(), "a text in quotes");
            }
        }
    }

    /// A name of a type.
    fn name(&mut self, value: &Value, place: Place, is_positional: bool) {
        let name = match &value.kind {
            ValueKind::Null => "null",
            ValueKind::String(name) => name.as_str(),
            kind => {
                let found = kind.type_name().to_owned();
                return self.refuse(place, "A type is given by its name", found, "a text in quotes");
            }
        };
        let others = if is_positional { COLLECTIONS } else { &[] };
        match name {
            "null" => self.annotation.has_null = true,
            "any" if is_positional => self.annotation.is_any = true,
            _ => match type_named(name, self.fragment.place)
                .filter(|_| NAMES.iter().chain(others).any(|it| *it == name))
            {
                Some(ty) => self.annotation.listed.push(ty),
                None => self.unknown_name(name, place, others),
            },
        }
    }

    fn unknown_name(&mut self, name: &str, place: Place, others: &[&str]) {
        let known: Vec<&str> = NAMES.iter().chain(others).copied().collect();
        let message = format!("`{name}` is not a type here");
        let problem = Problem::new(Code::AnnotationArguments, place, message).found(format!("\"{name}\""));
        let mut problem = problem.expected(format!("one of {}", known.join(", ")));
        if let Some(near) = nearest(name, known.iter().copied()) {
            let text = format!("\"{near}\"");
            problem = problem.hint(format!("did you mean `{near}`?")).fix(format!("Change to {text}"), place, text);
        } else if COLLECTIONS.contains(&name) {
            problem = problem.hint("`or_inferred=True` adds the type that the example shows");
        }
        self.context.report(self.fragment, problem);
        self.annotation.is_any = true;
    }

    fn keyword(&mut self, keyword: &KeywordArgument) {
        let place = self.attached.place(keyword.value.range);
        match keyword.name.as_str() {
            "any" | "or_inferred" => self.boolean(keyword, place),
            "one_of" => match keyword.value.value(AnnotationSite::of(place)) {
                Some(Value { kind: ValueKind::Sequence(names), .. }) => {
                    names.iter().for_each(|name| self.name(name, name.origin, false));
                }
                Some(name) => self.name(&name, place, false),
                None if matches!(keyword.value.kind, ArgumentKind::Expression) => self.annotation.is_any = true,
                None => {
                    let found = keyword.value.word();
                    self.refuse(place, "`one_of=` lists names of types", found, "a list of texts");
                }
            },
            name => {
                let place = self.attached.place(keyword.name_range);
                let message = "`@schema/type` does not take this argument";
                self.refuse(place, message, format!("`{name}=`"), "`one_of=`, `or_inferred=` or `any=`");
            }
        }
    }

    fn boolean(&mut self, keyword: &KeywordArgument, place: Place) {
        let is_true = match &keyword.value.kind {
            ArgumentKind::Literal(Value { kind: ValueKind::Bool(is_true), .. }) => *is_true,
            ArgumentKind::Expression => keyword.name == "any",
            _ => {
                let message = format!("`{}=` is either true or false", keyword.name);
                return self.refuse(place, &message, keyword.value.word(), "`True` or `False`");
            }
        };
        if keyword.name == "or_inferred" {
            self.annotation.has_inferred = is_true;
            return;
        }
        self.annotation.is_any |= is_true;
        let arguments = &self.attached.arguments;
        let others = arguments.positional.len() + arguments.keywords.len() - 1;
        if others > 0 {
            let place = self.attached.place(keyword.name_range);
            let message = "`any=` cannot be combined with other arguments of `@schema/type`";
            self.refuse(place, message, format!("{others} more"), "`any=` alone, or the other arguments");
        }
    }
}

/// The type of a name.
fn type_named(name: &str, declared: Place) -> Option<Type> {
    Some(match name {
        "bool" => Type::Bool,
        "float" => Type::Float,
        "int" => Type::Int,
        "string" => Type::String,
        "array" => Type::Sequence(Arc::new(SchemaNode::any(declared))),
        "map" => {
            let others = Others::Kept(Arc::new(SchemaNode::any(declared)));
            Type::Mapping(MappingType { others, ..MappingType::default() })
        }
        _ => return None,
    })
}
