//! Problems made ready to print: byte ranges become lines and columns, files become paths as people gave them.
//!
//! The printers ([`human`], [`json`], [`sarif`] and so on) only lay out what stands here, so the same problems come out in the same order
//! in every format.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use sayl_core::analysis::Analysis;
use sayl_core::ide::{code_action, key_path};
use sayl_core::problem::{Code, Problem, Severity};
use sayl_core::text::{FileId, Place};
use sayl_core::workspace::ValueFlag;

use crate::paths::Paths;

pub(crate) mod concise;
pub(crate) mod counts;
pub(crate) mod fingerprint;
pub(crate) mod github;
pub(crate) mod gitlab;
pub(crate) mod html;
pub(crate) mod human;
pub(crate) mod json;
pub(crate) mod junit;
pub(crate) mod markdown;
pub(crate) mod sarif;
pub(crate) mod source;
mod visible;

use counts::Counts;
use source::SourceText;

/// Everything one run found.
pub(crate) struct Report {
    /// How many files were looked at.
    pub(crate) files: usize,
    /// What was found, by path, position and code.
    pub(crate) findings: Vec<Finding>,
    /// What these files are, and what was left out.
    pub(crate) counts: Counts,
    /// How many more are known, where there is a list of known ones.
    pub(crate) known: Option<usize>,
    /// What follows from all of it.
    pub(crate) conclusion: Option<String>,
}

/// A problem with its places resolved.
pub(crate) struct Finding {
    /// What it says, as it can be printed; its byte ranges are of no more use.
    pub(crate) problem: Problem,
    /// Where it is.
    pub(crate) location: Location,
    /// Where its related places are, with what is there.
    pub(crate) related: Vec<(Location, String)>,
    /// The way through the document to what it is about, such as `service.port`; where details were asked for.
    pub(crate) path: Option<String>,
    /// The edits that would resolve it.
    pub(crate) fixes: Vec<(String, Vec<(Location, String)>)>,
}

/// A range of a file's text.
#[derive(Clone)]
pub(crate) struct Location {
    /// The file.
    pub(crate) source: Arc<SourceText>,
    /// Bytes of its text.
    pub(crate) range: Range<usize>,
}

/// What a report says beside the problems themselves: only some forms show it, and it takes time to find.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Details {
    /// How problems can be mended.
    pub(crate) fixes: bool,
    /// The keys that lead to them.
    pub(crate) paths: bool,
}

/// What was found so far.
pub(crate) struct Findings {
    details: Details,
    found: Vec<Finding>,
    /// The texts of the files that findings name, each read once.
    sources: HashMap<FileId, Arc<SourceText>>,
}

impl Findings {
    /// Nothing yet.
    pub(crate) fn new(details: Details) -> Self {
        Self { details, found: Vec::new(), sources: HashMap::new() }
    }

    /// Resolves the problems of some files.
    pub(crate) fn add(
        &mut self,
        analysis: &Analysis,
        paths: &Paths,
        flags: &[ValueFlag],
        problems: &[Arc<Vec<Problem>>],
    ) {
        let mut resolver = LocationResolver { analysis, paths, flags, details: self.details, known: &mut self.sources };
        self.found.extend(problems.iter().flat_map(|problems| problems.iter()).map(|it| resolver.finding(it)));
    }

    /// Where a place is.
    pub(crate) fn location(&mut self, analysis: &Analysis, paths: &Paths, place: Place) -> Location {
        let details = self.details;
        LocationResolver { analysis, paths, flags: &[], details, known: &mut self.sources }.location(place)
    }

    /// A problem with its places resolved, for whoever has more to say of it.
    pub(crate) fn finding(&mut self, analysis: &Analysis, paths: &Paths, problem: &Problem) -> Finding {
        let details = self.details;
        LocationResolver { analysis, paths, flags: &[], details, known: &mut self.sources }.finding(problem)
    }

    /// Adds it.
    pub(crate) fn push(&mut self, finding: Finding) {
        self.found.push(finding);
    }

