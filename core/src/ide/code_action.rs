//! Code actions that are no fix of a problem: other ways to write what stands under the cursor.

use crate::analysis::Analysis;
use crate::schema::to_open_api::{Edits, Hindrance, convert};
use crate::text::{FileId, Place, TextRange};

/// Something that can be done about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeAction {
    /// What it does, as a menu entry.
    pub title: String,
    /// Replacements at absolute places.
    pub edits: Vec<(Place, String)>,
}

/// Rewritings of what stands in a range.
pub fn rewritings(analysis: &Analysis, file: FileId, range: TextRange) -> Vec<CodeAction> {
    let Some(text) = analysis.document(file) else { return Vec::new() };
    let converted = analysis.resources(file).iter().filter_map(|(index, resource)| {
        let document = text.stream().documents.get(*index)?;
        document.range.intersect(range)?;
        convert(text, *index, &resource.value).ok()
    });
    let touched = converted.filter(|edits| edits.iter().any(|(old, _)| old.intersect(range).is_some()));
    let action = |edits: Edits| CodeAction {
        title: "Write the schemas as `openAPIV3Schema`".to_owned(),
        edits: edits.into_iter().map(|(range, new)| (Place::absolute(file, range), new)).collect(),
    };
    touched.map(action).collect()
}

/// The text of a file with every shorthand section written as `openAPIV3Schema`.
///
/// # Errors
/// What stands in the way. Then nothing is converted.
pub fn to_open_api(analysis: &Analysis, file: FileId) -> Result<String, Hindrance> {
    let Some(text) = analysis.document(file) else { return Ok(String::new()) };
    let mut edits = Edits::new();
    for (index, resource) in analysis.resources(file) {
        edits.extend(convert(text, *index, &resource.value)?);
    }
    edits.sort_by_key(|(range, _)| range.start());
    let mut converted = text.rope().to_string();
    for (range, new) in edits.iter().rev() {
        converted.replace_range(std::ops::Range::<usize>::from(*range), new);
    }
    Ok(converted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::cursor;

    /// The titles of what is offered.
    #[track_caller]
    fn titles(spec: &str) -> Vec<String> {
        let at = cursor(&format!("apiVersion: openchoreo.dev/v1alpha1\nkind: Trait\nspec:\n{spec}"));
        let range = TextRange::empty(at.offset);
        rewritings(&at.analysis, at.file, range).into_iter().map(|action| action.title).collect()
    }

    #[test]
    fn shorthand_schemas_can_be_written_in_the_newer_form() {
        let title = ["Write the schemas as `openAPIV3Schema`"];
        assert_eq!(titles("  schema:\n    parameters:\n      a: str$0ing\n  creates: []\n"), title);
        assert_eq!(titles("  schem$0a:\n    parameters:\n      a: string\n"), title);
    }

    #[test]
    fn nothing_is_offered_elsewhere_or_while_the_schema_is_wrong() {
        assert_eq!(titles("  schema:\n    parameters:\n      a: string\n  creates: [$0]\n"), [""; 0]);
        assert_eq!(titles("  schema:\n    parameters:\n      a: str$0ng\n"), [""; 0]);
        assert_eq!(titles("  parameters:\n    openAPIV3Schema: {type: obj$0ect}\n"), [""; 0]);
    }
}
