//! OpenChoreo resources in the workspace: those of each file, read once for each version of their documents, and an
//! index over all of them, which stays while no resource changes its name or what it refers to.

use std::cell::RefCell;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use smol_str::SmolStr;

use super::AnalysisHost;
use super::subject::Subject;
use super::world::{File, Query, World};
use crate::choreo::index::{Index, ResourceLocation};
use crate::choreo::installed::is_default;
use crate::choreo::{
    self, Catalog, Installed, Resource, ResourceKind, ResourceName, ResourceReference, fields, references,
};
use crate::memo;
use crate::problem::Problem;
use crate::schema::Schema;
use crate::text::{FileId, Place, TextRange, TextSize};

impl World {
    /// The resources of the project that a file belongs to.
    pub(super) fn catalog(&self, file: FileId) -> ProjectCatalog<'_> {
        let path = self.file(file).map_or(Path::new(""), |file| file.path);
        let installed = self.config(path).map_or(&*EVERY_INSTALLATION, |config| &config.installed);
        ProjectCatalog {
            world: self,
            index: self.resource_index(path),
            folder: path.parent().unwrap_or(path),
            installed,
        }
    }
}

/// What is there besides where no settings say otherwise.
static EVERY_INSTALLATION: LazyLock<Installed> = LazyLock::new(Installed::default);

/// The resources of one project.
#[derive(Clone, Copy)]
pub struct ProjectCatalog<'w> {
    world: &'w World,
    pub(super) index: &'w Arc<Index>,
    /// The folder of whoever asks: of several resources of one name, the nearest is meant.
    folder: &'w Path,
    /// What is there besides.
    installed: &'w Installed,
}

impl ProjectCatalog<'_> {
    fn at(&self, (file, document): &ResourceLocation) -> Option<Arc<Resource>> {
        let resources = self.world.file(*file)?.resources();
        resources.iter().find(|(index, _)| index == document).map(|(_, resource)| resource.clone())
    }

    fn nearness(&self, file: FileId) -> usize {
        nearness(self.world.file(file).map_or(Path::new(""), |file| file.path), self.folder)
    }
}

/// How many folders are around both a file and whoever asks.
pub(super) fn nearness(path: &Path, folder: &Path) -> usize {
    path.components().zip(folder.components()).take_while(|(left, right)| left == right).count()
}

/// For so many resources nobody looks for each name in each file.
const MOST_NAMES: usize = 32;

/// Words of which a file holds one if its resources can matter to those in these files: the kinds that they can lead to,
/// and their own names, which others may have too. `None` if that cannot be told from the text of a file.
fn words_that_matter(world: &World, files: &[FileId]) -> Option<Arc<[SmolStr]>> {
    let held = files.iter().filter_map(|file| world.file(*file)).flat_map(File::resources);
    let resources: Vec<&Arc<Resource>> = held.map(|(_, resource)| resource).take(MOST_NAMES + 1).collect();
    let kinds = references::reachable(resources.iter().map(|resource| resource.kind));
    let kinds = kinds.into_iter().map(|kind| SmolStr::new_static(kind.name()));
    let names = resources.iter().filter_map(|resource| resource.name.as_ref()).map(|name| name.name.clone());
    // A text with blanks may be folded, and a quote is written twice.
    let is_in_one_piece = |word: &SmolStr| !word.contains(|c: char| c.is_whitespace() || c.is_control() || c == '\'');
    let words: Vec<SmolStr> = kinds.chain(names).collect();
    (resources.len() <= MOST_NAMES && words.iter().all(is_in_one_piece)).then(|| words.into())
}

impl AnalysisHost {
    /// From now on only these files are asked about: other resources are read only as far as these can lead to them.
    pub fn limit_to(&mut self, files: &[FileId]) {
        let words = words_that_matter(&self.analysis().world, files);
        Arc::make_mut(&mut self.world).set_index_words(words);
    }
}

