//! The methods of text that ytt has otherwise: they count bytes, know of no letters that become several, and refuse
//! what the interpreter takes.

use starlark::collections::SmallMap;
use starlark::environment::MethodsBuilder;
use starlark::starlark_module;
use starlark::values::tuple::{TupleRef, UnpackTuple};
use starlark::values::{Heap, Value};

use super::pieces::{Characters, Elements, Pieces};
use super::search::{self, Window};
use super::{Text, letters, split};
use crate::template::evaluate::format;
use crate::template::values::BuiltinError;
use crate::template::values::from_starlark::type_of;

fn value(this: Value<'_>) -> Value<'_> {
    Text::from_value(this).map_or(this, |text| text.value)
}

fn text(this: Value<'_>) -> &str {
    value(this).unpack_str().unwrap_or_default()
}

/// All of them.
pub(super) fn methods(builder: &mut MethodsBuilder) {
    case(builder);
    pieces(builder);
    searches(builder);
    cutting(builder);
    filling(builder);
}

/// What concerns kinds of letters.
#[starlark_module]
fn case(builder: &mut MethodsBuilder) {
    /// The first letter large, the others small.
    fn capitalize(this: Value) -> starlark::Result<String> {
        Ok(letters::capitalized(text(this)))
    }

    /// All letters small.
    fn lower(this: Value) -> starlark::Result<String> {
        Ok(text(this).chars().map(letters::small).collect())
    }

    /// All letters large.
    fn upper(this: Value) -> starlark::Result<String> {
        Ok(text(this).chars().map(letters::large).collect())
    }

    /// The first letter of each word large.
    fn title(this: Value) -> starlark::Result<String> {
        Ok(letters::titled(text(this)))
    }

    /// Whether all characters are letters or digits.
    fn isalnum(this: Value) -> starlark::Result<bool> {
        Ok(letters::are(text(this), |character| letters::is_letter(character) || letters::is_digit(character)))
    }

    /// Whether all characters are letters.
    fn isalpha(this: Value) -> starlark::Result<bool> {
        Ok(letters::are(text(this), letters::is_letter))
    }

    /// Whether all characters are digits.
    fn isdigit(this: Value) -> starlark::Result<bool> {
        Ok(letters::are(text(this), letters::is_digit))
    }

    /// Whether all letters are small.
    fn islower(this: Value) -> starlark::Result<bool> {
        let text = text(this);
        Ok(text.chars().any(letters::is_cased) && text.chars().all(|character| letters::small(character) == character))
    }

    /// Whether all characters are blanks.
    fn isspace(this: Value) -> starlark::Result<bool> {
        Ok(letters::are(text(this), char::is_whitespace))
    }

    /// Whether words begin with large letters, and go on with small ones.
    fn istitle(this: Value) -> starlark::Result<bool> {
        Ok(letters::is_title(text(this)))
    }

    /// Whether all letters are large.
    fn isupper(this: Value) -> starlark::Result<bool> {
        let text = text(this);
        Ok(text.chars().any(letters::is_cased) && text.chars().all(|character| letters::large(character) == character))
    }
}

/// What text consists of.
#[starlark_module]
fn pieces(builder: &mut MethodsBuilder) {
    /// Each byte.
    fn elems<'v>(this: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        Ok(heap.alloc(Elements(Pieces::of(text(this), false))))
    }

    /// The number of each byte.
    fn elem_ords<'v>(this: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        Ok(heap.alloc(Elements(Pieces::of(text(this), true))))
    }

    /// Each character.
    fn codepoints<'v>(this: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        Ok(heap.alloc(Characters(Pieces::of(text(this), false))))
    }

    /// The number of each character.
    fn codepoint_ords<'v>(this: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        Ok(heap.alloc(Characters(Pieces::of(text(this), true))))
    }
}

