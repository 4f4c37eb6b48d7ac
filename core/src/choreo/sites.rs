//! Where a resource holds values for schemas, and which schema governs each: its own, that of a resource that it
//! refers to, or that of a resource which that one refers to.

use std::sync::Arc;

use smol_str::SmolStr;

use super::installed::is_default;
use super::references::{ReferenceRole, trait_items};
use super::resource::{EmbeddedSpec, Resource};
use super::{Catalog, ResourceKind, ResourceReference};
use crate::schema::lookup::Step;
use crate::schema::sections::CompiledSection;
use crate::text::Place;
use crate::values::{Key, Value, ValueKind};

/// A place for values.
#[derive(Clone, Debug)]
pub struct ValuesSite {
    /// What its values are for.
    pub part: ValuesPurpose,
    /// The way to it from the root of the document.
    pub path: Vec<Step>,
    /// What is written there.
    pub given: Option<Value>,
    /// Where it is said what is missing if nothing is written.
    pub holder: Place,
    /// The schemas of whoever is to take the values.
    pub schemas: SectionSchemas,
    /// Which of them governs.
    pub section: SiteSection,
    /// How values are taken.
    pub manner: Manner,
}

/// What values of a resource are for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValuesPurpose {
    /// The resource itself: a component, the release of one, a run.
    Whole,
    /// One trait.
    Trait {
        /// The name of the trait.
        name: SmolStr,
        /// What it is called in its component.
        instance: SmolStr,
    },
    /// The workflow of a component.
    Workflow,
}

/// The sections of a resource, which govern values in other resources.
#[derive(Clone, Debug, Default)]
pub struct SectionSchemas {
    /// Their schemas.
    pub sections: Vec<CompiledSection>,
    /// Whether any of them has mistakes.
    pub is_broken: bool,
    /// Whether they are of a resource that comes with every installation. A platform team may have changed it.
    pub is_default: bool,
}

/// Which of its sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteSection {
    /// `parameters`
    Parameters,
    /// `envOverrides`, later called `environmentConfigs`.
    Environment,
    /// `systemParameters`
    System,
}

/// How values are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Defaults are filled in first, and null counts as nothing where there is one.
    Filled,
    /// As they are.
    AsWritten,
    /// They may hold expressions.
    Computed,
    /// They may hold expressions, and lack what others add.
    Partial,
}

impl SiteSection {
    /// Whether it goes by a name.
    fn is_called(self, name: &str) -> bool {
        match self {
            Self::Parameters => name == "parameters",
            Self::Environment => matches!(name, "envOverrides" | "environmentConfigs"),
            Self::System => name == "systemParameters",
        }
    }
}

impl SectionSchemas {
    fn of_resource(resource: &Resource) -> Self {
        let is_broken = resource.has_broken_schemas || resource.is_partial;
        Self { sections: resource.sections.clone(), is_broken, is_default: is_default(resource) }
    }

    fn of_embedded(embedded: &EmbeddedSpec, holder: &Resource) -> Self {
        let is_broken = holder.has_broken_schemas || holder.is_partial;
        Self { sections: embedded.sections.clone(), is_broken, is_default: false }
    }

    /// A section, if it is declared.
    pub fn section(&self, section: SiteSection) -> Option<&CompiledSection> {
        self.sections.iter().find(|it| section.is_called(it.name))
    }
}

/// A trait that a component has.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The name of the trait.
    pub name: SmolStr,
    /// What it is called in the component.
    pub instance: SmolStr,
    /// Its schemas, if the trait is known.
    schemas: Option<SectionSchemas>,
    /// Whether the type of the component adds it. The type sets what it needs then.
    is_embedded: bool,
}

/// Every place for values in a resource of which the schema is known.
pub fn sites(resource: &Resource, catalog: &dyn Catalog) -> Vec<ValuesSite> {
    let mut collector = SiteCollector { resource, catalog, found: Vec::new() };
    match resource.kind {
        ResourceKind::Component => collector.component(),
        ResourceKind::ComponentType | ResourceKind::ClusterComponentType => collector.embedded_traits(),
        ResourceKind::ComponentRelease => collector.release(),
        ResourceKind::ReleaseBinding => collector.binding(),
        ResourceKind::Resource | ResourceKind::Project => {
            collector.of_type("parameters", SiteSection::Parameters, |_| None);
        }
        ResourceKind::ResourceReleaseBinding => {
            let owner = |binding: &Resource| referred(binding, catalog, ReferenceRole::Owner);
            collector.of_type("resourceTypeEnvironmentConfigs", SiteSection::Environment, owner);
        }
        ResourceKind::ProjectReleaseBinding => {
            let owner = |binding: &Resource| referred(binding, catalog, ReferenceRole::Owner);
            collector.of_type("environmentConfigs", SiteSection::Environment, owner);
        }
        ResourceKind::ComponentWorkflowRun | ResourceKind::WorkflowRun => collector.workflow(ValuesPurpose::Whole),
        _ => {}
    }
    collector.found
}

