//! The resources of Kubernetes in a file: their types, what they define, and what others may notice of that.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::{SourceFile, TextSource};
use crate::analysis::kind::FileKind;
use crate::document::TextDocument;
use crate::kro::{self, Graph};
use crate::kubernetes::index::DefinitionOutline;
use crate::kubernetes::manifest;
use crate::kubernetes::open_api::{self, OpenApi};
use crate::kubernetes::{Definition, Manifest, ResourceType, definitions};
use crate::memo::{self, lock};
use crate::text::{Place, TextRange, decode};
use crate::values::from_json::from_json;
use crate::values::from_yaml::from_plain_yaml;

/// What each resource of a file defines, by its address; it is held on to, so no other comes to stand there.
pub(super) type DefinitionMemo = memo::Memo<usize, (Arc<Manifest>, Vec<Arc<Definition>>)>;

/// The graph that each resource of a file is, likewise.
pub(super) type GraphMemo = memo::Memo<usize, (Arc<Manifest>, Option<Arc<Graph>>)>;

/// What a file holds as resources of Kubernetes.
#[derive(Clone, Default)]
pub(super) struct Kubernetes {
    /// The types of its documents.
    pub(super) types: OnceLock<Vec<(usize, ResourceType)>>,
    /// Groups that its text names: these and perhaps more.
    pub(super) groups: OnceLock<Vec<SmolStr>>,
    pub(super) manifests: OnceLock<Vec<(usize, Arc<Manifest>)>>,
    pub(super) definitions: OnceLock<Vec<(usize, Arc<Definition>)>>,
    /// Definitions that others asked for before the nodes of the file were given up.
    compiled: FxHashMap<(usize, ResourceType), Arc<Definition>>,
    pub(super) graphs: OnceLock<Vec<(usize, Arc<Graph>)>>,
    /// What others may notice of these.
    pub(super) outlines: OnceLock<Vec<DefinitionOutline>>,
    /// What it defines as an OpenAPI document.
    pub(super) open_api: OnceLock<Option<Arc<OpenApi>>>,
}

impl Kubernetes {
    /// What stays known without the nodes of the file.
    pub(super) fn at_rest(&self) -> Self {
        let mut compiled = self.compiled.clone();
        let found = self.definitions.get().into_iter().flatten();
        compiled.extend(found.filter_map(|(document, definition)| {
            let compiled = Arc::new(definition.compiled_alone()?);
            Some(((*document, definition.of.clone()), compiled))
        }));
        let (manifests, definitions, graphs) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self { manifests, definitions, compiled, graphs, ..self.clone() }
    }
}

impl SourceFile {
    /// The types of its documents that are resources of any kind.
    pub(in crate::analysis) fn types(&self) -> &[(usize, ResourceType)] {
        self.kubernetes.types.get_or_init(|| {
            let documents = self.document().filter(|_| self.may_hold_resources()).map(|it| &it.stream().documents);
            let documents = documents.into_iter().flatten().enumerate();
            documents.filter_map(|(index, document)| Some((index, manifest::type_of(document)?))).collect()
        })
    }

    /// Groups of resources that its text names: those of its documents, and perhaps more.
    pub(in crate::analysis) fn groups(&self) -> &[SmolStr] {
        self.kubernetes.groups.get_or_init(|| {
            let group = |version: &str| SmolStr::from(version.rsplit_once('/').map_or("", |(group, _)| group));
            let mut groups: Vec<SmolStr> = match &self.text {
                TextSource::Disk(Some(Ok(bytes))) if self.kind == FileKind::Yaml => {
                    manifest::api_versions(&decode(bytes)).map(group).collect()
                }
                TextSource::Disk(_) => Vec::new(),
                TextSource::Open { .. } => self.types().iter().map(|(_, of)| of.group.clone()).collect(),
            };
            groups.sort_unstable();
            groups.dedup();
            groups
        })
    }

    /// Its resources of any kind.
    pub(in crate::analysis) fn manifests(&self) -> &[(usize, Arc<Manifest>)] {
        self.kubernetes.manifests.get_or_init(|| match self.document().filter(|_| self.may_hold_resources()) {
            Some(document) => manifest::manifests(self.id, document, &mut lock(&self.memos().manifests)),
            None => Vec::new(),
        })
    }