    /// All of it, sorted; `files` were looked at.
    pub(crate) fn report(mut self, files: usize, counts: Counts) -> Report {
        self.found.sort_by_cached_key(|finding| {
            let Location { source, range } = &finding.location;
            let problem = &finding.problem;
            (source.path.clone(), range.start, range.end, problem.code.name(), problem.text())
        });
        Report { files, findings: self.found, counts, known: None, conclusion: None }
    }
}

impl Finding {
    /// What it says as lines: the problem, the keys that lead to it, and what stands at other places that explain it.
    pub(crate) fn text(&self) -> String {
        let mut text = self.problem.text();
        if let Some(path) = &self.path {
            text.extend(["\nat: `", &visible::line(path), "`"]);
        }
        for (Location { source, range }, message) in &self.related {
            let line = source.position(range.start).line;
            let _ = write!(text, "\n{}:{line}: {message}", visible::line(&source.path));
        }
        text
    }
}

impl Report {
    /// How many findings have this severity.
    pub(crate) fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.problem.severity == severity).count()
    }

    /// Whether input or configuration could not be read.
    pub(crate) fn is_unreadable(&self) -> bool {
        let mut errors = self.findings.iter().filter(|finding| finding.problem.severity == Severity::Error);
        errors.any(|finding| is_about_reading(finding.problem.code))
    }
}

/// Whether a problem says that input or configuration could not be read, so that the rest of a report is not all.
pub(crate) fn is_about_reading(code: Code) -> bool {
    matches!(code, Code::UnreadableFile | Code::FileTooLarge | Code::InvalidConfig)
}

/// What places are resolved with.
struct LocationResolver<'a> {
    analysis: &'a Analysis,
    paths: &'a Paths,
    flags: &'a [ValueFlag],
    details: Details,
    known: &'a mut HashMap<FileId, Arc<SourceText>>,
}

impl LocationResolver<'_> {
    fn finding(&mut self, problem: &Problem) -> Finding {
        let location = self.location(problem.place);
        let is_somewhere = |place: &Place| place.file != FileId::NONE || place.flag().is_some();
        let related = problem.related.iter().filter(|related| is_somewhere(&related.place));
        let related = related
            .map(|related| (self.location(related.place), visible::lines(&related.message).into_owned()))
            .collect();
        let fixes = if self.details.fixes {
            code_action::fixes(self.analysis, problem.place.file, problem)
        } else {
            Vec::new()
        };
        // What creates a file is for editors.
        let fixes = fixes.into_iter().filter(|fix| fix.new_file.is_none()).map(|fix| {
            let edits = fix.edits.into_iter().map(|(place, text)| (self.location(place), text));
            (visible::line(&fix.title).into_owned(), edits.collect())
        });
        let fixes = fixes.collect();
        let path = self.details.paths.then(|| key_path::of(self.analysis, problem.place)).flatten();
        Finding { problem: visible::problem(problem), location, related, path, fixes }
    }

    /// Places in problems are absolute, except those that an unresolvable segment left behind: these become the start
    /// of the file.
    fn location(&mut self, place: Place) -> Location {
        if let Some(flag) = place.flag().and_then(|index| self.flags.get(index)) {
            return flag_location(flag);
        }
        let source = self.source(place.file);
        let range = self.analysis.absolute(place).map(|place| place.range);
        let range = range.map_or(0..0, |range| range.start().into()..range.end().into());
        let range = source.clamp(range);
        Location { source, range }
    }

    fn source(&mut self, file: FileId) -> Arc<SourceText> {
        let Self { analysis, paths, known, .. } = self;
        let source = known.entry(file).or_insert_with(|| {
            let path = if file == FileId::NONE { String::new() } else { paths.shown(analysis.path(file)) };
            let text = analysis.text(file).map(Cow::into_owned);
            Arc::new(SourceText::new(path, text))
        });
        source.clone()
    }
}

/// A flag as people typed it takes the place of a file: its name is the flag's, its text what follows.
fn flag_location(flag: &ValueFlag) -> Location {
    let address = flag.library.as_ref().map_or(String::new(), |library| format!("{library}:"));
    let text = format!("{address}{}={}", flag.keys.join("."), flag.text);
    let source = Arc::new(SourceText::new(flag.flag.clone(), Some(text)));
    let range = source.clamp(0..usize::MAX);
    Location { source, range }
}
