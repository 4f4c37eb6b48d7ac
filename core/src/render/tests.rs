//! Bundles as pictures: the files, and below them what is rendered and what is wrong.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::{FileOutput, RenderJob, Rendered, render};
use crate::data_values::ValueFlag;
use crate::problem::Problem;
use crate::template::job::{JobSource, Limits, Options};
use crate::template::watch::Watch;
use crate::test_support::Fixture;
use crate::text::{FileId, Place};

mod known;
mod libraries;
mod output;

fn check(fixture: &str, expected: Expect) {
    expected.assert_eq(&picture(&job(fixture)));
}

/// A bundle of the files of a fixture; those below `/plain` are plain values files.
fn job(fixture: &str) -> RenderJob {
    let fixture = Fixture::parse(fixture);
    let sources = fixture.files.iter().enumerate().map(|(index, file)| {
        JobSource::new(
            FileId(index as u32),
            file.path.to_str().unwrap_or_default().trim_start_matches('/'),
            file.text.as_str(),
        )
    });
    let (plain, sources): (Vec<JobSource>, Vec<JobSource>) =
        sources.partition(|source| source.path.starts_with("plain/"));
    let (sources, data_values_files) = (sources.into(), plain.into());
    let (options, limits) = (Options::default(), Limits::default());
    RenderJob { sources, data_values_files, options, limits, ..RenderJob::default() }
}

fn flag(library: Option<&str>, key: &str, text: &str) -> ValueFlag {
    let library = library.map(str::to_owned);
    let keys = key.split('.').map(str::to_owned).collect();
    ValueFlag { flag: "--data-value".to_owned(), library, keys, text: text.to_owned(), is_yaml: false }
}

fn picture(job: &RenderJob) -> String {
    let rendered = render(job, &Watch::new());
    let mut picture = rendered.yaml();
    for text in texts(&rendered) {
        let _ = writeln!(picture, "text {text}");
    }
    for problem in &rendered.problems {
        let (place, related) = (line(job, problem.place), related(job, problem));
        let text = problem.text().replace('\n', " / ");
        let _ = writeln!(picture, "{place}: {}: {text}{related}", problem.code.name());
    }
    picture
}

fn texts(rendered: &Rendered) -> impl Iterator<Item = &str> {
    rendered.files.iter().filter_map(|file| match &file.output {
        FileOutput::Text(_) => Some(file.path.as_str()),
        FileOutput::Documents(_) => None,
    })
}

fn related(job: &RenderJob, problem: &Problem) -> String {
    let places: Vec<String> = problem.related.iter().map(|related| line(job, related.place)).collect();
    if places.is_empty() { String::new() } else { format!(" (see {})", places.join(", ")) }
}

/// The path and the line, from 1.
fn line(job: &RenderJob, place: Place) -> String {
    let mut sources = job.sources.iter().chain(&*job.data_values_files);
    let source = sources.find(|source| source.file == place.file);
    let Some(source) = source else { return "nowhere".to_owned() };
    let before = source.text.get(..usize::from(place.range.start())).unwrap_or_default();
    format!("{}:{}", source.path, before.matches('\n').count() + 1)
}

