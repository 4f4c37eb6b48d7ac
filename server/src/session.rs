//! One headless run: what the command line names is loaded into the engine and asked. Prints nothing.
//!
//! # Design
//!
//! `main` reads the command line (`arguments`, `given`, `paths`) and hands over to `commands`, which has one file for
//! each command: `commands::{check, watch, inspect, convert, edit, merge, manual}`. `arguments::spelling` is the one
//! place that knows other ways to say a command; whatever is typed, the same command runs. `edit` is both `fmt` and
//! `fix`: new texts are laid over the disk and looked at again until nothing changes, and only then written. Results
//! go where `output` says, which replaces a file whole or not at all; a terminal sees a `waiting_bar`, and Ctrl-C is
//! `interruption`'s.
//!
//! A headless run (`session`) loads what the command line names, reads it on all processors, has documents with
//! template code evaluated, asks about every file, and evaluates what the answers still lacked, until nothing is
//! lacking. Where only a report is wanted, that goes in portions (`analysis::portions`, `session::driver`): of a file
//! that was read, what others ask about it stays (`SourceFile::at_rest`), and its nodes are made again, in the same
//! segments so that places stay true, when its portion is asked about; what was computed for a portion is given up before the next one. The files that a bundle is
//! built of stay until its last file has been asked about, for its schema and its values point into their nodes. So
//! nodes and values take the memory of a portion and of the largest bundle; texts, paths and what others ask, about a
//! kilobyte for a small file, stay; every test that draws a world compares it with the same world in portions of one
//! file. Files that were read only because they lie around are not reported on; few of them are parsed, for
//! `workspace::survey` tells from the text of most files what they are to discovery. Which files there are is `disk`'s
//! to say: those below the paths, all of them below what `-f` names, or exactly those of a list (`listed`,
//! `--files-from`); nobody else reads the disk, so a listed run is hermetic. `report` resolves places and sorts, its
//! files print. `baseline` takes out what is known; `merge` makes one report of several.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use sayl_core::analysis::{Analysis, AnalysisHost};
use sayl_core::cancel::CancelToken;
use sayl_core::template::job::LIBRARIES;
use sayl_core::text::FileId;
use sayl_core::values::print::PrintFormat;
use sayl_core::vfs::{LoadedFile, Vfs};
use sayl_core::workspace::load::{load, load_given};
use sayl_core::workspace::{CONFIG_NAME, GivenBundle, ValueFlag};

use crate::arguments::{BundleArguments, SessionArguments};
use crate::background::STACK;
use crate::disk::{DEFAULT_LIMIT, Disk, configured_limit, nearest_config};
use crate::listed::Listed;
use crate::paths::Paths;
use crate::report::counts::Counts;
use crate::report::{Details, Report};
use crate::waiting_bar::WaitingBar;
use crate::worker::pool::WorkerPool;
use crate::{UsageError, given};

mod driver;

use driver::EvaluationDriver;

/// What a run is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A report with these details, and nothing else: of very many files, only some are held in memory at a time.
    Report(Details),
    /// The same of a bundle of which no output is wanted, and further questions after it.
    Inspection(Details),
    /// Further questions, after a report without details.
    Questions,
}

impl Purpose {
    fn details(self) -> Details {
        match self {
            Self::Report(details) | Self::Inspection(details) => details,
            Self::Questions => Details::default(),
        }
    }
}

/// Loaded files and what can be asked of them.
pub(crate) struct Session {
    /// The engine, with everything evaluated that it was asked about last.
    pub(crate) analysis: Analysis,
    /// How files were spelt.
    pub(crate) paths: Paths,
    is_listed: bool,
    /// The files that were asked about.
    pub(crate) requested: Vec<FileId>,
}

impl Session {
    /// Loads what the command line names and asks about all of it.
    pub(crate) fn start(arguments: &SessionArguments, purpose: Purpose) -> Result<(Self, Report), UsageError> {
        start_workers(arguments.input.jobs)?;
        // All of it is done by workers: so nothing small waits for one of them to wake up.
        rayon::scope(|_| Self::load(arguments, purpose))
    }

