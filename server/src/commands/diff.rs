//! `sayl diff`: two states of schemas, and what the change means for values, as a report like that of a check.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sayl_core::analysis::Inspected;
use sayl_core::diff::{Change, Class, Evidence, Side, changes, path_text};
use sayl_core::problem::{Code, Problem, Severity};
use sayl_core::render::request::{Reply, Request};
use sayl_core::schema::{Edition, Schema, from_json_schema, import};
use sayl_core::template::function::{Call, Called, Functions};
use sayl_core::text::{FileId, Place};
use sayl_core::values::Value;
use sayl_core::values::flow::flow;
use sayl_core::values::from_yaml::from_plain_yaml;
use semver::Version;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use super::check::{details, print, status};
use super::inspect::schemas::Schemas;
use super::inspect::{hinders, hindrances, print_problems};
use crate::arguments::{Arguments, BundleArguments, DiffArguments};
use crate::disk::read_given_text;
use crate::given::describe;
use crate::output::Output;
use crate::report::counts::Counts;
use crate::report::{Findings, Report};
use crate::revision::{self, Revision};
use crate::session::{Purpose, Session};
use crate::worker::pool::WorkerPool;
use crate::{Status, UsageError};

mod changelog;
mod values;

use changelog::changelog;

/// One of the two states.
struct State {
    session: Session,
    schemas: Vec<(String, Arc<Schema>)>,
    code: String,
    /// Where the schemas are on the disk.
    path: PathBuf,
    /// Whether it is a JSON Schema, which no other command knows.
    is_json_schema: bool,
    /// What was read of git, or copied, lasts as long as it is asked about.
    _revision: Option<Revision>,
    _copy: Option<TempDir>,
}

/// Compares, and prints the report.
pub(crate) fn run(arguments: &DiffArguments, is_quiet: bool) -> Result<Status, UsageError> {
    let output = Output::open(arguments.report.output_file.as_deref())?;
    let (old, new) = (State::load(&arguments.old, arguments)?, State::load(&arguments.new, arguments)?);
    let (old, new) = match (old, new) {
        (Ok(old), Ok(new)) => (old, new),
        (Err(status), _) | (_, Err(status)) => return Ok(status),
    };
    let mut comparison = Comparison { arguments, old: &old, new: &new, worst: Class::Compatible, reported: Vec::new() };
    comparison.compare();
    let refused = match arguments.values.as_slice() {
        [] => None,
        paths => Some(values::refused(&old, &new, paths)?),
    };
    let is_harmless = refused.as_ref().map(Vec::is_empty);
    if arguments.changelog {
        let section = changelog(&comparison.heading(is_harmless)?, &comparison.reported);
        let mut output = output;
        let printed = output.write_all(section.as_bytes());
        output.finish(printed)?;
        return Ok(Status::Fine);
    }
    let sentences = [refused.and_then(|refused| values::sentence(&refused)), comparison.conclusion(is_harmless)?];
    let sentences: Vec<String> = sentences.into_iter().flatten().collect();
    let conclusion = (!sentences.is_empty()).then(|| sentences.join("\n"));
    let report = comparison.report(is_harmless, conclusion);
    print(&report, &arguments.report, is_quiet, output)?;
    Ok(status(&report, arguments.report.deny))
}

