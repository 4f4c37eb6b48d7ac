//! The `sayl.toml` that `sayl init` writes: the bundles that were found, said in so many words, so that a person can
//! change them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use super::{Bundle, Layout};
use crate::text::FileId;

/// The text of a `sayl.toml` in `folder` that declares the bundles below it.
pub fn proposal<'p>(layout: &Layout, path_of: &dyn Fn(FileId) -> &'p Path, folder: &Path) -> String {
    let shown = |path: &Path| path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/");
    let names = |files: &[FileId]| files.iter().map(|file| shown(path_of(*file))).collect::<Vec<String>>();
    let mut text = HEAD.to_owned();
    let mut known = BTreeMap::new();
    for bundle in layout.bundles.iter().filter(|bundle| bundle.is_ordinary()) {
        let Some(root) = bundle.root.as_deref().filter(|root| root.starts_with(folder)) else { continue };
        let given = given(bundle, root, &shown, path_of);
        let schemas = names(&bundle.schemas);
        let heading = if schemas.is_empty() {
            "Templates and data values without a schema.".to_owned()
        } else {
            format!("The schema: {}.", schemas.join(", "))
        };
        let alternatives = names(&bundle.attached);
        if alternatives.is_empty() {
            declare(&mut text, &heading, &unique(&mut known, &bundle.name), &given);
        }
        for alternative in alternatives {
            let files: Vec<String> = given.iter().cloned().chain([alternative.clone()]).collect();
            let stem =
                Path::new(&alternative).file_stem().map_or_else(String::new, |it| it.to_string_lossy().into_owned());
            declare(&mut text, &heading, &unique(&mut known, &format!("{}-{stem}", bundle.name)), &files);
        }
    }
    let alone = layout.bundles.iter().filter(|bundle| bundle.is_alone).flat_map(|bundle| names(&bundle.members));
    note(&mut text, "Templates that are checked alone, for no data values are near them:", alone.collect());
    let mut free: Vec<FileId> = layout.unattached.keys().chain(layout.ambiguous.keys()).copied().collect();
    free.sort_by_key(|file| path_of(*file));
    note(&mut text, "Files that no bundle holds, or that several could:", names(&free));
    text + TAIL
}

const HEAD: &str = "\
# What belongs together here, as `sayl init` found it. Change it as you like;
# `sayl config-schema` prints what can be set.
";

const TAIL: &str = "
# [check]
# all-yaml = false               # true: check the syntax of other YAML, too
# extended-annotations = false   # true: annotations of older editions take effect

# [severity]
# ambiguous-scalar = \"warning\"   # any code: \"error\", \"warning\", \"information\", \"hint\", \"off\"
";

/// What would be given with `-f` for a bundle: its root, and the folders of templates outside of it.
fn given<'p>(
    bundle: &Bundle,
    root: &Path,
    shown: &dyn Fn(&Path) -> String,
    path_of: &dyn Fn(FileId) -> &'p Path,
) -> Vec<String> {
    let folder = |path: &str| if path.is_empty() { "./".to_owned() } else { format!("{path}/") };
    let mut given = vec![folder(&shown(root))];
    for source in bundle.sources.iter().filter(|source| !path_of(source.file).starts_with(root)) {
        let path = path_of(source.file);
        // The path from what was given says how far up that is.
        let up = Path::new(source.path.as_str()).components().count();
        let top = path
            .ancestors()
            .nth(up)
            .filter(|top| path.strip_prefix(top).is_ok_and(|it| it == Path::new(source.path.as_str())));
        let path = top.map_or_else(|| shown(path), |top| folder(&shown(top)));
        if !given.contains(&path) {
            given.push(path);
        }
    }
    given
}

/// A name that no other bundle has.
fn unique(known: &mut BTreeMap<String, usize>, name: &str) -> String {
    let count = known.entry(name.to_owned()).or_default();
    *count += 1;
    if *count == 1 { name.to_owned() } else { format!("{name}-{count}") }
}

fn declare(text: &mut String, heading: &str, name: &str, files: &[String]) {
    let files: Vec<String> = files.iter().map(|file| format!("{file:?}")).collect();
    let _ = write!(text, "\n# {heading}\n[[bundle]]\nname = {name:?}\nfiles = [{}]\n", files.join(", "));
}

fn note(text: &mut String, heading: &str, files: Vec<String>) {
    if !files.is_empty() {
        let _ = writeln!(text, "\n# {heading}");
        text.extend(files.into_iter().map(|file| format!("#   {file}\n")));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::test_support::Fixture;

    #[track_caller]
    fn check(fixture: &str, expected: Expect) {
        let analysis = Fixture::parse(fixture).analysis();
        expected.assert_eq(&proposal(analysis.layout(), &|file| analysis.path(file), Path::new("/")));
    }

    #[test]
    fn every_alternative_is_a_bundle() {
        let schema = "#@data/values-schema\n---\nport: 80\n";
        let values = "#@data/values\n---\nport: 81\n";
        let template = "#@ load(\"@ytt:data\", \"data\")\na: #@ data.values.port\n";
        check(
            &format!(
                "#- /config/schema.yml\n{schema}#- /envs/dev.yml\n{values}#- /envs/prod.yml\n{values}#- /out/t.yml\n{template}"
            ),
            expect![[r##"
                # What belongs together here, as `sayl init` found it. Change it as you like;
                # `sayl config-schema` prints what can be set.

                # The schema: config/schema.yml.
                [[bundle]]
                name = "config-dev"
                files = ["config/", "out/", "envs/dev.yml"]

                # The schema: config/schema.yml.
                [[bundle]]
                name = "config-prod"
                files = ["config/", "out/", "envs/prod.yml"]

                # [check]
                # all-yaml = false               # true: check the syntax of other YAML, too
                # extended-annotations = false   # true: annotations of older editions take effect

                # [severity]
                # ambiguous-scalar = "warning"   # any code: "error", "warning", "information", "hint", "off"
            "##]],
        );
    }
}
