//! The problems of one file, from every part it plays, with absolute places and the configured severities.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::path::Path;

use rustc_hash::{FxHashMap, FxHashSet};

use super::bundle::asks_of_defaults;
use super::explained::{drop_explained, join_misspelt};
use super::jobs::JobOf;
use super::kind::FileKind;
use super::kubernetes::CheckedManifests;
use super::ownership::is_ours;
use super::resources::CheckedResources;
use super::subject::Subject;
use super::world::{File, Query, World};
use super::{
    blocked, bundle, graphs, inspection, kubernetes, output, rendering, suppressions, ungoverned, unknown, unused,
};
use crate::diff::Class;
use crate::document::TextDocument;
use crate::problem::{Code, Problem, Related, Severity};
use crate::schema::{headers, plain_values};
use crate::template::job::{LIBRARIES, Options};
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::workspace::config::Config;
use crate::workspace::discovery::normalized;
use crate::workspace::{Bundle, BundleRole};
use crate::yaml::compose::RepeatedKeys;
use crate::yaml::path::{self, Part};

/// Every problem of a file, sorted by position, all places absolute.
pub(super) fn of_file(world: &World, file: FileId) -> Vec<Problem> {
    located(world, file).into_iter().filter_map(|problem| absolute(world, problem)).collect()
}

/// The same where only the places of the problems themselves are absolute. What is said of most of them is shared with
/// the version before.
pub(super) fn located(world: &World, file: FileId) -> Vec<Problem> {
    let mut problems = Vec::new();
    if let Some(source) = world.file(file).filter(|source| source.exists()) {
        if source.is_unreadable() || source.is_config() || is_ours(world, source) {
            problems.extend_from_slice(source.problems());
        }
        of_text(world, source, &mut problems);
        of_layout(world, source, &mut problems);
        of_config(world, source, &mut problems);
        problems.extend_from_slice(inspection::of_incomplete(world, source));
    }
    for (index, role) in world.parts_of(file) {
        of_part(world, index, role, file, &mut problems);
    }
    for index in world.readers_of(file) {
        of_reader(world, index, file, &mut problems);
    }
    for index in world.bundles_around(file) {
        of_rendering(world, index, file, &mut problems);
    }
    problems.extend(of_changes(world, file));
    problems.extend(blocked::problem(world, file, &problems));
    // What runs comes first: nothing is computed for a text that may be another one in a moment.
    if !world.is_waiting_for(file) {
        problems.extend_from_slice(&unknown::of_code(world, file));
        let source = world.file(file).filter(|source| source.exists() && is_ours(world, *source));
        let unused = source.map(|source| unused::problems(world, source, &problems));
        problems.extend(unused.into_iter().flatten());
    }
    // Nearly all places are in the file itself.
    let document = world.file(file).map(File::document);
    let absolute = |place: Place| match document.filter(|_| place.file == file) {
        Some(document) => World::absolute_in(document, place),
        None => world.absolute(place),
    };
    problems.retain_mut(|problem| make_absolute(problem, absolute));
    drop_explained(world.file(file), &mut problems);
    if let Some(source) = world.file(file) {
        suppressions::apply(world, source, &mut problems);
    }
    let config = world.config(world.file(file).map_or(Path::new(""), |file| file.path));
    let options = world.options();
    let has_levels = world.has_levels(config);
    problems.retain_mut(|problem| (!has_levels || set_level(problem, world, config)) && set_allowed(problem, options));
    join_misspelt(world, file, &mut problems);
    problems.sort_by(order);
    problems.dedup_by(|a, b| order(a, b).is_eq() && (a == b || is_same(world, a, b)));
    problems
}

/// What breaks values since a revision, or makes them come out differently; and why that cannot be told.
fn of_changes(world: &World, file: FileId) -> Vec<Problem> {
    let changes = world.changes(file);
    let problems = changes.iter().flat_map(|changes| &changes.problems);
    let is_reported =
        |problem: &&Problem| !matches!(Class::of(problem.code), Some(Class::Undecided | Class::Compatible));
    problems.filter(is_reported).cloned().collect()
}

