//! What OpenChoreo resources cost: a workspace of 2,000 from bytes to problems, a keystroke in a component type that
//! 500 components use, and what follows for them.
//!
//! `cargo bench --locked --workspace --bench resources`

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use sayl_core::analysis::{Analysis, AnalysisHost};
use sayl_core::problem::Severity;
use sayl_core::test_support::MemoryVfs;
use sayl_core::text::{FileId, TextRange, TextSize};
use sayl_tests::generate::resources::{Workspace, workspace};

criterion_group! {
    name = resources;
    config = Criterion::default().sample_size(10).measurement_time(Duration::from_secs(3));
    targets = first_check, keystrokes
}
criterion_main!(resources);

fn loaded(workspace: &Workspace) -> AnalysisHost {
    let files = workspace.files.iter().map(|(path, text)| (path.clone(), Arc::from(text.as_bytes())));
    let vfs = Arc::new(MemoryVfs { files: files.collect() });
    let mut host = AnalysisHost::new(vfs.clone());
    host.set_folders(vec!["/".into()]);
    host.load(vfs.files.iter().map(|(path, bytes)| (path.clone(), Ok(bytes.clone()))).collect());
    host
}

fn errors(analysis: &Analysis, files: &[FileId]) -> usize {
    let problems = files.iter().map(|file| analysis.problems(*file));
    problems.map(|found| found.iter().filter(|problem| problem.severity == Severity::Error).count()).sum()
}

/// On one core; `sayl --check` asks on several.
fn first_check(criterion: &mut Criterion) {
    let workspace = workspace(2_000);
    criterion.bench_function("check 2,000 resources for the first time", |bencher| {
        bencher.iter(|| {
            let analysis = loaded(&workspace).analysis();
            assert_eq!(errors(&analysis, &analysis.files()), workspace.errors, "every mistake is found, and no other");
        });
    });
}

/// The keystroke makes the default of the busiest type invalid, and takes that back.
fn keystrokes(criterion: &mut Criterion) {
    let workspace = workspace(2_000);
    let (_, text) = workspace.files.iter().find(|(path, _)| *path == workspace.busiest).expect("it is there");
    let at = text.find("field0: integer").expect("it has the field") + "field0: integer".len();
    let at = TextSize::new(u32::try_from(at).expect("the text is short"));
    let mut host = loaded(&workspace);
    let file = host.open(Path::new(&workspace.busiest), text, 1, false);
    let before = host.analysis();
    errors(&before, &before.files());
    assert!(before.dependents(file).len() >= workspace.users, "its components depend on it");
    let mut version = 1;
    let mut keystroke = |host: &mut AnalysisHost| {
        version += 1;
        let (range, typed) = match version % 2 {
            0 => (TextRange::empty(at), "x"),
            _ => (TextRange::at(at, TextSize::of('x')), ""),
        };
        host.edit(file, &[(range, typed.to_owned())], version);
        let analysis = host.analysis();
        assert_eq!(errors(&analysis, &[file]), usize::from(version % 2 == 0));
        analysis
    };
    criterion.bench_function("keystroke in a type of 500 components", |bencher| bencher.iter(|| keystroke(&mut host)));
    criterion.bench_function("keystroke and all that depends on it", |bencher| {
        bencher.iter(|| {
            let analysis = keystroke(&mut host);
            errors(&analysis, &analysis.dependents(file))
        });
    });
}
