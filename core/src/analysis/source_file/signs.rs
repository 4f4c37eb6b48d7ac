//! What the text of a file shows without being read as YAML: whether certain words may stand in it.

use std::sync::OnceLock;

use memchr::{memchr_iter, memmem};

use crate::kubernetes::definitions;
use crate::schema::sections::GRAPH_KIND;

/// What the text of one version of a file shows. A file is asked whenever one that it depends on changes, so each
/// question is answered once.
#[derive(Clone, Default)]
pub(super) struct Signs {
    resource: OnceLock<bool>,
    graph: OnceLock<bool>,
    definition: OnceLock<bool>,
}

impl Signs {
    /// Whether a resource of a platform may stand in a text.
    pub(super) fn of_resource(&self, text: impl AsRef<[u8]>) -> bool {
        *self.resource.get_or_init(|| may_hold_scalar(text.as_ref(), &["openchoreo.dev", "v1alpha1"]))
    }

    /// Whether a graph of kro may stand in a text.
    pub(super) fn of_graph(&self, text: &[u8]) -> bool {
        *self.graph.get_or_init(|| may_hold_scalar(text, &[GRAPH_KIND]))
    }

    /// Whether a definition of resources may stand in a text.
    pub(super) fn of_definition(&self, text: &[u8]) -> bool {
        *self.definition.get_or_init(|| may_hold_scalar(text, &definitions::SIGNS))
    }
}

/// What makes an escape, behind a backslash, that may stand for a character of a name, or for nothing at all between two
/// of them.
const ESCAPED: &[u8] = b"xuU/\n\r";

/// Whether a scalar of a text may hold one of these words: each is written in one piece unless escapes are used.
pub(super) fn may_hold_scalar(bytes: &[u8], words: &[impl AsRef<str>]) -> bool {
    let is_escape = |at: usize| bytes.get(at + 1).is_some_and(|next| ESCAPED.contains(next));
    words.iter().any(|word| memmem::find(bytes, word.as_ref().as_bytes()).is_some())
        || memchr_iter(b'\\', bytes).any(is_escape)
        || std::str::from_utf8(bytes).is_err()
}
