//! One file of the world: its text on disk or in an editor, read at most once per version.

use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

use smol_str::SmolStr;

use crate::document::TextDocument;
use crate::problem::{Code, Problem};
use crate::render;
use crate::schema::Edition;
use crate::schema::attached;
use crate::schema::headers::{self, DocumentRole};
use crate::template::compile::{self, LaidOut, SoundText, WrittenCode};
use crate::template::evaluate;
use crate::template::job::{JobSource, Options};
use crate::template::names::Names;
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::from_json::from_json;
use crate::values::from_yaml::from_plain_yaml;
use crate::vfs::ReadError;
use crate::workspace::config::{self, Config};
use crate::workspace::survey::{Survey, survey};
use crate::workspace::{FileFacts, kustomize, modeline, ownership};
use crate::yaml::compose::RepeatedKeys;
use crate::yaml::{Stream, compose};

use super::code::{self as template_code, FileCode as TemplateCode};
use super::kind::FileKind;
use super::open_text::OpenText;
use crate::choreo::index::Outline;
use crate::choreo::{Resource, resource};
use crate::kro::{self, Graph};
use crate::kubernetes::index::DefinitionOutline;
use crate::kubernetes::manifest::{self, ManifestMemo};
use crate::kubernetes::open_api::{self, OpenApi};
use crate::kubernetes::{Definition, Manifest, ResourceType, definitions};
use crate::memo::{self, lock};
use signs::{Signs, may_hold_scalar};

mod signs;

/// Where the text comes from.
pub(super) enum Text {
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

/// The resources of a file, each with the index of its document.
pub(super) type Resources = Vec<(usize, Arc<Resource>)>;

/// What one version leaves to the next, by content.
#[derive(Default)]
struct Memos {
    comments: Mutex<attached::AttachedMemo>,
    composed: Mutex<compose::ComposeMemo>,
    code: Mutex<template_code::Memo>,
    resources: Mutex<resource::ResourceMemo>,
    manifests: Mutex<ManifestMemo>,
    definitions: Mutex<DefinitionMemo>,
    graphs: Mutex<GraphMemo>,
}

/// What each resource of a file defines, by its address; it is held on to, so no other comes to stand there.
type DefinitionMemo = memo::Memo<usize, (Arc<Manifest>, Vec<Arc<Definition>>)>;

/// A file in one version.
pub(super) struct SourceFile {
    /// Its id.
    pub(super) id: FileId,
    /// Its absolute path.
    pub(super) path: Arc<Path>,
    /// Names this version; no two versions of any file share one.
    pub(super) stamp: u64,
    /// What its name says; asked for often, so it is told once.
    pub(super) kind: FileKind,
    text: Text,
    parsed: OnceLock<Parsed>,
    /// What it is to discovery, where nobody needs its nodes for that.
    unparsed: OnceLock<Arc<FileFacts>>,
    /// Its text, once template code may see it.
    shared: OnceLock<Option<Arc<str>>>,
    /// Its template code.
    code: OnceLock<TemplateCode>,
    inspected: OnceLock<Vec<Problem>>,
    /// Its program, once somebody wants to evaluate it; `None` where something is wrong with it.
    laid_out: OnceLock<Option<Arc<LaidOut>>>,
    /// Its code, where it was laid out before somebody asked what the names in it mean.
    written: Mutex<Option<WrittenCode>>,
    /// What the names in its code mean.
    names: OnceLock<Names>,
    /// Its OpenChoreo resources.
    resources: OnceLock<Resources>,
    /// What others may notice of these.
    outlines: OnceLock<Vec<Outline>>,
    /// Kinds of its documents that are probably misspelt.
    misspelt_kinds: OnceLock<Vec<Problem>>,
    kubernetes: Kubernetes,
    signs: Signs,
    memos: Arc<Memos>,
}

/// The graph that each resource of a file is, likewise.
type GraphMemo = memo::Memo<usize, (Arc<Manifest>, Option<Arc<Graph>>)>;

/// What a file holds as resources of Kubernetes.
#[derive(Clone, Default)]
struct Kubernetes {
    /// The types of its documents.
    types: OnceLock<Vec<(usize, ResourceType)>>,
    /// Groups that its text names: these and perhaps more.
    groups: OnceLock<Vec<SmolStr>>,
    manifests: OnceLock<Vec<(usize, Arc<Manifest>)>>,
    definitions: OnceLock<Vec<(usize, Arc<Definition>)>>,
    graphs: OnceLock<Vec<(usize, Arc<Graph>)>>,
    /// What others may notice of these.
    outlines: OnceLock<Vec<DefinitionOutline>>,
    /// What it defines as an OpenAPI document.
    open_api: OnceLock<Option<Arc<OpenApi>>>,
}

struct Parsed {
    document: Option<TextDocument>,
    problems: Vec<Problem>,
    roles: Vec<DocumentRole>,
    facts: Arc<FileFacts>,
    config: Option<Config>,
}

impl SourceFile {
    pub(super) fn new(id: FileId, path: Arc<Path>, kind: FileKind, stamp: u64, text: Text) -> Self {
        let (parsed, unparsed) = (OnceLock::new(), OnceLock::new());
        let (shared, code, inspected, names) = (OnceLock::new(), OnceLock::new(), OnceLock::new(), OnceLock::new());
        let (resources, outlines, memos) = (OnceLock::new(), OnceLock::new(), Arc::default());
        let (laid_out, misspelt_kinds) = (OnceLock::new(), OnceLock::new());
        Self {
            id,
            path,
            stamp,
            kind,
            text,
            parsed,
            unparsed,
            shared,
            code,
            inspected,
            laid_out,
            written: Mutex::default(),
            names,
            resources,
            outlines,
            misspelt_kinds,
            kubernetes: Kubernetes::default(),
            signs: Signs::default(),
            memos,
        }
    }

