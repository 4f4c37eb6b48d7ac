//! Trees of files drawn as text, and the bundles found in them.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::*;
use crate::text::FileId;
use crate::workspace::config;

/// One line a file: its path, then `schema`, `values`, `code` or `modeline=PATH`; or `sayl.toml` and its text.
fn facts(tree: &str) -> Vec<FileFacts> {
    let lines = tree.lines().map(str::trim).filter(|line| !line.is_empty());
    lines
        .enumerate()
        .map(|(index, line)| {
            let mut words = line.split_whitespace();
            let path = PathBuf::from(words.next().unwrap_or_default());
            let words: Vec<_> = words.collect();
            FileFacts {
                file: FileId(u32::try_from(index).unwrap()),
                path,
                has_schema: words.contains(&"schema"),
                has_values: words.contains(&"values"),
                has_other_header: words.contains(&"other-header"),
                is_template: !words.is_empty(),
                patches: Vec::new(),
                modeline: words.iter().find_map(|word| word.strip_prefix("modeline=")).map(str::to_owned),
            }
        })
        .collect()
}

fn shown(facts: &[FileFacts], layout: &Layout) -> String {
    let names = |files: &[FileId]| {
        let paths = files.iter().map(|file| facts[file.0 as usize].path.display().to_string());
        paths.collect::<Vec<_>>().join(" ")
    };
    let mut text = String::new();
    for bundle in &layout.bundles {
        let library = if bundle.is_library { " (library)" } else { "" };
        writeln!(text, "{}{library}: {}", bundle.name, names(&bundle.members)).unwrap();
        let others = bundle.sources.iter().filter(|source| !bundle.members.contains(&source.file));
        let others: Vec<_> = others.map(|source| source.path.as_str()).collect();
        if !others.is_empty() {
            writeln!(text, "  may load: {}", others.join(" ")).unwrap();
        }
        for (label, files) in [("values", &bundle.data_values_files), ("attached", &bundle.attached)] {
            if !files.is_empty() {
                writeln!(text, "  {label}: {}", names(files)).unwrap();
            }
        }
    }
    let mut ambiguous: Vec<_> = layout.ambiguous.keys().copied().collect();
    ambiguous.sort();
    for file in ambiguous {
        writeln!(text, "ambiguous: {}", names(&[file])).unwrap();
    }
    let mut unattached: Vec<_> = layout.unattached.iter().collect();
    unattached.sort();
    for (file, reason) in unattached {
        writeln!(text, "unattached: {}: {reason}", names(&[*file])).unwrap();
    }
    text
}

#[track_caller]
fn check(tree: &str, expected: Expect) {
    let facts = facts(tree);
    expected.assert_eq(&shown(&facts, &discover(&facts, &[], &BTreeSet::new())));
}

#[track_caller]
fn check_configured(tree: &str, sayl_toml: &str, expected: Expect) {
    let facts = facts(tree);
    let (config, problems) = config::parse(FileId(99), sayl_toml);
    assert_eq!(problems, []);
    expected.assert_eq(&shown(&facts, &discover(&facts, &[(Path::new("/w"), &config)], &BTreeSet::new())));
}

