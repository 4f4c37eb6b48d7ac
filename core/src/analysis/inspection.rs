//! What is wrong with template code that did not run, because something before it is wrong: it would be the next thing
//! that is wrong, so it stays while a line elsewhere is half typed.

use std::path::Path;

use rustc_hash::FxHashSet;

use super::source_file::{Kind, SourceFile};
use super::world::World;
use crate::problem::{Problem, Severity};
use crate::template::evaluate::path::{Base, index_of};
use crate::text::FileId;
use crate::workspace::{Bundle, SourcePath};

/// What is wrong with the code of a file by itself, where a bundle is not rendered to its end. Schemas and values are
/// evaluated before, which says the same.
pub(super) fn of_template<'w>(world: &'w World, bundle: &Bundle, source: &'w SourceFile) -> &'w [Problem] {
    let is_evaluated = source.facts().has_schema || source.facts().has_values;
    let has_code = !is_evaluated && world.code(source).is_there;
    if has_code && runs(world, bundle, source, &mut FxHashSet::default()) { source.inspected() } else { &[] }
}

/// The same for schemas and values that are no YAML, and so are not evaluated.
pub(super) fn of_incomplete<'w>(world: &'w World, source: &'w SourceFile) -> &'w [Problem] {
    let is_ours = source.facts().has_schema || source.facts().has_values;
    let Some(document) = source.document().filter(|_| is_ours && world.limits.is_some()) else { return &[] };
    let is_incomplete = document.stream().problems.iter().any(|problem| problem.severity == Severity::Error);
    if is_incomplete && world.code(source).is_there { source.inspected() } else { &[] }
}

/// Whether the code of a file runs when its bundle is rendered: that of templates does, that of other files when
/// somebody loads them. Which libraries are evaluated is known to code alone.
fn runs(world: &World, bundle: &Bundle, source: &SourceFile, seen: &mut FxHashSet<FileId>) -> bool {
    if !is_module(source) {
        return true;
    }
    let Some(name) = source.path.file_name().and_then(|name| name.to_str()) else { return false };
    seen.insert(source.id);
    let others = bundle.sources.iter().filter_map(|path| Some((path, world.file(path.file)?)));
    let users: Vec<&SourceFile> = others
        .filter(|(path, other)| !seen.contains(&other.id) && loads(world, bundle, (path, other), (name, source.id)))
        .map(|(_, other)| other)
        .collect();
    users.into_iter().any(|user| runs(world, bundle, user, seen))
}

/// Whether the code of a file names another one, which has this file name, to load it.
fn loads(
    world: &World,
    bundle: &Bundle,
    (path, source): (&SourcePath, &SourceFile),
    (name, wanted): (&str, FileId),
) -> bool {
    let mut named = world.code(source).loads.iter().filter(|load| load.ends_with(name)).peekable();
    if named.peek().is_none() {
        return false;
    }
    let base = Base::of_file(&path.path);
    let found = |load: &str| bundle.sources.get(index_of(load, &base, &bundle.sources)?);
    named.any(|load| found(load).is_some_and(|it| it.file == wanted))
}

/// Whether it only runs when it is loaded.
fn is_module(source: &SourceFile) -> bool {
    let is_marked = || source.path.file_stem().is_some_and(|stem| Path::new(stem).extension() == Some("lib".as_ref()));
    source.kind.is_module() || source.kind == Kind::TextTemplate && is_marked()
}
