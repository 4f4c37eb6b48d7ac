//! Problems that another one explains are not told: one mistake is one problem.

use rustc_hash::{FxHashMap, FxHashSet};

use super::world::{File, World};
use crate::document::TextDocument;
use crate::problem::{About, Code, Problem, ProblemDetails, Severity};
use crate::text::{FileId, Place, TextRange, TextSize};

/// Drops what is explained, given all problems of a file with absolute places.
pub(super) fn drop_explained(source: Option<File<'_>>, problems: &mut Vec<Problem>) {
    if !problems.iter().any(explains) {
        return;
    }
    let places = |code| problems.iter().filter(move |it| it.code == code).map(|it| it.place);
    let annotations = PlaceSet::new(places(Code::AnnotationSyntax));
    let syntax = PlaceSet::new(places(Code::SyntaxError));
    let arguments: FxHashSet<Place> = places(Code::AnnotationArguments).collect();
    let mixed: FxHashSet<Place> = places(Code::MixedDocuments).collect();
    let is_wrong = |place| annotations.holds(place) || arguments.contains(&place);
    let incomplete = Incomplete::new(places(Code::SyntaxError));
    let above = source.and_then(File::document).map(|document| incomplete.explained(document, problems));
    let above = above.unwrap_or_default();
    hand_on_fixes(problems);
    let failures = Failures::new(problems);
    problems.retain(|problem| match problem.code {
        // What an evaluation says of annotations that are known to be no Starlark, and of arguments that are wrong.
        Code::TemplateSyntax | Code::TemplateName => !is_wrong(problem.place),
        // A header that means nothing is why its document does not belong there.
        Code::UnknownHeader => !mixed.contains(&problem.place),
        code if is_at_nothing(code) => !above.contains(&problem.place.range.end()),
        // A colon without a key is no key, and none that nothing declares.
        Code::SyntaxError if problem.place.range.is_empty() => !incomplete.is_at(problem.place),
        Code::UnknownKey => !incomplete.is_at(problem.place),
        // A name that ytt does not read is the name of no anchor.
        Code::UndefinedAlias => !syntax.holds(problem.place),
        // The code ran and failed at this.
        Code::UnknownValue => !failures.prove(problem),
        _ => true,
    });
}

/// Whether a problem may be why there are others.
fn explains(problem: &Problem) -> bool {
    let is_of_text = matches!(
        problem.code,
        Code::AnnotationSyntax | Code::AnnotationArguments | Code::MixedDocuments | Code::SyntaxError
    );
    is_of_text || is_proof(problem)
}

/// Whether a problem is that an annotation stands at nothing that it could be about.
fn is_at_nothing(code: Code) -> bool {
    matches!(code, Code::MisplacedAnnotation | Code::DanglingAnnotation)
}

/// Places, to be asked whether one of them holds another: where each starts, and the farthest end of those that start
/// there or above it in its file.
struct PlaceSet(Vec<(FileId, TextSize, TextSize)>);

impl PlaceSet {
    fn new(places: impl Iterator<Item = Place>) -> Self {
        let mut ends: Vec<_> = places.map(|place| (place.file, place.range.start(), place.range.end())).collect();
        ends.sort_unstable();
        let mut above: Option<(FileId, TextSize)> = None;
        for (file, _, end) in &mut ends {
            let farthest = above.filter(|(other, _)| other == file).map_or(*end, |(_, farthest)| farthest.max(*end));
            *end = farthest;
            above = Some((*file, farthest));
        }
        Self(ends)
    }

    fn holds(&self, inner: Place) -> bool {
        let at = (inner.file, inner.range.start());
        let behind = self.0.partition_point(|(file, start, _)| (*file, *start) <= at);
        let nearest = behind.checked_sub(1).and_then(|nearest| self.0.get(nearest));
        nearest.is_some_and(|(file, _, end)| *file == inner.file && *end >= inner.range.end())
    }
}

/// Where something begins that cannot be read.
struct Incomplete {
    starts: Vec<TextSize>,
    /// Those of which something stands there.
    filled: FxHashSet<TextSize>,
}

