//! Values for a generated shape: mostly right, now and then wrong in a way that is counted.

use std::fmt::Write as _;

use super::Site;
use super::schema::{Field, Shape};
use super::words::Dice;

/// A written values file.
pub(super) struct Values {
    /// Its text.
    pub(super) text: String,
    /// The lines that break the schema, from 0.
    pub(super) violations: Vec<usize>,
    /// Valid scalars to edit.
    pub(super) sites: Vec<Site>,
}

struct Writer<'a> {
    text: String,
    line: usize,
    /// The line from which on the next violation is due.
    due: usize,
    violations: Vec<usize>,
    sites: Vec<Site>,
    dice: &'a mut Dice,
}

/// Values of about `lines` lines: every section gets its share, filled with items of its array of maps.
pub(super) fn write(sections: &[Field], lines: usize, dice: &mut Dice) -> Values {
    let header = "#@data/values\n---\n";
    let mut writer =
        Writer { text: header.to_owned(), line: 2, due: 40, violations: Vec::new(), sites: Vec::new(), dice };
    for (index, section) in sections.iter().enumerate() {
        let end = lines * (index + 1) / sections.len();
        writer.section(section, end);
    }
    Values { text: writer.text, violations: writer.violations, sites: writer.sites }
}

impl Writer<'_> {
    fn section(&mut self, section: &Field, end: usize) {
        self.push(&format!("{}:", section.key));
        let Shape::Map(fields) = &section.shape else { return };
        let Some((instances, others)) = fields.split_last() else { return };
        self.fields(others, 1, false);
        self.push(&format!("  {}:", instances.key));
        let Shape::Maps(item) = &instances.shape else { return };
        self.fields(item, 2, true);
        while self.line < end {
            self.fields(item, 2, true);
        }
    }

    /// The entries of a map; as an item of an array the first stands behind the dash.
    fn fields(&mut self, fields: &[Field], depth: usize, is_item: bool) {
        for (index, field) in fields.iter().enumerate() {
            if index > 0 && self.dice.chance(10) {
                continue;
            }
            let has_dash = is_item && index == 0;
            let pad = if has_dash { format!("{}- ", "  ".repeat(depth - 1)) } else { "  ".repeat(depth) };
            self.field(field, depth, &pad);
        }
    }

    fn field(&mut self, field: &Field, depth: usize, pad: &str) {
        match &field.shape {
            Shape::Map(fields) => {
                self.push(&format!("{pad}{}:", field.key));
                self.fields(fields, depth + 1, false);
            }
            Shape::Maps(fields) => {
                self.push(&format!("{pad}{}:", field.key));
                for _ in 0..=self.dice.below(2) {
                    self.fields(fields, depth + 1, true);
                }
            }
            Shape::Texts => {
                self.push(&format!("{pad}{}:", field.key));
                for _ in 0..=self.dice.below(3) {
                    let text = self.dice.text();
                    self.push(&format!("{}- {text}", "  ".repeat(depth)));
                }
            }
            _ => self.scalar(field, pad),
        }
    }

    fn scalar(&mut self, field: &Field, pad: &str) {
        let is_violation = self.line >= self.due;
        let is_unknown_key = is_violation && self.dice.chance(25);
        let value = if is_violation && !is_unknown_key { self.wrong(&field.shape) } else { self.right(&field.shape) };
        let key = if is_unknown_key { format!("{}z", field.key) } else { field.key.clone() };
        if is_violation {
            self.violations.push(self.line);
            self.due = self.line + 50 + self.dice.below(100);
        } else if !matches!(field.shape, Shape::Text(_)) {
            let start = pad.len() + key.len() + 2;
            self.sites.push(Site { line: self.line, key: pad.len(), value: start, end: start + value.len() });
        }
        self.push(&format!("{pad}{key}: {value}"));
    }

    fn right(&mut self, shape: &Shape) -> String {
        match shape {
            Shape::Int(min, max) => {
                let span = usize::try_from(max - min).unwrap_or(0);
                (min + i64::try_from(self.dice.below(span)).unwrap_or(0)).to_string()
            }
            Shape::Float(_) => format!("{}.5", self.dice.below(100)),
            Shape::Bool(_) => self.dice.chance(50).to_string(),
            Shape::Choice(words) => words[self.dice.below(words.len())].clone(),
            _ => self.dice.text(),
        }
    }

    fn wrong(&mut self, shape: &Shape) -> String {
        match shape {
            Shape::Int(_, max) if self.dice.chance(50) => (max + 1).to_string(),
            Shape::Choice(_) if self.dice.chance(50) => "none-of-these".to_owned(),
            Shape::Text(_) | Shape::Choice(_) => self.dice.below(100).to_string(),
            _ => format!("\"{}\"", self.dice.text()),
        }
    }

    fn push(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}");
        self.line += 1;
    }
}
