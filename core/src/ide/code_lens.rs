//! Code lenses: above keys of a schema how often they are set and used, above a resource how often it is used, above
//! values which schema they are for.
//!
//! Finding the places for them is cheap; what they say is looked for when one of them is shown.

use crate::analysis::Analysis;
use crate::choreo::references::is_referred_to;
use crate::choreo::resource::Resource;
use crate::diff::Class;
use crate::document::TextDocument;
use crate::ide::references::{NameReference, references};
use crate::problem::Problem;
use crate::schema::headers::{DocumentRole, classify};
use crate::text::{FileId, TextRange, TextSize};
use crate::workspace::BundleRole;
use crate::yaml::path::{Part, locate};
use crate::yaml::{Document, Mapping, Placed};

/// Which lenses somebody wants to see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WantedLenses {
    /// How often keys and resources are used.
    pub references: bool,
    /// Which schema governs values.
    pub schema: bool,
    /// How schemas differ from those of the revision that `[diff] against` names.
    pub changes: bool,
}

/// A place for a lens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeLens {
    /// What it stands above.
    pub range: TextRange,
    /// What it tells.
    pub kind: LensKind,
}

/// What a lens tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LensKind {
    /// Who sets or uses a key of a schema.
    Key,
    /// Who refers to a resource.
    Resource,
    /// Which schema governs the values.
    Schema,
    /// How a schema differs from that of a revision.
    Changes,
}

impl LensKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Key, Self::Resource, Self::Schema, Self::Changes];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Key => "key",
            Self::Resource => "resource",
            Self::Schema => "schema",
            Self::Changes => "changes",
        }
    }
}

/// What a lens says, and the places that it speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LensAnswer {
    /// Words.
    pub title: String,
    /// Places.
    pub places: Vec<(FileId, TextRange)>,
}

/// The places for lenses in a file, in order.
pub fn code_lenses(analysis: &Analysis, file: FileId, wanted: WantedLenses) -> Vec<CodeLens> {
    let Some(text) = analysis.document(file) else { return Vec::new() };
    let mut lenses = Vec::new();
    for document in &text.stream().documents {
        let role = classify(document).role;
        if wanted.references && matches!(role, DocumentRole::Schema(_)) {
            lenses.extend(keys(analysis, document));
        }
    }
    if wanted.references {
        lenses.extend(resources(analysis, file, text));
    }
    lenses.extend(schema_of_values(analysis, file, text).filter(|_| wanted.schema));
    if wanted.changes && analysis.changes(file).is_some() {
        lenses.extend(header_of_schema(analysis, file, text));
    }
    lenses.sort_by_key(|lens| lens.range.start());
    lenses
}

/// What the lens at an offset says; `None` if there is nothing to say any more.
pub fn resolve(analysis: &Analysis, file: FileId, offset: TextSize, kind: LensKind) -> Option<LensAnswer> {
    match kind {
        LensKind::Key => Some(uses_of_key(analysis, file, offset)),
        LensKind::Resource => uses_of_resource(analysis, file, offset),
        LensKind::Schema => governing_schema(analysis, file),
        LensKind::Changes => changes(analysis, file),
    }
}

