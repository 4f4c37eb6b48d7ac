//! All files in one version each, and how they belong together, as one request or computation sees it.
//!
//! Nothing is read of a [`World`] but through its methods, which record what a computation reads (`cache`). Settings of
//! the host are not recorded: whoever changes one of those that results depend on begins with an empty cache.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use indexmap::IndexMap;

use super::evaluations::{CallName, Jobs, PlannedRender, Requester};
use super::indexes::Indexes;
use super::subject::{BundleId, Subject};
use crate::cancel::CancelToken;
use crate::choreo::index::Index;
use crate::diff::ChangesSince;
use crate::document::TextDocument;
use crate::kubernetes::index::DefinitionIndex;
use crate::memo::lock;
use crate::problem;
use crate::render::Rendered;
use crate::render::request::{Reply, Request};
use crate::template::contents::Contents;
use crate::values::ValueKind;

use crate::template::function::{Call, CallContext, ContextUse, Failure};
use crate::template::job::{Evaluated, Job, Limits, Options, YttVersion};
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::fingerprint::Fingerprint;
use crate::values::print::PrintFormat;
use crate::workspace::config::{Config, Level};
use crate::workspace::{Bundle, BundleRole, FileFacts, Layout, discovery, is_edge_mark};
use cache::Reads;
use input::{Input, folder_of};
use state::LayoutState;

mod cache;
mod file;
mod input;
mod state;

pub(super) use cache::{Dependencies, IsSame, Query, RecordedInputs};
pub(super) use file::File;
pub(super) use state::WorldState;

/// The state as one request sees it. What is read of it asks whether the request is still wanted, and is recorded
/// where it is read by a computation.
#[derive(Clone)]
pub(super) struct World {
    state: Arc<WorldState>,
    cancel: CancelToken,
    recorder: Option<Arc<DependencyRecorder>>,
}

/// Notes what one computation reads.
struct DependencyRecorder {
    reads: Mutex<Reads>,
    /// How many replies there were when it began.
    revision: u64,
}

impl World {
    pub(super) fn new(state: Arc<WorldState>, cancel: CancelToken) -> Self {
        Self { state, cancel, recorder: None }
    }

    /// The same for another request.
    pub(super) fn with_cancellation(&self, cancel: CancelToken) -> Self {
        Self { cancel, ..self.clone() }
    }

    /// The same for a computation, or for an answer whose inputs are kept.
    pub(super) fn recording(&self) -> Self {
        let recorder =
            DependencyRecorder { reads: Mutex::default(), revision: self.state.caches.evaluations.revision() };
        Self { recorder: Some(Arc::new(recorder)), ..self.clone() }
    }

    fn into_reads(self) -> Reads {
        self.recorder.map(|recorder| std::mem::take(&mut *lock(&recorder.reads))).unwrap_or_default()
    }

    fn record(&self, note: impl FnOnce(&mut Reads)) {
        if let Some(recorder) = &self.recorder {
            note(&mut lock(&recorder.reads));
        }
    }

    /// Notes that an input is read.
    fn record_input(&self, input: impl FnOnce() -> Input) {
        if let Some(recorder) = &self.recorder {
            let input = input();
            let is_new = !lock(&recorder.reads).has_input(&input);
            if is_new {
                let value = self.unrecorded().input_value(&input);
                self.record(|reads| reads.add_input(input, value));
            }
        }
    }

    fn unrecorded(&self) -> Self {
        Self { recorder: None, ..self.clone() }
    }

    /// For loops that read nothing.
    pub(super) fn cancel(&self) -> &CancelToken {
        &self.cancel
    }

