//! Annotations of tests as an evaluation would give them, without one: names stand for functions written in Rust, and
//! `overlay.…` for what `@ytt:overlay` makes.

use crate::document::TextDocument;
use crate::template::function::{Call, Called, ContextUse, Failure, Functions};
use crate::template::unevaluated::{BuiltMemo, UnevaluatedFile, build};
use crate::text::{FileId, Place};
use crate::values::arguments::ArgumentKind;
use crate::values::fingerprint::Fingerprint;
use crate::values::fragment::{Fragment, Holder};
use crate::values::function::Function;
use crate::values::matcher::Matcher;
use crate::values::{Value, ValueKind};

/// The documents of a text as an evaluation would give them. Places are absolute.
pub(crate) fn documents(file: FileId, text: &str) -> Vec<Fragment> {
    let document = TextDocument::new(file, text);
    let stream = document.stream();
    assert!(stream.problems.is_empty(), "{:?}", stream.problems);
    let wanted: Vec<usize> = (0..stream.documents.len()).collect();
    let built = build(&UnevaluatedFile { file, stream, incomplete: &[] }, &wanted, &mut BuiltMemo::default());
    built.documents.iter().map(|fragment| evaluated(fragment, &document)).collect()
}

fn evaluated(fragment: &Fragment, document: &TextDocument) -> Fragment {
    let absolute =
        |place: Place| Place::absolute(place.file, document.resolve(place).expect("places are of this text"));
    let mut fragment = fragment.clone();
    let mut annotations = fragment.annotations.to_vec();
    for attached in &mut annotations {
        let place = attached.name_place;
        attached.name_place = absolute(place);
        for keyword in &mut attached.arguments.keywords {
            let range = document.resolve(Place { range: keyword.value.range, ..place }).expect("it is of this text");
            if matches!(keyword.value.kind, ArgumentKind::Expression | ArgumentKind::Lambda(_)) {
                keyword.value.kind = meaning(document.slice(range).as_ref());
            }
            keyword.value.range = range;
            keyword.name_range =
                document.resolve(Place { range: keyword.name_range, ..place }).expect("it is of this text");
        }
    }
    fragment.annotations = annotations.into();
    fragment.place = absolute(fragment.place);
    fragment.value.origin = absolute(fragment.value.origin);
    fragment.value.kind = fragment.value.kind.with_children(|child| evaluated(child, document));
    fragment
}

/// What an expression of a test gives.
fn meaning(expression: &str) -> ArgumentKind {
    match matcher(expression) {
        Matcher::Function(function) => ArgumentKind::Function(function),
        matcher => ArgumentKind::Matcher(matcher),
    }
}

fn matcher(expression: &str) -> Matcher {
    let Some((name, argument)) = expression.strip_suffix(')').and_then(|call| call.split_once('(')) else {
        return if expression == "overlay.all" { Matcher::All } else { Matcher::Function(function(expression)) };
    };
    let parts = || arguments(argument).into_iter().map(matcher).collect();
    match name {
        "overlay.index" => Matcher::Index(argument.parse().expect("a number")),
        "overlay.map_key" => Matcher::MapKey(argument.trim_matches('"').into()),
        "overlay.subset" => Matcher::Subset(Box::new(documents(FileId::NONE, argument).remove(0).value.kind)),
        "overlay.not_op" => Matcher::Not(Box::new(matcher(argument))),
        "overlay.and_op" => Matcher::And(parts()),
        "overlay.or_op" => Matcher::Or(parts()),
        name => panic!("tests know no `{name}`"),
    }
}

/// The arguments of a call, apart.
fn arguments(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (index, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..index].trim());
                start = index + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

fn function(name: &str) -> Function {
    Function {
        evaluation: Fingerprint([0; 16]),
        index: 0,
        name: name.into(),
        arity: None,
        parameters: None,
        defined: None,
        documentation: "".into(),
    }
}

/// The functions of tests, by their names.
pub(crate) struct Fake;

impl Functions for Fake {
    fn call(&self, call: &Call) -> Called {
        let arguments: Vec<ValueKind> = call.arguments.iter().map(|argument| argument.kind.clone()).collect();
        let text = |index: usize| shown(&arguments[index]);
        let boolean = |answer: bool| Ok(ValueKind::Bool(answer));
        let string = |text: String| Ok(ValueKind::String(text.into()));
        let result = match call.function.name.as_str() {
            "pending" => return Called::Pending,
            // by=
            "starts_alike" => boolean(text(1).chars().next() == text(2).chars().next()),
            "second_or_b" => boolean(text(0) == "1" || text(0) == "b"),
            // expects=, when=
            "even" => boolean(matches!(&arguments[0], ValueKind::Int(count) if count.get() % 2 == 0)),
            // via=
            "join" => string(format!("{}-{}", text(0), text(1))),
            "pair" => Ok(sequence(arguments)),
            "true" => boolean(true),
            "false" => boolean(false),
            "none" => Ok(ValueKind::Null),
            "said" => Ok(sequence(vec![ValueKind::Bool(false), ValueKind::String("too small".into())])),
            "number" => Ok(ValueKind::int(5)),
            "hangs" => Err(Failure {
                message: "it takes too many steps".to_owned(),
                frames: Vec::new(),
                is_over_budget: true,
                about: None,
            }),
            "fails" => Err(Failure {
                message: "division by zero".to_owned(),
                frames: vec![("fails".into(), Place::NOWHERE)],
                is_over_budget: false,
                about: None,
            }),
            name => panic!("tests know no function `{name}`"),
        };
        Called::Done(result, ContextUse::default())
    }
}

fn shown(content: &ValueKind) -> String {
    match content {
        ValueKind::String(text) => text.to_string(),
        content => crate::values::flow::flow(&Value::unwritten(content.clone())),
    }
}

fn sequence(items: Vec<ValueKind>) -> ValueKind {
    ValueKind::array(items.into_iter().map(|kind| Fragment::unplaced(Holder::Item, kind)))
}
