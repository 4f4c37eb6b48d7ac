//! Template code as its author sees it: the statements of a file, and the blocks that they open and end. Read by line
//! and by token, so a statement that is half typed hides nothing of the others; evaluates nothing.

use std::ops::Range;

use memchr::memmem;

use crate::analysis::Analysis;
use crate::document::TextDocument;
use crate::ide::lines::Lines;
use crate::ide::position::is_inside_text;
use crate::template::tokens::{CodeScanner, CodeToken, CodeTokenKind};
use crate::text::{FileId, TextRange, TextSize};
use crate::workspace::{is_starlark, is_text_template};

/// The template code of a file.
#[derive(Debug, Default)]
pub(super) struct TemplateCode {
    /// The statements in order.
    pub(super) statements: Vec<BlockStatement>,
    /// The blocks that are ended, in the order of their ends.
    pub(super) blocks: Vec<CodeBlock>,
}

/// A statement.
#[derive(Debug)]
pub(super) struct BlockStatement {
    /// From its sign, or its first character, to the end of its code.
    pub(super) range: TextRange,
    /// Its code in one line, comments left out.
    pub(super) text: String,
    /// What it does to the blocks.
    pub(super) role: BlockRole,
    /// What its pairs of brackets and its strings hold, without and with them.
    pub(super) parts: Vec<TextRange>,
}

/// What a statement does to the blocks around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockRole {
    /// Nothing.
    Plain,
    /// Nothing; it loads a file.
    Load,
    /// It opens a block.
    Open,
    /// It ends one block and opens the next: `else` and `elif`.
    Turn,
    /// It ends a block.
    End,
}

/// A block: from the statement that opens it to the one that ends it, by their indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CodeBlock {
    /// The first `if` of a chain, or whatever else opens the whole.
    pub(super) head: usize,
    /// What opens this part of it: the head, `elif` or `else`.
    pub(super) opener: usize,
    /// What ends this part of it.
    pub(super) closer: usize,
}

impl TemplateCode {
    /// Reads the code of a file.
    pub(super) fn read(analysis: &Analysis, file: FileId, document: &TextDocument, all: &Lines<'_>) -> Self {
        let (path, mut reader) = (analysis.path(file), BlockReader::new(analysis));
        if is_starlark(path) {
            lines(all.text()).for_each(|(start, line)| reader.line(CodeLine { sign: start, start, code: line }));
        } else {
            let is_text = is_text_template(path);
            if !is_text {
                reader.comments(document, all);
            }
            reader.tags(all.text());
        }
        reader.flush();
        reader.statements.sort_by_key(|statement| statement.range.start());
        let blocks = blocks(&reader.statements);
        Self { statements: reader.statements, blocks }
    }
}

/// The lines of a text, each with its first byte.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (TextSize, &str)> {
    let mut start = TextSize::new(0);
    text.split_inclusive('\n').map(move |line| {
        let at = start;
        start += TextSize::of(line);
        (at, line.trim_end_matches(['\n', '\r']))
    })
}

/// A line of code.
struct CodeLine<'t> {
    /// Where its sign stands.
    sign: TextSize,
    /// Where its code starts.
    start: TextSize,
    code: &'t str,
}

struct BlockReader<'a> {
    analysis: &'a Analysis,
    statements: Vec<BlockStatement>,
    scanner: CodeScanner,
    /// Where each line of the unfinished statement starts: in the scanner's text, and in the file.
    starts: Vec<(usize, TextSize)>,
    /// The sign of its first line.
    sign: TextSize,
}

impl<'a> BlockReader<'a> {
    fn new(analysis: &'a Analysis) -> Self {
        let (statements, scanner, starts) = (Vec::new(), CodeScanner::default(), Vec::new());
        Self { analysis, statements, scanner, starts, sign: TextSize::new(0) }
    }