/// What is wrong with the text of a file by itself; it is kept.
pub(super) fn of_text_alone(world: &World, file: FileId) -> Vec<Problem> {
    let mut problems = Vec::new();
    if let Some(source) = world.file(file).filter(|source| source.exists()) {
        of_text(world, source, &mut problems);
    }
    problems
}

/// Paths of a `sayl.toml` that lead to no file, or outside of the project.
fn of_config(world: &World, source: File<'_>, problems: &mut Vec<Problem>) {
    let (Some(config), Some(folder)) = (source.config(), source.path.parent()) else { return };
    let paths = config.bundles.iter().flat_map(|bundle| bundle.files.iter().chain(&bundle.data_values_files));
    for (written, place) in paths.chain(&config.kubernetes.schemas) {
        let path = normalized(&folder.join(written));
        if is_outside(world, &path) {
            let message = format!("`{written}` lies outside of the project, so it is not read");
            problems.push(Problem::new(Code::InvalidConfig, *place, message).hint(HOW_TO_TRUST));
            continue;
        }
        let is_there = || world.files().any(|file| file.exists() && file.path.starts_with(&path));
        if path.starts_with(folder) && !is_there() {
            let message = format!("Nothing was found at `{written}`");
            let hint = "paths are relative to the folder of `sayl.toml`; what ignore files name is not read";
            let problem = Problem::new(Code::InvalidConfig, *place, message).hint(hint);
            problems.push(Problem { severity: Severity::Warning, ..problem });
        }
    }
}

/// Whether a path was not read because it lies outside of the project that names it.
fn is_outside(world: &World, path: &Path) -> bool {
    world.known(path).and_then(|file| world.file(file)).is_some_and(File::is_outside)
}

/// The path that the modeline of a file names, if it was not read for that.
fn outside_modeline<'w>(world: &'w World, source: File<'w>) -> Option<&'w str> {
    let named = source.facts().modeline.as_deref()?;
    is_outside(world, &normalized(&source.path.parent()?.join(named))).then_some(named)
}

const HOW_TO_TRUST: &str = "check or open the folder around both; if you trust the project, give its `sayl.toml` with \
                            `--config`, or set `trust` in the editor";

/// What is wrong with the text of a file by itself.
fn of_text(world: &World, source: File<'_>, problems: &mut Vec<Problem>) {
    let start = problems.len();
    find_in_text(world, source, problems);
    decide(world, source, problems.get_mut(start..).unwrap_or_default());
}

fn find_in_text(world: &World, source: File<'_>, problems: &mut Vec<Problem>) {
    let Some(document) = source.document().filter(|_| !source.is_config()) else { return };
    let parts = world.memberships(source.id);
    let is_plain_values = parts.iter().any(|(_, role)| *role == BundleRole::DataValuesFile);
    let is_read = is_plain_values || source.kind.is_yaml() || source.is_open() && !source.kind.is_no_yaml();
    let is_ours = is_ours(world, source);
    if !is_read || !is_ours && !world.checks_syntax_of(source) {
        return;
    }
    let stream = document.stream();
    problems.extend_from_slice(&stream.problems);
    problems.extend(of_composition(world, source, document));
    let is_for_ytt = !parts.is_empty() || source.facts().is_template || source.is_open_as_ytt();
    if is_plain_values {
        problems.extend(plain_values::annotation(source.id, stream));
    } else if stream.is_template && is_for_ytt {
        problems.extend(headers::problems(source.id, stream));
        let is_extended = world.config(source.path).is_some_and(|config| config.extended_annotations);
        problems.extend(source.attachment(is_extended).into_iter().map(|problem| in_library(problem, source.path)));
    }
    if is_ours && source.is_for_platform() && !world.is_given() {
        problems.extend_from_slice(&world.get::<CheckedResources>(Subject::of_file(source.id)));
    }
    if is_ours && kubernetes::is_governed(world, source) && !world.is_given() {
        problems.extend_from_slice(&world.get::<CheckedManifests>(Subject::of_file(source.id)));
        let graphs = graphs::checked(world, source);
        problems.extend(graphs.iter().flat_map(|(_, graph)| &graph.problems).cloned());
    }
}

