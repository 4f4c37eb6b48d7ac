//! Worlds that change: what a snapshot says before and after.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::analysis::{Analysis, AnalysisHost};
use crate::render::request::{Request, Runner};
use crate::test_support::{Fixture, limits, settle};
use crate::text::{FileId, TextRange, TextSize};

const WORLD: &str = "
#- /app/config/schema.yml
#@data/values-schema
---
port: 80
#@schema/validation min_len=1
password: \"\"
#- /app/envs/dev.yml
#@data/values
---
port: 1
password: x
#- /app/envs/prod.yml
#@data/values
---
port: 2
";

fn file(analysis: &Analysis, path: &str) -> FileId {
    analysis.file(Path::new(path)).unwrap()
}

/// Each problem of a file as its line, from 1, and its code.
fn problems(analysis: &Analysis, path: &str) -> Vec<(usize, &'static str)> {
    let file = file(analysis, path);
    let document = analysis.document(file).unwrap();
    let problems = analysis.problems(file);
    problems.iter().map(|it| (document.line_of(it.place.range.start()) + 1, it.code.name())).collect()
}

/// Opens a file with its own text and replaces the first `old` by `new`.
pub(super) fn edit(host: &mut AnalysisHost, path: &str, old: &str, new: &str) {
    let analysis = host.analysis();
    let text = analysis.document(file(&analysis, path)).unwrap().rope().to_string();
    let at = TextSize::new(u32::try_from(text.find(old).unwrap()).unwrap());
    let file = host.open(Path::new(path), &text, 1, false);
    host.edit(file, &[(TextRange::at(at, TextSize::of(old)), new.to_owned())], 2);
}

#[test]
fn a_text_that_was_read_is_not_read_again_when_it_is_opened() {
    let mut host = Fixture::parse(WORLD).host();
    let path = "/app/envs/prod.yml";
    let before = host.analysis();
    let known = problems(&before, path);
    let prod = file(&before, path);
    let read = before.document(prod).unwrap();
    host.open(Path::new(path), &read.rope().to_string(), 1, false);
    let opened = host.analysis();
    assert!(std::ptr::eq(opened.document(prod).unwrap().stream(), read.stream()));
    assert_eq!(problems(&opened, path), known);
    host.open(Path::new(path), "#! another text\n", 2, false);
    assert!(!std::ptr::eq(host.analysis().document(prod).unwrap().stream(), read.stream()));
}

#[test]
fn values_files_outside_the_bundle_are_alternatives() {
    let analysis = Fixture::parse(WORLD).analysis();
    assert_eq!(problems(&analysis, "/app/config/schema.yml"), []);
    assert_eq!(problems(&analysis, "/app/envs/dev.yml"), []);
    // What this file leaves as the schema has it breaks a rule: that is said at its `---`.
    assert_eq!(problems(&analysis, "/app/envs/prod.yml"), [(2, "rule-violation")]);
}

/// Values with code, looked at before the code was evaluated, become a template: nobody waits for the values any more.
#[test]
fn what_an_older_text_waited_for_holds_nothing_back() {
    let values = "#- /app/envs/code.yml\n#@ load(\"@ytt:overlay\", \"overlay\")\n#@data/values\n---\nport: 3\n";
    let path = "/app/envs/code.yml";
    let mut host = Fixture::parse(&format!("{WORLD}{values}")).host();
    problems(&host.analysis(), path);
    edit(&mut host, path, "#@data", "null#@data");
    let analysis = host.analysis();
    settle(&analysis, &mut Runner::new());
    assert!(problems(&analysis, path).contains(&(1, "unused-load")));
}

#[test]
fn an_edit_of_the_schema_reaches_the_files_that_it_governs() {
    let mut host = Fixture::parse(WORLD).host();
    let before = host.analysis();
    edit(&mut host, "/app/config/schema.yml", "port: 80", "port: \"80\"");
    let after = host.analysis();
    let schema = file(&after, "/app/config/schema.yml");
    let dependents: Vec<_> = after.dependents(schema).into_iter().map(|file| after.path(file).to_owned()).collect();
    assert_eq!(dependents, ["/app/envs/dev.yml", "/app/envs/prod.yml"].map(PathBuf::from));
    assert_eq!(problems(&after, "/app/envs/dev.yml"), [(3, "type-mismatch")]);
    assert_eq!(problems(&before, "/app/envs/dev.yml"), [], "a snapshot stays as it was");
}