/// The keys at the top of a schema, and sections below them: maps of their own.
fn keys(analysis: &Analysis, document: &Document) -> Vec<CodeLens> {
    let mut found = Vec::new();
    let mut waiting: Vec<(Placed<'_, Mapping>, bool)> =
        document.root().mapping().map(|map| (map, true)).into_iter().collect();
    while let Some((map, is_top)) = waiting.pop() {
        for entry in map.entries() {
            analysis.unwind_if_cancelled();
            let section = entry.value().mapping();
            if is_top || section.is_some() {
                found.push(CodeLens { range: entry.key().range(), kind: LensKind::Key });
            }
            waiting.extend(section.map(|section| (section, false)));
        }
    }
    found
}

fn resources(analysis: &Analysis, file: FileId, text: &TextDocument) -> Vec<CodeLens> {
    let named = analysis.resources(file).iter().filter(|(_, resource)| resource.name.is_some());
    let of_kind = named.filter(|(_, resource)| is_referred_to(resource.kind));
    let place = |place| Some(CodeLens { range: text.resolve(place)?, kind: LensKind::Resource });
    of_kind.filter_map(|(_, resource)| place(resource.name_place)).collect()
}

/// Above the first document of values.
fn schema_of_values(analysis: &Analysis, file: FileId, text: &TextDocument) -> Option<CodeLens> {
    let (index, role) = analysis.layout().memberships(file).first().copied()?;
    let bundle = analysis.layout().bundles.get(index).filter(|bundle| !bundle.schemas.is_empty())?;
    let is_values = |it: &&Document| role != BundleRole::Member || classify(it).role == DocumentRole::DataValues;
    let document = text.stream().documents.iter().find(is_values)?;
    let start = document.marker.unwrap_or(TextRange::empty(document.range.start()));
    (!bundle.schemas.contains(&file) || role == BundleRole::Member)
        .then_some(CodeLens { range: start, kind: LensKind::Schema })
}

/// Above the first document of the file that is a schema, or a resource with schemas.
fn header_of_schema(analysis: &Analysis, file: FileId, text: &TextDocument) -> Option<CodeLens> {
    let documents = &text.stream().documents;
    let schema = documents.iter().find(|it| matches!(classify(it).role, DocumentRole::Schema(_)));
    let has_schemas = |resource: &Resource| resource.named_sections().next().is_some();
    let resource = || {
        let mut resources = analysis.resources(file).iter().filter(|(_, resource)| has_schemas(resource));
        documents.get(resources.next()?.0)
    };
    let document = schema.or_else(resource)?;
    let header = classify(document).range.or(document.marker);
    let range = header.unwrap_or(TextRange::empty(document.range.start()));
    Some(CodeLens { range, kind: LensKind::Changes })
}

fn changes(analysis: &Analysis, file: FileId) -> Option<LensAnswer> {
    let changes = analysis.changes(file)?;
    let of_class = |class: Class| {
        let is_reported = move |it: &&Problem| analysis.severity(it.code, file).is_some();
        changes.problems.iter().filter(move |it| Class::of(it.code) == Some(class)).filter(is_reported)
    };
    let count = |class: Class| (of_class(class).count(), class.name());
    let counts = [Class::Breaking, Class::Dangerous, Class::Undecided].map(count);
    let counts = counts.iter().filter(|(count, _)| *count > 0).map(|(count, name)| format!("{count} {name}"));
    let counts: Vec<String> = counts.collect();
    let title = match (counts.is_empty(), of_class(Class::Compatible).count()) {
        (false, _) => counts.join(", "),
        (true, 0) => "nothing changed".to_owned(),
        (true, _) => "only compatible changes".to_owned(),
    };
    let place = |problem: &Problem| {
        let document = analysis.document(problem.place.file)?;
        Some((problem.place.file, document.resolve(problem.place)?))
    };
    let places = Class::ALL.into_iter().flat_map(of_class).filter_map(place).collect();
    Some(LensAnswer { title: format!("{title} since {}", changes.revision), places })
}

fn uses_of_key(analysis: &Analysis, file: FileId, offset: TextSize) -> LensAnswer {
    let found = references(analysis, file, offset, false);
    let is_set = |reference: &&NameReference| {
        let text = analysis.document(reference.file);
        let location = text.and_then(|text| locate(text.stream(), reference.range.start()));
        location.is_some_and(|location| matches!(location.part, Part::Key(_)))
    };
    let set = found.iter().filter(is_set).count();
    let title = match (set, found.len() - set) {
        (0, 0) => "never set or used".to_owned(),
        (set, 0) => format!("set {}", times(set)),
        (0, used) => format!("used {}", times(used)),
        (set, used) => format!("set {}, used {}", times(set), times(used)),
    };
    LensAnswer { title, places: found.iter().map(|it| (it.file, it.range)).collect() }
}

fn times(count: usize) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{count} times"),
    }
}

fn uses_of_resource(analysis: &Analysis, file: FileId, offset: TextSize) -> Option<LensAnswer> {
    let text = analysis.document(file)?;
    let is_there = |place| text.resolve(place).is_some_and(|range: TextRange| range.start() == offset);
    let (_, resource) = analysis.resources(file).iter().find(|(_, resource)| is_there(resource.name_place))?;
    let users = analysis.users(resource);
    let range = |place: crate::text::Place| Some((place.file, analysis.document(place.file)?.resolve(place)?));
    let places: Vec<_> = users.into_iter().filter_map(range).collect();
    let title = if places.is_empty() { "never used".to_owned() } else { format!("used {}", times(places.len())) };
    Some(LensAnswer { title, places })
}

fn governing_schema(analysis: &Analysis, file: FileId) -> Option<LensAnswer> {
    let (index, _) = analysis.layout().memberships(file).first()?;
    let bundle = analysis.layout().bundles.get(*index)?;
    let name = |file: &FileId| analysis.path(*file).file_name().map(|name| name.to_string_lossy().into_owned());
    let names: Vec<String> = bundle.schemas.iter().filter_map(name).collect();
    let place = |file: &FileId| {
        let documents = &analysis.document(*file)?.stream().documents;
        let schema = documents.iter().find(|it| matches!(classify(it).role, DocumentRole::Schema(_)))?;
        Some((*file, schema.marker.unwrap_or(TextRange::empty(schema.range.start()))))
    };
    let title = format!("schema {} of bundle {}", names.join(", "), bundle.name);
    Some(LensAnswer { title, places: bundle.schemas.iter().filter_map(place).collect() })
}

#[cfg(test)]
mod tests;
