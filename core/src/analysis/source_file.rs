//! One file of the world: its text on disk or in an editor, read at most once per version.

use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

use smol_str::SmolStr;

use crate::document::{SegmentTable, TextDocument};
use crate::problem::Problem;
use crate::render;
use crate::schema::Edition;
use crate::schema::attached;
use crate::schema::headers::{self, DocumentRole};
use crate::template::compile::{self, LaidOut, SoundText, WrittenCode};
use crate::template::evaluate;
use crate::template::job::{JobSource, Options};
use crate::template::names::Names;
use crate::text::FileId;
use crate::vfs::ReadError;
use crate::workspace::config::Config;
use crate::workspace::survey::{Survey, survey};
use crate::workspace::{FileFacts, kustomize};
use crate::yaml::compose::RepeatedKeys;
use crate::yaml::{Document, Stream, compose};

use super::code::{self as template_code, FileCode as TemplateCode};
use super::kind::FileKind;
use super::open_text::OpenText;
use crate::choreo::index::ResourceSummary;
use crate::choreo::{Resource, resource};
use crate::kubernetes::manifest::ManifestMemo;
use crate::memo::lock;
use manifests::{DefinitionMemo, GraphMemo, Kubernetes};
use parsed::{ParsedFile, has_known_extension};
use signs::{Signs, may_hold_scalar};

mod manifests;
mod parsed;
mod signs;

/// Where the text comes from.
pub(super) enum TextSource {
    /// The disk; `None` if there is no such file.
    Disk(Option<Result<Arc<[u8]>, ReadError>>),
    /// An editor.
    Open {
        /// As the editor counts.
        version: i32,
        /// The text.
        text: OpenText,
        /// Whether the editor says that its language is ytt.
        is_ytt: bool,
    },
}

/// What a file is, whatever its text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileAvailability {
    /// There is no such file.
    Absent,
    /// It was not read because it lies outside of the project that names it.
    Outside,
    /// It cannot be read.
    Unreadable,
    /// It is on disk.
    OnDisk,
    /// An editor has it open.
    Open {
        /// Whether the editor says that its language is ytt.
        is_ytt: bool,
    },
}

impl FileAvailability {
    pub(super) fn exists(self) -> bool {
        !matches!(self, Self::Absent | Self::Outside)
    }

    pub(super) fn is_open(self) -> bool {
        matches!(self, Self::Open { .. })
    }

    pub(super) fn is_open_as_ytt(self) -> bool {
        self == Self::Open { is_ytt: true }
    }
}

/// The resources of a file, each with the index of its document.
pub(super) type Resources = Vec<(usize, Arc<Resource>)>;

/// What one version leaves to the next, by content.
#[derive(Default)]
struct Memos {
    comments: Mutex<attached::AttachedMemo>,
    composed: Mutex<compose::ComposeMemo>,
    code: Mutex<template_code::CodeMemo>,
    resources: Mutex<resource::ResourceMemo>,
    manifests: Mutex<ManifestMemo>,
    definitions: Mutex<DefinitionMemo>,
    graphs: Mutex<GraphMemo>,
}

/// A file in one version. There may be very many that nobody asks about: what is computed of one lies behind pointers.
pub(super) struct SourceFile {
    /// Its id.
    pub(super) id: FileId,
    /// Its absolute path.
    pub(super) path: Arc<Path>,
    /// Names this version; no two versions of any file share one.
    pub(super) stamp: u64,
    /// Names its text: the stamp of the first version that has it. Versions that are made of it again have nodes of
    /// their own.
    pub(super) text_stamp: u64,
    /// What its name says; asked for often, so it is told once.
    pub(super) kind: FileKind,
    text: TextSource,
    /// The segments of its text, where its nodes were given up: it is read with the same again.
    segments: Option<SegmentTable>,
    parsed: OnceLock<Box<ParsedFile>>,
    /// What it is to discovery, where nobody needs its nodes for that.
    unparsed: OnceLock<Arc<FileFacts>>,
    /// Its text, once template code may see it.
    shared: OnceLock<Option<Arc<str>>>,
    /// Its template code.
    code: OnceLock<Arc<TemplateCode>>,
    inspected: OnceLock<Vec<Problem>>,
    /// Its program, once somebody wants to evaluate it; `None` where something is wrong with it.
    laid_out: OnceLock<Option<Arc<LaidOut>>>,
    /// Its code, where it was laid out before somebody asked what the names in it mean.
    written: Mutex<Option<Box<WrittenCode>>>,
    /// What the names in its code mean.
    names: OnceLock<Box<Names>>,
    /// Its OpenChoreo resources.
    resources: OnceLock<Resources>,
    /// What others may notice of these.
    summaries: OnceLock<Vec<ResourceSummary>>,
    /// Kinds of its documents that are probably misspelt.
    misspelt_kinds: OnceLock<Vec<Problem>>,
    kubernetes: Kubernetes,
    signs: Signs,
    memos: OnceLock<Arc<Memos>>,
}

