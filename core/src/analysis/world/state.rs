//! All files in one version each, and what is kept from version to version.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::super::evaluations::Evaluations;
use super::super::indexes::Indexes;
use super::super::kind::FileKind;
use super::super::source_file::{SourceFile, TextSource};
use super::super::subject::BundleId;
use super::cache::{Cache, VersionAnswers};
use crate::choreo::index::Index;
use crate::diff::ChangesSince;
use crate::kubernetes::index::DefinitionIndex;
use crate::memo::lock;
use crate::problem;
use crate::render::request::Reply;
use crate::template::job::Limits;
use crate::text::FileId;
use crate::values::fingerprint::Fingerprint;
use crate::vfs::ReadError;
use crate::workspace::config::Level;
use crate::workspace::{Bundle, CONFIG_NAME, GivenBundle, Layout, is_edge_mark};

/// The state that snapshots share. Cloning it copies one pointer for each file.
#[derive(Clone, Default)]
pub(in crate::analysis) struct WorldState {
    pub(super) folders: Arc<BTreeSet<PathBuf>>,
    pub(super) files: Vec<Arc<SourceFile>>,
    pub(super) ids: Arc<FxHashMap<PathBuf, FileId>>,
    pub(super) given: Option<Arc<GivenBundle>>,
    /// What template code may use; `None` while nobody evaluates it.
    pub(super) limits: Option<Limits>,
    /// Whether the syntax of YAML that is not sayl's is checked where no `sayl.toml` says otherwise.
    pub(super) checks_all_yaml: bool,
    /// What leads a reader of hovers to a file; `None` where nobody follows links.
    pub(super) address_of: Option<fn(&Path) -> Option<String>>,
    /// How bad problems are, whatever the configuration says.
    pub(super) severities: Arc<HashMap<problem::Code, Level>>,
    /// How schemas differ from those of a revision, as somebody has found out.
    pub(super) changes: Arc<HashMap<FileId, Arc<ChangesSince>>>,
    /// It stays while every file is to discovery what it was.
    pub(super) layout: Arc<OnceLock<LayoutState>>,
    pub(super) last_stamp: u64,
    /// Counts the layouts.
    pub(super) layout_revision: u64,
    /// The OpenChoreo resources by name. They stay while no file has others.
    pub(super) indexes: Arc<OnceLock<Arc<Indexes<Index>>>>,
    /// The definitions of resources by type. They stay while no file has others.
    pub(super) definitions: Arc<OnceLock<Arc<Indexes<DefinitionIndex>>>>,
    /// Words of which a file holds one if the indexes need its resources; `None` if they need all.
    pub(super) index_words: Option<Arc<[SmolStr]>>,
    /// What was computed, for this version and those before.
    pub(super) caches: Arc<SharedCaches>,
    /// What this version was told.
    pub(super) answers: Arc<VersionAnswers>,
}

/// What outlives versions.
#[derive(Default)]
pub(super) struct SharedCaches {
    pub(super) results: Cache,
    pub(super) evaluations: Evaluations,
    pub(super) bundles: Mutex<FxHashMap<BundleName, (BundleId, Arc<Bundle>)>>,
    /// The indexes as they were built last.
    pub(super) indexes: Mutex<Arc<Indexes<Index>>>,
    pub(super) definitions: Mutex<Arc<Indexes<DefinitionIndex>>>,
    /// Whose output people look at, with the values of which alternative, and how many replies there were when somebody
    /// asked last.
    watched: Mutex<FxHashMap<(BundleId, Option<FileId>), u64>>,
}

/// The root of a bundle, if it has one, its name, and its number among those that share both.
type BundleName = (Option<PathBuf>, String, usize);

/// So many replies later, whoever asked for an output and did not ask again does not look any more.
const PATIENCE: u64 = 64;

impl SharedCaches {
    /// Somebody looks at the output of a bundle.
    pub(super) fn watch(&self, bundle: BundleId, alternative: Option<FileId>) {
        lock(&self.watched).insert((bundle, alternative), self.evaluations.revision());
    }

    /// Whether people look at the output of a bundle: whatever it is, or with the values of this alternative.
    pub(super) fn is_watched(&self, bundle: BundleId, alternative: Option<FileId>) -> bool {
        let watched = lock(&self.watched);
        let holds = |revision: &u64| self.evaluations.revision() <= revision + PATIENCE;
        [None, alternative].iter().any(|it| watched.get(&(bundle, *it)).is_some_and(holds))
    }

