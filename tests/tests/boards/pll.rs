//! Settings of PLLs beside those of `icepll` and `ecppll`: never farther from what was wished.

use gdl2hdl_boards::by_name;
use gdl2hdl_boards::pll::{ClockSetting, Ecp5Pll, Frequency, Ice40Pll, Pll, nearest, reachable};
use gdl2hdl_tests::fpga_tools::run;
use gdl2hdl_tests::parallel::check_all;
use std::path::Path;

/// Settings of a board whose clock is another.
fn settings(board: &str, input_hz: u32) -> Vec<ClockSetting> {
    let mut board = by_name(board).unwrap();
    board.clock.hz = input_hz;
    reachable(&board)
}

fn mhz(hz: u32) -> String {
    format!("{}.{:06}", hz / 1_000_000, hz % 1_000_000)
}

/// The number after a title in what a tool said.
fn number(said: &str, title: &str) -> Result<u8, String> {
    let line = said.lines().find_map(|line| line.trim().strip_prefix(title));
    let number = line.and_then(|line| line.trim_start_matches(':').split_whitespace().next()?.parse().ok());
    number.ok_or_else(|| format!("no `{title}` in:\n{said}"))
}

/// Wishes over a range, unevenly spread, with its ends and what people usually want.
fn wishes([from, to]: [u32; 2], count: u32) -> Vec<u32> {
    let spread =
        (0..count).map(|i| from + u32::try_from(u64::from(to - from) * u64::from(i) / u64::from(count)).unwrap());
    let odd = spread.enumerate().map(|(i, hz)| hz + u32::try_from(i).unwrap() % 7 * 1_111);
    odd.chain([24_000_000, 48_000_000, 50_000_000, 100_000_000, to]).collect()
}

#[test]
fn ice40_settings_are_at_least_as_near_as_those_of_icepll() {
    let inputs =
        [10_000_000, 12_000_000, 16_000_000, 25_000_000, 33_333_333, 48_000_000, 66_666_667, 100_000_000, 133_000_000];
    check_all(&inputs, |input| {
        let settings = settings("icebreaker", *input);
        wishes([16_000_000, 275_000_000], 60).into_iter().try_for_each(|wish| compare_ice40(&settings, *input, wish))
    });
}

fn compare_ice40(settings: &[ClockSetting], input: u32, wish: u32) -> Result<(), String> {
    let said = run(Path::new("."), "icepll", &["-i", &mhz(input), "-o", &mhz(wish)])?;
    let [divr, divf, divq, filter_range] = ["DIVR", "DIVF", "DIVQ", "FILTER_RANGE"].map(|title| number(&said, title));
    let theirs = Ice40Pll { divr: divr?, divf: divf?, divq: divq?, filter_range: filter_range? };
    let ours = nearest(settings, wish).ok_or("no setting")?;
    let other = theirs.output(input);
    // A wish at the edge can make the tool leave the range of outputs; all else that it says is legal, filter and all.
    if Frequency::from(16_000_000) <= other && other <= Frequency::from(275_000_000) {
        let legal = Ice40Pll::all(input).any(|pll| pll == theirs);
        let nearer = ours.output.distance(wish) <= other.distance(wish);
        // The tool computes in floating point: of equal outputs it may take one with a lower comparison frequency.
        let first = match ours.pll {
            Some(Pll::Ice40(_, pll)) => ours.output != other || pll == theirs || pll.divr < theirs.divr,
            _ => true,
        };
        if !(legal && nearer && first) {
            return Err(format!("{input} to {wish}: {ours:?}, {theirs:?} makes {other}"));
        }
    }
    Ok(())
}

#[test]
fn ecp5_settings_are_at_least_as_near_as_those_of_ecppll() {
    let inputs = [8_000_000, 12_000_000, 25_000_000, 33_333_333, 48_000_000, 100_000_000];
    check_all(&inputs, |input| {
        let settings = settings("ulx3s-25f", *input);
        wishes([10_000_000, 400_000_000], 7).into_iter().try_for_each(|wish| compare_ecp5(&settings, *input, wish))
    });
}

fn compare_ecp5(settings: &[ClockSetting], input: u32, wish: u32) -> Result<(), String> {
    let said = run(Path::new("."), "yowasp-ecppll", &["-i", &mhz(input), "-o", &mhz(wish)])?;
    let [clki_div, clkfb_div, clkop_div] =
        ["Refclk divisor", "Feedback divisor", "clkout0 divisor"].map(|title| number(&said, title));
    let theirs = Ecp5Pll { clki_div: clki_div?, clkfb_div: clkfb_div?, clkop_div: clkop_div? };
    let ours = nearest(settings, wish).ok_or("no setting")?;
    let other = theirs.output(input);
    // A wish at the edge can make the tool leave the range of outputs.
    let inside = other <= Frequency::from(400_000_000);
    let farther = inside && ours.output.distance(wish) > other.distance(wish);
    // The oscillator is as far from the middle of its range as theirs, or less.
    let off = |pll: Ecp5Pll| {
        let product = u64::from(input) * u64::from(pll.clkfb_div) * u64::from(pll.clkop_div);
        product.abs_diff(600_000_000 * u64::from(pll.clki_div)) / u64::from(pll.clki_div)
    };
    let worse = matches!(ours.pll, Some(Pll::Ecp5(pll)) if ours.output == other && off(pll) > off(theirs));
    if farther || worse { Err(format!("{input} to {wish}: {ours:?}, {theirs:?} makes {other}")) } else { Ok(()) }
}