impl SourceFile {
    pub(super) fn new(id: FileId, path: Arc<Path>, kind: FileKind, stamp: u64, text: TextSource) -> Self {
        let (parsed, unparsed) = (OnceLock::new(), OnceLock::new());
        let (shared, code, inspected, names) = (OnceLock::new(), OnceLock::new(), OnceLock::new(), OnceLock::new());
        let (resources, summaries, memos) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let (laid_out, misspelt_kinds) = (OnceLock::new(), OnceLock::new());
        Self {
            id,
            path,
            stamp,
            text_stamp: stamp,
            kind,
            text,
            segments: None,
            parsed,
            unparsed,
            shared,
            code,
            inspected,
            laid_out,
            written: Mutex::default(),
            names,
            resources,
            summaries,
            misspelt_kinds,
            kubernetes: Kubernetes::default(),
            signs: Signs::default(),
            memos,
        }
    }

    /// The next version. Where an editor opens or edits a text that was read, segments stay, and with them what was
    /// computed for each.
    pub(super) fn changed(&self, stamp: u64, text: TextSource) -> Self {
        let next = Self::new(self.id, self.path.clone(), self.kind, stamp, text);
        let is_read = next.open_text().is_some_and(|text| !text.is_unread());
        let memos = if is_read { self.memos.clone() } else { OnceLock::new() };
        Self { memos, ..next }
    }

    fn memos(&self) -> &Memos {
        self.memos.get_or_init(Arc::default)
    }

    /// The next version, with the same text and without what that gives again; what others ask of it stays known, and
    /// places in it stay true.
    pub(super) fn at_rest(&self, stamp: u64) -> Self {
        let text = match &self.text {
            TextSource::Disk(text) => TextSource::Disk(text.clone()),
            TextSource::Open { version, text, is_ytt } => {
                TextSource::Open { version: *version, text: text.clone(), is_ytt: *is_ytt }
            }
        };
        let facts = self.facts().clone();
        let (unparsed, code, summaries) = (OnceLock::from(facts), self.code.clone(), self.summaries.clone());
        let misspelt_kinds = self.misspelt_kinds.clone();
        let segments = self.read_document().map(TextDocument::segment_table).or_else(|| self.segments.clone());
        Self {
            segments,
            unparsed,
            code,
            summaries,
            misspelt_kinds,
            kubernetes: self.kubernetes.at_rest(),
            signs: self.signs.clone(),
            text_stamp: self.text_stamp,
            ..Self::new(self.id, self.path.clone(), self.kind, stamp, text)
        }
    }

    /// Whether it takes more memory than its text. What an editor has open stays as it is, and so do settings.
    pub(super) fn holds_nodes(&self) -> bool {
        !self.is_open() && !self.is_config() && (self.parsed.get().is_some() || self.shared.get().is_some())
    }

    /// How many bytes it has on disk.
    pub(super) fn length(&self) -> usize {
        match &self.text {
            TextSource::Disk(Some(Ok(bytes))) => bytes.len(),
            TextSource::Disk(_) => 0,
            TextSource::Open { text, .. } => text.rope().len_bytes(),
        }
    }

    pub(super) fn availability(&self) -> FileAvailability {
        match &self.text {
            TextSource::Disk(None) => FileAvailability::Absent,
            TextSource::Disk(Some(Err(ReadError::Outside))) => FileAvailability::Outside,
            TextSource::Disk(Some(Err(_))) => FileAvailability::Unreadable,
            TextSource::Disk(Some(Ok(_))) => FileAvailability::OnDisk,
            TextSource::Open { is_ytt, .. } => FileAvailability::Open { is_ytt: *is_ytt },
        }
    }

    pub(super) fn is_open(&self) -> bool {
        self.availability().is_open()
    }

    /// Whether this is what the disk holds.
    pub(super) fn is_on_disk(&self, bytes: Option<&Result<Arc<[u8]>, ReadError>>) -> bool {
        matches!(&self.text, TextSource::Disk(here) if here.as_ref() == bytes)
    }

    pub(super) fn exists(&self) -> bool {
        self.availability().exists()
    }

    pub(super) fn is_config(&self) -> bool {
        self.kind == FileKind::Config
    }

    pub(super) fn version(&self) -> Option<i32> {
        match self.text {
            TextSource::Open { version, .. } => Some(version),
            TextSource::Disk(_) => None,
        }
    }

    /// Whether its documents count for themselves: YAML by its name, or because an editor says so.
    pub(super) fn may_hold_resources(&self) -> bool {
        self.kind == FileKind::Yaml || self.is_open() && !self.kind.is_module() && !has_known_extension(&self.path)
    }

