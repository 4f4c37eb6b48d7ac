//! What is wrong with a shorthand by itself, whatever custom types there are and whatever its values mean.

use rustc_hash::FxHashMap;

use super::markers::{self, MARKERS};
use super::{
    Marker, Primitive, ShorthandExpression, ShorthandSite, TypeExpression, TypeKind, Word, split_items, values,
};
use crate::problem::nearest;
use crate::problem::{Code, Problem, shortened};
use crate::text::{TextRange, TextSize};

/// Every mistake; `subject` names the field or type that the shorthand is for.
pub(crate) fn problems(expression: &ShorthandExpression, site: &ShorthandSite, subject: &str) -> Vec<Problem> {
    let mut reader = MistakeReader { site, subject, problems: Vec::new() };
    let whole = TextRange::up_to(expression.markers.last().map_or(expression.ty.range.end(), |last| last.range.end()));
    reader.ty(&expression.ty, expression.pipe.unwrap_or(whole));
    reader.markers(expression);
    reader.repeated(&expression.markers);
    reader.problems
}

struct MistakeReader<'a> {
    site: &'a ShorthandSite,
    subject: &'a str,
    problems: Vec<Problem>,
}

impl MistakeReader<'_> {
    fn problem(&self, code: Code, range: TextRange, message: impl Into<String>) -> Problem {
        Problem::new(code, self.site.place(range), message)
    }

    /// A type; `around` is what to point at where nothing is written.
    fn ty(&mut self, ty: &TypeExpression, around: TextRange) {
        match &ty.kind {
            TypeKind::Missing => self.missing_type(around),
            TypeKind::Object => {
                let problem = self.problem(Code::ShorthandType, ty.range, "`object` is no type of a field");
                let problem = problem.hint("declare the keys as nested fields");
                self.problems.push(problem.hint("for keys of any name use a map, such as `map<string>`"));
            }
            TypeKind::TooDeep => {
                self.problems.push(self.problem(Code::TooDeep, ty.range, "The type nests deeper than sayl follows"));
            }
            TypeKind::Array(inner) => self.ty(inner, ty.range),
            TypeKind::Map { key, value } => {
                if let Some(key) = key.as_ref().filter(|key| key.text != "string") {
                    let problem = self.problem(Code::ShorthandType, key.range, "The keys of a map are strings");
                    self.problems.push(problem.found(format!("`{}`", shortened(&key.text))).expected("`string`"));
                }
                self.ty(value, ty.range);
            }
            TypeKind::Primitive(_) | TypeKind::Named(_) => {}
        }
    }

    fn missing_type(&mut self, around: TextRange) {
        let message = format!("The schema of `{}` names no type", self.subject);
        let place = if around.is_empty() { self.site.whole() } else { self.site.place(around) };
        let problem = Problem::new(Code::ShorthandSyntax, place, message);
        self.problems.push(problem.expected("a type, such as `string` or `[]integer`"));
    }

    /// All markers; what belongs to none is reported once for all that stands together.
    fn markers(&mut self, expression: &ShorthandExpression) {
        let mut before: Option<&Marker> = None;
        let mut start = expression.pipe.map_or(TextSize::new(0), TextRange::end);
        let mut stray: Option<TextRange> = None;
        for marker in &expression.markers {
            if is_stray(marker) {
                stray = Some(stray.map_or(marker.range, |stray| stray.cover(marker.range)));
            } else {
                self.stray(stray.take(), before);
                self.marker(marker, start);
                before = Some(marker);
            }
            start = marker.range.end();
        }
        self.stray(stray, before);
    }

    /// What stands between markers and is none; `before` is the marker in front of it.
    fn stray(&mut self, range: Option<TextRange>, before: Option<&Marker>) {
        let Some(range) = range else { return };
        let problem = self.problem(Code::ShorthandSyntax, range, "This belongs to no marker").expected("`name=value`");
        let Some(before) = before else { return self.problems.push(problem) };
        let name = &before.name.text;
        let hint = match &before.value {
            Some(value) if name == "enum" && value.text.ends_with(',') => {
                "the values of `enum` have no blanks around their commas".to_owned()
            }
            Some(value) if value.text.is_empty() => format!("`{name}=` has its value directly behind it"),
            Some(_) => format!("if it is part of `{name}`, put the whole value in quotes"),
            None => return,
        };
        self.problems.push(problem.hint(hint));
    }

    /// A marker; `start` is where what comes before it ends.
    fn marker(&mut self, marker: &Marker, start: TextSize) {
        match (&marker.value, marker.name.text.as_str()) {
            _ if marker.is_annotation() => {}
            (_, "required") => self.required(marker, start),
            (None, _) => self.without_value(marker),
            (Some(_), name) if markers::find(name).is_none() => self.unknown(marker),
            (Some(value), _) => self.quoting(marker, value),
        }
    }

    /// The marker of an older version, which says what holds anyway.
    fn required(&mut self, marker: &Marker, start: TextSize) {
        let message = "A field without default is required; `required` does not say it";
        let problem = self.problem(Code::RequiredMarker, marker.range, message);
        let with_blanks = TextRange::new(start, marker.range.end());
        let problem = self.site.fix(problem, "Remove `required`".to_owned(), with_blanks, "");
        let is_false = marker.value.as_ref().is_some_and(|value| values::boolean(&value.text) == Some(false));
        let hint = "to make the field optional, give it a default";
        self.problems.push(if is_false { problem.hint(hint) } else { problem });
    }

    fn without_value(&mut self, marker: &Marker) {
        let name = shortened(&marker.name.text);
        let problem = self.problem(Code::ShorthandSyntax, marker.range, format!("`{name}` has no value"));
        let problem = problem.expected(format!("`{name}=value`"));
        self.problems.push(problem.hint("write `=` and the value right after the name, without spaces"));
    }

    fn unknown(&mut self, marker: &Marker) {
        let name = &marker.name;
        let message = format!("There is no marker `{}`", shortened(&name.text));
        let problem = self.problem(Code::UnknownMarker, name.range, message);
        self.problems.push(match nearest(&name.text, MARKERS.iter().map(|marker| marker.name)) {
            Some(near) => {
                let problem = problem.hint(format!("did you mean `{near}`?"));
                self.site.fix(problem, format!("Change to `{near}`"), name.range, near)
            }
            None => problem,
        });
    }

    /// A value that is read otherwise than it looks.
    fn quoting(&mut self, marker: &Marker, value: &Word) {
        let name = &marker.name.text;
        if let Some(open) = &marker.unclosed {
            let what = if matches!(&*open.text, "'" | "\"") { "quote" } else { "bracket" };
            let message =
                format!("The {what} `{}` is never closed, so all that follows belongs to `{name}`", open.text);
            let problem = self.problem(Code::ShorthandQuoting, open.range, message);
            self.problems.push(problem.hint("quote a value that contains a single quote or bracket"));
        } else if let Some((at, swallowed)) = swallowed_marker(&value.text) {
            let message = format!("`{swallowed}` belongs to the value of `{name}`");
            let range = TextRange::at(value.range.start() + TextSize::new(at as u32), TextSize::of(swallowed));
            let problem = self.problem(Code::ShorthandQuoting, range, message);
            self.problems
                .push(problem.hint("separate markers with spaces; a `|` between them needs a space on both sides"));
        }
        let texts = if name == "enum" { split_items(value) } else { vec![value.clone()] };
        for text in texts.iter().filter(|text| takes_quotes(name) && values::unquoted(&text.text).keeps_quotes) {
            let message =
                format!("The value of `{name}` keeps its double quotes, because it contains an invalid escape");
            let problem = self.problem(Code::ShorthandQuoting, text.range, message);
            self.problems.push(problem.hint("double the backslash, or use single quotes"));
        }
    }

    /// The last of equal markers counts, silently.
    fn repeated(&mut self, markers: &[Marker]) {
        let mut seen = FxHashMap::default();
        for marker in markers.iter().filter(|marker| marker.value.is_some() && !marker.is_annotation()) {
            let name = &marker.name.text;
            let Some(earlier) = seen.insert(name, marker) else { continue };
            let message = format!("`{name}` is given twice; only this one has an effect");
            let problem = self.problem(Code::RepeatedMarker, marker.name.range, message);
            self.problems.push(problem.related(self.site.place(earlier.range), "this one is ignored"));
        }
    }
}

