//! From the engine to the protocol: bytes to lines and characters, answers to the structures that the client can read.

use ropey::{Rope, str_utils};
use sayl_core::analysis::Analysis;
use sayl_core::ide::definition::DefinitionLink;
use sayl_core::ide::document_symbol::{DocumentSymbol, DocumentSymbolKind};
use sayl_core::ide::folding_range::{FoldKind, FoldingRange};
use sayl_core::text::{FileId, TextRange, TextSize};
use tower_lsp::ls_types::{self as lsp, Location, LocationLink, MarkupContent, MarkupKind, Position, Range, Uri};

use super::capabilities::{ClientFeatures, PositionEncoding};
use super::uri;

pub(crate) mod completion;
pub(crate) mod diagnostic;

/// The positions of many offsets of one text: those near the last one are found without a descent into the rope's tree.
pub(crate) struct Positions<'r> {
    rope: &'r Rope,
    encoding: PositionEncoding,
    /// The chunk of the rope that held the last offset, its first byte and the line of that.
    chunk: (&'r str, usize, usize),
}

impl<'r> Positions<'r> {
    pub(crate) fn new(rope: &'r Rope, encoding: PositionEncoding) -> Self {
        Self { rope, encoding, chunk: ("", usize::MAX, 0) }
    }

    /// The position of a byte offset; one beyond the end is the end.
    fn position(&mut self, offset: TextSize) -> Position {
        let (rope, encoding) = (self.rope, self.encoding);
        let byte = usize::from(offset).min(rope.len_bytes());
        let (chunk, chunk_start, chunk_line) = self.chunk_at(byte);
        let inside = byte - chunk_start;
        let line = chunk_line + str_utils::byte_to_line_idx(chunk, inside);
        // Nearly every line starts in the chunk that holds the offset.
        match chunk.get(..inside).and_then(|before| before.rfind(['\n', '\r']).map(|at| &before[at + 1..])) {
            Some(before) => Position::new(line as u32, units(before, encoding) as u32),
            None => Position::new(line as u32, width(rope, rope.line_to_byte(line)..byte, encoding)),
        }
    }

    /// The lines and characters of a byte range.
    pub(crate) fn range(&mut self, range: TextRange) -> Range {
        Range::new(self.position(range.start()), self.position(range.end()))
    }

    fn chunk_at(&mut self, byte: usize) -> (&'r str, usize, usize) {
        let (chunk, start, _) = self.chunk;
        // A chunk does not end between `\r` and `\n`, but the next one knows the line behind its last break.
        if byte < start || byte >= start + chunk.len() {
            let (chunk, start, _, line) = self.rope.chunk_at_byte(byte);
            self.chunk = (chunk, start, line);
        }
        self.chunk
    }
}

/// How many of the encoding's units a text takes.
fn units(text: &str, encoding: PositionEncoding) -> usize {
    match encoding {
        _ if encoding == PositionEncoding::Utf8 || text.is_ascii() => text.len(),
        PositionEncoding::Utf16 => text.chars().map(char::len_utf16).sum(),
        PositionEncoding::Utf8 | PositionEncoding::Utf32 => text.chars().count(),
    }
}

/// Of more bytes than this nobody counts the characters one by one.
const LONG: usize = 4096;

/// How many of the encoding's units the bytes take; the bounds may split a character, which then does not count.
fn width(rope: &Rope, bytes: std::ops::Range<usize>, encoding: PositionEncoding) -> u32 {
    if encoding == PositionEncoding::Utf8 {
        return bytes.len() as u32;
    }
    // Walking a short text is faster than asking the rope's indexes, and nearly all of it is ASCII.
    let text = rope.get_byte_slice(bytes.clone()).filter(|_| bytes.len() <= LONG);
    let by_index = |byte| {
        let character = rope.byte_to_char(byte);
        if encoding == PositionEncoding::Utf16 { rope.char_to_utf16_cu(character) } else { character }
    };
    let units = match text {
        Some(text) => text.chunks().map(|chunk| units(chunk, encoding)).sum(),
        None => by_index(bytes.end) - by_index(bytes.start),
    };
    units as u32
}

/// The lines and characters of a byte range.
pub(crate) fn range(rope: &Rope, range: TextRange, encoding: PositionEncoding) -> Range {
    Positions::new(rope, encoding).range(range)
}

/// The range in a file; the start of the file where its text is not known.
pub(crate) fn file_range(analysis: &Analysis, file: FileId, bytes: TextRange, encoding: PositionEncoding) -> Range {
    analysis.document(file).map_or_else(Range::default, |document| range(document.rope(), bytes, encoding))
}

/// Text for people, in the format that the client reads.
pub(crate) fn markup(markdown: &str, reads_markdown: bool) -> MarkupContent {
    if reads_markdown {
        MarkupContent { kind: MarkupKind::Markdown, value: markdown.to_owned() }
    } else {
        MarkupContent { kind: MarkupKind::PlainText, value: plain_text(markdown) }
    }
}

