//! Tests as pictures: a whole world of files in one string, with a cursor and with marks where problems belong.
//! For tests of this crate and of others; nothing of the engine uses it, and it panics freely.
//!
//! ```text
//! #- /schema.yml
//! #@data/values-schema
//! ---
//! port: 80
//! #- /values.yml
//! #@data/values
//! ---
//! prot: 80
//! #^^^ error[unknown-key]: prot
//! port: "80"
//! #     ^^^^ error: string
//! ```
//!
//! - `#- /path` begins a file. Text before the first such line is `/main.yml`.
//! - `$0` is the cursor; it is taken out of the text.
//! - A mark stands below the line that it is about (several may stand below each other) and is taken out too.
//!   It covers its carets; a `#` directly before the carets counts as the first of them, so that a range may begin
//!   in the first column: `#^^` covers three characters, `# ^^` two, and `# error: …` the one at the `#`.
//!   `|` instead of carets is an empty range. A range that goes on over further lines is marked to its line's end.
//! - A mark says `error`, `warning`, `information` or `hint`, perhaps a `[code]`, and after a colon a part of the
//!   problem's text.
//! - Indentation that all lines share is taken away.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::analysis::{Analysis, AnalysisHost};
use crate::problem::Problem;
use crate::render::request::Runner;
use crate::template::job::Limits;
use crate::text::{FileId, TextSize};
use crate::vfs::{ReadError, Vfs};

mod marks;

pub use marks::{Mark, mark_problems, mark_ranges, without_marks};
use marks::{is_marked, mark_of, parse_mark, with_marks};

/// The files, the cursor and the marks of a fixture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fixture {
    /// The files in the order of the fixture.
    pub files: Vec<FixtureFile>,
    /// The file that holds `$0`, and its offset in bytes of that file's text.
    pub cursor: Option<(PathBuf, TextSize)>,
}

/// One file of a fixture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FixtureFile {
    /// Its absolute path.
    pub path: PathBuf,
    /// Its text without marks and cursor.
    pub text: String,
    /// The marks in order.
    pub marks: Vec<Mark>,
}

/// An analysis with a position to ask about.
pub struct TestCursor {
    /// The world of the fixture, everything loaded.
    pub analysis: Analysis,
    /// The file that holds the cursor.
    pub file: FileId,
    /// Where the cursor is, in bytes.
    pub offset: TextSize,
}

impl Fixture {
    /// Reads a fixture.
    ///
    /// # Panics
    /// If a line looks like a mark but is none, or if there are two cursors.
    #[track_caller]
    pub fn parse(fixture: &str) -> Self {
        let mut parsed = Self::default();
        for line in dedent(fixture.strip_prefix('\n').unwrap_or(fixture)).split_inclusive('\n') {
            parsed.push_line(line);
        }
        for file in &mut parsed.files {
            let Some(at) = file.text.find("$0") else { continue };
            file.text.replace_range(at..at + 2, "");
            assert!(parsed.cursor.is_none() && !file.text.contains("$0"), "a fixture has at most one cursor");
            parsed.cursor = Some((file.path.clone(), TextSize::of(&file.text[..at])));
        }
        parsed
    }

    #[track_caller]
    fn push_line(&mut self, line: &str) {
        if let Some(path) = line.strip_prefix("#- ") {
            self.files.push(FixtureFile { path: PathBuf::from(path.trim()), ..FixtureFile::default() });
            return;
        }
        if self.files.is_empty() {
            self.files.push(FixtureFile { path: PathBuf::from("/main.yml"), ..FixtureFile::default() });
        }
        let Some(file) = self.files.last_mut() else { return };
        match parse_mark(line) {
            Some(mark) => {
                let above = file.text.lines().count().checked_sub(1).expect("a mark stands below the line it is about");
                file.marks.push(Mark { line: above, ..mark });
            }
            None => file.text.push_str(line),
        }
    }

    /// The files as a world of their own.
    pub fn vfs(&self) -> MemoryVfs {
        let contents = |file: &FixtureFile| (file.path.clone(), Arc::from(file.text.as_bytes()));
        MemoryVfs { files: self.files.iter().map(contents).collect() }
    }

    /// A host with `/` as its folder and every file loaded. Whoever takes a snapshot of it [settles](settle) it, if
    /// template code is to be evaluated.
    pub fn host(&self) -> AnalysisHost {
        let vfs = Arc::new(self.vfs());
        let mut host = AnalysisHost::new(vfs.clone());
        host.set_evaluation_limits(limits());
        host.set_folders(vec![PathBuf::from("/")]);
        host.load(vfs.files.iter().map(|(path, bytes)| (path.clone(), Ok(bytes.clone()))).collect());
        host
    }

