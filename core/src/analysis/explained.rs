//! Problems that another one explains are not told: one mistake is one problem.

use rustc_hash::{FxHashMap, FxHashSet};

use super::world::{File, World};
use crate::document::TextDocument;
use crate::problem::{Code, Problem, ProblemDetails, Severity};
use crate::text::{FileId, Place, TextRange, TextSize};

/// Drops what is explained, given all problems of a file with absolute places.
pub(super) fn drop_explained(source: Option<File<'_>>, problems: &mut Vec<Problem>) {
    let places = |code| problems.iter().filter(move |it| it.code == code).map(|it| it.place).collect::<Vec<Place>>();
    let (annotations, arguments) = (places(Code::AnnotationSyntax), places(Code::AnnotationArguments));
    let (mixed, incomplete) = (places(Code::MixedDocuments), places(Code::SyntaxError));
    let is_wrong = |place| annotations.iter().any(|outer| holds(*outer, place)) || arguments.contains(&place);
    let document = source.and_then(File::document);
    hand_on_fixes(problems);
    let failures: Vec<Problem> = problems.iter().filter(|it| is_proof(it)).cloned().collect();
    problems.retain(|problem| match problem.code {
        // What an evaluation says of annotations that are known to be no Starlark, and of arguments that are wrong.
        Code::TemplateSyntax | Code::TemplateName => !is_wrong(problem.place),
        // A header that means nothing is why its document does not belong there.
        Code::UnknownHeader => !mixed.contains(&problem.place),
        // What it was to stand at cannot be read: a node, or the `---` of a document.
        Code::MisplacedAnnotation | Code::DanglingAnnotation if !incomplete.is_empty() => {
            let below = document.and_then(|document| line_below(document, problem.place.range.end()));
            !below.is_some_and(|line| incomplete.iter().any(|place| line.contains(place.range.start())))
        }
        // A colon without a key is no key, and none that nothing declares.
        Code::SyntaxError if problem.place.range.is_empty() => !is_incomplete_at(&incomplete, problem.place),
        Code::UnknownKey => !is_incomplete_at(&incomplete, problem.place),
        // The code ran and failed at this.
        Code::UnknownValue => !failures.iter().any(|failure| is_same(problem, failure)),
        _ => true,
    });
}

/// Gives what the text alone knows to do about a failure to the failure.
fn hand_on_fixes(problems: &mut [Problem]) {
    let known = problems.iter().filter(|it| it.code == Code::UnknownValue && !it.fixes.is_empty());
    let known: Vec<Problem> = known.cloned().collect();
    for failure in problems.iter_mut().filter(|it| is_proof(it) && it.fixes.is_empty()) {
        if let Some(same) = known.iter().find(|it| is_same(it, failure)) {
            failure.fixes.clone_from(&same.fixes);
        }
    }
}

/// Whether the evaluation proves a name to be missing.
fn is_proof(problem: &Problem) -> bool {
    matches!(problem.code, Code::TemplateFailure | Code::TemplateLoad)
}

/// Whether a name that is not there is what a failure is about.
fn is_same(unknown: &Problem, failure: &Problem) -> bool {
    let is_about_it = failure.code == Code::TemplateLoad || failure.about.is_some() && unknown.about == failure.about;
    unknown.place == failure.place || holds(failure.place, unknown.place) && is_about_it
}

/// Of a misspelt key and what is missed because of it, told with their final severities, leaves the graver one: the
/// misspelt key, but for a key that is merely dropped while the one that was meant must be there.
pub(super) fn join_misspelt(world: &World, file: FileId, problems: &mut Vec<Problem>) {
    let suggests =
        |problem: &Problem| matches!(problem.code, Code::UnknownKey | Code::UnknownField | Code::UnknownParameter);
    let suggestions = problems.iter().filter(|problem| suggests(problem));
    let suggestions: FxHashMap<Place, Problem> = suggestions.map(|problem| (problem.place, problem.clone())).collect();
    let mut graver = FxHashSet::default();
    problems.retain_mut(|problem| {
        let Some(place) = problem.misspelt else { return true };
        let Some(suggestion) = suggestions.get(&place) else {
            return place.file == file || !is_reported(world, place.file);
        };
        if suggestion.severity <= problem.severity {
            return false;
        }
        graver.insert(place);
        *problem = joined(problem, suggestion);
        true
    });
    problems.retain(|problem| !(suggests(problem) && graver.contains(&problem.place)));
}

/// Whether another file certainly shows its unknown keys as errors.
fn is_reported(world: &World, file: FileId) -> bool {
    let Some(source) = world.file(file) else { return true };
    let level = world.level(world.config(source.path), Code::UnknownKey);
    let may_be_silenced = source.document().is_some_and(|document| !document.stream().suppressions.is_empty());
    !may_be_silenced && level.is_none_or(|level| level.severity() == Some(Severity::Error))
}

/// What is missed, with the key that was most likely meant.
fn joined(missed: &Problem, suggestion: &Problem) -> Problem {
    let mut joined = missed.clone();
    let ProblemDetails { found, hints, fixes, .. } = &*suggestion.details;
    (joined.found, joined.hints, joined.fixes) = (found.clone(), hints.clone(), fixes.clone());
    joined.related(suggestion.place, "this key is not declared")
}

/// Whether something that begins there cannot be read.
fn is_incomplete_at(incomplete: &[Place], place: Place) -> bool {
    incomplete.iter().any(|other| !other.range.is_empty() && other.range.start() == place.range.start())
}

fn holds(outer: Place, inner: Place) -> bool {
    outer.file == inner.file && outer.range.contains_range(inner.range)
}

/// The next line below an offset that is neither blank nor a comment.
fn line_below(document: &TextDocument, offset: TextSize) -> Option<TextRange> {
    let rope = document.rope();
    let lines = rope.lines().enumerate().skip(document.line_of(offset) + 1);
    let is_content = |line: &str| !matches!(line.trim_start().chars().next(), None | Some('#'));
    let (number, line) = lines.map(|(number, line)| (number, line.to_string())).find(|(_, line)| is_content(line))?;
    let start = TextSize::try_from(rope.line_to_byte(number)).ok()?;
    Some(TextRange::at(start, TextSize::of(&*line)))
}
