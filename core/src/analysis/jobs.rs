//! What is evaluated for a file as a part of a bundle: the file, and the files that its code may see.

use std::collections::BTreeMap;
use std::sync::Arc;

use smol_str::SmolStr;

use super::evaluations::{Asker, Jobs};
use super::memory::{BundleKey, BundleMemory, Stamps, lock};
use super::source_file::SourceFile;
use super::world::World;
use crate::problem::Severity;
use crate::schema::from_annotations;
use crate::template::evaluate::path::{Base, index_of};
use crate::template::job::{Evaluated, Fingerprint, Job, Marks, Options, Source};
use crate::text::FileId;
use crate::workspace::Bundle;

/// A job under its name, with the versions of its sources and how they are called.
#[derive(Clone)]
pub(super) struct Prepared {
    pub(super) stamps: Stamps,
    paths: Vec<SmolStr>,
    pub(super) job: Arc<Job>,
    pub(super) name: Fingerprint,
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
    Job(Prepared),
}

/// What is known of the template code of a file.
#[derive(Clone)]
pub(super) enum Evaluation {
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

impl Evaluation {
    /// The same for building a schema.
    pub(super) fn as_input(&self) -> from_annotations::Evaluation<'_> {
        match self {
            Self::Unneeded | Self::Unavailable => from_annotations::Evaluation::Unavailable,
            Self::Broken | Self::Pending => from_annotations::Evaluation::Pending,
            Self::Done(evaluated) => from_annotations::Evaluation::Done(evaluated),
        }
    }
}

impl Need {
    /// What a file needs as a part of a bundle.
    pub(super) fn of(world: &World, bundle: &Bundle, memory: &BundleMemory, file: &SourceFile) -> Self {
        if !world.code(file).is_there {
            return Self::Nothing;
        }
        if world.limits.is_none() {
            return Self::Unavailable;
        }
        let problems = file.document().map(|document| document.stream().problems.as_slice()).unwrap_or_default();
        if problems.iter().any(|problem| problem.severity == Severity::Error) {
            return Self::Broken;
        }
        prepared(world, bundle, memory, file).map_or(Self::Broken, Self::Job)
    }

    /// What is evaluated.
    pub(super) fn job(&self) -> Option<&Prepared> {
        match self {
            Self::Job(prepared) => Some(prepared),
            _ => None,
        }
    }

    /// What is known; what is missing is wanted from now on. The job is added to `jobs`, so that functions which it
    /// gave can be called.
    pub(super) fn ask(&self, world: &World, key: &BundleKey, file: FileId, jobs: &mut Jobs) -> Evaluation {
        let asker = Asker::Documents(key.clone(), file);
        match self {
            Self::Job(Prepared { job, name, .. }) => {
                jobs.insert(*name, job.clone());
                let known = world.memory.evaluations.documents(asker, job, *name);
                known.map_or(Evaluation::Pending, Evaluation::Done)
            }
            other => {
                world.memory.evaluations.forget(asker);
                match other {
                    Self::Nothing => Evaluation::Unneeded,
                    Self::Unavailable => Evaluation::Unavailable,
                    Self::Broken | Self::Job(_) => Evaluation::Broken,
                }
            }
        }
    }
}

fn prepared(world: &World, bundle: &Bundle, memory: &BundleMemory, file: &SourceFile) -> Option<Prepared> {
    let sources = sources(world, bundle, file);
    let stamps: Stamps = sources.values().map(|source| (source.id, source.stamp)).collect();
    let paths: Vec<SmolStr> = sources.keys().cloned().collect();
    let mut jobs = lock(&memory.jobs);
    let options = Options { older_modules: world.has_older_modules(bundle), ..bundle.options };
    let limits = world.limits_of(file)?;
    let is_same = |kept: &&Prepared| {
        let is_read_alike = kept.job.options == options && kept.job.limits == limits;
        is_read_alike && kept.stamps == stamps && kept.paths == paths
    };
    if let Some(kept) = jobs.get(&file.id).filter(is_same) {
        return Some(kept.clone());
    }
    let sources =
        sources.into_iter().filter_map(|(path, source)| as_source(path, source.kind.marks(), source)).collect();
    let job = Arc::new(Job {
        file: file.id,
        sources,
        root: None,
        data_values: None,
        stand_ins: Arc::default(),
        options,
        limits,
    });
    let prepared = Prepared { stamps, paths, name: job.fingerprint(), job };
    jobs.insert(file.id, prepared.clone());
    Some(prepared)
}

/// A file as template code sees it.
pub(super) fn as_source(path: SmolStr, marks: Marks, source: &SourceFile) -> Option<Source> {
    Some(Source { file: source.id, path, text: source.shared_text()?.clone(), marks })
}

/// The file and all that its code may load or read, by their paths.
fn sources<'w>(world: &'w World, bundle: &Bundle, file: &'w SourceFile) -> BTreeMap<SmolStr, &'w SourceFile> {
    let own = bundle.sources.iter().find(|source| source.file == file.id).map(|source| source.path.clone());
    // A file that is attached is given by itself, so it is known by its name.
    let own = own.or_else(|| Some(SmolStr::new(file.path.file_name()?.to_string_lossy())));
    let mut sources = BTreeMap::new();
    let mut queue: Vec<(SmolStr, &SourceFile)> = own.into_iter().map(|path| (path, file)).collect();
    while let Some((path, source)) = queue.pop() {
        let code = world.code(source);
        if code.reads_all {
            let all = bundle.sources.iter().filter_map(|it| Some((it.path.clone(), world.file(it.file)?)));
            sources.extend(all);
            sources.insert(path, source);
            break;
        }
        let base = Base::of_file(&path);
        let loaded = code.loads.iter().filter_map(|load| bundle.sources.get(index_of(load, &base, &bundle.sources)?));
        let unseen = loaded.filter(|loaded| !sources.contains_key(&loaded.path));
        queue.extend(unseen.filter_map(|loaded| Some((loaded.path.clone(), world.file(loaded.file)?))));
        sources.insert(path, source);
    }
    sources
}
