//! Verilog text is built with Verilator, loaded and stepped; the cache builds everything once.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use gdl2hdl_tests::wait::Silence;
use gdl2hdl_verilate::{Cache, Instance, Port, SimError, Source, Spec, Toolchain, words_for};

const COUNTER: &str = "
module counter(input clk_i, input rst_i, input [7:0] add_i, output [7:0] sum_o);
  reg [7:0] sum_q;
  assign sum_o = sum_q;
  always @(posedge clk_i) if (rst_i) sum_q <= 8'd0; else sum_q <= sum_q + add_i;
endmodule
";

fn counter() -> Spec {
    let inputs = [("clk_i", 1), ("rst_i", 1), ("add_i", 8)].map(|(name, width)| Port::input(name, width));
    Spec::new("counter", COUNTER, inputs.into_iter().chain([Port::output("sum_o", 8)]).collect())
}

/// A cache of its own for each test, so that they show what they say in any order.
fn workshop() -> (tempfile::TempDir, Cache, Toolchain) {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::open(&dir.path().join("cache")).unwrap();
    (dir, cache, Toolchain::find().unwrap())
}

/// A Verilator that leaves a line in `log` for every design it translates.
fn counted_verilator(dir: &Path) -> (PathBuf, PathBuf) {
    let (script, log) = (dir.join("verilator.sh"), dir.join("log"));
    let text = format!("#!/bin/sh\ncase $1 in --cc) echo run >> '{}';; esac\nexec verilator \"$@\"\n", log.display());
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    (script, log)
}

fn runs(log: &Path) -> usize {
    fs::read_to_string(log).map_or(0, |text| text.lines().count())
}

fn set(instance: &mut Instance, name: &str, words: &[u64]) {
    let port = instance.ports().iter().position(|p| p.name == name).unwrap();
    instance.set(port, words).unwrap();
}

fn get(instance: &Instance, name: &str) -> Vec<u64> {
    let port = instance.ports().iter().position(|p| p.name == name).unwrap();
    let mut words = vec![u64::MAX; words_for(instance.ports()[port].width)];
    instance.get(port, &mut words).unwrap();
    words
}

#[test]
fn counter_counts_and_instances_are_independent() {
    let (_dir, cache, tools) = workshop();
    let model = tools.build(&counter(), &cache).unwrap();
    assert!(model.was_built());
    let mut one = model.instance().unwrap();
    let mut two = model.instance().unwrap();
    for (instance, add) in [(&mut one, 3), (&mut two, 250)] {
        set(instance, "rst_i", &[1]);
        instance.tick(1).unwrap();
        set(instance, "rst_i", &[0]);
        set(instance, "add_i", &[add]);
    }
    one.tick(5).unwrap();
    two.tick(2).unwrap();
    assert_eq!((get(&one, "sum_o"), get(&two, "sum_o")), (vec![15], vec![(500u64) % 256]));
    // An instance may move to another thread, and outlives the model.
    drop(model);
    let one = thread::spawn(move || {
        one.tick(1000).unwrap();
        one
    });
    assert_eq!(get(&one.join().unwrap(), "sum_o"), [(15 + 3000) % 256]);
}

#[test]
fn misuse_of_ports_is_refused() {
    let (_dir, cache, tools) = workshop();
    let model = tools.build(&counter(), &cache).unwrap();
    let mut instance = model.instance().unwrap();
    let add = model.port("add_i").unwrap();
    let sum = model.port("sum_o").unwrap();
    assert!(matches!(model.port("nothing"), Err(SimError::NoSuchPort { .. })));
    assert!(matches!(instance.set_word(99, 0), Err(SimError::NoSuchPort { .. })));
    assert!(matches!(instance.set_word(sum, 0), Err(SimError::PortValue { .. })));
    assert!(matches!(instance.set_word(add, 256), Err(SimError::PortValue { .. })));
    assert!(matches!(instance.set(add, &[0, 0]), Err(SimError::PortValue { .. })));
    assert!(matches!(instance.get(add, &mut []), Err(SimError::PortValue { .. })));
    instance.set_word(add, 255).unwrap();
    assert_eq!(instance.get_word(add).unwrap(), 255);
}

