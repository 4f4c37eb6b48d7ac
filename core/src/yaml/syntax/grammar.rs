//! Tokens to documents and their nodes, by the rules of the parser family that ytt reads with; or the first token that
//! does not fit.

use smol_str::{SmolStr, format_smolstr};

use super::scan::{TokenStream, YamlToken, YamlTokenKind};
use super::{DocumentsExtent, RefusalKind, SyntaxRefusal};
use crate::text::{TextRange, TextSize};
use crate::yaml::attach::attach;
use crate::yaml::content;
use crate::yaml::lower::Lowered;
use crate::yaml::{Document, Node, NodeKind, Properties, Scalar, ScalarStyle};

mod block;
mod flow;

/// Deeper nesting is left unjudged, and without nodes: it is refused as too deep elsewhere.
const DEEPEST: usize = 250;

/// The nodes that tokens make, `None` where they nest too deep; or else the first token that does not fit.
pub(super) fn read(
    text: &str,
    extent: DocumentsExtent,
    scanned: TokenStream,
) -> Result<Option<Lowered>, SyntaxRefusal> {
    let mut grammar = YamlParser {
        text,
        extent,
        tokens: &scanned.tokens,
        next: 0,
        depth: 0,
        is_too_deep: false,
        handles: Vec::new(),
        secondary_prefix: None,
        column: None,
        lines: Vec::new(),
        anchors: Vec::new(),
    };
    let mut documents = grammar.stream()?;
    if grammar.is_too_deep {
        return Ok(None);
    }
    let dangling = attach(&mut documents, &grammar.lines, scanned.comments);
    Ok(Some(Lowered { documents, dangling, errors: Vec::new() }))
}

struct YamlParser<'t> {
    text: &'t str,
    extent: DocumentsExtent,
    tokens: &'t [YamlToken],
    next: usize,
    depth: usize,
    is_too_deep: bool,
    /// The tag handles that the document declares.
    handles: Vec<&'t str>,
    /// What `!!` stands for where the document declares it anew.
    secondary_prefix: Option<&'t str>,
    /// The column of the innermost block collection.
    column: Option<usize>,
    /// The line of every node that can hold comments, in the order in which they are met.
    lines: Vec<usize>,
    anchors: Vec<(SmolStr, TextSize)>,
}

fn empty(at: TextSize) -> Node {
    Node { range: TextRange::empty(at), properties: None, kind: NodeKind::Empty }
}

impl<'t> YamlParser<'t> {
    fn token(&self) -> Option<YamlToken> {
        self.tokens.get(self.next).copied()
    }

    fn kind(&self) -> YamlTokenKind {
        self.token().map_or(YamlTokenKind::End, |token| token.kind)
    }

    /// The next token's range; behind the last one, the end of the text.
    fn range(&self) -> TextRange {
        self.token().map_or(TextRange::empty(TextSize::of(self.text)), |token| token.range)
    }

