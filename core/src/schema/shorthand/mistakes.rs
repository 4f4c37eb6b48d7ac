//! What is wrong with a shorthand by itself, whatever custom types there are and whatever its values mean.

use rustc_hash::FxHashMap;

use super::markers;
use super::{
    Marker, Primitive, ShorthandDialect, ShorthandExpression, ShorthandSite, TypeExpression, TypeKind, Word,
    split_items, values,
};
use crate::problem::nearest;
use crate::problem::{Code, Problem, Severity, shortened};
use crate::text::{Place, TextRange, TextSize};

/// Every mistake; `subject` names the field or type that the shorthand is for.
pub(crate) fn problems(expression: &ShorthandExpression, site: &ShorthandSite, subject: &str) -> Vec<Problem> {
    let mut reader = MistakeReader { dialect: expression.dialect, site, subject, problems: Vec::new() };
    let whole = TextRange::up_to(expression.markers.last().map_or(expression.ty.range.end(), |last| last.range.end()));
    reader.ty(&expression.ty, expression.pipe.unwrap_or(whole));
    reader.markers(expression);
    reader.repeated(&expression.markers);
    reader.problems
}

struct MistakeReader<'a> {
    dialect: ShorthandDialect,
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
            TypeKind::Object if self.dialect == ShorthandDialect::Kro => {}
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
            if is_stray(marker, self.dialect) {
                stray = Some(stray.map_or(marker.range, |stray| stray.cover(marker.range)));
            } else {
                self.stray(stray.take(), before);
                self.marker(marker, start);
                before = Some(marker);
            }
            start = marker.range.end();
        }
        self.stray(stray, before);
        if let (Some(pipe), [], ShorthandDialect::Kro) = (expression.pipe, expression.markers.as_slice(), self.dialect)
        {
            let problem = self.problem(Code::ShorthandSyntax, pipe, "No marker follows `|`");
            self.problems.push(problem.expected("`name=value`").hint("leave the `|` out where there are no markers"));
        }
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
            (_, "required") if self.dialect == ShorthandDialect::OpenChoreo => self.required(marker, start),
            (None, _) => self.without_value(marker),
            (Some(_), "") => self.nameless(marker),
            (Some(_), name) if markers::find(name, self.dialect).is_none() => self.unknown(marker),
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

    fn nameless(&mut self, marker: &Marker) {
        let problem = self.problem(Code::ShorthandSyntax, marker.range, "No name stands before `=`");
        self.problems.push(problem.expected("`name=value`"));
    }

    fn unknown(&mut self, marker: &Marker) {
        let name = &marker.name;
        let known = markers::all(self.dialect).iter().map(|marker| marker.name);
        if let Some(behind) =
            known.clone().find(|known| self.dialect == ShorthandDialect::Kro && has_words_before(name, known))
        {
            return self.stray_words(name, behind);
        }
        let message = format!("There is no marker `{}`", shortened(&name.text));
        let problem = self.problem(Code::UnknownMarker, name.range, message);
        self.problems.push(match nearest(&name.text, known) {
            Some(near) => {
                let problem = problem.hint(format!("did you mean `{near}`?"));
                self.site.fix(problem, format!("Change to `{near}`"), name.range, near)
            }
            None => problem,
        });
    }

    /// Words before a marker, which kro takes for a part of its name.
    fn stray_words(&mut self, name: &Word, marker: &str) {
        let message = "This belongs to no marker, so kro takes it for a part of the next name";
        let words = TextRange::new(name.range.start(), name.range.end() - TextSize::of(marker));
        let problem = self.problem(Code::ShorthandSyntax, words, message).expected("`name=value`");
        self.problems
            .push(problem.hint("put a value with blanks in double quotes; markers are separated by blanks only"));
    }

    /// A value that is read otherwise than it looks.
    fn quoting(&mut self, marker: &Marker, value: &Word) {
        let name = &marker.name.text;
        if let Some(open) = &marker.unclosed {
            let what = if matches!(&*open.text, "'" | "\"") { "quote" } else { "bracket" };
            let message =
                format!("The {what} `{}` is never closed, so all that follows belongs to `{name}`", open.text);
            let problem = self.problem(Code::ShorthandQuoting, open.range, message);
            if self.dialect == ShorthandDialect::Kro {
                let problem = Problem { severity: Severity::Error, ..problem };
                return self.problems.push(problem.hint("put a value that contains it in double quotes"));
            }
            self.problems.push(problem.hint("quote a value that contains a single quote or bracket"));
        } else if let (Some(at), ShorthandDialect::Kro) = (unopened(&value.text), self.dialect) {
            let range = TextRange::at(value.range.start() + TextSize::new(at as u32), TextSize::new(1));
            let problem = self.problem(Code::ShorthandQuoting, range, "The bracket was never opened");
            let problem = Problem { severity: Severity::Error, ..problem };
            return self.problems.push(problem.hint("put a value that contains it in double quotes"));
        } else if self.dialect == ShorthandDialect::Kro {
            return;
        } else if let Some((at, warn_of_literal_text)) = marker_inside(&value.text) {
            let message = format!("`{warn_of_literal_text}` belongs to the value of `{name}`");
            let range =
                TextRange::at(value.range.start() + TextSize::new(at as u32), TextSize::of(warn_of_literal_text));
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
        let adds_up =
            |marker: &&Marker| self.dialect == ShorthandDialect::Kro && ADDING_UP.contains(&marker.name.text.as_str());
        let counted = markers.iter().filter(|marker| marker.value.is_some() && !marker.is_annotation());
        for marker in counted.filter(|marker| !adds_up(marker)).collect::<Vec<_>>() {
            let name = &marker.name.text;
            let Some(earlier) = seen.insert(name, marker) else { continue };
            let message = format!("`{name}` is given twice; only this one has an effect");
            let problem = self.problem(Code::RepeatedMarker, marker.name.range, message);
            self.problems.push(problem.related(self.site.place(earlier.range), "this one is ignored"));
        }
    }
}