    /// `#@ code` on lines of their own.
    fn comments(&mut self, document: &TextDocument, lines: &Lines<'_>) {
        let mut next = 0;
        for number in lines.with(b'#') {
            self.analysis.unwind_if_cancelled();
            let (start, line) = (TextSize::new(lines.start(number) as u32), lines.line(number));
            let sign = start + TextSize::of(&line[..line.len() - line.trim_start().len()]);
            let code = line.trim_start().strip_prefix("#@").filter(|code| code.is_empty() || code.starts_with(' '));
            let code = code.filter(|_| !is_inside_text(document.stream(), start, sign));
            if number != next || code.is_none() {
                self.flush();
            }
            next = number + 1;
            if let Some(code) = code {
                self.line(CodeLine { sign, start: sign + TextSize::of("#@"), code });
            }
        }
        self.flush();
    }

    /// `(@ code @)` in text, on one line or several.
    fn tags(&mut self, text: &str) {
        let mut from = 0;
        while let Some(open) = memmem::find(&text.as_bytes()[from..], b"(@").map(|at| from + at) {
            let inner = open + "(@".len();
            let Some(close) = text[inner..].find("@)").map(|at| inner + at) else { return };
            from = close + "@)".len();
            let code = &text[inner..close];
            if code.starts_with('=') {
                continue;
            }
            let code = code.strip_suffix('-').unwrap_or(code);
            let blank = usize::from(code.starts_with('-'));
            for (start, line) in lines(&code[blank..]) {
                let start = TextSize::new((inner + blank) as u32) + start;
                self.line(CodeLine { sign: start, start, code: line });
            }
            self.flush();
        }
    }

    fn line(&mut self, line: CodeLine<'_>) {
        self.analysis.unwind_if_cancelled();
        if self.starts.is_empty() {
            self.sign = line.sign;
        }
        let at = if self.starts.is_empty() { 0 } else { self.scanner.text.len() + 1 };
        self.starts.push((at, line.start));
        if !matches!(self.scanner.line(line.code), Ok(false)) {
            self.flush();
        }
    }

    /// Ends the statement that is being read, complete or not.
    fn flush(&mut self) {
        let scanner = std::mem::take(&mut self.scanner);
        let starts = std::mem::take(&mut self.starts);
        let tokens: Vec<&CodeToken> =
            scanner.tokens.iter().filter(|token| token.kind != CodeTokenKind::Comment).collect();
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return };
        let place = |at: usize| {
            let line = starts.partition_point(|(start, _)| *start <= at).saturating_sub(1);
            starts.get(line).map_or(self.sign, |(start, file)| *file + TextSize::new((at - start) as u32))
        };
        let range = |bytes: Range<usize>| TextRange::new(place(bytes.start), place(bytes.end));
        let code = scanner.text.get(first.range.start..last.range.end).unwrap_or_default();
        // A sign belongs to the code behind it; blanks before code that has none do not.
        let begin = if starts.first().is_some_and(|(_, start)| *start == self.sign) {
            place(first.range.start)
        } else {
            self.sign
        };
        self.statements.push(BlockStatement {
            range: TextRange::new(begin, place(last.range.end)),
            text: code.split_whitespace().collect::<Vec<_>>().join(" "),
            role: role(&scanner, &tokens),
            parts: parts(&tokens).into_iter().map(range).collect(),
        });
    }
}

fn role(scanner: &CodeScanner, tokens: &[&CodeToken]) -> BlockRole {
    let word = |index: usize| tokens.get(index).map_or("", |token| scanner.source(token));
    let opens = tokens.last().is_some_and(|last| scanner.source(last) == ":");
    // `if/end` and its kin wrap the next node and have no `end` of their own.
    let wraps = word(1) == "/" && word(2) == "end";
    match word(0) {
        "end" if tokens.len() == 1 => BlockRole::End,
        "load" if word(1) == "(" => BlockRole::Load,
        "else" | "elif" if opens => BlockRole::Turn,
        "if" | "for" | "while" | "def" if opens && !wraps => BlockRole::Open,
        _ => BlockRole::Plain,
    }
}