    fn load(arguments: &SessionArguments, purpose: Purpose) -> Result<(Self, Report), UsageError> {
        let working_directory =
            std::env::current_dir().map_err(|error| UsageError(format!("the working directory: {error}")))?;
        let mut paths = Paths::new(working_directory);
        let is_given = arguments.bundle.is_given() || arguments.print.is_some();
        stdin_name(arguments)?;
        let listed = arguments.input.files_from.as_deref().map(|list| Listed::read(list, &mut paths)).transpose()?;
        let roots = roots(arguments, listed.as_ref(), &mut paths)?;
        let is_listed = listed.is_some();
        let disk = disk(arguments, is_given, listed, &mut paths)?;
        let pool = Arc::new(WorkerPool::default());
        let (mut host, flags) = if is_given {
            let is_output_wanted = arguments.print.is_some() || matches!(purpose, Purpose::Report(_));
            given_host((arguments, is_output_wanted), disk, &mut paths, &pool)?
        } else {
            (host(roots, disk, &pool), Vec::new())
        };
        host.set_severities(arguments.severities.iter().copied());
        let is_requested = |path: &Path| is_given || paths.is_given(path);
        let driver = EvaluationDriver::new(host, pool, purpose, &is_requested);
        let requested = files(&driver.analysis, &paths, is_given);
        let is_named = |file: &FileId| is_given || paths.is_given(driver.analysis.path(*file));
        let counts = Counts::of(&driver.analysis, driver.analysis.existing_files().into_iter().filter(is_named));
        let (analysis, report) = driver.report(&requested, &paths, &flags, counts);
        Ok((Self { analysis, paths, is_listed, requested }, report))
    }

    /// The files that were asked about, as they are printed.
    pub(crate) fn looked_at(&self) -> impl Iterator<Item = String> {
        let files = self.requested.iter().filter(|file| **file != FileId::NONE);
        files.map(|file| self.paths.shown(self.analysis.path(*file)))
    }

    /// Whether a file, as it is printed, would have been asked about if it were there. Of a list nobody knows.
    pub(crate) fn would_look_at(&self, shown: &str) -> bool {
        !self.is_listed && self.paths.is_given(&self.paths.absolute(Path::new(shown)))
    }
}

/// The files to ask about: those below the paths given. What is true of them does not depend on these paths.
fn files(analysis: &Analysis, paths: &Paths, is_given: bool) -> Vec<FileId> {
    analysis.files_among(|path| is_given || paths.is_given(path))
}

/// More threads than this do nothing but look for work in each other's hands.
const MOST_JOBS: usize = 256;

fn start_workers(jobs: Option<u16>) -> Result<(), UsageError> {
    static STARTED: OnceLock<Result<(), String>> = OnceLock::new();
    let mut builder = rayon::ThreadPoolBuilder::new().stack_size(STACK);
    if let Some(jobs) = jobs {
        builder = builder.num_threads(usize::from(jobs).min(MOST_JOBS));
    }
    let started = STARTED.get_or_init(|| builder.build_global().map_err(|error| error.to_string()));
    started.clone().map_err(|error| UsageError(format!("the workers do not start: {error}")))
}

/// The disk, with standard input laid over it where `-` is among the files.
fn disk(
    arguments: &SessionArguments,
    is_given: bool,
    listed: Option<Listed>,
    paths: &mut Paths,
) -> Result<Disk, UsageError> {
    let limit = size_limit(arguments, listed.as_ref(), paths);
    let mut disk = if is_given { Disk::given(limit) } else { Disk::discovering(limit) };
    if let Some(listed) = listed {
        disk = disk.with_only(listed.files);
    }
    if let Some(config) = &arguments.input.config {
        let alias = paths.absolute(config).with_file_name(CONFIG_NAME);
        paths.add_alias(&alias, config);
        disk = disk.with_config(paths.absolute(config), alias);
    }
    if let Some(name) = stdin_name(arguments)? {
        disk = disk.with_text(paths.absolute(&name), read_stdin(limit)?);
    }
    for (path, text) in &arguments.texts {
        disk = disk.with_text(path.clone(), text.clone().into_bytes());
    }
    for path in bundle_with_stdin_named(arguments)?.files {
        let Some((name, file)) = given::renamed(&path).map_err(UsageError)? else { continue };
        let renamed = paths.absolute(&given::folder_of_renamed(&file)).join(name);
        paths.add_alias(&renamed, &file);
        disk = disk.with_renamed(renamed, paths.absolute(&file));
    }
    Ok(disk)
}

