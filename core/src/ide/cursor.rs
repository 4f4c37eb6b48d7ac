//! The cursor: what stands at an offset. It is decided here, once, and every feature that is about one place matches
//! on it.
//!
//! # Design
//!
//! The first of these that is there is meant:
//!
//! 1. In a `sayl.toml`, a setting. In a Starlark file or a text template, code: nothing else in it is read by sayl.
//! 2. A name in `${…}`, which may stand in any text of a resource. Signs and numbers there are part of that text.
//! 3. In a comment: code, an annotation with its arguments, or what else it says, such as `sayl-ignore`. A `#` in a
//!    text that began on a line above begins no comment.
//! 4. Code in a text, between `(@` and `@)`.
//! 5. The anchor of a node, which stands outside of the node itself.
//! 6. The key or value that the nodes have there: an alias, `<<`, a shorthand, or a plain one.
//!
//! A token counts from its start to its end, both included: with the cursor behind its last letter a name is still
//! meant. For completion ([`Cursor::typing`]) two things differ, since it is about what would be there: a comment begins
//! behind its `#`, for what is typed in front of it does not become part of it; and a name may begin anywhere in `${…}`.
//!
//! What is meant says nothing about whether it is known: a feature that has no answer for it does not look for
//! something else at the same place.

use crate::analysis::Analysis;
use crate::document::TextDocument;
use crate::ide::code::CursorCode;
use crate::ide::config_file::{self, ConfigSpot};
use crate::ide::expression;
use crate::ide::line::{LineAt, line_at};
use crate::ide::position::{anchored, comment_in, is_merge};
use crate::ide::shorthand::{self, Shorthand};
use crate::schema::sections::inside::Inside;
use crate::text::{FileId, TextRange, TextSize};
use crate::workspace::{is_starlark, is_text_template};
use crate::yaml::path::{self, NodeLocation, Part};
use crate::yaml::{Document, Node, NodeKind, Placed};

/// An offset of a file, and what stands there.
pub(super) struct Cursor<'a> {
    pub(super) analysis: &'a Analysis,
    pub(super) file: FileId,
    pub(super) document: &'a TextDocument,
    pub(super) offset: TextSize,
    pub(super) target: CursorTarget<'a>,
}

