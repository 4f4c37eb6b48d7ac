//! A bundle from its schema to its final values, each step kept under the versions it was computed from.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::evaluations::{Asker, Jobs};
use super::functions::Remembered;
use super::incomplete::incomplete;
use super::jobs::Evaluation;
use super::memory::{Basis, CheckedMemory, MembersMemory, key_of, lock};
use super::parts::{Asked, Part, Parts};
use super::problems::asks_of_defaults;
use super::source_file::SourceFile;
use super::world::World;
use crate::check::{Checked, Unset, check, completed};
use crate::document::TextDocument;
use crate::overlay::{OwnRules, Style, overlay_flag};
use crate::problem::{Problem, Severity};
use crate::schema::from_annotations::{SchemaInput, compile};
use crate::schema::{Schema, SchemaNode};
use crate::template::function::Function;
use crate::template::job::Job;
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::Value;
use crate::workspace::Bundle;
use accumulator::Accumulator;

mod accumulator;

/// A problem is an error that hinders whoever reads what it is in.
pub(super) fn has_errors(problems: &[Problem]) -> bool {
    problems.iter().any(|problem| problem.severity == Severity::Error)
}

/// The schema of a bundle.
pub(super) struct Compiled {
    /// The schema as far as it is legal.
    pub(super) schema: Option<Arc<Schema>>,
    /// The last schema that compiled without problems.
    last_good: Option<Arc<Schema>>,
    /// What is wrong with the schema documents, and with the code that gives them.
    pub(super) problems: Vec<Problem>,
    /// What defined the functions in it.
    jobs: Jobs,
}

impl Compiled {
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
pub(super) struct Merged {
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
}

/// The final value that an attached file leads to.
pub(super) struct Attached {
    /// The value.
    pub(super) value: Value,
    /// What is wrong: with the file's documents, and with the final value.
    pub(super) problems: Vec<Problem>,
}

/// Wants what the documents of a bundle evaluate to, before anything is built of them: those of the bundle itself, and
/// of what is attached those that are among these files.
pub(super) fn request_documents(world: &World, bundle: &Bundle, among: &FxHashSet<FileId>) {
    let values = layers(world, bundle).into_iter();
    let attached = attachments(world, bundle).filter(|(file, _)| among.contains(&file.id));
    let files = schemas(world, bundle).chain(values).chain(attached).collect();
    Parts::of(world, bundle, &world.memory.bundle(bundle), files).ask(world, bundle);
}

/// The files whose nodes what is known of a bundle points into: its schema and its values, and what is attached and may
/// show what is wrong in files that it loads.
pub(super) fn foundation<'a>(world: &'a World, bundle: &Bundle) -> impl Iterator<Item = FileId> + 'a {
    let may_load = |file: &SourceFile| !world.code(file).loads.is_empty() || world.code(file).reads_all;
    let attached: Vec<Part<'a>> = attachments(world, bundle).filter(|(file, _)| may_load(file)).collect();
    let own: Vec<Part<'a>> = schemas(world, bundle).chain(layers(world, bundle)).collect();
    own.into_iter().chain(attached).map(|(file, _)| file.id)
}

/// The schema of a bundle.
pub(super) fn compiled(world: &World, index: usize) -> Arc<Compiled> {
    world.settled.known(world.question(index), |answers| &mut answers.compiled, || find_compiled(world, index))
}

fn find_compiled(world: &World, index: usize) -> Arc<Compiled> {
    let bundle = &world.layout().bundles[index];
    let memory = world.memory.bundle(bundle);
    let mut parts = Parts::of(world, bundle, &memory, schemas(world, bundle).collect());
    parts.inputs.stamps.extend(world.config_of_schema(bundle).map(|config| (config.id, config.stamp)));
    let revision = world.memory.evaluations.revision();
    let mut slot = lock(&memory.schema);
    if let Some((_, compiled)) = slot.as_ref().filter(|(kept, _)| kept.holds(&parts.inputs, revision)) {
        return compiled.clone();
    }
    let last_good = slot.as_ref().and_then(|(_, compiled)| compiled.last_good.clone());
    let (compiled, is_waiting) = compile_files(world, bundle, &parts.ask(world, bundle), last_good);
    let basis = Basis { inputs: parts.inputs, waits: is_waiting.then_some(revision) };
    let compiled = Arc::new(compiled);
    *slot = Some((basis, compiled.clone()));
    compiled
}

/// A file with schema documents.
struct SchemaPart<'a> {
    file: FileId,
    document: &'a TextDocument,
    documents: Vec<usize>,
    incomplete: Vec<TextSize>,
    evaluation: &'a Evaluation,
}