impl State {
    /// Reads the schemas; a status where they cannot be compared, which was said.
    fn load(path: &Path, arguments: &DiffArguments) -> Result<Result<Self, Status>, UsageError> {
        let (revision, path) = match revision::parts(path) {
            Some((name, inside)) => {
                let revision = Revision::read(name)?;
                let path = revision.path(inside)?;
                (Some(revision), path)
            }
            None => (None, path.to_path_buf()),
        };
        let copy = path.extension().is_some_and(|it| it == "json").then(|| as_yaml(&path)).transpose()?;
        let named = vec![copy.as_ref().map_or(path.clone(), |(_, path)| path.clone())];
        let looked_at = if arguments.is_bundle {
            Arguments { bundle: BundleArguments { files: named, ..BundleArguments::default() }, ..Arguments::default() }
        } else {
            Arguments { paths: named, ..Arguments::default() }
        };
        let (mut session, report) = Session::start(&looked_at, Purpose::Questions)?;
        for (absolute, shown) in revision.iter().flat_map(|revision| &revision.files) {
            session.paths.add_alias(absolute, shown);
        }
        if let Some((_, copied)) = &copy {
            let shown = revision.iter().flat_map(|revision| &revision.files).find(|(absolute, _)| *absolute == path);
            session.paths.add_alias(copied, shown.map_or(&path, |(_, shown)| shown));
        }
        let found = hindrances(&report, |finding| !hinders(&session, finding, Inspected::Schema));
        if !found.is_empty() {
            print_problems(&found)?;
            return Ok(Err(if report.is_unreadable() { Status::Unusable } else { Status::Problems }));
        }
        let inside = |file: FileId| {
            let file = session.analysis.path(file);
            file.strip_prefix(session.paths.absolute(&path)).unwrap_or(file).display().to_string()
        };
        let mut schemas = Schemas::all(&session).named(inside);
        let is_json_schema = schemas.is_empty();
        if is_json_schema {
            let path = copy.as_ref().map_or(&path, |(_, path)| path);
            schemas.extend(json_schema(&session, path).map(|schema| (String::new(), schema)));
        }
        if schemas.is_empty() {
            return Err(UsageError(format!("{}: there is no schema", path.display())));
        }
        let code = code(&session);
        let copy = copy.map(|(folder, _)| folder);
        Ok(Ok(Self { session, schemas, code, path, is_json_schema, _revision: revision, _copy: copy }))
    }

    /// Whether the schemas are those of resources.
    fn holds_resources(&self) -> bool {
        self.schemas.iter().any(|(_, schema)| schema.edition == Edition::OpenChoreo)
    }

    fn text(&self, place: Place) -> Option<String> {
        let document = self.session.analysis.document(place.file)?;
        Some(document.slice(document.resolve(place)?))
    }
}

/// A copy of a file of JSON that is YAML by its name, too; it lasts as long as its folder.
fn as_yaml(path: &Path) -> Result<(TempDir, PathBuf), UsageError> {
    let failed = |error| UsageError(format!("{}: {}", path.display(), describe(&error)));
    let text = read_given_text(path).map_err(failed)?;
    let failed = |error| UsageError(format!("a copy of {}: {error}", path.display()));
    let folder = TempDir::new().map_err(failed)?;
    let copied = folder.path().join("schema.yml");
    std::fs::write(&copied, with_plain_slashes(&text)).map_err(failed)?;
    Ok((folder, copied))
}

/// JSON with `/` for `\/`, which ytt's YAML does not know.
fn with_plain_slashes(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (character, characters.clone().next()) {
            ('\\', Some('/')) => {}
            ('\\', Some(next)) => {
                plain.extend([character, next]);
                characters.next();
            }
            _ => plain.push(character),
        }
    }
    plain
}

/// The schema of a file that is a JSON Schema.
fn json_schema(session: &Session, path: &Path) -> Option<Arc<Schema>> {
    let file = session.analysis.file(&session.paths.absolute(path))?;
    let document = session.analysis.document(file)?;
    let [only] = document.stream().documents.as_slice() else { return None };
    let value = from_plain_yaml(file, only).value;
    match import::source(&value, None) {
        import::Source::Schema(schema) => Some(from_json_schema::compile(&schema)),
        _ => None,
    }
}

/// Names all template code that functions of schemas may see: that of files with schemas, and of modules.
fn code(session: &Session) -> String {
    let analysis = &session.analysis;
    let bundles: BTreeSet<usize> =
        session.asked.iter().flat_map(|file| analysis.layout().memberships(*file)).map(|(index, _)| *index).collect();
    let sources = bundles.iter().flat_map(|index| &analysis.layout().bundles[*index].sources);
    let mut files: Vec<FileId> = session.asked.iter().copied().chain(sources.map(|source| source.file)).collect();
    files.retain(|file| *file != FileId::NONE);
    files.sort_by_key(|file| analysis.path(*file));
    files.dedup();
    let mut code = Sha256::new();
    for file in files {
        let Some(document) = analysis.document(file) else { continue };
        let name = analysis.path(file).to_string_lossy();
        let is_module = name.ends_with(".star") || name.ends_with(".lib.yml") || name.ends_with(".lib.yaml");
        let text = document.rope().to_string();
        let is_code = |line: &&str| is_module || line.contains("#@ ");
        let lines: String = text.lines().filter(is_code).flat_map(|line| [line, "\n"]).collect();
        let has_schema = || (0..document.stream().documents.len()).any(|index| analysis.schema(file, index).is_some());
        if !lines.is_empty() && (is_module || has_schema()) {
            code.update(lines);
        }
    }
    format!("{:x}", code.finalize())
}