/// What can stand at an offset.
pub(super) enum CursorTarget<'a> {
    /// A name in `${…}`, or where one may begin.
    Expression(expression::ExpressionAt),
    /// A setting, its section or its value in a `sayl.toml`; `text` is the whole file.
    Config { text: String, spot: ConfigSpot },
    /// Template code; arguments of annotations aside.
    Code(CursorCode),
    /// An annotation: its name or its arguments.
    Annotation(AnnotationAt),
    /// Another comment: a modeline, `sayl-ignore`, or words for people.
    Comment(CommentAt),
    /// `&name` of a node: its range.
    Anchor(TextRange),
    /// `*name`.
    Alias(Touched<'a>),
    /// `<<`.
    MergeKey(Touched<'a>),
    /// The text of a field or type in a schema section.
    Shorthand { at: Touched<'a>, inside: Inside<'a>, text: Shorthand },
    /// The key of a map; with its place among the schemas of a resource if it names a field or a type there.
    Key(Touched<'a>, Option<Inside<'a>>),
    /// A scalar, or the dash of an item.
    Value(Touched<'a>),
    /// None of them: blanks, signs between nodes, or words that nobody reads.
    Between,
}

/// A key, a scalar, an alias or a dash among the nodes.
pub(super) struct Touched<'a> {
    pub(super) location: NodeLocation<'a>,
    /// The node that it is; of a dash, the item's value.
    pub(super) node: Placed<'a, Node>,
    /// The token, with its quotes.
    pub(super) range: TextRange,
}

/// A comment with the cursor in it.
pub(super) struct CommentAt {
    pub(super) line: LineAt,
    /// The column of its `#`.
    pub(super) start: usize,
    /// The column of the cursor.
    pub(super) cursor: usize,
}

/// An annotation with the cursor in it.
pub(super) struct AnnotationAt {
    pub(super) comment: CommentAt,
    /// Its arguments, if the cursor is in them.
    pub(super) arguments: Option<CursorCode>,
}

impl<'a> Cursor<'a> {
    /// What stands at an offset.
    pub(super) fn at(analysis: &'a Analysis, file: FileId, offset: TextSize) -> Option<Self> {
        Self::read(analysis, file, offset, false)
    }

    /// What goes on if something is typed at an offset.
    pub(super) fn typing(analysis: &'a Analysis, file: FileId, offset: TextSize) -> Option<Self> {
        Self::read(analysis, file, offset, true)
    }

    fn read(analysis: &'a Analysis, file: FileId, offset: TextSize, is_typing: bool) -> Option<Self> {
        let document = analysis.document(file)?;
        let mut cursor = Self { analysis, file, document, offset, target: CursorTarget::Between };
        cursor.target = cursor.in_file(is_typing).unwrap_or(CursorTarget::Between);
        Some(cursor)
    }

    fn in_file(&self, is_typing: bool) -> Option<CursorTarget<'a>> {
        let Self { analysis, file, document, offset, .. } = *self;
        if analysis.is_config(file) {
            let text = document.rope().to_string();
            return config_file::spot(&text, offset).map(|spot| CursorTarget::Config { text, spot });
        }
        let code = || CursorCode::at(analysis, file, offset);
        if !self.is_yaml() {
            return code().map(CursorTarget::Code);
        }
        let expression = expression::ExpressionAt::find(analysis, file, offset);
        if let Some(at) = expression.filter(|at| is_typing || at.name().is_some()) {
            return Some(CursorTarget::Expression(at));
        }
        let comment = CommentAt::at(document, offset).filter(|it| !is_typing || it.start < it.cursor);
        if let Some(comment) = comment {
            return Some(self.in_comment(comment));
        }
        code().map(CursorTarget::Code).or_else(|| self.among_nodes())
    }

    /// Whether the file is YAML: no configuration, no code, and no text around code.
    pub(super) fn is_yaml(&self) -> bool {
        let path = self.analysis.path(self.file);
        !self.analysis.is_config(self.file) && !is_starlark(path) && !is_text_template(path)
    }

    /// The code at the offset: as such, or as the arguments of an annotation.
    pub(super) fn code(&self) -> Option<&CursorCode> {
        match &self.target {
            CursorTarget::Code(code) => Some(code),
            CursorTarget::Annotation(annotation) => annotation.arguments.as_ref(),
            _ => None,
        }
    }

    /// The document of the stream that holds the offset.
    pub(super) fn yaml(&self) -> Option<&'a Document> {
        let stream = self.document.stream();
        stream.documents.get(path::document_at(stream, self.offset)?)
    }

    fn in_comment(&self, comment: CommentAt) -> CursorTarget<'a> {
        if !comment.text().starts_with("#@") {
            return CursorTarget::Comment(comment);
        }
        let (name, _, end) = comment.annotation();
        if name.is_empty()
            && let Some(code) = CursorCode::at(self.analysis, self.file, self.offset)
        {
            return CursorTarget::Code(code);
        }
        let arguments = CursorCode::in_arguments(name, &comment.line, end + 1, self.offset);
        CursorTarget::Annotation(AnnotationAt { comment, arguments })
    }

    fn among_nodes(&self) -> Option<CursorTarget<'a>> {
        if let Some(range) = self.anchor() {
            return Some(CursorTarget::Anchor(range));
        }
        let location = path::locate(self.document.stream(), self.offset)?;
        match location.part {
            Part::Key(node) => Some(self.key(Touched { range: node.range(), node, location })),
            Part::Value(node) if node.mapping().is_some() || node.sequence().is_some() => None,
            Part::Value(node) => Some(self.value(Touched { range: node.range(), node, location })),
            Part::Dash(range) => {
                Some(CursorTarget::Value(Touched { range, node: location.steps.last()?.value(), location }))
            }
            Part::Between => None,
        }
    }

    fn key(&self, at: Touched<'a>) -> CursorTarget<'a> {
        if matches!(at.node.get().kind, NodeKind::Alias(_)) {
            return CursorTarget::Alias(at);
        }
        if at.node.scalar().is_some_and(is_merge) {
            return CursorTarget::MergeKey(at);
        }
        let inside = shorthand::inside_at(self.analysis, self.file, &at.location);
        CursorTarget::Key(at, inside)
    }

    fn value(&self, at: Touched<'a>) -> CursorTarget<'a> {
        if matches!(at.node.get().kind, NodeKind::Alias(_)) {
            return CursorTarget::Alias(at);
        }
        let inside = shorthand::inside_at(self.analysis, self.file, &at.location);
        let text = |dialect| Shorthand::at(self.file, self.document, at.node, self.offset, dialect);
        match inside.and_then(|inside| text(inside.dialect()).map(|text| (inside, text))) {
            Some((inside, text)) => CursorTarget::Shorthand { at, inside, text },
            None => CursorTarget::Value(at),
        }
    }

    /// The anchor at the offset, with its `&`: it stands before its node.
    fn anchor(&self) -> Option<TextRange> {
        let document = self.yaml()?;
        let next = document.anchors.partition_point(|(_, start)| *start < self.offset);
        let behind = document.anchors.get(next..)?;
        // A node may begin at the offset itself: an empty one behind its anchor, or a map with the anchor of its first key.
        let nearest = behind.iter().map(|(_, start)| start).find(|start| **start > self.offset);
        let mut candidates = behind.iter().take_while(|(_, start)| nearest.is_none_or(|nearest| start <= nearest));
        candidates.find_map(|(name, start)| {
            let node = anchored(document, name, *start + TextSize::from(1))?;
            let (_, range) = node.get().properties.as_ref()?.anchor.as_ref()?;
            Some(node.absolute(*range)).filter(|range| range.contains_inclusive(self.offset))
        })
    }
}

impl CommentAt {
    /// The comment at an offset.
    pub(super) fn at(document: &TextDocument, offset: TextSize) -> Option<Self> {
        let line = line_at(document.rope(), offset);
        let start = comment_in(document, &line)?;
        let cursor = line.column(offset);
        (start <= cursor).then_some(Self { line, start, cursor })
    }

    /// From its `#` on.
    pub(super) fn text(&self) -> &str {
        &self.line.text[self.start..]
    }

    /// From its `#` up to the cursor.
    pub(super) fn typed(&self) -> &str {
        &self.line.text[self.start..self.cursor]
    }

    /// What stands between `#@` and the next blank, with its columns: the name of an annotation, nothing before code.
    pub(super) fn annotation(&self) -> (&str, usize, usize) {
        let start = self.start + "#@".len();
        let name = self.line.text.get(start..).unwrap_or_default().split(' ').next().unwrap_or_default();
        (name, start, start + name.len())
    }

    /// The arguments of an annotation up to the cursor; `None` with the cursor in its name.
    pub(super) fn typed_arguments(&self) -> Option<&str> {
        let (.., end) = self.annotation();
        self.line.text.get(end + 1..self.cursor)
    }
}

#[cfg(test)]
mod tests;
