//! The tree written as text.

use super::{RewriteEntry, RewriteItem, RewriteKind, RewriteSource, RewriteTree, RewrittenLine};

impl RewriteTree<'_> {
    /// The content of a document: nothing stands before it on its line.
    pub(super) fn document_text(&self) -> String {
        match &self.kind {
            RewriteKind::Map(fields) => self.block(fields, self.width).join("\n"),
            _ => String::new(),
        }
    }

    /// What stands behind a key or a dash at a column.
    fn behind_key(&self, column: usize) -> String {
        match &self.kind {
            RewriteKind::RewriteSource(source) => source.shifted(column),
            RewriteKind::Text(text) => format!(" {text}{}", self.behind),
            RewriteKind::Map(_) | RewriteKind::List(_) if self.is_on_one_line() => {
                format!(" {}{}", self.flow(), self.behind)
            }
            RewriteKind::Map(fields) => {
                let below = column + self.width.max(1);
                [vec![self.behind.clone()], self.block(fields, below)].concat().join("\n")
            }
            RewriteKind::List(elements) => {
                let below = column + self.width;
                let items = block(elements.iter().map(|element| element.text(below)), below);
                [vec![self.behind.clone()], items].concat().join("\n")
            }
        }
    }

    /// The entries at a column, and the lines behind them.
    fn block(&self, fields: &[RewriteEntry<'_>], column: usize) -> Vec<String> {
        let below = self.below.iter().map(|line| line.at(column));
        block(fields.iter().map(|field| field.text(column)), column).into_iter().chain(below).collect()
    }

    /// Whether it is written in brackets, and all in it can be.
    fn is_on_one_line(&self) -> bool {
        let is_empty = match &self.kind {
            RewriteKind::Map(fields) => fields.is_empty() && self.below.is_empty(),
            RewriteKind::List(elements) => elements.is_empty(),
            _ => false,
        };
        is_empty || self.is_flow && self.fits_in_brackets()
    }

    fn fits_in_brackets(&self) -> bool {
        match &self.kind {
            RewriteKind::RewriteSource(source) => {
                let text = source.written();
                !text.contains('\n') && !text.contains(" #")
            }
            RewriteKind::Text(_) => true,
            RewriteKind::Map(fields) => {
                fields.iter().all(|field| field.above.is_empty() && field.value.fits_in_brackets())
            }
            RewriteKind::List(elements) => {
                elements.iter().all(|item| item.above.is_empty() && item.value.fits_in_brackets())
            }
        }
    }

    /// The value in brackets.
    fn flow(&self) -> String {
        match &self.kind {
            RewriteKind::RewriteSource(source) => source.written().trim().to_owned(),
            RewriteKind::Text(text) => text.clone(),
            RewriteKind::Map(fields) => {
                let fields = fields.iter().map(|field| format!("{}: {}", field.key, field.value.flow()));
                format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
            }
            RewriteKind::List(elements) => {
                format!("[{}]", elements.iter().map(|item| item.value.flow()).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

impl RewrittenLine {
    /// The line, given the column of its entry.
    fn at(&self, column: usize) -> String {
        indented(&self.text, column.saturating_add_signed(self.offset))
    }
}

impl RewriteEntry<'_> {
    /// The entry without indentation, line by line.
    pub(super) fn lines(&self) -> Vec<String> {
        self.text(0).1.lines().map(str::to_owned).collect()
    }

    /// The lines above an entry at a column, and its own.
    fn text(&self, column: usize) -> (&[RewrittenLine], String) {
        (&self.above, format!("{}:{}", self.key, self.value.behind_key(column)))
    }
}

impl RewriteItem<'_> {
    fn text(&self, column: usize) -> (&[RewrittenLine], String) {
        let beside = if self.value.is_on_one_line() { None } else { self.beside_dash(column) };
        (&self.above, format!("-{}", beside.unwrap_or_else(|| self.value.behind_key(column))))
    }

    /// The value with its first child on the line of the dash, if it may stand there.
    fn beside_dash(&self, column: usize) -> Option<String> {
        let width = self.value.width.max(2);
        let column = column + width;
        let (first_above, lines) = match &self.value.kind {
            RewriteKind::Map(fields) => (&fields.first()?.above, self.value.block(fields, column)),
            RewriteKind::List(elements) if self.value.is_beside_dash => {
                (&elements.first()?.above, block(elements.iter().map(|it| it.text(column)), column))
            }
            _ => return None,
        };
        let may = first_above.is_empty() && self.value.behind.trim().is_empty();
        may.then(|| format!("{}{}", " ".repeat(width - 1), lines.join("\n").trim_start()))
    }
}

impl RewriteSource<'_> {
    fn written(&self) -> String {
        self.text.slice(self.range)
    }

    /// As it is written, for a key or a dash at another column.
    fn shifted(&self, column: usize) -> String {
        let text = self.written();
        let text = if text.starts_with(char::is_whitespace) || text.is_empty() { text } else { format!(" {text}") };
        if column == self.column {
            return text;
        }
        let mut lines = text.split('\n');
        let mut shifted = lines.next().unwrap_or_default().to_owned();
        for line in lines {
            shifted.push('\n');
            if !line.trim().is_empty() {
                let indentation = line.len() - line.trim_start_matches(' ').len();
                shifted.push_str(&" ".repeat(column));
                shifted.push_str(&line[indentation.min(self.column)..]);
            }
        }
        shifted
    }
}

/// Children of a collection at a column, with the lines above them.
fn block<'a>(children: impl Iterator<Item = (&'a [RewrittenLine], String)>, column: usize) -> Vec<String> {
    let lines = children.flat_map(|(above, own)| {
        let above = above.iter().map(|line| line.at(column)).collect::<Vec<_>>();
        above.into_iter().chain([indented(&own, column)])
    });
    lines.collect()
}

fn indented(text: &str, column: usize) -> String {
    if text.is_empty() { String::new() } else { format!("{}{text}", " ".repeat(column)) }
}
