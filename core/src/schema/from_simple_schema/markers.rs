//! What markers add to the JSON Schema of a field, one after the other, as kro applies them.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use super::Keywords;
use crate::constraint::{BoundSide, CountBound, Counted};
use crate::problem::{Code, Problem, Severity, shortened};
use crate::regexp::Regexp;
use crate::schema::shorthand::markers::{MarkerKind, find};
use crate::schema::shorthand::{Marker, ShorthandDialect, ShorthandSite, Word, values};
use crate::text::{TextRange, TextSize};
use crate::values::fragment::Fragment;
use crate::values::{Key, Value, ValueKind};

/// What kro says of a value that breaks a rule.
const BROKEN: &str = "validation failed";
const VALIDATIONS: &str = "x-kubernetes-validations";
const LIST_TYPE: &str = "x-kubernetes-list-type";
const LIST_KEYS: &str = "x-kubernetes-list-map-keys";

/// The markers of one shorthand while they are applied.
pub(super) struct MarkerReader<'a> {
    site: &'a ShorthandSite,
    subject: &'a str,
    keywords: &'a mut Keywords,
    /// Whether the type is known.
    is_known: bool,
    pub(super) is_required: bool,
    pub(super) problems: Vec<Problem>,
}

impl<'a> MarkerReader<'a> {
    pub(super) fn new(site: &'a ShorthandSite, subject: &'a str, keywords: &'a mut Keywords, is_known: bool) -> Self {
        Self { site, subject, keywords, is_known, is_required: false, problems: Vec::new() }
    }

    /// Applies markers, those that are none left out.
    pub(super) fn all(&mut self, markers: &[Marker]) {
        for marker in markers {
            let info = find(&marker.name.text, ShorthandDialect::Kro);
            if let (Some(info), Some(value), None) = (info, &marker.value, &marker.unclosed) {
                self.warn_of_literal_text(info.kind, value);
                self.apply(info.kind, &marker.name, value);
            }
        }
        self.list_keys_without_map(markers);
        self.required_in_vain(markers);
    }

    fn apply(&mut self, kind: MarkerKind, name: &Word, value: &Word) {
        if self.report_unsuitable(kind, name) {
            return;
        }
        let text = values::text(&value.text);
        match kind {
            MarkerKind::Required => {
                self.is_required |= self.flag(value, &text).unwrap_or(false);
            }
            MarkerKind::Default => self.default(name, value, &text),
            MarkerKind::Description if text.is_empty() => self.keywords.remove("description"),
            MarkerKind::Description => self.put("description", name, value, ValueKind::String(text)),
            MarkerKind::Enum => self.allowed(name, value),
            MarkerKind::Bound(side) => self.bound(side, name, value, &text),
            MarkerKind::Count(of, side) => {
                let keyword = CountBound { of, side, count: 0 }.keyword();
                match values::integer(&text) {
                    Some(count) => self.put(keyword, name, value, ValueKind::int(count)),
                    None => self.refuse(value, format!("`{keyword}` takes a whole number")),
                }
            }
            MarkerKind::Pattern => self.pattern(name, value, text),
            MarkerKind::UniqueItems => {
                if self.flag(value, &text) == Some(true) {
                    self.list_type("set", name, value);
                }
            }
            MarkerKind::ListType if matches!(&*text, "atomic" | "set" | "map") => self.list_type(&text, name, value),
            MarkerKind::ListType => self.refuse(value, "`listType` takes `atomic`, `set` or `map`".to_owned()),
            MarkerKind::ListMapKey => self.list_key(name, value, text),
            MarkerKind::Validation if text.trim().is_empty() => {
                self.refuse(value, "`validation` takes an expression".to_owned());
            }
            MarkerKind::Validation => self.rule(name, value, text, BROKEN),
            MarkerKind::Immutable => {
                if self.flag(value, &text) == Some(true) {
                    self.rule(name, value, "self == oldSelf".into(), "field is immutable");
                }
            }
            MarkerKind::Exclusive(_)
            | MarkerKind::MultipleOf
            | MarkerKind::Format
            | MarkerKind::Title
            | MarkerKind::Example => {}
        }
    }

    fn ty(&self) -> &str {
        self.keywords.get("type").and_then(Value::text).map_or("", SmolStr::as_str)
    }

