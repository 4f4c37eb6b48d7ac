//! The output: overlays among the documents applied to the others, and all of it as ytt prints it.

use rustc_hash::FxHashMap;

use super::{Output, Rendered, RenderedFile};
use crate::problem::Problem;
use crate::template::fragment::{Content, Fragment};
use crate::template::function::Functions;
use crate::template::overlay;
use crate::text::Place;
use crate::values::{ValueKind, print};

/// The files with their overlays applied, in file order, to the other documents of all of them. Documents without
/// content are gone before: an overlay never sees what stands above the first `---`, when that is only code.
pub(super) fn overlaid(
    mut files: Vec<RenderedFile>,
    functions: &dyn Functions,
    problems: &mut Vec<Problem>,
) -> Vec<RenderedFile> {
    let (mut overlays, mut documents, mut homes) = (Vec::new(), Vec::new(), FxHashMap::default());
    for (index, file) in files.iter_mut().enumerate() {
        let Output::Documents(own) = &mut file.output else { continue };
        for document in own.drain(..) {
            if document.annotation("overlay/match").is_some() {
                overlays.push(document);
            } else if !is_empty(&document) {
                homes.insert(document.place, index);
                documents.push(document);
            }
        }
    }
    if !overlays.is_empty() {
        documents = overlay::apply(documents, &overlays, functions, problems);
    }
    put_home(documents, &homes, &mut files);
    files
}

/// Puts documents back into their files; one that an overlay inserted stays with the one before it.
fn put_home(documents: Vec<Fragment>, homes: &FxHashMap<Place, usize>, files: &mut [RenderedFile]) {
    let mut home = 0;
    for document in documents {
        home = homes.get(&document.place).copied().unwrap_or(home);
        if let Some(RenderedFile { output: Output::Documents(own), .. }) = files.get_mut(home) {
            own.push(document);
        }
    }
}

impl Rendered {
    /// Every document as YAML, in order; those that lost their content are left out, and so are texts.
    pub fn yaml(&self) -> String {
        let documents = self.files.iter().flat_map(|file| match &file.output {
            Output::Documents(documents) => documents.as_slice(),
            Output::Text(_) => &[],
        });
        let texts: Vec<String> = documents.filter(|document| !is_empty(document)).map(printed).collect();
        texts.join("---\n")
    }
}

/// Whether ytt prints nothing for it: it is null, or a map or an array of which nothing is left.
fn is_empty(document: &Fragment) -> bool {
    match &document.content {
        Content::Scalar(ValueKind::Null) => true,
        Content::Mapping(collection) | Content::Sequence(collection) => collection.children.is_empty(),
        Content::Scalar(_) | Content::Unknown => false,
    }
}

fn printed(document: &Fragment) -> String {
    print::yaml(&document.value())
}
