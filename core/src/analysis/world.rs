//! All files in one version each, and how they belong together; and the same as one request sees it.

use std::collections::{BTreeSet, HashMap};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::code::{self, Code};
use super::memory::{Memory, lock};
use super::resources::Indexes;
use super::settled::{Question, Settled};
use super::source_file::{Kind, SourceFile, Text};
use crate::cancel::CancelToken;
use crate::problem;
use crate::template::job::{Limits, Options};
use crate::text::FileId;
use crate::values::print::Format;
use crate::vfs::ReadError;
use crate::workspace::config::{Config, Level};
use crate::workspace::{Bundle, CONFIG_NAME, GivenBundle, Layout, discovery, is_edge_mark};

/// The state that snapshots share. Cloning it copies one pointer for each file.
#[derive(Clone, Default)]
pub(super) struct WorldState {
    folders: Arc<BTreeSet<PathBuf>>,
    files: Vec<Arc<SourceFile>>,
    ids: Arc<FxHashMap<PathBuf, FileId>>,
    given: Option<Arc<GivenBundle>>,
    /// What template code may use; `None` while nobody evaluates it.
    pub(super) limits: Option<Limits>,
    /// Whether the syntax of YAML that is not sayl's is checked where no `sayl.toml` says otherwise.
    pub(super) checks_all_yaml: bool,
    /// How bad problems are, whatever the configuration says.
    severities: Arc<HashMap<problem::Code, Level>>,
    layout: Arc<OnceLock<Layout>>,
    last_stamp: u64,
    /// Counts the layouts.
    pub(super) layout_revision: u64,
    /// The OpenChoreo resources by name.
    pub(super) indexes: Arc<OnceLock<Indexes>>,
    /// Words of which a file holds one if the indexes need its resources; `None` if they need all.
    pub(super) index_words: Option<Arc<[SmolStr]>>,
    /// What was computed, for this version and those before.
    pub(super) memory: Arc<Memory>,
    /// What is known of this version.
    pub(super) settled: Arc<Settled>,
}

impl WorldState {
    pub(super) fn known(&self, path: &Path) -> Option<FileId> {
        self.ids.get(path).copied()
    }

