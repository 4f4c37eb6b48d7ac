//! Paths on the command line select what is reported, never what is true: of random workspaces and random sets of paths,
//! `sayl --check PATHS` reports exactly those problems of `sayl --check .` that lie in the paths, and its status follows
//! from them.
//!
//! `PROPTEST_CASES=2000 cargo test --workspace --test paths` tries that many workspaces.

use std::path::Path;
use std::process::Command;

use proptest::prelude::*;
use sayl_tests::binary::sayl;
use sayl_tests::cases_of_property;
use sayl_tests::client::Workspace;
use serde_json::Value;

/// Folders in which files may lie.
const FOLDERS: &[&str] =
    &["", "a/", "a/config/", "a/envs/", "b/", "b/templates/", "c/", "c/deep/er/", "chart/templates/"];

/// What a file may hold, with a name for it.
const FILES: &[(&str, &str)] = &[
    ("schema.yml", "#@data/values-schema\n---\nport: 80\nname: app\n#@schema/validation min_len=1\nhost: x\n"),
    ("schema.yml", "#@data/values-schema\n---\nport: 80\nnames: []\n"),
    ("schema.yml", "#@data/values-schema\n---\nport: [80\n"),
    ("older.yml", "#@schema\n---\nport: 80\n"),
    ("values.yml", "#@data/values\n---\nport: 81\n"),
    ("values.yml", "#@data/values\n---\nprot: x\nhost: \"\"\n"),
    ("prod.yml", "#@data/values\n---\nport: x\n"),
    ("dev.yml", "#@data/values\n---\nname: dev\n"),
    ("app.yml", "#@ load(\"@ytt:data\", \"data\")\nport: #@ data.values.port\n"),
    ("app.yml", "#@ load(\"@ytt:data\", \"data\")\nport: #@ data.values.prot\nname: #@ nam\n"),
    ("wrong.yml", "#@ load(\"names.star\", \"label\")\nname: #@ label(1)\n"),
    ("open.yml", "a: #@ foo(\n"),
    ("names.star", "def label(x):\n  return x + \"a\"\nend\n"),
    (
        "overlay.yml",
        "#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.all, expects=\"0+\"\n---\n#@overlay/match missing_ok=True\nx: 1\n",
    ),
    ("plain.yml", "port: 82\nname: y\n"),
    ("named.yml", "# sayl: schema=../config/schema.yml\nport: x\n"),
    ("ci.yml", "on: push\njobs: {a: [\n"),
    (
        "type.yml",
        "apiVersion: openchoreo.dev/v1alpha1\nkind: ComponentType\nmetadata: {name: web}\nspec: {workloadType: deployment, schema: {parameters: {port: integer | default=1}}, resources: []}\n",
    ),
    (
        "shop.yml",
        "apiVersion: openchoreo.dev/v1alpha1\nkind: Component\nmetadata: {name: shop}\nspec: {owner: {projectName: x}, componentType: deployment/web, parameters: {port: x}}\n",
    ),
    (
        "twin.yml",
        "apiVersion: openchoreo.dev/v1alpha1\nkind: Component\nmetadata: {name: shop}\nspec: {owner: {projectName: x}, componentType: deployment/web, traits: [{name: disk, instanceName: d, parameters: {size: 1}}]}\n",
    ),
    (
        "trait.yml",
        "apiVersion: openchoreo.dev/v1alpha1\nkind: \"Tra\\\n  it\"\nmetadata: {name: \"di\\x73k\"}\nspec: {schema: {parameters: {size: string}}}\n",
    ),
    (
        "binding.yml",
        "apiVersion: openchoreo.dev/v1alpha1\nkind: ReleaseBinding\nmetadata: {name: shop-dev}\nspec: {owner: {projectName: x, componentName: shop}, environment: dev, componentTypeEnvironmentConfigs: {port: y}}\n",
    ),
    ("sayl.toml", "[[bundle]]\nname = \"one\"\nfiles = [\"config/\", \"envs/prod.yml\"]\n"),
    ("sayl.toml", "[severity]\nunknown-key = \"warning\"\n"),
    ("Chart.yaml", "name: x\nversion: 1\n"),
];

type Tree = Vec<(String, &'static str)>;

fn trees() -> impl Strategy<Value = (Tree, Vec<String>)> {
    let file = (prop::sample::select(FOLDERS), prop::sample::select(FILES));
    let tree = prop::collection::vec(file, 2..9).prop_map(|files| {
        let mut tree = Tree::new();
        for (folder, (name, text)) in files {
            let path = format!("{folder}{name}");
            if !tree.iter().any(|(known, _)| *known == path) {
                tree.push((path, text));
            }
        }
        tree
    });
    tree.prop_flat_map(|tree| {
        let mut named: Vec<String> = tree.iter().map(|(path, _)| path.clone()).collect();
        let folders = |path: &String| {
            Path::new(path).ancestors().skip(1).map(|it| it.to_string_lossy().into_owned()).collect::<Vec<_>>()
        };
        named.extend(tree.iter().flat_map(|(path, _)| folders(path)).filter(|folder| !folder.is_empty()));
        named.sort();
        named.dedup();
        (Just(tree), prop::sample::subsequence(named.clone(), 1..=named.len().min(3)))
    })
}

/// The problems that a run reports, and its status.
fn check(workspace: &Workspace, paths: &[String]) -> (Vec<Value>, i32) {
    let mut command = Command::new(sayl());
    command.args(["--check", "--format", "json", "--jobs", "1"]).args(paths).current_dir(workspace.root());
    let output = command.output().expect("sayl runs");
    let report: Value = serde_json::from_slice(&output.stdout).expect("sayl prints JSON");
    (report["problems"].as_array().expect("a list").clone(), output.status.code().unwrap_or(-1))
}

fn status(problems: &[Value]) -> i32 {
    let errors: Vec<&Value> = problems.iter().filter(|problem| problem["severity"] == "error").collect();
    let is_unusable = |problem: &&&Value| {
        ["invalid-config", "unreadable-file", "file-too-large"].iter().any(|code| problem["code"] == *code)
    };
    if errors.iter().any(|it| is_unusable(&it)) { 2 } else { i32::from(!errors.is_empty()) }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases_of_property(60)) })]

    #[test]
    fn paths_select_and_change_no_verdict((tree, paths) in trees()) {
        let workspace = Workspace::new(&[(".git/HEAD", "")]);
        for (path, text) in &tree {
            workspace.write(path, text);
        }
        let (all, _) = check(&workspace, &[]);
        let is_named = |problem: &&Value| {
            let file = problem["file"].as_str().unwrap_or_default();
            paths.iter().any(|path| Path::new(file).starts_with(path))
        };
        let expected: Vec<Value> = all.iter().filter(is_named).cloned().collect();
        let (found, found_status) = check(&workspace, &paths);
        prop_assert_eq!(found_status, status(&expected));
        prop_assert_eq!(found, expected);
    }
}