/// The traits of the component that a binding is about, those of its release or of its type included; `None` where the
/// component is not known.
pub fn instances(binding: &Resource, catalog: &dyn Catalog) -> Option<Vec<Instance>> {
    if let Some(release) = referred(binding, catalog, ReferenceRole::Release) {
        return Some(release_instances(&release));
    }
    let component = referred(binding, catalog, ReferenceRole::Owner)?;
    let mut instances = trait_instances(&component, catalog);
    instances.extend(embedded_instances(&component, catalog)?);
    Some(instances)
}

/// The traits that the type of a component adds to it; `None` where the type is not known.
pub(super) fn embedded_instances(component: &Resource, catalog: &dyn Catalog) -> Option<Vec<Instance>> {
    let component_type = component_type(component, catalog)?;
    let instances = trait_instances(&component_type, catalog).into_iter();
    Some(instances.map(|instance| Instance { is_embedded: true, ..instance }).collect())
}

/// The resource that one refers to in a role.
fn referred(resource: &Resource, catalog: &dyn Catalog, role: ReferenceRole) -> Option<Arc<Resource>> {
    let reference = resource.references.iter().find(|reference| reference.role == role)?;
    catalog.find(&reference.target)
}

fn component_type(component: &Resource, catalog: &dyn Catalog) -> Option<Arc<Resource>> {
    catalog.find(&type_reference(component)?.target)
}

fn type_reference(component: &Resource) -> Option<&ResourceReference> {
    component.references.iter().find(|reference| reference.role == ReferenceRole::ComponentType)
}

/// The traits listed in the `spec` of a component or of its type.
fn trait_instances(resource: &Resource, catalog: &dyn Catalog) -> Vec<Instance> {
    let items: Vec<&Value> = resource.value.field(&["spec"]).into_iter().flat_map(trait_items).collect();
    let instance = |reference: &ResourceReference| {
        let ReferenceRole::Trait(index) = reference.role else { return None };
        let instance = items.get(index)?.field(&["instanceName"])?.text()?.clone();
        let schemas = catalog.find(&reference.target).map(|it| SectionSchemas::of_resource(&it));
        Some(Instance { name: reference.target.name.clone(), instance, schemas, is_embedded: false })
    };
    resource.references.iter().filter_map(instance).collect()
}

/// The traits of a release, those of its type included, with the schemas that it holds itself.
fn release_instances(release: &Resource) -> Vec<Instance> {
    let instance = |item: &Value, is_embedded: bool| {
        let name = item.field(&["name"])?.text()?.clone();
        let instance = item.field(&["instanceName"])?.text()?.clone();
        Some(Instance { name, instance, schemas: embedded_trait(release, item), is_embedded })
    };
    let holders: [(&[&str], bool); 3] = [
        (&["spec", "componentProfile"], false),
        (&["spec", "componentType"], true),
        (&["spec", "componentType", "spec"], true),
    ];
    let items = holders.into_iter().filter_map(|(path, is_embedded)| Some((release.value.field(path)?, is_embedded)));
    let items = items.flat_map(|(holder, is_embedded)| trait_items(holder).map(move |item| (item, is_embedded)));
    items.filter_map(|(item, is_embedded)| instance(item, is_embedded)).collect()
}

/// The schemas that a release holds of the trait that an item of a list names. Copies in a map tell no kind.
pub(super) fn embedded_trait(release: &Resource, item: &Value) -> Option<SectionSchemas> {
    let text = |key: &str| item.field(&[key]).and_then(Value::text).map(SmolStr::as_str);
    let (name, kind) = (text("name")?, text("kind").unwrap_or(ResourceKind::Trait.name()));
    let is_listed = release.value.field(&["spec", "traits"]).is_some_and(|traits| traits.sequence().is_some());
    let is_kind = |it: &EmbeddedSpec| if is_listed { it.kind == kind } else { it.kind.ends_with("Trait") };
    let is_it = |it: &&EmbeddedSpec| is_kind(it) && it.name.as_deref() == Some(name);
    release.embedded.iter().find(is_it).map(|embedded| SectionSchemas::of_embedded(embedded, release))
}

