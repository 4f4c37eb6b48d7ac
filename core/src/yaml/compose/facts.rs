//! What one segment says: its own mistakes, the aliases that it uses, the keys that it adds to a map.

use smol_str::SmolStr;

use super::keys::{self, Keys, MappingKey};
use super::{ComposeOptions, flow_text, is_merge};
use crate::problem::{Code, Problem, Severity};
use crate::text::{FileId, Place, TextRange};
use crate::yaml::{Chunk, Chunks, Entry, Item, Mapping, Node, NodeKind, Placed, Scalar, ScalarValue, scalar};

/// The facts of a segment.
#[derive(Clone, Debug)]
pub(super) struct SegmentFacts {
    pub(super) file: FileId,
    pub(super) options: ComposeOptions,
    pub(super) problems: Vec<Problem>,
    pub(super) uses: Vec<AliasUse>,
    /// The keys that a segment of entries adds to its map.
    pub(super) keys: Option<Keys>,
}

/// An alias.
#[derive(Clone, Debug)]
pub(super) struct AliasUse {
    pub(super) name: SmolStr,
    pub(super) place: Place,
    /// If it is the value of a merge key: the keys written beside it, those before the merge key first.
    pub(super) merge: Option<MergeKey>,
}

/// A merge key.
#[derive(Clone, Debug)]
pub(super) struct MergeKey {
    /// The merge key itself.
    pub(super) place: Place,
    pub(super) before: Vec<MappingKey>,
    pub(super) after: Vec<MappingKey>,
}

impl SegmentFacts {
    pub(super) fn new(file: FileId, options: ComposeOptions) -> Self {
        Self { file, options, problems: Vec::new(), uses: Vec::new(), keys: None }
    }

    pub(super) fn of_entries(file: FileId, options: ComposeOptions, chunk: Placed<'_, Chunk<Entry>>) -> Self {
        let mut facts = Self::new(file, options);
        let entries: Vec<_> = chunk.iter().collect();
        facts.keys = Some(facts.entries(&entries));
        facts
    }

    pub(super) fn of_items(file: FileId, options: ComposeOptions, chunk: Placed<'_, Chunk<Item>>) -> Self {
        let mut facts = Self::new(file, options);
        chunk.iter().for_each(|item| facts.node(item.value()));
        facts
    }

    fn error(&mut self, node: Placed<'_, Node>, range: TextRange, message: impl Into<String>, hint: &str) {
        let problem = Problem::new(Code::SyntaxError, node.place(self.file, range), message);
        self.problems.push(problem.hint(hint));
    }

    /// Gathers what a node and its children in the same segment say.
    pub(super) fn node(&mut self, node: Placed<'_, Node>) {
        self.scalar(node);
        match &node.get().kind {
            NodeKind::Alias(name) => {
                self.uses.push(AliasUse { name: name.clone(), place: node.place(self.file, node.range), merge: None });
            }
            NodeKind::Mapping(Mapping { entries: Chunks::Here(_), .. }) => {
                let entries: Vec<_> = node.mapping().into_iter().flat_map(Placed::entries).collect();
                self.entries(&entries);
            }
            NodeKind::Sequence(_) => {
                for item in node.sequence().into_iter().flat_map(Placed::items).filter(|_| is_here(node.get())) {
                    self.node(item.value());
                }
            }
            _ => {}
        }
    }

    /// Whether a scalar means what it seems to: its tag fits, and YAML 1.2 reads it alike.
    fn scalar(&mut self, node: Placed<'_, Node>) {
        let NodeKind::Scalar(it) = &node.get().kind else { return };
        if self.options.is_strict {
            self.problems.extend(strictly(it, node, self.file));
        } else if let Some(ambiguity) = scalar::ambiguity(it, node.get().tag()) {
            let problem = Problem::new(
                Code::AmbiguousScalar,
                node.place(self.file, node.range),
                format!("Another YAML version reads `{}` otherwise", it.text),
            );
            let (ytt, core) = (ambiguity.ytt.described(), ambiguity.core.described());
            let problem = problem.found(format!("{ytt} by YAML 1.1, {core} by YAML 1.2"));
            self.problems
                .push(problem.hint("quote it to make it text, or write it in a form that both versions read alike"));
        }
        let Some(tag) = node.get().tag() else { return };
        if let Err(mismatch) = scalar::resolve(it, Some(tag)) {
            let problem = Problem::new(
                Code::SyntaxError,
                node.place(self.file, node.range),
                format!("The scalar does not have the type that its tag `{tag}` names"),
            );
            self.problems.push(problem.found(mismatch.found).expected(mismatch.expected));
        }
    }

