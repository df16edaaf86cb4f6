//! The pruner: what legal moves, goals, ends and percepts do not depend on is gone, and moves that do the same to what
//! is left are told from each other no more.

mod collapse;
mod needs;

use super::required::Required;
use super::{Bounds, Made, Pace, Refused, Size};
use collapse::collapse;
use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::syntax::{Sheet, Symbol};
use needs::needed;

/// What pruning gained.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Pruned {
    /// Before.
    pub before: Size,
    /// After.
    pub after: Size,
    /// Facts and rules that nothing depends on.
    pub rules_removed: usize,
    /// Whether facts of the state are among them: recorded states have more facts then.
    pub state_dropped: bool,
    /// Groups of moves that do the same.
    pub move_groups: usize,
    /// Moves in these groups.
    pub moves_grouped: usize,
}

/// Drops what cannot be seen: rules that legal moves, goals, ends and percepts do not depend on, with the facts of the
/// state that only they speak of. Legal moves stay as they are; moves without variables that do the same to what is left
/// share their rules.
///
/// # Errors
/// When the deadline passes.
pub fn prune(sheet: &Checked, bounds: Bounds<'_>) -> Result<Made<Pruned>, Refused> {
    let (made, gain) = pruned(sheet, bounds)?;
    Made::new(sheet, made, gain)
}

/// The same of any sheet, with nobody to check what comes of it.
pub(super) fn pruned(sheet: &Sheet, bounds: Bounds<'_>) -> Result<(Sheet, Pruned), Refused> {
    let before = Size::of(sheet);
    let mut pace = Pace::new(bounds, "pruning");
    let keep = needed(sheet, &mut pace)?;
    let mut required = Required::of(sheet);
    let mut made = Sheet { symbols: sheet.symbols.clone(), rules: Vec::new() };
    let mut gain =
        Pruned { before, after: before, rules_removed: 0, state_dropped: false, move_groups: 0, moves_grouped: 0 };
    for (rule, keep) in sheet.rules.iter().zip(keep) {
        if keep || !required.let_go(rule) {
            made.rules.push(rule.clone());
        } else {
            gain.rules_removed += 1;
            gain.state_dropped |= matches!(rule.head.relation, Symbol::INIT | Symbol::NEXT);
        }
    }
    (gain.move_groups, gain.moves_grouped) = collapse(&mut made, &mut pace)?;
    gain.after = Size::of(&made);
    Ok((made, gain))
}
