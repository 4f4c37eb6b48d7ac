//! What governs a file, for whoever wants to see it at a glance: its bundles with their schemas, the resources it holds
//! with those that they refer to, and why a values file has neither.

use crate::analysis::Analysis;
use crate::choreo::{Catalog, Resource, ResourceKind};
use crate::text::FileId;
use crate::workspace::BundleRole;

/// What governs a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileStatus {
    /// The bundles that it takes part in.
    pub bundles: Vec<BundleStatus>,
    /// The resources that it holds, in order.
    pub resources: Vec<ResourceStatus>,
    /// Why no bundle governs it although it holds values: one sentence, without a full stop.
    pub reason: Option<String>,
}

/// A bundle, and the part of the file in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundleStatus {
    /// What people call it.
    pub name: String,
    /// The part that the file plays.
    pub role: BundleRole,
    /// The files that hold its schema documents, in order.
    pub schemas: Vec<FileId>,
}

/// A resource, and what it gets its fields from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceStatus {
    /// Its kind.
    pub kind: ResourceKind,
    /// Its name; empty where it has none.
    pub name: String,
    /// The resources that it refers to, as far as the workspace has them: kind, name and file.
    pub refers_to: Vec<(ResourceKind, String, FileId)>,
}

/// What governs `file`.
pub fn status(analysis: &Analysis, file: FileId) -> FileStatus {
    let layout = analysis.layout();
    let bundles = layout.memberships(file).iter().filter_map(|(index, role)| {
        let bundle = layout.bundles.get(*index)?;
        Some(BundleStatus { name: bundle.name.clone(), role: *role, schemas: bundle.schemas.clone() })
    });
    let resources = analysis.resources(file).iter().map(|(_, resource)| of_resource(&analysis.catalog(file), resource));
    let reason = layout.unattached.get(&file).map(|reason| reason.trim_end_matches('.').to_owned());
    let several = || "Several bundles could govern this file; `sayl.toml` can say which".to_owned();
    FileStatus {
        bundles: bundles.collect(),
        resources: resources.collect(),
        reason: reason.or_else(|| layout.ambiguous.contains_key(&file).then(several)),
    }
}

fn of_resource(catalog: &dyn Catalog, resource: &Resource) -> ResourceStatus {
    let refers_to = resource.references.iter().filter_map(|reference| {
        let found = catalog.find(&reference.target)?;
        Some((found.kind, name(&found), found.file))
    });
    ResourceStatus { kind: resource.kind, name: name(resource), refers_to: refers_to.collect() }
}

fn name(resource: &Resource) -> String {
    resource.name.as_ref().map(|name| name.name.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use expect_test::{Expect, expect};

    use super::*;
    use crate::test_support::Fixture;

    /// The status of a file in words.
    fn check(fixture: &str, path: &str, expected: Expect) {
        let analysis = Fixture::parse(fixture).analysis();
        let status = status(&analysis, analysis.file(Path::new(path)).unwrap());
        let path_of = |file: &FileId| analysis.path(*file).display().to_string();
        let bundles = status.bundles.iter().map(|it| {
            let schemas: Vec<String> = it.schemas.iter().map(path_of).collect();
            format!("bundle {} ({:?}): {}", it.name, it.role, schemas.join(", "))
        });
        let resources = status.resources.iter().map(|it| {
            let refers_to =
                it.refers_to.iter().map(|(kind, name, file)| format!(" {} {name} {}", kind.name(), path_of(file)));
            format!("{} {}:{}", it.kind.name(), it.name, refers_to.collect::<String>())
        });
        let lines: Vec<String> = bundles.chain(resources).chain(status.reason.clone()).collect();
        expected.assert_eq(&lines.join("\n"));
    }

    const SCHEMA: &str = "#- /a/schema.yml\n#@data/values-schema\n---\nport: 80\n";

    #[test]
    fn a_values_file_has_the_bundle_that_it_is_attached_to() {
        let fixture = format!("{SCHEMA}#- /prod.yml\n#@data/values\n---\nport: 1\n");
        check(&fixture, "/prod.yml", expect!["bundle a (Attached): /a/schema.yml"]);
        check(&fixture, "/a/schema.yml", expect!["bundle a (Member): /a/schema.yml"]);
    }

    #[test]
    fn a_values_file_that_no_bundle_governs_says_why() {
        check(
            "#- /prod.yml\n#@data/values\n---\nport: 1\n",
            "/prod.yml",
            expect!["No folder around this file holds a schema"],
        );
        let other = SCHEMA.replace("/a/", "/b/");
        let fixture = format!("{SCHEMA}{other}#- /prod.yml\n#@data/values\n---\nport: 1\n");
        check(&fixture, "/prod.yml", expect!["Several bundles could govern this file; `sayl.toml` can say which"]);
    }

    #[test]
    fn a_component_has_its_type() {
        let fixture = "\
#- /type.yml
apiVersion: openchoreo.dev/v1alpha1
kind: ComponentType
metadata: {name: web}
spec: {schema: {parameters: {port: integer}}}
#- /shop.yml
apiVersion: openchoreo.dev/v1alpha1
kind: Component
metadata: {name: shop}
spec: {componentType: deployment/web, traits: [{name: none, instanceName: a}]}
";
        check(fixture, "/shop.yml", expect!["Component shop: ComponentType web /type.yml"]);
    }
}
