//! The functions that kro has in expressions besides those of CEL and Kubernetes.

use std::sync::Arc;

use crate::cel::Environment;
use crate::cel::arguments::{self, CelParameters};
use crate::cel::environment::MethodAvailability;
use crate::cel::functions::{CelFunction, FORMAT, Gives, KUBERNETES, STANDARD, function};
use crate::cel::scope::{object, of_type};
use crate::cel::types::TypeSet;
use crate::schema::{SchemaNode, Type};

/// Who evaluates the expressions of graphs.
pub(super) static KRO: Environment = Environment {
    functions: &[OWN, STANDARD, FORMAT, KUBERNETES],
    parameters: PARAMETERS,
    described: |_| None,
    method: |_, _| MethodAvailability::Anywhere,
    former_names: &[],
    twin_names: &[],
    is_strict: true,
    merging: "`a.merge(b)` makes one map of two",
};

/// The same where a status says of itself what holds.
pub(super) static CONDITIONS: Environment =
    Environment { functions: &[RUNTIME, OWN, STANDARD, FORMAT, KUBERNETES], described: condition, ..KRO };

fn condition(name: &str) -> Option<Arc<SchemaNode>> {
    let text = || of_type(Type::String);
    let fields = [("type", text()), ("status", text()), ("reason", text()), ("message", text())];
    name.starts_with("runtime.").then(|| of_type(object(fields)))
}

const STRING: TypeSet = TypeSet::STRING;
const INT: TypeSet = TypeSet::INT;

const PARAMETERS: &[CelParameters] = &[
    arguments::function("omit", &[]),
    arguments::function("random.seededString", &[INT, STRING]),
    arguments::function("random.seededInt", &[INT, INT, STRING]),
    arguments::function("json.marshal", &[TypeSet::ANY]),
    arguments::function("json.unmarshal", &[STRING]),
    arguments::function("hash.fnv64a", &[STRING]),
    arguments::function("hash.sha256", &[STRING]),
    arguments::function("hash.md5", &[STRING]),
    arguments::function("lists.setAtIndex", &[TypeSet::LIST, INT, TypeSet::ANY]),
    arguments::function("lists.insertAtIndex", &[TypeSet::LIST, INT, TypeSet::ANY]),
    arguments::function("lists.removeAtIndex", &[TypeSet::LIST, INT]),
    arguments::method("merge", TypeSet::MAP, &[TypeSet::MAP]),
    arguments::function("runtime.newCondition", &[TypeSet::ANY]),
    arguments::function("runtime.condition", &[TypeSet::ANY, STRING]),
];

const OWN: &[CelFunction] = &[
    function("cel.bind", "cel.bind(x, value, result)", Gives::Last, "The result, in which a name stands for a value."),
    function(
        "omit",
        "omit()",
        Gives::Dynamic,
        "Leaves out the field whose value it is (feature gate CELOmitFunction).",
    ),
    function(
        "random.seededString",
        "random.seededString(length, seed)",
        Gives::String,
        "Letters and digits that look random, and are the same for the same seed.",
    ),
    function(
        "random.seededInt",
        "random.seededInt(least, most, seed)",
        Gives::Int,
        "A number that looks random, and is the same for the same seed.",
    ),
    function("merge", "map.merge(other)", Gives::Target, "A map with the keys of both; the other wins."),
    function("deepMerge", "map.deepMerge(other)", Gives::Target, "The same, maps in maps included."),
    function("json.marshal", "json.marshal(value)", Gives::String, "The value as JSON."),
    function("json.unmarshal", "json.unmarshal(text)", Gives::Dynamic, "The value that a JSON text says."),
    function("hash.fnv64a", "hash.fnv64a(text)", Gives::Bytes, "A short hash of the text."),
    function("hash.sha256", "hash.sha256(text)", Gives::Bytes, "The SHA-256 hash of the text."),
    function("hash.md5", "hash.md5(text)", Gives::Bytes, "The MD5 hash of the text."),
    function(
        "lists.setAtIndex",
        "lists.setAtIndex(list, index, value)",
        Gives::Anything,
        "The list with another item at an index.",
    ),
    function(
        "lists.insertAtIndex",
        "lists.insertAtIndex(list, index, value)",
        Gives::Anything,
        "The list with one more item at an index.",
    ),
    function(
        "lists.removeAtIndex",
        "lists.removeAtIndex(list, index)",
        Gives::Anything,
        "The list without the item at an index.",
    ),
];

const RUNTIME: &[CelFunction] = &[
    function(
        "runtime.newCondition",
        "runtime.newCondition({type: …, status: …, reason: …, message: …})",
        Gives::Described,
        "A condition of the instance.",
    ),
    function(
        "runtime.condition",
        "runtime.condition(resource, type)",
        Gives::Described,
        "A condition of a resource, or of the instance: `schema`.",
    ),
];
