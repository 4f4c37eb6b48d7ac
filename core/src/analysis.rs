//! The only module that keeps results: apply changes to an [`AnalysisHost`], take an [`Analysis`], ask.
//!
//! An analysis is a snapshot: edits that come later do not disturb it. What was computed is kept for later ones, with
//! all that was read to compute it (`world::cache`), and used again while that is the same.
//!
//! # Design
//!
//! Whose a file is, `workspace::ownership` (its text) and `analysis::ownership` (all that counts) decide in one place,
//! for the server and the command line alike: of YAML of other tools nothing is said, and no request about it is
//! answered. `workspace` decides from paths, headers, `sayl.toml` and modelines which files form a bundle, in which
//! role, and who depends on whom. `analysis` is the only module that keeps results. An `AnalysisHost` takes changes, and
//! reads what it was not given through a trait (`vfs`); `host.analysis()` is a snapshot that later changes do not
//! disturb and that computes at most once what it is asked. A computation sees the world through `World` alone, which
//! records what is read of it; so nobody lists inputs, and none can be forgotten. Whether a result holds means to look at
//! all of them, so what one version of the world was told stands beside it: a bundle is asked about once for each of its
//! files, and none of them walks all the others. Nothing is invalidated in place, so late work on an old snapshot harms
//! nobody.
//!
//! What is found in the text of one file alone (nodes, names, resources) stands in cells of the version of the file
//! (`source_file`): the text is all that it can see. Which files belong together and which resources there are goes from
//! version to version while no file changes what it is to others, which is compared where a file changes: to compare all
//! files after every keystroke would cost what the workspace is large.
//!
//! Analysis never waits for template code. A schema or a values file with code is evaluated as a `Job`: its text, and
//! the texts of all that it may load or read, found by a quick look at its `load`s (everything in the bundle where it
//! uses libraries or reads files by name). Equal jobs have equal names, so what was evaluated is known again. What is
//! missing becomes a request (`Analysis::pending_requests`), the answer is given without it, and it is computed again
//! once somebody has answered (`Analysis::add_reply`): the server after its worker answered, tests and the command
//! line at once. A result that lacked something is kept with the count of replies; another count makes it be computed
//! anew, and only such results.
//!
//! - While a schema is evaluated anew, its own problems are those that can be seen without evaluation, and other files
//!   go on with the schema as it was: it lasts some milliseconds, and nothing flickers.
//! - What somebody wants takes the place of what it wanted before, so a burst of edits leaves one evaluation to run.
//! - A call is known by what is called with what, and values by the hash of their content, places left out
//!   (`template::contents`): a value that was judged once is known wherever it stands. Each map and array
//!   carries its hash, which is computed once (`values::content`), and a request holds it once, however many calls are
//!   given it (`render::calls`). A
//!   pass over values asks only for the parts that changed.
//! - A `when=` function with a context could look at the whole document, and mostly looks at little. What it read is
//!   noted while it runs, key by key (`template::reads`), and its answer holds in every context that is the same there:
//!   an edit elsewhere asks nothing again.
//! - Of an array that is not known before a function of an overlay has answered, the functions of the items behind it
//!   are asked at the same time, not one answer after the other.
//! - An evaluation that failed gives no documents: then the file counts as it stands, with unknowns where its code is.
//! - The other templates of a bundle are rendered once its schema and values are settled and the schema is free of
//!   errors. A bundle with alternatives (`dev.yml`, `prod.yml`) is rendered with the first of them that has no errors:
//!   its own values alone are not meant to be complete, and rendering each would cost as much again. Libraries are
//!   rendered by who uses them.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ropey::Rope;

use crate::cancel::CancelToken;
use crate::choreo::Resource;
use crate::diff::ChangesSince;
use crate::document::TextDocument;
use crate::kro::CheckedGraph;
use crate::problem::{Code, Problem, Severity};
use crate::render::PrintedOutput;
use crate::render::request::{LaidOutSources, Reply, Request};
use crate::schema::Schema;
use crate::template::function::Functions;
use crate::template::job::{Job, Limits, YttVersion};
use crate::template::profile::Profile;
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::Value;
use crate::values::fingerprint::Fingerprint;
use crate::values::function::Function;
use crate::vfs::{LoadedFile, ReadError, Vfs};
use crate::workspace::config::Level;
use crate::workspace::{Bundle, BundleRole, CONFIG_NAME, GivenBundle, Layout};

