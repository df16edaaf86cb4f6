//! Where players tell what happens.

use crate::context::Context;
use crate::failure::{Failure, remark, say};
use gdl2hdl::seat::{Clock, Log, Told};
use gdl2hdl_verilate::files::visible;
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Different warnings that are said; then it is quiet.
const MAX_SAID: usize = 100;

/// What is said on standard error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Heard {
    /// Warnings, and where there is no file all that it would get.
    All,
    /// Warnings only, each once.
    Warnings,
}

/// A log: to the end of a file, where there is one, and to standard error. Lines of a file begin with the seconds since the
/// program began.
pub(crate) fn log(context: &Context, file: Option<&Path>, heard: Heard, clock: Clock) -> Result<Log, Failure> {
    let opened = file.map(|path| {
        let opened = OpenOptions::new().append(true).create(true).open(path);
        opened.map_err(|error| Failure::file("write", path, &error))
    });
    let out = Out {
        file: opened.transpose()?.map(Mutex::new),
        is_quiet: context.common.quiet,
        is_json: context.json(),
        heard,
        clock,
        said: Mutex::default(),
    };
    // Errors may have several lines.
    Ok(Arc::new(move |told, line| out.tell(told, &visible(&line.replace('\n', " ")))))
}

struct Out {
    file: Option<Mutex<File>>,
    is_quiet: bool,
    is_json: bool,
    heard: Heard,
    clock: Clock,
    /// Warnings so far.
    said: Mutex<HashSet<String>>,
}

impl Out {
    fn tell(&self, told: Told, line: &str) {
        if let Some(file) = &self.file {
            let seconds = self.clock.now().as_secs_f64();
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            // A full disk is no reason to lose a match.
            let _ = writeln!(file, "{seconds:10.3} {line}");
        }
        let is_warning = told == Told::Warning;
        let is_shown = match self.heard {
            Heard::All => is_warning || self.file.is_none(),
            Heard::Warnings => is_warning && self.is_new(line),
        };
        if is_shown && !self.is_quiet {
            let text = match (is_warning, self.is_json) {
                (true, json) => remark("warning", None, line, json),
                (false, true) => remark("note", None, line, true),
                (false, false) => line.to_owned(),
            };
            say(&text);
        }
    }

    fn is_new(&self, line: &str) -> bool {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        said.len() < MAX_SAID && said.insert(line.to_owned())
    }
}
