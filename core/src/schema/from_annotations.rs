//! Schema documents with `#@schema/...` annotations to the schema model.
