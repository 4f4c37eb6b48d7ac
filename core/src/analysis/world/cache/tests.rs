//! What is computed again, and what is not.

use std::path::Path;
use std::sync::{Arc, Barrier};

use super::Query;
use crate::analysis::subject::Subject;
use crate::analysis::world::{File, World};
use crate::analysis::{Analysis, AnalysisHost};
use crate::cancel::{CancelToken, Cancelled};
use crate::test_support::Fixture;
use crate::text::FileId;

const WORLD: &str = "
#- /app/schema.yml
#@data/values-schema
---
port: 80
#- /app/values.yml
#@data/values
---
port: 1
#- /app/other.yml
other: 1
";

/// The length of a file, and how often that was found out.
struct Length;

impl Query for Length {
    type Output = (usize, usize);
    type IncrementalState = usize;

    fn compute(world: &World, subject: Subject, _: Option<&Self::Output>, runs: &mut usize) -> Self::Output {
        *runs += 1;
        let file = subject.file_id().and_then(|file| world.file(file));
        world.cancel().unwind_if_cancelled();
        (file.map_or(0, File::length), *runs)
    }
}

/// The same through another query.
struct Doubled;

impl Query for Doubled {
    type Output = (usize, usize);
    type IncrementalState = usize;

    fn compute(world: &World, subject: Subject, _: Option<&Self::Output>, runs: &mut usize) -> Self::Output {
        *runs += 1;
        (world.get::<Length>(subject).0 * 2, *runs)
    }
}

fn file(analysis: &Analysis, path: &str) -> FileId {
    analysis.file(Path::new(path)).unwrap()
}

fn open(host: &mut AnalysisHost, path: &str, text: &str) {
    host.open(Path::new(path), text, 1, false);
}

#[test]
fn what_was_read_is_an_input_and_nothing_else_is() {
    let mut host = Fixture::parse(WORLD).host();
    let other = Subject::of_file(file(&host.analysis(), "/app/other.yml"));
    let doubled = |host: &AnalysisHost| *host.analysis().world.get::<Doubled>(other);
    assert_eq!(doubled(&host), (18, 1));
    open(&mut host, "/app/values.yml", "#@data/values\n---\nport: 2\n");
    open(&mut host, "/app/new.yml", "new: 1\n");
    assert_eq!(doubled(&host), (18, 1), "nothing of it was read");
    open(&mut host, "/app/other.yml", "other: 22\n");
    assert_eq!(doubled(&host), (20, 2));
}

/// Whether a file holds code, and how often that was found out.
struct HasCode;

impl Query for HasCode {
    type Output = (bool, usize);
    type IncrementalState = usize;

    fn compute(world: &World, subject: Subject, _: Option<&Self::Output>, runs: &mut usize) -> Self::Output {
        *runs += 1;
        let file = subject.file_id().and_then(|file| world.file(file)).filter(|file| file.exists());
        (file.is_some_and(|file| file.code().is_there), *runs)
    }
}

#[test]
fn whether_there_is_code_is_an_input_and_the_text_without_it_is_none() {
    let mut host = Fixture::parse(WORLD).host();
    let values = Subject::of_file(file(&host.analysis(), "/app/values.yml"));
    let has_code = |host: &AnalysisHost| *host.analysis().world.get::<HasCode>(values);
    assert_eq!(has_code(&host), (false, 1));
    open(&mut host, "/app/values.yml", "#@data/values\n---\nport: 1\n");
    assert_eq!(has_code(&host), (false, 2), "an editor has it open now");
    open(&mut host, "/app/values.yml", "#@data/values\n---\nport: 22\n");
    assert_eq!(has_code(&host), (false, 2), "it holds no code as before");
    open(&mut host, "/app/values.yml", "#@data/values\n---\nport: #@ 1\n");
    assert_eq!(has_code(&host), (true, 3));
}

#[test]
fn threads_that_ask_for_the_same_compute_it_once() {
    let analysis = Fixture::parse(WORLD).host().analysis();
    let subject = Subject::of_file(file(&analysis, "/app/other.yml"));
    let barrier = Barrier::new(4);
    std::thread::scope(|scope| {
        let ask = || {
            barrier.wait();
            *analysis.world.get::<Doubled>(subject)
        };
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
        let answers: Vec<_> = threads.into_iter().map(|threads| threads.join().unwrap()).collect();
        assert_eq!(answers, [(18, 1); 4]);
    });
}

#[test]
fn what_was_given_up_is_computed_by_who_asks_next() {
    let analysis = Fixture::parse(WORLD).host().analysis();
    let subject = Subject::of_file(file(&analysis, "/app/other.yml"));
    // Cancelled amid the computation.
    let token = CancelToken::cancelled_after(2);
    let cancelled = Cancelled::catch(|| analysis.with_cancellation(token).world.get::<Length>(subject));
    assert_eq!(cancelled.err(), Some(Cancelled));
    assert_eq!(*analysis.world.get::<Length>(subject), (9, 2), "what the memo has gained stays");
}

#[test]
fn a_snapshot_says_again_what_it_said_whatever_newer_ones_ask() {
    let mut host = Fixture::parse(WORLD).host();
    let values = file(&host.analysis(), "/app/values.yml");
    let schema = |analysis: &Analysis| analysis.schema(values, 0).unwrap();
    let _ = schema(&host.analysis());
    open(&mut host, "/app/schema.yml", "#@data/values-schema\n---\nport: 80\nlabels\n  app: x\n");
    let broken = host.analysis();
    let (shown, last_good) = (schema(&broken), broken.last_good_schema(values, 0).unwrap());
    open(&mut host, "/app/schema.yml", "#@data/values-schema\n---\nport: \"\"\n");
    let _ = schema(&host.analysis());
    assert!(Arc::ptr_eq(&schema(&broken), &shown));
    assert!(Arc::ptr_eq(&broken.last_good_schema(values, 0).unwrap(), &last_good));
}
