//! Trees of very many small files, of which every hundredth has one mistake. What they cost is for
//! `cargo bench --locked --workspace --bench monorepo`.

use std::path::Path;

const SCHEMA: &str = "#@data/values-schema\n---\nname: \"\"\nreplicas: 1\nport: 8080\nimage:\n  tag: latest\n";
const TYPE: &str = "apiVersion: openchoreo.dev/v1alpha1\nkind: ComponentType\nmetadata: {name: service}\nspec:\n  workloadType: deployment\n  schema:\n    parameters:\n      replicas: integer | default=1 minimum=1\n      image: string\n";

/// Files in a folder, so that no folder has very many.
const IN_A_FOLDER: usize = 200;

/// How the files belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Values files of five lines beside one schema, each an alternative.
    Alternatives,
    /// The same with template code in each.
    Code,
    /// Alternatives of two hundred lines.
    LongAlternatives,
    /// Values files that all belong to one bundle.
    Members,
    /// Bundles of fifty files: a schema, and values that belong to it.
    Bundles,
    /// OpenChoreo components of one type.
    Components,
    /// Templates of one bundle.
    Templates,
}

impl Shape {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Alternatives,
        Self::Code,
        Self::LongAlternatives,
        Self::Members,
        Self::Bundles,
        Self::Components,
        Self::Templates,
    ];

    /// Writes so many files, and what they depend on, into a folder; how many mistakes there are.
    pub fn write(self, files: usize, folder: &Path) -> std::io::Result<usize> {
        for (path, text) in self.base(files) {
            write(&folder.join(path), &text)?;
        }
        for number in 0..files {
            let (path, text) = self.file(number);
            write(&folder.join(path), &text)?;
        }
        let mistakes = (0..files).filter(|number| is_wrong(*number)).count();
        // A template that fails ends the rendering of its bundle.
        Ok(if self == Self::Templates { mistakes.min(1) } else { mistakes })
    }

    fn base(self, files: usize) -> Vec<(String, String)> {
        let one = |path: &str, text: &str| vec![(path.to_owned(), text.to_owned())];
        match self {
            Self::LongAlternatives => {
                one("config/schema.yml", &format!("#@data/values-schema\n---\n{}", sections("", 1)))
            }
            Self::Bundles => {
                (0..files.div_ceil(50)).map(|it| (format!("b{it}/schema.yml"), SCHEMA.to_owned())).collect()
            }
            Self::Components => one("types/service.yml", TYPE),
            _ => one("config/schema.yml", SCHEMA),
        }
    }

    fn file(self, number: usize) -> (String, String) {
        let (folder, name) = (number / IN_A_FOLDER, format!("{number:06}.yml"));
        let count = if is_wrong(number) { "x".to_owned() } else { (number % 9 + 1).to_string() };
        let values =
            || format!("#@data/values\n---\nname: app-{number}\nreplicas: {count}\nimage:\n  tag: v{number}\n");
        match self {
            Self::Alternatives => (format!("envs/{folder}/{name}"), values()),
            Self::Code => (
                format!("envs/{folder}/{name}"),
                format!("#@data/values\n---\nname: #@ \"app-\" + str({number})\nreplicas: {count}\n"),
            ),
            Self::LongAlternatives => (
                format!("envs/{folder}/{name}"),
                format!("#@data/values\n---\n{}", sections(&format!("name-{number}"), &count)),
            ),
            Self::Members => (format!("config/{folder}/{name}"), values()),
            Self::Bundles => (format!("b{}/{name}", number / 50), values()),
            Self::Components => (
                format!("components/{folder}/{name}"),
                format!(
                    "apiVersion: openchoreo.dev/v1alpha1\nkind: Component\nmetadata: {{name: c{number}}}\nspec:\n  owner: {{projectName: p}}\n  componentType: deployment/service\n  parameters:\n    replicas: {count}\n    image: image-{number}\n"
                ),
            ),
            Self::Templates => {
                let port = if is_wrong(number) { "prot" } else { "port" };
                (
                    format!("config/{folder}/{name}"),
                    format!(
                        "#@ load(\"@ytt:data\", \"data\")\n---\nkind: ConfigMap\nmetadata:\n  name: #@ data.values.name + \"-{number}\"\ndata:\n  port: #@ data.values.{port}\n"
                    ),
                )
            }
        }
    }
}

/// Forty sections of five lines, one of which holds what may be wrong.
fn sections(name: &str, count: impl std::fmt::Display) -> String {
    let section = |number: usize| {
        let count = if number == 3 { count.to_string() } else { "2".to_owned() };
        format!("section{number}:\n  name: \"{name}\"\n  count: {count}\n  tags: [\"a\"]\n  on: true\n")
    };
    (0..40).map(section).collect()
}

fn is_wrong(number: usize) -> bool {
    number % 100 == 7
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
    std::fs::write(path, text)
}
