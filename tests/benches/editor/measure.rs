//! The session that is played to a server, and what it took.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use sayl_tests::generate::{Sample, Site};
use serde_json::{Value, json};

use crate::session::{Launch, Published, ServerSession, uri};

/// How often a server is started to measure its start.
const STARTS: usize = 5;
/// Edits of a burst.
const BURST: usize = 500;
/// How long a server that does not name versions must be silent to count as settled.
const QUIET: Duration = Duration::from_millis(1_500);

/// Repeated measurements of one thing, in milliseconds.
#[derive(Default)]
pub(crate) struct Times(Vec<f64>);

impl Times {
    pub(crate) fn push(&mut self, time: Duration) {
        self.0.push(time.as_secs_f64() * 1_000.0);
    }

    /// The middle one.
    pub(crate) fn median(&self) -> f64 {
        self.percentile(50)
    }

    /// The one that `percent` of all are at most.
    pub(crate) fn percentile(&self, percent: usize) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let index = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
        sorted.get(index).copied().unwrap_or(f64::NAN)
    }

    fn all<'a>(parts: impl IntoIterator<Item = &'a Self>) -> Self {
        Self(parts.into_iter().flat_map(|times| times.0.iter().copied()).collect())
    }
}

/// What a session with one server took.
pub(crate) struct Figures {
    /// Process start to `initialize` answered.
    pub(crate) startup: Times,
    /// Opening the file to its first problems.
    pub(crate) open: Times,
    /// A character typed to the problems of that version: everywhere.
    pub(crate) keystroke: Times,
    /// The same in the first, the middle and the last lines.
    pub(crate) keystroke_at: [Times; 3],
    /// A line inserted below the header to problems.
    pub(crate) newline_top: Times,
    /// A line inserted at the end to problems.
    pub(crate) newline_bottom: Times,
    /// Hover.
    pub(crate) hover: Times,
    /// Completion.
    pub(crate) completion: Times,
    /// The last of many edits to the last problems.
    pub(crate) burst: Times,
    /// How often problems were published during the burst.
    pub(crate) burst_publications: usize,
    /// In kibibytes, after everything.
    pub(crate) peak_memory: u32,
    /// How right the answers were.
    pub(crate) truth: Truth,
}

/// How right a server's answers were.
#[derive(Default)]
pub(crate) struct Truth {
    /// Lines that break the schema.
    pub(crate) expected: usize,
    /// Of these, how many have a problem.
    pub(crate) found: usize,
    /// Lines with a problem that do not break the schema.
    pub(crate) extra: usize,
    /// Edits that were followed by the right problems on their line, of how many.
    pub(crate) edits: (usize, usize),
    /// Hovers and completions that had an answer, of how many.
    pub(crate) answers: (usize, usize),
}

/// An open values file.
struct Document<'a> {
    session: ServerSession,
    uri: String,
    version: i64,
    sample: &'a Sample,
}

/// Plays a whole session.
pub(crate) fn measure(launch: &Launch, folder: &Path, sample: &Sample, edits: usize) -> Figures {
    let mut startup = Times::default();
    for _ in 1..STARTS {
        let (session, time) = ServerSession::start(launch, folder);
        startup.push(time);
        session.stop();
    }
    let (session, time) = ServerSession::start(launch, folder);
    startup.push(time);
    let mut truth = Truth::default();
    let (mut document, open) = Document::open(session, folder, sample, &mut truth);
    let keystroke_at = document.keystrokes(edits, &mut truth);
    let [newline_top, newline_bottom] = document.newlines(edits / 4);
    let hover = document.ask("textDocument/hover", edits, &mut truth);
    let completion = document.ask("textDocument/completion", edits, &mut truth);
    let (burst, burst_publications) = document.burst();
    let peak_memory = document.session.peak_memory();
    document.session.stop();
    let keystroke = Times::all(&keystroke_at);
    Figures {
        startup,
        open,
        keystroke,
        keystroke_at,
        newline_top,
        newline_bottom,
        hover,
        completion,
        burst,
        burst_publications,
        peak_memory,
        truth,
    }
}

/// Plays keystrokes only.
pub(crate) fn measure_keystroke(launch: &Launch, folder: &Path, sample: &Sample, edits: usize) -> Times {
    let (session, _) = ServerSession::start(launch, folder);
    let mut truth = Truth::default();
    let (mut document, _) = Document::open(session, folder, sample, &mut truth);
    let keystroke = Times::all(&document.keystrokes(edits, &mut truth));
    document.session.stop();
    keystroke
}

