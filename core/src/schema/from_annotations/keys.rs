//! `@schema/any-key`, `@schema/key-may-be-present` and `@schema/key`: which keys a map may have besides those that it
//! names, and how many.

use std::sync::Arc;

use super::ReadContext;
use super::dialect::AnnotationKind;
use crate::problem::{Code, Problem};
use crate::regexp::Regexp;
use crate::schema::map_keys::AllowedKeys;
use crate::template::overlay::matching::Expected;
use crate::text::Place;
use crate::values::arguments::{Argument, ArgumentKind, KeywordArgument};
use crate::values::fragment::{AttachedAnnotation, Fragment, Holder};
use crate::values::{Integer, Value, ValueKind};

/// What a key of a schema stands for.
pub(super) enum KeyRole {
    /// Itself; with a value where none is given.
    Defaulted,
    /// Itself; it may be left out.
    Optional,
    /// Every key that is not declared.
    Free,
    /// Keys that match, so many of them, as is said there.
    Pattern(AllowedKeys, Vec<Expected>, Place),
}

/// Which key a fragment declares.
pub(super) fn role(fragment: &Fragment, context: &mut ReadContext<'_>) -> KeyRole {
    let free = bare(fragment, AnnotationKind::FreeKeys, context);
    let optional = bare(fragment, AnnotationKind::OptionalKey, context);
    let pattern = context.annotation(fragment, AnnotationKind::KeyPattern);
    match pattern {
        _ if free => KeyRole::Free,
        Some(attached) => read(fragment, attached, optional, context),
        None if optional => KeyRole::Optional,
        None => KeyRole::Defaulted,
    }
}

/// What says that a key is not, or not always, set by itself.
const KINDS: [AnnotationKind; 3] = [AnnotationKind::FreeKeys, AnnotationKind::OptionalKey, AnnotationKind::KeyPattern];

/// Whether a key is set only by who gives it, so that a default of its own is nobody's.
pub(super) fn is_given_only(fragment: &Fragment, context: &ReadContext<'_>) -> bool {
    KINDS.into_iter().any(|kind| context.annotation(fragment, kind).is_some())
}

/// Reports annotations of keys at what is none.
pub(super) fn refuse_elsewhere(fragment: &Fragment, context: &mut ReadContext<'_>) {
    if matches!(fragment.holder, Holder::Entry(_)) {
        return;
    }
    for kind in KINDS {
        if let Some(attached) = context.annotation(fragment, kind) {
            let message =
                format!("`@{}` is on {}, but belongs on a key of a map", attached.name, fragment.holder.words());
            context.report(fragment, Problem::new(Code::MisplacedAnnotation, attached.name_place, message));
        }
    }
}

/// Whether an annotation stands there that takes no arguments.
fn bare(fragment: &Fragment, kind: AnnotationKind, context: &mut ReadContext<'_>) -> bool {
    let Some(attached) = context.annotation(fragment, kind) else { return false };
    let positional = attached.arguments.positional.iter().map(|argument| argument.range);
    let keywords = attached.arguments.keywords.iter().map(|keyword| keyword.name_range);
    if let Some(range) = positional.chain(keywords).next() {
        let message = format!("`@{}` takes no arguments", attached.name);
        let problem = Problem::new(Code::AnnotationArguments, attached.place(range), message);
        context.report(fragment, problem.expected("no arguments"));
    }
    true
}

fn read(
    fragment: &Fragment,
    attached: &AttachedAnnotation,
    is_optional: bool,
    context: &mut ReadContext<'_>,
) -> KeyRole {
    let mut reader = KeysReader { fragment, attached, context };
    reader.refuse_others();
    let allowed = attached.arguments.keyword("allowed").map(|keyword| reader.allowed(keyword));
    let (expects, declared) = reader.counts(is_optional);
    match allowed {
        Some(allowed) => KeyRole::Pattern(allowed, expects, declared),
        None => reader.named(&expects, declared),
    }
}

struct KeysReader<'r, 'c> {
    fragment: &'r Fragment,
    attached: &'r AttachedAnnotation,
    context: &'r mut ReadContext<'c>,
}

impl KeysReader<'_, '_> {
    fn refuse(&mut self, place: Place, message: &str, found: &str, expected: &str) {
        let problem = Problem::new(Code::AnnotationArguments, place, message).found(found).expected(expected);
        self.context.report(self.fragment, problem);
    }

    fn refuse_others(&mut self) {
        const EXPECTED: &str = "`allowed=`, `expects=` or `missing_ok=`";
        let attached = self.attached;
        for argument in &attached.arguments.positional {
            let place = attached.place(argument.range);
            self.refuse(place, "`@schema/key` takes named arguments only", &argument.word(), EXPECTED);
        }
        for keyword in &attached.arguments.keywords {
            if !matches!(keyword.name.as_str(), "allowed" | "expects" | "missing_ok") {
                let place = attached.place(keyword.name_range);
                self.refuse(
                    place,
                    "`@schema/key` does not take this argument",
                    &format!("`{}=`", keyword.name),
                    EXPECTED,
                );
            }
        }
    }

