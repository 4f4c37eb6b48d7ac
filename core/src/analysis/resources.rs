//! OpenChoreo resources in the workspace: those of each file, read once for each version of their documents, and an
//! index over all of them, which stays while no resource changes its name or what it refers to.

use std::sync::Arc;

use smol_str::SmolStr;

use super::memory::lock;
use super::source_file::SourceFile;
use super::world::World;
use crate::choreo::index::{Index, Outline};
use crate::choreo::{Catalog, Kind, Name, Resource, resource};
use crate::problem::Problem;

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
    pub(super) fn outlines(&self, file: &SourceFile) -> Vec<Outline> {
        self.resources(file).iter().map(|(document, resource)| Outline::of(*document, resource)).collect()
    }

    /// Every resource by name.
    pub(super) fn index(&self) -> &Arc<Index> {
        self.index.get_or_init(|| {
            let mut files: Vec<&SourceFile> = self.files().filter(|file| file.exists()).collect();
            files.sort_by(|a, b| a.path.cmp(&b.path));
            Arc::new(Index::of(files.into_iter().map(|file| (file.id, self.outlines(file)))))
        })
    }
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

/// What is wrong with the resources of a file.
pub(super) fn problems(world: &World, file: &SourceFile) -> Vec<Problem> {
    world.resources(file).iter().flat_map(|(_, resource)| resource.schema_problems.iter().cloned()).collect()
}
