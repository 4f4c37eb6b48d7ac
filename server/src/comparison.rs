//! Two states of the same schemas side by side: which of them belong together, and what has changed.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use sayl_core::analysis::Analysis;
use sayl_core::diff::{ComparedSchema, Evidence, SchemaChange, changes};
use sayl_core::problem::Code;
use sayl_core::render::request::{Reply, Request};
use sayl_core::schema::Schema;
use sayl_core::template::function::{Call, Called, Functions};
use sayl_core::text::{FileId, Place};
use sha2::{Digest, Sha256};

use crate::schemas::Schemas;
use crate::worker::pool::WorkerPool;

/// Schemas with what they are known by in both states.
#[derive(Clone, Default)]
pub(crate) struct NamedSchemas {
    /// Those of data values, by the path of their first file.
    pub(crate) bundles: Vec<(String, Arc<Schema>)>,
    /// Those in sections of resources.
    pub(crate) sections: Vec<(String, Arc<Schema>)>,
}

impl NamedSchemas {
    /// The schemas of files. `path` says where a file lies in its state.
    pub(crate) fn of(analysis: &Analysis, files: &[FileId], path: impl Fn(FileId) -> String) -> Self {
        let mut files: Vec<FileId> = files.iter().copied().filter(|file| *file != FileId::NONE).collect();
        files.sort_by_key(|file| analysis.path(*file));
        let schemas = Schemas::all(analysis, &files);
        let name = |schema: &Arc<Schema>| (path(schema.root.declared.file), schema.clone());
        Self { bundles: schemas.bundles.iter().map(name).collect(), sections: schemas.named_sections().collect() }
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.bundles.is_empty() && self.sections.is_empty()
    }

    /// Whether it holds the very same schemas, which nothing has changed since.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let is_same = |one: &[(String, Arc<Schema>)], other: &[(String, Arc<Schema>)]| {
            let mut pairs = one.iter().zip(other);
            one.len() == other.len() && pairs.all(|((_, one), (_, other))| Arc::ptr_eq(one, other))
        };
        is_same(&self.bundles, &other.bundles) && is_same(&self.sections, &other.sections)
    }
}

/// One of the two states.
pub(crate) struct Compared<'a> {
    analysis: &'a Analysis,
    schemas: &'a NamedSchemas,
    /// Names all template code that functions of the schemas may see.
    pub(crate) code: String,
}

impl<'a> Compared<'a> {
    /// A state with these schemas, which are those of the files.
    pub(crate) fn new(analysis: &'a Analysis, schemas: &'a NamedSchemas, files: &[FileId]) -> Self {
        Self { analysis, schemas, code: code(analysis, files) }
    }

    fn text(&self, place: Place) -> Option<String> {
        let document = self.analysis.document(place.file)?;
        Some(document.slice(document.resolve(place)?))
    }
}

/// Every change between the schemas of two states, and which of them are gone.
pub(crate) fn changes_of_schemas(old: &Compared<'_>, new: &Compared<'_>) -> Vec<SchemaChange> {
    let callers = (FunctionCaller::new(old.analysis), FunctionCaller::new(new.analysis));
    let pair = |(before, now): (&Arc<Schema>, &Arc<Schema>)| {
        let (text_of_old, text_of_new) = (|place| old.text(place), |place| new.text(place));
        let old = ComparedSchema { schema: before, code: &old.code, text: &text_of_old, functions: &callers.0 };
        let new = ComparedSchema { schema: now, code: &new.code, text: &text_of_new, functions: &callers.1 };
        changes(&old, &new)
    };
    // The only schema of data values may be called otherwise now.
    if let ([(_, before)], [(_, now)]) = (old.schemas.bundles.as_slice(), new.schemas.bundles.as_slice()) {
        let sections = by_name(&old.schemas.sections, &new.schemas.sections, &pair);
        return pair((before, now)).into_iter().chain(sections).collect();
    }
    let of_bundles = by_name(&old.schemas.bundles, &new.schemas.bundles, &pair);
    let of_sections = by_name(&old.schemas.sections, &new.schemas.sections, &pair);
    of_bundles.into_iter().chain(of_sections).collect()
}

