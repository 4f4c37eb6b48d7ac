//! Sessions with the real process, one file per feature, as an editor would have them.

#![allow(clippy::unwrap_used, reason = "a session that does not go as expected has failed")]

/// A schema of a web server, and what it is called in the sessions.
const SCHEMA: &str = "\
#@data/values-schema
---
#@schema/title \"Port\"
#@schema/desc \"Where it listens\"
port: 8080
#@schema/deprecated \"use `port`\"
old_port: 80
#@schema/validation one_of=[\"debug\", \"info\"]
level: info
enabled: true
";

/// A line that starts every values document.
const VALUES: &str = "#@data/values\n---\n";

/// A values document with these lines; they count from line 2.
fn values(lines: &str) -> String {
    format!("{VALUES}{lines}")
}

mod lsp {
    mod bad_input;
    mod cancellation;
    mod changes_since;
    mod code;
    mod code_action;
    mod code_lens;
    mod completion;
    mod configuration;
    mod coverage;
    mod definition;
    mod diagnostics;
    mod document_link;
    mod evaluation;
    mod folders;
    mod formatting;
    mod fresh;
    mod half_typed;
    mod hover;
    mod initialize;
    mod inlay_hint;
    mod kubernetes;
    mod lacking;
    mod large_workspace;
    mod limits;
    mod linked_editing;
    mod names;
    mod outline;
    mod outside;
    mod positions;
    mod progress;
    mod pull;
    mod references;
    mod rename;
    mod resources;
    mod selection_range;
    mod semantic_tokens;
    mod signature_help;
    mod status;
    mod sync;
    mod typing;
    mod views;
    mod watched_files;
    mod workspace_symbol;
}
