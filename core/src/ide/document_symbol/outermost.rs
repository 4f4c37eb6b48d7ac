//! Which symbols of a large outline are kept: the outermost.

use super::DocumentSymbol;

/// Keeps at most `limit` symbols, the outermost; says how many there were if some had to go.
///
/// Level after level is kept whole while there is room. Of the level that has no room as a whole short lists are kept
/// before long ones, so that a list of thousands does not cost its neighbours their children; the first one without
/// room keeps its beginning.
pub(super) fn keep_outermost(symbols: &mut Vec<DocumentSymbol>, limit: usize) -> Option<usize> {
    let all = count(symbols);
    if all <= limit {
        return None;
    }
    let mut room = limit;
    let mut level = vec![symbols];
    loop {
        let width: usize = level.iter().map(|list| list.len()).sum();
        if width > room {
            cut(level, room);
            return Some(all);
        }
        room -= width;
        level = level.into_iter().flatten().map(|symbol| &mut symbol.children).collect();
    }
}

/// How many symbols there are on all levels.
fn count(symbols: &[DocumentSymbol]) -> usize {
    symbols.iter().map(|symbol| 1 + count(&symbol.children)).sum()
}

/// Cuts the lists of a level to so many symbols in all, and what is below them away.
fn cut(mut level: Vec<&mut Vec<DocumentSymbol>>, mut room: usize) {
    level.sort_by_key(|list| list.len());
    for list in level {
        list.truncate(room);
        room -= list.len();
        for symbol in list {
            symbol.children = Vec::new();
        }
    }
}
