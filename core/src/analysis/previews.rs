//! What bundles are rendered to, for people who look at it while they type.
//!
//! Whoever asks is somebody who looks. From then on the evaluation that finds what is wrong with the templates prints
//! the output as well, until nobody has asked for a while. While something is wrong the output is what it was last,
//! with its places where the same text stands now.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::bundle::{self, asks_of_defaults};
use super::evaluations::{PlannedRender, Requester};
use super::rendering::{Ready, RenderPlan, RenderValues, output, plan, ready_with};
use super::source_file::{SourceFile, TextSource};
use super::subject::Subject;
use super::world::{Query, World};
use crate::render::{PlacedFile, RenderJob, Rendered};
use crate::template::job::JobSource;
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::Value;
use crate::values::fingerprint::Fingerprint;
use crate::values::print::PrintFormat;
use crate::vfs::Vfs;

/// The output of a bundle that people look at: with the values of the file that it is computed of, if that is one of
/// several alternatives.
#[derive(Default)]
struct Previewed {
    /// The last output there was.
    shown: Option<Shown>,
    /// Whether that is of the texts as they are.
    is_current: bool,
    /// Whether it may be another one in a moment.
    is_waiting: bool,
    /// The values that it is rendered with.
    values: Option<RenderValues>,
}

impl Query for Previewed {
    type Output = Self;
    /// The name of the last output.
    type IncrementalState = Option<Fingerprint>;

    fn compute(world: &World, subject: Subject, last: Option<&Self>, printed: &mut Self::IncrementalState) -> Self {
        let Some(index) = subject.bundle_id().and_then(|bundle| world.index_of(bundle)) else { return Self::default() };
        let (bundle, id, own) = (world.bundle(index), world.bundle_id(index), subject.file_id());
        let before = || last.and_then(|last| last.shown.clone());
        let alternatives = own.as_ref().map_or(bundle.attached.as_slice(), std::slice::from_ref);
        let ready = ready_with(world, index, alternatives);
        let Some(values) = ready.with_output() else {
            let is_waiting = matches!(ready, Ready::NotNow);
            return Self { is_waiting, shown: before(), ..Self::default() };
        };
        let Some(plan) = plan(world, bundle, values, Some(PrintFormat::Placed)).map(Arc::new) else {
            return Self::default();
        };
        let rendered = output(world, Requester::Preview(id, own), plan.clone(), printed);
        let is_waiting = rendered.is_none();
        let current = rendered.filter(|rendered| rendered.is_complete).map(|rendered| Shown { plan, rendered });
        let is_current = current.is_some();
        Self { shown: current.or_else(before), is_current, is_waiting, values: Some(values) }
    }
}

/// An output, and what it was rendered from.
#[derive(Clone)]
struct Shown {
    plan: Arc<RenderPlan>,
    rendered: Arc<Rendered>,
}

/// What a bundle is rendered to.
#[derive(Default)]
pub struct Preview {
    shown: Option<Shown>,
    /// What was changed in each file since.
    edits: FxHashMap<FileId, TextChangeRange>,
    /// Whether it is of the texts as they are, and not of the last ones that could be rendered.
    pub is_current: bool,
    /// Whether it may be another one in a moment.
    pub is_waiting: bool,
    /// The final data values that it has.
    pub values: Option<Value>,
}

impl Preview {
    /// The output of each file that has one, in file order; `None` where nothing could be rendered yet.
    pub fn files(&self) -> Option<&[PlacedFile]> {
        self.shown.as_ref()?.rendered.printed.as_ref().map(|printed| printed.files_with_places.as_slice())
    }
}

/// What the bundle of a file is rendered to: with the values of that file, if it is one of several alternatives.
pub(super) fn preview(world: &World, file: FileId) -> Preview {
    let Some((index, own)) = part(world, file) else { return Preview::default() };
    let id = world.bundle_id(index);
    world.watch_output(id, own);
    let subject = own.map_or_else(|| Subject::of_bundle(id), |own| Subject::of_part(id, own));
    let previewed = world.get::<Previewed>(subject);
    let shown = previewed.shown.clone();
    let values = previewed.values.map(|values| match values.alternative {
        Some(file) => bundle::attached(world, index, file).value.clone(),
        None => bundle::checked(world, index).value.clone(),
    });
    let edits = shown.as_ref().map(|shown| shown.changes(world)).unwrap_or_default();
    Preview { shown, edits, is_current: previewed.is_current, is_waiting: previewed.is_waiting, values }
}

