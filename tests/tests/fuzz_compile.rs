//! The whole way from a text to Verilog never panics and stays within its bounds, whatever the text: noise, damaged
//! games, and rule sheets with odd names around a frame that makes them games. `GDL2HDL_FUZZ_SECONDS` sets for how
//! long, after the usual number of cases.

use gdl2hdl::{Game, Level, Limits, Options, Verilog};
use gdl2hdl_emit as emit;
use gdl2hdl_gdl::diagnostics::{Diagnostic, Severity};
use gdl2hdl_gdl::observer::{Observer, Reason, Unobserved};
use gdl2hdl_gdl::read::ReadOptions;
use gdl2hdl_gdl::syntax::{self, Language, Tolerance, print};
use gdl2hdl_tests::random::{self, game::games, sheet::sheets, text::texts};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use std::sync::atomic::{AtomicU32, Ordering};

const LIMITS: Limits = Limits { max_bytes: 64 << 20, max_depth: 12, max_gates: 200_000 };
/// Longest line of emitted Verilog, in bytes.
const LONGEST_LINE: usize = 400;

/// Ends long work by the number of questions, not by a clock, so that every run is the same.
struct Patience(AtomicU32);

impl Observer for Patience {
    fn reason(&self) -> Option<Reason> {
        self.0.fetch_add(1, Ordering::Relaxed);
        (self.0.load(Ordering::Relaxed) > 2_000).then_some(Reason::Deadline)
    }
}

/// Rules around which almost any others make a game.
const FRAME: &str = "(role you) (init (at a)) (legal you go) (<= (next (at b)) (does you go)) (goal you 100)\n\
                     (<= terminal (true (at b)))\n";

fn inputs() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => texts(),
        3 => texts().prop_map(|text| format!("{FRAME}{text}")),
        4 => sheets().prop_map(|sheet| format!("{FRAME}{}", print::kif(&sheet))),
        2 => torn(games()),
        1 => torn(Just(include_str!("../../games/tic_tac_toe.sdl").to_owned())),
    ]
}

/// A game with a piece torn out.
fn torn(games: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    (games, any::<prop::sample::Index>(), any::<prop::sample::Index>()).prop_map(|(text, from, to)| {
        let (from, to) = (from.index(text.len()), to.index(text.len()));
        [&text[..from.min(to)], &text[from.max(to)..]].concat()
    })
}

fn is_sound(text: &str, found: &[Diagnostic]) -> Result<bool, TestCaseError> {
    for diagnostic in found {
        prop_assert!(!diagnostic.help.is_empty() && !diagnostic.message.contains('\n'), "{diagnostic:?}");
        for label in &diagnostic.labels {
            prop_assert!(text.get(label.span.start as usize..label.span.end as usize).is_some(), "{diagnostic:?}");
        }
    }
    Ok(found.iter().all(|d| d.severity != Severity::Error))
}

/// Compiles a text as far as it goes; how far, for the test of this test.
fn compile(text: &str) -> Result<usize, TestCaseError> {
    let game = match Game::parse_with(text, &ReadOptions::of(Tolerance::Lenient)) {
        Ok(game) => game,
        Err(error) => {
            prop_assert!(!is_sound(text, error.diagnostics())?, "refused without an error: {error:?}");
            return Ok(0);
        }
    };
    prop_assert!(is_sound(text, game.diagnostics())?);
    let options = Options::default().limits(LIMITS);
    let ground = match game.ground(&options, &Patience(AtomicU32::new(0))) {
        Ok(ground) => ground,
        Err(error) => return is_sound(text, error.diagnostics()).map(|_| 1),
    };
    let again = syntax::parse(&ground.program().listing(), Some(Language::Kif));
    let errors: Vec<_> = again.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
    prop_assert!(errors.is_empty(), "ground: {errors:#?}");
    let Ok(propnet) = ground.propnet(&Unobserved) else { return Ok(2) };
    prop_assert!(emit::dot(&propnet, &Unobserved).unwrap().chars().all(|c| c == '\n' || !c.is_control()));
    let built = ground.net_of(&propnet, &Unobserved).unwrap();
    for level in [Level::O0, Level::O2, Level::O3] {
        let compiled = built.clone().optimise(&options.clone().level(level), &Unobserved);
        let compiled = compiled.map_err(|error| TestCaseError::fail(error.to_string()))?;
        let Verilog { module, manifest } = compiled.verilog(text);
        prop_assert!(module.text.bytes().all(|b| b == b'\n' || (b' '..=b'~').contains(&b)), "{}", module.text);
        prop_assert!(module.text.lines().all(|line| line.len() <= LONGEST_LINE), "{}", module.text);
        prop_assert!(serde_json::to_string(&manifest).is_ok());
    }
    Ok(3)
}

#[test]
fn no_text_is_too_odd_to_compile() {
    if let Err(error) = random::check(&inputs(), |text| compile(&text).map(drop)) {
        panic!("{error}");
    }
}

#[test]
fn many_texts_reach_verilog() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut reached = [0; 4];
    for _ in 0..200 {
        let tree = inputs().new_tree(&mut runner);
        let text = tree.map(|tree| proptest::strategy::ValueTree::current(&tree)).unwrap_or_default();
        reached[compile(&text).unwrap_or(0)] += 1;
    }
    assert!(reached[3] > 20 && reached[0] > 20, "{reached:?}");
}