    fn entries(&mut self, entries: &[Placed<'_, Entry>]) -> Keys {
        let mut has_code = false;
        let mut keys = Vec::with_capacity(entries.len());
        let mut merges = Vec::new();
        let mut region = 0;
        for entry in entries {
            if self.options.is_template && keys::is_code_above(entry.comments()) {
                region += 1;
                has_code = true;
            }
            if is_merge(entry.get()) {
                merges.extend(self.merge(*entry, keys.len()));
                continue;
            }
            self.key(entry.key());
            keys.extend(self.typed_key(*entry, region));
            self.node(entry.value());
        }
        for (index, mut it) in merges {
            if let Some(merge) = it.merge.as_mut().filter(|_| self.options.is_template && !has_code) {
                merge.before = keys.get(..index).unwrap_or_default().to_vec();
                merge.after = keys.get(index..).unwrap_or_default().to_vec();
            }
            self.uses.push(it);
        }
        if self.options.refuses_repeated_keys() {
            self.problems.extend(keys::within(&keys, self.options));
        }
        Keys::new(keys, has_code)
    }

    fn typed_key(&self, entry: Placed<'_, Entry>, region: u32) -> Option<MappingKey> {
        let key = &entry.get().key;
        if self.options.is_template && (keys::is_computed(entry.comments()) || keys::is_template(key)) {
            return None;
        }
        Some(MappingKey {
            identity: keys::identity(key)?,
            place: entry.place(self.file, key.range),
            text: flow_text(key).into(),
            overrides: keys::overrides(entry.comments()),
            region,
        })
    }

    /// What ytt takes as a key: a scalar.
    fn key(&mut self, key: Placed<'_, Node>) {
        let range = key.get().range;
        match &key.get().kind {
            NodeKind::Mapping(_) | NodeKind::Sequence(_) => {
                self.error(key, range, "ytt takes no map or array as a key", "quote the key to make it text");
                // What stands inside such a key goes with it, but for the aliases.
                let mut inside = Self::new(self.file, self.options);
                inside.node(key);
                self.uses.append(&mut inside.uses);
                return;
            }
            _ => {}
        }
        self.node(key);
    }

    /// A merge key with an alias behind it; other values are judged at once.
    fn merge(&mut self, entry: Placed<'_, Entry>, index: usize) -> Option<(usize, AliasUse)> {
        let value = entry.value();
        let place = entry.place(self.file, entry.get().key.range);
        match &value.get().kind {
            NodeKind::Alias(name) => {
                let merge = MergeKey { place, before: Vec::new(), after: Vec::new() };
                let alias = value.place(self.file, value.get().range);
                return Some((index, AliasUse { name: name.clone(), place: alias, merge: Some(merge) }));
            }
            NodeKind::Mapping(_) | NodeKind::Broken => {}
            NodeKind::Sequence(sequence) if matches!(&sequence.items, Chunks::Here(items) if items.is_empty()) => {}
            NodeKind::Sequence(_) => {
                let range = value.get().range;
                self.error(
                    value,
                    range,
                    "ytt merges one map with `<<`, not a list of maps",
                    "use `<<` once for each map",
                );
            }
            NodeKind::Empty | NodeKind::Scalar(_) => {
                let range = entry.get().key.range;
                self.error(
                    entry.key(),
                    range,
                    "The merge key `<<` needs a map",
                    "write an alias to a map, or quote the key",
                );
            }
        }
        self.node(value);
        None
    }
}

fn is_here(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::Sequence(sequence) if matches!(sequence.items, Chunks::Here(_)))
}

/// What strict reading says of a scalar.
fn strictly(scalar: &Scalar, node: Placed<'_, Node>, file: FileId) -> Option<Problem> {
    if scalar::is_strict(scalar, node.get().tag()) {
        return None;
    }
    let place = node.place(file, node.get().range);
    let problem = Problem::new(Code::AmbiguousScalar, place, "Strict reading takes this text only between quotes");
    let means = match scalar::resolve(scalar, None) {
        Ok(ScalarValue::String(text)) if scalar::is_timestamp(&text) => "a date".to_owned(),
        Ok(value) => value.described(),
        Err(_) => String::new(),
    };
    let problem = problem.found(format!("`{}`, which would be {means}", scalar.text));
    Some(Problem { severity: Severity::Error, ..problem })
}
