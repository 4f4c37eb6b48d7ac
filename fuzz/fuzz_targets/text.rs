//! Any bytes as any kind of file: nothing panics, and every feature answers about the place that it was asked about.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sayl_fuzz::{ask_everything, text_of};

const SCHEMA: &str = "#@data/values-schema\n---\na: \"\"\nb:\n- c: 1\n";

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, rest)) = bytes.split_first() else { return };
    let Some(text) = text_of(rest) else { return };
    let values = format!("#@data/values\n---\n{text}");
    match kind % 6 {
        0 => ask_everything(&[("/schema.yml", &format!("#@data/values-schema\n---\n{text}"))]),
        1 => ask_everything(&[("/schema.yml", SCHEMA), ("/values.yml", &values)]),
        2 => ask_everything(&[("/schema.yml", SCHEMA), ("/template.yml", &text)]),
        3 => ask_everything(&[("/schema.yml", SCHEMA), ("/lib.star", &text)]),
        4 => ask_everything(&[("/schema.yml", SCHEMA), ("/notes.txt", &text)]),
        _ => ask_everything(&[("/sayl.toml", &text), ("/schema.yml", SCHEMA), ("/values.yml", &values)]),
    }
});
