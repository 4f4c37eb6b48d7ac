//! What each stage of the pipeline costs, at 1,000, 10,000 and 100,000 lines of values.
//!
//! `cargo bench --locked --workspace --bench stages` runs all of them, `… --bench stages -- keystroke` some.
//! Edits change one value and put it back, so that every round does the same work.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use sayl_core::analysis::{Analysis, AnalysisHost};
use sayl_core::check::{CheckMemo, check};
use sayl_core::data_values::{Above, Layer, Overlaid, OverlayMemo, OverlayStyle, overlay};
use sayl_core::document::TextDocument;
use sayl_core::ide;
use sayl_core::schema::from_annotations::{SchemaEvaluation, SchemaInput, compile};
use sayl_core::template::evaluate::Evaluator;
use sayl_core::template::function::NoFunctions;
use sayl_core::template::job::{Job, JobSource, Limits, Options};
use sayl_core::template::watch::Watch;
use sayl_core::test_support::MemoryVfs;
use sayl_core::text::{FileId, TextRange, TextSize};
use sayl_core::yaml::lower::lower;
use sayl_tests::generate::{Sample, Site, TemplatedSample, sample, templated};
use tree_sitter::Parser;

const SIZES: [usize; 3] = [1_000, 10_000, 100_000];
const SCHEMA: &str = "/bundle/schema.yml";
const VALUES: &str = "/bundle/values.yml";

criterion_group! {
    name = stages;
    config = Criterion::default().sample_size(10).measurement_time(Duration::from_secs(2));
    targets = lowering, documents, schemas, layers, evaluations, whole_pipeline, keystrokes, questions
}
criterion_main!(stages);

/// tree-sitter's tree of a segment of a hundred lines to nodes.
fn lowering(criterion: &mut Criterion) {
    let text = sample(100, 1).values_yaml;
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_yaml::LANGUAGE.into()).expect("the grammar fits the library");
    let tree = parser.parse(&text, None).expect("nobody cancels it");
    criterion.bench_function("lower a segment", |bencher| bencher.iter(|| lower(black_box(&text), &tree)));
}

fn documents(criterion: &mut Criterion) {
    for lines in SIZES {
        let sample = sample(lines, 1);
        let document = TextDocument::new(FileId(0), &sample.values_yaml);
        let end = offset(&sample.values_yaml, middle(&sample));
        criterion.bench_with_input(BenchmarkId::new("read a document", lines), &sample, |bencher, sample| {
            bencher.iter(|| TextDocument::new(FileId(0), &sample.values_yaml));
        });
        criterion.bench_with_input(BenchmarkId::new("edit a document", lines), &document, |bencher, document| {
            bencher.iter(|| document.edit(TextRange::empty(end), "x"));
        });
    }
}

fn schemas(criterion: &mut Criterion) {
    for lines in SIZES {
        let document = TextDocument::new(FileId(0), &sample(lines, 1).schema_yaml);
        criterion.bench_with_input(BenchmarkId::new("compile a schema", lines), &document, |bencher, document| {
            bencher.iter(|| {
                compile(
                    &[SchemaInput {
                        file: FileId(0),
                        stream: document.stream(),
                        documents: &[0],
                        incomplete: &[],
                        evaluation: SchemaEvaluation::Unavailable,
                        is_extended: false,
                    }],
                    &NoFunctions,
                )
            });
        });
    }
}

/// Values laid over the defaults, then judged by the rules: afresh, and again after one value was edited.
fn layers(criterion: &mut Criterion) {
    for lines in SIZES {
        let sample = sample(lines, 1);
        let schema_document = TextDocument::new(FileId(0), &sample.schema_yaml);
        let input = SchemaInput {
            file: FileId(0),
            stream: schema_document.stream(),
            documents: &[0],
            incomplete: &[],
            evaluation: SchemaEvaluation::Unavailable,
            is_extended: false,
        };
        let schema = compile(&[input], &NoFunctions).schema.expect("the generated schema is legal").root.clone();
        let values = TextDocument::new(FileId(1), &sample.values_yaml);
        let end = offset(&sample.values_yaml, middle(&sample));
        let edited = values.edit(TextRange::empty(end), "x");
        let lay = |text: &TextDocument, memo: &mut OverlayMemo| {
            let layer = Layer {
                file: FileId(1),
                document: Above::Written(&text.stream().documents[0]),
                style: OverlayStyle::Template,
            };
            overlay(&schema.default, &[], &layer, Some(&schema), memo, &NoFunctions)
        };
        criterion.bench_function(&format!("lay values over the defaults/{lines}"), |bencher| {
            bencher.iter(|| lay(&values, &mut OverlayMemo::default()));
        });
        let mut memo = OverlayMemo::default();
        lay(&values, &mut memo);
        criterion.bench_function(&format!("lay them again after an edit and back/{lines}"), |bencher| {
            bencher.iter(|| [&edited, &values].map(|text| lay(text, &mut memo)));
        });
        let judge = |laid: &Overlaid, memo: &mut CheckMemo| {
            check(&laid.value, Some(&schema), &laid.own_rules, None, &NoFunctions, memo)
        };
        let [before, after] = [&values, &edited].map(|text| lay(text, &mut memo));
        criterion.bench_function(&format!("judge by the rules/{lines}"), |bencher| {
            bencher.iter(|| judge(&before, &mut CheckMemo::default()));
        });
        let mut kept = CheckMemo::default();
        let _ = judge(&before, &mut kept);
        criterion.bench_function(&format!("judge again after an edit and back/{lines}"), |bencher| {
            bencher.iter(|| [&after, &before].map(|laid| judge(laid, &mut kept)));
        });
    }
}

