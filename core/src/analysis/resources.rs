//! OpenChoreo resources in the workspace: those of each file, read once for each version of their documents, and an
//! index over all of them, which stays while no resource changes its name or what it refers to.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use super::Analysis;
use super::memory::lock;
use super::source_file::SourceFile;
use super::world::World;
use crate::choreo::index::{Index, Outline};
use crate::choreo::{self, Catalog, Kind, Name, Resource, Target, fields, resource};
use crate::memo;
use crate::problem::{Code, Problem, Severity};
use crate::schema::Schema;
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::yaml::path;

/// The resources of a file, each with the index of its document.
pub(super) type Resources = Vec<(usize, Arc<Resource>)>;

impl World {
    /// The resources of a file.
    pub(super) fn resources<'w>(&'w self, file: &'w SourceFile) -> &'w Resources {
        file.resources.get_or_init(|| match file.document().filter(|_| file.may_hold_resources()) {
            Some(document) => {
                let memory = self.memory.file(file.id);
                resource::resources(file.id, document, &mut lock(&memory).resources)
            }
            None => Vec::new(),
        })
    }

    /// What others may notice of the resources of a file.
    pub(super) fn outlines<'w>(&'w self, file: &'w SourceFile) -> &'w [Outline] {
        if file.surely_has_no_resources() {
            return &[];
        }
        let find =
            || self.resources(file).iter().map(|(document, resource)| Outline::of(*document, resource)).collect();
        file.outlines.get_or_init(find)
    }

    /// Whether a file holds any resource.
    pub(super) fn has_resources(&self, file: &SourceFile) -> bool {
        !self.outlines(file).is_empty()
    }

    /// Whether a file is written for the platform: it holds resources, or what would be some but for a misspelt kind.
    pub(super) fn is_for_platform(&self, file: &SourceFile) -> bool {
        self.has_resources(file) || !misspelt_kinds(file).is_empty()
    }

    /// Every resource by name.
    pub(super) fn index(&self) -> &Arc<Index> {
        self.index.get_or_init(|| {
            let helm_templates = &self.layout().helm_templates;
            let is_ours = |file: &&SourceFile| file.exists() && !helm_templates.contains(&file.id);
            let mut files: Vec<&SourceFile> = self.files().filter(is_ours).collect();
            files.sort_by(|a, b| a.path.cmp(&b.path));
            Arc::new(Index::of(files.into_iter().map(|file| (file.id, self.outlines(file).to_vec()))))
        })
    }
}

impl Analysis {
    /// Whether a resource in a file at or below a path, or any that it leads to, refers to one that is not there.
    pub fn lacks_resources(&self, path: &Path) -> bool {
        let files = self.world.files().filter(|file| file.exists() && file.path.starts_with(path));
        let mut waiting: Vec<Target> =
            files.flat_map(|file| self.world.outlines(file)).flat_map(|outline| outline.targets.clone()).collect();
        let mut seen = FxHashSet::default();
        while let Some(target) = waiting.pop() {
            let Some(found) = self.world.find(&target) else { return true };
            if seen.insert(Arc::as_ptr(&found).addr()) {
                waiting.extend(found.references.iter().map(|reference| reference.target.clone()));
            }
        }
        false
    }
}

/// The schema of the resource that a document is, as it is for what stands at an offset; `None` if it is none.
pub(super) fn schema(world: &World, file: &SourceFile, document: usize, offset: TextSize) -> Option<Arc<Schema>> {
    let (_, resource) = world.resources(file).iter().find(|(index, _)| *index == document)?;
    let text = file.document()?;
    let begins_before = |place| text.resolve(place).is_some_and(|range| range.start() <= offset);
    Some(fields::schema(resource, world, fields::item_before(resource, begins_before)))
}

/// The name at an offset of a file that refers to a resource, and where that is named itself.
pub(super) fn referred(world: &World, file: &SourceFile, offset: TextSize) -> Option<(TextRange, Place)> {
    let text = file.document()?;
    let mut references = world.resources(file).iter().flat_map(|(_, resource)| &resource.references);
    let (range, reference) = references.find_map(|reference| {
        let range = text.resolve(reference.whole).filter(|range| range.contains_inclusive(offset))?;
        Some((range, reference))
    })?;
    Some((range, world.find(&reference.target)?.name_place))
}

/// Every place that refers to the resource of a name.
pub(super) fn users(world: &World, name: &Name) -> Vec<Place> {
    let mut users = world.index().users(name).to_vec();
    users.dedup();
    let referring = |(file, document): &(FileId, usize)| {
        let resources = world.resources(world.file(*file)?);
        resources.iter().find(|(index, _)| index == document).map(|(_, resource)| resource)
    };
    let references = users.iter().filter_map(referring).flat_map(|resource| &resource.references);
    let is_meant = |target: &Target| world.find(target).and_then(|found| found.name.clone()).as_ref() == Some(name);
    references.filter(|reference| is_meant(&reference.target)).map(|reference| reference.place).collect()
}

