//! What the server knows: the engine's world, the open documents, the client and its settings. Every change of the
//! world passes through here; it knows nothing of requests and of how problems are sent.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

use sayl_core::analysis::portions::Needed;
use sayl_core::analysis::{Analysis, AnalysisHost};
use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::diff::ChangesSince;
use sayl_core::ide::settings::EditorSettings;
use sayl_core::problem::Problem;
use sayl_core::render::request::{LaidOutSources, Reply, Request};
use sayl_core::text::FileId;
use sayl_core::values::fingerprint::Fingerprint;
use sayl_core::vfs::{ReadError, Vfs};
use sayl_core::workspace::{CONFIG_NAME, is_source};
use tower_lsp::ls_types::{Diagnostic, TextDocumentContentChangeEvent, TextDocumentItem, Uri};

use crate::disk::{Disk, configured_limit, nearest_config};
use crate::lsp::capabilities::ClientFeatures;
use crate::lsp::{from_proto, to_proto, uri};

mod neighbourhoods;

use neighbourhoods::Neighbourhoods;

/// A folder with more files than this is no project of a file that was opened by itself.
const MOST_FILES_AROUND: usize = 10_000;

/// The language of documents that are sayl's, whatever they hold.
const YTT: &str = "ytt";

/// Shared by the message loop, requests and background threads.
pub(crate) struct State {
    workspace: Mutex<WorkspaceState>,
    features: OnceLock<Arc<ClientFeatures>>,
    config: RwLock<Arc<EditorSettings>>,
    disk: Arc<EditorDisk>,
    neighbourhoods: Neighbourhoods,
}

/// What changes with every message about documents and files. Its lock is held for moments only.
struct WorkspaceState {
    host: AnalysisHost,
    folders: Arc<Vec<PathBuf>>,
    /// Folders that have been read whole.
    scanned: Vec<PathBuf>,
    documents: HashMap<Uri, FileId>,
    open: Arc<HashMap<FileId, OpenDocument>>,
}

impl WorkspaceState {
    /// Whether everything around a path is known.
    fn is_scanned(&self, path: &Path) -> bool {
        self.scanned.iter().any(|folder| path.starts_with(folder))
    }
}

/// A document that the editor has open.
#[derive(Clone, Debug)]
pub(crate) struct OpenDocument {
    /// Its URI as the editor spells it.
    pub(crate) uri: Uri,
    /// Its version as the editor counts.
    pub(crate) version: i32,
    /// Whether its text is so long that only the problem of its size is known.
    is_refused: bool,
}

/// A moment of the world, for one answer.
#[derive(Clone)]
pub(crate) struct Snapshot {
    pub(crate) analysis: Analysis,
    pub(crate) features: Arc<ClientFeatures>,
    pub(crate) config: Arc<EditorSettings>,
    open: Arc<HashMap<FileId, OpenDocument>>,
    folders: Arc<Vec<PathBuf>>,
    loading: Vec<FileId>,
}

impl Snapshot {
    /// The same for a request: what it asks of the engine ends when the request is cancelled.
    pub(crate) fn with_cancellation(self, cancel: &CancelToken) -> Self {
        Self { analysis: self.analysis.with_cancellation(cancel.clone()), ..self }
    }

    /// The document, if the editor has it open.
    pub(crate) fn open_document(&self, file: FileId) -> Option<&OpenDocument> {
        self.open.get(&file)
    }

    /// Whether the files around a document were not all read when this was taken: then too little is known of it.
    pub(crate) fn is_loading(&self, file: FileId) -> bool {
        self.loading.contains(&file)
    }

    /// Every open document.
    pub(crate) fn open_files(&self) -> impl Iterator<Item = FileId> {
        self.open.keys().copied()
    }

    /// The files whose problems people are told: open documents, those of the folders, and what depends on an open
    /// document outside of them. What else was read to understand them is somebody else's.
    pub(crate) fn reported(&self) -> BTreeSet<FileId> {
        let is_inside = |file| is_below(self.analysis.path(file), &self.folders);
        let inside = self.analysis.files().into_iter().filter(|file| is_inside(*file));
        let outside = self.open_files().filter(|file| !is_inside(*file));
        let dependents = outside.flat_map(|file| self.analysis.dependents(file));
        inside.chain(dependents).chain(self.open_files()).collect()
    }

