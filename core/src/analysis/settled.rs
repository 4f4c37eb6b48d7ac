//! Answers about the bundles of one version of the world, for whoever asks next.
//!
//! What `memory` keeps outlives versions, and is found by comparing the versions of all files of a bundle. A bundle is
//! asked about once for each of its files, so comparing every time would cost the square of it. What stands here goes
//! with the version, and counts until more requests are answered.

use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;

use super::bundle::{Compiled, Merged};
use super::memory::lock;
use super::rendering::Ready;
use crate::render::Rendered;

/// What is known of the bundles, by their index in the layout.
#[derive(Default)]
pub(super) struct Settled(Mutex<FxHashMap<usize, Answers>>);

/// What is known of a bundle.
#[derive(Default)]
pub(super) struct Answers {
    /// What had been answered and requested.
    revision: Revision,
    pub(super) compiled: Option<Arc<Compiled>>,
    pub(super) merged: Option<Arc<Merged>>,
    pub(super) ready: Option<Ready>,
    #[expect(clippy::option_option, reason = "that nothing is rendered is an answer, too")]
    pub(super) rendered: Option<Option<Arc<Rendered>>>,
    /// Whether its code may use libraries.
    pub(super) may_use_libraries: Option<bool>,
}

/// Counts replies, and requests that took the place of others.
type Revision = (u64, u64);

/// A bundle, and what has been answered and requested.
#[derive(Clone, Copy)]
pub(super) struct Question {
    pub(super) bundle: usize,
    pub(super) revision: Revision,
}

impl Settled {
    /// The answer that is known, else the one that `find` gives.
    pub(super) fn known<T: Clone>(
        &self,
        question: Question,
        kind: fn(&mut Answers) -> &mut Option<T>,
        find: impl FnOnce() -> T,
    ) -> T {
        if let Some(known) = self.of(question, |answers| kind(answers).clone()) {
            return known;
        }
        let found = find();
        self.of(question, |answers| *kind(answers) = Some(found.clone()));
        found
    }

    /// Nobody will ask about a bundle any more.
    pub(super) fn forget(&self, bundle: usize) {
        lock(&self.0).remove(&bundle);
    }

    fn of<R>(&self, Question { bundle, revision }: Question, act: impl FnOnce(&mut Answers) -> R) -> R {
        let mut bundles = lock(&self.0);
        let answers = bundles.entry(bundle).or_default();
        if answers.revision > revision {
            // Somebody asked with more at hand meanwhile.
            return act(&mut Answers::default());
        }
        if answers.revision < revision {
            *answers = Answers { revision, ..Answers::default() };
        }
        act(answers)
    }
}
