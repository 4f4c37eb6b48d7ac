//! The border to the protocol: its positions, URIs and structures on one side, the engine's bytes, paths and answers
//! on the other. Decides nothing about YAML.

pub(crate) mod capabilities;
pub(crate) mod commands;
pub(crate) mod from_proto;
pub(crate) mod problem_uri;
pub(crate) mod to_proto;
pub(crate) mod uri;
pub(crate) mod view_uri;
