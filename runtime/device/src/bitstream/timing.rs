//! What a routed iCE40 meets, by `icetime` of Project IceStorm.
//!
//! nextpnr takes each port of a multiplier for that of a register. Where its registers are not used, a way through it is
//! two halves there, neither of which counts in a clock. `icetime` reads the configuration bits, and follows the whole way.

use super::BuildError;
use super::tools::Tool;
use gdl2hdl_boards::Fpga;
use gdl2hdl_verilate::Observer;
use gdl2hdl_verilate::tools::ToolLimits;
use std::fs;
use std::path::Path;

const STAGE: &str = "timing";

/// Picoseconds of a second.
const SECOND_PS: u64 = 1_000_000_000_000;

/// The highest clock that a routed design in a folder meets. Leaves the report of the longest path there.
/// **Units:** Hz, rounded down.
pub(super) fn met(
    icetime: &Tool,
    fpga: &Fpga,
    folder: &Path,
    [routed, report]: [&str; 2],
    limits: ToolLimits,
    observer: &(dyn Observer + Sync),
) -> Result<u64, BuildError> {
    let path = folder.join(report);
    let process = icetime.process(folder).args(["-d", &fpga.device, "-t", "-r", report, routed]);
    process.observed(limits, STAGE, observer).map_err(BuildError::tool(STAGE))?;
    let text = fs::read_to_string(&path).map_err(BuildError::file("read", &path))?;
    total(&text)
        .ok_or_else(|| BuildError::NotUnderstood { tool: "icetime", reason: format!("no delay of a path in {report}") })
}

/// The clock of which a report tells the longest path. Delays are rounded to 10 ps: half of that is added.
fn total(report: &str) -> Option<u64> {
    let said = report.lines().find_map(|line| line.strip_prefix("Total path delay: "))?;
    let (whole, part) = said.split_once(" ns")?.0.split_once('.')?;
    let hundredths = format!("{:0<2}", part.get(..2)?);
    let ps = 1000 * whole.trim().parse::<u64>().ok()? + 10 * hundredths.parse::<u64>().ok()? + 5;
    Some(SECOND_PS / ps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_read() {
        let report =
            "Report for critical path:\n\nTotal number of logic levels: 15\nTotal path delay: 62.82 ns (15.92 MHz)\n";
        assert_eq!(total(report), Some(15_917_230));
        assert_eq!(total("Total path delay: 8.80 ns (113.64 MHz)"), Some(113_571_834));
        assert_eq!([total(""), total("Total path delay: inf ns"), total("Total path delay: 1.2 ns")], [None; 3]);
    }
}
