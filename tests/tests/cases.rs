//! Every case of `fixtures/*.md` runs twice: through the engine in memory, and as files on disk through
//! `sayl check --format json` of the built binary. Both must find exactly the marked problems. What else a case shows
//! (values, a hover, an output, what a command prints) is compared, too.
//!
//! `cargo test --locked --workspace --test cases -- nullable` runs the cases with `nullable` in their headings.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};
use sayl_core::ide::hover::hover;
use sayl_core::problem::{Problem, Severity};
use sayl_core::render::{RenderJob, render};
use sayl_core::template::job::JobSource;
use sayl_core::template::watch::Watch;
use sayl_core::test_support::{self, Fixture, FixtureFile, Mark, check_problems};
use sayl_core::text::FileId;
use sayl_core::values::print;
use sayl_tests::binary;
use sayl_tests::cases::{self, Case};
use serde_json::Value;

/// Compares a case with what one part of sayl makes of it.
type Run = fn(&Case) -> Result<(), Failed>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials =
        pages().into_iter().flat_map(|(page, cases)| cases.into_iter().flat_map(move |case| trials(&page, &case)));
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

/// Every page with its cases.
fn pages() -> Vec<(String, Vec<Case>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let entries = std::fs::read_dir(&folder).expect("the fixtures are there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    let pages = paths.iter().map(|path| {
        let page = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{page}: {error}"));
        let cases = cases::read(&text).unwrap_or_else(|problem| panic!("{page}: {problem}"));
        (page, cases)
    });
    pages.collect()
}

/// A case that gives a command is about the command line, so only the binary runs it.
fn trials(page: &str, case: &Case) -> Vec<Trial> {
    let place = format!("{page}:{}", case.line);
    let trial = |runner: &str, run: Run| {
        let (case, place) = (case.clone(), place.clone());
        Trial::test(format!("{} ({runner})", case.name), move || {
            run(&case).map_err(|failed| Failed::from(format!("{place}\n{}", failed.message().unwrap_or_default())))
        })
    };
    let mut trials = vec![trial("sayl check", run_binary)];
    if case.command.is_none() {
        trials.push(trial("engine", |case| {
            run_engine(case);
            Ok(())
        }));
    }
    let shown: [(bool, &str, Run); 4] = [
        (case.output.is_some(), "rendered", run_renderer),
        (!case.values.is_empty(), "values", run_values),
        (case.hover.is_some(), "hover", run_hover),
        (!case.printed.is_empty(), "printed", run_commands),
    ];
    trials.extend(shown.into_iter().filter(|(is_shown, ..)| *is_shown).map(|(_, runner, run)| trial(runner, run)));
    trials
}

/// Compares the data values that files of a case lead to.
fn run_values(case: &Case) -> Result<(), Failed> {
    let analysis = Fixture::parse(&case.fixture()).analysis();
    for (path, expected) in &case.values {
        let file = analysis.file(&Path::new("/").join(path)).ok_or_else(|| format!("{path} is not there"))?;
        let found = analysis.final_values(file).map(|value| print::yaml(&value)).unwrap_or_default();
        if found != *expected {
            return Err(format!("{path} leads to\n{found}instead of\n{expected}").into());
        }
    }
    Ok(())
}

/// Looks for the expected lines in the hover at the cursor of a case.
fn run_hover(case: &Case) -> Result<(), Failed> {
    let at = test_support::cursor(&case.fixture());
    let shown = hover(&at.analysis, at.file, at.offset).map(|hover| hover.markdown).unwrap_or_default();
    let mut lines = shown.lines();
    for expected in case.hover.iter().flat_map(|text| text.lines()) {
        if !lines.any(|line| line.contains(expected)) {
            return Err(format!("hover lacks `{expected}`, or has it in another order:\n{shown}").into());
        }
    }
    Ok(())
}

/// Compares what the commands of a case print.
fn run_commands(case: &Case) -> Result<(), Failed> {
    let folder = write(&Fixture::parse(&case.fixture()))?;
    for (arguments, expected) in &case.printed {
        let output = Command::new(binary::sayl()).args(arguments).current_dir(folder.path()).output()?;
        let (found, printed) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        if found != *expected || !output.status.success() {
            return Err(format!("printed\n{found}instead of\n{expected}{printed}").into());
        }
    }
    Ok(())
}

/// Compares the output of all files of a case.
fn run_renderer(case: &Case) -> Result<(), Failed> {
    let fixture = Fixture::parse(&case.fixture());
    let mut files = fixture.files.clone();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let sources = files.iter().enumerate().map(|(index, file)| {
        JobSource::new(FileId(index as u32), relative(file).to_string_lossy().as_ref(), file.text.as_str())
    });
    let job = RenderJob { sources: sources.collect(), ..RenderJob::default() };
    let rendered = render(&job, &Watch::new());
    let (expected, found) = (case.output.clone().unwrap_or_default(), rendered.yaml());
    if found == expected {
        return Ok(());
    }
    let problems: Vec<String> = rendered.problems.iter().map(Problem::text).collect();
    Err(format!("rendered to\n{found}instead of\n{expected}{}", problems.join("\n")).into())
}

/// Panics with a picture of the difference; the runner reports it under the case's name.
fn run_engine(case: &Case) {
    check_problems(&case.fixture());
}

