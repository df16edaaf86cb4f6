//! Verilog → C++, and the ports that the C++ class really has.

use std::fs;
use std::path::Path;

use super::effort::Effort;
use crate::tools::{Budget, Process};
use crate::{Direction, Port, SimError, Spec, Toolchain};

/// Name of the generated class; fixed, so that no name of the user reaches a file name.
pub(super) const CLASS: &str = "Vm";
/// Folder of the generated C++ inside the work folder.
pub(super) const FOLDER: &str = "obj";

/// Runs Verilator in `work` and reads the ports of the generated class.
pub(super) fn run(
    tools: &Toolchain,
    spec: &Spec,
    effort: &Effort,
    work: &Path,
    budget: Budget<'_>,
) -> Result<Vec<Port>, SimError> {
    let mut args: Vec<String> = Vec::new();
    let mut add = |list: &[&str]| args.extend(list.iter().map(|&a| a.to_owned()));
    add(&["--cc", "--top-module", &spec.top, "--prefix", CLASS, "-Mdir", FOLDER, "-O3"]);
    add(&["--x-assign", "fast", "--x-initial", "fast", "--noassert", "--no-timing"]);
    // The warnings are for the author of the Verilog; this is the wrong place to stop.
    add(&["-Wno-fatal", "-Wno-lint", "-Wno-style"]);
    if spec.options.trace {
        add(&["--trace-fst"]);
    }
    if !effort.graph {
        add(&["-fno-dfg"]);
    }
    if let Some(count) = effort.unroll {
        add(&["--unroll-count", &count.to_string()]);
    }
    if let Some(split) = effort.split {
        add(&["--output-split", "20000", "--output-split-cfuncs", &split.to_string()]);
    }
    let files = spec.sources.iter().filter(|s| !s.name.ends_with(".vh"));
    args.extend(files.map(|s| s.name.clone()));
    Process::new(&tools.verilator, work).args(args).run(budget)?;
    let header = work.join(FOLDER).join(format!("{CLASS}.h"));
    let text = fs::read_to_string(&header).map_err(SimError::io("read", header))?;
    Ok(text.lines().filter_map(parse_port).collect())
}

/// Reads `VL_IN8(&clk_i,0,0);` and its relatives, the lines with which the class declares its ports.
fn parse_port(line: &str) -> Option<Port> {
    let line = line.trim();
    let (macro_name, rest) = line.strip_suffix(");")?.split_once("(&")?;
    let direction = if macro_name.starts_with("VL_INOUT") {
        return None;
    } else if macro_name.starts_with("VL_IN") {
        Direction::Input
    } else if macro_name.starts_with("VL_OUT") {
        Direction::Output
    } else {
        return None;
    };
    let mut fields = rest.split(',');
    let name = fields.next()?.to_owned();
    let mut bound = || fields.next()?.trim().parse::<u32>().ok();
    let (left, right) = (bound()?, bound()?);
    Some(Port { name, width: left.abs_diff(right).checked_add(1)?, direction })
}

/// Finds each port of the specification among those of the class and gives the C++ names, in the order of the
/// specification. A port that only one of the two has is an error: an input nobody sets is a silent fault.
pub(super) fn match_ports(spec: &Spec, found: &[Port]) -> Result<Vec<String>, SimError> {
    let mismatch = |reason| SimError::PortMismatch { top: spec.top.clone(), reason };
    let mut members = Vec::new();
    for port in &spec.ports {
        let names = member_names(&port.name);
        let Some(member) = found.iter().find(|f| names.contains(&f.name)) else {
            return Err(mismatch(format!("there is no port `{}`", port.name)));
        };
        if member.direction != port.direction {
            return Err(mismatch(format!("`{}` is an {}", port.name, direction_word(member.direction))));
        }
        if member.width != port.width {
            let (found, wanted) = (member.width, port.width);
            return Err(mismatch(format!("`{}` has {found} bits, expected {wanted}", port.name)));
        }
        members.push(member.name.clone());
    }
    match found.iter().find(|f| !members.contains(&f.name)) {
        Some(extra) => Err(mismatch(format!("unexpected {} `{}`", direction_word(extra.direction), extra.name))),
        None => Ok(members),
    }
}

fn direction_word(direction: Direction) -> &'static str {
    match direction {
        Direction::Input => "input",
        Direction::Output => "output",
    }
}

/// The names that Verilator may give a port: two underscores are escaped, words of C++ get a prefix.
fn member_names(name: &str) -> [String; 2] {
    let plain = name.replace("__", "___05F");
    let reserved = format!("__SYM__{plain}");
    [plain, reserved]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn port_lines_are_read() {
        assert_eq!(parse_port("    VL_IN8(&clk_i,0,0);"), Some(Port::input("clk_i", 1)));
        assert_eq!(parse_port("VL_OUTW(&state_o,4999,0,157);"), Some(Port::output("state_o", 5000)));
        assert_eq!(parse_port("VL_IN(&x,8,31);"), Some(Port::input("x", 24)));
        assert_eq!(parse_port("VL_OUT64(&y,63,0);"), Some(Port::output("y", 64)));
        assert_eq!(parse_port("    VL_UNCOPYABLE(Vm);  ///< Copying not allowed"), None);
    }

    #[test]
    fn ports_are_matched_in_the_order_of_the_specification() {
        let found = [Port::output("q", 4), Port::input("clk_i", 1), Port::input("a___05Fb", 2)];
        let spec = |ports| Spec::new("top", "", ports);
        let good = spec(vec![Port::input("clk_i", 1), Port::input("a__b", 2), Port::output("q", 4)]);
        assert_eq!(match_ports(&good, &found).unwrap(), ["clk_i", "a___05Fb", "q"]);
        for (ports, reason) in [
            (vec![Port::input("clk_i", 1), Port::output("q", 4)], "unexpected input `a___05Fb`"),
            (vec![Port::input("clk_i", 2)], "`clk_i` has 1 bits, expected 2"),
            (vec![Port::output("clk_i", 1)], "`clk_i` is an input"),
            (vec![Port::input("rst_i", 1)], "there is no port `rst_i`"),
        ] {
            let error = match_ports(&spec(ports), &found).unwrap_err();
            assert!(error.to_string().ends_with(reason), "{error}");
        }
    }
}
