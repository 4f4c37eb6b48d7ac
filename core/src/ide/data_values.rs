//! The values that a file leads to, as a text to read: the final data values of its bundle, and what the values of its
//! OpenChoreo resources come to. Each line knows where it was written.

use std::sync::Arc;

use crate::analysis::Analysis;
use crate::choreo::inspect::inspect;
use crate::ide::mapped_text::{MappedText, range_in};
use crate::text::FileId;
use crate::values::print::with_origins;
use crate::values::{Value, ValueKind};

/// The values that a file leads to. Of alternatives, such as `dev.yml` and `prod.yml`, those of the file itself.
/// One YAML document for the data values, and one for each resource. `None` where it belongs to no bundle and holds no resource with values.
pub fn data_values(analysis: &Analysis, file: FileId) -> Option<MappedText> {
    let own = analysis.final_values(file).map(|value| match value.kind {
        ValueKind::Null if analysis.schema_of_bundle(file).is_none() => {
            Value::unwritten(ValueKind::Mapping(Arc::default()))
        }
        _ => value,
    });
    let resources = analysis.resources(file).iter();
    let of_resources = resources.filter_map(|(_, resource)| inspect(resource, &analysis.catalog(file)));
    let values: Vec<Value> = own.into_iter().chain(of_resources).collect();
    (!values.is_empty()).then(|| {
        let mut written = MappedText::default();
        for value in &values {
            if values.len() > 1 {
                written.add_separator();
            }
            written.add(&with_origins(value), |place| range_in(analysis, place));
        }
        written
    })
}

#[cfg(test)]
mod tests;
