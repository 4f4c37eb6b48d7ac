//! Documents, entries or items while others are laid over them.
//!
//! They stay in the runs that they come in, and a run of which nothing changes is shared with what is below.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::field_index::FieldIndexes;
use super::matcher::Candidate;
use super::patch::{NodePatch, PatchedRuns};
use crate::text::Place;
use crate::values::entries::Entries;
use crate::values::fragment::{Fragment, Holder};
use crate::values::runs::Spot;
use crate::values::{Key, ValueKind};

/// Siblings that are being changed. Positions stay true while nodes are removed.
pub(crate) struct Nodes {
    runs: Vec<NodeRun>,
    /// The entries below: they know where their keys are.
    entries: Entries,
    /// Keys that are elsewhere by now, or gone.
    moved: FxHashMap<Key, Option<usize>>,
    /// How many runs there are whose keys are known.
    indexed: usize,
    fields: FieldIndexes,
    /// Whether any was taken away.
    pub(crate) has_removed: bool,
    /// What holds them.
    pub(crate) holder: Place,
    /// Whether template code may add some or leave some out.
    pub(crate) is_open: bool,
    /// Whether it is not known any more what they are.
    pub(crate) is_unknown: bool,
}

struct NodeRun {
    /// The position of its first node.
    start: usize,
    nodes: RunNodes,
}

enum RunNodes {
    /// As they were, but for what these change.
    Shared(Arc<[Fragment]>, Vec<Arc<NodePatch>>),
    /// Changed one by one; those that are gone leave their place.
    Own(Vec<Option<Fragment>>),
}

impl Nodes {
    /// Documents.
    pub(crate) fn of_documents(documents: Vec<Fragment>) -> Self {
        let mut nodes = Self::of_runs(&[], false, Place::NOWHERE);
        nodes.push_run(RunNodes::Own(documents.into_iter().map(Some).collect()));
        nodes
    }

    /// The entries of a map that stands at `holder`.
    pub(crate) fn of_entries(entries: &Entries, is_open: bool, holder: Place) -> Self {
        let nodes = Self::of_runs(entries.runs(), is_open, holder);
        Self { indexed: nodes.runs.len(), entries: entries.clone(), ..nodes }
    }

    /// The children, in runs, of what stands at `holder`.
    pub(crate) fn of_runs(runs: &[Arc<[Fragment]>], is_open: bool, holder: Place) -> Self {
        let mut nodes = Self {
            runs: Vec::with_capacity(runs.len()),
            entries: Entries::default(),
            moved: FxHashMap::default(),
            indexed: 0,
            fields: FieldIndexes::default(),
            has_removed: false,
            holder,
            is_open,
            is_unknown: false,
        };
        for run in runs {
            nodes.push_run(RunNodes::Shared(run.clone(), Vec::new()));
        }
        nodes
    }

    fn push_run(&mut self, nodes: RunNodes) {
        self.runs.push(NodeRun { start: self.end(), nodes });
    }

    /// The position behind the last one.
    fn end(&self) -> usize {
        self.runs.last().map_or(0, |run| run.start + run.len())
    }

    /// The run that holds a position, and where in it.
    fn locate(&self, position: usize) -> (usize, usize) {
        let run = self.runs.partition_point(|run| run.start <= position).saturating_sub(1);
        (run, position - self.runs.get(run).map_or(position, |run| run.start))
    }

    /// What has become of them, in runs; `None` if that is not known.
    pub(crate) fn finish(self, kept: Option<&mut PatchedRuns>) -> Option<Vec<Arc<[Fragment]>>> {
        let mut unkept = PatchedRuns::default();
        let kept = kept.unwrap_or(&mut unkept);
        let runs = (0..).zip(self.runs).map(|(index, run)| match run.nodes {
            RunNodes::Shared(nodes, patches) if patches.is_empty() => nodes,
            RunNodes::Shared(nodes, patches) => kept.patched(index, nodes, patches),
            RunNodes::Own(nodes) => nodes.into_iter().flatten().collect(),
        });
        (!self.is_unknown).then(|| runs.filter(|run| !run.is_empty()).collect())
    }

