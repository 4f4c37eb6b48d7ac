//! Maps over maps, entry by entry.

use std::sync::Arc;

use super::Merge;
use super::guard::{GuardedNodes, SchemaGuard};
use crate::data_values::memo::{MergeInputs, MergedPart};
use crate::data_values::target::MergedMap;
use crate::data_values::{OverlaySubject, report};
use crate::schema::map_keys::KeyDeclaration;
use crate::schema::{SchemaNode, Type};
use crate::template::overlay::annotations::Operation;
use crate::template::overlay::lay::lay;
use crate::template::overlay::matching::Matching;
use crate::template::overlay::nodes::Nodes;
use crate::template::overlay::patch::NodePatch;
use crate::values::fragment::Fragment;
use crate::values::{MappingValue, Value, ValueKind};

impl Merge<'_> {
    pub(super) fn mapping(
        &mut self,
        left: &Value,
        below: &MappingValue,
        above: &MappingValue,
        schema: Option<&Arc<SchemaNode>>,
        matching: &Matching,
    ) -> ValueKind {
        let mut map = MergedMap::new(left, below, schema, matching);
        let mut nodes = Nodes::of_entries(&below.entries, below.is_open, left.origin);
        let is_usual = *matching == Matching::default() || *matching == Matching::missing_ok();
        for run in above.entries.runs() {
            if is_usual && above.is_spread && self.run_at_once(&mut map, &mut nodes, run) {
                continue;
            }
            for entry in run.iter() {
                let position = below.entries.spot(entry.entry_key()).and_then(|spot| nodes.at(spot));
                let is_said = self.directives.entry(entry).is_some();
                match position {
                    _ if is_said || !is_usual => self.directed_entry(&mut map, &mut nodes, entry, position),
                    Some(position) => self.entry(&map, &mut nodes, position, entry),
                    None => self.new_entry(&mut map, &mut nodes, entry),
                }
            }
        }
        let runs = &mut self.memo.runs;
        map.finish(nodes, below.is_spread || above.is_spread, runs)
    }

    /// Lays entries of which nothing is said over those below, or does again what the cache says of it. Says whether it
    /// did: not where something is said of one of them, or was done before to single entries below.
    fn run_at_once(&mut self, map: &mut MergedMap<'_>, nodes: &mut Nodes, run: &Arc<[Fragment]>) -> bool {
        let (right, left) = (run.clone(), Some(map.left.kind.clone()));
        let inputs = MergeInputs { right, left, schema: map.schema.cloned() };
        let Some(key) = self.key(&inputs, map.matching) else { return false };
        let (problems, own_rules) = (self.problems.len(), self.own_rules.len());
        let part = match self.part_in_cache(&key) {
            Some(part) => part,
            None if run.iter().any(|entry| self.directives.entry(entry).is_some()) => return false,
            None => self.make_part(key, inputs, |merge| MergedPart::Patch(Arc::new(merge.patch(map, run)))),
        };
        let MergedPart::Patch(patch) = part else { return false };
        if nodes.patch(&patch) {
            map.intended.extend(patch.intended.iter().cloned());
            return true;
        }
        self.problems.truncate(problems);
        self.own_rules.truncate(own_rules);
        false
    }

    /// What entries change in what is below.
    fn patch(&mut self, map: &mut MergedMap<'_>, run: &[Fragment]) -> NodePatch {
        let (mut changed, mut added, mut is_unknown) = (Vec::with_capacity(run.len()), Vec::new(), false);
        let known = map.intended.len();
        for entry in run {
            match map.below.entries.spot(entry.entry_key()) {
                Some(spot) => {
                    let below = map.below.entries.at(spot);
                    changed.extend(below.map(|below| (spot, self.laid(map, below, entry))));
                }
                None if matches!(entry.value.kind, ValueKind::Unknown) => is_unknown = true,
                None => added.extend(self.added(map, entry)),
            }
        }
        let mut patch = NodePatch::new(changed, added);
        (patch.intended, patch.is_unknown) = (map.intended.split_off(known), is_unknown);
        patch
    }

    /// An entry of which it is said which ones it is about, how many there must be, or what becomes of them.
    fn directed_entry(
        &mut self,
        map: &mut MergedMap<'_>,
        nodes: &mut Nodes,
        entry: &Fragment,
        position: Option<usize>,
    ) {
        let overlay = self.directives.entry(entry).map(|directive| &directive.overlay);
        let is_by = overlay.is_some_and(|overlay| overlay.by.is_some());
        let is_removed = overlay.is_some_and(|overlay| overlay.operation == Operation::Remove);
        // Where what is below is not known any more, no match by something else than the key could be right or wrong.
        let was_unknown = nodes.is_unknown;
        nodes.is_unknown &= is_by;
        if position.is_none() && !is_by && matches!(entry.value.kind, ValueKind::Unknown) {
            nodes.is_unknown = true;
        }
        let matching = map.matching;
        lay(&mut SchemaGuard { merge: &mut *self, nodes: GuardedNodes::Entries(&mut *map) }, nodes, entry, matching);
        nodes.is_unknown |= was_unknown;
        if position.is_some() && !is_by && !is_removed {
            self.note_use(map, entry);
        }
    }

    /// An entry whose key exists below.
    fn entry(&mut self, map: &MergedMap<'_>, nodes: &mut Nodes, position: usize, entry: &Fragment) {
        if let Some(below) = nodes.get_mut(position) {
            *below = self.laid(map, below, entry);
        }
    }

    /// An entry laid over the one with its key.
    fn laid(&mut self, map: &MergedMap<'_>, below: &Fragment, entry: &Fragment) -> Fragment {
        let field = map.field(entry.entry_key(), self.functions);
        let (left, right) = (&below.value, &entry.value);
        let subject = OverlaySubject::Key(entry.entry_key().clone());
        let value = self.within(subject, |merge| merge.value(left, right, field, map.matching));
        self.note_use(map, entry);
        Fragment::entry(entry.entry_key().clone(), entry.place, value)
    }

    /// Warns of an entry whose key the schema discourages.
    fn note_use(&mut self, map: &MergedMap<'_>, entry: &Fragment) {
        if let Some(field) = map.field(entry.entry_key(), self.functions) {
            self.note_deprecation(entry, field, map.schema.and_then(|schema| schema.ty.mapping()));
        }
    }

    /// An entry whose key does not exist below.
    fn new_entry(&mut self, map: &mut MergedMap<'_>, nodes: &mut Nodes, entry: &Fragment) {
        if matches!(entry.value.kind, ValueKind::Unknown) {
            nodes.is_unknown = true;
            return;
        }
        if let Some(added) = self.added(map, entry) {
            nodes.push(added);
        }
    }

    /// An entry whose key does not exist below, as it is added.
    fn added(&mut self, map: &mut MergedMap<'_>, entry: &Fragment) -> Option<Fragment> {
        let is_allowed = self.is_permissive || *map.matching == Matching::missing_ok();
        if !self.admits(map, entry, is_allowed) {
            return None;
        }
        let field = map.field(entry.entry_key(), self.functions);
        let subject = OverlaySubject::Key(entry.entry_key().clone());
        let value = self.within(subject, |merge| merge.fresh(&entry.value, field));
        Some(Fragment::entry(entry.entry_key().clone(), entry.place, value))
    }

    /// Whether a map may have an entry that is not below; if not, that is reported.
    pub(super) fn admits(&mut self, target: &mut MergedMap<'_>, entry: &Fragment, is_allowed: bool) -> bool {
        let field = target.field(entry.entry_key(), self.functions);
        let ty = target.schema.and_then(|schema| schema.ty.mapping());
        if let (Some(field), Some(ty)) = (field, ty)
            && self.refuses_removed(entry, field, ty)
        {
            return false;
        }
        // An item that is new itself has no defaults yet.
        let own = ty.and_then(|ty| ty.fields.get(entry.entry_key()));
        let is_left_out = !target.below.is_open && own.is_some_and(|field| field.is_defaulted());
        let is_open = match (ty, target.schema.map(|schema| &schema.ty)) {
            (Some(ty), _) => matches!(self.declared(ty, entry.entry_key()), KeyDeclaration::Unknown),
            (None, ty) => matches!(ty, Some(Type::Unknown | Type::Combined(_))),
        };
        if let (Some(ty), Some(schema), None, false) = (ty, target.schema, field, is_open) {
            let unknown = report::unknown_key(
                entry,
                ty.fields.keys(),
                ty.nearest_key(entry.entry_key()),
                schema.declared,
                true,
                &ty.patterns,
            );
            target.intended.extend(unknown.intended.map(|key| (key, entry.place)));
            self.problems.push(unknown.problem);
            false
        } else if !is_allowed && !is_open && (field.is_none() || is_left_out) {
            self.problems.push(target.not_below(entry));
            false
        } else {
            true
        }
    }
}
