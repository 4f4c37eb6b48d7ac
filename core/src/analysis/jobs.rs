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
use crate::template::job::{Evaluated, Fingerprint, Job, Options, Source};
use crate::text::FileId;
use crate::workspace::Bundle;

/// A job under its name, with the versions of its sources.
#[derive(Clone)]
pub(super) struct Prepared {
    pub(super) stamps: Stamps,
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

    /// The versions that the outcome depends on, besides the file's own.
    pub(super) fn stamps(&self) -> &[(FileId, u64)] {
        match self {
            Self::Job(prepared) => &prepared.stamps,
            _ => &[],
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
    let mut jobs = lock(&memory.jobs);
    let options = Options { older_modules: world.has_older_modules(bundle), ..Options::default() };
    if let Some(kept) = jobs.get(&file.id).filter(|kept| kept.stamps == stamps && kept.job.options == options) {
        return Some(kept.clone());
    }
    let job = Arc::new(Job {
        file: file.id,
        sources: sources.into_iter().filter_map(|(path, source)| as_source(path, source)).collect(),
        data_values: None,
        options,
        limits: world.limits_of(file)?,
    });
    let prepared = Prepared { stamps, name: job.fingerprint(), job };
    jobs.insert(file.id, prepared.clone());
    Some(prepared)
}

/// A file as template code sees it.
pub(super) fn as_source(path: SmolStr, source: &SourceFile) -> Option<Source> {
    Some(Source { file: source.id, path, text: source.shared_text()?.clone() })
}

/// The file and all that its code may load or read, by their paths.
fn sources<'w>(world: &'w World, bundle: &Bundle, file: &'w SourceFile) -> BTreeMap<SmolStr, &'w SourceFile> {
    let file_at = |path: &str| bundle.sources.iter().find(|source| source.path == path).map(|source| source.file);
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
        for load in &code.loads {
            let loaded = resolve(&path, load);
            let known = file_at(&loaded).and_then(|file| world.file(file));
            queue.extend(known.filter(|_| !sources.contains_key(loaded.as_str())).map(|it| (loaded.into(), it)));
        }
        sources.insert(path, source);
    }
    sources
}

/// Which path a `load` in the file at `from` names.
fn resolve(from: &str, load: &str) -> String {
    const LIBRARIES: &str = "_ytt_lib/";
    let library = from.rfind(LIBRARIES).map_or(0, |at| {
        let name = at + LIBRARIES.len();
        from.get(name..).and_then(|rest| rest.find('/')).map_or(name, |end| name + end + 1)
    });
    let (library, own) = from.split_at(library);
    if let Some((libraries, path)) = load.strip_prefix('@').and_then(|rest| rest.split_once(':')) {
        let libraries: String = libraries.split('@').flat_map(|name| [LIBRARIES, name, "/"]).collect();
        return format!("{library}{libraries}{}", normal("", path));
    }
    let folder = own.rfind('/').map_or("", |at| own.get(..at).unwrap_or_default());
    format!("{library}{}", if load.starts_with('/') { normal("", load) } else { normal(folder, load) })
}

/// A path without `.` and `..`, from a folder.
fn normal(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_are_looked_up_where_ytt_looks() {
        assert_eq!(resolve("a/b.yml", "c.star"), "a/c.star");
        assert_eq!(resolve("a/b.yml", "../c.star"), "c.star");
        assert_eq!(resolve("a/b.yml", "/c.star"), "c.star");
        assert_eq!(resolve("a/b.yml", "@db:x/c.star"), "_ytt_lib/db/x/c.star");
        assert_eq!(resolve("a.yml", "@db@inner:c.star"), "_ytt_lib/db/_ytt_lib/inner/c.star");
        assert_eq!(resolve("_ytt_lib/db/x/a.star", "/c.star"), "_ytt_lib/db/c.star");
        assert_eq!(resolve("_ytt_lib/db/x/a.star", "c.star"), "_ytt_lib/db/x/c.star");
        assert_eq!(resolve("_ytt_lib/db/a.star", "@inner:c.star"), "_ytt_lib/db/_ytt_lib/inner/c.star");
    }
}
