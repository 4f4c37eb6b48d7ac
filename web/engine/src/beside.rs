//! Answers about what stands beside the text: folds, words, links, hints, lenses, and what governs a file.

use sayl_core::analysis::Analysis;
use sayl_core::analysis::declared::DeclaredKind;
use sayl_core::document::TextDocument;
use sayl_core::ide::code_lens::{self, LensKind, code_lenses};
use sayl_core::ide::document_highlight::DocumentHighlight;
use sayl_core::ide::document_link::{LinkTarget, document_links};
use sayl_core::ide::folding_range::{FoldKind, folding_ranges};
use sayl_core::ide::formatting::FormattingOptions;
use sayl_core::ide::inlay_hint::{self, InlayHint, inlay_hints};
use sayl_core::ide::selection_range::selection_ranges;
use sayl_core::ide::semantic_tokens::{TokenKind, semantic_tokens};
use sayl_core::ide::settings::EditorSettings;
use sayl_core::ide::signature_help::Signature;
use sayl_core::ide::status::{ResourceStatus, status};
use sayl_core::ide::workspace_symbol::workspace_symbols;
use sayl_core::text::{FileId, TextRange, TextSize};
use sayl_core::workspace::BundleRole;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answers::{file_range, location};
use crate::place::{Position, Range, bytes, offset, position, range};

/// How an editor wants a text laid out.
#[derive(Clone, Copy, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct FormatStyle {
    /// How many blanks a step of indentation has; `null`: as many as the file mostly has.
    width: Option<usize>,
    trims_lines: bool,
    trims_end: bool,
    ends_last_line: bool,
}

impl Default for FormatStyle {
    fn default() -> Self {
        let FormattingOptions { width, trims_lines, trims_end, ends_last_line } = FormattingOptions::default();
        Self { width, trims_lines, trims_end, ends_last_line }
    }
}

impl From<FormatStyle> for FormattingOptions {
    fn from(FormatStyle { width, trims_lines, trims_end, ends_last_line }: FormatStyle) -> Self {
        Self { width: width.filter(|width| (1..=8).contains(width)), trims_lines, trims_end, ends_last_line }
    }
}

pub(crate) fn signature(signature: Signature) -> Value {
    let parameters = signature.parameters.into_iter();
    let parameters = parameters.map(|it| json!({ "label": it.label, "documentation": it.documentation }));
    json!({
        "label": signature.label,
        "documentation": signature.documentation,
        "parameters": parameters.collect::<Vec<_>>(),
        "active": signature.active,
    })
}

pub(crate) fn highlights(document: &TextDocument, found: Vec<DocumentHighlight>) -> Vec<Value> {
    let highlight =
        |it: DocumentHighlight| json!({ "range": range(document, it.range), "isDeclaration": it.is_declaration });
    found.into_iter().map(highlight).collect()
}

pub(crate) fn ranges(document: &TextDocument, found: Vec<TextRange>) -> Vec<Range> {
    found.into_iter().map(|it| range(document, it)).collect()
}

/// For each place, from the inside.
pub(crate) fn selections(
    analysis: &Analysis,
    file: FileId,
    document: &TextDocument,
    places: &[Position],
) -> Vec<Vec<Range>> {
    let offsets: Vec<TextSize> = places.iter().map(|place| offset(document, *place)).collect();
    selection_ranges(analysis, file, &offsets).into_iter().map(|chain| ranges(document, chain)).collect()
}

pub(crate) fn folds(analysis: &Analysis, file: FileId, document: &TextDocument) -> Vec<Value> {
    let kind = |kind| match kind {
        FoldKind::Content => "content",
        FoldKind::Comment => "comment",
        FoldKind::Imports => "imports",
        FoldKind::Region => "region",
    };
    let folds = folding_ranges(analysis, file).into_iter();
    folds
        .map(|fold| json!({ "range": range(document, fold.range), "kind": kind(fold.kind), "summary": fold.summary }))
        .collect()
}

/// The names of their kinds, and four numbers for each: line, character, length and kind.
pub(crate) fn tokens(analysis: &Analysis, file: FileId, document: &TextDocument, requested: Option<Range>) -> Value {
    let found = semantic_tokens(analysis, file, requested.map(|requested| bytes(document, requested)));
    let numbers = found.into_iter().flat_map(|token| {
        let Range { start, end } = range(document, token.range);
        [start.line, start.character, end.character.saturating_sub(start.character), token.kind as usize]
    });
    json!({ "kinds": TokenKind::ALL.map(TokenKind::name), "numbers": numbers.collect::<Vec<_>>() })
}