/// Whether it is no marker at all: neither a name that is known nor anything behind one.
fn is_stray(marker: &Marker) -> bool {
    let is_bare = marker.value.is_none() && markers::find(&marker.name.text).is_none();
    (is_bare || marker.name.text.is_empty()) && !marker.is_annotation() && marker.name.text != "required"
}

/// Whether the value of a marker is text whose quotes are taken off.
fn takes_quotes(name: &str) -> bool {
    matches!(name, "default" | "enum" | "pattern" | "title" | "description" | "format")
}

/// A marker that stands behind a `|` inside a value: its offset and name.
fn swallowed_marker(value: &str) -> Option<(usize, &str)> {
    if value.starts_with(['"', '\'', '{', '[']) {
        return None;
    }
    value.match_indices('|').find_map(|(at, _)| {
        let rest = value.get(at + 1..)?;
        let name = rest.split_once('=')?.0;
        markers::find(name).map(|marker| (at + 1, marker.name))
    })
}

/// What was probably meant by the name of a type that does not exist: a type of this shorthand or a custom one.
pub(crate) fn meant_type(name: &str, custom: &[&str]) -> Option<String> {
    let known = |name: &str| {
        let other = match name {
            "int" | "int32" | "int64" | "long" | "Integer" => "integer",
            "float" | "double" | "decimal" => "number",
            "bool" => "boolean",
            "str" | "text" => "string",
            name => name,
        };
        let is_primitive = Primitive::ALL.iter().any(|primitive| primitive.name() == other);
        (is_primitive || custom.contains(&other)).then(|| other.to_owned())
    };
    let array = name.strip_suffix("[]").or_else(|| name.strip_prefix("list<")?.strip_suffix('>'));
    if let Some(item) = array.and_then(known) {
        return Some(format!("[]{item}"));
    }
    if let Some(known) = known(name.strip_suffix('?').unwrap_or(name)) {
        return Some(known);
    }
    let names = custom.iter().copied().chain(Primitive::ALL.map(Primitive::name));
    nearest(name, names).map(str::to_owned)
}
