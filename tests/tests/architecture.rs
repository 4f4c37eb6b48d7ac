//! Engine and server keep the shape that their roots promise: modules use only those above them, files say what they are
//! for, and nothing of the engine reaches for the protocol, the disk or a runtime. And `docs/architecture.md` speaks of what is there.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its sources has failed")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sayl_tests::binary::workspace_root;

#[test]
fn a_module_uses_only_those_above_it() {
    let violations = upward_uses("core/src/lib.rs") + &upward_uses("server/src/main.rs");
    assert!(violations.is_empty(), "\n{violations}The order is the numbered list at the top of the crate.");
}

/// What the modules of a crate use that stands below them in the list of its root.
fn upward_uses(root: &str) -> String {
    let order = module_order(root);
    let rank = |module: &str| order.iter().position(|name| name == module);
    let mut violations = String::new();
    for (module, file, line, used) in uses_between_modules(&workspace_root().join(root)) {
        if rank(&used) > rank(&module) {
            let _ = writeln!(violations, "{file}:{line}: `{module}` uses `{used}`, which is below it");
        }
    }
    violations
}

/// Inside of modules, too, data walks one way.
#[test]
fn modules_inside_of_a_module_use_each_other_in_one_direction() {
    let files = ["core/src", "server/src"].map(|folder| rust_files(&workspace_root().join(folder))).concat();
    let roots: Vec<PathBuf> = files.into_iter().filter(|file| modules(&read(file)).len() > 1).collect();
    assert!(roots.len() > 60, "the modules are found: {}", roots.len());
    for root in roots {
        let mut uses: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for (module, file, line, used) in uses_between_modules(&root) {
            uses.entry(module).or_default().entry(used).or_insert(format!("{file}:{line}"));
        }
        // Whoever uses none of the rest, or is used by none of it, is in no cycle.
        let is_free = |module: &String, uses: &BTreeMap<String, BTreeMap<String, String>>| {
            uses[module].keys().all(|used| !uses.contains_key(used))
                || uses.values().all(|used| !used.contains_key(module))
        };
        while let Some(free) = uses.keys().find(|module| is_free(module, &uses)).cloned() {
            uses.remove(&free);
        }
        assert!(uses.is_empty(), "{}: modules that use each other, and where: {uses:#?}", show(&root));
    }
}

/// Whoever searches for a name finds one thing.
#[test]
fn a_name_stands_for_one_type() {
    let mut declared: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in ["core/src", "server/src"].iter().flat_map(|folder| rust_files(&workspace_root().join(folder))) {
        for name in declared_types(&read(&file)) {
            declared.entry(name).or_default().push(show(&file));
        }
    }
    assert!(declared.len() > 1200, "the declarations are found: {}", declared.len());
    declared.retain(|_, files| files.len() > 1);
    assert!(declared.is_empty(), "{declared:#?}");
}

#[test]
fn what_an_impl_says_of_an_associated_type_declares_none() {
    let code = "
pub(in crate::a) trait Query {
    type Output;
}
impl<T> Iterator for Words<T>
where
    T: Copy,
{
    type Item = T;
    fn next(&mut self) -> Option<T> {
        struct Inner;
        type Local = T;
    }
}
type Alias<'a> = &'a str;
";
    assert_eq!(declared_types(code), ["Query", "Output", "Inner", "Local", "Alias"]);
}

/// The types, traits and aliases that a file declares, tests and associated types of traits included.
///
/// In an `impl`, `type Item = …` names nothing: the trait does, which is counted where it is ours.
fn declared_types(code: &str) -> Vec<String> {
    let mut names = Vec::new();
    // What the line stands in, the innermost last: its indentation, and whether it is an `impl`.
    let mut around: Vec<(usize, bool)> = Vec::new();
    for line in code.lines() {
        let is_modifier =
            |word: &&str| word.starts_with("pub") || word.ends_with(')') || ["unsafe", "const", "async"].contains(word);
        let mut words = line.split_whitespace().skip_while(is_modifier);
        let Some(kind) = words.next().and_then(|word| word.split('<').next()) else { continue };
        if !["struct", "enum", "union", "trait", "type", "impl", "mod", "fn"].contains(&kind) {
            continue;
        }
        let indentation = line.len() - line.trim_start().len();
        around.retain(|(outer, _)| *outer < indentation);
        let is_in_impl = around.last().is_some_and(|(_, is_impl)| *is_impl);
        around.push((indentation, kind == "impl"));
        let is_type = if kind == "type" { !is_in_impl } else { !["impl", "mod", "fn"].contains(&kind) };
        if is_type {
            let name = words.next().unwrap_or_default();
            names
                .extend(name.split(|it: char| !is_name_part(it)).next().filter(|it| !it.is_empty()).map(str::to_owned));
        }
    }
    names
}

