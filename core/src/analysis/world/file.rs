//! A file of the world as a computation reads it: its name and its kind are what they are in all versions, and whatever
//! else is read is recorded.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use smol_str::SmolStr;

use super::super::code::FileCode;
use super::super::kind::FileKind;
use super::super::open_text::OpenText;
use super::super::source_file::{FileAvailability, Resources, SourceFile};
use super::World;
use crate::choreo::index::ResourceSummary;
use crate::document::{SegmentTable, TextDocument};
use crate::kro::Graph;
use crate::kubernetes::index::{DefinitionIndex, DefinitionOutline};
use crate::kubernetes::open_api::OpenApi;
use crate::kubernetes::{Definition, Manifest, ResourceType};
use crate::problem::Problem;
use crate::template::compile::LaidOut;
use crate::template::job::Options;
use crate::template::names::Names;
use crate::text::FileId;
use crate::workspace::FileFacts;
use crate::workspace::config::Config;
use crate::yaml::Document;
use crate::yaml::compose::RepeatedKeys;

/// A file in one version.
#[derive(Clone, Copy)]
pub(in crate::analysis) struct File<'w> {
    pub(in crate::analysis) id: FileId,
    pub(in crate::analysis) path: &'w Arc<Path>,
    pub(in crate::analysis) kind: FileKind,
    world: &'w World,
    source: &'w Arc<SourceFile>,
}

impl<'w> File<'w> {
    pub(super) fn new(world: &'w World, source: &'w Arc<SourceFile>) -> Self {
        Self { id: source.id, path: &source.path, kind: source.kind, world, source }
    }