    /// Problems of a file as the client is to see them.
    pub(crate) fn diagnostics(&self, file: FileId, problems: &[Problem]) -> Vec<Diagnostic> {
        to_proto::diagnostic::diagnostics(&self.diagnostic_context(), file, problems)
    }

    /// What turning problems into diagnostics needs.
    pub(crate) fn diagnostic_context(&self) -> to_proto::diagnostic::DiagnosticContext<'_> {
        to_proto::diagnostic::DiagnosticContext {
            analysis: &self.analysis,
            features: &self.features,
            config: &self.config,
            uri_of: Box::new(|file| self.uri_of(file)),
        }
    }

    /// The URI of a file, spelled as the editor does where it has it open.
    pub(crate) fn uri_of(&self, file: FileId) -> Option<Uri> {
        let open = self.open.get(&file).map(|document| document.uri.clone());
        open.or_else(|| to_proto::uri_of_path(&self.analysis, file))
    }
}

impl State {
    pub(crate) fn new() -> Self {
        let config = EditorSettings::default();
        let disk = Arc::new(EditorDisk::new(config.max_file_size));
        let mut host = AnalysisHost::new(disk.clone());
        host.set_evaluation_limits(config.evaluation_limits());
        let workspace = WorkspaceState {
            host,
            folders: Arc::default(),
            scanned: Vec::new(),
            documents: HashMap::new(),
            open: Arc::default(),
        };
        Self {
            workspace: Mutex::new(workspace),
            features: OnceLock::new(),
            config: RwLock::new(Arc::new(config)),
            disk,
            neighbourhoods: Neighbourhoods::default(),
        }
    }

    /// A request that panicked while it held the lock must not take all others with it.
    fn workspace(&self) -> MutexGuard<'_, WorkspaceState> {
        self.workspace.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set_features(&self, features: ClientFeatures) {
        if features.hover_markdown && features.completion.markdown {
            self.workspace().host.set_address_of(|path| Some(uri::uri_of(path)?.to_string()));
        }
        // The protocol layer lets only one `initialize` through.
        let _ = self.features.set(Arc::new(features));
    }

    pub(crate) fn features(&self) -> Arc<ClientFeatures> {
        self.features.get().cloned().unwrap_or_default()
    }

