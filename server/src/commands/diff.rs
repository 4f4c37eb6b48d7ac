//! `sayl diff`: two states of schemas, and what the change means for values, as a report like that of a check.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sayl_core::analysis::Inspected;
use sayl_core::diff::{Class, SchemaChange, path_text};
use sayl_core::kro::{Graph, compat};
use sayl_core::problem::{Code, Problem, Severity};
use sayl_core::schema::{Schema, from_json_schema, import};
use sayl_core::text::{FileId, Place};
use sayl_core::values::from_yaml::from_plain_yaml;
use semver::Version;
use tempfile::TempDir;

use super::check::{details, print, status};
use super::inspect::{BlockingFindings, errors, print_problems};
use crate::arguments::{BundleArguments, DiffArguments, SessionArguments};
use crate::comparison::{Compared, NamedSchemas, changes_of_schemas};
use crate::disk::read_given_text;
use crate::given::describe;
use crate::output::OutputWriter;
use crate::report::counts::Counts;
use crate::report::{Findings, Report};
use crate::revision::{self, Revision};
use crate::session::{Purpose, Session};
use crate::{ExitStatus, UsageError};

mod changelog;
mod values;

use changelog::changelog;

/// One of the two states.
struct DiffSide {
    session: Session,
    schemas: NamedSchemas,
    /// Where the schemas are on the disk.
    path: PathBuf,
    /// Whether it is a JSON Schema, which no other command knows.
    is_json_schema: bool,
    /// What was read of git, or copied, lasts as long as it is asked about.
    _revision: Option<Revision>,
    _copy: Option<TempDir>,
}

/// Compares, and prints the report.
pub(crate) fn run(arguments: &DiffArguments, is_quiet: bool) -> Result<ExitStatus, UsageError> {
    let output = OutputWriter::open(arguments.report.output_file.as_deref())?;
    let old = DiffSide::load(&arguments.old, &arguments.new, arguments)?;
    let new = DiffSide::load(&arguments.new, &arguments.old, arguments)?;
    let (old, new) = match (old, new) {
        (Ok(old), Ok(new)) => (old, new),
        (Err(status), _) | (_, Err(status)) => return Ok(status),
    };
    let mut comparison = Comparison { arguments, old: &old, new: &new, worst: Class::Compatible, reported: Vec::new() };
    for change in changes_of_schemas(&old.compared(), &new.compared()) {
        comparison.add(change);
    }
    for change in old.graphs().iter().flat_map(|old| changes_of_graph(old, &new)) {
        comparison.add(change);
    }
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
        return Ok(ExitStatus::Fine);
    }
    let sentences = [refused.and_then(|refused| values::sentence(&refused)), comparison.conclusion(is_harmless)?];
    let sentences: Vec<String> = sentences.into_iter().flatten().collect();
    let conclusion = (!sentences.is_empty()).then(|| sentences.join("\n"));
    let report = comparison.report(is_harmless, conclusion);
    print(&report, &arguments.report, is_quiet, output)?;
    Ok(status(&report, arguments.report.deny))
}

