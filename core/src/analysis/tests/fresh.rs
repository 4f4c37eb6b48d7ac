//! Whatever happened to a world, each file has the problems that somebody finds who sees it for the first time.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::analysis::portions::ProblemInputs;
use crate::analysis::{Analysis, AnalysisHost};
use crate::problem::{Problem, ProblemDetails};
use crate::render::request::Runner;
use crate::test_support::{Fixture, MemoryVfs, limits, settle};
use crate::text::{Place, TextRange, TextSize};
use crate::vfs::{ReadError, Vfs};

/// Two bundles and a library, values beside and outside, a modeline, resources, and what ties them together.
const PROJECT: &str = include_str!("fresh/project.txt");

/// Texts that take the place of others.
const TEXTS: &str = include_str!("fresh/texts.txt");

/// What may be typed somewhere.
const PIECES: [&str; 12] = [
    "\n",
    " ",
    "  x: 1\n",
    "nam: y\n",
    "#@ if True:\n",
    "#@ end\n",
    "---\n",
    "#@data/values\n",
    "\"",
    "- ",
    "null",
    "#",
];

/// What somebody does to a file.
#[derive(Clone, Debug)]
enum FileChange {
    /// As it was in the beginning.
    Restore,
    Empty,
    /// Takes the first annotation of a document away, or what stands on a line.
    DropHeader,
    DropLine(Index),
    Truncate(Index),
    Type(Index, &'static str),
    /// The text of another file, or of none.
    Become(Index),
}

#[derive(Clone, Debug)]
enum HostOperation {
    /// Somebody else changes a file on disk, and the host is told.
    Write(Index, FileChange),
    Delete(Index),
    Open(Index),
    Edit(Index, FileChange),
    Close(Index),
    /// Somebody looks at a file before all that it depends on was evaluated.
    Look(Index),
    /// One of the evaluations that are wanted comes to its end.
    Evaluate(Index),
    /// Everything is looked at, and what no open document needs is given up.
    GiveUp,
    /// Everything is looked at, and compared.
    Compare,
}

fn change() -> impl Strategy<Value = FileChange> {
    prop_oneof![
        3 => Just(FileChange::Restore),
        2 => Just(FileChange::Empty),
        3 => Just(FileChange::DropHeader),
        2 => any::<Index>().prop_map(FileChange::DropLine),
        1 => any::<Index>().prop_map(FileChange::Truncate),
        2 => (any::<Index>(), select(&PIECES[..])).prop_map(|(at, piece)| FileChange::Type(at, piece)),
        3 => any::<Index>().prop_map(FileChange::Become),
    ]
}

fn operations() -> impl Strategy<Value = Vec<HostOperation>> {
    let file = any::<Index>;
    let step = prop_oneof![
        5 => (file(), change()).prop_map(|(file, change)| HostOperation::Write(file, change)),
        2 => file().prop_map(HostOperation::Delete),
        2 => file().prop_map(HostOperation::Open),
        5 => (file(), change()).prop_map(|(file, change)| HostOperation::Edit(file, change)),
        1 => file().prop_map(HostOperation::Close),
        2 => file().prop_map(HostOperation::Look),
        2 => file().prop_map(HostOperation::Evaluate),
        2 => Just(HostOperation::GiveUp),
        3 => Just(HostOperation::Compare),
    ];
    prop::collection::vec(step, 1..25)
}

/// Files that others change while somebody reads them.
#[derive(Default)]
struct ConcurrentVfs(Mutex<MemoryVfs>);

impl Vfs for ConcurrentVfs {
    fn read(&self, path: &Path) -> Result<Arc<[u8]>, ReadError> {
        self.0.lock().unwrap().read(path)
    }

    fn files_below(&self, folder: &Path) -> Result<Vec<PathBuf>, ReadError> {
        self.0.lock().unwrap().files_below(folder)
    }
}

/// A host that lives on, and what anybody can see of its world.
struct TestSession {
    original: Fixture,
    texts: Vec<String>,
    disk: Arc<ConcurrentVfs>,
    open: BTreeMap<PathBuf, String>,
    host: AnalysisHost,
    runner: Runner,
    /// What was said of files when things were given up last, and what that depends on.
    kept: BTreeMap<PathBuf, (Vec<String>, ProblemInputs)>,
}

fn host(disk: &Arc<ConcurrentVfs>) -> AnalysisHost {
    let mut host = AnalysisHost::new(disk.clone());
    host.set_evaluation_limits(limits());
    host.set_folders(vec![PathBuf::from("/")]);
    let files = disk.0.lock().unwrap().files.clone();
    host.load(files.into_iter().map(|(path, bytes)| (path, Ok(bytes))).collect());
    host
}

impl TestSession {
    fn new() -> Self {
        let original = Fixture::parse(PROJECT);
        let disk = Arc::new(ConcurrentVfs(Mutex::new(original.vfs())));
        let texts = TEXTS.split("=====\n").map(str::to_owned).collect();
        let (host, kept) = (host(&disk), BTreeMap::new());
        Self { original, texts, host, disk, open: BTreeMap::new(), runner: Runner::new(), kept }
    }