    /// The next version. Only the edits of an open document keep segments, and with them what was computed for each.
    pub(super) fn changed(&self, stamp: u64, text: Text) -> Self {
        let next = Self::new(self.id, self.path.clone(), self.kind, stamp, text);
        let memos = if self.is_open() && next.is_open() { self.memos.clone() } else { Arc::default() };
        Self { memos, ..next }
    }

    /// The same version without what its text gives again; what others ask of it stays known.
    pub(super) fn at_rest(&self) -> Self {
        let text = match &self.text {
            Text::Disk(text) => Text::Disk(text.clone()),
            Text::Open { version, text, is_ytt } => {
                Text::Open { version: *version, text: text.clone(), is_ytt: *is_ytt }
            }
        };
        let facts = self.facts().clone();
        let (unparsed, code, outlines) = (OnceLock::from(facts), self.code.clone(), self.outlines.clone());
        let misspelt_kinds = self.misspelt_kinds.clone();
        let (manifests, definitions, graphs) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let kubernetes = Kubernetes { manifests, definitions, graphs, ..self.kubernetes.clone() };
        Self {
            unparsed,
            code,
            outlines,
            misspelt_kinds,
            kubernetes,
            signs: self.signs.clone(),
            ..Self::new(self.id, self.path.clone(), self.kind, self.stamp, text)
        }
    }

    /// Whether it takes more memory than its text. What an editor has open stays as it is, and so do settings.
    pub(super) fn holds_nodes(&self) -> bool {
        !self.is_open() && !self.is_config() && (self.parsed.get().is_some() || self.shared.get().is_some())
    }

    /// How many bytes it has on disk.
    pub(super) fn length(&self) -> usize {
        match &self.text {
            Text::Disk(Some(Ok(bytes))) => bytes.len(),
            Text::Disk(_) => 0,
            Text::Open { text, .. } => text.rope().len_bytes(),
        }
    }

    pub(super) fn is_open(&self) -> bool {
        matches!(self.text, Text::Open { .. })
    }

    /// Whether an editor has it open and says that its language is ytt.
    pub(super) fn is_open_as_ytt(&self) -> bool {
        matches!(self.text, Text::Open { is_ytt: true, .. })
    }

    /// Whether this is what the disk holds.
    pub(super) fn is_on_disk(&self, bytes: Option<&Result<Arc<[u8]>, ReadError>>) -> bool {
        matches!(&self.text, Text::Disk(here) if here.as_ref() == bytes)
    }

    pub(super) fn exists(&self) -> bool {
        !matches!(self.text, Text::Disk(None)) && !self.is_outside()
    }

    /// Whether it was not read because it lies outside of the project that names it.
    pub(super) fn is_outside(&self) -> bool {
        matches!(self.text, Text::Disk(Some(Err(ReadError::Outside))))
    }

    pub(super) fn is_unreadable(&self) -> bool {
        matches!(self.text, Text::Disk(Some(Err(_)))) && !self.is_outside()
    }

