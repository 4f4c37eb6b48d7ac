//! What `sayl render` prints, writes and refuses.

use expect_test::expect;
use quick_xml::events::Event;

use super::{Folder, check, check_briefly, run};

const CONFIG: (&str, &str) = ("config/a.yml", "a: 1\n");
const TEXT: (&str, &str) = ("config/sub/t.txt", "(@ x = 1 @)x is (@= str(x) @)\n");

#[test]
fn nothing_is_printed_or_written_while_there_are_errors() {
    let files = [CONFIG, ("config/b.yml", "b: #@ 1 / 0\n"), ("out/kept.txt", "")];
    let folder = Folder::new(&files);
    let expected = expect![[r#"
        -- stderr
        error[template-failure]: Division by zero
         --> config/b.yml:1:7
          |
        1 | b: #@ 1 / 0
          |       ^^^^^

        -- status 1
    "#]];
    expected.assert_eq(&run(&mut folder.sayl("render -f config"), ""));
    expected.assert_eq(&run(&mut folder.sayl("render -f config --dangerous-emptied-output-directory out"), ""));
    assert!(folder.path().join("out/kept.txt").exists());
}

const HOT: &str = "\
#@ def hot(n):
#@   total = 0
#@   for i in range(n):
#@     total += i * i % 7
#@   end
#@   return total
#@ end
";

const CALLING: &str = "\
#@ load(\"hot.lib.yml\", \"hot\")
#@ def sums():
small: #@ hot(10)
large: #@ hot(20000)
#@ end
other: #@ 1 + 1
sums: #@ sums()
";

#[test]
fn a_profile_has_the_hot_line_at_the_top_and_changes_nothing_else() {
    let folder = Folder::new(&[("config/hot.lib.yml", HOT), ("config/app.yml", CALLING)]);
    let plain = folder.sayl("render -f config").output().unwrap();
    let profiled = folder.sayl("render -f config --profile").output().unwrap();
    assert_eq!((profiled.stdout, profiled.status), (plain.stdout.clone(), plain.status));
    let table = String::from_utf8(profiled.stderr).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].ends_with("own ms    %   total ms      steps  line"), "{table}");
    assert!(lines[1].ends_with("      20010  config/hot.lib.yml:4 hot"), "{table}");
    let total = |place: &str| -> f64 {
        let line = lines.iter().find(|line| line.ends_with(place)).unwrap();
        line.split_whitespace().nth(2).unwrap().parse().unwrap()
    };
    assert!(total("config/app.yml:7") >= total("config/app.yml:4 sums"), "{table}");
    assert!(total("config/app.yml:4 sums") >= total("config/hot.lib.yml:4 hot") / 2.0, "{table}");
    let in_file = folder.sayl("render -f config --profile profile.txt").output().unwrap();
    assert_eq!((in_file.stdout, in_file.stderr, in_file.status), (plain.stdout, Vec::new(), plain.status));
    let table = std::fs::read_to_string(folder.path().join("profile.txt")).unwrap();
    assert!(table.lines().nth(1).unwrap().ends_with("config/hot.lib.yml:4 hot"), "{table}");
}

#[test]
fn a_flame_graph_is_a_picture_that_names_functions_and_files() {
    let folder = Folder::new(&[("config/hot.lib.yml", HOT), ("config/app.yml", CALLING)]);
    let plain = folder.sayl("render -f config").output().unwrap();
    let profiled = folder.sayl("render -f config --profile profile.svg").output().unwrap();
    assert_eq!((profiled.stdout, profiled.stderr, profiled.status), (plain.stdout, Vec::new(), plain.status));
    let titles = titles(&std::fs::read_to_string(folder.path().join("profile.svg")).unwrap());
    for place in ["config/app.yml:7", "config/app.yml:4 sums", "config/hot.lib.yml:4 hot"] {
        assert!(titles.iter().any(|title| title.starts_with(&format!("{place} ("))), "{place} in {titles:?}");
    }
}

