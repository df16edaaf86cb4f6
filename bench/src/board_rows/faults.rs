//! What must be so of each row of the table of engines on boards.

use super::BoardRow;
use gdl2hdl_boards::{Family, by_name};

/// What a phase detector may compare, in Hz: iCE40 LP/HX and UltraPlus 10 to 133 MHz (DS1040, DS1056), ECP5 10 to 400 MHz
/// (FPGA-DS-02012).
const fn detector(family: Family) -> (f64, f64) {
    match family {
        Family::Ice40 => (10e6, 133e6),
        Family::Ecp5 => (10e6, 400e6),
    }
}

/// The least share of its clocks in which a core makes a step, in the job of the row.
const LEAST_SHARE: f64 = 0.95;

/// What is wrong with rows: a clock above what a tool says that the placement meets, a phase detector outside of its data sheet,
/// a rate that is not that of the measured steps, cores that wait.
#[must_use]
pub fn faults(rows: &[BoardRow]) -> Vec<String> {
    let mut faults = Vec::new();
    for row in rows {
        let what = format!("{} on {}", row.text("game"), row.text("board"));
        let mut fault = |text: String| faults.push(format!("{what}: {text}"));
        let Some(clock) = row.number("clock_hz") else {
            fault("no clock".to_owned());
            continue;
        };
        let needed = row.number("needed_hz").unwrap_or(f64::INFINITY);
        if needed < clock {
            fault(format!("a design may be slower than its clock: {needed} Hz for {clock} Hz"));
        }
        let Ok(family) = by_name(row.text("board")).map(|board| board.fpga.family) else {
            fault("there is no such board".to_owned());
            continue;
        };
        // An ECP5 has one judge.
        let judges: &[&str] = if family == Family::Ice40 { &["nextpnr_hz", "icetime_hz"] } else { &["nextpnr_hz"] };
        for (judge, met) in judges.iter().map(|judge| (judge, row.number(judge))) {
            if met.is_none_or(|met| met < needed) {
                fault(format!("it needs {needed} Hz, and {judge} is {met:?}"));
            }
        }
        let (least, most) = detector(family);
        if let Some(hz) = row.number("detector_hz").filter(|hz| !(least..=most).contains(hz)) {
            fault(format!("its phase detector compares at {hz} Hz"));
        }
        let share = row.number("states_per_cycle").unwrap_or_default();
        let expected = share * clock * row.number("cores").unwrap_or_default();
        let said = row.number("states_per_s").unwrap_or_default();
        if (said / expected - 1.0).abs() > 1e-3 || said == 0.0 {
            fault(format!("{said} states/s, of {expected} by share, cores and clock"));
        }
        if !(LEAST_SHARE..=1.0).contains(&share) {
            fault(format!("{share} states per cycle and core"));
        }
        if row.number("job_states").unwrap_or_default() < 1e9 {
            fault("a job of less than 10^9 states".to_owned());
        }
        if row.number("check_states").unwrap_or_default() < 1.0 {
            fault("nothing was compared with the processor".to_owned());
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::super::tests::{row, with};
    use super::*;

    #[test]
    fn what_a_board_would_not_keep_is_a_fault() {
        assert_eq!(faults(&[row()]), [""; 0]);
        let wrong = [
            ("icetime_hz", "100900000"),
            ("icetime_hz", ""),
            ("board", "nobody's"),
            ("nextpnr_hz", "100000000"),
            ("needed_hz", "99000000"),
            ("detector_hz", "3125000"),
            ("detector_hz", "140000000"),
            ("states_per_s", "2000000000"),
            ("states_per_cycle", "0.9"),
            ("job_states", "900000000"),
            ("check_states", "0"),
            ("clock_hz", ""),
        ];
        for (column, value) in wrong {
            assert!(!faults(&[with(column, value)]).is_empty(), "{column} {value}");
        }
        let mut ecp5 = with("board", "ulx3s-25f");
        ecp5.values.remove("icetime_hz");
        assert_eq!(faults(&[ecp5]), [""; 0], "nobody but nextpnr judges an ECP5");
    }
}