fn given_host(
    (arguments, is_output_wanted): (&SessionArguments, bool),
    disk: Disk,
    paths: &mut Paths,
    pool: &Arc<WorkerPool>,
) -> Result<(AnalysisHost, Vec<ValueFlag>), UsageError> {
    let given = bundle_with_stdin_named(arguments)?;
    let environment: Vec<_> = std::env::vars_os().collect();
    let bundle = given::bundle(&given, &environment, paths, &disk).map_err(UsageError)?;
    // In a folder that is emptied no two files may have one name, which the output tells.
    let is_emptied = arguments.bundle.folders.dangerous_emptied_output_directory.is_some();
    let print = arguments.print.or(is_emptied.then_some(PrintFormat::Files));
    let bundle = GivenBundle { print, is_profiled: arguments.is_profiled, ..bundle };
    given::check_marks(&bundle, &disk, is_output_wanted).map_err(UsageError)?;
    let mut loaded = load_given(&disk, &bundle, &CancelToken::new()).unwrap_or_default();
    let folders = given.files.iter().filter(|path| given::is_link_to_folder(path)).cloned();
    let links: Vec<PathBuf> = disk.links().into_iter().chain(folders).collect();
    given::check_links(&given.links, &links).map_err(UsageError)?;
    loaded.extend(disk.take_closed());
    loaded.extend(disk.config_path().map(|path| (path.to_path_buf(), disk.read(path))));
    prepare(pool, &loaded);
    let mut host = AnalysisHost::new(Arc::new(disk));
    let flags = bundle.flags.clone();
    host.set_given_bundle(bundle);
    host.load(loaded);
    Ok((host, flags))
}

/// What the files of the bundle are called, in ytt's order; those of libraries are not told.
pub(crate) fn given_names(arguments: &SessionArguments) -> Result<Vec<String>, UsageError> {
    let working_directory =
        std::env::current_dir().map_err(|error| UsageError(format!("the working directory: {error}")))?;
    let mut paths = Paths::new(working_directory);
    let disk = disk(arguments, true, None, &mut paths)?;
    let given = bundle_with_stdin_named(arguments)?;
    let bundle = given::bundle(&given, &[], &mut paths, &disk).map_err(UsageError)?;
    given::check_marks(&bundle, &disk, false).map_err(UsageError)?;
    let mut names = Vec::new();
    for root in &bundle.files {
        let unlisted = |error| UsageError(format!("{}: {}", root.display(), given::describe(&error)));
        let mut files = disk.files_below(root).map_err(unlisted)?;
        files.sort_by_cached_key(|path| GivenBundle::unmarked(root, path));
        let own = files.iter().filter_map(|path| bundle.source(root, path)).map(|(name, _)| name.to_string());
        names.extend(own.filter(|name| !name.split('/').any(|part| part == LIBRARIES)));
    }
    Ok(names)
}

/// Where files are looked for: below the paths that were given; else among those listed, else below this folder.
struct Roots {
    /// What is asked about.
    requested: Vec<PathBuf>,
    /// Where what it depends on may be, besides.
    around: Vec<PathBuf>,
}

fn roots(arguments: &SessionArguments, listed: Option<&Listed>, paths: &mut Paths) -> Result<Roots, UsageError> {
    let named = with_stdin_named(&arguments.paths, arguments)?;
    let around: Vec<PathBuf> = listed.and_then(Listed::folder).into_iter().collect();
    let requested = match listed {
        Some(_) if named.is_empty() => around.iter().map(|folder| paths.add_folder(folder)).collect(),
        None if named.is_empty() => vec![paths.add(Path::new("."))],
        _ => named.iter().map(|path| paths.add(path)).collect(),
    };
    Ok(Roots { requested, around })
}

fn host(Roots { requested, around }: Roots, disk: Disk, pool: &Arc<WorkerPool>) -> AnalysisHost {
    let bar = WaitingBar::new("Reading", None);
    let places: Vec<PathBuf> = requested.iter().chain(&around).cloned().collect();
    let mut loaded = load(&disk, &places, &|_| bar.step(), &CancelToken::new()).unwrap_or_default();
    drop(bar);
    // Of folders around what is asked about, nobody has to be told.
    let is_requested = |path: &Path| requested.iter().any(|requested| path.starts_with(requested));
    loaded.extend(disk.take_closed().into_iter().filter(|(folder, _)| is_requested(folder)));
    if let Some(path) = disk.config_path().filter(|path| !loaded.iter().any(|(known, _)| known == path)) {
        loaded.push((path.to_path_buf(), disk.read(path)));
    }
    prepare(pool, &loaded);
    let mut host = AnalysisHost::new(Arc::new(disk));
    host.set_folders(requested);
    host.load(loaded);
    host
}

