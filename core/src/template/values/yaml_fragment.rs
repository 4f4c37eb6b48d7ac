//! `yamlfragment`: the map, array or documents that a function with YAML returned, or what `overlay.apply` made. It can
//! be read, not changed.

#![expect(unsafe_code, reason = "the derives of Starlark implement its marker traits")]

use std::fmt;
use std::sync::Arc;

use allocative::Allocative;
use starlark::starlark_simple_value;
use starlark::values::dict::AllocDict;
use starlark::values::list::AllocList;
use starlark::values::{
    Heap, NoSerialize, ProvidesStaticType, StarlarkPagablePanic, StarlarkValue, Value, starlark_value,
};

use super::mistake::BuiltinError;
use super::scalar::to_starlark;
use super::structs::{key_of, missing_key};
use crate::template::reads::{ReadExtent, ReadRecorder};
use crate::values::fragment::{Fragment, Holder};
use crate::values::{Key, MappingValue, SequenceValue, ValueKind};

/// A part of a YAML file on a heap.
#[derive(Clone, Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub(crate) struct YamlFragment {
    /// What it is, with its children.
    #[allocative(skip)]
    part: FragmentPart,
    /// Who notes what is read of it, if that matters.
    #[allocative(skip)]
    reader: Option<ReadRecorder>,
}

starlark_simple_value!(YamlFragment);

/// A part of a YAML file with its children.
#[derive(Clone, Debug)]
enum FragmentPart {
    /// A map.
    Mapping(Arc<MappingValue>),
    /// An array.
    Sequence(Arc<SequenceValue>),
    /// Documents.
    Documents(Arc<[Fragment]>),
    /// A value without children. In a box, for values of the heap are aligned to eight bytes.
    Scalar(Box<ValueKind>),
    /// Nothing.
    Nothing,
}

/// Which kind of part of a YAML file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FragmentKind {
    /// A map.
    Mapping,
    /// An array.
    Sequence,
    /// Documents.
    Documents,
    /// A value without children, which can only be handed on.
    Scalar,
    /// What a function with YAML gives if none of it took part: it reads as empty, and is null as a value.
    Nothing,
}

impl FragmentKind {
    /// The part that children of this kind make.
    pub(crate) fn of(holder: &Holder) -> Self {
        match holder {
            Holder::Document => Self::Documents,
            Holder::Entry(_) => Self::Mapping,
            Holder::Item => Self::Sequence,
        }
    }

    /// What it is, with its article.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Mapping => "a map",
            Self::Sequence => "an array",
            Self::Documents => "documents",
            Self::Scalar => "a scalar",
            Self::Nothing => "nothing",
        }
    }
}

impl YamlFragment {
    /// A map or an array, or documents; nothing else has children.
    pub(crate) fn new(kind: FragmentKind, children: Vec<Fragment>) -> Self {
        let part = match kind {
            FragmentKind::Mapping => {
                FragmentPart::Mapping(Arc::new(MappingValue { entries: children.into(), ..MappingValue::default() }))
            }
            FragmentKind::Sequence => FragmentPart::Sequence(Arc::new(SequenceValue::of(children))),
            FragmentKind::Documents => FragmentPart::Documents(children.into()),
            FragmentKind::Scalar | FragmentKind::Nothing => FragmentPart::Nothing,
        };
        Self { part, reader: None }
    }

    /// Which kind of part it is.
    pub(crate) fn kind(&self) -> FragmentKind {
        match self.part {
            FragmentPart::Mapping(_) => FragmentKind::Mapping,
            FragmentPart::Sequence(_) => FragmentKind::Sequence,
            FragmentPart::Documents(_) => FragmentKind::Documents,
            FragmentPart::Scalar(_) => FragmentKind::Scalar,
            FragmentPart::Nothing => FragmentKind::Nothing,
        }
    }

    /// The same with somebody who notes what is read of it.
    pub(crate) fn read_by(self, reader: ReadRecorder) -> Self {
        Self { reader: Some(reader), ..self }
    }

    /// What a function with YAML gives if none of it took part.
    pub(crate) fn nothing() -> Self {
        Self::new(FragmentKind::Nothing, Vec::new())
    }

