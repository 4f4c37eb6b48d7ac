//! The engine keeps the shape that its `lib.rs` promises: modules use only those above them, files say what they are
//! for, and nothing reaches for the protocol, the disk or a runtime. And `docs/architecture.md` speaks of what is there.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its sources has failed")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sayl_tests::binary::workspace_root;

#[test]
fn a_module_uses_only_those_above_it() {
    let order = module_order();
    let mut violations = String::new();
    for file in rust_files(&workspace_root().join("core/src")) {
        let Some(module) = module_of(&file) else { continue };
        let rank = rank(&order, &module);
        for (line, used) in used_modules(&shipped_code(&file)) {
            if used != module && self::rank(&order, &used) > rank {
                let _ = writeln!(violations, "{}:{line}: `{module}` uses `{used}`, which is below it", show(&file));
            }
        }
    }
    assert!(violations.is_empty(), "\n{violations}The order is the numbered list in core/src/lib.rs.");
}

#[test]
fn every_file_opens_with_what_it_is_for() {
    let folders =
        ["core/src", "core/benches", "server/src", "server/tests", "tests/src", "tests/tests", "tests/benches"];
    let silent: Vec<String> = folders
        .iter()
        .flat_map(|folder| rust_files(&workspace_root().join(folder)))
        .filter(|file| !read(file).starts_with("//! "))
        .map(|file| show(&file))
        .collect();
    assert!(silent.is_empty(), "these files do not open with `//!`: {silent:#?}");
}

#[test]
fn the_engine_knows_no_protocol_no_runtime_and_no_disk() {
    let foreign = [
        "tower_lsp",
        "lsp_types",
        "tokio",
        "async ",
        "std::fs",
        "std::env",
        "std::net",
        "std::process",
        "std::thread",
        "Instant",
        "SystemTime",
    ];
    let mut violations = String::new();
    for file in rust_files(&workspace_root().join("core/src")) {
        let code = shipped_code(&file);
        for (index, line) in code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")) {
            for name in foreign.iter().filter(|name| line.contains(**name)) {
                let _ = writeln!(violations, "{}:{}: `{name}`", show(&file), index + 1);
            }
        }
    }
    assert!(violations.is_empty(), "\n{violations}");
}

/// The map leads to what is there: `template::names` is a file, `Problem::fix` and `views::follow` stand in one.
#[test]
fn the_map_names_only_what_is_there() {
    let folders = ["core/src", "server/src", "tests/src", "tests/tests"];
    let files: Vec<(PathBuf, String)> = folders
        .iter()
        .flat_map(|folder| rust_files(&workspace_root().join(folder)))
        .map(|file| (file.with_extension(""), read(&file)))
        .collect();
    let map = read(&workspace_root().join("docs/architecture.md"));
    let is_path = |name: &&str| {
        let mut parts = name.split("::");
        parts.clone().count() > 1 && parts.all(|part| !part.is_empty() && part.chars().all(is_name_part))
    };
    let paths = map.split('`').skip(1).step_by(2).filter(is_path).filter(|path| !path.starts_with("std::"));
    let lost: Vec<&str> = paths.filter(|path| !files.iter().any(|(file, text)| leads_to(path, file, text))).collect();
    assert!(lost.is_empty(), "docs/architecture.md names what is not there: {lost:#?}");
}

/// Each invariant is kept by a test of that name, and each file of the map is there.
#[test]
fn the_map_leads_to_files_and_tests() {
    let map = read(&workspace_root().join("docs/architecture.md"));
    let quoted: Vec<&str> = map.split('`').skip(1).step_by(2).collect();
    let is_file = |name: &&&str| {
        let extension = Path::new(name).extension().unwrap_or_default();
        name.contains('/') && (extension == "rs" || extension == "sh" || extension == "md" && !name.contains('*'))
    };
    let lost: Vec<_> = quoted.iter().filter(is_file).filter(|name| !workspace_root().join(name).exists()).collect();
    assert!(lost.is_empty(), "docs/architecture.md leads to files that are not there: {lost:#?}");

    let (_, table) = map.split_once("## What must stay true").unwrap();
    let (table, _) = table.split_once("Further rules").unwrap();
    let tests: Vec<String> = ["core/src", "tests/tests"]
        .iter()
        .flat_map(|folder| rust_files(&workspace_root().join(folder)))
        .map(|file| read(&file))
        .collect();
    let names: Vec<&str> = table.split('`').skip(1).step_by(2).filter(|name| name.contains('_')).collect();
    let is_kept = |name: &&&str| tests.iter().any(|text| text.contains(&format!("fn {name}(")));
    let lost: Vec<_> = names.iter().filter(|name| !is_kept(name)).collect();
    assert!(names.len() > 15 && lost.is_empty(), "no test keeps what docs/architecture.md says: {lost:#?}");
}

