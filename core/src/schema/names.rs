//! The names of annotations, by edition.

/// What released ytt knows in a schema document.
pub const RELEASED: &[&str] = &[
    "schema/type",
    "schema/nullable",
    "schema/default",
    "schema/title",
    "schema/desc",
    "schema/examples",
    "schema/deprecated",
    "schema/validation",
];

/// What only the older editions know.
pub const OLDER: &[&str] = &[
    "schema/doc",
    "schema/example",
    "schema/removed",
    "schema/validate",
    "schema/allow-empty",
    "schema/any-key",
    "schema/key-may-be-present",
    "schema/key",
    "schema/any-of",
    "schema/all-of",
    "schema/one-of",
];

/// What released ytt knows besides schemas, headers included.
pub const OTHER: &[&str] = &[
    "data/values",
    "data/values-schema",
    "schema",
    "schema/match",
    "schema/definition",
    "library/ref",
    "assert/validate",
    "overlay/match",
    "overlay/match-child-defaults",
    "overlay/merge",
    "overlay/remove",
    "overlay/replace",
    "overlay/insert",
    "overlay/append",
    "overlay/assert",
    "yaml/map-key-override",
    "yaml/text-templated-strings",
    "template/code",
    "template/value",
];
