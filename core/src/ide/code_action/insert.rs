//! Keys that a map does not have yet: those that must be there, or all that have a default.

use super::{CodeAction, ProblemSite};
use crate::analysis::Analysis;
use crate::document::TextDocument;
use crate::ide::line::line_at;
use crate::ide::position::schema_at;
use crate::schema::export::values_file::{KeyLayout, entries, fields, holds_items};
use crate::schema::headers::{DocumentRole, classify};
use crate::schema::sample::sample;
use crate::schema::{Edition, Presence, SchemaNode};
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::flow::flow;
use crate::values::{Key, from_yaml};
use crate::workspace::BundleRole;
use crate::yaml::path::{self, NodeLocation, NodeStep, Part};
use crate::yaml::{CollectionStyle, Document, Entry, Mapping, Node, NodeKind, Placed};

type RequiredField<'a> = (&'a Key, &'a SchemaNode);

/// What the map of the problem requires and does not have: the key that is missed, and all of them.
pub(super) fn required(site: &ProblemSite<'_>) -> Vec<CodeAction> {
    let Some(location) = site.location() else { return Vec::new() };
    let target = InsertionTarget::of(site.document, &location);
    let Some(schema) = target.as_ref().and_then(|it| schema_at(site.analysis, site.file, &it.location)) else {
        return Vec::new();
    };
    let (Some(target), Some(ty)) = (target, schema.ty.mapping()) else { return Vec::new() };
    let present = target.keys();
    let missing: Vec<RequiredField<'_>> =
        fields(ty).filter(|(key, node)| node.presence == Presence::Required && !present.contains(key)).collect();
    let missed = site.problem.related.first().map(|related| related.place);
    let declares = |node: &SchemaNode| missed.is_some_and(|place| absolute(site.analysis, node.declared) == place);
    let one = missing.iter().filter(|(_, node)| missing.len() > 1 && declares(node)).map(|field| vec![*field]);
    let all = (!missing.is_empty()).then(|| missing.clone());
    let action = |fields: Vec<RequiredField<'_>>| {
        let title = match &fields[..] {
            [(key, _)] => format!("Insert `{key}`"),
            _ => "Insert everything that is required".to_owned(),
        };
        let layout = KeyLayout { column: target.column(), is_template: false, is_explained: false };
        let (range, text) = target.insertion(&fields, layout)?;
        Some(CodeAction::new(title, site.place(range), text))
    };
    one.chain(all).filter_map(action).collect()
}

fn absolute(analysis: &Analysis, place: Place) -> Place {
    analysis.document(place.file).map_or(place, |document| document.absolute(place))
}

/// The keys with defaults that a map of a values file leaves out, written out.
pub(super) fn defaults(analysis: &Analysis, file: FileId, range: TextRange) -> Vec<CodeAction> {
    let Some(document) = analysis.document(file) else { return Vec::new() };
    let Some(location) = path::locate(document.stream(), range.start()) else { return Vec::new() };
    let Some(yaml) = document.stream().documents.get(location.document) else { return Vec::new() };
    let mut parts = analysis.layout().memberships(file).iter();
    let is_plain = parts.any(|(_, role)| *role == BundleRole::DataValuesFile) || !document.stream().is_template;
    let is_values = is_plain || classify(yaml).role == DocumentRole::DataValues;
    let schema_of = |location: &NodeLocation<'_>| schema_at(analysis, file, location).filter(|_| is_values);
    let Some(target) = InsertionTarget::of(document, &location) else { return Vec::new() };
    let edition = analysis.schema(file, location.document).map(|schema| schema.edition);
    let Some(schema) = schema_of(&target.location).filter(|_| edition.is_some_and(|it| it != Edition::OpenChoreo))
    else {
        return Vec::new();
    };
    let present = target.keys();
    let missing: Vec<RequiredField<'_>> =
        schema.ty.mapping().into_iter().flat_map(fields).filter(|(key, _)| !present.contains(key)).collect();
    let layout = KeyLayout { column: target.column(), is_template: !is_plain, is_explained: false };
    let insertion = target.insertion(&missing, layout).filter(|_| !missing.is_empty());
    let action =
        |(range, text)| CodeAction::new("Insert the keys that are left out", Place::absolute(file, range), text);
    insertion.map(action).into_iter().collect()
}