impl<'a> SchemaPart<'a> {
    fn of(((file, _), evaluation): &'a (Part<'a>, Evaluation)) -> Option<Self> {
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

/// The schema, and whether an evaluation is missing that it depends on.
fn compile_files(
    world: &World,
    bundle: &Bundle,
    asked: &Asked<'_>,
    last_good: Option<Arc<Schema>>,
) -> (Compiled, bool) {
    let is_extended = world.is_extended(bundle);
    let schemas: Vec<SchemaPart<'_>> = asked.parts.iter().filter_map(SchemaPart::of).collect();
    let inputs: Vec<SchemaInput<'_>> = schemas.iter().map(|part| part.input(is_extended)).collect();
    let functions = Remembered::new(world);
    let compiled = compile(&inputs, &functions);
    let is_waiting = functions.finish(Asker::Schema(asked.key.clone()), &asked.jobs) || asked.is_waiting();
    let mut problems = inputs.iter().flat_map(|input| &input.stream.problems).chain(&compiled.problems);
    let is_good = !is_waiting && problems.all(|problem| problem.severity != Severity::Error);
    // While an evaluation is awaited, others go on with what they had: it lasts a moment.
    let schema = last_good.clone().filter(|_| is_waiting).or(compiled.schema);
    // Where there is no schema any more, nothing is wrong with it: what went before is over.
    let last_good = if is_good { schema.clone() } else { last_good };
    (Compiled { schema, last_good, problems: compiled.problems, jobs: asked.jobs.clone() }, is_waiting)
}

/// The values of the members of a bundle, its plain values files and its flags, laid over each other in order.
pub(super) fn merged(world: &World, index: usize) -> Arc<Merged> {
    world.settled.known(world.question(index), |answers| &mut answers.merged, || find_merged(world, index))
}

fn find_merged(world: &World, index: usize) -> Arc<Merged> {
    let bundle = &world.layout().bundles[index];
    let memory = world.memory.bundle(bundle);
    let compiled = compiled(world, index);
    let parts = Parts::of(world, bundle, &memory, layers(world, bundle));
    let revision = world.memory.evaluations.revision();
    let mut members = lock(&memory.members);
    if let Some((schema, kept, merged)) = &members.slot
        && Arc::ptr_eq(schema, &compiled)
        && kept.holds(&parts.inputs, revision)
    {
        return merged.clone();
    }
    let mut asked = parts.ask(world, bundle);
    asked.jobs.extend(compiled.jobs.iter().map(|(name, job)| (*name, job.clone())));
    let functions = Remembered::new(world);
    let merged = Arc::new(merge(bundle, &compiled, &asked, &functions, &mut members));
    let is_waiting = functions.finish(Asker::Values(asked.key.clone(), None), &asked.jobs) || asked.is_waiting();
    let basis = Basis { inputs: parts.inputs, waits: is_waiting.then_some(revision) };
    members.slot = Some((compiled, basis, merged.clone()));
    merged
}

fn merge(
    bundle: &Bundle,
    compiled: &Compiled,
    asked: &Asked<'_>,
    functions: &Remembered<'_>,
    memory: &mut MembersMemory,
) -> Merged {
    let root = compiled.root();
    let mut accumulator = Accumulator::new(root.map(|root| root.default.clone()), root, functions);
    accumulator.lay_files(&asked.parts, &mut memory.overlays);
    if bundle.options.strict {
        let flags = bundle.flags.iter().enumerate();
        accumulator.problems.extend(flags.flat_map(|(index, flag)| flag.ambiguous_scalars(index)));
    }
    // What is addressed to a library plays its part there.
    for (index, flag) in bundle.flags.iter().enumerate().filter(|(_, flag)| flag.library.is_none()) {
        accumulator.add(overlay_flag(&accumulator.value, &flag.layer(index), root));
        accumulator.last = Some(Place::of_flag(index));
    }
    let has_values = !asked.parts.is_empty() || !bundle.flags.is_empty();
    let jobs = asked.jobs.clone();
    let Accumulator { value, problems, own_rules, last, is_incomplete, .. } = accumulator;
    Merged { value, problems, own_rules, has_values, last, is_incomplete, jobs }
}

/// The final values of the members, and what breaks the rules in them.
pub(super) fn checked(world: &World, index: usize) -> Arc<Checked> {
    let merged = merged(world, index);
    let compiled = compiled(world, index);
    let bundle = &world.layout().bundles[index];
    let memory = world.memory.bundle(bundle);
    let revision = world.memory.evaluations.revision();
    // Of alternatives, each tells by itself what it does not set.
    let last = merged.last.filter(|_| asks_of_defaults(bundle, merged.has_values));
    let mut members = lock(&memory.members);
    if let Some(kept) = &members.checked
        && Arc::ptr_eq(&kept.merged, &merged)
        && kept.told_at == last
        && kept.waits.is_none_or(|then| then == revision)
    {
        return kept.checked.clone();
    }
    let functions = Remembered::new(world);
    let (unset, root) = (last.map(|place| Unset { place, file: None }), compiled.root());
    let checked = if bundle.options.skip_validation {
        let value = completed(&merged.value, root, &functions);
        Checked { value, problems: Vec::new(), is_settled: true }
    } else {
        check(&merged.value, root, &merged.own_rules, unset, &functions, &mut members.check)
    };
    let is_waiting = functions.finish(Asker::Rules(key_of(bundle), None), &merged.jobs);
    let checked = Arc::new(checked);
    let waits = is_waiting.then_some(revision);
    members.checked = Some(CheckedMemory { merged, told_at: last, waits, checked: checked.clone() });
    checked
}

/// The final value that an attached file leads to, on top of the members.
pub(super) fn attached(world: &World, index: usize, file: FileId) -> Arc<Attached> {
    let base = merged(world, index);
    let compiled = compiled(world, index);
    let bundle = &world.layout().bundles[index];
    let bundle_memory = world.memory.bundle(bundle);
    let part = world.file(file).map(|file| (file, style_of(file)));
    let parts = Parts::of(world, bundle, &bundle_memory, part.into_iter().collect());
    let memory = bundle_memory.attached(file);
    let revision = world.memory.evaluations.revision();
    let mut memory = lock(&memory);
    if let Some((kept, basis, attached)) = &memory.slot
        && Arc::ptr_eq(kept, &base)
        && basis.holds(&parts.inputs, revision)
    {
        return attached.clone();
    }
    let root = compiled.root();
    let mut asked = parts.ask(world, bundle);
    asked.jobs.extend(base.jobs.iter().map(|(name, job)| (*name, job.clone())));
    let functions = Remembered::new(world);
    let mut accumulator = Accumulator::new(Some(base.value.clone()), root, &functions);
    accumulator.own_rules.clone_from(&base.own_rules);
    accumulator.is_incomplete = base.is_incomplete;
    accumulator.lay_files(&asked.parts, &mut memory.overlays);
    let unset = accumulator.last.map(|place| Unset { place, file: Some(file) });
    let checked = check(&accumulator.value, root, &accumulator.own_rules, unset, &functions, &mut memory.check);
    let mut problems = accumulator.problems;
    problems.extend(checked.problems.into_iter().filter_map(|problem| placed_in(world, file, problem)));
    let attached = Arc::new(Attached { value: checked.value, problems });
    let is_waiting = functions.finish(Asker::Rules(asked.key.clone(), Some(file)), &asked.jobs) || asked.is_waiting();
    let basis = Basis { inputs: parts.inputs, waits: is_waiting.then_some(revision) };
    memory.slot = Some((base, basis, attached.clone()));
    attached
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

fn attachments<'a>(world: &'a World, bundle: &Bundle) -> impl Iterator<Item = Part<'a>> {
    bundle.attached.iter().filter_map(|file| world.file(*file)).map(|file| (file, style_of(file)))
}

fn schemas<'a>(world: &'a World, bundle: &Bundle) -> impl Iterator<Item = Part<'a>> {
    let files = bundle.schemas.iter().filter_map(|file| world.file(*file)).filter(|file| !file.kind.is_module());
    files.map(|file| (file, Style::Template))
}

fn style_of(file: &SourceFile) -> Style {
    if file.facts().has_values { Style::Template } else { Style::Plain }
}

fn layers<'a>(world: &'a World, bundle: &Bundle) -> Vec<Part<'a>> {
    let values = templates(world, bundle).filter(|file| file.facts().has_values).map(|file| (file, Style::Template));
    let plain = bundle.data_values_files.iter().filter_map(|file| world.file(*file)).map(|file| (file, Style::Plain));
    values.chain(plain).collect()
}

fn templates<'a>(world: &'a World, bundle: &Bundle) -> impl Iterator<Item = &'a SourceFile> {
    let files = bundle.members.iter().filter_map(|file| world.file(*file));
    files.filter(|file| !file.kind.is_module()).collect::<Vec<_>>().into_iter()
}
