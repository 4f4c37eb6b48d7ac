//! Which part each file of a library plays, told from its name and its headers.

use std::cell::OnceCell;

use smol_str::SmolStr;

use crate::document::TextDocument;
use crate::problem::{Code, Problem, Severity};
use crate::schema::attached;
use crate::schema::headers::{self, DocumentRole};
use crate::template::compile::SoundText;
use crate::template::job::{FileMarks, FileType, JobSource, LIBRARIES, Options, is_library};
use crate::text::{Place, TextRange, TextSize};
use crate::values::Value;
use crate::values::arguments::AnnotationSite;
use crate::values::fragment::{Fragment, Holder};
use crate::values::from_yaml::{ValueMemo, from_plain_values, from_plain_yaml};
use crate::values::print::TextWithOrigins;
use crate::yaml::{Document, Stream, compose};

/// A file of a library.
pub(super) struct LibraryFile<'a> {
    /// The file.
    pub(super) source: &'a JobSource,
    /// What it is for.
    pub(super) part: SourceRole,
    /// Whether data values are among its documents, as they can be in a schema.
    pub(super) holds_values: bool,
    /// Its path from the library's root.
    pub(super) path: SmolStr,
    /// Its nodes, once somebody needs them.
    document: OnceCell<TextDocument>,
    is_yaml: bool,
    is_template: bool,
    /// How it was read when nothing in it was refused.
    sound_with: Option<Options>,
}

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SourceRole {
    /// Documents of schemas.
    Schema,
    /// Documents of data values.
    Values,
    /// A YAML template, or plain YAML: its documents are output.
    Template,
    /// A template of text.
    Text,
    /// Loaded by others (`.star`, `.lib.yml`, `.lib.txt`).
    Module,
    /// Anything else: read by `data.read`, no output.
    Data,
}

/// The files of the library that stands in a folder, without those of libraries inside it. The folder is empty for
/// the bundle itself. `sound` tells what is known of a text without reading it.
pub(super) fn of_library<'a>(
    sources: &'a [JobSource],
    folder: &str,
    sound: &dyn Fn(&JobSource) -> Option<SoundText>,
) -> Vec<LibraryFile<'a>> {
    let files = sources.iter().filter_map(|source| Some((source, inside(&source.path, folder)?)));
    files.map(|(source, path)| LibraryFile::new(source, path, sound(source))).collect()
}

/// The path from the library's root, if the file belongs to it.
fn inside<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    let path = if folder.is_empty() { path } else { path.strip_prefix(folder)?.strip_prefix('/')? };
    let is_private = path.split('/').any(|component| component == LIBRARIES);
    (!is_private).then_some(path)
}

impl<'a> LibraryFile<'a> {
    fn new(source: &'a JobSource, path: &str, sound: Option<SoundText>) -> Self {
        let is_yaml = source.marks.type_of(path).is_yaml();
        let document = OnceCell::new();
        let read = || {
            let document = document.get_or_init(|| TextDocument::new(source.file, &source.text));
            sound_text(document.stream(), Options::default())
        };
        let sound_text = is_yaml.then(|| sound.unwrap_or_else(read));
        let part = part(path, source.marks, sound_text);
        let holds_values = matches!(part, SourceRole::Schema | SourceRole::Values)
            && sound_text.is_some_and(|sound_text| sound_text.has_values);
        let is_template = (!is_plain(source.marks) || part == SourceRole::Module)
            && sound_text.as_ref().is_none_or(|sound_text| sound_text.is_template);
        let sound_with = sound.map(|sound| sound.options);
        Self { source, part, holds_values, path: path.into(), document, is_yaml, is_template, sound_with }
    }

    /// A file for what is wrong with its text alone.
    pub(super) fn of_text(source: &'a JobSource, sound: Option<SoundText>) -> Self {
        Self::new(source, &source.path, sound)
    }

    /// A plain file of data values, whatever its name.
    pub(super) fn of_values(source: &'a JobSource) -> Self {
        let (part, path, document) = (SourceRole::Values, source.path.clone(), OnceCell::new());
        let (is_yaml, is_template, sound_with) = (true, false, None);
        Self { source, part, holds_values: true, path, document, is_yaml, is_template, sound_with }
    }

    /// Its text with its nodes, if it is YAML.
    fn document(&self) -> Option<&TextDocument> {
        self.is_yaml.then(|| self.document.get_or_init(|| TextDocument::new(self.source.file, &self.source.text)))
    }

    /// Its nodes, if it is YAML.
    pub(super) fn stream(&self) -> Option<&Stream> {
        self.document().map(TextDocument::stream)
    }

    /// Whether code or annotations are in it; without any it is plain.
    pub(super) fn is_template(&self) -> bool {
        self.is_template
    }

    /// Its text as it stands.
    pub(super) fn text(&self) -> TextWithOrigins {
        let mut text = TextWithOrigins::default();
        let whole = TextRange::up_to(TextSize::new(self.source.text.len() as u32));
        text.add_text(&self.source.text, Place::absolute(self.source.file, whole));
        text
    }

