//! The other templates of a bundle, rendered once its values are settled, for what is wrong in them.
//!
//! A bundle with alternatives (attached values files) is rendered with the first of them that has no errors: its own
//! values alone are not meant to be complete, and each alternative for itself would cost as much again.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use super::bundle::{self, asks_of_defaults, has_errors};
use super::evaluations::{PlannedRender, Requester};
use super::jobs::as_source;
use super::kind::FileKind;
use super::source_file::SourceFile;
use super::subject::Subject;
use super::world::{File, Query, World};
use crate::choreo::{self, ResourceKind};
use crate::problem::{Code, Problem, Severity};
use crate::render::{RenderJob, Rendered};
use crate::template::evaluate::path::{LoadBase, index_of};
use crate::template::job::{FileMarks, Limits, Options};
use crate::text::FileId;
use crate::values::Value;
use crate::values::fingerprint::Fingerprint;
use crate::values::print::PrintFormat;
use crate::workspace::{Bundle, BundleRole, ValueFlag};

/// What is rendered. The texts are put together when somebody really renders it, not at every keystroke.
pub(super) struct RenderPlan {
    sources: Vec<NamedSource>,
    data_values_files: Vec<NamedSource>,
    library_values_files: Vec<(String, SmolStr, Version)>,
    flags: Arc<[ValueFlag]>,
    options: Options,
    goes_on: bool,
    limits: Limits,
    print: Option<PrintFormat>,
    resources: Arc<[(SmolStr, SmolStr)]>,
    is_profiled: bool,
}

/// A file as it is called, and what is said of it besides.
type NamedSource = (SmolStr, FileMarks, Version);

/// The output of a bundle; `None` while it is awaited, and for a bundle that has nothing to render or whose values are
/// wrong already.
pub(super) fn rendered(world: &World, index: usize) -> Option<Arc<Rendered>> {
    Option::clone(&world.get::<RenderedQuery>(Subject::of_bundle(world.bundle_id(index))))
}

struct RenderedQuery;

impl Query for RenderedQuery {
    type Output = Option<Arc<Rendered>>;
    /// The name of the last output, where it was printed.
    type IncrementalState = Option<Fingerprint>;

    fn compute(
        world: &World,
        subject: Subject,
        _: Option<&Self::Output>,
        last: &mut Self::IncrementalState,
    ) -> Self::Output {
        let id = subject.bundle_id()?;
        let index = world.index_of(id)?;
        let Ready::With(values) = *ready(world, index) else {
            world.withdraw(Requester::Render(id));
            return None;
        };
        // One evaluation serves whoever wants to know what is wrong, and whoever looks at the output.
        let is_watched = || world.is_output_watched(id, values.alternative);
        let print = world.print().or_else(|| is_watched().then_some(PrintFormat::Placed));
        let plan = Arc::new(plan(world, world.bundle(index), values, print)?);
        output(world, Requester::Render(id), plan, last)
    }
}

/// What comes of a plan, if it is known; else it is requested. `last`: the name of what was printed before for the same
/// requester, which nobody asks for any more. Outputs are large.
pub(super) fn output(
    world: &World,
    requester: Requester,
    plan: Arc<RenderPlan>,
    last: &mut Option<Fingerprint>,
) -> Option<Arc<Rendered>> {
    let name = plan.name();
    let printed = plan.print.map(|_| name);
    if let Some(older) = std::mem::replace(last, printed).filter(|older| *older != name) {
        world.forget_output(&older);
    }
    world.output(requester, plan, name)
}

/// Whether a problem of rendering is one that nobody else reports: schemas and values are judged before. Where they are
/// right, an error in one of them is about another role of its file, or about how it meets the others.
pub(super) fn is_news(world: &World, index: usize, problem: &Problem) -> bool {
    let has_role = |file: File<'_>| world.memberships(file.id).iter().any(|(_, role)| *role != BundleRole::Member);
    let is_judged = |file: File<'_>| file.facts().has_schema || file.facts().has_values || has_role(file);
    let is_new_error = || problem.severity == Severity::Error && ready(world, index).with_output().is_some();
    problem.code == Code::UnusedLibraryDocument
        || !world.file(problem.place.file).is_some_and(is_judged)
        || is_new_error()
}

