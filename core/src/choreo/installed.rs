//! What an installation of the platform has besides the resources of the workspace: those that come with every
//! installation, and those that the settings of a project name. They stand beneath the workspace's own, which win by
//! kind and name.

use std::sync::{Arc, LazyLock};

use smol_str::SmolStr;

use super::resource::{self, Resource};
use super::{ResourceKind, ResourceName};
use crate::document::TextDocument;
use crate::text::FileId;

/// What `[openchoreo]` in `sayl.toml` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    /// Whether the resources of every installation are there.
    pub has_defaults: bool,
    /// What else is installed: nothing is known of it but its name.
    pub provided: Vec<Provided>,
}

/// Resources of a kind that are installed, in any namespace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provided {
    kind: ResourceKind,
    /// A name; `*` stands for any part of one.
    name: SmolStr,
}

impl Default for Installed {
    fn default() -> Self {
        Self { has_defaults: true, provided: Vec::new() }
    }
}

impl Installed {
    /// The resource of every installation that has a name. It stands in no file.
    pub fn default_resource(&self, name: &ResourceName) -> Option<Arc<Resource>> {
        let found = || DEFAULTS.iter().find(|it| it.name.as_ref() == Some(name));
        self.has_defaults.then(found).flatten().cloned()
    }

    /// The names of the resources of a kind that every installation has in a namespace.
    pub fn default_names(&self, kind: ResourceKind, namespace: &SmolStr) -> Vec<SmolStr> {
        let namespace = &ResourceName::new(kind, namespace, &SmolStr::default()).namespace;
        let names = DEFAULTS.iter().filter(|_| self.has_defaults).filter_map(|it| it.name.as_ref());
        names.filter(|it| it.kind == kind && it.namespace == *namespace).map(|it| it.name.clone()).collect()
    }

    /// Whether the settings say that a resource is installed.
    pub fn is_provided(&self, name: &ResourceName) -> bool {
        self.provided.iter().any(|it| it.kind == name.kind && matches(&it.name, &name.name))
    }
}

impl Provided {
    /// Reads `Environment/prod` or `Environment/*`; `Err` holds what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (kind, name) = text.split_once('/').ok_or_else(|| format!("`{text}` is no kind with a name"))?;
        let kind = ResourceKind::from_name(kind).ok_or_else(|| format!("The platform has no kind `{kind}`"))?;
        Ok(Self { kind, name: name.into() })
    }
}

/// Whether a resource comes with every installation, and is not the workspace's own.
pub fn is_default(resource: &Resource) -> bool {
    resource.file == FileId::BUILT_IN
}

/// Whether every installation has a resource of that name.
pub(super) fn has_default(name: &ResourceName) -> bool {
    Installed::default().default_resource(name).is_some()
}

/// Whether a name matches a pattern.
fn matches(pattern: &str, name: &str) -> bool {
    let Some((before, behind)) = pattern.split_once('*') else { return pattern == name };
    let Some(rest) = name.strip_prefix(before) else { return false };
    (0..=rest.len()).any(|at| rest.get(at..).is_some_and(|rest| matches(behind, rest)))
}

static DEFAULTS: LazyLock<Vec<Arc<Resource>>> = LazyLock::new(|| {
    let document = TextDocument::new(FileId::BUILT_IN, include_str!("installed.yml"));
    let found = resource::resources(FileId::BUILT_IN, &document, &mut resource::ResourceMemo::default());
    found.into_iter().map(|(_, resource)| resource).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    fn name(kind: ResourceKind, name: &str) -> ResourceName {
        ResourceName::new(kind, &SmolStr::new("default"), &SmolStr::new(name))
    }

    #[test]
    fn the_resources_of_every_installation_have_schemas() {
        let installed = Installed::default();
        assert_eq!(DEFAULTS.iter().map(|it| it.schema_problems.len()).sum::<usize>(), 0);
        let found = installed.default_resource(&name(ResourceKind::ClusterComponentType, "scheduled-task")).unwrap();
        let sections: Vec<&str> = found.sections.iter().map(|section| section.name).collect();
        assert_eq!(sections, ["parameters", "environmentConfigs"]);
        assert_eq!(
            installed.default_names(ResourceKind::Environment, &"default".into()),
            ["development", "staging", "production"]
        );
        assert_eq!(installed.default_names(ResourceKind::Environment, &"team".into()), [""; 0]);
        let without = Installed { has_defaults: false, ..installed };
        assert!(without.default_resource(&name(ResourceKind::ClusterComponentType, "worker")).is_none());
    }

    #[test]
    fn a_star_stands_for_any_part_of_a_name() {
        let provided =
            ["Environment/*", "ClusterTrait/backup", "DataPlane/eu-*-1"].map(|it| Provided::parse(it).unwrap());
        let installed = Installed { has_defaults: true, provided: provided.into() };
        let is_provided = |kind, text| installed.is_provided(&name(kind, text));
        assert!(is_provided(ResourceKind::Environment, "prod") && is_provided(ResourceKind::ClusterTrait, "backup"));
        assert!(is_provided(ResourceKind::DataPlane, "eu-west-1") && is_provided(ResourceKind::DataPlane, "eu--1"));
        assert!(!is_provided(ResourceKind::DataPlane, "eu-1") && !is_provided(ResourceKind::Trait, "backup"));
        assert!(!is_provided(ResourceKind::ClusterTrait, "backups"));
        assert_eq!(Provided::parse("Environment").unwrap_err(), "`Environment` is no kind with a name");
        assert_eq!(Provided::parse("Trayt/a").unwrap_err(), "The platform has no kind `Trayt`");
    }
}