/// What pairs of brackets and strings hold, without and with them.
fn parts(tokens: &[&CodeToken]) -> Vec<Range<usize>> {
    let mut open = Vec::new();
    let mut parts = Vec::new();
    for token in tokens {
        match token.kind {
            CodeTokenKind::Open => open.push(token),
            CodeTokenKind::Close => {
                parts.extend(open.pop().into_iter().flat_map(|open: &&CodeToken| {
                    [open.range.end..token.range.start, open.range.start..token.range.end]
                }));
            }
            CodeTokenKind::Text => parts.push(token.range.clone()),
            CodeTokenKind::Word | CodeTokenKind::Sign | CodeTokenKind::Comment => {}
        }
    }
    parts
}

fn blocks(statements: &[BlockStatement]) -> Vec<CodeBlock> {
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut blocks = Vec::new();
    for (index, statement) in statements.iter().enumerate() {
        let ended = match statement.role {
            BlockRole::Turn | BlockRole::End => open.pop(),
            BlockRole::Plain | BlockRole::Load | BlockRole::Open => None,
        };
        blocks.extend(ended.map(|(head, opener)| CodeBlock { head, opener, closer: index }));
        match (statement.role, ended) {
            (BlockRole::Open, _) | (BlockRole::Turn, None) => open.push((index, index)),
            (BlockRole::Turn, Some((head, _))) => open.push((head, index)),
            _ => {}
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use expect_test::{Expect, expect};

    use super::*;
    use crate::analysis::AnalysisHost;
    use crate::test_support::MemoryVfs;

    /// Each block as the lines, from 1, of the statements that open and end it, and what opens the whole.
    #[track_caller]
    fn check(path: &str, text: &str, expected: &Expect) {
        let mut host = AnalysisHost::new(Arc::new(MemoryVfs::default()));
        let file = host.open(path.as_ref(), text, 1, false);
        let analysis = host.analysis();
        let document = analysis.document(file).unwrap();
        let code = TemplateCode::read(&analysis, file, document, &Lines::new(text));
        let line = |index: usize| document.line_of(code.statements[index].range.start()) + 1;
        let shown = code.blocks.iter().map(|block| {
            let head = &code.statements[block.head].text;
            format!("{}-{} {head}\n", line(block.opener), line(block.closer))
        });
        expected.assert_eq(&shown.collect::<String>());
    }

    #[test]
    fn blocks_are_told_by_tokens() {
        check(
            "/a.yml",
            "#@ if x and \\\n#@   y:  # why\na: 1\n#@ elif z:\nb: |\n  #@ if no:\n#@ else:\nc: 1\n#@ end\n",
            &expect![[r"
                1-4 if x and \ y:
                4-7 if x and \ y:
                7-9 if x and \ y:
            "]],
        );
        check(
            "/a.yml",
            "#@ if/end x:\na: 1\n#@ end\n#@ for i in [\n#@   1]:\n#@ end\n#@ if x: return 1\n#@ end\n",
            &expect![[r"
            4-6 for i in [ 1]:
        "]],
        );
    }

    #[test]
    fn starlark_files_and_text_have_blocks_too() {
        check(
            "/a.star",
            "def f(a):\n  if a:\n    return 1\n  end\nend\n",
            &expect![[r"
            2-4 if a:
            1-5 def f(a):
        "]],
        );
        check(
            "/a.txt",
            "a (@ if x: -@)\n(@= y @)\n(@\ndef f():\n  return 1\nend\n-@)\n(@- end @)\n",
            &expect![[r"
            4-6 def f():
            1-8 if x:
        "]],
        );
        check(
            "/a.yml",
            "#@yaml/text-templated-strings\na: |\n  (@ for i in y: @)\n  (@= i @)\n  (@ end @)\n",
            &expect![[r"
            3-5 for i in y:
        "]],
        );
    }
}
