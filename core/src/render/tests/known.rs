//! Bundles of which files were read, and some evaluated, before they are rendered.

use std::sync::Arc;

use super::job;
use crate::document::TextDocument;
use crate::render::request::{LaidOutSources, Reply, Request, Runner};
use crate::render::sources::LibraryFile;
use crate::render::{RenderJob, sound};
use crate::template::compile::{LaidOut, SoundText};
use crate::template::job::{Job, JobSource, Options};
use crate::text::FileId;
use crate::values::fragment::Fragment;
use crate::values::print::PrintFormat;

const BUNDLE: &str = "
    #- /schema.yml
    #@ load(\"lib.star\", \"port\")
    #@ def valid(port): return port < 9000
    #@data/values-schema
    ---
    #@schema/validation (\"small\", lambda port: valid(port))
    port: #@ port()
    #- /values.yml
    #@ load(\"lib.star\", \"port\")
    #@data/values
    ---
    port: #@ port() + 1
    #- /lib.star
    def port(): return 8080
    #- /template.yml
    #@ load(\"@ytt:data\", \"data\")
    port: #@ data.values.port
    ";

fn bundle(fixture: &str) -> RenderJob {
    RenderJob { print: Some(PrintFormat::Yaml), ..job(fixture) }
}

/// Every program of a bundle, laid out by whoever read its texts. `seen` says what else they noted.
fn laid_out(job: &RenderJob, seen: impl Fn(&JobSource) -> Option<SoundText>) -> LaidOutSources {
    let lay_out = |source: &JobSource| {
        let document = TextDocument::new(source.file, &source.text);
        Some(Arc::new(LaidOut::of_yaml(source.file, &source.text, document.stream())?.with_sound(seen(source))))
    };
    (0..).zip(&*job.sources).filter_map(|(index, source)| Some((index, lay_out(source)?))).collect()
}

fn rendered(runner: &mut Runner, job: &RenderJob) -> String {
    let Reply::Rendered(rendered) = runner.answer(&Request::Render(Arc::new(job.clone()))) else {
        return String::new();
    };
    let problems: Vec<_> = rendered.problems.iter().map(|problem| (problem.place, problem.text())).collect();
    format!("{}{problems:?}", rendered.printed.map(|printed| printed.documents).unwrap_or_default())
}

/// Evaluates a file for itself.
fn evaluate(runner: &mut Runner, bundle: &RenderJob, source: &JobSource) {
    let job = Job {
        file: source.file,
        sources: bundle.sources.clone(),
        root: None,
        data_values: None,
        stand_ins: Arc::default(),
        options: bundle.options,
        limits: bundle.limits,
    };
    runner.answer(&Request::Documents(Arc::new(job)));
}

#[test]
fn it_is_rendered_alike_whatever_was_evaluated_before() {
    let mut runner = Runner::new();
    for (from, to) in [
        ("8080", "8080"),
        ("8080", "80"),
        ("8080", "9001"),
        ("port() + 1", "port() + 2"),
        ("small", "large"),
        ("valid(port)", "port.x"),
        ("port: #@ port()\n", "port: #@ port(\n"),
        ("port: #@ data", "port: #@ date"),
        ("8080", "8081"),
    ] {
        let bundle = bundle(&BUNDLE.replace(from, to));
        for source in bundle.sources.iter().filter(|source| source.text.contains("#@data/")) {
            evaluate(&mut runner, &bundle, source);
        }
        let expected = rendered(&mut Runner::new(), &bundle);
        assert_eq!(rendered(&mut runner, &bundle), expected, "{from} -> {to}");
        assert_eq!(rendered(&mut runner, &bundle), expected, "{from} -> {to}, again");
    }
}

#[test]
fn functions_of_files_evaluated_long_ago_are_called_too() {
    let mut runner = Runner::new();
    let first = bundle(BUNDLE);
    evaluate(&mut runner, &first, &first.sources[0]);
    for number in 0..100 {
        let other = bundle(&BUNDLE.replace("8080", &format!("80{number}")));
        evaluate(&mut runner, &other, &other.sources[1]);
    }
    assert_eq!(rendered(&mut runner, &first), rendered(&mut Runner::new(), &first));
}

