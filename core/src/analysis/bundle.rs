//! A bundle from its schema to its final values, step by step.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::evaluations::{Jobs, Requester};
use super::functions::KnownFunctions;
use super::incomplete::incomplete;
use super::jobs::FileEvaluation;
use super::parts::{BundlePart, EvaluatedParts};
use super::subject::Subject;
use super::world::{File, Query, World};
use crate::check::{CheckMemo, CheckOutcome, Unset, check, completed};
use crate::data_values::{OverlayMemo, OverlayStyle, OwnRules, overlay_flag};
use crate::document::TextDocument;
use crate::problem::{Problem, Severity};
use crate::schema::from_annotations::{SchemaInput, SchemaMemo, recompile};
use crate::schema::{Schema, SchemaNode};
use crate::template::job::Job;
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::Value;
use crate::values::function::Function;
use crate::workspace::Bundle;
use accumulator::Accumulator;

mod accumulator;

/// A problem is an error that hinders whoever reads what it is in.
pub(super) fn has_errors(problems: &[Problem]) -> bool {
    problems.iter().any(|problem| problem.severity == Severity::Error)
}

/// The schema of a bundle.
pub(super) struct CompiledBundle {
    /// The schema as far as it is legal.
    pub(super) schema: Option<Arc<Schema>>,
    /// The last schema that compiled without problems.
    last_good: Option<Arc<Schema>>,
    /// What is wrong with the schema documents, and with the code that gives them.
    pub(super) problems: Vec<Problem>,
    /// What defined the functions in it.
    jobs: Jobs,
    /// Whether an evaluation is missing that it depends on.
    pub(super) is_waiting: bool,
}

impl CompiledBundle {
    /// The schema to answer from: the one at hand, else the last good one.
    pub(super) fn usable_schema(&self) -> Option<Arc<Schema>> {
        self.schema.clone().or_else(|| self.last_good.clone())
    }

    /// The last good schema, unless the one at hand is good itself.
    pub(super) fn last_good_schema(&self) -> Option<Arc<Schema>> {
        let is_good = |last_good: &&Arc<Schema>| self.schema.as_ref().is_some_and(|it| Arc::ptr_eq(it, last_good));
        self.last_good.as_ref().filter(|last_good| !is_good(last_good)).cloned()
    }

    /// What is certain to hold all that the schema declares: the last good schema, and while it is broken what can be
    /// read of it besides. None where none was ever good.
    pub(super) fn certain(&self) -> Vec<Arc<Schema>> {
        let Some(good) = &self.last_good else { return Vec::new() };
        let broken = self.schema.iter().filter(|schema| !Arc::ptr_eq(schema, good));
        std::iter::once(good).chain(broken).cloned().collect()
    }

    /// The evaluation that defined a function in it.
    pub(super) fn job_of(&self, function: &Function) -> Option<Arc<Job>> {
        self.jobs.get(&function.evaluation).cloned()
    }

    fn root(&self) -> Option<&Arc<SchemaNode>> {
        self.schema.as_ref().map(|schema| &schema.root)
    }
}

/// The values of all members, plain values files and flags.
pub(super) struct MergedValues {
    /// The value.
    pub(super) value: Value,
    /// What is wrong with the documents, in any of the files.
    pub(super) problems: Vec<Problem>,
    /// The rules that the documents bring themselves.
    own_rules: Vec<OwnRules>,
    /// Whether any values were laid over the schema's defaults.
    pub(super) has_values: bool,
    /// The last document of values, or the last flag.
    last: Option<Place>,
    /// Whether some of the values cannot be read.
    is_incomplete: bool,
    /// What defined the functions in it and in its schema.
    jobs: Jobs,
    /// Whether an evaluation is missing that it depends on, its schema aside.
    pub(super) is_waiting: bool,
}

/// The final value that an attached file leads to.
pub(super) struct AttachedValues {
    /// The value.
    pub(super) value: Value,
    /// What is wrong: with the file's documents, and with the final value.
    pub(super) problems: Vec<Problem>,
}

