//! Laying one document of values over another, as ytt overlays do.
