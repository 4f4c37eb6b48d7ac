//! What is rendered as ytt prints it.

use super::{Output, Rendered};
use crate::template::fragment::{Content, Fragment};
use crate::values::{ValueKind, print};

impl Rendered {
    /// Every document as YAML, in order; documents without content print as nothing. Texts are no part of it.
    pub fn yaml(&self) -> String {
        let documents = self.files.iter().flat_map(|file| match &file.output {
            Output::Documents(documents) => documents.as_slice(),
            Output::Text(_) => &[],
        });
        let texts: Vec<String> = documents.filter(|document| !is_empty(document)).map(printed).collect();
        texts.join("---\n")
    }
}

fn is_empty(document: &Fragment) -> bool {
    matches!(document.content, Content::Scalar(ValueKind::Null))
}

fn printed(document: &Fragment) -> String {
    print::yaml(&document.value())
}
