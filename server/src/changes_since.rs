//! How the schemas of projects differ from those of the revision that `[diff] against` of their `sayl.toml` names, for
//! editors: problems where a change breaks values, and a lens above the schema.
//!
//! # Design
//!
//! The schemas of a revision are those of a world of its own, which is read from git and evaluated once for each commit.
//! They are compared in the background once nothing has changed for a moment, and only where the compiled schemas or
//! the code are not those of the last comparison. The engine keeps the result like any other input, so edits move it
//! with the lines that it is about.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sayl_core::analysis::Analysis;
use sayl_core::diff::{ChangesSince, SchemaChange};
use sayl_core::problem::{Code, Problem, Severity};
use sayl_core::schema::headers::{DocumentRole, classify};
use sayl_core::text::{FileId, Place};

use crate::UsageError;
use crate::arguments::SessionArguments;
use crate::comparison::{Compared, NamedSchemas, changes_of_schemas};
use crate::diagnostics::Diagnostics;
use crate::refresh::Refresh;
use crate::revision::{self, Revision};
use crate::session::{Purpose, Session};
use crate::state::State;

/// For so long nothing must have changed. Who types has not decided yet.
const PAUSE: Duration = Duration::from_millis(300);

/// Compares the schemas of projects with those of revisions.
pub(crate) struct Comparisons {
    state: Arc<State>,
    diagnostics: Arc<Diagnostics>,
    refresh: Refresh,
    queue: Mutex<ComparisonQueue>,
}

#[derive(Default)]
struct ComparisonQueue {
    /// When to compare.
    due: Option<Instant>,
    /// Whether any project names a revision.
    is_used: bool,
}

/// What was found out before, by the folder of the project.
#[derive(Default)]
pub(crate) struct PreviousComparisons {
    projects: HashMap<PathBuf, ProjectComparison>,
    published: HashMap<FileId, Arc<ChangesSince>>,
}

/// A project at its last comparison.
struct ProjectComparison {
    released: CommitSchemas,
    schemas: NamedSchemas,
    code: String,
    changes: HashMap<FileId, Arc<ChangesSince>>,
}

/// The schemas of a commit.
struct CommitSchemas {
    commit: String,
    /// `None` if the project is not in it.
    world: Option<(Session, NamedSchemas)>,
}

/// What a project asks for.
struct ComparedProject {
    config: FileId,
    folder: PathBuf,
    revision: String,
    place: Place,
}

impl Comparisons {
    pub(crate) fn new(state: Arc<State>, diagnostics: Arc<Diagnostics>, refresh: Refresh) -> Self {
        Self { state, diagnostics, refresh, queue: Mutex::default() }
    }

    /// Files were read: projects may name other revisions, or a revision may be another commit.
    pub(crate) fn files_changed(&self, now: Instant) {
        self.queue().due = Some(now + PAUSE);
    }

    /// Something may have changed.
    pub(crate) fn may_differ(&self, now: Instant) {
        let mut queue = self.queue();
        if queue.is_used {
            queue.due = Some(now + PAUSE);
        }
    }

    /// When to compare.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.queue().due
    }

    /// Whether to compare now.
    pub(crate) fn next(&self, now: Instant) -> Option<()> {
        self.queue().due.take_if(|due| *due <= now).map(drop)
    }

    fn queue(&self) -> MutexGuard<'_, ComparisonQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Compares whatever may differ, and tells of what does.
    pub(crate) fn compare(&self, known: &mut PreviousComparisons) {
        let snapshot = self.state.snapshot();
        let projects = compared_projects(&snapshot.analysis);
        self.queue().is_used = !projects.is_empty();
        known.projects.retain(|folder, _| projects.iter().any(|project| project.folder == *folder));
        let files = files_by_project(&snapshot.analysis, &projects);
        let mut found = HashMap::new();
        for project in &projects {
            let files = files.get(&project.folder).map(Vec::as_slice).unwrap_or_default();
            if files.iter().any(|file| snapshot.analysis.is_waiting(*file)) {
                // The end of the evaluation is news.
                return;
            }
            match compare_project(&snapshot.analysis, project, files, known.projects.remove(&project.folder)) {
                Ok(compared) => {
                    found.extend(compared.changes.iter().map(|(file, changes)| (*file, changes.clone())));
                    known.projects.insert(project.folder.clone(), compared);
                }
                Err(error) => {
                    found.insert(project.config, Arc::new(refusal(project, &error)));
                }
            }
        }
        self.publish(&mut known.published, found);
    }

    fn publish(&self, published: &mut HashMap<FileId, Arc<ChangesSince>>, found: HashMap<FileId, Arc<ChangesSince>>) {
        let files = published.keys().chain(found.keys()).copied();
        let differing: Vec<FileId> = files.filter(|file| published.get(file) != found.get(file)).collect();
        if differing.is_empty() {
            return;
        }
        self.state.set_changes(found.clone());
        *published = found;
        self.diagnostics.add(differing);
        self.refresh.after_files();
    }
}

fn compared_projects(analysis: &Analysis) -> Vec<ComparedProject> {
    let project = |(config, (revision, place)): (FileId, (String, Place))| {
        let folder = analysis.path(config).parent()?.to_path_buf();
        Some(ComparedProject { config, folder, revision, place })
    };
    analysis.compared_revisions().into_iter().filter_map(project).collect()
}

