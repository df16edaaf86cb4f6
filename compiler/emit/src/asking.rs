//! Asks the observer while a text is written. Writers of text give errors of [`std::fmt`], which say nothing: why a text
//! ends early is kept here.

use gdl2hdl_gdl::observer::{Observer, Pace, Stopped};
use std::fmt::{Error, Result};

/// Lines between two questions to the observer.
const LINES: u32 = 1 << 8;

/// Who asks, line by line.
pub(super) struct Asking<'o> {
    pace: Pace<'o>,
    stopped: Option<Stopped>,
}

impl<'o> Asking<'o> {
    /// Before the first line.
    pub(super) fn new(observer: &'o dyn Observer) -> Self {
        Self { pace: Pace::new(observer, LINES), stopped: None }
    }

    /// Another line begins: an error where it is not to.
    pub(super) fn line(&mut self) -> Result {
        self.pace.step().map_err(|stopped| {
            self.stopped = Some(stopped);
            Error
        })
    }

    /// Gives a text whose writer is done, or why that one was stopped. Writing to a string can't fail, so there is no other
    /// error.
    ///
    /// # Errors
    /// [`Stopped`] by the observer.
    pub(super) fn written<T>(&self, text: T) -> std::result::Result<T, Stopped> {
        self.stopped.map_or(Ok(text), Err)
    }
}
