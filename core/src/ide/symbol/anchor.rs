//! Anchors and their aliases. An anchor counts until its name is given anew, in its own document.

use super::{Occurrence, Symbol, SymbolKind};
use crate::analysis::Analysis;
use crate::ide::line::line_at;
use crate::text::{FileId, TextRange, TextSize};
use crate::yaml::path::{self, document_at};
use crate::yaml::{Document, NodeKind, ScalarStyle};

/// A name that is given to a node, and the aliases that mean it.
struct Anchor {
    name: String,
    /// `None` for aliases without an anchor above them.
    declaration: Option<TextRange>,
    aliases: Vec<TextRange>,
}

pub(in crate::ide) fn symbol(analysis: &Analysis, file: FileId, offset: TextSize) -> Option<Symbol> {
    let text = analysis.document(file)?;
    let line = line_at(text.rope(), offset);
    if !has_sign(&line.text, line.column(offset)) {
        return None;
    }
    let document = text.stream().documents.get(document_at(text.stream(), offset)?)?;
    let anchors = anchors(document);
    let taken =
        anchors.iter().filter(|anchor| anchor.declaration.is_some()).map(|anchor| anchor.name.clone()).collect();
    let anchor = anchors.iter().find(|anchor| anchor.ranges().any(|(range, _)| is_touched(range, offset)))?;
    let range = anchor.ranges().map(|(range, _)| range).find(|range| is_touched(*range, offset))?;
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

/// Whether the word around a column begins with `&` or `*`: a look at the line spares a walk over the document.
fn has_sign(line: &str, column: usize) -> bool {
    let start = line[..column].rfind(is_foreign).map_or(0, |at| at + 1);
    line.get(start..).is_some_and(|word| word.starts_with(['&', '*']))
}

/// Whether an offset touches a name or the sign before it.
fn is_touched(range: TextRange, offset: TextSize) -> bool {
    range.start() <= offset + TextSize::of('*') && offset <= range.end()
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
