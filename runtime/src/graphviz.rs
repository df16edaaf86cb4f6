//! Graphviz, as a program that may be there or not.

use std::io::{self, Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;
use thiserror::Error;

/// Why there is no picture.
#[derive(Debug, Error)]
pub enum GraphvizError {
    /// The program is not installed.
    #[error("Graphviz is not installed: apt-get install graphviz; or write a .dot file")]
    Missing,
    /// The program could not be run.
    #[error("`dot -Tsvg` could not be run: {0}")]
    Io(#[from] io::Error),
    /// The program refused; the end of its messages.
    #[error("`dot -Tsvg` failed: {0}")]
    Failed(String),
    /// The caller's clock ran out.
    #[error("`dot -Tsvg` was stopped at the deadline; large nets are better written as .dot")]
    Deadline,
}

/// Bytes of messages that are kept.
const KEPT: usize = 2000;

/// Draws a graph in the dot language as SVG.
///
/// # Errors
/// See [`GraphvizError`].
pub fn svg(dot: &str, out_of_time: &dyn Fn() -> bool) -> Result<Vec<u8>, GraphvizError> {
    let mut command = Command::new("dot");
    command.arg("-Tsvg").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => GraphvizError::Missing,
        _ => error.into(),
    })?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        // A program that fails early closes its input: its own message says more than the broken pipe.
        scope.spawn(move || stdin.map(|mut input| input.write_all(dot.as_bytes())));
        let picture = scope.spawn(move || all(stdout));
        let messages = scope.spawn(move || all(stderr));
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if out_of_time() {
                child.kill()?;
                child.wait()?;
                return Err(GraphvizError::Deadline);
            }
            thread::sleep(Duration::from_millis(5));
        };
        let picture = picture.join().unwrap_or_else(|_| Ok(Vec::new()))?;
        if status.success() {
            return Ok(picture);
        }
        let messages = messages.join().unwrap_or_else(|_| Ok(Vec::new()))?;
        let tail = &messages[messages.len().saturating_sub(KEPT)..];
        Err(GraphvizError::Failed(format!("{status}: {}", String::from_utf8_lossy(tail).trim())))
    })
}

fn all(source: Option<impl Read>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.map_or(Ok(0), |mut source| source.read_to_end(&mut bytes))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_becomes_a_picture() {
        let svg = svg("digraph { a -> b }", &|| false).expect("apt-get install graphviz");
        assert!(String::from_utf8(svg).unwrap().contains("</svg>"));
    }

    #[test]
    fn a_broken_graph_is_refused_with_the_programs_words() {
        let error = svg("digraph {", &|| false).unwrap_err().to_string();
        assert!(error.contains("syntax error"), "{error}");
    }

    #[test]
    fn the_deadline_stops_it() {
        assert!(matches!(svg("digraph { a }", &|| true), Err(GraphvizError::Deadline) | Ok(_)));
    }
}
