//! Values by the hash of their content. Each shared map or array is hashed once and made a fragment once, wherever it
//! stands and however many calls are given it.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::fragment::{Collection, Fragment, FragmentContent, Holder};
use super::function::{Call, CallContext, Function, GivenArgument, Wants};
use super::job::Fingerprint;
use super::reads::{Read, ReadExtent};
use crate::text::Place;
use crate::values::{Key, MappingValue, Value, ValueKind};

/// What is known of the values of one computation. Places are no part of a value's content.
#[derive(Default)]
pub(crate) struct Contents {
    /// The hashes of maps and arrays by their addresses, which holding them keeps from being used anew.
    hashes: FxHashMap<usize, (ValueKind, Fingerprint)>,
    /// Maps and arrays as fragments without places, by their hashes.
    fragments: FxHashMap<Fingerprint, FragmentContent>,
    /// Fragments as values, by the addresses of their collections.
    values: FxHashMap<usize, (FragmentContent, ValueKind)>,
    /// What stands where something was read, by the name of the reads and the address of the value.
    seen: FxHashMap<(Fingerprint, usize), (ValueKind, Fingerprint)>,
}

/// What was read of a value, with its name.
#[derive(Clone, Debug)]
pub(crate) struct NamedReads {
    /// Equal names mean equal reads.
    pub(crate) name: Fingerprint,
    reads: Vec<Read>,
}

impl NamedReads {
    /// Names what was read.
    pub(crate) fn new(reads: Vec<Read>) -> Self {
        Self { name: Fingerprint::of(&postcard::to_stdvec(&reads).unwrap_or_default()), reads }
    }
}

impl Contents {
    /// Names a call by what is called with what, its context left out.
    pub(crate) fn name(&mut self, call: &Call) -> Fingerprint {
        let mut bytes = Vec::with_capacity(64);
        bytes.extend(call.function.evaluation.0);
        bytes.extend(call.function.index.to_le_bytes());
        bytes.extend([u8::from(call.wants == Wants::Verdict), u8::from(call.context.is_some())]);
        for argument in &call.arguments {
            let kind = self.kind(argument);
            self.write(&kind, &mut bytes);
        }
        Fingerprint::of(&bytes)
    }

    /// The name of a call in one context, all of which counts.
    pub(crate) fn name_in(&mut self, name: Fingerprint, context: &CallContext) -> Fingerprint {
        let mut bytes = name.0.to_vec();
        for given in [&context.parent, &context.root] {
            let kind = self.kind(given);
            self.write(&kind, &mut bytes);
        }
        Fingerprint::of(&bytes)
    }

    /// Names what the parent and the root of a context are where they were read.
    pub(crate) fn where_read(&mut self, context: &CallContext, [parent, root]: &[NamedReads; 2]) -> [Fingerprint; 2] {
        [self.seen(parent, &context.parent), self.seen(root, &context.root)]
    }

    /// The call with fragments without places, which it shares with every other call that is given the same.
    pub(crate) fn shared(&mut self, call: &Call) -> Call {
        let arguments = call.arguments.iter().map(|argument| self.share(argument)).collect();
        Call { arguments, ..self.in_shared_context(call) }
    }

    /// The call with its context as such fragments. What it is given keeps its places, and may come back with them.
    pub(crate) fn in_shared_context(&mut self, call: &Call) -> Call {
        let share = |context: &CallContext| {
            Box::new(CallContext { parent: self.share(&context.parent), root: self.share(&context.root) })
        };
        let function = Function { documentation: SmolStr::default(), ..call.function.clone() };
        Call { function, context: call.context.as_deref().map(share), ..call.clone() }
    }

    fn share(&mut self, given: &GivenArgument) -> GivenArgument {
        let kind = self.kind(given);
        GivenArgument::Content(self.fragment(&kind))
    }

    /// A value as a fragment without places.
    pub(crate) fn fragment(&mut self, kind: &ValueKind) -> FragmentContent {
        let Some(hash) = self.hash(kind) else { return FragmentContent::of_scalar(kind) };
        if let Some(content) = self.fragments.get(&hash) {
            return content.clone();
        }
        let children = match kind {
            ValueKind::Mapping(mapping) => self.entries(mapping),
            ValueKind::Sequence(items) => items.iter().map(|item| self.child(Holder::Item, item)).collect(),
            _ => Vec::new(),
        };
        let collection = Arc::new(Collection { children, ..Collection::default() });
        let is_map = matches!(kind, ValueKind::Mapping(_));
        let content = if is_map { FragmentContent::Mapping(collection) } else { FragmentContent::Sequence(collection) };
        self.fragments.insert(hash, content.clone());
        content
    }