    pub(super) fn is_config(&self) -> bool {
        self.kind == FileKind::Config
    }

    pub(super) fn version(&self) -> Option<i32> {
        match self.text {
            Text::Open { version, .. } => Some(version),
            Text::Disk(_) => None,
        }
    }

    /// Whether its documents count for themselves: YAML by its name, or because an editor says so.
    pub(super) fn may_hold_resources(&self) -> bool {
        self.kind == FileKind::Yaml || self.is_open() && !self.kind.is_module() && !has_known_extension(&self.path)
    }

    /// The text that an editor has open, read or not.
    pub(super) fn open_text(&self) -> Option<&OpenText> {
        match &self.text {
            Text::Open { text, .. } => Some(text),
            Text::Disk(_) => None,
        }
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
        match self.survey().filter(|_| self.parsed.get().is_none() && !self.is_kustomization()) {
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
            Text::Disk(Some(Ok(bytes))) => survey(std::str::from_utf8(bytes).ok()?),
            Text::Open { text, .. } if text.is_unread() => survey(&text.rope().to_string()),
            _ => None,
        }
    }

    /// Whether the text of a file that nobody has read shows that it holds no resource of a platform.
    pub(super) fn surely_has_no_resources(&self) -> bool {
        match &self.text {
            Text::Disk(Some(Ok(bytes))) => !self.signs.of_resource(bytes),
            Text::Open { text, .. } if self.outlines.get().is_none() && text.is_unread() => {
                !self.signs.of_resource(text.rope().to_string())
            }
            _ => false,
        }
    }

    /// Whether a scalar of a file on disk may hold one of these words; of an open one, nobody looks.
    pub(super) fn may_hold_scalar(&self, words: &[SmolStr]) -> bool {
        match &self.text {
            Text::Disk(Some(Ok(bytes))) => may_hold_scalar(bytes, words),
            _ => true,
        }
    }

    /// The text as template code sees it; `None` for what is no text.
    pub(super) fn shared_text(&self) -> Option<&Arc<str>> {
        let text = || match &self.text {
            Text::Disk(Some(Ok(bytes))) => std::str::from_utf8(bytes).ok().map(Arc::from),
            Text::Disk(_) => None,
            Text::Open { text, .. } => Some(text.rope().to_string().into()),
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
            *lock(&self.written) = Some(code).filter(|_| self.names.get().is_none());
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
            let Some(text) = self.shared_text() else { return Names::default() };
            let program = match (self.kind, self.document()) {
                (FileKind::Starlark, _) => compile::compile_starlark(self.id, text),
                (FileKind::TextTemplate, _) => compile::compile_text(self.id, text),
                (_, Some(document)) => {
                    let written = lock(&self.written).take();
                    written.unwrap_or_else(|| WrittenCode::of_yaml(self.id, text, document.stream())).program(text)
                }
                (_, None) => return Names::default(),
            };
            Names::of(&program, text)
        };
        self.names.get_or_init(find)
    }

    /// Its template code.
    pub(super) fn code(&self) -> &TemplateCode {
        self.code.get_or_init(|| {
            let stream = || self.document().map(TextDocument::stream);
            template_code::of(self.kind, stream, || self.shared_text(), &mut lock(&self.memos.code))
        })
    }

    /// Its OpenChoreo resources.
    pub(super) fn resources(&self) -> &Resources {
        self.resources.get_or_init(|| match self.document().filter(|_| self.may_hold_resources()) {
            Some(document) => resource::resources(self.id, document, &mut lock(&self.memos.resources)),
            None => Vec::new(),
        })
    }

