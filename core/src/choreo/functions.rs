//! The platform's own functions in expressions.

use crate::cel::arguments::{self, CelParameters};
use crate::cel::functions::{CelFunction, Gives, function};
use crate::cel::types::TypeSet;

/// What they take, as far as that is sure.
pub(super) const PARAMETERS: &[CelParameters] = &[
    arguments::function("oc_omit", &[]),
    arguments::function("oc_merge", &[TypeSet::MAP, TypeSet::MAP]).repeated(),
    arguments::function("oc_hash", &[TypeSet::STRING]),
    arguments::function("oc_generate_name", &[TypeSet::ANY]).optional(1).repeated().only(TEXTS),
    arguments::function("oc_dns_label", &[TypeSet::ANY]).optional(1).repeated().only(TEXTS),
];
const TEXTS: TypeSet = TypeSet::STRING.or(TypeSet::LIST);

/// How they are called.
pub(super) const FUNCTIONS: &[CelFunction] = &[
    function("oc_omit", "oc_omit()", Gives::Anything, "Leaves out the field or item whose value it is."),
    function(
        "oc_merge",
        "oc_merge(base, override, …)",
        Gives::Anything,
        "A map with the keys of all maps; later maps win.",
    ),
    function(
        "oc_generate_name",
        "oc_generate_name(part, …)",
        Gives::String,
        "A valid Kubernetes name of the parts, with a hash that makes it unique.",
    ),
    function("oc_hash", "oc_hash(text)", Gives::String, "A hash of the text, in eight characters."),
    function(
        "oc_dns_label",
        "oc_dns_label(part, …)",
        Gives::String,
        "A valid DNS label of the parts, with a hash that makes it unique.",
    ),
    function(
        "toContainerEnvFrom",
        "configurations.toContainerEnvFrom()",
        Gives::Anything,
        "The `envFrom` of a container: references to its config map and its secret.",
    ),
    function(
        "toContainerVolumeMounts",
        "configurations.toContainerVolumeMounts()",
        Gives::Described,
        "The `volumeMounts` of a container, one for each file.",
    ),
    function("toVolumes", "configurations.toVolumes()", Gives::Anything, "The `volumes` for all files."),
    function(
        "toConfigFileList",
        "configurations.toConfigFileList()",
        Gives::Described,
        "The files that are no secrets, each with a name for its resource.",
    ),
    function(
        "toSecretFileList",
        "configurations.toSecretFileList()",
        Gives::Described,
        "The files that are secrets, each with a name for its resource.",
    ),
    function(
        "toConfigEnvsByContainer",
        "configurations.toConfigEnvsByContainer()",
        Gives::Described,
        "The environment variables that are no secrets, with a name for their resource.",
    ),
    function(
        "toSecretEnvsByContainer",
        "configurations.toSecretEnvsByContainer()",
        Gives::Described,
        "The environment variables that are secrets, with a name for their resource.",
    ),
    function(
        "toConfigEnvList",
        "configurations.toConfigEnvList(prefix)",
        Gives::Anything,
        "The containers with environment variables that are no secrets (older versions).",
    ),
    function(
        "toSecretEnvList",
        "configurations.toSecretEnvList(prefix)",
        Gives::Anything,
        "The containers with environment variables that are secrets (older versions).",
    ),
    function(
        "envFrom",
        "configurations[container].envFrom(prefix)",
        Gives::Anything,
        "The `envFrom` of a container (older versions).",
    ),
    function(
        "toServicePorts",
        "workload.toServicePorts()",
        Gives::Described,
        "The `ports` of a service, one for each endpoint.",
    ),
    function(
        "toContainerPorts",
        "workload.toContainerPorts()",
        Gives::Described,
        "The `ports` of a container, one for each endpoint.",
    ),
    function(
        "toEndpointResources",
        "workload.toEndpointResources()",
        Gives::Anything,
        "What the schema of each endpoint describes, by the endpoint's name.",
    ),
    function(
        "toContainerEnv",
        "connections.toContainerEnv()",
        Gives::Anything,
        "The environment variables that tell a container of its connections (older versions).",
    ),
    function(
        "toContainerEnvs",
        "dependencies.toContainerEnvs()",
        Gives::Anything,
        "The environment variables that tell a container of its dependencies.",
    ),
];
