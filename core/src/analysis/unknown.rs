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

use super::subject::Subject;
use super::world::{Query, World};
use crate::problem::Problem;
use crate::text::FileId;
use judge::ValueJudge;
use sources::Sources;

mod calls;
mod data;
mod judge;
mod known;
mod loads;
mod members;
mod sources;
mod words;

/// Every name in the code of a file that is not there.
pub(super) fn of_code(world: &World, file: FileId) -> Arc<Vec<Problem>> {
    world.get::<UnknownNames>(Subject::of_file(file))
}

struct UnknownNames;

impl Query for UnknownNames {
    type Output = Vec<Problem>;
    type IncrementalState = ();

    fn compute(world: &World, subject: Subject, _: Option<&Vec<Problem>>, (): &mut ()) -> Vec<Problem> {
        let file = subject.file_id().unwrap_or(FileId::NONE);
        Sources::of(world, file).map(|sources| ValueJudge::new(world, file, &sources).problems()).unwrap_or_default()
    }
}