/// Calls functions of one state, each call once.
struct Calls<'a> {
    session: &'a Session,
    pool: WorkerPool,
    known: RefCell<HashMap<String, Called>>,
}

impl<'a> Calls<'a> {
    fn new(session: &'a Session) -> Self {
        Self { session, pool: WorkerPool::default(), known: RefCell::default() }
    }

    fn ask(&self, call: &Call) -> Option<Called> {
        let analysis = &self.session.analysis;
        let request = Request::Call { job: analysis.job_of(&call.function)?, calls: vec![call.clone()] };
        let wanted = [(request.fingerprint(), Arc::new(request))];
        let (_, reply) = self.pool.answer_all(&wanted, analysis, &|| (), None).pop()?;
        let Reply::Called(outcomes) = reply else { return None };
        Some(Called::Done(outcomes.into_iter().next()?.result))
    }
}

impl Functions for Calls<'_> {
    fn call(&self, call: &Call) -> Called {
        let name = format!("{call:?}");
        if let Some(known) = self.known.borrow().get(&name) {
            return known.clone();
        }
        let called = self.ask(call).unwrap_or(Called::Pending);
        self.known.borrow_mut().insert(name, called.clone());
        called
    }
}

struct Comparison<'a> {
    arguments: &'a DiffArguments,
    old: &'a State,
    new: &'a State,
    worst: Class,
    /// Each change with its problem, which lies in a file of the new state.
    reported: Vec<(Change, Problem)>,
}