/// The changes of schemas that have the same name in both states.
fn by_name(
    old: &[(String, Arc<Schema>)],
    new: &[(String, Arc<Schema>)],
    pair: &impl Fn((&Arc<Schema>, &Arc<Schema>)) -> Vec<SchemaChange>,
) -> Vec<SchemaChange> {
    let before: HashMap<&str, &Arc<Schema>> = old.iter().map(|(name, schema)| (name.as_str(), schema)).collect();
    let now: BTreeSet<&str> = new.iter().map(|(name, _)| name.as_str()).collect();
    let kept = new.iter().filter_map(|(name, schema)| Some((*before.get(name.as_str())?, schema)));
    let gone = old.iter().filter(|(name, _)| !now.contains(name.as_str()));
    kept.flat_map(pair).chain(gone.map(|(name, schema)| removed(name, schema))).collect()
}

fn removed(name: &str, schema: &Schema) -> SchemaChange {
    SchemaChange {
        code: Code::SchemaKeyRemoved,
        path: Vec::new(),
        old: schema.root.declared,
        new: Place::NOWHERE,
        message: format!("The schema of `{name}` is not there any more"),
        evidence: Evidence::None,
    }
}

/// Names all template code that functions of schemas may see: that of files with schemas, and of modules.
fn code(analysis: &Analysis, requested: &[FileId]) -> String {
    let bundles: BTreeSet<usize> =
        requested.iter().flat_map(|file| analysis.layout().memberships(*file)).map(|(index, _)| *index).collect();
    let sources = bundles.iter().flat_map(|index| &analysis.layout().bundles[*index].sources);
    let mut files: Vec<FileId> = requested.iter().copied().chain(sources.map(|source| source.file)).collect();
    files.retain(|file| *file != FileId::NONE);
    files.sort_by_key(|file| analysis.path(*file));
    files.dedup();
    let mut code = Sha256::new();
    for file in files {
        let Some(document) = analysis.document(file) else { continue };
        let name = analysis.path(file).to_string_lossy();
        let is_module = name.ends_with(".star") || name.ends_with(".lib.yml") || name.ends_with(".lib.yaml");
        let text = document.rope().to_string();
        let is_code = |line: &&str| is_module || line.contains("#@ ");
        let lines: String = text.lines().filter(is_code).flat_map(|line| [line, "\n"]).collect();
        let has_schema = || (0..document.stream().documents.len()).any(|index| analysis.schema(file, index).is_some());
        if !lines.is_empty() && (is_module || has_schema()) {
            code.update(lines);
        }
    }
    format!("{:x}", code.finalize())
}

/// Calls functions of one state, each call once.
struct FunctionCaller<'a> {
    analysis: &'a Analysis,
    pool: WorkerPool,
    known: RefCell<HashMap<String, Called>>,
}

impl<'a> FunctionCaller<'a> {
    fn new(analysis: &'a Analysis) -> Self {
        Self { analysis, pool: WorkerPool::default(), known: RefCell::default() }
    }

    fn result_of(&self, call: &Call) -> Option<Called> {
        let analysis = self.analysis;
        let request = Request::Call { job: analysis.job_of(&call.function)?, calls: vec![call.clone()] };
        let wanted = [(request.fingerprint(), Arc::new(request))];
        let (_, reply) = self.pool.answer_all(&wanted, analysis, &|| (), None).pop()?;
        let Reply::Called(outcomes) = reply else { return None };
        Some(outcomes.into_iter().next()?.into())
    }
}

impl Functions for FunctionCaller<'_> {
    fn call(&self, call: &Call) -> Called {
        let name = format!("{call:?}");
        if let Some(known) = self.known.borrow().get(&name) {
            return known.clone();
        }
        let called = self.result_of(call).unwrap_or(Called::Pending);
        self.known.borrow_mut().insert(name, called.clone());
        called
    }
}