impl Catalog for World {
    fn resource(&self, name: &Name) -> Option<Arc<Resource>> {
        let (file, document) = self.index().locations(name).first()?;
        let resources = self.resources(self.file(*file)?);
        resources.iter().find(|(index, _)| index == document).map(|(_, resource)| resource.clone())
    }

    fn names(&self, kind: Kind, namespace: &SmolStr) -> Vec<SmolStr> {
        self.index().names(kind, namespace).to_vec()
    }

    fn has_any(&self, kind: Kind) -> bool {
        self.index().has_any(kind)
    }
}

/// What is wrong with the resources of a file. What was found for one of them is found again as long as it is the same,
/// every resource that it led to is the same, and no other came or went.
pub(super) fn problems(world: &World, file: &SourceFile) -> Vec<Problem> {
    let memory = world.memory.file(file.id);
    lock(&memory).checked.begin_pass();
    let mut problems = misspelt_kinds(file).to_vec();
    for (_, resource) in world.resources(file) {
        let known = lock(&memory).checked.get(&Arc::as_ptr(resource).addr()).cloned();
        let checked = known.filter(|checked| checked.holds(world)).unwrap_or_else(|| {
            // Others may wait for this file's memory while this one asks for theirs.
            let checked = Arc::new(Checked::of(world, resource));
            lock(&memory).checked.keep(Arc::as_ptr(resource).addr(), checked.clone());
            checked
        });
        problems.extend_from_slice(&checked.problems);
    }
    problems
}

/// What is said of documents of a file whose kind is probably misspelt.
pub(super) fn misspelt_kinds(file: &SourceFile) -> &[Problem] {
    if file.surely_has_no_resources() {
        return &[];
    }
    file.misspelt_kinds.get_or_init(|| match file.document().filter(|_| file.may_hold_resources()) {
        Some(document) => resource::misspelt_kinds(file.id, document),
        None => Vec::new(),
    })
}

/// A scalar that may be read otherwise is worse in a resource: nobody sees it once the platform has taken it.
pub(super) fn graver(world: &World, file: &SourceFile, problem: Problem) -> Problem {
    let document = || {
        let text = file.document().filter(|_| problem.code == Code::AmbiguousScalar && !world.is_given())?;
        path::document_at(text.stream(), text.resolve(problem.place)?.start())
    };
    let is_in_resource = document().is_some_and(|it| world.resources(file).iter().any(|(index, _)| *index == it));
    if is_in_resource { Problem { severity: Severity::Warning, ..problem } } else { problem }
}

/// What is wrong with each resource of a file, by its address; it is held on to, so no other comes to stand there.
pub(super) type Memo = memo::Memo<usize, Arc<Checked>>;

/// What was found for a resource.
pub(super) struct Checked {
    _resource: Arc<Resource>,
    index: Arc<Index>,
    /// What was asked for and found.
    led_to: Vec<(Name, Arc<Resource>)>,
    problems: Vec<Problem>,
}

impl Checked {
    fn of(world: &World, resource: &Arc<Resource>) -> Self {
        let recorder = Recorder { world, led_to: RefCell::default() };
        let problems = choreo::check::problems(resource, &recorder);
        let led_to = recorder.led_to.into_inner();
        Self { _resource: resource.clone(), index: world.index().clone(), led_to, problems }
    }

    fn holds(&self, world: &World) -> bool {
        let is_same =
            |(name, then): &(Name, Arc<Resource>)| world.resource(name).is_some_and(|now| Arc::ptr_eq(&now, then));
        Arc::ptr_eq(&self.index, world.index()) && self.led_to.iter().all(is_same)
    }
}

/// The resources of a world, noting which of them are asked for.
struct Recorder<'w> {
    world: &'w World,
    led_to: RefCell<Vec<(Name, Arc<Resource>)>>,
}

impl Catalog for Recorder<'_> {
    fn resource(&self, name: &Name) -> Option<Arc<Resource>> {
        let found = self.world.resource(name)?;
        self.led_to.borrow_mut().push((name.clone(), found.clone()));
        Some(found)
    }

    fn names(&self, kind: Kind, namespace: &SmolStr) -> Vec<SmolStr> {
        self.world.names(kind, namespace)
    }

    fn has_any(&self, kind: Kind) -> bool {
        self.world.has_any(kind)
    }
}
