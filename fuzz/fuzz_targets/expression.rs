//! Any text as an expression in a template of OpenChoreo: nothing panics, every feature answers.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sayl_fuzz::{ask_everything, text_of};

const HEAD: &str = "apiVersion: openchoreo.dev/v1alpha1\nkind: ComponentType\nmetadata: {name: t}\nspec:\n  workloadType: deployment\n  parameters:\n    openAPIV3Schema:\n      type: object\n      properties:\n        a: {type: string}\n        b: {type: array, items: {type: object, properties: {c: {type: integer}}}}\n  resources:\n  - id: deployment\n    template:\n      x: ";

fuzz_target!(|bytes: &[u8]| {
    let Some(text) = text_of(bytes) else { return };
    ask_everything(&[("/type.yaml", &format!("{HEAD}{:?}\n", format!("${{{text}}}")))]);
    ask_everything(&[("/type.yaml", &format!("{HEAD}{text}\n"))]);
});
