//! The folders around a file: where what it refers to may be, and who refers to it. How far they are looked through is
//! for whoever knows what is lacking.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::{Loader, MAX_FILES_AROUND};
use crate::cancel::{CancelToken, Cancelled};
use crate::vfs::{LoadedFile, ReadError, Vfs};
use crate::workspace::CONFIG_NAME;

/// A folder and those around it, as far as the project's edge: the innermost with `.git` or `sayl.toml`. Neither the root
/// of the disk nor a [common](Vfs::is_common) folder around it is anybody's project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surroundings {
    /// The folder itself first, the edge last. Where nothing marks the edge, a few levels, so that nobody's whole home
    /// is read.
    pub folders: Vec<PathBuf>,
    /// Whether the last of them is the edge.
    pub has_edge: bool,
}

impl Surroundings {
    /// The surroundings of a folder.
    pub fn of(vfs: &dyn Vfs, folder: &Path) -> Self {
        let is_there = |path: PathBuf| !matches!(vfs.read(&path), Err(ReadError::NotFound));
        let is_edge = |folder: &Path| is_there(folder.join(".git")) || is_there(folder.join(CONFIG_NAME));
        let edge = folder.ancestors().position(is_edge);
        let around = folder.ancestors().take(edge.unwrap_or(LEVELS_WITHOUT_EDGE) + 1);
        let is_own = |around: &&Path| around.parent().is_some() && (*around == folder || !vfs.is_common(around));
        let folders: Vec<PathBuf> = around.take_while(is_own).map(Path::to_path_buf).collect();
        let has_edge = edge.is_some_and(|edge| edge < folders.len());
        Self { folders, has_edge }
    }

    /// The folders around a path: for a file from its own on, for a folder, all below which is known, from the next on.
    pub fn of_path(vfs: &dyn Vfs, path: &Path) -> Self {
        if !matches!(vfs.read(path), Err(ReadError::IsFolder)) {
            return Self::of(vfs, path.parent().unwrap_or(path));
        }
        let mut around = Self::of(vfs, path);
        around.folders.retain(|folder| folder != path);
        around
    }

    /// Reads all of the project, and what it needs from elsewhere; `None` where nothing marks its edge, or where it
    /// holds too many files to be read at once.
    pub fn project(&self, vfs: &dyn Vfs, cancel: &CancelToken) -> Result<Option<Vec<LoadedFile>>, Cancelled> {
        match self.folders.last().filter(|_| self.has_edge) {
            Some(edge) => below_if_small(vfs, edge, &BTreeSet::new(), cancel),
            None => Ok(None),
        }
    }

    /// Reads one folder after the other, the innermost first, until one holds too many files or `take` has enough. It
    /// is given the files of each that were not known before, and what they need.
    pub fn outwards(
        &self,
        vfs: &dyn Vfs,
        mut known: BTreeSet<PathBuf>,
        take: &mut dyn FnMut(Vec<LoadedFile>) -> ControlFlow<()>,
        cancel: &CancelToken,
    ) -> Result<(), Cancelled> {
        for folder in &self.folders {
            let Some(files) = below_if_small(vfs, folder, &known, cancel)? else { break };
            known.extend(files.iter().map(|(path, _)| path.clone()));
            if !files.is_empty() && take(files).is_break() {
                break;
            }
        }
        Ok(())
    }
}

/// The files below a folder that are not known yet, and what they need; `None` where there are too many.
fn below_if_small(
    vfs: &dyn Vfs,
    folder: &Path,
    known: &BTreeSet<PathBuf>,
    cancel: &CancelToken,
) -> Result<Option<Vec<LoadedFile>>, Cancelled> {
    let mut loader = Loader::new(vfs, &|_| {}, cancel);
    loader.seen.clone_from(known);
    let Some(files) = vfs.files_below_if_few(folder, MAX_FILES_AROUND) else { return Ok(None) };
    loader.those_of(folder, files)?;
    loader.files_with_what_they_need().map(Some)
}

/// How many folders out is looked where nothing marks the project's edge.
const LEVELS_WITHOUT_EDGE: usize = 3;
