//! `area`: what each module of a playout engine takes of an FPGA.

use crate::args::Area;
use crate::compiled_game::CompiledGame;
use crate::context::Context;
use crate::failure::Failure;
use crate::starts::Starts;
use crate::{output, report, unfinished};
use gdl2hdl_hdl::playout::Config;
use gdl2hdl_verilate::{Port, SimError, Source, Spec, Target, Yosys};

pub(crate) fn run(context: &Context, args: &Area) -> Result<(), Failure> {
    let compiled_game = CompiledGame::open(context, &args.game, &args.net, Starts::INITIAL)?;
    let config = Config { debug_ports: false, ..args.size.config() };
    let gateware = compiled_game.gateware_named(context, None, config)?;
    let unavailable = |error: SimError| unfinished::not_built(context, &error);
    let mut yosys = Yosys::find().map_err(unavailable)?;
    yosys.limits.time = context.left();
    let cache = context.cache()?;
    let mut spec = Spec::new(gateware.engine.clone(), "", vec![Port::input("clk_i", 1)]);
    spec.sources =
        gateware.files.iter().map(|file| Source { name: file.name.clone(), text: file.text.clone() }).collect();
    let target = Target { family: args.family.into(), multipliers: config.multipliers };
    let modules: Vec<&str> = gateware.files.iter().filter_map(|file| file.name.strip_suffix(".v")).collect();
    let areas = yosys.areas_observed(&spec, target, &modules, &cache, context).map_err(unavailable)?;
    let whole = yosys.map_observed(&spec, target, &cache, context).map_err(unavailable)?;
    let view = report::area(&compiled_game.loaded.source.name, target.family.name(), &areas.tree(), &whole.cells);
    context.finish();
    if context.json() { output::write_json(&view) } else { output::show(&view.text()) }
}
