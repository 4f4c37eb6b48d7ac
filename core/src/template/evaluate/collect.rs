//! What the generated code collects while it runs: a tree of YAML, or text.
//!
//! Nodes are begun in the order of the file and end by themselves: when a node begins, all that do not hold it have
//! ended.

use super::children::{NodeChildren, StandingIn};
use crate::template::compile::{NodeTemplate, TemplateNodeKind};
use crate::template::values::yaml_fragment::FragmentKind;
use crate::template::values::{BuiltinError, YamlFragment};
use crate::text::Place;
use crate::values::fragment::{Annotations, AttachedAnnotation, Fragment, Holder};
use crate::values::print::TextWithOrigins;
use crate::values::{Key, Value, ValueKind};

/// What is being collected.
pub(super) enum Collecting {
    /// Nodes.
    Yaml(FragmentTree),
    /// Text, and which place gave what stands where.
    Text(TextWithOrigins),
    /// What is collected is dropped: something before it failed.
    Nothing,
}

/// Nodes that are being collected.
#[derive(Default)]
pub(super) struct FragmentTree {
    /// What stands at the top: the documents of a file, or what a function gives.
    top: NodeChildren,
    /// The collection that stands there; documents stand in none.
    root: Option<u32>,
    /// Whether the first node has settled that.
    is_rooted: bool,
    /// The nodes that have begun and not ended, outermost first.
    open: Vec<OpenFragment>,
    /// Annotations of nodes that have not begun.
    annotations: Vec<(u32, AttachedAnnotation)>,
    /// The key of a node that has not begun.
    key: Option<(u32, Key)>,
}

/// A node that has begun.
struct OpenFragment {
    index: u32,
    kind: OpenKind,
}

enum OpenKind {
    /// A map or an array.
    Collection(NodeChildren),
    /// A document, an entry or an item.
    Holder(Box<OpenHolder>),
}

struct OpenHolder {
    fragment: Fragment,
    /// What it is replaced by.
    replacement: Option<Replacement>,
    /// Which of its siblings it takes the place of, an entry with the same key.
    overridden: Option<usize>,
}

/// What stands in for a node.
pub(super) struct Replacement {
    pub(super) parts: YamlFragment,
    /// Whether its entries may take the place of others with the same key.
    pub(super) may_repeat: bool,
}

impl FragmentTree {
    /// The tree of a file: documents stand at its top, whatever begins first.
    pub(super) fn of_file() -> Self {
        Self { top: NodeChildren::of_documents(), is_rooted: true, ..Self::default() }
    }

    /// Attaches an annotation to a node that begins later.
    pub(super) fn annotate(&mut self, index: u32, attached: AttachedAnnotation) {
        self.annotations.push((index, attached));
    }

    /// Says the key of a node that begins later.
    pub(super) fn name(&mut self, index: u32, key: Key) {
        self.key = Some((index, key));
    }

    /// Begins a node of a program. `may_repeat` says whether it may take the place of an entry with the same key.
    pub(super) fn begin(&mut self, index: u32, nodes: &[NodeTemplate], may_repeat: bool) -> Result<(), BuiltinError> {
        let Some(node) = nodes.get(index as usize) else { return Ok(()) };
        self.end_before(index, node, nodes)?;
        let holder = match &node.kind {
            TemplateNodeKind::Mapping => return self.begin_collection(index, FragmentKind::Mapping, node),
            TemplateNodeKind::Sequence => return self.begin_collection(index, FragmentKind::Sequence, node),
            TemplateNodeKind::Merge => return self.merge(node),
            TemplateNodeKind::Document => Holder::Document,
            TemplateNodeKind::Item => Holder::Item,
            TemplateNodeKind::Entry(key) => Holder::Entry(self.computed_key(index).unwrap_or_else(|| key.clone())),
        };
        let fragment =
            Fragment { holder, place: node.place, annotations: self.annotations_of(index, node), value: node.value() };
        let siblings = self.siblings();
        siblings.accept(&fragment)?;
        let overridden = siblings.repeated(&fragment, may_repeat)?;
        let holder = OpenHolder { fragment, replacement: None, overridden };
        self.open.push(OpenFragment { index, kind: OpenKind::Holder(Box::new(holder)) });
        Ok(())
    }

    /// Ends the nodes that do not hold the next one. Where code left out what holds it, it goes into what both it and
    /// the last node are written in, as in ytt, which must have begun.
    fn end_before(&mut self, index: u32, node: &NodeTemplate, nodes: &[NodeTemplate]) -> Result<(), BuiltinError> {
        let is_collection = matches!(node.kind, TemplateNodeKind::Mapping | TemplateNodeKind::Sequence);
        if !std::mem::replace(&mut self.is_rooted, true) {
            self.root = if is_collection { Some(index) } else { node.parent };
        }
        let root = self.root;
        let last = self.open.last().map(|open| open.index).or(root);
        let around = || std::iter::successors(last, |inner| nodes.get(*inner as usize)?.parent);
        let mut outwards = std::iter::successors(node.parent, |inner| nodes.get(*inner as usize)?.parent);
        let common = outwards.find(|outer| around().any(|inner| inner == *outer));
        let is_open = common == root || root == Some(index) || self.open.iter().any(|open| Some(open.index) == common);
        if !is_open {
            return Err(homeless(node));
        }
        while self.open.last().is_some_and(|open| Some(open.index) != common) {
            self.end_node()?;
        }
        Ok(())
    }

