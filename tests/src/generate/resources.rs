//! A workspace of OpenChoreo resources, one file each: component types and traits, components that use them, of which
//! every hundredth has a mistake, and bindings.

use std::path::PathBuf;

/// A generated workspace.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// Its files.
    pub files: Vec<(PathBuf, String)>,
    /// The type that the most components use.
    pub busiest: PathBuf,
    /// How many components use it.
    pub users: usize,
    /// How many errors there are.
    pub errors: usize,
}

const HEAD: &str = "apiVersion: openchoreo.dev/v1alpha1\n";
const TYPES: usize = 20;
const TRAITS: usize = 30;

/// A workspace of so many resources. A third of the components use the first type.
pub fn workspace(resources: usize) -> Workspace {
    let components = (resources - TYPES - TRAITS) * 3 / 4;
    let bindings = resources - TYPES - TRAITS - components;
    let type_of = |component: usize| if component.is_multiple_of(3) { 0 } else { component % TYPES };
    let file = |folder: &str, number: usize| PathBuf::from(format!("/{folder}/{number:04}.yml"));
    let mut files = Vec::new();
    files.extend((0..TYPES).map(|number| (file("types", number), component_type(number))));
    files.extend((0..TRAITS).map(|number| (file("traits", number), a_trait(number))));
    files.extend((0..components).map(|number| (file("components", number), component(number, type_of(number)))));
    files.extend((0..bindings).map(|number| (file("bindings", number), binding(number))));
    let users = (0..components).filter(|number| type_of(*number) == 0).count();
    Workspace { files, busiest: file("types", 0), users, errors: components.div_ceil(100) }
}

fn component_type(number: usize) -> String {
    let fields = (0..20).map(|field| format!("      field{field}: integer | default={field} minimum=0"));
    let fields = fields.collect::<Vec<_>>().join("\n");
    format!(
        "{HEAD}kind: ComponentType
metadata: {{name: type-{number}}}
spec:
  workloadType: deployment
  schema:
    types:
      Resources:
        $default: {{}}
        cpu: string | default=100m pattern=^[0-9]+m$
        memory: string | default=256Mi
    parameters:
      port: integer | minimum=1 maximum=65535
      level: string | enum=debug,info,warning,error default=info
      resources: Resources
      tags: '[]string | default=[]'
{fields}
    envOverrides:
      replicas: integer | default=1 maximum=20
"
    )
}

fn a_trait(number: usize) -> String {
    format!(
        "{HEAD}kind: Trait
metadata: {{name: trait-{number}}}
spec:
  schema:
    parameters:
      name: string
      size: string | default=1Gi
    envOverrides:
      days: integer | default=7
"
    )
}

fn component(number: usize, of_type: usize) -> String {
    let port = if number.is_multiple_of(100) { 0 } else { 8080 };
    let of_trait = number % TRAITS;
    format!(
        "{HEAD}kind: Component
metadata: {{name: component-{number}}}
spec:
  owner: {{projectName: shop}}
  componentType: deployment/type-{of_type}
  parameters:
    port: {port}
    level: debug
    resources: {{cpu: 200m}}
    tags: [a, b, c]
    field3: 3
  traits:
  - name: trait-{of_trait}
    instanceName: first
    parameters: {{name: data}}
"
    )
}

fn binding(number: usize) -> String {
    format!(
        "{HEAD}kind: ReleaseBinding
metadata: {{name: binding-{number}}}
spec:
  owner: {{projectName: shop, componentName: component-{number}}}
  environment: production
  componentTypeEnvOverrides: {{replicas: 3}}
  traitOverrides:
    first: {{days: 30}}
"
    )
}
