//! Designs that the tools cannot finish within their limits: the error says so in words, and nothing is left behind.

use std::fmt::Write;
use std::fs;
use std::time::Duration;

use gdl2hdl_verilate::{Cache, Family, Port, SimError, Spec, ToolLimits, Toolchain, Yosys};

/// A net of two-input gates in one module, with its state as one wide port.
fn net(gates: usize, bits: usize) -> Spec {
    let last = bits - 1;
    let mut text = format!("module net(input clk_i, input [{last}:0] does_i, output reg [{last}:0] state_o);\n");
    for gate in 0..gates {
        let from = |back: usize| match gate.checked_sub(back) {
            Some(other) => format!("n{other}"),
            None => format!("state_o[{}]", (gate + back) % bits),
        };
        let (a, b) = (from(1 + gate * 7 % bits), from(1 + gate * 13 % (3 * bits)));
        let _ok = writeln!(text, "  wire n{gate} = {a} ^ {b} & does_i[{}];", gate % bits);
    }
    let next: Vec<String> = (0..bits).map(|bit| format!("n{}", gates - 1 - bit)).collect();
    let _ok = writeln!(text, "  always @(posedge clk_i) state_o <= {{{}}};\nendmodule", next.join(", "));
    let width = u32::try_from(bits).unwrap();
    Spec::new("net", text, vec![Port::input("clk_i", 1), Port::input("does_i", width), Port::output("state_o", width)])
}

/// Limits, what is said of them, and a check of the error that is the reason.
type Case = (ToolLimits, &'static str, fn(&SimError) -> bool);

/// Too little memory, then too little time.
fn cases() -> [Case; 2] {
    let little = ToolLimits { memory: Some(20 << 20), ..ToolLimits::default() };
    let short = ToolLimits { time: Duration::from_millis(5), ..ToolLimits::default() };
    [
        (little, "within 600s and 20 MiB of memory", |error| matches!(error, SimError::OutOfMemory { .. })),
        (short, "within 5ms and 8192 MiB of memory", |error| matches!(error, SimError::TimedOut { .. })),
    ]
}

fn check(error: &SimError, work: &str, words: &str, is_reason: fn(&SimError) -> bool) {
    assert!(error.to_string().starts_with(&format!("the design is too large for {work} {words}: ")), "{error}");
    assert!(matches!(error, SimError::DesignTooLarge { reason, .. } if is_reason(reason)), "{error}");
}

#[test]
fn designs_too_large_for_the_limits_are_refused_in_words() {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::open(dir.path()).unwrap();
    let (mut tools, mut yosys, spec) = (Toolchain::find().unwrap(), Yosys::find().unwrap(), net(3000, 100));
    for (limits, words, is_reason) in cases() {
        (tools.limits, yosys.limits) = (limits, limits);
        check(&tools.build(&spec, &cache).unwrap_err(), "simulation", words, is_reason);
        let error = yosys.map(&spec, Family::Ice40, &cache).unwrap_err();
        check(&error, "technology mapping", words, is_reason);
    }
    for folder in ["models", "netlists", "tmp"] {
        assert_eq!(fs::read_dir(dir.path().join(folder)).unwrap().count(), 0, "{folder}");
    }
}

#[test]
fn a_net_of_many_gates_is_built_within_the_limits() {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::open(dir.path()).unwrap();
    let mut tools = Toolchain::find().unwrap();
    tools.limits.memory = Some(1 << 30);
    let mut instance = tools.build(&net(10_000, 200), &cache).unwrap().instance().unwrap();
    instance.tick(10).unwrap();
}