    /// Its documents as they stand; comments say nothing.
    pub(super) fn documents(&self) -> Vec<Fragment> {
        let Some(text) = self.document() else { return Vec::new() };
        let documents = text.stream().documents.iter();
        let fragment = |document: &Document| {
            let start = TextRange::empty(document.range.start());
            let site = AnnotationSite { file: self.source.file, segment: document.root().segment };
            let place = site.place(document.marker.unwrap_or(start));
            let converted = if self.part == SourceRole::Values {
                from_plain_values(self.source.file, document, &mut ValueMemo::default())
            } else {
                from_plain_yaml(self.source.file, document)
            };
            absolute(&Fragment { place, ..Fragment::new(Holder::Document, converted.value) }, text)
        };
        documents.map(fragment).collect()
    }

    /// What ytt refuses of it: what is no YAML and headers at nodes before any code runs, the rest when the file itself is
    /// evaluated.
    pub(super) fn problems(&self, options: Options) -> (Vec<Problem>, Vec<Problem>) {
        if self.sound_with == Some(options) {
            return Default::default();
        }
        let Some(document) = self.document() else { return Default::default() };
        let (stream, file) = (document.stream(), self.source.file);
        let mut problems = stream.problems.clone();
        problems.extend(compose::check(file, stream, &mut compose::ComposeMemo::default().strict(options.strict)));
        if self.is_template() {
            problems.extend(headers::problems(file, stream));
            problems.extend(attached::problems(
                file,
                stream,
                options.extended_annotations,
                &mut attached::AttachedMemo::default(),
            ));
        }
        problems.retain(|problem| is_refused(problem, options));
        for problem in &mut problems {
            problem.severity = Severity::Error;
            make_absolute(problem, document);
        }
        problems.into_iter().partition(|problem| !is_plain(self.source.marks) && is_reported_first(problem.code))
    }
}

/// Whether a file is marked as plain: comments say nothing, and it is read only when it is printed.
fn is_plain(marks: FileMarks) -> bool {
    matches!(marks.file_type, Some(FileType::YamlPlain | FileType::TextPlain))
}

/// What is known of a text whose nodes have these problems, all that [`LibraryFile::problems`] looks for; `None` if any
/// of them is refused.
pub(crate) fn sound(stream: &Stream, problems: &[Problem], options: Options) -> Option<SoundText> {
    let is_sound = !problems.iter().any(|problem| is_refused(problem, options));
    is_sound.then(|| sound_text(stream, options))
}

fn sound_text(stream: &Stream, options: Options) -> SoundText {
    let roles = || stream.documents.iter().map(|document| headers::classify(document).role);
    SoundText {
        options,
        has_schema: roles().any(|role| matches!(role, DocumentRole::Schema(_))),
        has_values: stream.documents.iter().any(headers::holds_values_of_any),
        is_template: stream.is_template,
    }
}

/// Whether ytt refuses it. Whether a key may repeat, the evaluation says: of code that does not run nothing is refused.
fn is_refused(problem: &Problem, options: Options) -> bool {
    options.severity(problem) == Some(Severity::Error) && problem.code != Code::DuplicateKey
}

/// Whether ytt looks at it in all files before it evaluates any.
fn is_reported_first(code: Code) -> bool {
    code.is_of_reading() || code == Code::MisplacedAnnotation
}

/// Gives a problem absolute places.
fn make_absolute(problem: &mut Problem, document: &TextDocument) {
    problem.place = document.absolute(problem.place);
    problem.related.iter_mut().for_each(|related| related.place = document.absolute(related.place));
    problem.fixes.clear();
}

/// A fragment with absolute places.
fn absolute(fragment: &Fragment, document: &TextDocument) -> Fragment {
    let kind = fragment.value.kind.with_children(|child| absolute(child, document));
    let value = Value { origin: document.absolute(fragment.value.origin), kind };
    Fragment { place: document.absolute(fragment.place), value, ..fragment.clone() }
}

fn part(path: &str, marks: FileMarks, sound_text: Option<SoundText>) -> SourceRole {
    let file_type = marks.type_of(path);
    let is_library = is_library(path) || file_type == FileType::Starlark;
    let is_template = match marks.file_type {
        Some(file_type) => matches!(file_type, FileType::YamlTemplate | FileType::TextTemplate),
        None => !is_library,
    };
    let is_output = marks.is_output.unwrap_or(is_template || !is_library);
    match (file_type, sound_text.filter(|_| is_template).map(yaml_part)) {
        (_, Some(part @ (SourceRole::Schema | SourceRole::Values))) => part,
        (FileType::Data, _) => SourceRole::Data,
        (FileType::YamlTemplate | FileType::YamlPlain, _) if is_output => SourceRole::Template,
        (FileType::TextTemplate | FileType::TextPlain, _) if is_output => SourceRole::Text,
        _ if is_library => SourceRole::Module,
        _ => SourceRole::Data,
    }
}

fn yaml_part(sound_text: SoundText) -> SourceRole {
    match sound_text {
        SoundText { has_schema: true, .. } => SourceRole::Schema,
        SoundText { has_values: true, .. } => SourceRole::Values,
        _ => SourceRole::Template,
    }
}