#[test]
fn a_folder_with_a_schema_holds_all_below_it() {
    check(
        "/w/config/a.yml code
         /w/config/schema.yml schema
         /w/config/sub/values.yml values
         /w/other.yml",
        expect![[r"
            config: /w/config/a.yml /w/config/schema.yml /w/config/sub/values.yml
        "]],
    );
}

#[test]
fn a_folder_with_a_schema_below_another_is_a_bundle_of_its_own() {
    check(
        "/w/a/b/schema.yml schema
         /w/a/b/values.yml values
         /w/a/schema.yml schema
         /w/a/values.yml values",
        expect![[r"
            a: /w/a/schema.yml /w/a/values.yml
            b: /w/a/b/schema.yml /w/a/b/values.yml
        "]],
    );
}

#[test]
fn values_outside_attach_to_the_nearest_bundle() {
    check(
        "/w/app/config/schema.yml schema
         /w/app/envs/dev.yml values
         /w/app/envs/prod.yml values
         /w/tool/schema.yml schema",
        expect![[r"
            config: /w/app/config/schema.yml
              attached: /w/app/envs/dev.yml /w/app/envs/prod.yml
            tool: /w/tool/schema.yml
        "]],
    );
}

#[test]
fn values_of_a_library_are_not_about_the_bundle_around_it() {
    check(
        "/w/app/schema.yml schema
         /w/app/_ytt_lib/one/values.yml values
         /w/app/_ytt_lib/two/schema.yml schema
         /w/app/_ytt_lib/two/values.yml values",
        expect![[r#"
            app: /w/app/schema.yml
              may load: _ytt_lib/one/values.yml _ytt_lib/two/schema.yml _ytt_lib/two/values.yml
            two (library): /w/app/_ytt_lib/two/schema.yml /w/app/_ytt_lib/two/values.yml
            unattached: /w/app/_ytt_lib/one/values.yml: No folder around this file in its library holds a schema.
        "#]],
    );
}

#[test]
fn several_candidates_are_said_to_be_so() {
    check(
        "/w/a/schema.yml schema
         /w/b/schema.yml schema
         /w/envs/dev.yml values",
        expect![[r"
            a: /w/a/schema.yml
            b: /w/b/schema.yml
            ambiguous: /w/envs/dev.yml
        "]],
    );
}

#[test]
fn values_without_any_schema_are_unattached() {
    check(
        "/w/dev.yml values",
        expect![[r"
        unattached: /w/dev.yml: No folder around this file holds a schema.
    "]],
    );
}

#[test]
fn a_library_is_a_bundle_that_attracts_no_values() {
    check(
        "/w/_ytt_lib/db/schema.yml schema
         /w/_ytt_lib/db/template.yml code
         /w/config.yml code
         /w/envs/dev.yml values
         /w/schema.yml schema",
        expect![[r#"
            w: /w/config.yml /w/envs/dev.yml /w/schema.yml
              may load: _ytt_lib/db/schema.yml _ytt_lib/db/template.yml
            db (library): /w/_ytt_lib/db/schema.yml /w/_ytt_lib/db/template.yml
        "#]],
    );
}

#[test]
fn a_modeline_attaches_a_plain_file_and_takes_it_out_of_the_members() {
    check(
        "/w/config/plain.yml modeline=schema.yml
         /w/config/schema.yml schema
         /w/plain.yml modeline=config
         /w/wrong.yml modeline=nowhere.yml",
        expect![[r#"
            config: /w/config/schema.yml
              attached: /w/config/plain.yml /w/plain.yml
            unattached: /w/wrong.yml: The modeline names `nowhere.yml`, which holds no schema document
        "#]],
    );
}

#[test]
fn configuration_declares_bundles_over_the_same_files() {
    check_configured(
        "/w/config/schema.yml schema
         /w/config/template.yml code
         /w/envs/dev.yml values
         /w/envs/plain.yml
         /w/envs/prod.yml values
         /w/tool/schema.yml schema",
        "[[bundle]]\nname = \"prod\"\nfiles = [\"config/\", \"envs/prod.yml\"]\ndata-values-files = [\"envs/plain.yml\"]\n\
         [[bundle]]\nname = \"dev\"\nfiles = [\"config/\", \"./envs/dev.yml\"]\n",
        expect![[r"
            prod: /w/config/schema.yml /w/config/template.yml /w/envs/prod.yml
              values: /w/envs/plain.yml
            dev: /w/config/schema.yml /w/config/template.yml /w/envs/dev.yml
            tool: /w/tool/schema.yml
        "]],
    );
}

#[test]
fn given_files_keep_the_order_of_the_command_line() {
    let facts = facts(
        "/w/a.yml values
         /w/config/schema.yml schema
         /w/config/_ytt_lib/x/schema.yml schema
         /w/plain.yml",
    );
    let bundle = GivenBundle {
        files: vec!["/w/config".into(), "/w/a.yml".into()],
        data_values_files: vec!["/w/plain.yml".into()],
        ..GivenBundle::default()
    };
    expect![[r#"
        given: /w/config/schema.yml /w/a.yml
          may load: _ytt_lib/x/schema.yml
          values: /w/plain.yml
    "#]]
    .assert_eq(&shown(&facts, &given(&facts, &bundle)));
}

#[test]
fn a_document_in_no_folder_stands_for_its_own() {
    check(
        "/w/schema.yml schema
         git:/w/schema.yml?HEAD schema
         untitled:Untitled-1 schema
         untitled:Untitled-2 values
         untitled:Untitled-3 schema values",
        expect![[r#"
            w: /w/schema.yml
            schema.yml?HEAD: git:/w/schema.yml?HEAD
            untitled:Untitled-1: untitled:Untitled-1
            untitled:Untitled-3: untitled:Untitled-3
            unattached: untitled:Untitled-2: No folder around this file holds a schema.
        "#]],
    );
}