    /// The files with problems as marks.
    fn picture(&self, mut problems_of: impl FnMut(&Path) -> Vec<Problem>) -> String {
        let mut picture = String::new();
        for file in &self.files {
            let _ = writeln!(picture, "#- {}", file.path.display());
            let marks = problems_of(&file.path).iter().map(|problem| mark_of(&file.text, problem)).collect();
            picture.push_str(&with_marks(&file.text, marks));
        }
        picture
    }

    /// A snapshot of [`host`](Self::host) that lacks no evaluation.
    pub fn analysis(&self) -> Analysis {
        let analysis = self.host().analysis();
        settle(&analysis, &mut Runner::new());
        analysis
    }
}

/// The limits of template code that runs on the stack of a test, which is small.
pub fn limits() -> Limits {
    Limits { call_depth: 500, ..Limits::default() }
}

/// Asks for every problem and evaluates in this process what that lacks, until nothing is wanted any more.
///
/// # Panics
/// If there is no end to it.
pub fn settle(analysis: &Analysis, runner: &mut Runner) {
    settle_files(analysis, &analysis.files(), runner);
}

fn settle_files(analysis: &Analysis, files: &[FileId], runner: &mut Runner) {
    const MOST_ROUNDS: usize = 100;
    for _ in 0..MOST_ROUNDS {
        for file in files {
            let _ = analysis.problems(*file);
        }
        let wanted = analysis.pending_requests();
        if wanted.is_empty() {
            return;
        }
        for (name, request) in wanted {
            analysis.add_reply(name, runner.answer(&request));
        }
    }
    panic!("evaluations are wanted again and again");
}

/// Files in memory.
#[derive(Clone, Debug, Default)]
pub struct MemoryVfs {
    /// Every file by its absolute path.
    pub files: BTreeMap<PathBuf, Arc<[u8]>>,
}

impl Vfs for MemoryVfs {
    fn read(&self, path: &Path) -> Result<Arc<[u8]>, ReadError> {
        self.files.get(path).cloned().ok_or(ReadError::NotFound)
    }

    fn files_below(&self, folder: &Path) -> Result<Vec<PathBuf>, ReadError> {
        let below: Vec<PathBuf> = self.files.keys().filter(|path| path.starts_with(folder)).cloned().collect();
        if below.is_empty() { Err(ReadError::NotFound) } else { Ok(below) }
    }
}

/// The analysis of a fixture and its cursor.
///
/// # Panics
/// If the fixture has no cursor.
#[track_caller]
pub fn cursor(fixture: &str) -> TestCursor {
    let fixture = Fixture::parse(fixture);
    let (path, offset) = fixture.cursor.as_ref().expect("the fixture has a cursor `$0`");
    let analysis = fixture.analysis();
    let file = analysis.file(path).unwrap_or_else(|| panic!("{} is not part of the analysis", path.display()));
    TestCursor { analysis, file, offset: *offset }
}

/// Compares the problems of every file with the fixture's marks, both ways.
///
/// # Panics
/// If they differ, with a picture of both.
#[track_caller]
pub fn check_problems(fixture: &str) {
    let fixture = Fixture::parse(fixture);
    let analysis = fixture.analysis();
    let mut report = String::new();
    for file in &fixture.files {
        report_differences(file, &problems_of(&analysis, &file.path), &mut report);
    }
    assert!(report.is_empty(), "problems differ from marks\n{report}");
}

/// The fixture with the problems that were really found as marks, for tests that compare the whole picture.
#[track_caller]
pub fn render_problems(fixture: &str) -> String {
    let fixture = Fixture::parse(fixture);
    let analysis = fixture.analysis();
    let picture = fixture.picture(|path| problems_of(&analysis, path));
    let mut in_portions = problems_in_portions(fixture.host());
    let picture_in_portions = fixture.picture(|path| in_portions.remove(path).unwrap_or_default());
    assert_eq!(picture, picture_in_portions, "what is found is something else when files are asked about one by one");
    picture
}

/// The problems of every file, where each file is given up before the next one is asked about.
fn problems_in_portions(mut host: AnalysisHost) -> BTreeMap<PathBuf, Vec<Problem>> {
    let (mut problems, mut runner) = (BTreeMap::new(), Runner::new());
    let analysis = host.analysis();
    let files = analysis.existing_files();
    for file in &files {
        analysis.read(*file, |_| true);
    }
    host.give_up(&files);
    let analysis = host.analysis();
    let portions = analysis.portions_of(analysis.files(), 1);
    for (portion, files) in portions.iter().enumerate() {
        let analysis = host.analysis();
        analysis.request_documents(files);
        settle_files(&analysis, files, &mut runner);
        let found = files.iter().map(|file| analysis.path(*file).to_path_buf());
        problems.extend(found.map(|path| (path.clone(), problems_of(&analysis, &path))));
        host.give_up_after(&portions, portion);
    }
    problems
}

