//! What there is to sweep over: worlds of files that belong together.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use sayl_core::test_support::{Fixture, FixtureFile};
use sayl_tests::cases;
use sayl_tests::corpus::corpus;
use serde_json::Value as Json;

/// Files that belong together.
pub(crate) struct World {
    /// Where it comes from.
    pub(crate) name: String,
    pub(crate) fixture: Fixture,
}

impl World {
    pub(crate) fn new(name: String, files: impl Iterator<Item = (PathBuf, String)>) -> Self {
        let file = |(path, text)| FixtureFile { path, text, marks: Vec::new() };
        Self { name, fixture: Fixture { files: files.map(file).collect(), cursor: None } }
    }
}

/// Every world once, however often it occurs.
pub(crate) fn all() -> Vec<World> {
    let mut worlds = cases();
    worlds.push(example("web-app"));
    worlds.push(example("openchoreo"));
    worlds.extend(real());
    worlds.extend(ytt());
    let mut known = HashSet::new();
    worlds.retain(|world| known.insert(world.fixture.files.iter().map(|file| file.text.clone()).collect::<Vec<_>>()));
    worlds
}

/// The literate cases.
fn cases() -> Vec<World> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let pages = files_below(&folder).into_iter().flat_map(|(page, text)| {
        let cases = cases::read(&text).unwrap().into_iter();
        cases.map(move |case| {
            let name = format!("{}:{}", page.display(), case.line);
            World { name, fixture: Fixture::parse(&case.fixture()) }
        })
    });
    pages.collect()
}

fn example(name: &str) -> World {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(name);
    World::new(format!("example {name}"), files_below(&folder).into_iter())
}

/// Schemas of real projects, each a world of its own.
fn real() -> Vec<World> {
    let files = corpus("real").map(|folder| files_below(&folder)).unwrap_or_default();
    let yaml = files.into_iter().filter(|(path, _)| path.extension().is_some_and(|it| it != "json"));
    yaml.map(|(path, text)| World::new(path.display().to_string(), std::iter::once((path, text)))).collect()
}

/// The cases of ytt's own suites.
fn ytt() -> Vec<World> {
    let files = corpus("ytt").map(|folder| files_below(&folder)).unwrap_or_default();
    let worlds = files.into_iter().flat_map(|(_, text)| {
        let cases: Vec<Json> = serde_json::from_str(&text).unwrap();
        cases.into_iter().map(|case| {
            let files = case["files"].as_object().unwrap().iter();
            let text = |text: &Json| text.as_str().unwrap_or_default().to_owned();
            World::new(text(&case["name"]), files.map(|(path, content)| (Path::new("/").join(path), text(content))))
        })
    });
    worlds.collect()
}

/// The files below a folder by path, as if it were the root of the disk.
fn files_below(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(next) = waiting.pop() {
        for path in std::fs::read_dir(&next).unwrap().map(|entry| entry.unwrap().path()) {
            match std::fs::read_to_string(&path) {
                _ if path.is_dir() => waiting.push(path),
                Ok(text) => files.push((Path::new("/").join(path.strip_prefix(folder).unwrap()), text)),
                Err(_) => {}
            }
        }
    }
    files.sort();
    files
}
