//! The stages of the engine by themselves. They are run in a process of their own, under valgrind.

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use sayl_core::analysis::{Analysis, AnalysisHost, Inspected};
use sayl_core::document::TextDocument;
use sayl_core::ide::code_action::fixes;
use sayl_core::render::request::Runner;
use sayl_core::template::job::Limits;
use sayl_core::test_support::MemoryVfs;
use sayl_core::text::{FileId, TextRange, TextSize};
use sayl_tests::generate::{Sample, Site, sample};

use super::Counter;
use super::keystroke::{self, Typed};

/// A stage: its name, and how to go through it with so many lines so many times.
type Stage = (&'static str, fn(usize, usize));

/// All of them.
pub(crate) const STAGES: [Stage; 15] = [
    ("read a text", read),
    ("edit a text", edit),
    ("an edit up to its problems", checked_edit),
    ("an edit up to its problems, among others", checked_edit_among_problems),
    ("check a tenth as many lines with code", checked_code),
    ("check code that reads, loads and says what is not there", checked_names_that_are_not_there),
    ("check annotations above what cannot be read", checked_annotations_at_nothing),
    ("check lines that do not load", checked_broken_lines),
    ("check items that are laid over others by a key", checked_items_by_key),
    ("find what would mend the problems of every line", fixed_lines),
    ("find which problems stand against an inspection", blocking_lines),
    ("an edit in a long map, up to its problems", checked_edit_in_long_map),
    ("an edit in a long schema, up to its problems", checked_edit_in_long_schema),
    ("an edit in one line of flow style, up to its problems", checked_edit_in_flow_line),
    ("an edit beside many values files, up to problems of the schema", checked_edit_beside_values_files),
];

/// How many instructions a process takes that goes through a stage so many times.
pub(crate) fn count(name: &str, lines: usize, rounds: usize) -> u64 {
    let counter = Counter::new(&std::env::current_exe().expect("a running program has a path"));
    let mut command = Command::new("valgrind");
    command.args(counter.arguments()).args(["--stage", name, &lines.to_string(), &rounds.to_string()]);
    let status = command.status().expect("valgrind is installed");
    assert!(status.success(), "{name} ends well");
    counter.counted()
}

/// Goes through a stage so many times.
pub(crate) fn run(name: &str, lines: usize, rounds: usize) {
    let (_, stage) = STAGES.iter().find(|(stage, _)| *stage == name).expect("a stage of that name");
    stage(lines, rounds);
}

fn read(lines: usize, rounds: usize) {
    let sample = sample(lines, 1);
    for _ in 0..rounds {
        black_box(TextDocument::new(FileId(0), black_box(&sample.values_yaml)));
    }
}

/// An edit in the middle and back, again and again.
fn edits(sample: &Sample, rounds: usize) -> impl Iterator<Item = (TextRange, &'static str)> {
    let site = sample.sites[sample.sites.len() / 2];
    edits_at(&sample.values_yaml, site, rounds)
}

fn edits_at(text: &str, site: Site, rounds: usize) -> impl Iterator<Item = (TextRange, &'static str)> {
    let start: usize = text.split_inclusive('\n').take(site.line).map(str::len).sum();
    let end = TextSize::try_from(start + site.end).expect("texts are small");
    let back = TextRange::at(end, TextSize::new(1));
    [(TextRange::empty(end), "1"), (back, "")].into_iter().cycle().take(rounds)
}

fn edit(lines: usize, rounds: usize) {
    let sample = sample(lines, 1);
    let mut document = TextDocument::new(FileId(0), &sample.values_yaml);
    for (range, text) in edits(&sample, rounds) {
        document = black_box(document.edit(range, text));
    }
}

/// The same with all that an editor is told of it, where every line is right.
fn checked_edit(lines: usize, rounds: usize) {
    let sample = sample(lines, 1);
    let is_wrong = |line: usize| sample.violations.binary_search(&line).is_ok();
    let right = sample.values_yaml.split_inclusive('\n').enumerate().filter(|(line, _)| !is_wrong(*line));
    let values: String = right.map(|(_, line)| line).collect();
    let site = sample.sites[sample.sites.len() / 2];
    let above = sample.violations.iter().filter(|wrong| **wrong < site.line).count();
    check_edits(&sample.schema_yaml, &values, Site { line: site.line - above, ..site }, rounds);
}

/// The same where a line of a hundred is wrong.
fn checked_edit_among_problems(lines: usize, rounds: usize) {
    let sample = sample(lines, 1);
    check_edits(&sample.schema_yaml, &sample.values_yaml, sample.sites[sample.sites.len() / 2], rounds);
}

/// The same where all keys stand directly in the document.
fn checked_edit_in_long_map(lines: usize, rounds: usize) {
    let Typed { schema, values, line, column } = keystroke::long_map(lines);
    check_edits(&schema, &values, Site { line, key: 0, value: column, end: column }, rounds);
}

/// The same where a document is one line.
fn checked_edit_in_flow_line(lines: usize, rounds: usize) {
    let Typed { schema, values, line, column } = keystroke::flow_line(lines);
    check_edits(&schema, &values, Site { line, key: 0, value: column, end: column }, rounds);
}

/// The same where all keys stand directly in a schema, which is edited.
fn checked_edit_in_long_schema(lines: usize, rounds: usize) {
    let Typed { schema, line, column, .. } = keystroke::long_map(lines);
    let site = Site { line, key: 0, value: column, end: column };
    edit_last([("values", "#@data/values\n---\nkey3: 4\n"), ("schema", &schema)], site, rounds);
}

fn check_edits(schema: &str, values: &str, site: Site, rounds: usize) {
    edit_last([("schema", schema), ("values", values)], site, rounds);
}

/// Edits the last of some files and asks for its problems each time.
fn edit_last(files: [(&str, &str); 2], site: Site, rounds: usize) {
    let mut host = AnalysisHost::new(Arc::new(MemoryVfs::default()));
    let file = open_last(&mut host, files);
    let [_, (_, text)] = files;
    black_box(host.analysis().located_problems(file));
    for (round, (range, text)) in edits_at(text, site, rounds).enumerate() {
        let version = i32::try_from(round + 2).expect("few edits");
        host.edit(file, &[(range, text.to_owned())], version);
        black_box(host.analysis().located_problems(file));
    }
}

/// Opens the files of a bundle. Gives the last one.
fn open_last(host: &mut AnalysisHost, files: [(&str, &str); 2]) -> FileId {
    host.set_folders(vec!["/bundle".into()]);
    let path = |name: &str| format!("/bundle/{name}.yml");
    let [_, file] = files.map(|(name, text)| host.open(Path::new(&path(name)), text, 1, false));
    file
}

/// Each two lines an annotation, and a key that cannot be read.
fn checked_annotations_at_nothing(lines: usize, rounds: usize) {
    let values = "#@data/values\n---\n".to_owned() + &"#@schema/nullable\na:\u{18}\0\n".repeat(lines / 2);
    check([("schema", "#@data/values-schema\n---\na: 0\n"), ("values", &values)], rounds);
}

/// Each line is an error of syntax, in several ways.
fn checked_broken_lines(lines: usize, rounds: usize) {
    const BROKEN: [&str; 6] = ["\"b", ": :", "[1, 2", "]", "@b", "`b"];
    let values = (0..lines).fold("#@data/values\n---\n".to_owned(), |mut text, index| {
        let _ = writeln!(text, "key{index}: {}", BROKEN[index % BROKEN.len()]);
        text
    });
    check([("schema", "#@data/values-schema\n---\na: 0\n"), ("values", &values)], rounds);
}

/// As many items as a quarter of the lines, each laid over the one of its name among as many.
fn checked_items_by_key(lines: usize, rounds: usize) {
    let document = |annotation: &str| {
        (0..lines / 4).fold("#@data/values\n---\nitems:\n".to_owned(), |mut text, index| {
            let _ = writeln!(text, "{annotation}- name: n{index}\n  port: {index}");
            text
        })
    };
    let schema = "#@data/values-schema\n---\nitems:\n- name: ''\n  port: 0\n";
    let values = document("") + &document("#@overlay/match by=\"name\"\n");
    check([("schema", schema), ("values", &values)], rounds);
}

/// Checks the last of some files as a fresh start does.
fn check(files: [(&str, &str); 2], rounds: usize) {
    for _ in 0..rounds {
        let mut host = AnalysisHost::new(Arc::new(MemoryVfs::default()));
        let file = open_last(&mut host, files);
        black_box(host.analysis().located_problems(file));
    }
}

/// A key that is there already on one half of the lines, and a tab on a quarter. Each has its fix, as in a report.
fn fixed_lines(lines: usize, rounds: usize) {
    for _ in 0..rounds {
        let (analysis, file) = with_wrong_lines(lines);
        for problem in &*analysis.problems(file) {
            black_box(fixes(&analysis, file, problem));
        }
    }
}

/// The same, and which of the problems the final data values have.
fn blocking_lines(lines: usize, rounds: usize) {
    for _ in 0..rounds {
        let (analysis, file) = with_wrong_lines(lines);
        let blocking = analysis.blocking_problems(file, Inspected::Values);
        black_box(analysis.problems(file).iter().filter(|problem| blocking.contains(problem)).count());
    }
}

fn with_wrong_lines(lines: usize) -> (Analysis, FileId) {
    let values = "#@data/values\n---\n".to_owned() + &"a: 1\n".repeat(lines / 2) + &"b:\n\tc: 1\n".repeat(lines / 4);
    let mut host = AnalysisHost::new(Arc::new(MemoryVfs::default()));
    let file = open_last(&mut host, [("schema", "#@data/values-schema\n---\na: 0\n"), ("values", &values)]);
    (host.analysis(), file)
}

/// A schema with code, and below it a values file for each forty lines, of which one is edited. Its problems are asked for,
/// and those of the schema, which tell of values that no code reads.
fn checked_edit_beside_values_files(lines: usize, rounds: usize) {
    let [schema, _] = with_code(SERVICES);
    let mut host = AnalysisHost::new(Arc::new(MemoryVfs::default()));
    host.set_folders(vec!["/bundle".into()]);
    host.set_evaluation_limits(Limits::default());
    let schema = host.open(Path::new("/bundle/schema.yml"), &schema, 1, false);
    let values = |index: usize| format!("#@data/values\n---\nsvc_{}:\n  port: 1\n", index % SERVICES);
    let path = |index: usize| format!("/bundle/values{index}.yml");
    let open = |index: usize| host.open(Path::new(&path(index)), &values(index), 1, false);
    let files: Vec<FileId> = (0..lines / 40).map(open).collect();
    let edited = files[files.len() / 2];
    let site = Site { line: 3, key: 2, value: "  port: ".len(), end: "  port: 1".len() };
    let files = [schema, edited];
    evaluate(&host, &files);
    for (round, (range, text)) in edits_at(&values(files.len() / 2), site, rounds).enumerate() {
        host.edit(edited, &[(range, text.to_owned())], i32::try_from(round + 2).expect("few edits"));
        evaluate(&host, &files);
    }
}

/// How many services a schema declares that takes some 750 lines.
const SERVICES: usize = 250;

/// Asks for problems until all that they depend on is evaluated.
fn evaluate(host: &AnalysisHost, files: &[FileId]) {
    let mut runner = Runner::new();
    loop {
        let analysis = host.analysis();
        for file in files {
            black_box(analysis.located_problems(*file));
        }
        let wanted = analysis.pending_requests();
        if wanted.is_empty() {
            break;
        }
        for (name, request) in wanted {
            runner.take_in(&request, analysis.laid_out(&request));
            analysis.add_reply(name, runner.answer(&request));
        }
    }
}

/// A bundle whose schema and template are code, checked from its texts to its problems. Nobody else evaluates it.
fn checked_code(lines: usize, rounds: usize) {
    let services = sample(lines, 1).values_yaml.lines().count() / 80;
    check_with_code(&with_code(services), rounds);
}

/// For each twenty lines, a template loads a file that is not there, has a comment that ytt refuses, and reads a data
/// value that nobody declares.
fn checked_names_that_are_not_there(lines: usize, rounds: usize) {
    let mut files = ["#@data/values-schema\n---\n".to_owned(), "#@ load(\"@ytt:data\", \"data\")\n".to_owned()];
    let [schema, template] = &mut files;
    for index in 0..lines / 20 {
        let _ = writeln!(schema, "key{index}: {index}");
        let _ = writeln!(template, "#@ load(\"file{index}.star\", \"name{index}\")");
    }
    for index in 0..lines / 20 {
        let _ = writeln!(template, "# {index}\nport{index}: #@ data.values.kye{index}");
    }
    check_with_code(&files, rounds);
}

/// Checks a schema and a template, and evaluates what they lack.
fn check_with_code([schema, template]: &[String; 2], rounds: usize) {
    for _ in 0..rounds {
        let mut host = AnalysisHost::new(Arc::new(MemoryVfs::default()));
        host.set_folders(vec!["/bundle".into()]);
        host.set_evaluation_limits(Limits::default());
        let files = [("/bundle/schema.yml", schema), ("/bundle/template.yml", template)];
        let files = files.map(|(path, text)| host.open(Path::new(path), text, 1, false));
        evaluate(&host, &files);
    }
}

/// A schema and a template of so many services, each of eight lines in all.
fn with_code(services: usize) -> [String; 2] {
    let mut schema = "#@ def port(i): return 8000 + i\n#@ def valid(port): return port > 0\n".to_owned();
    let mut template = "#@ load(\"@ytt:data\", \"data\")\n".to_owned();
    schema.push_str("#@data/values-schema\n---\n");
    for index in 0..services {
        let _ = writeln!(schema, "svc_{index}:\n  #@schema/validation (\"small\", lambda port: valid(port))");
        let _ = writeln!(schema, "  port: #@ port({index})\n  enabled: true");
        let _ = writeln!(template, "#@ if data.values.svc_{index}.enabled:\nsvc_{index}:");
        let _ = writeln!(template, "  port: #@ data.values.svc_{index}.port\n#@ end");
    }
    [schema, template]
}
