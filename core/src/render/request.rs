//! What may be asked of whoever runs template code, this process or another one, and what it answers.
//!
//! Requests and replies are plain data, so they go through a pipe as they are. How they travel is not said here.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::known::KnownDocuments;
use super::library::interpreter::libraries::NestedLibraries;
use super::{RenderJob, Rendered, render_with};
use crate::template::compile::LaidOut;
use crate::template::evaluate::{self, Evaluator, KeptEvaluations, Programs};
use crate::template::function::{Call, CallOutcome};
use crate::template::job::{Evaluated, Job, JobSource, Limits, Options};
use crate::template::watch::Watch;
use crate::text::FileId;
use crate::values::fingerprint::Fingerprint;

/// One piece of work with template code.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    /// Evaluate the documents of one file.
    Documents(Arc<Job>),
    /// Call functions that one evaluation gave; the job is evaluated first if it is not at hand any more.
    Call {
        /// The evaluation that defined the functions.
        job: Arc<Job>,
        /// The calls.
        #[serde(with = "super::calls")]
        calls: Vec<Call>,
    },
    /// Render a bundle.
    Render(Arc<RenderJob>),
}

/// All calls of functions may take so many times as long as one of them.
const ALL_CALLS: u64 = 5;

/// Programs that whoever asks has laid out, each with the index of its source in the request.
pub type LaidOutSources = Vec<(u32, Arc<LaidOut>)>;

/// What a request gave.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Reply {
    /// Of [`Request::Documents`].
    Documents(Evaluated),
    /// Of [`Request::Call`], call by call. Shorter where not all were made: the rest will be asked again.
    Called(Vec<CallOutcome>),
    /// Of [`Request::Render`].
    Rendered(Rendered),
}

impl Request {
    /// Names the request by its content: equal requests get equal replies. Hashes every source.
    pub fn fingerprint(&self) -> Fingerprint {
        let bytes = postcard::to_stdvec(self).unwrap_or_default();
        Fingerprint::of(&bytes)
    }

    /// What it may use.
    pub fn limits(&self) -> Limits {
        match self {
            Self::Documents(job) | Self::Call { job, .. } => job.limits,
            Self::Render(job) => job.limits,
        }
    }

    /// How its templates are read.
    pub fn options(&self) -> Options {
        match self {
            Self::Documents(job) | Self::Call { job, .. } => job.options,
            Self::Render(job) => job.options,
        }
    }

    /// How many milliseconds it may take as a whole: as long as one evaluation; where many files are rendered together, a
    /// hundredth of that more for each of them; and calls some times as long, however many they are.
    pub fn milliseconds(&self) -> u64 {
        let one = self.limits().milliseconds;
        match self {
            Self::Documents(_) => one,
            Self::Call { .. } => one.saturating_mul(ALL_CALLS),
            Self::Render(job) => one.saturating_add((one / 100).saturating_mul(job.sources.len() as u64)),
        }
    }

    /// The evaluation whose functions are called, if any are.
    pub fn called(&self) -> Option<Fingerprint> {
        match self {
            Self::Call { calls, .. } => calls.first().map(|call| call.function.evaluation),
            Self::Documents(_) | Self::Render(_) => None,
        }
    }

    /// Every file that it may load or read.
    pub fn sources(&self) -> &[JobSource] {
        match self {
            Self::Documents(job) | Self::Call { job, .. } => &job.sources,
            Self::Render(job) => &job.sources,
        }
    }

    /// Whether it is measured what each line takes.
    pub fn is_profiled(&self) -> bool {
        matches!(self, Self::Render(job) if job.is_profiled)
    }

    /// The one file that it is about, if it is about one.
    pub fn file(&self) -> Option<FileId> {
        match self {
            Self::Documents(job) | Self::Call { job, .. } => Some(job.file),
            Self::Render(_) => None,
        }
    }
}

/// Runs template code in this process and remembers what it evaluated, so that functions can be called later.
///
/// Hostile code can take more than its limits allow before it is stopped, or bring down the process: whoever must
/// survive that has a process of its own for this.
pub struct Runner {
    evaluator: Evaluator,
    libraries: Arc<NestedLibraries>,
    programs: Programs,
    known: KnownDocuments,
}

impl Runner {
    /// A runner that remembers nothing yet.
    pub fn new() -> Self {
        let programs = Programs::default();
        let libraries = Arc::new(NestedLibraries::new(false, &programs, None, 0));
        let kept = KeptEvaluations::latest();
        let evaluator = Evaluator::new(Some(libraries.clone())).with_programs(&programs).keeping_in(&kept);
        Self { evaluator, libraries, programs, known: KnownDocuments::with_functions(&kept) }
    }

    /// Takes programs for a request that comes next, so that their texts need not be read.
    pub fn take_in(&self, request: &Request, laid_out: LaidOutSources) {
        let with_source = |(index, laid_out)| Some((request.sources().get(index as usize)?, laid_out));
        self.programs.take_in(laid_out.into_iter().filter_map(with_source));
    }

    /// Sets up what every evaluation needs, before anything is asked.
    pub fn warm_up(&self) {
        evaluate::warm_up();
    }

    /// Does what is asked.
    pub fn answer(&mut self, request: &Request) -> Reply {
        self.answer_watched(request, &Watch::new())
    }

    /// Does what is asked, under a watch.
    pub fn answer_watched(&mut self, request: &Request, watch: &Watch) -> Reply {
        self.libraries.watch(watch);
        match request {
            Request::Documents(job) => {
                let name = job.fingerprint();
                let evaluated = self.evaluator.evaluate_named(job, name, watch);
                self.known.keep(job, name, &evaluated);
                let problems = self.libraries.with_behind(evaluated.problems);
                Reply::Documents(Evaluated { problems, ..evaluated })
            }
            Request::Call { job, calls } => {
                if !calls.iter().all(|call| self.evaluator.holds(call.function.evaluation)) {
                    self.evaluator.evaluate(job, watch);
                }
                Reply::Called(calls.iter().map(|call| self.evaluator.call(call, watch)).collect())
            }
            Request::Render(job) => {
                // What is measured runs.
                let known = if job.is_profiled { KnownDocuments::default() } else { self.known.clone() };
                let rendered = render_with(job, watch, &self.programs, &known);
                Reply::Rendered(rendered.only_printed(job))
            }
        }
    }
}

impl Default for Runner {
    fn default() -> Self {
        Self::new()
    }
}
