//! Any text as the declaration of a field of an OpenChoreo type: nothing panics, every feature answers.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sayl_fuzz::{ask_everything, text_of};

const HEAD: &str = "apiVersion: openchoreo.dev/v1alpha1\nkind: ComponentType\nmetadata: {name: t}\nspec:\n  schema:\n    types:\n      T: {x: string}\n    parameters:\n      a: ";

fuzz_target!(|bytes: &[u8]| {
    let Some(text) = text_of(bytes) else { return };
    ask_everything(&[("/type.yaml", &format!("{HEAD}{text:?}\n"))]);
    ask_everything(&[("/type.yaml", &format!("{HEAD}{text}\n"))]);
});