    /// The text that an editor has open, read or not.
    pub(super) fn open_text(&self) -> Option<&OpenText> {
        match &self.text {
            TextSource::Open { text, .. } => Some(text),
            TextSource::Disk(_) => None,
        }
    }

    /// Its nodes, if somebody has asked for them.
    pub(super) fn read_document(&self) -> Option<&TextDocument> {
        self.parsed.get()?.document.as_ref()
    }

    /// What places in it mean, where its nodes were given up and nobody has asked for them since.
    pub(super) fn segments_at_rest(&self) -> Option<&SegmentTable> {
        self.segments.as_ref().filter(|_| self.parsed.get().is_none())
    }

    pub(super) fn document(&self) -> Option<&TextDocument> {
        self.parsed().document.as_ref()
    }

    /// What is wrong with the bytes, or with `sayl.toml`; syntax problems of YAML are the document's.
    pub(super) fn problems(&self) -> &[Problem] {
        &self.parsed().problems
    }

    pub(super) fn facts(&self) -> &Arc<FileFacts> {
        let is_data = matches!(self.kind, FileKind::Other | FileKind::TextTemplate) && !self.is_open();
        if is_data {
            return self.unparsed.get_or_init(|| self.facts_of(&[], false, None).into());
        }
        if let Some(facts) = self.unparsed.get() {
            return facts;
        }
        // A text that was parsed is not looked at again.
        let is_unknown = self.parsed.get().is_none() && !self.is_kustomization();
        match is_unknown.then(|| self.survey()).flatten() {
            Some(survey) => self.unparsed.get_or_init(|| {
                let facts = self.facts_of(&[], survey.is_template, survey.modeline);
                let Survey { has_schema, has_values, .. } = survey;
                Arc::new(FileFacts { has_schema, has_values, has_other_header: false, ..facts })
            }),
            None => &self.parsed().facts,
        }
    }

    fn is_kustomization(&self) -> bool {
        self.path.file_name().and_then(|name| name.to_str()).is_some_and(kustomize::is_kustomization)
    }

    /// What the text of a file that nobody has read shows without being parsed.
    fn survey(&self) -> Option<Survey> {
        match &self.text {
            _ if self.kind != FileKind::Yaml => None,
            TextSource::Disk(Some(Ok(bytes))) => survey(std::str::from_utf8(bytes).ok()?),
            TextSource::Open { text, .. } if text.is_unread() => survey(&text.rope().to_string()),
            _ => None,
        }
    }

    /// Whether the text of a file that nobody has read shows that it holds no resource of a platform.
    pub(super) fn surely_has_no_resources(&self) -> bool {
        match &self.text {
            TextSource::Disk(Some(Ok(bytes))) => !self.signs.of_resource(bytes),
            TextSource::Open { text, .. } if self.summaries.get().is_none() && text.is_unread() => {
                !self.signs.of_resource(text.rope().to_string())
            }
            _ => false,
        }
    }

    /// Whether a scalar of a file on disk may hold one of these words; of an open one, nobody looks.
    pub(super) fn may_hold_scalar(&self, words: &[SmolStr]) -> bool {
        match &self.text {
            TextSource::Disk(Some(Ok(bytes))) => may_hold_scalar(bytes, words),
            _ => true,
        }
    }

    /// The text as template code sees it; `None` for what is no text.
    pub(super) fn shared_text(&self) -> Option<&Arc<str>> {
        let text = || match &self.text {
            TextSource::Disk(Some(Ok(bytes))) => std::str::from_utf8(bytes).ok().map(Arc::from),
            TextSource::Disk(_) => None,
            TextSource::Open { text, .. } => Some(text.rope().to_string().into()),
        };
        self.shared.get_or_init(text).as_ref()
    }

    /// Its program, if this is its text and its nodes are at hand, with what whoever renders it with these options needs
    /// to know besides.
    pub(super) fn laid_out(&self, text: &Arc<str>, options: Options) -> Option<&Arc<LaidOut>> {
        let is_text = self.shared.get().is_some_and(|shared| shared.as_ref().is_some_and(|it| Arc::ptr_eq(it, text)));
        let document = self.parsed.get().filter(|_| is_text && self.kind.is_yaml())?.document.as_ref()?;
        let lay_out = || {
            let stream = Some(document.stream()).filter(|stream| stream.problems.is_empty())?;
            let (laid_out, code) = LaidOut::with_code(self.id, text, stream);
            *lock(&self.written) = self.names.get().is_none().then(|| Box::new(code));
            laid_out.map(|laid_out| Arc::new(laid_out.with_sound(self.sound(stream, options))))
        };
        self.laid_out.get_or_init(lay_out).as_ref()
    }