    /// The id of a path, a new one if need be.
    pub(super) fn id(&mut self, path: &Path) -> FileId {
        if let Some(file) = self.known(path) {
            return file;
        }
        let file = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX - 1));
        let marked = self.given.as_ref().and_then(|given| given.marked(path));
        let kind = marked.map_or_else(|| Kind::of(path), |(name, marks)| Kind::of_marked(&name, marks));
        self.files.push(Arc::new(SourceFile::new(file, Arc::from(path), kind, 0, Text::Disk(None))));
        Arc::make_mut(&mut self.ids).insert(path.to_path_buf(), file);
        file
    }

    pub(super) fn file(&self, file: FileId) -> Option<&SourceFile> {
        self.files.get(file.0 as usize).map(|file| &**file)
    }

    /// The file in this version, to be held on to.
    pub(super) fn shared_file(&self, file: FileId) -> Option<&Arc<SourceFile>> {
        self.files.get(file.0 as usize)
    }

    pub(super) fn files(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter().map(|file| &**file)
    }

    pub(super) fn set_folders(&mut self, folders: Vec<PathBuf>) {
        let left: Vec<PathBuf> = self
            .files()
            .filter(|file| {
                let was_inside = self.folders.iter().any(|folder| file.path.starts_with(folder));
                was_inside && !folders.iter().any(|folder| file.path.starts_with(folder))
            })
            .map(|file| file.path.to_path_buf())
            .collect();
        for path in left {
            self.set_disk(&path, None);
        }
        self.folders = Arc::new(folders.into_iter().collect());
    }

    /// Whether exactly one bundle is checked, as ytt would.
    pub(super) fn is_given(&self) -> bool {
        self.given.is_some()
    }

    /// How ytt would be told to read the bundle that was given; its defaults where bundles are discovered.
    pub(super) fn options(&self) -> Options {
        self.given.as_ref().map(|given| given.options).unwrap_or_default()
    }

    /// How the output of the bundle that was given is printed; absent where nobody wants it.
    pub(super) fn print(&self) -> Option<Format> {
        self.given.as_ref().and_then(|given| given.print)
    }

    /// Whether it is measured what each line of the bundle that was given takes.
    pub(super) fn is_profiled(&self) -> bool {
        self.given.as_ref().is_some_and(|given| given.is_profiled)
    }

    /// Whether the bundle that was given is rendered even without templates: for its output, or because marks let files
    /// be something that nobody else looks at.
    pub(super) fn is_rendered(&self) -> bool {
        self.given.as_ref().is_some_and(|given| given.print.is_some() || !given.marks.is_empty())
    }

    pub(super) fn set_given(&mut self, bundle: GivenBundle) {
        self.given = Some(Arc::new(bundle));
        self.relayout();
    }

    /// The text on disk; an open document keeps its own, and a file that was read before and is the same its version.
    pub(super) fn set_disk(&mut self, path: &Path, bytes: Option<Result<Arc<[u8]>, ReadError>>) {
        let file = self.id(path);
        if !self.file(file).is_some_and(|file| file.is_open() || bytes.is_some() && file.is_on_disk(bytes.as_ref())) {
            self.set_text(file, Text::Disk(bytes));
        }
    }

    pub(super) fn set_severities(&mut self, severities: HashMap<problem::Code, Level>) {
        self.severities = Arc::new(severities);
        self.settled = Arc::default();
    }

    /// How bad the problems of a code are, if the configuration of their file or somebody else says so.
    pub(super) fn level(&self, config: Option<&Config>, code: problem::Code) -> Option<Level> {
        self.severities.get(&code).or_else(|| config?.severities.get(&code)).copied()
    }

    /// From now on template code is evaluated, within these limits.
    pub(super) fn set_limits(&mut self, limits: Limits) {
        if self.limits.replace(limits) != Some(limits) {
            self.memory = Arc::default();
            self.settled = Arc::default();
        }
    }

    /// What the template code of a file may use; `None` while nobody evaluates it.
    pub(super) fn limits_of(&self, file: &SourceFile) -> Option<Limits> {
        let config = self.config(&file.path).map(|config| config.evaluation);
        Some(config.unwrap_or_default().over(self.limits?))
    }

    /// The template code of a file.
    pub(super) fn code<'w>(&'w self, file: &'w SourceFile) -> &'w Code {
        file.code.get_or_init(|| code::of(file, &mut lock(&self.memory.file(file.id)).code))
    }

    /// Gives a file a new version. The layout stays if the file is in the new version what it was in the old.
    pub(super) fn set_text(&mut self, file: FileId, text: Text) {
        let Some(old) = self.files.get(file.0 as usize).cloned() else { return };
        self.last_stamp += 1;
        self.settled = Arc::default();
        let new = SourceFile::new(file, old.path.clone(), old.kind, self.last_stamp, text);
        // Facts of an open document are at hand; a file on disk need not be parsed while it is being loaded.
        let is_same = new.is_open()
            && old.is_open()
            && !new.is_config()
            && self.layout.get().is_some()
            && old.facts() == new.facts();
        let has_same_resources =
            is_same && (self.indexes.get().is_none() || self.outlines(&old) == self.outlines(&new));
        self.files[file.0 as usize] = Arc::new(new);
        if !has_same_resources {
            self.indexes = Arc::default();
            self.layout_revision += 1;
        }
        if !is_same {
            self.relayout();
        }
    }

    /// Gives up what the text of files gives again.
    pub(super) fn rest(&mut self, files: &[FileId]) {
        for file in files {
            self.forget(*file);
            if let Some(held) = self.files.get_mut(file.0 as usize) {
                *held = Arc::new(held.at_rest());
            }
        }
    }

    fn relayout(&mut self) {
        self.layout = Arc::default();
        self.settled = Arc::default();
        self.layout_revision += 1;
    }

    /// The layout, if anybody asked for it.
    pub(super) fn layout_if_known(&self) -> Option<&Layout> {
        self.layout.get()
    }

    /// The folders at which projects begin.
    pub(super) fn edges(&self) -> BTreeSet<PathBuf> {
        let is_edge = |file: &&SourceFile| file.config().is_some() || is_edge_mark(&file.path);
        let marks = self.files().filter(|file| file.exists()).filter(is_edge);
        marks.filter_map(|file| Some(file.path.parent()?.to_path_buf())).collect()
    }

    /// The configuration for a file: of the nearest `sayl.toml` above it; for a given bundle, of the only one.
    pub(super) fn config(&self, path: &Path) -> Option<&Config> {
        self.config_file(path)?.config()
    }

    /// The file that holds them.
    fn config_file(&self, path: &Path) -> Option<&SourceFile> {
        let has_config = |file: &&SourceFile| file.config().is_some();
        let in_folder = |folder: &Path| self.file(self.known(&folder.join(CONFIG_NAME))?).filter(has_config);
        let above = path.ancestors().skip(1).find_map(in_folder);
        above.or_else(|| self.given.as_ref().and_then(|_| self.files().find(has_config)))
    }

    /// The file whose settings hold for the schema of a bundle.
    pub(super) fn config_of_schema(&self, bundle: &Bundle) -> Option<&SourceFile> {
        let schema = bundle.schemas.iter().find_map(|file| self.file(*file))?;
        self.config_file(&schema.path)
    }

    /// Whether template code of a bundle may load what only the older editions have.
    pub(super) fn has_older_modules(&self, bundle: &Bundle) -> bool {
        let mut schemas = bundle.schemas.iter().filter_map(|file| self.file(*file));
        schemas.any(SourceFile::has_older_schema) || self.is_extended(bundle)
    }

    /// Whether annotations of the older editions take effect under the released header of a bundle's schema.
    pub(super) fn is_extended(&self, bundle: &Bundle) -> bool {
        self.config_of_schema(bundle).and_then(SourceFile::config).is_some_and(|config| config.extended_annotations)
    }
}

