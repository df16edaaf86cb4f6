//! A game text to each stage, up to the net as it is built. It stands here once: the tests of the crates between this one
//! and the library `gdl2hdl` can't use that library, and take this file by its path.

#![allow(dead_code, reason = "each crate uses the stages that it needs")]

use gdl2hdl_gdl::check::{CheckOptions, Checked};
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_gdl::syntax;
use gdl2hdl_ground::{self as ground, Grounding, Limits, Split};
use gdl2hdl_net::propnet::{self, PropNet};
use gdl2hdl_net::{Net, from_propnet};

/// Grounds a game text, with or without rule splitting.
pub(crate) fn grounded(text: &str, split: bool) -> Grounding {
    ground_by(text, if split { Split::WhenItPays } else { Split::Never })
}

/// A game without a word from its reader, which may lack what no game must.
pub(crate) fn game(text: &str) -> Checked {
    let parsed = syntax::kif::parse(text);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let options = CheckOptions { allow_incomplete: true, ..CheckOptions::default() };
    Checked::new(parsed.sheet, &options).unwrap()
}

/// Grounds a game text.
pub(crate) fn ground_by(text: &str, split: Split) -> Grounding {
    let options = ground::Options { split, ..ground::Options::default() };
    ground::ground(&game(text), &options, &Unobserved).unwrap()
}

/// The propnet of a game text.
pub(crate) fn propnet(text: &str, split: Split) -> PropNet {
    propnet::build(&ground_by(text, split).program, &Limits::default(), &Unobserved).unwrap()
}

/// The net of a game text, not optimised.
pub(crate) fn net(text: &str) -> Net {
    from_propnet(&propnet(text, Split::WhenItPays), &Unobserved).unwrap()
}
