//! How a run of the program ended.

use serde_json::Value;
use std::process::Output;

pub(crate) struct Ended {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        Self { status: output.status.code(), out, err }
    }
}

impl Ended {
    pub(crate) fn expect(self, status: i32) -> Self {
        assert_eq!(self.status, Some(status), "stdout: {}\nstderr: {}", self.out, self.err);
        self
    }

    /// Status 2, and a message with all of these.
    pub(crate) fn refused(self, said: &[&str]) {
        let ended = self.expect(2);
        said.iter().for_each(|said| assert!(ended.err.contains(said), "{said} in {}", ended.err));
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}