/// With which values a bundle is rendered.
#[derive(Clone, Copy)]
pub(super) struct RenderValues {
    /// The alternative that is laid over those of the members.
    pub(super) alternative: Option<FileId>,
    /// Whether they are meant to meet the rules.
    pub(super) are_final: bool,
    /// Whether something is wrong with them, so that templates are evaluated for their own mistakes only.
    pub(super) goes_on: bool,
}

/// Whether a bundle can be rendered.
#[derive(Clone, Copy)]
pub(super) enum Ready {
    /// It has no templates besides schemas and values, or its values are awaited.
    NotNow,
    /// Something is wrong with its schema or its files, so that its templates cannot be evaluated.
    Blocked,
    /// With these values.
    With(RenderValues),
}

impl Ready {
    /// The values with which there is an output.
    pub(super) fn with_output(self) -> Option<RenderValues> {
        match self {
            Self::With(values) if !values.goes_on => Some(values),
            _ => None,
        }
    }
}

/// Whether the templates of a bundle are not rendered because something before them is wrong.
pub(super) fn is_blocked(world: &World, index: usize) -> bool {
    matches!(*ready(world, index), Ready::Blocked)
}

fn ready(world: &World, index: usize) -> Arc<Ready> {
    world.get::<Ready>(Subject::of_bundle(world.bundle_id(index)))
}

impl Query for Ready {
    type Output = Self;
    type IncrementalState = ();

    fn compute(world: &World, subject: Subject, _: Option<&Self>, (): &mut ()) -> Self {
        match subject.bundle_id().and_then(|bundle| world.index_of(bundle)) {
            Some(index) => find_ready(world, index),
            None => Self::NotNow,
        }
    }
}

fn find_ready(world: &World, index: usize) -> Ready {
    let bundle = world.bundle(index);
    if world.limits().is_none() || bundle.is_library || !(world.is_rendered() || has_templates(world, bundle)) {
        return Ready::NotNow;
    }
    ready_with(world, index, &bundle.attached)
}

/// Whether a bundle can be rendered with one of these alternatives, if there are any.
pub(super) fn ready_with(world: &World, index: usize, alternatives: &[FileId]) -> Ready {
    let bundle = world.bundle(index);
    if is_unreadable(world, bundle) || bundle.is_alone && !is_self_contained(world, bundle) {
        return Ready::Blocked;
    }
    let compiled = bundle::compiled(world, index);
    let merged = bundle::merged(world, index);
    if compiled.is_waiting || merged.is_waiting {
        return Ready::NotNow;
    }
    if has_errors(&compiled.problems) {
        return Ready::Blocked;
    }
    let is_refused = has_errors(&merged.problems);
    for file in alternatives {
        if !is_refused && !has_errors(&bundle::attached(world, index, *file).problems) {
            return Ready::With(RenderValues { alternative: Some(*file), are_final: true, goes_on: false });
        }
    }
    let alternative = alternatives.first().copied();
    let are_final = alternative.is_some() || asks_of_defaults(bundle, merged.has_values);
    let is_broken = || are_final && has_errors(&bundle::checked(world, index).problems);
    let goes_on = is_refused || alternative.is_some() || is_broken();
    Ready::With(RenderValues { alternative, are_final, goes_on })
}

