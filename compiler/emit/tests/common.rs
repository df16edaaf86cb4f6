//! Helpers of the integration tests: a game text to each stage.

use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_gdl::syntax;
use gdl2hdl_ground::{self as ground, Grounding, Limits, Split};
use gdl2hdl_net::propnet::{self, PropNet};
use gdl2hdl_net::{self as net, Net};

/// Grounds a game text.
pub(crate) fn ground_by(text: &str, split: Split) -> Grounding {
    let parsed = syntax::kif::parse(text);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let options = ground::Options { split, ..ground::Options::default() };
    ground::ground(&parsed.sheet, &options, &Unobserved).unwrap()
}

/// The propnet of a game text.
pub(crate) fn propnet(text: &str, split: Split) -> PropNet {
    propnet::build(&ground_by(text, split).program, &Limits::default(), &Unobserved).unwrap()
}

/// The net of a game text, not optimised.
pub(crate) fn net(text: &str) -> Net {
    net::from_propnet(&propnet(text, Split::WhenItPays))
}