/// Whether a path means a file, or a word of a file that it names by its module or by a type in it.
fn leads_to(path: &str, file: &Path, text: &str) -> bool {
    let is_file = |path: &str| file.ends_with(path.trim_start_matches("core::").replace("::", "/"));
    let (owner, item) = path.rsplit_once("::").unwrap_or_default();
    let is_owner = || {
        let declares = |kind: &&str| text.contains(&format!("{kind} {owner}"));
        is_file(owner) || ["struct", "enum", "trait"].iter().any(declares)
    };
    is_file(path) || text.contains(item) && is_owner()
}

/// Which libraries are used, and why these, stands in one table.
#[test]
fn every_crate_has_its_reason() {
    let map = read(&workspace_root().join("docs/architecture.md"));
    let (_, reasons) = map.split_once("## Crates").unwrap();
    let workspace = read(&workspace_root().join("Cargo.toml"));
    let (_, listed) = workspace.split_once("[workspace.dependencies]\n").unwrap();
    let names = listed.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.split_once(" = "));
    let silent: Vec<&str> = names
        .filter(|(name, source)| !source.contains("path = ") && !reasons.contains(&format!("`{name}`")))
        .map(|(name, _)| name)
        .collect();
    assert!(silent.is_empty(), "docs/architecture.md does not say what these crates are for: {silent:#?}");
}

/// The modules in the order of the numbered list in `lib.rs`.
fn module_order() -> Vec<String> {
    let lib = read(&workspace_root().join("core/src/lib.rs"));
    let numbered = lib.lines().filter_map(|line| {
        let (number, rest) = line.strip_prefix("//! ")?.split_once(". ")?;
        number.parse::<u32>().ok()?;
        rest.split_once(':').map(|(names, _)| names.to_owned())
    });
    let order: Vec<String> =
        numbered.flat_map(|names| names.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()).collect();
    let declared = lib.lines().filter_map(|line| line.split_once("mod ")?.1.strip_suffix(';'));
    for module in declared {
        assert!(order.iter().any(|name| name == module), "`{module}` has no place in the list of core/src/lib.rs");
    }
    order
}

fn rank(order: &[String], module: &str) -> usize {
    order.iter().position(|name| name == module).unwrap_or_else(|| panic!("`{module}` is no module of core/src/lib.rs"))
}

/// The top-level module that a file of the engine belongs to; `None` for `lib.rs`, which names them all.
fn module_of(file: &Path) -> Option<String> {
    let inside = file.strip_prefix(workspace_root().join("core/src")).unwrap();
    let module = inside.iter().next()?.to_str()?.trim_end_matches(".rs").to_owned();
    (module != "lib").then_some(module)
}

/// Every `crate::module` of a text, comments aside, with its line from 1.
fn used_modules(code: &str) -> Vec<(usize, String)> {
    let code_lines = code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
    code_lines.flat_map(|(index, line)| modules_in(line).into_iter().map(move |module| (index + 1, module))).collect()
}

fn modules_in(line: &str) -> Vec<String> {
    let after = line.split("crate::").skip(1).map(|rest| rest.chars().take_while(|part| is_name_part(*part)).collect());
    after.filter(|name: &String| !name.is_empty()).collect()
}

fn is_name_part(part: char) -> bool {
    part.is_alphanumeric() || part == '_'
}

/// The text of a file without its tests, which may use whatever helps them.
fn shipped_code(file: &Path) -> String {
    let inside = file.strip_prefix(workspace_root()).unwrap();
    let is_tests = inside.with_extension("").iter().any(|part| part == "tests");
    let text = if is_tests { String::new() } else { read(file) };
    text.split("\n#[cfg(test)]").next().unwrap_or_default().to_owned()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    files.sort();
    files
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap()
}

fn show(file: &Path) -> String {
    file.strip_prefix(workspace_root()).unwrap().display().to_string()
}
