//! What was found, said so that a person can act on it: one sentence, then *found*, *expected*, *hint*.
//!
//! Every problem has a [`Code`] that is stable from the first release.
//!
//! # Design
//!
//! A problem (`problem::Problem`) is one sentence that names the thing, without a full stop, then what was found, what
//! is expected, and a hint, which start small; its range is the token it is about. A value is named by its key (``An
//! item of `ports` must be an integer``), never by its position in an array, which edits elsewhere change. Its code is
//! stable from the first release. One mistake is one problem: what another explains is left out
//! (`analysis::explained`). A map remembers which of its keys were meant by unknown ones (`MappingValue::meant`), so a
//! problem about such a key knows the token that was written instead (`Problem::misspelt`). Which name was meant by
//! one that is not there is decided by one rule (`problem::nearest`); one that is far off is not suggested, for that
//! misleads. `docs/problems.md` is generated from the codes, and a test fails when it is out of date.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::text::{FileId, Place};

mod code;
mod nearest;
pub mod suppression;
pub use code::{Code, Explanation};
pub use nearest::{NameIndex, nearest};

/// At most 40 characters of the first line of a token, for sentences that quote it.
pub(crate) fn shortened(token: &str) -> String {
    let line = token.lines().next().unwrap_or_default();
    match line.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// How bad it is. The order is from worst to mildest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Severity {
    /// The tool that consumes the file refuses it.
    Error,
    /// It is accepted, but most likely not what was meant.
    Warning,
    /// Worth knowing.
    Information,
    /// A suggestion.
    Hint,
}

impl Severity {
    const ALL: [Self; 4] = [Self::Error, Self::Warning, Self::Information, Self::Hint];

    /// Its name in settings, reports and marks.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Information => "information",
            Self::Hint => "hint",
        }
    }

    /// The severity of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.name() == name)
    }
}

/// One finding at one place. Cheap to clone: what is said of it is shared, for it goes through many lists, and in most
/// versions of a text most findings are what they were.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Which kind of problem.
    pub code: Code,
    /// The code's own severity unless configured otherwise.
    pub severity: Severity,
    /// The token it is about.
    pub place: Place,
    /// The key that was most likely meant to set what this problem misses: a problem at it suggests so.
    pub misspelt: Option<Place>,
    /// What is said of it.
    pub details: Arc<ProblemDetails>,
}

/// What is said of a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProblemDetails {
    /// One sentence that names the thing, without a final full stop. It starts with a capital letter or a name; all
    /// that follows it (found, expected, hints, related messages) starts small.
    pub message: String,
    /// What was found.
    pub found: Option<String>,
    /// What is expected.
    pub expected: Option<String>,
    /// What to do about it.
    pub hints: Vec<String>,
    /// Other places that explain it, such as the line that declares the schema.
    pub related: Vec<Related>,
    /// Edits that would resolve it.
    pub fixes: Vec<Fix>,
    /// What it is about, where code has to know: words are for people, and nothing is decided by them.
    pub about: Option<About>,
}

impl Deref for Problem {
    type Target = ProblemDetails;

    fn deref(&self) -> &ProblemDetails {
        &self.details
    }
}

impl DerefMut for Problem {
    fn deref_mut(&mut self) -> &mut ProblemDetails {
        Arc::make_mut(&mut self.details)
    }
}

/// What a problem is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum About {
    /// A name that is not there.
    Name(SmolStr),
    /// A call of the function of that name.
    CallOf(SmolStr),
    /// The values that a document is laid over, and not the document by itself.
    ValuesBelow,
}

/// Another place that explains a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Related {
    /// Where.
    pub place: Place,
    /// What is there.
    pub message: String,
}

/// A quick fix: text edits in the problem's own file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix {
    /// What it does, as a menu entry.
    pub title: String,
    /// Replacements; their ranges do not overlap.
    pub edits: Vec<(Place, String)>,
}

impl Problem {
    /// A problem with its code's own severity and nothing but a message.
    pub fn new(code: Code, place: Place, message: impl Into<String>) -> Self {
        let details = ProblemDetails {
            message: message.into(),
            found: None,
            expected: None,
            hints: Vec::new(),
            related: Vec::new(),
            fixes: Vec::new(),
            about: None,
        };
        Self { code, severity: code.severity(), place, misspelt: None, details: Arc::new(details) }
    }

    /// Says what it is about.
    #[must_use]
    pub(crate) fn about(mut self, about: About) -> Self {
        self.about = Some(about);
        self
    }

    /// Says what was found.
    #[must_use]
    pub fn found(mut self, found: impl Into<String>) -> Self {
        self.found = Some(found.into());
        self
    }

    /// Says what is expected.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = Some(expected.into());
        self
    }

    /// Adds one thing to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Adds another place that explains it, if anybody can see it.
    #[must_use]
    pub fn related(mut self, place: Place, message: impl Into<String>) -> Self {
        if place.file != FileId::BUILT_IN {
            self.related.push(Related { place, message: message.into() });
        }
        self
    }

    /// The same, as a warning if it is an error.
    #[must_use]
    pub fn at_most_a_warning(self) -> Self {
        let severity = if self.severity == Severity::Error { Severity::Warning } else { self.severity };
        Self { severity, ..self }
    }

    /// Adds a quick fix of one replacement.
    #[must_use]
    pub fn fix(mut self, title: impl Into<String>, place: Place, replacement: impl Into<String>) -> Self {
        self.fixes.push(Fix { title: title.into(), edits: vec![(place, replacement.into())] });
        self
    }

    /// The whole text for a person: the sentence, then found, expected and hints on lines of their own.
    pub fn text(&self) -> String {
        let facts = [("found", &self.found), ("expected", &self.expected)];
        let facts = facts.into_iter().filter_map(|(name, fact)| Some((name, fact.as_ref()?)));
        let lines = facts.chain(self.hints.iter().map(|hint| ("hint", hint)));
        let mut text = self.message.clone();
        for (name, line) in lines {
            text.extend(["\n", name, ": ", line]);
        }
        text
    }
}

/// A word with the article before it, for messages.
pub fn with_article(word: &str) -> String {
    let is_vowel = word.starts_with(['a', 'e', 'i', 'o', 'u']);
    if is_vowel { format!("an {word}") } else { format!("a {word}") }
}