/// Markers of kro that say the more the more often they stand there.
const ADDING_UP: [&str; 4] = ["required", "validation", "listMapKey", "immutable"];

/// Whether a marker's name is that of a known one with words before it.
fn has_words_before(name: &Word, known: &str) -> bool {
    let length = usize::from(name.range.len());
    // Between the words stand blanks, which the name does not have.
    name.text.len() < length && name.text.ends_with(known) && name.text.len() > known.len()
}

/// The first bracket that closes what nothing opened, outside of quotes.
fn unopened(value: &str) -> Option<usize> {
    let (mut depth, mut is_quoted, mut is_escaped) = (0_usize, false, false);
    for (at, letter) in value.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            '{' | '[' if !is_quoted => depth += 1,
            '}' | ']' if !is_quoted && depth == 0 => return Some(at),
            '}' | ']' if !is_quoted => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Whether it is no marker at all: neither a name that is known nor anything behind one.
fn is_stray(marker: &Marker, dialect: ShorthandDialect) -> bool {
    if dialect == ShorthandDialect::Kro {
        return marker.value.is_none() && markers::find(&marker.name.text, dialect).is_none();
    }
    let is_bare = marker.value.is_none() && markers::find(&marker.name.text, dialect).is_none();
    (is_bare || marker.name.text.is_empty()) && !marker.is_annotation() && marker.name.text != "required"
}

/// Whether the value of a marker is text whose quotes are taken off.
fn takes_quotes(name: &str) -> bool {
    matches!(name, "default" | "enum" | "pattern" | "title" | "description" | "format")
}

/// A marker that stands behind a `|` inside a value: its offset and name.
fn marker_inside(value: &str) -> Option<(usize, &str)> {
    if value.starts_with(['"', '\'', '{', '[']) {
        return None;
    }
    value.match_indices('|').find_map(|(at, _)| {
        let rest = value.get(at + 1..)?;
        let name = rest.split_once('=')?.0;
        markers::find(name, ShorthandDialect::OpenChoreo).map(|marker| (at + 1, marker.name))
    })
}

/// A type that does not exist.
pub(crate) fn unknown_type(
    name: &str,
    range: TextRange,
    site: &ShorthandSite,
    custom: &[&str],
    dialect: ShorthandDialect,
) -> Problem {
    let message = format!("There is no type `{}`", shortened(name));
    let problem = Problem::new(Code::ShorthandType, site.place(range), message);
    match (gap_without_pipe(name, dialect), intended_type(name, custom, dialect)) {
        (Some(gap), _) => {
            let problem = problem.hint("separate the type and its markers with `|`");
            site.fix(problem, "Insert `|`".to_owned(), gap + range.start(), " | ")
        }
        (None, Some(intended)) => {
            let problem = problem.hint(format!("did you mean `{intended}`?"));
            site.fix(problem, format!("Change to `{intended}`"), range, &intended)
        }
        (None, None) if dialect == ShorthandDialect::OpenChoreo && name.contains('<') && !name.ends_with('>') => {
            problem.hint("a `<` is never closed by a `>`")
        }
        (None, None) => problem.expected(match dialect {
            ShorthandDialect::OpenChoreo => {
                "`string`, `integer`, `number`, `boolean`, `[]T`, `map<T>` or a custom type"
            }
            ShorthandDialect::Kro => {
                "`string`, `integer`, `float`, `boolean`, `object`, `[]T`, `map[string]T` or a custom type"
            }
        }),
    }
}

/// The blanks between a type and a marker that nothing else separates; counts from the start of what is taken for a name.
fn gap_without_pipe(name: &str, dialect: ShorthandDialect) -> Option<TextRange> {
    let start = name.find(char::is_whitespace)?;
    let behind = name.get(start..)?.trim_start();
    let (marker, _) = behind.split_once('=')?;
    markers::find(marker, dialect)?;
    Some(TextRange::new(TextSize::new(start as u32), TextSize::new((name.len() - behind.len()) as u32)))
}

/// A custom type that has the name of a built-in one.
pub(crate) fn shadowed_type(name: &str, defined: Place, dialect: ShorthandDialect) -> Option<Problem> {
    let is_built_in = name == "object" || Primitive::of(dialect).iter().any(|primitive| primitive.name() == name);
    let message = format!("`{name}` always is the built-in type, so nothing can refer to this one");
    is_built_in.then(|| Problem::new(Code::ShadowedType, defined, message).hint("give it another name"))
}

/// What was probably meant by the name of a type that does not exist: a type of this shorthand or a custom one.
fn intended_type(name: &str, custom: &[&str], dialect: ShorthandDialect) -> Option<String> {
    let known = |name: &str| {
        let other = match name {
            "int" | "int32" | "int64" | "long" | "Integer" => "integer",
            "float" | "double" | "decimal" if dialect == ShorthandDialect::OpenChoreo => "number",
            "number" | "double" | "decimal" if dialect == ShorthandDialect::Kro => "float",
            "bool" => "boolean",
            "str" | "text" => "string",
            name => name,
        };
        let is_primitive = other == "object" && dialect == ShorthandDialect::Kro
            || Primitive::of(dialect).iter().any(|primitive| primitive.name() == other);
        (is_primitive || custom.contains(&other)).then(|| other.to_owned())
    };
    let in_brackets = |prefix| name.strip_prefix(prefix)?.strip_suffix('>');
    let array = name.strip_suffix("[]").or_else(|| in_brackets("list<"));
    let array = array.or_else(|| in_brackets("array<").filter(|_| dialect == ShorthandDialect::Kro));
    if let Some(item) = array.and_then(known) {
        return Some(format!("[]{item}"));
    }
    if let Some(value) = in_brackets("map<").filter(|_| dialect == ShorthandDialect::Kro).and_then(known) {
        return Some(format!("map[string]{value}"));
    }
    if let Some(known) = known(name.strip_suffix('?').unwrap_or(name)) {
        return Some(known);
    }
    let names = custom.iter().copied().chain(Primitive::of(dialect).map(Primitive::name));
    nearest(name, names).map(str::to_owned)
}
