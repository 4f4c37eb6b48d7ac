//! Keys of a schema in template code: `data.values.db.host`, and what is read from names that stand for a part of it.

use std::collections::HashMap;
use std::sync::Arc;

use smol_str::SmolStr;

use super::{CodeValues, DataValue};
use crate::analysis::Analysis;
use crate::schema::lookup::{Step, child};
use crate::schema::{Schema, SchemaNode};
use crate::template::names::{Binding, Chain, ChainStep, Fate, Names};
use crate::text::{FileId, TextRange, TextSize};
use crate::values::Key;

/// What a chain reads of the data values.
pub struct DataValueReading<'a> {
    chain: &'a Chain,
    /// The way from `data.values` on.
    way: Vec<Option<SmolStr>>,
    /// The schemas on that way, from the root's on, as far as they are declared.
    nodes: Vec<Arc<SchemaNode>>,
    /// Whether the value goes to a name that is followed.
    is_followed: bool,
}

/// A key that a chain names.
pub struct NamedKey<'r> {
    /// The name, without quotes.
    pub range: TextRange,
    /// The schema of the map that has the key.
    pub parent: &'r Arc<SchemaNode>,
    /// The key.
    pub key: Key,
    /// The schema of its value.
    pub node: &'r Arc<SchemaNode>,
}

/// Reads what files read.
pub struct ReadingsCollector<'a> {
    analysis: &'a Analysis,
    values: CodeValues<'a>,
    /// The schema for all code, where one is given.
    schema: Option<Arc<Schema>>,
    /// The schema for the code of each file.
    schemas: HashMap<FileId, Option<Arc<Schema>>>,
}

impl<'a> ReadingsCollector<'a> {
    /// One that finds the schemas itself.
    pub fn new(analysis: &'a Analysis) -> Self {
        Self { analysis, values: CodeValues::new(analysis), schema: None, schemas: HashMap::new() }
    }

    /// One that takes a schema for that of all code.
    pub fn of_schema(analysis: &'a Analysis, schema: &Arc<Schema>) -> Self {
        Self { schema: Some(schema.clone()), ..Self::new(analysis) }
    }

    /// What it knows of data values.
    pub fn values(&self) -> &CodeValues<'a> {
        &self.values
    }

    /// Everything that the code of a file reads of data values.
    pub fn readings(&mut self, file: FileId) -> Vec<DataValueReading<'a>> {
        let chains = self.analysis.names(file).map(|names| &*names.chains).unwrap_or_default();
        chains.iter().filter_map(|chain| self.reading(file, chain)).collect()
    }

    /// What is read by the chain that names something at an offset.
    pub fn reading_at(&mut self, file: FileId, offset: TextSize) -> Option<DataValueReading<'a>> {
        let (chain, _) = self.analysis.names(file)?.part_at(offset)?;
        self.reading(file, chain)
    }

    /// The schema of a data value, if it is declared.
    pub fn schema_of(&mut self, value: &DataValue) -> Option<Arc<SchemaNode>> {
        let mut nodes = self.walk(way_of(value)?, value.file)?;
        let is_declared = !value.way.is_empty() && nodes.len() == value.way.len();
        nodes.pop().filter(|_| is_declared)
    }

    /// The schemas on a way from `data.values` on, from the root's on, as far as they are declared.
    fn walk(&mut self, way: &[Option<SmolStr>], file: FileId) -> Option<Vec<Arc<SchemaNode>>> {
        let analysis = self.analysis;
        let of_code = || analysis.schema_of_code(file);
        let schema = match &self.schema {
            None => self.schemas.entry(file).or_insert_with(of_code),
            given => given,
        };
        let mut nodes = vec![schema.as_ref()?.root.clone()];
        for step in way {
            let Some(next) = nodes.last().and_then(|node| below(node, step.as_ref())).cloned() else { break };
            nodes.push(next);
        }
        Some(nodes)
    }

    fn reading(&mut self, file: FileId, chain: &'a Chain) -> Option<DataValueReading<'a>> {
        let value = self.values.of_chain(file, chain)?;
        let way = way_of(&value)?;
        let nodes = self.walk(way, value.file)?;
        let is_followed = match chain.fate {
            Fate::Assigned(target) | Fate::Iterated(target) => {
                let names = self.analysis.names(file)?;
                names.binding(target.binding).is_some_and(Binding::is_followed)
            }
            Fate::Given { .. } => self.values.is_followed(file, chain),
            Fate::Called | Fate::Looked | Fate::Passed => false,
        };
        let way = way.to_vec();
        Some(DataValueReading { chain, way, nodes, is_followed })
    }
}