    pub(super) fn file(&self, file: FileId) -> Option<File<'_>> {
        self.cancel.unwind_if_cancelled();
        self.state.files.get(file.0 as usize).map(|source| File::new(self, source))
    }

    /// The file at a path.
    pub(super) fn known(&self, path: &Path) -> Option<FileId> {
        self.record_input(|| Input::FileAt(path.to_path_buf()));
        self.state.known(path)
    }

    pub(super) fn files(&self) -> impl Iterator<Item = File<'_>> {
        self.record_input(|| Input::Files);
        self.state.files.iter().inspect(|_| self.cancel.unwind_if_cancelled()).map(|source| File::new(self, source))
    }

    /// What template code may use where no configuration says otherwise; `None` while nobody evaluates it.
    pub(super) fn limits(&self) -> Option<Limits> {
        self.state.limits
    }

    /// Whether exactly one bundle is checked, as ytt would.
    pub(super) fn is_given(&self) -> bool {
        self.state.given.is_some()
    }

    /// How ytt would be told to read the bundle that was given; its defaults where bundles are discovered.
    pub(super) fn options(&self) -> Options {
        self.state.given.as_ref().map(|given| given.options).unwrap_or_default()
    }

    /// How the output of the bundle that was given is printed; absent where nobody wants it.
    pub(super) fn print(&self) -> Option<PrintFormat> {
        self.state.given.as_ref().and_then(|given| given.print)
    }

    /// Whether it is measured what each line of the bundle that was given takes.
    pub(super) fn is_profiled(&self) -> bool {
        self.state.given.as_ref().is_some_and(|given| given.is_profiled)
    }

    /// Whether the bundle that was given is rendered even without templates: for its output, or because marks let files
    /// be something that nobody else looks at.
    pub(super) fn is_rendered(&self) -> bool {
        self.state.given.as_ref().is_some_and(|given| given.print.is_some() || !given.marks.is_empty())
    }

    /// Whether the index has to know what a file holds.
    pub(super) fn index_needs(&self, file: File<'_>) -> bool {
        self.state.index_words.as_ref().is_none_or(|words| file.may_hold_scalar(words))
    }

    /// How bad the problems of a code are, if the configuration of their file or somebody else says so.
    pub(super) fn level(&self, config: Option<&Config>, code: problem::Code) -> Option<Level> {
        self.state.severities.get(&code).or_else(|| config?.severities.get(&code)).copied()
    }

    /// Whether a code may have a level.
    pub(super) fn has_levels(&self, config: Option<&Config>) -> bool {
        !self.state.severities.is_empty() || config.is_some_and(|config| !config.severities.is_empty())
    }

    /// The configuration for a file.
    pub(super) fn config(&self, path: &Path) -> Option<&Config> {
        self.record_input(|| Input::Config(folder_of(path)));
        self.state.config_file(path)?.config()
    }

    /// How the schemas of a file differ from those of a revision, if that was found out.
    pub(super) fn changes(&self, file: FileId) -> Option<Arc<ChangesSince>> {
        self.record_input(|| Input::Changes(file));
        self.state.changes.get(&file).cloned()
    }

    /// What the template code of a file may use; `None` while nobody evaluates it.
    pub(super) fn limits_of(&self, file: File<'_>) -> Option<Limits> {
        let config = self.config(file.path).map(|config| config.evaluation);
        Some(config.unwrap_or_default().over(self.state.limits?))
    }

    /// Whether template code of a bundle may load what only the older editions have.
    pub(super) fn has_older_modules(&self, bundle: &Bundle) -> bool {
        let mut schemas = bundle.schemas.iter().filter_map(|file| self.file(*file));
        schemas.any(File::has_older_schema) || self.is_extended(bundle)
    }

    /// Whether annotations of the older editions take effect under the released header of a bundle's schema.
    pub(super) fn is_extended(&self, bundle: &Bundle) -> bool {
        let schema = bundle.schemas.iter().find_map(|file| self.file(*file));
        schema.and_then(|schema| self.config(schema.path)).is_some_and(|config| config.extended_annotations)
    }

    /// What leads a reader to a file.
    pub(super) fn address(&self, file: File<'_>) -> Option<String> {
        self.state.address_of?(file.path)
    }

    /// The release of ytt that the files of a bundle are read as, where that is said.
    pub(super) fn ytt_of(&self, bundle: &Bundle) -> Option<YttVersion> {
        let first = self.file(bundle.sources.first()?.file)?;
        self.config(first.path)?.ytt
    }

    /// Whether the syntax of a file is checked although it is not sayl's. Templates of Helm are no YAML.
    pub(super) fn checks_syntax_of(&self, file: File<'_>) -> bool {
        let configured = self.config(file.path).and_then(|config| config.all_yaml);
        configured.unwrap_or(self.state.checks_all_yaml) && !self.is_helm_template(file.id)
    }
}

/// What belongs together.
impl World {
    /// All of it.
    pub(super) fn layout(&self) -> &Layout {
        self.record_input(|| Input::Layout);
        &self.layout_state().layout
    }

    /// Changes whenever files may have changed their bundles.
    pub(super) fn layout_revision(&self) -> u64 {
        self.state.layout_revision
    }

    /// A bundle by its index in this version.
    pub(super) fn bundle(&self, index: usize) -> &Bundle {
        let (id, bundle) = &self.layout_state().bundles[index];
        self.record(|reads| reads.add_bundle(*id, bundle));
        bundle
    }

    /// What names a bundle in all versions.
    pub(super) fn bundle_id(&self, index: usize) -> BundleId {
        self.layout_state().bundles[index].0
    }

