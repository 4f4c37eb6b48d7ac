//! Lists of problems as they are sent: what is said of a problem is written once, and in later lists of its file only its
//! lines and characters are put in anew, where they are others.

use std::collections::BTreeMap;
use std::sync::Arc;

use sayl_core::document::TextDocument;
use sayl_core::ide::settings::EditorSettings;
use sayl_core::memo::Memo;
use sayl_core::problem::{Code, Problem, ProblemDetails, Severity};
use sayl_core::text::{FileId, TextRange};
use tower_lsp::ls_types::{Range, Uri};

use super::shift::Shift;
use crate::lsp::to_proto::diagnostic::{DiagnosticContext, Locations, diagnostic, shown};
use crate::lsp::to_proto::range as lsp_range;
use crate::state::Snapshot;

/// Behind so many problems that are gone, one that is still there is written anew.
const MOST_GONE: usize = 1000;

/// What was written of problems before.
#[derive(Default)]
pub(super) struct WrittenProblems {
    /// The last list of each file.
    lists: Memo<FileId, WrittenList>,
    /// The texts that problems pointed into, which are few.
    texts: BTreeMap<FileId, PublishedText>,
    config: Option<Arc<EditorSettings>>,
}

/// The list of one file.
#[derive(Default)]
struct WrittenList {
    json: Arc<Vec<u8>>,
    /// In the order of the list.
    diagnostics: Vec<WrittenDiagnostic>,
    /// The text they are about, while an editor has it open.
    document: Option<TextDocument>,
}

/// A diagnostic of a list.
struct WrittenDiagnostic {
    code: Code,
    severity: Severity,
    /// It keeps the address from being used anew.
    details: Arc<ProblemDetails>,
    place: TextRange,
    range: Range,
    /// Where its JSON is, which begins with the range.
    start: usize,
    end: usize,
    /// The texts that it points into, and which of their versions they were.
    texts: Arc<[(FileId, u64)]>,
}

/// A text that problems point into.
struct PublishedText {
    document: Option<TextDocument>,
    uri: Option<Uri>,
    /// Counts the versions.
    version: u64,
}

impl WrittenProblems {
    /// The JSON list of the problems that a client is to see of a file.
    pub(super) fn list(&mut self, snapshot: &Snapshot, file: FileId, problems: &[Problem]) -> Arc<Vec<u8>> {
        let context = snapshot.diagnostic_context();
        self.begin(snapshot);
        let (shown, hidden) = shown(&context, file, problems);
        let document = snapshot.analysis.document(file);
        let before = self.lists.get_mut(&file).map(std::mem::take).unwrap_or_default();
        let mut writer = ListWriter {
            shift: before.document.as_ref().zip(document).map(|(before, now)| Shift::new(before, now)),
            json: Vec::with_capacity(before.json.len() + before.json.len() / 8),
            diagnostics: Vec::with_capacity(shown.len()),
            texts: &mut self.texts,
            locations: Locations::new(),
            before: &before,
            next: 0,
            document,
            context,
        };
        writer.json.push(b'[');
        for (severity, problem) in shown {
            writer.add(severity, problem);
        }
        if let Some(hidden) = hidden {
            writer.separate();
            write(&mut writer.json, &hidden);
        }
        writer.json.push(b']');
        let (json, diagnostics) = (Arc::new(writer.json), writer.diagnostics);
        if diagnostics.is_empty() {
            self.lists.forget(&file);
        } else {
            let document = document.filter(|_| snapshot.open_document(file).is_some()).cloned();
            self.lists.keep(file, WrittenList { json: json.clone(), diagnostics, document });
        }
        json
    }

    /// Forgets the list of a file.
    pub(super) fn forget(&mut self, file: FileId) {
        self.lists.forget(&file);
    }

    /// Notes which of the texts are other ones now.
    fn begin(&mut self, snapshot: &Snapshot) {
        self.lists.begin_pass();
        if !self.config.as_ref().is_some_and(|config| Arc::ptr_eq(config, &snapshot.config)) {
            self.lists.clear();
            self.config = Some(snapshot.config.clone());
        }
        for (file, text) in &mut self.texts {
            let (document, uri) = (snapshot.analysis.document(*file), snapshot.uri_of(*file));
            let is_same = match (document, &text.document) {
                (Some(now), Some(then)) => now.is_same_version(then),
                (now, then) => now.is_none() && then.is_none(),
            };
            if !is_same || uri != text.uri {
                *text = PublishedText { document: document.cloned(), uri, version: text.version + 1 };
            }
        }
    }
}