    fn sound(&self, stream: &Stream, options: Options) -> Option<SoundText> {
        let mut problems = self.composition(options.strict, RepeatedKeys::Taken);
        if stream.is_template {
            problems.extend(headers::problems(self.id, stream));
            problems.extend(self.attachment(options.extended_annotations));
        }
        render::sound(stream, &problems, options)
    }

    /// What is wrong with its template code, whether that runs or not.
    pub(super) fn inspected(&self) -> &[Problem] {
        let inspect = || {
            let text = self.shared_text().cloned().unwrap_or_default();
            let path = self.path.to_string_lossy().as_ref().into();
            evaluate::inspect(&JobSource { file: self.id, path, text, marks: self.kind.marks() })
        };
        self.inspected.get_or_init(inspect)
    }

    /// What the names in its code mean.
    pub(super) fn names(&self) -> &Names {
        let find = || {
            let Some(text) = self.shared_text() else { return Box::default() };
            let program = match (self.kind, self.document()) {
                (FileKind::Starlark, _) => compile::compile_starlark(self.id, text),
                (FileKind::TextTemplate, _) => compile::compile_text(self.id, text),
                (_, Some(document)) => {
                    let written = lock(&self.written).take();
                    let code = || Box::new(WrittenCode::of_yaml(self.id, text, document.stream()));
                    written.unwrap_or_else(code).program(text)
                }
                (_, None) => return Box::default(),
            };
            Box::new(Names::of(&program, text))
        };
        self.names.get_or_init(find)
    }

    /// Its template code.
    pub(super) fn code(&self) -> &Arc<TemplateCode> {
        self.code.get_or_init(|| {
            let stream = || self.document().map(TextDocument::stream);
            Arc::new(template_code::of(self.kind, stream, || self.shared_text(), &mut lock(&self.memos().code)))
        })
    }

    /// Its OpenChoreo resources.
    pub(super) fn resources(&self) -> &Resources {
        self.resources.get_or_init(|| match self.document().filter(|_| self.may_hold_resources()) {
            Some(document) => resource::resources(self.id, document, &mut lock(&self.memos().resources)),
            None => Vec::new(),
        })
    }

    /// What others may notice of these.
    pub(super) fn summaries(&self) -> &[ResourceSummary] {
        if self.surely_has_no_resources() {
            return &[];
        }
        let find =
            || self.resources().iter().map(|(document, resource)| ResourceSummary::of(*document, resource)).collect();
        self.summaries.get_or_init(find)
    }

    /// What is said of documents whose kind is probably misspelt.
    pub(super) fn misspelt_kinds(&self) -> &[Problem] {
        if self.surely_has_no_resources() {
            return &[];
        }
        self.misspelt_kinds.get_or_init(|| match self.document().filter(|_| self.may_hold_resources()) {
            Some(document) => resource::misspelt_kinds(self.id, document),
            None => Vec::new(),
        })
    }

    /// What is wrong with how its nodes are put together.
    pub(super) fn composition(&self, is_strict: bool, keys: RepeatedKeys) -> Vec<Problem> {
        let Some(document) = self.document() else { return Vec::new() };
        let composed = &mut lock(&self.memos().composed);
        composed.set_reading(is_strict, keys);
        compose::check(self.id, document.stream(), composed)
    }

    /// What is wrong with its comments and what they are attached to.
    pub(super) fn attachment(&self, is_extended: bool) -> Vec<Problem> {
        let Some(document) = self.document() else { return Vec::new() };
        attached::problems(self.id, document.stream(), is_extended, &mut lock(&self.memos().comments))
    }

    pub(super) fn config(&self) -> Option<&Config> {
        // Every file is asked; only settings are read for it.
        if self.is_config() { self.parsed().config.as_ref() } else { None }
    }

    /// Whether the YAML document at that index is a schema of the bundle itself, not of a library.
    pub(super) fn is_schema(&self, document: usize) -> bool {
        matches!(self.parsed().roles.get(document), Some(DocumentRole::Schema(_)))
    }

    /// Whether the YAML document at that index is data values of the bundle itself, not of a library.
    pub(super) fn is_values(&self, document: usize) -> bool {
        let is_intended = matches!(self.parsed().roles.get(document), Some(DocumentRole::DataValues));
        let document = self.document().and_then(|it| it.stream().documents.get(document));
        is_intended || document.is_some_and(headers::holds_values)
    }

    /// Whether a YAML document of it is what is meant.
    pub(super) fn holds(&self, is_intended: fn(&Document) -> bool) -> bool {
        self.document().is_some_and(|it| it.stream().documents.iter().any(is_intended))
    }
}

impl SourceFile {
    /// Whether it holds a schema of one of the older editions.
    pub(super) fn has_older_schema(&self) -> bool {
        let is_older =
            |role: &DocumentRole| matches!(role, DocumentRole::Schema(edition) if *edition != Edition::Released);
        self.facts().has_schema && self.parsed().roles.iter().any(is_older)
    }
}
