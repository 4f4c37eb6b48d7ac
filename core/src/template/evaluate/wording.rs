//! What is said of Starlark's errors: the frequent ones in sayl's words, the others as Starlark says them.

use starlark::ErrorKind;

use super::context::EvaluationContext;
use super::definition::FunctionDefinition;
use crate::problem::{About, Code, Related, nearest, with_article};
use crate::template::dialect;
use crate::template::values::BuiltinError;
use crate::template::values::structs::Miss;
use crate::text::{Place, TextRange, TextSize};

/// What is said of an error.
pub(super) struct Wording {
    /// The kind of problem.
    pub(super) code: Code,
    /// A sentence that starts small.
    pub(super) message: String,
    /// What was found.
    pub(super) found: Option<String>,
    /// What is expected.
    pub(super) expected: Option<String>,
    /// What to do.
    pub(super) hints: Vec<String>,
    /// Other places that explain it.
    pub(super) related: Vec<Related>,
    /// The token, if that is not the one that was running.
    pub(super) place: Option<Place>,
    /// What it is about.
    pub(super) about: Option<About>,
}

impl Wording {
    fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            found: None,
            expected: None,
            hints: Vec::new(),
            related: Vec::new(),
            place: None,
            about: None,
        }
    }
}

/// Says what went wrong.
pub(super) fn describe(error: &starlark::Error, running: Option<Place>, context: &EvaluationContext) -> Wording {
    if let Some(mistake) = mistake(error) {
        return own(mistake);
    }
    let text = dialect::restore_all(&error.without_diagnostic().to_string());
    let text = text.trim_end();
    if matches!(error.kind(), ErrorKind::StackOverflow(_)) {
        return over_budget("calls nest deeper than they may", context.job.limits.call_depth, "calls", "depth");
    }
    budget(text, context)
        .or_else(|| attribute(text, running, context))
        .or_else(|| operation(text))
        .or_else(|| arguments(text, context))
        .or_else(|| argument_of_builtin(text))
        .or_else(|| plain(text))
        .unwrap_or_else(|| Wording {
            found: Some(uncapitalised(text)),
            ..Wording::new(Code::TemplateFailure, "the code fails here")
        })
}

/// What sayl's own builtins said of an error.
pub(super) fn mistake(error: &starlark::Error) -> Option<&BuiltinError> {
    match error.kind() {
        ErrorKind::Native(inner) | ErrorKind::Other(inner) | ErrorKind::Value(inner) => inner.downcast_ref(),
        _ => None,
    }
}

fn uncapitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}

fn own(mistake: &BuiltinError) -> Wording {
    Wording {
        found: mistake.found.clone(),
        expected: mistake.expected.clone(),
        hints: mistake.hint.iter().cloned().collect(),
        related: mistake.related.clone(),
        place: mistake.place,
        about: mistake.missing.clone().map(About::Name),
        ..Wording::new(mistake.code.unwrap_or(Code::TemplateFailure), mistake.message.clone())
    }
}

fn over_budget(message: &str, limit: impl std::fmt::Display, unit: &str, setting: &str) -> Wording {
    Wording {
        expected: Some(format!("at most {limit} {unit}")),
        hints: vec![format!("if this is meant, raise `{setting}` in the section `evaluation` of sayl.toml")],
        ..Wording::new(Code::EvaluationBudget, message)
    }
}

fn budget(text: &str, context: &EvaluationContext) -> Option<Wording> {
    let limits = context.job.limits;
    if text.starts_with("Execution duration limit") {
        return Some(over_budget("the template code takes more steps than it may", limits.steps, "steps", "steps"));
    }
    if text.starts_with("Heap memory limit") {
        let bytes = limits.heap_bytes >> 20;
        return Some(over_budget("the template code needs more memory than it may", bytes, "MB", "memory-mb"));
    }
    text.starts_with("Evaluation cancelled")
        .then(|| Wording::new(Code::EvaluationBudget, "the template code was stopped here"))
}

/// The parts of a text between backquotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

