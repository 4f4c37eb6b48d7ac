//! Tokens to a verdict: whether they make documents, by the rules of the parser family that ytt reads with.

use super::scan::{Token, TokenKind};
use super::{Extent, Refusal, RefusalKind};

/// Deeper nesting is left unjudged: it is refused as too deep elsewhere.
const DEEPEST: usize = 250;

/// Whether tokens make a stream of documents; otherwise the first token that does not fit.
pub(super) fn check(text: &str, extent: Extent, tokens: &[Token]) -> Result<(), Refusal> {
    Grammar { text, extent, tokens, next: 0, depth: 0, handles: Vec::new() }.stream()
}

struct Grammar<'t> {
    text: &'t str,
    extent: Extent,
    tokens: &'t [Token],
    next: usize,
    depth: usize,
    /// The tag handles that the document declares.
    handles: Vec<&'t str>,
}

impl<'t> Grammar<'t> {
    fn kind(&self) -> TokenKind {
        self.tokens.get(self.next).map_or(TokenKind::End, |token| token.kind)
    }

    fn skip(&mut self) -> TokenKind {
        let kind = self.kind();
        self.next += 1;
        kind
    }

    /// Takes a token of that kind, if it comes next.
    fn take(&mut self, kind: TokenKind) -> bool {
        let is_next = self.kind() == kind;
        self.next += usize::from(is_next);
        is_next
    }

    fn refuse(&self, kind: RefusalKind) -> Result<(), Refusal> {
        let end = self.text.len();
        Err(Refusal { kind, range: self.tokens.get(self.next).map_or(end..end, |token| token.range.clone()) })
    }

    /// What does not fit inside the bracket that token `open` is: on a later line, the bracket is to blame.
    fn refuse_bracket(&self, open: usize, kind: RefusalKind) -> Result<(), Refusal> {
        let start = |index: usize| self.tokens.get(index).map_or(self.text.len(), |token| token.range.start);
        let between = self.text.get(start(open)..start(self.next)).unwrap_or_default();
        let is_end = matches!(self.kind(), TokenKind::End | TokenKind::DocumentStart | TokenKind::DocumentEnd);
        if is_end || between.contains(['\n', '\r']) {
            let range = start(open)..start(open) + 1;
            return Err(Refusal { kind: RefusalKind::OpenBracket, range });
        }
        self.refuse(kind)
    }

    fn stream(&mut self) -> Result<(), Refusal> {
        let mut is_first = true;
        loop {
            while self.take(TokenKind::DocumentEnd) {
                is_first = false;
            }
            if self.kind() == TokenKind::End {
                return Ok(());
            }
            self.directives()?;
            let is_bare = !self.take(TokenKind::DocumentStart);
            if is_bare && (!is_first || self.next > 0 && self.is_after_directive()) {
                return self.refuse(RefusalKind::NoMarker);
            }
            self.value(true, false)?;
            is_first = false;
        }
    }

    fn is_after_directive(&self) -> bool {
        let before = self.next.checked_sub(1).and_then(|before| self.tokens.get(before)).map(|token| token.kind);
        matches!(before, Some(TokenKind::Version { .. } | TokenKind::TagDirective))
    }

    fn directives(&mut self) -> Result<(), Refusal> {
        self.handles.clear();
        let mut has_version = false;
        loop {
            match self.kind() {
                TokenKind::Version { is_1_1: false } => return self.refuse(RefusalKind::Version),
                TokenKind::Version { .. } if has_version => return self.refuse(RefusalKind::RepeatedDirective),
                TokenKind::Version { .. } => has_version = true,
                TokenKind::TagDirective => {
                    let handle = self.source().split_whitespace().nth(1).unwrap_or_default();
                    if self.handles.contains(&handle) {
                        return self.refuse(RefusalKind::RepeatedDirective);
                    }
                    self.handles.push(handle);
                }
                _ => return Ok(()),
            }
            self.next += 1;
        }
    }

    /// A node, or nothing where its place ends.
    fn value(&mut self, is_block: bool, may_be_indentless: bool) -> Result<(), Refusal> {
        let ends = match self.kind() {
            TokenKind::Version { .. }
            | TokenKind::TagDirective
            | TokenKind::DocumentStart
            | TokenKind::DocumentEnd
            | TokenKind::End => self.depth == 0,
            _ => false,
        };
        if ends { Ok(()) } else { self.node(is_block, may_be_indentless) }
    }

