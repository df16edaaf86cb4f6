//! Engines of games, and what Yosys makes of them.

use gdl2hdl::Compiled;
use gdl2hdl_boards::Family;
use gdl2hdl_boards::pll::{Clock, ClockInput};
use gdl2hdl_device::bitstream::cost::{Cost, Features, GameFeatures, Resources};
use gdl2hdl_hdl::board::{Config as BoardConfig, Link, board};
use gdl2hdl_hdl::playout::{Config, ConfigError, Gateware, GatewareError, gateware};
use gdl2hdl_tests::{examples, nets};
use gdl2hdl_verilate::{KeyBuilder, Port, Source, Spec, Target, Unobserved, Yosys};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// Engines that are compared: their cores.
const FEW: u32 = 2;
const MORE: u32 = 4;

/// A compiled game.
pub(crate) struct Subject {
    name: String,
    compiled: Compiled,
    features: GameFeatures,
}

/// A configuration, and what it takes.
pub(crate) struct Point {
    pub(crate) name: String,
    pub(crate) family: Family,
    pub(crate) features: Features,
    pub(crate) cost: Cost,
    /// By Yosys: what is there once, and what a core takes. In an iCE40 flip-flops without LUT are apart.
    pub(crate) fixed: Split,
    pub(crate) core: Split,
}

/// Cells, as they are fitted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Split {
    pub(crate) luts: f64,
    pub(crate) lone: f64,
    pub(crate) ffs: f64,
    pub(crate) brams: f64,
    pub(crate) dsps: f64,
}

/// Where counts are made and kept.
pub(crate) struct Workshop {
    folder: PathBuf,
    kept: bool,
    yosys: Yosys,
}

impl Workshop {
    pub(crate) fn new(folder: &Path, kept: bool) -> Result<Self, Box<dyn Error>> {
        fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.to_owned(), kept, yosys: Yosys::find()? })
    }

    pub(crate) fn game(&self, name: &str) -> Result<Subject, Box<dyn Error>> {
        let compiled = nets::compiled(&fs::read_to_string(examples::path(name))?)?;
        let features = GameFeatures::new(compiled.net().net(), compiled.choices(), &Unobserved)?;
        Ok(Subject { name: name.to_owned(), compiled, features })
    }

    /// Counts two engines; `None` when only what is kept is wanted and there is nothing.
    pub(crate) fn point(
        &self,
        subject: &Subject,
        family: Family,
        (cores_per_lane, slots): (u32, u32),
        memories: bool,
        multipliers: bool,
    ) -> Result<Option<Point>, Box<dyn Error>> {
        let (net, choices) = (subject.compiled.net(), subject.compiled.choices());
        // As boards have them.
        let config = Config {
            cores: FEW,
            cores_per_lane,
            slots,
            memories,
            multipliers,
            debug_ports: false,
            ..Config::default()
        };
        let engine = |cores| gateware(net, choices, &subject.name, Config { cores, ..config }, &Unobserved);
        let few = match engine(FEW) {
            // The game draws too many random bits for so many cores.
            Err(GatewareError::Config(ConfigError::Bits { .. })) => return Ok(None),
            few => few?,
        };
        let features = Features::new(&subject.features, &few);
        let (Some(small), Some(large)) = (self.count(&few, family)?, self.count(&engine(MORE)?, family)?) else {
            return Ok(None);
        };
        let cost = Cost::alike(&features, family);
        let words = [(memories, "memories"), (multipliers, "multipliers")];
        let words: Vec<&str> = words.into_iter().filter_map(|(is, word)| is.then_some(word)).collect();
        let name = format!("{} {cores_per_lane} x {} {}", subject.name, slots / cores_per_lane, words.join(" "))
            .trim_end()
            .to_owned();
        let cores = f64::from(MORE - FEW);
        let core = large.combined(small, |large, small| (large - small) / cores);
        let fixed = small.combined(core, |small, core| small - f64::from(FEW) * core);
        Ok(Some(Point { name, family, features, cost, fixed, core }))
    }

    /// What Yosys makes of an engine with its link.
    fn count(&self, engine: &Gateware, family: Family) -> Result<Option<Split>, Box<dyn Error>> {
        let link = Link { clock_hz: 24_000_000, baud: 1_000_000 };
        let clock = Clock { input: ClockInput::Pin, pll: None };
        let design = board(engine, BoardConfig { link, clock, leds: 1, leds_low: false, high: 0, low: 0 })?;
        let mut spec = Spec::new(&design.top, "", vec![Port::input("clk_i", 1)]);
        let source = |file: &gdl2hdl_hdl::playout::SourceFile| Source {
            name: file.name.to_ascii_lowercase(),
            text: file.text.clone(),
        };
        spec.sources = design.files.iter().map(source).collect();
        let cells = match family {
            Family::Ice40 => gdl2hdl_verilate::Family::Ice40,
            Family::Ecp5 => gdl2hdl_verilate::Family::Ecp5,
        };
        let synthesis =
            self.yosys.synthesis(&spec, Target { family: cells, multipliers: engine.config.multipliers })?;
        let mut key = KeyBuilder::default().part(self.yosys.version()).part(synthesis.script());
        for source in &spec.sources {
            key = key.part(&source.name).part(&source.text);
        }
        let file = self.folder.join(format!("{}.json", key.finish()));
        if let Ok(text) = fs::read_to_string(&file) {
            return Ok(Some(Split::of(serde_json::from_str(&text)?)));
        }
        if self.kept {
            return Ok(None);
        }
        let place = tempfile::tempdir()?;
        synthesis.run(place.path(), &Unobserved)?;
        let statistics = fs::read_to_string(place.path().join("statistics.json"))?;
        let netlist = fs::read(place.path().join("netlist.json"))?;
        let whole = Resources::count(family, &statistics, &netlist)?;
        // Of an ECP5 the netlist is not looked at: all its cells are LUTs.
        let luts = Resources::count(Family::Ecp5, &statistics, &[])?;
        fs::write(&file, serde_json::to_vec(&[whole, luts])?)?;
        Ok(Some(Split::of([whole, luts])))
    }
}

impl Split {
    fn of([whole, luts]: [Resources; 2]) -> Self {
        #[allow(clippy::cast_precision_loss)] // far below 2^53
        let real = |number: u64| number as f64;
        Self {
            luts: real(luts.cells),
            lone: real(whole.cells - luts.cells),
            ffs: real(whole.ffs),
            brams: real(whole.brams),
            dsps: real(whole.dsps),
        }
    }

    fn combined(self, other: Self, of: impl Fn(f64, f64) -> f64) -> Self {
        Self {
            luts: of(self.luts, other.luts),
            lone: of(self.lone, other.lone),
            ffs: of(self.ffs, other.ffs),
            brams: of(self.brams, other.brams),
            dsps: of(self.dsps, other.dsps),
        }
    }
}
