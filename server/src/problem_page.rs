//! What a problem's code means: on a terminal (`sayl explain`), as a page that editors show, and where on the web, for
//! editors (`codeDescription`) and reports (`helpUri`).

use std::io::{self, Write};

use sayl_core::problem::{Code, Explanation};

use crate::output::Output;
use crate::{Status, UsageError};

/// The page that whoever built this binary has put `docs/problems.md` on.
const BUILT_WITH: Option<&str> = option_env!("SAYL_PROBLEM_DOCS");

/// The address that explains a code, if there is one. `page` is what the settings say; nothing is linked where they say
/// `""`.
pub(crate) fn address(page: Option<&str>, code: Code) -> Option<String> {
    let page = page.or(BUILT_WITH).filter(|page| !page.is_empty())?;
    Some(format!("{page}#{}", code.name()))
}

/// The explanation of a code as Markdown.
pub(crate) fn markdown(code: Code) -> String {
    let Explanation { meaning, example, remedy } = code.explanation();
    let language = if code == Code::InvalidConfig { "toml" } else { "yaml" };
    let example = match example.trim_end() {
        "" => String::new(),
        example => format!("\n```{language}\n{example}\n```\n"),
    };
    format!("# {}\n\n{meaning}\n{example}\n**What to do.** {remedy}\n", code.name())
}

/// Prints the explanation of a code.
pub(crate) fn print_one(code: Code) -> Result<Status, UsageError> {
    print(|out| print_explanation(code, out))
}

/// Prints every code with what it means, a line each.
pub(crate) fn print_all() -> Result<Status, UsageError> {
    let width = Code::ALL.iter().map(|code| code.name().len()).max().unwrap_or(0);
    print(|out| {
        Code::ALL.iter().try_for_each(|code| {
            let meaning = code.explanation().meaning;
            let sentence = meaning.split_inclusive(". ").next().unwrap_or(meaning).trim_end();
            writeln!(out, "{:width$}  {:11}  {sentence}", code.name(), code.severity().name())
        })
    })
}

fn print(text: impl Fn(&mut dyn Write) -> io::Result<()>) -> Result<Status, UsageError> {
    let mut output = Output::open(None)?;
    let printed = text(&mut output);
    output.finish(printed)?;
    Ok(Status::Fine)
}

fn print_explanation(code: Code, out: &mut dyn Write) -> io::Result<()> {
    let Explanation { meaning, example, remedy } = code.explanation();
    writeln!(out, "{}[{}]: {meaning}\n", code.severity().name(), code.name())?;
    for line in example.lines() {
        writeln!(out, "    {line}")?;
    }
    writeln!(out, "{}{remedy}", if example.is_empty() { "" } else { "\n" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_explained_at_its_anchor() {
        let address = |page| address(Some(page), Code::UnknownKey).unwrap_or_default();
        assert_eq!(address("https://example.org/p.html"), "https://example.org/p.html#unknown-key");
        assert_eq!(address(""), "");
    }

    #[test]
    fn every_page_has_a_title_and_a_remedy() {
        for code in Code::ALL {
            let page = markdown(*code);
            assert!(page.starts_with(&format!("# {}\n\n", code.name())) && page.contains("**What to do.**"), "{page}");
        }
    }
}
