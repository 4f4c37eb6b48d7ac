//! What text is made of, one piece after the other: `elems`, `elem_ords`, `codepoints` and `codepoint_ords`.
//!
//! Text holds whole characters here, so those of more than one byte are not taken apart by `elems`.

#![expect(unsafe_code, reason = "the derives of Starlark implement its marker traits")]

use std::fmt;

use allocative::Allocative;
use starlark::starlark_simple_value;
use starlark::values::{
    Heap, NoSerialize, ProvidesStaticType, StarlarkPagablePanic, StarlarkValue, Value, starlark_value,
};

use crate::template::evaluate::print;

/// The text, and whether its pieces are given as numbers.
#[derive(Clone, Debug, Allocative)]
pub(super) struct Pieces {
    text: String,
    are_numbers: bool,
}

impl Pieces {
    pub(super) fn of(text: &str, are_numbers: bool) -> Self {
        Self { text: text.to_owned(), are_numbers }
    }

    fn write(&self, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        print::write_text(&self.text, &mut text);
        write!(f, "{text}.{name}{}()", if self.are_numbers { "_ords" } else { "s" })
    }

    fn characters<'v>(&self, heap: Heap<'v>) -> Vec<Value<'v>> {
        self.text.chars().map(|it| heap.alloc(it.to_string())).collect()
    }
}

/// The bytes of text.
#[derive(Clone, Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub(super) struct Elements(pub(super) Pieces);

starlark_simple_value!(Elements);

/// The characters of text.
#[derive(Clone, Debug, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagablePanic)]
pub(super) struct Characters(pub(super) Pieces);

starlark_simple_value!(Characters);

impl fmt::Display for Elements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write("elem", f)
    }
}

impl fmt::Display for Characters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write("codepoint", f)
    }
}

#[starlark_value(type = "elems")]
impl<'v> StarlarkValue<'v> for Elements {
    fn iterate_collect(&self, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
        let numbers = self.0.text.bytes().map(|byte| heap.alloc(u32::from(byte)));
        Ok(if self.0.are_numbers { numbers.collect() } else { self.0.characters(heap) })
    }
}

#[starlark_value(type = "codepoints")]
impl<'v> StarlarkValue<'v> for Characters {
    fn iterate_collect(&self, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
        let numbers = self.0.text.chars().map(|character| heap.alloc(u32::from(character)));
        Ok(if self.0.are_numbers { numbers.collect() } else { self.0.characters(heap) })
    }
}
