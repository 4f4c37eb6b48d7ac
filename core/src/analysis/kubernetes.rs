//! Resources of Kubernetes in the workspace: which definitions each project has, and what is wrong with the resources
//! that they govern. A definition is read once for each version of its document.

use std::cmp::Reverse;
use std::path::Path;
use std::sync::Arc;

use smol_str::SmolStr;

use super::resources::nearness;
use super::subject::Subject;
use super::world::{File, Query, World};
use crate::kro;
use crate::kubernetes::definitions::{self, checks};
use crate::kubernetes::index::{DefinedVersion, DefinitionIndex, OPEN_API};
use crate::kubernetes::judge::{self, Judged};
use crate::kubernetes::{Definition, Definitions, Manifest, ResourceType, known};
use crate::memo;
use crate::problem::{Code, Problem, Severity, nearest};
use crate::schema::from_open_api::form::form;
use crate::schema::lookup::{Step, with};
use crate::schema::{Schema, SchemaNode};
use crate::text::{FileId, TextSize};
use crate::values::{Key, Value, ValueKind};

impl World {
    /// The definitions of the project that a file belongs to.
    pub(super) fn definitions(&self, file: FileId) -> ProjectDefinitions<'_> {
        let path = self.file(file).map_or(Path::new(""), |file| file.path);
        ProjectDefinitions { world: self, index: self.definition_index(path), folder: path.parent().unwrap_or(path) }
    }
}

/// The definitions of one project.
#[derive(Clone, Copy)]
pub struct ProjectDefinitions<'w> {
    world: &'w World,
    index: &'w Arc<DefinitionIndex>,
    /// The folder of whoever asks: of several definitions of one type, the nearest is meant.
    folder: &'w Path,
}

/// A project may hold copies of a definition, of several releases. So many of them are asked.
const MOST_COPIES: usize = 8;

impl<'w> ProjectDefinitions<'w> {
    /// Every definition of a type, the nearest first. Each is read when it is its turn, for its file may have to be read
    /// again.
    pub(super) fn copies(self, of: &ResourceType) -> impl Iterator<Item = Arc<Definition>> + use<'w, '_> {
        let known = known::of(of);
        let mut versions: Vec<&DefinedVersion> = self.served(of).filter(|_| known.is_none()).collect();
        let path = |version: &DefinedVersion| self.world.file(version.location.0).map_or(Path::new(""), |it| it.path);
        versions.sort_by_cached_key(|version| Reverse(nearness(path(version), self.folder)));
        known.into_iter().chain(versions.into_iter().take(MOST_COPIES).filter_map(move |version| self.at(of, version)))
    }

    /// Where a type is defined, in the order of files.
    fn served(self, of: &ResourceType) -> impl Iterator<Item = &'w DefinedVersion> + use<'w, '_> {
        let versions = self.index.versions(&of.group, &of.kind).iter();
        versions.filter(|version| version.name == of.version && version.is_served)
    }

    fn is_defined(&self, of: &ResourceType) -> bool {
        known::of(of).is_some() || self.served(of).next().is_some()
    }

    fn at(&self, of: &ResourceType, version: &DefinedVersion) -> Option<Arc<Definition>> {
        let (file, document) = version.location;
        if document == OPEN_API {
            return self.world.file(file)?.open_api()?.definition(of);
        }
        self.world.file(file)?.definition(document, of)
    }
}

impl Definitions for ProjectDefinitions<'_> {
    fn definition(&self, of: &ResourceType) -> Option<Arc<Definition>> {
        self.copies(of).next()
    }

    fn versions(&self, of: &ResourceType) -> Vec<SmolStr> {
        let versions = self.index.versions(&of.group, &of.kind).iter();
        versions.filter(|version| version.is_served).map(|version| version.name.clone()).collect()
    }
}

/// Whether a file holds definitions, or resources of a kind that is defined in its project.
pub(super) fn is_governed(world: &World, file: File<'_>) -> bool {
    if world.config(file.path).is_some_and(|config| !config.kubernetes.is_enabled) {
        return false;
    }
    if !file.graphs().is_empty() || file.may_define() && file.types().iter().any(|(_, of)| known::of(of).is_some()) {
        return true;
    }
    let index = world.definition_index(file.path);
    !index.is_empty() && file.uses_group(index) && file.types().iter().any(|(_, of)| is_about(index, of))
}

/// Whether something is said of resources of a type: it is defined, or almost.
fn is_about(index: &DefinitionIndex, of: &ResourceType) -> bool {
    !index.versions(&of.group, &of.kind).is_empty() || intended_kind(index, of).is_some()
}

/// The kind that was probably meant by one that its group does not have.
fn intended_kind(index: &DefinitionIndex, of: &ResourceType) -> Option<String> {
    const MOST_AMISS: usize = 2;
    if of.group.is_empty() || !index.versions(&of.group, &of.kind).is_empty() {
        return None;
    }
    let near = nearest(&of.kind, index.kinds(&of.group))?;
    (strsim::damerau_levenshtein(&of.kind, near) <= MOST_AMISS).then(|| near.to_string())
}

