//! Documents of data values laid over each other and over the defaults of their schema, as ytt's overlays do it.
//!
//! Keys and types are checked here, for here the tokens are at hand; rules wait for the final value (`check`).
//! What template code decides that was not evaluated gives [`ValueKind::Unknown`](crate::values::ValueKind) and never
//! a problem.
//!
//! A document that is spread over segments is laid over chunk by chunk, and the memo keeps what each chunk gave, so
//! that an edit costs its own chunk and one step for each of the others.
//!
//! # Design
//!
//! A `values::Value` remembers where it was written and shares its parts: laying a document over another copies only
//! the path to what changes. This module lays documents over the schema's defaults in order, and reports unknown keys
//! and wrong types there, where key and value tokens are at hand. `check` then judges the final value by the rules,
//! for rules see defaults and all documents together. A problem stands where the value was written: in a values file,
//! else in the schema.
//!
//! What becomes of a node is decided by ytt's rules, which stand once, in `template::overlay::lay`. What lies on the way
//! here, and nowhere else, is a guard of these rules: unknown keys, types, defaults, deprecated keys (`guard`, `fill`). An
//! entry of which nothing is said does not even come to the rules, for only its key counts (`entries`). A function is
//! called through `template::function::Functions`; while its outcome is pending, what it decides is `Unknown`.
//!
//! Aliases are shared, never copied out, so a text with aliases to aliases costs what it is long and not what it
//! stands for.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::schema::{Rule, SchemaNode};
use crate::template::function::{Functions, NoFunctions};
use crate::template::overlay::calls::UntilStopped;
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::values::fragment::Fragment;
use crate::values::from_yaml::{self, from_plain_values, from_yaml};
use crate::values::{Value, ValueKind};
use crate::yaml::{Document, NodeKind};

use directives::Directives;
use memo::MergeMemo;
use merge::Merge;
pub(crate) use report::{is_about_below, repeated_key};
pub(crate) use subject::OverlaySubject;

mod directives;
mod flag;
mod memo;
mod merge;
mod outdated;
mod report;
mod subject;
mod target;
#[cfg(test)]
mod tests;

/// How a document of values is laid over what is below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OverlayStyle {
    /// `#@data/values`: keys must exist below, arrays append, `@overlay/…` annotations count.
    Template,
    /// A plain values file or a flag: arrays replace, the schema alone decides which keys there are.
    Plain,
}

/// A document of values to lay over others.
#[derive(Clone, Copy, Debug)]
pub struct Layer<'a> {
    /// The file that holds it.
    pub file: FileId,
    /// The document.
    pub document: Above<'a>,
    /// How it is laid over.
    pub style: OverlayStyle,
}

impl Layer<'_> {
    /// The document as a whole: its `---`, else the start of the file.
    pub fn place(&self) -> Place {
        match self.document {
            Above::Written(document) => {
                let start = TextRange::empty(TextSize::new(0));
                Place::absolute(self.file, document.marker.unwrap_or(start))
            }
            Above::Evaluated(fragment) => fragment.place,
        }
    }
}

/// A document of values, with or without the outcome of its template code.
#[derive(Clone, Copy, Debug)]
pub enum Above<'a> {
    /// As it is written: what template code would give is unknown.
    Written(&'a Document),
    /// As its evaluation gave it.
    Evaluated(&'a Fragment),
}

/// A data value given as a flag.
#[derive(Clone, Copy, Debug)]
pub struct FlagLayer<'a> {
    /// The flag as people type it, such as `--data-value-yaml`.
    pub flag: &'a str,
    /// The keys that lead to the value, outermost first.
    pub keys: &'a [String],
    /// The value's text.
    pub text: &'a str,
    /// Whether the text is YAML rather than a plain string.
    pub is_yaml: bool,
    /// Where problems of the flag are reported, and where its values count as written.
    pub place: Place,
}

