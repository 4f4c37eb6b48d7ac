//! Why a key of a schema for data values keeps its name: something may use it by a name that is not followed.

use super::FieldDeclaration;
use super::search::parts;
use super::trail::Trail;
use crate::analysis::Analysis;
use crate::analysis::names::{CodeValues, NameOrigin, ReadingsCollector};
use crate::schema::lookup::{Step, child};
use crate::schema::{Rule, RuleKind, SchemaNode, When};
use crate::template::names::Chain;
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::from_yaml;
use crate::yaml::annotation::{CommentKind, classify};
use crate::yaml::path::document_at;
use crate::yaml::{Comment, Mapping, Node, Placed, Sequence};

/// The annotations that only explain.
const EXPLAINING: [&str; 4] = ["schema/title", "schema/desc", "schema/examples", "schema/deprecated"];

/// What stands in the way, as the end of a sentence, and where it is.
type Obstacle = (Place, String);

/// The first reason in some files why a field keeps its name.
pub(super) fn obstacle(analysis: &Analysis, files: &[FileId], declaration: &FieldDeclaration) -> Option<String> {
    let FieldDeclaration { name, place, .. } = declaration;
    let text = analysis.document(place.file)?;
    let document = document_at(text.stream(), text.resolve(*place)?.start())?;
    let Some(schema) = analysis.schema(place.file, document) else {
        return Some(format!("Template code declares `{name}`, and is not changed with it"));
    };
    let Some(trail) = Trail::to(&schema.root, *place) else {
        return Some(format!("The declaration of `{name}` is unknown"));
    };
    if trail.is_in_default() {
        return Some(format!("A default gives `{name}` a value, and is not changed with it"));
    }
    let search = ObstacleSearch { analysis, values: CodeValues::new(analysis), name, declared: *place };
    let used_whole = files.iter().find_map(|file| search.used_whole(*file));
    let in_documents = || files.iter().find_map(|file| search.in_documents(*file));
    let has_functions = has_functions(&schema.root);
    let in_functions = || files.iter().find_map(|file| search.in_functions(*file, has_functions));
    let (place, reason) = used_whole.or_else(in_documents).or_else(in_functions)?;
    Some(format!("{} {reason}", shown(analysis, place)))
}

/// A place for people, as the beginning of a sentence: the line, and the file's name.
fn shown(analysis: &Analysis, place: Place) -> String {
    let name = analysis.path(place.file).file_name().map(|name| name.to_string_lossy().into_owned());
    let document = analysis.document(place.file);
    let line = document.map_or(0, |document| document.line_of(place.range.start()) + 1);
    format!("Line {line} of {}", name.unwrap_or_default())
}

/// Whether functions see values of a schema.
fn has_functions(node: &SchemaNode) -> bool {
    let is_function = |rule: &Rule| {
        matches!(rule.kind, RuleKind::Function { .. } | RuleKind::Predicate { .. } | RuleKind::Unevaluated(_))
            || !matches!(rule.when, When::Always)
    };
    node.rules.iter().any(is_function) || node.ty.inner().any(|inner| has_functions(inner))
}

/// Looks for what is in the way of a field's new name.
struct ObstacleSearch<'a> {
    analysis: &'a Analysis,
    values: CodeValues<'a>,
    name: &'a str,
    declared: Place,
}

impl ObstacleSearch<'_> {
    /// Whether a value may hold the field.
    fn is_in(&self, schema: &SchemaNode) -> bool {
        Trail::to(schema, self.declared).is_some()
    }

    /// Code that hands the map of the field on, or one around it.
    fn used_whole(&self, file: FileId) -> Option<Obstacle> {
        let readings = ReadingsCollector::new(self.analysis).readings(file);
        let found = readings.iter().find(|reading| reading.used_whole().is_some_and(|node| self.is_in(node)))?;
        let name = self.name;
        let reason = match found.given_to(self.analysis.names(file)?) {
            Some(function) => {
                format!(
                    "hands the map that holds `{name}` to `{function}`, and what is done with it there is not followed"
                )
            }
            None => format!("hands on the map that holds `{name}`, and what is done with it is not followed"),
        };
        Some((Place::absolute(file, found.range()), reason))
    }

    /// Documents whose code gives the map of the field, or whose annotations name the field.
    fn in_documents(&self, file: FileId) -> Option<Obstacle> {
        let (range, reason) = parts(self.analysis, file).iter().find_map(|part| {
            let root = &part.schema.root;
            let own = self.in_comments(part.comments, TextSize::new(0), root);
            own.or_else(|| self.in_node(part.node, root))
        })?;
        Some((Place::absolute(file, range), reason))
    }

    fn in_node(&self, node: Placed<'_, Node>, schema: &SchemaNode) -> Option<(TextRange, String)> {
        let mut entries = node.mapping().into_iter().flat_map(Placed::<Mapping>::entries);
        let in_entries = entries.find_map(|entry| {
            let schema = child(schema, &Step::Key(from_yaml::key(entry.key().get())))?;
            let own = self.in_comments(entry.comments(), entry.base, schema);
            own.or_else(|| self.in_node(entry.value(), schema))
        });
        in_entries.or_else(|| {
            let mut items = node.sequence().into_iter().flat_map(Placed::<Sequence>::items);
            items.find_map(|item| {
                let schema = child(schema, &Step::Item(0))?;
                let own = self.in_comments(item.comments(), item.base, schema);
                own.or_else(|| self.in_node(item.value(), schema))
            })
        })
    }

    /// What the comments of a node of this schema have to do with the field.
    fn in_comments(&self, comments: &[Comment], base: TextSize, schema: &SchemaNode) -> Option<(TextRange, String)> {
        let name = self.name;
        let reason = |comment: &Comment| match classify(comment) {
            CommentKind::Code(_) if comment.trailing => Some(format!("computes the map that holds `{name}`")),
            CommentKind::Annotation(annotation) if annotation.name == "template/value" => {
                Some(format!("computes the map that holds `{name}`"))
            }
            CommentKind::Annotation(annotation) if !EXPLAINING.contains(&annotation.name) => {
                let is_named =
                    ['"', '\''].iter().any(|quote| annotation.arguments.contains(&format!("{quote}{name}{quote}")));
                is_named.then(|| format!("names `{name}` in the arguments of `@{}`", annotation.name))
            }
            _ => None,
        };
        let found = comments.iter().find_map(|comment| Some((comment.range + base, reason(comment)?)));
        found.filter(|_| self.is_in(schema))
    }

    /// Code that reads the name of the field from a value that nobody knows, where such code sees values of the schema:
    /// anywhere if rules call functions, else in documents of the schema and of values.
    fn in_functions(&self, file: FileId, is_everywhere: bool) -> Option<Obstacle> {
        let names = self.analysis.names(file)?;
        let is_governed = is_everywhere || !parts(self.analysis, file).is_empty();
        let found = names.chains.iter().filter(|_| is_governed).find(|chain| self.may_name(file, chain))?;
        let reason = format!("reads `{}` from a value that is not known", self.name);
        Some((Place::absolute(file, found.range), reason))
    }

    fn may_name(&self, file: FileId, chain: &Chain) -> bool {
        let is_named = chain.parts.iter().any(|part| part.name() == Some(self.name));
        let is_known = || {
            let root = self.analysis.names(file).and_then(|names| names.root(chain));
            let is_module = root.is_some_and(|root| matches!(self.analysis.origin(file, root), NameOrigin::Module(..)));
            is_module || self.values.of_chain(file, chain).is_some()
        };
        is_named && !is_known()
    }
}
