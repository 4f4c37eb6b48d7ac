//! Names across files: what a name under the cursor is in the end.

use crate::analysis::names::NameOrigin;
use crate::test_support::{TestCursor, cursor};

/// What the name at `$0` is: `path:line name`, or a module with what it has.
#[track_caller]
fn check(fixture: &str, expected: &str) {
    let TestCursor { analysis, file, offset } = cursor(fixture);
    let names = analysis.names(file).expect("the file holds code");
    let (binding, _) = names.at(offset).expect("there is a name");
    let found = match analysis.origin(file, binding) {
        NameOrigin::Module(module, name) => format!("@ytt:{module} {name}"),
        NameOrigin::Binding(file, binding) => {
            let binding = analysis.names(file).and_then(|names| names.binding(binding)).expect("it is there");
            let text = analysis.document(file).expect("it is there").rope().to_string();
            let line = text[..binding.definitions[0].range.start().into()].matches('\n').count() + 1;
            format!("{}:{line} {}", analysis.path(file).display(), binding.name)
        }
    };
    assert_eq!(found, expected, "{fixture}");
}

const LIBRARIES: &str = r#"
#- /app/schema.yml
#@data/values-schema
---
name: x
#- /app/lib/names.star
load("/config/more.lib.yml", "again", other="label")
def app(): return other()
#- /app/config/more.lib.yml
#@ load("@ytt:data", d="data")
#@ def label():
name: #@ d.values.name
#@ end
#@ again = label
#- /app/_ytt_lib/db/code/db.star
load("/base.star", "port")
load("@inner:x.star", "deep")
#- /app/_ytt_lib/db/base.star
port = 1
#- /app/_ytt_lib/db/code/_ytt_lib/inner/x.star
deep = 2
"#;

#[test]
fn a_name_is_followed_through_loads() {
    let with = |template: &str| format!("{LIBRARIES}#- /app/a.yml\n{template}");
    check(&with("#@ load(\"lib/names.star\", \"app\")\na: #@ ap$0p()\n"), "/app/lib/names.star:2 app");
    check(&with("#@ load(\"lib/names.star\", \"ot$0her\")\n"), "/app/a.yml:1 other");
    check(&with("#@ load(\"config/more.lib.yml\", x=\"label\")\na: #@ x$0()\n"), "/app/config/more.lib.yml:2 label");
    check(&with("#@ load(\"/lib/names.star\", \"again\")\na: #@ ag$0ain()\n"), "/app/a.yml:1 again");
    check(&with("#@ load(\"@db:code/db.star\", x=\"port\")\na: #@ x$0\n"), "/app/a.yml:1 x");
    check(&with("#@ load(\"@db:base.star\", x=\"port\")\na: #@ x$0\n"), "/app/_ytt_lib/db/base.star:1 port");
    check(&with("#@ load(\"@ytt:json\", j=\"json\")\na: #@ j$0.encode(1)\n"), "@ytt:json json");
    check(&with("#@ load(\"gone.star\", \"x\")\na: #@ $0x\n"), "/app/a.yml:1 x");
}

#[test]
fn a_library_loads_from_itself_and_from_libraries_of_its_own() {
    let moved = |from: &str, to: &str| LIBRARIES.replace(from, to);
    check(&moved("\"port\"", "\"po$0rt\""), "/app/_ytt_lib/db/base.star:1 port");
    check(&moved("\"deep\"", "\"$0deep\""), "/app/_ytt_lib/db/code/_ytt_lib/inner/x.star:1 deep");
    check(&moved("return other", "return $0other"), "/app/config/more.lib.yml:2 label");
}
