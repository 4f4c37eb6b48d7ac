//! Reading what can be read of a segment that does not parse: mask the failing line, parse again.