/// The state as one request sees it. What is read of it asks whether the request is still wanted.
#[derive(Clone)]
pub(super) struct World {
    state: Arc<WorldState>,
    cancel: CancelToken,
}

impl Deref for World {
    type Target = WorldState;

    fn deref(&self) -> &WorldState {
        &self.state
    }
}

impl World {
    pub(super) fn new(state: Arc<WorldState>, cancel: CancelToken) -> Self {
        Self { state, cancel }
    }

    /// The same for another request.
    pub(super) fn with_cancellation(&self, cancel: CancelToken) -> Self {
        Self { cancel, ..self.clone() }
    }

    /// For loops that read nothing.
    pub(super) fn cancel(&self) -> &CancelToken {
        &self.cancel
    }

    pub(super) fn file(&self, file: FileId) -> Option<&SourceFile> {
        self.cancel.unwind_if_cancelled();
        self.state.file(file)
    }

    pub(super) fn files(&self) -> impl Iterator<Item = &SourceFile> {
        self.state.files().inspect(|_| self.cancel.unwind_if_cancelled())
    }

    /// Whether the syntax of a file is checked although it is not sayl's. Templates of Helm are no YAML.
    pub(super) fn checks_syntax_of(&self, file: &SourceFile) -> bool {
        let said = self.config(&file.path).and_then(|config| config.all_yaml);
        said.unwrap_or(self.checks_all_yaml) && !self.layout().helm_templates.contains(&file.id)
    }

    /// A question about a bundle of this version, with what has been answered and requested by now.
    pub(super) fn question(&self, bundle: usize) -> Question {
        Question { bundle, revision: self.memory.evaluations.request_revision() }
    }

    pub(super) fn layout(&self) -> &Layout {
        self.layout.get_or_init(|| self.find_layout())
    }

    fn find_layout(&self) -> Layout {
        let there = self.files().filter(|file| file.exists() && !file.is_config() && !is_edge_mark(&file.path));
        let mut facts: Vec<_> = there.map(|file| file.facts().clone()).collect();
        facts.sort_by(|a, b| a.path.cmp(&b.path));
        if let Some(given) = &self.given {
            return discovery::given(&facts, given);
        }
        let mut configs: Vec<(&Path, &Config)> =
            self.files().filter_map(|file| Some((file.path.parent()?, file.config()?))).collect();
        configs.sort_by_key(|(folder, _)| *folder);
        discovery::discover(&facts, &configs, &self.edges())
    }
}