#[test]
fn an_attached_file_has_no_dependents() {
    let analysis = Fixture::parse(WORLD).analysis();
    assert_eq!(analysis.dependents(file(&analysis, "/app/envs/dev.yml")), []);
}

#[test]
fn a_header_typed_into_a_file_changes_who_belongs_together() {
    let mut host = Fixture::parse(WORLD).host();
    let revision = host.analysis().layout_revision();
    edit(&mut host, "/app/envs/dev.yml", "port: 1", "port: 3");
    let opened = host.analysis().layout_revision();
    edit(&mut host, "/app/config/schema.yml", "values-schema", "values-schem");
    let analysis = host.analysis();
    assert!(opened >= revision && analysis.layout_revision() > opened);
    assert_eq!(problems(&analysis, "/app/envs/dev.yml"), [(1, "no-schema")]);
}

#[test]
fn a_closed_document_is_what_the_disk_holds() {
    let mut host = Fixture::parse(WORLD).host();
    edit(&mut host, "/app/envs/dev.yml", "port", "prt");
    let dev = file(&host.analysis(), "/app/envs/dev.yml");
    assert_eq!(problems(&host.analysis(), "/app/envs/dev.yml"), [(3, "unknown-key")]);
    assert_eq!(host.analysis().version(dev), Some(2));
    host.close(dev);
    assert_eq!(problems(&host.analysis(), "/app/envs/dev.yml"), []);
    assert_eq!(host.analysis().version(dev), None);
}

#[test]
fn a_schema_that_is_gone_governs_nothing() {
    let mut host = Fixture::parse(WORLD).host();
    host.remove(&[PathBuf::from("/app/config/schema.yml")]);
    let analysis = host.analysis();
    assert_eq!(analysis.file(Path::new("/app/config/schema.yml")), None);
    assert_eq!(problems(&analysis, "/app/envs/prod.yml"), [(1, "no-schema")]);
}

#[test]
fn the_nearest_configuration_decides_how_bad_a_problem_is() {
    let configured = format!("{WORLD}#- /app/sayl.toml\n[severity]\nrule-violation = \"off\"\n");
    let mut host = Fixture::parse(&configured).host();
    assert_eq!(problems(&host.analysis(), "/app/envs/prod.yml"), []);
    edit(&mut host, "/app/sayl.toml", "off", "hint");
    assert_eq!(problems(&host.analysis(), "/app/envs/prod.yml"), [(2, "rule-violation")]);
}

#[test]
fn folders_that_leave_take_their_files_along() {
    let mut host = Fixture::parse(WORLD).host();
    host.set_folders(vec![PathBuf::from("/app/config"), PathBuf::from("/app/envs")]);
    host.set_folders(vec![PathBuf::from("/app/config")]);
    let analysis = host.analysis();
    assert_eq!(analysis.file(Path::new("/app/envs/dev.yml")), None);
    assert!(analysis.file(Path::new("/app/config/schema.yml")).is_some());
}

const WITH_CODE: &str = "
#- /app/schema.yml
#@ load(\"names.star\", \"port\")
#@data/values-schema
---
port: #@ port()
#@schema/validation (\"small\", lambda v: v < 10)
size: 1
#- /app/names.star
def port():
  return 80
end
#- /app/values.yml
#@data/values
---
port: \"80\"
size: 20
#- /app/plain.yml
a: 1
";

/// A snapshot that lacks no evaluation.
fn settled(host: &AnalysisHost) -> Analysis {
    let analysis = host.analysis();
    settle(&analysis, &mut Runner::new());
    analysis
}