/// What looks for a part, by bytes.
#[starlark_module]
fn searches(builder: &mut MethodsBuilder) {
    /// How often a part is there.
    fn count<'v>(
        this: Value<'v>,
        #[starlark(require = pos)] part: &str,
        #[starlark(require = pos)] start: Option<Value<'v>>,
        #[starlark(require = pos)] end: Option<Value<'v>>,
    ) -> starlark::Result<u32> {
        let window = Window::of(text(this), start, end)?;
        Ok(u32::try_from(search::count(window.bytes, part)).unwrap_or(u32::MAX))
    }

    /// Where a part is first, or -1.
    fn find<'v>(
        this: Value<'v>,
        #[starlark(require = pos)] part: &str,
        #[starlark(require = pos)] start: Option<Value<'v>>,
        #[starlark(require = pos)] end: Option<Value<'v>>,
    ) -> starlark::Result<i64> {
        Ok(position(Window::of(text(this), start, end)?.first(part)))
    }

    /// Where a part is first.
    fn index<'v>(
        this: Value<'v>,
        #[starlark(require = pos)] part: &str,
        #[starlark(require = pos)] start: Option<Value<'v>>,
        #[starlark(require = pos)] end: Option<Value<'v>>,
    ) -> starlark::Result<i64> {
        Window::of(text(this), start, end)?.first(part).map(|at| position(Some(at))).ok_or_else(|| absent(part))
    }

    /// Where a part is last, or -1.
    fn rfind<'v>(
        this: Value<'v>,
        #[starlark(require = pos)] part: &str,
        #[starlark(require = pos)] start: Option<Value<'v>>,
        #[starlark(require = pos)] end: Option<Value<'v>>,
    ) -> starlark::Result<i64> {
        Ok(position(Window::of(text(this), start, end)?.last(part)))
    }

    /// Where a part is last.
    fn rindex<'v>(
        this: Value<'v>,
        #[starlark(require = pos)] part: &str,
        #[starlark(require = pos)] start: Option<Value<'v>>,
        #[starlark(require = pos)] end: Option<Value<'v>>,
    ) -> starlark::Result<i64> {
        Window::of(text(this), start, end)?.last(part).map(|at| position(Some(at))).ok_or_else(|| absent(part))
    }

    /// Whether it begins with a part, or with one of several.
    fn startswith<'v>(
        this: Value<'v>,
        #[starlark(require = pos)] part: Value<'v>,
        #[starlark(require = pos)] start: Option<Value<'v>>,
        #[starlark(require = pos)] end: Option<Value<'v>>,
    ) -> starlark::Result<bool> {
        let window = Window::of(text(this), start, end)?;
        any(part, |part| window.bytes.starts_with(part.as_bytes()))
    }

    /// Whether it ends with a part, or with one of several.
    fn endswith<'v>(
        this: Value<'v>,
        #[starlark(require = pos)] part: Value<'v>,
        #[starlark(require = pos)] start: Option<Value<'v>>,
        #[starlark(require = pos)] end: Option<Value<'v>>,
    ) -> starlark::Result<bool> {
        let window = Window::of(text(this), start, end)?;
        any(part, |part| window.bytes.ends_with(part.as_bytes()))
    }
}

/// What cuts text.
#[starlark_module]
fn cutting(builder: &mut MethodsBuilder) {
    /// Without some characters at both ends; without blanks if there are none to look for.
    fn strip(this: Value, #[starlark(require = pos)] characters: Option<&str>) -> starlark::Result<String> {
        Ok(match characters.filter(|characters| !characters.is_empty()) {
            Some(characters) => text(this).trim_matches(|it| characters.contains(it)),
            None => text(this).trim(),
        }
        .to_owned())
    }

    /// The same at the beginning.
    fn lstrip(this: Value, #[starlark(require = pos)] characters: Option<&str>) -> starlark::Result<String> {
        Ok(match characters.filter(|characters| !characters.is_empty()) {
            Some(characters) => text(this).trim_start_matches(|it| characters.contains(it)),
            None => text(this).trim_start(),
        }
        .to_owned())
    }

    /// The same at the end.
    fn rstrip(this: Value, #[starlark(require = pos)] characters: Option<&str>) -> starlark::Result<String> {
        Ok(match characters.filter(|characters| !characters.is_empty()) {
            Some(characters) => text(this).trim_end_matches(|it| characters.contains(it)),
            None => text(this).trim_end(),
        }
        .to_owned())
    }

    /// What is before the first separator, the separator, and what is behind it.
    fn partition<'v>(
        this: Value<'v>,
        #[starlark(require = pos)] separator: &str,
    ) -> starlark::Result<(&'v str, String, &'v str)> {
        let text = text(this);
        check_separator("partition", separator)?;
        let parts = text.split_once(separator).map(|(before, behind)| (before, separator.to_owned(), behind));
        Ok(parts.unwrap_or_else(|| (text, String::new(), "")))
    }

    /// The same with the last separator.
    fn rpartition<'v>(
        this: Value<'v>,
        #[starlark(require = pos)] separator: &str,
    ) -> starlark::Result<(&'v str, String, &'v str)> {
        let text = text(this);
        check_separator("rpartition", separator)?;
        let parts = text.rsplit_once(separator).map(|(before, behind)| (before, separator.to_owned(), behind));
        Ok(parts.unwrap_or_else(|| ("", String::new(), text)))
    }

    /// The parts between separators, or between blanks.
    fn split<'v>(
        this: Value<'v>,
        #[starlark(require = pos)] separator: Option<Value<'v>>,
        #[starlark(require = pos)] most: Option<Value<'v>>,
    ) -> starlark::Result<Vec<String>> {
        let most = most_splits(most)?;
        Ok(match separator_of(separator)? {
            Some(separator) => split::from_start(text(this), separator, most),
            None => split::blanks_from_start(text(this), most),
        })
    }

    /// The same, counted from the end.
    fn rsplit<'v>(
        this: Value<'v>,
        #[starlark(require = pos)] separator: Option<Value<'v>>,
        #[starlark(require = pos)] most: Option<Value<'v>>,
    ) -> starlark::Result<Vec<String>> {
        let most = most_splits(most)?;
        Ok(match separator_of(separator)? {
            Some(separator) => split::from_end(text(this), separator, most),
            None => split::blanks_from_end(text(this), most),
        })
    }

    /// The lines, with their ends if wanted.
    fn splitlines<'v>(
        this: Value<'v>,
        #[starlark(require = pos, default = false)] keepends: bool,
    ) -> starlark::Result<Vec<&'v str>> {
        let lines = text(this).split_inclusive('\n');
        Ok(lines.map(|line| if keepends { line } else { line.strip_suffix('\n').unwrap_or(line) }).collect())
    }
}