/// Whether a YAML document is a resource of a type that is defined.
pub(super) fn governs(world: &World, file: File<'_>, document: usize) -> bool {
    let of = file.types().iter().find(|(index, _)| *index == document);
    of.is_some_and(|(_, of)| world.definitions(file.id).is_defined(of))
}

/// The files that may have resources of the groups in which a file defines something.
pub(super) fn users(world: &World, file: FileId) -> Vec<FileId> {
    let defined = world.file(file).map(File::definition_outlines).unwrap_or_default();
    if defined.is_empty() {
        return Vec::new();
    }
    let is_user = |file: &File<'_>| file.groups().iter().any(|group| defined.iter().any(|it| it.of.group == *group));
    world.files().filter(is_user).map(|file| file.id).collect()
}

/// The schema of the resource that a document is, as it is for what stands at an offset; `None` if nothing governs it.
pub(super) fn schema(world: &World, file: File<'_>, document: usize, offset: TextSize) -> Option<Arc<Schema>> {
    let (_, of) = file.types().iter().find(|(index, _)| *index == document)?;
    let schema = world.definitions(file.id).definition(of)?.schema().clone();
    let (_, manifest) = file.manifests().iter().find(|(index, _)| *index == document)?;
    if known::of(of).is_none() {
        return Some(schema);
    }
    let text = file.document()?;
    let begins_before = |version: &&Value| text.resolve(version.origin).is_some_and(|it| it.start() <= offset);
    let version = definitions::versions(&manifest.value).into_iter().take_while(begins_before).last();
    Some(with_form(&schema, version))
}

/// The schema of a definition, with what the schema of one of its versions may hold.
fn with_form(schema: &Arc<Schema>, version: Option<&Value>) -> Arc<Schema> {
    let section = version.and_then(|version| version.field(&["schema", "openAPIV3Schema"]));
    let nothing = Value::unwritten(ValueKind::Null);
    let form = form(section.unwrap_or(&nothing));
    let key = |name: &str| Step::Key(Key::String(name.into()));
    let path = [key("spec"), key("versions"), Step::Item(0), key("schema"), key("openAPIV3Schema")];
    let root = with(&schema.root, &path, &|node| {
        Arc::new(SchemaNode { description: node.description.clone(), ..SchemaNode::clone(&form) })
    });
    Arc::new(Schema { root, ..Schema::clone(schema) })
}

/// What is wrong with the resources of a file.
pub(super) struct CheckedManifests;

impl Query for CheckedManifests {
    type Output = Vec<Problem>;
    type IncrementalState = CheckedManifestMemo;

    /// What was found for one of them is found again as long as it and its definitions are the same.
    fn compute(
        world: &World,
        subject: Subject,
        _: Option<&Vec<Problem>>,
        memo: &mut CheckedManifestMemo,
    ) -> Vec<Problem> {
        let Some(file) = subject.file_id().and_then(|file| world.file(file)) else { return Vec::new() };
        let definitions = world.definitions(file.id);
        let is_patch = world.is_patch(file.id) || is_expectation(file.path);
        memo.begin_pass();
        let mut problems = Vec::new();
        let is_of_platform = |document: usize| file.resources().iter().any(|(index, _)| *index == document);
        for (document, manifest) in file.manifests() {
            let is_other_graph =
                kro::is_graph(&manifest.of) && !file.graphs().iter().any(|(index, _)| index == document);
            if manifest.is_computed || manifest.is_assertion || is_of_platform(*document) || is_other_graph {
                continue;
            }
            if !definitions.is_defined(&manifest.of) {
                problems.extend(unknown_type(definitions.index, manifest));
            }
            let copies = || definitions.copies(&manifest.of);
            let holds = |known: &Arc<CheckedManifest>| known.holds(copies(), is_patch);
            let make = || Arc::new(CheckedManifest::of(file, (*document, manifest), copies(), is_patch));
            let checked = memo.get_or_keep(Arc::as_ptr(manifest).addr(), holds, make);
            problems.extend_from_slice(&checked.judgement.problems);
        }
        problems
    }
}

/// Whether a file is called like those that say what a test expects: with no more than what it looks at.
fn is_expectation(path: &Path) -> bool {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().to_lowercase()).unwrap_or_default();
    let words = ["assert", "asserts", "error", "errors", "expected"];
    stem.rsplit(['-', '_', '.']).next().is_some_and(|last| words.contains(&last))
}

/// What is wrong with each resource of a file, by its address; it is held on to, so no other comes to stand there.
pub(super) type CheckedManifestMemo = memo::Memo<usize, Arc<CheckedManifest>>;

/// What was found for a resource.
pub(super) struct CheckedManifest {
    _manifest: Arc<Manifest>,
    judgement: Judgement,
    is_patch: bool,
}

