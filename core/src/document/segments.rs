//! Where a text may be cut: the light line scanner and the cut points it finds.
