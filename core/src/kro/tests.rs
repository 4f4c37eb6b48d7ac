//! Graphs with their problems.
