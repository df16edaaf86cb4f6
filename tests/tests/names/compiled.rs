//! A game text through the stages of the compiler.

use gdl2hdl_compiler::check::{CheckOptions, check};
use gdl2hdl_compiler::diagnostics::Severity;
use gdl2hdl_compiler::emit::{self, Manifest, Module};
use gdl2hdl_compiler::ground::{self, Limits};
use gdl2hdl_compiler::opt::{self, Level};
use gdl2hdl_compiler::syntax::{self, Language};
use gdl2hdl_compiler::watch::Unwatched;
use gdl2hdl_compiler::{net, propnet};

/// A module and what its bits mean.
pub(crate) struct Compiled {
    pub(crate) module: Module,
    pub(crate) manifest: Manifest,
}

/// Compiles a text without errors. `name` names the game.
pub(crate) fn compile(name: &str, text: &str, level: Level, keep_state: bool) -> Compiled {
    let parsed = syntax::parse(text, Some(Language::Kif));
    let options = CheckOptions { language: parsed.language, ..CheckOptions::default() };
    let found = parsed.diagnostics.into_iter().chain(check(&parsed.sheet, &options));
    let errors: Vec<_> = found.filter(|finding| finding.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    let program = ground::ground(&parsed.sheet, &ground::Options::default(), &Unwatched).unwrap().program;
    let built = propnet::build(&program, &Limits::default(), &Unwatched).unwrap();
    let optimised =
        opt::optimise(net::from_propnet(&built), opt::Options { level, keep_state, anywhere: false }, &Unwatched)
            .unwrap();
    let verified = net::verify(&optimised.net).unwrap();
    let module = emit::verilog(verified, name, level.into());
    let manifest = Manifest::new(name, &module.name, verified, &optimised, &module.registers);
    Compiled { module, manifest }
}
