//! Bodies, whatever is said of their length.

use super::budget::Budget;
use super::extent::Extent;
use super::line::Gate;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use std::io;
use std::time::Duration;
use thiserror::Error;
use tokio::time::timeout;

/// Bytes read at once.
const PIECE: usize = 64 << 10;

/// Bounds of a body.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    /// Longest body, in bytes.
    pub(crate) longest: usize,
    /// What all bodies may take.
    pub(crate) budget: Budget,
    /// How long more is waited for where what came may be all.
    pub(crate) quiet: Duration,
}

/// Why a body could not be read.
#[derive(Debug, Error)]
pub(crate) enum TextError {
    #[error("longer than {0} bytes")]
    TooLong(usize),
    #[error("too many long texts at once")]
    NoRoom,
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Http(#[from] hyper::Error),
}

/// Reads a body by its parentheses, its stated length, and the end of the line, whichever makes it whole. A length that
/// is too short, as one in characters is, leaves a list open: then more is read. One that is too long is not waited for
/// once the message is whole and nothing more comes.
pub(crate) async fn raw(gate: &Gate, stated: Option<u64>, bounds: &Bounds) -> Result<Vec<u8>, TextError> {
    if stated.is_some_and(|stated| stated > bounds.longest as u64) {
        return Err(TextError::TooLong(bounds.longest));
    }
    let (mut body, mut extent) = (Vec::new(), Extent::default());
    let (mut piece, mut share) = (vec![0; PIECE], bounds.budget.share());
    loop {
        let left = stated.map(|stated| usize::try_from(stated).unwrap_or(usize::MAX).saturating_sub(body.len()));
        let is_all = left == Some(0);
        if is_all && !extent.is_open() {
            return Ok(body);
        }
        // What stands behind the stated length belongs to the message only if it lacks an end.
        let most = left.filter(|_| !is_all).map_or(PIECE, |left| left.min(PIECE));
        let more = gate.read(&mut piece[..most]);
        let read =
            if is_all || extent.is_whole() { timeout(bounds.quiet, more).await.unwrap_or(Ok(0))? } else { more.await? };
        if read == 0 {
            return Ok(body);
        }
        add(&mut body, &piece[..read], bounds.longest)?;
        extent.take(&piece[..read]);
        if !share.take(read) {
            return Err(TextError::NoRoom);
        }
    }
}

/// Reads a body that the HTTP library reads. When the line ends too early, what came is taken.
pub(crate) async fn collected(mut incoming: Incoming, bounds: &Bounds) -> Result<Vec<u8>, TextError> {
    let (mut body, mut share) = (Vec::new(), bounds.budget.share());
    while let Some(frame) = incoming.frame().await {
        let frame = match frame {
            Err(error) if error.is_incomplete_message() && !body.is_empty() => break,
            frame => frame?,
        };
        let Ok(data) = frame.into_data() else { continue };
        add(&mut body, &data, bounds.longest)?;
        if !share.take(data.len()) {
            return Err(TextError::NoRoom);
        }
    }
    Ok(body)
}

fn add(body: &mut Vec<u8>, bytes: &[u8], longest: usize) -> Result<(), TextError> {
    if body.len() + bytes.len() > longest {
        return Err(TextError::TooLong(longest));
    }
    body.extend_from_slice(bytes);
    Ok(())
}
