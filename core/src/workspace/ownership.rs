//! Whose a YAML file is, told from its own text: ytt's, or that of another tool, of whose files sayl says nothing.
//!
//! A text is written for ytt if it holds an annotation that ytt knows, or one that is a single letter away from it, or
//! template code that means something. That a file is part of a bundle, or is named for sayl elsewhere, counts besides
//! (`analysis`).

use std::path::Path;

use strsim::osa_distance;

use crate::document::TextDocument;
use crate::schema::names;
use crate::template::significance::is_significant;
use crate::yaml::annotation::{CommentKind, classify};
use crate::yaml::{Comment, NodeKind};

/// The file that makes its folder a Helm chart.
pub const CHART_NAME: &str = "Chart.yaml";

/// Whether a text is written for ytt. Costs what was parsed anew since the version before.
pub fn is_for_ytt(document: &TextDocument) -> bool {
    document.any_comment(is_sign) || is_being_begun(document)
}

/// Whether a text has only comments yet, one of them for ytt: whoever types `#@` first wants an annotation.
fn is_being_begun(document: &TextDocument) -> bool {
    let stream = document.stream();
    let is_empty = || stream.documents.iter().all(|document| matches!(document.root.kind, NodeKind::Empty));
    stream.is_template && is_empty()
}

fn is_sign(comment: &Comment, is_value: bool) -> bool {
    match classify(comment) {
        CommentKind::Annotation(annotation) => is_like_known(annotation.name),
        CommentKind::Code(code) => is_significant(code, is_value),
        // `#@comment`
        CommentKind::Ignored => true,
        CommentKind::Plain => false,
    }
}

/// Whether an annotation of that name exists in any edition, or one that is a single edit away.
fn is_like_known(name: &str) -> bool {
    let mut known = names::RELEASED.iter().chain(names::OLDER).chain(names::OTHER);
    known.any(|known| name.len().abs_diff(known.len()) <= 4 && osa_distance(name, known) <= 1)
}

/// Whether a file below `chart`, the folder of a Helm chart, is one of Helm's templates.
pub fn is_helm_template(path: &Path, chart: &Path) -> bool {
    path.strip_prefix(chart).is_ok_and(|path| path.starts_with("templates"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::FileId;

    #[track_caller]
    fn check(text: &str, expected: bool) {
        assert_eq!(is_for_ytt(&TextDocument::new(FileId(0), text)), expected, "{text}");
    }

    #[test]
    fn annotations_and_code_are_for_ytt() {
        check("#@data/values\n---\na: 1\n", true);
        check("#@data/valus\n---\na: 1\n", true);
        check("a: 1\nb:\n  #@schema/nullable\n  c: 1\n", true);
        check("#@ load(\"@ytt:data\", \"data\")\na: 1\n", true);
        check("a: #@ \"x\" + \"y\"\n", true);
        check("- #@ 5\n", true);
        check("a: #@ foo(\n", true);
        check("#@ if/end data.values.debug:\na: 1\n", true);
        check("#@comment for people\na: 1\n", true);
    }

    #[test]
    fn a_text_that_only_begins_is_for_ytt() {
        check("#@\n", true);
        check("#@da\n", true);
        check("# a\n", false);
        check("", false);
    }

    #[test]
    fn remarks_of_other_tools_are_not() {
        check("- uses: actions/checkout@11bd71901bbe #@v1\n", false);
        check("#@formatter:off\na: 1\n#@formatter:on\n", false);
        check("a: 1 #@ see below\n", false);
        check("data: #@ persistent\n", false);
        check("#@ TODO: name this\na: 1\n", false);
        check("#@param image the image\nimage: x\n", false);
        check("#!/usr/bin/env yamlscript\na: 1\n", false);
        check("a: |\n  #@data/values\n", false);
        check("a: \"#@data/values\"\n", false);
    }

    #[test]
    fn an_edit_in_another_part_of_the_text_changes_nothing() {
        let line = |index: usize| format!("key{index}: {index} #@v1\n");
        let text: String = (0..1000).map(line).collect();
        let document = TextDocument::new(FileId(0), &text);
        assert!(!is_for_ytt(&document));
        let at = text.find("key500").expect("the key is there");
        let edited = document.edit(crate::text::TextRange::empty((at as u32).into()), "#@overlay/match\n");
        assert!(is_for_ytt(&edited));
    }
}
