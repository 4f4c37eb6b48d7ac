//! Worlds drawn as text: which file has which problem, before and after changes.
