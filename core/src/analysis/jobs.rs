//! What is evaluated for a file as a part of a bundle: the file, and the files that its code may see.

use std::collections::BTreeMap;
use std::sync::Arc;

use smol_str::SmolStr;

use super::evaluations::{Jobs, Requester};
use super::source_file::SourceFile;
use super::subject::{BundleId, Subject};
use super::world::{File, Query, World};
use crate::problem::Severity;
use crate::schema::from_annotations;
use crate::template::evaluate::path::{LoadBase, index_of};
use crate::template::job::{Evaluated, FileMarks, Job, JobSource, Options};
use crate::text::FileId;
use crate::values::fingerprint::Fingerprint;
use crate::workspace::Bundle;

/// A job under its name.
#[derive(Clone)]
pub(super) struct NamedJob {
    pub(super) job: Arc<Job>,
    pub(super) name: Fingerprint,
}

impl NamedJob {
    /// Whether the code may load or read a file.
    pub(super) fn loads(&self, file: FileId) -> bool {
        self.job.sources.iter().any(|source| source.file == file)
    }
}

/// What is to be done about the template code of a file.
pub(super) enum Need {
    /// There is none.
    Nothing,
    /// It is evaluated by nobody.
    Unavailable,
    /// Nothing can come of it: the text is no YAML.
    Broken,
    /// It is evaluated.
    Job(NamedJob),
}

/// What is known of the template code of a file.
#[derive(Clone)]
pub(super) enum FileEvaluation {
    /// There is none.
    Unneeded,
    /// It is evaluated by nobody.
    Unavailable,
    /// Nothing can come of it.
    Broken,
    /// It is not evaluated yet.
    Pending,
    /// What it gave.
    Done(Arc<Evaluated>),
}

impl FileEvaluation {
    /// The same for building a schema.
    pub(super) fn as_input(&self) -> from_annotations::SchemaEvaluation<'_> {
        match self {
            Self::Unneeded | Self::Unavailable => from_annotations::SchemaEvaluation::Unavailable,
            Self::Broken | Self::Pending => from_annotations::SchemaEvaluation::Pending,
            Self::Done(evaluated) => from_annotations::SchemaEvaluation::Done(evaluated),
        }
    }
}

impl Need {
    /// What a file needs as a part of a bundle.
    pub(super) fn of(world: &World, bundle: BundleId, file: File<'_>) -> Self {
        if !file.code().is_there {
            return Self::Nothing;
        }
        if world.limits().is_none() {
            return Self::Unavailable;
        }
        let problems = file.document().map(|document| document.stream().problems.as_slice()).unwrap_or_default();
        if problems.iter().any(|problem| problem.severity == Severity::Error) {
            return Self::Broken;
        }
        let prepared = world.get::<JobOf>(Subject::of_part(bundle, file.id));
        Option::clone(&prepared).map_or(Self::Broken, Self::Job)
    }

    /// What is known; what is missing is wanted from now on. The job is added to `jobs`, so that functions which it
    /// gave can be called.
    pub(super) fn request(&self, world: &World, bundle: BundleId, file: FileId, jobs: &mut Jobs) -> FileEvaluation {
        let requester = Requester::Documents(bundle, file);
        match self {
            Self::Job(NamedJob { job, name }) => {
                jobs.insert(*name, job.clone());
                let known = world.documents(requester, job, *name);
                known.map_or(FileEvaluation::Pending, FileEvaluation::Done)
            }
            other => {
                world.withdraw(requester);
                match other {
                    Self::Nothing => FileEvaluation::Unneeded,
                    Self::Unavailable => FileEvaluation::Unavailable,
                    Self::Broken | Self::Job(_) => FileEvaluation::Broken,
                }
            }
        }
    }
}

/// What is evaluated for a file as a part of a bundle; `None` where it is no text.
pub(super) struct JobOf;

impl Query for JobOf {
    type Output = Option<NamedJob>;
    type IncrementalState = ();

    fn compute(world: &World, subject: Subject, _: Option<&Option<NamedJob>>, (): &mut ()) -> Option<NamedJob> {
        let bundle = world.bundle(world.index_of(subject.bundle_id()?)?);
        let file = world.file(subject.file_id()?)?;
        let (older_modules, ytt) = (world.has_older_modules(bundle), world.ytt_of(bundle));
        let options = Options { older_modules, ytt, ..bundle.options };
        let limits = world.limits_of(file)?;
        let sources = sources(world, bundle, file).into_iter();
        let sources = sources.filter_map(|(path, file)| as_source(path, file.kind.marks(), &file.shared())).collect();
        let (data_values, stand_ins) = (None, Arc::default());
        let job = Job { file: file.id, sources, root: None, data_values, stand_ins, options, limits };
        Some(NamedJob { name: job.fingerprint(), job: Arc::new(job) })
    }
}

/// A file as template code sees it.
pub(super) fn as_source(path: SmolStr, marks: FileMarks, source: &SourceFile) -> Option<JobSource> {
    Some(JobSource { file: source.id, path, text: source.shared_text()?.clone(), marks })
}

/// The file and all that its code may load or read, by their paths.
fn sources<'w>(world: &'w World, bundle: &Bundle, file: File<'w>) -> BTreeMap<SmolStr, File<'w>> {
    let own = bundle.sources.iter().find(|source| source.file == file.id).map(|source| source.path.clone());
    // A file that is attached is given by itself, so it is known by its name.
    let own = own.or_else(|| Some(SmolStr::new(file.path.file_name()?.to_string_lossy())));
    let mut sources = BTreeMap::new();
    let mut queue: Vec<(SmolStr, File<'w>)> = own.into_iter().map(|path| (path, file)).collect();
    while let Some((path, source)) = queue.pop() {
        let code = source.code();
        if code.reads_all {
            let all = bundle.sources.iter().filter_map(|it| Some((it.path.clone(), world.file(it.file)?)));
            sources.extend(all);
            sources.insert(path, source);
            break;
        }
        let base = LoadBase::of_file(&path);
        let loaded = code.loads.iter().filter_map(|load| bundle.sources.get(index_of(load, &base, &bundle.sources)?));
        let unseen = loaded.filter(|loaded| !sources.contains_key(&loaded.path));
        queue.extend(unseen.filter_map(|loaded| Some((loaded.path.clone(), world.file(loaded.file)?))));
        sources.insert(path, source);
    }
    sources
}
