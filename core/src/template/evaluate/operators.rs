//! Operators that give something else in ytt's Starlark than in the interpreter's: a program calls functions instead.

use std::collections::HashMap;
use std::sync::OnceLock;

use starlark_syntax::syntax::AstModule;

/// Each operator with the function that stands for it.
const FUNCTIONS: [(&str, &str); 7] = [
    ("%", "__percent"),
    ("|", "__or"),
    ("-", "__minus"),
    ("<<", "__left_shift"),
    (">>", "__right_shift"),
    ("in", "__in"),
    ("not in", "__not_in"),
];

/// Makes calls of the operators of a program.
pub(super) fn replace(program: &mut AstModule) {
    static REPLACED: OnceLock<HashMap<String, String>> = OnceLock::new();
    let replaced = || FUNCTIONS.iter().map(|(sign, function)| ((*sign).to_owned(), (*function).to_owned())).collect();
    program.replace_binary_operators(REPLACED.get_or_init(replaced));
}