#[test]
fn what_is_not_evaluated_yet_claims_nothing_and_is_wanted() {
    let host = Fixture::parse(WITH_CODE).host();
    let analysis = host.analysis();
    let values = file(&analysis, "/app/values.yml");
    assert_eq!(problems(&analysis, "/app/values.yml"), []);
    assert!(analysis.is_waiting(values));
    let wanted: Vec<_> = analysis.pending_requests().iter().map(|(_, request)| request.file()).collect();
    assert_eq!(wanted, [Some(file(&analysis, "/app/schema.yml"))]);
    settle(&analysis, &mut Runner::new());
    assert_eq!(problems(&analysis, "/app/values.yml"), [(3, "type-mismatch"), (4, "rule-violation")]);
    assert!(!analysis.is_waiting(values) && analysis.pending_requests().is_empty());
}

#[test]
fn while_code_is_evaluated_anew_others_go_on_with_what_it_gave_before() {
    let mut host = Fixture::parse(WITH_CODE).host();
    settled(&host);
    edit(&mut host, "/app/schema.yml", "port()", "str(port())");
    let analysis = host.analysis();
    assert_eq!(problems(&analysis, "/app/values.yml"), [(3, "type-mismatch"), (4, "rule-violation")]);
    assert_eq!(problems(&settled(&host), "/app/values.yml"), [(4, "rule-violation")]);
}

#[test]
fn programs_are_laid_out_for_what_is_wanted_as_long_as_the_text_is_the_same() {
    let mut host = Fixture::parse(WITH_CODE).host();
    let analysis = host.analysis();
    problems(&analysis, "/app/schema.yml");
    let (_, request) = analysis.pending_requests().remove(0);
    let laid_out = analysis.laid_out(&request);
    let laid_out: Vec<_> = laid_out.iter().map(|(index, _)| &*request.sources()[*index as usize].path).collect();
    assert_eq!(laid_out, ["schema.yml"]);
    edit(&mut host, "/app/schema.yml", "size: 1", "size: 2");
    assert!(host.analysis().laid_out(&request).is_empty());
}

#[test]
fn only_the_newest_text_is_wanted() {
    let mut host = Fixture::parse(WITH_CODE).host();
    settled(&host);
    for digit in ["1", "2", "3"] {
        edit(&mut host, "/app/schema.yml", "size: 1", &format!("size: 1{digit}"));
        problems(&host.analysis(), "/app/schema.yml");
    }
    assert_eq!(host.analysis().pending_requests().len(), 1);
}

#[test]
fn an_edit_of_a_loaded_file_reaches_whoever_loads_it() {
    let mut host = Fixture::parse(WITH_CODE).host();
    let analysis = settled(&host);
    let dependents = analysis.dependents(file(&analysis, "/app/names.star"));
    assert_eq!(dependents, ["/app/schema.yml", "/app/values.yml"].map(|path| file(&analysis, path)));
    edit(&mut host, "/app/names.star", "80", "\"x\"");
    assert_eq!(problems(&settled(&host), "/app/values.yml"), [(4, "rule-violation")]);
}

#[test]
fn a_keystroke_in_values_asks_only_about_what_it_changed() {
    let mut host = Fixture::parse(WITH_CODE).host();
    settled(&host);
    edit(&mut host, "/app/values.yml", "\"80\"", "81");
    let analysis = host.analysis();
    assert_eq!(problems(&analysis, "/app/values.yml"), [(4, "rule-violation")]);
    assert!(analysis.pending_requests().is_empty(), "the rule was asked about this size before");
    edit(&mut host, "/app/values.yml", "20", "30");
    problems(&host.analysis(), "/app/values.yml");
    assert!(matches!(&*host.analysis().pending_requests()[0].1, Request::Call { calls, .. } if calls.len() == 1));
}

#[test]
fn without_anybody_to_evaluate_code_that_is_said() {
    let fixture = Fixture::parse(WITH_CODE);
    let mut host = AnalysisHost::new(Arc::new(fixture.vfs()));
    host.set_folders(vec![PathBuf::from("/")]);
    host.load(fixture.vfs().files.into_iter().map(|(path, bytes)| (path, Ok(bytes))).collect());
    assert_eq!(problems(&host.analysis(), "/app/schema.yml"), [(1, "not-evaluated")]);
    assert!(host.analysis().pending_requests().is_empty());
}

