//! Code actions: what mends a problem, and other ways to write what stands under the cursor.
//!
//! The fixes that whoever found a problem knew are in it; the others are made here, when somebody asks for them.
//!
//! # Design
//!
//! Whoever finds a problem adds the fix that it knows (`Problem::fix`): the right name, a missing comma. What takes a
//! look around is made when somebody asks, in `ide::code_action`, one file for each kind: so it costs a keystroke
//! nothing, and editors, JSON and SARIF tell of the same fixes. A fix is preferred where one edit is the obvious one;
//! those are what `source.fixAll.sayl` makes. Each has a test that applies it and finds its problem gone and no other
//! come.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::analysis::Analysis;
use crate::choreo::{self, Resource};
use crate::document::TextDocument;
use crate::problem::{Code, Fix, Problem};
use crate::rewrite::RewrittenText;
use crate::schema::from_annotations::migrate;
use crate::schema::headers::may_open_older_schema;
use crate::schema::to_open_api::{Hindrance, apply, convert};
use crate::text::{Edits, FileId, Place, TextRange, TextSize};
use crate::yaml::path::{self, NodeLocation, Part};
use crate::yaml::{Mapping, Placed};

mod allowed;
mod annotate;
mod bundle;
mod generate;
mod insert;
mod layout;
mod load;
mod removal;
mod scalar;
mod suppress;

#[cfg(test)]
mod tests;

pub use suppress::suppression;

/// Something that can be done about a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeAction {
    /// What it does, as a menu entry.
    pub title: String,
    /// Replacements at absolute places, in any file.
    pub edits: Vec<(Place, String)>,
    /// A file to create, with its text.
    pub new_file: Option<(PathBuf, String)>,
    /// Whether it is what most people want, so that it may be done without asking.
    pub is_preferred: bool,
}

impl CodeAction {
    fn new(title: impl Into<String>, place: Place, text: impl Into<String>) -> Self {
        Self { title: title.into(), edits: vec![(place, text.into())], ..Self::default() }
    }

    fn preferred(self, is_preferred: bool) -> Self {
        Self { is_preferred, ..self }
    }
}

/// A problem where it is.
struct ProblemSite<'a> {
    analysis: &'a Analysis,
    file: FileId,
    document: &'a TextDocument,
    problem: &'a Problem,
}

impl<'a> ProblemSite<'a> {
    /// The nodes at the problem's start.
    fn location(&self) -> Option<NodeLocation<'a>> {
        path::locate(self.document.stream(), self.problem.place.range.start())
    }

    fn place(&self, range: TextRange) -> Place {
        Place::absolute(self.file, range)
    }

    /// The map that holds the entry of a location.
    fn mapping_of(&self, location: &NodeLocation<'a>) -> Option<Placed<'a, Mapping>> {
        let root = self.document.stream().documents.get(location.document)?.root();
        let above = location.steps.len().checked_sub(1)?;
        let parent = above.checked_sub(1).and_then(|index| location.steps.get(index));
        parent.map_or(root, |step| step.value()).mapping()
    }

    /// Whether a fix would give a key the name of another that is there already.
    fn is_doubled_by(&self, fix: &Fix) -> bool {
        let [(place, name)] = &fix.edits[..] else { return false };
        let Some(location) = self.location().filter(|_| *place == self.problem.place) else { return false };
        let Part::Key(_) = location.part else { return false };
        let entries = self.mapping_of(&location).into_iter().flat_map(Placed::<Mapping>::entries);
        entries.into_iter().any(|entry| self.document.slice(entry.key().range()) == *name)
    }
}

/// What would mend a problem of a file, its places absolute. The first that is preferred is the obvious one.
pub fn fixes(analysis: &Analysis, file: FileId, problem: &Problem) -> Vec<CodeAction> {
    let Some(document) = analysis.document(file) else { return Vec::new() };
    let site = ProblemSite { analysis, file, document, problem };
    let is_only = problem.fixes.len() == 1;
    let own = problem.fixes.iter().filter(|fix| !site.is_doubled_by(fix)).map(|fix| CodeAction {
        title: fix.title.clone(),
        edits: fix.edits.clone(),
        new_file: None,
        is_preferred: is_only,
    });
    let mut actions: Vec<CodeAction> = own.collect();
    let made = made(&site, actions.is_empty());
    actions.extend(made);
    actions
}

