//! The annotations of one node, read as what they say about laying it over what is below.

use super::{BroughtRules, Directive};
use crate::problem::Problem;
use crate::template::arguments;
use crate::values::arguments::AnnotationSite;
use crate::yaml::Comment;
use crate::yaml::annotation::{CommentKind, classify};

/// What the comments of a node say.
#[derive(Default)]
pub(super) struct NodeComments {
    /// What is said about the node, if anything.
    pub(super) directive: Option<Directive>,
    /// Whether `(@ … @)` in the texts inside is code.
    pub(super) has_text_templates: bool,
}

/// Reads the comments of a node. What is wrong with annotations of values goes to `problems`.
pub(super) fn directive(comments: &[Comment], site: AnnotationSite, problems: &mut Vec<Problem>) -> NodeComments {
    let mut found = NodeComments::default();
    for comment in comments {
        let CommentKind::Annotation(annotation) = classify(comment) else { continue };
        if annotation.name == "yaml/text-templated-strings" {
            found.has_text_templates = true;
            continue;
        }
        if !annotation.name.starts_with("overlay/") && annotation.name != "assert/validate" {
            continue;
        }
        let directive = found.directive.get_or_insert_default();
        match arguments::parse(&annotation, site) {
            Ok(arguments) if annotation.name == "assert/validate" => {
                let name_place = site.place(annotation.name_range);
                directive.own_rules = Some(BroughtRules::of(annotation.name, name_place, &arguments));
            }
            Ok(arguments) => {
                directive.overlay.annotation(annotation.name, site.place(annotation.name_range), &arguments);
            }
            Err(problem) => {
                problems.push(*problem);
                directive.overlay.become_unknown();
            }
        }
    }
    found
}
