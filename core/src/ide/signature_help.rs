//! Signature help: what the function, the annotation, or the marker of a shorthand under the cursor takes.

use crate::analysis::Analysis;
use crate::ide::annotation_docs::{AnnotationDoc, annotation_doc};
use crate::ide::cursor::{CommentAt, Cursor, CursorTarget};
use crate::schema::shorthand::spot::ShorthandSpot;
use crate::schema::shorthand::{ShorthandDialect, markers};
use crate::text::{FileId, TextSize};

mod code;

/// What something takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The whole form, in which every parameter's label stands.
    pub label: String,
    /// Markdown.
    pub documentation: String,
    /// The parameters in order.
    pub parameters: Vec<SignatureParameter>,
    /// The index of the parameter that is being typed.
    pub active: Option<usize>,
}

/// A parameter of a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureParameter {
    /// A part of the signature's label.
    pub label: String,
    /// Markdown.
    pub documentation: String,
}

/// The signature at a byte offset.
pub fn signature_help(analysis: &Analysis, file: FileId, offset: TextSize) -> Option<Signature> {
    let cursor = Cursor::at(analysis, file, offset)?;
    let in_code = cursor.code().and_then(|code| code::signature(analysis, file, offset, code));
    in_code.or_else(|| match &cursor.target {
        CursorTarget::Annotation(annotation) => of_annotation(&annotation.comment),
        CursorTarget::Shorthand { text, .. } => match text.expression.spot(&text.text, text.offset) {
            ShorthandSpot::Value(marker, _) => of_marker(&marker.name.text, text.expression.dialect),
            ShorthandSpot::Name(marker) if marker.value.is_some() => {
                of_marker(&marker.name.text, text.expression.dialect)
            }
            _ => None,
        },
        _ => None,
    })
}

fn of_marker(name: &str, dialect: ShorthandDialect) -> Option<Signature> {
    let info = markers::find(name, dialect)?;
    let takes = info.takes.replace('`', "");
    Some(Signature {
        label: format!("{}={takes}", info.name),
        documentation: format!("{}.\n\n```yaml\nfield: \"{}\"\n```", info.meaning, info.example),
        parameters: vec![SignatureParameter { label: takes, documentation: String::new() }],
        active: Some(0),
    })
}

/// The annotation whose arguments the cursor is among.
fn of_annotation(comment: &CommentAt) -> Option<Signature> {
    let ((name, ..), typed) = (comment.annotation(), comment.typed_arguments()?);
    let annotation = annotation_doc(name)?;
    let parameters: Vec<SignatureParameter> = if annotation.keywords.is_empty() {
        let form = SignatureParameter { label: annotation.form.to_owned(), documentation: String::new() };
        (!annotation.form.is_empty()).then_some(form).into_iter().collect()
    } else {
        let parameter = |keyword: &crate::ide::annotation_docs::KeywordDoc| SignatureParameter {
            label: format!("{}=", keyword.name),
            documentation: keyword.meaning.to_owned(),
        };
        annotation.own_keywords().map(parameter).collect()
    };
    let labels: Vec<&str> = parameters.iter().map(|parameter| parameter.label.as_str()).collect();
    Some(Signature {
        label: format!("{name} {}", labels.join(", ")).trim_end().to_owned(),
        documentation: annotation.meaning.to_owned(),
        active: active(annotation, typed),
        parameters,
    })
}

/// The index of the keyword whose value is being typed, or that is.
fn active(annotation: &AnnotationDoc, typed: &str) -> Option<usize> {
    if annotation.keywords.is_empty() {
        return (!annotation.form.is_empty()).then_some(0);
    }
    let argument = crate::ide::line::last_argument(typed)?.trim_start();
    let word = argument.split('=').next().unwrap_or_default().trim();
    let found = annotation.own_keywords().position(|keyword| keyword.name == word);
    found.or_else(|| annotation.own_keywords().position(|keyword| !word.is_empty() && keyword.name.starts_with(word)))
}

#[cfg(test)]
mod tests;
