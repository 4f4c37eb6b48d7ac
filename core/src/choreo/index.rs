//! Which resources there are and who refers to them: names only, so that it stays while resources change inside.

use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use super::installed::has_default;
use super::{ReferenceTarget, Resource, ResourceKind, ResourceName};
use crate::text::FileId;

/// A resource, by the file and the index of its document.
pub type ResourceLocation = (FileId, usize);

/// What of a resource others may notice: where it stands, its name, and what it refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceSummary {
    /// The index of its document.
    pub document: usize,
    /// Its name.
    pub name: Option<ResourceName>,
    /// What it refers to.
    pub targets: Vec<ReferenceTarget>,
}

impl ResourceSummary {
    /// The summary of a resource.
    pub fn of(document: usize, resource: &Resource) -> Self {
        let targets = resource.references.iter().map(|reference| reference.target.clone()).collect();
        Self { document, name: resource.name.clone(), targets }
    }
}

/// The resources of a workspace by name.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Index {
    resources: FxHashMap<ResourceName, Vec<ResourceLocation>>,
    /// The names of each kind and namespace in order.
    names: FxHashMap<(ResourceKind, SmolStr), Vec<SmolStr>>,
    /// Who refers to a name that may exist.
    users: FxHashMap<ResourceName, Vec<ResourceLocation>>,
    /// The names in each file.
    in_file: FxHashMap<FileId, Vec<ResourceName>>,
    /// The name of whoever stands somewhere.
    named: FxHashMap<ResourceLocation, ResourceName>,
}

impl Index {
    /// Adds the resources of a file. Files come in the order that decides who is first.
    pub fn add_file(&mut self, file: FileId, summaries: &[ResourceSummary]) {
        for summary in summaries {
            self.add(file, summary.clone());
        }
    }

    fn add(&mut self, file: FileId, summary: ResourceSummary) {
        let location = (file, summary.document);
        for name in summary.targets.iter().flat_map(ReferenceTarget::names) {
            self.users.entry(name).or_default().push(location);
        }
        let Some(name) = summary.name else { return };
        let locations = self.resources.entry(name.clone()).or_default();
        if locations.is_empty() {
            self.names.entry((name.kind, name.namespace.clone())).or_default().push(name.name.clone());
        }
        locations.push(location);
        self.named.insert(location, name.clone());
        self.in_file.entry(file).or_default().push(name);
    }

    /// Every resource of a name, the first first.
    pub fn locations(&self, name: &ResourceName) -> &[ResourceLocation] {
        self.resources.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    /// The names of a kind in a namespace, in order.
    pub fn names(&self, kind: ResourceKind, namespace: &SmolStr) -> &[SmolStr] {
        let namespace = if kind.is_cluster_wide() { SmolStr::default() } else { namespace.clone() };
        self.names.get(&(kind, namespace)).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether there is any resource of a kind but those of every installation.
    pub fn has_any(&self, kind: ResourceKind) -> bool {
        let is_own = |namespace: &SmolStr, name: &SmolStr| !has_default(&ResourceName::new(kind, namespace, name));
        let mut names = self.names.iter().filter(|((other, _), _)| *other == kind);
        names.any(|((_, namespace), names)| names.iter().any(|name| is_own(namespace, name)))
    }

    /// Who refers to a name.
    pub fn users(&self, name: &ResourceName) -> &[ResourceLocation] {
        self.users.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    /// The files with resources that depend on those of a file, directly or through others; it may be among them.
    pub fn dependents(&self, file: FileId) -> FxHashSet<FileId> {
        let mut waiting: Vec<&ResourceName> = self.in_file.get(&file).into_iter().flatten().collect();
        let mut seen: FxHashSet<&ResourceName> = waiting.iter().copied().collect();
        let mut files = FxHashSet::default();
        while let Some(name) = waiting.pop() {
            for location in self.users(name) {
                files.insert(location.0);
                waiting.extend(self.named.get(location).filter(|user| seen.insert(user)));
            }
        }
        files
    }
}
