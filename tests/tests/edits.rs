//! Random edits of a world of every kind of file: whatever was typed, broken states included, problems, folds, symbols,
//! tokens, links and hints are those of a fresh start.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use sayl_tests::cases_of_property;
use sayl_tests::edit_session::{EditSession, SessionEdit, mixed_world};

/// What is typed: halves of whatever sayl understands.
const PIECES: [&str; 44] = [
    "",
    "",
    "",
    "\n",
    "\n  ",
    "\n- ",
    " ",
    "  ",
    "a",
    "x: 1\n",
    "nam: y\n",
    "  deep:\n    er: 1\n",
    "- ",
    "? ",
    ": ",
    "\"",
    "'",
    "[",
    "]",
    "{",
    "}",
    ", ",
    "|\n",
    ">-\n  ",
    "&x ",
    "*x",
    "<<: ",
    "---\n",
    "...\n",
    "#",
    "# note\n",
    "#@ ",
    "#@",
    "#@data/values\n",
    "#@data/values-schema\n",
    "#@ if True:\n",
    "#@ end\n",
    "#@schema/nullable\n",
    "null",
    "é",
    "\t",
    "\r\n",
    "${",
    "}",
];

/// What happens in a session.
#[derive(Clone, Debug)]
enum Step {
    Edit(SessionEdit),
    Look(usize),
    Evaluate(usize),
}

fn step() -> impl Strategy<Value = Step> {
    let removed = prop_oneof![4 => Just(0_usize), 3 => 1..6_usize, 1 => 1..80_usize];
    let edit = (any::<usize>(), any::<usize>(), removed, select(&PIECES[..]));
    let edit = edit.prop_map(|(file, start, removed, insert)| {
        Step::Edit(SessionEdit { file, start, removed, insert: insert.to_owned() })
    });
    prop_oneof![8 => edit, 1 => any::<usize>().prop_map(Step::Look), 1 => any::<usize>().prop_map(Step::Evaluate)]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, max_shrink_iters: 2_000, ..ProptestConfig::with_cases(cases_of_property(60)) })]
    #[test]
    // A million edits are `PROPTEST_CASES=40000`.
    fn what_is_shown_after_edits_is_what_a_fresh_start_shows(steps in vec(step(), 1..50)) {
        let mut session = EditSession::new(&mixed_world());
        for step in &steps {
            match step {
                Step::Edit(edit) => session.edit(edit),
                Step::Look(file) => session.look(*file),
                Step::Evaluate(which) => session.evaluate(*which),
            }
        }
        let difference = session.difference();
        prop_assert!(difference.is_none(), "{}", difference.unwrap_or_default());
    }
}
