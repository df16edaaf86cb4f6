//! The optimizer: simplifier, materializer and pruner until nothing changes, superfluous rules removed, subgoals ordered.

use super::materializer::materialized;
use super::pruner::pruned;
use super::reorder::reorder;
use super::simplifier::simplified;
use super::subsume::tidy;
use super::{Bounds, Made, Pace, Refused, Size, judged};
use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::syntax::Sheet;

/// Rounds after which it ends in any case.
const MAX_ROUNDS: usize = 20;

/// What optimizing gained.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct OptimizerGain {
    /// Before.
    pub before: Size,
    /// After.
    pub after: Size,
    /// Times all passes ran.
    pub rounds: usize,
    /// Relations whose rules became facts.
    pub materialized: usize,
    /// Rules that facts decided.
    pub rules_decided: usize,
    /// Literals that facts decided.
    pub subgoals_decided: usize,
    /// Facts and rules that nothing depends on.
    pub rules_pruned: usize,
    /// Rules that others made superfluous.
    pub rules_subsumed: usize,
    /// Literals that stood in a body twice.
    pub subgoals_doubled: usize,
    /// Rules with another order of subgoals.
    pub reordered: usize,
    /// Whether facts of the state were dropped: recorded states have more facts then.
    pub state_dropped: bool,
    /// Moves that share their rules with others.
    pub moves_grouped: usize,
}

/// Runs the other metagamers to a fixpoint, removes rules that others make superfluous, and orders subgoals.
///
/// # Errors
/// When a bound is met.
pub fn optimize(sheet: &Checked, bounds: Bounds<'_>) -> Result<Made<OptimizerGain>, Refused> {
    let mut gain = OptimizerGain {
        before: Size::of(sheet),
        after: Size::default(),
        rounds: 0,
        materialized: 0,
        rules_decided: 0,
        subgoals_decided: 0,
        rules_pruned: 0,
        rules_subsumed: 0,
        subgoals_doubled: 0,
        reordered: 0,
        state_dropped: false,
        moves_grouped: 0,
    };
    let mut made = Sheet::clone(sheet);
    while gain.rounds < MAX_ROUNDS {
        gain.rounds += 1;
        let before = Size::of(&made);
        let bound = round(sheet, &mut made, &mut gain, bounds)?;
        if Size::of(&made) == before && !bound {
            break;
        }
    }
    gain.reordered = reorder(&mut made);
    gain.after = Size::of(&made);
    Made::new(sheet, made, gain)
}

/// All passes over what was made of a game once; whether variables were replaced, which the size does not show.
fn round(game: &Checked, sheet: &mut Sheet, gain: &mut OptimizerGain, bounds: Bounds<'_>) -> Result<bool, Refused> {
    // First, while rules still look alike: values in place of variables hide which one is the special case.
    let tidied = tidy(sheet, &mut Pace::new(bounds, "removing superfluous rules"))?;
    gain.rules_subsumed += tidied.rules;
    gain.subgoals_doubled += tidied.literals;
    let (simple, simplified) = simplified(sheet, bounds)?;
    gain.rules_decided += simplified.rules_removed;
    gain.subgoals_decided += simplified.subgoals_removed;
    let (material, materialized) = materialized(&judged(game, simple)?, bounds)?;
    gain.materialized += materialized.relations;
    let (kept, pruned) = pruned(&material, bounds)?;
    gain.rules_pruned += pruned.rules_removed;
    gain.state_dropped |= pruned.state_dropped;
    gain.moves_grouped += pruned.moves_grouped;
    *sheet = kept;
    Ok(simplified.variables_bound > 0)
}