/// Wants what the documents of a bundle evaluate to, before anything is built of them: those of the bundle itself, and
/// of what is attached those that are among these files.
pub(super) fn request_documents(world: &World, index: usize, among: &FxHashSet<FileId>) {
    let bundle = world.bundle(index);
    let values = layers(world, bundle).into_iter();
    let attached = attachments(world, bundle).filter(|(file, _)| among.contains(&file.id));
    let files: Vec<BundlePart<'_>> = schemas(world, bundle).chain(values).chain(attached).collect();
    EvaluatedParts::of(world, world.bundle_id(index), files);
}

/// The files whose nodes what is known of a bundle points into: its schema and its values, and what is attached and may
/// show what is wrong in files that it loads.
pub(super) fn foundation<'a>(world: &'a World, bundle: &Bundle) -> impl Iterator<Item = FileId> + 'a {
    let may_load = |file: File<'_>| !file.code().loads.is_empty() || file.code().reads_all;
    let attached: Vec<BundlePart<'a>> = attachments(world, bundle).filter(|(file, _)| may_load(*file)).collect();
    let own: Vec<BundlePart<'a>> = schemas(world, bundle).chain(layers(world, bundle)).collect();
    own.into_iter().chain(attached).map(|(file, _)| file.id)
}

/// The schema of a bundle.
pub(super) fn compiled(world: &World, index: usize) -> Arc<CompiledBundle> {
    world.get::<CompiledBundle>(Subject::of_bundle(world.bundle_id(index)))
}

/// The index of the bundle that a computation is about, in a world that has it.
fn index_of(world: &World, subject: Subject) -> usize {
    subject.bundle_id().and_then(|bundle| world.index_of(bundle)).unwrap_or_default()
}

impl Query for CompiledBundle {
    type Output = Self;
    type IncrementalState = SchemaMemo;

    fn compute(world: &World, subject: Subject, last: Option<&Self>, memo: &mut SchemaMemo) -> Self {
        let index = index_of(world, subject);
        let last_good = last.and_then(|compiled| compiled.last_good.clone());
        let evaluated = EvaluatedParts::of(world, world.bundle_id(index), schemas(world, world.bundle(index)));
        compile_files(world, index, &evaluated, last_good, memo)
    }
}

/// A file with schema documents.
struct SchemaPart<'a> {
    file: FileId,
    document: &'a TextDocument,
    documents: Vec<usize>,
    incomplete: Vec<TextSize>,
    evaluation: &'a FileEvaluation,
}

impl<'a> SchemaPart<'a> {
    fn of(((file, _), evaluation): &'a (BundlePart<'a>, FileEvaluation)) -> Option<Self> {
        let document = file.document()?;
        let documents = (0..document.stream().documents.len()).filter(|index| file.is_schema(*index)).collect();
        Some(Self { file: file.id, document, documents, incomplete: incomplete(document), evaluation })
    }

    fn input(&self, is_extended: bool) -> SchemaInput<'_> {
        SchemaInput {
            file: self.file,
            stream: self.document.stream(),
            documents: &self.documents,
            incomplete: &self.incomplete,
            evaluation: self.evaluation.as_input(),
            is_extended,
        }
    }
}

fn compile_files(
    world: &World,
    index: usize,
    evaluated: &EvaluatedParts<'_>,
    last_good: Option<Arc<Schema>>,
    memo: &mut SchemaMemo,
) -> CompiledBundle {
    let is_extended = world.is_extended(world.bundle(index));
    let schemas: Vec<SchemaPart<'_>> = evaluated.parts.iter().filter_map(SchemaPart::of).collect();
    let inputs: Vec<SchemaInput<'_>> = schemas.iter().map(|part| part.input(is_extended)).collect();
    let functions = KnownFunctions::new(world);
    let compiled = recompile(&inputs, &functions, memo);
    let is_waiting =
        functions.finish(Requester::Schema(world.bundle_id(index)), &evaluated.jobs) || evaluated.is_waiting();
    let mut problems = inputs.iter().flat_map(|input| &input.stream.problems).chain(&compiled.problems);
    let is_good = !is_waiting && problems.all(|problem| problem.severity != Severity::Error);
    // While an evaluation is awaited, others go on with what they had: it lasts a moment.
    let schema = last_good.clone().filter(|_| is_waiting).or(compiled.schema);
    // Where there is no schema any more, nothing is wrong with it: what went before is over.
    let last_good = if is_good { schema.clone() } else { last_good };
    CompiledBundle { schema, last_good, problems: compiled.problems, jobs: evaluated.jobs.clone(), is_waiting }
}