/// Names the variable of a loop.
pub(super) fn loop_variable(site: &ProblemSite<'_>) -> Vec<CodeAction> {
    let Some(location) = site.location() else { return Vec::new() };
    let Some(NodeStep::Entry(entry)) = location.steps.last() else { return Vec::new() };
    let end = entry.key().range().start();
    let line = line_at(site.document.rope(), end);
    let (blanks, before) = (" ".repeat(line.column(end)), site.place(TextRange::empty(end)));
    let is_flow = site.document.slice(TextRange::new(line.start, end)).contains('{');
    let text = if is_flow { "var: item, ".to_owned() } else { format!("var: item\n{blanks}") };
    vec![CodeAction::new("Insert `var: item`", before, text)]
}

/// A map that keys are inserted into.
struct InsertionTarget<'a> {
    document: &'a TextDocument,
    location: NodeLocation<'a>,
    /// The map, or nothing at all.
    node: Placed<'a, Node>,
    /// The column of the key or item that holds it; `None` for the document.
    parent: Option<usize>,
}

impl<'a> InsertionTarget<'a> {
    /// The map that a key or an item at a location holds, else the one that the location is in.
    fn of(document: &'a TextDocument, location: &NodeLocation<'a>) -> Option<Self> {
        let root = document.stream().documents.get(location.document).map(Document::root)?;
        let mut location = location.clone();
        let is_named = matches!(location.part, Part::Key(_) | Part::Dash(_));
        let holds_map = |node: Placed<'_, Node>| matches!(node.kind, NodeKind::Mapping(_) | NodeKind::Empty);
        let is_inside = |location: &NodeLocation<'a>| location.steps.last().is_none_or(|step| holds_map(step.value()));
        if !is_inside(&location) || !is_named && !matches!(location.part, Part::Value(node) if node.mapping().is_some())
        {
            location.steps.pop();
        }
        let node = location.steps.last().map_or(root, |step| step.value());
        let column = |step: &NodeStep<'_>| {
            let start = step.range().start();
            line_at(document.rope(), start).column(start)
        };
        let parent = location.steps.last().map(column);
        holds_map(node).then_some(Self { document, location, node, parent })
    }

    fn entries(&self) -> impl Iterator<Item = Placed<'a, Entry>> {
        self.node.mapping().into_iter().flat_map(Placed::<Mapping>::entries)
    }

    fn keys(&self) -> Vec<Key> {
        self.entries().map(|entry| from_yaml::key(entry.key().get())).collect()
    }

    /// The column of its keys.
    fn column(&self) -> usize {
        let first = self.entries().next().map(|entry| entry.range().start());
        match (first, self.parent) {
            (Some(start), _) => line_at(self.document.rope(), start).column(start),
            (None, Some(parent)) => parent + 2,
            (None, None) => 0,
        }
    }

    /// Where keys go, and how they are written there.
    fn insertion(&self, fields: &[RequiredField<'_>], layout: KeyLayout) -> Option<(TextRange, String)> {
        let is_flow = self.node.mapping().is_some_and(|mapping| mapping.style == CollectionStyle::Flow);
        if is_flow && layout.is_template && fields.iter().any(|(_, node)| holds_items(&sample(node))) {
            // No annotation can stand there that says to replace an array.
            return None;
        }
        let last = self.entries().last().map(Placed::<Entry>::range);
        match last {
            Some(last) if is_flow => Some((TextRange::empty(last.end()), format!(", {}", in_flow(fields)))),
            None if is_flow => Some((self.node.range(), format!("{{{}}}", in_flow(fields)))),
            None if self.parent.is_none() => None,
            last => {
                let at =
                    last.unwrap_or_else(|| self.location.steps.last().map_or(self.node.range(), |step| step.range()));
                let lines = entries(fields.iter().map(|(key, node)| (*key, *node, sample(node))), layout);
                Some(self.below(at, lines.trim_end_matches('\n')))
            }
        }
    }

    /// Lines behind the last line of a range.
    fn below(&self, range: TextRange, lines: &str) -> (TextRange, String) {
        let text = self.document.slice(range);
        let blanks = text.len() - text.trim_end().len();
        let line = line_at(self.document.rope(), range.end() - TextSize::from(blanks as u32));
        let at = TextRange::empty(line.start + TextSize::of(line.text.as_str()));
        (at, format!("\n{lines}"))
    }
}

fn in_flow(fields: &[RequiredField<'_>]) -> String {
    let entry =
        |(key, node): &RequiredField<'_>| format!("{}: {}", crate::values::print::key(key), flow(&sample(node)));
    fields.iter().map(entry).collect::<Vec<_>>().join(", ")
}
