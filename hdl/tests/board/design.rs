//! Games, and the boards that are made of them.

use crate::stages;
use gdl2hdl_boards::PllCell;
use gdl2hdl_boards::pll::{Clock, ClockInput, Ecp5Pll, Ice40Pll, Pll};
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_hdl::board::{Config, Link};
use gdl2hdl_hdl::playout::{self, Gateware, gateware};
use gdl2hdl_net as net;
use gdl2hdl_opt::{self as opt, Level};
use std::path::Path;

/// Four clocks a bit.
pub(crate) const LINK: Link = Link { clock_hz: 12_000_000, baud: 3_000_000 };

/// The engine of a game of the folder `games/`.
pub(crate) fn engine(game: &str, config: playout::Config) -> Gateware {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(format!("{game}.kif"));
    let text = std::fs::read_to_string(path).unwrap();
    let optimised = opt::optimise(stages::net(&text), Level::O2.into(), &Unobserved).unwrap();
    gateware(net::verify(&optimised.net).unwrap(), &optimised.choices(), game, config, &Unobserved).unwrap()
}

const ICE40: Ice40Pll = Ice40Pll { divr: 0, divf: 63, divq: 4, filter_range: 1 };
const ECP5: Ecp5Pll = Ecp5Pll { clki_div: 1, clkop_div: 24, clkos_div: 12 };

/// Boards with all kinds of cycles.
pub(crate) fn boards() -> Vec<Config> {
    let oscillator = ClockInput::Oscillator(2);
    let clocks = [
        (ClockInput::Pin, None),
        (ClockInput::Pin, Some(Pll::Ice40(PllCell::Core, ICE40))),
        (ClockInput::Pin, Some(Pll::Ice40(PllCell::Pad, ICE40))),
        (oscillator, None),
        (oscillator, Some(Pll::Ice40(PllCell::Core, ICE40))),
        (ClockInput::Pin, Some(Pll::Ecp5(ECP5))),
    ];
    let config = |(leds, (input, pll))| Config {
        link: LINK,
        clock: Clock { input, pll },
        leds,
        leds_low: leds == 3,
        high: leds % 3,
        low: (leds + 1) % 3,
    };
    [8, 0, 1, 3, 2, 5].into_iter().zip(clocks).map(config).collect()
}
