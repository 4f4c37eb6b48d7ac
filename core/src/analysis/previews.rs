//! What bundles are rendered to, for people who look at it while they type.
//!
//! Whoever asks is somebody who looks. From then on the evaluation that finds what is wrong with the templates prints
//! the output as well, until nobody has asked for a while. While something is wrong the output is what it was last,
//! with its places where the same text stands now.

use std::ops::Range;
use std::sync::Arc;

use super::bundle;
use super::evaluations::Asker;
use super::memory::{key_of, lock};
use super::rendering::{Outcome, Plan, plan, ready_with};
use super::world::World;
use crate::render::{PlacedFile, Rendered};
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::Value;
use crate::values::print::Format;

/// So many replies later, whoever asked for an output and did not ask again does not look any more.
const PATIENCE: u64 = 64;

/// The output of a bundle that people look at.
#[derive(Clone)]
pub(super) struct Watched {
    /// How many replies there were when somebody asked last.
    asked: u64,
    outcome: Outcome,
    /// The last output there was.
    shown: Option<Shown>,
}

/// An output, and what it was rendered from.
#[derive(Clone)]
struct Shown {
    plan: Arc<Plan>,
    rendered: Arc<Rendered>,
}

impl Watched {
    pub(super) fn is_watched(&self, revision: u64) -> bool {
        revision <= self.asked + PATIENCE
    }

    /// The alternative whose values it has.
    pub(super) fn alternative(&self) -> Option<FileId> {
        self.outcome.plan.alternative
    }
}

/// What a bundle is rendered to.
pub struct Preview {
    shown: Option<Shown>,
    /// Whether it is of the texts as they are, and not of the last ones that could be rendered.
    pub is_current: bool,
    /// Whether it may be another one in a moment.
    pub is_waiting: bool,
    /// The final data values that it has.
    pub values: Option<Value>,
}

impl Preview {
    const NONE: Self = Self { shown: None, is_current: false, is_waiting: false, values: None };

    /// The output of each file that has one, in file order; `None` where nothing could be rendered yet.
    pub fn files(&self) -> Option<&[PlacedFile]> {
        self.shown.as_ref()?.rendered.printed.as_ref().map(|printed| printed.placed.as_slice())
    }
}

/// What the bundle of a file is rendered to: with the values of that file, if it is one of several alternatives.
pub(super) fn preview(world: &World, file: FileId) -> Preview {
    let layout = world.layout();
    let part = layout.memberships(file).first().map(|(index, _)| index);
    let Some(index) = part.or_else(|| layout.readers(file).first()).copied() else { return Preview::NONE };
    let bundle = &layout.bundles[index];
    if world.limits.is_none() || bundle.is_library {
        return Preview::NONE;
    }
    let own = bundle.attached.contains(&file).then_some(file);
    let alternatives = own.as_ref().map_or(bundle.attached.as_slice(), std::slice::from_ref);
    let (memory, revision) = (world.memory.bundle(bundle), world.memory.evaluations.revision());
    let ready = ready_with(world, index, alternatives);
    let known = lock(&memory.previews).get(&own).cloned();
    let shown = known.as_ref().and_then(|watched| watched.shown.clone());
    let Some(values) = ready.with_output() else {
        lock(&memory.previews).entry(own).and_modify(|watched| watched.asked = revision);
        return Preview { shown, is_waiting: memory.is_waiting_for_values(), ..Preview::NONE };
    };
    let Some(plan) = plan(world, bundle, values, Some(Format::Placed)) else { return Preview::NONE };
    let asker = Asker::Preview(key_of(bundle), own);
    let outcome = Outcome::of(world, asker, plan, known.map(|watched| watched.outcome));
    let is_waiting = outcome.waits.is_some();
    let complete = outcome.rendered.clone().filter(|rendered| rendered.is_complete);
    let is_current = complete.is_some();
    let shown = complete.map(|rendered| Shown { plan: outcome.plan.clone(), rendered }).or(shown);
    lock(&memory.previews).insert(own, Watched { asked: revision, outcome, shown: shown.clone() });
    let values = match values.alternative {
        Some(file) => bundle::attached(world, index, file).value.clone(),
        None => bundle::checked(world, index).value.clone(),
    };
    Preview { shown, is_current, is_waiting, values: Some(values) }
}

impl Preview {
    /// Where what stood at a place of the rendered texts stands now, in bytes of the file.
    pub(super) fn range(&self, world: &World, place: Place) -> Option<TextRange> {
        let source = world.file(place.file)?;
        let then = self.shown.as_ref()?.plan.source(place.file)?;
        if then.stamp == source.stamp {
            return Some(place.range);
        }
        Some(moved(then.shared_text()?, source.shared_text()?, place.range))
    }
}

/// Where the text of a range stands in a later text; the place of the change, if it was changed.
fn moved(then: &str, now: &str, range: TextRange) -> TextRange {
    let mut changed = changed(then.as_bytes(), now.as_bytes());
    changed.start = (0..=changed.start).rev().find(|start| now.is_char_boundary(*start)).unwrap_or(0);
    let behind = TextSize::new((then.len() - changed.end) as u32);
    let (start, end) = (TextSize::new(changed.start as u32), TextSize::new(changed.end as u32));
    if range.end() <= start {
        range
    } else if range.start() >= end {
        let whole = TextSize::new(now.len() as u32);
        range + (whole - behind) - end
    } else {
        TextRange::empty(start)
    }
}

/// The bytes of a text that a later one does not have at its beginning or at its end.
fn changed(then: &[u8], now: &[u8]) -> Range<usize> {
    let same = |pairs: &mut dyn Iterator<Item = (&u8, &u8)>| pairs.take_while(|(a, b)| a == b).count();
    let before = same(&mut then.iter().zip(now));
    let behind = same(&mut then[before..].iter().rev().zip(now[before..].iter().rev()));
    before..then.len() - behind
}