    /// Reports a marker that is not for values of the type; false if it is. Bounds are accepted everywhere, and say
    /// nothing of text.
    fn report_unsuitable(&mut self, kind: MarkerKind, name: &Word) -> bool {
        let ty = self.ty();
        let (is_right, is_refused) = match kind {
            _ if !self.is_known => (true, true),
            MarkerKind::Enum => (matches!(ty, "string" | "integer"), true),
            MarkerKind::Count(Counted::Characters, _) | MarkerKind::Pattern => (ty == "string", true),
            MarkerKind::Count(Counted::Items, _)
            | MarkerKind::UniqueItems
            | MarkerKind::ListType
            | MarkerKind::ListMapKey => (ty == "array", true),
            MarkerKind::Bound(_) => (matches!(ty, "integer" | "number"), false),
            _ => (true, false),
        };
        if is_right {
            return false;
        }
        let applies_to = if kind == MarkerKind::Enum { "text and whole numbers" } else { kind.applies_to() };
        let message = if is_refused { "kro refuses" } else { "No value is bounded by" };
        let message = format!("{message} `{}` here: it is for {applies_to}", name.text);
        let problem = Problem::new(Code::UnsuitableMarker, self.site.place(name.range), message);
        let severity = if is_refused { Severity::Error } else { Severity::Warning };
        let found = format!("the type {}", if ty == "number" { "float" } else { ty });
        self.problems.push(Problem { severity, ..problem }.found(found));
        is_refused
    }

    fn put(&mut self, keyword: &str, name: &Word, value: &Word, kind: ValueKind) {
        let (at, origin) = (self.site.place(name.range), self.site.place(value.range));
        self.keywords.set(keyword, at, Value { origin, kind });
    }

    fn refuse(&mut self, value: &Word, message: String) {
        self.refuse_as(Code::MarkerValue, value, message);
    }

    fn refuse_as(&mut self, code: Code, value: &Word, message: String) {
        let place = if value.range.is_empty() { self.site.whole() } else { self.site.place(value.range) };
        let found = if value.text.is_empty() { "nothing".to_owned() } else { format!("`{}`", shortened(&value.text)) };
        let problem = Problem::new(code, place, message).found(found);
        self.problems.push(match comma(value) {
            Some(comma) => {
                let problem = problem.hint("blanks separate markers, and commas belong to the value");
                self.site.fix(problem, "Remove the comma".to_owned(), comma, "")
            }
            None => problem,
        });
    }

    fn flag(&mut self, value: &Word, text: &str) -> Option<bool> {
        let flag = values::boolean(text);
        if flag.is_none() {
            self.refuse(value, "This is neither true nor false".to_owned());
        }
        flag
    }

    fn bound(&mut self, side: BoundSide, name: &Word, value: &Word, text: &str) {
        let keyword = if side == BoundSide::Least { "minimum" } else { "maximum" };
        match values::float(text).filter(|number| number.is_finite()) {
            Some(number) => self.put(keyword, name, value, values::number_kind(number)),
            None => self.refuse(value, format!("`{keyword}` takes a number")),
        }
    }

    fn pattern(&mut self, name: &Word, value: &Word, text: SmolStr) {
        if text.is_empty() {
            return self.refuse(value, "`pattern` takes a regular expression".to_owned());
        }
        if let Err(why) = Regexp::new(&text) {
            let problem = Problem::new(
                Code::InvalidPattern,
                self.site.place(value.range),
                "The pattern is no regular expression of Go",
            );
            self.problems.push(Problem { severity: Severity::Error, ..problem }.found(why.message));
            return;
        }
        self.put("pattern", name, value, ValueKind::String(text));
    }

    /// The items of an enumeration, cut at every comma.
    fn allowed(&mut self, name: &Word, value: &Word) {
        let text = values::text(&value.text);
        let mut items = Vec::new();
        let mut seen = FxHashSet::default();
        for item in text.split(',').map(str::trim) {
            if !item.is_empty() && !seen.insert(item) {
                let message = format!("`{}` stands twice in `enum`", shortened(item));
                let problem = Problem::new(Code::MarkerValue, self.site.place(value.range), message);
                self.problems.push(Problem { severity: Severity::Warning, ..problem });
            }
            let kind = match self.ty() {
                _ if item.is_empty() => None,
                "integer" => values::integer(item).map(ValueKind::int),
                _ => Some(ValueKind::String(item.into())),
            };
            match kind {
                Some(kind) => items.push(Value { origin: self.site.place(value.range), kind }),
                None if item.is_empty() => return self.refuse(value, "A value of `enum` is empty".to_owned()),
                None => return self.refuse(value, format!("`{}` is no integer", shortened(item))),
            }
        }
        self.put("enum", name, value, ValueKind::Sequence(Arc::new(items.into_iter().collect())));
    }

    /// A default: kro puts its text into JSON as it is, between quotes where the field is text.
    fn default(&mut self, name: &Word, value: &Word, text: &str) {
        if !self.is_known {
            return;
        }
        let subject = self.subject.to_owned();
        let (is_read, expected) = match self.ty() {
            "integer" => (values::integer(text).is_some(), "an integer"),
            "number" => (values::float(text).is_some(), "a number"),
            "boolean" => (matches!(text, "true" | "false"), "`true` or `false`"),
            _ => (true, "JSON"),
        };
        let json = if self.ty() == "string" { format!("\"{text}\"") } else { text.to_owned() };
        let read = values::json(&json, self.site.place(value.range));
        if let Some(read) = read.ok().filter(|_| is_read) {
            return self.put("default", name, value, read.kind);
        }
        self.keywords.remove("default");
        self.refuse_as(Code::InvalidDefault, value, format!("The default of `{subject}` must be {expected}"));
        self.explain_default(value);
    }

