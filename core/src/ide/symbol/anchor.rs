//! Anchors and their aliases. An anchor counts until its name is given anew, in its own document.

use super::{Occurrence, Symbol, SymbolKind};
use crate::ide::cursor::Cursor;
use crate::text::{TextRange, TextSize};
use crate::yaml::path;
use crate::yaml::{Document, NodeKind, ScalarStyle};

/// A name that is given to a node, and the aliases that mean it.
struct Anchor {
    name: String,
    /// `None` for aliases without an anchor above them.
    declaration: Option<TextRange>,
    aliases: Vec<TextRange>,
}

/// The anchor or alias that stands at a range, its sign included.
pub(in crate::ide) fn symbol(cursor: &Cursor<'_>, range: TextRange) -> Option<Symbol> {
    let (file, range) = (cursor.file, without_sign(range));
    let anchors = anchors(cursor.yaml()?);
    let taken =
        anchors.iter().filter(|anchor| anchor.declaration.is_some()).map(|anchor| anchor.name.clone()).collect();
    let anchor = anchors.iter().find(|anchor| anchor.ranges().any(|(written, _)| written == range))?;
    let occurrence = |(range, is_declaration)| Occurrence { file, range, is_declaration, style: ScalarStyle::Plain };
    let occurrences = anchor.ranges().map(occurrence).collect();
    let name = anchor.name.clone();
    let fixed = anchor.declaration.is_none().then(|| format!("There is no anchor `{name}` above this alias"));
    Some(Symbol { kind: SymbolKind::Anchor, name, range, occurrences, taken, fixed })
}

/// Whether a character cannot stand in the name of an anchor.
pub(super) fn is_foreign(character: char) -> bool {
    character.is_whitespace() || character.is_control() || "[]{},".contains(character)
}

impl Anchor {
    /// Every place of the name, and whether it is the declaration.
    fn ranges(&self) -> impl Iterator<Item = (TextRange, bool)> {
        let declaration = self.declaration.iter().map(|range| (*range, true));
        declaration.chain(self.aliases.iter().map(|range| (*range, false)))
    }
}

/// Every anchor of a document in order.
fn anchors(document: &Document) -> Vec<Anchor> {
    let mut anchors: Vec<Anchor> = Vec::new();
    for node in path::nodes(document.root()) {
        if let Some((name, range)) = node.get().properties.as_ref().and_then(|properties| properties.anchor.as_ref()) {
            let declaration = Some(without_sign(node.absolute(*range)));
            anchors.push(Anchor { name: name.to_string(), declaration, aliases: Vec::new() });
        }
        if let NodeKind::Alias(name) = &node.get().kind {
            let range = without_sign(node.range());
            match anchors.iter_mut().rev().find(|anchor| anchor.name == *name) {
                Some(anchor) => anchor.aliases.push(range),
                None => anchors.push(Anchor { name: name.to_string(), declaration: None, aliases: vec![range] }),
            }
        }
    }
    anchors
}

fn without_sign(range: TextRange) -> TextRange {
    TextRange::new((range.start() + TextSize::of('&')).min(range.end()), range.end())
}
