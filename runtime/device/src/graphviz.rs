//! Graphviz, as a program that may be there or not.

use gdl2hdl_verilate::files::Scratch;
use gdl2hdl_verilate::tools::{Process, ToolLimits};
use gdl2hdl_verilate::{Observer, Reason, SimError};
use std::fs;
use std::io;
use std::path::Path;
use thiserror::Error;

/// Formats of pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Picture {
    /// Scalable vector graphics.
    Svg,
    /// Pixels.
    Png,
    /// A page.
    Pdf,
}

impl Picture {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Svg, Self::Png, Self::Pdf];

    /// The extension of its files, by which Graphviz names it as well.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Pdf => "pdf",
        }
    }
}

/// Why there is no picture.
#[derive(Debug, Error)]
pub enum GraphvizError {
    /// The program is not installed.
    #[error("Graphviz is not installed: apt-get install graphviz; or write a .dot file")]
    Missing,
    /// Its files can't be written or read.
    #[error("a file for Graphviz: {0}")]
    Io(#[from] io::Error),
    /// The program refused, with the end of its messages, or needed too much.
    #[error("{0}")]
    Failed(SimError),
    /// The caller stopped it.
    #[error("Graphviz was stopped: {0}; large nets are better written as .dot")]
    Stopped(Reason),
}

/// Draws a graph in the dot language.
///
/// # Errors
/// See [`GraphvizError`].
pub fn draw(dot: &str, picture: Picture, observer: &dyn Observer) -> Result<Vec<u8>, GraphvizError> {
    let folder = Scratch::new()?;
    fs::write(folder.path().join("net.dot"), dot)?;
    // The observer bounds the time.
    let limits = ToolLimits { time: std::time::Duration::MAX, ..ToolLimits::default() };
    let program = Process::new(Path::new("dot"), folder.path());
    let format = format!("-T{}", picture.extension());
    match program.args([&*format, "-o", "picture", "net.dot"]).observed(limits, "draw", observer) {
        Ok(_) => Ok(fs::read(folder.path().join("picture"))?),
        Err(SimError::ToolMissing { .. }) => Err(GraphvizError::Missing),
        Err(SimError::Stopped { .. }) => Err(GraphvizError::Stopped(observer.reason().unwrap_or(Reason::Deadline))),
        Err(error) => Err(GraphvizError::Failed(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl2hdl_verilate::Unobserved;

    struct Late;

    impl Observer for Late {
        fn reason(&self) -> Option<Reason> {
            Some(Reason::Deadline)
        }
    }

    #[test]
    fn a_graph_becomes_a_picture() {
        for (picture, begins) in [(Picture::Svg, &b"<?xml"[..]), (Picture::Png, b"\x89PNG"), (Picture::Pdf, b"%PDF")] {
            let drawn = draw("digraph { a -> b }", picture, &Unobserved).expect("apt-get install graphviz");
            assert!(drawn.starts_with(begins), "{picture:?}");
        }
    }

    #[test]
    fn a_broken_graph_is_refused_with_the_programs_words() {
        let error = draw("digraph {", Picture::Svg, &Unobserved).unwrap_err().to_string();
        assert!(error.contains("syntax error"), "{error}");
    }

    #[test]
    fn the_deadline_stops_it() {
        assert!(matches!(draw("digraph { a }", Picture::Svg, &Late), Err(GraphvizError::Stopped(_)) | Ok(_)));
    }
}
