//! The engine of sayl: text in, answers out.
//!
//! It knows no LSP types, no async, no disk and no clock; positions are byte ranges ([`text::TextRange`]).
//! Nothing here panics on input: functions return what they understood, plus [`problem::Problem`]s.
//!
//! The modules in reading order. A module uses only those above it:
//!
//! 1. [`text`], [`problem`], [`cancel`], [`memo`], [`vfs`]: ranges, findings, cancellation, results kept from pass to
//!    pass, the outside world as a trait.
//! 2. [`yaml`]: the nodes of a YAML text, its scalars, comments and annotations.
//! 3. [`document`]: a text kept in step with its nodes, edit by edit.
//! 4. [`values`], [`rewrite`], [`regexp`], [`formats`], [`constraint`]: the tree of all data, and how it prints;
//!    documents changed as trees, comments kept; regular
//!    expressions as Go reads them; forms of text; what keywords demand of a value.
//! 5. [`template`]: annotations and template code (ytt's Starlark), compiled and evaluated to fragments.
//! 6. [`schema`]: the one schema model, its front ends, readers and exports.
//! 7. [`cel`]: expressions in templates and rules: read, their names given meaning, judged.
//! 8. [`data_values`]: documents of data values laid over each other and over the defaults, types checked.
//! 9. [`check`]: final values against the rules of their schema.
//! 10. [`diff`]: what a change of a schema does to values.
//! 11. [`render`]: all of it in ytt's order for one library: schema, values, rules, templates, output.
//! 12. [`kubernetes`]: resources of Kubernetes, and the definitions in a project that govern them.
//! 13. [`choreo`]: OpenChoreo resources: what each is, what it refers to, which schema governs which of its values.
//! 14. [`kro`]: graphs of resources that kro makes for each instance of a kind, and what they define.
//! 15. [`workspace`]: which files belong together, and in which role.
//! 16. [`analysis`]: the only module that keeps results: apply changes, take snapshots, ask.
//! 17. [`ide`]: one file per editor feature, named as LSP names it.
//! 18. [`test_support`]: worlds of files in one string, for tests of any module and crate.

pub mod analysis;
pub mod cancel;
pub mod cel;
pub mod check;
pub mod choreo;
pub mod constraint;
pub mod data_values;
pub mod diff;
pub mod document;
pub mod formats;
pub mod ide;
pub mod kro;
pub mod kubernetes;
pub mod memo;
pub mod problem;
pub mod regexp;
pub mod render;
pub mod rewrite;
pub mod schema;
pub mod template;
pub mod test_support;
pub mod text;
pub mod values;
pub mod vfs;
pub mod workspace;
pub mod yaml;