/// A question changes nothing: whoever asks may ask again, in any order, or not at all.
#[test]
fn predicates_take_nothing_that_they_could_change() {
    let is_predicate = |name: &str| ["is_", "has_", "are_", "can_", "may_"].iter().any(|start| name.starts_with(start));
    let mut changing = String::new();
    for file in ["core/src", "server/src"].iter().flat_map(|folder| rust_files(&workspace_root().join(folder))) {
        let code = shipped_code(&file);
        for function in code.split("fn ").skip(1) {
            let name = function.split(|it: char| !is_name_part(it)).next().unwrap_or_default();
            let parameters = function.split(['{', ';']).next().and_then(|head| head.split("->").next());
            if is_predicate(name) && parameters.is_some_and(|it| it.contains("&mut")) {
                let _ = writeln!(changing, "{}: {name}", show(&file));
            }
        }
    }
    assert!(changing.is_empty(), "\n{changing}");
}

#[test]
fn every_file_opens_with_what_it_is_for() {
    let folders = [
        "core/src",
        "core/benches",
        "server/src",
        "server/tests",
        "tests/src",
        "tests/tests",
        "tests/benches",
        "web/engine/src",
    ];
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

/// Whoever loops asks the token of its request; one that was made on the way would be cancelled by nobody.
#[test]
fn nothing_on_the_way_makes_a_token_of_its_own() {
    // A snapshot that nobody has given a token, and the watch of an evaluation.
    let beginnings = ["core/src/analysis.rs", "core/src/template/watch.rs"];
    let files = rust_files(&workspace_root().join("core/src")).into_iter();
    let made = files.map(|file| (show(&file), shipped_code(&file).matches("CancelToken::new()").count()));
    let made: Vec<(String, usize)> = made.filter(|(_, count)| *count > 0).collect();
    let expected: Vec<(String, usize)> = beginnings.map(|file| (file.to_owned(), 1)).into();
    assert_eq!(made, expected);
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
    assert_kept(table);
}

/// So is each claim about security.
#[test]
fn every_claim_about_security_has_its_test() {
    let page = read(&workspace_root().join("docs/security.md"));
    let (_, table) = page.split_once("## What holds").unwrap();
    let (table, _) = table.split_once("\n## ").unwrap();
    for claim in table.lines().filter(|line| line.starts_with("| ")).skip(1) {
        assert!(claim.contains('`'), "no test shows: {claim}");
    }
    assert_kept(table);
}

/// The names with underscores in a table are those of tests.
fn assert_kept(table: &str) {
    let tests: Vec<String> = ["core/src", "server/src", "tests/tests"]
        .iter()
        .flat_map(|folder| rust_files(&workspace_root().join(folder)))
        .map(|file| read(&file))
        .collect();
    let names = table.split('`').skip(1).step_by(2).filter(|name| name.contains('_') && !name.contains('/'));
    let names: Vec<&str> = names.collect();
    let is_kept = |name: &&&str| tests.iter().any(|text| text.contains(&format!("fn {name}(")));
    let lost: Vec<_> = names.iter().filter(|name| !is_kept(name)).collect();
    assert!(names.len() > 10 && lost.is_empty(), "no test keeps what a page says: {lost:#?}");
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

/// The modules in the order of the numbered list at the top of a crate.
fn module_order(root: &str) -> Vec<String> {
    let text = read(&workspace_root().join(root));
    let list = text.lines().filter_map(|line| line.strip_prefix("//! "));
    let numbered = list.skip_while(|line| !line.starts_with("1. ")).take_while(|line| !line.is_empty());
    let names = numbered.map(|line| line.split_once(". ").map_or(line, |(_, rest)| rest));
    let names = names.flat_map(|line| line.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>());
    let order: Vec<String> = names.collect();
    for module in modules(&text) {
        assert!(order.contains(&module), "`{module}` has no place in the list of {root}");
    }
    order
}

/// The modules that a file declares, those for tests aside.
fn modules(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let declared = lines.iter().enumerate().filter(|(index, _)| *index == 0 || lines[index - 1] != "#[cfg(test)]");
    let name = |line: &&str| line.split_once("mod ")?.1.strip_suffix(';').map(str::to_owned);
    declared.filter_map(|(_, line)| name(line)).collect()
}

/// Where modules of a root use each other: who, in which file and line, and whom.
fn uses_between_modules(root: &Path) -> Vec<(String, String, usize, String)> {
    let modules = modules(&read(root));
    let is_crate = root.ends_with("lib.rs") || root.ends_with("main.rs");
    let folder = if is_crate { root.parent().unwrap().to_path_buf() } else { root.with_extension("") };
    let source = folder.ancestors().find(|folder| folder.ends_with("src")).unwrap();
    let names = folder.strip_prefix(source).unwrap().iter().map(|name| format!("{}::", name.to_str().unwrap()));
    let path = format!("crate::{}", names.collect::<String>());
    let mut found = Vec::new();
    for file in rust_files(&folder).iter().filter(|file| *file != root) {
        let inside = file.strip_prefix(&folder).unwrap().with_extension("");
        let module = inside.iter().next().unwrap().to_str().unwrap().to_owned();
        let relative = "super::".repeat(inside.iter().count());
        let code = shipped_code(file);
        for (line, used) in [&path, &relative].into_iter().flat_map(|path| names_behind(&code, path)) {
            if used != module && modules.contains(&used) {
                found.push((module.clone(), show(file), line, used));
            }
        }
    }
    found
}

/// The names behind a path, one or several in braces, with their lines from 1. Comments are left out.
fn names_behind(code: &str, path: &str) -> Vec<(usize, String)> {
    let is_comment = |line: &&str| line.trim_start().starts_with("//");
    let lines: Vec<&str> = code.lines().map(|line| if is_comment(&line) { "" } else { line }).collect();
    let code = lines.join("\n");
    let is_whole = |at: usize| !code[..at].ends_with("::") && !code[..at].ends_with(is_name_part);
    let places = code.match_indices(path).map(|(at, _)| at).filter(|at| is_whole(*at));
    places
        .flat_map(|at| first_names(&code[at + path.len()..]).into_iter().map(move |name| (at, name)))
        .map(|(at, name)| (code[..at].matches('\n').count() + 1, name))
        .collect()
}

/// The names that a path goes on with: `a` of `a::b`, `a` and `c` of `{a::{b, x}, c}`.
fn first_names(rest: &str) -> Vec<String> {
    let name = |text: &str| text.trim_start().chars().take_while(|part| is_name_part(*part)).collect::<String>();
    let Some(group) = rest.strip_prefix('{') else { return vec![name(rest)] };
    let mut depth = 0;
    let mut names = vec![name(group)];
    for (at, part) in group.char_indices() {
        match part {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(name(&group[at + 1..])),
            _ => {}
        }
    }
    names
}

fn is_name_part(part: char) -> bool {
    part.is_alphanumeric() || part == '_'
}

/// The text of a file without its tests, which may use whatever helps them.
fn shipped_code(file: &Path) -> String {
    let inside = file.strip_prefix(workspace_root()).unwrap();
    let is_tests = inside.with_extension("").iter().any(|part| part == "tests");
    let text = if is_tests { String::new() } else { read(file) };
    let mut lines = text.lines();
    let mut shipped = String::new();
    while let Some(line) = lines.next() {
        // A module that is only named leaves code below it; one that is written here is the last thing in its file.
        if line == "#[cfg(test)]" && !lines.next().is_some_and(|module| module.ends_with(';')) {
            break;
        }
        let line = if line == "#[cfg(test)]" { "\n" } else { line };
        shipped.extend([line, "\n"]);
    }
    shipped
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
