//! The frame of every emitted module: its name, the comments above it, its ports, its last lines.

use super::keywords::is_reserved;
use super::namer::{Namer, comment};

/// After the logic of a module.
pub(super) const END: &str = "endmodule\n\n`default_nettype wire\n";

/// The name of a module of a game: `<game>_<part>`, in letters, digits and underscores, and no word of a language.
#[must_use]
pub fn module_name(game: &str, part: &str) -> String {
    let name = format!("{}_{part}", Namer::default().name(game));
    // A game `va` must not get the module `va_end`, a word of C.
    if is_reserved(&name) { format!("{name}_2") } else { name }
}

/// The lines above a module. `what` is the module's purpose, `counts` its size, as sentences without their dots.
pub(super) fn comments(game: &str, what: &str, counts: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "// Game: {}. {what}, made by gdl2hdl {version}.\n// {counts}.\n\
         // The manifest (.json) gives the sentence of every bit.\n\n`default_nettype none\n\n",
        comment(game)
    )
}

/// A line of a port that is a vector. `name` carries the comma, if one follows.
pub(super) fn vector(kind: &str, width: usize, name: &str) -> String {
    format!("    {kind} [{}:0] {name}", width - 1)
}