mod blocked;
mod bundle;
mod code;
pub mod declared;
mod evaluations;
mod explained;
mod functions;
mod graphs;
mod incomplete;
mod indexes;
mod inspection;
mod jobs;
mod kind;
mod kubernetes;
pub mod names;
mod open_text;
mod output;
mod ownership;
mod parts;
pub mod portions;
mod previews;
mod problems;
mod reach;
pub mod regard;
mod rendering;
mod resources;
mod source_file;
mod subject;
mod suppressions;
mod ungoverned;
mod unknown;
mod unused;
mod world;

pub use inspection::{BlockingProblems, Inspected};
pub use kubernetes::ProjectDefinitions;
pub use previews::Preview;
pub use resources::ProjectCatalog;

#[cfg(test)]
mod tests;

use open_text::OpenText;
use regard::Regard;
use source_file::TextSource;
use world::{File, World, WorldState};

/// Bytes of texts whose programs are handed over for one evaluation: of very many files, whoever evaluates reads one
/// after the other, and nobody holds all of their programs.
const MOST_HANDED_OVER: usize = 4 << 20;

/// The state of the world: folders, files, open documents. Owned by one thread, or behind a lock.
pub struct AnalysisHost {
    vfs: Arc<dyn Vfs>,
    world: Arc<WorldState>,
}

impl AnalysisHost {
    /// A world without files. What is asked for later is read through `vfs`.
    pub fn new(vfs: Arc<dyn Vfs>) -> Self {
        Self { vfs, world: Arc::default() }
    }

    /// Sets the workspace folders. Their files come with [`load`](Self::load); files of folders that left go.
    pub fn set_folders(&mut self, folders: Vec<PathBuf>) {
        Arc::make_mut(&mut self.world).set_folders(folders);
    }

    /// Takes files as read from disk, new or changed; open documents keep their own text.
    pub fn load(&mut self, files: Vec<LoadedFile>) {
        let world = Arc::make_mut(&mut self.world);
        for (path, bytes) in files {
            world.set_disk(&path, Some(bytes));
        }
    }

    /// Forgets files that are gone from disk; open documents stay.
    pub fn remove(&mut self, paths: &[PathBuf]) {
        Arc::make_mut(&mut self.world).remove(paths);
    }

    /// Checks exactly this bundle, as given on the command line, instead of discovering bundles.
    pub fn set_given_bundle(&mut self, bundle: GivenBundle) {
        Arc::make_mut(&mut self.world).set_given(bundle);
    }

    /// Says how bad problems are, whatever `sayl.toml` says.
    pub fn set_severities(&mut self, severities: impl IntoIterator<Item = (Code, Level)>) {
        Arc::make_mut(&mut self.world).set_severities(severities.into_iter().collect());
    }

    /// Says how schemas differ from those of a revision: by the file that declares what has changed.
    pub fn set_changes(&mut self, changes: HashMap<FileId, Arc<ChangesSince>>) {
        Arc::make_mut(&mut self.world).set_changes(changes);
    }

    /// Whether the syntax of YAML that is not sayl's is checked, too, where no `sayl.toml` says otherwise.
    pub fn set_all_yaml(&mut self, is_checked: bool) {
        Arc::make_mut(&mut self.world).set_all_yaml(is_checked);
    }

    /// Says what address a file has for those who read hovers, so that places in them become links.
    pub fn set_address_of(&mut self, address_of: fn(&Path) -> Option<String>) {
        Arc::make_mut(&mut self.world).set_address_of(address_of);
    }