    pub(crate) fn config(&self) -> Arc<EditorSettings> {
        self.config.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes new settings; says whether they differ.
    pub(crate) fn set_config(&self, config: EditorSettings) -> bool {
        let mut current = self.config.write().unwrap_or_else(PoisonError::into_inner);
        let differs = **current != config;
        self.disk.set_default_limit(config.max_file_size);
        self.disk.set_trust(config.is_trusting);
        let (limits, all_yaml) = (config.evaluation_limits(), config.all_yaml);
        *current = Arc::new(config);
        drop(current);
        let mut workspace = self.workspace();
        workspace.host.set_evaluation_limits(limits);
        workspace.host.set_all_yaml(all_yaml);
        differs
    }

    pub(crate) fn disk(&self) -> Arc<dyn Vfs> {
        self.disk.clone()
    }

    /// The disk as somebody sees it who looks around a single file: a folder of very many files, such as a home, is no
    /// project, and of it only the files beside that one count.
    pub(crate) fn disk_around(&self, path: &Path) -> Disk {
        self.disk.at(path).with_at_most(MOST_FILES_AROUND)
    }

    pub(crate) fn neighbourhoods(&self) -> &Neighbourhoods {
        &self.neighbourhoods
    }

    pub(crate) fn folders(&self) -> Vec<PathBuf> {
        self.workspace().folders.to_vec()
    }

    /// Reads from the disk how large the files of the folders may be; says whether that differs.
    pub(crate) fn read_limits(&self) -> bool {
        self.disk.read_limits(&self.folders())
    }

    pub(crate) fn set_folders(&self, folders: Vec<PathBuf>) {
        self.disk.read_limits(&folders);
        let mut workspace = self.workspace();
        workspace.folders = Arc::new(folders.clone());
        workspace.scanned.retain(|scanned| folders.contains(scanned));
        workspace.host.set_folders(folders);
    }

    /// These folders have been read whole.
    pub(crate) fn set_scanned(&self, folders: &[PathBuf]) {
        let mut workspace = self.workspace();
        let still_ours = folders.iter().filter(|folder| workspace.folders.contains(folder)).cloned();
        let still_ours: Vec<PathBuf> = still_ours.collect();
        workspace.scanned.extend(still_ours);
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        let config = self.config();
        let features = self.features();
        let workspace = self.workspace();
        let loading = self.neighbourhoods.files();
        let (open, folders) = (workspace.open.clone(), workspace.folders.clone());
        Snapshot { analysis: workspace.host.analysis(), features, config, open, folders, loading }
    }

    /// The world for an answer that needs every file: once nothing is to be read any more.
    pub(crate) fn snapshot_of_all(&self, cancel: &CancelToken) -> Result<Snapshot, Cancelled> {
        self.neighbourhoods.wait_for_all(cancel)?;
        Ok(self.snapshot().with_cancellation(cancel))
    }

    /// Programs of the sources of something wanted, those left out whose files have other texts by now.
    pub(crate) fn laid_out(&self, request: &Request) -> LaidOutSources {
        let analysis = self.workspace().host.analysis();
        analysis.laid_out(request)
    }

    /// The file of a document, open or not.
    pub(crate) fn file(&self, uri: &Uri) -> Option<FileId> {
        let workspace = self.workspace();
        workspace.documents.get(uri).copied().or_else(|| workspace.host.analysis().file(&uri::path_of(uri)))
    }

    /// The path of a document of the disk that lies in no folder which was read whole.
    pub(crate) fn path_not_scanned(&self, file: FileId) -> Option<PathBuf> {
        let workspace = self.workspace();
        let path = workspace.host.analysis().path(file).to_path_buf();
        let is_on_disk = workspace.open.get(&file).is_none_or(|document| uri::is_file(&document.uri));
        (is_on_disk && !workspace.is_scanned(&path)).then_some(path)
    }

    /// Whether a file is one of the disk that lies in no folder of the client.
    pub(crate) fn is_outside(&self, file: FileId) -> bool {
        let folders = self.folders();
        let path = self.path_not_scanned(file);
        path.is_some_and(|path| !folders.iter().any(|folder| path.starts_with(folder)))
    }

    /// The editor opened a document. Where not everything around it is known, somebody must [read](Neighbourhoods) that.
    pub(crate) fn open(&self, document: &TextDocumentItem) -> Option<FileId> {
        let TextDocumentItem { uri, language_id, version, text } = document;
        let (path, version) = (uri::path_of(uri), *version);
        let limit = self.disk.limit_of(&path);
        let mut workspace = self.workspace();
        let size = text.len() as u64;
        let is_refused = size > limit;
        let file = if is_refused {
            workspace.host.load(vec![(path.clone(), Err(ReadError::TooLarge { size, limit }))]);
            workspace.host.analysis().file(&path)?
        } else {
            workspace.host.open(&path, text, version, language_id == YTT)
        };
        workspace.documents.insert(uri.clone(), file);
        Arc::make_mut(&mut workspace.open).insert(file, OpenDocument { uri: uri.clone(), version, is_refused });
        if uri::is_file(uri) && !workspace.is_scanned(&path) {
            self.neighbourhoods.begin(file);
        }
        Some(file)
    }

    /// The editor changed an open document. Costs what the changes touch.
    pub(crate) fn edit(&self, uri: &Uri, changes: Vec<TextDocumentContentChangeEvent>, version: i32) -> Option<FileId> {
        let encoding = self.features().encoding;
        let mut workspace = self.workspace();
        let file = workspace.documents.get(uri).copied()?;
        let document = Arc::make_mut(&mut workspace.open).get_mut(&file)?;
        document.version = version;
        if document.is_refused {
            return Some(file);
        }
        let edits = {
            let analysis = workspace.host.analysis();
            let Some(text) = analysis.open_text(file) else { return Some(file) };
            from_proto::edits(text, changes, encoding)
        };
        workspace.host.edit(file, &edits, version);
        Some(file)
    }

    /// The editor closed a document.
    pub(crate) fn close(&self, uri: &Uri) -> Option<FileId> {
        let mut workspace = self.workspace();
        let file = workspace.documents.remove(uri)?;
        let document = Arc::make_mut(&mut workspace.open).remove(&file)?;
        if !document.is_refused {
            workspace.host.close(file);
        }
        let path = uri::path_of(uri);
        if !uri::is_file(uri) || !is_ours(&path) {
            workspace.host.remove(&[path]);
        }
        Some(file)
    }

    /// Takes what came of an evaluation.
    pub(crate) fn add_reply(&self, name: Fingerprint, reply: Reply) {
        self.workspace().host.add_reply(name, reply);
    }

    /// Gives up what nobody needs of what was read and computed.
    pub(crate) fn give_up_all_but(&self, needed: &Needed) {
        self.workspace().host.give_up_all_but(needed);
    }

    /// Takes how schemas differ from those of revisions.
    pub(crate) fn set_changes(&self, changes: HashMap<FileId, Arc<ChangesSince>>) {
        self.workspace().host.set_changes(changes);
    }

    /// Takes files as they are on disk now; those that are gone are forgotten.
    pub(crate) fn load(&self, files: Vec<sayl_core::vfs::LoadedFile>) {
        let (gone, there): (Vec<_>, Vec<_>) =
            files.into_iter().partition(|(_, bytes)| matches!(bytes, Err(ReadError::NotFound)));
        let gone: Vec<PathBuf> = gone.into_iter().map(|(path, _)| path).collect();
        let mut workspace = self.workspace();
        workspace.host.load(there);
        workspace.host.remove(&gone);
    }

    /// Reads what must be known of files to find out which belong together, where they are too many to be held at once.
    pub(crate) fn read_in_portions(&self) {
        let analysis = self.snapshot().analysis;
        // Something may point into the nodes of those.
        let (portions, held) = (analysis.portions_to_read(), analysis.files_with_nodes());
        drop(analysis);
        if portions.len() == 1 {
            return;
        }
        for mut files in portions {
            let snapshot = self.snapshot();
            files.retain(|file| snapshot.open_document(*file).is_none() && !held.contains(file));
            for file in &files {
                snapshot.analysis.read(*file, |_| false);
            }
            drop(snapshot);
            self.workspace().host.give_up(&files);
        }
    }

    /// Takes files that are not known yet: what is known is at least as new.
    pub(crate) fn load_unknown(&self, mut files: Vec<sayl_core::vfs::LoadedFile>) {
        let mut workspace = self.workspace();
        let analysis = workspace.host.analysis();
        let is_read = |bytes: &_| matches!(bytes, Ok(_) | Err(ReadError::Outside));
        files.retain(|(path, bytes)| is_read(bytes) && analysis.file(path).is_none());
        if !files.is_empty() {
            workspace.host.load(files);
        }
    }

    /// The known files below a folder that the editor does not have open.
    pub(crate) fn known_below(&self, folder: &Path) -> Vec<PathBuf> {
        let workspace = self.workspace();
        let analysis = workspace.host.analysis();
        let files = analysis.files().into_iter().filter(|file| !workspace.open.contains_key(file));
        files.map(|file| analysis.path(file).to_path_buf()).filter(|path| path.starts_with(folder)).collect()
    }

    /// Forgets every file below these folders, open documents aside, unless another folder holds it.
    pub(crate) fn forget_below(&self, left: &[PathBuf]) {
        let mut workspace = self.workspace();
        let analysis = workspace.host.analysis();
        let gone: Vec<PathBuf> = analysis
            .files()
            .into_iter()
            .filter(|file| !workspace.open.contains_key(file))
            .map(|file| analysis.path(file).to_path_buf())
            .filter(|path| is_below(path, left) && !is_below(path, &workspace.folders))
            .collect();
        workspace.host.remove(&gone);
    }
}

/// Whether the workspace reads such a file of its own accord.
pub(crate) fn is_ours(path: &Path) -> bool {
    is_source(path) || is_config(path)
}

pub(crate) fn is_config(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == CONFIG_NAME)
}