/// What the parts of a picture are called, which has to be well-formed.
fn titles(svg: &str) -> Vec<String> {
    let mut reader = quick_xml::Reader::from_str(svg);
    let (mut titles, mut open) = (Vec::new(), Vec::new());
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) => open.push(start.name().as_ref().to_vec()),
            Event::End(_) => drop(open.pop()),
            Event::Text(text) if open.last().is_some_and(|name| name == b"title") => {
                titles.push(String::from_utf8(text.to_vec()).unwrap());
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert!(open.is_empty(), "{open:?} end nowhere");
    titles
}

#[test]
fn a_profile_of_what_runs_no_code_is_empty_and_one_that_cannot_be_written_is_refused_at_once() {
    let folder = Folder::new(&[CONFIG]);
    expect![[r"
        a: 1
        -- stderr
            own ms    %   total ms      steps  line
        -- status 0
    "]]
    .assert_eq(&run(&mut folder.sayl("render -f config --profile"), ""));
    let drawn = run(&mut folder.sayl("render -f config --profile empty.svg"), "");
    assert_eq!(drawn, "a: 1\n-- status 0\n");
    titles(&std::fs::read_to_string(folder.path().join("empty.svg")).unwrap());
    let refused = run(&mut folder.sayl("render -f config --profile nowhere/profile.svg"), "");
    assert!(!refused.starts_with("a: 1") && refused.ends_with("-- status 2\n"), "{refused}");
}

#[test]
fn files_are_written_beside_what_is_there_or_in_its_place() {
    let folder = Folder::new(&[CONFIG, TEXT, ("out/kept.txt", ""), ("out/a.yml", "old")]);
    expect![[r"
        creating: out/sub/t.txt
        creating: out/a.yml
        -- status 0
    "]]
    .assert_eq(&run(&mut folder.sayl("render -f config --output-files out"), ""));
    let read = |path: &str| std::fs::read_to_string(folder.path().join(path)).unwrap();
    assert_eq!((read("out/a.yml").as_str(), read("out/sub/t.txt").as_str()), ("a: 1\n", "x is 1\n"));
    assert!(folder.path().join("out/kept.txt").exists());
    run(&mut folder.sayl("render -f config --dangerous-emptied-output-directory out"), "");
    let names = |path: &str| std::fs::read_dir(folder.path().join(path)).unwrap().count();
    assert_eq!((names("out"), names(".")), (2, 2));
}

#[test]
fn a_folder_that_holds_everything_is_not_emptied() {
    for folder in ["/", ".", "./"] {
        let given = Folder::new(&[CONFIG]);
        let output =
            run(&mut given.sayl(&format!("render -f config --dangerous-emptied-output-directory {folder}")), "");
        assert!(output.contains("this folder is not emptied"), "{output}");
    }
}

#[test]
fn what_is_no_file_of_a_bundle_is_refused() {
    check_briefly(
        &[CONFIG],
        "render config",
        expect![[r"
            -- stderr
            sayl: `sayl render` takes the files of a bundle with -f
            -- status 2
        "]],
    );
    check_briefly(
        &[CONFIG],
        "check -f x.yml=https://example.com/x.yml",
        expect![[r"
            -- stderr
            sayl: x.yml=https://example.com/x.yml: sayl reads no files from the network; download it and give the file
            -- status 2
        "]],
    );
}

#[test]
fn marks_that_mean_nothing_are_refused() {
    let folder = Folder::new(&[CONFIG, TEXT]);
    let refusal = |mark: &str| run(&mut folder.sayl(&format!("check -f config --file-mark {mark}")), "");
    let refusals: String = [
        "a.yml",
        "a.yml:x=1",
        "a.yml:type=x",
        "a.yml:exclude=false",
        "b.yml:exclude=true",
        "a.yml:path=a.star --file-mark a.yml:for-output=true",
    ]
    .iter()
    .map(|mark| refusal(mark))
    .collect();
    expect![[r#"
        -- stderr
        sayl: --file-mark a.yml: a mark is given as path:key=value, such as a.txt:type=data
        -- status 2
        -- stderr
        sayl: --file-mark a.yml:x=1: `x` is no key: path, exclude, type, for-output or exclusive-for-output
        -- status 2
        -- stderr
        sayl: --file-mark a.yml:type=x: `x` is no type: yaml-template, yaml-plain, text-template, text-plain, starlark or data
        -- status 2
        -- stderr
        sayl: --file-mark a.yml:exclude=false: `exclude` can only be true
        -- status 2
        -- stderr
        sayl: --file-mark b.yml:exclude=true: no file has this path
        -- status 2
        -- stderr
        sayl: --file-mark: `a.star` cannot be output: it is neither YAML nor text
        -- status 2
    "#]].assert_eq(&refusals);
}

#[test]
fn what_cannot_be_output_is_refused_only_where_there_is_output() {
    let folder = Folder::new(&[CONFIG, ("config/s.yml", "#@data/values-schema\n---\nb: 1\n")]);
    let marks = "--file-mark a.yml:type=data --file-mark a.yml:exclusive-for-output=true";
    for (command, is_refused) in
        [("check", true), ("render", true), ("render --files-inspect", false), ("values", false), ("schema", false)]
    {
        let output = run(&mut folder.sayl(&format!("{command} -f config {marks}")), "");
        assert_eq!(output.contains("cannot be output"), is_refused, "{command}: {output}");
        assert!(output.ends_with(if is_refused { "-- status 2\n" } else { "-- status 0\n" }), "{command}: {output}");
    }
}

#[test]
fn two_files_of_the_output_have_one_name_only_in_a_folder_that_is_not_emptied() {
    let folder = Folder::new(&[CONFIG, ("other/a.yml", "a: 2\n")]);
    for command in ["check", "render"] {
        let given = |flag: &str| run(&mut folder.sayl(&format!("{command} -f config -f other {flag} out")), "");
        let refused = given("--dangerous-emptied-output-directory");
        assert!(refused.contains("several files of the output are called a.yml\n-- status 2\n"), "{refused}");
        let taken = given("--output-files");
        assert!(taken.ends_with("-- status 0\n"), "{taken}");
    }
}

#[cfg(unix)]
#[test]
fn links_are_followed_where_a_flag_says_so() {
    let folder = Folder::new(&[CONFIG, ("other/b.yml", "b: 1\n")]);
    std::os::unix::fs::symlink("../other/b.yml", folder.path().join("config/b.yml")).unwrap();
    let refused = run(&mut folder.sayl("render -f config"), "");
    assert!(refused.contains("this is a symbolic link"), "{refused}");
    assert_eq!(refused, run(&mut folder.sayl("render -f config --allow-symlink-destination config"), ""));
    for flag in ["--allow-symlink-destination other", "--dangerous-allow-all-symlink-destinations=true"] {
        expect![[r"
            a: 1
            ---
            b: 1
            -- status 0
        "]]
        .assert_eq(&run(&mut folder.sayl(&format!("render -f config {flag}")), ""));
    }
}

#[test]
fn a_file_may_be_given_twice_and_by_another_name_too() {
    check(
        &[CONFIG],
        "render -f config -f config/a.yml -f no-yaml=config/a.yml -f x/y.yml=config/a.yml",
        expect![[r#"
            a: 1
            ---
            a: 1
            ---
            a: 1
            ---
            a: 1
            -- status 0
        "#]],
    );
}

#[test]
fn a_check_takes_what_only_says_how_output_is_printed() {
    check(
        &[CONFIG],
        "check -f config -o json --debug --output-files out",
        expect![[r"
            No problems in 1 file
            Looked at 1 template.
            -- status 0
        "]],
    );
}

#[test]
fn json_has_nothing_between_documents_and_no_infinite_numbers() {
    check(
        &[("a.yml", "b: <é>\na: 1000000.5\n---\nc: .inf\n---\n- 1e21\n")],
        "render -f a.yml -o json,yaml",
        expect![[r#"
            {"a":1000000.5,"b":"\u003cé\u003e"}[1e+21]-- status 0
        "#]],
    );
}
