//! A bundle from its schema to its final values, each step kept under the versions it was computed from.

use std::sync::Arc;

use super::memory::{MembersMemory, Stamps, lock};
use super::source_file::SourceFile;
use super::torn::torn;
use super::world::World;
use crate::cancel::{CancelToken, Cancelled};
use crate::check::check;
use crate::document::TextDocument;
use crate::overlay::{Above, Layer, Overlaid, OverlayMemo, OwnRules, Style, overlay, overlay_flag};
use crate::problem::{Problem, Severity};
use crate::schema::from_annotations::{SchemaInput, compile};
use crate::schema::{Schema, SchemaNode};
use crate::template::function::NoFunctions;
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::{Value, ValueKind};
use crate::workspace::{Bundle, is_library_module};

/// The schema of a bundle.
pub(super) struct Compiled {
    /// The schema as far as it is legal.
    pub(super) schema: Option<Arc<Schema>>,
    /// The last schema that compiled without problems.
    last_good: Option<Arc<Schema>>,
    /// What is wrong with the schema documents.
    pub(super) problems: Vec<Problem>,
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

    fn root(&self) -> Option<&Arc<SchemaNode>> {
        self.schema.as_ref().or(self.last_good.as_ref()).map(|schema| &schema.root)
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
}

/// The final value that an attached file leads to.
pub(super) struct Attached {
    /// The value.
    pub(super) value: Value,
    /// What is wrong: with the file's documents, and with the final value.
    pub(super) problems: Vec<Problem>,
}

/// The schema of a bundle.
pub(super) fn compiled(world: &World, index: usize) -> Arc<Compiled> {
    let bundle = &world.layout().bundles[index];
    let memory = world.memory.bundle(bundle);
    let files: Vec<&SourceFile> = templates(world, bundle).filter(|file| file.facts().has_schema).collect();
    let stamps: Stamps = files.iter().map(|file| (file.id, file.stamp)).collect();
    let mut slot = lock(&memory.schema);
    if let Some((_, compiled)) = slot.as_ref().filter(|(kept, _)| *kept == stamps) {
        return compiled.clone();
    }
    let last_good = slot.take().and_then(|(_, compiled)| compiled.last_good.clone());
    let compiled = Arc::new(compile_files(&files, last_good));
    *slot = Some((stamps, compiled.clone()));
    compiled
}

fn compile_files(files: &[&SourceFile], last_good: Option<Arc<Schema>>) -> Compiled {
    let documents: Vec<(FileId, &TextDocument, Vec<usize>, Vec<TextSize>)> = files
        .iter()
        .filter_map(|file| {
            let document = file.document()?;
            let own = (0..document.stream().documents.len()).filter(|index| file.is_schema(*index)).collect();
            Some((file.id, document, own, torn(document)))
        })
        .collect();
    let inputs: Vec<SchemaInput<'_>> = documents
        .iter()
        .map(|(file, document, documents, torn)| SchemaInput {
            file: *file,
            stream: document.stream(),
            documents,
            torn,
        })
        .collect();
    let compiled = compile(&inputs, &NoFunctions);
    let mut problems = inputs.iter().flat_map(|input| &input.stream.problems).chain(&compiled.problems);
    let is_good = problems.all(|problem| problem.severity != Severity::Error);
    let last_good = compiled.schema.clone().filter(|_| is_good).or(last_good);
    Compiled { schema: compiled.schema, last_good, problems: compiled.problems }
}

/// The values of the members of a bundle, its plain values files and its flags, laid over each other in order.
pub(super) fn merged(world: &World, index: usize) -> Arc<Merged> {
    let bundle = &world.layout().bundles[index];
    let memory = world.memory.bundle(bundle);
    let compiled = compiled(world, index);
    let layers = layers(world, bundle);
    let stamps: Stamps = layers.iter().map(|(file, _)| (file.id, file.stamp)).collect();
    let mut members = lock(&memory.members);
    if let Some((schema, kept, merged)) = &members.slot
        && Arc::ptr_eq(schema, &compiled)
        && *kept == stamps
    {
        return merged.clone();
    }
    let merged = Arc::new(merge(bundle, &compiled, &layers, &mut members));
    members.slot = Some((compiled, stamps, merged.clone()));
    merged
}

fn merge(bundle: &Bundle, compiled: &Compiled, layers: &[(&SourceFile, Style)], memory: &mut MembersMemory) -> Merged {
    let root = compiled.root();
    let mut pile = Pile::new(root.map(|root| root.default.clone()), root);
    pile.lay_files(layers, &mut memory.overlays);
    // What is addressed to a library plays its part there.
    for (index, flag) in bundle.flags.iter().enumerate().filter(|(_, flag)| flag.library.is_none()) {
        pile.add(overlay_flag(&pile.value, &flag.layer(index), root));
    }
    let has_values = !layers.is_empty() || !bundle.flags.is_empty();
    Merged { value: pile.value, problems: pile.problems, own_rules: pile.own_rules, has_values }
}

/// What breaks the rules in the merged values of the members.
pub(super) fn violations(world: &World, index: usize, cancel: &CancelToken) -> Result<Arc<Vec<Problem>>, Cancelled> {
    let merged = merged(world, index);
    let compiled = compiled(world, index);
    let memory = world.memory.bundle(&world.layout().bundles[index]);
    let mut members = lock(&memory.members);
    if let Some((_, violations)) = members.violations.as_ref().filter(|(kept, _)| Arc::ptr_eq(kept, &merged)) {
        return Ok(violations.clone());
    }
    let found = check(&merged.value, compiled.root(), &merged.own_rules, &NoFunctions, &mut members.check, cancel)?;
    let violations = Arc::new(found.problems);
    members.violations = Some((merged, violations.clone()));
    Ok(violations)
}

/// The final value that an attached file leads to, on top of the members.
pub(super) fn attached(
    world: &World,
    index: usize,
    file: FileId,
    cancel: &CancelToken,
) -> Result<Arc<Attached>, Cancelled> {
    let base = merged(world, index);
    let compiled = compiled(world, index);
    let memory = world.memory.bundle(&world.layout().bundles[index]).attached(file);
    let mut memory = lock(&memory);
    let stamp = world.file(file).map_or(0, |file| file.stamp);
    if let Some((kept, at, attached)) = &memory.slot
        && Arc::ptr_eq(kept, &base)
        && *at == stamp
    {
        return Ok(attached.clone());
    }
    let root = compiled.root();
    let mut pile = Pile::new(Some(base.value.clone()), root);
    pile.own_rules.clone_from(&base.own_rules);
    let layer = world.file(file).map(|file| (file, style_of(file)));
    pile.lay_files(layer.as_slice(), &mut memory.overlays);
    let found = check(&pile.value, root, &pile.own_rules, &NoFunctions, &mut memory.check, cancel)?;
    let mut problems = pile.problems;
    problems.extend(found.problems.into_iter().filter_map(|problem| placed_in(world, file, problem)));
    let attached = Arc::new(Attached { value: pile.value, problems });
    memory.slot = Some((base, stamp, attached.clone()));
    Ok(attached)
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
            message: "this default stays, because the file does not set the key".to_owned(),
        },
    );
    problem.fixes.clear();
    Some(problem)
}

