//! Very many files in one run: nothing is lost.

use super::{Folder, run};

#[test]
fn every_file_with_template_code_has_its_problem() {
    let folder = Folder::new(&[("config/schema.yml", "#@data/values-schema\n---\nport: 80\n")]);
    let mut expected = Vec::new();
    for number in 1_000..2_500 {
        // Each evaluates something of its own.
        let values = format!("#@ number = {number}\n#@data/values\n---\nport: #@ str(number)\n");
        folder.write(&format!("envs/{number}.yml"), values.as_bytes());
        expected.push(format!("envs/{number}.yml"));
    }
    let printed = run(&mut folder.sayl("--check --format github"), "");
    let files = printed.lines().filter_map(|line| line.strip_prefix("::error file=")?.split(',').next());
    assert_eq!(files.collect::<Vec<_>>(), expected);
}
