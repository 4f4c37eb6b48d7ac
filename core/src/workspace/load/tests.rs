//! Which files are read for which paths, as pictures.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::*;

struct TestTree(BTreeMap<PathBuf, &'static str>);

impl Vfs for TestTree {
    fn read(&self, path: &Path) -> Result<Arc<[u8]>, ReadError> {
        match self.0.get(path) {
            Some(text) => Ok(text.as_bytes().into()),
            None if self.0.keys().any(|file| file.starts_with(path)) => Err(ReadError::IsFolder),
            None => Err(ReadError::NotFound),
        }
    }

    fn files_below(&self, folder: &Path) -> Result<Vec<PathBuf>, ReadError> {
        let files: Vec<_> = self.0.keys().filter(|path| path.starts_with(folder)).cloned().collect();
        if files.is_empty() { Err(ReadError::NotFound) } else { Ok(files) }
    }

    fn is_common(&self, folder: &Path) -> bool {
        folder == Path::new("/home")
    }
}

fn tree_of(files: &[(&str, &'static str)]) -> TestTree {
    TestTree(files.iter().map(|(path, text)| (PathBuf::from(path), *text)).collect())
}

#[track_caller]
fn check(tree: &[(&str, &'static str)], paths: &[&str], expected: &[&str]) {
    let tree = tree_of(tree);
    let paths: Vec<_> = paths.iter().map(PathBuf::from).collect();
    let mut files = load(&tree, &paths, &|_| {}, &CancelToken::new()).unwrap();
    files.sort_by(|a, b| a.0.cmp(&b.0));
    let shown = |(path, bytes): &LoadedFile| match bytes {
        Ok(_) => path.display().to_string(),
        Err(error) => format!("{}: {error:?}", path.display()),
    };
    assert_eq!(files.iter().map(shown).collect::<Vec<_>>(), expected);
}

const SCHEMA: &str = "#@data/values-schema\n---\na: 1\n";
const VALUES: &str = "#@data/values\n---\na: 1\n";

#[test]
fn a_folder_gives_its_yaml_starlark_and_configuration() {
    check(
        &[("/w/a.yml", "a"), ("/w/b.star", ""), ("/w/c.txt", ""), ("/w/sayl.toml", ""), ("/v/x.yml", "")],
        &["/w"],
        &["/w/.git", "/w/a.yml", "/w/b.star", "/w/sayl.toml"],
    );
}

#[test]
fn a_file_brings_its_whole_project_along() {
    let tree = [
        ("/p/.git/HEAD", ""),
        ("/p/config/schema.yml", SCHEMA),
        ("/p/envs/dev.yml", VALUES),
        ("/p/x/y.yml", "a: 1"),
        ("/q/z.yml", SCHEMA),
    ];
    let all = ["/p/.git", "/p/config/schema.yml", "/p/envs/dev.yml", "/p/x/y.yml"];
    check(&tree, &["/p/envs/dev.yml"], &all);
    check(&tree, &["/p/x"], &all);
    check(&tree, &["/p/x", "/p/envs/dev.yml"], &all);
}

#[test]
fn without_an_edge_the_folder_that_was_given_is_the_project() {
    let tree = [("/p/config/schema.yml", SCHEMA), ("/p/envs/dev.yml", VALUES), ("/p/envs/x/y.yml", "a: 1")];
    check(&tree, &["/p/envs"], &["/p/envs/.git", "/p/envs/dev.yml", "/p/envs/x/y.yml"]);
    check(&tree, &["/p/envs/dev.yml"], &["/p/envs/.git", "/p/envs/dev.yml", "/p/envs/x/y.yml"]);
}

#[test]
fn a_configuration_marks_the_edge_as_well() {
    check(
        &[("/h/p/sayl.toml", ""), ("/h/p/x/y.yml", ""), ("/h/z.yml", "")],
        &["/h/p/x"],
        &["/h/p/.git", "/h/p/sayl.toml", "/h/p/x/y.yml"],
    );
}

#[test]
fn projects_inside_are_marked() {
    check(
        &[("/p/.git/HEAD", ""), ("/p/a.yml", ""), ("/p/sub/.git", "gitdir: ../.git/modules/sub"), ("/p/sub/b.yml", "")],
        &["/p"],
        &["/p/.git", "/p/a.yml", "/p/sub/.git", "/p/sub/b.yml"],
    );
}

#[test]
fn a_folder_for_everything_is_no_project() {
    check(
        &[("/home/.git/HEAD", ""), ("/home/a/dev.yml", VALUES), ("/home/b/schema.yml", SCHEMA)],
        &["/home/a/dev.yml"],
        &["/home/a/.git", "/home/a/dev.yml"],
    );
}

#[test]
fn the_search_for_a_schema_ends_at_the_edge_of_the_project() {
    check(
        &[("/h/p/.git/HEAD", ""), ("/h/p/envs/dev.yml", VALUES), ("/h/schema.yml", SCHEMA)],
        &["/h/p/envs/dev.yml"],
        &["/h/p/.git", "/h/p/envs/dev.yml"],
    );
}

#[test]
fn configuration_above_brings_its_bundles_along() {
    check(
        &[
            ("/p/config/schema.yml", SCHEMA),
            ("/p/envs/prod.yml", VALUES),
            ("/p/other.yml", ""),
            ("/p/sayl.toml", "[[bundle]]\nfiles = [\"config\", \"envs/prod.yml\"]\n"),
        ],
        &["/p/envs"],
        &["/p/.git", "/p/config/schema.yml", "/p/envs/prod.yml", "/p/other.yml", "/p/sayl.toml"],
    );
}

#[test]
fn a_modeline_brings_its_bundle_along() {
    check(
        &[
            ("/p/.git/HEAD", ""),
            ("/p/config/more.yml", ""),
            ("/p/config/schema.yml", SCHEMA),
            ("/p/v/plain.yml", "# sayl: schema=../config/schema.yml\na: 1\n"),
            ("/p/v/sayl.toml", ""),
        ],
        &["/p/v"],
        &["/p/config/more.yml", "/p/config/schema.yml", "/p/v/.git", "/p/v/plain.yml", "/p/v/sayl.toml"],
    );
}

#[test]
fn what_lies_outside_is_not_read_for_a_project_that_nobody_trusts() {
    let bundle = "[[bundle]]\nfiles = [\".\", \"../s/schema.yml\"]\n";
    let modeline = "# sayl: schema=../../s/schema.yml\na: 1\n";
    let tree = [("/p/a/sayl.toml", bundle), ("/p/a/v/plain.yml", modeline), ("/p/s/schema.yml", SCHEMA)];
    let own = ["/p/a/.git", "/p/a/sayl.toml", "/p/a/v/plain.yml", "/p/s/schema.yml: Outside"];
    check(&tree, &["/p/a"], &own);
    check(&tree, &["/p/a/v"], &own);
    // Inside of what was given, and inside of a repository, it is.
    let all = ["/p/.git", "/p/a/sayl.toml", "/p/a/v/plain.yml", "/p/s/schema.yml"];
    check(&tree, &["/p"], &all);
    let repository = [&tree[..], &[("/p/.git/HEAD", "")]].concat();
    check(&repository, &["/p/a"], &["/p/a/.git", "/p/a/sayl.toml", "/p/a/v/plain.yml", "/p/s/schema.yml"]);
}

#[test]
fn where_code_may_read_files_texts_come_along() {
    let code = "#@ load(\"@ytt:data\", \"data\")\nx: #@ data.read(\"motd.md\")\n";
    let tree = |code: &'static str| {
        [
            ("/p/config/motd.md", "hello"),
            ("/p/config/notes.txt", "(@= 1 @)"),
            ("/p/config/schema.yml", SCHEMA),
            ("/p/config/x.yml", code),
            ("/p/README.txt", "no part of the bundle"),
        ]
    };
    check(
        &tree(code),
        &["/p"],
        &["/p/.git", "/p/config/motd.md", "/p/config/notes.txt", "/p/config/schema.yml", "/p/config/x.yml"],
    );
    check(&tree("x: 1"), &["/p"], &["/p/.git", "/p/config/notes.txt", "/p/config/schema.yml", "/p/config/x.yml"]);
}

#[test]
fn a_missing_path_is_said_to_be_missing() {
    check(&[("/w/a.yml", "a")], &["/w/a.yml", "/w/none"], &["/w/.git", "/w/a.yml", "/w/none: NotFound"]);
}
