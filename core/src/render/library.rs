//! One library from its files to its output, in ytt's order. The first step that fails ends it.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::overrides::{self, LibraryOverride, OverrideContent};
use super::sources::{LibraryFile, SourceRole, of_library};
use super::{FileOutput, Rendered, RenderedFile, output};
use crate::problem::{Problem, Severity};
use crate::schema::SchemaNode;
use crate::schema::from_annotations;
use crate::schema::headers::{self, CollectedHeader};
use crate::template::function::Functions;
use crate::template::job::{Job, JobSource, Limits, Options};
use crate::text::FileId;
use crate::values::fragment::Fragment;
use crate::values::{Key, Value};
use interpreter::{Interpreter, ReachableFunctions};

pub(super) mod interpreter;
pub(super) mod values;

/// A library with what it is given: the bundle itself, or one that template code evaluates.
pub(super) struct Library {
    /// Every file that there is.
    pub(super) sources: Arc<[JobSource]>,
    /// Its folder from the root of the bundle: empty for the bundle itself.
    pub(super) folder: SmolStr,
    /// How its templates are read.
    pub(super) options: Options,
    /// What each evaluation may use.
    pub(super) limits: Limits,
    /// What it is given from outside, for itself and for libraries inside it.
    pub(super) given: Vec<LibraryOverride>,
    /// Whether its templates are evaluated although values are refused.
    pub(super) goes_on: bool,
}

/// A library while it is rendered.
pub(super) struct LibraryRun<'a> {
    pub(super) library: &'a Library,
    pub(super) interpreter: &'a Interpreter,
    /// The functions of whoever asks for the library.
    outside: Option<&'a dyn Functions>,
    pub(super) files: Vec<LibraryFile<'a>>,
    /// What went wrong so far.
    pub(super) problems: Vec<Problem>,
    /// What will be wrong with each file when it is evaluated.
    later: FxHashMap<FileId, Vec<Problem>>,
    /// The ways to values that stand in for refused ones.
    pub(super) stand_ins: Arc<[Vec<Key>]>,
}

/// A step failed: what is wrong is among the problems.
pub(super) struct Failed;

/// What a library is before its templates are evaluated.
pub(super) struct LibraryInputs {
    /// The final data values.
    pub(super) values: Value,
    /// What is addressed to libraries inside it.
    pub(super) inner: Vec<LibraryOverride>,
}

impl<'a> LibraryRun<'a> {
    pub(super) fn new(library: &'a Library, interpreter: &'a Interpreter, outside: Option<&'a dyn Functions>) -> Self {
        let files = of_library(&library.sources, &library.folder, &|source| interpreter.sound(source));
        Self {
            library,
            interpreter,
            outside,
            files,
            problems: Vec::new(),
            later: FxHashMap::default(),
            stand_ins: Arc::default(),
        }
    }

