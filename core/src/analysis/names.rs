//! The names in template code across files: what a `load` leads to, what defines a name, and who loads it.
//!
//! Nothing of it is computed on an edit: the names of a file are found when they are asked for, and kept with its
//! version.

use std::path::Path;

use super::Analysis;
use super::world::{File, World};
use crate::template::evaluate::path::{LoadBase, Pathed as _, index_of};
use crate::template::names::{Binding, BindingId, LoadedName, Names};
use crate::text::{FileId, TextSize};
use crate::workspace::Bundle;

mod readings;
mod values;

pub use readings::{DataValueReading, NamedKey, ReadingsCollector};
pub use values::{CodeValues, DataValue, Turn};

/// How many names a name is followed through.
const DEEPEST: usize = 32;

/// What a `load` leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadTarget<'p> {
    /// A module of ytt, by its name without `@ytt:`.
    Module(&'p str),
    /// A file of the bundle or of its libraries.
    File(FileId),
}

/// What a name in code is in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameOrigin<'a> {
    /// A binding of this or another file.
    Binding(FileId, BindingId),
    /// What a module of ytt has under a name, both without `@ytt:`.
    Module(&'a str, &'a str),
}

impl Analysis {
    /// The names in the template code of a file; `None` if it holds no code.
    pub fn names(&self, file: FileId) -> Option<&Names> {
        self.world.code_names(file)
    }

    /// What the path of a `load` in a file leads to.
    pub fn load_target<'p>(&self, file: FileId, path: &'p str) -> Option<LoadTarget<'p>> {
        self.world.load_target(file, path)
    }

    /// What a binding is, followed through `load`s to where it gets its value; itself if nothing is loaded, or where
    /// that leads nowhere.
    pub fn origin(&self, file: FileId, binding: BindingId) -> NameOrigin<'_> {
        self.world.origin(file, binding)
    }

    /// What a name in a file means at an offset, whether it is written there or not, in the end.
    pub fn meaning(&self, file: FileId, name: &str, offset: TextSize) -> Option<NameOrigin<'_>> {
        Some(self.origin(file, self.names(file)?.lookup(name, offset)?))
    }

    /// Every file whose code may see a file: those of its bundles that hold code, itself included.
    pub fn files_with_code(&self, file: FileId) -> Vec<FileId> {
        let layout = self.world.layout();
        let bundles = layout.readers(file).iter().filter_map(|index| layout.bundles.get(*index));
        let mut files: Vec<FileId> =
            bundles.flat_map(|bundle| &bundle.sources).map(|source| source.file).chain([file]).collect();
        files.sort_unstable();
        files.dedup();
        files.retain(|file| self.names(*file).is_some());
        files
    }

    /// The files whose code loads a file, or another of that name.
    pub(super) fn loading(&self, file: FileId) -> Vec<FileId> {
        self.world.loading(file)
    }

    /// The names that a file loads from another, each with the name that it has there.
    pub fn loaded_from(&self, file: FileId, other: FileId) -> Vec<(BindingId, &LoadedName)> {
        self.world.loaded_from(file, other)
    }
}

impl World {
    pub(super) fn code_names(&self, file: FileId) -> Option<&Names> {
        let file = self.file(file).filter(|file| file.code().is_there)?;
        Some(file.names())
    }

    /// What the path of a `load` in a file leads to.
    pub(super) fn load_target<'p>(&self, file: FileId, path: &'p str) -> Option<LoadTarget<'p>> {
        self.readers(file).iter().find_map(|index| load_target_in(self.bundle(*index), file, path)).or_else(|| {
            let module = path.strip_prefix("@ytt:")?;
            Some(LoadTarget::Module(module))
        })
    }

    /// What a binding is, followed through `load`s to where it gets its value.
    pub(super) fn origin(&self, file: FileId, binding: BindingId) -> NameOrigin<'_> {
        let mut at = (file, binding);
        for _ in 0..DEEPEST {
            match self.next_origin(at.0, at.1) {
                Some(NameOrigin::Binding(file, binding)) if (file, binding) != at => at = (file, binding),
                Some(module @ NameOrigin::Module(..)) => return module,
                _ => break,
            }
        }
        NameOrigin::Binding(at.0, at.1)
    }

    fn next_origin(&self, file: FileId, binding: BindingId) -> Option<NameOrigin<'_>> {
        let names = self.code_names(file)?;
        let loaded = names.binding(binding).and_then(Binding::loaded)?;
        match self.load_target(file, &names.loads.get(loaded.load)?.path)? {
            LoadTarget::Module(module) => Some(NameOrigin::Module(module, &loaded.name)),
            LoadTarget::File(other) => {
                Some(NameOrigin::Binding(other, self.code_names(other)?.exported(&loaded.name)?))
            }
        }
    }

    /// The files whose code loads a file, or another of that name.
    pub(super) fn loading(&self, file: FileId) -> Vec<FileId> {
        let path = self.file(file).map(|file| &**file.path);
        let Some(name) = path.and_then(Path::file_name).and_then(|name| name.to_str()) else { return Vec::new() };
        let bundles = self.readers(file).iter().map(|index| self.bundle(*index));
        let sources = bundles.flat_map(|bundle| &bundle.sources).map(|source| source.file);
        let names_it = |other: &FileId| {
            let code = self.file(*other).map(File::code);
            *other != file && code.is_some_and(|code| code.loads.iter().any(|load| load.ends_with(name)))
        };
        let mut files: Vec<FileId> = sources.filter(names_it).collect();
        files.sort_unstable();
        files.dedup();
        files
    }

    /// The names that a file loads from another, each with the name that it has there.
    pub(super) fn loaded_from(&self, file: FileId, other: FileId) -> Vec<(BindingId, &LoadedName)> {
        let Some(names) = self.code_names(file) else { return Vec::new() };
        let leads_there = |load: usize| {
            let path = names.loads.get(load).map(|load| load.path.as_str());
            path.and_then(|path| self.load_target(file, path)) == Some(LoadTarget::File(other))
        };
        let bindings = names.bindings.iter().enumerate();
        let loaded = bindings.filter_map(|(index, binding)| Some((BindingId(index), binding.loaded()?)));
        loaded.filter(|(_, loaded)| leads_there(loaded.load)).collect()
    }
}

fn load_target_in<'p>(bundle: &Bundle, file: FileId, path: &'p str) -> Option<LoadTarget<'p>> {
    let own = bundle.sources.iter().find(|source| source.file == file)?;
    if let Some(name) = path.strip_prefix("@ytt:") {
        return Some(LoadTarget::Module(name));
    }
    let index = index_of(path, &LoadBase::of_file(&own.path), &bundle.sources)?;
    bundle.sources.get(index).filter(|source| source.is_loadable()).map(|source| LoadTarget::File(source.file))
}
