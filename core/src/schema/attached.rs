//! What can be said of the annotations at each node without knowing types: names that do not exist, names of another
//! edition, the same name twice, headers on nodes, arguments that are no Starlark.
//!
//! Results are kept by chunk, so a keystroke costs the segment that it touches.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::memo;
use crate::problem::nearest;
use crate::problem::{Code, Fix, Problem, Severity};
use crate::schema::headers::{DocumentRole, classify as classify_document, intended_header};
use crate::schema::{Edition, names};
use crate::template::arguments;
use crate::text::{FileId, SegmentId, TextRange, TextSize};
use crate::values::arguments::AnnotationSite;
use crate::yaml::annotation::{Annotation, CommentKind, classify};
use crate::yaml::{Chunk, Chunks, Comment, ContentId, Entry, Item, Node, NodeKind, Placed, Stream};

/// How deep nodes are followed.
const DEEPEST: usize = 500;

/// What was found in chunks of one file, to be handed in again with its next version.
#[derive(Debug, Default)]
pub struct AttachedMemo(memo::Memo<ContentKey, Arc<[Problem]>>);

/// Content, role of the document, and whether the file is a template: together they decide what is found.
type ContentKey = (ContentId, DocumentRole, bool);

/// The problems with the comments of every document of a file and of every node in them.
///
/// Comments after the last node count as a document's own.
///
/// With `is_extended`, annotations of the older editions count under the released header too.
pub fn problems(file: FileId, stream: &Stream, is_extended: bool, memo: &mut AttachedMemo) -> Vec<Problem> {
    let site = AnnotationSite { file, segment: SegmentId::DOCUMENT };
    memo.0.begin_pass();
    let role = DocumentRole::Other;
    let mut walk = AttachedWalk { file, role, is_template: stream.is_template, memo, problems: Vec::new() };
    for document in &stream.documents {
        walk.role = match classify_document(document).role {
            // There is no older annotation that has no effect.
            DocumentRole::Schema(Edition::Released) if is_extended => DocumentRole::Schema(Edition::Proposal),
            role => role,
        };
        walk.comments_at(&document.comments, site, None);
        walk.node(document.root(), 0);
    }
    walk.comments_at(&stream.dangling, site, None);
    walk.problems
}

struct AttachedWalk<'m> {
    file: FileId,
    role: DocumentRole,
    is_template: bool,
    memo: &'m mut AttachedMemo,
    problems: Vec<Problem>,
}

impl AttachedWalk<'_> {
    fn node(&mut self, node: Placed<'_, Node>, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        match &node.get().kind {
            NodeKind::Mapping(mapping) => match &mapping.entries {
                Chunks::Here(_) => {
                    let entries = node.mapping().into_iter().flat_map(Placed::entries);
                    entries.for_each(|entry| self.entry(entry, depth));
                }
                Chunks::Spread(chunks) => node.chunks(chunks).for_each(|chunk| self.chunk(chunk, depth, Self::entry)),
            },
            NodeKind::Sequence(sequence) => match &sequence.items {
                Chunks::Here(_) => {
                    let items = node.sequence().into_iter().flat_map(Placed::items);
                    items.for_each(|item| self.item(item, depth));
                }
                Chunks::Spread(chunks) => node.chunks(chunks).for_each(|chunk| self.chunk(chunk, depth, Self::item)),
            },
            NodeKind::Empty | NodeKind::Scalar(_) | NodeKind::Alias(_) | NodeKind::Broken => {}
        }
    }

    fn entry(&mut self, entry: Placed<'_, Entry>, depth: usize) {
        self.comments(entry.comments(), entry.segment, entry.get().key.range);
        self.node(entry.value(), depth + 1);
    }

    fn item(&mut self, item: Placed<'_, Item>, depth: usize) {
        self.comments(item.comments(), item.segment, TextRange::at(item.get().range.start(), TextSize::of('-')));
        self.node(item.value(), depth + 1);
    }

    fn comments(&mut self, comments: &[Comment], segment: SegmentId, node: TextRange) {
        if !comments.is_empty() {
            self.comments_at(comments, AnnotationSite { file: self.file, segment }, Some(node));
        }
    }

    /// Looks at comments of a document, or of a node with this token.
    fn comments_at(&mut self, comments: &[Comment], site: AnnotationSite, node: Option<TextRange>) {
        if self.is_template {
            self.problems.extend(comments.iter().filter_map(|comment| unknown_comment(comment, site)));
            self.problems.extend(comments.iter().filter_map(|comment| spaced_annotation(comment, site)));
            self.problems.extend(comments_problems(comments, site, node, self.role));
        }
    }

    /// The children of a chunk, or what was found there before.
    fn chunk<T>(&mut self, chunk: Placed<'_, Chunk<T>>, depth: usize, child: fn(&mut Self, Placed<'_, T>, usize)) {
        let key = (chunk.content, self.role, self.is_template);
        if let Some(known) = self.memo.0.get(&key) {
            self.problems.extend(known.iter().cloned());
            return;
        }
        let start = self.problems.len();
        chunk.iter().for_each(|it| child(self, it, depth));
        let found = self.problems.get(start..).unwrap_or_default().into();
        self.memo.0.keep(key, found);
    }
}

