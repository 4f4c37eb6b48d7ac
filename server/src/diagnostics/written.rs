//! Lists of problems as they are sent: what is said of a problem is written once, and in later versions of the text only
//! its lines and characters are put in anew.

use std::collections::HashMap;
use std::sync::Arc;

use sayl_core::document::TextDocument;
use sayl_core::memo::Memo;
use sayl_core::problem::{Code, Problem, ProblemDetails, Severity};
use sayl_core::text::FileId;
use tower_lsp::ls_types::{Range, Uri};

use crate::config::Config;
use crate::lsp::to_proto::diagnostic::{DiagnosticContext, Locations, diagnostic, shown};
use crate::lsp::to_proto::range as lsp_range;
use crate::state::Snapshot;

/// What was written of problems before.
#[derive(Default)]
pub(super) struct WrittenProblems {
    memo: Memo<Said, Written>,
    /// The texts that problems pointed into.
    texts: HashMap<FileId, Text>,
    config: Option<Arc<Config>>,
}

/// What is said of a problem, by its address, and how it is named and shown.
type Said = (usize, Code, Severity);

/// A diagnostic without its range, which stands first in it.
struct Written {
    json: Box<[u8]>,
    /// The texts that it points into, and which of their versions they were.
    texts: Box<[(FileId, u64)]>,
    /// It keeps the address from being used anew.
    _details: Arc<ProblemDetails>,
}

/// A text that problems point into.
struct Text {
    document: Option<TextDocument>,
    uri: Option<Uri>,
    /// Counts the versions.
    version: u64,
}

impl WrittenProblems {
    /// The JSON list of the problems that a client is to see of a file.
    pub(super) fn list(&mut self, snapshot: &Snapshot, file: FileId, problems: &[Problem]) -> Vec<u8> {
        let context = snapshot.diagnostic_context();
        self.begin(snapshot);
        let (shown, hidden) = shown(&context, file, problems);
        let rope = snapshot.analysis.document(file).map(TextDocument::rope);
        let (mut list, mut locations) = (b"[".to_vec(), Locations::new());
        for (severity, problem) in shown {
            let place = problem.place.range;
            let range = rope.map_or_else(Range::default, |rope| lsp_range(rope, place, context.features.encoding));
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
        for (file, text) in &mut self.texts {
            let (document, uri) = (snapshot.analysis.document(*file), snapshot.uri_of(*file));
            let is_same = match (document, &text.document) {
                (Some(now), Some(then)) => now.is_same_version(then),
                (now, then) => now.is_none() && then.is_none(),
            };
            if !is_same || uri != text.uri {
                *text = Text { document: document.cloned(), uri, version: text.version + 1 };
            }
        }
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
        let start = list.len();
        list.extend_from_slice(RANGE);
        write(list, &range);
        let said = (Arc::as_ptr(&problem.details).addr(), problem.code, severity);
        let texts = &self.texts;
        let is_current = |(file, version): &(FileId, u64)| texts.get(file).is_some_and(|it| it.version == *version);
        if let Some(written) = self.memo.get(&said).filter(|written| written.texts.iter().all(is_current)) {
            list.extend_from_slice(&written.json);
            return;
        }
        let mut whole = Vec::new();
        write(&mut whole, &diagnostic(context, range, problem, severity, locations));
        let json: Box<[u8]> = whole.get(list.len() - start..).unwrap_or_default().into();
        list.extend_from_slice(&json);
        let texts = self.texts_of(context, problem);
        self.memo.keep(said, Written { json, texts, _details: problem.details.clone() });
    }

    /// The texts that a problem points into.
    fn texts_of(&mut self, context: &DiagnosticContext<'_>, problem: &Problem) -> Box<[(FileId, u64)]> {
        let files = problem.related.iter().map(|related| related.place.file);
        let versions = files.map(|file| {
            let text = self.texts.entry(file).or_insert_with(|| Text {
                document: context.analysis.document(file).cloned(),
                uri: (context.uri_of)(file),
                version: 0,
            });
            (file, text.version)
        });
        versions.collect()
    }
}

/// How every diagnostic begins.
const RANGE: &[u8] = br#"{"range":"#;

fn separate(list: &mut Vec<u8>) {
    if list.len() > 1 {
        list.push(b',');
    }
}

/// Only a type that fails to serialise gives an error, and these do not.
fn write(list: &mut Vec<u8>, value: &impl serde::Serialize) {
    let _ = serde_json::to_writer(list, value);
}