fn is_below(path: &Path, folders: &[PathBuf]) -> bool {
    folders.iter().any(|folder| path.starts_with(folder))
}

/// The disk with limits and a trust that settings may move.
struct EditorDisk {
    limits: RwLock<FileSizeLimits>,
    is_trusting: AtomicBool,
}

/// How many bytes a file may have. What the `sayl.toml` of a folder has decided stays, as with severities: the project
/// knows better than the editor.
struct FileSizeLimits {
    /// What the editor says.
    default: u64,
    /// What the folders say.
    of_folders: Vec<(PathBuf, u64)>,
}

impl EditorDisk {
    fn new(default: u64) -> Self {
        let limits = FileSizeLimits { default, of_folders: Vec::new() };
        Self { limits: RwLock::new(limits), is_trusting: AtomicBool::new(false) }
    }

    fn set_trust(&self, is_trusting: bool) {
        self.is_trusting.store(is_trusting, Ordering::Relaxed);
    }

    fn set_default_limit(&self, limit: u64) {
        self.limits.write().unwrap_or_else(PoisonError::into_inner).default = limit;
    }

    fn read_limits(&self, folders: &[PathBuf]) -> bool {
        let configured = |folder: &PathBuf| Some((folder.clone(), configured_limit(&nearest_config(folder)?)?));
        let read: Vec<_> = folders.iter().filter_map(configured).collect();
        let mut limits = self.limits.write().unwrap_or_else(PoisonError::into_inner);
        let differs = limits.of_folders != read;
        limits.of_folders = read;
        differs
    }

