//! A progress bar for those who wait: on a terminal, once something takes over a second. Never in a log.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Nobody needs to be told of work that takes less.
const PATIENCE: Duration = Duration::from_secs(1);

/// Counts steps and shows them once it takes long. Gone when dropped.
pub(crate) struct WaitingBar {
    started: Instant,
    done: AtomicU64,
    total: Option<u64>,
    action: &'static str,
    bar: OnceLock<ProgressBar>,
}

impl WaitingBar {
    /// Starts to count; `total` is the number of files if that is known.
    pub(crate) fn new(action: &'static str, total: Option<usize>) -> Self {
        let total = total.map(|total| total as u64);
        Self { started: Instant::now(), done: AtomicU64::new(0), total, action, bar: OnceLock::new() }
    }

    /// One more file is done.
    pub(crate) fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
        self.show();
    }

    /// Something goes on, so whoever waits is to see it.
    pub(crate) fn show(&self) {
        if self.started.elapsed() > PATIENCE {
            self.bar.get_or_init(|| self.start()).set_position(self.done.load(Ordering::Relaxed));
        }
    }

    /// The bar draws on standard error, and only where that is a terminal.
    fn start(&self) -> ProgressBar {
        let (bar, template) = match self.total {
            Some(total) => (ProgressBar::new(total), "{msg} {bar:30} {pos} of {len} files"),
            None => (ProgressBar::new_spinner(), "{msg} {pos} files"),
        };
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = bar.with_style(style).with_message(self.action);
        #[cfg(unix)]
        interruption::clear_first(&bar);
        bar
    }
}

/// Who interrupts a run (Ctrl-C) finds an empty line before the prompt, not half a bar.
#[cfg(unix)]
mod interruption {
    use std::sync::{Mutex, Once, PoisonError};

    use indicatif::ProgressBar;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// The bar that was shown last.
    static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

    /// From now on this bar is taken away before a signal ends the process, as it would have without.
    pub(super) fn clear_first(bar: &ProgressBar) {
        static START: Once = Once::new();
        *SHOWN.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.clone());
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
            let _ = emulate_default_handler(signal);
        }
    }
}

impl Drop for WaitingBar {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