/// A value that grows layer by layer.
struct Pile<'a> {
    value: Value,
    root: Option<&'a Arc<SchemaNode>>,
    is_bare: bool,
    problems: Vec<Problem>,
    own_rules: Vec<OwnRules>,
}

impl<'a> Pile<'a> {
    fn new(bottom: Option<Value>, root: Option<&'a Arc<SchemaNode>>) -> Self {
        let is_bare = bottom.is_none();
        let value = bottom.unwrap_or_else(|| Value::unwritten(ValueKind::Null));
        Self { value, root, is_bare, problems: Vec::new(), own_rules: Vec::new() }
    }

    fn lay_files(&mut self, files: &[(&SourceFile, Style)], memos: &mut Vec<OverlayMemo>) {
        let mut layers = Vec::new();
        for (file, style) in files {
            let Some(document) = file.document() else { continue };
            for (index, document) in document.stream().documents.iter().enumerate() {
                if *style == Style::Plain || file.is_values(index) {
                    layers.push(Layer { file: file.id, document: Above::Written(document), style: *style });
                }
            }
        }
        memos.resize_with(layers.len(), OverlayMemo::default);
        for (layer, memo) in layers.iter().zip(memos) {
            self.add(overlay(&self.value, layer, self.root, memo, &NoFunctions));
        }
    }

    fn add(&mut self, overlaid: Overlaid) {
        self.is_bare = false;
        self.value = overlaid.value;
        self.problems.extend(overlaid.problems);
        self.own_rules.extend(overlaid.own_rules);
    }
}

fn style_of(file: &SourceFile) -> Style {
    if file.facts().has_values { Style::Template } else { Style::Plain }
}

fn layers<'a>(world: &'a World, bundle: &Bundle) -> Vec<(&'a SourceFile, Style)> {
    let values = templates(world, bundle).filter(|file| file.facts().has_values).map(|file| (file, Style::Template));
    let plain = bundle.data_values_files.iter().filter_map(|file| world.file(*file)).map(|file| (file, Style::Plain));
    values.chain(plain).collect()
}

fn templates<'a>(world: &'a World, bundle: &Bundle) -> impl Iterator<Item = &'a SourceFile> {
    let files = bundle.members.iter().filter_map(|file| world.file(*file));
    files.filter(|file| !is_library_module(&file.path)).collect::<Vec<_>>().into_iter()
}