    /// What it is to discovery.
    pub(in crate::analysis) fn facts(self) -> &'w Arc<FileFacts> {
        let facts = self.source.facts();
        self.world.record(|reads| reads.add_facts(self.id, facts));
        facts
    }

    fn read(self) -> &'w SourceFile {
        self.world.record(|reads| reads.add_text(self.id, self.source.stamp));
        self.source
    }

    /// To be held on to.
    pub(in crate::analysis) fn shared(self) -> Arc<SourceFile> {
        self.read();
        self.source.clone()
    }

    fn availability(self) -> FileAvailability {
        let availability = self.source.availability();
        self.world.record(|reads| reads.add_availability(self.id, availability));
        availability
    }

    pub(in crate::analysis) fn exists(self) -> bool {
        self.availability().exists()
    }

    pub(in crate::analysis) fn is_open(self) -> bool {
        self.availability().is_open()
    }

    pub(in crate::analysis) fn is_open_as_ytt(self) -> bool {
        self.availability().is_open_as_ytt()
    }

    pub(in crate::analysis) fn is_unreadable(self) -> bool {
        self.availability() == FileAvailability::Unreadable
    }

    /// Whether it was not read because it lies outside of the project that names it.
    pub(in crate::analysis) fn is_outside(self) -> bool {
        self.availability() == FileAvailability::Outside
    }

    pub(in crate::analysis) fn is_config(self) -> bool {
        self.read().is_config()
    }

    pub(in crate::analysis) fn holds_nodes(self) -> bool {
        self.read().holds_nodes()
    }

    pub(in crate::analysis) fn segments_at_rest(self) -> Option<&'w SegmentTable> {
        self.read().segments_at_rest()
    }

    pub(in crate::analysis) fn text(self) -> Option<Cow<'w, str>> {
        self.read().text()
    }

    pub(in crate::analysis) fn length(self) -> usize {
        self.read().length()
    }

    pub(in crate::analysis) fn version(self) -> Option<i32> {
        self.read().version()
    }

    pub(in crate::analysis) fn document(self) -> Option<&'w TextDocument> {
        self.read().document()
    }

    pub(in crate::analysis) fn open_text(self) -> Option<&'w OpenText> {
        self.read().open_text()
    }

    pub(in crate::analysis) fn problems(self) -> &'w [Problem] {
        self.read().problems()
    }

    pub(in crate::analysis) fn shared_text(self) -> Option<&'w Arc<str>> {
        self.read().shared_text()
    }

    pub(in crate::analysis) fn inspected(self) -> &'w [Problem] {
        self.read().inspected()
    }

    pub(in crate::analysis) fn names(self) -> &'w Names {
        self.read().names()
    }

    pub(in crate::analysis) fn code(self) -> &'w FileCode {
        let code = self.source.code();
        self.world.record(|reads| reads.add_code(self.id, code));
        code
    }

    pub(in crate::analysis) fn resources(self) -> &'w Resources {
        self.read().resources()
    }

    pub(in crate::analysis) fn summaries(self) -> &'w [ResourceSummary] {
        self.read().summaries()
    }

    /// Its resources of any kind.
    pub(in crate::analysis) fn manifests(self) -> &'w [(usize, Arc<Manifest>)] {
        self.read().manifests()
    }

    /// The types of these.
    pub(in crate::analysis) fn types(self) -> &'w [(usize, ResourceType)] {
        self.read().types()
    }

    /// kro's graphs in it.
    pub(in crate::analysis) fn graphs(self) -> &'w [(usize, Arc<Graph>)] {
        self.read().graphs()
    }

    /// What it defines.
    pub(in crate::analysis) fn definitions(self) -> &'w [(usize, Arc<Definition>)] {
        self.read().definitions()
    }

    /// What one of its documents defines for a type.
    pub(in crate::analysis) fn definition(self, document: usize, of: &ResourceType) -> Option<Arc<Definition>> {
        self.read().definition(document, of)
    }

    /// What others may notice of what it defines.
    pub(in crate::analysis) fn definition_outlines(self) -> &'w [DefinitionOutline] {
        self.read().definition_outlines()
    }

    /// Whether it seems to define anything.
    pub(in crate::analysis) fn may_define(self) -> bool {
        self.read().may_define()
    }

    /// What it defines as an OpenAPI document.
    pub(in crate::analysis) fn open_api(self) -> Option<&'w Arc<OpenApi>> {
        self.read().open_api()
    }

    /// Groups that its text names.
    pub(in crate::analysis) fn groups(self) -> &'w [SmolStr] {
        self.read().groups()
    }

    /// Whether its text names a group in which anything is defined.
    pub(in crate::analysis) fn uses_group(self, index: &DefinitionIndex) -> bool {
        self.groups().iter().any(|group| index.has_group(group))
    }

    pub(in crate::analysis) fn misspelt_kinds(self) -> &'w [Problem] {
        self.read().misspelt_kinds()
    }

    pub(in crate::analysis) fn config(self) -> Option<&'w Config> {
        self.read().config()
    }

    pub(in crate::analysis) fn has_older_schema(self) -> bool {
        self.read().has_older_schema()
    }

    pub(in crate::analysis) fn holds(self, is_intended: fn(&Document) -> bool) -> bool {
        self.read().holds(is_intended)
    }

    pub(in crate::analysis) fn is_schema(self, document: usize) -> bool {
        self.read().is_schema(document)
    }

    pub(in crate::analysis) fn is_values(self, document: usize) -> bool {
        self.read().is_values(document)
    }

    pub(in crate::analysis) fn may_hold_scalar(self, words: &[SmolStr]) -> bool {
        self.read().may_hold_scalar(words)
    }

    pub(in crate::analysis) fn laid_out(self, text: &Arc<str>, options: Options) -> Option<&'w Arc<LaidOut>> {
        self.read().laid_out(text, options)
    }

    /// What is wrong with how its nodes are put together.
    pub(in crate::analysis) fn composition(self, keys: RepeatedKeys) -> Vec<Problem> {
        self.read().composition(self.world.options().strict, keys)
    }

    /// What is wrong with its comments and what they are attached to.
    pub(in crate::analysis) fn attachment(self, is_extended: bool) -> Vec<Problem> {
        self.read().attachment(is_extended)
    }

    /// Whether it is written for the platform: it holds resources, or what would be some but for a misspelt kind.
    pub(in crate::analysis) fn is_for_platform(self) -> bool {
        !self.summaries().is_empty() || !self.misspelt_kinds().is_empty()
    }
}
