//! Programs of files, compiled once for each text, and kept until the file has another one.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use super::annotation_shapes::Shapes;
use super::definition::FunctionDefinitions;
use super::program::CompiledProgram;
use super::{early, undefined};
use crate::document::TextDocument;
use crate::problem::Problem;
use crate::template::compile::{self, LaidOut, Program, SoundText};
use crate::template::job::{FileType, JobSource, Options};
use crate::text::{FileId, Place};
use crate::values::fragment::Fragment;

/// The most programs that are kept.
const MOST: usize = 1000;

/// The latest program of each file. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Programs(Arc<Mutex<ProgramsState>>);

#[derive(Debug, Default)]
struct ProgramsState {
    known: FxHashMap<FileId, KnownProgram>,
    /// Programs that somebody else laid out, each with the text that it stands for, until they are asked for.
    laid_out: FxHashMap<FileId, (Arc<str>, Arc<LaidOut>)>,
    /// Texts without code that somebody else read.
    plain: FxHashMap<FileId, PlainText>,
}

/// A text without code that somebody else read.
#[derive(Debug)]
struct PlainText {
    text: Arc<str>,
    documents: Vec<Fragment>,
    sound: Option<SoundText>,
}

/// A program and the text that it was compiled from.
#[derive(Debug)]
struct KnownProgram {
    text: Arc<str>,
    program: Arc<CompiledProgram>,
    sound: Option<SoundText>,
    /// What is refused of the text with the options that were asked for last.
    refused: Option<(Options, Vec<Problem>)>,
}

impl Programs {
    /// Takes programs that somebody else laid out, in place of those that nobody has asked for yet.
    pub(crate) fn take_in<'s>(&self, laid_out: impl Iterator<Item = (&'s JobSource, Arc<LaidOut>)>) {
        let mut state = self.state();
        state.laid_out.clear();
        if state.plain.len() >= MOST {
            state.plain.clear();
        }
        for (source, laid_out) in laid_out {
            let (file, text) = (source.file, source.text.clone());
            if let Some(documents) = laid_out.plain_documents() {
                state.plain.insert(file, PlainText { text, documents, sound: laid_out.sound() });
            } else {
                state.laid_out.insert(file, (text, laid_out));
            }
        }
    }

    /// The program of a file.
    pub(super) fn get(&self, source: &JobSource) -> Arc<CompiledProgram> {
        let mut state = self.state();
        let laid_out = state.laid_out.remove(&source.file);
        if let Some(known) = state.known.get(&source.file).filter(|known| known.text == source.text) {
            return known.program.clone();
        }
        if state.known.len() >= MOST {
            state.known.clear();
        }
        let laid_out = laid_out.filter(|(text, _)| *text == source.text).map(|(_, laid_out)| laid_out);
        let sound = laid_out.as_ref().and_then(|laid_out| laid_out.sound());
        let program = Arc::new(CompiledProgram::of(source, laid_out));
        let (text, refused) = (source.text.clone(), None);
        state.known.insert(source.file, KnownProgram { text, program: program.clone(), sound, refused });
        program
    }

    /// What is refused of the text of a file whose program is known, found at most once.
    pub(super) fn refused(
        &self,
        source: &JobSource,
        options: Options,
        find: impl FnOnce() -> Vec<Problem>,
    ) -> Vec<Problem> {
        let known = |known: &KnownProgram| {
            known.text == source.text && known.refused.as_ref().is_some_and(|it| it.0 == options)
        };
        if let Some(known) = self.state().known.get(&source.file).filter(|it| known(it)) {
            return known.refused.clone().map(|(_, problems)| problems).unwrap_or_default();
        }
        let refused = find();
        if let Some(known) = self.state().known.get_mut(&source.file).filter(|known| known.text == source.text) {
            known.refused = Some((options, refused.clone()));
        }
        refused
    }

    /// What is known of a file whose text somebody else read.
    pub(crate) fn sound(&self, source: &JobSource) -> Option<SoundText> {
        let state = self.state();
        let laid_out = state.laid_out.get(&source.file).filter(|(text, _)| *text == source.text);
        let known = || state.known.get(&source.file).filter(|known| known.text == source.text);
        let plain = state.plain.get(&source.file).filter(|plain| plain.text == source.text);
        match (laid_out, plain) {
            (Some((_, laid_out)), _) => laid_out.sound(),
            (None, Some(plain)) => plain.sound,
            (None, None) => known()?.sound,
        }
    }

    /// The documents of a text without code that somebody else read.
    pub(crate) fn plain_documents(&self, source: &JobSource) -> Option<Vec<Fragment>> {
        let state = self.state();
        let plain = state.plain.get(&source.file).filter(|plain| plain.text == source.text);
        plain.map(|plain| plain.documents.clone())
    }

    fn state(&self) -> MutexGuard<'_, ProgramsState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What kind of program a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    /// A template of YAML.
    Yaml,
    /// A template of text.
    Text,
    /// Nothing but code.
    Starlark,
}

impl Language {
    pub(super) fn of(source: &JobSource) -> Self {
        match source.marks.type_of(&source.path) {
            FileType::Starlark => Self::Starlark,
            FileType::TextTemplate | FileType::TextPlain => Self::Text,
            FileType::YamlTemplate | FileType::YamlPlain | FileType::Data => Self::Yaml,
        }
    }
}

impl CompiledProgram {
    /// Compiles a file, from what was laid out of it if that is given.
    pub(super) fn of(source: &JobSource, laid_out: Option<Arc<LaidOut>>) -> Self {
        let laid_out = laid_out.and_then(|laid_out| Arc::unwrap_or_clone(laid_out).parse());
        let laid_out = laid_out.map(|program| (program, Vec::new()));
        let (program, mut problems) = laid_out.unwrap_or_else(|| compile(source));
        problems.extend(program.problems.iter().cloned());
        if program.ast.is_none() || !problems.is_empty() {
            problems.extend(undefined::of_remainder(&program));
        }
        problems.extend(program.ast.iter().flat_map(|ast| early::problems(ast, &program.map)));
        let shapes = program.ast.as_ref().map(|ast| Shapes::of(ast, &program.map)).unwrap_or_default();
        let definitions = program
            .ast
            .as_ref()
            .map(|ast| FunctionDefinitions::of(ast, &program.map, &source.text))
            .unwrap_or_default();
        Self::new(program, shapes, definitions, problems, source.file)
    }
}

/// The program of a text, and the problems of its YAML.
fn compile(source: &JobSource) -> (Program, Vec<Problem>) {
    match Language::of(source) {
        Language::Starlark => (compile::compile_starlark(source.file, &source.text), Vec::new()),
        Language::Text => (compile::compile_text(source.file, &source.text), Vec::new()),
        Language::Yaml => {
            let document = TextDocument::new(source.file, &source.text);
            let stream = document.stream();
            (compile::compile_yaml(source.file, &source.text, stream), absolute(&document, &stream.problems))
        }
    }
}

/// Problems of a text at places that do not depend on its segments.
fn absolute(document: &TextDocument, problems: &[Problem]) -> Vec<Problem> {
    let absolute = |problem: &Problem| {
        let range = document.resolve(problem.place).unwrap_or_default();
        Problem { place: Place::absolute(problem.place.file, range), ..problem.clone() }
    };
    problems.iter().map(absolute).collect()
}
