//! Answers of the engine in the shape of JSON.

use std::path::Path;

use sayl_core::analysis::Analysis;
use sayl_core::document::TextDocument;
use sayl_core::ide::code_action::{self, CodeAction};
use sayl_core::ide::completion::{CompletionItem, CompletionKind};
use sayl_core::ide::definition::DefinitionLink;
use sayl_core::ide::document_symbol::{DocumentSymbol, DocumentSymbolKind};
use sayl_core::ide::hover::Hover;
use sayl_core::ide::mapped_text::MappedText;
use sayl_core::ide::references::NameReference;
use sayl_core::ide::rename::{RenameRefusal, Renameable};
use sayl_core::ide::rendered::RenderedOutput;
use sayl_core::ide::settings::EditorSettings;
use sayl_core::problem::{Code, Problem, Related, Severity};
use sayl_core::text::{FileId, Place, TextRange, TextSize};
use serde::Serialize;
use serde_json::{Value, json};

use crate::place::{Position, Range, bytes, range};
use crate::protocol::TextEdit;

/// The problems of every file that something may be said of, those without any included.
pub(crate) fn problems(analysis: &Analysis, settings: &EditorSettings) -> Vec<Value> {
    let of_file = |file: FileId| {
        let problems = analysis.problems(file);
        let (shown, hidden) = settings.shown(analysis, file, &problems);
        let problems = shown.into_iter().map(|(severity, problem)| problem_json(analysis, file, problem, severity));
        json!({ "path": analysis.path(file), "problems": problems.collect::<Vec<_>>(), "hidden": hidden })
    };
    analysis.files().into_iter().map(of_file).collect()
}

fn problem_json(analysis: &Analysis, file: FileId, problem: &Problem, severity: Severity) -> Value {
    let related = |related: &Related| {
        let place = location(analysis, related.place.file, related.place.range)?;
        Some(json!({ "path": place.path, "range": place.range, "message": related.message }))
    };
    json!({
        "range": file_range(analysis, file, problem.place.range),
        "severity": severity.name(),
        "code": problem.code.name(),
        "isIdle": problem.code.is_of_idle_text(),
        "isOld": problem.code.is_of_old_text(),
        "message": problem.message,
        "found": problem.found,
        "expected": problem.expected,
        "hints": problem.hints,
        "related": problem.related.iter().filter_map(related).collect::<Vec<_>>(),
    })
}

/// A range in a file.
#[derive(Serialize)]
pub(crate) struct Location<'a> {
    pub(crate) path: &'a Path,
    pub(crate) range: Range,
}

pub(crate) fn location(analysis: &Analysis, file: FileId, bytes: TextRange) -> Option<Location<'_>> {
    let document = analysis.document(file)?;
    Some(Location { path: analysis.path(file), range: range(document, bytes) })
}

/// The start of a file whose text is not known.
pub(crate) fn file_range(analysis: &Analysis, file: FileId, bytes: TextRange) -> Range {
    analysis.document(file).map_or_else(Range::default, |document| range(document, bytes))
}

/// What would mend the problems that touch a range, of an empty one its line, and other ways to write what stands there.
pub(crate) fn fixes(analysis: &Analysis, file: FileId, requested: Range, settings: &EditorSettings) -> Vec<Value> {
    let Some(document) = analysis.document(file) else { return Vec::new() };
    let line = |character| Position { character, ..requested.start };
    let is_empty = requested.start == requested.end;
    let whole = if is_empty { Range { start: line(0), end: line(usize::MAX) } } else { requested };
    let (requested, whole) = (bytes(document, requested), bytes(document, whole));
    let problems = analysis.problems(file);
    let is_in = |problem: &Problem, range| problem.place.range.intersect(range).is_some();
    let (shown, _) = settings.shown(analysis, file, &problems);
    let mut touched: Vec<_> = shown.into_iter().filter(|(_, problem)| is_in(problem, whole)).collect();
    touched.sort_by_key(|(_, problem)| !is_in(problem, requested));
    let fixes = touched.into_iter().flat_map(|found| {
        let fixes = code_action::fixes(analysis, file, found.1).into_iter();
        fixes.map(move |action| action_json(analysis, &action, Some(found)))
    });
    let rewritings = code_action::rewritings(analysis, file, requested).into_iter();
    fixes.chain(rewritings.map(|action| action_json(analysis, &action, None))).collect()
}

/// The fixes of a file that are obvious, as one.
pub(crate) fn fix_all(analysis: &Analysis, file: FileId) -> Option<Value> {
    let action = code_action::fix_all(analysis, file, &analysis.problems(file))?;
    Some(action_json(analysis, &action, None))
}

/// What a code means.
pub(crate) fn page_of(code: Code) -> String {
    format!("# {}\n\n{}", code.name(), code.explanation().markdown())
}

/// Edits of any files.
fn placed_edits(analysis: &Analysis, edits: &[(Place, String)]) -> Vec<Value> {
    let edit = |(place, text): &(Place, String)| {
        let place = location(analysis, place.file, place.range)?;
        Some(json!({ "path": place.path, "range": place.range, "text": text }))
    };
    edits.iter().filter_map(edit).collect()
}

fn action_json(analysis: &Analysis, action: &CodeAction, problem: Option<(Severity, &Problem)>) -> Value {
    let new_file = action.new_file.as_ref().map(|(path, text)| json!({ "path": path, "text": text }));
    json!({
        "title": action.title,
        "edits": placed_edits(analysis, &action.edits),
        "newFile": new_file,
        "isPreferred": action.is_preferred,
        "problem": problem.map(|(severity, problem)| problem_json(analysis, problem.place.file, problem, severity)),
    })
}