/// The values of the members of a bundle, its plain values files and its flags, laid over each other in order.
pub(super) fn merged(world: &World, index: usize) -> Arc<MergedValues> {
    world.get::<MergedValues>(Subject::of_bundle(world.bundle_id(index)))
}

impl Query for MergedValues {
    type Output = Self;
    type IncrementalState = Vec<OverlayMemo>;

    fn compute(world: &World, subject: Subject, _: Option<&Self>, overlays: &mut Vec<OverlayMemo>) -> Self {
        let index = index_of(world, subject);
        let (bundle, id) = (world.bundle(index), world.bundle_id(index));
        let compiled = compiled(world, index);
        let mut evaluated = EvaluatedParts::of(world, id, layers(world, bundle));
        evaluated.jobs.extend(compiled.jobs.iter().map(|(name, job)| (*name, job.clone())));
        let functions = KnownFunctions::new(world);
        let merged = merge(bundle, &compiled, &evaluated, &functions, overlays);
        let is_waiting = functions.finish(Requester::Values(id, None), &evaluated.jobs) || evaluated.is_waiting();
        Self { is_waiting, ..merged }
    }
}

fn merge(
    bundle: &Bundle,
    compiled: &CompiledBundle,
    evaluated: &EvaluatedParts<'_>,
    functions: &KnownFunctions<'_>,
    overlays: &mut Vec<OverlayMemo>,
) -> MergedValues {
    let root = compiled.root();
    let mut accumulator = Accumulator::new(root.map(|root| root.default.clone()), root, functions);
    accumulator.lay_files(&evaluated.parts, overlays);
    if bundle.options.strict {
        let flags = bundle.flags.iter().enumerate();
        accumulator.problems.extend(flags.flat_map(|(index, flag)| flag.ambiguous_scalars(index)));
    }
    // What is addressed to a library plays its part there.
    for (index, flag) in bundle.flags.iter().enumerate().filter(|(_, flag)| flag.library.is_none()) {
        accumulator.add(overlay_flag(&accumulator.value, &flag.layer(index), root));
        accumulator.last = Some(Place::of_flag(index));
    }
    accumulator.find_repeated_key();
    let has_values = !evaluated.parts.is_empty() || !bundle.flags.is_empty();
    let jobs = evaluated.jobs.clone();
    let Accumulator { value, problems, own_rules, last, is_incomplete, .. } = accumulator;
    MergedValues { value, problems, own_rules, has_values, last, is_incomplete, jobs, is_waiting: false }
}

/// Whether broken rules count where the schema's own default breaks them. A given bundle is final. A discovered one
/// without values, or with alternatives, is not: there the values files that leave the default are told instead.
pub(super) fn asks_of_defaults(bundle: &Bundle, has_values: bool) -> bool {
    bundle.is_given || has_values && bundle.attached.is_empty()
}

/// The final values of the members, and what breaks the rules in them.
pub(super) fn checked(world: &World, index: usize) -> Arc<CheckOutcome> {
    world.get::<CheckedMembers>(Subject::of_bundle(world.bundle_id(index)))
}

struct CheckedMembers;

impl Query for CheckedMembers {
    type Output = CheckOutcome;
    type IncrementalState = CheckMemo;

    fn compute(world: &World, subject: Subject, _: Option<&CheckOutcome>, memo: &mut CheckMemo) -> CheckOutcome {
        let index = index_of(world, subject);
        let (merged, compiled, bundle) = (merged(world, index), compiled(world, index), world.bundle(index));
        // Of alternatives, each tells by itself what it does not set.
        let last = merged.last.filter(|_| asks_of_defaults(bundle, merged.has_values));
        let functions = KnownFunctions::new(world);
        let (unset, root) = (last.map(|place| Unset { place, file: None }), compiled.root());
        let checked = if bundle.options.skip_validation {
            let value = completed(&merged.value, root, &functions);
            CheckOutcome { value, problems: Vec::new(), is_settled: true }
        } else {
            check(&merged.value, root, &merged.own_rules, unset, &functions, memo)
        };
        functions.finish(Requester::Rules(world.bundle_id(index), None), &merged.jobs);
        checked
    }
}

