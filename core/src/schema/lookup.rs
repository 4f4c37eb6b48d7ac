//! The one walk from a path to the schema there.
