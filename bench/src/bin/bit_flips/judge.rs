//! Whether two designs that were read back are the same: Yosys proves it, with registers and cells taken out.

use gdl2hdl_hdl::board::readback_models;
use gdl2hdl_tests::fpga_tools::run;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

/// What is known of a design with a flipped bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Same {
    /// The texts are equal.
    Text,
    /// It was proved.
    Proved,
    /// A register, a cell or an output gets another value for some values of all registers and cells.
    No,
}

/// Compares the original with another design. **Shape:** Verilog of module `top`, as `gdl2hdl_runtime` reads it back.
///
/// # Errors
/// When Yosys can't be run, or comes to no end.
pub(crate) fn same(folder: &Path, top: &str, [gold, gate]: [&str; 2]) -> Result<Same, Box<dyn Error>> {
    if gold == gate {
        return Ok(Same::Text);
    }
    // Yosys takes cells and registers out by their names: what they are is compared here.
    if kept(gold) != kept(gate) {
        return Ok(Same::No);
    }
    let put = |name: &str, text: &str| fs::write(folder.join(name), text);
    put("gold.v", gold)?;
    put("gate.v", gate)?;
    put("models.v", &readback_models().iter().map(|(_, text)| *text).collect::<String>())?;
    let read = |name: &str| format!("read_verilog {name}.v\nrename {top} {name}\n");
    let script = format!(
        "read_verilog -lib +/ice40/cells_sim.v\nread_verilog -lib -overwrite models.v\n{}{}proc\nopt_clean\n\
         expose -evert-dff gold gate\nexpose -evert gold gate\nmiter -equiv -flatten -make_outputs gold gate miter\n\
         hierarchy -top miter\nopt_merge -share_all\nopt_clean\ntee -o proof.txt sat -prove trigger 0 miter\n",
        read("gold"),
        read("gate")
    );
    put("equal.ys", &script)?;
    if let Err(said) = run(folder, "yosys", &["-q", "-s", "equal.ys"]) {
        // A register that only one of them has.
        return if said.contains("No matching port in") { Ok(Same::No) } else { Err(said.into()) };
    }
    let proof = fs::read_to_string(folder.join("proof.txt"))?;
    match (
        proof.contains("SAT proof finished - no model found: SUCCESS!"),
        proof.contains("SAT proof finished - model found: FAIL!"),
    ) {
        (true, false) => Ok(Same::Proved),
        (false, true) => Ok(Same::No),
        _ => Err(format!("Yosys came to no end: {}", proof.lines().last().unwrap_or_default()).into()),
    }
}

/// The parameters of all cells by their names, and the edges of all registers.
fn kept(text: &str) -> BTreeMap<&str, String> {
    let mut kept = BTreeMap::new();
    let mut parameters: Option<String> = None;
    let mut edges: Option<String> = None;
    for line in text.lines().map(str::trim) {
        if let Some(said) = &mut parameters {
            match line.strip_prefix(") ") {
                Some(rest) => {
                    let name = rest.trim_end_matches('(').trim();
                    kept.extend(parameters.take().map(|said| (name, said)));
                }
                None => said.push_str(line),
            }
        } else if line.ends_with("#(") {
            parameters = Some(line.to_owned());
        } else if let Some((register, _)) = edges.as_ref().and(line.split_once(" <= ")) {
            let register = register.rsplit(' ').next().unwrap_or_default();
            kept.extend(edges.take().map(|edges| (register, edges)));
        } else if line.starts_with("always @(") {
            let words = line.split_whitespace().filter(|word| word.ends_with("edge"));
            edges = Some(words.collect());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "module top(clk_i, rx_i, tx_o);
  input clk_i; wire clk_i; input rx_i; wire rx_i; output tx_o; wire tx_o;
  reg t1_1_lutff_0_out = 1'h0; reg t1_1_lutff_1_out = 1'h0; wire [31:0] o;
  always @(posedge clk_i)
    t1_1_lutff_0_out <= rx_i ? t1_1_lutff_1_out : o[3];
  always @(posedge clk_i)
    t1_1_lutff_1_out <= t1_1_lutff_0_out & rx_i;
  assign tx_o = t1_1_lutff_1_out | t1_1_lutff_0_out;
  MAC16 #(
    .A_REG(1'h0)
  ) mac16_0_15 (
    .A({ 15'h0, t1_1_lutff_1_out }),
    .B(16'h3),
    .CLK(clk_i),
    .O(o)
  );
endmodule
";

    #[test]
    fn what_changes_a_design_is_told_from_what_does_not() {
        let place = tempfile::tempdir().unwrap();
        let of = |from: &str, to: &str| {
            let other = TEXT.replacen(from, to, 1);
            assert_ne!(TEXT, other, "{from}");
            same(place.path(), "top", [TEXT, &other]).unwrap()
        };
        assert_eq!(same(place.path(), "top", [TEXT, TEXT]).unwrap(), Same::Text);
        assert_eq!(of("t1_1_lutff_0_out & rx_i", "~(~rx_i | ~t1_1_lutff_0_out)"), Same::Proved);
        for (from, to) in [
            ("t1_1_lutff_0_out & rx_i", "t1_1_lutff_0_out | rx_i"),
            ("t1_1_lutff_1_out | t1_1_lutff_0_out;", "t1_1_lutff_1_out;"),
            ("posedge", "negedge"),
            (".A_REG(1'h0)", ".A_REG(1'h1)"),
            (".B(16'h3)", ".B(16'h2)"),
            (".CLK(clk_i)", ".CLK(rx_i)"),
            ("o[3]", "o[4]"),
            ("@(posedge clk_i)\n    t1_1_lutff_1_out", "@(posedge rx_i)\n    t1_1_lutff_1_out"),
        ] {
            assert_eq!(of(from, to), Same::No, "{from}");
        }
    }
}