/// The schema of the resource that a document is, as it is for what stands at an offset; `None` if it is none.
pub(super) fn schema(world: &World, file: File<'_>, document: usize, offset: TextSize) -> Option<Arc<Schema>> {
    let (_, resource) = file.resources().iter().find(|(index, _)| *index == document)?;
    let text = file.document()?;
    let begins_before = |place| text.resolve(place).is_some_and(|range| range.start() <= offset);
    Some(fields::schema(resource, &world.catalog(file.id), fields::item_before(resource, begins_before)))
}

/// The name at an offset of a file that refers to a resource, and where that is named itself.
pub(super) fn referred(world: &World, file: File<'_>, offset: TextSize) -> Option<(TextRange, Place)> {
    let text = file.document()?;
    let mut references = file.resources().iter().flat_map(|(_, resource)| &resource.references);
    let (range, reference) = references.find_map(|reference| {
        let range = text.resolve(reference.whole).filter(|range| range.contains_inclusive(offset))?;
        Some((range, reference))
    })?;
    let target = world.catalog(file.id).find(&reference.target)?;
    (!is_default(&target)).then_some((range, target.name_place))
}

/// Every place that refers to the resource of a name in the project of a file.
pub(super) fn users(world: &World, file: FileId, name: &ResourceName) -> Vec<Place> {
    let catalog = world.catalog(file);
    let mut users = catalog.index.users(name).to_vec();
    users.dedup();
    let referring = |(file, document): &(FileId, usize)| {
        let resources = world.file(*file)?.resources();
        resources.iter().find(|(index, _)| index == document).map(|(_, resource)| resource)
    };
    let references = users.iter().filter_map(referring).flat_map(|resource| &resource.references);
    let is_intended = |reference: &&ResourceReference| {
        let found = world.catalog(reference.place.file).find(&reference.target);
        found.and_then(|found| found.name.clone()).as_ref() == Some(name)
    };
    references.filter(is_intended).map(|reference| reference.place).collect()
}

impl Catalog for ProjectCatalog<'_> {
    fn resource(&self, name: &ResourceName) -> Option<Arc<Resource>> {
        match self.index.locations(name) {
            [] => self.installed.default_resource(name),
            [only] => self.at(only),
            // The first of those that are equally near.
            several => self.at(several.iter().rev().max_by_key(|(file, _)| self.nearness(*file))?),
        }
    }

    fn first(&self, name: &ResourceName) -> Option<Arc<Resource>> {
        self.at(self.index.locations(name).first()?)
    }

    fn names(&self, kind: ResourceKind, namespace: &SmolStr) -> Vec<SmolStr> {
        let own = self.index.names(kind, namespace);
        let defaults = self.installed.default_names(kind, namespace).into_iter().filter(|name| !own.contains(name));
        own.iter().cloned().chain(defaults).collect()
    }

    fn has_any(&self, kind: ResourceKind) -> bool {
        self.index.has_any(kind)
    }

    fn referring(&self, name: &ResourceName, kind: ResourceKind) -> Vec<Arc<Resource>> {
        let users = self.index.users(name).iter().filter_map(|location| self.at(location));
        let mut users: Vec<Arc<Resource>> = users.filter(|user| user.kind == kind).collect();
        users.dedup_by(|one, other| Arc::ptr_eq(one, other));
        users
    }

    fn installed(&self) -> &Installed {
        self.installed
    }
}

/// What is wrong with the resources of a file.
pub(super) struct CheckedResources;

impl Query for CheckedResources {
    type Output = Vec<Problem>;
    type IncrementalState = CheckedResourceMemo;

    /// What was found for one of them is found again as long as it is the same, every resource that it led to is the
    /// same, and no other came or went.
    fn compute(
        world: &World,
        subject: Subject,
        _: Option<&Vec<Problem>>,
        memo: &mut CheckedResourceMemo,
    ) -> Vec<Problem> {
        let Some(file) = subject.file_id().and_then(|file| world.file(file)) else { return Vec::new() };
        let catalog = world.catalog(file.id);
        memo.begin_pass();
        let mut problems = file.misspelt_kinds().to_vec();
        for (_, resource) in file.resources() {
            let holds = |known: &Arc<CheckedResource>| known.holds(catalog);
            let make = || Arc::new(CheckedResource::of(catalog, resource));
            let checked = memo.get_or_keep(Arc::as_ptr(resource).addr(), holds, make);
            problems.extend_from_slice(&checked.problems);
        }
        problems
    }
}

