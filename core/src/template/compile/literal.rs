//! Annotations whose arguments are literals: what they say is known before anything runs, so no code has to say it.
//!
//! Only what can be told at a glance counts, which is most of what schemas hold: texts without escapes, whole numbers,
//! `True`, `False` and `None`. Everything else is left to the parser and the evaluation, mistakes included.

use smol_str::SmolStr;

use crate::template::dialect;
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::arguments::{Argument, ArgumentKind, Arguments, KeywordArgument};
use crate::values::fragment::AttachedAnnotation;
use crate::values::{Value, ValueKind};
use crate::yaml::Comment;
use crate::yaml::annotation::{Annotation, CommentKind, classify};

/// The annotations of a node; `None` if one of them is to be evaluated. `base` is where the ranges of the comments count
/// from.
pub(super) fn annotations(comments: &[Comment], base: TextSize, file: FileId) -> Option<Vec<AttachedAnnotation>> {
    let annotations = comments.iter().filter_map(annotation_of);
    annotations.map(|annotation| attached(&annotation, base, file)).collect()
}

/// Whether nothing is to be evaluated for the annotations of a node.
pub(super) fn are_literals(comments: &[Comment]) -> bool {
    annotations(comments, TextSize::new(0), FileId::NONE).is_some()
}

fn annotation_of(comment: &Comment) -> Option<Annotation<'_>> {
    match classify(comment) {
        // The long forms of code are code.
        CommentKind::Annotation(annotation) if !annotation.name.starts_with("template/") => Some(annotation),
        _ => None,
    }
}

fn attached(annotation: &Annotation<'_>, base: TextSize, file: FileId) -> Option<AttachedAnnotation> {
    let name_place = Place::absolute(file, annotation.name_range + base);
    let reader =
        ArgumentReader { text: annotation.arguments, start: annotation.arguments_range.start() + base, name_place };
    Some(AttachedAnnotation { name: annotation.name.into(), name_place, arguments: reader.arguments()? })
}

/// Reads arguments; offsets are bytes of `text`.
struct ArgumentReader<'a> {
    text: &'a str,
    start: TextSize,
    name_place: Place,
}

impl ArgumentReader<'_> {
    fn arguments(&self) -> Option<Arguments> {
        let mut arguments = Arguments::default();
        let mut at = self.behind_blanks(0);
        while at < self.text.len() {
            at = self.argument(at, &mut arguments)?;
            at = self.behind_blanks(at);
            if at < self.text.len() {
                at = self.behind_blanks(at + self.rest(at).strip_prefix(',').map(|_| 1)?);
            }
        }
        Some(arguments)
    }

    /// Adds the argument at an offset, and gives the end of it.
    fn argument(&self, at: usize, arguments: &mut Arguments) -> Option<usize> {
        let Some(name) = self.keyword(at) else {
            let (end, value) = self.literal(at)?;
            arguments.positional.push(value);
            // The other way round it is a mistake.
            return arguments.keywords.is_empty().then_some(end);
        };
        let (end, value) = self.literal(self.behind_blanks(at + name.len() + 1))?;
        let name_range = self.range(at, at + name.len());
        let is_new = arguments.keyword(name).is_none();
        arguments.keywords.push(KeywordArgument { name: name.to_owned(), name_range, value });
        is_new.then_some(end)
    }

    /// The name before `=`.
    fn keyword(&self, at: usize) -> Option<&str> {
        let (name, behind) = self.rest(at).split_once('=')?;
        (dialect::is_name(name) && dialect::stand_in(name).is_none() && !behind.starts_with('=')).then_some(name)
    }

    /// The literal at an offset, and its end.
    fn literal(&self, at: usize) -> Option<(usize, Argument)> {
        let rest = self.rest(at);
        let (length, kind) = text(rest).or_else(|| word(rest))?;
        let range = self.range(at, at + length);
        let value = Value { origin: Place { range, ..self.name_place }, kind };
        Some((at + length, Argument { range, kind: ArgumentKind::Literal(value) }))
    }

    fn rest(&self, at: usize) -> &str {
        self.text.get(at..).unwrap_or_default()
    }

    fn behind_blanks(&self, at: usize) -> usize {
        self.text.len() - self.rest(at).trim_start_matches(' ').len()
    }

    fn range(&self, start: usize, end: usize) -> TextRange {
        TextRange::new(TextSize::new(start as u32), TextSize::new(end as u32)) + self.start
    }
}