    /// The same where they are entries. `below`: those that they were, which know where their keys are by now.
    pub(crate) fn finish_entries(self, below: &Entries, kept: &mut PatchedRuns) -> Option<Entries> {
        let has_same_keys = self.has_same_keys();
        let runs = self.finish(Some(kept))?;
        Some(if has_same_keys { below.with_runs(runs) } else { Entries::of_runs(runs) })
    }

    /// Whether the entries have the keys that they had, each where it was.
    fn has_same_keys(&self) -> bool {
        let is_shared = |run: &NodeRun| matches!(run.nodes, RunNodes::Shared(..));
        self.runs.len() == self.entries.runs().len() && self.moved.is_empty() && self.runs.iter().all(is_shared)
    }

    fn positions(&self) -> impl Iterator<Item = (usize, &Fragment)> {
        (0..).zip(&self.runs).flat_map(|(run, nodes)| {
            (0..nodes.len()).filter_map(move |index| Some((nodes.start + index, nodes.get(run, index)?)))
        })
    }

    /// Those that are there, as matchers see them.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = Candidate<'_>> {
        self.positions().enumerate().map(|(index, (position, fragment))| Candidate::new(position, index, fragment))
    }

    /// Those that may hold a scalar at a key; `None` if that is to be found out by looking at all.
    pub(super) fn candidates_with(&mut self, key: &Key, scalar: Key) -> Option<impl Iterator<Item = Candidate<'_>>> {
        let mut fields = std::mem::take(&mut self.fields);
        let found = fields.find((key, scalar), self.positions(), |position| self.get(position));
        self.fields = fields;
        let node = |position| Some(Candidate::new(position, position, self.get(position)?));
        Some(found?.into_iter().filter_map(node))
    }

    /// The keys that are there.
    pub(crate) fn keys(&self) -> Vec<&Key> {
        self.positions().filter_map(|(_, node)| node.key()).collect()
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.positions().count()
    }

    /// The position of a key.
    pub(crate) fn position(&mut self, key: &Key) -> Option<usize> {
        for run in self.runs.get(self.indexed..).unwrap_or_default() {
            let nodes = (0..run.len()).filter_map(|index| Some((run.start + index, run.get(0, index)?)));
            let keys = nodes.filter_map(|(position, node)| Some((node.key()?.clone(), Some(position))));
            self.moved.extend(keys);
        }
        self.indexed = self.runs.len();
        let below = || self.entries.spot(key).and_then(|spot| self.at(spot));
        let position = self.moved.get(key).copied().unwrap_or_else(below);
        position.filter(|position| self.get(*position).is_some())
    }

    /// The position of an entry below.
    pub(crate) fn at(&self, spot: Spot) -> Option<usize> {
        self.runs.get(spot.run as usize).map(|run| run.start + spot.index as usize)
    }

    /// The node at a position.
    pub(crate) fn get(&self, position: usize) -> Option<&Fragment> {
        let (run, index) = self.locate(position);
        self.runs.get(run)?.get(run, index)
    }

    /// The node at a position, to change it.
    pub(crate) fn get_mut(&mut self, position: usize) -> Option<&mut Fragment> {
        self.slot(position)?.as_mut()
    }

    fn slot(&mut self, position: usize) -> Option<&mut Option<Fragment>> {
        self.fields.change(position);
        let (run, index) = self.locate(position);
        self.runs.get_mut(run)?.own(run).get_mut(index)
    }

    /// Changes some of the nodes.
    pub(crate) fn change(&mut self, is_changed: impl Fn(&Fragment) -> bool, mut change: impl FnMut(&mut Fragment)) {
        let changed: Vec<usize> =
            self.positions().filter(|(_, node)| is_changed(node)).map(|(position, _)| position).collect();
        for position in changed {
            if let Some(node) = self.get_mut(position) {
                change(node);
            }
        }
    }

    /// Notes that the node at a position is going to have this key.
    pub(crate) fn rename(&mut self, position: usize, key: &Key) {
        let old = self.get(position).and_then(Fragment::key).cloned();
        self.moved.extend(old.map(|old| (old, None)));
        self.moved.insert(key.clone(), Some(position));
    }

    /// Adds a node behind all others.
    pub(crate) fn push(&mut self, fragment: Fragment) {
        if let Holder::Entry(key) = &fragment.holder {
            self.moved.insert(key.clone(), Some(self.end()));
        }
        self.fields.change(self.end());
        match self.runs.last_mut() {
            Some(NodeRun { nodes: RunNodes::Own(nodes), .. }) => nodes.push(Some(fragment)),
            _ => self.push_run(RunNodes::Own(vec![Some(fragment)])),
        }
    }

    /// Adds an item or a document in front of a position.
    pub(crate) fn insert(&mut self, position: usize, fragment: Fragment) {
        let (run, index) = self.locate(position.min(self.end()));
        let Some(nodes) = self.runs.get_mut(run) else { return self.push(fragment) };
        let nodes = nodes.own(run);
        nodes.insert(index.min(nodes.len()), Some(fragment));
        self.runs.iter_mut().skip(run + 1).for_each(|run| run.start += 1);
        self.fields = FieldIndexes::default();
    }

    /// Takes a node away.
    pub(crate) fn remove(&mut self, position: usize) {
        if let Some(slot) = self.slot(position) {
            *slot = None;
            self.has_removed = true;
        }
    }

    /// Forgets those of which nothing is known.
    pub(crate) fn retain_known(&mut self) {
        let is_known = |node: &Option<Fragment>| !matches!(node, Some(Fragment { value, .. }) if matches!(value.kind, ValueKind::Unknown));
        self.fields = FieldIndexes::default();
        let mut start = 0;
        for (index, run) in self.runs.iter_mut().enumerate() {
            run.own(index).retain(is_known);
            run.start = start;
            start += run.len();
        }
    }

    /// Does what a patch says. Says whether it did: not where nodes below were changed one by one before.
    pub(crate) fn patch(&mut self, patch: &Arc<NodePatch>) -> bool {
        let is_shared = |run: &NodeRun| matches!(run.nodes, RunNodes::Shared(..));
        if !patch.runs().all(|run| self.runs.get(run).is_some_and(is_shared)) {
            return false;
        }
        self.fields = FieldIndexes::default();
        for run in patch.runs() {
            if let Some(NodeRun { nodes: RunNodes::Shared(_, patches), .. }) = self.runs.get_mut(run) {
                patches.push(patch.clone());
            }
        }
        if !patch.added.is_empty() {
            self.push_run(RunNodes::Shared(patch.added.clone(), Vec::new()));
        }
        self.is_unknown |= patch.is_unknown;
        true
    }
}

impl NodeRun {
    fn len(&self) -> usize {
        match &self.nodes {
            RunNodes::Shared(nodes, _) => nodes.len(),
            RunNodes::Own(nodes) => nodes.len(),
        }
    }

    /// The node at an index of this run, which is that of this number.
    fn get(&self, run: usize, index: usize) -> Option<&Fragment> {
        match &self.nodes {
            RunNodes::Shared(nodes, patches) => {
                let changed = patches.iter().find_map(|patch| patch.changed(run, index));
                changed.or_else(|| nodes.get(index))
            }
            RunNodes::Own(nodes) => nodes.get(index)?.as_ref(),
        }
    }

    /// Its nodes, to change them one by one.
    fn own(&mut self, run: usize) -> &mut Vec<Option<Fragment>> {
        if let RunNodes::Shared(..) = self.nodes {
            let nodes = (0..self.len()).map(|index| self.get(run, index).cloned()).collect();
            self.nodes = RunNodes::Own(nodes);
        }
        match &mut self.nodes {
            RunNodes::Own(nodes) => nodes,
            RunNodes::Shared(..) => unreachable!("it was just made its own"),
        }
    }
}
