//! What a run of entries changes in the map that it is laid over, for this to be done again without going through the
//! entries.

use std::sync::Arc;

use crate::memo::Memo;
use crate::text::Place;
use crate::values::Key;
use crate::values::fragment::Fragment;
use crate::values::runs::Spot;

/// What becomes of single entries of a map.
#[derive(Debug, Default)]
pub(crate) struct NodePatch {
    /// Entries that take the places of those below; sorted, each place once.
    changed: Vec<(Spot, Fragment)>,
    /// The numbers of the runs that those stand in, each once.
    runs: Vec<u32>,
    /// Entries that are added behind all others.
    pub(crate) added: Arc<[Fragment]>,
    /// Keys that were most likely meant by keys that nothing declares.
    pub(crate) intended: Vec<(Key, Place)>,
    /// Whether it is not known any more which entries there are.
    pub(crate) is_unknown: bool,
}

impl NodePatch {
    /// With these entries in the places of others. Each place may be named once.
    pub(crate) fn new(mut changed: Vec<(Spot, Fragment)>, added: impl Into<Arc<[Fragment]>>) -> Self {
        changed.sort_by_key(|(spot, _)| *spot);
        let mut runs: Vec<u32> = changed.iter().map(|(spot, _)| spot.run).collect();
        runs.dedup();
        Self { changed, runs, added: added.into(), ..Self::default() }
    }

    /// The numbers of the runs in which entries change.
    pub(crate) fn runs(&self) -> impl Iterator<Item = usize> {
        self.runs.iter().map(|run| *run as usize)
    }

    /// What takes the place of an entry.
    pub(crate) fn changed(&self, run: usize, index: usize) -> Option<&Fragment> {
        let spot = Spot { run: u32::try_from(run).ok()?, index: u32::try_from(index).ok()? };
        let at = self.changed.binary_search_by_key(&spot, |(spot, _)| *spot).ok()?;
        self.changed.get(at).map(|(_, fragment)| fragment)
    }

    fn of_run(&self, run: u32) -> &[(Spot, Fragment)] {
        let start = self.changed.partition_point(|(spot, _)| spot.run < run);
        let end = self.changed.partition_point(|(spot, _)| spot.run <= run);
        self.changed.get(start..end).unwrap_or_default()
    }
}

/// Runs that patches were made of, kept from one pass to the next. All are recognised by identity.
#[derive(Debug, Default)]
pub(crate) struct PatchedRuns(Memo<(usize, Vec<usize>), PatchedRun>);

#[derive(Debug)]
struct PatchedRun {
    run: Arc<[Fragment]>,
    /// They keep the addresses of the key from being used anew.
    _inputs: (Arc<[Fragment]>, Vec<Arc<NodePatch>>),
}

impl PatchedRuns {
    /// Begins a pass.
    pub(crate) fn begin_pass(&mut self) {
        self.0.begin_pass();
    }

    /// A run, of this number, with what patches change in it.
    pub(super) fn patched(
        &mut self,
        index: u32,
        nodes: Arc<[Fragment]>,
        patches: Vec<Arc<NodePatch>>,
    ) -> Arc<[Fragment]> {
        let key = (nodes.as_ptr() as usize, patches.iter().map(|patch| Arc::as_ptr(patch) as usize).collect());
        if let Some(known) = self.0.get(&key) {
            return known.run.clone();
        }
        let mut changed: Vec<Fragment> = nodes.to_vec();
        for (spot, fragment) in patches.iter().flat_map(|patch| patch.of_run(index)) {
            if let Some(place) = changed.get_mut(spot.index as usize) {
                *place = fragment.clone();
            }
        }
        let run: Arc<[Fragment]> = changed.into();
        self.0.keep(key, PatchedRun { run: run.clone(), _inputs: (nodes, patches) });
        run
    }
}
