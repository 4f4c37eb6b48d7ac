//! What is wrong with template code that did not run, because something before it is wrong: it would be the next thing
//! that is wrong, so it stays while a line elsewhere is half typed. And the other way round: which problems stand against
//! the inspection of a schema or of values, behind which ytt runs nothing.

use std::path::Path;

use rustc_hash::FxHashSet;

use super::bundle;
use super::kind::FileKind;
use super::world::{File, World};
use crate::problem::{Code, Problem, Severity};
use crate::schema::headers;
use crate::template::evaluate::path::{LoadBase, index_of};
use crate::text::{FileId, Place};
use crate::workspace::{Bundle, BundleRole, SourcePath};

/// What of a bundle is inspected. What comes behind it in ytt's order is not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inspected {
    /// The schema.
    Schema,
    /// The final data values, and so the schema.
    Values,
}

/// What a problem is known by: its code, and its place from the start of its file.
type ProblemIdentity = (Code, Place);

/// Which problems of one file stand against an inspection: ytt reads every YAML file and every flag first, then evaluates
/// schemas, then values. Libraries and templates are not evaluated.
pub struct BlockingProblems<'w> {
    world: &'w World,
    file: FileId,
    inspected: Inspected,
    /// What the text of the file shows by itself.
    of_text: FxHashSet<ProblemIdentity>,
    /// What is found where the bundles around it are evaluated.
    of_bundles: FxHashSet<ProblemIdentity>,
    /// Whether documents stand beside the schemas of the file that may not stand there.
    has_mixed_schemas: bool,
}

impl<'w> BlockingProblems<'w> {
    /// `of_text`: what the text of the file shows by itself.
    pub(super) fn of(world: &'w World, file: FileId, inspected: Inspected, of_text: &[Problem]) -> Self {
        let known = |problem: &Problem| Some((problem.code, world.absolute(problem.place)?));
        let of_text = of_text.iter().filter_map(known).collect();
        let wants_values = inspected == Inspected::Values;
        let is_early = |it: &&Problem| wants_values || it.place.file == FileId::NONE && it.code.is_of_reading();
        let mut of_bundles = FxHashSet::default();
        for index in world.bundles_around(file) {
            of_bundles.extend(bundle::compiled(world, index).problems.iter().filter_map(known));
            of_bundles.extend(bundle::merged(world, index).problems.iter().filter(is_early).filter_map(known));
            if wants_values {
                of_bundles.extend(bundle::checked(world, index).problems.iter().filter_map(known));
            }
        }
        let document = world.file(file).and_then(File::document);
        let has_mixed_schemas = document.is_some_and(|document| headers::has_mixed_schemas(document.stream()));
        Self { world, file, inspected, of_text, of_bundles, has_mixed_schemas }
    }

    /// Whether a problem of the file, with its place absolute, is one of them.
    pub fn contains(&self, problem: &Problem) -> bool {
        self.world.file(self.file).is_some_and(|source| self.is_of_text(source, problem))
            || self.of_bundles.contains(&(problem.code, problem.place))
    }

    /// Whether a problem is found in the text of a file that the inspection looks at: whether it is YAML, whether a
    /// header stands at a node, and of schemas and values whatever their text alone shows. What else is said of those is
    /// known of their bundle, or is about rendering.
    fn is_of_text(&self, source: File<'_>, problem: &Problem) -> bool {
        let roles = self.world.memberships(source.id);
        // What is marked as plain is read when it is printed.
        let is_read = source.kind.is_yaml() || roles.iter().any(|(_, role)| *role != BundleRole::Member);
        if source.kind.is_module() || roles.is_empty() || !is_read {
            return false;
        }
        let (facts, inspected) = (source.facts(), self.inspected);
        let is_shown = || self.of_text.contains(&(problem.code, problem.place));
        match problem.code {
            code if code.is_of_reading() => true,
            Code::RepeatedAnnotation | Code::UnknownHeaderArgument if header(source, problem).is_some() => {
                is_header(source, problem, inspected)
            }
            Code::MixedDocuments if inspected == Inspected::Schema => self.has_mixed_schemas,
            // Annotations of overlays matter where they are laid, and those of templates are not.
            Code::MisplacedAnnotation => {
                let is_evaluated = facts.has_schema || facts.has_values;
                is_header(source, problem, inspected) || inspected == Inspected::Values && is_evaluated
            }
            Code::RuleViolation | Code::UnusedLibraryDocument => false,
            Code::AnnotationInPlainValues => true,
            _ if facts.has_schema && is_shown() => true,
            // Documents of libraries are collected as well.
            Code::UnknownHeaderArgument | Code::MixedDocuments if source.holds(headers::holds_schema_of_any) => true,
            _ if inspected == Inspected::Schema => false,
            Code::UnknownHeaderArgument | Code::MixedDocuments => source.holds(headers::holds_values_of_any),
            _ if facts.has_values => is_shown(),
            // Values of a library are evaluated as well, and laid over its own when it is.
            code => code.is_of_evaluation() && source.holds(headers::holds_values_of_any),
        }
    }
}

