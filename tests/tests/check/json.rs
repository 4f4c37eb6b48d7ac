//! `--format json`: one object, positions as people count, the same bytes whatever `--jobs`.

use expect_test::expect;

use super::{Folder, check, run};

#[test]
fn a_problem_has_its_range_in_characters_and_its_related_places() {
    let schema = "#@data/values-schema\n---\nname: \"\"\nport: 80\n";
    let values = "#@data/values\n---\n\"größe\": 1\nport: \"😀\"\n";
    check(
        &[("schema.yml", schema), ("values.yml", values)],
        "--check --format json",
        expect![[r##"
            {"version":1,"files":2,"counts":{"schemas":1,"values":1,"templates":0,"resources":0,"ungoverned":0,"other-yaml":0},"problems":[{"file":"values.yml","range":{"start":{"line":3,"column":1},"end":{"line":3,"column":8}},"severity":"error","code":"unknown-key","message":"The key `größe` is not declared in the schema\nfound: `größe`\nexpected: one of `name`, `port`","related":[{"file":"schema.yml","range":{"start":{"line":2,"column":1},"end":{"line":2,"column":4}},"message":"the schema declares the keys of this map here"}],"fixes":[]},{"file":"values.yml","range":{"start":{"line":4,"column":7},"end":{"line":4,"column":10}},"severity":"error","code":"type-mismatch","message":"`port` must be an integer\nfound: string\nexpected: integer","related":[{"file":"schema.yml","range":{"start":{"line":4,"column":1},"end":{"line":4,"column":5}},"message":"the schema declares it here"}],"fixes":[{"title":"Let the schema accept anything here: `@schema/type any=True`","edits":[{"file":"schema.yml","range":{"start":{"line":4,"column":1},"end":{"line":4,"column":1}},"text":"#@schema/type any=True\n"}]}]}]}
            -- status 1
        "##]],
    );
}

#[test]
fn nothing_wrong_is_an_empty_list() {
    check(
        &[("schema.yml", "#@data/values-schema\n---\nname: \"\"\n")],
        "--check --format json",
        expect![[r#"
            {"version":1,"files":1,"counts":{"schemas":1,"values":0,"templates":0,"resources":0,"ungoverned":0,"other-yaml":0},"problems":[]}
            -- status 0
        "#]],
    );
}

#[test]
fn the_same_input_gives_the_same_bytes_whatever_the_number_of_jobs() {
    let folder = Folder::new(&[("config/schema.yml", "#@data/values-schema\n---\nport: 80\n")]);
    for number in 0..40 {
        let values = format!("#@data/values\n---\nport: \"{number}\"\nprot: 1\n");
        folder.write(&format!("envs/{number}.yml"), values.as_bytes());
    }
    let outputs =
        ["1", "2", "7"].map(|jobs| run(&mut folder.sayl(&format!("--check --format json --jobs {jobs}")), ""));
    assert!(outputs[0].contains("envs/39.yml"), "{}", outputs[0]);
    assert!(outputs.iter().all(|output| *output == outputs[0]));
}
