//! Where a completion happens: which path of values the cursor stands at, and what is being typed there.
//!
//! The nodes above the line say what is open; the line itself is read as text, since it is half typed.

use ropey::Rope;

use super::typed::{self, TypedStep, TypingContext};
use crate::ide::line::{LineAt, line_at, line_start, text_of};
use crate::ide::position::{is_inside_text, value_step};
use crate::schema::lookup;
use crate::text::{TextRange, TextSize};
use crate::values::Key;
use crate::yaml::path::{self, NodeStep, OpenNodes, Part};
use crate::yaml::scalar::{self, ScalarValue};
use crate::yaml::{CollectionStyle, Entry, Mapping, Node, NodeKind, Placed, ScalarStyle, Stream};

mod compact;

pub(super) use compact::{CompactItem, compact_item};

/// Brackets over several lines are read as text up to this many bytes.
const LONGEST_FLOW: u32 = 64 * 1024;

/// A place where a node can be typed.
#[derive(Clone, Debug)]
pub(super) struct CompletionContext<'a> {
    /// Index of the document; 0 where there is none yet.
    pub(super) document: usize,
    /// The way to the node that is being typed; for a key, to its map.
    pub(super) path: Vec<lookup::Step>,
    /// The map that the token is, or becomes, a key of, as far as it exists.
    pub(super) mapping: Option<Placed<'a, Node>>,
    /// Keys of that map that are only known as text.
    pub(super) siblings: Vec<Key>,
    /// What can stand in the token's place.
    pub(super) slot: CompletionSlot,
    /// Whether it stands in brackets.
    pub(super) is_flow: bool,
    /// The quote that the token began with.
    pub(super) quote: Option<Quote>,
    /// What is inserted first: a blank that is missing behind a colon or a dash.
    pub(super) lead: &'static str,
    /// The token, without its opening quote.
    pub(super) token: TextRange,
    /// Whether `:` follows the token, so that it is a key already.
    pub(super) has_colon: bool,
    /// The column at which the token (or its quote) begins, in bytes.
    pub(super) column: usize,
    /// The column of the key whose value is to be written, if it may as well begin on the next line.
    pub(super) key_column: Option<usize>,
    /// How many blanks the line begins with.
    pub(super) indentation: usize,
    /// How many blanks one level is indented by.
    pub(super) width: usize,
    /// How many blanks a dash stands to the right of the key that its list belongs to.
    pub(super) dash: usize,
}

/// What can stand in a token's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CompletionSlot {
    /// A node: a key of a map, or a scalar.
    Node,
    /// A value behind `key:` on the same line, never a key.
    Value,
    /// An item whose dash is missing.
    Dashless,
}

/// The quote that a token began with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quote {
    /// `"` or `'`.
    pub(super) mark: char,
    /// Whether the closing one is there.
    pub(super) is_closed: bool,
}

/// What the nodes above a line say about a token on it.
struct LineContext<'a> {
    path: Vec<lookup::Step>,
    mapping: Option<Placed<'a, Node>>,
    lacks_dash: bool,
}

/// Finds out what is being typed at an offset. `None` where it is no key or value.
pub(super) fn context<'a>(stream: &'a Stream, rope: &Rope, offset: TextSize) -> Option<CompletionContext<'a>> {
    let line = line_at(rope, offset);
    let cursor = line.column(offset);
    let index = path::document_at(stream, offset).unwrap_or(0);
    let Some(document) = stream.documents.get(index) else {
        let above = LineContext { path: Vec::new(), mapping: None, lacks_dash: false };
        let typed = typed::read_line(&line.text[..cursor], line.indentation().min(cursor))?;
        return Some(assemble(above, &typed, &line, cursor));
    };
    if is_inside_text(stream, line.start, offset) {
        return None;
    }
    let mut open = path::open_before(document, line.start);
    let (width, dash) = (indentation_width(&open, rope), dash_indentation(&open, rope));
    let found = if let Some(flow) = open_flow(&mut open, offset) {
        in_flow(&open, flow, rope, &line, offset)?
    } else {
        in_block(&open, rope, &line, cursor)?
    };
    let mapping = found.mapping.or_else(|| mapping_at(stream, found.token.start()));
    let key_column = found.key_column.filter(|column| !has_children(rope, &line, *column));
    let width = own_width(&open, rope, &found).unwrap_or(width);
    Some(CompletionContext { document: index, width, dash, mapping, key_column, ..found })
}

