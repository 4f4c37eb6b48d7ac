//! Calls as they travel: each map, array and function that several of them share goes once, without places and
//! annotations, for functions see neither.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::template::function::{Call, CallContext, Wants};
use crate::values::fingerprint::Fingerprint;
use crate::values::fragment::{Fragment, Holder};
use crate::values::function::Function;
use crate::values::{Key, Value, ValueKind};

/// What calls are made of.
#[derive(Default, Serialize, Deserialize)]
struct Packed {
    functions: Vec<Function>,
    /// Maps and arrays; what is inside of one stands before it.
    nodes: Vec<CallNode>,
    calls: Vec<PackedCall>,
}

#[derive(Serialize, Deserialize)]
struct PackedCall {
    function: u32,
    arguments: Vec<CallPart>,
    context: Option<(CallPart, CallPart)>,
    wants: Wants,
}

#[derive(Serialize, Deserialize)]
enum CallNode {
    Mapping(Vec<(Key, CallPart)>),
    Sequence(Vec<CallPart>),
}

#[derive(Serialize, Deserialize)]
enum CallPart {
    Scalar(ValueKind),
    CallNode(u32),
}

/// Writes calls down. What they share is recognised by its hash.
pub(super) fn serialize<S: Serializer>(calls: &[Call], serializer: S) -> Result<S::Ok, S::Error> {
    let mut packing = Packing::default();
    for call in calls {
        packing.call(call);
    }
    packing.packed.serialize(serializer)
}

/// Reads calls. What was written once is shared.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Call>, D::Error> {
    Packed::deserialize(deserializer)?.unpacked().ok_or_else(|| serde::de::Error::custom("a call lacks a part"))
}

#[derive(Default)]
struct Packing {
    packed: Packed,
    functions: FxHashMap<Function, u32>,
    /// The nodes by the hashes of what they were made of.
    nodes: FxHashMap<Fingerprint, u32>,
}

impl Packing {
    fn call(&mut self, call: &Call) {
        let function = *self.functions.entry(call.function.clone()).or_insert_with(|| {
            self.packed.functions.push(call.function.clone());
            self.packed.functions.len() as u32 - 1
        });
        let arguments = call.arguments.iter().map(|argument| self.part(&argument.kind)).collect();
        let context =
            call.context.as_ref().map(|context| (self.part(&context.parent.kind), self.part(&context.root.kind)));
        self.packed.calls.push(PackedCall { function, arguments, context, wants: call.wants });
    }

    fn part(&mut self, content: &ValueKind) -> CallPart {
        let Some(hash) = content.hash() else { return CallPart::Scalar(content.clone()) };
        if let Some(node) = self.nodes.get(&hash) {
            return CallPart::CallNode(*node);
        }
        let children = content.children();
        let node = if matches!(content, ValueKind::Mapping(_)) {
            CallNode::Mapping(children.filter_map(|it| Some((it.key()?.clone(), self.part(&it.value.kind)))).collect())
        } else {
            CallNode::Sequence(children.map(|it| self.part(&it.value.kind)).collect())
        };
        self.packed.nodes.push(node);
        let node = self.packed.nodes.len() as u32 - 1;
        self.nodes.insert(hash, node);
        CallPart::CallNode(node)
    }
}

impl Packed {
    fn unpacked(self) -> Option<Vec<Call>> {
        let mut nodes = Vec::with_capacity(self.nodes.len());
        for node in self.nodes {
            let content = node.content(&nodes)?;
            nodes.push(content);
        }
        let functions = &self.functions;
        self.calls.into_iter().map(|call| call.unpacked(functions, &nodes)).collect()
    }
}

impl PackedCall {
    fn unpacked(self, functions: &[Function], nodes: &[ValueKind]) -> Option<Call> {
        let given = |part: CallPart| Some(Value::unwritten(part.content(nodes)?));
        let context = match self.context {
            Some((parent, root)) => Some(Box::new(CallContext { parent: given(parent)?, root: given(root)? })),
            None => None,
        };
        Some(Call {
            function: functions.get(self.function as usize)?.clone(),
            arguments: self.arguments.into_iter().map(given).collect::<Option<_>>()?,
            context,
            wants: self.wants,
        })
    }
}

impl CallNode {
    /// It with those before it.
    fn content(self, nodes: &[ValueKind]) -> Option<ValueKind> {
        let child = |holder, part: CallPart| Some(Fragment::unplaced(holder, part.content(nodes)?));
        Some(match self {
            Self::Mapping(entries) => {
                let entries = entries.into_iter().map(|(key, part)| child(Holder::Entry(key), part));
                ValueKind::map(entries.collect::<Option<Vec<_>>>()?)
            }
            Self::Sequence(items) => {
                let items = items.into_iter().map(|part| child(Holder::Item, part));
                ValueKind::array(items.collect::<Option<Vec<_>>>()?)
            }
        })
    }
}

impl CallPart {
    fn content(self, nodes: &[ValueKind]) -> Option<ValueKind> {
        match self {
            Self::Scalar(kind) => Some(kind),
            Self::CallNode(node) => nodes.get(node as usize).cloned(),
        }
    }
}
