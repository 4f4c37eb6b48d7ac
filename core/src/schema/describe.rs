//! A schema node in words: title, documentation, type, default, constraints.