impl Incomplete {
    fn new(places: impl Iterator<Item = Place>) -> Self {
        let ranges: Vec<TextRange> = places.map(|place| place.range).collect();
        let mut starts: Vec<TextSize> = ranges.iter().map(|range| range.start()).collect();
        starts.sort_unstable();
        let filled = ranges.into_iter().filter(|range| !range.is_empty()).map(TextRange::start).collect();
        Self { starts, filled }
    }

    /// Whether something that begins there cannot be read.
    fn is_at(&self, place: Place) -> bool {
        self.filled.contains(&place.range.start())
    }

    /// Of annotations at nothing, those below which something cannot be read, a node or the `---` of a document: it is
    /// what they were to stand at. Gives where they end.
    fn explained(&self, document: &TextDocument, problems: &[Problem]) -> FxHashSet<TextSize> {
        if self.starts.is_empty() {
            return FxHashSet::default();
        }
        let at_nothing = problems.iter().filter(|problem| is_at_nothing(problem.code));
        let mut ends: Vec<TextSize> = at_nothing.map(|problem| problem.place.range.end()).collect();
        ends.sort_unstable();
        // All annotations above a line have it in common, so it is looked for once; at the end of the text it is `None`.
        let mut below: Option<Option<TextRange>> = None;
        ends.retain(|end| {
            let known = below.filter(|known| known.is_none_or(|line| line.start() > *end));
            let line = known.unwrap_or_else(|| line_below(document, *end));
            below = Some(line);
            line.is_some_and(|line| self.is_in(line))
        });
        ends.into_iter().collect()
    }

    fn is_in(&self, line: TextRange) -> bool {
        let first = self.starts.partition_point(|start| *start < line.start());
        self.starts.get(first).is_some_and(|start| *start < line.end())
    }
}

/// Where evaluations failed, and so proved that a name is missing.
struct Failures {
    places: FxHashSet<Place>,
    loads: PlaceSet,
    /// All of them that are about something, by what that is.
    by_subject: FxHashMap<About, PlaceSet>,
}

impl Failures {
    fn new(problems: &[Problem]) -> Self {
        let proofs = || problems.iter().filter(|problem| is_proof(problem));
        let mut by_subject: FxHashMap<About, Vec<Place>> = FxHashMap::default();
        for problem in proofs() {
            if let Some(about) = &problem.about {
                by_subject.entry(about.clone()).or_default().push(problem.place);
            }
        }
        Self {
            places: proofs().map(|problem| problem.place).collect(),
            loads: PlaceSet::new(proofs().filter(|it| it.code == Code::TemplateLoad).map(|problem| problem.place)),
            by_subject: by_subject
                .into_iter()
                .map(|(name, places)| (name, PlaceSet::new(places.into_iter())))
                .collect(),
        }
    }

    /// Whether one of them is about a name that the text alone knows to be missing.
    fn prove(&self, unknown: &Problem) -> bool {
        let by_subject = || self.by_subject.get(unknown.about.as_ref()?);
        self.places.contains(&unknown.place)
            || self.loads.holds(unknown.place)
            || by_subject().is_some_and(|places| places.holds(unknown.place))
    }
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
    if problems.iter().all(|problem| problem.misspelt.is_none()) {
        return;
    }
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

fn holds(outer: Place, inner: Place) -> bool {
    outer.file == inner.file && outer.range.contains_range(inner.range)
}

/// The next line below an offset that is neither blank nor a comment.
fn line_below(document: &TextDocument, offset: TextSize) -> Option<TextRange> {
    let rope = document.rope();
    let next = document.line_of(offset) + 1;
    let lines = (next..).zip(rope.get_lines_at(next)?);
    let is_content = |line: &str| !matches!(line.trim_start().chars().next(), None | Some('#'));
    let (number, line) = lines.map(|(number, line)| (number, line.to_string())).find(|(_, line)| is_content(line))?;
    let start = TextSize::try_from(rope.line_to_byte(number)).ok()?;
    Some(TextRange::at(start, TextSize::of(&*line)))
}