    fn explain_default(&mut self, value: &Word) {
        if comma(value).is_some() {
            return;
        }
        let hint = match self.ty() {
            "string" => "kro puts the text between quotes of JSON as it is, so it cannot hold `\"`, nor every `\\`",
            "array" => "write JSON, such as `[\"a\"]`",
            "object" => "write JSON, such as `{\"a\":1}`",
            "integer" | "number" => "write it as JSON has numbers",
            _ => return,
        };
        let at = self.site.place(value.range);
        if let Some(problem) = self.problems.iter_mut().rev().find(|problem| problem.place == at) {
            problem.hints.push(hint.to_owned());
        }
    }

    fn list_type(&mut self, ty: &str, name: &Word, value: &Word) {
        let before = self.keywords.get(LIST_TYPE).and_then(Value::text).filter(|before| *before != ty);
        if let Some(before) = before {
            let message = format!("The list is a `{before}` already");
            return self.refuse(value, message);
        }
        self.put(LIST_TYPE, name, value, ValueKind::String(ty.into()));
    }

    fn list_key(&mut self, name: &Word, value: &Word, text: SmolStr) {
        let before = self.keywords.get(LIST_KEYS).and_then(Value::sequence);
        if before.is_some_and(|keys| keys.iter().any(|key| key.text() == Some(&text))) {
            return self.refuse(value, format!("The key `{text}` is named twice"));
        }
        let key = Value { origin: self.site.place(value.range), kind: ValueKind::String(text) };
        self.keywords.add(LIST_KEYS, self.site.place(name.range), key);
    }

    fn list_keys_without_map(&mut self, markers: &[Marker]) {
        let is_map = self.keywords.get(LIST_TYPE).and_then(Value::text).is_some_and(|ty| ty == "map");
        let keys = markers.iter().find(|marker| marker.name.text == "listMapKey");
        if let Some(keys) = keys.filter(|_| !is_map && self.is_known && self.ty() == "array") {
            let problem = Problem::new(
                Code::MarkerValue,
                self.site.place(keys.range),
                "`listMapKey` needs `listType=map` beside it",
            );
            self.problems.push(problem);
        }
    }

    fn rule(&mut self, name: &Word, value: &Word, rule: SmolStr, message: &str) {
        let (at, origin) = (self.site.place(name.range), self.site.place(value.range));
        let entry = |key: &str, text: SmolStr| {
            Fragment::entry(Key::String(key.into()), at, Value { origin, kind: ValueKind::String(text) })
        };
        let kind = ValueKind::map([entry("rule", rule), entry("message", message.into())]);
        self.keywords.add(VALIDATIONS, at, Value { origin, kind });
    }

    /// Warns of what kro takes as it is written, though it looks like something else.
    fn warn_of_literal_text(&mut self, kind: MarkerKind, value: &Word) {
        let text = value.text.as_str();
        let warning = if text.len() > 1 && text.starts_with('\'') && text.ends_with('\'') {
            Some(("Single quotes belong to the value", "put the value in double quotes, or leave the quotes out"))
        } else if kind == MarkerKind::Enum && text.starts_with('[') && text.ends_with(']') {
            Some(("The brackets belong to the first and the last value", "write the values between commas only"))
        } else if kind == MarkerKind::Default && self.ty() == "string" && values::text(&value.text).contains('\\') {
            Some(("A backslash in a default is an escape of JSON", "a backslash itself is `\\\\\\\\` in quotes"))
        } else {
            None
        };
        if let Some((message, hint)) = warning {
            let problem = Problem::new(Code::ShorthandQuoting, self.site.place(value.range), message);
            self.problems.push(problem.hint(hint));
        }
    }

    /// A default stands in for what is required.
    fn required_in_vain(&mut self, markers: &[Marker]) {
        let required = markers.iter().rfind(|marker| marker.name.text == "required").filter(|_| self.is_required);
        if let Some(required) = required.filter(|_| self.keywords.get("default").is_some()) {
            let message = "A field with a default is never missing, so `required` has no effect";
            let problem = Problem::new(Code::RequiredMarker, self.site.place(required.range), message);
            self.problems.push(Problem { severity: Severity::Hint, ..problem });
        }
    }
}

/// The comma at the end of a value: markers of other tools are separated so.
fn comma(value: &Word) -> Option<TextRange> {
    let start = value.range.end().checked_sub(TextSize::of(','))?;
    (value.text.len() > 1 && value.text.ends_with(',')).then(|| TextRange::new(start, value.range.end()))
}
