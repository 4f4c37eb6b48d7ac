//! Values as YAML and JSON text, printed as ytt prints them.
