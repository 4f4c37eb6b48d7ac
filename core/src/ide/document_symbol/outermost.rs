//! Which symbols of a large outline are kept: the outermost.
//!
//! Level after level is kept whole while there is room. Of the level that has no room as a whole short lists are kept
//! before long ones, so that a list of thousands does not cost its neighbours their children; the first one without
//! room keeps its beginning.

use super::DocumentSymbol;
use crate::yaml::{Document, Entry, Item, Node, Placed};

/// How much of the nodes of a text has room in an outline. It is known before any symbol is made of them: of a large text
/// most have none.
pub(super) struct Room {
    /// How many symbols all nodes would have.
    pub(super) all: usize,
    /// How many levels are kept whole.
    levels: usize,
    /// Of the lists of the level below them, in the order of the text, how many symbols each keeps.
    lists: std::vec::IntoIter<usize>,
}

impl Room {
    /// The room of the nodes of documents, which are a level of their own or not.
    pub(super) fn of(documents: &[Document], are_symbols: bool, limit: usize) -> Self {
        let mut lengths = Lengths::default();
        if are_symbols {
            lengths.add(0, documents.len());
        }
        for document in documents {
            lengths.node(document.root(), usize::from(are_symbols));
        }
        let all = lengths.levels.iter().flatten().sum();
        let mut room = limit;
        for (level, lists) in lengths.levels.iter().enumerate() {
            let width: usize = lists.iter().sum();
            if width > room {
                return Self { all, levels: level, lists: shares(lists, room).into_iter() };
            }
            room -= width;
        }
        Self { all, levels: lengths.levels.len(), lists: Vec::new().into_iter() }
    }

    /// How many symbols of a list of this length are kept, which is the next one of its level.
    pub(super) fn take(&mut self, level: usize, length: usize) -> usize {
        match level.cmp(&self.levels) {
            std::cmp::Ordering::Less => length,
            std::cmp::Ordering::Equal => self.lists.next().unwrap_or_default(),
            std::cmp::Ordering::Greater => 0,
        }
    }
}

/// How long the lists of symbols are, level by level.
#[derive(Default)]
struct Lengths {
    levels: Vec<Vec<usize>>,
}

impl Lengths {
    fn add(&mut self, level: usize, length: usize) {
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, Vec::new);
        }
        self.levels[level].push(length);
    }

    /// Nodes nest less deep than the stack allows: `yaml::lower` sees to it.
    fn node(&mut self, node: Placed<'_, Node>, level: usize) {
        if let Some(mapping) = node.mapping() {
            self.add(level, mapping.entries.len());
            mapping.entries().map(Placed::<Entry>::value).for_each(|value| self.node(value, level + 1));
        } else if let Some(sequence) = node.sequence() {
            self.add(level, sequence.items.len());
            sequence.items().map(Placed::<Item>::value).for_each(|value| self.node(value, level + 1));
        }
    }
}

/// How much each list of these lengths keeps where there is room for so many in all.
fn shares(lengths: &[usize], mut room: usize) -> Vec<usize> {
    let mut shares = lengths.to_vec();
    let mut shortest_first: Vec<usize> = (0..lengths.len()).collect();
    shortest_first.sort_by_key(|list| lengths[*list]);
    for list in shortest_first {
        shares[list] = shares[list].min(room);
        room -= shares[list];
    }
    shares
}

/// Keeps at most `limit` symbols, the outermost; gives how many there were.
pub(super) fn keep_outermost(symbols: &mut Vec<DocumentSymbol>, limit: usize) -> usize {
    let all = count(symbols);
    let mut room = limit;
    let mut level = vec![symbols];
    while !level.is_empty() {
        let lengths: Vec<usize> = level.iter().map(|list| list.len()).collect();
        let width: usize = lengths.iter().sum();
        if width > room {
            cut(level, &shares(&lengths, room));
            break;
        }
        room -= width;
        level = level.into_iter().flatten().map(|symbol| &mut symbol.children).collect();
    }
    all
}

/// How many symbols there are on all levels.
pub(super) fn count(symbols: &[DocumentSymbol]) -> usize {
    symbols.iter().map(|symbol| 1 + count(&symbol.children)).sum()
}

/// Cuts the lists of a level to their shares, and what is below them away.
fn cut(level: Vec<&mut Vec<DocumentSymbol>>, shares: &[usize]) {
    for (list, share) in level.into_iter().zip(shares) {
        list.truncate(*share);
        for symbol in list {
            symbol.children = Vec::new();
        }
    }
}
