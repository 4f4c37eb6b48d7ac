//! Which files are read for which paths, as pictures.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

use expect_test::{Expect, expect};

use super::*;

struct Tree(BTreeMap<PathBuf, &'static str>);

impl Vfs for Tree {
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

fn tree_of(files: &[(&str, &'static str)]) -> Tree {
    Tree(files.iter().map(|(path, text)| (PathBuf::from(path), *text)).collect())
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
        &["/w/a.yml", "/w/b.star", "/w/sayl.toml"],
    );
}

#[test]
fn a_values_file_alone_brings_the_nearest_schema_along() {
    check(
        &[("/p/config/schema.yml", SCHEMA), ("/p/envs/dev.yml", VALUES), ("/p/x/y.yml", "a: 1"), ("/q/z.yml", SCHEMA)],
        &["/p/envs/dev.yml"],
        &["/p/config/schema.yml", "/p/envs/dev.yml", "/p/x/y.yml"],
    );
}

#[test]
fn a_schema_beside_the_values_file_comes_along_at_the_edge_of_the_project_too() {
    check(
        &[("/p/.git/HEAD", ""), ("/p/dev.yml", VALUES), ("/p/schema.yml", SCHEMA), ("/q.yml", SCHEMA)],
        &["/p/dev.yml"],
        &["/p/dev.yml", "/p/schema.yml"],
    );
}

#[test]
fn a_folder_for_everything_is_no_part_of_a_project() {
    check(&[("/home/a/dev.yml", VALUES), ("/home/b/schema.yml", SCHEMA)], &["/home/a/dev.yml"], &["/home/a/dev.yml"]);
    check(
        &[("/home/dev.yml", VALUES), ("/home/schema.yml", SCHEMA)],
        &["/home/dev.yml"],
        &["/home/dev.yml", "/home/schema.yml"],
    );
}

#[test]
fn a_byte_order_mark_hides_no_header() {
    check(
        &[("/p/config/schema.yml", SCHEMA), ("/p/envs/dev.yml", "\u{feff}#@data/values\r\n---\r\na: 1\r\n")],
        &["/p/envs/dev.yml"],
        &["/p/config/schema.yml", "/p/envs/dev.yml"],
    );
}

#[test]
fn the_search_for_a_schema_ends_at_the_edge_of_the_project() {
    check(
        &[("/h/p/.git/HEAD", ""), ("/h/p/envs/dev.yml", VALUES), ("/h/schema.yml", SCHEMA)],
        &["/h/p/envs/dev.yml"],
        &["/h/p/envs/dev.yml"],
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
        &["/p/config/schema.yml", "/p/envs/prod.yml", "/p/other.yml", "/p/sayl.toml"],
    );
}

#[test]
fn a_modeline_brings_its_bundle_along() {
    check(
        &[
            ("/p/config/more.yml", ""),
            ("/p/config/schema.yml", SCHEMA),
            ("/p/v/plain.yml", "# sayl: schema=../config/schema.yml\na: 1\n"),
        ],
        &["/p/v"],
        &["/p/config/more.yml", "/p/config/schema.yml", "/p/v/plain.yml"],
    );
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
        &["/p/config/motd.md", "/p/config/notes.txt", "/p/config/schema.yml", "/p/config/x.yml"],
    );
    check(&tree("x: 1"), &["/p"], &["/p/config/notes.txt", "/p/config/schema.yml", "/p/config/x.yml"]);
}

#[test]
fn a_missing_path_is_said_to_be_missing() {
    check(&[("/w/a.yml", "a")], &["/w/a.yml", "/w/none"], &["/w/a.yml", "/w/none: NotFound"]);
}

/// What is read for one folder after the other, until so many have been read.
#[track_caller]
fn check_outwards(tree: &[(&str, &'static str)], folder: &str, enough: usize, expected: Expect) {
    let tree = tree_of(tree);
    let surroundings = Surroundings::of(&tree, Path::new(folder));
    let (mut shown, mut folders) = (String::new(), 0);
    let mut take = |files: Vec<LoadedFile>| {
        folders += 1;
        for (path, _) in files {
            let _ = writeln!(shown, "{folders}: {}", path.display());
        }
        if folders < enough { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    surroundings.outwards(&tree, BTreeSet::new(), &mut take, &CancelToken::new()).unwrap();
    let project = surroundings.project(&tree, &CancelToken::new()).unwrap();
    shown += &project.map_or_else(|| "no edge\n".to_owned(), |files| format!("all: {}\n", files.len()));
    expected.assert_eq(&shown);
}

const TYPES_AND_SHOP: &[(&str, &str)] = &[
    ("/h/p/.git/HEAD", ""),
    ("/h/p/x/shop/shop.yml", ""),
    ("/h/p/x/shop/notes.md", ""),
    ("/h/p/x/types/web-app.yml", ""),
    ("/h/p/y.yml", ""),
    ("/h/z.yml", ""),
];

#[test]
fn folders_are_read_outwards_each_file_once_and_as_far_as_the_edge_of_the_project() {
    check_outwards(
        TYPES_AND_SHOP,
        "/h/p/x/shop",
        9,
        expect![[r"
            1: /h/p/x/shop/shop.yml
            2: /h/p/x/types/web-app.yml
            3: /h/p/y.yml
            all: 3
        "]],
    );
}

#[test]
fn whoever_has_enough_reads_no_further() {
    check_outwards(
        TYPES_AND_SHOP,
        "/h/p/x/shop",
        2,
        expect![[r"
            1: /h/p/x/shop/shop.yml
            2: /h/p/x/types/web-app.yml
            all: 3
        "]],
    );
}

#[test]
fn where_nothing_marks_the_edge_a_few_folders_are_read_but_never_the_whole_disk() {
    let tree: Vec<_> = TYPES_AND_SHOP.iter().skip(1).copied().collect();
    check_outwards(
        &tree,
        "/h/p/x/shop",
        9,
        expect![[r"
            1: /h/p/x/shop/shop.yml
            2: /h/p/x/types/web-app.yml
            3: /h/p/y.yml
            4: /h/z.yml
            no edge
        "]],
    );
    check_outwards(
        &tree,
        "/h",
        9,
        expect![[r"
            1: /h/p/x/shop/shop.yml
            1: /h/p/x/types/web-app.yml
            1: /h/p/y.yml
            1: /h/z.yml
            no edge
        "]],
    );
}

#[test]
fn a_configuration_marks_the_edge_as_well() {
    check_outwards(
        &[("/h/p/sayl.toml", ""), ("/h/p/x/y.yml", ""), ("/h/z.yml", "")],
        "/h/p/x",
        9,
        expect![[r"
            1: /h/p/x/y.yml
            2: /h/p/sayl.toml
            all: 2
        "]],
    );
}