/// A text in quotes that stands for itself, and its length.
fn text(rest: &str) -> Option<(usize, ValueKind)> {
    let quote = rest.chars().next().filter(|first| matches!(first, '"' | '\''))?;
    let inner = rest.get(1..)?;
    let (inner, behind) = inner.split_at(inner.find(quote)?);
    let is_plain = !inner.chars().any(|character| character == '\\' || character.is_control());
    // Three quotes begin another kind of text.
    let is_single = !behind.get(1..)?.starts_with(quote);
    (is_plain && is_single).then(|| (inner.len() + 2, ValueKind::String(SmolStr::new(inner))))
}

/// A whole number or a constant, and its length.
fn word(rest: &str) -> Option<(usize, ValueKind)> {
    let length = rest.find([',', ' ']).unwrap_or(rest.len());
    let word = rest.get(..length)?;
    let kind = match word {
        "True" => ValueKind::Bool(true),
        "False" => ValueKind::Bool(false),
        "None" => ValueKind::Null,
        number => ValueKind::Int(whole_number(number)?.into()),
    };
    Some((length, kind))
}

/// A number that nobody writes in another way.
fn whole_number(text: &str) -> Option<i32> {
    let number: i32 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::template::arguments;
    use crate::text::SegmentId;
    use crate::values::arguments::AnnotationSite;

    fn annotation(text: &str) -> Annotation<'_> {
        let at = |start: u32, length| TextRange::at(TextSize::new(start), length);
        let (name_range, arguments_range) = (at(2, TextSize::new(1)), at(4, TextSize::of(text)));
        Annotation { name: "x", name_range, arguments: text, arguments_range }
    }

    fn read(text: &str) -> Option<AttachedAnnotation> {
        attached(&annotation(text), TextSize::new(100), FileId(3))
    }

    #[test]
    fn literals_are_read_as_the_parser_reads_them() {
        let texts = [
            "",
            "  ",
            "\"a\"",
            "'it is \"a\"'",
            "\"\", 1",
            "1, -20,0 , True, False, None ",
            "min=1, max=-3",
            "\"a=b\", by=\"c\"",
            "\"ü\", x=2,",
        ];
        for text in texts {
            let place = Place::absolute(FileId(3), TextRange::default());
            let site = AnnotationSite { file: FileId(3), segment: place.segment };
            let moved = Annotation {
                arguments_range: annotation(text).arguments_range + TextSize::new(100),
                ..annotation(text)
            };
            let parsed = arguments::parse(&moved, site).map(|arguments| format!("{arguments:?}")).ok();
            assert_eq!(read(text).map(|attached| format!("{:?}", attached.arguments)), parsed, "{text}");
            assert_eq!(site.segment, SegmentId::DOCUMENT);
        }
    }

    #[test]
    fn what_is_no_simple_literal_is_left_to_the_parser() {
        let texts = [
            "x",
            "\"a\" + \"b\"",
            "\"a\" \"b\"",
            "(\"a\", 1)",
            "[1]",
            "{}",
            "lambda: 1",
            "\"\\n\"",
            "\"\"\"a\"\"\"",
            "1.5",
            "007",
            "3000000000",
            "-0",
            "min = 1",
            "a=1, 2",
            "a=1, a=2",
            "\"a",
            "\"a\"b",
            ",",
            "1,,2",
            "if=1",
            "assert=1",
            "a==1",
            "*x",
        ];
        for text in texts {
            assert!(read(text).is_none(), "{text}");
        }
    }
}
