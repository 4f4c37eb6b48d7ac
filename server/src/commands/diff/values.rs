//! Values and resources that are in use: which of them the new schemas refuse, and the old ones do not.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use sayl_core::diff::outcome::{Outcome, outcome};
use sayl_core::document::TextDocument;
use sayl_core::problem::Severity;
use sayl_core::schema::headers::holds_values;
use sayl_core::template::function::NoFunctions;
use sayl_core::text::FileId;
use sayl_core::values::from_yaml::from_plain_yaml;
use sayl_core::workspace::BundleRole;

use super::DiffSide;
use crate::UsageError;
use crate::arguments::{BundleArguments, InputArguments, SessionArguments};
use crate::disk::read_given_text;
use crate::given::describe;
use crate::session::{Purpose, Session};

/// So many of those that are refused are named.
const MOST_NAMED: usize = 10;

/// A file that is refused now, and what is said of it first.
pub(super) struct Refused {
    path: PathBuf,
    why: String,
}

/// The files that are refused now, and were not; `paths` are files and folders.
pub(super) fn refused(old: &DiffSide, new: &DiffSide, paths: &[PathBuf]) -> Result<Vec<Refused>, UsageError> {
    let mut refused = Vec::new();
    for path in paths {
        for path in files(path)? {
            if refusal(old, &path)?.is_none()
                && let Some(why) = refusal(new, &path)?
            {
                refused.push(Refused { path, why });
            }
        }
    }
    Ok(refused)
}

/// A sentence that names them; none where there are none.
pub(super) fn sentence(refused: &[Refused]) -> Option<String> {
    let named = refused.iter().take(MOST_NAMED).map(|it| format!("{} ({})", it.path.display(), it.why));
    let named: Vec<String> = named.collect();
    let more = refused.len() - named.len();
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    (!named.is_empty()).then(|| format!("Refused now: {}{more}", named.join(", ")))
}

/// A file itself; of a folder, those that hold values or resources.
fn files(path: &Path) -> Result<Vec<PathBuf>, UsageError> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let (session, _) = Session::start(
        &SessionArguments { paths: vec![path.to_path_buf()], ..SessionArguments::default() },
        Purpose::Questions,
    )?;
    let analysis = &session.analysis;
    let is_values = |file: &FileId| {
        let Some(document) = analysis.document(*file) else { return false };
        let is_plain = analysis.layout().memberships(*file).iter().any(|(_, role)| *role != BundleRole::Member);
        is_plain || document.stream().documents.iter().any(holds_values) || !analysis.resources(*file).is_empty()
    };
    let files = session.requested.iter().filter(|file| **file != FileId::NONE && is_values(file));
    let mut files: Vec<PathBuf> = files.map(|file| session.paths.shown(analysis.path(*file)).into()).collect();
    files.sort();
    Ok(files)
}

/// What is said first of a file under the schemas of a state, if it is refused.
fn refusal(state: &DiffSide, file: &Path) -> Result<Option<String>, UsageError> {
    let failed = |error| UsageError(format!("{}: {}", file.display(), describe(&error)));
    let text = read_given_text(file).map_err(failed)?;
    if let ([(_, schema)], true) = (state.schemas.bundles.as_slice(), state.is_json_schema) {
        let document = TextDocument::new(FileId::NONE, &text);
        let mut values = document.stream().documents.iter().map(|it| from_plain_yaml(FileId::NONE, it).value);
        return Ok(values.find_map(|values| match outcome(&values, schema, &NoFunctions) {
            Outcome::Refused(why) => Some(why),
            Outcome::Accepted(_) | Outcome::Unknown => None,
        }));
    }
    let mut list = tempfile::NamedTempFile::new().map_err(|error| UsageError(format!("a list of files: {error}")))?;
    let arguments = if state.holds_resources() {
        // What a list names is one project, wherever it lies.
        let schemas = state.session.requested.iter().filter(|file| **file != FileId::NONE);
        let schemas = schemas.map(|file| state.session.analysis.path(*file).to_path_buf());
        for path in schemas.chain([state.session.paths.absolute(file)]) {
            writeln!(list, "{}", path.display()).map_err(|error| UsageError(format!("a list of files: {error}")))?;
        }
        let input = InputArguments { files_from: Some(list.path().to_path_buf()), ..InputArguments::default() };
        SessionArguments { input, ..SessionArguments::default() }
    } else {
        let mut bundle = BundleArguments { files: vec![state.path.clone()], ..BundleArguments::default() };
        let files = if text.contains("#@") { &mut bundle.files } else { &mut bundle.data_values_files };
        files.push(file.to_path_buf());
        SessionArguments { bundle, ..SessionArguments::default() }
    };
    let (session, report) = Session::start(&arguments, Purpose::Questions)?;
    let own = session.paths.shown(&session.paths.absolute(file));
    // Of a bundle all errors are its values'; of resources, those of the file.
    let is_own = |path: &str| !state.holds_resources() || path == own;
    let mut errors = report.findings.iter().filter(|finding| finding.problem.severity == Severity::Error);
    Ok(errors.find(|finding| is_own(&finding.location.source.path)).map(|finding| finding.problem.message.clone()))
}