/// The way to a data value from `data.values` on; `None` for what `data` has besides.
fn way_of(value: &DataValue) -> Option<&[Option<SmolStr>]> {
    match value.way.split_first() {
        None => Some(&[]),
        Some((Some(values), way)) if values == "values" => Some(way),
        Some(_) => None,
    }
}

/// The schema of a key's value, or of an item.
fn below<'n>(node: &'n SchemaNode, step: Option<&SmolStr>) -> Option<&'n Arc<SchemaNode>> {
    match step {
        Some(name) => child(node, &Step::Key(Key::String(name.as_str().into()))),
        None => child(node, &Step::Item(0)),
    }
}

impl DataValueReading<'_> {
    /// The schema of the map in which a name is looked for that it does not declare.
    pub fn missing_in(&self) -> Option<&Arc<SchemaNode>> {
        let last = self.nodes.last().filter(|last| last.ty.mapping().is_some())?;
        matches!(self.way.get(self.nodes.len() - 1), Some(Some(_))).then_some(last)
    }

    /// Whether only the type, the size or the truth of the value counts.
    pub fn is_looked_at(&self) -> bool {
        self.chain.fate == Fate::Looked
    }

    /// The schemas on its way, from that of all data values on, as far as they are declared.
    pub fn nodes(&self) -> &[Arc<SchemaNode>] {
        &self.nodes
    }

    /// The keys that the chain names itself.
    pub fn named(&self) -> impl Iterator<Item = NamedKey<'_>> {
        // What the chain begins with has gone some of the way already.
        let behind = self.way.len().saturating_sub(self.chain.parts.len());
        let before = self.chain.parts.len().saturating_sub(self.way.len());
        let parts = self.chain.parts.iter().skip(before);
        let steps = self.nodes.iter().zip(self.nodes.iter().skip(1)).skip(behind);
        parts.zip(steps).filter_map(|(part, (parent, node))| match part {
            ChainStep::Name { name, range, .. } => {
                Some(NamedKey { range: *range, parent, key: Key::String(name.as_str().into()), node })
            }
            ChainStep::Computed => None,
        })
    }

    /// The schema of what is used as a whole, so that nobody sees which keys of it are used.
    pub fn used_whole(&self) -> Option<&Arc<SchemaNode>> {
        let last = self.nodes.last()?;
        let is_used = match self.way.get(self.nodes.len() - 1) {
            Some(None) => true,
            Some(Some(_)) => self.chain.fate == Fate::Called && self.nodes.len() == self.way.len(),
            None => match self.chain.fate {
                Fate::Passed | Fate::Called => true,
                // Its keys are the items.
                Fate::Iterated(_) if last.ty.mapping().is_some() => true,
                Fate::Assigned(_) | Fate::Iterated(_) | Fate::Given { .. } => !self.is_followed,
                Fate::Looked => false,
            },
        };
        is_used.then_some(last)
    }

    /// The name of the function that it is given to.
    pub fn given_to<'n>(&self, names: &'n Names) -> Option<&'n str> {
        let Fate::Given { call, .. } = self.chain.fate else { return None };
        names.uses.get(names.calls.get(call)?.callee).map(|it| it.name.as_str())
    }

    /// Where the chain stands.
    pub fn range(&self) -> TextRange {
        self.chain.range
    }
}
