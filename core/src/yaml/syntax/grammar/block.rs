//! Collections by indentation.

use super::{RefusalKind, SyntaxRefusal, YamlParser, YamlTokenKind, empty};
use crate::text::TextRange;
use crate::yaml::{Chunks, CollectionStyle, Entry, Item, Mapping, Node, NodeKind, Sequence};

impl YamlParser<'_> {
    /// Enters a block collection at the next token. Gives the column of the one around it.
    fn enter(&mut self) -> Option<usize> {
        let column = self.token().map(|token| token.start.column as usize);
        std::mem::replace(&mut self.column, column)
    }

    /// Items; without indentation of their own, nothing closes them.
    pub(super) fn block_sequence(&mut self, is_indentless: bool) -> Result<Node, SyntaxRefusal> {
        let start = self.range().start();
        let outer = self.enter();
        let mut items = Vec::new();
        while self.kind() == YamlTokenKind::BlockEntry {
            items.push(self.block_item(is_indentless)?);
        }
        if !is_indentless && self.take(YamlTokenKind::BlockEnd).is_none() {
            return self.refuse(RefusalKind::NoDash);
        }
        self.column = outer;
        let end = items.last().map_or(start, |item| item.range.end());
        let items = Chunks::Here(items.into());
        let kind = NodeKind::Sequence(Sequence { style: CollectionStyle::Block, items });
        Ok(Node { range: TextRange::new(start, end), properties: None, kind })
    }

    fn block_item(&mut self, is_indentless: bool) -> Result<Item, SyntaxRefusal> {
        let start = self.begin();
        let dash = self.range();
        self.next += 1;
        let value = match self.kind() {
            YamlTokenKind::BlockEntry | YamlTokenKind::BlockEnd => None,
            YamlTokenKind::Key | YamlTokenKind::Value if is_indentless => None,
            _ => Some(self.node(true, false)?),
        };
        let value = value.unwrap_or_else(|| empty(dash.end()));
        Ok(Item { range: TextRange::new(start, value.range.end()), value, comments: None })
    }

    pub(super) fn block_mapping(&mut self) -> Result<Node, SyntaxRefusal> {
        let start = self.range().start();
        let outer = self.enter();
        self.next += 1;
        let mut entries = Vec::new();
        while self.take(YamlTokenKind::BlockEnd).is_none() {
            if self.kind() != YamlTokenKind::Key {
                return self.refuse(RefusalKind::NoKey);
            }
            entries.push(self.block_entry()?);
        }
        self.column = outer;
        let end = entries.last().map_or(start, |entry: &Entry| entry.range.end());
        let entries = Chunks::Here(entries.into());
        let kind = NodeKind::Mapping(Mapping { style: CollectionStyle::Block, entries });
        Ok(Node { range: TextRange::new(start, end), properties: None, kind })
    }

    fn block_entry(&mut self) -> Result<Entry, SyntaxRefusal> {
        let start = self.begin();
        let mark = self.range();
        self.next += 1;
        let key = self.block_part()?;
        let mut end = key.as_ref().map_or(mark.end(), |key| key.range.end());
        let mut value = None;
        if let Some(colon) = self.take(YamlTokenKind::Value) {
            value = self.block_part()?;
            end = colon.end();
        }
        let key = key.unwrap_or_else(|| empty(start));
        let value = value.unwrap_or_else(|| empty(end));
        Ok(Entry { range: TextRange::new(start, value.range.end()), key, value, comments: None })
    }

    /// A key or a value of a block mapping, unless it is empty.
    fn block_part(&mut self) -> Result<Option<Node>, SyntaxRefusal> {
        match self.kind() {
            YamlTokenKind::Key | YamlTokenKind::Value | YamlTokenKind::BlockEnd => Ok(None),
            _ => self.node(true, true).map(Some),
        }
    }
}
