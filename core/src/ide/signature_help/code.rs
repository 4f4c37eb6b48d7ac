//! Signature help in template code: the function whose arguments are being typed.

use super::{Signature, SignatureParameter};
use crate::analysis::Analysis;
use crate::ide::code::CursorCode;
use crate::ide::code::call::TypedCall;
use crate::text::{FileId, TextSize};

/// The function whose arguments the cursor is among.
pub(super) fn signature(analysis: &Analysis, file: FileId, offset: TextSize, code: &CursorCode) -> Option<Signature> {
    let call = TypedCall::around(code)?;
    let (callable, _) = call.callable(analysis, file, offset, code)?;
    let active = callable.parameter(call.index, call.keyword.as_deref());
    let parameters = callable.parameters.into_iter();
    let parameters = parameters.map(|it| SignatureParameter { label: it.label, documentation: String::new() });
    Some(Signature {
        label: callable.signature,
        documentation: callable.documentation,
        parameters: parameters.collect(),
        active,
    })
}
