//! The final data values of a library: every layer laid over those before it, and the result against the rules.

use std::sync::Arc;

use super::{Failed, LibraryRun};
use crate::check::{CheckMemo, Unset, check, completed};
use crate::data_values::{
    Above, Layer, Overlaid, OverlayMemo, OverlayStyle, OwnRules, overlay, overlay_flag, repeated_key,
};
use crate::problem::{Code, Problem};
use crate::render::RenderJob;
use crate::render::overrides::{LibraryOverride, OverrideContent};
use crate::render::sources::LibraryFile;
use crate::render::stand_ins::stand_ins;
use crate::schema::{SchemaNode, plain_values};
use crate::text::Place;
use crate::values::flow::key_text;
use crate::values::fragment::Fragment;
use crate::values::{Key, MappingValue, Value, ValueKind};

/// Lays all values that have arrived over the defaults of the schema.
pub(super) fn last(
    run: &mut LibraryRun<'_>,
    overrides: &[LibraryOverride],
    schema: Option<&Arc<SchemaNode>>,
) -> Result<Value, Failed> {
    let value = schema.map_or_else(|| Value::unwritten(ValueKind::Null), |root| root.default.clone());
    let mut accumulator =
        LibraryAccumulator { run, schema, value, own_rules: Vec::new(), last: None, has_repeated_keys: false };
    // Those that say so come after what template code gives.
    let is_late = |given: &&LibraryOverride| matches!(given.content, OverrideContent::Values { is_late: true, .. });
    for given in overrides.iter().filter(|it| !is_late(it)).chain(overrides.iter().filter(is_late)) {
        accumulator.lay_override(given)?;
    }
    let LibraryAccumulator { mut value, own_rules, last, has_repeated_keys, .. } = accumulator;
    if has_repeated_keys {
        run.problems.extend(repeated_key(&value));
    }
    if schema.is_none() && last.is_none() && matches!(value.kind, ValueKind::Null) {
        // Nobody gave any: that is a map without entries.
        value.kind = ValueKind::Mapping(Arc::new(MappingValue::default()));
    }
    let functions = &run.functions();
    if run.library.options.skip_validation {
        return Ok(completed(&value, schema, functions));
    }
    let unset = last.map(|place| Unset { place, file: None });
    let checked = check(&value, schema, &own_rules, unset, functions, &mut CheckMemo::default());
    value = checked.value;
    run.problems.extend(checked.problems);
    if run.library.goes_on {
        let found = stand_ins(&value, schema, &std::mem::take(&mut run.problems));
        run.stand_ins = found.ways.into();
        return Ok(found.value);
    }
    run.fail_if_wrong()?;
    Ok(value)
}

/// Values that grow layer by layer.
struct LibraryAccumulator<'r, 'l, 's> {
    run: &'r mut LibraryRun<'l>,
    schema: Option<&'s Arc<SchemaNode>>,
    value: Value,
    own_rules: Vec<OwnRules>,
    /// The document or flag that was laid over last.
    last: Option<Place>,
    /// Whether maps of what was laid over have a key more than once.
    has_repeated_keys: bool,
}

impl LibraryAccumulator<'_, '_, '_> {
    fn lay_override(&mut self, given: &LibraryOverride) -> Result<(), Failed> {
        match &given.content {
            OverrideContent::Schema(_) => Ok(()),
            OverrideContent::Values { document, .. } => self.document(document, OverlayStyle::Template),
            OverrideContent::Plain(document) => self.document(document, OverlayStyle::Plain),
            OverrideContent::Flag(index, flag) => {
                let overlaid = overlay_flag(&self.value, &flag.layer(*index), self.schema);
                self.last = Some(Place::of_flag(*index));
                self.add(overlaid)
            }
        }
    }

    fn document(&mut self, document: &Fragment, style: OverlayStyle) -> Result<(), Failed> {
        let layer = Layer { file: document.place.file, document: Above::Evaluated(document), style };
        let functions = &self.run.functions();
        self.last = Some(layer.place());
        let overlaid =
            overlay(&self.value, &self.own_rules, &layer, self.schema, &mut OverlayMemo::default(), functions);
        self.add(overlaid)
    }

    fn add(&mut self, overlaid: Overlaid) -> Result<(), Failed> {
        self.value = overlaid.value;
        self.own_rules.extend(overlaid.own_rules);
        self.run.problems.extend(overlaid.problems);
        self.has_repeated_keys |= overlaid.has_repeated_keys;
        if self.run.library.goes_on { Ok(()) } else { self.run.fail_if_wrong() }
    }
}

/// The problem of a key in final data values that is no text: ytt crashes as soon as it makes a struct of them, which it
/// does for every template.
pub(super) fn key_without_text(value: &Value) -> Option<Problem> {
    match &value.kind {
        ValueKind::Mapping(mapping) => mapping.entries.iter().find_map(|entry| {
            let is_text = matches!(entry.entry_key(), Key::String(_));
            let message = format!(
                "ytt crashes on the key `{}` in data values, because it is no text",
                key_text(entry.entry_key())
            );
            let problem = || Problem::new(Code::TemplateFailure, entry.place, message).hint("quote it to make it text");
            if is_text { key_without_text(&entry.value) } else { Some(problem()) }
        }),
        ValueKind::Sequence(items) => items.iter().find_map(key_without_text),
        _ => None,
    }
}

/// What is given to the bundle besides its files: plain values files, then flags.
pub(in crate::render) fn given(job: &RenderJob, problems: &mut Vec<Problem>) -> Vec<LibraryOverride> {
    let mut given = Vec::new();
    let own = job.data_values_files.iter().map(|source| (None, source));
    let for_libraries = job.library_values_files.iter().map(|(library, source)| (Some(library), source));
    for (library, source) in own.chain(for_libraries) {
        let file = LibraryFile::of_values(source);
        let (first, later) = file.problems(job.options);
        problems.extend(first.into_iter().chain(later));
        problems.extend(file.stream().and_then(|stream| plain_values::annotation(source.file, stream)));
        let documents = file.documents().into_iter();
        // Those that are null are passed over.
        for document in documents.filter(|document| !matches!(document.value.kind, ValueKind::Null)) {
            let place = document.place;
            given.extend(addressed(OverrideContent::Plain(Arc::new(document)), library, place, problems));
        }
    }
    for (index, flag) in job.flags.iter().enumerate() {
        if job.options.strict {
            problems.extend(flag.ambiguous_scalars(index));
        }
        let (content, place) = (OverrideContent::Flag(index, Arc::new(flag.clone())), Place::of_flag(index));
        given.extend(addressed(content, flag.library.as_ref(), place, problems));
    }
    given
}

/// For a library, or for the bundle itself.
fn addressed(
    content: OverrideContent,
    library: Option<&String>,
    place: Place,
    problems: &mut Vec<Problem>,
) -> Option<LibraryOverride> {
    let Some(library) = library else { return Some(LibraryOverride::arrived(content, place)) };
    LibraryOverride::new(content, library, place).map_err(|problem| problems.push(*problem)).ok()
}