    /// What can be called.
    pub(super) fn functions(&self) -> ReachableFunctions<'a> {
        ReachableFunctions { own: self.interpreter, outside: self.outside }
    }

    /// All of it.
    pub(super) fn all(&mut self, rendered: &mut Rendered) -> Result<(), Failed> {
        let prepared = self.prepare()?;
        rendered.values = Some(prepared.values.clone());
        rendered.files = self.templates(&prepared)?;
        Ok(())
    }

    /// Everything up to the final data values, which keep the rules.
    pub(super) fn prepare(&mut self) -> Result<LibraryInputs, Failed> {
        self.read()?;
        let is_schema = |file: &LibraryFile<'_>| file.part == SourceRole::Schema;
        let mut own = self.documents(&is_schema, CollectedHeader::Schema, &|document| {
            OverrideContent::Schema(Arc::new(document.clone()))
        })?;
        own.extend(self.documents(&|file| file.holds_values, CollectedHeader::DataValues, &|document| {
            OverrideContent::Values { document: Arc::new(document.clone()), is_late: overrides::is_late(document) }
        })?);
        own.extend(self.library.given.iter().cloned());
        let (here, inner): (Vec<LibraryOverride>, Vec<LibraryOverride>) =
            own.into_iter().partition(LibraryOverride::is_here);
        let schema = self.schema(&here)?;
        self.interpreter.address(&inner);
        let values = values::last(self, &here, schema.as_ref())?;
        Ok(LibraryInputs { values, inner })
    }

    /// The output of every template, overlays applied. What others load is evaluated too, whether they do or not, and
    /// every document for a library inside must have been taken.
    pub(super) fn templates(&mut self, prepared: &LibraryInputs) -> Result<Vec<RenderedFile>, Failed> {
        let values = &prepared.values;
        let mut rendered = Vec::new();
        let files = std::mem::take(&mut self.files);
        if files.iter().any(loads_values) {
            self.problems.extend(values::key_without_text(values));
            self.fail_if_wrong()?;
        }
        for file in files.iter().filter(|file| matches!(file.part, SourceRole::Template | SourceRole::Text)) {
            let output = self.output(file, values);
            rendered.push(RenderedFile { file: file.source.file, path: file.path.clone(), output });
        }
        for file in files.iter().filter(|file| file.part == SourceRole::Module) {
            self.module(file, values);
        }
        self.files = files;
        if self.library.goes_on {
            return Err(Failed);
        }
        self.problems.extend(prepared.inner.iter().filter_map(LibraryOverride::unused));
        self.fail_if_wrong()?;
        if self.library.options.without_overlays {
            return Ok(rendered);
        }
        let rendered = output::overlaid(rendered, &self.functions(), &mut self.problems);
        self.fail_if_wrong()?;
        Ok(rendered)
    }

    /// What can be said of every file at once, before any code runs.
    fn read(&mut self) -> Result<(), Failed> {
        self.fail_if_wrong()?;
        for file in self.files.iter().filter(|file| file.part != SourceRole::Module) {
            let (first, later) = self.interpreter.problems(file, self.library.options);
            self.problems.extend(first);
            self.later.insert(file.source.file, later);
        }
        self.fail_if_wrong()
    }

    /// The documents with a header in the files that are asked, each with the library that it is for.
    fn documents(
        &mut self,
        is_requested: &dyn Fn(&LibraryFile<'_>) -> bool,
        header: CollectedHeader,
        enclose: &dyn Fn(&Fragment) -> OverrideContent,
    ) -> Result<Vec<LibraryOverride>, Failed> {
        let mut found = Vec::new();
        for file in self.files.iter().filter(|file| is_requested(file)) {
            let refused = self.later.remove(&file.source.file).unwrap_or_default();
            if !refused.is_empty() {
                self.problems.extend(refused);
                continue;
            }
            let evaluated = self.interpreter.documents(&self.library.evaluation(file, None), file);
            self.problems.extend(evaluated.problems);
            self.problems.extend(headers::mixed_evaluated(header, &evaluated.documents));
            found.extend(evaluated.documents.into_iter().filter(|document| header.is_on(document)));
        }
        self.fail_if_wrong()?;
        let mut enclosed = Vec::new();
        for document in &found {
            match overrides::address(document) {
                None => enclosed.push(LibraryOverride::arrived(enclose(document), document.place)),
                Some(address) => match LibraryOverride::new(enclose(document), &address, document.place) {
                    Ok(given) => enclosed.push(given),
                    Err(problem) => self.problems.push(*problem),
                },
            }
        }
        self.fail_if_wrong()?;
        Ok(enclosed)
    }

    fn schema(&mut self, overrides: &[LibraryOverride]) -> Result<Option<Arc<SchemaNode>>, Failed> {
        let documents = overrides.iter().filter_map(|given| match &given.content {
            OverrideContent::Schema(document) => Some(Fragment::clone(document)),
            _ => None,
        });
        let is_extended = self.library.options.extended_annotations;
        let compiled = from_annotations::from_documents(documents.collect(), is_extended, &self.functions());
        self.problems.extend(compiled.problems);
        self.fail_if_wrong()?;
        Ok(compiled.schema.map(|schema| schema.root.clone()))
    }

    fn output(&mut self, file: &LibraryFile<'_>, values: &Value) -> FileOutput {
        let refused = self.later.remove(&file.source.file).unwrap_or_default();
        if !refused.is_empty() {
            self.problems.extend(refused);
            return FileOutput::Documents(Vec::new());
        }
        let job = self.library.evaluation(file, Some((values.clone(), self.stand_ins.clone())));
        let evaluated = self.interpreter.documents(&job, file);
        self.problems.extend(evaluated.problems);
        if file.part == SourceRole::Text {
            return FileOutput::Text(Arc::new(if file.is_template() { evaluated.text } else { file.text() }));
        }
        FileOutput::Documents(evaluated.documents)
    }

    /// Evaluates a file that others load. What is wrong with it was told already where one of them did.
    fn module(&mut self, file: &LibraryFile<'_>, values: &Value) {
        let job = self.library.evaluation(file, Some((values.clone(), self.stand_ins.clone())));
        let problems = if file.is_template() {
            self.interpreter.documents(&job, file).problems
        } else {
            let (first, later) = self.interpreter.problems(file, self.library.options);
            [first, later].concat()
        };
        for problem in problems {
            if !self.problems.iter().any(|known| known.place == problem.place && known.code == problem.code) {
                self.problems.push(problem);
            }
        }
    }

    /// Ends the run if anything is wrong by now.
    pub(super) fn fail_if_wrong(&self) -> Result<(), Failed> {
        let is_wrong = self.problems.iter().any(|problem| problem.severity == Severity::Error);
        if is_wrong { Err(Failed) } else { Ok(()) }
    }
}

/// Whether a struct is made of the data values for a file, which is done for all code, whatever it loads.
fn loads_values(file: &LibraryFile<'_>) -> bool {
    matches!(file.part, SourceRole::Template | SourceRole::Text | SourceRole::Module) && file.is_template()
}

impl Library {
    /// The evaluation of one of its files, with values and the ways to those that stand in for others.
    pub(super) fn evaluation(&self, file: &LibraryFile<'_>, values: Option<(Value, Arc<[Vec<Key>]>)>) -> Arc<Job> {
        let (data_values, stand_ins) = values.map_or_else(Default::default, |(values, ways)| (Some(values), ways));
        Arc::new(Job {
            file: file.source.file,
            sources: self.sources.clone(),
            root: Some(self.folder.clone()),
            data_values,
            stand_ins,
            options: self.options,
            limits: self.limits,
        })
    }
}
