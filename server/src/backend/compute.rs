//! How a request is computed: beside the message loop, until nobody waits for it any more; and what is answered where
//! there is no answer.

use sayl_core::cancel::{CancelToken, Cancelled};
use sayl_core::ide::rename::RenameRefusal;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};

/// Computes beside the message loop. A client that cancels drops the future, and so tells the work to stop.
pub(super) async fn compute<T: Send + 'static>(
    work: impl FnOnce(&CancelToken) -> std::result::Result<T, Cancelled> + Send + 'static,
) -> Result<T> {
    struct CancelOnDrop(CancelToken);
    impl Drop for CancelOnDrop {
        fn drop(&mut self) {
            self.0.cancel();
        }
    }
    let mut guard = CancelOnDrop(CancelToken::new());
    let cancel = guard.0.clone();
    let work = move || Cancelled::catch(|| work(&cancel)).and_then(|answer| answer);
    let outcome = tokio::task::spawn_blocking(work).await;
    // What was computed may hold a snapshot that is still read from.
    guard.0 = CancelToken::new();
    match outcome {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(Cancelled)) => Err(Error::request_cancelled()),
        Err(_) => Err(internal_error()),
    }
}

/// The answer to a rename that would do harm.
pub(super) fn refused(RenameRefusal(why): RenameRefusal) -> Error {
    // `RequestFailed` of the protocol.
    Error { code: ErrorCode::ServerError(-32803), message: why.into(), data: None }
}

/// The answer to a request that panicked.
pub(crate) fn internal_error() -> Error {
    let mut error = Error::internal_error();
    error.message = "sayl failed at this request; its error output says more. The server goes on.".into();
    error
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[tokio::test]
    async fn work_that_panics_is_answered_with_an_error() {
        let answer: Result<()> = compute(|_| panic!("on purpose")).await;
        assert_eq!(answer, Err(internal_error()));
    }

    #[tokio::test]
    async fn work_stops_when_nobody_waits_for_it_any_more() {
        let (started, has_started) = channel();
        let (stopped, has_stopped) = channel();
        let request = tokio::spawn(compute(move |cancel| {
            started.send(()).unwrap();
            while cancel.check().is_ok() {
                std::thread::yield_now();
            }
            stopped.send(()).unwrap();
            Err::<(), _>(Cancelled)
        }));
        tokio::task::yield_now().await;
        has_started.recv().unwrap();
        request.abort();
        assert!(request.await.unwrap_err().is_cancelled());
        has_stopped.recv().unwrap();
    }
}
