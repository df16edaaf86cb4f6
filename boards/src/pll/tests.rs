use super::*;
use crate::{all, by_name};

#[test]
fn every_board_has_a_clock_without_a_pll() {
    for board in all().unwrap() {
        let settings = reachable(&board);
        assert!(settings.is_sorted_by(|a, b| a.output < b.output), "{}: sorted, each once", board.name);
        let direct = settings.iter().find(|setting| setting.output == board.clock.hz.into()).unwrap();
        assert_eq!((direct.clock.pll, direct.input_hz), (None, board.clock.hz), "{}", board.name);
        assert!(settings.len() > 100, "{}: {} settings", board.name, settings.len());
        let slowest = settings[0].output;
        assert!(slowest <= 12_000_000.into() || board.clock.hz > 12_000_000, "{}: {slowest}", board.name);
    }
}

/// The ranges of the data sheets. **Units:** MHz. **Source:** Lattice FPGA-DS-02029 (iCE40 LP/HX) and FPGA-DS-02008
/// (iCE40 UltraPlus), sysCLOCK PLL timing; FPGA-DS-02012 (ECP5), the same.
struct Ranges {
    input: [f64; 2],
    detector: [f64; 2],
    oscillator: [f64; 2],
    output: [f64; 2],
}

const ICE40: Ranges =
    Ranges { input: [10.0, 133.0], detector: [10.0, 133.0], oscillator: [533.0, 1066.0], output: [16.0, 275.0] };
const ECP5: Ranges =
    Ranges { input: [8.0, 400.0], detector: [10.0, 400.0], oscillator: [400.0, 800.0], output: [3.125, 400.0] };

/// The numbers of a cell's parameters, as they are written into Verilog.
fn numbers(pll: Pll) -> impl Fn(&str) -> f64 {
    let parameters = pll.parameters();
    move |name| {
        let (_, value) = parameters.iter().find(|(known, _)| *known == name).unwrap();
        value.rsplit("'d").next().unwrap().parse().unwrap()
    }
}

#[test]
fn all_clocks_of_all_boards_keep_the_ranges_of_the_data_sheets() {
    let mut walked = 0;
    for board in all().unwrap() {
        for setting in reachable(&board) {
            let Some(pll) = setting.clock.pll else { continue };
            let (input, number) = (f64::from(setting.input_hz) / 1e6, numbers(pll));
            let (ranges, detector, multiple, divider) = match board.fpga.family {
                Family::Ice40 => (ICE40, input / (number("DIVR") + 1.0), number("DIVF") + 1.0, number("DIVQ").exp2()),
                Family::Ecp5 => {
                    let multiple = number("CLKFB_DIV") * number("CLKOP_DIV");
                    (ECP5, input / number("CLKI_DIV"), multiple, number("CLKOS_DIV"))
                }
            };
            let (oscillator, output) = (detector * multiple, detector * multiple / divider);
            let kept = |[low, high]: [f64; 2], mhz: f64| low * (1.0 - 1e-9) <= mhz && mhz <= high * (1.0 + 1e-9);
            assert!(kept(ranges.input, input) && kept(ranges.detector, detector), "{}: {setting:?}", board.name);
            assert!(kept(ranges.oscillator, oscillator) && kept(ranges.output, output), "{}: {setting:?}", board.name);
            let told = setting.output.fraction();
            let told = told.0 as f64 / told.1 as f64 / 1e6;
            assert!((output - told).abs() < 1e-6, "{}: {output} and {setting:?}", board.name);
            walked += 1;
        }
    }
    assert!(walked > 5000, "{walked}");
}

#[test]
fn outputs_are_what_the_parameters_say() {
    for board in all().unwrap() {
        for setting in reachable(&board) {
            let output = match setting.clock.pll {
                None => setting.input_hz.into(),
                Some(Pll::Ice40(cell, pll)) => {
                    assert_eq!((board.fpga.family, cell), (Family::Ice40, board.clock.pll.unwrap_or(PllCell::Core)));
                    pll.output(setting.input_hz)
                }
                Some(Pll::Ecp5(pll)) => pll.output(setting.input_hz),
            };
            assert_eq!(setting.output, output, "{}: {setting:?}", board.name);
        }
    }
}

#[test]
fn an_internal_oscillator_is_divided() {
    let settings = reachable(&by_name("upduino3").unwrap());
    let direct: Vec<_> =
        settings.iter().filter(|s| s.clock.pll.is_none()).map(|s| (s.clock.input, s.input_hz)).collect();
    let divided = |n| ClockInput::Oscillator(n);
    let expected =
        [(divided(3), 6_000_000), (divided(2), 12_000_000), (divided(1), 24_000_000), (divided(0), 48_000_000)];
    assert_eq!(direct, expected);
    assert!(
        settings
            .iter()
            .filter(|s| s.clock.pll.is_some())
            .all(|s| s.clock.input == divided(0) && s.input_hz == 48_000_000)
    );
}

#[test]
fn the_nearest_and_the_fastest_below_a_limit() {
    let settings = reachable(&by_name("icebreaker").unwrap());
    let output = |setting: Option<&ClockSetting>| setting.map(|setting| setting.output);
    assert_eq!(output(nearest(&settings, 60_000_000)), Some(60_000_000.into()));
    assert_eq!(output(nearest(&settings, 1)), Some(12_000_000.into()));
    assert_eq!(output(nearest(&settings, u32::MAX)), Some(Frequency::from(270_000_000)));
    assert_eq!(output(at_most(&settings, 60_000_000)), Some(60_000_000.into()));
    assert_eq!(output(at_most(&settings, 59_999_999)), Some(59_250_000.into()));
    assert_eq!(output(at_most(&settings, 15_999_999)), Some(12_000_000.into()));
    assert_eq!((at_most(&settings, 11_999_999), nearest(&[], 1)), (None, None));
}

#[test]
fn cells_and_parameters_are_verilog() {
    let setting = *nearest(&reachable(&by_name("icebreaker").unwrap()), 60_000_000).unwrap();
    let pll = setting.clock.pll.unwrap();
    let text = pll.parameters().iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ");
    assert_eq!(text, "FEEDBACK_PATH=\"SIMPLE\" DIVR=4'd0 DIVF=7'd79 DIVQ=3'd4 FILTER_RANGE=3'd1");
    assert_eq!(pll.attributes(), []);
    let setting = *nearest(&reachable(&by_name("ulx3s-85f").unwrap()), 60_000_000).unwrap();
    let pll = setting.clock.pll.unwrap();
    let text = pll.parameters().iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ");
    assert!(text.starts_with("CLKI_DIV=1 CLKFB_DIV=1 CLKOP_DIV=24 CLKOP_CPHASE=12 "), "{text}");
    assert_eq!((pll.cell(), pll.attributes().len()), ("EHXPLLL", 4));
}
