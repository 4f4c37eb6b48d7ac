//! What is shown of an output, and where each of its lines comes from.

use std::fmt::Write as _;
use std::path::Path;

use expect_test::{Expect, expect};

use super::{RenderedOutput, rendered, saved};
use crate::analysis::{Analysis, AnalysisHost};
use crate::ide::line::line_number;
use crate::ide::mapped_text::TokenOrigin;
use crate::render::request::{Request, Runner};
use crate::test_support::{Fixture, settle};
use crate::text::{FileId, TextRange, TextSize};

/// The output that the file at the cursor is rendered to, each line with the places that it comes from.
#[track_caller]
fn check(fixture: &str, expected: &Expect) {
    let fixture = Fixture::parse(fixture);
    let (path, _) = fixture.cursor.as_ref().expect("the fixture has a cursor `$0`");
    expected.assert_eq(&picture(&fixture.host().analysis(), path));
}

fn picture(analysis: &Analysis, path: &Path) -> String {
    let file = analysis.file(path).unwrap();
    let _ = rendered(analysis, file);
    settle(analysis, &mut Runner::new());
    match rendered(analysis, file).output {
        Some(output) => lines(analysis, &output),
        None => String::new(),
    }
}

fn lines(analysis: &Analysis, output: &RenderedOutput) -> String {
    let mut picture = String::new();
    for (index, line) in output.output.text.lines().enumerate() {
        let sources = output.sources(analysis, index).into_iter().map(|origin| place(analysis, origin));
        let shown = format!("{line:24}{}", sources.collect::<Vec<_>>().join(" < "));
        let _ = writeln!(picture, "{}", shown.trim_end());
    }
    picture
}

fn place(analysis: &Analysis, origin: TokenOrigin) -> String {
    let line = line_number(analysis.document(origin.file).unwrap().rope(), origin.range.start()) + 1;
    format!("{}:{line}", analysis.path(origin.file).file_name().unwrap().display())
}

const BUNDLE: &str = "
    #- /schema.yml
    #@data/values-schema
    ---
    name: web
    port: 80
    labels:
      tier: front
    hosts:
    - \"\"
    users:
    - name: \"\"
      roles:
      - \"\"
    #- /values.yml
    #@data/values
    ---
    port: 8080
    hosts:
    - a.example
    - b.example
    users:
    - name: ann
      roles: [admin]
    - name: bob
      roles:
      - reader
      - writer
    #- /names.lib.yml
    #@ def labels(app):
    app: #@ app.name
    #@ end
";

const APP: &str = r#"
    #- /app.yml
    #@ load("@ytt:data", "data")
    #@ load("names.lib.yml", "labels")
    kind: Service
    metadata:
      name: #@ data.values.name + "-" + str(data.values.port)
      labels: #@ labels(data.values)
      more: #@ data.values.labels
    spec:
      #@ for host in data.values.hosts:
      - host: #@ host
        text: |
          one
          two
      #@ end
    ---
    fixed: true$0
"#;

