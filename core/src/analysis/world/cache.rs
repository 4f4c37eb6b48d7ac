//! Results under what was read to find them.
//!
//! A [`Query`] names what is computed, a [`Subject`] of what. What the computation reads of the world is recorded by
//! the world itself while it is read, so no input can be forgotten: the result is given again as long as all of it
//! would be read the same. What a query reads of another one is its result: the same one, not one that looks alike.
//!
//! Nothing is locked while something is computed. Who asks for what another thread computes already waits for it. What
//! a snapshot was told it is told again, whatever newer ones have asked meanwhile: a result that lacks no reply is final
//! for its version, and one that does until there are more replies.

use std::any::{Any, TypeId};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::code::FileCode;
use super::super::source_file::{FileAvailability, SourceFile};
use super::super::subject::{BundleId, Subject};
use super::World;
use super::input::{Input, InputValue};
use crate::cancel::CancelToken;
use crate::memo::lock;
use crate::text::FileId;
use crate::workspace::{Bundle, FileFacts};

/// Whether two results are equally good.
pub(in crate::analysis) type IsSame<V> = fn(&V, &V) -> bool;

/// Something that is computed of a subject.
pub(in crate::analysis) trait Query: 'static {
    /// What comes of it.
    type Output: Send + Sync + 'static;
    /// What one computation leaves to the next, by its content, so that it is right whatever else has changed.
    type IncrementalState: Default + Send + 'static;

    /// Computes it. `last`: what came of it before, for what must not flicker while something is half typed.
    fn compute(
        world: &World,
        subject: Subject,
        last: Option<&Self::Output>,
        incremental: &mut Self::IncrementalState,
    ) -> Self::Output;

    /// Whether a new result is as good as the old one, so that what has read that holds. Where nothing says so, a new
    /// one is another.
    const IS_SAME: Option<IsSame<Self::Output>> = None;
}

/// Everything that is kept between snapshots, the last result of each kind.
#[derive(Default)]
pub(super) struct Cache(Mutex<FxHashMap<Option<BundleId>, ByFile>>);

type ByFile = FxHashMap<Option<FileId>, Slots>;

/// The results about one subject.
type Slots = FxHashMap<TypeId, Arc<dyn AnySlot>>;

impl Cache {
    fn slot<Q: Query>(&self, subject: Subject) -> Arc<QuerySlot<Q>> {
        let mut subjects = lock(&self.0);
        let slots = subjects.entry(subject.bundle_id()).or_default().entry(subject.file_id()).or_default();
        let slot = slots.entry(TypeId::of::<Q>()).or_insert_with(|| Arc::new(QuerySlot::<Q>::default()));
        let slot: Arc<dyn Any + Send + Sync> = slot.clone();
        // Each stands under its own type.
        slot.downcast().unwrap_or_default()
    }

    /// What stands under the type of a query and a subject.
    fn any(&self, of: TypeId, subject: Subject) -> Option<Arc<dyn AnySlot>> {
        lock(&self.0).get(&subject.bundle_id())?.get(&subject.file_id())?.get(&of).cloned()
    }

    /// The last result, whatever it was computed from.
    pub(super) fn last_result<Q: Query>(&self, subject: Subject) -> Option<Arc<Q::Output>> {
        let slot: Arc<dyn Any + Send + Sync> = self.any(TypeId::of::<Q>(), subject)?;
        let slot = slot.downcast::<QuerySlot<Q>>().ok()?;
        let state = lock(&slot.0);
        state.kept.as_ref().map(|kept| kept.value.clone())
    }

    /// Whether a result about exactly this lacks a reply itself, among those that one version was told. What is kept
    /// besides was told to older versions, and nobody may ask for it again.
    pub(super) fn is_waiting(&self, subject: Subject, answers: &VersionAnswers) -> bool {
        let slots: Vec<_> =
            match lock(&self.0).get(&subject.bundle_id()).and_then(|files| files.get(&subject.file_id())) {
                Some(slots) => slots.values().cloned().collect(),
                None => return false,
            };
        slots.iter().any(|slot| answers.has(slot) && slot.is_waiting())
    }

    /// The files that something is kept for as parts of a bundle.
    pub(super) fn parts(&self, bundle: BundleId) -> Vec<FileId> {
        let subjects = lock(&self.0);
        subjects.get(&Some(bundle)).into_iter().flat_map(FxHashMap::keys).copied().flatten().collect()
    }