    /// The children in order.
    pub(crate) fn children(&self) -> impl Iterator<Item = &Fragment> + Clone {
        self.read().children()
    }

    /// It as something that is read as a whole.
    fn read(&self) -> &FragmentPart {
        if let Some(reader) = &self.reader {
            reader.note(ReadExtent::All);
        }
        &self.part
    }

    /// The same as the content of a node; documents become an array of what they hold.
    pub(crate) fn content(&self) -> ValueKind {
        match self.read() {
            FragmentPart::Mapping(mapping) => ValueKind::Mapping(mapping.clone()),
            FragmentPart::Sequence(items) => ValueKind::Sequence(items.clone()),
            FragmentPart::Scalar(scalar) => ValueKind::clone(scalar),
            FragmentPart::Nothing => ValueKind::Null,
            FragmentPart::Documents(documents) => {
                ValueKind::array(documents.iter().map(|it| Fragment { holder: Holder::Item, ..it.clone() }))
            }
        }
    }

    /// Any content as a fragment.
    pub(crate) fn holding(content: ValueKind) -> Self {
        let part = match content {
            ValueKind::Mapping(mapping) => FragmentPart::Mapping(mapping),
            ValueKind::Sequence(items) => FragmentPart::Sequence(items),
            ValueKind::Null => FragmentPart::Nothing,
            scalar => FragmentPart::Scalar(Box::new(scalar)),
        };
        Self { part, reader: None }
    }

    /// A map or an array as a fragment.
    pub(crate) fn of_content(content: ValueKind) -> Option<Self> {
        content.is_collection().then(|| Self::holding(content))
    }

    /// The same with children of this kind: the items of a list can stand for documents.
    pub(crate) fn as_part(&self, kind: FragmentKind) -> Option<Self> {
        if self.kind() == kind {
            return Some(self.clone());
        }
        if (self.kind(), kind) != (FragmentKind::Sequence, FragmentKind::Documents) {
            return None;
        }
        let children = self.children().map(|child| Fragment { holder: Holder::Document, ..child.clone() });
        Some(Self::new(kind, children.collect()))
    }

    /// The value of a child, by its index.
    pub(crate) fn value<'v>(&self, index: usize, heap: Heap<'v>) -> Value<'v> {
        self.read().child(index).map_or_else(Value::new_none, |child| fragment(&child.value.kind, heap))
    }

    /// Fails for what has no children, ever.
    fn has_children(&self) -> starlark::Result<()> {
        match self.part {
            FragmentPart::Scalar(_) => Err(BuiltinError::new("this YAML fragment is a scalar").error()),
            _ => Ok(()),
        }
    }

    /// Looks for the child at an index, if there can be one: who notes what is read of it, and the child.
    fn find(&self, index: Value<'_>) -> Option<(Option<ReadRecorder>, Option<&Fragment>)> {
        let (key, child) = if let FragmentPart::Mapping(mapping) = &self.part {
            // ytt tells whole numbers of YAML from those of code.
            let key = key_of(index).filter(|key| !matches!(key, Key::Int(_)))?;
            let child = mapping.entry(&key);
            (key, child)
        } else {
            let index = usize::try_from(index.unpack_i32()?).ok()?;
            (Key::Int((index as i128).into()), self.part.child(index))
        };
        let reader = self.reader.as_ref().map(|reader| reader.below(key));
        if let Some(reader) = &reader {
            reader.note(ReadExtent::Kind);
        }
        Some((reader, child))
    }
}

impl FragmentPart {
    fn children(&self) -> impl Iterator<Item = &Fragment> + Clone {
        let (documents, runs) = match self {
            Self::Mapping(mapping) => (&[][..], mapping.entries.runs()),
            Self::Sequence(items) => (&[][..], &items.runs[..]),
            Self::Documents(documents) => (&documents[..], &[][..]),
            Self::Scalar(_) | Self::Nothing => (&[][..], &[][..]),
        };
        documents.iter().chain(runs.iter().flat_map(|run| run.iter()))
    }

