//! Whether a file holds template code, and which files that code may see. A quick look, kept by chunk: whoever types
//! in a long file of plain values does not wait for it.

use std::sync::Arc;

use smol_str::SmolStr;

use super::kind::FileKind;
use crate::memo;
use crate::template::arguments;
use crate::template::compile::is_text_template;
use crate::text::{FileId, SegmentId};
use crate::values::arguments::{AnnotationSite, Argument, ArgumentKind};
use crate::yaml::annotation::{CommentKind, classify};
use crate::yaml::{Chunk, Chunks, Comment, ContentId, Entry, Item, Node, Placed, Stream};

/// How deep nodes are followed.
const DEEPEST: usize = 500;

/// What is known of the template code of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FileCode {
    /// Whether anything in it must be evaluated.
    pub(super) is_there: bool,
    /// What its `load`s name, as written.
    pub(super) loads: Vec<SmolStr>,
    /// Whether it may read any file of its bundle.
    pub(super) reads_all: bool,
    /// Whether it may catch failures.
    pub(super) catches: bool,
}

/// Whether there is code in chunks of one file, to be handed in again with its next version.
pub(super) type CodeMemo = memo::Memo<ContentId, bool>;

/// Looks at the code of a file of that kind.
pub(super) fn of<'f>(
    kind: FileKind,
    stream: impl FnOnce() -> Option<&'f Stream>,
    text: impl Fn() -> Option<&'f Arc<str>>,
    memo: &mut CodeMemo,
) -> FileCode {
    let is_there = match kind {
        FileKind::Starlark => true,
        FileKind::Yaml | FileKind::YamlModule => stream().is_some_and(|stream| find_code(stream, memo)),
        FileKind::TextTemplate => text().is_some_and(|text| is_text_template(text)),
        FileKind::Config | FileKind::Other => false,
    };
    // The text of a file that holds nothing else is not put together for that.
    match is_there.then(text).flatten() {
        Some(text) => {
            let (reads_all, catches) = (reads_all(text), text.contains("try_to"));
            FileCode { is_there, loads: loads(text), reads_all, catches }
        }
        None => FileCode::default(),
    }
}

/// Whether a module of ytt is used that can read files by names that only the evaluation knows.
fn reads_all(text: &str) -> bool {
    text.contains("@ytt:library") || text.contains("@ytt:data") && (text.contains(".read") || text.contains(".list"))
}

/// What stands first in the parentheses of each `load`.
fn loads(text: &str) -> Vec<SmolStr> {
    let calls = text.match_indices("load").filter_map(|(at, word)| {
        let rest = text.get(at + word.len()..)?.trim_start().strip_prefix('(')?;
        // The call may go on in the next comment.
        let rest = rest.trim_start_matches(|it: char| it.is_whitespace() || it == '#' || it == '@');
        let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        rest.get(1..)?.split(quote).next()
    });
    calls.filter(|path| !path.starts_with("@ytt:")).map(SmolStr::new).collect()
}

fn find_code(stream: &Stream, memo: &mut CodeMemo) -> bool {
    if !stream.is_template {
        return false;
    }
    memo.begin_pass();
    let mut walk = CodeWalk { memo };
    stream.dangling.iter().any(is_code)
        || stream
            .documents
            .iter()
            .any(|document| document.comments.iter().any(is_code) || walk.node(document.root(), 0))
}

struct CodeWalk<'m> {
    memo: &'m mut CodeMemo,
}

