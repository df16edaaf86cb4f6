//! A game text through the stages of the compiler.

use gdl2hdl_emit::{self as emit, Manifest, Module};
use gdl2hdl_gdl::check::{CheckOptions, Checked};
use gdl2hdl_gdl::diagnostics::Severity;
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_gdl::syntax::{self, Language};
use gdl2hdl_ground::{self as ground, Limits};
use gdl2hdl_net as net;
use gdl2hdl_net::propnet;
use gdl2hdl_opt::{self as opt, Level};

/// A module and what its bits mean.
pub(crate) struct Compiled {
    pub(crate) module: Module,
    pub(crate) manifest: Manifest,
}

/// Compiles a text without errors. `name` names the game.
pub(crate) fn compile(name: &str, text: &str, level: Level, keep_state: bool) -> Compiled {
    let parsed = syntax::parse(text, Some(Language::Kif));
    let options = CheckOptions { language: parsed.language, ..CheckOptions::default() };
    let errors: Vec<_> = parsed.diagnostics.iter().filter(|finding| finding.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    let sheet = Checked::new(parsed.sheet, &options).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    let program = ground::ground(&sheet, &ground::Options::default(), &Unobserved).unwrap().program;
    let built = propnet::build(&program, &Limits::default(), &Unobserved).unwrap();
    let optimised =
        opt::optimise(net::from_propnet(&built), opt::Options { level, keep_state, anywhere: false }, &Unobserved)
            .unwrap();
    let verified = net::verify(&optimised.net).unwrap();
    let module = emit::verilog(verified, name, level.into());
    let manifest = Manifest::new(name, &module.name, verified, &optimised, &module.registers);
    Compiled { module, manifest }
}
