//! Names that are there once they are loaded: modules, and functions of other files of the bundle; and the line that
//! loads one.

use rustc_hash::FxHashSet;

use super::function::Callable;
use crate::analysis::Analysis;
use crate::analysis::names::LoadTarget;
use crate::ide::annotation_docs::Editions;
use crate::ide::line::line_at;
use crate::template::code_docs::{self, MembersDoc};
use crate::template::names::Names;
use crate::text::{FileId, TextRange, TextSize};
use crate::workspace::{is_starlark, is_text_template};

/// What a file may load, and where.
pub(in crate::ide) struct Imports<'a> {
    analysis: &'a Analysis,
    file: FileId,
    /// Where the line goes.
    place: TextRange,
}

impl<'a> Imports<'a> {
    /// Loads for code at an offset: below the last one above it, else below the comments that the file begins with.
    pub(in crate::ide) fn above(analysis: &'a Analysis, file: FileId, offset: TextSize) -> Self {
        let place = below_loads(analysis, file, offset).or_else(|| below_comments(analysis, file, offset));
        Self { analysis, file, place: TextRange::empty(place.unwrap_or_default()) }
    }

    /// The modules of the edition.
    pub(in crate::ide) fn modules(&self) -> impl Iterator<Item = &'static MembersDoc> {
        let has_older = self.analysis.has_older_modules(self.file);
        code_docs::modules().into_iter().filter(move |it| it.editions == Editions::All || has_older)
    }

    /// The functions of other files of the bundle, each with the path that leads to it.
    pub(in crate::ide) fn functions(&self) -> Vec<(String, &'a str, Callable)> {
        let mut seen = FxHashSet::default();
        // What is in a library is its own affair.
        let paths = self.analysis.loadable(self.file).into_iter().filter(|path| !path.starts_with('@'));
        let mut found = Vec::new();
        for path in paths {
            let Some(LoadTarget::File(file)) = self.analysis.load_target(self.file, &path) else { continue };
            let Some(names) = self.analysis.names(file).filter(|_| seen.insert(file)) else { continue };
            found.extend(exported(names).map(|(name, callable)| (path.clone(), name, callable)));
        }
        found
    }

    /// The line that loads a name, and where it goes.
    pub(in crate::ide) fn line(&self, path: &str, name: &str) -> (TextRange, String) {
        let load = format!("load(\"{path}\", \"{name}\")");
        let line = match self.analysis.path(self.file) {
            path if is_starlark(path) => format!("{load}\n"),
            path if is_text_template(path) => format!("(@ {load} -@)\n"),
            _ => format!("#@ {load}\n"),
        };
        (self.place, line)
    }
}

/// The path of a module.
pub(in crate::ide) fn module_path(module: &MembersDoc) -> String {
    format!("@ytt:{}", module.name)
}

/// The functions that a file offers to others.
fn exported(names: &Names) -> impl Iterator<Item = (&str, Callable)> {
    names.bindings.iter().filter_map(|binding| {
        let function = binding.function()?;
        let exported = names.exported(&binding.name).and_then(|id| names.binding(id))?;
        let callable = Callable::defined(&binding.name, function);
        std::ptr::eq(exported, binding).then_some((binding.name.as_str(), callable))
    })
}

fn below_loads(analysis: &Analysis, file: FileId, offset: TextSize) -> Option<TextSize> {
    let bindings = analysis.names(file)?.bindings.iter().filter(|binding| binding.loaded().is_some());
    let ends = bindings.flat_map(|binding| &binding.definitions).map(|definition| definition.whole.end());
    let last = ends.filter(|end| *end <= offset).max()?;
    line_at(analysis.document(file)?.rope(), last).next
}

fn below_comments(analysis: &Analysis, file: FileId, offset: TextSize) -> Option<TextSize> {
    let rope = analysis.document(file)?.rope();
    let mut line = line_at(rope, TextSize::new(0));
    while let Some(next) = line.next.filter(|next| line.text.starts_with("#!") && *next <= offset) {
        line = line_at(rope, next);
    }
    Some(line.start)
}
