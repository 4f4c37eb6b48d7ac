//! Which definitions there are, and who uses them: names only, so that it stays while definitions change inside.

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::{Definition, ResourceType};
use crate::text::FileId;

/// A definition, by the file and the index of its document.
pub type DefinitionLocation = (FileId, usize);

/// What of a definition others may notice: where it stands, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionOutline {
    /// The index of its document.
    pub document: usize,
    /// The type of the resources.
    pub of: ResourceType,
    /// Whether the API server has this version.
    pub is_served: bool,
}

impl DefinitionOutline {
    /// The outline of a definition.
    pub fn of(document: usize, definition: &Definition) -> Self {
        Self { document, of: definition.of.clone(), is_served: definition.is_served }
    }
}

/// Stands for the document where an OpenAPI document defines something.
pub const OPEN_API: usize = usize::MAX;

/// The definitions of a project by type.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct DefinitionIndex {
    groups: FxHashMap<SmolStr, FxHashMap<SmolStr, Vec<DefinedVersion>>>,
}

/// A version of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinedVersion {
    /// Its name.
    pub name: SmolStr,
    /// Whether the API server has it.
    pub is_served: bool,
    /// Where it is defined.
    pub location: DefinitionLocation,
}

impl DefinitionIndex {
    /// Adds the definitions of a file.
    pub fn add_file(&mut self, file: FileId, outlines: &[DefinitionOutline]) {
        for DefinitionOutline { document, of, is_served } in outlines {
            let kinds = self.groups.entry(of.group.clone()).or_default();
            let location = (file, *document);
            let version = DefinedVersion { name: of.version.clone(), is_served: *is_served, location };
            kinds.entry(of.kind.clone()).or_default().push(version);
        }
    }

    /// Adds what an OpenAPI document defines.
    pub fn add_open_api<'t>(&mut self, file: FileId, types: impl Iterator<Item = &'t ResourceType>) {
        let outline = |of: &ResourceType| DefinitionOutline { document: OPEN_API, of: of.clone(), is_served: true };
        let outlines: Vec<DefinitionOutline> = types.map(outline).collect();
        self.add_file(file, &outlines);
    }

    /// Whether nothing is defined.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Whether anything is defined in a group.
    pub fn has_group(&self, group: &str) -> bool {
        self.groups.contains_key(group)
    }

    /// The kinds of a group, in no order.
    pub fn kinds(&self, group: &str) -> impl Iterator<Item = &SmolStr> {
        self.groups.get(group).into_iter().flat_map(FxHashMap::keys)
    }

    /// The versions of a kind, in the order of files; one may be defined several times.
    pub fn versions(&self, group: &str, kind: &str) -> &[DefinedVersion] {
        self.groups.get(group).and_then(|kinds| kinds.get(kind)).map(Vec::as_slice).unwrap_or_default()
    }

    /// Every kind with its versions, in no order.
    pub fn all(&self) -> impl Iterator<Item = (&SmolStr, &SmolStr, &[DefinedVersion])> {
        let groups = self.groups.iter();
        groups.flat_map(|(group, kinds)| kinds.iter().map(move |(kind, versions)| (group, kind, versions.as_slice())))
    }
}