    /// The bundles that something is kept for.
    pub(super) fn bundles(&self) -> Vec<BundleId> {
        lock(&self.0).keys().copied().flatten().collect()
    }

    /// Nobody will ask about a bundle any more.
    pub(super) fn forget_bundle(&self, bundle: BundleId) {
        lock(&self.0).remove(&Some(bundle));
    }

    /// Forgets what is kept for files that are gone, by themselves and as parts of any bundle.
    pub(super) fn forget_files(&self, gone: &FxHashSet<FileId>) {
        for files in lock(&self.0).values_mut() {
            files.retain(|file, _| file.is_none_or(|file| !gone.contains(&file)));
        }
    }

    /// Forgets what was computed from these texts: their nodes are given up.
    pub(super) fn forget_reading(&self, texts: &FxHashSet<FileId>) {
        let has_read = |slot: &Arc<dyn AnySlot>| {
            let reads = slot.reads();
            reads.is_some_and(|reads| reads.texts.keys().any(|file| texts.contains(file)))
        };
        let mut subjects = lock(&self.0);
        for files in subjects.values_mut() {
            for slots in files.values_mut() {
                slots.retain(|_, slot| !has_read(slot));
            }
            files.retain(|_, slots| !slots.is_empty());
        }
        subjects.retain(|_, files| !files.is_empty());
    }

    /// Forgets what is kept for a file, by itself or as a part of a bundle.
    pub(super) fn forget_file(&self, bundle: Option<BundleId>, file: FileId) {
        if let Some(files) = lock(&self.0).get_mut(&bundle) {
            files.remove(&Some(file));
        }
    }
}

/// The last result of a query about one subject, and the room in which the next one is computed.
struct QuerySlot<Q: Query>(Mutex<SlotState<Q>>, Condvar);

struct SlotState<Q: Query> {
    kept: Option<CachedResult<Q::Output>>,
    /// Whoever computes has it.
    incremental: Option<Q::IncrementalState>,
}

/// A result, and what it was computed from.
struct CachedResult<V> {
    value: Arc<V>,
    reads: Arc<Reads>,
}

impl<V> Clone for CachedResult<V> {
    fn clone(&self) -> Self {
        Self { value: self.value.clone(), reads: self.reads.clone() }
    }
}

impl<Q: Query> Default for QuerySlot<Q> {
    fn default() -> Self {
        Self(Mutex::new(SlotState { kept: None, incremental: Some(Q::IncrementalState::default()) }), Condvar::new())
    }
}

trait AnySlot: Any + Send + Sync {
    fn is_waiting(&self) -> bool;

    /// What the last result was computed from.
    fn reads(&self) -> Option<Arc<Reads>>;

    /// The same, if the last result is this one.
    fn reads_of(&self, value: &Arc<dyn Any + Send + Sync>) -> Option<Arc<Reads>>;
}

impl<Q: Query> AnySlot for QuerySlot<Q> {
    fn is_waiting(&self) -> bool {
        self.reads().is_some_and(|reads| reads.replies.is_some())
    }

    fn reads(&self) -> Option<Arc<Reads>> {
        lock(&self.0).kept.as_ref().map(|kept| kept.reads.clone())
    }

    fn reads_of(&self, value: &Arc<dyn Any + Send + Sync>) -> Option<Arc<Reads>> {
        let state = lock(&self.0);
        let kept = state.kept.as_ref().filter(|kept| Arc::as_ptr(&kept.value).addr() == Arc::as_ptr(value).addr())?;
        Some(kept.reads.clone())
    }
}

/// How long one waits for another thread until one asks whether the result is still wanted.
const PATIENCE: Duration = Duration::from_millis(20);

impl<Q: Query> QuerySlot<Q> {
    /// The right to compute, once nobody else does; `None` after a while.
    fn claim(&self, cancel: &CancelToken) -> Option<Claim<'_, Q>> {
        let mut state = lock(&self.0);
        if let Some(incremental) = state.incremental.take() {
            return Some(Claim { slot: self, kept: state.kept.clone(), incremental });
        }
        drop(self.1.wait_timeout(state, PATIENCE));
        cancel.unwind_if_cancelled();
        None
    }
}

/// The right to compute. What the incremental state has gained stays, even if the computation is given up.
struct Claim<'s, Q: Query> {
    slot: &'s QuerySlot<Q>,
    kept: Option<CachedResult<Q::Output>>,
    incremental: Q::IncrementalState,
}

