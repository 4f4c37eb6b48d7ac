//! The one walk from an offset to the node there, shared by every editor feature.
