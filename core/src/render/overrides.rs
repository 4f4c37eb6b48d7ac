//! Schemas and values on their way to the library that they are addressed to: `@name~alias@child`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use smol_str::SmolStr;

use crate::data_values::ValueFlag;
use crate::problem::{Code, Problem};
use crate::schema::library_address::{self, LibraryAddress};
use crate::text::Place;
use crate::values::arguments::ArgumentKind;
use crate::values::fragment::Fragment;
use crate::values::{Value, ValueKind};

/// Something for a library.
#[derive(Clone)]
pub(super) struct LibraryOverride {
    /// What is inside.
    pub(super) content: OverrideContent,
    /// The libraries on the way, outermost first; none when it has arrived.
    address: Vec<LibraryAddress>,
    /// The whole address, as it was written.
    written: SmolStr,
    /// Where it was written.
    place: Place,
    /// Whether a library took it.
    is_used: Arc<AtomicBool>,
}

/// What can be sent to a library.
#[derive(Clone)]
pub(super) enum OverrideContent {
    /// A document of a schema.
    Schema(Arc<Fragment>),
    /// Data values that are laid over what is there.
    Values {
        /// The document.
        document: Arc<Fragment>,
        /// Whether they come after those that template code gives.
        is_late: bool,
    },
    /// Data values that are merged as those of a plain file.
    Plain(Arc<Fragment>),
    /// A flag, and its index among all of them.
    Flag(usize, Arc<ValueFlag>),
}

impl LibraryOverride {
    /// Sends something to the library of an address; the error is that of an address that cannot be read.
    pub(super) fn new(content: OverrideContent, address: &str, place: Place) -> Result<Self, Box<Problem>> {
        let references = library_address::read(address).map_err(|mistake| {
            let message = format!("The address of the library {mistake}");
            Box::new(Problem::new(Code::UnknownHeaderArgument, place, message).found(format!("`{address}`")))
        })?;
        Ok(Self { content, address: references, written: address.into(), place, is_used: Arc::default() })
    }

    /// Something that has arrived.
    pub(super) fn arrived(content: OverrideContent, place: Place) -> Self {
        Self { content, address: Vec::new(), written: SmolStr::default(), place, is_used: Arc::default() }
    }

    /// Whether it has arrived.
    pub(super) fn is_here(&self) -> bool {
        self.address.is_empty()
    }

    /// The override as a library inside gets it, if it is for that one or for one inside it.
    pub(super) fn forwarded(&self, name: &str, alias: Option<&str>) -> Option<Self> {
        let (first, rest) = self.address.split_first()?;
        if !first.matches(name, alias.unwrap_or_default()) {
            return None;
        }
        self.is_used.store(true, Ordering::Relaxed);
        Some(Self { address: rest.to_vec(), is_used: Arc::default(), ..self.clone() })
    }

    /// The problem of an override that no library took.
    pub(super) fn unused(&self) -> Option<Problem> {
        if self.is_here() || self.is_used.load(Ordering::Relaxed) {
            return None;
        }
        let what = if matches!(self.content, OverrideContent::Schema(_)) { "schema" } else { "data values" };
        let message = format!("These {what} are meant for the library `{}`, which is not evaluated", self.written);
        let message = message.replace("These schema are", "This schema is");
        Some(Problem::new(Code::UnusedLibraryDocument, self.place, message))
    }
}

/// The library that a document is addressed to, by `@library/ref`.
pub(super) fn address(document: &Fragment) -> Option<SmolStr> {
    let attached = document.annotation("library/ref")?;
    Some(attached.arguments.positional.first().and_then(|argument| argument.text()).unwrap_or_default().into())
}

/// Whether the header of data values says `after_library_module=True`.
pub(super) fn is_late(document: &Fragment) -> bool {
    let header = document.annotation("data/values");
    let keyword = header.and_then(|header| header.arguments.keyword("after_library_module"));
    let kind = keyword.map(|keyword| &keyword.value.kind);
    matches!(kind, Some(ArgumentKind::Literal(Value { kind: ValueKind::Bool(true), .. })))
}
