//! Comments that silence problems, while what they silence is not known yet.

use crate::analysis::Analysis;
use crate::render::request::Runner;
use crate::test_support::{Fixture, settle};

/// The codes of all problems.
fn codes(analysis: &Analysis) -> Vec<&'static str> {
    let problems = |file| analysis.problems(file);
    analysis.files().into_iter().flat_map(|file| problems(file).to_vec()).map(|problem| problem.code.name()).collect()
}

#[test]
fn a_comment_is_called_unused_only_when_the_code_was_evaluated() {
    let fixture = Fixture::parse(
        "
        #- /schema.yml
        #@data/values-schema
        ---
        port: 80
        #- /values.yml
        #@ x = 1
        #@data/values
        ---
        #! sayl-ignore: type-mismatch
        port: #@ x
        ",
    );
    let analysis = fixture.host().analysis();
    assert_eq!(codes(&analysis), [""; 0]);
    settle(&analysis, &mut Runner::new());
    assert_eq!(codes(&analysis), ["unused-suppression"]);
}
