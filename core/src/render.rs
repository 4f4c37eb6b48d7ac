//! All of it in the order of ytt, for one library and those that it evaluates: schema, values, rules, templates,
//! overlays of the output, documents.
//!
//! Rendering is a pure function of a [`RenderJob`]. The editor needs only its problems; tests compare its output.
//!
//! # Design
//!
//! `render` is ytt's whole order for one library as one pure function of a `RenderJob`: what can be said of every file
//! at once; schemas, evaluated without values and laid over each other; values, each document laid over those before;
//! rules; the other templates with the final values; overlays among the output; and documents for libraries that no
//! library took. The first step that fails ends it, so it reports what ytt would. Refused values alone do not hide the
//! mistakes of templates from the editor: with `goes_on` the schema's defaults stand in for them (`stand_ins`), and
//! structs tell when code looks at one. A failure of a statement that looked, or that depends on one which did, may go
//! with the refused value and is not told (`tracked`). What is wrong with code that did not run for that reason is
//! told from its text alone, for it would come next (`analysis::inspection`). The editor needs only the problems of
//! templates from it; the printed output is for tests.
//!
//! Whoever has a bundle rendered asked for the documents of schemas and values before, and read the texts. So neither is
//! done again: the evaluations are at hand (`render::known`), and with a program comes what was seen of its text
//! (`SoundText`).
//!
//! A library that template code evaluates is the same function again, with an interpreter of its own
//! (`render::libraries`). What is meant for it is an override with the address of that library (`render::overrides`);
//! each library on the way takes one part of the address off. What goes wrong inside is a failure at the call, which
//! template code may catch; only if it does not, the problems inside are told as well.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::data_values::ValueFlag;
use crate::problem::Problem;
use crate::schema::headers;
use crate::template::evaluate::Programs;
use crate::template::job::{JobSource, Limits, Options};
use crate::template::profile::Profile;
use crate::template::watch::Watch;
use crate::text::FileId;
use crate::values::fragment::Fragment;
use crate::values::print::{PrintFormat, TextWithOrigins as PrintedText};
use crate::values::{Value, ValueKind};

mod calls;
mod known;
mod library;
mod output;
mod overrides;
mod positions;
pub mod request;
mod sources;
mod stand_ins;
pub mod stopped;

#[cfg(test)]
mod tests;

use known::KnownDocuments;
use library::interpreter::Interpreter;
use library::{Library, LibraryRun};
pub use output::{PlacedFile, PrintedOutput, RenderedResource};
pub(crate) use sources::sound;

/// What ytt would be given for one run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RenderJob {
    /// Every file in file order; libraries stand below `_ytt_lib`.
    pub sources: Arc<[JobSource]>,
    /// Plain values files in the order in which they apply.
    pub data_values_files: Arc<[JobSource]>,
    /// Plain values files for libraries, each with the address of its library.
    pub library_values_files: Arc<[(String, JobSource)]>,
    /// Values given as flags, in the order in which they apply.
    pub flags: Arc<[ValueFlag]>,
    /// How templates are read.
    pub options: Options,
    /// Whether templates are evaluated although values are refused, for what is wrong with them whatever the values
    /// are. What is wrong with the values is not told then, and nothing is printed.
    pub goes_on: bool,
    /// What it may use.
    pub limits: Limits,
    /// How the output is printed; absent where only problems are wanted.
    pub print: Option<PrintFormat>,
    /// Resources that somebody judges: the groups and kinds of those documents of the output that are wanted.
    pub resources: Arc<[(SmolStr, SmolStr)]>,
    /// Whether it is measured what each line takes.
    pub is_profiled: bool,
}

/// What rendering gave.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Rendered {
    /// The output, file by file in file order. It does not travel: see `printed`.
    pub files: Vec<RenderedFile>,
    /// The output as it was asked for.
    pub printed: Option<PrintedOutput>,
    /// The documents of the output that were wanted as values, in order.
    pub resources: Vec<RenderedResource>,
    /// What went wrong, in any of the sources. Places are absolute.
    pub problems: Vec<Problem>,
    /// The final data values; absent if they could not be computed.
    pub values: Option<Value>,
    /// Whether it ran to its end; otherwise `files` is not the whole.
    pub is_complete: bool,
    /// What each line took, where that was measured.
    pub profile: Option<Profile>,
}

/// The output of one file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RenderedFile {
    /// The file that it came from.
    pub file: FileId,
    /// Its path from the root.
    pub path: SmolStr,
    /// What is in it.
    pub output: FileOutput,
}

/// What a file was rendered to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum FileOutput {
    /// YAML documents.
    Documents(Vec<Fragment>),
    /// Text, from a text template or from a file that is no template.
    Text(Arc<PrintedText>),
}

/// Whether ytt prints nothing for it: it is null, or a map or an array of which nothing is left. What code computed is
/// printed all the same.
fn is_empty(document: &Fragment) -> bool {
    let kind = &document.value.kind;
    matches!(kind, ValueKind::Null) || document.value.is_empty_collection() && !kind.is_computed()
}

/// Renders a bundle under a watch.
pub fn render(job: &RenderJob, watch: &Watch) -> Rendered {
    render_with(job, watch, &Programs::default(), &KnownDocuments::default())
}

/// The same with programs that were compiled before, and files that were evaluated before.
fn render_with(job: &RenderJob, watch: &Watch, programs: &Programs, known: &KnownDocuments) -> Rendered {
    let mut problems = Vec::new();
    let given = library::values::given(job, &mut problems);
    let RenderJob { sources, mut options, limits, goes_on, .. } = job.clone();
    options.older_modules |= sources.iter().any(|source| headers::may_open_older_schema(&source.text));
    let library = Library { sources, folder: SmolStr::default(), options, limits, given, goes_on };
    let interpreter = Interpreter::new(&library, watch, programs, (known.kept.as_ref(), 0)).knowing(known);
    let mut run = LibraryRun::new(&library, &interpreter, None);
    run.problems = problems;
    let mut rendered = Rendered::default();
    rendered.is_complete = run.all(&mut rendered).is_ok();
    rendered.problems = interpreter.with_inner(run.problems);
    rendered.profile = watch.profile();
    rendered
}
