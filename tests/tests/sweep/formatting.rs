//! Formatting: done twice it is done once, and the files mean what they meant.

use std::fmt::Write as _;

use sayl_core::analysis::Analysis;
use sayl_core::ide::formatting::{FormattingOptions, formatting};
use sayl_core::render::{RenderJob, render};
use sayl_core::schema::export::{self, Validations};
use sayl_core::template::job::JobSource;
use sayl_core::template::watch::Watch;
use sayl_core::test_support::{Fixture, FixtureFile};
use sayl_core::text::{Edits, FileId};
use sayl_core::values::print;
use sayl_core::workspace::is_yaml;

use crate::worlds::World;

/// What an editor may ask for.
const WIDTHS: [Option<usize>; 3] = [None, Some(2), Some(4)];

pub(crate) fn run(world: &World) -> Vec<String> {
    let analysis = world.fixture.analysis();
    let before = meaning(&world.fixture, &analysis);
    let formatted =
        |width| format(&world.fixture, &analysis, &FormattingOptions { width, ..FormattingOptions::default() });
    WIDTHS.into_iter().filter_map(|width| fault(&world.fixture, &before, width, formatted(width)).err()).collect()
}

fn fault(old: &Fixture, expected: &str, width: Option<usize>, new: Result<Fixture, String>) -> Result<(), String> {
    let new = new?;
    if old.files.iter().zip(&new.files).any(|(old, new)| !old.text.split_whitespace().eq(new.text.split_whitespace())) {
        // Between tokens blanks may go or come: what is left are the characters.
        let characters = |fixture: &Fixture| {
            let texts = fixture.files.iter().flat_map(|file| file.text.chars());
            texts.filter(|it| !it.is_whitespace()).collect::<String>()
        };
        if characters(old) != characters(&new) {
            return Err(format!("with {width:?} characters changed"));
        }
    }
    if *old == new {
        return Ok(());
    }
    let analysis = new.analysis();
    let after = meaning(&new, &analysis);
    if after != expected {
        return Err(format!("with {width:?} the meaning changed from\n{expected}\nto\n{after}"));
    }
    let again = format(&new, &analysis, &FormattingOptions { width, ..FormattingOptions::default() })?;
    if again == new {
        Ok(())
    } else {
        Err(format!("with {width:?} it is not formatted at once:\n{}", picture(&new, &again)))
    }
}

/// The files that differ, both ways.
fn picture(old: &Fixture, new: &Fixture) -> String {
    let pairs = old.files.iter().zip(&new.files).filter(|(old, new)| old != new);
    pairs.flat_map(|(old, new)| [&*old.text, "\n---- becomes\n", &*new.text, "\n"]).collect()
}

fn format(fixture: &Fixture, analysis: &Analysis, options: &FormattingOptions) -> Result<Fixture, String> {
    let file = |file: &FixtureFile| {
        // Another file is formatted where an editor says that it is YAML; template code reads it byte by byte.
        let Some(id) = analysis.file(&file.path).filter(|_| is_yaml(&file.path)) else { return Ok(file.clone()) };
        let formatted = formatting(analysis, id, None, options);
        let edits = formatted.map_err(|refused| format!("{refused:?}"))?;
        Ok(FixtureFile { text: applied(&file.text, &edits), ..file.clone() })
    };
    let files: Result<_, String> = fixture.files.iter().map(file).collect();
    Ok(Fixture { files: files?, cursor: None })
}

fn applied(text: &str, edits: &Edits) -> String {
    let mut text = text.to_owned();
    for (range, new) in edits.iter().rev() {
        text.replace_range(usize::from(range.start())..usize::from(range.end()), new);
    }
    text
}

/// What the files are rendered to, their schemas, the values they lead to, and what is wrong with them.
fn meaning(fixture: &Fixture, analysis: &Analysis) -> String {
    let mut shown = String::new();
    let mut files = fixture.files.clone();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let sources = files.iter().enumerate().map(|(index, file)| {
        JobSource::new(
            FileId(index as u32),
            file.path.strip_prefix("/").unwrap().to_string_lossy().as_ref(),
            file.text.as_str(),
        )
    });
    let job = RenderJob { sources: sources.collect(), ..RenderJob::default() };
    let rendered = render(&job, &Watch::new());
    let _ = writeln!(shown, "{}\ncomplete: {}", rendered.yaml(), rendered.is_complete);
    for problem in &rendered.problems {
        let _ = writeln!(shown, "{} {}", problem.code.name(), problem.message);
    }
    for file in analysis.files() {
        let documents = analysis.document(file).map_or(0, |document| document.stream().documents.len());
        for schema in (0..documents).filter_map(|document| analysis.schema(file, document)) {
            shown.push_str(&print::yaml(&export::openapi(Some(&schema), Validations::Omitted)));
        }
        shown.push_str(&analysis.final_values(file).map(|value| print::yaml(&value)).unwrap_or_default());
        let problems = analysis.problems(file);
        for problem in problems.iter() {
            let _ = writeln!(shown, "{} {}", problem.code.name(), problem.message);
        }
    }
    shown
}
