//! The YAML grammar, with a scanner whose state always fits.
//!
//! tree-sitter has 1,024 bytes for the state of a scanner, and ends the process in an assertion when it is longer. The
//! scanner of YAML needs four bytes for every indentation that it takes for open. Texts that nest too deep are not
//! parsed (`scan`), but that bounds nothing while tree-sitter recovers from errors: every `-`, `?`, `:`, `|` and `>` may
//! open an indentation then, at any column, and only some states of the recovery close one, so a flat text of a few
//! hundred broken lines may have them all open. So the state ends where it would not fit any more: the innermost
//! indentations are forgotten, which costs nodes of a text that nobody can read, and nothing else.
//!
//! That takes a copy of the grammar's table of functions with another one for `serialize`. The layout of the table is
//! tree-sitter's own affair: the copy is used only if the scanner's function stands where this file expects it, and a
//! test asks for another look at each release.

#![expect(unsafe_code, reason = "the scanner and the table that names it are C")]

use std::ffi::{c_char, c_uint, c_void};
use std::mem::MaybeUninit;
use std::sync::OnceLock;

use tree_sitter::Language;

/// The version of [`Tables`]. A grammar of another one is taken as it is.
const ABI: usize = 14;

/// Bytes that tree-sitter has for the state of a scanner.
const ROOM: usize = 1024;

/// Bytes of the state before the indentations, and of each of these.
const HEAD: usize = 10;
const INDENTATION: usize = 4;

/// The longest state that fits and ends behind an indentation.
const LONGEST: usize = HEAD + (ROOM - HEAD) / INDENTATION * INDENTATION;

/// A grammar as tree-sitter sees it: `TSLanguage` in its `parser.h`.
#[repr(C)]
#[derive(Clone, Copy)]
struct Tables {
    abi_version: u32,
    counts: [u32; 8],
    max_alias_sequence_length: u16,
    /// Of the parser, with the two functions of its lexer.
    parser: [*const c_void; 15],
    keyword_capture_token: u16,
    /// Of the scanner, with its functions up to `scan`.
    scanner: [*const c_void; 5],
    serialize: *const c_void,
    deserialize: *const c_void,
    primary_state_ids: *const c_void,
}

/// Tables with nothing where later versions have more.
#[repr(C)]
struct GrammarTables {
    tables: Tables,
    none: [usize; 16],
}

/// A grammar of this program, which tree-sitter does not let threads share on every target, for there are others.
struct SharedLanguage(Language);

// SAFETY: it is constant data, and nothing counts who uses it.
unsafe impl Send for SharedLanguage {}
// SAFETY: the same.
unsafe impl Sync for SharedLanguage {}

/// The grammar.
pub(super) fn language() -> Language {
    static LANGUAGE: OnceLock<SharedLanguage> = OnceLock::new();
    LANGUAGE.get_or_init(|| SharedLanguage(bounded(Language::new(tree_sitter_yaml::LANGUAGE)))).0.clone()
}

fn bounded(language: Language) -> Language {
    if language.abi_version() != ABI {
        return language;
    }
    // SAFETY: a grammar of this version has at least as many bytes, and is there as long as the process.
    let mut tables = unsafe { language.clone().into_raw().cast::<Tables>().read() };
    if tables.serialize != tree_sitter_yaml_external_scanner_serialize as *const c_void {
        return language;
    }
    tables.serialize = serialize as *const c_void;
    let grammar = Box::leak(Box::new(GrammarTables { tables, none: [0; 16] }));
    // SAFETY: it is a grammar like the one before, and is never freed.
    unsafe { Language::from_raw(std::ptr::from_ref(grammar).cast()) }
}

unsafe extern "C" {
    /// The scanner's own function, which the table of its grammar names.
    fn tree_sitter_yaml_external_scanner_serialize(scanner: *mut c_void, buffer: *mut c_char) -> c_uint;
}

/// Writes as much of the scanner's state as fits into `buffer`, and says how much.
unsafe extern "C" fn serialize(scanner: *mut c_void, buffer: *mut c_char) -> c_uint {
    let mut state = MaybeUninit::<[u64; (ROOM + HEAD) / 8]>::uninit();
    // SAFETY: the scanner writes numbers of two bytes, and stops behind the first indentation that does not fit: no
    // more than four bytes too many, for which `state` has room. Of what it wrote `buffer` takes what it has room for.
    unsafe {
        let state = state.as_mut_ptr().cast::<c_char>();
        let length = (tree_sitter_yaml_external_scanner_serialize(scanner, state) as usize).min(LONGEST);
        std::ptr::copy_nonoverlapping(state, buffer, length);
        length as c_uint
    }
}

#[cfg(test)]
mod tests {
    use super::super::piece::parse_tree;
    use super::*;

    #[test]
    fn the_layout_was_looked_at_for_these_releases() {
        let lock = include_str!("../../../Cargo.lock");
        for (name, version) in
            [("tree-sitter", "0.27.1"), ("tree-sitter-yaml", "0.7.2"), ("tree-sitter-language", "0.1.9")]
        {
            assert!(
                lock.contains(&format!("name = \"{name}\"\nversion = \"{version}\"")),
                "{name} is another release than {version}: compare `Tables` with `struct TSLanguage` in its `parser.h`, \
                 and `LONGEST` with what `serialize` in its `scanner.c` writes; then name the release here"
            );
        }
    }

    #[test]
    fn the_state_of_the_scanner_is_bounded() {
        let (own, original) = (language(), Language::new(tree_sitter_yaml::LANGUAGE));
        assert_ne!(own.into_raw(), original.into_raw(), "the scanner's function is not where it is expected");
    }

    #[test]
    fn text_of_any_depth_is_survived_without_being_measured_before() {
        assert_eq!(language().abi_version(), ABI);
        let keys: String = (0..400).map(|depth| " ".repeat(depth) + "a:\n").collect();
        for text in ["- ".repeat(1000), "? ".repeat(1000), "- ? ".repeat(1000), keys] {
            for text in [format!("{text}x"), format!("{text}[\n{text}: ]\n{text}"), format!("{text}\n").repeat(5)] {
                assert!(parse_tree(&text, 0).is_some());
            }
        }
    }
}
