//! Hover on the names of an expression: what the schema says of a variable or field, or what a function is for.

use super::Hover;
use crate::analysis::Analysis;
use crate::choreo::expression::functions::Function;
use crate::choreo::expression::resolve::Meaning;
use crate::ide::expression::At;
use crate::ide::schema_markdown;
use crate::text::{FileId, TextSize};

/// What the name at a byte offset means; `None` outside of expressions, and where nothing is known.
pub(super) fn hover(analysis: &Analysis, file: FileId, offset: TextSize) -> Option<Hover> {
    let at = At::find(analysis, file, offset)?;
    let segment = at.segment.filter(|segment| !segment.range.is_empty())?;
    let markdown = match &segment.meaning {
        Meaning::Function(function) => function_markdown(function),
        _ => schema_markdown::markdown(analysis, &segment.name, segment.node()?),
    };
    Some(Hover { range: at.source(analysis.document(file)?, segment.range)?, markdown })
}

/// How a function is called, and what it is for.
pub(in crate::ide) fn function_markdown(function: &Function) -> String {
    format!("```cel\n{}\n```\n\n{}", function.signature, function.documentation)
}
