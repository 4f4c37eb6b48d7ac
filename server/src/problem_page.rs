//! Where a problem's code is explained, for editors (`codeDescription`) and reports (`helpUri`), and its explanation on
//! a terminal (`--explain`).

use std::io::{self, Write};

use sayl_core::problem::{Code, Explanation};

use crate::output::Output;
use crate::{Status, UsageError};

/// The page that whoever built this binary has put `docs/problems.md` on; else where the project's repository is.
const BUILT_WITH: Option<&str> = option_env!("SAYL_PROBLEM_DOCS");
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The address that explains a code. `page` is what the settings say; nothing is linked where they say `""`.
pub(crate) fn address(page: Option<&str>, code: Code) -> Option<String> {
    explained(page.or(BUILT_WITH), REPOSITORY, code)
}

/// Without a page and a repository the documentation of the engine's crate explains it.
fn explained(page: Option<&str>, repository: &str, code: Code) -> Option<String> {
    let name = code.name();
    match (page, repository) {
        (Some(""), _) => None,
        (Some(page), _) => Some(format!("{page}#{name}")),
        (None, "") => {
            Some(format!("https://docs.rs/sayl-core/{VERSION}/sayl_core/problem/enum.Code.html#variant.{code:?}"))
        }
        (None, repository) => Some(format!("{repository}/blob/v{VERSION}/docs/problems.md#{name}")),
    }
}

/// Prints the explanation of the code of that name.
pub(crate) fn print(name: &str) -> Result<Status, UsageError> {
    let code = Code::from_name(name).ok_or_else(|| UsageError(format!("there is no problem `{name}`")))?;
    let mut output = Output::open(None)?;
    let printed = print_explanation(code, &mut output);
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
        let address = |page, repository| explained(page, repository, Code::UnknownKey).unwrap_or_default();
        assert_eq!(address(Some("https://example.org/p.html"), "x"), "https://example.org/p.html#unknown-key");
        let in_repository = format!("https://example.org/sayl/blob/v{VERSION}/docs/problems.md#unknown-key");
        assert_eq!(address(None, "https://example.org/sayl"), in_repository);
        assert!(address(None, "").ends_with("/sayl_core/problem/enum.Code.html#variant.UnknownKey"));
        assert_eq!(address(Some(""), "https://example.org/sayl"), "");
    }
}
