//! Support for the cross-crate tests: the built binary, literate cases, corpora, generated inputs, a session
//! with a running server.
//!
//! # How sayl is tested
//!
//! - **Beside the code**: each feature has one `check()` over fixture strings with marks (`#^^^ error[code]: …`) and a
//!   cursor (`$0`); see `core/src/test_support.rs`.
//! - **As documentation**: `tests/fixtures/*.md` explain a behaviour and show it; `tests/tests/cases.rs` runs every
//!   case through the engine and through the built binary, and compares what else a case shows: values, a hover, an
//!   output, what a command prints.
//! - **Against the originals**: `tests/tests/{ytt_*,openchoreo,yaml_suite}` compare with recorded outcomes of the
//!   tools that sayl stands in for; the recordings live beside the project, and without them nothing is compared.
//! - **Against the world**: `tests/tests/robustness.rs` gives the real process hostile files under a memory limit,
//!   `tests/tests/hostile.rs` does the same with hostile code. Editor tests start the real editor.
//! - **After any history**: `core/src/analysis/tests/fresh.rs` lets random sessions edit, empty, delete and restore
//!   every kind of file and compares each file's problems with those of a host that sees the files for the first time.
//!   `tests/tests/lsp/fresh.rs` does the same with the real process and a client that is pushed problems or asks for
//!   them. `PROPTEST_CASES=2000` makes it a long run. The tests of Neovim, Helix and VS Code edit a schema beside its
//!   values and look at what these show.
//! - **Made up by a fuzzer**: `fuzz` holds targets for cargo-fuzz; `fuzz/run.sh SECONDS` builds and runs them. What
//!   they share with tests (`edit_session`, `features`) is here. `ci/long-runs.sh` runs all that can run for long, and
//!   writes `docs/reliability.md`.
//! - **At every byte**: `tests/tests/sweep` asks every feature at every byte of fixtures, examples and recordings;
//!   `tests/tests/generated_files.rs` and `json_schema` read what sayl writes as those would who get it.
//! - **The whole surface**: `tests/tests/lsp/coverage.rs` compares what the server announces with what is asked for,
//!   both ways; whoever announces something new adds a row and a session. `tests/tests/lsp/lacking.rs` is the same for
//!   clients that lack a capability.
//! - **The documentation**: `tests/tests/check/documented.rs` runs every command that a page shows, in a copy of the
//!   examples, and compares what the README prints. What cannot run in a test is listed there, with the reason.
//! - **For speed**: `cargo bench --locked --workspace --bench stages` measures each stage, `--bench resources`
//!   OpenChoreo resources, `--bench samples` each sample of the documentation by itself, `--bench editor` drives the
//!   built server as an editor does and compares it with another server, `--bench monorepo` runs `sayl check` over
//!   thousands of files and looks at its memory. All generate their inputs (`tests/src/generate.rs`) with known
//!   violations and count what is found: a fast wrong answer is no answer. No test asserts a time;
//!   `--profile dev --bench instructions` counts instructions and compares them with budgets, growth included.
//!
//! `.ci/run` runs all of it except the benches of time. It builds everything once, in the profile `dev`; the examples, the
//! editors and the tests use that build.

pub mod binary;
pub mod cases;
pub mod client;
pub mod corpus;
pub mod edit_session;
pub mod features;
pub mod frame;
pub mod generate;
pub mod recorded;
pub mod reference;
pub mod reported;

/// How many cases a property tries: few, so that tests take seconds, or as many as `PROPTEST_CASES` says.
pub fn cases_of_property(few: u32) -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(few)
}
