//! Reasoners, and the search of a whole tree with them.

use gdl2hdl::{Game, Options};
use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::interpret;
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_ground::Limits;
use gdl2hdl_ground::metagame::{self, Bounds};
use gdl2hdl_play::engine::{self, Engine, EngineError};
use std::error::Error;

type Made = Result<Box<dyn Engine>, Box<dyn Error>>;

/// A way to play by rules.
pub(crate) struct Reasoner {
    /// As in the table.
    pub(crate) title: &'static str,
    pub(crate) make: fn(&Checked) -> Made,
}

/// In the order of the lecture's columns.
pub(crate) const REASONERS: [Reasoner; 4] = [
    Reasoner { title: "general", make: general },
    Reasoner { title: "general, ground rules", make: general_on_ground },
    Reasoner { title: "ground", make: ground },
    Reasoner { title: "symbol", make: symbol },
];

fn bounds() -> Bounds<'static> {
    Bounds { limits: Limits::default(), observer: &Unobserved }
}

/// The interpreter of the rules as they are written.
fn general(sheet: &Checked) -> Made {
    Ok(Box::new(engine::interpreter(sheet, interpret::InterpreterLimits::default())?))
}

/// The same on rules without variables.
fn general_on_ground(sheet: &Checked) -> Made {
    general(&metagame::ground_sheet(sheet, bounds()).map_err(|refused| refused.message)?.sheet)
}

/// The engine that evaluates ground rules one by one.
fn ground(sheet: &Checked) -> Made {
    Ok(Box::new(engine::ground(metagame::ground(sheet, bounds()).map_err(|refused| refused.message)?.program)?))
}

/// The net of the symbolized game, a bit for each proposition.
fn symbol(sheet: &Checked) -> Made {
    let symbols = metagame::symbolize(sheet, bounds()).map_err(|refused| refused.message)?.sheet;
    let compiled = Game::of_sheet(symbols).compile(&Options::default(), &Unobserved)?;
    Ok(Box::new(engine::net(compiled.into_optimised())?))
}

/// What a tree is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    /// States, each as often as it is reached.
    pub(crate) nodes: u64,
    /// Those that are terminal, or as deep as the search goes.
    pub(crate) leaves: u64,
}

/// Visits every state that can be reached in up to `depth` joint moves, without remembering any.
///
/// # Errors
/// When the engine fails.
pub(crate) fn search(engine: &mut dyn Engine, depth: u32) -> Result<Counts, EngineError> {
    engine.reset()?;
    let mut counts = Counts::default();
    visit(engine, depth, &mut counts)?;
    Ok(counts)
}

fn visit(engine: &mut dyn Engine, depth: u32, counts: &mut Counts) -> Result<(), EngineError> {
    counts.nodes += 1;
    if depth == 0 || engine.terminal()? {
        counts.leaves += 1;
        return Ok(());
    }
    let state = engine.state()?;
    let moves = (0..engine.roles().len()).map(|role| engine.legal(role)).collect::<Result<Vec<_>, _>>()?;
    let joint_moves = moves.iter().fold(vec![Vec::new()], |joint: Vec<Vec<String>>, moves| {
        joint
            .iter()
            .flat_map(|before| moves.iter().map(|mv| [&before[..], std::slice::from_ref(mv)].concat()))
            .collect()
    });
    for joint in joint_moves {
        engine.load(&state)?;
        engine.step(&joint)?;
        visit(engine, depth - 1, counts)?;
    }
    Ok(())
}
