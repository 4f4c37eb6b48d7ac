//! The arguments of annotations: Starlark call arguments, read as literals with positions.