pub(crate) fn links(analysis: &Analysis, file: FileId, document: &TextDocument) -> Vec<Value> {
    let target = |target| match target {
        LinkTarget::Url(url) => Some(json!({ "url": url })),
        LinkTarget::File(file) => Some(json!({ "path": analysis.path(file) })),
        LinkTarget::Place(file, place) => Some(json!(location(analysis, file, place)?)),
    };
    let links = document_links(analysis, file).into_iter();
    links
        .filter_map(|link| Some(json!({ "range": range(document, link.range), "target": target(link.target)? })))
        .collect()
}

pub(crate) fn hints(
    analysis: &Analysis,
    file: FileId,
    document: &TextDocument,
    requested: Range,
    settings: &EditorSettings,
) -> Vec<Value> {
    let hint = |hint: InlayHint| {
        json!({
            "position": position(document, hint.offset),
            "label": hint.label,
            "isType": hint.is_type,
            "target": hint.target.and_then(|(file, place)| location(analysis, file, place)),
            "markdown": inlay_hint::tooltip(analysis, file, hint.about),
        })
    };
    inlay_hints(analysis, file, bytes(document, requested), settings.inlay_hints).into_iter().map(hint).collect()
}

pub(crate) fn lenses(
    analysis: &Analysis,
    file: FileId,
    document: &TextDocument,
    settings: &EditorSettings,
) -> Vec<Value> {
    let lenses = code_lenses(analysis, file, settings.code_lenses).into_iter();
    lenses.map(|lens| json!({ "range": range(document, lens.range), "kind": lens.kind.name() })).collect()
}

/// What a lens says, and the places that it speaks of.
pub(crate) fn lens(analysis: &Analysis, file: FileId, at: TextSize, kind: &str) -> Option<Value> {
    let kind = LensKind::ALL.into_iter().find(|known| known.name() == kind)?;
    let answer = code_lens::resolve(analysis, file, at, kind)?;
    let places = answer.places.into_iter().filter_map(|(file, place)| location(analysis, file, place));
    Some(json!({ "title": answer.title, "places": places.collect::<Vec<_>>() }))
}

pub(crate) fn names(analysis: &Analysis, query: &str) -> Vec<Value> {
    let kind = |kind| match kind {
        DeclaredKind::Key => "key",
        DeclaredKind::Function => "function",
        DeclaredKind::Resource => "resource",
        DeclaredKind::Type => "type",
    };
    let found = workspace_symbols(analysis, query).into_iter();
    found
        .map(|it| {
            json!({
                "name": it.name,
                "container": it.container,
                "kind": kind(it.kind),
                "path": analysis.path(it.file),
                "range": file_range(analysis, it.file, it.range),
            })
        })
        .collect()
}

/// What governs a file.
pub(crate) fn governing(analysis: &Analysis, file: FileId) -> Value {
    let role = |role| match role {
        BundleRole::Member => "member",
        BundleRole::DataValuesFile => "dataValuesFile",
        BundleRole::Attached => "attached",
    };
    let status = status(analysis, file);
    let bundles = status.bundles.into_iter().map(|bundle| {
        let schemas: Vec<_> = bundle.schemas.into_iter().map(|file| analysis.path(file)).collect();
        json!({ "name": bundle.name, "role": role(bundle.role), "schemas": schemas })
    });
    json!({
        "bundles": bundles.collect::<Vec<_>>(),
        "resources": status.resources.into_iter().map(|it| resource(analysis, it)).collect::<Vec<_>>(),
        "reason": status.reason,
    })
}

fn resource(analysis: &Analysis, resource: ResourceStatus) -> Value {
    let refers_to = resource.refers_to.into_iter();
    let refers_to =
        refers_to.map(|(kind, name, file)| json!({ "kind": kind.name(), "name": name, "path": analysis.path(file) }));
    json!({ "kind": resource.kind.name(), "name": resource.name, "refersTo": refers_to.collect::<Vec<_>>() })
}

pub(crate) fn page(html: &str) -> Value {
    json!({ "html": html })
}