/// What is made here; `is_first` if whoever found the problem knew nothing.
fn made(site: &ProblemSite<'_>, is_first: bool) -> Vec<CodeAction> {
    match site.problem.code {
        Code::TypeMismatch => [scalar::convert(site), annotate::accept(site)].concat(),
        Code::AmbiguousScalar => scalar::unambiguous(site),
        Code::SchemaNull | Code::SchemaArrayItems | Code::SchemaComputedValue => annotate::anything(site),
        Code::UnstatedDefault => annotate::empty_array(site),
        Code::RuleViolation => allowed::values(site),
        Code::SyntaxError => layout::mend(site),
        Code::DuplicateKey => [removal::key(site, false), annotate::override_key(site)].concat(),
        Code::EmptyValue => annotate::allow_empty(site),
        Code::RemovedKey => removal::key(site, is_first),
        Code::DeprecatedKey | Code::UnknownParameter | Code::UnusedValue | Code::RedundantValue => {
            removal::key(site, false)
        }
        Code::RedundantDefault | Code::RepeatedAnnotation | Code::IgnoredAnnotation => removal::comment(site, true),
        Code::DanglingAnnotation => removal::comment(site, false),
        Code::MissingParameter => insert::required(site),
        Code::MissingLoopVariable => insert::loop_variable(site),
        Code::TemplateName => load::name(site, is_first),
        Code::AmbiguousBundle | Code::NoSchema | Code::UngovernedValues => bundle::choose(site),
        Code::NoBundle => bundle::declare_folder(site).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// All obvious fixes of a file at once; `None` if there are none. Where two would change the same text, the first is
/// made.
pub fn fix_all(analysis: &Analysis, file: FileId, problems: &[Problem]) -> Option<CodeAction> {
    let mut edits: Vec<(Place, String)> = Vec::new();
    // Where the texts that are changed end, by where they start. None touches another.
    let mut taken: BTreeMap<TextSize, TextSize> = BTreeMap::new();
    for problem in problems {
        let preferred = fixes(analysis, file, problem).into_iter().find(|action| action.is_preferred);
        let Some(action) = preferred else { continue };
        let is_apart = |range: TextRange| {
            let last = taken.range(..=range.end()).next_back();
            last.is_none_or(|(_, end)| *end < range.start())
        };
        if action.edits.iter().all(|(place, _)| place.file == file && is_apart(place.range)) {
            taken.extend(action.edits.iter().map(|(place, _)| (place.range.start(), place.range.end())));
            edits.extend(action.edits);
        }
    }
    let title = "Fix what is obvious".to_owned();
    (!edits.is_empty()).then(|| CodeAction { title, edits, ..CodeAction::default() })
}

/// Rewritings of what stands in a range.
pub fn rewritings(analysis: &Analysis, file: FileId, range: TextRange) -> Vec<CodeAction> {
    let mut actions = insert::defaults(analysis, file, range);
    actions.extend(to_newer_form(analysis, file, range));
    actions.extend(to_today(analysis, file, range));
    actions.extend(to_released_edition(analysis, file, range));
    actions.extend(generate::of_type(analysis, file, range));
    actions.extend(generate::files(analysis, file, range));
    actions
}

/// The file with all of its resources as the platform has them today; where a range touches the kind of one.
fn to_today(analysis: &Analysis, file: FileId, range: TextRange) -> Option<CodeAction> {
    resource_at(analysis, file, range)?;
    let converted = to_v1(analysis, file).ok()?;
    let before = analysis.document(file)?.rope().to_string();
    let whole = Place::absolute(file, TextRange::up_to(TextSize::of(before.as_str())));
    (converted.text != before)
        .then(|| CodeAction::new("Write the resources as OpenChoreo v1 has them", whole, converted.text))
}

/// The file with its schema of an older edition as released ytt has it; where a range touches an annotation of one.
fn to_released_edition(analysis: &Analysis, file: FileId, range: TextRange) -> Option<CodeAction> {
    let text = analysis.document(file)?;
    let rope = text.rope();
    let line = text.line_of(range.start());
    let is_annotation = rope.line(line).to_string().trim_start().starts_with("#@schema");
    let before = rope.to_string();
    if !is_annotation || !may_open_older_schema(&before) {
        return None;
    }
    let converted = to_released(analysis, file);
    let whole = Place::absolute(file, TextRange::up_to(TextSize::of(before.as_str())));
    (converted.text != before)
        .then(|| CodeAction::new("Write the schema as released ytt has it", whole, converted.text))
}

/// The text of a file with its schema of an older edition as released ytt has it, and what is lost.
pub fn to_released(analysis: &Analysis, file: FileId) -> RewrittenText {
    let Some(text) = analysis.document(file) else { return RewrittenText::default() };
    migrate::to_released(file, text)
}

/// The resource whose kind a range touches.
fn resource_at(analysis: &Analysis, file: FileId, range: TextRange) -> Option<&Resource> {
    let text = analysis.document(file)?;
    let is_touched = |resource: &Resource| text.resolve(resource.kind_place).and_then(|kind| kind.intersect(range));
    analysis.resources(file).iter().map(|(_, resource)| &**resource).find(|it| is_touched(it).is_some())
}

/// The text of a file with every resource as OpenChoreo v1 has it, and what is to be said about that.
///
/// # Errors
/// What stands in the way. Then nothing is converted.
pub fn to_v1(analysis: &Analysis, file: FileId) -> Result<RewrittenText, Hindrance> {
    let Some(text) = analysis.document(file) else { return Ok(RewrittenText::default()) };
    choreo::convert::to_v1(file, text, analysis.resources(file), &analysis.catalog(file))
}

fn to_newer_form(analysis: &Analysis, file: FileId, range: TextRange) -> Vec<CodeAction> {
    let Some(text) = analysis.document(file) else { return Vec::new() };
    let converted = analysis.resources(file).iter().filter_map(|(index, resource)| {
        let document = text.stream().documents.get(*index)?;
        document.range.intersect(range)?;
        convert(text, *index, &resource.value).ok()
    });
    let touched = converted.filter(|edits| edits.iter().any(|(old, _)| old.intersect(range).is_some()));
    let action = |edits: Edits| CodeAction {
        title: "Write the schemas as `openAPIV3Schema`".to_owned(),
        edits: edits.into_iter().map(|(range, new)| (Place::absolute(file, range), new)).collect(),
        ..CodeAction::default()
    };
    touched.map(action).collect()
}

/// The text of a file with every shorthand section written as `openAPIV3Schema`.
///
/// # Errors
/// What stands in the way. Then nothing is converted.
pub fn to_open_api(analysis: &Analysis, file: FileId) -> Result<String, Hindrance> {
    let Some(text) = analysis.document(file) else { return Ok(String::new()) };
    let mut edits = Edits::new();
    for (index, resource) in analysis.resources(file) {
        edits.extend(convert(text, *index, &resource.value)?);
    }
    Ok(apply(text, edits))
}
