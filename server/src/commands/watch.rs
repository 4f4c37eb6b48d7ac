//! `sayl check --watch`: the check, and once more whenever files change.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use console::Term;
use notify::Event;
use sayl_core::workspace::CONFIG_NAME;

use super::check::check;
use crate::arguments::CheckArguments;
use crate::disk::Disk;
use crate::session::Session;
use crate::watched_folders::WatchedFolders;
use crate::{ExitStatus, UsageError, interruption, output};

/// For so long nothing changes before it is checked again: editors and git write in several steps.
const PAUSE: Duration = Duration::from_millis(100);

/// Checks until Ctrl-C, which ends the process with the status of the last check.
pub(crate) fn run(arguments: &CheckArguments, is_quiet: bool) -> Result<ExitStatus, UsageError> {
    if arguments.looked_at.named().any(|path| path.as_os_str() == "-") {
        return Err(UsageError("--watch reads files again, and standard input can be read once".to_owned()));
    }
    let (sender, events) = channel();
    let mut watched = WatchedFolders::new(sender).map_err(unwatched)?;
    loop {
        // What changes while it is checked is checked again.
        named_folders(arguments).into_iter().try_for_each(|folder| watched.add(&folder).map_err(unwatched))?;
        let (session, status) = check(arguments, is_quiet)?;
        interruption::end_with(status as i32);
        let mut known = session.analysis.known_paths().filter_map(Path::parent);
        known.try_for_each(|folder| watched.add(folder).map_err(unwatched))?;
        if !is_quiet {
            eprintln!("Watching for changes; Ctrl-C ends it");
        }
        wait(&events, |path| is_relevant(path, arguments, &session))?;
        let terminal = Term::stdout();
        if terminal.is_term() {
            let _ = terminal.clear_screen();
        }
    }
}

fn unwatched(error: notify::Error) -> UsageError {
    UsageError(format!("files cannot be watched: {error}"))
}

/// The folders in and below which files are named; of a file its own, for editors put another file in its place.
fn named_folders(arguments: &CheckArguments) -> Vec<PathBuf> {
    let looked_at = &arguments.looked_at;
    let disk = if looked_at.bundle.is_given() { Disk::given(0) } else { Disk::discovering(0) };
    let here = PathBuf::from(".");
    let mut named: Vec<&PathBuf> = looked_at.named().collect();
    if named.is_empty() {
        named.push(&here);
    }
    let folders = |path: &&PathBuf| match path.parent() {
        Some(folder) if !path.is_dir() && folder.as_os_str().is_empty() => vec![here.clone()],
        Some(folder) if !path.is_dir() => vec![folder.to_path_buf()],
        _ => disk.folders(path).collect(),
    };
    named.iter().flat_map(folders).collect()
}

/// Waits for a change, and then until there is none for a while.
fn wait(events: &Receiver<notify::Result<Event>>, is_relevant: impl Fn(&Path) -> bool) -> Result<(), UsageError> {
    let mut changed: Option<Instant> = None;
    loop {
        let event = match changed {
            None => events.recv().ok(),
            // What does not matter goes on and on, perhaps.
            Some(at) => match events.recv_timeout(PAUSE.saturating_sub(at.elapsed())) {
                Ok(event) => Some(event),
                Err(_) => return Ok(()),
            },
        };
        let event = event.ok_or_else(|| UsageError("files are not watched any more".to_owned()))?.map_err(unwatched)?;
        if event.need_rescan() || event.paths.iter().any(|path| is_relevant(path)) {
            changed = Some(Instant::now());
        }
    }
}

/// Whether the report may be another one after a change of a file: what it writes itself is none.
fn is_relevant(path: &Path, arguments: &CheckArguments, session: &Session) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let outputs = [&arguments.report.output_file, &arguments.baseline.write_baseline];
    let is_output = outputs.into_iter().flatten().any(|output| is_same(output, path));
    if is_output || name.starts_with(output::BESIDE) {
        return false;
    }
    let has_ending = [".yml", ".yaml", ".star", CONFIG_NAME, "ignore"].iter().any(|ending| name.ends_with(ending));
    // What was given may have any name, and what is gone may have been a folder.
    let is_given = arguments.looked_at.bundle.is_given();
    let may_be_folder = path.is_dir() || !name.contains('.') && !path.exists();
    has_ending || is_given || may_be_folder || session.analysis.known_paths().any(|known| is_same(known, path))
}

fn is_same(one: &Path, other: &Path) -> bool {
    one == other || one.canonicalize().is_ok_and(|one| one == other)
}