pub(crate) fn hover(analysis: &Analysis, file: FileId, hover: Hover) -> Value {
    json!({ "range": file_range(analysis, file, hover.range), "markdown": hover.markdown })
}

/// Each without its documentation, which is asked for by its index.
pub(crate) fn completions(document: &TextDocument, offset: TextSize, items: Vec<CompletionItem>) -> Vec<Value> {
    let item = |item: CompletionItem| {
        let filter = item.filter_text(document.rope(), offset);
        let also = item.also.map(|(place, text)| TextEdit { range: range(document, place), text });
        json!({
            "label": item.label,
            "kind": kind(item.kind),
            "detail": item.detail,
            "range": range(document, item.replace.cover(TextRange::empty(offset))),
            "text": item.insert,
            "isSnippet": item.is_snippet,
            "plainText": item.insert_plain,
            "sort": item.sort,
            "filter": filter,
            "isDeprecated": item.deprecated,
            "also": also,
        })
    };
    items.into_iter().map(item).collect()
}

fn kind(kind: CompletionKind) -> &'static str {
    match kind {
        CompletionKind::Key => "key",
        CompletionKind::Value => "value",
        CompletionKind::EnumMember => "enumMember",
        CompletionKind::Variable => "variable",
        CompletionKind::Function => "function",
        CompletionKind::Annotation => "annotation",
        CompletionKind::Keyword => "keyword",
        CompletionKind::Type => "type",
        CompletionKind::Module => "module",
        CompletionKind::Parameter => "parameter",
        CompletionKind::File => "file",
    }
}

pub(crate) fn definitions(analysis: &Analysis, file: FileId, definitions: Vec<DefinitionLink>) -> Vec<Value> {
    let definition = |found: DefinitionLink| {
        let target = location(analysis, found.file, found.range)?;
        Some(json!({
            "origin": file_range(analysis, file, found.origin),
            "path": target.path,
            "range": target.range,
            "selection": file_range(analysis, found.file, found.selection),
        }))
    };
    definitions.into_iter().filter_map(definition).collect()
}

pub(crate) fn references(analysis: &Analysis, references: Vec<NameReference>) -> Vec<Value> {
    let reference = |found: NameReference| {
        let place = location(analysis, found.file, found.range)?;
        Some(json!({ "path": place.path, "range": place.range }))
    };
    references.into_iter().filter_map(reference).collect()
}

/// What can be renamed, or why it cannot.
pub(crate) fn renameable(analysis: &Analysis, file: FileId, name: Result<Renameable, RenameRefusal>) -> Value {
    match name {
        Ok(name) => json!({ "range": file_range(analysis, file, name.range), "name": name.name }),
        Err(RenameRefusal(why)) => json!({ "refused": why }),
    }
}

/// The edits, or why there are none.
pub(crate) fn renamed(analysis: &Analysis, edits: Result<Vec<(Place, String)>, RenameRefusal>) -> Value {
    match edits {
        Ok(edits) => json!({ "edits": placed_edits(analysis, &edits) }),
        Err(RenameRefusal(why)) => json!({ "refused": why }),
    }
}

pub(crate) fn symbols(document: &TextDocument, symbols: Vec<DocumentSymbol>) -> Vec<Value> {
    let symbol = |symbol: DocumentSymbol| {
        json!({
            "name": symbol.name,
            "detail": symbol.detail,
            "kind": symbol_kind(symbol.kind),
            "range": range(document, symbol.range),
            "selection": range(document, symbol.selection),
            "isDeprecated": symbol.deprecated,
            "children": self::symbols(document, symbol.children),
        })
    };
    symbols.into_iter().map(symbol).collect()
}

fn symbol_kind(kind: DocumentSymbolKind) -> &'static str {
    match kind {
        DocumentSymbolKind::Document => "document",
        DocumentSymbolKind::Type => "type",
        DocumentSymbolKind::Function => "function",
        DocumentSymbolKind::Variable => "variable",
        DocumentSymbolKind::Mapping => "mapping",
        DocumentSymbolKind::Sequence => "sequence",
        DocumentSymbolKind::String => "string",
        DocumentSymbolKind::Number => "number",
        DocumentSymbolKind::Boolean => "boolean",
        DocumentSymbolKind::Null => "null",
    }
}

pub(crate) fn edits(document: &TextDocument, edits: Vec<(TextRange, String)>) -> Vec<TextEdit> {
    edits.into_iter().map(|(place, text)| TextEdit { range: range(document, place), text }).collect()
}

pub(crate) fn values(analysis: &Analysis, file: FileId, values: &MappedText) -> Value {
    let commented = values.with_comments(analysis, file);
    json!({ "text": values.text, "commented": commented, "origins": origins(analysis, values) })
}

pub(crate) fn rendered(analysis: &Analysis, rendered: &RenderedOutput) -> Value {
    json!({
        "text": rendered.output.text,
        "origins": origins(analysis, &rendered.output),
        "isCurrent": rendered.is_current,
        "isText": rendered.is_text,
    })
}

/// For each line of a text, where it was written.
fn origins(analysis: &Analysis, text: &MappedText) -> Vec<Value> {
    let origins = text.origins.iter().enumerate();
    let origins = origins.filter_map(|(line, origin)| {
        let place = location(analysis, (*origin)?.file, (*origin)?.range)?;
        Some(json!({ "line": line, "path": place.path, "range": place.range }))
    });
    origins.collect()
}
