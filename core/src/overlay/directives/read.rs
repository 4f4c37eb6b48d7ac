//! The annotations of one node, read as what they say about laying it over what is below.

use super::{By, Directive, Expects, Operation};
use crate::problem::Problem;
use crate::schema::annotations::{self, Argument, Arguments, Site};
use crate::schema::from_annotations::validation;
use crate::values::{Key, ValueKind};
use crate::yaml::Comment;
use crate::yaml::annotation::{CommentKind, classify};

/// What the comments of a node say.
#[derive(Default)]
pub(super) struct Found {
    /// What is said about the node, if anything.
    pub(super) directive: Option<Directive>,
    /// Whether `(@ … @)` in the texts inside is code.
    pub(super) has_text_templates: bool,
}

/// Reads the comments of a node. What is wrong with annotations of values goes to `problems`.
pub(super) fn directive(comments: &[Comment], site: Site, problems: &mut Vec<Problem>) -> Found {
    let mut found = Found::default();
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
        match annotations::parse(&annotation, site) {
            Ok(arguments) if annotation.name == "assert/validate" => {
                let (rules, mistakes) =
                    validation::rules(annotation.name, site.place(annotation.name_range), &arguments);
                problems.extend(mistakes);
                directive.own_rules = Some(rules.into());
            }
            Ok(arguments) => apply(annotation.name, &arguments, site, directive),
            Err(problem) => {
                problems.push(*problem);
                directive.operation = Operation::Unknown;
            }
        }
    }
    found
}

fn apply(name: &str, arguments: &Arguments, site: Site, directive: &mut Directive) {
    let flag = |name: &str| arguments.keyword(name).is_some_and(|keyword| is_true(&keyword.value, site));
    let has_function = arguments.keyword("via").is_some() || arguments.is_open;
    match name {
        "overlay/match" => {
            directive.by = arguments.keyword("by").map(|keyword| by(&keyword.value, site));
            directive.expects = expects(arguments, site);
        }
        "overlay/match-child-defaults" => directive.child_expects = expects(arguments, site),
        _ if name.starts_with("overlay/") && has_function => directive.operation = Operation::Unknown,
        "overlay/merge" => directive.operation = Operation::ExplicitMerge,
        "overlay/replace" => {
            directive.operation = Operation::Replace;
            if flag("or_add") {
                directive.expects = Some(Expects::MAYBE);
            }
        }
        "overlay/remove" => directive.operation = Operation::Remove,
        "overlay/append" => directive.operation = Operation::Append,
        "overlay/insert" => directive.operation = Operation::Insert { before: flag("before"), after: flag("after") },
        "overlay/assert" => directive.operation = Operation::Assert,
        _ => {}
    }
}

fn is_true(argument: &Argument, site: Site) -> bool {
    argument.value(site).is_some_and(|value| matches!(value.kind, ValueKind::Bool(true)))
}

fn by(argument: &Argument, site: Site) -> By {
    match argument.value(site).map(|value| value.kind) {
        Some(ValueKind::String(key)) => By::Key(Key::String(key)),
        _ => By::Unknown,
    }
}

/// How many matches `expects=`, `missing_ok=` or `when=` ask for.
fn expects(arguments: &Arguments, site: Site) -> Option<Expects> {
    if let Some(keyword) = arguments.keyword("missing_ok") {
        return Some(if is_true(&keyword.value, site) { Expects::MAYBE } else { Expects::ONE });
    }
    if let Some(keyword) = arguments.keyword("expects") {
        return Some(keyword.value.value(site).and_then(|value| count(&value.kind)).unwrap_or(Expects::ANY));
    }
    (arguments.keyword("when").is_some() || arguments.is_open).then_some(Expects::ANY)
}

/// A count such as `1`, `"1+"`, or a list of counts.
fn count(kind: &ValueKind) -> Option<Expects> {
    match kind {
        ValueKind::Int(exact) => {
            let exact = u32::try_from(*exact).ok()?;
            Some(Expects { least: exact, most: exact })
        }
        ValueKind::String(text) => {
            let least = text.strip_suffix('+')?.parse().ok()?;
            Some(Expects { least, most: u32::MAX })
        }
        ValueKind::Sequence(counts) => counts.iter().map(|value| count(&value.kind)).reduce(|left, right| {
            let (left, right) = (left?, right?);
            Some(Expects { least: left.least.min(right.least), most: left.most.max(right.most) })
        })?,
        _ => None,
    }
}
