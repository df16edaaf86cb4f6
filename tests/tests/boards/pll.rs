//! Settings of PLLs beside those of `icepll` and `ecppll`: never farther from what was wished.

use gdl2hdl_boards::by_name;
use gdl2hdl_boards::pll::{ClockSetting, Frequency, Ice40Pll, Pll, nearest, reachable};
use gdl2hdl_tests::fpga_tools::run;
use gdl2hdl_tests::parallel::check_all;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

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
        let first = match ours.clock.pll {
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
    let inputs = [10_000_000, 12_000_000, 25_000_000, 33_333_333, 48_000_000, 100_000_000];
    let compared = AtomicUsize::new(0);
    check_all(&inputs, |input| {
        let settings = settings("ulx3s-25f", *input);
        wishes([10_000_000, 400_000_000], 7).into_iter().try_for_each(|wish| {
            let count = compare_ecp5(&settings, *input, wish)?;
            compared.fetch_add(count, Ordering::Relaxed);
            Ok(())
        })
    });
    assert!(compared.into_inner() > 20, "the tool keeps the range of the detector often enough");
}

/// How many settings of the tool were compared: it takes frequencies of the phase detector down to 3.125 MHz, where the
/// data sheet says 10.
fn compare_ecp5(settings: &[ClockSetting], input: u32, wish: u32) -> Result<usize, String> {
    let said = run(Path::new("."), "yowasp-ecppll", &["--highres", "-i", &mhz(input), "-o", &mhz(wish)])?;
    let titles = ["Refclk divisor", "Feedback divisor", "clkout0 divisor", "clkout1 divisor"];
    let [clki, clkfb, clkop, clkos] = titles.map(|title| number(&said, title).map(u64::from));
    let (clki, clkfb, clkop, clkos) = (clki?, clkfb?, clkop?, clkos?);
    let theirs = Frequency::new(u64::from(input) * clkfb * clkop, clki * clkos);
    let ours = nearest(settings, wish).ok_or("no setting")?;
    let detector = Frequency::new(input.into(), clki);
    // A wish at the edge can make the tool leave the range of outputs.
    if detector < Frequency::from(10_000_000) || theirs > Frequency::from(400_000_000) {
        return Ok(0);
    }
    match ours.output.distance(wish) <= theirs.distance(wish) {
        true => Ok(1),
        false => Err(format!("{input} to {wish}: {ours:?}, the tool makes {theirs}")),
    }
}