/// Template code of a schema to its documents, in a process that has evaluated before: the text is another one each time.
fn evaluations(criterion: &mut Criterion) {
    for lines in [300, 1_000] {
        let sample = templated(lines, 1);
        let (mut evaluator, mut round) = (Evaluator::default(), 0);
        criterion.bench_function(&format!("evaluate a templated schema/{lines}"), |bencher| {
            bencher.iter(|| {
                round += 1;
                let evaluated = evaluator.evaluate(&job(&sample, round), &Watch::new());
                assert!(evaluated.is_complete && evaluated.problems.is_empty(), "a fast wrong answer is no answer");
                evaluated
            });
        });
    }
}

fn job(sample: &TemplatedSample, round: usize) -> Arc<Job> {
    let schema = format!("{}#! {round}\n", sample.schema_yaml);
    let files = [("schema.yml", schema), ("names.star", sample.names_star.clone())];
    let source = |(index, (path, text)): (u32, (&str, String))| JobSource::new(FileId(index), path, text);
    Arc::new(Job {
        file: FileId(0),
        sources: (0..).zip(files).map(source).collect(),
        root: None,
        data_values: None,
        stand_ins: [].into(),
        options: Options::default(),
        limits: Limits::default(),
    })
}

/// Both texts to the problems of the values file, nothing known before: reading, schema, values, rules.
fn whole_pipeline(criterion: &mut Criterion) {
    for lines in SIZES {
        let sample = sample(lines, 1);
        // A fast wrong answer is no answer.
        assert_eq!(count_problems(&host(&sample).analysis()), sample.violations.len());
        criterion.bench_with_input(BenchmarkId::new("check from scratch", lines), &sample, |bencher, sample| {
            bencher.iter(|| count_problems(&host(sample).analysis()));
        });
    }
}

fn keystrokes(criterion: &mut Criterion) {
    for lines in SIZES {
        let sample = sample(lines, 1);
        let sites =
            [("top", sample.sites[0]), ("middle", middle(&sample)), ("bottom", sample.sites[sample.sites.len() - 1])];
        for (name, site) in sites {
            let at = offset(&sample.values_yaml, site);
            keystroke(criterion, &format!("keystroke at the {name}"), lines, &sample, at, "x");
        }
        let below_header = TextSize::of("#@data/values\n---\n");
        keystroke(criterion, "line inserted at the top", lines, &sample, below_header, "\n");
        let end = TextSize::of(&*sample.values_yaml);
        keystroke(criterion, "line inserted at the bottom", lines, &sample, end, "\n");
    }
}

/// A text typed and taken back, each time up to the problems: two keystrokes a round.
fn keystroke(criterion: &mut Criterion, name: &str, lines: usize, sample: &Sample, at: TextSize, text: &str) {
    let mut host = host(sample);
    let file = host.open(Path::new(VALUES), &sample.values_yaml, 0, false);
    count_problems(&host.analysis());
    let mut version = 0;
    criterion.bench_function(&format!("{name}/{lines}"), |bencher| {
        bencher.iter(|| {
            for (range, text) in [(TextRange::empty(at), text), (TextRange::at(at, TextSize::of(text)), "")] {
                version += 1;
                host.edit(file, &[(range, text.to_owned())], version);
                black_box(count_problems(&host.analysis()));
            }
        });
    });
}

fn questions(criterion: &mut Criterion) {
    for lines in SIZES {
        let sample = sample(lines, 1);
        let analysis = host(&sample).analysis();
        count_problems(&analysis);
        let file = analysis.file(Path::new(VALUES)).expect("the file is loaded");
        let at = offset(&sample.values_yaml, middle(&sample));
        criterion.bench_function(&format!("hover/{lines}"), |bencher| {
            bencher.iter(|| ide::hover::hover(&analysis, file, at).expect("there is a schema"));
        });
        criterion.bench_function(&format!("completion/{lines}"), |bencher| {
            bencher.iter(|| ide::completion::completion(&analysis, file, at));
        });
    }
}

/// A host that holds the sample as a bundle.
fn host(sample: &Sample) -> AnalysisHost {
    let bytes = |text: &str| Arc::<[u8]>::from(text.as_bytes());
    let files = [(SCHEMA, bytes(&sample.schema_yaml)), (VALUES, bytes(&sample.values_yaml))];
    let vfs = MemoryVfs { files: files.iter().map(|(path, bytes)| ((*path).into(), bytes.clone())).collect() };
    let mut host = AnalysisHost::new(Arc::new(vfs));
    host.set_folders(vec!["/bundle".into()]);
    host.load(files.into_iter().map(|(path, bytes)| (path.into(), Ok(bytes))).collect());
    host
}

/// How many problems the values file has.
fn count_problems(analysis: &Analysis) -> usize {
    let file = analysis.file(Path::new(VALUES)).expect("the file is loaded");
    analysis.problems(file).len()
}

fn middle(sample: &Sample) -> Site {
    sample.sites[sample.sites.len() / 2]
}

/// The offset behind the value of a site.
fn offset(text: &str, site: Site) -> TextSize {
    let line_start: usize = text.split_inclusive('\n').take(site.line).map(str::len).sum();
    TextSize::try_from(line_start + site.end).expect("generated files are small")
}
