//! What OpenAPI documents of both versions define.

use super::OpenApi;
use crate::kubernetes::{ResourceScope, ResourceType};
use crate::schema::instance::violations;
use crate::text::Place;
use crate::values::from_json::from_json;

fn read(schemas: &serde_json::Value, is_newer: bool) -> OpenApi {
    let text = schemas.to_string();
    let json = if is_newer {
        let text = text.replace("#/definitions/", "#/components/schemas/");
        format!("{{\"components\": {{\"schemas\": {text}}}}}")
    } else {
        format!("{{\"definitions\": {text}, \"paths\": {{\"/api/v1/nodes\": {{\"get\": {NODES}}}}}}}")
    };
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    OpenApi::read(&from_json(&json), Place::NOWHERE).expect("it defines something")
}

const NODES: &str = r#"{"x-kubernetes-group-version-kind": {"group": "", "version": "v1", "kind": "Node"}}"#;

#[test]
fn both_versions_define_the_same() {
    let schemas = serde_json::json!({
        "io.k8s.api.core.v1.Node": {
            "type": "object",
            "properties": {
                "metadata": {"$ref": "#/definitions/io.k8s.ObjectMeta"},
                "spec": {"allOf": [{"$ref": "#/definitions/io.k8s.NodeSpec"}], "default": {}},
            },
            "x-kubernetes-group-version-kind": [{"group": "", "version": "v1", "kind": "Node"}],
        },
        "io.k8s.ObjectMeta": {"type": "object", "properties": {"name": {"type": "string"}}},
        "io.k8s.NodeSpec": {
            "type": "object",
            "required": ["id"],
            "properties": {
                "id": {"type": "string", "default": ""},
                "size": {"$ref": "#/definitions/io.k8s.Quantity"},
                "port": {"$ref": "#/definitions/io.k8s.IntOrString"},
                "next": {"$ref": "#/definitions/io.k8s.NodeSpec"},
            },
        },
        "io.k8s.Quantity": {"type": "string"},
        "io.k8s.IntOrString": {"type": "string", "format": "int-or-string"},
    });
    for is_newer in [false, true] {
        let document = read(&schemas, is_newer);
        let node = ResourceType::of("v1", "Node");
        assert_eq!(document.types().collect::<Vec<_>>(), [&node]);
        let definition = document.definition(&node).expect("it is defined");
        let expected = if is_newer { ResourceScope::Namespaced } else { ResourceScope::Cluster };
        assert_eq!(definition.scope, expected);
        let judge = |value: serde_json::Value| violations(&from_json(&value), &definition.schema().root).len();
        let right = serde_json::json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "a"}});
        assert_eq!(
            judge(serde_json::json!({"metadata": right["metadata"], "spec": {"id": "a", "size": 1, "port": 80}})),
            0
        );
        assert_eq!(judge(serde_json::json!({"spec": {"size": "1Gi", "port": true, "other": 1}})), 3);
    }
}
