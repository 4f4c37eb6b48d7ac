//! Any edits of any files: what is shown afterwards is what a fresh start shows.
#![no_main]

use std::sync::LazyLock;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use sayl_core::test_support::Fixture;
use sayl_tests::edit_session::{EditSession, SessionEdit, mixed_world};

static WORLD: LazyLock<Fixture> = LazyLock::new(mixed_world);

#[derive(Arbitrary, Debug)]
enum Step {
    Edit { file: u8, start: u16, removed: u8, insert: String },
    Copy { file: u8, start: u16, from: u8, at: u16, length: u8 },
    Look(u8),
}

fuzz_target!(|steps: Vec<Step>| {
    let mut session = EditSession::new(&WORLD);
    for step in steps.iter().take(40) {
        match step {
            Step::Edit { file, start, removed, insert } if insert.len() < 200 => {
                session.edit(&edit(*file, *start, *removed, insert.clone()));
            }
            Step::Edit { .. } => {}
            // What other files hold is more likely to mean something than what a fuzzer makes up.
            Step::Copy { file, start, from, at, length } => {
                let text = &WORLD.files[usize::from(*from) % WORLD.files.len()].text;
                let part = text.chars().skip(usize::from(*at) % text.len().max(1)).take(usize::from(*length));
                session.edit(&edit(*file, *start, 0, part.collect()));
            }
            Step::Look(file) => session.look(usize::from(*file)),
        }
    }
    if let Some(difference) = session.difference() {
        panic!("{difference}");
    }
});

fn edit(file: u8, start: u16, removed: u8, insert: String) -> SessionEdit {
    // Short edits are what people do; a half of them removes nothing.
    let removed = usize::from(removed.saturating_sub(128));
    SessionEdit { file: file.into(), start: start.into(), removed, insert }
}