impl<'a> Document<'a> {
    fn open(mut session: ServerSession, folder: &Path, sample: &'a Sample, truth: &mut Truth) -> (Self, Times) {
        let uri = uri(&folder.join("values.yml"));
        let item = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": sample.values_yaml });
        session.forget();
        let sent = session.notify("textDocument/didOpen", &json!({ "textDocument": item }));
        let first = session.published(&uri, 1);
        let mut open = Times::default();
        open.push(first.at - sent);
        let last = session.published_until_quiet(&uri, i64::MAX, QUIET).pop().unwrap_or(first);
        let found = lines_of(&last);
        let expected: BTreeSet<usize> = sample.violations.iter().copied().collect();
        truth.expected = expected.len();
        truth.found = expected.intersection(&found).count();
        truth.extra = found.difference(&expected).count();
        (Self { session, uri, version: 1, sample }, open)
    }

    /// Breaks a value by one character and mends it again, at the top, in the middle and at the bottom.
    fn keystrokes(&mut self, edits: usize, truth: &mut Truth) -> [Times; 3] {
        let sites = &self.sample.sites;
        let count = (edits / 6).clamp(1, sites.len() / 3);
        [0, (sites.len() - count) / 2, sites.len() - count].map(|first| {
            let mut times = Times::default();
            for site in &sites[first..first + count] {
                self.break_and_mend(*site, &mut times, truth);
            }
            times
        })
    }

    fn break_and_mend(&mut self, site: Site, times: &mut Times, truth: &mut Truth) {
        for (from, to, text, is_broken) in [(site.end, site.end, "x", true), (site.end, site.end + 1, "", false)] {
            let sent = self.change([site.line, from], [site.line, to], text);
            let published = self.session.published(&self.uri, self.version);
            times.push(published.at - sent);
            truth.edits.1 += 1;
            truth.edits.0 += usize::from(lines_of(&published).contains(&site.line) == is_broken);
        }
    }

    /// Inserts an empty line below the header and removes it; then the same at the end.
    fn newlines(&mut self, count: usize) -> [Times; 2] {
        let last = self.sample.values_yaml.lines().count();
        [2, last].map(|line| {
            let mut times = Times::default();
            for _ in 0..count.max(1) {
                for (to, text) in [(line, "\n"), (line + 1, "")] {
                    let sent = self.change([line, 0], [to, 0], text);
                    times.push(self.session.published(&self.uri, self.version).at - sent);
                }
            }
            times
        })
    }

    fn ask(&mut self, method: &str, count: usize, truth: &mut Truth) -> Times {
        let sites = &self.sample.sites;
        let mut times = Times::default();
        for index in 0..count {
            let site = sites[index * (sites.len() - 1) / count];
            // Completion is asked for a key that is being typed and for a value in turns.
            let character = if method.ends_with("completion") && index % 2 == 1 { site.value } else { site.key + 1 };
            let position = json!({ "line": site.line, "character": character });
            let sent = Instant::now();
            let params = json!({ "textDocument": { "uri": self.uri }, "position": position });
            let (answer, at) = self.session.request(method, &params);
            times.push(at - sent);
            truth.answers.1 += 1;
            truth.answers.0 += usize::from(has_content(&answer));
        }
        times
    }

    /// Many edits without waiting; how long the last problems took after the last of them.
    fn burst(&mut self) -> (Times, usize) {
        let site = self.sample.sites[self.sample.sites.len() / 2];
        self.session.forget();
        let mut sent = Instant::now();
        for index in 0..BURST {
            let column = site.end + index;
            sent = self.change([site.line, column], [site.line, column], "x");
        }
        let published = self.session.published_until_quiet(&self.uri, self.version, QUIET);
        let mut settled = Times::default();
        settled.push(published.last().map_or(Duration::MAX, |last| last.at.saturating_duration_since(sent)));
        (settled, published.len())
    }

    fn change(&mut self, from: [usize; 2], to: [usize; 2], text: &str) -> Instant {
        self.version += 1;
        let [start, end] = [from, to].map(|[line, character]| json!({ "line": line, "character": character }));
        let params = json!({
            "textDocument": { "uri": self.uri, "version": self.version },
            "contentChanges": [{ "range": { "start": start, "end": end }, "text": text }],
        });
        self.session.notify("textDocument/didChange", &params)
    }
}

fn lines_of(published: &Published) -> BTreeSet<usize> {
    let lines = published.diagnostics.iter().filter_map(|diagnostic| diagnostic["range"]["start"]["line"].as_u64());
    lines.filter_map(|line| usize::try_from(line).ok()).collect()
}

fn has_content(answer: &Value) -> bool {
    match answer {
        Value::Null => false,
        Value::Array(items) => !items.is_empty(),
        Value::Object(object) => object.get("items").is_none_or(has_content),
        _ => true,
    }
}
