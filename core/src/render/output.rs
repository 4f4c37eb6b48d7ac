//! The output: overlays among the documents applied to the others, and all of it as ytt prints it.

use std::collections::VecDeque;

use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{FileOutput, RenderJob, Rendered, RenderedFile, is_empty, positions};
use crate::problem::Problem;
use crate::template::function::Functions;
use crate::template::job::JobSource;
use crate::template::overlay;
use crate::text::{FileId, Place};
use crate::values::fragment::Fragment;
use crate::values::print::{self, PrintFormat};
use crate::values::{Key, Value, ValueKind};

/// The files with their overlays applied, in file order, to the other documents of all of them. Documents without
/// content are gone before: an overlay never sees what stands above the first `---`, when that is only code. A file
/// that has no other documents is not put out; one that overlays emptied is.
pub(super) fn overlaid(
    mut files: Vec<RenderedFile>,
    functions: &dyn Functions,
    problems: &mut Vec<Problem>,
) -> Vec<RenderedFile> {
    let (mut overlays, mut documents, mut homes) = (Vec::new(), Vec::new(), FxHashMap::default());
    for (index, file) in files.iter_mut().enumerate() {
        let FileOutput::Documents(own) = &mut file.output else { continue };
        for document in own.drain(..) {
            if document.annotation("overlay/match").is_some() {
                overlays.push(document);
            } else if !is_empty(&document) {
                homes.entry(document.place).or_insert_with(VecDeque::new).push_back(index);
                documents.push(document);
            }
        }
    }
    if !overlays.is_empty() {
        // ytt makes YAML of computed documents before it lays anything over them, and empty YAML is not printed.
        for document in documents.iter_mut().filter(|document| document.value.kind.is_computed()) {
            document.value.kind = document.value.kind.written();
        }
        documents = overlay::apply(documents, &overlays, functions, problems);
    }
    let with_documents: FxHashSet<usize> = homes.values().flatten().copied().collect();
    put_home(documents, homes, &mut files);
    let is_put_out = |(index, file): &(usize, RenderedFile)| {
        matches!(file.output, FileOutput::Text(_)) || with_documents.contains(index)
    };
    files.into_iter().enumerate().filter(is_put_out).map(|(_, file)| file).collect()
}

/// Puts documents back into their files; one that an overlay inserted stays with the one before it. A file that is given
/// twice is two files.
fn put_home(documents: Vec<Fragment>, mut homes: FxHashMap<Place, VecDeque<usize>>, files: &mut [RenderedFile]) {
    let mut home = 0;
    for document in documents {
        if let Some(homes) = homes.get_mut(&document.place) {
            home = homes.front().copied().unwrap_or(home);
            if homes.len() > 1 {
                homes.pop_front();
            }
        }
        if let Some(RenderedFile { output: FileOutput::Documents(own), .. }) = files.get_mut(home) {
            own.push(document);
        }
    }
}

/// The output as text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrintedOutput {
    /// All documents, where they are printed together.
    pub documents: String,
    /// Each file with its path, where files are wanted: texts first, as they come before YAML for ytt.
    pub files: Vec<(SmolStr, String)>,
    /// Each file with the places of its nodes, where they are wanted, in file order.
    pub files_with_places: Vec<PlacedFile>,
    /// Whether there are texts, which only files can hold.
    pub has_texts: bool,
}

/// The output of one file, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedFile {
    /// The file that it came from.
    pub file: FileId,
    /// Whether it is text; otherwise it is YAML.
    pub is_text: bool,
    /// The output.
    pub printed: print::TextWithOrigins,
}

/// A document of the output that is a resource.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RenderedResource {
    /// The file that it came from.
    pub file: FileId,
    /// The path of that file from the root: where it is put out.
    pub path: SmolStr,
    /// What it holds, with the places in templates that made it.
    pub value: Value,
}

impl Rendered {
    /// Every document as YAML, in order; those that lost their content are left out, and so are texts.
    pub fn yaml(&self) -> String {
        self.documents(PrintFormat::Yaml, &[])
    }

    /// What travels: of the output only what is asked for, as text.
    pub(super) fn only_printed(self, job: &RenderJob) -> Self {
        let printed = job.print.filter(|_| self.is_complete).map(|format| self.printed(format, &job.sources));
        let resources = if self.is_complete { self.resources_of(&job.resources) } else { Vec::new() };
        Self { printed, resources, files: Vec::new(), values: None, ..self }
    }

    /// The documents that are resources of some groups and kinds.
    fn resources_of(&self, types: &[(SmolStr, SmolStr)]) -> Vec<RenderedResource> {
        let types: FxHashSet<&(SmolStr, SmolStr)> = types.iter().collect();
        let mut resources_of = Vec::new();
        for RenderedFile { file, path, output } in self.files.iter().filter(|_| !types.is_empty()) {
            let FileOutput::Documents(documents) = output else { continue };
            let of_types = documents.iter().filter(|document| type_of(document).is_some_and(|it| types.contains(&it)));
            resources_of.extend(of_types.map(|document| {
                let value = placed_value(document, document.place);
                RenderedResource { file: *file, path: path.clone(), value }
            }));
        }
        resources_of
    }