fn embedded_type(release: &Resource) -> Option<SectionSchemas> {
    let embedded = release.embedded.iter().find(|it| it.kind.ends_with("ComponentType"))?;
    Some(SectionSchemas::of_embedded(embedded, release))
}

struct SiteCollector<'a> {
    resource: &'a Resource,
    catalog: &'a dyn Catalog,
    found: Vec<ValuesSite>,
}

impl SiteCollector<'_> {
    fn component(&mut self) {
        if let Some(reference) = type_reference(self.resource)
            && let Some(target) = self.catalog.find(&reference.target)
        {
            let path = vec![key("spec"), key("parameters")];
            self.add(
                ValuesPurpose::Whole,
                path,
                reference.whole,
                (SectionSchemas::of_resource(&target), SiteSection::Parameters),
            );
        }
        self.each_trait(|sites, part, path, reference, schemas| {
            let path = [path, vec![key("parameters")]].concat();
            sites.add(part, path, reference.whole, (schemas, SiteSection::Parameters));
        });
        self.workflow(ValuesPurpose::Workflow);
    }

    /// What a resource or a project gives to its type, or the binding of one to the type of what it binds.
    fn of_type(&mut self, name: &str, section: SiteSection, owner: impl Fn(&Resource) -> Option<Arc<Resource>>) {
        let owner = owner(self.resource);
        let holder = owner.as_deref().unwrap_or(self.resource);
        let Some(reference) = holder.references.iter().find(|it| it.role == ReferenceRole::Type) else { return };
        let Some(target) = self.catalog.find(&reference.target) else { return };
        let spec = self.resource.value.field(&["spec"]).map(|spec| spec.origin);
        let place = if owner.is_some() { spec } else { Some(reference.whole) };
        let path = vec![key("spec"), key(name)];
        self.add(
            ValuesPurpose::Whole,
            path,
            place.unwrap_or(reference.whole),
            (SectionSchemas::of_resource(&target), section),
        );
    }

    /// Traits that a component type adds to each of its components.
    fn embedded_traits(&mut self) {
        self.each_trait(|sites, part, path, reference, schemas| {
            let parts = [
                ("parameters", SiteSection::Parameters, Manner::Computed),
                ("environmentConfigs", SiteSection::Environment, Manner::Partial),
            ];
            for (name, section, manner) in parts {
                let path = [path.clone(), vec![key(name)]].concat();
                sites.add_in(manner, part.clone(), path, reference.whole, (schemas.clone(), section));
            }
        });
    }

    fn each_trait(
        &mut self,
        mut each: impl FnMut(&mut Self, ValuesPurpose, Vec<Step>, &ResourceReference, SectionSchemas),
    ) {
        let resource = self.resource;
        for reference in &resource.references {
            let ReferenceRole::Trait(index) = reference.role else { continue };
            let Some(target) = self.catalog.find(&reference.target) else { continue };
            let path = vec![key("spec"), key("traits"), Step::Item(index)];
            let instance = at(&resource.value, &path).and_then(|item| item.field(&["instanceName"])?.text().cloned());
            let part =
                ValuesPurpose::Trait { name: reference.target.name.clone(), instance: instance.unwrap_or_default() };
            each(self, part, path, reference, SectionSchemas::of_resource(&target));
        }
    }

    fn workflow(&mut self, part: ValuesPurpose) {
        let Some(reference) = self.resource.references.iter().find(|it| it.role == ReferenceRole::Workflow) else {
            return;
        };
        let Some(target) = self.catalog.find(&reference.target) else { return };
        let schemas = SectionSchemas::of_resource(&target);
        let path = |name| vec![key("spec"), key("workflow"), key(name)];
        let holder = reference.whole;
        // What a component leaves out is completed when a run starts.
        let manner = if part == ValuesPurpose::Workflow { Manner::Partial } else { Manner::Filled };
        self.add_in(manner, part.clone(), path("parameters"), holder, (schemas.clone(), SiteSection::Parameters));
        if schemas.section(SiteSection::System).is_some() {
            self.add(part, path("systemParameters"), holder, (schemas, SiteSection::System));
        }
    }

    fn release(&mut self) {
        let profile = vec![key("spec"), key("componentProfile")];
        let Some(value) = at(&self.resource.value, &profile) else { return };
        let (holder, below) = (value.origin, |name| [profile.clone(), vec![key(name)]].concat());
        if let Some(schemas) = embedded_type(self.resource) {
            let governing = (schemas, SiteSection::Parameters);
            self.add_in(Manner::AsWritten, ValuesPurpose::Whole, below("parameters"), holder, governing);
        }
        for (index, item) in trait_items(value).enumerate() {
            let Some(name) = item.entry("name") else { continue };
            let Some(schemas) = embedded_trait(self.resource, item) else { continue };
            let instance = item.field(&["instanceName"]).and_then(Value::text).cloned().unwrap_or_default();
            let part = ValuesPurpose::Trait { name: name.value.text().cloned().unwrap_or_default(), instance };
            let path = [below("traits"), vec![Step::Item(index), key("parameters")]].concat();
            self.add_in(Manner::AsWritten, part, path, name.value.origin, (schemas, SiteSection::Parameters));
        }
    }

    fn binding(&mut self) {
        let Some(holder) = self.resource.value.field(&["spec"]).map(|spec| spec.origin) else { return };
        let of_type = match referred(self.resource, self.catalog, ReferenceRole::Release) {
            Some(release) => embedded_type(&release),
            None => referred(self.resource, self.catalog, ReferenceRole::Owner)
                .and_then(|component| component_type(&component, self.catalog))
                .map(|it| SectionSchemas::of_resource(&it)),
        };
        if let Some(schemas) = of_type {
            let names = ["componentTypeEnvOverrides", "componentTypeEnvironmentConfigs"];
            let path = vec![key("spec"), key(self.overrides(names, &schemas))];
            self.add(ValuesPurpose::Whole, path, holder, (schemas, SiteSection::Environment));
        }
        for instance in instances(self.resource, self.catalog).unwrap_or_default() {
            let Instance { name, instance, schemas: Some(schemas), is_embedded } = instance else { continue };
            let holder_of_all = self.overrides(TRAIT_OVERRIDES, &schemas);
            let path = vec![key("spec"), key(holder_of_all), key(&instance)];
            let manner = if is_embedded { Manner::Partial } else { Manner::Filled };
            self.add_in(
                manner,
                ValuesPurpose::Trait { name, instance },
                path,
                holder,
                (schemas, SiteSection::Environment),
            );
        }
    }

    /// The key of overrides: the one that is there, else the one that goes with the name of the section.
    fn overrides(&self, [older, newer]: [&'static str; 2], schemas: &SectionSchemas) -> &'static str {
        let is_there = |name: &str| self.resource.value.field(&["spec", name]).is_some();
        let is_new = || schemas.section(SiteSection::Environment).is_some_and(|it| it.name == "environmentConfigs");
        if is_there(newer) || !is_there(older) && is_new() { newer } else { older }
    }

    fn add(&mut self, part: ValuesPurpose, path: Vec<Step>, holder: Place, governing: (SectionSchemas, SiteSection)) {
        self.add_in(Manner::Filled, part, path, holder, governing);
    }

    fn add_in(
        &mut self,
        manner: Manner,
        part: ValuesPurpose,
        path: Vec<Step>,
        holder: Place,
        (schemas, section): (SectionSchemas, SiteSection),
    ) {
        let given = at(&self.resource.value, &path).cloned();
        self.found.push(ValuesSite { part, path, given, holder, schemas, section, manner });
    }
}

/// The keys of a binding that hold overrides for traits, the older first.
pub(crate) const TRAIT_OVERRIDES: [&str; 2] = ["traitOverrides", "traitEnvironmentConfigs"];

fn key(name: &str) -> Step {
    Step::Key(Key::String(name.into()))
}

/// The value at the end of a path.
pub fn at<'a>(value: &'a Value, path: &[Step]) -> Option<&'a Value> {
    path.iter().try_fold(value, |value, step| match (step, &value.kind) {
        (Step::Key(key), ValueKind::Mapping(mapping)) => mapping.get(key),
        (Step::Item(index), ValueKind::Sequence(items)) => items.iter().nth(*index),
        _ => None,
    })
}
