//! Ctrl-C: who interrupts a run finds an empty line before the prompt, not half a bar, and a run that goes on until then
//! ends with a status of its own.

#[cfg(unix)]
pub(crate) use unix::{clear_first, end_with};

/// Elsewhere the system ends the process.
#[cfg(not(unix))]
pub(crate) fn end_with(_: i32) {}

#[cfg(unix)]
mod unix {
    use std::sync::{Mutex, Once, PoisonError};

    use indicatif::ProgressBar;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// The bar that was shown last.
    static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);
    /// The status that an interruption ends the process with, where it is not the signal's own.
    static STATUS: Mutex<Option<i32>> = Mutex::new(None);

    /// From now on this bar is taken away before a signal ends the process, as it would have without.
    pub(crate) fn clear_first(bar: &ProgressBar) {
        *SHOWN.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.clone());
        listen();
    }

    /// From now on a signal ends the process with this status.
    pub(crate) fn end_with(status: i32) {
        *STATUS.lock().unwrap_or_else(PoisonError::into_inner) = Some(status);
        listen();
    }

    fn listen() {
        static START: Once = Once::new();
        START.call_once(|| {
            if let Ok(signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) {
                std::thread::spawn(move || wait(signals));
            }
        });
    }

    fn wait(mut signals: Signals) {
        for signal in signals.forever() {
            if let Some(bar) = SHOWN.lock().unwrap_or_else(PoisonError::into_inner).take() {
                bar.finish_and_clear();
            }
            if let Some(status) = *STATUS.lock().unwrap_or_else(PoisonError::into_inner) {
                std::process::exit(status);
            }
            let _ = emulate_default_handler(signal);
        }
    }
}