/// What is wrong with how the nodes of a text are put together. A plain text may have a key twice for ytt, where the last
/// one counts; what is read as a resource may not.
fn of_composition(world: &World, source: File<'_>, document: &TextDocument) -> Vec<Problem> {
    let stream = document.stream();
    let is_read_as_resources = !stream.is_template
        && !world.is_given()
        && is_ours(world, source)
        && (source.is_for_platform() || kubernetes::is_governed(world, source));
    let keys = if is_read_as_resources { RepeatedKeys::Refused } else { RepeatedKeys::Taken };
    let document_of = |problem: &Problem| path::document_at(stream, document.resolve(problem.place)?.start());
    let is_in_resource = |problem: &Problem| {
        document_of(problem).is_some_and(|index| {
            source.resources().iter().any(|(it, _)| *it == index) || kubernetes::governs(world, source, index)
        })
    };
    let mut problems = source.composition(keys);
    if is_read_as_resources {
        problems.retain(|problem| problem.code != Code::DuplicateKey || is_in_resource(problem));
    }
    problems.into_iter().map(|problem| graver(world, source, problem)).collect()
}

/// A scalar that may be read otherwise is worse in a resource: nobody sees it once the platform has taken it.
fn graver(world: &World, file: File<'_>, problem: Problem) -> Problem {
    let found = file.document().filter(|_| problem.code == Code::AmbiguousScalar && !world.is_given());
    let found = found.and_then(|text| path::locate(text.stream(), text.resolve(problem.place)?.start()));
    let is_grave = found.is_some_and(|at| match file.resources().iter().find(|(index, _)| *index == at.document) {
        // What a template makes is read as Kubernetes reads it: `0755` is meant to be octal there.
        Some((_, resource)) => !resource.is_in_template(problem.place),
        // A field called `on` or `y` becomes one that is called `true`; of values their schema says more.
        None => matches!(at.part, Part::Key(_)) && kubernetes::governs(world, file, at.document),
    });
    if is_grave { Problem { severity: Severity::Warning, ..problem } } else { problem }
}

/// Who evaluates a library may let it hold comments of any kind.
fn in_library(mut problem: Problem, path: &Path) -> Problem {
    if problem.code == Code::UnknownComment && path.iter().any(|part| part == LIBRARIES) {
        problem.severity = Severity::Warning;
    }
    problem
}

/// What is wrong with a text that others decide about: in a bundle that is given, a library whose code asks for nothing
/// of the file is in order, and so is a map with a key twice in code that does not run. Evaluation says the rest.
fn decide(world: &World, source: File<'_>, problems: &mut [Problem]) {
    let is_of_library =
        world.is_given() && world.memberships(source.id).is_empty() && source.path.iter().any(|part| part == LIBRARIES);
    let block = OnceCell::new();
    // A block is code, and a text without any is not put together for that.
    let text = || source.code().is_there.then(|| source.shared_text()).flatten().map_or("", |text| &**text);
    let first_block = || *block.get_or_init(|| first_block(text()));
    for problem in problems.iter_mut().filter(|problem| problem.severity == Severity::Error) {
        let place = || world.absolute(problem.place);
        let may_not_run = || place().zip(first_block()).is_some_and(|(place, block)| place.range.start() > block);
        if is_of_library || problem.code == Code::DuplicateKey && may_not_run() {
            problem.severity = Severity::Warning;
        }
    }
}