#[test]
fn files_without_code_are_put_out_in_their_order() {
    check(
        "
        #- /a.yml
        # kept as it is, comments aside
        name: a
        #- /b.yml
        - 1
        ---
        ---
        last: true
        #- /notes.txt
        no YAML
        #- /logo.svg
        <svg/>
        ",
        expect![[r"
            name: a
            ---
            - 1
            ---
            last: true
            text notes.txt
        "]],
    );
}

#[test]
fn values_that_are_laid_over_by_null_are_null() {
    check(
        "
        #- /values.yml
        #@data/values
        ---
        a: 1
        #@data/values
        ---
        #- /template.yml
        #@ load(\"@ytt:data\", \"data\")
        values: #@ data.values
        ",
        expect![[r#"
            values: null
        "#]],
    );
}

#[test]
fn values_are_laid_over_the_schema_in_order() {
    check(
        "
        #- /schema.yml
        #@data/values-schema
        ---
        port: 80
        host: localhost
        path: /
        #- /values.yml
        #@data/values
        ---
        port: 8080
        host: example.com
        #- /plain/values.yml
        # a plain comment
        host: example.org
        #- /template.yml
        #@ load(\"@ytt:data\", \"data\")
        values: #@ data.values
        ",
        expect![[r#"
            values:
              port: 8080
              host: example.org
              path: /
        "#]],
    );
}

#[test]
fn a_flag_comes_last() {
    let mut job = job("
        #- /values.yml
        #@data/values
        ---
        name: file
        #- /plain/values.yml
        name: plain
        #- /template.yml
        #@ load(\"@ytt:data\", \"data\")
        name: #@ data.values.name
        ");
    job.flags = [flag(None, "name", "flag")].into();
    expect![[r#"
        name: flag
    "#]]
    .assert_eq(&picture(&job));
}

#[test]
fn a_broken_rule_ends_it_before_any_template() {
    check(
        "
        #- /schema.yml
        #@data/values-schema
        ---
        #@schema/validation min_len=1
        name: \"\"
        #- /template.yml
        a: #@ fail(\"not reached\")
        ",
        expect![[r#"
            schema.yml:4: rule-violation: `name` must not be empty / found: 0 (see schema.yml:3)
        "#]],
    );
}

#[test]
fn a_rule_is_not_run_where_that_is_asked_for() {
    let mut job = job("
        #- /values.yml
        #@data/values
        ---
        #@assert/validate (\"nothing is valid\", lambda value: False)
        name: a
        #- /template.yml
        #@ load(\"@ytt:data\", \"data\")
        name: #@ data.values.name
        ");
    expect![[r#"
        values.yml:4: rule-violation: `name` must be nothing is valid / found: "a" (see values.yml:3)
    "#]]
    .assert_eq(&picture(&job));
    job.options.skip_validation = true;
    expect![[r#"
        name: a
    "#]]
    .assert_eq(&picture(&job));
}

#[test]
fn a_schema_sees_no_values() {
    check(
        "
        #- /schema.yml
        #@ load(\"@ytt:data\", \"data\")
        #@data/values-schema
        ---
        name: #@ data.values.name
        #- /values.yml
        #@data/values
        ---
        name: a
        ",
        expect![[r#"
            schema.yml:4: template-failure: `data.values` has no `name`
        "#]],
    );
}

#[test]
fn every_template_that_fails_is_reported() {
    check(
        "
        #- /a.yml
        a: #@ nowhere
        #- /b.yml
        b: #@ 1 + \"\"
        ",
        expect![[r#"
            a.yml:1: template-name: `nowhere` is not defined
            b.yml:1: template-failure: `+` cannot be applied to int and string
        "#]],
    );
}

#[test]
fn ambiguous_scalars_are_errors_where_parsing_is_strict() {
    let mut job = job("
        #- /a.yml
        enabled: yes
        ");
    job.options.strict = true;
    expect![[r#"
        a.yml:1: ambiguous-scalar: Strict reading takes this text only between quotes / found: `yes`, which would be boolean true
    "#]].assert_eq(&picture(&job));
}

#[test]
fn a_values_file_with_annotations_is_no_plain_one() {
    check(
        "
        #- /plain/values.yml
        #@data/values
        ---
        a: 1
        ",
        expect![[r#"
            plain/values.yml:1: annotation-in-plain-values: A plain data values file cannot contain annotations or template code / hint: remove the comments that start with `#@`, or pass the file as a template
        "#]],
    );
}

#[test]
fn flags_are_parsed_strictly_too() {
    let mut job = job("
        #- /values.yml
        #@data/values
        ---
        name: a
        ");
    job.options.strict = true;
    job.flags = [ValueFlag { is_yaml: true, ..flag(None, "name", "on") }].into();
    expect![[r#"
        nowhere: ambiguous-scalar: Strict reading takes this text only between quotes / found: `on`, which would be boolean true
    "#]].assert_eq(&picture(&job));
}

#[test]
fn where_nobody_gives_values_there_are_none() {
    check(
        "
        #- /template.yml
        #@ load(\"@ytt:data\", \"data\")
        values: #@ data.values
        ",
        expect![[r#"
            values: {}
        "#]],
    );
}

#[test]
fn what_is_wrong_with_a_merged_map_is_told_with_the_line_that_declares_it() {
    check(
        "
        #- /schema.yml
        #@data/values-schema
        ---
        #@schema/validation max_len=1
        ports:
        - 0
        #- /values.yml
        #@data/values
        ---
        ports:
        - 80
        - 443
        ",
        expect![[r#"
            values.yml:3: rule-violation: `ports` must have at most 1 item / found: 2: [80, 443] (see schema.yml:3, schema.yml:4)
        "#]],
    );
}