/// What makes other text of it.
#[starlark_module]
fn filling(builder: &mut MethodsBuilder) {
    /// The texts of a list, with this one between them.
    fn join<'v>(
        this: Value<'v>,
        #[starlark(require = pos)] parts: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<String> {
        let text_of = |part: Value<'v>| {
            part.unpack_str().ok_or_else(|| {
                let kind = type_of(part);
                let mistake = BuiltinError::new(format!("`join` takes texts, not a value of type {kind}"));
                let mistake = mistake.found(part.to_repr()).expected("a string").hint("write `str(…)` around it");
                mistake.seen_as(format!("join: in list, want string, got {kind}")).error()
            })
        };
        let parts = parts.iterate(heap)?.map(text_of).collect::<starlark::Result<Vec<_>>>()?;
        Ok(parts.join(text(this)))
    }

    /// With another text in the place of a part, so many times at most.
    fn replace<'v>(
        this: Value<'v>,
        #[starlark(require = pos)] old: &str,
        #[starlark(require = pos)] new: &str,
        #[starlark(require = pos, default = -1)] most: i32,
    ) -> starlark::Result<String> {
        Ok(usize::try_from(most)
            .map_or_else(|_| text(this).replace(old, new), |most| text(this).replacen(old, new, most)))
    }

    /// With values in its places for values.
    fn format<'v>(
        this: Value<'v>,
        #[starlark(args)] positional: UnpackTuple<Value<'v>>,
        #[starlark(kwargs)] named: SmallMap<String, Value<'v>>,
        heap: Heap<'v>,
    ) -> starlark::Result<String> {
        format::formatted(text(this), &positional.items, &named, heap)
    }
}

fn position(at: Option<usize>) -> i64 {
    at.and_then(|at| i64::try_from(at).ok()).unwrap_or(-1)
}

fn absent(part: &str) -> starlark::Error {
    BuiltinError::new("the text does not hold this part").found(format!("`{part}`")).error()
}

/// Whether something holds for a text, or for one of a tuple of texts.
fn any(part: Value<'_>, holds: impl Fn(&str) -> bool) -> starlark::Result<bool> {
    let unsuitable = |value: Value<'_>| {
        let mistake = BuiltinError::new(format!("a value of type {} is not looked for in text", value.get_type()));
        mistake.expected("a string, or a tuple of strings").error()
    };
    let Some(parts) = TupleRef::from_value(part) else {
        return part.unpack_str().map(holds).ok_or_else(|| unsuitable(part));
    };
    for part in parts.iter() {
        if holds(part.unpack_str().ok_or_else(|| unsuitable(part))?) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The text that separates, if not blanks do.
fn separator_of(separator: Option<Value<'_>>) -> starlark::Result<Option<&str>> {
    let Some(separator) = separator.filter(|separator| !separator.is_none()) else { return Ok(None) };
    let Some(text) = separator.unpack_str() else {
        let message = format!("a value of type {} separates no text", type_of(separator));
        return Err(BuiltinError::new(message).expected("a string").error());
    };
    check_separator("split", text)?;
    Ok(Some(text))
}

fn check_separator(method: &str, separator: &str) -> starlark::Result<()> {
    if separator.is_empty() {
        let mistake = BuiltinError::new("the separator is empty").hint("`elems()` returns each character");
        return Err(mistake.seen_as(format!("{method}: empty separator")).error());
    }
    Ok(())
}

/// How often to split at most; any number of times if it is negative.
fn most_splits(most: Option<Value<'_>>) -> starlark::Result<Option<usize>> {
    let Some(most) = most else { return Ok(None) };
    let Some(number) = most.unpack_i32() else {
        let mistake = BuiltinError::new("how often to split must be a whole number").found(most.to_repr());
        return Err(mistake.error());
    };
    Ok(usize::try_from(number).ok())
}
