//! What the modules of an engine are called: never as a part that is the same for all games.

use super::parts;
use gdl2hdl_emit::module_name;
use std::borrow::Cow;

/// What follows the name of an engine in the names of its modules, those of its wrappers and boards included.
const MODULES: [&str; 11] =
    ["engine", "lane", "core", "step", "legal", "end", "top", "playouts", "axis", "linked", "board"];

/// How an engine is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Names<'n> {
    /// The game.
    pub(super) game: &'n str,
    /// What the names of its modules begin with.
    pub(super) modules: &'n str,
}

/// What module names of an engine may begin with: the name that is wanted, or that and `_game`, where `link` would have the
/// module `link_step`, which is a part of UARTs.
pub(super) fn apart(wanted: &str) -> Cow<'_, str> {
    let taken = |name: &str| MODULES.iter().any(|module| parts::is_part(&module_name(name, module)));
    if taken(wanted) { Cow::Owned(format!("{wanted}_game")) } else { Cow::Borrowed(wanted) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_not_called_as_parts_are() {
        assert_eq!(apart("tic_tac_toe"), "tic_tac_toe");
        for (wanted, module) in [("link", "step"), ("playout_pick", "step")] {
            assert!(parts::is_part(&module_name(wanted, module)), "{wanted}: there is no such part any more");
            let name = apart(wanted);
            assert_eq!(name, format!("{wanted}_game"));
            assert!(MODULES.iter().all(|module| !parts::is_part(&module_name(&name, module))));
        }
    }
}
