//! kro: the graph of resources that a `ResourceGraphDefinition` describes, what is wrong with it, and what it defines.
//!
//! # Design
//!
//! kro is a dialect and a folder. The fields of its schema are the shorthand (`schema::from_simple_schema`), its
//! expressions are CEL (`cel`), its resources are judged by the definitions of the workspace (`kubernetes`), and the kind
//! that a graph defines is a definition like any other.
//!
//! A [`Graph`] is what one document says by itself: its schema, its resources with their ids, read once for each version
//! of the document. [`check`] brings it together with the definitions of the workspace: every expression is given the
//! variables that kro knows there, the values of templates are compared with the schemas of their kinds, and the order
//! of resources follows from who names whom. What no definition is at hand for is unknown, and nothing is claimed of it.
//! `order` finds cycles, `conditions` reads what a status says of itself, `picture` draws the graph, and `compat` knows
//! which changes of a schema kro refuses.

use smol_str::SmolStr;

pub mod check;
pub mod compat;
mod conditions;
mod definition;
mod fields;
mod functions;
mod graph;
mod names;
mod order;
pub mod picture;
mod reader;
mod scopes;
mod status;
mod structure;

pub use check::CheckedGraph;
pub use graph::{Graph, GraphResource, is_graph};

/// The group of kro's own resources, and of instances that name none.
pub const GROUP: &str = "kro.run";

/// What calls itself an instance in expressions.
const SCHEMA: &str = "schema";

/// A name with the place where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedName {
    /// The name.
    pub name: SmolStr,
    /// Where it is given.
    pub place: crate::text::Place,
}
