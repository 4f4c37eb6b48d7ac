//! What files leave behind that are gone: nothing. The bytes that the engine holds are counted, not what the system has
//! given it.

use std::alloc::System;
use std::path::PathBuf;

use cap::Cap;
use sayl_core::analysis::AnalysisHost;
use sayl_core::render::request::Runner;
use sayl_core::test_support::{Fixture, limits, settle};

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

const FILES: usize = 300;

/// A bundle with template code, so that every kind of result is kept for the files beside it.
fn host() -> AnalysisHost {
    let mut host = Fixture::parse(
        "#- /app/schema.yml
#@ def port():
#@   return 80
#@ end
#@data/values-schema
---
#@schema/validation (\"small\", lambda v: v < 10000)
port: #@ port()
names:
- \"\"
#- /app/template.yml
#@ load(\"@ytt:data\", \"data\")
port: #@ data.values.port
",
    )
    .host();
    host.set_evaluation_limits(limits());
    host
}

fn path(file: usize) -> PathBuf {
    PathBuf::from(format!("/app/envs/values{file}.yml"))
}

/// Somebody writes many files, and everything that can be found out about them is.
fn add(host: &mut AnalysisHost) {
    let text = |file: usize| format!("#@data/values\n---\nport: {file}\nnames:\n{}prt: 1\n", "- name\n".repeat(20));
    host.load((0..FILES).map(|file| (path(file), Ok(text(file).into_bytes().into()))).collect());
    settle(&host.analysis(), &mut Runner::new());
}

/// They are deleted, in several steps as a client reports it, and what is left is looked at.
fn remove(host: &mut AnalysisHost) {
    let paths: Vec<PathBuf> = (0..FILES).map(path).collect();
    for some in paths.chunks(FILES / 3) {
        host.remove(some);
        settle(&host.analysis(), &mut Runner::new());
    }
}

#[test]
fn files_that_are_gone_leave_nothing_behind() {
    let mut host = host();
    // What is built once for all stays, and so do the names of files and the latest evaluations.
    add(&mut host);
    remove(&mut host);
    let before = ALLOCATOR.allocated();
    add(&mut host);
    let full = ALLOCATOR.allocated() - before;
    for _ in 0..5 {
        remove(&mut host);
        add(&mut host);
    }
    remove(&mut host);
    let left = ALLOCATOR.allocated().saturating_sub(before);
    println!("{FILES} files take {full} bytes; once they have come and gone six times, {left} are left");
    assert!(left < full / 20, "{left} of {full} bytes are still held");
}