/// The problems with the annotations of a document, or of a node with this token.
fn comments_problems(
    comments: &[Comment],
    site: AnnotationSite,
    node: Option<TextRange>,
    role: DocumentRole,
) -> Vec<Problem> {
    let attached: Vec<Annotation<'_>> = comments.iter().filter_map(annotation_of).collect();
    let last: FxHashMap<&str, &Annotation<'_>> = attached.iter().map(|it| (it.name, it)).collect();
    let mut problems = Vec::new();
    for annotation in &attached {
        let parsed = arguments::parse(annotation, site);
        let has_words_before = annotation.name.contains('"') || annotation.name.contains('\'') && parsed.is_err();
        if has_words_before {
            problems.push(unseparated_arguments(annotation, site));
            continue;
        }
        if has_escape(annotation.name) {
            problems.push(escaped(annotation, site));
            continue;
        }
        problems.extend(parsed.err().map(|problem| *problem));
        let later = last.get(annotation.name).filter(|later| later.name_range != annotation.name_range);
        problems.extend(later.map(|later| repeated(annotation, later, site)));
        problems.extend(name_problem(annotation, site, node, role));
    }
    problems
}

/// A comment that is neither for people nor code, which ytt refuses in a template.
fn unknown_comment(comment: &Comment, site: AnnotationSite) -> Option<Problem> {
    if classify(comment) != CommentKind::Plain {
        return None;
    }
    let message = "A comment in a template must start with `#!`, or with `#@` for code and annotations";
    let problem = Problem::new(Code::UnknownComment, site.place(comment.range), message);
    let hash = TextRange::at(comment.range.start(), TextSize::of('#'));
    Some(problem.fix("Write `#!`", site.place(hash), "#!"))
}

/// An annotation with a blank before its name, which makes it code that divides by names nobody defines.
fn spaced_annotation(comment: &Comment, site: AnnotationSite) -> Option<Problem> {
    let CommentKind::Code(code) = classify(comment) else { return None };
    let name = code.split_whitespace().next()?;
    let mut known = names::RELEASED.iter().chain(names::OLDER).chain(names::OTHER);
    if !name.contains('/') || !known.any(|known| *known == name) {
        return None;
    }
    let start = TextSize::of('#') + TextSize::try_from(comment.text.find(name)?).ok()?;
    let blanks = TextRange::new(TextSize::of("#@"), start) + comment.range.start();
    let place = site.place(TextRange::at(comment.range.start() + start, TextSize::of(name)));
    let message = format!("`#@` and a space start code, so `{name}` is not an annotation here");
    let problem = Problem::new(Code::AnnotationSyntax, place, message).found("a division of undefined names");
    let problem = problem.hint(format!("write `#@{name}`"));
    Some(problem.fix("Remove the blank", site.place(blanks), ""))
}

fn annotation_of(comment: &Comment) -> Option<Annotation<'_>> {
    match classify(comment) {
        // The long forms of code are code.
        CommentKind::Annotation(annotation) if !annotation.name.starts_with("template/") => Some(annotation),
        _ => None,
    }
}

/// Whether a name holds an escape that ytt knows. Others are text to it.
fn has_escape(name: &str) -> bool {
    const KNOWN: &str = "abfnrtvx01234567\\'\"";
    let mut letters = name.chars();
    while letters.any(|letter| letter == '\\') {
        if letters.next().is_none_or(|letter| KNOWN.contains(letter)) {
            return true;
        }
    }
    false
}

