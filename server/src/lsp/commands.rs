//! Commands and kinds of code actions that are not the protocol's own.

use tower_lsp::ls_types::CodeActionKind;

/// The command that shows the explanation of the code that is its argument.
pub(crate) const EXPLAIN: &str = "sayl.explain";

/// All that is obvious, at once.
pub(crate) const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.sayl");

/// The command that makes an edit: its argument is a `WorkspaceEdit`.
pub(crate) const APPLY_EDIT: &str = "sayl.applyEdit";

/// A command of the client, which gets a URI, a position and the locations to show.
pub(crate) const SHOW_REFERENCES: &str = "sayl.showReferences";