/// Where the first line begins that opens a block of code.
fn first_block(text: &str) -> Option<TextSize> {
    let opens = |line: &str| {
        let code = line.split_once("#@ ").map_or("", |(_, code)| code.trim_start());
        ["if", "for", "def", "while"].iter().any(|word| code.starts_with(word))
    };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if opens(line) {
            return TextSize::try_from(start).ok();
        }
        start += line.len();
    }
    None
}

fn of_layout(world: &World, source: File<'_>, problems: &mut Vec<Problem>) {
    let place = Place::absolute(source.id, header_range(source));
    let is_template = !source.facts().has_values;
    if let Some(candidates) = world.candidates(source.id) {
        let names: Vec<_> = candidates.iter().map(|index| shown_root(world.bundle(*index), source.path)).collect();
        let message = if is_template {
            "Several bundles could hold this template, so it is not rendered"
        } else {
            "Several schemas could govern this values file, so it is not checked"
        };
        let problem = Problem::new(Code::AmbiguousBundle, place, message)
            .found(listed(&names))
            .hint("write a `sayl.toml` whose `[[bundle]]` lists the files that belong together");
        problems.push(problem);
    }
    if let Some(reason) = world.unattached(source.id) {
        let problem = match outside_modeline(world, source) {
            Some(named) => {
                let message = format!("The modeline names `{named}`, which lies outside of the project");
                Problem::new(Code::NoSchema, place, message).hint(HOW_TO_TRUST)
            }
            None => Problem::new(Code::NoSchema, place, reason.trim_end_matches('.'))
                .hint("without a schema nothing is checked; `sayl.toml` or a modeline can name one"),
        };
        problems.push(problem);
    }
    if world.memberships(source.id).iter().any(|(index, _)| world.bundle(*index).is_alone) {
        let message = "No schema and no data values are near this template, so it is checked alone";
        let hint = "list the files that belong together in a `sayl.toml`; `sayl init` writes one";
        problems.push(Problem::new(Code::NoBundle, place, message).hint(hint));
    }
    problems.extend(ungoverned::problem(world, source).filter(|_| !is_ours(world, source)));
}

/// The first few names, and how many more there are.
fn listed(names: &[String]) -> String {
    let (first, others) = names.split_at(names.len().min(MOST_LISTED));
    let more = if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
    first.join(", ") + &more
}

/// How many schemas are named in one problem.
const MOST_LISTED: usize = 5;

/// The header of the first values document, or the first line's start.
fn header_range(source: File<'_>) -> TextRange {
    let stream = source.document().map(crate::document::TextDocument::stream);
    let header = stream.and_then(|stream| stream.documents.iter().find_map(|it| headers::classify(it).range));
    header.unwrap_or(TextRange::empty(TextSize::new(0)))
}

/// The root of a bundle, from the innermost folder that holds both it and a file.
fn shown_root(bundle: &Bundle, file: &Path) -> String {
    let Some(root) = &bundle.root else { return bundle.name.clone() };
    let shared = file.ancestors().find(|folder| root.starts_with(folder));
    shared.and_then(|folder| root.strip_prefix(folder).ok()).unwrap_or(root).display().to_string()
}

fn of_part(world: &World, index: usize, role: BundleRole, file: FileId, problems: &mut Vec<Problem>) {
    let bundle = world.bundle(index);
    if role == BundleRole::Attached {
        let attached = bundle::attached(world, index, file);
        add_here(problems, &attached.problems, file);
        return;
    }
    add_here(problems, &bundle::compiled(world, index).problems, file);
    let merged = bundle::merged(world, index);
    add_here(problems, &merged.problems, file);
    if asks_of_defaults(bundle, merged.has_values) || !is_schema(world, file) {
        add_here(problems, &bundle::checked(world, index).problems, file);
    }
    if bundle.is_given {
        let is_evaluated = |file: &File<'_>| file.kind == FileKind::Yaml;
        let documents = world.file(file).filter(is_evaluated).and_then(File::document);
        let documents = documents.map(|document| document.stream().documents.as_slice()).unwrap_or_default();
        if !*world.get::<MayUseLibraries>(Subject::of_bundle(world.bundle_id(index))) {
            problems.extend(documents.iter().filter_map(|document| headers::unused_library(file, document)));
            problems.extend(unused_values(bundle).filter(|problem| problem.place.file == file));
        }
    }
}