    /// What its documents define.
    pub(in crate::analysis) fn definitions(&self) -> &[(usize, Arc<Definition>)] {
        if self.definition_outlines().is_empty() {
            return &[];
        }
        self.kubernetes.definitions.get_or_init(|| self.find_definitions())
    }

    /// What one of its documents defines for a type. One that was asked for is known without its nodes.
    pub(in crate::analysis) fn definition(&self, document: usize, of: &ResourceType) -> Option<Arc<Definition>> {
        if self.kubernetes.definitions.get().is_none()
            && let Some(known) = self.kubernetes.compiled.get(&(document, of.clone()))
        {
            return Some(known.clone());
        }
        let found = self.definitions().iter().find(|(index, it)| *index == document && it.of == *of);
        found.map(|(_, definition)| definition.clone())
    }

    /// kro's graphs.
    pub(in crate::analysis) fn graphs(&self) -> &[(usize, Arc<Graph>)] {
        let may_be_there = match &self.text {
            TextSource::Disk(Some(Ok(bytes))) => self.kind == FileKind::Yaml && self.signs.of_graph(bytes),
            TextSource::Disk(_) => false,
            TextSource::Open { .. } => true,
        };
        if !may_be_there || !self.types().iter().any(|(_, of)| kro::is_graph(of)) {
            return &[];
        }
        self.kubernetes.graphs.get_or_init(|| self.document().map(|it| self.read_graphs(it)).unwrap_or_default())
    }

    fn read_graphs(&self, document: &TextDocument) -> Vec<(usize, Arc<Graph>)> {
        let memo = &mut lock(&self.memos().graphs);
        memo.begin_pass();
        let mut found = Vec::new();
        for (index, manifest) in self.manifests().iter().filter(|(_, manifest)| kro::is_graph(&manifest.of)) {
            let make = || (manifest.clone(), Graph::read(manifest, document).map(Arc::new));
            let (_, graph) = memo.get_or_keep(Arc::as_ptr(manifest).addr(), |_| true, make);
            found.extend(graph.map(|graph| (*index, graph)));
        }
        found
    }

    fn find_definitions(&self) -> Vec<(usize, Arc<Definition>)> {
        let memo = &mut lock(&self.memos().definitions);
        memo.begin_pass();
        let mut found = Vec::new();
        for (index, manifest) in self.manifests() {
            let (_, defined) = memo.get_or_keep(
                Arc::as_ptr(manifest).addr(),
                |_| true,
                || {
                    let of_graph =
                        self.graphs().iter().find(|(it, _)| it == index).and_then(|(_, graph)| graph.definition());
                    let defined = definitions::definitions(manifest).into_iter().chain(of_graph).collect();
                    (manifest.clone(), defined)
                },
            );
            found.extend(defined.into_iter().map(|definition| (*index, definition)));
        }
        found
    }

    /// Whether it seems to define anything.
    pub(in crate::analysis) fn may_define(&self) -> bool {
        match &self.text {
            TextSource::Disk(Some(Ok(bytes))) => self.kind == FileKind::Yaml && self.signs.of_definition(bytes),
            TextSource::Disk(_) => false,
            TextSource::Open { .. } => {
                self.types().iter().any(|(_, of)| definitions::SIGNS.contains(&of.kind.as_str()))
            }
        }
    }

    /// What others may notice of what its documents define.
    pub(in crate::analysis) fn definition_outlines(&self) -> &[DefinitionOutline] {
        if !self.may_define() {
            return &[];
        }
        self.kubernetes.outlines.get_or_init(|| {
            let definitions = self.kubernetes.definitions.get_or_init(|| self.find_definitions());
            definitions.iter().map(|(index, definition)| DefinitionOutline::of(*index, definition)).collect()
        })
    }

    /// What it defines as an OpenAPI document, in YAML or JSON. It counts where settings name it.
    pub(in crate::analysis) fn open_api(&self) -> Option<&Arc<OpenApi>> {
        let TextSource::Disk(Some(Ok(bytes))) = &self.text else { return None };
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
}