/// One data value given as a flag.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueFlag {
    /// Which flag, as people type it, such as `--data-value-yaml`; or the environment prefix's flag.
    pub flag: String,
    /// The library that it is addressed to, such as `@db`.
    pub library: Option<String>,
    /// The keys that lead to the value, outermost first: `db` and `port` of `@lib:db.port`.
    pub keys: Vec<String>,
    /// The text of the value; a file's content for `--data-value-file`.
    pub text: String,
    /// Whether the text is YAML rather than a plain string.
    pub is_yaml: bool,
}

impl ValueFlag {
    /// Scalars in its YAML that strict parsing refuses.
    pub fn ambiguous_scalars(&self, index: usize) -> Vec<Problem> {
        if self.is_yaml { flag::ambiguous_scalars(&self.text, Place::of_flag(index)) } else { Vec::new() }
    }

    /// The flag as a layer of values; `index` says which of the flags it is.
    pub fn layer(&self, index: usize) -> FlagLayer<'_> {
        let place = Place::of_flag(index);
        FlagLayer { flag: &self.flag, keys: &self.keys, text: &self.text, is_yaml: self.is_yaml, place }
    }
}

/// The values that laying one document over others gives.
#[derive(Clone, Debug)]
pub struct Overlaid {
    /// The merged value, missing keys filled from the schema.
    pub value: Value,
    /// What is wrong with the document.
    pub problems: Vec<Problem>,
    /// The rules that the document itself brings (`@assert/validate`), and those below of values that it sets.
    pub own_rules: Vec<OwnRules>,
    /// Whether maps of the document have a key more than once, so that maps of the value may have it, too.
    pub has_repeated_keys: bool,
}

/// Rules that a values document gives for one of its own values.
#[derive(Clone, Debug)]
pub struct OwnRules {
    /// The origin of the value they are for.
    pub origin: Place,
    /// The rules.
    pub rules: Arc<[Rule]>,
}

/// What parts of one document gave the last time. Use one memo per document of values, pass after pass; what a pass
/// does not use is forgotten.
#[derive(Debug, Default)]
pub struct OverlayMemo {
    yaml: from_yaml::ValueMemo,
    directives: directives::DirectiveMemo,
    merged: MergeMemo,
    had_text_templates: bool,
    rules_below: Vec<OwnRules>,
}

/// Lays a document over `left`. Without a schema nothing is filled or type-checked. The root of a schema and the
/// maps of `left` are recognised by identity: keep them as they are where nothing changed. `rules_below` are those that
/// documents below brought for values of `left`.
pub fn overlay(
    left: &Value,
    rules_below: &[OwnRules],
    layer: &Layer<'_>,
    schema: Option<&Arc<SchemaNode>>,
    memo: &mut OverlayMemo,
    functions: &dyn Functions,
) -> Overlaid {
    let functions = UntilStopped::new(functions);
    match layer.document {
        Above::Written(document) => overlay_written((left, rules_below), layer, document, schema, memo, &functions),
        Above::Evaluated(fragment) => overlay_evaluated((left, rules_below), layer.style, fragment, schema, &functions),
    }
}

fn overlay_written(
    (left, rules_below): (&Value, &[OwnRules]),
    layer: &Layer<'_>,
    document: &Document,
    schema: Option<&Arc<SchemaNode>>,
    memo: &mut OverlayMemo,
    functions: &dyn Functions,
) -> Overlaid {
    let read = if layer.style == OverlayStyle::Plain { from_plain_values } else { from_yaml };
    let converted = read(layer.file, document, &mut memo.yaml);
    let directives = match layer.style {
        OverlayStyle::Template => directives::read(layer.file, document, &mut memo.directives),
        OverlayStyle::Plain => Directives::default(),
    };
    let had_text_templates = std::mem::replace(&mut memo.had_text_templates, directives.has_text_templates);
    if had_text_templates != directives.has_text_templates || !are_same(&memo.rules_below, rules_below) {
        memo.merged = MergeMemo::default();
        memo.rules_below = rules_below.to_vec();
    }
    memo.merged.begin_pass();
    let mut merge = Merge::new(layer.style, &directives, rules_below, &mut memo.merged, functions);
    let is_empty = matches!(document.root.kind, NodeKind::Empty);
    let is_skipped = is_skipped(layer.style, &converted.value, is_empty, schema);
    let value = if is_skipped { left.clone() } else { merge.document(left, &converted.value, schema) };
    let mut problems = converted.problems;
    problems.extend(directives.problems.iter().cloned());
    problems.append(&mut merge.problems);
    let (own_rules, has_repeated_keys) = (merge.own_rules, converted.has_repeated_keys);
    Overlaid { value, problems, own_rules, has_repeated_keys }
}

