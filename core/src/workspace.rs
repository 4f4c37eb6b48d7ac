//! Which files belong together (bundles), in which role, and who depends on whom. Decided from paths, headers,
//! `sayl.toml` and modelines.

use std::path::PathBuf;

/// A bundle given on the command line, exactly as to ytt.
#[derive(Clone, Debug, Default)]
pub struct GivenBundle {
    /// `-f`: files and folders in order.
    pub files: Vec<PathBuf>,
    /// `--data-values-file`: plain values, files and folders in order.
    pub data_values_files: Vec<PathBuf>,
    /// Values given as flags or taken from the environment, in the order in which they apply.
    pub flags: Vec<ValueFlag>,
}

/// One data value given as a flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueFlag {
    /// Which flag, as people type it, such as `--data-value-yaml`; or the environment prefix's flag.
    pub flag: String,
    /// The key, such as `db.port`, without a library address.
    pub key: String,
    /// The text of the value; a file's content for `--data-value-file`.
    pub text: String,
    /// Whether the text is YAML rather than a plain string.
    pub is_yaml: bool,
}
