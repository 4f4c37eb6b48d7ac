//! What each file is to sayl: for the summary of a run, and for what is said of a file at all.

use std::path::Path;

use super::kind::FileKind;
use super::kubernetes;
use super::ownership::is_ours;
use super::world::{File, World};
use super::{Analysis, ungoverned};
use crate::text::FileId;
use crate::workspace::{BundleRole, CONFIG_NAME, EDGE_NAME, is_edge_mark};

/// What a file is to sayl.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regard {
    /// It is looked at.
    Ours(FileRole),
    /// A plain file that one schema could govern, and none does.
    Ungoverned,
    /// YAML of other tools.
    Other,
    /// No YAML, nothing that template code loads, or what cannot be read.
    Nothing,
}

/// What a file that is looked at mostly is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileRole {
    /// It holds schema documents.
    Schema,
    /// It holds data values, plain ones included.
    Values,
    /// It is rendered, or loaded by what is.
    Template,
    /// It holds resources of a platform.
    Resource,
}

impl Analysis {
    /// What a file is to sayl.
    pub fn regard(&self, file: FileId) -> Regard {
        self.world.file(file).filter(|source| source.exists()).map_or(Regard::Nothing, |it| of(&self.world, it))
    }

    /// The folder at which the project of a file begins, as far as that is known.
    pub fn edge_around<'p>(&self, path: &'p Path) -> Option<&'p Path> {
        let is_there = |folder: &&Path| {
            let marks = [EDGE_NAME, CONFIG_NAME].map(|name| folder.join(name));
            marks.iter().any(|mark| self.file(mark).is_some())
        };
        path.ancestors().skip(1).find(is_there)
    }

    /// The bundle, by its index in the [layout](Self::layout), whose schema alone declares all keys of a plain file that
    /// nothing governs.
    pub fn could_govern(&self, file: FileId) -> Option<usize> {
        let source = self.world.file(file).filter(|source| !is_ours(&self.world, *source))?;
        ungoverned::by(&self.world, source)
    }
}

fn of(world: &World, source: File<'_>) -> Regard {
    if source.is_config() || source.is_unreadable() || is_edge_mark(source.path) {
        return Regard::Nothing;
    }
    if is_ours(world, source) {
        return part(world, source).map_or(Regard::Nothing, Regard::Ours);
    }
    match source.kind {
        FileKind::Yaml | FileKind::YamlModule if ungoverned::by(world, source).is_some() => Regard::Ungoverned,
        FileKind::Yaml | FileKind::YamlModule => Regard::Other,
        FileKind::Starlark | FileKind::TextTemplate | FileKind::Config | FileKind::Other => Regard::Nothing,
    }
}

/// `None` for a text that holds no template code.
fn part(world: &World, source: File<'_>) -> Option<FileRole> {
    let facts = source.facts();
    let is_plain = |role: &BundleRole| *role != BundleRole::Member;
    let parts = world.memberships(source.id);
    if facts.has_schema {
        return Some(FileRole::Schema);
    }
    if facts.has_values || facts.modeline.is_some() || parts.iter().any(|(_, role)| is_plain(role)) {
        return Some(FileRole::Values);
    }
    if source.is_for_platform() || kubernetes::is_governed(world, source) {
        return Some(FileRole::Resource);
    }
    let is_text = source.kind == FileKind::TextTemplate;
    (!is_text || source.code().is_there).then_some(FileRole::Template)
}