    /// What others may notice of these.
    pub(super) fn outlines(&self) -> &[Outline] {
        if self.surely_has_no_resources() {
            return &[];
        }
        let find = || self.resources().iter().map(|(document, resource)| Outline::of(*document, resource)).collect();
        self.outlines.get_or_init(find)
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

    /// The types of its documents that are resources of any kind.
    pub(super) fn types(&self) -> &[(usize, ResourceType)] {
        self.kubernetes.types.get_or_init(|| {
            let documents = self.document().filter(|_| self.may_hold_resources()).map(|it| &it.stream().documents);
            let documents = documents.into_iter().flatten().enumerate();
            documents.filter_map(|(index, document)| Some((index, manifest::type_of(document)?))).collect()
        })
    }

    /// Groups of resources that its text names: those of its documents, and perhaps more.
    pub(super) fn groups(&self) -> &[SmolStr] {
        self.kubernetes.groups.get_or_init(|| {
            let group = |version: &str| SmolStr::from(version.rsplit_once('/').map_or("", |(group, _)| group));
            let mut groups: Vec<SmolStr> = match &self.text {
                Text::Disk(Some(Ok(bytes))) if self.kind == FileKind::Yaml => {
                    manifest::api_versions(&String::from_utf8_lossy(bytes)).map(group).collect()
                }
                Text::Disk(_) => Vec::new(),
                Text::Open { .. } => self.types().iter().map(|(_, of)| of.group.clone()).collect(),
            };
            groups.sort_unstable();
            groups.dedup();
            groups
        })
    }

    /// Its resources of any kind.
    pub(super) fn manifests(&self) -> &[(usize, Arc<Manifest>)] {
        self.kubernetes.manifests.get_or_init(|| match self.document().filter(|_| self.may_hold_resources()) {
            Some(document) => manifest::manifests(self.id, document, &mut lock(&self.memos.manifests)),
            None => Vec::new(),
        })
    }

    /// What its documents define.
    pub(super) fn definitions(&self) -> &[(usize, Arc<Definition>)] {
        if self.definition_outlines().is_empty() {
            return &[];
        }
        self.kubernetes.definitions.get_or_init(|| self.find_definitions())
    }

    /// kro's graphs.
    pub(super) fn graphs(&self) -> &[(usize, Arc<Graph>)] {
        let may_be_there = match &self.text {
            Text::Disk(Some(Ok(bytes))) => self.kind == FileKind::Yaml && self.signs.of_graph(bytes),
            Text::Disk(_) => false,
            Text::Open { .. } => true,
        };
        if !may_be_there || !self.types().iter().any(|(_, of)| kro::is_graph(of)) {
            return &[];
        }
        self.kubernetes.graphs.get_or_init(|| self.document().map(|it| self.read_graphs(it)).unwrap_or_default())
    }

    fn read_graphs(&self, document: &TextDocument) -> Vec<(usize, Arc<Graph>)> {
        let memo = &mut lock(&self.memos.graphs);
        memo.begin_pass();
        let mut found = Vec::new();
        for (index, manifest) in self.manifests().iter().filter(|(_, manifest)| kro::is_graph(&manifest.of)) {
            let address = Arc::as_ptr(manifest).addr();
            let known = memo.get(&address).cloned();
            let (_, graph) = known.unwrap_or_else(|| {
                let graph = (manifest.clone(), Graph::read(manifest, document).map(Arc::new));
                memo.keep(address, graph.clone());
                graph
            });
            found.extend(graph.map(|graph| (*index, graph)));
        }
        found
    }

    fn find_definitions(&self) -> Vec<(usize, Arc<Definition>)> {
        let memo = &mut lock(&self.memos.definitions);
        memo.begin_pass();
        let mut found = Vec::new();
        for (index, manifest) in self.manifests() {
            let address = Arc::as_ptr(manifest).addr();
            let known = memo.get(&address).cloned();
            let (_, defined) = known.unwrap_or_else(|| {
                let of_graph =
                    self.graphs().iter().find(|(it, _)| it == index).and_then(|(_, graph)| graph.definition());
                let defined = definitions::definitions(manifest).into_iter().chain(of_graph).collect();
                let defined = (manifest.clone(), defined);
                memo.keep(address, defined.clone());
                defined
            });
            found.extend(defined.into_iter().map(|definition| (*index, definition)));
        }
        found
    }

    /// Whether it seems to define anything.
    pub(super) fn may_define(&self) -> bool {
        match &self.text {
            Text::Disk(Some(Ok(bytes))) => self.kind == FileKind::Yaml && self.signs.of_definition(bytes),
            Text::Disk(_) => false,
            Text::Open { .. } => self.types().iter().any(|(_, of)| definitions::SIGNS.contains(&of.kind.as_str())),
        }
    }

    /// What others may notice of what its documents define.
    pub(super) fn definition_outlines(&self) -> &[DefinitionOutline] {
        if !self.may_define() {
            return &[];
        }
        self.kubernetes.outlines.get_or_init(|| {
            let definitions = self.kubernetes.definitions.get_or_init(|| self.find_definitions());
            definitions.iter().map(|(index, definition)| DefinitionOutline::of(*index, definition)).collect()
        })
    }

    /// What it defines as an OpenAPI document, in YAML or JSON. It counts where settings name it.
    pub(super) fn open_api(&self) -> Option<&Arc<OpenApi>> {
        let Text::Disk(Some(Ok(bytes))) = &self.text else { return None };
        let read = || {
            let text = std::str::from_utf8(bytes).ok().filter(|text| text.contains(open_api::SIGN))?;
            let whole = Place::absolute(self.id, TextRange::default());
            let value = match serde_json::from_str(text) {
                Ok(json) => from_json(&json),
                Err(_) => from_plain_yaml(self.id, self.document()?.stream().documents.first()?).value,
            };
            OpenApi::read(&value, whole).map(Arc::new)
        };
        self.kubernetes.open_api.get_or_init(read).as_ref()
    }

    /// What is wrong with how its nodes are put together.
    pub(super) fn composition(&self, is_strict: bool, keys: RepeatedKeys) -> Vec<Problem> {
        let Some(document) = self.document() else { return Vec::new() };
        let composed = &mut lock(&self.memos.composed);
        composed.set_reading(is_strict, keys);
        compose::check(self.id, document.stream(), composed)
    }

    /// What is wrong with its comments and what they are attached to.
    pub(super) fn attachment(&self, is_extended: bool) -> Vec<Problem> {
        let Some(document) = self.document() else { return Vec::new() };
        attached::problems(self.id, document.stream(), is_extended, &mut lock(&self.memos.comments))
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
        let is_meant = matches!(self.parsed().roles.get(document), Some(DocumentRole::DataValues));
        let document = self.document().and_then(|it| it.stream().documents.get(document));
        is_meant || document.is_some_and(headers::holds_values)
    }

    /// Whether a YAML document of it is data values, of the bundle itself or of a library.
    pub(super) fn holds_values_of_any(&self) -> bool {
        self.document().is_some_and(|it| it.stream().documents.iter().any(headers::holds_values_of_any))
    }

    fn parsed(&self) -> &Parsed {
        self.parsed.get_or_init(|| match &self.text {
            Text::Disk(Some(Ok(bytes))) => self.read_bytes(bytes),
            Text::Disk(Some(Err(error))) => self.unread(Some(unreadable(self.id, error))),
            Text::Disk(None) => self.unread(None),
            Text::Open { text, .. } => self.read(text.document(), Vec::new()),
        })
    }

    fn unread(&self, problem: Option<Problem>) -> Parsed {
        Parsed {
            document: None,
            problems: problem.into_iter().collect(),
            roles: Vec::new(),
            facts: self.facts_of(&[], false, None).into(),
            config: None,
        }
    }

    fn read_bytes(&self, bytes: &[u8]) -> Parsed {
        let is_utf16 = [[0xff, 0xfe], [0xfe, 0xff]].iter().any(|mark| bytes.starts_with(mark));
        if is_utf16 && !self.is_config() {
            let is_template = utf16_holds(bytes, "#@");
            let parsed = self.unread(Some(utf16(self.id)));
            return Parsed { facts: self.facts_of(&[], is_template, None).into(), ..parsed };
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => self.read(TextDocument::new(self.id, text), Vec::new()),
            Err(error) => {
                let text = String::from_utf8_lossy(bytes);
                self.read(TextDocument::new(self.id, &text), vec![invalid_utf8(self.id, error.valid_up_to())])
            }
        }
    }

    fn read(&self, document: TextDocument, mut problems: Vec<Problem>) -> Parsed {
        let mut config = None;
        let mut roles = Vec::new();
        let mut facts = self.facts_of(&roles, false, None);
        if self.is_config() {
            let (read, found) = config::parse(self.id, &document.rope().to_string());
            config = Some(read);
            problems.extend(found);
        } else if self.kind.is_yaml() || self.is_open() && !self.kind.is_no_yaml() || !has_known_extension(&self.path) {
            let stream = document.stream();
            roles = own_roles(stream);
            facts = self.facts_of(&roles, ownership::is_for_ytt(&document), modeline_of(&document));
            if self.is_kustomization() {
                facts.patches = kustomize::patches(&document);
            }
            facts.has_values = stream.documents.iter().any(headers::holds_values);
            facts.has_other_header = stream.documents.iter().any(has_other_header);
        }
        Parsed { document: Some(document), problems, roles, facts: facts.into(), config }
    }

    fn facts_of(&self, roles: &[DocumentRole], is_template: bool, modeline: Option<String>) -> FileFacts {
        FileFacts {
            file: self.id,
            path: self.path.to_path_buf(),
            has_schema: roles.iter().any(|role| matches!(role, DocumentRole::Schema(_))),
            has_values: roles.contains(&DocumentRole::DataValues),
            has_other_header: false,
            is_template,
            modeline,
            patches: Vec::new(),
        }
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

/// What the documents are to their own bundle. Beside others of a kind, which refuse any other, one whose header is
/// misspelt is taken for what was meant.
fn own_roles(stream: &Stream) -> Vec<DocumentRole> {
    let mut roles: Vec<DocumentRole> = stream.documents.iter().map(own_role).collect();
    let known: Vec<DocumentRole> = roles.iter().filter(|role| **role != DocumentRole::Other).copied().collect();
    if !known.is_empty() {
        for (role, document) in roles.iter_mut().zip(&stream.documents) {
            let meant = || headers::meant_role(document).filter(|meant| known.contains(meant));
            *role = if *role == DocumentRole::Other { meant().unwrap_or(*role) } else { *role };
        }
    }
    roles
}

/// Whether a document holds values or a schema for a library, or something with a misspelt header.
fn has_other_header(document: &crate::yaml::Document) -> bool {
    let header = headers::classify(document);
    header.library.is_some() && header.role != DocumentRole::Other || headers::meant_role(document).is_some()
}

/// What the document is to its own bundle: one that is meant for a library has no role here.
fn own_role(document: &crate::yaml::Document) -> DocumentRole {
    let header = headers::classify(document);
    if header.library.is_some() { DocumentRole::Other } else { header.role }
}

fn has_known_extension(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "star" || extension == "toml")
}

/// Only the first lines can hold a modeline.
fn modeline_of(document: &TextDocument) -> Option<String> {
    let head: String = document.rope().lines().take(16).map(|line| line.to_string()).collect();
    modeline::schema_of(&head).map(str::to_owned)
}

fn unreadable(file: FileId, error: &ReadError) -> Problem {
    let place = Place::absolute(file, TextRange::empty(TextSize::new(0)));
    match error {
        ReadError::NotFound => Problem::new(Code::UnreadableFile, place, "There is no such file"),
        ReadError::IsFolder => Problem::new(Code::UnreadableFile, place, "This is a folder, not a file"),
        ReadError::ClosedFolder(reason) => {
            let problem = Problem::new(Code::UnreadableFile, place, "The files in this folder cannot be listed");
            problem.found(reason.clone()).hint("what is in it was not checked")
        }
        ReadError::TooLarge { size, limit } => {
            Problem::new(Code::FileTooLarge, place, "The file is larger than the limit")
                .found(format!("{size} bytes"))
                .expected(format!("at most {limit} bytes"))
                .hint("split the file, or raise `max-file-size` below `[limits]` in sayl.toml")
        }
        ReadError::Outside => Problem::new(Code::UnreadableFile, place, "The file lies outside of the project"),
        ReadError::Other(reason) => {
            Problem::new(Code::UnreadableFile, place, "The file cannot be read").found(reason.clone())
        }
    }
}

/// Whether UTF-16 text of either byte order holds a text of ASCII.
fn utf16_holds(bytes: &[u8], wanted: &str) -> bool {
    let wanted: Vec<u8> = wanted.bytes().flat_map(|byte| [byte, 0]).collect();
    // In big endian the zero stands before each byte, so all but the first zero are found as well.
    bytes.windows(wanted.len() - 1).any(|window| window == &wanted[..wanted.len() - 1])
}

/// The mark at its start says so. Read as UTF-8, each of its characters would be a problem.
fn utf16(file: FileId) -> Problem {
    let place = Place::absolute(file, TextRange::empty(TextSize::new(0)));
    let problem = Problem::new(Code::InvalidEncoding, place, "The file is UTF-16 text");
    problem.expected("UTF-8 text").hint("save the file as UTF-8")
}

/// The offset counts the same in the text as it is shown, for only what follows it is replaced.
fn invalid_utf8(file: FileId, offset: usize) -> Problem {
    let start = TextSize::new(u32::try_from(offset).unwrap_or(u32::MAX));
    let place = Place::absolute(file, TextRange::at(start, TextSize::of('\u{fffd}')));
    Problem::new(Code::InvalidEncoding, place, "The file contains bytes that are not UTF-8 text")
        .expected("UTF-8 text")
        .hint("save the file as UTF-8; what follows is checked as far as it can be read")
}
