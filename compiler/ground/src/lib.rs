//! Grounding: clauses with variables to a program without.
//!
//! Static relations are evaluated and vanish. The rest is evaluated once as "can ever hold", over the states and moves
//! that can ever come up; each match of a rule in that evaluation is one ground rule. `simplify` then decides what is
//! decided by facts. `docs/GROUNDING.md` has a worked example.

mod dependence;
mod domains;
mod endless;
mod estimate;
mod evaluate;
mod fence;
mod frozen;
pub mod game;
mod growth;
mod join;
mod kinds;
mod limits;
mod magic;
pub mod metagame;
mod plan;
mod print;
mod profile;
mod program;
mod reach;
mod relevance;
mod sentences;
mod simplify;
mod split;
mod statics;
mod table;
mod terms;

pub use limits::{Grown, LimitReached, Limits, Stop};
pub use profile::RuleCost;
pub use program::{AtomId, GroundBase, GroundGoal, GroundLit, GroundMove, GroundPercept, GroundProgram, Rules, Truth};
pub use statics::{Statics, statics};
pub use terms::{TermId, Terms};

use crate::game::Program;
use dependence::Dependence;
use estimate::Estimates;
use fence::Fence;
use gdl2hdl_gdl::check::Checked;
use gdl2hdl_gdl::diagnostics::Diagnostic;
use gdl2hdl_gdl::mend;
use gdl2hdl_gdl::observer::Observer;
use growth::Growth;
use join::Store;
use kinds::Kinds;

/// What grounding gives.
#[derive(Debug)]
pub struct Grounding {
    /// The ground program.
    pub program: GroundProgram,
    /// Warnings and notes met on the way.
    pub diagnostics: Vec<Diagnostic>,
    /// What each rule of the sheet cost, most ground rules first: where size and time come from.
    pub profile: Vec<RuleCost>,
}

/// Options of grounding.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Bounds.
    pub limits: Limits,
    /// Which rules are split.
    pub split: Split,
    /// Which relations are computed by magic sets.
    pub magic_sets: MagicSets,
}

/// Which rules, whose joins fall apart, are rewritten over auxiliary relations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Split {
    /// None, and no relation is computed by magic sets: rules are grounded as they stand.
    Never,
    /// Large ones, where estimates say that it pays.
    #[default]
    WhenItPays,
    /// Those of any size where it saves something: for tests, on small games.
    Always,
}

/// Which relations are computed for those arguments only that rules ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MagicSets {
    /// Large ones, where estimates say that it pays.
    #[default]
    WhenItPays,
    /// Every one whose calls know some argument: for tests, on games of any size.
    Always,
}

impl Default for Options {
    fn default() -> Self {
        Self { limits: Limits::default(), split: Split::WhenItPays, magic_sets: MagicSets::WhenItPays }
    }
}

/// Grounds a game. It has passed the static checks: rules that depend on their own negation, or that have a variable
/// without a value, would be ground to something that they do not say.
///
/// ```
/// use gdl2hdl_gdl::observer::Unobserved;
/// use gdl2hdl_gdl::read::{ReadOptions, read};
/// use gdl2hdl_ground::{Options, ground};
///
/// let text = "(role r) (init p) (legal r a) (<= terminal (true p)) (goal r 0)";
/// let game = read(text, &ReadOptions::default()).game().expect("a game without errors");
/// assert_eq!(ground(&game, &Options::default(), &Unobserved).expect("a small game").program.bases.len(), 1);
/// ```
///
/// A sheet that nobody checked is none:
/// ```compile_fail,E0308
/// use gdl2hdl_gdl::observer::Unobserved;
/// use gdl2hdl_ground::{Options, ground};
///
/// let text = "(role r) (init p) (legal r a) (<= terminal (true p)) (goal r 0)";
/// let sheet = gdl2hdl_gdl::syntax::parse(text, None).sheet;
/// ground(&sheet, &Options::default(), &Unobserved);
/// ```
///
/// # Errors
/// A diagnostic when a bound was met; it names the rule that grew most.
pub fn ground(sheet: &Checked, options: &Options, observer: &dyn Observer) -> Result<Grounding, Box<Diagnostic>> {
    let refused = match ground_sheet(sheet, options, observer) {
        Err(refused) if !observer.stopped() => refused,
        done => return done,
    };
    // What only declarations make endless, or too large, is played without them.
    let Some((sheet, warning)) = mend::without_declarations(sheet, &refused) else { return Err(refused) };
    let mut grounding = ground_sheet(&sheet, options, observer)?;
    grounding.diagnostics.push(warning);
    Ok(grounding)
}

fn ground_sheet(sheet: &Checked, options: &Options, observer: &dyn Observer) -> Result<Grounding, Box<Diagnostic>> {
    let mut program = game::program(sheet)?;
    relevance::prune(&mut program);
    let growth = Growth::of(&program);
    let grounding = if growth.any() && options.split != Split::Never {
        endless::ground(sheet, program, &growth, options, observer)
    } else {
        ground_program(program, options, &Way::default(), observer)
    };
    grounding.map_err(|reached| Box::new(reached.diagnostic()))
}