const DECLARED: &str = "
#- /app/sayl.toml
[[bundle]]
files = [\"config\", \"prod.yml\"]
#- /app/config/schema.yml
#@data/values-schema
---
port: 80
#- /app/prod.yml
#@data/values
---
prt: 1
";

#[test]
fn a_declared_bundle_that_lost_its_schema_forgets_it() {
    let schema = Path::new("/app/config/schema.yml");
    let texts: [Option<&[u8]>; 3] = [Some(b"---\nport: 80\n"), Some(b""), None];
    for text in texts {
        let mut host = Fixture::parse(DECLARED).host();
        assert_eq!(problems(&host.analysis(), "/app/prod.yml"), [(3, "unknown-key")]);
        match text {
            Some(text) => host.load(vec![(schema.to_owned(), Ok(Arc::from(text)))]),
            None => host.remove(&[schema.to_owned()]),
        }
        let analysis = host.analysis();
        assert_eq!(problems(&analysis, "/app/prod.yml"), [], "after {text:?}");
        let prod = file(&analysis, "/app/prod.yml");
        assert!(analysis.schema(prod, 0).is_none() && analysis.last_good_schema(prod, 0).is_none());
    }
}

#[test]
fn who_has_alternatives_now_is_judged_anew() {
    let world = "
    #- /app/a/schema.yml
    #@schema/match data_values=True
    ---
    name: \"\"
    port: 80
    #- /app/a/values.yml
    #@data/values
    ---
    port: 1
    #- /app/prod.yml
    #@data/values
    ---
    name: x
    ";
    let mut host = Fixture::parse(world).host();
    assert_eq!(problems(&host.analysis(), "/app/a/values.yml"), []);
    // Several schemas could govern `prod.yml` now, so the members stand for themselves.
    let other: Arc<[u8]> = Arc::from(&b"#@data/values-schema\n---\na: 1\n"[..]);
    host.load(vec![(PathBuf::from("/app/b/schema.yml"), Ok(other))]);
    assert_eq!(problems(&host.analysis(), "/app/a/values.yml"), [(2, "empty-value")]);
}

#[test]
fn a_schema_that_is_taken_for_plain_values_too_is_evaluated() {
    let world = "
    #- /app/sayl.toml
    [[bundle]]
    files = [\"schema.yml\", \"values.yml\"]
    data-values-files = [\"schema.yml\"]
    #- /app/schema.yml
    #@data/values-schema
    ---
    port: #@ 80
    #- /app/values.yml
    #@data/values
    ---
    port: x
    ";
    let host = Fixture::parse(world).host();
    assert_eq!(problems(&settled(&host), "/app/values.yml"), [(3, "type-mismatch")]);
}

/// Two bundles of one `sayl.toml` without names, each with a rule that is a function.
const ALIKE: &str = "
#- /app/sayl.toml
[[bundle]]
files = [\"a\"]
[[bundle]]
files = [\"b\"]
#- /app/a/schema.yml
#@data/values-schema
---
#@schema/validation (\"small\", lambda v: v < 10)
size: 20
#- /app/a/values.yml
#@data/values
---
size: 30
#- /app/b/schema.yml
#@data/values-schema
---
#@schema/validation (\"small\", lambda v: v < 20)
size: 20
#- /app/b/values.yml
#@data/values
---
size: 40
";

#[test]
fn bundles_that_are_called_the_same_are_evaluated_each() {
    let analysis = settled(&Fixture::parse(ALIKE).host());
    assert_eq!(problems(&analysis, "/app/a/values.yml"), [(3, "rule-violation")]);
    assert_eq!(problems(&analysis, "/app/b/values.yml"), [(3, "rule-violation")]);
}

#[test]
fn limits_of_evaluations_count_from_the_moment_that_they_are_written() {
    let world = "
    #- /app/sayl.toml
    #- /app/schema.yml
    #@ count = len(str(1000))
    #@ for number in range(10000):
    #@   count = number
    #@ end
    #@data/values-schema
    ---
    count: #@ count
    ";
    let mut host = Fixture::parse(world).host();
    assert_eq!(problems(&settled(&host), "/app/schema.yml"), []);
    let limits: Arc<[u8]> = Arc::from(&b"[evaluation]\nsteps = 1000\n"[..]);
    host.load(vec![(PathBuf::from("/app/sayl.toml"), Ok(limits))]);
    let codes: Vec<_> = problems(&settled(&host), "/app/schema.yml").into_iter().map(|(_, code)| code).collect();
    assert_eq!(codes, ["evaluation-budget"]);
    host.remove(&[PathBuf::from("/app/sayl.toml")]);
    assert_eq!(problems(&settled(&host), "/app/schema.yml"), []);
}

#[test]
fn whoever_is_told_of_an_error_elsewhere_is_looked_at_again_when_it_goes() {
    let world = "
    #- /app/schema.yml
    #@data/values-schema
    ---
    port: []
    #- /app/plain.yml
    a: 1
    #- /app/template.yml
    #@ b = 1
    b: #@ b
    ";
    let analysis = settled(&Fixture::parse(world).host());
    assert_eq!(problems(&analysis, "/app/template.yml"), [(1, "not-checked")]);
    assert_eq!(problems(&analysis, "/app/plain.yml"), [], "it comes out as it stands");
    let dependents = analysis.dependents(file(&analysis, "/app/schema.yml"));
    assert_eq!(dependents, [file(&analysis, "/app/template.yml")]);
}

#[test]
fn code_makes_only_the_documents_incomplete_that_it_stands_in() {
    let world = "
#- /shop.yml
apiVersion: openchoreo.dev/v1alpha1
kind: Project
metadata: {name: shop, annotations: {note: a/#@ b}}
spec: {}
---
apiVersion: openchoreo.dev/v1alpha1
kind: Project
metadata: {name: other}
spec: {}
last: 1
";
    let missing = |host: &AnalysisHost| {
        let problems = problems(&host.analysis(), "/shop.yml");
        problems.into_iter().filter(|(_, code)| *code == "missing-field").map(|(line, _)| line).collect::<Vec<_>>()
    };
    let mut host = Fixture::parse(world).host();
    let both = missing(&host);
    assert!(both.contains(&4) && both.contains(&9), "{both:?}");
    edit(&mut host, "/shop.yml", "last: 1", "last: #@ 1");
    assert_eq!(missing(&host).into_iter().filter(|line| *line == 9).count(), 0, "code gives what is missing");
    assert!(missing(&host).contains(&4), "a text with such signs in it is no code");
    edit(&mut host, "/shop.yml", "last: #@ 1", "last: 1");
    assert_eq!(missing(&host), both);
}

#[test]
fn a_bundle_in_many_portions_is_rendered_once() {
    let world = "
#- /app/values.yml
#@data/values
---
port: 1
#- /app/first.yml
#@ load(\"@ytt:data\", \"data\")
port: #@ data.values.port
#- /app/second.yml
#@ load(\"@ytt:data\", \"data\")
port: #@ data.values.prot
#- /app/third.yml
#@ load(\"@ytt:data\", \"data\")
port: #@ data.values.port
";
    let mut host = Fixture::parse(world).host();
    host.set_evaluation_limits(limits());
    let (mut runner, mut rendered) = (Runner::new(), 0);
    let analysis = host.analysis();
    let portions = analysis.portions_of(analysis.existing_files(), 1);
    drop(analysis);
    assert_eq!(portions.len(), 4);
    for (portion, files) in portions.iter().enumerate() {
        loop {
            let analysis = host.analysis();
            for file in files {
                drop(analysis.problems(*file));
            }
            let wanted = analysis.pending_requests();
            if wanted.is_empty() {
                break;
            }
            for (name, request) in wanted {
                rendered += usize::from(matches!(*request, Request::Render(_)));
                analysis.add_reply(name, runner.answer(&request));
            }
        }
        host.give_up_after(&portions, portion);
    }
    assert_eq!(rendered, 1);
}