/// What is wrong with each resource of a file, by its address; it is held on to, so no other comes to stand there.
pub(super) type CheckedResourceMemo = memo::Memo<usize, Arc<CheckedResource>>;

/// The resources of a kind that referred to a name.
type Referring = (ResourceName, ResourceKind, Vec<Arc<Resource>>);

/// What was found for a resource.
pub(super) struct CheckedResource {
    _resource: Arc<Resource>,
    index: Arc<Index>,
    installed: Installed,
    /// What was asked for and found.
    led_to: Vec<(ResourceName, Arc<Resource>)>,
    /// Those that came first of their name.
    first: Vec<(ResourceName, Arc<Resource>)>,
    /// Those of a kind that refer to a name.
    referring: Vec<Referring>,
    problems: Vec<Problem>,
}

impl CheckedResource {
    fn of(catalog: ProjectCatalog<'_>, resource: &Arc<Resource>) -> Self {
        let recorder = LookupRecorder::new(catalog);
        let is_patch = catalog.world.is_patch(resource.file);
        let problems = choreo::check::problems(resource, &recorder, is_patch);
        let LookupRecorder { led_to, first, referring, .. } = recorder;
        let (led_to, first, referring) = (led_to.into_inner(), first.into_inner(), referring.into_inner());
        let (index, installed) = (catalog.index.clone(), catalog.installed.clone());
        Self { _resource: resource.clone(), index, installed, led_to, first, referring, problems }
    }

    fn holds(&self, catalog: ProjectCatalog<'_>) -> bool {
        let is_same = |(name, then): &(ResourceName, Arc<Resource>)| {
            catalog.resource(name).is_some_and(|now| Arc::ptr_eq(&now, then))
        };
        let is_first = |(name, then): &(ResourceName, Arc<Resource>)| {
            catalog.first(name).is_some_and(|now| Arc::ptr_eq(&now, then))
        };
        let is_referring = |(name, kind, then): &Referring| {
            let now = catalog.referring(name, *kind);
            now.len() == then.len() && now.iter().zip(then).all(|(now, then)| Arc::ptr_eq(now, then))
        };
        Arc::ptr_eq(&self.index, catalog.index)
            && self.installed == *catalog.installed
            && self.led_to.iter().all(is_same)
            && self.first.iter().all(is_first)
            && self.referring.iter().all(is_referring)
    }
}

/// The resources of a project, noting which of them are asked for.
struct LookupRecorder<'w> {
    catalog: ProjectCatalog<'w>,
    led_to: RefCell<Vec<(ResourceName, Arc<Resource>)>>,
    first: RefCell<Vec<(ResourceName, Arc<Resource>)>>,
    referring: RefCell<Vec<Referring>>,
}

impl<'w> LookupRecorder<'w> {
    fn new(catalog: ProjectCatalog<'w>) -> Self {
        Self { catalog, led_to: RefCell::default(), first: RefCell::default(), referring: RefCell::default() }
    }
}

impl Catalog for LookupRecorder<'_> {
    fn resource(&self, name: &ResourceName) -> Option<Arc<Resource>> {
        let found = self.catalog.resource(name)?;
        self.led_to.borrow_mut().push((name.clone(), found.clone()));
        Some(found)
    }

    fn first(&self, name: &ResourceName) -> Option<Arc<Resource>> {
        let found = self.catalog.first(name)?;
        self.first.borrow_mut().push((name.clone(), found.clone()));
        Some(found)
    }

    fn names(&self, kind: ResourceKind, namespace: &SmolStr) -> Vec<SmolStr> {
        self.catalog.names(kind, namespace)
    }

    fn has_any(&self, kind: ResourceKind) -> bool {
        self.catalog.has_any(kind)
    }

    fn referring(&self, name: &ResourceName, kind: ResourceKind) -> Vec<Arc<Resource>> {
        let found = self.catalog.referring(name, kind);
        self.referring.borrow_mut().push((name.clone(), kind, found.clone()));
        found
    }

    fn installed(&self) -> &Installed {
        self.catalog.installed
    }
}
