//! Schemas of the older editions in the fixtures, written as released ytt has them: the same values are right.

use sayl_core::document::TextDocument;
use sayl_core::problem::Severity;
use sayl_core::rewrite::RewrittenText;
use sayl_core::schema::from_annotations::migrate::to_released;
use sayl_core::test_support::{Fixture, FixtureFile};
use sayl_core::text::FileId;
use sayl_tests::binary::workspace_root;
use sayl_tests::cases::{self, Case};

fn released(text: &str) -> RewrittenText {
    to_released(FileId(0), &TextDocument::new(FileId(0), text))
}

/// The errors of files that are looked at together.
fn errors(files: Vec<FixtureFile>) -> Vec<String> {
    let analysis = Fixture { files, ..Fixture::default() }.analysis();
    let problems = analysis.files().into_iter().flat_map(|file| analysis.problems(file).to_vec());
    let errors = problems.filter(|problem| problem.severity == Severity::Error);
    errors.map(|problem| format!("{}: {}", problem.code.name(), problem.message)).collect()
}

/// What was looked at.
#[derive(Debug, Default)]
struct Tally {
    schemas: usize,
    with_losses: usize,
    values: usize,
    differences: Vec<String>,
}

impl Tally {
    /// Compares a case as it is with what it becomes, by each of its files of values.
    fn case(&mut self, name: &str, case: &Case) {
        let files = Fixture::parse(&case.fixture()).files;
        let (values, others): (Vec<_>, Vec<_>) = files.into_iter().partition(|it| it.text.contains("#@data/values\n"));
        let released: Vec<RewrittenText> = others.iter().map(|file| released(&file.text)).collect();
        if others.iter().zip(&released).all(|(file, it)| it.text == file.text) {
            return;
        }
        self.schemas += 1;
        for it in &released {
            assert_eq!(self::released(&it.text).text, it.text, "{name}: twice");
        }
        let after = others.iter().zip(&released);
        let after = after.map(|(file, it)| FixtureFile { text: it.text.clone(), ..file.clone() }).collect::<Vec<_>>();
        // What a schema lacks by itself is a violation of its own rules, and a library may have no counterpart.
        let mistakes = |files: &[FixtureFile]| {
            let is_mistake = |it: &String| !it.starts_with("rule-violation") && !it.starts_with("template-load");
            errors(files.to_vec()).into_iter().filter(is_mistake).collect::<Vec<_>>()
        };
        let (before, now) = (mistakes(&others), mistakes(&after));
        if before.is_empty() && !now.is_empty() {
            let text = after.iter().map(|file| file.text.as_str()).collect::<String>();
            self.differences.push(format!("=== {name}: no schema\n{now:?}\n{text}"));
        }
        if released.iter().any(|it| !it.problems.is_empty()) {
            self.with_losses += 1;
            if std::env::var_os("LOSSY").is_none() {
                return;
            }
        }
        for file in values {
            let together = |others: &[FixtureFile]| errors(others.iter().chain([&file]).cloned().collect());
            let (before, now) = (together(&others), together(&after));
            self.values += 1;
            if before.is_empty() != now.is_empty() {
                let text = after.iter().map(|file| file.text.as_str()).collect::<String>();
                let path = file.path.display();
                self.differences
                    .push(format!("=== {name}: {path}\nbefore {before:?}\nnow {now:?}\n{text}{}", file.text));
            }
        }
    }
}

#[test]
fn schemas_of_older_editions_mean_the_same_when_they_are_released() {
    let pages = std::fs::read_dir(workspace_root().join("tests/fixtures")).unwrap().map(|page| page.unwrap().path());
    let mut pages: Vec<_> = pages.filter(|page| page.is_file()).collect();
    pages.sort();
    let mut tally = Tally::default();
    for page in pages {
        for case in cases::read(&std::fs::read_to_string(&page).unwrap()).unwrap() {
            if case.command.is_none() {
                tally.case(&format!("{}: {}", page.file_name().unwrap().display(), case.name), &case);
            }
        }
    }
    let Tally { schemas, with_losses, values, differences } = &tally;
    let counts = format!("{schemas} schemas, {with_losses} with losses, {values} files of values");
    assert!(differences.is_empty(), "{counts}, {} differences\n{}", differences.len(), differences.join("\n"));
    assert!(*values > 90, "{counts}");
}
