//! Players at the other end of a network.

use gdl2hdl::matches::Partner;
use gdl2hdl_ggp::manager::Outcome;
use gdl2hdl_web::{Client, Peer, PostError};
use std::rc::Rc;
use std::time::Duration;

/// A player at an address.
pub(crate) struct There {
    pub(crate) client: Rc<Client>,
    pub(crate) peer: Peer,
}

impl Partner for There {
    fn tell(&self, text: String, time: Duration, done: Box<dyn FnOnce(Outcome) + Send>) {
        self.client.post(&self.peer, text, time, move |answer| done(outcome(answer)));
    }
}

fn outcome(answer: Result<String, PostError>) -> Outcome {
    match answer {
        Ok(answer) => Outcome::Answer(answer),
        Err(PostError::Late) => Outcome::Late,
        Err(error) => Outcome::Failed(error.to_string()),
    }
}