/// Markdown without its marks, as far as our own answers use them.
fn plain_text(markdown: &str) -> String {
    let mut is_code = false;
    let mut lines = Vec::new();
    for line in markdown.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if is_code {
            lines.push(line.to_owned());
        } else {
            lines.push(line.trim_start_matches('#').trim_start().replace("**", "").replace('`', ""));
        }
    }
    lines.join("\n")
}

/// Places of definitions, as links if the client can follow them. `uri_of` names a file as its editor does.
pub(crate) fn definitions(
    analysis: &Analysis,
    origin: FileId,
    definitions: &[DefinitionLink],
    has_links: bool,
    encoding: PositionEncoding,
    uri_of: impl Fn(FileId) -> Option<Uri>,
) -> Option<lsp::GotoDefinitionResponse> {
    let lsp_range = |file, bytes| file_range(analysis, file, bytes, encoding);
    let targets = definitions.iter().filter_map(|definition| Some((definition, uri_of(definition.file)?)));
    if definitions.is_empty() {
        return None;
    }
    Some(if has_links {
        let link = |(definition, target_uri): (&DefinitionLink, Uri)| LocationLink {
            origin_selection_range: Some(lsp_range(origin, definition.origin)),
            target_uri,
            target_range: lsp_range(definition.file, definition.range),
            target_selection_range: lsp_range(definition.file, definition.selection),
        };
        lsp::GotoDefinitionResponse::Link(targets.map(link).collect())
    } else {
        let location = |(definition, uri): (&DefinitionLink, Uri)| Location {
            uri,
            range: lsp_range(definition.file, definition.selection),
        };
        lsp::GotoDefinitionResponse::Array(targets.map(location).collect())
    })
}

/// The outline: as a tree, or flat for clients that know no trees.
pub(crate) fn document_symbols(
    rope: &Rope,
    symbols: Vec<DocumentSymbol>,
    features: &ClientFeatures,
    document_uri: &Uri,
) -> lsp::DocumentSymbolResponse {
    let mut positions = Positions::new(rope, features.encoding);
    if features.hierarchical_symbols {
        let symbols = symbols.into_iter().map(|symbol| document_symbol(symbol, &mut positions));
        return lsp::DocumentSymbolResponse::Nested(symbols.collect());
    }
    let mut flat = Vec::new();
    for symbol in symbols {
        flatten(symbol, None, document_uri, &mut positions, &mut flat);
    }
    lsp::DocumentSymbolResponse::Flat(flat)
}

fn document_symbol(symbol: DocumentSymbol, positions: &mut Positions<'_>) -> lsp::DocumentSymbol {
    let (range, selection_range) = (positions.range(symbol.range), positions.range(symbol.selection));
    let children = symbol.children.into_iter().map(|child| document_symbol(child, positions));
    let children = Some(children.collect()).filter(|children: &Vec<_>| !children.is_empty());
    #[expect(deprecated, reason = "the field must be given; the tag replaces it")]
    lsp::DocumentSymbol {
        name: symbol_name(symbol.name),
        detail: symbol.detail,
        kind: symbol_kind(symbol.kind),
        tags: symbol.deprecated.then(|| vec![lsp::SymbolTag::DEPRECATED]),
        deprecated: None,
        range,
        selection_range,
        children,
    }
}

fn flatten(
    symbol: DocumentSymbol,
    container_name: Option<&str>,
    uri: &Uri,
    positions: &mut Positions<'_>,
    flat: &mut Vec<lsp::SymbolInformation>,
) {
    let name = symbol_name(symbol.name);
    #[expect(deprecated, reason = "the field must be given; the tag replaces it")]
    flat.push(lsp::SymbolInformation {
        name: name.clone(),
        kind: symbol_kind(symbol.kind),
        tags: symbol.deprecated.then(|| vec![lsp::SymbolTag::DEPRECATED]),
        deprecated: None,
        location: Location { uri: uri.clone(), range: positions.range(symbol.range) },
        container_name: container_name.map(str::to_owned),
    });
    for child in symbol.children {
        flatten(child, Some(&name), uri, positions, flat);
    }
}

/// Clients refuse symbols without a name, and YAML has keys that are.
pub(crate) fn symbol_name(name: String) -> String {
    if name.trim().is_empty() { format!("\"{name}\"") } else { name }
}

fn symbol_kind(kind: DocumentSymbolKind) -> lsp::SymbolKind {
    match kind {
        DocumentSymbolKind::Document => lsp::SymbolKind::MODULE,
        DocumentSymbolKind::Type => lsp::SymbolKind::CLASS,
        DocumentSymbolKind::Function => lsp::SymbolKind::FUNCTION,
        DocumentSymbolKind::Variable => lsp::SymbolKind::VARIABLE,
        DocumentSymbolKind::Mapping => lsp::SymbolKind::OBJECT,
        DocumentSymbolKind::Sequence => lsp::SymbolKind::ARRAY,
        DocumentSymbolKind::String => lsp::SymbolKind::STRING,
        DocumentSymbolKind::Number => lsp::SymbolKind::NUMBER,
        DocumentSymbolKind::Boolean => lsp::SymbolKind::BOOLEAN,
        DocumentSymbolKind::Null => lsp::SymbolKind::NULL,
    }
}