impl<Q: Query> Drop for Claim<'_, Q> {
    fn drop(&mut self) {
        let mut state = lock(&self.slot.0);
        state.incremental = Some(std::mem::take(&mut self.incremental));
        state.kept.clone_from(&self.kept);
        self.slot.1.notify_all();
    }
}

/// What one version of the world was told.
#[derive(Default)]
pub(super) struct VersionAnswers(Mutex<FxHashMap<usize, CachedAnswer>>);

/// Counts replies, and requests that took the place of others.
type EvaluationRevision = (u64, u64);

struct CachedAnswer {
    value: Arc<dyn Any + Send + Sync>,
    /// Until when it holds, where it lacks a reply.
    until: Option<EvaluationRevision>,
    /// Held on to, so that no other slot comes to stand at its address.
    _slot: Arc<dyn AnySlot>,
}

impl VersionAnswers {
    fn has(&self, slot: &Arc<dyn AnySlot>) -> bool {
        lock(&self.0).contains_key(&Arc::as_ptr(slot).addr())
    }

    fn known<Q: Query>(
        &self,
        slot: &Arc<QuerySlot<Q>>,
        revision: impl Fn() -> EvaluationRevision,
    ) -> Option<(Arc<Q::Output>, bool)> {
        let answers = lock(&self.0);
        let answer = answers.get(&Arc::as_ptr(slot).addr())?;
        let holds = answer.until.is_none_or(|until| until == revision());
        let value = holds.then(|| answer.value.clone().downcast().ok()).flatten()?;
        Some((value, answer.until.is_some()))
    }

    fn keep<Q: Query>(&self, slot: Arc<QuerySlot<Q>>, kept: &CachedResult<Q::Output>, revision: EvaluationRevision) {
        let until = kept.reads.lacks_reply.then_some(revision);
        let (address, value) = (Arc::as_ptr(&slot).addr(), kept.value.clone());
        lock(&self.0).insert(address, CachedAnswer { value, until, _slot: slot });
    }
}

impl World {
    /// The result of a query: the one that is kept, if it would come out the same now, else a new one.
    pub(in crate::analysis) fn get<Q: Query>(&self, subject: Subject) -> Arc<Q::Output> {
        self.cancel.unwind_if_cancelled();
        let (value, lacks_reply) = self.find::<Q>(subject);
        self.record(|reads| reads.add_result::<Q>(subject, &value, lacks_reply));
        value
    }

    fn find<Q: Query>(&self, subject: Subject) -> (Arc<Q::Output>, bool) {
        let slot = self.state.caches.results.slot::<Q>(subject);
        let revision = || self.state.caches.evaluations.request_revision();
        let mut claim = loop {
            if let Some(known) = self.state.answers.known(&slot, revision) {
                return known;
            }
            if let Some(claim) = slot.claim(&self.cancel) {
                break claim;
            }
        };
        // The thread that was waited for may have had this version.
        if let Some(known) = self.state.answers.known(&slot, revision) {
            return known;
        }
        let before = revision();
        let kept = claim.kept.clone().filter(|kept| kept.reads.hold(self));
        let kept = kept.unwrap_or_else(|| self.compute(&mut claim, subject));
        self.state.answers.keep(slot.clone(), &kept, before);
        claim.kept = Some(kept.clone());
        drop(claim);
        (kept.value, kept.reads.lacks_reply)
    }

    fn compute<Q: Query>(&self, claim: &mut Claim<'_, Q>, subject: Subject) -> CachedResult<Q::Output> {
        let inside = self.recording();
        let last = claim.kept.as_ref().map(|kept| kept.value.clone());
        let value = Q::compute(&inside, subject, last.as_deref(), &mut claim.incremental);
        let same = last.filter(|last| Q::IS_SAME.is_some_and(|is_same| is_same(last, &value)));
        let value = same.unwrap_or_else(|| Arc::new(value));
        CachedResult { value, reads: Arc::new(inside.into_reads()) }
    }
}

/// A result that a computation has read.
#[derive(Clone)]
struct ReadResult {
    value: Arc<dyn Any + Send + Sync>,
    /// Whether its query says when a new result is as good.
    is_compared: bool,
    /// Gives the result as it is now.
    find: fn(&World, Subject) -> Arc<dyn Any + Send + Sync>,
}