fn escaped(annotation: &Annotation<'_>, site: AnnotationSite) -> Problem {
    let message = "ytt reads the backslash in the name of an annotation as an escape";
    let problem = Problem::new(Code::AnnotationSyntax, site.place(annotation.name_range), message);
    problem.found(format!("`{}`", annotation.name))
}

fn unseparated_arguments(annotation: &Annotation<'_>, site: AnnotationSite) -> Problem {
    let place = site.place(annotation.name_range);
    if is_like_code(annotation.name) {
        let problem = Problem::new(Code::AnnotationSyntax, place, "`#@` and the code must be separated by a space");
        return with_blank(problem.found(format!("`#@{}`", annotation.name)), annotation, place);
    }
    let problem = Problem::new(Code::AnnotationSyntax, place, "The name of an annotation ends at the first space");
    let problem =
        problem.found(format!("`{}`", annotation.name)).hint("put a space between the name and its arguments");
    let Some((name, arguments)) = annotation.name.split_once('(') else { return problem };
    let arguments = arguments.strip_suffix(')').unwrap_or(arguments);
    problem.fix("Separate the arguments", place, format!("{name} {arguments}"))
}

fn repeated(annotation: &Annotation<'_>, later: &Annotation<'_>, site: AnnotationSite) -> Problem {
    let place = site.place(annotation.name_range);
    let is_header = matches!(annotation.name, "data/values" | "data/values-schema");
    let message = if is_header {
        format!("`@{}` appears twice on one document", annotation.name)
    } else {
        format!("`@{}` appears twice on one node; only the last one has an effect", annotation.name)
    };
    let problem = Problem::new(Code::RepeatedAnnotation, place, message);
    let problem = problem.related(site.place(later.name_range), "it appears again here");
    // ytt refuses a repeated header and lets the last of other annotations win.
    if is_header { Problem { severity: Severity::Error, ..problem } } else { problem }
}

fn name_problem(
    annotation: &Annotation<'_>,
    site: AnnotationSite,
    node: Option<TextRange>,
    role: DocumentRole,
) -> Option<Problem> {
    let name = annotation.name;
    let place = site.place(annotation.name_range);
    if matches!(name, "data/values" | "data/values-schema") {
        let message = format!("`@{name}` is on a node, but belongs on a document");
        let problem = Problem::new(Code::MisplacedAnnotation, place, message);
        let problem = problem.related(site.place(node?), "this is the node");
        return Some(problem.hint("put it above the document's `---`"));
    }
    if names::RELEASED.contains(&name) || names::OTHER.contains(&name) {
        return None;
    }
    if names::OLDER.contains(&name) {
        let is_released = role == DocumentRole::Schema(Edition::Released);
        return is_released.then(|| other_edition(annotation, site));
    }
    if let Some(header) = intended_header(name) {
        let message = format!("`@{name}` is unknown to ytt, so this is not a document header");
        let problem = Problem::new(Code::UnknownHeader, place, message).hint(format!("did you mean `@{header}`?"));
        return Some(problem.fix(format!("Change to `@{header}`"), place, header));
    }
    Some(unknown(name, site, annotation, role))
}

fn unknown(name: &str, site: AnnotationSite, annotation: &Annotation<'_>, role: DocumentRole) -> Problem {
    let place = site.place(annotation.name_range);
    let problem =
        Problem::new(Code::UnknownAnnotation, place, format!("`@{name}` is not an annotation, so ytt ignores it"));
    let bare = name.trim_end_matches([':', ',', ')', '(']);
    match nearest_annotation(bare, role) {
        Some(near) => problem.hint(format!("did you mean `@{near}`?")).fix(format!("Change to `@{near}`"), place, near),
        None if is_like_code(name) => with_blank(problem, annotation, place),
        None => problem,
    }
}

/// Whether the name of an annotation looks more like code, from which a blank is missing.
fn is_like_code(name: &str) -> bool {
    let first = name.split(|character: char| !character.is_alphanumeric() && character != '/').next().unwrap_or(name);
    let is_statement = ["load", "if", "elif", "else", "for", "def", "end", "return", "if/end", "for/end", "def/end"];
    is_statement.contains(&first) || (!name.contains('/') && name.contains(['.', '(', '=', '"']))
}

