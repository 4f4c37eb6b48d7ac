#!/usr/bin/env python3
"""Writes core/src/choreo/kinds.json anew: what the platform's CRDs say of the fields of each kind, without prose.

    ci/openchoreo-kinds.py CRDS > core/src/choreo/kinds.json

CRDS is the folder `config/crd/bases` of a copy of https://github.com/openchoreo/openchoreo (Apache-2.0).
"""

import collections
import json
import pathlib
import sys

import yaml

KEYWORDS = {
    "type", "format", "enum", "pattern", "default", "nullable", "items", "properties", "required",
    "additionalProperties", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
    "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "uniqueItems",
    "oneOf", "anyOf", "allOf", "not",
    "x-kubernetes-preserve-unknown-fields", "x-kubernetes-int-or-string", "x-kubernetes-list-map-keys",
    "x-kubernetes-validations",
}
# Shorter subtrees are written out wherever they stand.
SHORTEST_SHARED = 120


def compact(schema):
    """The schema without what only people read."""
    kept = {}
    for keyword, value in schema.items():
        if keyword == "properties":
            kept[keyword] = {name: compact(value[name]) for name in sorted(value)}
        elif keyword == "x-kubernetes-validations":
            # What compares two versions of a resource cannot be told of one.
            rules = [rule["rule"].strip() for rule in value if "oldSelf" not in rule["rule"]]
            if rules:
                kept[keyword] = rules
        elif keyword in ("items", "not", "additionalProperties") and isinstance(value, dict):
            kept[keyword] = compact(value)
        elif keyword in ("oneOf", "anyOf", "allOf"):
            kept[keyword] = [compact(alternative) for alternative in value]
        elif keyword in KEYWORDS:
            kept[keyword] = value
        elif keyword not in ("description", "title", "example", "x-kubernetes-list-type", "x-kubernetes-map-type"):
            raise SystemExit(f"the keyword `{keyword}` is new: decide what it says of a resource")
    return kept


def text_of(schema):
    return json.dumps(schema, sort_keys=True)


class Shared:
    """Subtrees that stand in several places, by the name of the property that holds the first."""

    def __init__(self, roots):
        self.counts, self.names, self.definitions = collections.Counter(), {}, {}
        for name, root in roots.items():
            self.count(root, name)

    def below(self, schema):
        yield from schema.get("properties", {}).items()
        for keyword in ("items", "additionalProperties"):
            if isinstance(schema.get(keyword), dict):
                yield None, schema[keyword]

    def count(self, schema, name):
        text = text_of(schema)
        self.counts[text] += 1
        if self.counts[text] == 1:
            self.names[text] = name
            for key, inner in self.below(schema):
                self.count(inner, key or name.removesuffix("s"))

    def written(self, schema):
        """The schema, with references to what is shared."""
        text = text_of(schema)
        if self.counts[text] < 2 or len(text) < SHORTEST_SHARED:
            return self.with_references(schema)
        if text not in self.definitions:
            base = self.names[text][:1].upper() + self.names[text][1:]
            taken = {name for name, _ in self.definitions.values()}
            name = next(it for it in [base] + [f"{base}{n}" for n in range(2, 1000)] if it not in taken)
            self.definitions[text] = (name, None)
            self.definitions[text] = (name, self.with_references(schema))
        return {"$ref": "#/$defs/" + self.definitions[text][0]}

    def with_references(self, schema):
        copy = dict(schema)
        if "properties" in copy:
            copy["properties"] = {name: self.written(inner) for name, inner in copy["properties"].items()}
        for keyword in ("items", "additionalProperties"):
            if isinstance(copy.get(keyword), dict):
                copy[keyword] = self.written(copy[keyword])
        return copy


def main(folder):
    specs, requiring = {}, set()
    for path in sorted(pathlib.Path(folder).glob("*.yaml")):
        crd = yaml.safe_load(path.read_text())["spec"]
        version = next(it for it in crd["versions"] if it["storage"])
        whole = version["schema"]["openAPIV3Schema"]
        specs[crd["names"]["kind"]] = compact(whole["properties"]["spec"])
        if "spec" in whole.get("required", []):
            requiring.add(crd["names"]["kind"])
    shared = Shared({kind + "Spec": spec for kind, spec in specs.items()})

    def root(kind):
        schema = {"type": "object", "properties": {"spec": shared.written(specs[kind])}}
        return schema | ({"required": ["spec"]} if kind in requiring else {})

    kinds = {kind: root(kind) for kind in specs}
    definitions = dict(sorted(shared.definitions.values(), key=lambda it: it[0]))

    def lines(entries):
        return ",\n".join(f"    {json.dumps(name)}: {json.dumps(schema)}" for name, schema in entries.items())

    print('{\n  "type": "object",\n  "properties": {')
    print(lines(kinds))
    print('  },\n  "$defs": {')
    print(lines(definitions))
    print("  }\n}")


main(*sys.argv[1:])