fn attribute(text: &str, running: Option<Place>, context: &EvaluationContext) -> Option<Wording> {
    let [kind, name, nearest @ ..] = &quoted(text)[..] else { return None };
    let (kind, name) = (*kind, *name);
    if !text.starts_with("Object of type") || !text.contains("attribute") {
        return None;
    }
    let read = running.and_then(|place| AttributeAccess::of(name, place, context));
    let wording = Wording {
        place: read.as_ref().map(|read| read.name),
        about: Some(About::Name(name.into())),
        ..Wording::new(Code::TemplateFailure, format!("{} has no attribute `{name}`", with_article(kind)))
    };
    let miss = context.misses.take().filter(|miss| miss.name == name && kind == "struct");
    Some(match (miss, kind) {
        (Some(miss), _) => {
            let holder = read.map_or_else(|| "the struct".to_owned(), |read| format!("`{}`", read.holder));
            with_names(Wording { message: format!("{holder} has no `{name}`"), ..wording }, &miss)
        }
        (None, "namespace" | "module") => {
            let hints = nearest.iter().map(|nearest| format!("did you mean `{nearest}`?")).collect();
            let holder = read.map_or_else(|| "the module".to_owned(), |read| format!("`{}`", read.holder));
            Wording { message: format!("{holder} has no `{name}`"), hints, ..wording }
        }
        (None, "yamlfragment") => {
            Wording { hints: vec![format!("a YAML fragment is read by index: `[\"{name}\"]`")], ..wording }
        }
        (None, "dict") => Wording { hints: vec![format!("a dict is read by index: `[\"{name}\"]`")], ..wording },
        (None, _) => {
            Wording { hints: nearest.iter().map(|nearest| format!("did you mean `{nearest}`?")).collect(), ..wording }
        }
    })
}

/// `holder.name` as the template has it.
struct AttributeAccess {
    holder: String,
    name: Place,
}

impl AttributeAccess {
    fn of(name: &str, place: Place, context: &EvaluationContext) -> Option<Self> {
        let source = context.job.sources.iter().find(|source| source.file == place.file)?;
        let written = source.text.get(std::ops::Range::<usize>::from(place.range))?;
        // What is read may be called at once.
        let at = written.rfind(&format!(".{name}"))?;
        let start = place.range.start() + TextSize::new(at as u32 + 1);
        let holder = written.get(..at)?.trim_end();
        let range = TextRange::at(start, TextSize::of(name));
        Some(Self { holder: holder.to_owned(), name: Place { range, ..place } })
    }
}

/// Names the nearest key and the line that declares it.
fn with_names(wording: Wording, miss: &Miss) -> Wording {
    let near = nearest(&miss.name, miss.names.iter().map(|(name, _)| name));
    let Some((nearest, place)) = miss.names.iter().find(|(name, _)| Some(name) == near) else {
        let names: Vec<_> = miss.names.iter().take(10).map(|(name, _)| format!("`{name}`")).collect();
        let expected = (!names.is_empty() && miss.names.len() <= 10).then(|| format!("one of {}", names.join(", ")));
        let declared = miss.names.iter().find(|(_, place)| *place != Place::NOWHERE);
        let related = declared.map(|(_, place)| Related { place: *place, message: "the names begin here".to_owned() });
        return Wording { expected, related: related.into_iter().collect(), ..wording };
    };
    let related =
        (*place != Place::NOWHERE).then(|| Related { place: *place, message: format!("`{nearest}` is declared here") });
    Wording { hints: vec![format!("did you mean `{nearest}`?")], related: related.into_iter().collect(), ..wording }
}

fn operation(text: &str) -> Option<Wording> {
    let parts = quoted(text);
    let [operation, first, rest @ ..] = &parts[..] else { return None };
    if !text.starts_with("Operation `") {
        return None;
    }
    let message = match (*operation, rest) {
        ("call()", _) => format!("a value of type {first} cannot be called"),
        ("(iter)", _) => format!("a value of type {first} cannot be iterated over"),
        ("len()", _) => format!("a value of type {first} has no length"),
        ("[]", _) => format!("a value of type {first} cannot be indexed"),
        ("compare" | "cmp()", [second, ..]) => format!("values of type {first} and {second} cannot be compared"),
        (attribute, []) if attribute.starts_with('.') => {
            format!("a value of type {first} has no attribute `{}`", &attribute[1..])
        }
        (operation, [second, ..]) => format!("`{operation}` cannot be applied to {first} and {second}"),
        (operation, []) => format!("`{operation}` cannot be applied to {first}"),
    };
    Some(Wording::new(Code::TemplateFailure, message))
}