fn with_blank(problem: Problem, annotation: &Annotation<'_>, place: crate::text::Place) -> Problem {
    let code = format!(" {}", annotation.name);
    problem.hint(format!("if it is code, write `#@{code}`")).fix("Put a blank behind `#@`", place, code)
}

/// The annotation that was probably meant. A name in a known family is judged by what follows the family's name, which
/// would make any two alike.
fn nearest_annotation(name: &str, role: DocumentRole) -> Option<&'static str> {
    let is_older = matches!(role, DocumentRole::Schema(edition) if edition != Edition::Released);
    let older = names::OLDER.iter().filter(|_| is_older);
    let known = names::RELEASED.iter().chain(names::OTHER).chain(older).copied();
    let own_start = name.find('/').map_or(0, |slash| slash + 1);
    let (family, own) = name.split_at(own_start);
    let mut relatives = known.clone().filter(|known| !family.is_empty() && known.starts_with(family)).peekable();
    if relatives.peek().is_none() {
        return nearest(name, known);
    }
    let near = nearest(own, relatives.clone().filter_map(|known| known.strip_prefix(family)))?;
    relatives.find(|known| known.strip_prefix(family) == Some(near))
}

/// An annotation of an older edition, with its released spelling where there is one.
fn other_edition(annotation: &Annotation<'_>, site: AnnotationSite) -> Problem {
    let place = site.place(annotation.name_range);
    let message =
        format!("`@{}` belongs to another edition and has no effect under `@data/values-schema`", annotation.name);
    let problem = Problem::new(Code::AnnotationEdition, place, message);
    let released = match annotation.name {
        "schema/doc" => "schema/desc",
        "schema/example" => "schema/examples",
        "schema/validate" => "schema/validation",
        "schema/removed" => "schema/deprecated",
        _ => return problem,
    };
    let mut edits = vec![(place, released.to_owned())];
    if annotation.name == "schema/example" {
        edits.push((site.place(annotation.arguments_range), format!("(\"\", {})", annotation.arguments.trim())));
    }
    if let ("schema/validate", Ok(arguments)) = (annotation.name, arguments::parse(annotation, site)) {
        let enums = arguments.keywords.iter().filter(|keyword| keyword.name == "enum");
        edits.extend(enums.map(|keyword| (site.place(keyword.name_range), "one_of".to_owned())));
    }
    let mut problem = problem.hint(format!("ytt calls it `@{released}`"));
    problem.fixes.push(Fix { title: format!("Change to `@{released}`"), edits });
    problem
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::TextDocument;

    /// The problems with absolute ranges.
    #[track_caller]
    fn found(document: &TextDocument, memo: &mut AttachedMemo) -> Vec<(TextRange, Code)> {
        let problems = problems(FileId(0), document.stream(), false, memo);
        let place = |problem: &Problem| document.resolve(problem.place).expect("every place is in this version");
        problems.iter().map(|problem| (place(problem), problem.code)).collect()
    }

    #[test]
    fn what_is_remembered_equals_what_is_found_anew() {
        let entry = |index: usize| format!("#@schema/nulable\nkey{index}:\n  #@schema/doc \"x\"\n  inner: [1, 2]\n");
        let text = format!("#@data/values-schema\n---\n{}", (0..400).map(entry).collect::<String>());
        let mut document = TextDocument::new(FileId(0), &text);
        let mut memo = AttachedMemo::default();
        assert_eq!(found(&document, &mut memo).len(), 800);
        let edits = [
            ("key200:", "#@schema/typ any=True\n"),
            ("key0:", "key_new: 1\n"),
            ("key399:", "# plain\n"),
            ("---", "#@data/valus\n"),
        ];
        for (anchor, inserted) in edits {
            let at = document.rope().to_string().find(anchor).expect("the anchor is there");
            document = document.edit(TextRange::empty(TextSize::new(at as u32)), inserted);
            let fresh = TextDocument::new(FileId(0), &document.rope().to_string());
            assert_eq!(found(&document, &mut memo), found(&fresh, &mut AttachedMemo::default()), "{inserted}");
        }
    }
}