    fn printed(&self, format: PrintFormat, sources: &[JobSource]) -> PrintedOutput {
        let has_texts = self.files.iter().any(|file| matches!(file.output, FileOutput::Text(_)));
        let empty = PrintedOutput { has_texts, ..PrintedOutput::default() };
        match format {
            PrintFormat::Yaml | PrintFormat::Json | PrintFormat::Positions => {
                PrintedOutput { documents: self.documents(format, sources), ..empty }
            }
            PrintFormat::Files => PrintedOutput { files: self.written(), ..empty },
            PrintFormat::Placed => {
                PrintedOutput { files_with_places: self.files.iter().filter_map(placed_file).collect(), ..empty }
            }
        }
    }

    fn documents(&self, format: PrintFormat, sources: &[JobSource]) -> String {
        if format == PrintFormat::Positions {
            return positions::print(&self.files, sources);
        }
        let documents = self.files.iter().flat_map(|file| match &file.output {
            FileOutput::Documents(documents) => documents.as_slice(),
            FileOutput::Text(_) => &[],
        });
        print::documents(printable(documents), format)
    }

    fn written(&self) -> Vec<(SmolStr, String)> {
        let texts = self.files.iter().filter_map(|file| match &file.output {
            FileOutput::Text(text) => Some((file.path.clone(), text.text.clone())),
            FileOutput::Documents(_) => None,
        });
        let yaml = |file: &RenderedFile| match &file.output {
            FileOutput::Documents(documents) => {
                Some((file.path.clone(), print::documents(printable(documents), PrintFormat::Yaml)))
            }
            FileOutput::Text(_) => None,
        };
        let mut written = folder_by_folder(texts.collect(), 0);
        written.extend(self.files.iter().filter_map(yaml));
        written
    }
}

/// The group and the kind of a document that is a resource.
fn type_of(document: &Fragment) -> Option<(SmolStr, SmolStr)> {
    let text = |name: &str| {
        let is_named = |child: &&Fragment| matches!(child.key(), Some(Key::String(key)) if key == name);
        match &document.children().find(is_named)?.value.kind {
            ValueKind::String(text) => Some(text.clone()),
            _ => None,
        }
    };
    let version = text("apiVersion")?;
    Some((version.rsplit_once('/').map_or_else(SmolStr::default, |(group, _)| group.into()), text("kind")?))
}

/// The output of a file with its places; `None` where there is none.
fn placed_file(RenderedFile { file, output, .. }: &RenderedFile) -> Option<PlacedFile> {
    let printed = match output {
        FileOutput::Text(text) => print::TextWithOrigins::clone(text),
        FileOutput::Documents(documents) => placed_documents(documents)?,
    };
    Some(PlacedFile { file: *file, is_text: matches!(output, FileOutput::Text(_)), printed })
}

fn placed_documents(documents: &[Fragment]) -> Option<print::TextWithOrigins> {
    let mut printed: Option<print::TextWithOrigins> = None;
    for document in documents.iter().filter(|document| !is_empty(document)) {
        let next = print::with_origins(&placed_value(document, document.place));
        printed = Some(match printed {
            None => next,
            Some(before) => before.followed_by(document.place, next),
        });
    }
    printed
}

/// The value of a node. What code computed has no places of its own, but that of the node which holds it.
fn placed_value(node: &Fragment, around: Place) -> Value {
    let known = |place: Place| if place == Place::NOWHERE { around } else { place };
    let place = known(node.place);
    let kind = node.value.kind.with_children(|child| {
        let own = if child.place == Place::NOWHERE { place } else { child.place };
        Fragment { place: own, value: placed_value(child, place), ..child.clone() }
    });
    Value { origin: known(node.value.origin), kind }
}

/// Files in the order in which ytt evaluates them: those of a folder, then those of the folders in it, one after the
/// other. Up to `start` their paths are the same.
fn folder_by_folder(files: Vec<(SmolStr, String)>, start: usize) -> Vec<(SmolStr, String)> {
    let folder = |path: &str| path.get(start..).and_then(|rest| rest.find('/')).map_or(start, |end| start + end + 1);
    let mut folders: IndexMap<SmolStr, Vec<(SmolStr, String)>> = IndexMap::new();
    let mut ordered = Vec::new();
    for file in files {
        match folder(&file.0) {
            end if end == start => ordered.push(file),
            end => folders.entry(file.0[..end].into()).or_default().push(file),
        }
    }
    ordered.extend(folders.into_iter().flat_map(|(folder, files)| folder_by_folder(files, folder.len())));
    ordered
}

/// The values of documents that are not empty.
fn printable<'a>(documents: impl IntoIterator<Item = &'a Fragment>) -> impl Iterator<Item = Value> {
    documents.into_iter().filter(|document| !is_empty(document)).map(|document| document.value.clone())
}
