//! What each sample costs that the documentation shows: every case of `fixtures/*.md`, and schemas of the size that
//! people have, from their texts to their last problem with all template code evaluated, in a process that is warm.
//!
//! `cargo bench --locked --workspace --bench samples` prints the slowest, and how many are slow.
//! `… -- --all` prints each. Real schemas are among them where the folder of corpora stands beside the project.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sayl_core::ide::hover::hover;
use sayl_core::render::request::Runner;
use sayl_core::test_support::{Fixture, FixtureFile, settle};
use sayl_core::text::{TextRange, TextSize};
use sayl_tests::cases;
use sayl_tests::corpus::corpus;
use sayl_tests::generate::{sample, templated};

/// How often each is evaluated; the median counts.
const ROUNDS: usize = 15;

/// What takes longer than that is slow.
const LIMIT: Duration = Duration::from_millis(10);

/// How many are printed.
const SHOWN: usize = 15;

/// Its name and its files.
type Named = (String, Fixture);

fn main() {
    let samples: Vec<Named> = documented().into_iter().chain(generated()).chain(real()).collect();
    let mut times: Vec<_> = samples.iter().map(|(name, files)| (median(|| evaluate(files)), name)).collect();
    times.sort_unstable_by(|one, other| other.cmp(one));
    let shown = if std::env::args().any(|argument| argument == "--all") { times.len() } else { SHOWN };
    println!("The slowest of {} samples, warm (milliseconds, medians of {ROUNDS})", times.len());
    for (time, name) in times.iter().take(shown) {
        println!("  {:>8.2}  {name}", milliseconds(*time));
    }
    let slow = times.iter().filter(|(time, _)| *time > LIMIT).count();
    println!("  {slow} of them take more than {} ms", LIMIT.as_millis());
    first_hover();
}

/// Reads, evaluates and judges everything anew.
fn evaluate(files: &Fixture) -> Duration {
    let started = Instant::now();
    settle(&files.host().analysis(), &mut Runner::new());
    started.elapsed()
}

fn median(round: impl Fn() -> Duration) -> Duration {
    round();
    let mut times: Vec<Duration> = (0..ROUNDS).map(|_| round()).collect();
    times.sort_unstable();
    times[ROUNDS / 2]
}

/// The cases of the pages, each with all its files.
fn documented() -> Vec<Named> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let pages = files_below(&folder, "md").into_iter().flat_map(|path| {
        let page = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let cases = cases::read(&text).unwrap_or_else(|problem| panic!("{page}: {problem}"));
        cases.into_iter().map(move |case| (format!("{page}: {}", case.name), Fixture::parse(&case.fixture())))
    });
    pages.filter(|(_, files)| !files.files.is_empty()).collect()
}

/// Schemas with values of the size of cf-for-k8s and larger, without and with template code.
fn generated() -> Vec<Named> {
    let plain = [300, 600].map(|lines| {
        let sample = sample(lines, 1);
        (
            format!("{lines} generated lines"),
            fixture([("schema.yml", sample.schema_yaml), ("values.yml", sample.values_yaml)]),
        )
    });
    let with_code = [300, 600, 1_000].map(|lines| {
        let sample = templated(lines, 1);
        let texts =
            [("schema.yml", sample.schema_yaml), ("names.star", sample.names_star), ("values.yml", sample.values_yaml)];
        (format!("{lines} generated lines with code"), fixture(texts))
    });
    plain.into_iter().chain(with_code).collect()
}

/// Schemas of public projects, each by itself.
fn real() -> Vec<Named> {
    let Some(folder) = corpus("real") else { return Vec::new() };
    let paths = ["yml", "yaml"].into_iter().flat_map(|extension| files_below(&folder, extension));
    let texts = paths.filter_map(|path| Some((std::fs::read_to_string(&path).ok()?, path)));
    let schemas = texts.filter(|(text, _)| text.contains("#@data/values-schema"));
    let shown = |path: &Path| path.strip_prefix(&folder).unwrap_or(path).display().to_string();
    schemas.map(|(text, path)| (shown(&path), fixture([("schema.yml", text)]))).collect()
}

fn fixture<'a>(texts: impl IntoIterator<Item = (&'a str, String)>) -> Fixture {
    let file = |(name, text)| FixtureFile { path: Path::new("/").join(name), text, ..FixtureFile::default() };
    Fixture { files: texts.into_iter().map(file).collect(), ..Fixture::default() }
}

fn files_below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let below = entries.map(|entry| entry.path()).flat_map(|path| {
        let is_wanted = path.extension().is_some_and(|own| own == extension);
        if path.is_dir() { files_below(&path, extension) } else { is_wanted.then_some(path).into_iter().collect() }
    });
    let mut paths: Vec<PathBuf> = below.collect();
    paths.sort();
    paths
}

/// A keystroke in template code, then a hover over a name in it: what names mean is found when somebody asks.
fn first_hover() {
    println!("\nThe first hover in template code after a keystroke (milliseconds)");
    for lines in [1_000, 10_000] {
        let schema = templated(lines, 1).schema_yaml;
        let files = fixture([("schema.yml", schema.clone())]);
        let mut host = files.host();
        let file = host.open(Path::new("/schema.yml"), &schema, 0, false);
        let middle = schema[schema.len() / 2..].find("#@ resources(").expect("it is called") + schema.len() / 2;
        let offset = |at: usize| TextSize::new(u32::try_from(at).expect("the text is short"));
        let at = offset(middle + "#@ r".len());
        let above = offset(schema.find("#! A").expect("there is a comment") + "#!".len());
        let mut version = 0;
        let mut times = [true, false].repeat(ROUNDS).into_iter().map(|types| {
            version += 1;
            let (range, text) =
                if types { (TextRange::empty(above), " ") } else { (TextRange::at(above, 1.into()), "") };
            host.edit(file, &[(range, text.to_owned())], version);
            let analysis = host.analysis();
            let _ = analysis.problems(file);
            let started = Instant::now();
            let shown = hover(&analysis, file, if types { at + TextSize::new(1) } else { at });
            assert!(shown.is_some(), "there is something to say of a function");
            started.elapsed()
        });
        let mut times: Vec<Duration> = times.by_ref().collect();
        times.sort_unstable();
        println!("  {lines:<6} lines median {:>8.2}", milliseconds(times[times.len() / 2]));
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}
