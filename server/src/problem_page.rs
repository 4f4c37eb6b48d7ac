//! What a problem's code means: as a page that editors show, and where on the web, for editors (`codeDescription`) and
//! reports (`helpUri`).

use sayl_core::problem::Code;

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
    format!("# {}\n\n{}", code.name(), code.explanation().markdown())
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