/// Whether a problem is about a header of which the inspection collects the documents.
fn is_header(source: File<'_>, problem: &Problem, inspected: Inspected) -> bool {
    header(source, problem).is_some_and(|of| of == Inspected::Schema || inspected == Inspected::Values)
}

/// What the header is of that a problem is about: the one on its line.
fn header(source: File<'_>, problem: &Problem) -> Option<Inspected> {
    let text = source.shared_text()?;
    let above = text.get(..usize::from(problem.place.range.start()))?;
    let line = text.get(above.rfind('\n').map_or(0, |at| at + 1)..)?;
    match line.trim_start().strip_prefix("#@")?.split_whitespace().next()? {
        "data/values-schema" => Some(Inspected::Schema),
        "data/values" => Some(Inspected::Values),
        _ => None,
    }
}

/// What is wrong with the code of a file by itself, where a bundle is not rendered to its end. Schemas and values are
/// evaluated before, which says the same.
pub(super) fn of_template<'w>(world: &'w World, bundle: &Bundle, source: File<'w>) -> &'w [Problem] {
    let is_evaluated = source.facts().has_schema || source.facts().has_values;
    let has_code = !is_evaluated && source.code().is_there;
    if has_code && runs(world, bundle, source, &mut FxHashSet::default()) { source.inspected() } else { &[] }
}

/// The same for schemas and values that are no YAML, and so are not evaluated.
pub(super) fn of_incomplete<'w>(world: &'w World, source: File<'w>) -> &'w [Problem] {
    let is_ours = source.facts().has_schema || source.facts().has_values;
    let Some(document) = source.document().filter(|_| is_ours && world.limits().is_some()) else { return &[] };
    let is_incomplete = document.stream().problems.iter().any(|problem| problem.severity == Severity::Error);
    if is_incomplete && source.code().is_there { source.inspected() } else { &[] }
}

/// Whether the code of a file runs when its bundle is rendered: that of templates does, that of other files when
/// somebody loads them. Which libraries are evaluated is known to code alone.
fn runs(world: &World, bundle: &Bundle, source: File<'_>, seen: &mut FxHashSet<FileId>) -> bool {
    if !is_module(source) {
        return true;
    }
    let Some(name) = source.path.file_name().and_then(|name| name.to_str()) else { return false };
    seen.insert(source.id);
    let others = bundle.sources.iter().filter_map(|path| Some((path, world.file(path.file)?)));
    let users: Vec<File<'_>> = others
        .filter(|(path, other)| !seen.contains(&other.id) && loads(bundle, (path, *other), (name, source.id)))
        .map(|(_, other)| other)
        .collect();
    users.into_iter().any(|user| runs(world, bundle, user, seen))
}

/// Whether the code of a file names another one, which has this file name, to load it.
fn loads(bundle: &Bundle, (path, source): (&SourcePath, File<'_>), (name, wanted): (&str, FileId)) -> bool {
    let mut named = source.code().loads.iter().filter(|load| load.ends_with(name)).peekable();
    if named.peek().is_none() {
        return false;
    }
    let base = LoadBase::of_file(&path.path);
    let found = |load: &str| bundle.sources.get(index_of(load, &base, &bundle.sources)?);
    named.any(|load| found(load).is_some_and(|it| it.file == wanted))
}

/// Whether it only runs when it is loaded.
fn is_module(source: File<'_>) -> bool {
    let is_marked = || source.path.file_stem().is_some_and(|stem| Path::new(stem).extension() == Some("lib".as_ref()));
    source.kind.is_module() || source.kind == FileKind::TextTemplate && is_marked()
}
