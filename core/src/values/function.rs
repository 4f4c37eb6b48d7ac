//! How a function of template code is known to those who may call it later.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::fingerprint::Fingerprint;
use crate::text::Place;

/// A function, named by the evaluation that defined it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Function {
    /// The job that was evaluated.
    pub evaluation: Fingerprint,
    /// Which of its functions.
    pub index: u32,
    /// What people call it: its name, `lambda`, or the builtin's name.
    pub name: SmolStr,
    /// How many positional arguments it must be given at least, and takes at most; `None` if that is not known.
    pub arity: Option<(u32, u32)>,
    /// How many parameters it declares, `*args` and `**kwargs` among them; `None` if it is no function of Starlark code.
    pub parameters: Option<u32>,
    /// Where it is defined, if in a source.
    pub defined: Option<Place>,
    /// What it says about itself: its docstring, else the comment above it. Whoever runs it does not get this.
    pub documentation: SmolStr,
}

/// In characters.
const LONGEST_SUMMARY: usize = 300;

impl Function {
    /// What it says about itself first, on one line; may be empty.
    pub fn summary(&self) -> String {
        let paragraph = self.documentation.lines().map(str::trim).take_while(|line| !line.is_empty());
        let summary = paragraph.collect::<Vec<_>>().join(" ");
        match summary.char_indices().nth(LONGEST_SUMMARY) {
            Some((end, _)) => format!("{}…", &summary[..end]),
            None => summary,
        }
    }
}