/// Whether these are the same rules of the same values.
fn are_same(one: &[OwnRules], other: &[OwnRules]) -> bool {
    let is_same =
        |(one, other): (&OwnRules, &OwnRules)| one.origin == other.origin && Arc::ptr_eq(&one.rules, &other.rules);
    one.len() == other.len() && one.iter().zip(other).all(is_same)
}

/// Whether a document has nothing to say. One that is null, with or without writing it, counts only in a template,
/// where it takes the place of all that is below. The older editions ask what is given, and a document without content
/// gives nothing.
fn is_skipped(style: OverlayStyle, value: &Value, is_empty: bool, schema: Option<&Arc<SchemaNode>>) -> bool {
    let is_null = matches!(value.kind, ValueKind::Null);
    let is_older = schema.is_some_and(|schema| schema.is_permissive);
    is_null && (style == OverlayStyle::Plain || is_empty && is_older)
}

/// What template code gives is new every time, so nothing of it is remembered.
fn overlay_evaluated(
    (left, rules_below): (&Value, &[OwnRules]),
    style: OverlayStyle,
    fragment: &Fragment,
    schema: Option<&Arc<SchemaNode>>,
    functions: &dyn Functions,
) -> Overlaid {
    let right = fragment.value.clone();
    let directives = match style {
        OverlayStyle::Template => directives::read_evaluated(fragment),
        OverlayStyle::Plain => Directives::default(),
    };
    let mut memo = MergeMemo::default();
    let mut merge = Merge::new(style, &directives, rules_below, &mut memo, functions);
    let is_skipped = is_skipped(style, &right, fragment.value.origin == fragment.place, schema);
    let value = if is_skipped { left.clone() } else { merge.document(left, &right, schema) };
    let (merged, own_rules) = (merge.problems, merge.own_rules);
    let has_repeated_keys = style == OverlayStyle::Plain && repeated_key(&right).is_some();
    let problems = directives.problems.into_iter().chain(merged).collect();
    Overlaid { value, problems, own_rules, has_repeated_keys }
}

/// Lays a flag over `left`: the whole value at its key is replaced, maps included.
pub fn overlay_flag(left: &Value, flag: &FlagLayer<'_>, schema: Option<&Arc<SchemaNode>>) -> Overlaid {
    let right = match flag::value(flag) {
        Ok(right) => right,
        Err(problem) => {
            let (value, problems, own_rules) = (left.clone(), vec![*problem], Vec::new());
            return Overlaid { value, problems, own_rules, has_repeated_keys: false };
        }
    };
    let directives = flag::innermost(&right, flag.keys.len()).map_or_else(Directives::default, Directives::replacing);
    let mut memo = MergeMemo::default();
    let mut merge = Merge::new(OverlayStyle::Plain, &directives, &[], &mut memo, &NoFunctions);
    let value = merge.document(left, &right, schema);
    let mut problems = merge.problems;
    // There is no text to edit.
    for problem in &mut problems {
        problem.fixes.clear();
    }
    Overlaid { value, problems, own_rules: Vec::new(), has_repeated_keys: repeated_key(&right).is_some() }
}
