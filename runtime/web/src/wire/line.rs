//! A connection that the HTTP library shares with our own reader.
//!
//! The library is given the first head and no byte more, so that a body with a wrong length, or none, can be read here.
//! Where the length is right for sure, the gate is opened, and the library reads on.

use super::head::HeadEnd;
use hyper::rt::{Read, ReadBufCursor, Write};
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;
use tokio::io::AsyncWrite;
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::timeout;

/// Bytes read at once.
const PIECE: usize = 16 << 10;
/// What is still read of a line that was closed from here, so that the other side is not told of an error before it has
/// read the answer.
const LINGER: Duration = Duration::from_secs(2);
const LINGER_BYTES: usize = 1 << 20;

#[derive(Clone, Copy)]
enum Phase {
    /// The library reads a head.
    Head(HeadEnd),
    /// The library reads nothing.
    Shut,
    /// The library reads all.
    Open,
}

struct State {
    phase: Phase,
    /// Bytes behind the head, and how many of them were taken.
    held: Vec<u8>,
    taken: usize,
    /// The library, while it waits for the gate.
    waker: Option<Waker>,
}

impl State {
    fn held(&mut self, most: usize) -> &[u8] {
        let start = self.taken;
        self.taken = self.held.len().min(start + most);
        &self.held[start..self.taken]
    }

    /// Takes bytes that came: those that the library gets, while the rest is held.
    fn split<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let Phase::Head(head) = &mut self.phase else { return bytes };
        let Some(end) = head.take(bytes) else { return bytes };
        let (head, rest) = bytes.split_at(end);
        self.phase = Phase::Shut;
        self.held.extend_from_slice(rest);
        head
    }
}

/// Our end of the reading side.
pub(crate) struct Gate {
    read: OwnedReadHalf,
    state: Mutex<State>,
}

/// The library's end.
pub(crate) struct Line {
    gate: Arc<Gate>,
    write: OwnedWriteHalf,
}

impl Line {
    /// Parts a connection.
    pub(crate) fn new(stream: TcpStream) -> (Self, Arc<Gate>) {
        // Answers are short, and waited for.
        let _ = stream.set_nodelay(true);
        let (read, write) = stream.into_split();
        let state = State { phase: Phase::Head(HeadEnd::default()), held: Vec::new(), taken: 0, waker: None };
        let gate = Arc::new(Gate { read, state: Mutex::new(state) });
        (Self { gate: Arc::clone(&gate), write }, gate)
    }
}

impl Gate {
    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing that is done under the lock leaves a state half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the library stands before the gate: it has read a head, and nothing behind it.
    pub(crate) fn is_shut(&self) -> bool {
        matches!(self.state().phase, Phase::Shut)
    }

    /// Lets the library read on.
    pub(crate) fn open(&self) {
        let mut state = self.state();
        state.phase = Phase::Open;
        let waker = state.waker.take();
        drop(state);
        waker.into_iter().for_each(Waker::wake);
    }

    /// Reads behind the head. **Returns:** the number of bytes, 0 at the end of the line.
    pub(crate) async fn read(&self, bytes: &mut [u8]) -> io::Result<usize> {
        let held = {
            let mut state = self.state();
            let held = state.held(bytes.len());
            bytes[..held.len()].copy_from_slice(held);
            held.len()
        };
        if held > 0 || bytes.is_empty() {
            return Ok(held);
        }
        loop {
            self.read.readable().await?;
            match self.read.try_read(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => return read,
            }
        }
    }

    /// Reads what still comes, for a short while, and forgets it.
    pub(crate) async fn linger(&self) {
        let mut bytes = vec![0; PIECE];
        let rest = async {
            let mut total = 0;
            while total < LINGER_BYTES {
                match self.read(&mut bytes).await {
                    Ok(read) if read > 0 => total += read,
                    _ => break,
                }
            }
        };
        let _ = timeout(LINGER, rest).await;
    }

    fn poll_some(&self, cx: &mut Context<'_>, bytes: &mut [u8]) -> Poll<io::Result<usize>> {
        let stream: &TcpStream = self.read.as_ref();
        loop {
            ready!(stream.poll_read_ready(cx))?;
            match stream.try_read(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => return Poll::Ready(read),
            }
        }
    }
}

impl Read for Line {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, mut out: ReadBufCursor<'_>) -> Poll<io::Result<()>> {
        let mut state = self.gate.state();
        match state.phase {
            Phase::Shut => {
                state.waker = Some(cx.waker().clone());
                return Poll::Pending;
            }
            Phase::Open if state.taken < state.held.len() => {
                let most = out.remaining();
                out.put_slice(state.held(most));
                return Poll::Ready(Ok(()));
            }
            Phase::Head(_) | Phase::Open => {}
        }
        let mut bytes = [0; PIECE];
        let most = out.remaining().min(PIECE);
        let read = ready!(self.gate.poll_some(cx, &mut bytes[..most]))?;
        out.put_slice(state.split(&bytes[..read]));
        Poll::Ready(Ok(()))
    }
}

impl Write for Line {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.write).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.write).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.write).poll_shutdown(cx)
    }
}