    fn path(&self, file: Index) -> PathBuf {
        file.get(&self.original.files).path.clone()
    }

    fn on_disk(&self, path: &Path) -> Option<String> {
        let bytes = self.disk.read(path).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// A text after a change.
    fn changed(&self, path: &Path, text: &str, change: &FileChange) -> String {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let without = |line: usize| lines.iter().enumerate().filter(|it| it.0 != line).map(|it| *it.1).collect();
        match change {
            FileChange::Restore => self.original.files.iter().find(|it| it.path == path).unwrap().text.clone(),
            FileChange::Empty => String::new(),
            FileChange::DropHeader => without(lines.iter().position(|line| line.starts_with("#@")).unwrap_or_default()),
            FileChange::DropLine(line) => without(line.index(lines.len() + 1)),
            FileChange::Truncate(at) => text[..boundary(text, *at)].to_owned(),
            FileChange::Type(at, piece) => {
                let at = boundary(text, *at);
                [&text[..at], piece, &text[at..]].concat()
            }
            FileChange::Become(index) => {
                let others = self.original.files.iter().map(|file| &file.text).chain(&self.texts);
                (*index.get(&others.collect::<Vec<_>>())).clone()
            }
        }
    }

    fn apply(&mut self, operation: &HostOperation) {
        match operation {
            HostOperation::Write(file, change) => {
                let path = self.path(*file);
                let text = self.changed(&path, &self.on_disk(&path).unwrap_or_default(), change);
                let bytes: Arc<[u8]> = Arc::from(text.as_bytes());
                self.disk.0.lock().unwrap().files.insert(path.clone(), bytes.clone());
                self.host.load(vec![(path, Ok(bytes))]);
            }
            HostOperation::Delete(file) => {
                let path = self.path(*file);
                self.disk.0.lock().unwrap().files.remove(&path);
                self.host.remove(&[path]);
            }
            HostOperation::Open(file) => self.open(*file),
            HostOperation::Edit(file, change) => {
                self.open(*file);
                let path = self.path(*file);
                let text = self.open[&path].clone();
                let changed = self.changed(&path, &text, change);
                let edit = difference(&text, &changed);
                let id = self.host.analysis().file(&path).unwrap();
                self.host.edit(id, &[edit], 2);
                self.open.insert(path, changed);
            }
            HostOperation::Close(file) => {
                let path = self.path(*file);
                if self.open.remove(&path).is_some() {
                    let id = self.host.analysis().file(&path).unwrap();
                    self.host.close(id);
                }
            }
            HostOperation::Look(file) => {
                let analysis = self.host.analysis();
                let file = analysis.file(&self.path(*file));
                let _ = file.map(|file| analysis.problems(file));
            }
            HostOperation::Evaluate(index) => {
                let wanted = self.host.analysis().pending_requests();
                if !wanted.is_empty() {
                    let (name, request) = index.get(&wanted);
                    self.host.add_reply(*name, self.runner.answer(request));
                }
            }
            HostOperation::GiveUp => self.give_up(),
            HostOperation::Compare => self.compare(),
        }
    }

    fn open(&mut self, file: Index) {
        let path = self.path(file);
        if !self.open.contains_key(&path) {
            let text = self.on_disk(&path).unwrap_or_default();
            self.host.open(&path, &text, 1, false);
            self.open.insert(path, text);
        }
    }

    fn give_up(&mut self) {
        let analysis = self.host.analysis();
        settle(&analysis, &mut self.runner);
        for file in &self.original.files {
            let Some(id) = analysis.file(&file.path) else { continue };
            let (_, recorded) = analysis.recorded_problems(id);
            let inputs = analysis.inputs([recorded]).unwrap();
            self.kept.insert(file.path.clone(), (problems(&analysis, &file.path), inputs));
        }
        self.host.give_up_all_but(&analysis.needed());
    }

    /// What this host says, and what one says that sees all of it for the first time.
    fn compare(&mut self) {
        let old = self.host.analysis();
        settle(&old, &mut self.runner);
        let mut fresh = host(&self.disk);
        for (path, text) in &self.open {
            fresh.open(path, text, 1, false);
        }
        let fresh = fresh.analysis();
        settle(&fresh, &mut Runner::new());
        for file in &self.original.files {
            let (found, expected) = (problems(&old, &file.path), problems(&fresh, &file.path));
            assert_eq!(found, expected, "{} in the world\n{}", file.path.display(), self.picture());
            if let Some((kept, _)) = self.kept.get(&file.path).filter(|(_, inputs)| old.holds(inputs)) {
                assert_eq!(*kept, expected, "kept of {} in the world\n{}", file.path.display(), self.picture());
            }
        }
    }

    fn picture(&self) -> String {
        let mut picture = String::new();
        for file in &self.original.files {
            let path = &file.path;
            let (how, text) = match (self.open.get(path), self.on_disk(path)) {
                (Some(text), _) => ("open", text.clone()),
                (None, Some(text)) => ("", text),
                (None, None) => ("gone", String::new()),
            };
            if text != file.text || !how.is_empty() {
                let _ = writeln!(picture, "#- {} {how}\n{text}", path.display());
            }
        }
        picture
    }
}

/// An offset in a text, between two characters.
fn boundary(text: &str, at: Index) -> usize {
    let at = at.index(text.len() + 1);
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

/// The edit that leads from one text to another: all between what they share at both ends.
fn difference(old: &str, new: &str) -> (TextRange, String) {
    let mut start = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
    while !old.is_char_boundary(start) {
        start -= 1;
    }
    let shared = old[start..].bytes().rev().zip(new[start..].bytes().rev()).take_while(|(a, b)| a == b).count();
    let mut end = old.len() - shared;
    while !old.is_char_boundary(end) {
        end += 1;
    }
    let size = |bytes: usize| TextSize::try_from(bytes).unwrap();
    (TextRange::new(size(start), size(end)), new[start..new.len() - (old.len() - end)].to_owned())
}

/// The problems of a file, each as all that is said of it.
fn problems(analysis: &Analysis, path: &Path) -> Vec<String> {
    let Some(file) = analysis.file(path) else { return Vec::new() };
    let found = analysis.problems(file);
    found.iter().map(|problem| shown(analysis, problem)).collect()
}

fn shown(analysis: &Analysis, problem: &Problem) -> String {
    let place = |place: &Place| format!("{}:{:?}", analysis.path(place.file).display(), place.range);
    let Problem { code, severity, .. } = problem;
    let ProblemDetails { message, found, expected, hints, .. } = &*problem.details;
    let related = problem.related.iter().map(|related| format!("{} {}", place(&related.place), related.message));
    let edits = problem.fixes.iter().flat_map(|fix| fix.edits.iter().map(|(at, text)| (&fix.title, place(at), text)));
    let (related, edits): (Vec<_>, Vec<_>) = (related.collect(), edits.collect());
    let at = place(&problem.place);
    format!("{at} {severity:?}[{code:?}] {message} / {found:?} / {expected:?} / {hints:?} / {related:?} / {edits:?}")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, max_shrink_iters: 400, ..ProptestConfig::with_cases(cases()) })]
    #[test]
    fn a_world_after_any_changes_is_as_one_that_was_always_so(steps in operations()) {
        let mut session = TestSession::new();
        for step in &steps {
            session.apply(step);
        }
        session.compare();
    }
}

