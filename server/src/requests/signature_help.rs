//! Signature help in the shape that the client can read.

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::ide::signature_help::{self, Signature};
use tower_lsp::ls_types::{
    Documentation, ParameterInformation, ParameterLabel, Position, SignatureHelp, SignatureInformation,
};

use super::{DocumentRequest, offset};
use crate::lsp::to_proto;

pub(crate) fn signature_help(
    request: &DocumentRequest,
    position: Position,
    cancel: &CancelToken,
) -> Result<Option<SignatureHelp>, Cancelled> {
    let snapshot = request.snapshot(cancel)?;
    let Some(document) = snapshot.analysis.own_document(request.file) else { return Ok(None) };
    let offset = offset(&snapshot, document.rope(), position);
    let found = signature_help::signature_help(&snapshot.analysis, request.file, offset);
    Ok(found.map(|signature| in_lsp(signature, snapshot.features.signature_markdown)))
}

fn in_lsp(signature: Signature, reads_markdown: bool) -> SignatureHelp {
    let words = |text: &str| {
        let markup = to_proto::markup(text, reads_markdown);
        (!text.is_empty()).then_some(Documentation::MarkupContent(markup))
    };
    let parameter = |parameter: signature_help::SignatureParameter| ParameterInformation {
        documentation: words(&parameter.documentation),
        label: ParameterLabel::Simple(parameter.label),
    };
    let active = signature.active.map(|active| active as u32);
    let information = SignatureInformation {
        documentation: words(&signature.documentation),
        label: signature.label,
        parameters: Some(signature.parameters.into_iter().map(parameter).collect()),
        active_parameter: active,
    };
    SignatureHelp { signatures: vec![information], active_signature: Some(0), active_parameter: active }
}
