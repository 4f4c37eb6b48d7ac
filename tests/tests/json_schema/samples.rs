//! Schemas of every edition with values that they accept.

use super::{Sample, check};

#[test]
fn types_and_documentation_of_released_schemas() {
    check(&Sample {
        schema: r#"#@data/values-schema
#@schema/title "App"
---
#@schema/desc "Where it listens"
#@schema/examples ("usual", 80)
port: 80
ratio: 0.5
name: ""
debug: false
#@schema/nullable
#@schema/deprecated "gone soon"
host: ""
#@schema/type any=True
extra: {a: 1}
db:
  name: main
  #@schema/nullable
  pool:
    size: 1
    tags: [""]
servers:
- name: ""
  ports: [0]
"#,
        values: &[
            "{}",
            r#"{"port": 1, "ratio": 2, "name": "x", "debug": true, "host": null, "extra": [1], "db": {"pool": {"tags": ["t"]}}}"#,
            r#"{"servers": [{"name": "a", "ports": [1, 2]}, {}], "db": {"name": "n", "pool": null}, "host": "h"}"#,
        ],
    });
}

#[test]
fn rules_of_released_schemas() {
    check(&Sample {
        schema: r#"#@data/values-schema
---
#@schema/validation min=1, max=65535
port: 80
#@schema/validation min_len=1
name: ""
#@schema/validation max_len=2
#@schema/nullable
zone: ""
#@schema/validation one_of=["a", "abc"]
letter: a
#@schema/nullable
#@schema/validation not_null=True
key: ""
#@schema/validation min_len=1, max_len=2
names:
- ""
#@schema/validation one_not_null=["s3", "gcs"]
store:
  #@schema/nullable
  s3: ""
  #@schema/nullable
  gcs:
    #@schema/validation min=0
    retries: -1
  #@schema/nullable
  other: ""
"#,
        values: &[
            r#"{"name": "x", "key": "k", "names": ["a"], "store": {"s3": "b"}}"#,
            r#"{"port": 3, "name": "x", "zone": "z", "letter": "abc", "key": "k", "names": ["a", "b"], "store": {"gcs": {"retries": 0}}}"#,
        ],
    });
}

#[test]
fn unions_keys_and_formats_of_drafts() {
    check(&Sample {
        schema: r#"#@schema/match data_values=True
---
#@schema/type "int", "string"
percentage: 0
#@schema/nullable
name: ""
#@schema/allow-empty
suffix: ""
#@schema/validate min=1, max=70000
#@schema/default 3
port: 3
#@schema/validate format="ip"
address: 10.0.0.1
#@schema/validate starts_with="https://"
url: https://a.example
#@schema/validate unique=True, max_len=3
#@schema/default []
numbers:
- 1
labels:
  #@schema/any-key
  _: x
#@schema/key-may-be-present
proxy:
  name: p
"#,
        values: &[
            r#"{"percentage": "10%", "suffix": "s"}"#,
            r#"{"percentage": 10, "name": "n", "port": 1, "labels": {"a": "b"}, "proxy": {"name": "q"}, "numbers": [1, 3]}"#,
        ],
    });
}

#[test]
fn empty_values_and_patterns_of_proposals() {
    check(&Sample {
        schema: r#"#@schema/definition data_values=True
---
domain: ""
#@schema/type one_of=["null", "int"], or_inferred=True
pool:
  name: x
#@schema/validate regexp="^[a-z]+$", max_len=5
key: abc
#@schema/validate enum=["a", "abc"]
letter: a
backends:
  #@schema/key allowed="^[a-z]+$", expects="1+"
  _:
    port: 1
#@schema/removed "gone"
old: x
"#,
        values: &[
            r#"{"domain": "a", "backends": {"a": {}}}"#,
            r#"{"domain": "a", "pool": null, "key": "abc", "letter": "abc", "backends": {"a": {"port": 3}, "name": {}}}"#,
            r#"{"domain": "a", "pool": 3, "backends": {"key": {"port": 0}}}"#,
        ],
    });
}

#[test]
fn empty_values_of_the_early_edition() {
    check(&Sample {
        schema: r#"#@schema attach="data/values"
---
name: ""
port: 0
#@schema/allow-empty
count: 0
#@schema/allow-empty
names: [x]
hosts: [x]
ratio: 0.5
"#,
        values: &[
            r#"{"name": "a", "port": 1, "hosts": ["a"]}"#,
            r#"{"name": "a", "port": 3, "count": 1, "names": ["a"], "hosts": ["a", "b"], "ratio": 1.5}"#,
        ],
    });
}

#[test]
fn combinations_of_the_early_edition() {
    check(&Sample {
        schema: r#"#@schema
---
#@ def remote():
name: host
port: 1
#@ end
#@ def local():
path: socket
#@ end
#@ def named():
name: x
a: 1
#@ end
#@schema/any-of remote(), local()
listen:
  path: /run
#@schema/one-of remote(), named()
source:
  port: 3
#@schema/all-of remote()
target:
  name: n
#@schema/nullable
#@schema/one-of 1, "text"
size: 1
"#,
        values: &[
            "{}",
            r#"{"listen": {"name": "h", "port": 3}, "source": {"a": 3}, "target": {"port": 3}, "size": "a"}"#,
            r#"{"listen": {"path": "p"}, "source": {"port": 3, "name": "b"}, "size": null}"#,
        ],
    });
}

#[test]
fn formats_mean_what_the_drafts_say() {
    check(&Sample {
        schema: r#"#@schema/match data_values=True
---
#@schema/validate format="date"
day: 2018-11-13
#@schema/validate format="email"
mail: a@b.example
#@schema/validate format="ipv4"
address: 10.0.0.1
#@schema/validate format="uri"
url: https://a.example
#@schema/validate format="percent"
share: 10%
#@schema/validate format="duration"
wait: 1h30m
#@schema/validate format="port"
port: 80
#@schema/nullable
#@schema/validate format="hostname"
host: a.example
"#,
        values: &[
            "{}",
            r#"{"day": "2024-02-29", "mail": "x@y.example", "address": "127.0.0.1", "url": "http://b.example/x", "host": "key"}"#,
            r#"{"share": "5%", "wait": "-1.5s", "port": 70, "host": null}"#,
        ],
    });
}