/// Whether the line below belongs to a key in that column.
fn has_children(rope: &Rope, line: &LineAt, column: usize) -> bool {
    let below = line.next.map(|next| line_at(rope, next)).filter(|below| !below.text.trim().is_empty());
    below.is_some_and(|below| {
        let is_dash = below.text.trim_start().starts_with('-');
        below.indentation() > column || below.indentation() == column && is_dash
    })
}

/// How far the token itself stands to the right of the entry that it is below, if it begins its line.
fn own_width(open: &OpenNodes<'_>, rope: &Rope, found: &CompletionContext<'_>) -> Option<usize> {
    let (_, above @ NodeStep::Entry(_)) = open.levels.last()? else { return None };
    let width = found.column.checked_sub(column_of(rope, *above))?;
    (found.column == found.indentation && (1..=8).contains(&width)).then_some(width)
}

/// Reads a line outside of brackets, or one that opens them itself.
fn in_block<'a>(open: &OpenNodes<'a>, rope: &Rope, line: &LineAt, cursor: usize) -> Option<CompletionContext<'a>> {
    let start = line.indentation().min(cursor);
    let is_inside_indentation = start == cursor && start < line.indentation() && start < line.text.trim_end().len();
    if is_inside_indentation {
        return None;
    }
    let typed = typed::read_line(&line.text[..cursor], start)?;
    let is_dash = typed.start > start && line.text[start..].starts_with('-');
    Some(assemble(line_context(open, rope, line.start, start, is_dash)?, &typed, line, cursor))
}

/// Cuts what is open at the first bracket; gives the bracket if it is open at `offset`.
fn open_flow<'a>(open: &mut OpenNodes<'a>, offset: TextSize) -> Option<Placed<'a, Node>> {
    let is_flow = |node: &Placed<'_, Node>| match &node.kind {
        NodeKind::Mapping(mapping) => mapping.style == CollectionStyle::Flow,
        NodeKind::Sequence(sequence) => sequence.style == CollectionStyle::Flow,
        _ => false,
    };
    if let Some(first) = open.levels.iter().position(|(collection, _)| is_flow(collection)) {
        open.node = open.levels[first].0;
        open.levels.truncate(first);
    }
    let range = open.node.range();
    (is_flow(&open.node) && range.start() < offset && offset < range.end()).then_some(open.node)
}

/// Reads brackets that began on a line before.
fn in_flow<'a>(
    open: &OpenNodes<'a>,
    flow: Placed<'a, Node>,
    rope: &Rope,
    line: &LineAt,
    offset: TextSize,
) -> Option<CompletionContext<'a>> {
    let start = flow.range().start();
    if u32::from(offset) - u32::from(start) > LONGEST_FLOW {
        return None;
    }
    let typed = typed::read_flow(&text_of(rope, TextRange::new(start, offset)), TypingContext::default())?;
    // A token that began on a line before goes on where the text of the line begins.
    let start = (usize::from(start) + typed.start).saturating_sub(usize::from(line.start));
    let above = LineContext { path: steps_of(&open.levels), mapping: None, lacks_dash: false };
    Some(assemble(above, &TypingContext { start, ..typed }, line, line.column(offset)))
}

/// Decides by column which of the open collections a token at the start of a line belongs to.
fn line_context<'a>(
    open: &OpenNodes<'a>,
    rope: &Rope,
    line_start: TextSize,
    column: usize,
    is_dash: bool,
) -> Option<LineContext<'a>> {
    let is_vacant = is_vacant(open, rope, line_start, column);
    let fits = open.levels.last().is_none_or(|(_, step)| {
        let above = column_of(rope, *step);
        column > above || is_dash && column == above && matches!(step, NodeStep::Entry(_))
    });
    if is_vacant && fits {
        let mapping = open.node.mapping().map(|_| open.node);
        let lacks_dash = open.node.sequence().is_some() && !is_dash;
        return Some(LineContext { path: steps_of(&open.levels), mapping, lacks_dash });
    }
    let mut dashless = None;
    for (index, (collection, step)) in open.levels.iter().enumerate().rev() {
        let at = column_of(rope, *step);
        if at < column {
            break;
        }
        if at > column {
            continue;
        }
        let path = steps_of(&open.levels[..index]);
        match step {
            NodeStep::Entry(_) if !is_dash => {
                return Some(LineContext { path, mapping: Some(*collection), lacks_dash: false });
            }
            NodeStep::Item(_) if is_dash => return Some(LineContext { path, mapping: None, lacks_dash: false }),
            NodeStep::Item(_) => dashless = Some(LineContext { path, mapping: None, lacks_dash: true }),
            NodeStep::Entry(_) => {}
        }
    }
    dashless
}