    fn child(&self, index: usize) -> Option<&Fragment> {
        match self {
            Self::Mapping(mapping) => mapping.entries.get(index),
            Self::Sequence(items) => items.get(index),
            Self::Documents(documents) => documents.get(index),
            Self::Scalar(_) | Self::Nothing => None,
        }
    }
}

impl fmt::Display for YamlFragment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match &self.part {
            FragmentPart::Mapping(_) => "yamlfragment(*yamlmeta.Map)",
            FragmentPart::Sequence(_) => "yamlfragment(*yamlmeta.Array)",
            FragmentPart::Documents(_) => "yamlfragment(*yamlmeta.DocumentSet)",
            FragmentPart::Scalar(scalar) => match **scalar {
                ValueKind::Bool(_) => "yamlfragment(bool)",
                ValueKind::Int(int) if i64::try_from(int.get()).is_ok() => "yamlfragment(int64)",
                ValueKind::Int(_) => "yamlfragment(uint64)",
                ValueKind::Float(_) => "yamlfragment(float64)",
                _ => "yamlfragment(string)",
            },
            FragmentPart::Nothing => "yamlfragment(<nil>)",
        })
    }
}

#[starlark_value(type = "yamlfragment")]
impl<'v> StarlarkValue<'v> for YamlFragment {
    fn to_bool(&self) -> bool {
        self.children().next().is_some()
    }

    fn at(&self, index: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        let missing = || missing_key(index, "YAML fragment");
        let (reader, child) = self.find(index).ok_or_else(missing)?;
        let child = child.ok_or_else(missing)?;
        Ok(reader
            .map_or_else(|| fragment(&child.value.kind, heap), |reader| read_fragment(&child.value.kind, reader, heap)))
    }

    /// It is no other value; fragments cannot be compared with each other.
    fn equals(&self, other: Value<'v>) -> starlark::Result<bool> {
        if Self::from_value(other).is_none() {
            return Ok(false);
        }
        let mistake = BuiltinError::new("YAML fragments cannot be compared with each other");
        Err(mistake.hint("compare what `yaml.encode(…)` of `@ytt:yaml` gives of them").error())
    }

    fn is_in(&self, other: Value<'v>) -> starlark::Result<bool> {
        Ok(self.find(other).is_some_and(|(_, child)| child.is_some()))
    }

    fn length(&self) -> starlark::Result<i32> {
        self.has_children()?;
        Ok(i32::try_from(self.children().count()).unwrap_or(i32::MAX))
    }

    fn iterate_collect(&self, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
        self.has_children()?;
        let element = |child: &Fragment| match &child.holder {
            Holder::Entry(key) => to_starlark(&ValueKind::from(key), heap),
            Holder::Item | Holder::Document => fragment(&child.value.kind, heap),
        };
        Ok(self.children().map(element).collect())
    }
}

/// The content of a node: a scalar, a YAML fragment, or a copy of the dict or list that code made.
pub(crate) fn fragment<'v>(content: &ValueKind, heap: Heap<'v>) -> Value<'v> {
    if !content.is_computed() {
        return match YamlFragment::of_content(content.clone()) {
            Some(fragment) => heap.alloc(fragment),
            None => to_starlark(content, heap),
        };
    }
    let values = content.children().map(|child| fragment(&child.value.kind, heap));
    if matches!(content, ValueKind::Sequence(_)) {
        return heap.alloc(AllocList(values.collect::<Vec<_>>()));
    }
    let keys = content.children().map(|child| to_starlark(&child.entry_key().into(), heap));
    heap.alloc(AllocDict(keys.zip(values).collect::<Vec<_>>()))
}

/// The same for content of which it matters what is read.
pub(crate) fn read_fragment<'v>(content: &ValueKind, reader: ReadRecorder, heap: Heap<'v>) -> Value<'v> {
    if let Some(fragment) = YamlFragment::of_content(content.clone()).filter(|_| !content.is_computed()) {
        reader.note(ReadExtent::Kind);
        heap.alloc(fragment.read_by(reader))
    } else {
        reader.note(ReadExtent::All);
        fragment(content, heap)
    }
}
