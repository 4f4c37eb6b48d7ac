//! Sessions with the real process, one file per feature, as an editor would have them.

#![allow(clippy::unwrap_used, reason = "a session that does not go as expected has failed")]

mod lsp {
    mod bad_input;
    mod initialize;
}