impl ReadResult {
    fn holds(&self, subject: Subject, world: &World) -> bool {
        let is_there = subject.bundle_id().is_none_or(|bundle| world.index_of(bundle).is_some());
        is_there && Arc::ptr_eq(&(self.find)(world, subject), &self.value)
    }
}

fn find_any<Q: Query>(world: &World, subject: Subject) -> Arc<dyn Any + Send + Sync> {
    world.find::<Q>(subject).0
}

/// What a computation has read.
#[derive(Default)]
pub(super) struct Reads {
    /// Texts and all that is found in one, by the stamps of the files.
    texts: FxHashMap<FileId, u64>,
    /// What files are, whatever their texts say.
    availabilities: FxHashMap<FileId, FileAvailability>,
    /// What files are to discovery.
    facts: FxHashMap<FileId, Arc<FileFacts>>,
    /// What template code files hold. Of most there is none, whatever is edited.
    codes: FxHashMap<FileId, Arc<FileCode>>,
    bundles: FxHashMap<BundleId, Arc<Bundle>>,
    /// Everything else.
    inputs: FxHashMap<Input, InputValue>,
    /// Results of other queries.
    results: IndexMap<(TypeId, Subject), ReadResult>,
    /// Where a reply was missing: how many there were when it began.
    replies: Option<u64>,
    /// Whether a reply was missing here or in a result that was read.
    lacks_reply: bool,
}

impl Reads {
    pub(super) fn add_text(&mut self, file: FileId, stamp: u64) {
        self.texts.insert(file, stamp);
    }

    pub(super) fn add_availability(&mut self, file: FileId, availability: FileAvailability) {
        self.availabilities.insert(file, availability);
    }

    pub(super) fn add_code(&mut self, file: FileId, code: &Arc<FileCode>) {
        self.codes.entry(file).or_insert_with(|| code.clone());
    }

    pub(super) fn add_facts(&mut self, file: FileId, facts: &Arc<FileFacts>) {
        self.facts.entry(file).or_insert_with(|| facts.clone());
    }

    pub(super) fn add_bundle(&mut self, id: BundleId, bundle: &Arc<Bundle>) {
        self.bundles.entry(id).or_insert_with(|| bundle.clone());
    }

    pub(super) fn has_input(&self, input: &Input) -> bool {
        self.inputs.contains_key(input)
    }

    pub(super) fn add_input(&mut self, input: Input, value: InputValue) {
        self.inputs.insert(input, value);
    }

    pub(super) fn add_missing_reply(&mut self, revision: u64) {
        self.replies = Some(revision);
        self.lacks_reply = true;
    }

    fn add_result<Q: Query>(&mut self, subject: Subject, value: &Arc<Q::Output>, lacks_reply: bool) {
        self.lacks_reply |= lacks_reply;
        let read = || ReadResult { value: value.clone(), is_compared: Q::IS_SAME.is_some(), find: find_any::<Q> };
        self.results.entry((TypeId::of::<Q>(), subject)).or_insert_with(read);
    }

    /// Whether all of it would be read the same.
    pub(super) fn hold(&self, world: &World) -> bool {
        self.replies.is_none_or(|then| then == world.state.caches.evaluations.revision())
            && self.texts.iter().all(|(file, stamp)| world.state.file(*file).is_some_and(|now| now.stamp == *stamp))
            && self.bundles.iter().all(|(id, then)| world.shared_bundle(*id).is_some_and(|it| Arc::ptr_eq(it, then)))
            && self
                .availabilities
                .iter()
                .all(|(file, then)| world.state.file(*file).map(SourceFile::availability) == Some(*then))
            && self.facts.iter().all(|(file, then)| is_still(world.state.file(*file).map(SourceFile::facts), then))
            && self.codes.iter().all(|(file, then)| is_still(world.state.file(*file).map(SourceFile::code), then))
            && self.inputs.iter().all(|(input, then)| world.input_value(input) == *then)
            && self.results.iter().all(|((_, subject), then)| then.holds(*subject, world))
    }
}

/// Whether something of a file is what it was.
fn is_still<T: PartialEq>(now: Option<&Arc<T>>, then: &Arc<T>) -> bool {
    now.is_some_and(|now| Arc::ptr_eq(now, then) || now == then)
}

mod dependencies;

pub(in crate::analysis) use dependencies::{Dependencies, RecordedInputs};

#[cfg(test)]
mod tests;
