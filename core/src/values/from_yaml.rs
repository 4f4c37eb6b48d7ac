//! YAML nodes to values: aliases and merge keys resolved (shared, never copied), scalars read as YAML 1.1.
