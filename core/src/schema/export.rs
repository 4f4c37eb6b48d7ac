//! Schemas as OpenAPI documents.
