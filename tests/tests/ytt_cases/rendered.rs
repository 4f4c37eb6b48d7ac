//! A case rendered in process: the same documents as ytt prints.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use sayl_core::data_values::ValueFlag;
use sayl_core::problem::{Problem, Severity};
use sayl_core::render::request::{Reply, Request, Runner};
use sayl_core::render::{PrintedOutput, RenderJob, Rendered};
use sayl_core::template::job::{JobSource, Limits, Options};
use sayl_core::text::{FileId, Place};
use sayl_core::values::print::PrintFormat;

use crate::case::{Case, Line, Outcome};

/// What the renderer makes of a case; nothing where ytt does not render.
pub(crate) fn run(case: &Case) -> Option<Outcome> {
    let is_usage = !case.arguments.iter().any(|argument| argument == "-f") || case.has("-o");
    if case.is_inspection() || is_usage {
        return None;
    }
    let job = match job(case) {
        Ok(job) => job,
        Err(shown) => {
            let (lines, flags) = (BTreeSet::new(), vec![shown.clone()]);
            return Some(Outcome { is_accepted: false, lines, flags, output: None, shown });
        }
    };
    let Reply::Rendered(rendered) = Runner::new().answer(&Request::Render(Arc::new(job.clone()))) else { return None };
    Some(outcome(case, &job, &rendered))
}

fn outcome(case: &Case, job: &RenderJob, rendered: &Rendered) -> Outcome {
    let errors = || rendered.problems.iter().filter(|problem| problem.severity == Severity::Error);
    let is_accepted = errors().next().is_none() && rendered.is_complete;
    let places: Vec<Place> = errors().flat_map(places).collect();
    let lines = places.iter().filter_map(|place| line(job, *place)).collect();
    let flags = places.iter().filter_map(|place| job.flags.get(place.flag()?)).map(|flag| flag.flag.clone()).collect();
    let printed = rendered.printed.as_ref();
    let output =
        printed.map(|printed| if case.has("--output-files") { created(printed) } else { printed.documents.clone() });
    Outcome { is_accepted, lines, flags, output: Some(output.unwrap_or_default()), shown: shown(job, rendered) }
}

/// What ytt says when it writes files.
fn created(printed: &PrintedOutput) -> String {
    printed.files.iter().flat_map(|(path, _)| ["creating: ../out/", path, "\n"]).collect()
}

fn shown(job: &RenderJob, rendered: &Rendered) -> String {
    let mut shown = String::new();
    for problem in &rendered.problems {
        let lines: Vec<_> = places(problem).filter_map(|place| line(job, place)).collect();
        let _ = writeln!(shown, "{:?}[{}] {lines:?} {}", problem.severity, problem.code.name(), problem.text());
    }
    if !rendered.is_complete {
        shown.push_str("it did not come to its end\n");
    }
    shown
}

fn places(problem: &Problem) -> impl Iterator<Item = Place> {
    std::iter::once(problem.place).chain(problem.related.iter().map(|related| related.place))
}

fn line(job: &RenderJob, place: Place) -> Option<Line> {
    let mut sources = job.sources.iter().chain(&*job.data_values_files);
    let source = sources.find(|source| source.file == place.file)?;
    let before = source.text.get(..usize::from(place.range.start()))?;
    Some((source.path.to_string(), before.matches('\n').count() as u64 + 1))
}

