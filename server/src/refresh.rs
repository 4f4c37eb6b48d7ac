//! Asks the client to ask again: for problems, hints, lenses and tokens that may be others now.

use tokio::runtime::Handle;

use crate::run::Services;

/// What a client may be asked to ask for again.
#[derive(Clone, Copy)]
enum Subject {
    Problems,
    Hints,
    Lenses,
    Tokens,
}

/// Files changed that others depend on, or more is known of them.
pub(crate) fn after_files(services: &Services, runtime: &Handle) {
    let (features, config) = (services.state.features(), services.state.config());
    let subjects = [
        (Subject::Problems, features.pulls_diagnostics && features.diagnostic_refresh),
        (Subject::Hints, features.beside.hint_refresh && config.wants_hints()),
        (Subject::Lenses, features.beside.lens_refresh && config.wants_lenses()),
    ];
    ask(services, runtime, &subjects);
}

/// Settings changed. Problems are looked at again by themselves.
pub(crate) fn after_settings(services: &Services, runtime: &Handle) {
    let features = &services.state.features().beside;
    let subjects = [
        (Subject::Tokens, features.token_refresh),
        (Subject::Hints, features.hint_refresh),
        (Subject::Lenses, features.lens_refresh),
    ];
    ask(services, runtime, &subjects);
}

fn ask(services: &Services, runtime: &Handle, subjects: &[(Subject, bool)]) {
    for (subject, _) in subjects.iter().copied().filter(|(_, is_wanted)| *is_wanted) {
        let client = services.client.clone();
        runtime.spawn(async move {
            // Nothing depends on the answer.
            let _ = match subject {
                Subject::Problems => client.workspace_diagnostic_refresh().await,
                Subject::Hints => client.inlay_hint_refresh().await,
                Subject::Lenses => client.code_lens_refresh().await,
                Subject::Tokens => client.semantic_tokens_refresh().await,
            };
        });
    }
}