    fn computed_key(&mut self, index: u32) -> Option<Key> {
        self.key.take_if(|(of, _)| *of == index).map(|(_, key)| key)
    }

    fn annotations_of(&mut self, index: u32, node: &NodeTemplate) -> Annotations {
        let computed = self.annotations.extract_if(.., |(of, _)| *of == index).map(|(_, attached)| attached);
        let computed: Vec<AttachedAnnotation> = computed.collect();
        if computed.is_empty() { node.annotations.clone() } else { computed.into() }
    }

    fn begin_collection(&mut self, index: u32, part: FragmentKind, node: &NodeTemplate) -> Result<(), BuiltinError> {
        if self.open.is_empty() {
            return self.top.become_part(part, node.place);
        }
        let mut children = NodeChildren::default();
        children.become_part(part, node.place)?;
        self.open.push(OpenFragment { index, kind: OpenKind::Collection(children) });
        Ok(())
    }

    /// Adds what `<<` brings.
    fn merge(&mut self, node: &NodeTemplate) -> Result<(), BuiltinError> {
        let Some(ValueKind::Mapping(mapping)) = &node.content else { return Ok(()) };
        let siblings = self.siblings();
        let standing = StandingIn { place: node.place, blamed: node.value_place, may_repeat: false };
        mapping.entries.iter().try_for_each(|entry| siblings.put_part(entry, standing))
    }

    /// Sets the value of the node that began last. It stands at `place`.
    pub(super) fn set(&mut self, content: ValueKind, place: Place) {
        if let Some(holder) = self.holder() {
            let origin = if content.is_collection() { holder.fragment.place } else { place };
            holder.fragment.value = Value { origin, kind: content };
        }
    }

    /// Replaces the node that began last by what the code at `place` gives.
    pub(super) fn replace(&mut self, replacement: Replacement, place: Place) -> Result<(), BuiltinError> {
        let Some(holder) = self.holder() else { return Ok(()) };
        // ytt takes an entry of that name for the one that is to be replaced, which is gone then.
        let is_own = |part: &Fragment| matches!(part.holder, Holder::Entry(_)) && part.holder == holder.fragment.holder;
        if replacement.parts.children().any(is_own) {
            let message = "`template.replace` cannot bring in the key that it stands at";
            return Err(BuiltinError::new(message).hint("give the entry a key of its own, such as `_`").at(place));
        }
        holder.replacement = Some(replacement);
        holder.fragment.value.origin = place;
        Ok(())
    }

    /// Which kind of node began last.
    pub(super) fn part(&mut self) -> Option<FragmentKind> {
        self.holder().map(|holder| FragmentKind::of(&holder.fragment.holder))
    }

    fn holder(&mut self) -> Option<&mut OpenHolder> {
        match self.open.last_mut() {
            Some(OpenFragment { kind: OpenKind::Holder(holder), .. }) => Some(holder),
            _ => None,
        }
    }

    /// What was collected; `None` if nothing was.
    pub(super) fn end(mut self) -> Result<Option<YamlFragment>, BuiltinError> {
        while !self.open.is_empty() {
            self.end_node()?;
        }
        Ok(self.top.into_fragment())
    }

    /// The children of the map or array that is open.
    fn siblings(&mut self) -> &mut NodeChildren {
        match self.open.last_mut() {
            Some(OpenFragment { kind: OpenKind::Collection(children), .. }) => children,
            _ => &mut self.top,
        }
    }

    fn end_node(&mut self) -> Result<(), BuiltinError> {
        match self.open.pop().map(|open| open.kind) {
            Some(OpenKind::Collection(children)) => {
                if let Some(holder) = self.holder() {
                    holder.fragment.value.kind = children.into_content();
                }
            }
            Some(OpenKind::Holder(holder)) => {
                let OpenHolder { fragment, replacement, overridden } = *holder;
                let siblings = self.siblings();
                match replacement {
                    None => siblings.put(fragment, overridden),
                    Some(Replacement { parts, may_repeat }) => {
                        let standing = StandingIn { place: fragment.place, blamed: fragment.value.origin, may_repeat };
                        return parts.children().try_for_each(|part| siblings.put_part(part, standing));
                    }
                }
            }
            None => {}
        }
        Ok(())
    }
}

/// What is said of a node that nothing holds.
fn homeless(node: &NodeTemplate) -> BuiltinError {
    let mistake = BuiltinError::new("this node has no place: what holds it in the template was left out");
    mistake.hint("let one block hold both, or begin the block inside").at(node.place)
}