impl DiffSide {
    /// Reads the schemas; a status where they cannot be compared, which was said. A file that is the other side is no part
    /// of this one, although it may lie beside it.
    fn load(path: &Path, other: &Path, arguments: &DiffArguments) -> Result<Result<Self, ExitStatus>, UsageError> {
        let [own, other] = [path, other].map(|path| path.canonicalize().ok().filter(|path| path.is_file()));
        let other = other.filter(|other| own.is_some_and(|own| own != *other));
        let texts: Vec<_> = other.into_iter().map(|other| (other, String::new())).collect();
        let (revision, path) = match revision::parts(path) {
            Some((name, inside)) => {
                let revision = Revision::read(Path::new("."), name)?;
                let path = revision.path(inside)?;
                (Some(revision), path)
            }
            None => (None, path.to_path_buf()),
        };
        let copy = path.extension().is_some_and(|it| it == "json").then(|| as_yaml(&path)).transpose()?;
        let named = vec![copy.as_ref().map_or(path.clone(), |(_, path)| path.clone())];
        let looked_at = if arguments.is_bundle {
            SessionArguments {
                bundle: BundleArguments { files: named, ..BundleArguments::default() },
                ..SessionArguments::default()
            }
        } else {
            SessionArguments { paths: named, texts, ..SessionArguments::default() }
        };
        let (mut session, report) = Session::start(&looked_at, Purpose::Questions)?;
        for (absolute, shown) in revision.iter().flat_map(|revision| &revision.files) {
            session.paths.add_alias(absolute, shown);
        }
        if let Some((_, copied)) = &copy {
            let shown = revision.iter().flat_map(|revision| &revision.files).find(|(absolute, _)| *absolute == path);
            session.paths.add_alias(copied, shown.map_or(&path, |(_, shown)| shown));
        }
        let blocking = BlockingFindings::of(&session, &report, Inspected::Schema);
        let found: Vec<_> = errors(&report).filter(|finding| blocking.contains(finding)).collect();
        if !found.is_empty() {
            print_problems(&found)?;
            return Ok(Err(if report.is_unreadable() { ExitStatus::Unusable } else { ExitStatus::Problems }));
        }
        let inside = |file: FileId| {
            let file = session.analysis.path(file);
            file.strip_prefix(session.paths.absolute(&path)).unwrap_or(file).display().to_string()
        };
        let mut schemas = NamedSchemas::of(&session.analysis, &session.requested, inside);
        let has_graphs = session.requested.iter().any(|file| !session.analysis.graphs(*file).is_empty());
        let is_json_schema = schemas.is_empty() && !has_graphs;
        if is_json_schema {
            let path = copy.as_ref().map_or(&path, |(_, path)| path);
            schemas.bundles.extend(json_schema(&session, path).map(|schema| (String::new(), schema)));
        }
        if schemas.is_empty() && !has_graphs {
            return Err(UsageError(format!("{}: there is no schema", path.display())));
        }
        let copy = copy.map(|(folder, _)| folder);
        Ok(Ok(Self { session, schemas, path, is_json_schema, _revision: revision, _copy: copy }))
    }

    /// Whether the schemas are those of resources.
    fn holds_resources(&self) -> bool {
        !self.schemas.sections.is_empty()
    }

    /// kro's graphs.
    fn graphs(&self) -> Vec<Arc<Graph>> {
        let graphs = self.session.requested.iter().flat_map(|file| self.session.analysis.graphs(*file).to_vec());
        graphs.map(|(_, checked)| checked.graph.clone()).collect()
    }

    fn compared(&self) -> Compared<'_> {
        Compared::new(&self.session.analysis, &self.schemas, &self.session.requested)
    }
}

/// What has changed of a graph: the other one that defines the same kind is compared with it.
fn changes_of_graph(old: &Graph, new: &DiffSide) -> Vec<SchemaChange> {
    let kind = |graph: &Graph| graph.defines.as_ref().map(|of| (of.group.clone(), of.kind.clone()));
    let found = new.graphs().into_iter().find(|new| kind(new) == kind(old));
    found.map(|new| compat::changes(old, &new)).unwrap_or_default()
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
        import::ImportSource::Schema(schema) => Some(from_json_schema::compile(&schema)),
        _ => None,
    }
}

struct Comparison<'a> {
    arguments: &'a DiffArguments,
    old: &'a DiffSide,
    new: &'a DiffSide,
    worst: Class,
    /// Each change with its problem, which lies in a file of the new state.
    reported: Vec<(SchemaChange, Problem)>,
}

impl Comparison<'_> {
    fn add(&mut self, change: SchemaChange) {
        let given = self.arguments.severities.iter().rev().find(|(code, _)| *code == change.code);
        let severity = match given {
            Some((_, level)) => level.severity(),
            None => self.new.session.analysis.severity(change.code, change.new.file),
        };
        let Some(severity) = severity else { return };
        self.worst = self.worst.min(change.class());
        let problem = Problem { severity, ..change.problem() };
        self.reported.push((change, problem));
    }

    /// Which part of the version has to change; none where nothing has.
    fn level(&self, is_harmless: Option<bool>) -> Option<&'static str> {
        let is_documentation = |(change, _): &(SchemaChange, Problem)| change.code == Code::SchemaDocsChanged;
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
        let requested = format!("Semantic versioning asks for a new {level} version");
        let Some(released) = &self.arguments.released else { return Ok(Some(requested)) };
        let next = next_version(released, level);
        let Some(version) = self.version()? else { return Ok(Some(format!("{requested}: {next} after {released}"))) };
        let verdict = if version >= next { "is enough" } else { "is not enough" };
        Ok(Some(format!("{requested}: {next} after {released}; {version} {verdict}")))
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

fn next_version(released: &Version, level: &str) -> Version {
    // Before 1.0.0 the second number says what breaks.
    match (level, released.major) {
        ("major", 1..) => Version::new(released.major + 1, 0, 0),
        ("major", _) | ("minor", 1..) => Version::new(released.major, released.minor + 1, 0),
        _ => Version::new(released.major, released.minor, released.patch + 1),
    }
}
