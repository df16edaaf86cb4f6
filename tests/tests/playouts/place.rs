//! The binary in a folder with some games.

use crate::ended::Ended;
use gdl2hdl_tests::binary::gdl2hdl;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A button that is pushed until the lamp is on; pushing fails one time in two.
pub(crate) const LAMP: &str = "(role you)
(init off)
(legal you push)
(legal you wait)
(<= (next on) (does you push))
(<= (next off) (does you wait))
(<= (goal you 100) (true on))
(<= (goal you 0) (true off))
(<= terminal (true on))
";
/// Nothing is legal at the start.
const STUCK: &str = "(role you)
(init (at a))
(<= (legal you go) (true (at b)))
(<= (next (at b)) (does you go))
(<= (goal you 100) (true (at b)))
(<= terminal (true (at c)))
(<= (next (at c)) (true (at b)))
";
/// It goes round and round.
const ENDLESS: &str = "(role you) (role me)
(init (at a))
(<= (legal you (go ?x)) (next_to ?y ?x) (true (at ?y)))
(<= (legal you wait) (true (at ?x)))
(legal me noop)
(next_to a b) (next_to b c) (next_to c a)
(<= (next (at ?x)) (does you (go ?x)))
(<= (next (at ?x)) (does you wait) (true (at ?x)))
(<= (goal you 100) (true (at c)))
(goal me 0)
(<= terminal (true (at d)))
";

pub(crate) struct Place {
    folder: TempDir,
}

impl Place {
    pub(crate) fn new() -> Self {
        let place = Self { folder: tempfile::tempdir().unwrap() };
        for (name, text) in [("lamp", LAMP), ("stuck", STUCK), ("endless", ENDLESS)] {
            place.write(&format!("{name}.kif"), text);
        }
        place
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).unwrap();
    }

    /// A file of the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn games(&self) -> PathBuf {
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../games"))
    }

    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(gdl2hdl());
        command.current_dir(self.folder.path()).args(arguments.split_whitespace()).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub(crate) fn run(&self, arguments: &str) -> Ended {
        Ended::from(self.command(arguments).output().unwrap())
    }
}
