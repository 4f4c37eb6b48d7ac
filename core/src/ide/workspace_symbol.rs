//! Workspace symbols: whatever has a name in any file, found by a part of it.
//!
//! Clients filter and sort once more, so the match is coarse: the letters of the query in their order. What fits best is
//! given, and not more than a person would look at.

use smol_str::SmolStr;

use crate::analysis::Analysis;
use crate::analysis::declared::{Declared, DeclaredKind};
use crate::text::{FileId, TextRange};

/// How many symbols are given.
pub const MOST: usize = 200;

/// A name in some file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkspaceSymbol {
    /// The name.
    pub name: SmolStr,
    /// The keys or the resource around it, else the name of its file.
    pub container: String,
    /// What it is.
    pub kind: DeclaredKind,
    /// The file.
    pub file: FileId,
    /// The name.
    pub range: TextRange,
}

/// The symbols that fit a query best, the best first. What stands before its last `.`, `/` or blank is looked for in the
/// container: `db.port`.
pub fn workspace_symbols(analysis: &Analysis, query: &str) -> Vec<WorkspaceSymbol> {
    let query = SymbolQuery::new(query.trim());
    let declared: Vec<_> = analysis.files().into_iter().map(|file| (file, analysis.declared(file))).collect();
    let mut found: Vec<(Rank, FileId, &Declared)> = Vec::new();
    for (file, declared) in &declared {
        let (file, declared) = (*file, declared.iter());
        found.extend(declared.filter_map(|declared| Some((query.rank(declared)?, file, declared))));
    }
    let best = MOST.min(found.len());
    let key = |(rank, _, declared): &(Rank, FileId, &Declared)| (*rank, declared.name.clone());
    if best > 0 && best < found.len() {
        found.select_nth_unstable_by_key(best, key);
        found.truncate(best);
    }
    found.sort_by_cached_key(|it| (key(it), analysis.path(it.1), it.2.range.start()));
    found.into_iter().map(|(_, file, declared)| symbol(analysis, file, declared)).collect()
}

/// Where a symbol stands now, if its file still has it.
pub fn resolve(analysis: &Analysis, file: FileId, name: &str, container: &str) -> Option<TextRange> {
    let declared = analysis.declared(file);
    let mut declared = declared.iter();
    declared.find(|it| it.name == name && shown_container(analysis, file, it) == container).map(|it| it.range)
}

fn symbol(analysis: &Analysis, file: FileId, declared: &Declared) -> WorkspaceSymbol {
    let container = shown_container(analysis, file, declared);
    WorkspaceSymbol { name: declared.name.clone(), container, kind: declared.kind, file, range: declared.range }
}

fn shown_container(analysis: &Analysis, file: FileId, declared: &Declared) -> String {
    if declared.container.is_empty() {
        let name = analysis.path(file).file_name();
        return name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    }
    declared.container.to_string()
}

/// How well something fits, the best the smallest.
type Rank = (Fit, usize);

/// How a name holds the letters that were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// It is they.
    Whole,
    /// It begins with them.
    Beginning,
    /// One of its words begins with them.
    Word,
    /// They stand in it.
    Inside,
    /// They are spread over it.
    Spread,
}

/// What is looked for, in small letters.
struct SymbolQuery {
    whole: Vec<char>,
    /// What is looked for in the container, and in the name.
    split: Option<(Vec<char>, Vec<char>)>,
}

impl SymbolQuery {
    fn new(query: &str) -> Self {
        let small = |text: &str| text.chars().flat_map(char::to_lowercase).collect();
        let split = query.rsplit_once(['.', '/', ' ']);
        Self { whole: small(query), split: split.map(|(container, name)| (small(container), small(name))) }
    }

    fn rank(&self, declared: &Declared) -> Option<Rank> {
        let length = declared.name.len();
        if let Some(fit) = fit(&declared.name, &self.whole) {
            return Some((fit, length));
        }
        let (container, name) = self.split.as_ref()?;
        let fit = fit(&declared.name, name).filter(|_| is_spread(&declared.container, container))?;
        Some((fit, length))
    }
}

fn fit(name: &str, letters: &[char]) -> Option<Fit> {
    if !is_spread(name, letters) {
        return None;
    }
    let small: Vec<char> = name.chars().flat_map(char::to_lowercase).collect();
    if small.starts_with(letters) {
        return Some(if small.len() == letters.len() { Fit::Whole } else { Fit::Beginning });
    }
    // What comes before each place where they stand together.
    let parts = small.windows(letters.len() + 1).filter(|part| part[1..] == *letters);
    let fits = parts.map(|part| if part[0].is_alphanumeric() { Fit::Inside } else { Fit::Word });
    Some(fits.min().unwrap_or(Fit::Spread))
}

/// Whether letters stand in a text in their order.
fn is_spread(text: &str, letters: &[char]) -> bool {
    let mut letters = letters.iter().peekable();
    for character in text.chars().flat_map(char::to_lowercase) {
        letters.next_if(|letter| **letter == character);
    }
    letters.peek().is_none()
}

#[cfg(test)]
mod tests;
