//! tree-sitter trees to nodes. Never fails: what is not understood becomes `NodeKind::Broken` and a range in `errors`.
