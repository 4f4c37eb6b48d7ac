//! Semantic tokens: all of them, those of a range, or what changed since the last time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use ropey::Rope;
use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::ide::semantic_tokens::{SemanticToken, semantic_tokens};
use sayl_core::text::FileId;
use tower_lsp::ls_types::{
    self as lsp, Range, SemanticTokens, SemanticTokensDelta, SemanticTokensEdit, SemanticTokensFullDeltaResult,
    SemanticTokensRangeResult, SemanticTokensResult,
};

use super::DocumentRequest;
use crate::lsp::capabilities::PositionEncoding;
use crate::lsp::{from_proto, to_proto};

/// What each document was last told, under a name: the next answer may be its difference to that.
#[derive(Default)]
pub(crate) struct SentTokensByFile(Mutex<HashMap<FileId, SentTokens>>);

/// Tokens under the name that the client knows them by.
#[derive(Clone)]
struct SentTokens {
    result_id: String,
    data: Arc<Vec<lsp::SemanticToken>>,
}

impl SentTokensByFile {
    /// Forgets what was told of a document that is closed.
    pub(crate) fn forget(&self, file: FileId) {
        self.answers().remove(&file);
    }

    fn answers(&self) -> std::sync::MutexGuard<'_, HashMap<FileId, SentTokens>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps an answer and gives it a name that differs from the one before.
    fn keep(&self, file: FileId, data: Vec<lsp::SemanticToken>) -> SentTokens {
        let mut answers = self.answers();
        let last = answers.get(&file).and_then(|answer| answer.result_id.parse().ok()).unwrap_or(0u64);
        let answer = SentTokens { result_id: (last + 1).to_string(), data: Arc::new(data) };
        answers.insert(file, answer.clone());
        answer
    }
}

pub(crate) fn full(
    request: &DocumentRequest,
    sent: &SentTokensByFile,
    cancel: &CancelToken,
) -> Result<Option<SemanticTokensResult>, Cancelled> {
    let Some(data) = tokens(request, None, cancel)? else { return Ok(None) };
    let answer = sent.keep(request.file, data);
    Ok(Some(SemanticTokensResult::Tokens(all(&answer))))
}

pub(crate) fn range(
    request: &DocumentRequest,
    range: Range,
    cancel: &CancelToken,
) -> Result<Option<SemanticTokensRangeResult>, Cancelled> {
    let Some(data) = tokens(request, Some(range), cancel)? else { return Ok(None) };
    Ok(Some(SemanticTokensRangeResult::Tokens(SemanticTokens { result_id: None, data })))
}

pub(crate) fn delta(
    request: &DocumentRequest,
    previous: &str,
    sent: &SentTokensByFile,
    cancel: &CancelToken,
) -> Result<Option<SemanticTokensFullDeltaResult>, Cancelled> {
    let Some(data) = tokens(request, None, cancel)? else { return Ok(None) };
    let known = sent.answers().get(&request.file).filter(|answer| answer.result_id == previous).cloned();
    let answer = sent.keep(request.file, data);
    Ok(Some(match known {
        Some(known) => SemanticTokensFullDeltaResult::TokensDelta(SemanticTokensDelta {
            result_id: Some(answer.result_id),
            edits: difference(&known.data, &answer.data).into_iter().collect(),
        }),
        None => SemanticTokensFullDeltaResult::Tokens(all(&answer)),
    }))
}

fn all(answer: &SentTokens) -> SemanticTokens {
    SemanticTokens { result_id: Some(answer.result_id.clone()), data: answer.data.to_vec() }
}

/// The tokens of a document, or of a range of it, as the protocol counts them.
fn tokens(
    request: &DocumentRequest,
    range: Option<Range>,
    cancel: &CancelToken,
) -> Result<Option<Vec<lsp::SemanticToken>>, Cancelled> {
    let snapshot = request.snapshot(cancel)?;
    let Some(document) = snapshot.analysis.own_document(request.file) else { return Ok(None) };
    let (rope, encoding) = (document.rope(), snapshot.features.encoding);
    let range = range.map(|range| from_proto::range(rope, range, encoding));
    let found = semantic_tokens(&snapshot.analysis, request.file, range);
    Ok(Some(relative(rope, &found, encoding)))
}

/// Each token placed from the one before.
fn relative(rope: &Rope, tokens: &[SemanticToken], encoding: PositionEncoding) -> Vec<lsp::SemanticToken> {
    let (mut line, mut character) = (0, 0);
    let token = |token: &SemanticToken| {
        let range = to_proto::range(rope, token.range, encoding);
        let delta_line = range.start.line - line;
        let delta_start = if delta_line == 0 { range.start.character - character } else { range.start.character };
        (line, character) = (range.start.line, range.start.character);
        lsp::SemanticToken {
            delta_line,
            delta_start,
            length: range.end.character - range.start.character,
            token_type: token.kind as u32,
            token_modifiers_bitset: 0,
        }
    };
    tokens.iter().map(token).collect()
}

/// One edit that makes the new tokens of the old ones; none where they are equal. Places are those of the numbers
/// that the protocol sends, five for each token.
fn difference(old: &[lsp::SemanticToken], new: &[lsp::SemanticToken]) -> Option<SemanticTokensEdit> {
    let shorter = old.len().min(new.len());
    let prefix = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let backwards = old.iter().rev().zip(new.iter().rev());
    let suffix = backwards.take(shorter - prefix).take_while(|(old, new)| old == new).count();
    if prefix == old.len() && prefix == new.len() {
        return None;
    }
    let inserted = new[prefix..new.len() - suffix].to_vec();
    Some(SemanticTokensEdit {
        start: (prefix * 5) as u32,
        delete_count: ((old.len() - suffix - prefix) * 5) as u32,
        data: (!inserted.is_empty()).then_some(inserted),
    })
}