/// The bundle whose output is shown for a file, and that file where it is one of its alternatives.
fn part(world: &World, file: FileId) -> Option<(usize, Option<FileId>)> {
    let layout = world.layout();
    let part = layout.memberships(file).first().map(|(index, _)| index);
    let index = *part.or_else(|| layout.readers(file).first())?;
    let bundle = &layout.bundles[index];
    let own = bundle.attached.contains(&file).then_some(file);
    (world.limits().is_some() && !bundle.is_library).then_some((index, own))
}

/// What renders the bundle of a file as it was saved last: what editors have open counts as it stands on the disk.
pub(super) fn saved(world: &World, file: FileId, disk: &dyn Vfs) -> Option<RenderJob> {
    let (index, own) = part(world, file)?;
    let bundle = &world.layout().bundles[index];
    let alternative = own.or_else(|| bundle.attached.first().copied());
    let ready = ready_with(world, index, own.as_ref().map_or(bundle.attached.as_slice(), std::slice::from_ref));
    let has_values = || bundle::merged(world, index).has_values;
    let are_final = alternative.is_some() || asks_of_defaults(bundle, has_values());
    let values = ready.with_output().unwrap_or(RenderValues { alternative, are_final, goes_on: false });
    let job = plan(world, bundle, values, Some(PrintFormat::Placed))?.job();
    let saved = |source: &JobSource| {
        let now = world.file(source.file)?.shared();
        if !now.is_open() {
            return Some(source.clone());
        }
        let then = SourceFile::new(
            now.id,
            now.path.clone(),
            now.kind,
            now.stamp,
            TextSource::Disk(Some(disk.read(&now.path))),
        );
        Some(JobSource { text: then.shared_text()?.clone(), ..source.clone() })
    };
    let for_libraries = job.library_values_files.iter();
    let for_libraries = for_libraries.filter_map(|(library, source)| Some((library.clone(), saved(source)?)));
    Some(RenderJob {
        sources: job.sources.iter().filter_map(saved).collect(),
        data_values_files: job.data_values_files.iter().filter_map(saved).collect(),
        library_values_files: for_libraries.collect(),
        ..job
    })
}

impl Preview {
    /// Where what stood at a place of the rendered texts stands now, in bytes of the file.
    pub fn range(&self, place: Place) -> TextRange {
        self.edits.get(&place.file).map_or(place.range, |edit| edit.moved(place.range))
    }
}

impl Shown {
    /// What was changed in each file since.
    fn changes(&self, world: &World) -> FxHashMap<FileId, TextChangeRange> {
        let edit = |then: &SourceFile| {
            let now = world.file(then.id)?.shared();
            let now = Some(now).filter(|now| now.stamp != then.stamp)?;
            Some((then.id, TextChangeRange::between(then.shared_text()?, now.shared_text()?)))
        };
        self.plan.versions().filter_map(edit).collect()
    }
}

/// What a later version of a text has in the place of some bytes.
struct TextChangeRange {
    replaced: TextRange,
    length: TextSize,
}

impl TextChangeRange {
    /// Everything between what is the same at the beginning and at the end.
    fn between(then: &str, now: &str) -> Self {
        let same = |pairs: &mut dyn Iterator<Item = (u8, u8)>| pairs.take_while(|(one, other)| one == other).count();
        let start = same(&mut then.bytes().zip(now.bytes()));
        let start = (0..=start).rev().find(|start| now.is_char_boundary(*start)).unwrap_or_default();
        let most = then.len().min(now.len()) - start;
        let behind = same(&mut then.bytes().rev().zip(now.bytes().rev()).take(most));
        let size = |bytes: usize| TextSize::new(bytes as u32);
        let replaced = TextRange::new(size(start), size(then.len() - behind));
        Self { replaced, length: size(now.len() - behind - start) }
    }

    /// Where the text of a range stands now; where it was changed, the place of that.
    fn moved(&self, range: TextRange) -> TextRange {
        if range.end() <= self.replaced.start() {
            range
        } else if range.start() >= self.replaced.end() {
            range + self.length - self.replaced.len()
        } else {
            TextRange::empty(self.replaced.start())
        }
    }
}
