//! The values of template code that Starlark does not have by itself, and the way between its values and sayl's.
//!
//! [`yaml_fragment`] is what functions with YAML return, [`structs`] what `data.values` is, [`replace`] what
//! `template.replace` gives, [`attribute_map`] what rules of the older editions are given, [`dict`] what any kind of map
//! is where a dict is wanted. [`scalar`], [`to_starlark`] and [`from_starlark`] convert. Nothing here runs code.

pub(crate) mod attribute_map;
pub(crate) mod dict;
pub(crate) mod from_starlark;
pub(crate) mod mistake;
pub(crate) mod replace;
pub(crate) mod scalar;
pub(crate) mod structs;
pub(crate) mod to_starlark;
pub(crate) mod yaml_fragment;

pub(crate) use attribute_map::AttributeMap;
pub(crate) use from_starlark::content_of;
pub(crate) use mistake::BuiltinError;
pub(crate) use replace::Replaced;
pub(crate) use structs::Struct;
pub(crate) use yaml_fragment::YamlFragment;
