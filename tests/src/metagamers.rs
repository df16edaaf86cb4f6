//! Every metagamer on a game, and their usual chain: what tests and `make metagamers` compare with the game as it was.

use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_gdl::syntax::same;
use gdl2hdl_ground::Limits;
use gdl2hdl_ground::metagame::{self, Bounds, NameTable};
use std::error::Error;

/// A game that was made of another.
#[derive(Debug)]
pub struct Made {
    /// What made it.
    pub by: &'static str,
    /// The game.
    pub sheet: Checked,
    /// The way back to the names of the first game.
    pub table: Option<NameTable>,
    /// Whether the state may have fewer facts.
    pub pruned: bool,
}

/// The commands of the usual chain, in order.
pub const CHAIN: [&str; 4] = ["simplify", "materialize", "prune", "optimize"];

/// Runs all metagamers on a game, each alone and in the usual chain; the game itself comes first.
///
/// # Errors
/// When one gives up, or what the obfuscator made does not come back as it was.
pub fn all(sheet: &Checked, limits: Limits) -> Result<Vec<Made>, Box<dyn Error>> {
    let bounds = Bounds { limits, observer: &Unobserved };
    let mut made = Vec::new();
    let mut add = |by, sheet: &Checked, table: Option<&NameTable>, pruned| {
        made.push(Made { by, sheet: sheet.clone(), table: table.cloned(), pruned });
    };
    let told = |refused: metagame::Refused| format!("{refused:?}");
    add("nothing", sheet, None, false);
    add("simplify", &metagame::simplify(sheet, bounds).map_err(told)?.sheet, None, false);
    add("materialize", &metagame::materialize(sheet, bounds).map_err(told)?.sheet, None, false);
    add("prune", &metagame::prune(sheet, bounds).map_err(told)?.sheet, None, true);
    add("optimize", &metagame::optimize(sheet, bounds).map_err(told)?.sheet, None, true);
    let ground = metagame::ground_sheet(sheet, bounds).map_err(told)?.sheet;
    add("ground", &ground, None, false);
    add("ground, prune", &metagame::prune(&ground, bounds).map_err(told)?.sheet, None, true);
    add("ground, optimize", &metagame::optimize(&ground, bounds).map_err(told)?.sheet, None, true);
    let symbols = metagame::symbolize(sheet, bounds).map_err(told)?;
    add("symbolize", &symbols.sheet, Some(&symbols.gain.table), false);
    let nonsense = metagame::obfuscate(sheet, 7).map_err(told)?;
    add("obfuscate", &nonsense.sheet, Some(&nonsense.gain.table), false);
    let back = metagame::restore(&nonsense.sheet, &nonsense.gain.table)?.sheet;
    if !same(sheet, &back) {
        return Err("the obfuscated game did not come back as it was".into());
    }
    let simple = metagame::simplify(sheet, bounds).map_err(told)?.sheet;
    let material = metagame::materialize(&simple, bounds).map_err(told)?.sheet;
    let pruned = metagame::prune(&material, bounds).map_err(told)?.sheet;
    let best = metagame::optimize(&pruned, bounds).map_err(told)?.sheet;
    add("chain", &best, None, true);
    let symbols = metagame::symbolize(&best, bounds).map_err(told)?;
    add("chain, symbolize", &symbols.sheet, Some(&symbols.gain.table), true);
    Ok(made)
}