    fn node(&mut self, is_block: bool, may_be_indentless: bool) -> Result<(), Refusal> {
        if self.take(TokenKind::Alias) {
            return Ok(());
        }
        let has_properties = self.properties()?;
        self.depth += 1;
        if self.depth > DEEPEST {
            self.next = self.tokens.len();
            return Ok(());
        }
        let content = match self.kind() {
            TokenKind::BlockEntry if may_be_indentless => self.block_sequence(true),
            TokenKind::Scalar => {
                self.next += 1;
                Ok(())
            }
            TokenKind::FlowSequenceStart => self.flow_sequence(),
            TokenKind::FlowMappingStart => self.flow_mapping(),
            TokenKind::BlockSequenceStart if is_block => {
                self.next += 1;
                self.block_sequence(false)
            }
            TokenKind::BlockMappingStart if is_block => self.block_mapping(),
            _ if has_properties => Ok(()),
            _ => self.refuse(RefusalKind::NoContent),
        };
        self.depth -= 1;
        content
    }

    /// At most one anchor and one tag.
    fn properties(&mut self) -> Result<bool, Refusal> {
        let has_anchor = self.take(TokenKind::Anchor);
        let has_tag = self.kind() == TokenKind::Tag;
        if has_tag {
            self.tag()?;
        }
        let has_late_anchor = !has_anchor && self.take(TokenKind::Anchor);
        Ok(has_anchor || has_tag || has_late_anchor)
    }

    fn source(&self) -> &'t str {
        self.tokens.get(self.next).and_then(|token| self.text.get(token.range.clone())).unwrap_or_default()
    }

    fn tag(&mut self) -> Result<(), Refusal> {
        let tag = self.source();
        let handle = tag.get(1..).and_then(|name| name.find('!')).and_then(|at| tag.get(..at + 2)).unwrap_or("!");
        let is_known = tag.starts_with("!<") || matches!(handle, "!" | "!!") || self.handles.contains(&handle);
        if !is_known && self.extent == Extent::Documents {
            return self.refuse(RefusalKind::TagHandle);
        }
        self.next += 1;
        Ok(())
    }

    /// Items; without indentation of their own, nothing closes them.
    fn block_sequence(&mut self, is_indentless: bool) -> Result<(), Refusal> {
        while self.take(TokenKind::BlockEntry) {
            match self.kind() {
                TokenKind::BlockEntry | TokenKind::BlockEnd => {}
                TokenKind::Key | TokenKind::Value if is_indentless => {}
                _ => self.node(true, false)?,
            }
        }
        if is_indentless || self.take(TokenKind::BlockEnd) { Ok(()) } else { self.refuse(RefusalKind::NoDash) }
    }

    fn block_mapping(&mut self) -> Result<(), Refusal> {
        self.next += 1;
        loop {
            match self.kind() {
                TokenKind::Key => self.next += 1,
                TokenKind::BlockEnd => {
                    self.next += 1;
                    return Ok(());
                }
                _ => return self.refuse(RefusalKind::NoKey),
            }
            self.block_part()?;
            if self.take(TokenKind::Value) {
                self.block_part()?;
            }
        }
    }

    /// A key or a value of a block mapping, maybe empty.
    fn block_part(&mut self) -> Result<(), Refusal> {
        match self.kind() {
            TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd => Ok(()),
            _ => self.node(true, true),
        }
    }

    fn flow_sequence(&mut self) -> Result<(), Refusal> {
        let open = self.next;
        self.next += 1;
        let mut is_first = true;
        while !self.take(TokenKind::FlowSequenceEnd) {
            if !is_first && !self.take(TokenKind::FlowEntry) {
                return self.refuse_bracket(open, RefusalKind::OpenSequence);
            }
            is_first = false;
            if self.take(TokenKind::Key) {
                self.flow_pair(TokenKind::FlowSequenceEnd)?;
            } else if self.kind() != TokenKind::FlowSequenceEnd {
                self.node(false, false)?;
            }
        }
        Ok(())
    }

    /// What follows a key's mark inside brackets that `end` closes.
    fn flow_pair(&mut self, end: TokenKind) -> Result<(), Refusal> {
        let is_empty = |kind| matches!(kind, TokenKind::Value | TokenKind::FlowEntry) || kind == end;
        if is_empty(self.kind()) {
            // The parser loses the colon of an empty key in a sequence.
            if end == TokenKind::FlowSequenceEnd {
                self.skip();
            }
        } else {
            self.node(false, false)?;
        }
        if self.take(TokenKind::Value) && self.kind() != TokenKind::FlowEntry && self.kind() != end {
            self.node(false, false)?;
        }
        Ok(())
    }

    fn flow_mapping(&mut self) -> Result<(), Refusal> {
        let open = self.next;
        self.next += 1;
        let mut is_first = true;
        while !self.take(TokenKind::FlowMappingEnd) {
            if !is_first && !self.take(TokenKind::FlowEntry) {
                return self.refuse_bracket(open, RefusalKind::OpenMapping);
            }
            is_first = false;
            if self.take(TokenKind::Key) {
                self.flow_pair(TokenKind::FlowMappingEnd)?;
            } else if self.kind() != TokenKind::FlowMappingEnd {
                self.node(false, false)?;
            }
        }
        Ok(())
    }
}