    /// The index that a bundle has in this version.
    pub(super) fn index_of(&self, bundle: BundleId) -> Option<usize> {
        self.layout_state().indexes.get(&bundle).copied()
    }

    fn shared_bundle(&self, bundle: BundleId) -> Option<&Arc<Bundle>> {
        self.layout_state().bundles.get(self.index_of(bundle)?).map(|(_, bundle)| bundle)
    }

    /// The bundles that a file takes part in, by their indexes.
    pub(super) fn memberships(&self, file: FileId) -> &[(usize, BundleRole)] {
        self.record_input(|| Input::Memberships(file));
        self.layout_state().layout.memberships(file)
    }

    /// The bundles whose template code may load or read a file, by their indexes.
    pub(super) fn readers(&self, file: FileId) -> &[usize] {
        self.record_input(|| Input::Readers(file));
        self.layout_state().layout.readers(file)
    }

    /// The bundles that could govern a file, by their indexes, where several could.
    pub(super) fn candidates(&self, file: FileId) -> Option<&[usize]> {
        self.record_input(|| Input::Candidates(file));
        self.layout_state().layout.ambiguous.get(&file).map(Vec::as_slice)
    }

    /// Why no bundle governs a values file, for people.
    pub(super) fn unattached(&self, file: FileId) -> Option<&str> {
        self.record_input(|| Input::Unattached(file));
        self.layout_state().layout.unattached.get(&file).map(String::as_str)
    }

    /// The bundles that a plain file in a folder could belong to, by their indexes.
    pub(super) fn nearest(&self, folder: &Path) -> Option<&[usize]> {
        self.record_input(|| Input::Nearest(folder.to_path_buf()));
        self.layout_state().layout.nearest.get(folder).map(Vec::as_slice)
    }

    pub(super) fn is_helm_template(&self, file: FileId) -> bool {
        self.record_input(|| Input::IsHelmTemplate(file));
        self.layout_state().layout.helm_templates.contains(&file)
    }

    /// Whether a file is a patch of Kustomize.
    pub(super) fn is_patch(&self, file: FileId) -> bool {
        self.record_input(|| Input::IsPatch(file));
        self.layout_state().layout.patches.contains(&file)
    }

    fn layout_state(&self) -> &LayoutState {
        self.state.layout.get_or_init(|| {
            let layout = self.unrecorded().find_layout();
            let bundles: Vec<_> = layout.bundles.iter().map(|bundle| self.state.caches.known(bundle)).collect();
            let indexes = bundles.iter().enumerate().map(|(index, (id, _))| (*id, index)).collect();
            LayoutState { layout, bundles, indexes }
        })
    }

    fn find_layout(&self) -> Layout {
        let there = self.files().filter(|file| file.exists() && !file.is_config() && !is_edge_mark(file.path));
        let mut facts: Vec<_> = there.map(|file| FileFacts::clone(file.facts())).collect();
        facts.sort_by(|a, b| a.path.cmp(&b.path));
        if let Some(given) = &self.state.given {
            return discovery::given(&facts, given);
        }
        let mut configs: Vec<(&Path, &Config)> =
            self.state.files().filter_map(|file| Some((file.path.parent()?, file.config()?))).collect();
        configs.sort_by_key(|(folder, _)| *folder);
        discovery::discover(&facts, &configs, &self.state.edges())
    }

    /// The index of the resources of the project that a path belongs to.
    pub(super) fn resource_index(&self, path: &Path) -> &Arc<Index> {
        self.record_input(|| Input::Resources(folder_of(path)));
        self.indexes().of(path)
    }

    fn indexes(&self) -> &Indexes<Index> {
        self.state.indexes.get_or_init(|| {
            let world = self.unrecorded();
            let files = world.indexed_files();
            let files = files.into_iter().filter(|file| world.index_needs(*file));
            let add = |index: &mut Index, file: File<'_>| index.add_file(file.id, file.summaries());
            let indexes = Indexes::new(self.state.edges(), files.map(|file| (&**file.path, file)), add);
            keep_same(&self.state.caches.indexes, indexes)
        })
    }

    /// The index of the definitions of the project that a path belongs to.
    pub(super) fn definition_index(&self, path: &Path) -> &Arc<DefinitionIndex> {
        self.record_input(|| Input::Definitions(folder_of(path)));
        self.definition_indexes().of(path)
    }