/// Few, so that it takes seconds: to find something new, set `PROPTEST_CASES=2000`.
#[expect(clippy::disallowed_methods, reason = "whoever runs the tests says how long they may take")]
fn cases() -> u32 {
    const FEW: u32 = 60;
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(FEW)
}

#[test]
fn what_was_said_stands_while_nothing_changes_that_it_depends_on() {
    let mut session = TestSession::new();
    session.give_up();
    assert!(session.host.analysis().files_with_nodes().is_empty());
    let holds = |session: &TestSession, path: &str| {
        let (_, inputs) = &session.kept[Path::new(path)];
        session.host.analysis().holds(inputs)
    };
    let changed = PathBuf::from("/app/other/values.yml");
    let all: Vec<String> = session.kept.keys().map(|path| path.display().to_string()).collect();
    // Whether the paths in a `sayl.toml` lead anywhere depends on all files.
    let lost: Vec<&String> = all.iter().filter(|path| !holds(&session, path)).collect();
    assert_eq!(lost, ["/app/sayl.toml"]);
    let text = session.on_disk(&changed).unwrap() + "#! more\n";
    session.host.load(vec![(changed.clone(), Ok(text.as_bytes().into()))]);
    let gone: Vec<&String> = all.iter().filter(|path| !holds(&session, path)).collect();
    assert!(gone.contains(&&changed.display().to_string()), "{gone:?}");
    let apart =
        |path: &&&String| ["/app/config/", "/app/types/", "/chart/", "/legacy/"].iter().any(|it| path.starts_with(it));
    assert_eq!(gone.iter().find(apart), None, "an edit of {} touches what it has no part in", changed.display());
}