/// Whether any file is a template that is neither schema nor values: one without code may be an overlay. Files to load
/// from count in a bundle that is given: they are evaluated although nobody may load them, but not anew with every
/// keystroke.
fn has_templates(world: &World, bundle: &Bundle) -> bool {
    let members = bundle.members.iter().filter_map(|file| world.file(*file));
    let is_template = |file: File<'_>| file.kind == FileKind::Yaml;
    let is_judged = |file: File<'_>| file.facts().has_schema || file.facts().has_values;
    let mut templates = members.filter(|file| is_template(*file) && !is_judged(*file));
    let mut others = bundle.sources.iter().filter_map(|source| world.file(source.file));
    let counts = |kind| match kind {
        FileKind::TextTemplate => true,
        FileKind::YamlModule | FileKind::Starlark => bundle.is_given,
        FileKind::Yaml | FileKind::Config | FileKind::Other => false,
    };
    let holds_signs = |file: File<'_>| file.document().is_some_and(|document| document.stream().is_template);
    templates.any(holds_signs) || others.any(|file| counts(file.kind) && file.code().is_there)
}

/// Whether a template that is checked alone needs neither data values nor files that are not beside it.
fn is_self_contained(world: &World, bundle: &Bundle) -> bool {
    let mut waiting: Vec<FileId> = bundle.members.clone();
    let mut seen = FxHashSet::default();
    while let Some(id) = waiting.pop() {
        let own = bundle.sources.iter().find(|source| source.file == id);
        let (Some(file), Some(own)) = (world.file(id).filter(|_| seen.insert(id)), own) else { continue };
        let needs =
            |text: &std::sync::Arc<str>| ["@ytt:data", "@ytt:library"].iter().any(|module| text.contains(module));
        if file.shared_text().is_none_or(needs) {
            return false;
        }
        let base = LoadBase::of_file(&own.path);
        for load in &file.code().loads {
            match index_of(load, &base, &bundle.sources).and_then(|index| bundle.sources.get(index)) {
                Some(source) => waiting.push(source.file),
                None => return false,
            }
        }
    }
    true
}

/// Whether a member is no YAML, so that ytt does not begin. Modules are read only when they are loaded.
fn is_unreadable(world: &World, bundle: &Bundle) -> bool {
    let members = bundle.members.iter().filter_map(|file| world.file(*file));
    let yaml = members.filter(|file| file.kind == FileKind::Yaml);
    let mut yaml = yaml.filter_map(File::document);
    yaml.any(|document| document.stream().problems.iter().any(|problem| problem.severity == Severity::Error))
}

/// What is rendered with these values.
pub(super) fn plan(
    world: &World,
    bundle: &Bundle,
    values: RenderValues,
    print: Option<PrintFormat>,
) -> Option<RenderPlan> {
    let named = |file: FileId| {
        let file = version(world, file)?;
        Some((file.0.path.file_name()?.to_string_lossy().into(), FileMarks::default(), file))
    };
    // What was not read as a part of the bundle may be no YAML, and is not meant for it then.
    let is_intended = |file: File<'_>| {
        let has_errors = || file.document().is_some_and(|it| has_errors(&it.stream().problems));
        !world.memberships(file.id).is_empty() || file.kind != FileKind::Yaml || bundle.is_given || !has_errors()
    };
    let own = bundle.sources.iter().filter(|source| world.file(source.file).is_some_and(is_intended));
    let mut sources: Vec<_> =
        own.filter_map(|source| Some((source.path.clone(), source.marks, version(world, source.file)?))).collect();
    let mut data_values_files: Vec<_> = bundle.data_values_files.iter().filter_map(|file| named(*file)).collect();
    if let Some(file) = values.alternative {
        let is_template = world.file(file)?.facts().has_values;
        if is_template { &mut sources } else { &mut data_values_files }.extend(named(file));
    }
    let limits = world.limits_of(world.file(sources.first()?.2.0.id)?)?;
    let for_libraries = bundle.library_values_files.iter();
    let library_values_files = for_libraries.filter_map(|(library, file)| {
        let (name, _, file) = named(*file)?;
        Some((library.clone(), name, file))
    });
    let skip_validation = !values.are_final || bundle.options.skip_validation;
    let (extended_annotations, older_modules) = (world.is_extended(bundle), world.has_older_modules(bundle));
    let ytt = world.ytt_of(bundle);
    let options = Options { skip_validation, extended_annotations, older_modules, ytt, ..bundle.options };
    let library_values_files = library_values_files.collect();
    let flags = bundle.flags.clone().into();
    let goes_on = values.goes_on;
    let resources = if goes_on || world.is_given() { Vec::new() } else { checked_types(world, bundle) };
    Some(RenderPlan {
        sources,
        data_values_files,
        library_values_files,
        flags,
        options,
        goes_on,
        limits,
        print,
        resources: resources.into(),
        is_profiled: world.is_profiled(),
    })
}