    fn definition_indexes(&self) -> &Indexes<DefinitionIndex> {
        self.state.definitions.get_or_init(|| {
            let world = self.unrecorded();
            let named = world.named_schemas();
            let add = |index: &mut DefinitionIndex, (file, is_named): (File<'_>, bool)| {
                index.add_file(file.id, file.definition_outlines());
                if is_named && let Some(open_api) = file.open_api() {
                    index.add_open_api(file.id, open_api.types());
                }
            };
            let is_enabled = |path: &Path| world.config(path).is_none_or(|config| config.kubernetes.is_enabled);
            let mut files = Vec::new();
            for file in world.indexed_files() {
                let naming =
                    named.iter().filter(|(_, schemas)| file.path.starts_with(schemas)).map(|(config, _)| config);
                let mut places: Vec<(&Path, bool)> = naming.map(|config| (&**config, true)).collect();
                if places.is_empty() {
                    places.push((&**file.path, false));
                }
                let places = places.into_iter().filter(|(path, _)| is_enabled(path));
                files.extend(places.map(|(path, is_named)| (path, (file, is_named))));
            }
            let indexes = Indexes::new(self.state.edges(), files.into_iter(), add);
            keep_same(&self.state.caches.definitions, indexes)
        })
    }

    /// The files and folders that settings name for their schemas, each with the settings.
    fn named_schemas(&self) -> Vec<(Arc<Path>, PathBuf)> {
        let configs = self.files().filter(|file| file.is_config() && file.exists());
        let named = configs.flat_map(|file| {
            let schemas = file.config().map(|config| config.kubernetes.schemas.as_slice()).unwrap_or_default();
            let folder = file.path.parent().unwrap_or(file.path).to_path_buf();
            schemas.iter().map(move |(path, _)| (file.path.clone(), discovery::normalized(&folder.join(path))))
        });
        named.collect()
    }

    /// The files whose resources count, in path order.
    fn indexed_files(&self) -> Vec<File<'_>> {
        let Layout { helm_templates, patches, .. } = self.layout();
        let is_none = |file: File<'_>| helm_templates.contains(&file.id) || patches.contains(&file.id);
        let mut files: Vec<File<'_>> = self.files().filter(|file| file.exists() && !is_none(*file)).collect();
        files.sort_by(|a, b| a.path.cmp(b.path));
        files
    }
}

/// What problems ask.
impl World {
    /// Values given as flags play their part without a file.
    pub(super) fn parts_of(&self, file: FileId) -> Vec<(usize, BundleRole)> {
        if file != FileId::NONE {
            return self.memberships(file).to_vec();
        }
        let with_flags = self.layout().bundles.iter().enumerate().filter(|(_, bundle)| !bundle.flags.is_empty());
        with_flags.map(|(index, _)| (index, BundleRole::Member)).collect()
    }

    /// The bundles whose template code may be wrong in a file. Flags may be meant for libraries.
    pub(super) fn readers_of(&self, file: FileId) -> Vec<usize> {
        match file {
            FileId::NONE => self.parts_of(file).into_iter().map(|(index, _)| index).collect(),
            _ => self.readers(file).to_vec(),
        }
    }

    /// Whether the problems of a file may be others once what is pending is answered.
    pub(super) fn is_waiting_for(&self, file: FileId) -> bool {
        self.bundles_around(file).into_iter().any(|index| self.is_waiting(index, file))
    }

    /// The bundles that a file is part of, or whose template code may be wrong in it.
    pub(super) fn bundles_around(&self, file: FileId) -> Vec<usize> {
        let parts = self.parts_of(file).into_iter().map(|(index, _)| index);
        let mut bundles: Vec<usize> = parts.chain(self.readers_of(file)).collect();
        bundles.sort_unstable();
        bundles.dedup();
        bundles
    }

    /// A place in the text of this version; `None` if its segment is gone.
    pub(super) fn absolute(&self, place: Place) -> Option<Place> {
        if place.file == FileId::NONE {
            return Some(place);
        }
        let file = self.file(place.file)?;
        match file.segments_at_rest() {
            Some(segments) => Some(within(place.file, segments.resolve(place)?, segments.length())),
            None => Self::absolute_in(file.document(), place),
        }
    }

    /// The same for a place whose file has this text, if any.
    pub(super) fn absolute_in(document: Option<&TextDocument>, place: Place) -> Option<Place> {
        let Some(document) = document else { return Some(Place::absolute(place.file, place.range)) };
        let range = document.resolve(place)?;
        Some(within(place.file, range, TextSize::try_from(document.len()).unwrap_or(range.end())))
    }
}

/// A place in a text of that many bytes. What an evaluation of an older text said may lie beyond the end of this one, until
/// it is evaluated anew.
fn within(file: FileId, range: TextRange, length: TextSize) -> Place {
    let whole = TextRange::up_to(length);
    Place::absolute(file, range.intersect(whole).unwrap_or(TextRange::empty(whole.end())))
}

