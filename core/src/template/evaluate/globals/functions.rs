//! Functions over single values.

#![allow(clippy::unnecessary_wraps, reason = "Starlark takes only functions that return a `Result`")]

use starlark::environment::GlobalsBuilder;
use starlark::starlark_module;
use starlark::values::none::NoneType;
use starlark::values::tuple::UnpackTuple;
use starlark::values::{Heap, Value};

use crate::template::evaluate::methods::receiver;
use crate::template::evaluate::{format, print as printing};
use crate::template::values::BuiltinError;
use crate::template::values::from_starlark::type_of;

/// All of them.
pub(super) fn functions(builder: &mut GlobalsBuilder) {
    values(builder);
    attributes(builder);
    text(builder);
}

/// What any value can be given to.
#[starlark_module]
fn values(builder: &mut GlobalsBuilder) {
    const True: bool = true;
    const False: bool = false;
    const None: NoneType = NoneType;

    /// Whether a value counts as true.
    fn bool(#[starlark(require = pos)] value: Option<Value>) -> starlark::Result<bool> {
        Ok(value.is_some_and(Value::to_bool))
    }

    /// Fails with a message.
    fn fail<'v>(
        #[starlark(args)] parts: UnpackTuple<Value<'v>>,
        #[starlark(require = named, default = " ")] sep: &str,
        heap: Heap<'v>,
    ) -> starlark::Result<NoneType> {
        let message = parts.items.iter().map(|part| format::plain(*part, heap)).collect::<Vec<_>>().join(sep);
        let words = if message.trim().is_empty() { "the code calls `fail`" } else { message.trim() };
        Err(BuiltinError::new(words).seen_as(format!("fail: {message}")).error())
    }

    /// How many parts a value has; of text, how many bytes.
    fn len(#[starlark(require = pos)] value: Value) -> starlark::Result<i32> {
        match value.unpack_str() {
            Some(text) => {
                i32::try_from(text.len()).map_err(|_| BuiltinError::new("the text is too long to be counted").error())
            }
            None => value.length(),
        }
    }

    /// Prints values.
    fn print<'v>(
        #[starlark(args)] values: UnpackTuple<Value<'v>>,
        #[starlark(require = named, default = " ")] sep: &str,
    ) -> starlark::Result<NoneType> {
        let _ = (values, sep);
        Ok(NoneType)
    }

    /// A value as it is written in code.
    fn repr<'v>(#[starlark(require = pos)] value: Value<'v>, heap: Heap<'v>) -> starlark::Result<String> {
        Ok(printing::repr(value, heap))
    }

    /// A value as text; text stays as it is.
    fn str<'v>(#[starlark(require = pos)] value: Value<'v>, heap: Heap<'v>) -> starlark::Result<String> {
        Ok(format::plain(value, heap))
    }

    /// The name of a value's type.
    fn r#type(#[starlark(require = pos)] value: Value) -> starlark::Result<&'static str> {
        Ok(type_of(value))
    }
}

/// What stands behind a dot.
#[starlark_module]
fn attributes(builder: &mut GlobalsBuilder) {
    /// The names that can be read from a value.
    fn dir<'v>(#[starlark(require = pos)] value: Value<'v>, heap: Heap<'v>) -> starlark::Result<Vec<String>> {
        let is_list = value.get_type() == "list";
        let mut names = if is_list { value } else { receiver(value, heap) }.dir_attr();
        names.sort_unstable();
        Ok(names)
    }

    /// What can be read from a value under a name.
    fn getattr<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        #[starlark(require = pos)] name: &str,
        #[starlark(require = pos)] default: Option<Value<'v>>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        let receiver = receiver(value, heap);
        match default {
            Some(default) => Ok(receiver.get_attr(name, heap).ok().flatten().unwrap_or(default)),
            None => receiver.get_attr_error(name, heap),
        }
    }

    /// Whether something can be read from a value under a name.
    fn hasattr<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        #[starlark(require = pos)] name: &str,
        heap: Heap<'v>,
    ) -> starlark::Result<bool> {
        Ok(receiver(value, heap).has_attr(name, heap))
    }
}

/// Text and numbers of characters.
#[starlark_module]
fn text(builder: &mut GlobalsBuilder) {
    /// The character with a number; half of a pair becomes the replacement character, as in Go.
    fn chr(#[starlark(require = pos)] codepoint: i32) -> starlark::Result<String> {
        let number = u32::try_from(codepoint).ok().filter(|number| *number <= u32::from(char::MAX));
        let Some(number) = number else {
            let mistake = BuiltinError::new("no character has this number").found(codepoint.to_string());
            let bound = if codepoint < 0 {
                format!("{codepoint} out of range (<0)")
            } else {
                format!("U+{codepoint:X} out of range (>0x10FFFF)")
            };
            let mistake = mistake.expected("a number from 0 to 1114111");
            return Err(mistake.seen_as(format!("chr: Unicode code point {bound}")).error());
        };
        Ok(char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER).to_string())
    }

    /// A number for text.
    fn hash(#[starlark(require = pos)] text: &str) -> starlark::Result<i32> {
        Ok(text.chars().fold(0, |hash: i32, character| hash.wrapping_mul(31).wrapping_add(character as i32)))
    }

    /// The number of a character.
    fn ord(#[starlark(require = pos)] character: &str) -> starlark::Result<u32> {
        let mut characters = character.chars();
        if let (Some(character), None) = (characters.next(), characters.next()) {
            return Ok(u32::from(character));
        }
        let mistake = BuiltinError::new("`ord` takes one character").found(format!("`{character}`"));
        let seen = format!("ord: string encodes {} Unicode code points, want 1", character.chars().count());
        Err(mistake.expected("text of one character").seen_as(seen).error())
    }
}