    /// The bundle as it was known before, if it is the same.
    pub(super) fn known(&self, bundle: &Bundle) -> (BundleId, Arc<Bundle>) {
        let mut bundles = lock(&self.bundles);
        let next = BundleId(u32::try_from(bundles.len()).unwrap_or(u32::MAX));
        let name = (bundle.root.clone(), bundle.name.clone(), bundle.number);
        let (id, known) = bundles.entry(name).or_insert_with(|| (next, Arc::new(bundle.clone())));
        if **known != *bundle {
            *known = Arc::new(bundle.clone());
        }
        (*id, known.clone())
    }
}

/// How the files of a version belong together.
pub(super) struct LayoutState {
    pub(super) layout: Layout,
    /// The same bundles, with what names them in all versions.
    pub(super) bundles: Vec<(BundleId, Arc<Bundle>)>,
    pub(super) indexes: FxHashMap<BundleId, usize>,
}

impl WorldState {
    pub(in crate::analysis) fn known(&self, path: &Path) -> Option<FileId> {
        self.ids.get(path).copied()
    }

    /// The id of a path, a new one if need be.
    pub(in crate::analysis) fn id(&mut self, path: &Path) -> FileId {
        if let Some(file) = self.known(path) {
            return file;
        }
        let file = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX - 1));
        let marked = self.given.as_ref().and_then(|given| given.marked(path));
        let kind = marked.map_or_else(|| FileKind::of(path), |(name, marks)| FileKind::of_marked(&name, marks));
        self.files.push(Arc::new(SourceFile::new(file, Arc::from(path), kind, 0, TextSource::Disk(None))));
        Arc::make_mut(&mut self.ids).insert(path.to_path_buf(), file);
        file
    }

    pub(in crate::analysis) fn file(&self, file: FileId) -> Option<&SourceFile> {
        self.files.get(file.0 as usize).map(|file| &**file)
    }

    pub(in crate::analysis) fn files(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter().map(|file| &**file)
    }

    pub(in crate::analysis) fn set_folders(&mut self, folders: Vec<PathBuf>) {
        let left: Vec<PathBuf> = self
            .files()
            .filter(|file| {
                let was_inside = self.folders.iter().any(|folder| file.path.starts_with(folder));
                was_inside && !folders.iter().any(|folder| file.path.starts_with(folder))
            })
            .map(|file| file.path.to_path_buf())
            .collect();
        self.remove(&left);
        self.folders = Arc::new(folders.into_iter().collect());
    }

    pub(in crate::analysis) fn set_given(&mut self, bundle: GivenBundle) {
        self.given = Some(Arc::new(bundle));
        self.begin_anew();
    }

    /// For settings that results depend on and do not record.
    fn begin_anew(&mut self) {
        self.caches = Arc::default();
        self.relayout();
    }

    /// The text on disk; an open document keeps its own, and a file that was read before and is the same its version.
    pub(in crate::analysis) fn set_disk(&mut self, path: &Path, bytes: Option<Result<Arc<[u8]>, ReadError>>) {
        let file = self.id(path);
        if !self.file(file).is_some_and(|file| file.is_open() || bytes.is_some() && file.is_on_disk(bytes.as_ref())) {
            self.set_text(file, TextSource::Disk(bytes));
        }
    }

    /// Takes files away that are gone from disk, with all that was computed for them; open documents stay.
    pub(in crate::analysis) fn remove(&mut self, paths: &[PathBuf]) {
        for path in paths {
            self.set_disk(path, None);
        }
        let known = paths.iter().filter_map(|path| self.known(path));
        let gone = known.filter(|file| self.file(*file).is_some_and(|file| !file.exists())).collect();
        self.caches.results.forget_files(&gone);
    }

    pub(in crate::analysis) fn set_severities(&mut self, severities: HashMap<problem::Code, Level>) {
        self.severities = Arc::new(severities);
        self.answers = Arc::default();
    }

    /// Says how schemas differ from those of a revision.
    pub(in crate::analysis) fn set_changes(&mut self, changes: HashMap<FileId, Arc<ChangesSince>>) {
        self.changes = Arc::new(changes);
        self.answers = Arc::default();
    }

    /// From now on template code is evaluated, within these limits.
    pub(in crate::analysis) fn set_limits(&mut self, limits: Limits) {
        if self.limits.replace(limits) != Some(limits) {
            self.begin_anew();
        }
    }

    pub(in crate::analysis) fn set_all_yaml(&mut self, is_checked: bool) {
        self.checks_all_yaml = is_checked;
    }

    pub(in crate::analysis) fn set_address_of(&mut self, address_of: fn(&Path) -> Option<String>) {
        self.address_of = Some(address_of);
    }

    pub(in crate::analysis) fn set_index_words(&mut self, words: Option<Arc<[SmolStr]>>) {
        self.index_words = words;
    }

    pub(in crate::analysis) fn add_replies(&self, replies: impl IntoIterator<Item = (Fingerprint, Reply)>) {
        self.caches.evaluations.add_replies(replies);
    }

    /// Gives a file a new version. The layout stays if the file is in the new version what it was in the old.
    pub(in crate::analysis) fn set_text(&mut self, file: FileId, text: TextSource) {
        let Some(old) = self.files.get(file.0 as usize).cloned() else { return };
        self.last_stamp += 1;
        self.answers = Arc::default();
        let new = old.changed(self.last_stamp, text);
        // Facts of an open document are at hand; a file on disk need not be parsed while it is being loaded.
        let is_same = new.is_open()
            && old.is_open()
            && !new.is_config()
            && self.layout.get().is_some()
            && old.facts() == new.facts();
        let has_same_resources = is_same && (self.indexes.get().is_none() || old.summaries() == new.summaries());
        let has_same_definitions =
            is_same && (self.definitions.get().is_none() || old.definition_outlines() == new.definition_outlines());
        self.files[file.0 as usize] = Arc::new(new);
        if !has_same_definitions {
            self.definitions = Arc::default();
            self.layout_revision += 1;
        }
        if !has_same_resources {
            self.indexes = Arc::default();
            self.layout_revision += 1;
        }
        if !is_same {
            self.relayout();
        }
    }

    /// Gives up what the text of files gives again, and what was computed for them alone.
    pub(in crate::analysis) fn rest(&mut self, files: &[FileId]) {
        for file in files {
            self.last_stamp += 1;
            self.forget(*file);
            if let Some(held) = self.files.get_mut(file.0 as usize) {
                *held = Arc::new(held.at_rest(self.last_stamp));
            }
        }
        self.caches.results.forget_reading(&files.iter().copied().collect());
        self.answers = Arc::default();
    }

    fn forget(&self, file: FileId) {
        self.caches.results.forget_file(None, file);
        let Some(known) = self.layout.get() else { return };
        for (index, _) in known.layout.memberships(file) {
            self.caches.results.forget_file(Some(known.bundles[*index].0), file);
        }
    }

    /// Forgets what was computed for a bundle.
    pub(in crate::analysis) fn end_bundle(&mut self, index: usize) {
        if let Some((id, _)) = self.layout.get().and_then(|known| known.bundles.get(index)) {
            self.caches.results.forget_bundle(*id);
            self.answers = Arc::default();
        }
    }

    fn relayout(&mut self) {
        self.layout = Arc::default();
        self.answers = Arc::default();
        self.layout_revision += 1;
    }

    /// The folders at which projects begin.
    pub(super) fn edges(&self) -> BTreeSet<PathBuf> {
        let is_edge = |file: &&SourceFile| file.config().is_some() || is_edge_mark(&file.path);
        let marks = self.files().filter(|file| file.exists()).filter(is_edge);
        marks.filter_map(|file| Some(file.path.parent()?.to_path_buf())).collect()
    }

    /// The file with the configuration for a file: the nearest `sayl.toml` above it; for a given bundle, the only one.
    pub(super) fn config_file(&self, path: &Path) -> Option<&SourceFile> {
        self.config_of(path.parent().unwrap_or(path))
    }

    /// The same for the files of a folder.
    pub(super) fn config_of(&self, folder: &Path) -> Option<&SourceFile> {
        let has_config = |file: &&SourceFile| file.config().is_some();
        let in_folder = |folder: &Path| self.file(self.known(&folder.join(CONFIG_NAME))?).filter(has_config);
        let above = folder.ancestors().find_map(in_folder);
        above.or_else(|| self.given.as_ref().and_then(|_| self.files().find(has_config)))
    }
}
