//! Every action is applied: what it is about is gone then, and nothing else has come.

use std::fmt::Write as _;
use std::path::PathBuf;

use expect_test::{Expect, expect};

use super::*;
use crate::test_support::{Fixture, FixtureFile, cursor};

mod files;
mod insertions;
mod mending;
mod rewritings;
mod schemas;
mod values;

/// A problem without its place, which edits move.
type CodeAndMessage = (Code, String);

#[track_caller]
fn all_problems(analysis: &Analysis) -> Vec<Problem> {
    let problems = |file| analysis.problems(file).to_vec();
    analysis.files().into_iter().flat_map(problems).collect()
}

fn messages(problems: &[Problem]) -> Vec<CodeAndMessage> {
    problems.iter().map(|problem| (problem.code, problem.text())).collect()
}

/// Every action at every problem, with that problem.
fn offered(analysis: &Analysis) -> Vec<(Problem, CodeAction)> {
    let at = |problem: Problem| {
        let file = problem.place.file;
        let actions = fixes(analysis, file, &problem).into_iter().chain(suppression(analysis, file, &problem));
        actions.map(|action| (problem.clone(), action)).collect::<Vec<_>>()
    };
    all_problems(analysis).into_iter().flat_map(at).collect()
}

/// The files after an action.
fn applied(fixture: &Fixture, analysis: &Analysis, action: &CodeAction) -> Fixture {
    let mut files: Vec<FixtureFile> = Vec::new();
    for file in &fixture.files {
        let id = analysis.file(&file.path).unwrap();
        let mut edits: Vec<_> = action.edits.iter().filter(|(place, _)| place.file == id).collect();
        edits.sort_by_key(|(place, _)| place.range.start());
        let mut text = file.text.clone();
        for (place, new) in edits.iter().rev() {
            text.replace_range(std::ops::Range::<usize>::from(place.range), new);
        }
        files.push(FixtureFile { path: file.path.clone(), text, ..FixtureFile::default() });
    }
    let new = action.new_file.iter().cloned();
    files.extend(new.map(|(path, text)| FixtureFile { path, text, ..FixtureFile::default() }));
    Fixture { files, ..Fixture::default() }
}

/// The files that differ: a new one as it is, of the others the lines that go (`-`) and come (`+`).
fn changed(before: &Fixture, after: &Fixture) -> String {
    let mut shown = String::new();
    for file in &after.files {
        let old = before.files.iter().find(|old| old.path == file.path);
        if old.is_none_or(|old| old.text != file.text) {
            let text = old.map_or_else(|| file.text.clone(), |old| difference(&old.text, &file.text));
            let _ = writeln!(shown, "#- {}\n{}", file.path.display(), text.trim_end_matches('\n'));
        }
    }
    shown
}

/// What differs between the first and the last lines that two texts share, and a line on either side.
fn difference(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let above = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let pairs_below = old[above..].iter().rev().zip(new[above..].iter().rev());
    let below = pairs_below.take_while(|(old, new)| old == new).count();
    let (gone, come) = (&old[above..old.len() - below], &new[above..new.len() - below]);
    let lines = |mark, lines: &[&str]| lines.iter().flat_map(|line| [mark, *line, "\n"]).collect::<String>();
    let line_above: Vec<&str> = old[..above].iter().rev().find(|line| !line.is_empty()).copied().into_iter().collect();
    let line_below = &old[old.len() - below..];
    [lines(" ", &line_above), lines("-", gone), lines("+", come), lines(" ", &line_below[..below.min(1)])].concat()
}

#[track_caller]
fn check(title: &str, fixture: &str, expected: Expect) {
    let before = Fixture::parse(fixture);
    let analysis = before.analysis();
    let offered = offered(&analysis);
    let titles: Vec<&str> = offered.iter().map(|(_, action)| action.title.as_str()).collect();
    let found = offered.iter().find(|(_, action)| action.title == title);
    let (problem, action) = found.unwrap_or_else(|| panic!("no `{title}` among {titles:#?}"));
    let after = applied(&before, &analysis, action);
    let (then, now) = (messages(&all_problems(&analysis)), messages(&all_problems(&after.analysis())));
    let count =
        |list: &[CodeAndMessage]| list.iter().filter(|it| it.0 == problem.code && it.1 == problem.text()).count();
    assert!(count(&now) < count(&then), "the problem is still there:\n{}{now:#?}", changed(&before, &after));
    let news: Vec<_> = now.iter().filter(|it| is_news(it, &then)).collect();
    assert!(news.is_empty(), "new problems:\n{}{news:#?}", changed(&before, &after));
    expected.assert_eq(&changed(&before, &after));
}

/// Whether something is wrong that was not wrong before. What equals a default, and what is loaded in vain, was told by
/// nobody while there were errors.
fn is_news(found: &CodeAndMessage, before: &[CodeAndMessage]) -> bool {
    !matches!(found.0, Code::RedundantValue | Code::UnusedLoad) && !before.contains(found)
}

/// No action of that title is offered.
#[track_caller]
fn check_none(title: &str, fixture: &str) {
    let analysis = Fixture::parse(fixture).analysis();
    let titles: Vec<String> = offered(&analysis).into_iter().map(|(_, action)| action.title).collect();
    assert!(!titles.iter().any(|it| it.starts_with(title)), "{titles:?}");
    assert!(!all_problems(&analysis).is_empty());
}

/// A schema and a values file, the values as given.
fn world(schema: &str, values: &str) -> String {
    format!("#- /schema.yml\n#@data/values-schema\n---\n{schema}#- /values.yml\n#@data/values\n---\n{values}")
}

/// The same in an older edition.
fn older(schema: &str, values: &str) -> String {
    format!(
        "#- /schema.yml\n#@schema/match data_values=True\n---\n{schema}#- /values.yml\n#@data/values\n---\n{values}"
    )
}

/// A component of a type with these parameters.
fn component(parameters: &str, spec: &str) -> String {
    format!(
        "#- /type.yml\napiVersion: openchoreo.dev/v1alpha1\nkind: ComponentType\nmetadata: {{name: web}}\nspec:\n  \
         workloadType: deployment\n  schema:\n    parameters:\n{parameters}#- /shop.yml\napiVersion: \
         openchoreo.dev/v1alpha1\nkind: Component\nmetadata: {{name: shop}}\nspec:\n  componentType: deployment/web\n{spec}"
    )
}

#[test]
fn what_is_obvious_is_fixed_at_once() {
    let before = Fixture::parse(&world("port: 80\nname: \"\"\n", "prot: 81\nname: 5\n#! sayl-ignore: no-schema\n"));
    let analysis = before.analysis();
    let file = analysis.file(&PathBuf::from("/values.yml")).unwrap();
    let problems = analysis.problems(file);
    let action = fix_all(&analysis, file, &problems).unwrap();
    let after = applied(&before, &analysis, &action);
    expect![[r##"
        #- /values.yml
         ---
        -prot: 81
        -name: 5
        -#! sayl-ignore: no-schema
        +port: 81
        +name: "5"
    "##]]
    .assert_eq(&changed(&before, &after));
    assert_eq!(fix_all(&after.analysis(), file, &[]), None);
}