fn run_binary(case: &Case) -> Result<(), Failed> {
    let fixture = Fixture::parse(&case.fixture());
    let folder = write(&fixture)?;
    let (arguments, elsewhere) = case.command.clone().unwrap_or_else(|| (vec!["check".to_owned()], Vec::new()));
    let output =
        Command::new(binary::sayl()).args(&arguments).args(["--format", "json"]).current_dir(folder.path()).output()?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let report: Value = serde_json::from_str(&printed)
        .map_err(|error| format!("{error}\n{printed}{}", String::from_utf8_lossy(&output.stderr)))?;
    let found = Found::read(&report)?;
    let differences = found.differences(&fixture, &elsewhere);
    if !differences.is_empty() {
        return Err(format!("problems differ from marks\n{differences}").into());
    }
    let expected = found.exit_status();
    match output.status.code() {
        Some(status) if status == expected => Ok(()),
        status => Err(format!("exit status {status:?} instead of {expected}").into()),
    }
}

/// The files of a fixture in a folder of their own.
fn write(fixture: &Fixture) -> Result<tempfile::TempDir, Failed> {
    // The default name begins with a dot, and hidden folders are not searched.
    let folder = tempfile::Builder::new().prefix("sayl-case-").tempdir()?;
    // The edge of the project: schemas of others around it do not count.
    std::fs::create_dir(folder.path().join(".git"))?;
    for file in &fixture.files {
        let path = folder.path().join(relative(file));
        std::fs::create_dir_all(path.parent().unwrap_or(folder.path()))?;
        std::fs::write(path, &file.text)?;
    }
    Ok(folder)
}

fn relative(file: &FixtureFile) -> &Path {
    file.path.strip_prefix("/").unwrap_or(&file.path)
}

/// The problems of a JSON report, by file.
struct Found(BTreeMap<String, Vec<Mark>>);

impl Found {
    fn read(report: &Value) -> Result<Self, Failed> {
        let mut found = Self(BTreeMap::new());
        for problem in report["problems"].as_array().ok_or("`problems` is an array")? {
            let file = problem["file"].as_str().ok_or("`file` is a text")?;
            let mark = mark(problem).ok_or_else(|| format!("a problem as the product describes it: {problem}"))?;
            found.0.entry(file.trim_start_matches("./").to_owned()).or_default().push(mark);
        }
        Ok(found)
    }

    /// 2 where the configuration cannot be used, 1 with any error.
    fn exit_status(&self) -> i32 {
        let is_config = |mark: &Mark| mark.code.as_deref() == Some("invalid-config");
        let has = |what: &dyn Fn(&Mark) -> bool| self.0.values().flatten().any(what);
        if has(&is_config) { 2 } else { i32::from(has(&|mark| mark.severity == Severity::Error)) }
    }

    /// What is missing and what is there besides, in words; empty if nothing is.
    fn differences(&self, fixture: &Fixture, elsewhere: &[String]) -> String {
        let mut differences = String::new();
        let mut others = self.0.clone();
        for file in &fixture.files {
            let name = relative(file).display().to_string();
            let mut extra = others.remove(&name).unwrap_or_default();
            for mark in &file.marks {
                let lines: Vec<&str> = file.text.lines().collect();
                let length = lines.get(mark.line).map_or(0, |line| line.chars().count());
                match extra.iter().position(|found| is_intended(mark, found, length)) {
                    Some(index) => drop(extra.remove(index)),
                    None => writeln!(differences, "{name}: missing: {}", show(mark)).unwrap_or_default(),
                }
            }
            for mark in &extra {
                let _ = writeln!(differences, "{name}: not marked: {}", show(mark));
            }
        }
        report_elsewhere(&others, elsewhere, &mut differences);
        differences
    }
}

/// The problems outside the files of the case, such as those of flags.
fn report_elsewhere(others: &BTreeMap<String, Vec<Mark>>, expected: &[String], differences: &mut String) {
    let mut extra: Vec<String> = others
        .iter()
        .flat_map(|(file, marks)| marks.iter().map(move |mark| format!("{file}: {}", show(mark))))
        .collect();
    for line in expected {
        let (head, text) = line.split_once(": ").unwrap_or((line, ""));
        match extra.iter().position(|found| found.contains(head) && found.contains(text)) {
            Some(index) => drop(extra.remove(index)),
            None => writeln!(differences, "missing outside the files: {line}").unwrap_or_default(),
        }
    }
    for found in &extra {
        let _ = writeln!(differences, "not expected: {found}");
    }
}

/// Whether a problem is the marked one; a mark cannot go beyond its line, whose length is given.
fn is_intended(mark: &Mark, found: &Mark, length: usize) -> bool {
    (mark.line, mark.start, mark.end) == (found.line, found.start, found.end.min(length))
        && mark.severity == found.severity
        && (mark.code.is_none() || mark.code == found.code)
        && found.message.contains(&mark.message)
}

fn mark(problem: &Value) -> Option<Mark> {
    let number = |pointer: &str| problem.pointer(pointer)?.as_u64().and_then(|number| usize::try_from(number).ok());
    let severity = Severity::from_name(problem["severity"].as_str()?)?;
    let line = number("/range/start/line")?.checked_sub(1)?;
    let ends_here = number("/range/end/line")? == line + 1;
    let end = if ends_here { number("/range/end/column")?.checked_sub(1)? } else { usize::MAX };
    Some(Mark {
        line,
        start: number("/range/start/column")?.checked_sub(1)?,
        end,
        severity,
        code: Some(problem["code"].as_str()?.to_owned()),
        message: problem["message"].as_str()?.to_owned(),
    })
}

fn show(mark: &Mark) -> String {
    let Mark { line, start, end, severity, code, message } = mark;
    let code = code.as_deref().unwrap_or("any code");
    let message = message.replace('\n', " / ");
    format!("line {}, columns {start}..{end}: {}[{code}]: {message}", line + 1, format!("{severity:?}").to_lowercase())
}
