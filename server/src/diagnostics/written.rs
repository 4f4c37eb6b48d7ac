//! Lists of problems as they are sent: what is said of a problem is written once, and in later versions of the text only
//! its lines and characters are put in anew, where they are others.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use sayl_core::document::TextDocument;
use sayl_core::ide::settings::EditorSettings;
use sayl_core::memo::Memo;
use sayl_core::problem::{Code, Problem, ProblemDetails, Severity};
use sayl_core::text::FileId;
use tower_lsp::ls_types::{Range, Uri};

use super::ranges::RangeMemo;
use crate::lsp::to_proto::diagnostic::{DiagnosticContext, Locations, diagnostic, shown};
use crate::state::Snapshot;

/// What was written of problems before.
#[derive(Default)]
pub(super) struct WrittenProblems {
    memo: Memo<DiagnosticKey, Written>,
    /// The texts that problems pointed into, which are few.
    texts: BTreeMap<FileId, PublishedText>,
    /// Where the problems of open documents stood.
    ranges: HashMap<FileId, RangeMemo>,
    config: Option<Arc<EditorSettings>>,
}

/// What is said of a problem, by its address, and how it is named and shown.
type DiagnosticKey = (usize, Code, Severity);

/// A diagnostic, which begins with its range.
struct Written {
    range: Range,
    json: Vec<u8>,
    /// The texts that it points into, and which of their versions they were.
    texts: Box<[(FileId, u64)]>,
    /// It keeps the address from being used anew.
    _details: Arc<ProblemDetails>,
}

/// A text that problems point into.
struct PublishedText {
    document: Option<TextDocument>,
    uri: Option<Uri>,
    /// Counts the versions.
    version: u64,
}

impl WrittenProblems {
    /// The JSON list of the problems that a client is to see of a file. `size`: how long it may be, roughly.
    pub(super) fn list(&mut self, snapshot: &Snapshot, file: FileId, problems: &[Problem], size: usize) -> Vec<u8> {
        let context = snapshot.diagnostic_context();
        self.begin(snapshot);
        let (shown, hidden) = shown(&context, file, problems);
        let ranges = self.ranges(snapshot, file, &shown);
        let (mut list, mut locations) = (Vec::with_capacity(size + size / 8), Locations::new());
        list.push(b'[');
        for ((severity, problem), range) in shown.into_iter().zip(ranges) {
            self.add(&mut list, &context, (severity, problem), range, &mut locations);
        }
        if let Some(hidden) = hidden {
            separate(&mut list);
            write(&mut list, &hidden);
        }
        list.push(b']');
        list
    }

    /// Notes which of the texts are other ones now.
    fn begin(&mut self, snapshot: &Snapshot) {
        self.memo.begin_pass();
        if !self.config.as_ref().is_some_and(|config| Arc::ptr_eq(config, &snapshot.config)) {
            self.memo.clear();
            self.config = Some(snapshot.config.clone());
        }
        self.ranges.retain(|file, _| snapshot.open_document(*file).is_some());
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

    /// The lines and characters of problems, in their order.
    fn ranges(&mut self, snapshot: &Snapshot, file: FileId, problems: &[(Severity, &Problem)]) -> Vec<Range> {
        let places = problems.iter().map(|(_, problem)| problem.place.range);
        let Some(document) = snapshot.analysis.document(file) else { return vec![Range::default(); problems.len()] };
        let before = self.ranges.remove(&file).unwrap_or_default();
        let ranges = before.next(document, places, snapshot.features.encoding);
        let found = ranges.iter().collect();
        if snapshot.open_document(file).is_some() {
            self.ranges.insert(file, ranges);
        }
        found
    }

    fn add(
        &mut self,
        list: &mut Vec<u8>,
        context: &DiagnosticContext<'_>,
        (severity, problem): (Severity, &Problem),
        range: Range,
        locations: &mut Locations,
    ) {
        separate(list);
        let said = (Arc::as_ptr(&problem.details).addr(), problem.code, severity);
        let texts = &self.texts;
        let is_current = |(file, version): &(FileId, u64)| texts.get(file).is_some_and(|it| it.version == *version);
        if let Some(written) = self.memo.get_mut(&said).filter(|written| written.texts.iter().all(is_current)) {
            written.move_to(range);
            return list.extend_from_slice(&written.json);
        }
        let mut json = Vec::new();
        write(&mut json, &diagnostic(context, range, problem, severity, locations));
        list.extend_from_slice(&json);
        let texts = self.texts_of(context, problem);
        self.memo.keep(said, Written { range, json, texts, _details: problem.details.clone() });
    }

    /// The texts that a problem points into.
    fn texts_of(&mut self, context: &DiagnosticContext<'_>, problem: &Problem) -> Box<[(FileId, u64)]> {
        let files = problem.related.iter().map(|related| related.place.file);
        let versions = files.map(|file| {
            let text = self.texts.entry(file).or_insert_with(|| PublishedText {
                document: context.analysis.document(file).cloned(),
                uri: (context.uri_of)(file),
                version: 0,
            });
            (file, text.version)
        });
        versions.collect()
    }
}

impl Written {
    fn move_to(&mut self, range: Range) {
        if self.range != range {
            let length = with_range(self.range).len();
            self.json.splice(..length, with_range(range));
            self.range = range;
        }
    }
}

/// How a diagnostic with a range begins.
fn with_range(range: Range) -> Vec<u8> {
    let mut head = br#"{"range":"#.to_vec();
    write(&mut head, &range);
    head
}

fn separate(list: &mut Vec<u8>) {
    if list.len() > 1 {
        list.push(b',');
    }
}

/// Only a type that fails to serialise gives an error, and these do not.
fn write(list: &mut Vec<u8>, value: &impl serde::Serialize) {
    let _ = serde_json::to_writer(list, value);
}