    fn allowed(&mut self, keyword: &KeywordArgument) -> AllowedKeys {
        const EXPECTED: &str = "a regular expression, \"any\", or a function of the key";
        let place = self.attached.place(keyword.value.range);
        match &keyword.value.kind {
            ArgumentKind::Literal(Value { kind: ValueKind::String(text), .. }) if text == "any" => AllowedKeys::Any,
            ArgumentKind::Literal(Value { kind: ValueKind::String(text), .. }) => match Regexp::new(text) {
                Ok(regexp) => AllowedKeys::Matching(Arc::new(regexp), text.to_string()),
                Err(refusal) => {
                    self.refuse(
                        place,
                        "The text of `allowed=` is not a regular expression",
                        &refusal.message,
                        EXPECTED,
                    );
                    AllowedKeys::Unknown
                }
            },
            ArgumentKind::Function(function) => {
                if function.arity.is_some_and(|(least, most)| least > 2 || most < 1) {
                    let message = "The function of `allowed=` must take the key, and optionally the key in the schema";
                    self.refuse(place, message, "another number of parameters", "a function of one or two arguments");
                    return AllowedKeys::Unknown;
                }
                AllowedKeys::Accepted(function.clone())
            }
            ArgumentKind::Lambda(_) | ArgumentKind::Expression => AllowedKeys::Unknown,
            _ => {
                let found = keyword.value.word();
                self.refuse(place, "`allowed=` says which keys there may be", &found, EXPECTED);
                AllowedKeys::Unknown
            }
        }
    }

    /// How many keys there must be, and what says so.
    fn counts(&mut self, is_optional: bool) -> (Vec<Expected>, Place) {
        let attached = self.attached;
        let missing_ok = attached.arguments.keyword("missing_ok");
        let expects = attached.arguments.keyword("expects");
        let mut may_be_missing = is_optional;
        if let Some(keyword) = missing_ok {
            let place = attached.place(keyword.value.range);
            match &keyword.value.kind {
                ArgumentKind::Literal(Value { kind: ValueKind::Bool(is_ok), .. }) => may_be_missing |= is_ok,
                ArgumentKind::Expression => may_be_missing = true,
                _ => {
                    let found = keyword.value.word();
                    self.refuse(place, "`missing_ok=` is either true or false", &found, "`True` or `False`");
                }
            }
        }
        let Some(keyword) = expects else {
            let count = if may_be_missing { at_least(0) } else { exactly(1) };
            return (count, missing_ok.map_or(self.fragment.place, |keyword| attached.place(keyword.value.range)));
        };
        let place = attached.place(keyword.value.range);
        if missing_ok.is_some() {
            let place = attached.place(keyword.name_range);
            self.refuse(
                place,
                "`expects=` and `missing_ok=` both say how many keys there are",
                "both",
                "one of the two",
            );
        }
        let counts = counts(&keyword.value).unwrap_or_else(|| {
            let expected = "a count such as 1 or \"1+\", a function of the count, or a list of these";
            self.refuse(place, "`expects=` says how many keys there are", &keyword.value.word(), expected);
            at_least(0)
        });
        (counts, place)
    }

    /// A key that stands for itself: it is there once, or may be left out.
    fn named(&mut self, expects: &[Expected], declared: Place) -> KeyRole {
        let functions = self.context.functions;
        let allows = |count| {
            let mut verdicts = expects.iter().map(|it| it.allows(count, functions).unwrap_or(Some(false)));
            verdicts.any(|verdict| verdict != Some(false))
        };
        if !allows(1) {
            let message = "A key without `allowed=` can only occur once";
            self.refuse(declared, message, "a count without 1", "1, or `missing_ok=True` if it may be left out");
            return KeyRole::Defaulted;
        }
        if allows(0) { KeyRole::Optional } else { KeyRole::Defaulted }
    }
}

fn exactly(count: i128) -> Vec<Expected> {
    Expected::read(&ValueKind::int(count)).into_iter().collect()
}

fn at_least(count: u32) -> Vec<Expected> {
    Expected::read(&ValueKind::String(format!("{count}+").into())).into_iter().collect()
}

/// The counts that an argument gives; `None` if it gives none.
fn counts(argument: &Argument) -> Option<Vec<Expected>> {
    match &argument.kind {
        ArgumentKind::Literal(Value { kind: ValueKind::Sequence(items), .. }) if !items.is_empty() => {
            items.iter().map(|item| count(&item.kind)).collect()
        }
        ArgumentKind::Literal(value) => Some(vec![count(&value.kind)?]),
        ArgumentKind::Tuple(parts) | ArgumentKind::List(parts) if !parts.is_empty() => {
            let parts: Option<Vec<Vec<Expected>>> = parts.iter().map(counts).collect();
            Some(parts?.concat())
        }
        ArgumentKind::Function(function) => Some(vec![Expected::Function(Box::new(function.clone()))]),
        // Not known: any number may be right.
        ArgumentKind::Lambda(_) | ArgumentKind::Expression => Some(at_least(0)),
        _ => None,
    }
}

fn count(kind: &ValueKind) -> Option<Expected> {
    let is_count = match kind {
        ValueKind::Int(count) => *count >= Integer::ZERO,
        ValueKind::String(text) => text.strip_suffix('+').is_some_and(|count| count.parse::<u32>().is_ok()),
        _ => false,
    };
    if is_count { Expected::read(kind) } else { None }
}