/// Adds those that are in a file; mostly all are.
fn add_here(problems: &mut Vec<Problem>, found: &[Problem], file: FileId) {
    let is_here = |problem: &&Problem| problem.place.file == file;
    if found.iter().all(|problem| is_here(&problem)) {
        problems.extend_from_slice(found);
    } else {
        problems.extend(found.iter().filter(is_here).cloned());
    }
}

/// What the template code of a bundle does wrong in a file that it may load or read.
fn of_reader(world: &World, index: usize, file: FileId, problems: &mut Vec<Problem>) {
    let bundle = world.bundle(index);
    if !world.memberships(file).iter().any(|(member, _)| *member == index) {
        add_here(problems, &bundle::compiled(world, index).problems, file);
        add_here(problems, &bundle::merged(world, index).problems, file);
    }
    let loads = |other: FileId| {
        let job = world.last_result::<JobOf>(Subject::of_part(world.bundle_id(index), other));
        job.is_some_and(|job| job.as_ref().as_ref().is_some_and(|job| job.loads(file)))
    };
    for other in bundle.attached.iter().filter(|other| **other != file && loads(**other)) {
        let attached = bundle::attached(world, index, *other);
        add_here(problems, &attached.problems, file);
    }
}

/// What is wrong when a bundle is rendered, and with what it makes.
fn of_rendering(world: &World, index: usize, file: FileId, problems: &mut Vec<Problem>) {
    let here = |problem: &&Problem| problem.place.file == file;
    let rendered = rendering::rendered(world, index);
    if let Some(rendered) = &rendered {
        let found = rendered.problems.iter().filter(here).filter(|problem| rendering::is_news(world, index, problem));
        add_new(world, problems, found.collect(), |known, problem| known <= problem);
        add_new(world, problems, output::problems(world, index).iter().filter(here).collect(), |_, _| true);
    }
    let is_cut_short = match &rendered {
        Some(rendered) => !rendered.is_complete,
        None => rendering::is_blocked(world, index),
    };
    if let Some(source) = world.file(file).filter(|_| is_cut_short) {
        problems.extend_from_slice(inspection::of_template(world, world.bundle(index), source));
    }
}

/// Adds problems, whose places are absolute, that are not known: none of the same code at the same place is there that
/// `stands` against it, by the severities of both. Those that do not stand give way.
fn add_new(
    world: &World,
    problems: &mut Vec<Problem>,
    mut found: Vec<&Problem>,
    stands: impl Fn(Severity, Severity) -> bool,
) {
    if found.is_empty() {
        return;
    }
    let key = |problem: &Problem| Some((problem.code, world.absolute(problem.place)?));
    let mut worst: FxHashMap<(Code, Place), Severity> = FxHashMap::default();
    for (key, problem) in problems.iter().filter_map(|problem| Some((key(problem)?, problem))) {
        let known = worst.entry(key).or_insert(problem.severity);
        *known = problem.severity.min(*known);
    }
    let known = |problem: &Problem| worst.get(&(problem.code, problem.place)).copied();
    found.retain(|problem| !known(problem).is_some_and(|known| stands(known, problem.severity)));
    let milder: FxHashSet<(Code, Place)> =
        found.iter().filter(|it| known(it).is_some()).map(|it| (it.code, it.place)).collect();
    if !milder.is_empty() {
        problems.retain(|problem| key(problem).is_none_or(|key| !milder.contains(&key)));
    }
    problems.extend(found.into_iter().cloned());
}

