//! `yamlfragment`: the map, array or documents that a function with YAML returned. It can be read, not changed.

#![expect(unsafe_code, reason = "the derives of Starlark implement its marker traits")]

use std::fmt;
use std::sync::Arc;

use allocative::Allocative;
use starlark::starlark_simple_value;
use starlark::values::{
    Heap, NoSerialize, ProvidesStaticType, StarlarkPagablePanic, StarlarkValue, Value, starlark_value,
};

use super::mistake::BuiltinError;
use super::structs::{key_of, missing_key};
use super::to_starlark::{fragment, read_fragment, scalar};
use crate::template::fragment::{Collection, Fragment, FragmentContent, Holder};
use crate::template::reads::{ReadExtent, ReadRecorder};
use crate::values::{Key, ValueKind};

/// A part of a YAML file on a heap.
#[derive(Clone, Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub(crate) struct YamlFragment {
    /// What kind of part it is.
    #[allocative(skip)]
    pub(crate) part: FragmentKind,
    /// Its children: entries, items or documents.
    #[allocative(skip)]
    collection: Arc<Collection>,
    /// Who notes what is read of it, if that matters.
    #[allocative(skip)]
    reader: Option<ReadRecorder>,
}

starlark_simple_value!(YamlFragment);

/// Which kind of part of a YAML file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FragmentKind {
    /// A map.
    Mapping,
    /// An array.
    Sequence,
    /// Documents.
    Documents,
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
            Self::Nothing => "nothing",
        }
    }
}

impl YamlFragment {
    /// A map or an array, or documents.
    pub(crate) fn new(part: FragmentKind, children: Vec<Fragment>) -> Self {
        Self::of(part, Arc::new(Collection { children, ..Collection::default() }))
    }

    /// The same of children that others share.
    pub(crate) fn of(part: FragmentKind, collection: Arc<Collection>) -> Self {
        Self { part, collection, reader: None }
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
    pub(crate) fn children(&self) -> &[Fragment] {
        &self.collection().children
    }

    fn collection(&self) -> &Arc<Collection> {
        if let Some(reader) = &self.reader {
            reader.note(ReadExtent::All);
        }
        &self.collection
    }

    /// The same as the content of a node; documents become an array of what they hold.
    pub(crate) fn content(&self) -> FragmentContent {
        match self.part {
            FragmentKind::Mapping => FragmentContent::Mapping(self.collection().clone()),
            FragmentKind::Sequence => FragmentContent::Sequence(self.collection().clone()),
            FragmentKind::Nothing => FragmentContent::Scalar(ValueKind::Null),
            FragmentKind::Documents => {
                let items =
                    self.children().iter().map(|document| Fragment { holder: Holder::Item, ..document.clone() });
                FragmentContent::Sequence(Arc::new(Collection { children: items.collect(), ..Collection::default() }))
            }
        }
    }

    /// A map or an array as a fragment.
    pub(crate) fn of_content(content: FragmentContent) -> Option<Self> {
        match content {
            FragmentContent::Mapping(collection) => Some(Self::of(FragmentKind::Mapping, collection)),
            FragmentContent::Sequence(collection) => Some(Self::of(FragmentKind::Sequence, collection)),
            FragmentContent::Scalar(_) | FragmentContent::Unknown => None,
        }
    }

    /// The same with children of this kind: the items of a list can stand for documents.
    pub(crate) fn as_part(&self, part: FragmentKind) -> Option<Self> {
        if self.part == part {
            return Some(self.clone());
        }
        if (self.part, part) != (FragmentKind::Sequence, FragmentKind::Documents) {
            return None;
        }
        let children = self.children().iter().map(|child| Fragment { holder: Holder::Document, ..child.clone() });
        Some(Self::new(part, children.collect()))
    }

    /// The value of a child, by its index.
    pub(crate) fn value<'v>(&self, index: usize, heap: Heap<'v>) -> Value<'v> {
        self.children().get(index).map_or_else(Value::new_none, |child| fragment(&child.content, heap))
    }

    /// Looks for the child at an index, if there can be one: who notes what is read of it, and the child.
    fn find(&self, index: Value<'_>) -> Option<(Option<ReadRecorder>, Option<&Fragment>)> {
        let children = &self.collection.children;
        let (key, child) = match self.part {
            FragmentKind::Mapping => {
                // ytt tells whole numbers of YAML from those of code.
                let key = key_of(index).filter(|key| !matches!(key, Key::Int(_)))?;
                let is_it = |child: &&Fragment| matches!(&child.holder, Holder::Entry(other) if *other == key);
                let child = children.iter().find(is_it);
                (key, child)
            }
            FragmentKind::Sequence | FragmentKind::Documents | FragmentKind::Nothing => {
                let index = usize::try_from(index.unpack_i32()?).ok()?;
                (Key::Int(index as i128), children.get(index))
            }
        };
        let reader = self.reader.as_ref().map(|reader| reader.below(key));
        if let Some(reader) = &reader {
            reader.note(ReadExtent::Kind);
        }
        Some((reader, child))
    }
}

impl fmt::Display for YamlFragment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.part {
            FragmentKind::Mapping => "yamlfragment(*yamlmeta.Map)",
            FragmentKind::Sequence => "yamlfragment(*yamlmeta.Array)",
            FragmentKind::Documents => "yamlfragment(*yamlmeta.DocumentSet)",
            FragmentKind::Nothing => "yamlfragment(<nil>)",
        })
    }
}

#[starlark_value(type = "yamlfragment")]
impl<'v> StarlarkValue<'v> for YamlFragment {
    fn to_bool(&self) -> bool {
        !self.children().is_empty()
    }

    fn at(&self, index: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        let missing = || missing_key(index, "YAML fragment");
        let (reader, child) = self.find(index).ok_or_else(missing)?;
        let child = child.ok_or_else(missing)?;
        Ok(reader.map_or_else(|| fragment(&child.content, heap), |reader| read_fragment(&child.content, reader, heap)))
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
        Ok(i32::try_from(self.children().len()).unwrap_or(i32::MAX))
    }

    fn iterate_collect(&self, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
        let element = |child: &Fragment| match &child.holder {
            Holder::Entry(key) => scalar(&ValueKind::from(key), heap),
            Holder::Item | Holder::Document => fragment(&child.content, heap),
        };
        Ok(self.children().iter().map(element).collect())
    }
}
