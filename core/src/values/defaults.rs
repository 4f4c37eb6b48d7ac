//! Filling what a document of values leaves out from the defaults of its schema.
