//! Names in template code that are not there, told from the text alone: in every branch, and in loops that may never
//! run. What cannot be known is not claimed.
//!
//! What is found for a file is kept under its version, those of the files that its code depends on, and what is known
//! of the data values.
//!
//! # Design
//!
//! `analysis::unknown` judges these names, for code runs only where the values of the moment lead: every name that is
//! read, in every branch and in loops over nothing, is followed to what is known of its value (a module, a data value
//! with its schema, a struct, a function), and a name, a parameter or an argument that cannot be there is
//! `unknown-value`. The least doubt is silence: values of any type, maps that may have other keys, parameters that
//! calls give different values, names that code asks for before (`hasattr`, `in`), what `try_to` catches, libraries
//! that may be given another schema, a schema that is laid over one which is not here. Where the code runs and fails
//! at the same token, the failure is told, with the fix that was found. What is found is kept under the versions of
//! the file and of what it loads, and under the schema.

use std::sync::Arc;

use super::bundle::{Compiled, Merged};
use super::memory::{Stamps, lock};
use super::world::World;
use crate::problem::Problem;
use crate::text::FileId;
use judge::Judge;
use sources::Sources;

mod calls;
mod data;
mod judge;
mod known;
mod loads;
mod members;
mod sources;
mod words;

/// What is kept of a file.
pub(super) type Kept = (Basis, Arc<Vec<Problem>>);

/// What it was found from.
#[derive(Clone)]
pub(super) struct Basis {
    /// The versions of the files.
    stamps: Stamps,
    /// What is known of the data values of each bundle.
    schemas: Vec<Arc<Compiled>>,
    /// The values, where no schema declares them.
    values: Vec<Arc<Merged>>,
}

impl PartialEq for Basis {
    fn eq(&self, other: &Self) -> bool {
        let same_schemas = || self.schemas.iter().zip(&other.schemas).all(|(one, other)| Arc::ptr_eq(one, other));
        let same_values = || self.values.iter().zip(&other.values).all(|(one, other)| Arc::ptr_eq(one, other));
        let lengths = |basis: &Self| (basis.schemas.len(), basis.values.len());
        lengths(self) == lengths(other) && self.stamps == other.stamps && same_schemas() && same_values()
    }
}

/// Every name in the code of a file that is not there.
pub(super) fn of_code(world: &World, file: FileId) -> Arc<Vec<Problem>> {
    let Some(sources) = Sources::of(world, file) else { return Arc::default() };
    let basis = sources.basis();
    let memory = world.memory.file(file);
    if let Some((kept, problems)) = lock(&memory).unknown.as_ref()
        && *kept == basis
    {
        return problems.clone();
    }
    let problems = Arc::new(Judge::new(world, file, &sources).problems());
    lock(&memory).unknown = Some((basis, problems.clone()));
    problems
}