/// Whether the innermost value above a line is still to be written.
fn is_vacant(open: &OpenNodes<'_>, rope: &Rope, line_start: TextSize, column: usize) -> bool {
    let start = open.node.range().start();
    if start >= line_start {
        return true;
    }
    match &open.node.get().kind {
        NodeKind::Empty | NodeKind::Broken => true,
        // A half-typed line above (`nam` or `a:b`) reads as text that this line goes on with.
        NodeKind::Scalar(scalar) if scalar.style == ScalarStyle::Plain => {
            let own_line = self::line_start(rope, start);
            let text = text_of(rope, TextRange::new(own_line, start));
            text.trim().is_empty() && text.len() == column
        }
        _ => false,
    }
}

fn column_of(rope: &Rope, step: NodeStep<'_>) -> usize {
    let start = step.range().start();
    usize::from(start - line_start(rope, start))
}

/// How far children stand to the right of their parents: as above the cursor, else as at the top of the document.
fn indentation_width(open: &OpenNodes<'_>, rope: &Rope) -> usize {
    let above = open.levels.windows(2).filter_map(|pair| match pair {
        [(_, parent @ NodeStep::Entry(_)), (_, child @ NodeStep::Entry(_))] => {
            column_of(rope, *child).checked_sub(column_of(rope, *parent))
        }
        _ => None,
    });
    let root = open.levels.first().map(|(root, _)| *root);
    let top = root.into_iter().flat_map(first_entries).filter_map(|entry| {
        let child = entry.value().mapping()?.entries().next()?;
        column_of(rope, NodeStep::Entry(child)).checked_sub(column_of(rope, NodeStep::Entry(entry)))
    });
    above.chain(top).find(|width| (1..=8).contains(width)).unwrap_or(2)
}

/// The first entries of a map, as a sample of how the file is laid out.
fn first_entries(node: Placed<'_, Node>) -> impl Iterator<Item = Placed<'_, Entry>> {
    node.mapping().into_iter().flat_map(Placed::<Mapping>::entries).take(16)
}

/// How far dashes stand to the right of their key: as above the cursor, else as at the top of the document.
fn dash_indentation(open: &OpenNodes<'_>, rope: &Rope) -> usize {
    let above = open.levels.windows(2).rev().filter_map(|pair| match pair {
        [(_, key @ NodeStep::Entry(_)), (_, item @ NodeStep::Item(_))] => {
            column_of(rope, *item).checked_sub(column_of(rope, *key))
        }
        _ => None,
    });
    let root = open.levels.first().map(|(root, _)| *root);
    let top = root.into_iter().flat_map(first_entries);
    let top = top.flat_map(|entry| std::iter::once(entry).chain(first_entries(entry.value())));
    let top = top.filter_map(|entry| {
        let list = entry.value().sequence().filter(|list| list.style == CollectionStyle::Block)?;
        column_of(rope, NodeStep::Item(list.items().next()?)).checked_sub(column_of(rope, NodeStep::Entry(entry)))
    });
    above.chain(top).find(|width| *width <= 8).unwrap_or(0)
}

fn steps_of(levels: &[(Placed<'_, Node>, NodeStep<'_>)]) -> Vec<lookup::Step> {
    levels.iter().filter_map(|(_, step)| value_step(*step)).collect()
}

/// The map whose key, or whose place in an item, is at an offset.
fn mapping_at(stream: &Stream, offset: TextSize) -> Option<Placed<'_, Node>> {
    let location = path::locate(stream, offset)?;
    let document = stream.documents.get(location.document)?;
    let node = match (location.part, location.steps.as_slice()) {
        (Part::Key(_), [.., parent, _]) => parent.value(),
        (Part::Key(_), _) => document.root(),
        (Part::Value(node), _) => node,
        (_, [.., item @ NodeStep::Item(_)]) => item.value(),
        _ => return None,
    };
    node.mapping().map(|_| node)
}