    /// An editor opened a document; its text now counts instead of the disk's. `is_ytt`: the editor says that its
    /// language is ytt, so it is sayl's whatever it holds.
    pub fn open(&mut self, path: &Path, text: &str, version: i32, is_ytt: bool) -> FileId {
        let world = Arc::make_mut(&mut self.world);
        let file = world.id(path);
        let known = world.file(file).and_then(|source| source.read_document()).filter(|it| *it.rope() == text);
        let text = known.map_or_else(|| OpenText::new(file, text), |it| OpenText::of_document(file, it.clone()));
        world.set_text(file, TextSource::Open { version, text, is_ytt });
        file
    }

    /// An editor changed an open document: replacements in order, each in bytes of the text that the one before left.
    /// Costs what the edits touch.
    pub fn edit(&mut self, file: FileId, edits: &[(TextRange, String)], version: i32) {
        let world = Arc::make_mut(&mut self.world);
        let Some(source) = world.file(file) else { return };
        let (Some(text), is_ytt) = (source.open_text(), source.availability().is_open_as_ytt()) else { return };
        let text = text.edited(edits);
        world.set_text(file, TextSource::Open { version, text, is_ytt });
    }

    /// An editor closed a document; the text on disk counts again.
    pub fn close(&mut self, file: FileId) {
        let Some(path) = self.world.file(file).map(|file| file.path.to_path_buf()) else { return };
        let read = self.vfs.read(&path);
        let world = Arc::make_mut(&mut self.world);
        world.set_text(file, TextSource::Disk(None));
        let is_gone = matches!(read, Err(ReadError::NotFound));
        world.set_disk(&path, (!is_gone).then_some(read));
    }

    /// From now on template code is evaluated, by whoever answers what is [pending](Analysis::pending_requests). It may
    /// use this much where no `sayl.toml` says otherwise.
    pub fn set_evaluation_limits(&mut self, limits: Limits) {
        Arc::make_mut(&mut self.world).set_limits(limits);
    }

    /// Adds the reply to a [pending](Analysis::pending_requests) request, for the snapshots that are taken from now
    /// on and those that were taken.
    pub fn add_reply(&self, name: Fingerprint, reply: Reply) {
        self.add_replies([(name, reply)]);
    }

    /// The same for several evaluations at once: all of it stays until it has been asked for, however much it is.
    pub fn add_replies(&self, replies: impl IntoIterator<Item = (Fingerprint, Reply)>) {
        self.world.add_replies(replies);
    }

    /// A snapshot to ask. Nobody cancels what is asked of it: see [`Analysis::with_cancellation`].
    pub fn analysis(&self) -> Analysis {
        Analysis { world: World::new(self.world.clone(), CancelToken::new()) }
    }
}

/// A snapshot of the world. Cheap to clone; asking it computes at most once what nobody asked before.
#[derive(Clone)]
pub struct Analysis {
    world: World,
}

impl Analysis {
    /// The same snapshot for a request: once it is cancelled, whatever is asked of it unwinds to [`Cancelled::catch`].
    ///
    /// [`Cancelled::catch`]: crate::cancel::Cancelled::catch
    #[must_use]
    pub fn with_cancellation(&self, cancel: CancelToken) -> Self {
        Self { world: self.world.with_cancellation(cancel) }
    }

    /// For loops over a text, which ask for nothing: unwinds once the request is cancelled.
    pub fn unwind_if_cancelled(&self) {
        self.world.cancel().unwind_if_cancelled();
    }

    /// The file at a path.
    pub fn file(&self, path: &Path) -> Option<FileId> {
        let file = self.world.known(path)?;
        self.world.file(file).filter(|file| file.exists()).map(|file| file.id)
    }

    /// The path of a file; empty for what has no file.
    pub fn path(&self, file: FileId) -> &Path {
        self.world.file(file).map_or(Path::new(""), |file| file.path)
    }

    /// The address of a file, if the host was [told](AnalysisHost::set_address_of) of addresses.
    pub fn address(&self, file: FileId) -> Option<String> {
        self.world.address(self.world.file(file)?)
    }

    /// Every file that something may be said of, in path order: those that are sayl's, `sayl.toml`s, and what could not be
    /// read. [`FileId::NONE`] stands for values given as flags.
    pub fn files(&self) -> Vec<FileId> {
        self.files_among(|_| true)
    }