    fn source(&self) -> &'t str {
        let range = self.range();
        self.text.get(usize::from(range.start())..usize::from(range.end())).unwrap_or_default()
    }

    /// Takes a token of that kind, if it comes next.
    fn take(&mut self, kind: YamlTokenKind) -> Option<TextRange> {
        let range = self.range();
        let is_next = self.kind() == kind;
        self.next += usize::from(is_next);
        is_next.then_some(range)
    }

    /// Notes that a node starts at the next token that can hold comments. Gives where.
    fn begin(&mut self) -> TextSize {
        self.lines.push(self.token().map_or(0, |token| token.start.line as usize));
        self.range().start()
    }

    fn refuse<T>(&self, kind: RefusalKind) -> Result<T, SyntaxRefusal> {
        Err(SyntaxRefusal { kind, range: self.range().into() })
    }

    fn stream(&mut self) -> Result<Vec<Document>, SyntaxRefusal> {
        let mut documents = Vec::new();
        let mut is_first = true;
        loop {
            while self.take(YamlTokenKind::DocumentEnd).is_some() {
                is_first = false;
            }
            if self.kind() == YamlTokenKind::End {
                return Ok(documents);
            }
            let start = self.range().start();
            self.directives()?;
            let is_marked = self.kind() == YamlTokenKind::DocumentStart;
            if !is_marked && (!is_first || self.next > 0 && self.is_after_directive()) {
                return self.refuse(RefusalKind::NoMarker);
            }
            let marker = is_marked.then(|| {
                self.begin();
                self.next += 1;
                self.tokens[self.next - 1].range
            });
            let root = self.root()?;
            documents.extend(self.document(start, marker, root));
            is_first = false;
        }
    }

    fn document(&mut self, start: TextSize, marker: Option<TextRange>, root: Option<Node>) -> Option<Document> {
        let end = root.as_ref().map(|root| root.range.end()).or(marker.map(TextRange::end))?;
        Some(Document {
            range: TextRange::new(start, end),
            marker,
            comments: Box::default(),
            root: root.unwrap_or_else(|| empty(end)),
            anchors: std::mem::take(&mut self.anchors).into(),
        })
    }

    fn is_after_directive(&self) -> bool {
        let before = self.next.checked_sub(1).and_then(|before| self.tokens.get(before)).map(|token| token.kind);
        matches!(before, Some(YamlTokenKind::Version { .. } | YamlTokenKind::TagDirective))
    }

    fn directives(&mut self) -> Result<(), SyntaxRefusal> {
        self.handles.clear();
        self.secondary_prefix = None;
        let mut has_version = false;
        loop {
            match self.kind() {
                YamlTokenKind::Version { is_1_1: false } => return self.refuse(RefusalKind::Version),
                YamlTokenKind::Version { .. } if has_version => return self.refuse(RefusalKind::RepeatedDirective),
                YamlTokenKind::Version { .. } => has_version = true,
                YamlTokenKind::TagDirective => self.tag_directive()?,
                _ => return Ok(()),
            }
            self.next += 1;
        }
    }

    /// `%TAG handle prefix`.
    fn tag_directive(&mut self) -> Result<(), SyntaxRefusal> {
        let mut words = self.source().split_whitespace().skip(1);
        let handle = words.next().unwrap_or_default();
        if self.handles.contains(&handle) {
            return self.refuse(RefusalKind::RepeatedDirective);
        }
        if handle == "!!" {
            self.secondary_prefix = words.next();
        }
        self.handles.push(handle);
        Ok(())
    }

    /// A document's node, if it has one.
    fn root(&mut self) -> Result<Option<Node>, SyntaxRefusal> {
        match self.kind() {
            YamlTokenKind::Version { .. }
            | YamlTokenKind::TagDirective
            | YamlTokenKind::DocumentStart
            | YamlTokenKind::DocumentEnd
            | YamlTokenKind::End => Ok(None),
            _ => self.node(true, false).map(Some),
        }
    }

    /// Properties, then content.
    fn node(&mut self, is_block: bool, may_be_indentless: bool) -> Result<Node, SyntaxRefusal> {
        if self.kind() == YamlTokenKind::Alias {
            let (range, name) = (self.range(), SmolStr::new(self.source().get(1..).unwrap_or_default()));
            self.next += 1;
            return Ok(Node { range, properties: None, kind: NodeKind::Alias(name) });
        }
        let (properties, end) = self.properties()?;
        let anchor = properties.as_ref().and_then(|it| it.anchor.as_ref()).map(|(name, _)| {
            self.anchors.push((name.clone(), end));
            self.anchors.len() - 1
        });
        self.depth += 1;
        let mut node = if self.depth > DEEPEST {
            self.is_too_deep = true;
            self.next = self.tokens.len();
            empty(end)
        } else {
            let place = properties.is_some().then_some(end);
            self.content(is_block, may_be_indentless, place)?
        };
        self.depth -= 1;
        if let Some((_, start)) = anchor.and_then(|index| self.anchors.get_mut(index)) {
            *start = node.range.start();
        }
        node.properties = properties;
        Ok(node)
    }

    /// What stands behind properties, which end at `place` if there are any: then it may be nothing.
    fn content(
        &mut self,
        is_block: bool,
        may_be_indentless: bool,
        place: Option<TextSize>,
    ) -> Result<Node, SyntaxRefusal> {
        match (self.kind(), place) {
            (YamlTokenKind::BlockEntry, _) if may_be_indentless => self.block_sequence(true),
            (YamlTokenKind::Scalar, _) => Ok(self.scalar()),
            (YamlTokenKind::FlowSequenceStart, _) => self.flow_sequence(),
            (YamlTokenKind::FlowMappingStart, _) => self.flow_mapping(),
            (YamlTokenKind::BlockSequenceStart, _) if is_block => {
                self.next += 1;
                self.block_sequence(false)
            }
            (YamlTokenKind::BlockMappingStart, _) if is_block => self.block_mapping(),
            (_, Some(end)) => Ok(empty(end)),
            (YamlTokenKind::Value, None) if !is_block => self.refuse(RefusalKind::ColonAtStart),
            (_, None) => self.refuse(RefusalKind::NoContent),
        }
    }

    /// At most one anchor and one tag, and where they end.
    fn properties(&mut self) -> Result<(Option<Box<Properties>>, TextSize), SyntaxRefusal> {
        let mut properties = Properties::default();
        let mut end = self.range().start();
        while let kind @ (YamlTokenKind::Anchor | YamlTokenKind::Tag) = self.kind() {
            let range = self.range();
            if kind == YamlTokenKind::Anchor && properties.anchor.is_none() {
                properties.anchor = Some((SmolStr::new(self.source().get(1..).unwrap_or_default()), range));
            } else if kind == YamlTokenKind::Tag && properties.tag.is_none() {
                properties.tag = Some((self.tag()?, range));
            } else {
                break;
            }
            self.next += 1;
            end = range.end();
        }
        let is_none = properties.anchor.is_none() && properties.tag.is_none();
        Ok(((!is_none).then(|| Box::new(properties)), end))
    }

    /// A tag as written, or `!<…>` where `!!` does not stand for YAML's own tags.
    fn tag(&self) -> Result<SmolStr, SyntaxRefusal> {
        let tag = self.source();
        let handle = tag.get(1..).and_then(|name| name.find('!')).and_then(|at| tag.get(..at + 2)).unwrap_or("!");
        let is_known = tag.starts_with("!<") || matches!(handle, "!" | "!!") || self.handles.contains(&handle);
        if !is_known && self.extent == DocumentsExtent::Documents {
            return self.refuse(RefusalKind::TagHandle);
        }
        Ok(match tag.strip_prefix("!!").zip(self.secondary_prefix) {
            Some((suffix, prefix)) => format_smolstr!("!<{prefix}{suffix}>"),
            None => SmolStr::new(tag),
        })
    }

    fn scalar(&mut self) -> Node {
        let (mut range, source) = (self.range(), self.source());
        self.next += 1;
        let (style, text) = match source.as_bytes().first() {
            Some(b'\'') => (ScalarStyle::SingleQuoted, content::single_quoted(source)),
            Some(b'"') => (ScalarStyle::DoubleQuoted, content::double_quoted(source)),
            Some(first @ (b'|' | b'>')) => {
                let (text, length) = content::block(source, self.column);
                range = TextRange::at(range.start(), TextSize::new(length as u32));
                (if *first == b'>' { ScalarStyle::Folded } else { ScalarStyle::Literal }, text)
            }
            _ => (ScalarStyle::Plain, content::plain(source)),
        };
        Node { range, properties: None, kind: NodeKind::Scalar(Scalar { style, text }) }
    }
}