/// The groups and kinds of resources that are judged in the output of a bundle.
fn checked_types(world: &World, bundle: &Bundle) -> Vec<(SmolStr, SmolStr)> {
    let path = bundle.members.first().and_then(|file| world.file(*file)).map(|file| file.path);
    let config = path.and_then(|path| world.config(path));
    if config.is_some_and(|config| !config.kubernetes.is_enabled) {
        return Vec::new();
    }
    let defined = path.map(|path| world.definition_index(path).all());
    let defined = defined.into_iter().flatten().map(|(group, kind, _)| (group.clone(), kind.clone()));
    let of_platform = ResourceKind::ALL.iter().map(|kind| (choreo::GROUP.into(), kind.name().into()));
    let mut types: Vec<(SmolStr, SmolStr)> = defined.chain(of_platform).collect();
    types.sort_unstable();
    types.dedup();
    types
}

/// The final data values of a bundle that is rendered.
pub(super) fn final_values(world: &World, index: usize) -> Option<Value> {
    let values = ready(world, index).with_output()?;
    Some(match values.alternative {
        Some(file) => bundle::attached(world, index, file).value.clone(),
        None => bundle::checked(world, index).value.clone(),
    })
}

/// A version of a file.
struct Version(Arc<SourceFile>);

impl Version {
    /// Names its text: only versions of the same text share it.
    fn stamp(&self) -> (u32, u64) {
        (self.0.id.0, self.0.text_stamp)
    }
}

fn version(world: &World, file: FileId) -> Option<Version> {
    Some(Version(world.file(file)?.shared()))
}

impl RenderPlan {
    /// Its name among all plans: equal ones have the same.
    fn name(&self) -> Fingerprint {
        let stamps = |files: &[NamedSource]| -> Vec<_> {
            files.iter().map(|(path, marks, file)| (path.clone(), *marks, file.stamp())).collect()
        };
        let for_libraries = self.library_values_files.iter();
        let for_libraries: Vec<_> = for_libraries.map(|(library, name, file)| (library, name, file.stamp())).collect();
        let files = (stamps(&self.sources), stamps(&self.data_values_files), for_libraries);
        let wanted = (self.print, &*self.resources, self.is_profiled);
        let all = (files, &*self.flags, self.options, self.goes_on, self.limits, wanted);
        Fingerprint::of(&postcard::to_stdvec(&all).unwrap_or_default())
    }
}

impl RenderPlan {
    /// The versions of files that are rendered.
    pub(super) fn versions(&self) -> impl Iterator<Item = &SourceFile> {
        let for_libraries = self.library_values_files.iter().map(|(_, _, version)| version);
        let own = self.sources.iter().chain(&self.data_values_files).map(|(_, _, version)| version);
        own.chain(for_libraries).map(|version| &*version.0)
    }
}

impl PlannedRender for RenderPlan {
    fn job(&self) -> RenderJob {
        let with_text = |files: &[NamedSource]| {
            files.iter().filter_map(|(path, marks, file)| as_source(path.clone(), *marks, &file.0)).collect()
        };
        let for_libraries = self.library_values_files.iter();
        let for_libraries = for_libraries.filter_map(|(library, name, file)| {
            Some((library.clone(), as_source(name.clone(), FileMarks::default(), &file.0)?))
        });
        RenderJob {
            sources: with_text(&self.sources),
            library_values_files: for_libraries.collect(),
            data_values_files: with_text(&self.data_values_files),
            flags: self.flags.clone(),
            options: self.options,
            goes_on: self.goes_on,
            limits: self.limits,
            print: self.print,
            resources: self.resources.clone(),
            is_profiled: self.is_profiled,
        }
    }
}
