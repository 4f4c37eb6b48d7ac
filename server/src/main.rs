//! The binary `sayl`.

fn main() {}
