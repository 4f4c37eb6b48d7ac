//! Data values in template code: which of them a name or a chain is, as far as code can be followed without running.

use smol_str::SmolStr;

use super::{DEEPEST, Origin};
use crate::analysis::Analysis;
use crate::template::names::{BindingId, Chain, Fate};
use crate::text::{FileId, TextSize};

/// A data value that code reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataValue {
    /// The file whose `data` it is; the [schema of its code](Analysis::schema_of_code) says what there is.
    pub file: FileId,
    /// The way to it from `data` on, which itself is none: first `values`, then keys; `None` for an item of an array,
    /// and for what is computed.
    pub way: Vec<Option<SmolStr>>,
}

impl Analysis {
    /// The data value that a chain of a file reads; `None` if it reads anything else, or nobody knows what.
    pub fn data_value(&self, file: FileId, chain: &Chain) -> Option<DataValue> {
        self.value_of_chain(file, chain, DEEPEST)
    }

    /// The data value that a name of a file stands for at an offset.
    pub fn data_value_of(&self, file: FileId, binding: BindingId, offset: TextSize) -> Option<DataValue> {
        self.value_of_name(file, binding, offset, DEEPEST)
    }

    fn value_of_chain(&self, file: FileId, chain: &Chain, left: usize) -> Option<DataValue> {
        let root = self.names(file)?.root(chain)?;
        let mut value = self.value_of_name(file, root, chain.range.start(), left)?;
        value.way.extend(chain.parts.iter().map(|part| part.name().map(SmolStr::new)));
        Some(value)
    }

    fn value_of_name(&self, file: FileId, binding: BindingId, offset: TextSize, left: usize) -> Option<DataValue> {
        let left = left.checked_sub(1)?;
        let (home, id) = match self.origin(file, binding) {
            Origin::Module("data", "data") => return Some(DataValue { file, way: Vec::new() }),
            Origin::Module(..) => return None,
            Origin::Binding(home, id) => (home, id),
        };
        let offset = if home == file { offset } else { TextSize::new(u32::MAX) };
        let chain = self.names(home)?.value_of(id, offset)?;
        let mut value = self.value_of_chain(home, chain, left)?;
        if matches!(chain.fate, Fate::Iterated(_)) {
            value.way.push(None);
        }
        Some(value)
    }
}
