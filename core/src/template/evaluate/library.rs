//! What template code may ask of libraries (`@ytt:library`). Who evaluates them stands outside of this module: a
//! library is a whole run of ytt with its own schema and values.

use starlark::values::OwnedFrozenValue;

use crate::problem::Problem;
use crate::template::function::{Call, Called, Failure, Functions};
use crate::template::job::{Job, JobSource, Options};
use crate::values::fragment::Fragment;
use crate::values::{Value, ValueKind};

/// Evaluates libraries.
pub trait Libraries: Send + Sync {
    /// The documents that a library gives: `library.eval()`.
    fn evaluate(&self, asking: Asking<'_>, library: &LibraryInstance) -> Result<Vec<Fragment>, Failure>;

    /// The final data values of a library: `library.data_values()`.
    fn data_values(&self, asking: Asking<'_>, library: &LibraryInstance) -> Result<Value, Failure>;

    /// A name that a file of a library defines: `library.export(name, path=)`.
    fn export(
        &self,
        asking: Asking<'_>,
        library: &LibraryInstance,
        name: &str,
        path: Option<&str>,
    ) -> Result<OwnedFrozenValue, Failure>;

    /// What ytt refuses of the text of a file, whatever its code does.
    fn problems_of_text(&self, source: &JobSource, options: Options) -> Vec<Problem>;

    /// Calls a function that the evaluation of a library gave.
    fn call(&self, call: &Call) -> Called;
}

/// Who asks for a library.
#[derive(Clone, Copy)]
pub struct Asking<'a> {
    /// What is evaluated.
    pub job: &'a Job,
    /// What can be called there: schemas and values that it gives to the library may hold functions.
    pub functions: &'a dyn Functions,
}

/// A library as template code prepared it.
#[derive(Clone, Debug)]
pub struct LibraryInstance {
    /// The folder below `_ytt_lib` of whoever asks, such as `db` or `github.com/org/db`.
    pub name: String,
    /// The path of the file that asks, from the root.
    pub requester: String,
    /// What `#@library/ref` calls this instance.
    pub alias: Option<String>,
    /// How its templates are read.
    pub options: Options,
    /// The data values in order.
    pub data_values: Vec<LibraryValues>,
    /// The documents of schemas in order.
    pub schemas: Vec<ValueKind>,
}

/// Data values that template code gives to a library.
#[derive(Clone, Debug)]
pub struct LibraryValues {
    /// The values.
    pub content: ValueKind,
    /// Whether they replace what is there as plain values do, instead of being laid over it.
    pub is_plain: bool,
}