/// Starts a worker early if it looks as if there is code, which reading the files closely will show later. A process for
/// nothing would cost little, and one that starts only when it is needed is waited for.
fn prepare(pool: &WorkerPool, loaded: &[LoadedFile]) {
    let has_code = |text: &str| ["#@ ", "lambda"].iter().any(|sign| text.contains(sign));
    let is_code = |bytes: &Arc<[u8]>| std::str::from_utf8(bytes).is_ok_and(has_code);
    if loaded.iter().any(|(_, bytes)| bytes.as_ref().is_ok_and(is_code)) {
        pool.prepare();
    }
}

/// `max-file-size` of the configuration that is given; else of one in the list; else of the nearest one at or above the
/// working directory.
fn size_limit(arguments: &SessionArguments, listed: Option<&Listed>, paths: &Paths) -> u64 {
    let nearest = || nearest_config(paths.working_directory()).and_then(|path| configured_limit(&path));
    let limit = match (&arguments.input.config, listed) {
        (Some(path), _) => configured_limit(path),
        (None, Some(listed)) => listed.size_limit(),
        (None, None) => nearest(),
    };
    limit.unwrap_or(DEFAULT_LIMIT)
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What is left of a path of the bundle where `-` stands for standard input, as in `name=-`.
fn before_stdin(path: &Path) -> Option<&str> {
    path.to_str()?.strip_suffix('-').filter(|name| name.is_empty() || name.ends_with('='))
}

/// The paths, with `-` replaced by what standard input is called.
fn with_stdin_named(files: &[PathBuf], arguments: &SessionArguments) -> Result<Vec<PathBuf>, UsageError> {
    let name = stdin_name(arguments)?.unwrap_or_default();
    Ok(files.iter().map(|path| if is_stdin(path) { name.clone() } else { path.clone() }).collect())
}

/// The bundle's arguments, with `-` replaced by what standard input is called.
fn bundle_with_stdin_named(arguments: &SessionArguments) -> Result<BundleArguments, UsageError> {
    let mut bundle = arguments.bundle.clone();
    let Some(name) = stdin_name(arguments)? else { return Ok(bundle) };
    let files = bundle.files.iter_mut().chain(&mut bundle.data_values_files);
    for path in files {
        if let Some(before) = before_stdin(path) {
            *path = PathBuf::from(format!("{before}{}", name.display()));
        }
    }
    for pair in &mut bundle.data_value_file {
        if let Some(key) = pair.strip_suffix("=-") {
            *pair = format!("{key}={}", name.display());
        }
    }
    Ok(bundle)
}

/// How often the flags of a bundle name standard input.
fn stdin_flags(BundleArguments { files, data_values_files, data_value_file, .. }: &BundleArguments) -> usize {
    let files = files.iter().chain(data_values_files).filter(|path| before_stdin(path).is_some());
    files.count() + data_value_file.iter().filter(|pair| pair.ends_with("=-")).count()
}

/// What standard input is called, if it is among the files.
fn stdin_name(arguments: &SessionArguments) -> Result<Option<PathBuf>, UsageError> {
    let flags = stdin_flags(&arguments.bundle);
    if flags > 1 {
        return Err(UsageError(format!("`-` is given {flags} times, and standard input can be read once")));
    }
    let is_named = flags > 0 || arguments.paths.iter().any(|path| is_stdin(path));
    if is_named && arguments.input.files_from.as_deref().is_some_and(is_stdin) {
        return Err(UsageError("standard input is either a document or the list of --files-from".to_owned()));
    }
    match &arguments.input.stdin_filename {
        Some(_) if !is_named => Err(UsageError("--stdin-filename names `-`, which is not among the files".to_owned())),
        Some(name) => Ok(Some(name.clone())),
        None => Ok(is_named.then(|| PathBuf::from("stdin.yml"))),
    }
}

/// Reads one byte more than the limit, so that a text over it is refused without being read to its end.
fn read_stdin(limit: u64) -> Result<Vec<u8>, UsageError> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|error| UsageError(format!("standard input: {error}")))?;
    Ok(bytes)
}
