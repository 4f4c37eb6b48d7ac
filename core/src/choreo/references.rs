//! What a resource refers to, in every form in which it may be written.

use smol_str::SmolStr;

use super::{Kind, Name};
use crate::document::TextDocument;
use crate::schema::shorthand::Site;
use crate::text::{Place, TextRange, TextSize};
use crate::values::{EntryValue, Value};

/// One resource named by another.
#[derive(Clone, Debug)]
pub struct Reference {
    /// What it is to the one that names it.
    pub role: Role,
    /// What is named.
    pub target: Target,
    /// The token of the name: of `deployment/web-app` the part behind `/`.
    pub place: Place,
    /// The whole scalar that the name stands in.
    pub whole: Place,
}

/// What a resource is to the one that refers to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// The type of a component; with the workload type that is written before `/`, and its place.
    ComponentType(Option<(SmolStr, Place)>),
    /// A trait of a component, or one embedded in a type: its index in the list.
    Trait(usize),
    /// The workflow that builds a component, or that runs.
    Workflow,
    /// The component that owns a release or a binding.
    Owner,
    /// The release that is bound.
    Release,
}

/// A name that may be one of several kinds: the first there is counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The kinds in order.
    pub kinds: &'static [Kind],
    /// The namespace of whoever refers to it.
    pub namespace: SmolStr,
    /// The name.
    pub name: SmolStr,
}

impl Target {
    /// Each resource that it may mean.
    pub fn names(&self) -> impl Iterator<Item = Name> {
        self.kinds.iter().map(|kind| Name::new(*kind, &self.namespace, &self.name))
    }
}

/// Kinds that stand in one place: where `kind` says nothing, the first list counts.
type Choice = (&'static [Kind], &'static [&'static [Kind]]);

const COMPONENT_TYPES: Choice = (&[Kind::ComponentType], &[&[Kind::ComponentType], &[Kind::ClusterComponentType]]);
const TRAITS: Choice = (&[Kind::Trait], &[&[Kind::Trait], &[Kind::ClusterTrait]]);
const WORKFLOWS: Choice = (
    &[Kind::ComponentWorkflow, Kind::Workflow, Kind::ClusterWorkflow],
    &[&[Kind::ComponentWorkflow], &[Kind::Workflow], &[Kind::ClusterWorkflow]],
);
const COMPONENTS: Choice = (&[Kind::Component], &[]);
const RELEASES: Choice = (&[Kind::ComponentRelease], &[]);

/// What the `spec` of a resource refers to.
pub(super) fn of_spec(kind: Kind, namespace: &SmolStr, spec: &Value, document: &TextDocument) -> Vec<Reference> {
    let reader = Reader { namespace, document };
    let text = |path: &[&str], choice, role| spec.field(path).and_then(|value| reader.plain(value, choice, role));
    let references = match kind {
        Kind::Component => {
            let component_type = spec.field(&["componentType"]).and_then(|value| reader.component_type(value));
            let mut references = Vec::from_iter(component_type);
            references.extend(reader.traits(spec));
            references.extend(reader.workflow(spec));
            return references;
        }
        Kind::ComponentType | Kind::ClusterComponentType => return reader.traits(spec),
        Kind::ComponentWorkflowRun | Kind::WorkflowRun => return reader.workflow(spec).into_iter().collect(),
        Kind::ReleaseBinding => [
            text(&["owner", "componentName"], COMPONENTS.0, Role::Owner),
            text(&["releaseName"], RELEASES.0, Role::Release),
        ],
        Kind::ComponentRelease => [text(&["owner", "componentName"], COMPONENTS.0, Role::Owner), None],
        _ => return Vec::new(),
    };
    references.into_iter().flatten().collect()
}

/// The items of a list of traits in a `spec`.
pub(super) fn trait_items(spec: &Value) -> impl Iterator<Item = &Value> {
    spec.field(&["traits"]).and_then(Value::sequence).into_iter().flat_map(|items| items.iter())
}

struct Reader<'a> {
    namespace: &'a SmolStr,
    document: &'a TextDocument,
}

impl Reader<'_> {
    fn component_type(&self, value: &Value) -> Option<Reference> {
        let Some(text) = value.text() else {
            let name = &value.entry("name")?.value;
            let (workload, name_range) = split(name.text()?);
            return Some(self.split_name(name, workload, name_range, chosen(value, &COMPONENT_TYPES)?));
        };
        let (workload, name) = split(text);
        Some(self.split_name(value, workload, name, COMPONENT_TYPES.0))
    }

    /// The name behind the first `/` of a text, with the workload type before it.
    fn split_name(
        &self,
        value: &Value,
        workload: Option<TextRange>,
        name: TextRange,
        kinds: &'static [Kind],
    ) -> Reference {
        let site = Site::of(value, self.document);
        let text = value.text().map(SmolStr::as_str).unwrap_or_default();
        let part = |range: TextRange| SmolStr::new(&text[range]);
        Reference {
            role: Role::ComponentType(workload.map(|range| (part(range), site.place(range)))),
            target: Target { kinds, namespace: self.namespace.clone(), name: part(name) },
            place: site.place(name),
            whole: value.origin,
        }
    }

    fn plain(&self, value: &Value, kinds: &'static [Kind], role: Role) -> Option<Reference> {
        let target = Target { kinds, namespace: self.namespace.clone(), name: value.text()?.clone() };
        Some(Reference { role, target, place: value.origin, whole: value.origin })
    }

    fn named(&self, holder: &Value, choice: &Choice, role: Role) -> Option<Reference> {
        self.plain(&holder.entry("name")?.value, chosen(holder, choice)?, role)
    }

    fn traits(&self, spec: &Value) -> Vec<Reference> {
        let items = trait_items(spec).enumerate();
        items.filter_map(|(index, item)| self.named(item, &TRAITS, Role::Trait(index))).collect()
    }

    fn workflow(&self, spec: &Value) -> Option<Reference> {
        self.named(spec.field(&["workflow"])?, &WORKFLOWS, Role::Workflow)
    }
}

/// The kinds that the `kind` beside a name allows; `None` if it is none that can stand there.
fn chosen(holder: &Value, (default, choices): &Choice) -> Option<&'static [Kind]> {
    let Some(EntryValue { value, .. }) = holder.entry("kind") else { return Some(default) };
    let kind = Kind::from_name(value.text()?)?;
    choices.iter().find(|kinds| kinds.contains(&kind)).copied()
}

/// The parts before and behind the first `/`.
fn split(text: &str) -> (Option<TextRange>, TextRange) {
    let end = TextSize::of(text);
    match text.find('/') {
        Some(at) => {
            let at = TextSize::of(&text[..at]);
            (Some(TextRange::up_to(at)), TextRange::new(at + TextSize::of('/'), end))
        }
        None => (None, TextRange::up_to(end)),
    }
}