/// The final value that an attached file leads to, on top of the members.
pub(super) fn attached(world: &World, index: usize, file: FileId) -> Arc<AttachedValues> {
    world.get::<AttachedValues>(Subject::of_part(world.bundle_id(index), file))
}

impl Query for AttachedValues {
    type Output = Self;
    type IncrementalState = (Vec<OverlayMemo>, CheckMemo);

    fn compute(
        world: &World,
        subject: Subject,
        _: Option<&Self>,
        (overlays, memo): &mut Self::IncrementalState,
    ) -> Self {
        let (index, file) = (index_of(world, subject), subject.file_id().unwrap_or(FileId::NONE));
        let (base, compiled, id) = (merged(world, index), compiled(world, index), world.bundle_id(index));
        let root = compiled.root();
        let mut evaluated = EvaluatedParts::of(world, id, world.file(file).map(|file| (file, style_of(file))));
        evaluated.jobs.extend(base.jobs.iter().map(|(name, job)| (*name, job.clone())));
        let functions = KnownFunctions::new(world);
        let mut accumulator = Accumulator::new(Some(base.value.clone()), root, &functions);
        accumulator.own_rules.clone_from(&base.own_rules);
        accumulator.is_incomplete = base.is_incomplete;
        accumulator.lay_files(&evaluated.parts, overlays);
        accumulator.find_repeated_key();
        let unset = accumulator.last.map(|place| Unset { place, file: Some(file) });
        let Accumulator { value, own_rules, mut problems, .. } = accumulator;
        let checked = check(&value, root, &own_rules, unset, &functions, memo);
        problems.extend(checked.problems.into_iter().filter_map(|problem| placed_in(world, file, problem)));
        functions.finish(Requester::Rules(id, Some(file)), &evaluated.jobs);
        Self { value: checked.value, problems }
    }
}

/// A broken rule as a problem of the attached file. What the file leaves as a schema has it, though the rule asks for
/// something else, is the file's omission: said at its last document, with the schema's place beside it. What
/// another values file wrote is reported there.
fn placed_in(world: &World, file: FileId, mut problem: Problem) -> Option<Problem> {
    if problem.place.file == file {
        return Some(problem);
    }
    if !world.file(problem.place.file).is_some_and(|place| place.facts().has_schema) {
        return None;
    }
    let document = world.file(file)?.document()?.stream().documents.last()?;
    let start = TextRange::empty(TextSize::new(0));
    let unset = std::mem::replace(&mut problem.place, Place::absolute(file, document.marker.unwrap_or(start)));
    problem.related.insert(
        0,
        crate::problem::Related {
            place: unset,
            message: "this default applies, because the file does not set the key".to_owned(),
        },
    );
    problem.fixes.clear();
    Some(problem)
}

fn attachments<'a>(world: &'a World, bundle: &Bundle) -> impl Iterator<Item = BundlePart<'a>> {
    bundle.attached.iter().filter_map(|file| world.file(*file)).map(|file| (file, style_of(file)))
}

fn schemas<'a>(world: &'a World, bundle: &Bundle) -> impl Iterator<Item = BundlePart<'a>> {
    let files = bundle.schemas.iter().filter_map(|file| world.file(*file)).filter(|file| !file.kind.is_module());
    files.map(|file| (file, OverlayStyle::Template))
}

fn style_of(file: File<'_>) -> OverlayStyle {
    if file.facts().has_values { OverlayStyle::Template } else { OverlayStyle::Plain }
}

fn layers<'a>(world: &'a World, bundle: &Bundle) -> Vec<BundlePart<'a>> {
    let values =
        templates(world, bundle).filter(|file| file.facts().has_values).map(|file| (file, OverlayStyle::Template));
    let plain =
        bundle.data_values_files.iter().filter_map(|file| world.file(*file)).map(|file| (file, OverlayStyle::Plain));
    values.chain(plain).collect()
}

fn templates<'a>(world: &'a World, bundle: &Bundle) -> impl Iterator<Item = File<'a>> {
    let files = bundle.members.iter().filter_map(|file| world.file(*file));
    files.filter(|file| !file.kind.is_module()).collect::<Vec<_>>().into_iter()
}
