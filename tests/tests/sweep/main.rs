//! Every feature at every byte of every file: of the literate cases, the examples, and the corpora beside the project
//! where they are. Nothing may fail, whatever stands there.
//!
//! Formatting must change nothing but the layout, and a rename there and back must give the same bytes again.

#![allow(clippy::unwrap_used, reason = "a world that cannot be read has failed")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;

use positions::Part;
use worlds::World;

mod formatting;
mod odd_texts;
mod positions;
mod rename;
mod worlds;

/// Template code is evaluated on the threads of the test, and recurses.
const STACK: usize = 256 << 20;

fn on_all_processors<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().stack_size(STACK).build().unwrap().install(run)
}

/// Fails with what `run` says about any of `parts`.
fn check<T: Sync>(parts: &[T], name: impl Fn(&T) -> String + Sync, run: impl Fn(&T) -> Vec<String> + Sync) {
    let of_part = |part: &T| {
        let faults = catch_unwind(AssertUnwindSafe(|| run(part)));
        let faults = faults.unwrap_or_else(|_| vec!["panicked".to_owned()]);
        faults.into_iter().map(|fault| format!("{}: {fault}", name(part))).collect::<Vec<_>>()
    };
    let faults: Vec<String> = parts.par_iter().flat_map_iter(of_part).collect();
    println!("{} parts, {} faults", parts.len(), faults.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_feature_answers_at_every_byte() {
    on_all_processors(|| {
        let worlds = worlds::all();
        let parts = positions::parts(&worlds);
        let bytes: usize = parts.iter().map(|part| part.offsets.len()).sum();
        println!("{} worlds, {bytes} positions", worlds.len());
        check(&parts, Part::name, Part::run);
    });
}

#[test]
fn formatting_changes_the_layout_and_nothing_else() {
    on_all_processors(|| check(&worlds::all(), |world: &World| world.name.clone(), formatting::run));
}

#[test]
fn a_rename_there_and_back_gives_the_same_bytes() {
    on_all_processors(|| check(&worlds::all(), |world: &World| world.name.clone(), rename::run));
}
