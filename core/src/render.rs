//! All of it in the order of ytt, for one library: schema, values, rules, templates, output.