#[test]
fn every_port_type_of_verilator_carries_its_bits() {
    let (_dir, cache, tools) = workshop();
    let widths = [1, 7, 8, 9, 16, 17, 31, 32, 33, 63, 64, 65, 95, 96, 97, 127, 128, 129, 300, 5000, 200_000];
    let mut ports = Vec::new();
    let mut text = String::from("module wide(");
    for (i, width) in widths.iter().enumerate() {
        let comma = if i == 0 { "" } else { ",\n" };
        text += &format!("{comma}input [{0}:0] a{width}_i, output [{0}:0] y{width}_o", width - 1);
        ports.push(Port::input(format!("a{width}_i"), *width));
        ports.push(Port::output(format!("y{width}_o"), *width));
    }
    text += ");\n";
    for width in widths {
        text += &format!("  assign y{width}_o = ~a{width}_i;\n");
    }
    text += "endmodule\n";
    let mut instance = tools.build(&Spec::new("wide", text, ports), &cache).unwrap().instance().unwrap();
    let mut random = 1u64;
    for width in widths {
        let mask = |word: usize, value: u64| {
            if (word + 1) * 64 > width as usize { value & (u64::MAX >> (64 - width % 64)) } else { value }
        };
        let words: Vec<u64> = (0..words_for(width))
            .map(|i| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                mask(i, random ^ random >> 29)
            })
            .collect();
        set(&mut instance, &format!("a{width}_i"), &words);
        instance.eval().unwrap();
        let inverted: Vec<u64> = words.iter().enumerate().map(|(i, word)| mask(i, !word)).collect();
        assert_eq!(get(&instance, &format!("y{width}_o")), inverted, "{width} bits");
        assert_eq!(get(&instance, &format!("a{width}_i")), words, "{width} bits");
    }
}

#[test]
fn names_that_cpp_reserves_or_verilator_escapes_are_found() {
    let (_dir, cache, tools) = workshop();
    let text = "module m(input int__x_i, input delete, output a___b); assign a___b = int__x_i ^ delete; endmodule";
    let ports = vec![Port::input("delete", 1), Port::input("int__x_i", 1), Port::output("a___b", 1)];
    let mut instance = tools.build(&Spec::new("m", text, ports), &cache).unwrap().instance().unwrap();
    set(&mut instance, "delete", &[1]);
    instance.eval().unwrap();
    assert_eq!(get(&instance, "a___b"), [1]);
    assert!(matches!(instance.tick(1), Err(SimError::NoClock)));
}

#[test]
fn parallel_builds_build_once() {
    let (dir, cache, _) = workshop();
    let (script, log) = counted_verilator(dir.path());
    let tools = Toolchain::with_tools(&script, Path::new("g++")).unwrap();
    let built: usize = thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| {
                scope.spawn(|| {
                    let model = tools.build(&counter(), &cache).unwrap();
                    let mut instance = model.instance().unwrap();
                    set(&mut instance, "add_i", &[7]);
                    instance.tick(4).unwrap();
                    assert_eq!(get(&instance, "sum_o"), [28]);
                    usize::from(model.was_built())
                })
            })
            .collect();
        threads.into_iter().map(|t| t.join().unwrap()).sum()
    });
    assert_eq!((built, runs(&log)), (1, 1));
}

#[test]
fn a_hit_does_not_run_verilator_and_a_change_does() {
    let (dir, cache, _) = workshop();
    let (script, log) = counted_verilator(dir.path());
    let tools = Toolchain::with_tools(&script, Path::new("g++")).unwrap();
    assert!(tools.build(&counter(), &cache).unwrap().was_built());
    assert!(!tools.build(&counter(), &cache).unwrap().was_built());
    assert_eq!(runs(&log), 1);
    let mut other = counter();
    other.sources[0].text.push('\n');
    assert!(tools.build(&other, &cache).unwrap().was_built());
    assert_eq!(runs(&log), 2);
}

#[test]
fn a_damaged_library_is_built_again() {
    let (dir, cache, tools) = workshop();
    drop(tools.build(&counter(), &cache).unwrap());
    let models = dir.path().join("cache/models");
    let entry = fs::read_dir(models).unwrap().next().unwrap().unwrap().path();
    fs::write(entry.join("model.so"), "not a library").unwrap();
    let model = tools.build(&counter(), &cache).unwrap();
    assert!(model.was_built());
    model.instance().unwrap();
}

