//! Helpers of the integration tests: a game text to each stage.

use gdl2hdl_compiler::ground::{self, Grounding, Limits, Split};
use gdl2hdl_compiler::net::{self, Net};
use gdl2hdl_compiler::propnet::{self, PropNet};
use gdl2hdl_compiler::syntax;
use gdl2hdl_compiler::watch::Unwatched;

/// Grounds a game text, with or without rule splitting.
pub(crate) fn grounded(text: &str, split: bool) -> Grounding {
    ground_by(text, if split { Split::WhenItPays } else { Split::Never })
}

/// Grounds a game text.
pub(crate) fn ground_by(text: &str, split: Split) -> Grounding {
    let parsed = syntax::kif::parse(text);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let options = ground::Options { split, ..ground::Options::default() };
    ground::ground(&parsed.sheet, &options, &Unwatched).unwrap()
}

/// The propnet of a game text.
pub(crate) fn propnet(text: &str, split: Split) -> PropNet {
    propnet::build(&ground_by(text, split).program, &Limits::default(), &Unwatched).unwrap()
}

/// The net of a game text, not optimised.
pub(crate) fn net(text: &str) -> Net {
    net::from_propnet(&propnet(text, Split::WhenItPays))
}

/// A small deterministic generator for tests (SplitMix64, Steele, Lea and Flood 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap()
    }
}