    fn entries(&mut self, mapping: &MappingValue) -> Vec<Fragment> {
        let entries = mapping.entries.iter();
        entries.map(|entry| self.child(Holder::Entry(entry.key.clone()), &entry.value)).collect()
    }

    fn child(&mut self, holder: Holder, value: &Value) -> Fragment {
        Fragment::unplaced(holder, self.fragment(&value.kind))
    }

    /// What a function is given, as a value.
    fn kind(&mut self, given: &GivenArgument) -> ValueKind {
        match given {
            GivenArgument::Value(value) => value.kind.clone(),
            GivenArgument::Content(content) => {
                let value = || (content.clone(), content.value(Place::NOWHERE).kind);
                match content.address() {
                    Some(address) => self.values.entry(address).or_insert_with(value).1.clone(),
                    None => value().1,
                }
            }
        }
    }

    /// The hash of a map or an array.
    fn hash(&mut self, kind: &ValueKind) -> Option<Fingerprint> {
        let address = kind.address()?;
        if let Some((_, hash)) = self.hashes.get(&address) {
            return Some(*hash);
        }
        let mut bytes = vec![tag(Some(kind))];
        match kind {
            ValueKind::Mapping(mapping) => {
                for entry in &mapping.entries {
                    self.write(&ValueKind::from(&entry.key), &mut bytes);
                    self.write(&entry.value.kind, &mut bytes);
                }
            }
            ValueKind::Sequence(items) => items.iter().for_each(|item| self.write(&item.kind, &mut bytes)),
            _ => {}
        }
        let hash = Fingerprint::of(&bytes);
        self.hashes.insert(address, (kind.clone(), hash));
        Some(hash)
    }

    /// Writes a value down: its kind, then a scalar itself, and of a map or an array the hash.
    fn write(&mut self, kind: &ValueKind, bytes: &mut Vec<u8>) {
        bytes.push(tag(Some(kind)));
        match kind {
            ValueKind::Null | ValueKind::Unknown => {}
            ValueKind::Bool(bool) => bytes.push(u8::from(*bool)),
            ValueKind::Int(int) => bytes.extend(int.to_le_bytes()),
            ValueKind::Float(float) => bytes.extend(float.to_bits().to_le_bytes()),
            ValueKind::String(text) => {
                bytes.extend((text.len() as u64).to_le_bytes());
                bytes.extend(text.as_bytes());
            }
            ValueKind::Mapping(_) | ValueKind::Sequence(_) => bytes.extend(self.hash(kind).iter().flat_map(|it| it.0)),
        }
    }

    /// Names what stands where something was read.
    fn seen(&mut self, reads: &NamedReads, given: &GivenArgument) -> Fingerprint {
        let value = self.kind(given);
        let key = value.address().map(|address| (reads.name, address));
        if let Some((_, seen)) = key.and_then(|key| self.seen.get(&key)) {
            return *seen;
        }
        let mut bytes = reads.name.0.to_vec();
        for Read { way, extent } in &reads.reads {
            match (way.iter().try_fold(&value, child), extent) {
                (Some(part), ReadExtent::All) => self.write(part, &mut bytes),
                (part, _) => bytes.push(tag(part)),
            }
        }
        let seen = Fingerprint::of(&bytes);
        self.seen.extend(key.map(|key| (key, (value, seen))));
        seen
    }
}

fn child<'a>(value: &'a ValueKind, key: &Key) -> Option<&'a ValueKind> {
    let child = match (value, key) {
        (ValueKind::Mapping(mapping), key) => mapping.get(key),
        (ValueKind::Sequence(items), Key::Int(index)) => items.iter().nth(usize::try_from(*index).ok()?),
        _ => None,
    };
    child.map(|child| &child.kind)
}

/// Tells kinds of values apart, and values that are not there.
fn tag(kind: Option<&ValueKind>) -> u8 {
    match kind {
        None => 0,
        Some(ValueKind::Null) => 1,
        Some(ValueKind::Bool(_)) => 2,
        Some(ValueKind::Int(_)) => 3,
        Some(ValueKind::Float(_)) => 4,
        Some(ValueKind::String(_)) => 5,
        Some(ValueKind::Mapping(_)) => 6,
        Some(ValueKind::Sequence(_)) => 7,
        Some(ValueKind::Unknown) => 8,
    }
}