impl CodeWalk<'_> {
    fn node(&mut self, node: Placed<'_, Node>, depth: usize) -> bool {
        if depth > DEEPEST {
            return false;
        }
        if let Some(mapping) = node.mapping() {
            match &mapping.get().entries {
                Chunks::Here(_) => mapping.entries().any(|entry| self.entry(entry, depth)),
                Chunks::Spread(chunks) => self.chunks(node.chunks(chunks), depth, Self::entry),
            }
        } else if let Some(sequence) = node.sequence() {
            match &sequence.get().items {
                Chunks::Here(_) => sequence.items().any(|item| self.item(item, depth)),
                Chunks::Spread(chunks) => self.chunks(node.chunks(chunks), depth, Self::item),
            }
        } else {
            false
        }
    }

    fn entry(&mut self, entry: Placed<'_, Entry>, depth: usize) -> bool {
        entry.comments().iter().any(is_code) || self.node(entry.value(), depth + 1)
    }

    fn item(&mut self, item: Placed<'_, Item>, depth: usize) -> bool {
        item.comments().iter().any(is_code) || self.node(item.value(), depth + 1)
    }

    /// Every chunk is looked at, so that each is known the next time.
    fn chunks<'c, T: 'c>(
        &mut self,
        chunks: impl Iterator<Item = Placed<'c, Chunk<T>>>,
        depth: usize,
        child: fn(&mut Self, Placed<'_, T>, usize) -> bool,
    ) -> bool {
        let mut is_found = false;
        for chunk in chunks {
            let known = self.memo.get(&chunk.content).copied();
            let has_code = known.unwrap_or_else(|| chunk.iter().any(|it| child(self, it, depth)));
            if known.is_none() {
                self.memo.keep(chunk.content, has_code);
            }
            is_found |= has_code;
        }
        is_found
    }
}

/// Whether a comment is code, or an annotation whose arguments must be evaluated.
fn is_code(comment: &Comment) -> bool {
    let annotation = match classify(comment) {
        CommentKind::Code(code) => return !code.trim().is_empty(),
        CommentKind::Annotation(annotation) => annotation,
        CommentKind::Ignored | CommentKind::Plain => return false,
    };
    if annotation.name.starts_with("template/") || annotation.name == "yaml/text-templated-strings" {
        return true;
    }
    let site = AnnotationSite { file: FileId::NONE, segment: SegmentId::DOCUMENT };
    arguments::parse(&annotation, site).is_ok_and(|arguments| {
        let keywords = arguments.keywords.iter().map(|keyword| &keyword.value);
        arguments.is_open || arguments.positional.iter().chain(keywords).any(is_computed)
    })
}

fn is_computed(argument: &Argument) -> bool {
    match &argument.kind {
        ArgumentKind::Literal(_) => false,
        ArgumentKind::Tuple(parts) => parts.iter().any(is_computed),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::TextDocument;

    #[track_caller]
    fn check(text: &str, expected: bool) {
        let document = TextDocument::new(FileId(0), text);
        assert_eq!(find_code(document.stream(), &mut CodeMemo::default()), expected, "{text}");
    }

    #[test]
    fn what_is_written_out_needs_no_evaluation() {
        check(
            "#@data/values-schema\n---\n#@schema/default [1, \"x\"]\n#@schema/examples (\"one\", {\"a\": 1})\na: 1\n",
            false,
        );
        check("#@data/values\n---\n#@overlay/match missing_ok=True\na: 1 #@overlay/replace\n", false);
        check("a: 1\n# b: #@ c\n", false);
    }

    #[test]
    fn code_computed_values_and_functions_need_evaluation() {
        check("#@ x = 1\n---\na: 1\n", true);
        check("a: #@ 1\n", true);
        check("a: 1\n#@ end\n", true);
        check("#@schema/validation (\"odd\", lambda v: v % 2 == 1)\na: 1\n", true);
        check("#@schema/default name\na: 1\n", true);
        check("#@yaml/text-templated-strings\na: (@= x @)\n", true);
        check("#@template/value 1\na: 1\n", true);
    }

    #[test]
    fn loads_are_found_as_they_are_written() {
        let text = "#@ load(\"@ytt:data\", \"data\")\n#@ load( '/a/b.star', \"c\")\n#@ load(\n#@   \"@lib:x.lib.yml\", \"y\")\n#@ reload(z)\n";
        assert_eq!(loads(text), ["/a/b.star", "@lib:x.lib.yml"]);
    }
}
