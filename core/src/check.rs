//! Final values against the rules of their schema. Types and unknown keys are checked while values are laid over
//! each other (`values::overlay`), for there the tokens are at hand; rules wait for the final value.