/// What the flags of a case give; an error is a flag that cannot be read.
fn job(case: &Case) -> Result<RenderJob, String> {
    let sources: Vec<JobSource> = sources(case);
    let first = sources.len();
    let plain = case.values_of("--data-values-file").flat_map(|given| {
        let (library, name) = given.split_once(':').filter(|_| given.starts_with('@')).unwrap_or(("", given));
        let files = case.named_files.iter().filter(move |(named, _)| named == name);
        files.flat_map(|(_, files)| files).map(move |file| (library, file))
    });
    let (mut own, mut for_libraries) = (Vec::new(), Vec::new());
    for (index, (library, (path, text))) in plain.enumerate() {
        let source = source(first + index, path, text);
        if library.is_empty() { own.push(source) } else { for_libraries.push((library.to_owned(), source)) }
    }
    Ok(RenderJob {
        sources: sources.into(),
        data_values_files: own.into(),
        library_values_files: for_libraries.into(),
        flags: flags(case)?.into(),
        options: options(case),
        goes_on: false,
        resources: [].into(),
        is_profiled: false,
        print: Some(if case.has("--output-files") { PrintFormat::Files } else { PrintFormat::Yaml }),
        limits: Limits::default(),
    })
}

/// How templates are read.
fn options(case: &Case) -> Options {
    Options {
        strict: case.has("--strict"),
        ignore_unknown_comments: case.has("--ignore-unknown-comments"),
        implicit_map_key_overrides: case.has("--implicit-map-key-overrides"),
        skip_validation: case.has("--dangerous-data-values-disable-validation"),
        ..Options::default()
    }
}

fn source(index: usize, path: &str, text: &str) -> JobSource {
    JobSource::new(FileId(index as u32), path, text)
}

/// The files in ytt's order: as they are given one by one, or as a walk through the folder meets them.
fn sources(case: &Case) -> Vec<JobSource> {
    let mut files: Vec<&(String, String)> = case.files.iter().collect();
    let given: Vec<&str> = case.values_of("-f").filter_map(|file| file.split_once('=')).map(|(path, _)| path).collect();
    if given.is_empty() {
        files.sort_by(|a, b| a.0.split('/').cmp(b.0.split('/')));
    } else {
        files.sort_by_key(|(path, _)| given.iter().position(|given| given == path));
    }
    files.into_iter().enumerate().map(|(index, (path, text))| source(index, path, text)).collect()
}

/// The flags that set values, in the order in which they apply.
fn flags(case: &Case) -> Result<Vec<ValueFlag>, String> {
    let mut flags = Vec::new();
    for (name, is_yaml) in [("--data-values-env", false), ("--data-values-env-yaml", true)] {
        for prefix in case.values_of(name) {
            flags.extend(from_environment(case, name, prefix, is_yaml));
        }
    }
    for (name, is_yaml) in [("--data-value", false), ("--data-value-yaml", true), ("--data-value-file", false)] {
        for pair in case.values_of(name) {
            let (address, text) = pair.split_once('=').ok_or_else(|| format!("{name} {pair}"))?;
            let text = if name == "--data-value-file" { case.named_file(text).unwrap_or_default() } else { text };
            flags.push(flag(name, address, text, is_yaml)?);
        }
    }
    Ok(flags)
}

fn flag(name: &str, address: &str, text: &str, is_yaml: bool) -> Result<ValueFlag, String> {
    let (library, key) = match address.rsplit_once(':') {
        Some((library, key)) if library.starts_with('@') => (Some(library.to_owned()), key),
        Some(_) => return Err(format!("{name} {address}")),
        None => (None, address),
    };
    let keys = key.split('.').map(str::to_owned).collect();
    Ok(ValueFlag { flag: name.to_owned(), library, keys, text: text.to_owned(), is_yaml })
}

fn from_environment(case: &Case, name: &str, prefix: &str, is_yaml: bool) -> Vec<ValueFlag> {
    let (library, prefix) = match prefix.split_once(':') {
        Some((library, prefix)) => (Some(library.to_owned()), prefix),
        None => (None, prefix),
    };
    let start = format!("{prefix}_");
    let variables = case.environment.iter().filter_map(|(variable, text)| Some((variable.strip_prefix(&start)?, text)));
    variables
        .map(|(key, text)| ValueFlag {
            flag: name.to_owned(),
            library: library.clone(),
            keys: key.split("__").map(str::to_owned).collect(),
            text: text.clone(),
            is_yaml,
        })
        .collect()
}