#[track_caller]
fn problems_of(analysis: &Analysis, path: &Path) -> Vec<Problem> {
    let Some(file) = analysis.file(path) else { return Vec::new() };
    let problems = analysis.problems(file);
    problems.to_vec()
}

fn report_differences(file: &FixtureFile, problems: &[Problem], report: &mut String) {
    let mut missing = Vec::new();
    let mut extra: Vec<&Problem> = problems.iter().collect();
    for mark in &file.marks {
        match extra.iter().position(|problem| is_marked(&file.text, mark, problem)) {
            Some(found) => drop(extra.remove(found)),
            None => missing.push(mark),
        }
    }
    if missing.is_empty() && extra.is_empty() {
        return;
    }
    let _ = writeln!(report, "\n--- {}", file.path.display());
    for mark in missing {
        let code = mark.code.as_ref().map(|code| format!("[{code}]")).unwrap_or_default();
        let severity = mark.severity.name();
        let (line, start, end) = (mark.line + 1, mark.start, mark.end);
        let _ = writeln!(report, "missing, line {line}, columns {start}..{end}: {severity}{code}: {}", mark.message);
    }
    for problem in extra {
        let (line, start, end, text) = mark_of(&file.text, problem);
        let _ = writeln!(report, "not marked, line {}, columns {start}..{end}: {text}", line + 1);
    }
    let actual = problems.iter().map(|problem| mark_of(&file.text, problem)).collect();
    let _ = writeln!(report, "as found:\n{}", with_marks(&file.text, actual));
}

/// Takes away the indentation that all lines share, blank ones aside.
fn dedent(text: &str) -> String {
    let indentation = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let shared = text.lines().filter(|line| !line.trim().is_empty()).map(indentation).min().unwrap_or(0);
    text.split_inclusive('\n').map(|line| line.get(shared.min(indentation(line))..).unwrap_or(line)).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::problem::Code;
    use crate::text::{Place, TextRange};

    #[test]
    fn a_fixture_holds_files_a_cursor_and_marks() {
        let fixture = Fixture::parse(
            "
            #- /schema.yml
            port: 80
            #- /values/dev.yml
            prot: 8$00
            #^^^ error[unknown-key]: prot
            #     ^^ warning: number
            # a comment
            -
            # hint: one
            #| error: empty
            ",
        );
        assert_eq!(fixture.cursor, Some((PathBuf::from("/values/dev.yml"), TextSize::new(7))));
        let [schema, values] = &fixture.files[..] else { panic!("{fixture:?}") };
        assert_eq!(schema.text, "port: 80\n");
        assert_eq!(values.text, "prot: 80\n# a comment\n-\n");
        let marks: Vec<_> = values.marks.iter().map(|mark| (mark.line, mark.start, mark.end, &*mark.message)).collect();
        assert_eq!(marks, [(0, 0, 4, "prot"), (0, 6, 8, "number"), (2, 0, 1, "one"), (2, 0, 0, "empty")]);
        assert_eq!(values.marks[0].code.as_deref(), Some("unknown-key"));
    }

    #[test]
    fn a_difference_is_shown_as_a_picture_that_can_be_pasted() {
        let file = Fixture::parse("name: ä\nprot: 80\n#^^^ error: other\n").files.remove(0);
        let place = |start: u32, end: u32| Place::absolute(FileId(0), TextRange::new(start.into(), end.into()));
        let problems = [
            Problem::new(Code::AmbiguousScalar, place(6, 8), "reads strangely"),
            Problem::new(Code::UnknownKey, place(9, 13), "prot is unknown").hint("port"),
        ];
        let mut report = String::new();
        report_differences(&file, &problems, &mut report);
        expect![[r"

            --- /main.yml
            missing, line 2, columns 0..4: error: other
            not marked, line 1, columns 6..7: hint[ambiguous-scalar]: reads strangely
            not marked, line 2, columns 0..4: error[unknown-key]: prot is unknown / hint: port
            as found:
            name: ä
            #     ^ hint[ambiguous-scalar]: reads strangely
            prot: 80
            #^^^ error[unknown-key]: prot is unknown / hint: port

        "]]
        .assert_eq(&report);
    }
}
