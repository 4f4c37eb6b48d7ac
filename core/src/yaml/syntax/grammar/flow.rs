//! Collections in brackets.

use super::{DocumentsExtent, RefusalKind, SyntaxRefusal, YamlParser, YamlTokenKind, empty};
use crate::text::{TextRange, TextSize};
use crate::yaml::content::is_break;
use crate::yaml::{Chunks, CollectionStyle, Entry, Item, Mapping, Node, NodeKind, Sequence};

impl YamlParser<'_> {
    /// What does not fit inside the bracket that starts at `open`: on a later line, the bracket is to blame.
    fn refuse_bracket(&self, open: TextSize, kind: RefusalKind) -> Result<(), SyntaxRefusal> {
        let (start, here) = (usize::from(open), usize::from(self.range().start()));
        let between = self.text.get(start..here).unwrap_or_default();
        let is_end =
            matches!(self.kind(), YamlTokenKind::End | YamlTokenKind::DocumentStart | YamlTokenKind::DocumentEnd);
        let is_elsewhere = self.extent == DocumentsExtent::Bracketed && self.depth == 1;
        if !is_elsewhere && (is_end || between.contains(is_break)) {
            return Err(SyntaxRefusal { kind: RefusalKind::OpenBracket, range: start..start + 1 });
        }
        self.refuse(kind)
    }

    /// Takes the comma before all but the first of what stands inside the bracket that starts at `open`.
    fn comma(&mut self, is_first: bool, open: TextSize, kind: RefusalKind) -> Result<(), SyntaxRefusal> {
        let fits = is_first || self.take(YamlTokenKind::FlowEntry).is_some();
        if fits { Ok(()) } else { self.refuse_bracket(open, kind) }
    }

    pub(super) fn flow_sequence(&mut self) -> Result<Node, SyntaxRefusal> {
        const END: YamlTokenKind = YamlTokenKind::FlowSequenceEnd;
        let open = self.range().start();
        self.next += 1;
        let (mut items, mut is_first) = (Vec::new(), true);
        let close = loop {
            if let Some(close) = self.take(END) {
                break close;
            }
            self.comma(is_first, open, RefusalKind::OpenSequence)?;
            is_first = false;
            if self.kind() != END {
                items.push(self.flow_item()?);
            }
        };
        let items = Chunks::Here(items.into());
        let kind = NodeKind::Sequence(Sequence { style: CollectionStyle::Flow, items });
        Ok(Node { range: TextRange::new(open, close.end()), properties: None, kind })
    }

    fn flow_item(&mut self) -> Result<Item, SyntaxRefusal> {
        let start = self.begin();
        let value = if self.kind() == YamlTokenKind::Key { self.pair_mapping()? } else { self.node(false, false)? };
        Ok(Item { range: TextRange::new(start, value.range.end()), value, comments: None })
    }

    /// The mapping of one entry that `[a: 1]` holds.
    fn pair_mapping(&mut self) -> Result<Node, SyntaxRefusal> {
        let entry = self.flow_pair(YamlTokenKind::FlowSequenceEnd)?;
        let range = entry.range;
        let entries = Chunks::Here(Box::new([entry]));
        let kind = NodeKind::Mapping(Mapping { style: CollectionStyle::Flow, entries });
        Ok(Node { range, properties: None, kind })
    }

    /// A key's mark and what follows it, inside brackets that `end` closes.
    fn flow_pair(&mut self, end: YamlTokenKind) -> Result<Entry, SyntaxRefusal> {
        let start = self.begin();
        let mut behind = self.range().end();
        self.next += 1;
        let is_empty = |kind| matches!(kind, YamlTokenKind::Value | YamlTokenKind::FlowEntry) || kind == end;
        let mut key = None;
        if !is_empty(self.kind()) {
            key = Some(self.node(false, false)?);
        } else if end == YamlTokenKind::FlowSequenceEnd {
            // The parser loses the colon of an empty key in a sequence.
            behind = self.range().end();
            self.next += 1;
        }
        behind = key.as_ref().map_or(behind, |key| key.range.end());
        let mut value = None;
        if let Some(colon) = self.take(YamlTokenKind::Value) {
            behind = colon.end();
            if self.kind() != YamlTokenKind::FlowEntry && self.kind() != end {
                value = Some(self.node(false, false)?);
            }
        }
        let key = key.unwrap_or_else(|| empty(start));
        let value = value.unwrap_or_else(|| empty(behind));
        Ok(Entry { range: TextRange::new(start, value.range.end()), key, value, comments: None })
    }

    pub(super) fn flow_mapping(&mut self) -> Result<Node, SyntaxRefusal> {
        const END: YamlTokenKind = YamlTokenKind::FlowMappingEnd;
        let open = self.range().start();
        self.next += 1;
        let (mut entries, mut is_first) = (Vec::new(), true);
        let close = loop {
            if let Some(close) = self.take(END) {
                break close;
            }
            self.comma(is_first, open, RefusalKind::OpenMapping)?;
            is_first = false;
            if self.kind() == YamlTokenKind::Key {
                entries.push(self.flow_pair(END)?);
            } else if self.kind() != END {
                entries.push(self.lone_key()?);
            }
        };
        let entries = Chunks::Here(entries.into());
        let kind = NodeKind::Mapping(Mapping { style: CollectionStyle::Flow, entries });
        Ok(Node { range: TextRange::new(open, close.end()), properties: None, kind })
    }

    /// `{key}`: a key whose value is empty.
    fn lone_key(&mut self) -> Result<Entry, SyntaxRefusal> {
        let start = self.begin();
        let key = self.node(false, false)?;
        let end = key.range.end();
        Ok(Entry { range: TextRange::new(start, end), value: empty(end), key, comments: None })
    }
}