    fn limit_of(&self, path: &Path) -> u64 {
        let limits = self.limits.read().unwrap_or_else(PoisonError::into_inner);
        let around = limits.of_folders.iter().filter(|(folder, _)| path.starts_with(folder));
        around.max_by_key(|(folder, _)| folder.as_os_str().len()).map_or(limits.default, |(_, limit)| *limit)
    }

    fn at(&self, path: &Path) -> Disk {
        let is_trusting = self.is_trusting.load(Ordering::Relaxed);
        Disk::discovering(self.limit_of(path)).with_trust(is_trusting)
    }
}

impl Vfs for EditorDisk {
    fn read(&self, path: &Path) -> Result<Arc<[u8]>, ReadError> {
        self.at(path).read(path)
    }

    fn files_below(&self, folder: &Path) -> Result<Vec<PathBuf>, ReadError> {
        self.at(folder).files_below(folder)
    }

    fn files_below_if_few(&self, folder: &Path, most: usize) -> Option<Vec<PathBuf>> {
        self.at(folder).files_below_if_few(folder, most)
    }

    fn is_common(&self, folder: &Path) -> bool {
        self.at(folder).is_common(folder)
    }

    fn is_inside(&self, path: &Path, folder: &Path) -> bool {
        self.at(folder).is_inside(path, folder)
    }

    fn is_trusted(&self, file: &Path) -> bool {
        self.at(file).is_trusted(file)
    }
}

#[cfg(test)]
mod tests {
    use sayl_core::analysis::portions::Group;

    use super::*;

    #[test]
    fn of_very_many_files_none_is_held_once_they_were_read() {
        let (state, comment) = (State::new(), "#! a line of a comment\n".repeat(3000));
        let of_bundle = |name: usize| {
            let file =
                |file: &str, text: String| (PathBuf::from(format!("/{name}/{file}.yml")), Ok(text.as_bytes().into()));
            let schema = file("schema", format!("{comment}#@data/values-schema\n---\na: 1\n"));
            [schema, file("values", "#@data/values\n---\nb: 1\n".to_owned())]
        };
        state.load((0..50).flat_map(of_bundle).collect());
        state.read_in_portions();
        let analysis = state.snapshot().analysis;
        let values = analysis.file(Path::new("/7/values.yml")).unwrap();
        assert!(matches!(analysis.group_of(values), Group::Bundle(_)));
        assert!(analysis.files_with_nodes().is_empty());
        assert_eq!(analysis.problems(values).len(), 1);
    }
}
