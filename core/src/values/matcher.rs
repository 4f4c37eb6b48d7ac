//! What finds the nodes that an overlay is about.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::ValueKind;
use super::function::Function;

/// Finds the counterparts of a node.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Matcher {
    /// `overlay.index(n)`: the item or document at this position.
    Index(i64),
    /// `overlay.all`
    All,
    /// `overlay.subset(x)`: what holds at least this.
    Subset(Box<ValueKind>),
    /// `overlay.map_key("k")`: the same value at this key.
    MapKey(SmolStr),
    /// `overlay.and_op(…)`
    And(Vec<Self>),
    /// `overlay.or_op(…)`
    Or(Vec<Self>),
    /// `overlay.not_op(…)`
    Not(Box<Self>),
    /// A function of (index, left, right) that says so.
    Function(Function),
}
