//! What the tests of this folder share.

use std::path::Path;

use gdl2hdl_verilate::{Cache, Instance, Port, Spec, Toolchain, words_for};

pub(crate) const COUNTER: &str = "
module counter(input clk_i, input rst_i, input [7:0] add_i, output [7:0] sum_o);
  reg [7:0] sum_q;
  assign sum_o = sum_q;
  always @(posedge clk_i) if (rst_i) sum_q <= 8'd0; else sum_q <= sum_q + add_i;
endmodule
";

pub(crate) fn counter() -> Spec {
    let inputs = [("clk_i", 1), ("rst_i", 1), ("add_i", 8)].map(|(name, width)| Port::input(name, width));
    Spec::new("counter", COUNTER, inputs.into_iter().chain([Port::output("sum_o", 8)]).collect())
}

/// A folder for one test, and a cache that all of them share: what was built depends on its content only.
pub(crate) fn workshop() -> (tempfile::TempDir, Cache, Toolchain) {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::open(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("sim-cache")).unwrap();
    (dir, cache, Toolchain::find().unwrap())
}

pub(crate) fn set(instance: &mut Instance, name: &str, words: &[u64]) {
    let port = instance.ports().iter().position(|p| p.name == name).unwrap();
    instance.set(port, words).unwrap();
}

pub(crate) fn get(instance: &Instance, name: &str) -> Vec<u64> {
    let port = instance.ports().iter().position(|p| p.name == name).unwrap();
    let mut words = vec![u64::MAX; words_for(instance.ports()[port].width)];
    instance.get(port, &mut words).unwrap();
    words
}
