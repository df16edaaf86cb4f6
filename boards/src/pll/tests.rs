use super::*;
use crate::{all, by_name};

#[test]
fn every_board_has_a_clock_without_a_pll() {
    for board in all().unwrap() {
        let settings = reachable(&board);
        assert!(settings.is_sorted_by(|a, b| a.output < b.output), "{}: sorted, each once", board.name);
        let direct = settings.iter().find(|setting| setting.output == board.clock.hz.into()).unwrap();
        assert_eq!((direct.pll, direct.input_hz), (None, board.clock.hz), "{}", board.name);
        assert!(settings.len() > 100, "{}: {} settings", board.name, settings.len());
        let slowest = settings[0].output;
        assert!(slowest <= 12_000_000.into() || board.clock.hz > 12_000_000, "{}: {slowest}", board.name);
    }
}

#[test]
fn outputs_are_what_the_parameters_say() {
    for board in all().unwrap() {
        for setting in reachable(&board) {
            let output = match setting.pll {
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
    let direct: Vec<_> = settings.iter().filter(|s| s.pll.is_none()).map(|s| (s.input, s.input_hz)).collect();
    let divided = |n| ClockInput::Oscillator(n);
    let expected =
        [(divided(3), 6_000_000), (divided(2), 12_000_000), (divided(1), 24_000_000), (divided(0), 48_000_000)];
    assert_eq!(direct, expected);
    assert!(settings.iter().filter(|s| s.pll.is_some()).all(|s| s.input == divided(0) && s.input_hz == 48_000_000));
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
    let pll = setting.pll.unwrap();
    let text = pll.parameters().iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ");
    assert_eq!(text, "FEEDBACK_PATH=\"SIMPLE\" DIVR=4'd0 DIVF=7'd79 DIVQ=3'd4 FILTER_RANGE=3'd1");
    assert_eq!(pll.attributes(), []);
    let setting = *nearest(&reachable(&by_name("ulx3s-85f").unwrap()), 60_000_000).unwrap();
    let pll = setting.pll.unwrap();
    let text = pll.parameters().iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ");
    assert!(text.starts_with("CLKI_DIV=5 CLKFB_DIV=12 CLKOP_DIV=10 CLKOP_CPHASE=5 "), "{text}");
    assert_eq!((pll.cell(), pll.attributes().len()), ("EHXPLLL", 4));
}