fn arguments(text: &str, context: &EvaluationContext) -> Option<Wording> {
    let parts = quoted(text);
    let (function, message) = if let Some(rest) = text.strip_prefix("Found ") {
        let (what, function) = rest.split_once(" for call to ")?;
        let function = bare(function);
        let message = match what.split_once(' ') {
            Some((count, rest)) if rest.contains("positional") => {
                let arguments = if count == "1" { "argument" } else { "arguments" };
                format!("the call of `{function}` has {count} {arguments} too many")
            }
            // A function of Starlark does not say its name here.
            _ if function == "function" => format!("the function has no parameter {}", parameter_of(what)),
            _ => format!("`{function}` has no parameter {}", parameter_of(what)),
        };
        (function, message)
    } else {
        let [parameter, function, ..] = parts[..] else { return None };
        if !text.starts_with("Missing") {
            return None;
        }
        let function = bare(function);
        (function, format!("the call of `{function}` is missing the argument `{parameter}`"))
    };
    let definition = context.definition(function);
    let places = definition.map(|FunctionDefinition { name, body, .. }| [(name, "is defined"), (body, "begins")]);
    let related = places.into_iter().flatten();
    let related = related.map(|(place, what)| Related { place, message: format!("`{function}` {what} here") });
    let about = Some(About::CallOf(function.into()));
    Some(Wording { related: related.collect(), about, ..Wording::new(Code::TemplateFailure, message) })
}

fn parameter_of(extra: &str) -> String {
    extra.replace(" extra named parameter(s)", "")
}

/// An argument that a function of Starlark or of ytt does not take.
fn argument_of_builtin(text: &str) -> Option<Wording> {
    let failure = |message: String| Wording::new(Code::TemplateFailure, message);
    if let Some(counts) = text.strip_prefix("Wrong number of positional arguments, expected ") {
        let (expected, found) = counts.rsplit_once(", got ")?;
        let expected = expected.replace("between ", "").replace(" and ", " to ");
        return Some(Wording {
            found: Some(found.to_owned()),
            expected: Some(format!("{expected} arguments without a name")),
            ..failure("the call has not as many arguments as the function takes".to_owned())
        });
    }
    let [parameter, expected, ..] = quoted(text)[..] else { return None };
    let expected = Some(if expected == "str" { "string" } else { expected }.to_owned());
    if text.starts_with("Type of parameter ") {
        let (kind, value) = text.split_once("actual `")?.1.strip_suffix(")`")?.split_once(" (repr: ")?;
        let message = format!("the parameter `{parameter}` takes no value of type {kind}");
        return Some(Wording { found: Some(value.to_owned()), expected, ..failure(message) });
    }
    text.starts_with("Error unpacking value for parameter ")
        .then(|| Wording { expected, ..failure(format!("the parameter `{parameter}` takes no such number")) })
}

/// The name of a function without the module that defines it.
fn bare(function: &str) -> &str {
    let function = function.trim_matches('`');
    function.rsplit('.').next().unwrap_or(function)
}

fn plain(text: &str) -> Option<Wording> {
    let parts = quoted(text);
    let failure = |message: String| Some(Wording::new(Code::TemplateFailure, message));
    match &parts[..] {
        [name, ..] if text.contains("referenced before assignment") => failure(format!("`{name}` has no value yet")),
        [key] if text.starts_with("Key ") && text.contains("not found") => failure(format!("there is no key {key}")),
        _ if text.starts_with("Element '") => failure("the list does not hold this item".to_owned()),
        [index] if text.starts_with("Index ") => failure(format!("the index {index} is out of range")),
        [name, nearest @ ..] if text.starts_with("Module has no symbol") => {
            let hints = nearest.iter().map(|nearest| format!("did you mean `{nearest}`?")).collect();
            Some(Wording {
                hints,
                ..Wording::new(Code::TemplateLoad, format!("what is loaded does not define `{name}`"))
            })
        }
        [kind] if text.ends_with("is not hashable") => failure(format!("a value of type {kind} cannot be a key")),
        [key] if text.starts_with("Dictionary key repeated") => failure(format!("the dict has the key {key} twice")),
        _ if text.contains("ot enough parameters in format string") => {
            failure("the text has more places for values than it is given values".to_owned())
        }
        _ if text.starts_with("Unpacked ") => Some(unpacked(text)),
        _ if text.contains("mutates an iterable") => {
            failure("a value cannot be changed while a loop goes over it".to_owned())
        }
        _ if text == "Immutable" => failure("this value cannot be changed".to_owned()),
        _ if ["ivision by zero", "odulo by zero", "divide by zero"].iter().any(|it| text.contains(it)) => {
            failure("division by zero".to_owned())
        }
        _ => None,
    }
}

/// `Unpacked 1 values but expected 2`
fn unpacked(text: &str) -> Wording {
    let mut numbers = text.split_whitespace().filter(|word| word.chars().all(|digit| digit.is_ascii_digit()));
    let (values, names) = (numbers.next(), numbers.next());
    Wording {
        found: values.map(|values| format!("{values} values")),
        expected: names.map(|names| format!("{names} values, one for each name")),
        ..Wording::new(Code::TemplateFailure, "there are not as many values as names")
    }
}
