//! A thread that does asynchronous work.

use std::future::Future;
use std::io;
use std::thread::{self, JoinHandle};
use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

/// A thread with a runtime. When it is dropped, what it does is told to end, and waited for.
pub(crate) struct Thread {
    handle: Handle,
    stop: Option<oneshot::Sender<()>>,
    joined: Option<JoinHandle<()>>,
}

/// Comes true when the work is to end.
pub(crate) type Stopped = oneshot::Receiver<()>;

impl Thread {
    /// Begins the work. It ends soon after it was told to.
    pub(crate) fn start<W, F>(name: &str, work: W) -> io::Result<Self>
    where
        W: FnOnce(Stopped) -> F + Send + 'static,
        F: Future<Output = ()>,
    {
        let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
        let handle = runtime.handle().clone();
        let (stop, stopped) = oneshot::channel();
        let run = move || {
            runtime.block_on(work(stopped));
            // Somebody may be looking up the name of a host: nobody waits for that.
            runtime.shutdown_background();
        };
        let joined = thread::Builder::new().name(name.to_owned()).spawn(run)?;
        Ok(Self { handle, stop: Some(stop), joined: Some(joined) })
    }

    /// Where tasks can be begun from other threads.
    pub(crate) fn handle(&self) -> &Handle {
        &self.handle
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        // The work may have ended by itself.
        let _ = self.stop.take().map(|stop| stop.send(()));
        // A panic there was told of there. What is dropped by its own work can't be waited for.
        let joined = self.joined.take().filter(|joined| joined.thread().id() != thread::current().id());
        let _ = joined.map(JoinHandle::join);
    }
}
