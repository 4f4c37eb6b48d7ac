//! What an answer leaves for later: the place that the rest of it is about, as the client sends it back.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower_lsp::ls_types::{Position, Uri};

/// A place, and what was to be told of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ResolveData {
    /// The document, as its editor spells it.
    pub(crate) uri: Option<Uri>,
    /// Where in it.
    pub(crate) position: Position,
    /// What of several things, if there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) kind: Option<String>,
}

impl ResolveData {
    pub(crate) fn into_data(self) -> Option<Value> {
        serde_json::to_value(self).ok()
    }

    /// What a client sends back; `None` if it is not what it was given.
    pub(crate) fn of_data(data: Option<&Value>) -> Option<Self> {
        serde_json::from_value(data?.clone()).ok()
    }
}
