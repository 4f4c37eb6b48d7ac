//! Files that were evaluated for themselves, so that rendering does not evaluate them again: an editor asks for the
//! documents of schemas and values before it has the bundle rendered.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::template::evaluate::KeptEvaluations;
use crate::template::job::{Evaluated, Job, JobSource};
use crate::text::FileId;
use crate::values::fingerprint::Fingerprint;

/// The most files whose documents are kept.
const MOST: usize = 16;

/// What the latest evaluations gave, one for each file. Clones share it.
#[derive(Clone, Default)]
pub(super) struct KnownDocuments {
    latest: Arc<Mutex<VecDeque<KnownEvaluation>>>,
    /// Where their functions are at hand.
    pub(super) kept: Option<KeptEvaluations>,
}

struct KnownEvaluation {
    job: Arc<Job>,
    evaluated: Evaluated,
    /// By what its functions are found, if it gave any.
    functions: Option<Fingerprint>,
}

impl KnownDocuments {
    /// None yet; `kept` keeps the functions of all that will be known.
    pub(super) fn with_functions(kept: &KeptEvaluations) -> Self {
        Self { latest: Arc::default(), kept: Some(kept.clone()) }
    }

    /// Keeps what an evaluation of this name gave, if nothing is wrong with it.
    pub(super) fn keep(&self, job: &Arc<Job>, name: Fingerprint, evaluated: &Evaluated) {
        let mut latest = self.latest();
        latest.retain(|known| known.job.file != job.file);
        if evaluated.is_complete && evaluated.problems.is_empty() && is_flat(&job.sources) {
            let functions = Some(name).filter(|name| self.holds(*name));
            latest.push_back(KnownEvaluation { job: job.clone(), evaluated: evaluated.clone(), functions });
        }
        if latest.len() > MOST {
            latest.pop_front();
        }
    }

    /// What a file gives in the bundle itself, if that is known: it sees the same, or more, of which its code reads
    /// nothing.
    pub(super) fn of(&self, job: &Job) -> Option<Evaluated> {
        let latest = self.latest();
        let known = latest.iter().find(|known| known.job.file == job.file)?;
        let is_bundle = job.root.as_deref() == Some("") && job.data_values.is_none();
        let is_same = is_bundle && (known.job.options, known.job.limits) == (job.options, job.limits);
        let is_whole = known.functions.is_none_or(|name| self.holds(name));
        (is_same && is_whole && are_among(&known.job.sources, &job.sources)).then(|| known.evaluated.clone())
    }

    fn holds(&self, name: Fingerprint) -> bool {
        self.kept.as_ref().is_some_and(|kept| kept.holds(name))
    }

    fn latest(&self) -> MutexGuard<'_, VecDeque<KnownEvaluation>> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether all of them stand at the root, where a path means the same whether the root is known or not.
fn is_flat(sources: &[JobSource]) -> bool {
    sources.iter().all(|source| !source.path.contains('/'))
}

/// Whether all of these are among others, and read in the same way.
fn are_among(sources: &[JobSource], others: &[JobSource]) -> bool {
    let others: HashMap<FileId, &JobSource> = others.iter().map(|other| (other.file, other)).collect();
    sources.iter().all(|source| {
        others.get(&source.file).is_some_and(|other| {
            let are_read_alike = source.marks.type_of(&source.path) == other.marks.type_of(&other.path);
            source.path == other.path && are_read_alike && source.text == other.text
        })
    })
}
