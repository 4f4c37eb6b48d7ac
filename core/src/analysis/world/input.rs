//! What a computation asks of the world besides texts and results: each input has a name, so it is recorded once
//! however often it is asked, and whether the value is still the same is found out by asking again.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::source_file::SourceFile;
use super::super::subject::BundleId;
use super::World;
use crate::choreo::index::Index;
use crate::diff::ChangesSince;
use crate::kubernetes::index::DefinitionIndex;
use crate::text::FileId;
use crate::workspace::{BundleRole, Layout};

/// Something that is quickly found out again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Input {
    /// Which file stands at a path?
    FileAt(PathBuf),
    /// Which files are there, in which versions?
    Files,
    /// Which `sayl.toml` counts for the files of a folder, in which version?
    Config(PathBuf),
    /// How do the schemas of a file differ from those of a revision?
    Changes(FileId),
    /// Which bundles are there?
    Layout,
    /// Which bundles does a file take part in?
    Memberships(FileId),
    /// Which bundles may load or read a file?
    Readers(FileId),
    /// Which bundles could govern a file, where several could?
    Candidates(FileId),
    /// Why does no bundle govern a values file?
    Unattached(FileId),
    /// Which bundles could a plain file in a folder belong to?
    Nearest(PathBuf),
    /// Is a file a template of Helm?
    IsHelmTemplate(FileId),
    /// Is a file a patch of Kustomize?
    IsPatch(FileId),
    /// Which resources of OpenChoreo does the project around a folder have?
    Resources(PathBuf),
    /// Which resources does the project around a folder define?
    Definitions(PathBuf),
    /// Does anybody look at the output that a bundle has with the values of an alternative?
    IsWatched(BundleId, Option<FileId>),
}

/// The value of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum InputValue {
    Is(bool),
    File(Option<FileId>),
    Version(Option<u64>),
    Changes(Option<Arc<ChangesSince>>),
    Parts(Box<[(BundleId, BundleRole)]>),
    Bundles(Option<Box<[BundleId]>>),
    Reason(Option<Box<str>>),
    /// An index stays the same one while nothing in it changes, so comparing is quick.
    Resources(Arc<Index>),
    Definitions(Arc<DefinitionIndex>),
}

impl World {
    /// The value as it is now.
    pub(super) fn input_value(&self, input: &Input) -> InputValue {
        let layout = || -> &Layout { &self.layout_state().layout };
        let of_index = |index: &usize| self.bundle_id(*index);
        let named = |bundles: &Vec<usize>| bundles.iter().map(of_index).collect();
        match input {
            Input::FileAt(path) => InputValue::File(self.state.known(path)),
            Input::Files => InputValue::Version(Some(self.state.last_stamp)),
            Input::Config(folder) => {
                InputValue::Version(self.state.config_of(folder).map(|file: &SourceFile| file.stamp))
            }
            Input::Changes(file) => InputValue::Changes(self.state.changes.get(file).cloned()),
            Input::Layout => InputValue::Version(Some(self.state.layout_revision)),
            Input::Memberships(file) => {
                let parts = layout().memberships(*file).iter();
                InputValue::Parts(parts.map(|(index, role)| (of_index(index), *role)).collect())
            }
            Input::Readers(file) => InputValue::Bundles(layout().readers.get(file).map(named)),
            Input::Candidates(file) => InputValue::Bundles(layout().ambiguous.get(file).map(named)),
            Input::Unattached(file) => {
                InputValue::Reason(layout().unattached.get(file).map(|reason| reason.as_str().into()))
            }
            Input::Nearest(folder) => InputValue::Bundles(layout().nearest.get(folder).map(named)),
            Input::IsHelmTemplate(file) => InputValue::Is(layout().helm_templates.contains(file)),
            Input::IsPatch(file) => InputValue::Is(layout().patches.contains(file)),
            Input::Resources(folder) => InputValue::Resources(self.indexes().around(folder).clone()),
            Input::Definitions(folder) => InputValue::Definitions(self.definition_indexes().around(folder).clone()),
            Input::IsWatched(bundle, alternative) => {
                InputValue::Is(self.state.caches.is_watched(*bundle, *alternative))
            }
        }
    }
}

/// The folder of a file.
pub(super) fn folder_of(path: &Path) -> PathBuf {
    path.parent().unwrap_or(path).to_path_buf()
}