/// How rules that may have no end are grounded.
#[derive(Default)]
struct Way {
    /// Rows that may be looked at once terms are deep; no bound where there is none.
    patience: Option<u64>,
    /// Relations that are computed by magic sets, whatever their size.
    asked: Vec<bool>,
    /// What play comes to.
    fence: Option<Fence>,
}

/// Terms of games that have an end are deeper than what the rules write by so much, and seldom by more.
const SHALLOW: usize = 2;
/// Instances from which a second look at the splits is worth its time.
const MEASURE: usize = 8_000;
/// A second evaluation must promise at most this share of the instances of the first.
const AGAIN: f64 = 0.7;
/// It may look at so many times the rows that the first one looked at.
const PATIENCE: u64 = 2;

fn ground_program(
    mut program: Program,
    options: &Options,
    way: &Way,
    observer: &dyn Observer,
) -> Result<Grounding, LimitReached> {
    let mut dependence = Dependence::of(&program);
    if options.split != Split::Never {
        frozen::freeze(&mut program, &dependence);
        dependence = Dependence::of(&program);
    }
    let fixed: Vec<bool> = dependence.dynamic.iter().map(|dynamic| !dynamic).collect();
    let mut store = evaluate::store(&program, options.limits, observer);
    if let Some(patience) = way.patience {
        (store.patience, store.shallow) = (patience, growth::written_depth(&program) + SHALLOW);
    }
    store.fence = way.fence.as_ref();
    let mut known = vec![false; program.preds.len()];
    if options.split == Split::Never {
        evaluate::statics(&program, &dependence, &mut store, &mut known, u64::MAX)?;
        let kinds = Kinds::of(&program, &dependence, &fixed);
        evaluate::dynamics(&program, &kinds, &mut store)?;
        return simplify::simplify(program, &kinds, store);
    }
    let glance = if options.magic_sets == MagicSets::Always { 0 } else { evaluate::GLANCE };
    evaluate::statics(&program, &dependence, &mut store, &mut known, glance)?;
    let estimates = magic::magic_sets(&mut program, &store.tables, &known, (options.magic_sets, &way.asked), observer);
    if estimates.is_none() {
        dependence = Dependence::of(&program);
        known.resize(program.preds.len(), false);
        store.restart(&program, &dependence.dynamic);
    }
    let complete = known.iter().zip(&dependence.dynamic).all(|(known, dynamic)| *known || *dynamic);
    evaluate::statics(&program, &dependence, &mut store, &mut known, u64::MAX)?;
    let kinds = Kinds::of(&program, &dependence, &fixed);
    split_program(program, kinds, store, estimates.filter(|_| complete), options.split)
}

/// Splits and evaluates the rules that depend on the state. Estimates may be known already.
fn split_program(
    program: Program,
    kinds: Kinds,
    mut store: Store<'_>,
    estimates: Option<Estimates>,
    which: Split,
) -> Result<Grounding, LimitReached> {
    let (mut split, mut split_kinds) = (program.clone(), kinds.clone());
    let estimates = estimates.unwrap_or_else(|| Estimates::of(&split, &store.tables, &kinds.dynamic));
    split::split(&mut split, &mut split_kinds, &store.tables, estimates, which, store.observer);
    store.restart(&split, &split_kinds.dynamic);
    store.budget = u64::MAX;
    evaluate::dynamics(&split, &split_kinds, &mut store)?;
    // Estimates can be far off: with the sizes now known, see whether other splits would do much better.
    let found = store.num_instances(&split);
    if found > MEASURE {
        let estimates = Estimates::measured(&program, &store);
        let (mut second, mut second_kinds) = (program, kinds);
        let expected = split::split(&mut second, &mut second_kinds, &store.tables, estimates, which, store.observer);
        #[allow(clippy::cast_precision_loss, reason = "compared with an estimate")]
        if expected < found as f64 * AGAIN {
            store.ceiling = store.size();
            // Fewer ground rules are not worth longer joins.
            let looked_at = u64::MAX - store.budget;
            let aside = store.set_aside(&split_kinds.dynamic);
            store.restart(&second, &second_kinds.dynamic);
            store.budget = looked_at.saturating_mul(PATIENCE);
            let trial = evaluate::dynamics(&second, &second_kinds, &mut store);
            (store.ceiling, store.budget) = (usize::MAX, u64::MAX);
            match trial {
                Ok(()) => {
                    store.forget(aside);
                    return simplify::simplify(second, &second_kinds, store);
                }
                Err(LimitReached { stop: Stop::Trial | Stop::Endless | Stop::Memory { .. }, .. }) => {
                    store.bring_back(aside);
                }
                Err(reached) => return Err(reached),
            }
        }
    }
    simplify::simplify(split, &split_kinds, store)
}
