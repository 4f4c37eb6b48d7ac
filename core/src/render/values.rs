//! The final data values of a library: every layer laid over those before it, and the result against the rules.

use std::sync::Arc;

use super::RenderJob;
use super::envelope::{Enclosed, Envelope};
use super::library::{Failed, Run};
use super::sources::File;
use super::stand_ins::stand_ins;
use crate::cancel::CancelToken;
use crate::check::{CheckMemo, Unset, check, completed};
use crate::overlay::{Above, Layer, Overlaid, OverlayMemo, OwnRules, Style, overlay, overlay_flag};
use crate::problem::Problem;
use crate::schema::{SchemaNode, plain_values};
use crate::template::fragment::{Content, Fragment};
use crate::text::Place;
use crate::values::{MappingValue, Value, ValueKind};

/// Lays all values that have arrived over the defaults of the schema.
pub(super) fn last(
    run: &mut Run<'_>,
    envelopes: &[Envelope],
    schema: Option<&Arc<SchemaNode>>,
) -> Result<Value, Failed> {
    let value = schema.map_or_else(|| Value::unwritten(ValueKind::Null), |root| root.default.clone());
    let mut pile = Pile { run, schema, value, own_rules: Vec::new(), last: None };
    // Those that say so come after what template code gives.
    let is_late = |envelope: &&Envelope| matches!(envelope.content, Enclosed::Values { is_late: true, .. });
    for envelope in envelopes.iter().filter(|it| !is_late(it)).chain(envelopes.iter().filter(is_late)) {
        pile.envelope(envelope)?;
    }
    let Pile { mut value, own_rules, last, .. } = pile;
    if schema.is_none() && matches!(value.kind, ValueKind::Null) {
        // Nobody gave any: that is a map without entries.
        value.kind = ValueKind::Mapping(Arc::new(MappingValue::default()));
    }
    let (functions, cancel) = (run.interpreter, CancelToken::new());
    if run.library.options.skip_validation {
        return Ok(completed(value, schema, functions, &cancel));
    }
    let unset = last.map(|place| Unset { place, file: None });
    if let Ok(checked) = check(&value, schema, &own_rules, unset, functions, &mut CheckMemo::default(), &cancel) {
        value = checked.value;
        run.problems.extend(checked.problems);
    }
    if run.library.goes_on {
        let found = stand_ins(&value, schema, &std::mem::take(&mut run.problems));
        run.stand_ins = found.ways.into();
        return Ok(found.value);
    }
    run.ended()?;
    Ok(value)
}

/// Values that grow layer by layer.
struct Pile<'r, 'l, 's> {
    run: &'r mut Run<'l>,
    schema: Option<&'s Arc<SchemaNode>>,
    value: Value,
    own_rules: Vec<OwnRules>,
    /// The document or flag that was laid over last.
    last: Option<Place>,
}

impl Pile<'_, '_, '_> {
    fn envelope(&mut self, envelope: &Envelope) -> Result<(), Failed> {
        match &envelope.content {
            Enclosed::Schema(_) => Ok(()),
            Enclosed::Values { document, .. } => self.document(document, Style::Template),
            Enclosed::Plain(document) => self.document(document, Style::Plain),
            Enclosed::Flag(index, flag) => {
                let overlaid = overlay_flag(&self.value, &flag.layer(*index), self.schema);
                self.last = Some(Place::of_flag(*index));
                self.add(overlaid)
            }
        }
    }

    fn document(&mut self, document: &Fragment, style: Style) -> Result<(), Failed> {
        let layer = Layer { file: document.place.file, document: Above::Evaluated(document), style };
        let functions = self.run.interpreter;
        self.last = Some(layer.place());
        let overlaid = overlay(&self.value, &layer, self.schema, &mut OverlayMemo::default(), functions);
        self.add(overlaid)
    }

    fn add(&mut self, overlaid: Overlaid) -> Result<(), Failed> {
        self.value = overlaid.value;
        self.own_rules.extend(overlaid.own_rules);
        self.run.problems.extend(overlaid.problems);
        if self.run.library.goes_on { Ok(()) } else { self.run.ended() }
    }
}

/// What is given to the bundle besides its files: plain values files, then flags.
pub(super) fn given(job: &RenderJob, problems: &mut Vec<Problem>) -> Vec<Envelope> {
    let mut given = Vec::new();
    let own = job.data_values_files.iter().map(|source| (None, source));
    let for_libraries = job.library_values_files.iter().map(|(library, source)| (Some(library), source));
    for (library, source) in own.chain(for_libraries) {
        let file = File::of_values(source);
        problems.extend(file.problems(job.options));
        problems.extend(file.stream().and_then(|stream| plain_values::annotation(source.file, stream)));
        let documents = file.documents().into_iter();
        // Those that are null are passed over.
        for document in documents.filter(|document| !matches!(document.content, Content::Scalar(ValueKind::Null))) {
            let place = document.place;
            given.extend(addressed(Enclosed::Plain(Arc::new(document)), library, place, problems));
        }
    }
    for (index, flag) in job.flags.iter().enumerate() {
        if job.options.strict {
            problems.extend(flag.ambiguous_scalars(index));
        }
        let (content, place) = (Enclosed::Flag(index, Arc::new(flag.clone())), Place::of_flag(index));
        given.extend(addressed(content, flag.library.as_ref(), place, problems));
    }
    given
}

/// For a library, or for the bundle itself.
fn addressed(
    content: Enclosed,
    library: Option<&String>,
    place: Place,
    problems: &mut Vec<Problem>,
) -> Option<Envelope> {
    let Some(library) = library else { return Some(Envelope::arrived(content, place)) };
    Envelope::new(content, library, place).map_err(|problem| problems.push(*problem)).ok()
}