    /// Those of them that are asked for.
    pub fn files_among(&self, is_requested: impl Fn(&Path) -> bool) -> Vec<FileId> {
        let is_reported = |file: &File<'_>| match self.regard(file.id) {
            Regard::Ours(_) | Regard::Ungoverned => true,
            Regard::Other => file.is_unreadable() || self.world.checks_syntax_of(*file),
            Regard::Nothing => file.is_unreadable() || file.is_config(),
        };
        let mut files: Vec<_> =
            self.world.files().filter(|file| file.exists() && is_requested(file.path)).filter(is_reported).collect();
        files.sort_by(|a, b| a.path.cmp(b.path));
        let layout = self.world.layout();
        let flags = layout.bundles.iter().any(|bundle| !bundle.flags.is_empty()).then_some(FileId::NONE);
        files.into_iter().map(|file| file.id).chain(flags).collect()
    }

    /// Whether a file is a `sayl.toml`.
    pub fn is_config(&self, file: FileId) -> bool {
        self.path(file).file_name().is_some_and(|name| name == CONFIG_NAME)
    }

    /// The paths of all files that are known, whether they have a part in anything or not, in no order.
    pub fn known_paths(&self) -> impl Iterator<Item = &Path> {
        self.world.files().filter(|file| file.exists()).map(|file| &**file.path)
    }

    /// The text and nodes of a file; `None` where it could not be read.
    pub fn document(&self, file: FileId) -> Option<&TextDocument> {
        self.world.file(file)?.document()
    }

    /// The text of a file; `None` where it could not be read. Nobody has to have read its nodes for that.
    pub fn text(&self, file: FileId) -> Option<Cow<'_, str>> {
        self.world.file(file)?.text()
    }

    /// The text of an open document, whose nodes nobody has to have read for that.
    pub fn open_text(&self, file: FileId) -> Option<&Rope> {
        self.world.file(file)?.open_text().map(OpenText::rope)
    }

    /// The same for a file that is sayl's: of all others no question is answered.
    pub fn own_document(&self, file: FileId) -> Option<&TextDocument> {
        let source = self.world.file(file)?;
        let is_ours = source.is_config() || ownership::is_ours(&self.world, source);
        source.document().filter(|_| is_ours)
    }

    /// The version of an open document as its editor counts, `None` for a file that is not open.
    pub fn version(&self, file: FileId) -> Option<i32> {
        self.world.file(file)?.version()
    }

    /// Every problem of a file: syntax, schema, values, with the configured severities, sorted by position. All
    /// places are absolute ([`SegmentId::DOCUMENT`](crate::text::SegmentId::DOCUMENT)).
    pub fn problems(&self, file: FileId) -> Arc<Vec<Problem>> {
        Arc::new(problems::of_file(&self.world, file))
    }

    /// The same for whoever tells them again and again: only the places of the problems themselves are absolute, and
    /// what is said of a problem is the very same as in the version before, where nothing has changed it. For the places
    /// in there ask [`absolute`](Self::absolute).
    pub fn located_problems(&self, file: FileId) -> Vec<Problem> {
        problems::located(&self.world, file)
    }

    /// A place in bytes from the start of its file; `None` where its text is not there any more.
    pub fn absolute(&self, place: Place) -> Option<Place> {
        self.world.absolute(place)
    }

    /// Which problems of a file, as [problems](Self::problems) gives them, stand against an inspection.
    pub fn blocking_problems(&self, file: FileId, inspected: Inspected) -> BlockingProblems<'_> {
        BlockingProblems::of(&self.world, file, inspected, &problems::of_text_alone(&self.world, file))
    }

    /// How bad the problems of a code are in a file, by the configuration; `None` where they are not reported.
    pub fn severity(&self, code: Code, file: FileId) -> Option<Severity> {
        self.world.level(self.world.config(self.path(file)), code).map_or(Some(code.severity()), Level::severity)
    }

    /// How the schemas of a file differ from those of a revision, if the host was [told](AnalysisHost::set_changes).
    pub fn changes(&self, file: FileId) -> Option<Arc<ChangesSince>> {
        self.world.changes(file)
    }

    /// The release of ytt that a file is read as, where its configuration says so.
    pub fn ytt_version(&self, file: FileId) -> Option<YttVersion> {
        self.world.config(self.path(file))?.ytt
    }

    /// Each configuration that names a revision to compare schemas with.
    pub fn compared_revisions(&self) -> Vec<(FileId, (String, Place))> {
        let configs = self.world.files().filter(|file| file.exists() && file.is_config());
        configs.filter_map(|file| Some((file.id, file.config()?.against.clone()?))).collect()
    }

    /// Finds what is wrong with the text of a file, apart from all others, so that [`problems`](Self::problems) knows it.
    pub fn check_text(&self, file: FileId) {
        problems::of_text_alone(&self.world, file);
    }

    /// Every file that exists, whether it has a part in anything or not, in no order.
    pub fn existing_files(&self) -> Vec<FileId> {
        self.world.files().filter(|file| file.exists()).map(|file| file.id).collect()
    }

    /// Reads a file as far as others need it to know who belongs together; one that is asked about also as far as its
    /// own resources and code. Several threads can do so at once for as many files; the first question would read them
    /// one after the other.
    pub fn read(&self, file: FileId, is_requested: impl Fn(&Path) -> bool) {
        if let Some(file) = self.world.file(file).filter(|file| file.exists()) {
            file.facts();
            if is_requested(file.path) {
                file.summaries();
                file.code();
            }
        }
    }

    /// Reads which resources a file holds, if that can matter to what is asked about.
    pub fn read_resources(&self, file: FileId) {
        if let Some(file) = self.world.file(file).filter(|file| file.exists() && self.world.index_needs(*file)) {
            file.summaries();
        }
    }

    /// Whether the `sayl.toml` that counts for a file, or the host, says how bad the problems of a code are.
    pub fn has_severity(&self, file: FileId, code: Code) -> bool {
        self.world.level(self.world.config(self.path(file)), code).is_some()
    }

    /// The evaluations that answers so far have lacked, what was asked for last first, each under its name. Whoever
    /// runs them [adds a reply](Self::add_reply) to each; until then answers claim nothing about what depends on
    /// them. They stay wanted as long as the texts are what they are.
    pub fn pending_requests(&self) -> Vec<(Fingerprint, Arc<Request>)> {
        self.world.pending_requests()
    }

    /// Requests the output of the bundle that was given, where it is wanted: nothing else may ask for it.
    pub fn request_output(&self) {
        if self.world.is_rendered() && !self.world.layout().bundles.is_empty() {
            let _ = rendering::rendered(&self.world, 0);
        }
    }

    /// The output of the bundle that was given, as it was asked for; `None` while something is wrong with it.
    pub fn printed(&self) -> Option<PrintedOutput> {
        self.world.print()?;
        if self.world.layout().bundles.first()?.sources.is_empty() {
            return Some(PrintedOutput::default());
        }
        let rendered = rendering::rendered(&self.world, 0)?;
        rendered.printed.clone().filter(|_| rendered.is_complete)
    }

    /// What each line of the bundle that was given took, where that was measured.
    pub fn profile(&self) -> Option<Profile> {
        rendering::rendered(&self.world, 0)?.profile.clone().filter(|_| self.world.is_profiled())
    }

    /// What the bundle of a file is rendered to, for people who look at it. What is missing is wanted from now on.
    pub fn preview(&self, file: FileId) -> Preview {
        previews::preview(&self.world, file)
    }

    /// What renders the bundle of a file as it was saved last: what editors have open counts as `disk` has it.
    pub fn saved_preview(&self, file: FileId, disk: &dyn Vfs) -> Option<Request> {
        previews::saved(&self.world, file, disk).map(|job| Request::Render(Arc::new(job)))
    }

    /// Programs of the sources of something wanted, for whoever evaluates it to go without reading their texts. Those
    /// that were not read here either are left out, and so are those with mistakes, and what is too much to hand over.
    pub fn laid_out(&self, request: &Request) -> LaidOutSources {
        let mut bytes = 0;
        let fitting = (0..).zip(request.sources()).take_while(|(_, source)| {
            bytes += source.text.len();
            bytes <= MOST_HANDED_OVER
        });
        let laid_out = fitting.filter_map(|(index, source)| {
            let laid_out = self.world.file(source.file)?.laid_out(&source.text, request.options())?;
            Some((index, laid_out.clone()))
        });
        laid_out.collect()
    }

    /// Takes what came of an evaluation that was wanted; what is asked from now on knows it.
    pub fn add_reply(&self, name: Fingerprint, reply: Reply) {
        self.add_replies([(name, reply)]);
    }

    /// The same for several at once: all of it stays until it has been asked for, however much it is.
    pub fn add_replies(&self, replies: impl IntoIterator<Item = (Fingerprint, Reply)>) {
        self.world.add_replies(replies);
    }

    /// Whether the problems of a file may be others once what is [pending](Self::pending_requests) is answered.
    pub fn is_waiting(&self, file: FileId) -> bool {
        self.world.is_waiting_for(file)
    }

    /// The files whose problems may change when `file` does, itself excluded.
    pub fn dependents(&self, file: FileId) -> Vec<FileId> {
        if self.is_config(file) {
            return self.files().into_iter().filter(|other| *other != file).collect();
        }
        let layout = self.world.layout();
        let mut dependents = BTreeSet::new();
        for (index, role) in layout.memberships(file) {
            let bundle = &layout.bundles[*index];
            if *role == BundleRole::Attached {
                // What it loads may be what is wrong.
                dependents.extend(self.loaded_files(bundle));
            } else {
                dependents.extend(self.checked_files(bundle));
            }
        }
        for index in layout.readers(file) {
            dependents.extend(self.checked_files(&layout.bundles[*index]));
        }
        dependents.extend(self.world.catalog(file).index.dependents(file));
        dependents.extend(kubernetes::users(&self.world, file));
        dependents.remove(&file);
        dependents.into_iter().collect()
    }

    /// Changes whenever files may have changed their bundles: then every file's problems may be others.
    pub fn layout_revision(&self) -> u64 {
        self.world.layout_revision()
    }

    /// The schema that governs the YAML document at index `document` of a values file, or that this schema document
    /// helps to build. While it is broken: the last one that compiled.
    pub fn schema(&self, file: FileId, document: usize) -> Option<Arc<Schema>> {
        self.compiled(file, document)?.usable_schema()
    }

    /// The schema of the bundle that a file has any part in.
    pub fn schema_of_bundle(&self, file: FileId) -> Option<Arc<Schema>> {
        let (bundle, _) = self.world.layout().memberships(file).first()?;
        bundle::compiled(&self.world, *bundle).usable_schema()
    }

    /// The evaluation that defined a function of a schema.
    pub fn job_of(&self, function: &Function) -> Option<Arc<Job>> {
        let bundles = 0..self.world.layout().bundles.len();
        bundles.into_iter().find_map(|index| bundle::compiled(&self.world, index).job_of(function))
    }

    /// While the schema of [`schema`](Self::schema) is broken: the last one that compiled without a problem, which
    /// still knows what stood on lines that are half typed now.
    pub fn last_good_schema(&self, file: FileId, document: usize) -> Option<Arc<Schema>> {
        self.compiled(file, document)?.last_good_schema()
    }

    /// The schema that governs what stands at an offset in the YAML document at index `document`: that of
    /// [`schema`](Self::schema), or one for this place alone.
    pub fn schema_at(&self, file: FileId, document: usize, offset: TextSize) -> Option<Arc<Schema>> {
        let of_resource = || resources::schema(&self.world, self.world.file(file)?, document, offset);
        let of_manifest = || kubernetes::schema(&self.world, self.world.file(file)?, document, offset);
        self.schema(file, document).or_else(of_resource).or_else(of_manifest)
    }

    /// The token at an offset that names something in another document, and the token there that it names.
    pub fn referred(&self, file: FileId, offset: TextSize) -> Option<(TextRange, Place)> {
        resources::referred(&self.world, self.world.file(file)?, offset)
    }

    fn compiled(&self, file: FileId, document: usize) -> Option<Arc<bundle::CompiledBundle>> {
        let source = self.world.file(file)?;
        let (bundle, role) = self.world.layout().memberships(file).first().copied()?;
        let is_governed = role != BundleRole::Member || source.is_schema(document) || source.is_values(document);
        is_governed.then(|| bundle::compiled(&self.world, bundle))
    }

    /// Functions of template code, as far as their answers are known; what is not stays unasked.
    pub fn known_functions(&self) -> impl Functions + '_ {
        functions::KnownFunctions::new(&self.world)
    }

    /// The final data values that a values file leads to; for a given bundle, `file` is ignored.
    pub fn final_values(&self, file: FileId) -> Option<Value> {
        let layout = self.world.layout();
        let given = layout.bundles.iter().position(|bundle| bundle.is_given).map(|index| (index, BundleRole::Member));
        let (index, role) = given.or_else(|| layout.memberships(file).first().copied())?;
        Some(match role {
            BundleRole::Attached => bundle::attached(&self.world, index, file).value.clone(),
            _ => bundle::checked(&self.world, index).value.clone(),
        })
    }

    /// Whether a file holds template code: anything in it that must be evaluated.
    pub fn has_code(&self, file: FileId) -> bool {
        self.world.file(file).is_some_and(|file| file.code().is_there)
    }

    /// kro's graphs of a file in order, each with the index of its YAML document.
    pub fn graphs(&self, file: FileId) -> Arc<Vec<(usize, Arc<CheckedGraph>)>> {
        self.world.file(file).map(|file| graphs::checked(&self.world, file)).unwrap_or_default()
    }

    /// The documents of a file that may hold schemas of fields, each with its index: resources of OpenChoreo, and graphs.
    pub fn with_schemas(&self, file: FileId) -> impl Iterator<Item = (usize, &Value)> {
        let graphs = self.world.file(file).map(File::graphs).unwrap_or_default();
        let graphs = graphs.iter().map(|(index, graph)| (*index, &graph.manifest.value));
        self.resources(file).iter().map(|(index, resource)| (*index, &resource.value)).chain(graphs)
    }

    /// The OpenChoreo resources of a file in order, each with the index of its YAML document.
    pub fn resources(&self, file: FileId) -> &[(usize, Arc<Resource>)] {
        self.world.file(file).map(|file| file.resources().as_slice()).unwrap_or_default()
    }

    /// Every place that refers to a resource, in the order of files and text. One without a name nobody refers to.
    pub fn users(&self, resource: &Resource) -> Vec<Place> {
        resource.name.as_ref().map(|name| resources::users(&self.world, resource.file, name)).unwrap_or_default()
    }

    /// The OpenChoreo resources of the project that a file belongs to.
    pub fn catalog(&self, file: FileId) -> ProjectCatalog<'_> {
        self.world.catalog(file)
    }

    /// The definitions of resources in the project that a file belongs to.
    pub fn definitions(&self, file: FileId) -> ProjectDefinitions<'_> {
        self.world.definitions(file)
    }

    /// The bundles of the workspace and the parts that files play in them.
    pub fn layout(&self) -> &Layout {
        self.world.layout()
    }

    fn checked_files<'a>(&'a self, bundle: &'a Bundle) -> impl Iterator<Item = FileId> + 'a {
        let members = bundle.members.iter().filter(|member| {
            self.world.file(**member).is_some_and(|file| file.facts().has_schema || file.facts().has_values)
        });
        members.chain(&bundle.data_values_files).chain(&bundle.attached).copied().chain(self.loaded_files(bundle))
    }

    /// The files of a bundle in which its template code may be wrong, its schemas and values aside.
    fn loaded_files<'a>(&'a self, bundle: &'a Bundle) -> impl Iterator<Item = FileId> + 'a {
        let sources = bundle.sources.iter().filter_map(|source| self.world.file(source.file));
        sources.filter(|file| self.world.limits().is_some() && file.code().is_there).map(|file| file.id)
    }
}
