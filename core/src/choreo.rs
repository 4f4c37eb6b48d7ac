//! OpenChoreo: the resources that hold schemas, templates and parameters.

pub mod expression;