#[test]
fn each_line_leads_to_its_template_and_to_the_data_values_in_it() {
    check(
        &format!("{BUNDLE}{APP}"),
        &expect![[r#"
            kind: Service           app.yml:3
            metadata:               app.yml:4
              name: web-8080        app.yml:5 < schema.yml:3 < values.yml:3
              labels:               app.yml:6
                app: web            names.lib.yml:2 < schema.yml:3
              more:                 app.yml:7 < schema.yml:5
                tier: front         app.yml:7 < schema.yml:5
            spec:                   app.yml:8
            - host: a.example       app.yml:10 < values.yml:5
              text: |               app.yml:11
                one                 app.yml:11
                two                 app.yml:11
            - host: b.example       app.yml:10 < values.yml:6
              text: |               app.yml:11
                one                 app.yml:11
                two                 app.yml:11
            ---                     app.yml:15
            fixed: true             app.yml:16
        "#]],
    );
}

#[test]
fn what_a_loop_gives_leads_to_the_item_that_had_its_turn() {
    check(
        &format!(
            "{BUNDLE}{}",
            r#"
    #- /app.yml
    #@ load("@ytt:data", "data")
    users:
    #@ for user in data.values.users:
    - name: #@ user.name
      text: |
        fixed
      roles:
      #@ for role in user.roles:
      - #@ role
      #@ end
    #@ end
    some:
    #@ for host in data.values.hosts:
    #@ if host.startswith("b"):
    - #@ host
    #@ end
    #@ end$0
"#
        ),
        &expect![[r#"
            users:                  app.yml:2
            - name: ann             app.yml:4 < values.yml:8
              text: |               app.yml:5
                fixed               app.yml:5
              roles:                app.yml:7
              - admin               app.yml:9 < values.yml:9
            - name: bob             app.yml:4 < values.yml:10
              text: |               app.yml:5
                fixed               app.yml:5
              roles:                app.yml:7
              - reader              app.yml:9 < values.yml:12
              - writer              app.yml:9 < values.yml:13
            some:                   app.yml:12
            - b.example             app.yml:15 < values.yml:4
        "#]],
    );
}

#[test]
fn a_file_without_output_shows_that_of_the_bundle() {
    check(
        r#"
        #- /schema.yml
        #@data/values-schema
        ---
        name: web
        #- /a.yml
        a: 1
        b: 2
        #- /notes.txt
        just text
        #- /overlay.yml
        #@ load("@ytt:overlay", "overlay")
        #@overlay/match by=overlay.all$0, expects="1+"
        ---
        a: 3
        #@overlay/match missing_ok=True
        c: 4
        #- /z.yml
        a: 0
        "#,
        &expect![[r#"
            a: 3                    overlay.yml:4
            b: 2                    a.yml:2
            c: 4                    overlay.yml:6
            ---
            a: 3                    overlay.yml:4
            c: 4                    overlay.yml:6
        "#]],
    );
}

#[test]
fn a_text_is_shown_as_it_is_with_the_lines_that_made_it() {
    check(
        r#"
        #- /schema.yml
        #@data/values-schema
        ---
        name: web
        hosts:
        - ""
        #- /values.yml
        #@data/values
        ---
        hosts: [a, b]
        #- /notes.txt
        (@ load("@ytt:data", "data") -@)
        (@ def mark(text): @)<(@= text @)>(@ end -@)
        name: (@= data.values.name @)$0
        (@ for host in data.values.hosts: -@)
        host (@= mark(host) @)
          of two lines
        (@ end -@)
        (@= "1\n2" @)
        end
        "#,
        &expect![[r#"
            name: web               notes.txt:3 < schema.yml:3
            host <a>                notes.txt:5 < values.yml:3
              of two lines          notes.txt:6
            host <b>                notes.txt:5 < values.yml:3
              of two lines          notes.txt:6
            1                       notes.txt:8
            2                       notes.txt:8
            end                     notes.txt:9
        "#]],
    );
}

#[test]
fn a_text_without_code_leads_to_itself() {
    check(
        "
        #- /schema.yml
        #@data/values-schema
        ---
        a: 1
        #- /notes.txt
        one
        two$0
        ",
        &expect![[r#"
            one                     notes.txt:1
            two                     notes.txt:2
        "#]],
    );
}

const ALTERNATIVES: &str = r#"
    #- /config/schema.yml
    #@data/values-schema
    ---
    port: 80
    #- /config/app.yml
    #@ load("@ytt:data", "data")
    port: #@ data.values.port
    #- /envs/dev.yml
    #@data/values
    ---
    port: 1
    #- /envs/prod.yml
    #@data/values
    ---
    port: 2
"#;

#[test]
fn an_alternative_shows_the_output_with_its_own_values() {
    let fixture = Fixture::parse(ALTERNATIVES);
    let analysis = fixture.host().analysis();
    let shown = |path: &str| picture(&analysis, Path::new(path));
    expect![[r#"
        port: 1                 app.yml:2 < dev.yml:3
        port: 2                 app.yml:2 < prod.yml:3
        port: 1                 app.yml:2 < dev.yml:3
    "#]]
    .assert_eq(&["/envs/dev.yml", "/envs/prod.yml", "/config/app.yml"].map(shown).concat());
}

/// Replaces the first `old` of a file by `new`, as an editor does.
fn edit(host: &mut AnalysisHost, path: &str, old: &str, new: &str) {
    let analysis = host.analysis();
    let file = analysis.file(Path::new(path)).unwrap();
    let text = analysis.document(file).unwrap().rope().to_string();
    let at = TextSize::new(u32::try_from(text.find(old).unwrap()).unwrap());
    let file: FileId = host.open(Path::new(path), &text, 1, false);
    host.edit(file, &[(TextRange::at(at, TextSize::of(old)), new.to_owned())], 2);
}

#[test]
fn while_a_line_is_half_typed_the_last_output_stays_with_its_places_as_they_are_now() {
    let mut host = Fixture::parse(&format!("{BUNDLE}{APP}")).host();
    let app = Path::new("/app.yml");
    let before = picture(&host.analysis(), app);
    edit(&mut host, "/app.yml", "kind: Service\n", "kind: Service\n\nhalf \"typed\n");
    let after = picture(&host.analysis(), app);
    let moved =
        |line: usize| before.contains(&format!("app.yml:{line}")) && after.contains(&format!("app.yml:{}", line + 2));
    assert!([4, 10, 16].into_iter().all(moved), "{before}{after}");
    let output = |picture: &str| {
        picture.lines().map(|line| line.get(..24).unwrap_or(line).trim_end().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(output(&before), output(&after));
    assert!(!rendered(&host.analysis(), host.analysis().file(app).unwrap()).output.unwrap().is_current);
    edit(&mut host, "/app.yml", "half \"typed\n", "typed: 1\n");
    assert!(picture(&host.analysis(), app).contains("typed: 1"));
}

#[test]
fn whoever_looks_at_the_output_costs_no_evaluation_of_its_own() {
    let mut host = Fixture::parse(ALTERNATIVES).host();
    picture(&host.analysis(), Path::new("/config/app.yml"));
    for port in 3..200 {
        edit(&mut host, "/envs/dev.yml", "port: ", &format!("port: {port} #! "));
        let analysis = host.analysis();
        let file = analysis.file(Path::new("/config/app.yml")).unwrap();
        let is_looked_at = port < 100;
        if is_looked_at {
            let _ = rendered(&analysis, file);
        }
        let _ = analysis.problems(file);
        let wanted = analysis.pending_requests();
        let [(name, request)] = &wanted[..] else { panic!("{} evaluations", wanted.len()) };
        let Request::Render(job) = &**request else { panic!("something else is evaluated") };
        // Nobody says that he looks no more, so it is noticed after a while.
        assert!(job.print.is_some() || !is_looked_at);
        assert!(job.print.is_none() || port < 199);
        analysis.add_reply(*name, Runner::new().answer(request));
    }
}

#[test]
fn what_was_saved_is_rendered_without_what_is_typed() {
    let fixture = Fixture::parse(&format!("{BUNDLE}{APP}"));
    let mut host = fixture.host();
    let app = Path::new("/app.yml");
    let output = |host: &AnalysisHost| {
        let analysis = host.analysis();
        let file = analysis.file(app).unwrap();
        let request = analysis.saved_preview(file, &fixture.vfs()).unwrap();
        saved(&Runner::new().answer(&request), file).unwrap()
    };
    let before = output(&host);
    assert!(before.starts_with("kind: Service\n"), "{before}");
    edit(&mut host, "/app.yml", "kind: Service", "kind: Other");
    edit(&mut host, "/values.yml", "port: 8080", "port: \"half");
    assert_eq!(output(&host), before);
}