impl Comparison<'_> {
    fn compare(&mut self) {
        let (old, new) = (self.old, self.new);
        let by_name = |state: &'_ State| -> HashMap<String, Arc<Schema>> { state.schemas.iter().cloned().collect() };
        let (before, now) = (by_name(old), by_name(new));
        for (name, schema) in &new.schemas {
            if let Some(before) = before.get(name) {
                self.pair(before, schema);
            }
        }
        for (name, schema) in old.schemas.iter().filter(|(name, _)| !now.contains_key(name)) {
            let change = Change {
                code: Code::SchemaKeyRemoved,
                path: Vec::new(),
                old: schema.root.declared,
                new: Place::NOWHERE,
                message: format!("The schema of `{name}` is not there any more"),
                evidence: Evidence::None,
            };
            self.add(change);
        }
    }

    fn pair(&mut self, old: &Arc<Schema>, new: &Arc<Schema>) {
        let (state_of_old, state_of_new) = (self.old, self.new);
        let (text_of_old, text_of_new) = (|place| state_of_old.text(place), |place| state_of_new.text(place));
        let (calls_of_old, calls_of_new) = (Calls::new(&state_of_old.session), Calls::new(&state_of_new.session));
        let old = Side { schema: old, code: &state_of_old.code, text: &text_of_old, functions: &calls_of_old };
        let new = Side { schema: new, code: &state_of_new.code, text: &text_of_new, functions: &calls_of_new };
        for change in changes(&old, &new) {
            self.add(change);
        }
    }

    fn add(&mut self, change: Change) {
        let said = self.arguments.severities.iter().rev().find(|(code, _)| *code == change.code);
        let severity = match said {
            Some((_, level)) => level.severity(),
            None => self.new.session.analysis.severity(change.code, change.new.file),
        };
        let Some(severity) = severity else { return };
        self.worst = self.worst.min(change.class());
        let mut problem = Problem::new(change.code, change.new, change.message.clone());
        problem.severity = severity;
        let problem = evidence(&change.evidence).into_iter().fold(problem, Problem::hint);
        self.reported.push((change, problem));
    }

    /// Which part of the version has to change; none where nothing has.
    fn level(&self, is_harmless: Option<bool>) -> Option<&'static str> {
        let is_documentation = |(change, _): &(Change, Problem)| change.code == Code::SchemaDocsChanged;
        Some(match self.worst {
            _ if self.reported.is_empty() => return None,
            Class::Breaking if is_harmless != Some(true) => "major",
            Class::Compatible if self.reported.iter().all(is_documentation) => "patch",
            _ => "minor",
        })
    }

    /// What follows for the version.
    fn conclusion(&self, is_harmless: Option<bool>) -> Result<Option<String>, UsageError> {
        let Some(level) = self.level(is_harmless) else { return Ok(None) };
        let asked = format!("Semantic versioning asks for a new {level} version");
        let Some(released) = &self.arguments.released else { return Ok(Some(asked)) };
        let next = next_version(released, level);
        let Some(version) = self.version()? else { return Ok(Some(format!("{asked}: {next} after {released}"))) };
        let verdict = if version >= next { "is enough" } else { "is not enough" };
        Ok(Some(format!("{asked}: {next} after {released}; {version} {verdict}")))
    }

    /// The version of the new schema, as its file says.
    fn version(&self) -> Result<Option<Version>, UsageError> {
        let Some(file) = &self.arguments.version_file else { return Ok(None) };
        let failed = |error| UsageError(format!("{}: {}", file.display(), describe(&error)));
        let text = read_given_text(file).map_err(failed)?;
        let words = text.split(|it: char| it.is_whitespace() || matches!(it, '"' | '\'' | '='));
        let version = words.map(|word| word.trim_start_matches('v')).find_map(|word| Version::parse(word).ok());
        version.map(Some).ok_or_else(|| UsageError(format!("{}: there is no version in it", file.display())))
    }

    /// What the section of a changelog is called.
    fn heading(&self, is_harmless: Option<bool>) -> Result<String, UsageError> {
        let next = || Some(next_version(self.arguments.released.as_ref()?, self.level(is_harmless)?));
        let version = self.version()?.or_else(next);
        Ok(version.map_or_else(|| "Unreleased".to_owned(), |version| version.to_string()))
    }

    fn report(self, is_harmless: Option<bool>, conclusion: Option<String>) -> Report {
        let details = details(self.arguments.report.format);
        let (mut before, mut now) = (Findings::new(details), Findings::new(details));
        let (old, new) = (&self.old.session, &self.new.session);
        for (change, mut problem) in self.reported {
            if is_harmless == Some(true) && change.class() == Class::Breaking {
                problem.severity = problem.severity.max(Severity::Information);
                problem = problem.hint("none of the given values is refused");
            }
            let mut finding = now.finding(&new.analysis, &new.paths, &problem);
            finding.path = finding.path.and(Some(path_text(&change.path)));
            if change.old != Place::NOWHERE {
                let place = old.analysis.document(change.old.file).map_or(change.old, |it| it.absolute(change.old));
                let location = before.location(&old.analysis, &old.paths, place);
                finding.related.push((location, "the old schema".to_owned()));
            }
            now.push(finding);
        }
        let files = new.looked_at().count() + usize::from(self.new.is_json_schema);
        Report { conclusion, ..now.report(files, Counts::default()) }
    }
}

/// What shows a change, in words.
fn evidence(evidence: &Evidence) -> Option<String> {
    let shown = |value: &Option<Value>| value.as_ref().map_or_else(|| "nothing".to_owned(), flow);
    match evidence {
        Evidence::None => None,
        Evidence::Refused { values, why } => {
            Some(format!("accepted before, and refused now: `{}` ({why})", flow(values)))
        }
        Evidence::Differs { values, old, new } => {
            Some(format!("with `{}` it was `{}`, and is `{}` now", flow(values), shown(old), shown(new)))
        }
    }
}

fn next_version(released: &Version, level: &str) -> Version {
    // Before 1.0.0 the second number says what breaks.
    match (level, released.major) {
        ("major", 1..) => Version::new(released.major + 1, 0, 0),
        ("major", _) | ("minor", 1..) => Version::new(released.major, released.minor + 1, 0),
        _ => Version::new(released.major, released.minor, released.patch + 1),
    }
}