fn is_schema(world: &World, file: FileId) -> bool {
    world.file(file).is_some_and(|file| file.facts().has_schema)
}

/// Flags and plain values files that are addressed to libraries, none of which is used.
fn unused_values(bundle: &Bundle) -> impl Iterator<Item = Problem> {
    let flags = bundle.flags.iter().enumerate();
    let flags = flags.filter_map(|(index, flag)| Some(("value is", flag.library.as_ref()?, Place::of_flag(index))));
    let files = bundle.library_values_files.iter();
    let files = files.map(|(library, file)| ("values are", library, Place::absolute(*file, TextRange::default())));
    flags.chain(files).map(|(what, library, place)| {
        let message = format!("The {what} meant for the library `{library}`, which this bundle does not use");
        Problem::new(Code::UnusedLibraryDocument, place, message)
    })
}

/// Template code may evaluate libraries; without any, no library is used. Text templates are not read: what loads one
/// may use a library there.
struct MayUseLibraries;

impl Query for MayUseLibraries {
    type Output = bool;
    type IncrementalState = ();

    fn compute(world: &World, subject: Subject, _: Option<&bool>, (): &mut ()) -> bool {
        let Some(index) = subject.bundle_id().and_then(|bundle| world.index_of(bundle)) else { return false };
        let mut sources = world.bundle(index).members.iter().filter_map(|file| world.file(*file)?.document());
        sources.any(|document| {
            let text = document.rope().to_string();
            text.contains("@ytt:library") || text.contains("load(") && text.contains(".lib.txt")
        })
    }
}

/// Gives a problem the severity that is configured. False if it is switched off.
fn set_level(problem: &mut Problem, world: &World, config: Option<&Config>) -> bool {
    let Some(level) = world.level(config, problem.code) else { return true };
    level.severity().inspect(|severity| problem.severity = *severity).is_some()
}

/// Gives a problem the severity that ytt's own options give it. False if they allow it.
fn set_allowed(problem: &mut Problem, options: Options) -> bool {
    options.severity(problem).inspect(|severity| problem.severity = *severity).is_some()
}

/// By places; at the same place by codes and messages.
fn order(a: &Problem, b: &Problem) -> Ordering {
    let place = |problem: &Problem| {
        u64::from(u32::from(problem.place.range.start())) << 32 | u64::from(u32::from(problem.place.range.end()))
    };
    let message = |a: &Problem, b: &Problem| (a.code.name(), &a.message).cmp(&(b.code.name(), &b.message));
    place(a).cmp(&place(b)).then_with(|| message(a, b))
}

/// Whether two problems are the same once all of their places are absolute.
fn is_same(world: &World, a: &Problem, b: &Problem) -> bool {
    absolute(world, a.clone()) == absolute(world, b.clone())
}

/// Makes the place of a problem absolute. False if its segment is gone, which no result of this version has.
fn make_absolute(problem: &mut Problem, absolute: impl Fn(Place) -> Option<Place>) -> bool {
    let Some(place) = absolute(problem.place) else { return false };
    problem.place = place;
    problem.misspelt = problem.misspelt.and_then(absolute);
    true
}

/// The same with all places of what is said of it.
fn absolute(world: &World, mut problem: Problem) -> Option<Problem> {
    if !make_absolute(&mut problem, |place| world.absolute(place)) {
        return None;
    }
    if problem.related.is_empty() && problem.fixes.is_empty() {
        return Some(problem);
    }
    let details = &mut *problem;
    let is_there = |related: &mut Related| {
        let place = world.absolute(related.place);
        related.place = place.unwrap_or(related.place);
        place.is_some()
    };
    details.related.retain_mut(is_there);
    for (place, _) in details.fixes.iter_mut().flat_map(|fix| &mut fix.edits) {
        *place = world.absolute(*place)?;
    }
    Some(problem)
}