#[test]
fn hostile_names_are_refused_before_any_tool_runs() {
    let dir = tempfile::tempdir().unwrap();
    let cache = Cache::open(dir.path()).unwrap();
    let tools = Toolchain::find().unwrap();
    for name in
        ["", "x; rm -rf /", "$(id)", "`id`", "../x", "a b", "-o", "X", "é", "a\nb", "x\"", "*/", &"a".repeat(1000)]
    {
        let mut top = counter();
        top.top = name.to_owned();
        let mut port = counter();
        port.ports[2].name = name.to_owned();
        let mut clock = counter();
        clock.clock = Some(name.to_owned());
        let mut file = counter();
        file.sources = vec![Source { name: format!("{name}.v"), text: COUNTER.to_owned() }];
        for spec in [top, port, clock, file] {
            let error = tools.build(&spec, &cache).unwrap_err();
            assert!(matches!(error, SimError::BadName { .. }), "{name:?}: {error}");
        }
    }
    assert_eq!(fs::read_dir(dir.path().join("lock")).unwrap().count(), 0);
}

#[test]
fn wrong_verilog_and_wrong_ports_are_reported() {
    let (dir, cache, tools) = workshop();
    let mut broken = counter();
    broken.sources[0].text = "module counter(input clk_i; endmodule".to_owned();
    let error = tools.build(&broken, &cache).unwrap_err();
    assert!(matches!(&error, SimError::ToolFailed { stderr, .. } if stderr.contains("syntax error")), "{error}");
    let mut narrow = counter();
    narrow.ports[3].width = 9;
    let error = tools.build(&narrow, &cache).unwrap_err();
    assert!(error.to_string().contains("`sum_o` has 8 bits, expected 9"), "{error}");
    assert_eq!(fs::read_dir(dir.path().join("cache/models")).unwrap().count(), 0);
    assert_eq!(fs::read_dir(dir.path().join("cache/tmp")).unwrap().count(), 0);
}

#[test]
fn a_model_that_stops_itself_does_not_stop_the_program() {
    let (_dir, cache, tools) = workshop();
    let text = "module m(input clk_i, input stop_i, input end_i, output reg [3:0] n_o);
        always @(posedge clk_i) begin n_o <= n_o + 4'd1; if (stop_i) $stop; if (end_i) $finish; end endmodule";
    let ports = ["clk_i", "stop_i", "end_i"].map(|n| Port::input(n, 1)).into_iter().chain([Port::output("n_o", 4)]);
    let model = tools.build(&Spec::new("m", text, ports.collect()), &cache).unwrap();
    let mut finishing = model.instance().unwrap();
    finishing.tick(3).unwrap();
    assert!(!finishing.finished());
    set(&mut finishing, "end_i", &[1]);
    finishing.tick(100).unwrap();
    finishing.tick(100).unwrap();
    assert!(finishing.finished());
    assert_eq!(get(&finishing, "n_o"), [4]);
    let mut stopping = model.instance().unwrap();
    set(&mut stopping, "stop_i", &[1]);
    let error = stopping.tick(1).unwrap_err();
    assert!(matches!(&error, SimError::Halted { message } if message.contains("$stop")), "{error}");
    assert!(matches!(stopping.eval(), Err(SimError::Halted { .. })));
}

#[test]
fn an_oscillating_loop_is_an_error() {
    let (_dir, cache, tools) = workshop();
    let text = "module m(input a_i, output y_o); wire x; assign x = ~(x & a_i); assign y_o = x; endmodule";
    let ports = vec![Port::input("a_i", 1), Port::output("y_o", 1)];
    let mut instance = tools.build(&Spec::new("m", text, ports), &cache).unwrap().instance().unwrap();
    set(&mut instance, "a_i", &[1]);
    let error = instance.eval().unwrap_err();
    assert!(matches!(&error, SimError::Halted { message } if message.contains("converge")), "{error}");
}

#[test]
fn a_tool_that_hangs_is_stopped() {
    let (dir, cache, _) = workshop();
    let script = dir.path().join("hang.sh");
    let silence = Silence::new().unwrap();
    let words = format!("#!/bin/sh\ncase $1 in --cc) {};; esac\nexec verilator \"$@\"\n", silence.words());
    fs::write(&script, words).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let mut tools = Toolchain::with_tools(&script, Path::new("g++")).unwrap();
    tools.limits.time = Duration::from_millis(300);
    let error = tools.build(&counter(), &cache).unwrap_err();
    assert!(matches!(error, SimError::DesignTooLarge { .. }), "{error}");
    assert!(error.to_string().starts_with("the design is too large for simulation within 300ms"), "{error}");
}
