//! Values laid over each other, file by file.

use std::sync::Arc;

use super::super::functions::KnownFunctions;
use super::super::jobs::FileEvaluation;
use super::super::parts::BundlePart;
use crate::data_values::{
    Above, Layer, Overlaid, OverlayMemo, OverlayStyle, OwnRules, is_about_below, overlay, repeated_key,
};
use crate::document::TextDocument;
use crate::problem::{Problem, Severity};
use crate::schema::SchemaNode;
use crate::schema::headers::{self, CollectedHeader};
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{Value, ValueKind};

/// A value that grows layer by layer.
pub(super) struct Accumulator<'a> {
    pub(super) value: Value,
    root: Option<&'a Arc<SchemaNode>>,
    functions: &'a KnownFunctions<'a>,
    pub(super) problems: Vec<Problem>,
    pub(super) own_rules: Vec<OwnRules>,
    /// The document or flag that was laid over last.
    pub(super) last: Option<Place>,
    /// Whether something may be missing in what was laid over, for a line of it cannot be read.
    pub(super) is_incomplete: bool,
    /// Whether maps of what was laid over have a key more than once.
    has_repeated_keys: bool,
}

impl<'a> Accumulator<'a> {
    pub(super) fn new(
        bottom: Option<Value>,
        root: Option<&'a Arc<SchemaNode>>,
        functions: &'a KnownFunctions<'a>,
    ) -> Self {
        let value = bottom.unwrap_or_else(|| Value::unwritten(ValueKind::Null));
        let (problems, own_rules, last) = (Vec::new(), Vec::new(), None);
        Self { value, root, functions, problems, own_rules, last, is_incomplete: false, has_repeated_keys: false }
    }

    pub(super) fn lay_files(&mut self, files: &[(BundlePart<'_>, FileEvaluation)], memos: &mut Vec<OverlayMemo>) {
        let mut layers = Vec::new();
        // From which layer on something may be missing below.
        let mut incomplete = if self.is_incomplete { 0 } else { usize::MAX };
        for ((file, style), evaluation) in files {
            let Some(document) = file.document() else { continue };
            if is_incomplete(document, evaluation) {
                incomplete = incomplete.min(layers.len() + 1);
            }
            if let FileEvaluation::Done(evaluated) = evaluation {
                self.problems.extend(evaluated.problems.iter().cloned());
                if evaluated.is_complete {
                    let mixed = headers::mixed_evaluated(CollectedHeader::DataValues, &evaluated.documents);
                    self.problems.extend(mixed);
                    let own = evaluated.documents.iter().filter(|document| is_values(document));
                    let layer = |document| Layer { file: file.id, document: Above::Evaluated(document), style: *style };
                    layers.extend(own.map(layer));
                    continue;
                }
            }
            for (index, document) in document.stream().documents.iter().enumerate() {
                if *style == OverlayStyle::Plain || file.is_values(index) {
                    layers.push(Layer { file: file.id, document: Above::Written(document), style: *style });
                }
            }
        }
        memos.resize_with(layers.len(), OverlayMemo::default);
        self.last = layers.last().map(Layer::place).or(self.last);
        for (index, (layer, memo)) in layers.iter().zip(memos).enumerate() {
            self.is_incomplete = index >= incomplete;
            self.add(overlay(&self.value, &self.own_rules, layer, self.root, memo, self.functions));
        }
        self.is_incomplete = incomplete < usize::MAX;
    }

    pub(super) fn add(&mut self, mut overlaid: Overlaid) {
        self.value = overlaid.value;
        if self.is_incomplete {
            overlaid.problems.retain(|problem| !is_about_below(problem));
        }
        self.problems.append(&mut overlaid.problems);
        self.own_rules.extend(overlaid.own_rules);
        self.has_repeated_keys |= overlaid.has_repeated_keys;
    }

    /// Looks for keys that maps of the final value have more than once.
    pub(super) fn find_repeated_key(&mut self) {
        if self.has_repeated_keys {
            self.problems.extend(repeated_key(&self.value));
        }
    }
}

/// Whether an evaluated document is data values of the bundle itself, not of a library.
fn is_values(document: &Fragment) -> bool {
    CollectedHeader::DataValues.is_on(document) && document.annotation("library/ref").is_none()
}

/// Whether a file may hold more values than can be read.
fn is_incomplete(document: &TextDocument, evaluation: &FileEvaluation) -> bool {
    let is_incomplete = matches!(evaluation, FileEvaluation::Done(evaluated) if !evaluated.is_complete);
    is_incomplete || document.stream().problems.iter().any(|problem| problem.severity == Severity::Error)
}