/// What evaluations gave. What is missing is requested, and the result that lacks it is computed again.
impl World {
    /// What evaluating a job gave.
    pub(super) fn documents(&self, requester: Requester, job: &Arc<Job>, name: Fingerprint) -> Option<Arc<Evaluated>> {
        self.or_missing(self.state.caches.evaluations.documents(requester, job, name))
    }

    /// What rendering gave.
    pub(super) fn output(
        &self,
        requester: Requester,
        job: Arc<dyn PlannedRender>,
        name: Fingerprint,
    ) -> Option<Arc<Rendered>> {
        self.or_missing(self.state.caches.evaluations.rendered(requester, job, name))
    }

    /// Forgets what rendering gave.
    pub(super) fn forget_output(&self, name: &Fingerprint) {
        self.state.caches.evaluations.forget_rendered(name);
    }

    /// Somebody looks at the output of a bundle, with the values of an alternative or whatever it is.
    pub(super) fn watch_output(&self, bundle: BundleId, alternative: Option<FileId>) {
        self.state.caches.watch(bundle, alternative);
    }

    /// Whether people look at the output that a bundle has with the values of an alternative.
    pub(super) fn is_output_watched(&self, bundle: BundleId, alternative: Option<FileId>) -> bool {
        self.record_input(|| Input::IsWatched(bundle, alternative));
        self.state.caches.is_watched(bundle, alternative)
    }

    /// What a call gave.
    pub(super) fn called(
        &self,
        name: Fingerprint,
        context: Option<&CallContext>,
        contents: &mut Contents,
    ) -> Option<(Result<ValueKind, Failure>, ContextUse)> {
        self.or_missing(self.state.caches.evaluations.called(name, context, contents))
    }

    pub(super) fn request_calls(
        &self,
        requester: Requester,
        calls: IndexMap<Fingerprint, (CallName, Call)>,
        jobs: &Jobs,
    ) {
        self.state.caches.evaluations.request_calls(requester, calls, jobs);
    }

    /// Nothing is wanted any more.
    pub(super) fn withdraw(&self, requester: Requester) {
        self.state.caches.evaluations.forget(requester);
    }

    pub(super) fn pending_requests(&self) -> Vec<(Fingerprint, Arc<Request>)> {
        self.state.caches.evaluations.pending_requests()
    }

    pub(super) fn add_replies(&self, replies: impl IntoIterator<Item = (Fingerprint, Reply)>) {
        self.state.add_replies(replies);
    }

    fn or_missing<T>(&self, found: Option<T>) -> Option<T> {
        if found.is_none() {
            self.record(|reads| reads.add_missing_reply(self.recorder.as_ref().map_or(0, |it| it.revision)));
        }
        found
    }

    /// Whether what is kept of a bundle, or of a file as a part of it, lacks a reply.
    fn is_waiting(&self, index: usize, file: FileId) -> bool {
        let bundle = self.bundle_id(index);
        let cache = &self.state.caches.results;
        let is_waiting = |subject| cache.is_waiting(subject, &self.state.answers);
        is_waiting(Subject::of_bundle(bundle)) || is_waiting(Subject::of_part(bundle, file))
    }

    /// Forgets what evaluating jobs gave.
    pub(super) fn forget_documents(&self, jobs: Vec<Fingerprint>) {
        for job in jobs {
            self.state.caches.evaluations.forget_documents(&job);
        }
    }

    /// The files that something is kept for as parts of a bundle.
    pub(super) fn cached_parts(&self, bundle: BundleId) -> Vec<FileId> {
        self.state.caches.results.parts(bundle)
    }

    /// The bundles that something is kept for, by their indexes in this version.
    pub(super) fn cached_bundles(&self) -> Vec<usize> {
        let bundles = self.state.caches.results.bundles().into_iter();
        bundles.filter_map(|bundle| self.index_of(bundle)).collect()
    }

    /// What was last found, by whatever version. For no computation: it is not recorded.
    pub(super) fn last_result<Q: Query>(&self, subject: Subject) -> Option<Arc<Q::Output>> {
        self.state.caches.results.last_result::<Q>(subject)
    }
}

/// Indexes that were built anew: where one is as it was, it is the one of before, for whoever has read it.
fn keep_same<I: Default + PartialEq>(known: &Mutex<Arc<Indexes<I>>>, built: Indexes<I>) -> Arc<Indexes<I>> {
    let before = lock(known).clone();
    let indexes = Arc::new(built.or_before(&before));
    *lock(known) = indexes.clone();
    indexes
}
