//! The URIs of the pages that explain the codes of problems.

use std::str::FromStr;

use sayl_core::problem::Code;
use tower_lsp::ls_types::Uri;

use super::view_uri::SCHEME;

const BEFORE: &str = "/problems/";
const BEHIND: &str = ".md";

/// The URI of the page of a code: `sayl:///problems/unknown-key.md`.
pub(crate) fn uri(code: Code) -> Option<Uri> {
    Uri::from_str(&format!("{SCHEME}://{BEFORE}{}{BEHIND}", code.name())).ok()
}

/// The code whose page a URI names.
pub(crate) fn code_of(uri: &Uri) -> Option<Code> {
    let path = uri.path().as_str();
    let is_ours = uri.scheme().as_str().eq_ignore_ascii_case(SCHEME);
    Code::from_name(path.strip_prefix(BEFORE)?.strip_suffix(BEHIND)?).filter(|_| is_ours)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_called_by_its_code() {
        let uri = uri(Code::UnknownKey).unwrap();
        assert_eq!((uri.as_str(), code_of(&uri)), ("sayl:///problems/unknown-key.md", Some(Code::UnknownKey)));
        for other in ["sayl:///problems/unknown-kye.md", "file:///problems/unknown-key.md", "sayl:///problems/.md"] {
            assert_eq!(code_of(&Uri::from_str(other).unwrap()), None, "{other}");
        }
    }
}