/// Puts together what the nodes and what the text say.
fn assemble<'a>(above: LineContext<'a>, typed: &TypingContext, line: &LineAt, cursor: usize) -> CompletionContext<'a> {
    let token = token_end(typed, line, cursor);
    let has_steps = !typed.steps.is_empty();
    let lacks_dash = above.lacks_dash && !has_steps;
    let mut path = above.path;
    path.extend(typed.steps.iter().filter_map(|step| match step {
        TypedStep::Key(key) if key == "<<" => None,
        TypedStep::Key(key) => Some(lookup::Step::Key(key_of_text(key))),
        TypedStep::Item => Some(lookup::Step::Item(0)),
    }));
    path.extend(lacks_dash.then_some(lookup::Step::Item(0)));
    CompletionContext {
        document: 0,
        path,
        mapping: above.mapping.filter(|_| !has_steps && !typed.is_flow),
        siblings: siblings(typed, &line.text[token.end..]),
        slot: slot(typed, lacks_dash),
        is_flow: typed.is_flow,
        quote: typed.quote.map(|mark| Quote { mark, is_closed: token.is_closed }),
        lead: if typed.needs_blank { " " } else { "" },
        token: line.range(typed.start.min(cursor), token.end),
        has_colon: token.has_colon,
        column: typed.start - usize::from(typed.quote.is_some()).min(typed.start),
        key_column: may_go_below(typed, &line.text[typed.start.min(cursor)..]).then_some(typed.key_start),
        indentation: line.indentation(),
        width: 2,
        dash: 0,
    }
}

/// Whether a key has nothing behind its colon and a blank, so that its value may stand below it.
fn may_go_below(typed: &TypingContext, behind: &str) -> bool {
    typed.is_after_key && !typed.is_flow && !typed.needs_blank && typed.quote.is_none() && behind.trim().is_empty()
}

fn slot(typed: &TypingContext, lacks_dash: bool) -> CompletionSlot {
    if typed.is_after_key {
        return CompletionSlot::Value;
    }
    if lacks_dash { CompletionSlot::Dashless } else { CompletionSlot::Node }
}

/// The keys that a bracket is known to hold before and behind the token.
fn siblings(typed: &TypingContext, behind: &str) -> Vec<Key> {
    let behind = if typed.is_flow { typed::keys_behind(behind) } else { Vec::new() };
    typed.siblings.iter().chain(&behind).map(|key| key_of_text(key)).collect()
}

struct TokenEnd {
    end: usize,
    has_colon: bool,
    is_closed: bool,
}

/// How far the token goes on behind the cursor.
fn token_end(typed: &TypingContext, line: &LineAt, cursor: usize) -> TokenEnd {
    let rest = &line.text[cursor..];
    let is_colon = |text: &str| {
        let after = text.trim_start().strip_prefix(':');
        after.is_some_and(|after| after.chars().next().is_none_or(char::is_whitespace))
    };
    if let Some(quote) = typed.quote {
        let opening = typed.start.saturating_sub(1);
        let closing = line.text.get(opening..).and_then(|text| typed::closing_quote(text, quote));
        return match closing.map(|length| opening + length) {
            Some(end) => TokenEnd { end: end - 1, has_colon: is_colon(&line.text[end..]), is_closed: true },
            None => TokenEnd { end: cursor, has_colon: false, is_closed: false },
        };
    }
    let is_delimiter = |character: char| typed.is_flow && matches!(character, ',' | ']' | '}' | '[' | '{');
    let is_end = |at: usize, character: char| {
        is_delimiter(character)
            || if typed.is_after_key {
                character == '#' && rest[..at].ends_with(' ')
            } else {
                character.is_whitespace() || is_colon(&rest[at..])
            }
    };
    let length = rest.char_indices().find(|(at, character)| is_end(*at, *character)).map_or(rest.len(), |(at, _)| at);
    let has_colon = !typed.is_after_key && is_colon(&rest[length..]);
    TokenEnd { end: cursor + rest[..length].trim_end().len(), has_colon, is_closed: false }
}

/// A key as YAML reads its text.
fn key_of_text(text: &str) -> Key {
    let quote = text.chars().next().filter(|first| matches!(first, '"' | '\''));
    if let Some(inner) = quote.and_then(|quote| text.strip_prefix(quote)?.strip_suffix(quote)) {
        return Key::String(inner.into());
    }
    match scalar::resolve_plain(&text.into()) {
        ScalarValue::Null => Key::Null,
        ScalarValue::Bool(bool) => Key::Bool(bool),
        ScalarValue::Int(int) => Key::Int(int.into()),
        ScalarValue::Float(float) => Key::Float(float),
        ScalarValue::String(text) => Key::String(text),
    }
}
