//! Tests of what is evaluated when, without any process.

use sayl_core::template::job::{Job, Limits, Options, Source};

use super::*;

fn wish(file: u32, text: &str) -> Wish {
    let source = Source { file: FileId(file), path: "x.yml".into(), text: text.into() };
    let job = Job {
        file: FileId(file),
        sources: [source].into(),
        root: None,
        data_values: None,
        stand_ins: [].into(),
        options: Options::default(),
        limits: Limits::default(),
    };
    Wish { fingerprint: job.fingerprint(), request: Arc::new(Request::Documents(Arc::new(job))) }
}

fn running(wish: Wish, since: Instant) -> Running {
    Running { wish, since, leash: Leash::default() }
}

fn long_ago() -> Instant {
    Instant::now().checked_sub(LONG * 2).unwrap()
}

fn taken(queue: &mut Queue, lane: Lane) -> Option<FileId> {
    queue.take(lane).map(|wish| subject(&wish.request))
}

#[test]
fn the_most_urgent_wish_comes_first() {
    let mut queue = Queue::default();
    queue.want(vec![wish(1, "a"), wish(2, "a")]);
    let order = [(); 3].map(|()| taken(&mut queue, Lane::Main));
    assert_eq!(order, [Some(FileId(1)), Some(FileId(2)), None]);
}

#[test]
fn what_is_running_is_not_begun_again() {
    let mut queue = Queue::default();
    queue.running.insert(Lane::Main, running(wish(1, "a"), Instant::now()));
    queue.want(vec![wish(1, "a")]);
    assert!(queue.waiting.is_empty());
    queue.want(vec![wish(1, "b")]);
    assert_eq!(queue.waiting.len(), 1);
}

#[test]
fn the_second_lane_helps_out_after_a_moment() {
    let mut queue = Queue::default();
    queue.running.insert(Lane::Main, running(wish(1, "a"), Instant::now()));
    queue.want(vec![wish(2, "a")]);
    assert_eq!(taken(&mut queue, Lane::Relief), None);
    assert!(queue.relief_in(Lane::Relief).is_some());
    queue.running.insert(Lane::Main, running(wish(1, "a"), long_ago()));
    assert_eq!(taken(&mut queue, Lane::Relief), Some(FileId(2)));
}

#[test]
fn slow_code_keeps_to_its_own_lane() {
    let mut queue = Queue::default();
    queue.took.insert(FileId(2), SLOW);
    queue.running.insert(Lane::Main, running(wish(1, "a"), long_ago()));
    queue.want(vec![wish(1, "a"), wish(2, "a"), wish(3, "a")]);
    assert_eq!(taken(&mut queue, Lane::Relief), Some(FileId(3)));
    assert_eq!(taken(&mut queue, Lane::Relief), None);
    assert_eq!(queue.relief_in(Lane::Relief), None, "it waits for the other lane, not for a moment");
    assert_eq!(taken(&mut queue, Lane::Main), Some(FileId(2)));
}

#[test]
fn what_no_text_wants_any_more_is_dropped_and_given_up_when_it_takes_long() {
    let mut queue = Queue::default();
    queue.want(vec![wish(1, "old")]);
    let (quick, slow) = (running(wish(2, "old"), Instant::now()), running(wish(3, "old"), long_ago()));
    let (quick_leash, slow_leash) = (quick.leash.clone(), slow.leash.clone());
    queue.running.insert(Lane::Main, quick);
    queue.running.insert(Lane::Relief, slow);
    queue.want(vec![wish(1, "new")]);
    assert_eq!(queue.waiting.len(), 1);
    assert!(!quick_leash.is_let_go(), "it is about to end");
    assert!(slow_leash.is_let_go());
}