/// Folds, at most as many as the client takes: those within fewer others come first.
pub(crate) fn folding_ranges(rope: &Rope, folds: &[FoldingRange], features: &ClientFeatures) -> Vec<lsp::FoldingRange> {
    let limit = features.fold_limit.unwrap_or(usize::MAX);
    let deepest = if folds.len() > limit { deepest_of(folds, limit) } else { usize::MAX };
    let kept = folds.iter().zip(depths(folds)).filter(|(_, depth)| *depth <= deepest);
    let mut positions = Positions::new(rope, features.encoding);
    let folds = kept.map(|(fold, _)| folding_range(fold, features, &mut positions));
    folds.filter(|fold| fold.start_line < fold.end_line).take(limit).collect()
}

/// Within how many others each fold lies; they come in the order of the text.
fn depths(folds: &[FoldingRange]) -> Vec<usize> {
    let mut open: Vec<TextSize> = Vec::new();
    let depth = |fold: &FoldingRange| {
        open.retain(|end| *end > fold.range.start());
        open.push(fold.range.end());
        open.len() - 1
    };
    folds.iter().map(depth).collect()
}

/// The greatest depth down to which there are not more folds than so many, the outermost aside.
fn deepest_of(folds: &[FoldingRange], limit: usize) -> usize {
    let mut depths = depths(folds);
    depths.sort_unstable();
    depths.get(limit).map_or(usize::MAX, |beyond| beyond.saturating_sub(1))
}

fn folding_range(fold: &FoldingRange, features: &ClientFeatures, positions: &mut Positions<'_>) -> lsp::FoldingRange {
    let lsp_range = positions.range(fold.range);
    let with_characters = !features.whole_line_folds;
    lsp::FoldingRange {
        start_line: lsp_range.start.line,
        start_character: with_characters.then_some(lsp_range.start.character),
        end_line: lsp_range.end.line,
        end_character: with_characters.then_some(lsp_range.end.character),
        kind: match fold.kind {
            FoldKind::Comment => Some(lsp::FoldingRangeKind::Comment),
            FoldKind::Imports => Some(lsp::FoldingRangeKind::Imports),
            FoldKind::Region => Some(lsp::FoldingRangeKind::Region),
            FoldKind::Content => None,
        },
        collapsed_text: fold.summary.clone().filter(|_| features.beside.fold_summaries),
    }
}

/// The URI of a file by its path alone.
pub(crate) fn uri_of_path(analysis: &Analysis, file: FileId) -> Option<Uri> {
    if file == FileId::NONE { None } else { uri::uri_of(analysis.path(file)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_markdown_are_left_out_for_clients_that_do_not_read_it() {
        assert_eq!(plain_text("### Port\n**type** `int`\n```yaml\nport: 80\n```\n"), "Port\ntype int\nport: 80");
    }

    #[test]
    fn a_symbol_always_has_a_name() {
        assert_eq!(symbol_name(String::new()), "\"\"");
        assert_eq!(symbol_name("a".to_owned()), "a");
    }

    #[test]
    fn whole_line_folds_have_no_characters() {
        let rope = Rope::from_str("a:\n  b: 1\n");
        let features = ClientFeatures { whole_line_folds: true, ..ClientFeatures::default() };
        let [fold] = folding_ranges(&rope, &[fold(0, 9)], &features).try_into().unwrap();
        assert_eq!((fold.start_line, fold.end_line, fold.end_character), (0, 1, None));
    }

    fn fold(start: u32, end: u32) -> FoldingRange {
        let range = TextRange::new(start.into(), end.into());
        FoldingRange { range, kind: FoldKind::Content, summary: None }
    }

    #[test]
    fn a_client_that_takes_few_folds_gets_the_outermost() {
        let rope = Rope::from_str("a:\n  b:\n    c:\n      d: 1\ne:\n  f: 1\n");
        let folds = [fold(0, 26), fold(5, 26), fold(12, 26), fold(27, 36)];
        let lines = |limit: usize| {
            let features = ClientFeatures { fold_limit: Some(limit), ..ClientFeatures::default() };
            let folds = folding_ranges(&rope, &folds, &features);
            folds.iter().map(|fold| fold.start_line).collect::<Vec<_>>()
        };
        assert_eq!(lines(4), [0, 1, 2, 4]);
        assert_eq!(lines(3), [0, 1, 4]);
        assert_eq!(lines(2), [0, 4]);
        assert_eq!(lines(1), [0]);
    }
}
