//! Tests of what is evaluated when, without any process.

use sayl_core::template::job::{Job, JobSource, Limits, Options};

use super::*;

fn pending(file: u32, text: &str) -> PendingRequest {
    let source = JobSource::new(FileId(file), "x.yml", text);
    let job = Job {
        file: FileId(file),
        sources: [source].into(),
        root: None,
        data_values: None,
        stand_ins: [].into(),
        options: Options::default(),
        limits: Limits::default(),
    };
    PendingRequest { fingerprint: job.fingerprint(), request: Arc::new(Request::Documents(Arc::new(job))) }
}

fn running(pending: PendingRequest, since: Instant) -> RunningRequest {
    RunningRequest { pending, since, cancel: CancelHandle::default() }
}

fn long_ago() -> Instant {
    Instant::now().checked_sub(LONG * 2).unwrap()
}

fn taken(queue: &mut EvaluationQueue, lane: Lane) -> Option<FileId> {
    queue.take(lane, Instant::now()).map(|pending| subject(&pending.request))
}

#[test]
fn the_most_urgent_request_comes_first() {
    let mut queue = EvaluationQueue::default();
    queue.request(vec![pending(1, "a"), pending(2, "a")]);
    let order = [(); 3].map(|()| taken(&mut queue, Lane::Main));
    assert_eq!(order, [Some(FileId(1)), Some(FileId(2)), None]);
}

#[test]
fn what_is_running_is_not_begun_again() {
    let mut queue = EvaluationQueue::default();
    queue.running.insert(Lane::Main, running(pending(1, "a"), Instant::now()));
    queue.request(vec![pending(1, "a")]);
    assert!(queue.waiting.is_empty());
    queue.request(vec![pending(1, "b")]);
    assert_eq!(queue.waiting.len(), 1);
}

#[test]
fn the_second_lane_helps_out_after_a_moment() {
    let mut queue = EvaluationQueue::default();
    queue.running.insert(Lane::Main, running(pending(1, "a"), Instant::now()));
    queue.request(vec![pending(2, "a")]);
    assert_eq!(taken(&mut queue, Lane::Relief), None);
    assert!(queue.late() > Some(Instant::now()));
    queue.running.insert(Lane::Main, running(pending(1, "a"), long_ago()));
    assert_eq!(taken(&mut queue, Lane::Relief), Some(FileId(2)));
}

#[test]
fn slow_code_keeps_to_its_own_lane() {
    let mut queue = EvaluationQueue::default();
    queue.took.insert(FileId(2), SLOW);
    queue.running.insert(Lane::Main, running(pending(1, "a"), long_ago()));
    queue.request(vec![pending(1, "a"), pending(2, "a"), pending(3, "a")]);
    assert_eq!(taken(&mut queue, Lane::Relief), Some(FileId(3)));
    assert_eq!(taken(&mut queue, Lane::Relief), None);
    assert_eq!(queue.most_urgent_quick(), None, "it waits for the other lane, not for a moment");
    assert_eq!(taken(&mut queue, Lane::Main), Some(FileId(2)));
}

#[test]
fn what_no_text_wants_any_more_is_dropped_and_given_up_when_it_takes_long() {
    let mut queue = EvaluationQueue::default();
    queue.request(vec![pending(1, "old")]);
    let (quick, slow) = (running(pending(2, "old"), Instant::now()), running(pending(3, "old"), long_ago()));
    let (quick_cancel, slow_cancel) = (quick.cancel.clone(), slow.cancel.clone());
    queue.running.insert(Lane::Main, quick);
    queue.running.insert(Lane::Relief, slow);
    queue.request(vec![pending(1, "new")]);
    assert_eq!(queue.waiting.len(), 1);
    assert!(!quick_cancel.is_cancelled(), "it is about to end");
    assert!(slow_cancel.is_cancelled());
}