impl CheckedManifest {
    fn of(
        file: File<'_>,
        (document, manifest): (usize, &Arc<Manifest>),
        copies: impl Iterator<Item = Arc<Definition>>,
        is_patch: bool,
    ) -> Self {
        let mut judgement = Judgement::of(manifest, copies, is_patch || manifest.is_incomplete);
        if let Some(text) = file.document().filter(|_| !is_patch) {
            let own = file.definitions().iter().filter(|(index, _)| *index == document);
            let own: Vec<Arc<Definition>> = own.map(|(_, definition)| definition.clone()).collect();
            judgement.problems.extend(checks::problems(manifest, &own, text));
        }
        Self { _manifest: manifest.clone(), judgement, is_patch }
    }

    fn holds(&self, copies: impl Iterator<Item = Arc<Definition>>, is_patch: bool) -> bool {
        self.is_patch == is_patch && self.judgement.holds(copies)
    }
}

/// What is wrong with a resource by the nearest of its definitions; nothing where it suits any of them, for nobody knows
/// which one is installed.
pub(super) struct Judgement {
    pub(super) problems: Vec<Problem>,
    /// The definitions that were looked at, up to the first that the resource suits.
    looked_at: Vec<Arc<Definition>>,
    /// Whether it suits the last of them.
    suits: bool,
}

impl Judgement {
    pub(super) fn of(manifest: &Manifest, copies: impl Iterator<Item = Arc<Definition>>, is_partial: bool) -> Self {
        let (mut looked_at, mut first) = (Vec::new(), None);
        for definition in copies {
            let found = problems_of(manifest, &definition, is_partial);
            looked_at.push(definition);
            if found.is_empty() {
                return Self { problems: found, looked_at, suits: true };
            }
            first.get_or_insert(found);
        }
        Self { problems: first.unwrap_or_default(), looked_at, suits: false }
    }

    /// Whether it would be the same by these definitions.
    fn holds(&self, mut copies: impl Iterator<Item = Arc<Definition>>) -> bool {
        let is_next = |known: &Arc<Definition>| copies.next().is_some_and(|copy| Arc::ptr_eq(known, &copy));
        self.looked_at.iter().all(is_next) && (self.suits || copies.next().is_none())
    }
}

fn problems_of(manifest: &Manifest, definition: &Definition, is_partial: bool) -> Vec<Problem> {
    let mut problems = fields(manifest, definition, is_partial);
    if let Some(unnamed) = unnamed(manifest).filter(|_| definition.is_named && !is_partial) {
        problems.push(unnamed);
    }
    problems
}

/// A resource without a name.
fn unnamed(manifest: &Manifest) -> Option<Problem> {
    let metadata = manifest.value.entry("metadata").filter(|metadata| metadata.value.mapping().is_some())?;
    let is_given = |name| metadata.value.entry(name).is_some_and(|it| !matches!(it.value.kind, ValueKind::Null));
    let is_named = is_given("name") || is_given("generateName");
    let problem = || Problem::new(Code::MissingField, metadata.place, "The field `name` is missing");
    (!is_named).then(problem)
}

fn fields(manifest: &Manifest, definition: &Definition, is_partial: bool) -> Vec<Problem> {
    let problems_of = Judged {
        kind: &manifest.of.kind,
        kind_place: manifest.kind_place,
        value: &manifest.value,
        node: &definition.schema().root,
        is_partial,
        has_placeholders: true,
        words: |_| None,
    };
    judge::problems(&problems_of, &|_| None)
}

/// A kind or a version that is almost one that is defined.
fn unknown_type(index: &DefinitionIndex, manifest: &Manifest) -> Option<Problem> {
    let ResourceType { group, version, kind } = &manifest.of;
    let versions = index.versions(group, kind);
    let warning = |place, message: String| {
        let problem = Problem::new(Code::ResourceStructure, place, message);
        Problem { severity: Severity::Warning, ..problem }
    };
    if versions.is_empty() {
        let intended = intended_kind(index, &manifest.of)?;
        let message = format!("The group `{group}` has no kind `{kind}`, so nothing in this document is checked");
        return Some(warning(manifest.kind_place, message).suggest(Some(&intended), manifest.kind_place));
    }
    let mut served: Vec<&str> = versions.iter().filter(|it| it.is_served).map(|it| it.name.as_str()).collect();
    served.sort_unstable();
    served.dedup();
    if served.contains(&version.as_str()) {
        return None;
    }
    let is_defined = versions.iter().any(|it| it.name == *version);
    let message = if is_defined {
        format!("The version `{version}` of {kind} is not served, so nothing in this document is checked")
    } else {
        format!("{kind} has no version `{version}`, so nothing in this document is checked")
    };
    let problem = warning(manifest.version_place, message);
    Some(if served.is_empty() { problem } else { problem.expected(format!("`{}`", served.join("`, `"))) })
}
