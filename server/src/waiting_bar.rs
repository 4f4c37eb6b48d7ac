//! A progress bar for those who wait: on a terminal, once something takes over a second. Never in a log.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Nobody needs to be told of work that takes less.
const PATIENCE: Duration = Duration::from_secs(1);

static IS_SILENT: AtomicBool = AtomicBool::new(false);

/// From now on no bar is shown.
pub(crate) fn silence() {
    IS_SILENT.store(true, Ordering::Relaxed);
}

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
        if self.started.elapsed() > PATIENCE && !IS_SILENT.load(Ordering::Relaxed) {
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
        crate::interruption::clear_first(&bar);
        bar
    }
}

impl Drop for WaitingBar {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
