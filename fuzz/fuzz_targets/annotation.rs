//! Any text as an annotation of a schema, of values, of an overlay: nothing panics, every feature answers.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sayl_fuzz::{ask_everything, text_of};

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, rest)) = bytes.split_first() else { return };
    let Some(text) = text_of(rest) else { return };
    let headers = ["#@data/values-schema", "#@schema/match data_values=True", "#@schema/definition data_values=True", "#@schema"];
    let header = headers[usize::from(kind % 4)];
    let schema = format!("{header}\n---\n#@schema/{text}\na: 1\n#@{text}\nb:\n- \"\"\n");
    let values = format!("#@data/values\n---\n#@overlay/{text}\na: 1\n#@{text}\nb:\n- x\n");
    ask_everything(&[("/schema.yml", &schema), ("/values.yml", &values)]);
});