/// Writes a list, given the one before.
struct ListWriter<'a> {
    context: DiagnosticContext<'a>,
    document: Option<&'a TextDocument>,
    before: &'a WrittenList,
    /// Where the next problem is expected in the list before.
    next: usize,
    shift: Option<Shift>,
    texts: &'a mut BTreeMap<FileId, PublishedText>,
    locations: Locations,
    json: Vec<u8>,
    diagnostics: Vec<WrittenDiagnostic>,
}

impl ListWriter<'_> {
    fn add(&mut self, severity: Severity, problem: &Problem) {
        self.separate();
        let start = self.json.len();
        let known = self.before.find(&mut self.next, severity, problem);
        let range = self.range(known, problem.place.range);
        let texts = &*self.texts;
        let is_current = |(file, version): &(FileId, u64)| texts.get(file).is_some_and(|it| it.version == *version);
        let texts = if let Some(known) = known.filter(|known| known.texts.iter().all(is_current)) {
            self.copy(known, range);
            known.texts.clone()
        } else {
            let diagnostic = diagnostic(&self.context, range, problem, severity, &mut self.locations);
            write(&mut self.json, &diagnostic);
            self.texts_of(problem)
        };
        self.diagnostics.push(WrittenDiagnostic {
            code: problem.code,
            severity,
            details: problem.details.clone(),
            place: problem.place.range,
            range,
            start,
            end: self.json.len(),
            texts,
        });
    }

    /// Copies what was written of a problem, which has these lines and characters now.
    fn copy(&mut self, known: &WrittenDiagnostic, range: Range) {
        let written = self.before.json.get(known.start..known.end).unwrap_or_default();
        if known.range == range {
            self.json.extend_from_slice(written);
        } else {
            self.json.extend(with_range(range));
            self.json.extend_from_slice(written.get(with_range(known.range).len()..).unwrap_or_default());
        }
    }

    fn separate(&mut self) {
        if self.json.len() > 1 {
            self.json.push(b',');
        }
    }

    /// The lines and characters of a place, which may be known of the list before.
    fn range(&self, known: Option<&WrittenDiagnostic>, place: TextRange) -> Range {
        let Some(document) = self.document else { return Range::default() };
        let moved =
            known.zip(self.shift.as_ref()).and_then(|(known, shift)| shift.moved((known.place, known.range), place));
        moved.unwrap_or_else(|| lsp_range(document.rope(), place, self.context.features.encoding))
    }

    /// The texts that a problem points into.
    fn texts_of(&mut self, problem: &Problem) -> Arc<[(FileId, u64)]> {
        let files = problem.related.iter().map(|related| related.place.file);
        let versions = files.map(|file| {
            let text = self.texts.entry(file).or_insert_with(|| PublishedText {
                document: self.context.analysis.document(file).cloned(),
                uri: (self.context.uri_of)(file),
                version: 0,
            });
            (file, text.version)
        });
        versions.collect()
    }
}

impl WrittenList {
    /// What was written of a problem, expected at `next`.
    fn find(&self, next: &mut usize, severity: Severity, problem: &Problem) -> Option<&WrittenDiagnostic> {
        let is_it = |it: &WrittenDiagnostic| {
            Arc::ptr_eq(&it.details, &problem.details) && (it.code, it.severity) == (problem.code, severity)
        };
        let ahead = self.diagnostics.get(*next..).unwrap_or_default();
        let found = *next + ahead.iter().take(MOST_GONE).position(is_it)?;
        *next = found + 1;
        self.diagnostics.get(found)
    }
}

/// How a diagnostic with a range begins.
fn with_range(range: Range) -> Vec<u8> {
    let mut head = br#"{"range":"#.to_vec();
    write(&mut head, &range);
    head
}

/// Only a type that fails to serialise gives an error, and these do not.
fn write(json: &mut Vec<u8>, value: &impl serde::Serialize) {
    let _ = serde_json::to_writer(json, value);
}
