//! Asks the client to ask again: for problems, hints, lenses and tokens that may be others now.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::client::Client;
use crate::state::State;

/// What a client may be asked to ask for again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum RefreshSubject {
    Problems,
    Hints,
    Lenses,
    Tokens,
}

/// What the client was asked and has not answered yet, and whether it is to be asked once more then: however much
/// happens meanwhile, that is once.
#[derive(Clone, Default)]
struct Unanswered(Arc<Mutex<HashMap<RefreshSubject, bool>>>);

impl Unanswered {
    /// Whether to ask now.
    fn begin(&self, subject: RefreshSubject) -> bool {
        match self.subjects().entry(subject) {
            Entry::Vacant(idle) => {
                idle.insert(false);
                true
            }
            Entry::Occupied(mut is_repeated) => {
                is_repeated.insert(true);
                false
            }
        }
    }

    /// The client has answered. Whether to ask once more.
    fn end(&self, subject: RefreshSubject) -> bool {
        let mut subjects = self.subjects();
        let once_more = subjects.remove(&subject).unwrap_or_default();
        if once_more {
            subjects.insert(subject, false);
        }
        once_more
    }

    fn subjects(&self) -> MutexGuard<'_, HashMap<RefreshSubject, bool>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Asks the client to ask again.
#[derive(Clone)]
pub(crate) struct Refresh {
    state: Arc<State>,
    client: Client,
    unanswered: Unanswered,
}

impl Refresh {
    pub(crate) fn new(state: Arc<State>, client: Client) -> Self {
        Self { state, client, unanswered: Unanswered::default() }
    }

    /// Files changed that others depend on, or more is known of them.
    pub(crate) fn after_files(&self) {
        let (features, config) = (self.state.features(), self.state.config());
        self.request(&[
            (RefreshSubject::Problems, features.pulls_diagnostics && features.diagnostic_refresh),
            (RefreshSubject::Hints, features.beside.hint_refresh && config.wants_hints()),
            (RefreshSubject::Lenses, features.beside.lens_refresh && config.wants_lenses()),
        ]);
    }

    /// Settings changed. Problems are looked at again by themselves.
    pub(crate) fn after_settings(&self) {
        let features = &self.state.features().beside;
        self.request(&[
            (RefreshSubject::Tokens, features.token_refresh),
            (RefreshSubject::Hints, features.hint_refresh),
            (RefreshSubject::Lenses, features.lens_refresh),
        ]);
    }

    fn request(&self, subjects: &[(RefreshSubject, bool)]) {
        for (subject, _) in subjects.iter().copied().filter(|(_, is_requested)| *is_requested) {
            if !self.unanswered.begin(subject) {
                continue;
            }
            let (unanswered, client) = (self.unanswered.clone(), self.client.requests().clone());
            self.client.spawn(async move {
                loop {
                    // That there is an answer counts, not what it says.
                    let _ = match subject {
                        RefreshSubject::Problems => client.workspace_diagnostic_refresh().await,
                        RefreshSubject::Hints => client.inlay_hint_refresh().await,
                        RefreshSubject::Lenses => client.code_lens_refresh().await,
                        RefreshSubject::Tokens => client.semantic_tokens_refresh().await,
                    };
                    if !unanswered.end(subject) {
                        return;
                    }
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_asked_already_is_asked_once_more_when_it_has_answered() {
        let unanswered = Unanswered::default();
        assert!(unanswered.begin(RefreshSubject::Hints));
        assert!(unanswered.begin(RefreshSubject::Lenses), "each subject is for itself");
        assert!(!unanswered.begin(RefreshSubject::Hints) && !unanswered.begin(RefreshSubject::Hints));
        assert!(unanswered.end(RefreshSubject::Hints), "something happened since");
        assert!(!unanswered.end(RefreshSubject::Hints) && !unanswered.end(RefreshSubject::Lenses));
        assert!(unanswered.begin(RefreshSubject::Hints));
    }
}