/// The files of each project that asks: those of its folder that no other project in it has.
fn files_by_project(analysis: &Analysis, projects: &[ComparedProject]) -> HashMap<PathBuf, Vec<FileId>> {
    let mut files: HashMap<PathBuf, Vec<FileId>> = HashMap::new();
    if projects.is_empty() {
        return files;
    }
    for file in analysis.files() {
        let path = analysis.path(file);
        let around = projects.iter().filter(|project| path.starts_with(&project.folder));
        if let Some(project) = around.max_by_key(|project| project.folder.as_os_str().len()) {
            files.entry(project.folder.clone()).or_default().push(file);
        }
    }
    files
}

/// Why nothing is compared. A revision that is not there yet is no error of the project.
fn refusal(project: &ComparedProject, UsageError(why): &UsageError) -> ChangesSince {
    let message = format!("Nothing is compared with `{}`: {why}", project.revision);
    let problem = Problem::new(Code::InvalidConfig, project.place, message);
    let problem = problem.hint("`against` takes what git takes for a commit, such as \"origin/main\" or a tag");
    let problems = vec![Problem { severity: Severity::Warning, ..problem }];
    ChangesSince { revision: project.revision.clone(), problems }
}

fn compare_project(
    analysis: &Analysis,
    project: &ComparedProject,
    files: &[FileId],
    known: Option<ProjectComparison>,
) -> Result<ProjectComparison, UsageError> {
    let commit = revision::commit(&project.folder, &project.revision)?;
    let schemas = NamedSchemas::of(analysis, files, |file| inside(analysis, file, &project.folder));
    let compared = Compared::new(analysis, &schemas, files);
    let known = match known {
        // What is half typed is no change, and may be none in a moment.
        Some(known) if files.iter().any(|file| holds_broken_schema(analysis, *file)) => return Ok(known),
        known => known,
    };
    let released = match known.filter(|known| known.released.commit == commit) {
        Some(known) if known.schemas.is_same(&schemas) && known.code == compared.code => return Ok(known),
        Some(known) => known.released,
        None => CommitSchemas::read(project, commit)?,
    };
    let changes = match &released.world {
        Some((session, before)) => {
            let old = Compared::new(&session.analysis, before, &session.requested);
            by_file(analysis, project, session, changes_of_schemas(&old, &compared), &schemas)
        }
        None => HashMap::new(),
    };
    let code = compared.code;
    Ok(ProjectComparison { released, schemas, code, changes })
}

fn holds_broken_schema(analysis: &Analysis, file: FileId) -> bool {
    let Some(document) = analysis.document(file) else { return false };
    let mut documents = document.stream().documents.iter().enumerate();
    documents.any(|(index, document)| {
        matches!(classify(document).role, DocumentRole::Schema(_)) && analysis.schema(file, index).is_none()
    })
}

/// The changes by the file that they are about. A schema that is gone is told of where the revision is named.
fn by_file(
    analysis: &Analysis,
    project: &ComparedProject,
    session: &Session,
    changes: Vec<SchemaChange>,
    schemas: &NamedSchemas,
) -> HashMap<FileId, Arc<ChangesSince>> {
    let mut problems: HashMap<FileId, Vec<Problem>> = HashMap::new();
    for (_, schema) in schemas.bundles.iter().chain(&schemas.sections) {
        problems.entry(schema.root.declared.file).or_default();
    }
    for change in changes {
        let mut problem = change.problem();
        if analysis.document(problem.place.file).is_none() {
            problem.place = project.place;
        }
        if let Some(before) = declared(session, change.old) {
            problem = problem.hint(format!("it was declared in {before}"));
        }
        problems.entry(problem.place.file).or_default().push(problem);
    }
    let since = |problems| Arc::new(ChangesSince { revision: project.revision.clone(), problems });
    problems.into_iter().map(|(file, problems)| (file, since(problems))).collect()
}

/// The file and the line, counted from 1, where the old state declares something.
fn declared(session: &Session, place: Place) -> Option<String> {
    let document = session.analysis.document(place.file)?;
    let start = document.resolve(place)?.start();
    let line = document.rope().byte_to_line(usize::from(start)) + 1;
    Some(format!("{}:{line}", session.paths.shown(session.analysis.path(place.file))))
}

fn inside(analysis: &Analysis, file: FileId, folder: &Path) -> String {
    let path = analysis.path(file);
    path.strip_prefix(folder).unwrap_or(path).display().to_string()
}

impl CommitSchemas {
    fn read(project: &ComparedProject, commit: String) -> Result<Self, UsageError> {
        let revision = Revision::read(&project.folder, &project.revision)?;
        let Ok(folder) = revision.path("./") else { return Ok(Self { commit, world: None }) };
        let arguments = SessionArguments { paths: vec![folder.clone()], ..SessionArguments::default() };
        let (mut session, _) = Session::start(&arguments, Purpose::Questions)?;
        for (absolute, shown) in &revision.files {
            session.paths.add_alias(absolute, shown);
        }
        let path = |file| inside(&session.analysis, file, &folder);
        let schemas = NamedSchemas::of(&session.analysis, &session.requested, path);
        Ok(Self { commit, world: Some((session, schemas)) })
    }
}
