//! Connections as they come.

use super::connection::{Shared, serve};
use super::lines::Lines;
use super::stage::Stage;
use crate::thread::Stopped;
use std::net::TcpListener as Bound;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// Before the next look, when the system has no connection to give: it may be short of them.
const PAUSE: Duration = Duration::from_millis(50);

/// Takes connections until it is told to stop; then those are waited for that have an answer to get.
pub(super) async fn listen(bound: Bound, shared: Arc<Shared>, mut stopped: Stopped) {
    let Ok(listener) = TcpListener::from_std(bound) else { return };
    let (lines, mut tasks) = (Arc::new(Lines::default()), JoinSet::new());
    loop {
        tokio::select! {
            _ = &mut stopped => break,
            _ = tasks.join_next(), if !tasks.is_empty() => {}
            accepted = listener.accept() => match accepted {
                Err(_) => sleep(PAUSE).await,
                Ok((stream, from)) => {
                    let stage = Arc::new(Stage::new(shared.options.head_time));
                    if let Some(place) = lines.place(&stage, shared.options.connections) {
                        let shared = Arc::clone(&shared);
                        tasks.spawn(async move {
                            serve(stream, from, shared, stage).await;
                            drop(place);
                        });
                    }
                }
            },
        }
    }
    drop(listener);
    lines.close_idle();
    let all = async { while tasks.join_next().await.is_some() {} };
    let _ = timeout(shared.options.answer_time, all).await;
    tasks.abort_all();
}
