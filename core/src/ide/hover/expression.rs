//! Hover on the names of an expression: what the schema says of a variable or field, or what a function is for.

use super::Hover;
use crate::cel::functions::CelFunction;
use crate::cel::resolve::Meaning;
use crate::ide::cursor::Cursor;
use crate::ide::expression::ExpressionAt;
use crate::ide::schema_markdown;

/// What the name at the cursor means; `None` where nothing is known.
pub(super) fn hover(cursor: &Cursor<'_>, at: &ExpressionAt) -> Option<Hover> {
    let segment = at.name()?;
    let markdown = match &segment.meaning {
        Meaning::Function(function) => function_markdown(function),
        _ => schema_markdown::markdown(cursor.analysis, &segment.name, segment.node()?),
    };
    Some(Hover { range: at.source(cursor.document, segment.range)?, markdown })
}

/// How a function is called, and what it is for.
pub(in crate::ide) fn function_markdown(function: &CelFunction) -> String {
    format!("```cel\n{}\n```\n\n{}", function.signature, function.documentation)
}