#[test]
fn what_was_seen_of_a_text_is_not_looked_for_again() {
    let seen = |bundle: &RenderJob| {
        let options = bundle.options;
        let sound = SoundText { options, has_schema: false, has_values: false, is_template: true };
        let all = laid_out(bundle, |source| Some(sound).filter(|_| &*source.path == "schema.yml"));
        let runner = Runner::new();
        runner.take_in(&Request::Render(Arc::new(bundle.clone())), all);
        runner
    };
    let claimed = bundle("\n#- /schema.yml\n#@data/values-schema\n---\na: 1\n");
    assert_eq!(rendered(&mut Runner::new(), &claimed), "[]");
    assert_eq!(rendered(&mut seen(&claimed), &claimed), "a: 1\n[]");
    let changed = bundle("\n#- /schema.yml\n#@data/values-schema\n---\na: 2\n");
    assert_eq!(rendered(&mut seen(&claimed), &changed), "[]");
}

#[test]
fn what_was_read_of_a_text_without_code_is_not_read_again() {
    let bundle = bundle("\n#- /plain.yml\na: 1\n");
    let source = &bundle.sources[0];
    // Whoever reads the text finds `1`.
    let other = TextDocument::new(source.file, "a: 2\n");
    let laid_out = LaidOut::of_yaml(source.file, "a: 2\n", other.stream()).unwrap();
    let laid_out = laid_out.with_sound(sound(other.stream(), &[], bundle.options));
    let mut runner = Runner::new();
    runner.take_in(&Request::Render(Arc::new(bundle.clone())), vec![(0, Arc::new(laid_out))]);
    assert_eq!(rendered(&mut runner, &bundle), "a: 2\n[]");
    runner.take_in(&Request::Render(Arc::new(bundle.clone())), Vec::new());
    assert_eq!(rendered(&mut runner, &bundle), "a: 2\n[]", "a later request finds it, too");
}

/// Texts without code, of which some say the same node twice or in a form of its own.
const PLAIN: &[&str] = &[
    "",
    "# nothing\n",
    "a: 1\n",
    "---\n...\n",
    "---\n# nothing\n---\n- 1\n",
    "--- 1\n--- # x\na: b\n... # y\n",
    "%YAML 1.1\n---\na: 0644\n",
    "{}\n--- []\n--- \"\"\n",
    "a: {b: [1, 2, {c: d}], e: }\n",
    "a:\n- 1\n-\n- - x\n  - y\nb:\n",
    "a: &x [1, 2]\nb: *x\n",
    "a: &x {c: 1}\nb: {<<: *x, d: 2}\n",
    "a: 1\na: 2\n",
    "a: |\n  x\n\n  y\n\nb: >-\n  x\n  y\n",
    "a: !!str 1\nb: !x 2\nc: ! 3\n",
    "'a': \"\\u00e9\"\n\"b\": 'it''s'\n? c\n: d\n",
    "? [a, b]\n: 1\n",
    "a: 1 # x\n# y\nb: 2\n",
    "1: a\ntrue: b\nnull: c\n1.5: d\n",
    "a: 2001-01-01\nb: 0x1F\nc: .inf\nd: 1e3\ne: ~\nf: yes\n",
    "a: 1\r\nb:\r\n- 2\r\n",
    "é: ü\n",
];

#[test]
fn documents_without_code_are_those_that_a_reading_gives() {
    let mut taken = 0;
    for text in PLAIN {
        let source = JobSource::new(FileId(0), "plain.yml", *text);
        let document = TextDocument::new(source.file, &source.text);
        let options = Options::default();
        let laid_out = LaidOut::of_yaml(source.file, &source.text, document.stream()).unwrap();
        let laid_out = laid_out.with_sound(sound(document.stream(), &[], options));
        if let Some(documents) = laid_out.plain_documents() {
            taken += 1;
            let read = LibraryFile::of_text(&source, None).documents();
            // Whether a run can be taken as a whole is of use to edits alone, and what an alias repeats has two places.
            let is_compared =
                |line: &&str| !(line.contains("is_spread: ") || text.contains('*') && line.contains("range: "));
            let shown = |documents: &[Fragment]| {
                format!("{documents:#?}").lines().filter(is_compared).map(str::to_owned).collect::<Vec<_>>()
            };
            let (known, read) = (shown(&documents), shown(&read));
            let differing = known.iter().zip(&read).find(|(known, read)| known != read);
            assert!(known == read, "{text:?}: {differing:?}");
        }
    }
    assert!(taken >= PLAIN.len() - 4, "only {taken} of {} were taken as they are", PLAIN.len());
}
