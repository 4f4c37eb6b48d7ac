//! Files that somebody edits, and what an editor shows of them: after any edits it has to be what one shows that opens
//! the files as they are now.

use std::path::{Path, PathBuf};

use sayl_core::analysis::{Analysis, AnalysisHost};
use sayl_core::ide::{document_link, document_symbol, folding_range, inlay_hint, semantic_tokens};
use sayl_core::problem::{Problem, ProblemDetails, Related};
use sayl_core::render::request::Runner;
use sayl_core::test_support::{Fixture, limits, settle};
use sayl_core::text::{FileId, Place, TextRange, TextSize};

/// Open files, and a host that has seen every edit of them.
pub struct EditSession {
    host: AnalysisHost,
    files: Vec<OpenFile>,
    version: i32,
    runner: Runner,
}

struct OpenFile {
    path: PathBuf,
    id: FileId,
    text: String,
}

/// One edit. Whatever the numbers are, it fits: they are taken modulo what there is, and to the next character.
#[derive(Clone, Debug)]
pub struct SessionEdit {
    /// Which file.
    pub file: usize,
    /// Where, in bytes.
    pub start: usize,
    /// How much is taken away, in bytes.
    pub removed: usize,
    /// What is typed instead.
    pub insert: String,
}

impl EditSession {
    /// Opens all files of a fixture.
    pub fn new(fixture: &Fixture) -> Self {
        let texts = fixture.files.iter().map(|file| (file.path.clone(), file.text.clone()));
        let (host, files) = opened(texts.collect());
        Self { host, files, version: 1, runner: Runner::new() }
    }

    /// Edits one file.
    pub fn edit(&mut self, edit: &SessionEdit) {
        let count = self.files.len();
        let Some(file) = self.files.get_mut(edit.file % count.max(1)) else { return };
        let start = boundary(&file.text, edit.start % (file.text.len() + 1));
        let end = boundary(&file.text, (start + edit.removed).min(file.text.len()));
        let size = |bytes: usize| TextSize::try_from(bytes).expect("texts of tests are short");
        self.version += 1;
        self.host.edit(file.id, &[(TextRange::new(size(start), size(end)), edit.insert.clone())], self.version);
        file.text.replace_range(start..end, &edit.insert);
    }

    /// Asks for the problems of one file, before all that it depends on was evaluated.
    pub fn look(&self, file: usize) {
        if let Some(file) = self.files.get(file % self.files.len().max(1)) {
            let _ = self.host.analysis().problems(file.id);
        }
    }

    /// Ends one of the evaluations that were asked for.
    pub fn evaluate(&mut self, which: usize) {
        let waiting = self.host.analysis().pending_requests();
        if let Some((name, request)) = waiting.get(which % waiting.len().max(1)) {
            self.host.add_reply(*name, self.runner.answer(request));
        }
    }

    /// What this session shows otherwise than one that opens the files as they are now.
    pub fn difference(&mut self) -> Option<String> {
        let old = self.host.analysis();
        settle(&old, &mut self.runner);
        let (fresh, files) = opened(self.files.iter().map(|file| (file.path.clone(), file.text.clone())).collect());
        let fresh = fresh.analysis();
        settle(&fresh, &mut Runner::new());
        let pairs = self.files.iter().zip(&files).flat_map(|(old_file, file)| {
            let (edited, expected) = (shown(&old, old_file.id), shown(&fresh, file.id));
            edited.into_iter().zip(expected).map(|pair| (&old_file.path, pair))
        });
        let (path, (edited, expected)) = pairs.into_iter().find(|(_, (edited, expected))| edited != expected)?;
        let texts: Vec<String> =
            self.files.iter().map(|file| format!("#- {}\n{:?}", file.path.display(), file.text)).collect();
        Some(format!("{}\nafter edits: {edited}\nafresh:      {expected}\n{}", path.display(), texts.join("\n")))
    }
}

/// A host with these files open.
fn opened(texts: Vec<(PathBuf, String)>) -> (AnalysisHost, Vec<OpenFile>) {
    let mut host = Fixture::default().host();
    host.set_evaluation_limits(limits());
    let open = |(path, text): (PathBuf, String)| OpenFile { id: host.open(&path, &text, 1, false), path, text };
    let files = texts.into_iter().map(open).collect();
    (host, files)
}

/// All that an editor shows of a file without being asked at a position.
fn shown(analysis: &Analysis, file: FileId) -> Vec<String> {
    let hints = inlay_hint::WantedHints { types: true, defaults: true, blocks: true };
    let everything = TextRange::up_to(TextSize::new(u32::MAX));
    let problems = analysis.problems(file);
    vec![
        problems.iter().map(|problem| problem_as_text(analysis, problem)).collect::<Vec<_>>().join("\n"),
        format!("{:?}", folding_range::folding_ranges(analysis, file)),
        format!("{:?}", document_symbol::document_symbols(analysis, file, usize::MAX)),
        format!("{:?}", semantic_tokens::semantic_tokens(analysis, file, None)),
        format!("{:?}", document_link::document_links(analysis, file)),
        format!("{:?}", inlay_hint::inlay_hints(analysis, file, everything, hints)),
    ]
}

/// All that is said of a problem.
fn problem_as_text(analysis: &Analysis, problem: &Problem) -> String {
    let place = |place: &Place| format!("{}:{:?}", analysis.path(place.file).display(), place.range);
    let related = problem.related.iter().map(|Related { place: at, message, .. }| format!("{} {message}", place(at)));
    let edits = problem.fixes.iter().flat_map(|fix| fix.edits.iter().map(|(at, text)| (&fix.title, place(at), text)));
    let (related, edits): (Vec<_>, Vec<_>) = (related.collect(), edits.collect());
    let Problem { code, severity, .. } = problem;
    let ProblemDetails { message, found, expected, hints, .. } = &*problem.details;
    let at = place(&problem.place);
    format!("{at} {severity:?}[{code:?}] {message} / {found:?} / {expected:?} / {hints:?} / {related:?} / {edits:?}")
}

/// The last offset up to `at` that is between two characters.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

/// The world that sessions begin with: schemas, values, templates, modules and resources of every kind.
pub fn mixed_world() -> Fixture {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/src/analysis/tests/fresh/project.txt");
    Fixture::parse(&std::fs::read_to_string(path).expect("the world of the engine's own test"))
}
