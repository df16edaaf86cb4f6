//! Nets that leave for ABC, and come back: proven equal, they play the same playouts; anything else is refused.

use gdl2hdl_tests::abc::{self, RESYN2};
use gdl2hdl_tests::binary::gdl2hdl;
use gdl2hdl_tests::examples;
use gdl2hdl_tests::fpga_tools;
use gdl2hdl_tests::parallel::check_all;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

const LIMIT: Duration = Duration::from_secs(60);

/// Games of few gates, of all kinds: turns, simultaneous moves, chance, one player, both syntaxes.
const GAMES: [&str; 10] = [
    "breakthrough_6x6.kif",
    "connect_four.kif",
    "dice_race.kif",
    "eight_puzzle.kif",
    "lights_out.kif",
    "nim.hrf",
    "rock_paper_scissors.kif",
    "tic_tac_toe.kif",
    "tron.kif",
    "two_button_lights.kif",
];

/// Options of the compiler, those of the export, the file that is written, and what ABC does with it.
const WAYS: [(&str, &str, &str, &str); 4] = [
    ("-O0", "", "net.aig", "read_aiger FROM; RESYN2; write_aiger TO"),
    ("-O2", "", "net.aig", "&read FROM; &syn4; &write TO"),
    ("-O2 --keep-state", "--combinational", "net.aig", "read_aiger FROM; RESYN2; write_aiger TO"),
    ("-O0", "", "net.blif", "read_blif FROM; strash; dc2; write_aiger -s TO"),
];

struct Place {
    folder: TempDir,
    game: PathBuf,
}

impl Place {
    fn of(game: &str) -> Self {
        let game = examples::files().into_iter().find(|file| examples::name(file) == game).unwrap();
        Self { folder: tempfile::tempdir().unwrap(), game }
    }

    /// A game of one's own.
    fn with(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("game.kif");
        fs::write(&game, text).unwrap();
        Self { folder, game }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).unwrap();
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// Status, standard output and standard error of a command on the game, in the folder.
    fn run(&self, command: &str, options: &str) -> (Option<i32>, String, String) {
        let mut program = Command::new(gdl2hdl());
        program.current_dir(self.folder.path()).args(command.split_whitespace()).arg(&self.game);
        let output = program.args(options.split_whitespace()).output().unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        (output.status.code(), out, err)
    }

    fn good(&self, command: &str, options: &str) -> Result<String, String> {
        match self.run(command, options) {
            (Some(0), out, _) => Ok(out),
            (status, _, err) => Err(format!("{command} {options}: {status:?}: {err}")),
        }
    }

    /// What a net is refused with. It must be one line, and the status that of bad input.
    fn refused(&self, options: &str) -> String {
        let (status, out, err) = self.run("stats", options);
        assert_eq!((status, out.as_str(), err.lines().count()), (Some(1), "", 1), "{options}: {err}");
        err.trim_start_matches("error: ").trim_end().to_owned()
    }

    /// A report without what is measured.
    fn playouts(&self, options: &str) -> Result<Value, String> {
        let out = self.good("playouts --seed 7 --first-moves --format json", options)?;
        let mut report: Value = serde_json::from_str(&out).map_err(|error| error.to_string())?;
        for measured in ["elapsed_s", "setup_s", "playouts_per_s", "states_per_s"] {
            report.as_object_mut().and_then(|report| report.remove(measured)).ok_or(measured)?;
        }
        Ok(report)
    }

    /// Lets ABC work on a file of the folder.
    fn abc(&self, script: &str, from: &str, to: &str) -> Result<(), String> {
        let file = |name: &str| self.path(name).display().to_string();
        // Word by word: names of temporary folders may have letters such as these in them.
        let word = |word| match word {
            "FROM" => file(from),
            "TO" => file(to),
            "RESYN2" => RESYN2.to_owned(),
            other => other.to_owned(),
        };
        let words: Vec<String> = script
            .split(' ')
            .map(|part| match part.strip_suffix(';') {
                Some(part) => word(part) + ";",
                None => word(part),
            })
            .collect();
        let script = words.join(" ");
        let outcome = abc::run(&script, LIMIT).map_err(|error| error.to_string())?;
        if self.path(to).is_file() { Ok(()) } else { Err(format!("{script}: {}{}", outcome.stdout, outcome.stderr)) }
    }
}

#[test]
fn optimised_nets_play_the_same_playouts() {
    check_all(&GAMES, |game| {
        let place = Place::of(game);
        WAYS.iter().try_for_each(|way| comes_back(&place, way).map_err(|error| format!("{game}, {way:?}: {error}")))
    });
}

fn comes_back(place: &Place, &(options, form, file, script): &(&str, &str, &str, &str)) -> Result<(), String> {
    place.good("export", &format!("{options} {form} -o {file}"))?;
    place.abc(script, file, "back.aig")?;
    let options = &format!("{options} --net back.aig");
    let (own, other) = (place.playouts(options.split(" --net").next().unwrap_or_default())?, place.playouts(options)?);
    fs::remove_file(place.path("back.aig")).map_err(|error| error.to_string())?;
    if own == other { Ok(()) } else { Err(format!("{own}\n{other}")) }
}

/// Verilog and manifest are those of the other net, but for the random bits, which are a matter of the game.
#[test]
fn other_nets_become_verilog() {
    let place = Place::of("breakthrough_6x6.kif");
    place.good("export", "-o net.aig").unwrap();
    place.abc("read_aiger FROM; RESYN2; write_aiger TO", "net.aig", "back.aig").unwrap();
    place.good("", "-o own.v").unwrap();
    place.good("", "-o other.v --net back.aig").unwrap();
    let [own, other] =
        ["own.json", "other.json"].map(|file| -> Value { serde_json::from_slice(&place.read(file)).unwrap() });
    assert_ne!(own["net_hash"], other["net_hash"]);
    assert!(other["gates"].as_u64() < own["gates"].as_u64());
    assert_eq!(own["draws"], other["draws"]);
    assert_eq!(own["moves"], other["moves"]);
    let again = place.good("export", "--net back.aig --format aag").unwrap();
    place.write("again.aag", again.as_bytes());
    place.good("stats", "--net again.aag").unwrap();
}

#[test]
fn exports_do_not_depend_on_when_they_are_made() {
    let place = Place::of("tic_tac_toe.kif");
    for format in ["aig", "aag", "blif"] {
        place.good("export", &format!("-o one.{format}")).unwrap();
        let two = format!("two.{format}");
        place.good("export", &format!("-o {two}")).unwrap();
        assert_eq!(place.read(&format!("one.{format}")), place.read(&two));
    }
    let (text, blif) = (place.read("one.aag"), place.read("one.blif"));
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("\ni0 (does,x,(mark,1,1))\n") && text.contains("\no26 terminal\n"), "{text}");
    assert!(String::from_utf8(blif).unwrap().starts_with("# tic_tac_toe, by gdl2hdl"));
    assert_eq!(place.good("export", "").unwrap(), text);
}

/// Signs that mean something to BLIF, to AIGER, to Yosys or to ABC, other scripts, and words that only differ in them.
const ODD: &str = r"(role #) (role \\\)
(init (f.a =)) (init (f[0] $x))
(<= (legal # (m,1 日本)) (true (f.a =)))
(<= (legal # (m%1 a%2cb)) (true (f[0] $x)))
(<= (legal # |m|) (not (true (f.a =))))
(legal \\\ .names) (legal \\\ <b>)
(<= (next (f.a =)) (does # (m%1 a%2cb)))
(<= (next (f[0] $x)) (does \\\ .names))
(<= (next (f[0] $x)) (does # (m,1 日本)) (true (f.a =)))
(<= (goal # 100) (true (f.a =))) (<= (goal # 0) (not (true (f.a =))))
(goal \\\ 50)
(<= terminal (not (true (f.a =))) (not (true (f[0] $x))))
";

#[test]
fn names_of_any_kind_are_taken_by_all_tools() {
    let place = Place::with(ODD);
    for format in ["blif", "aig"] {
        place.good("export", &format!("-o net.{format}")).unwrap();
        let from = format!("net.{format}");
        let script = format!("read_{} FROM; strash; rewrite; write_aiger -s TO", format.replace("aig", "aiger"));
        place.abc(&script, &from, "back.aig").unwrap();
        place.good("stats", "--net back.aig").unwrap();
        let script = format!("read_{} {from}; check -assert", format.replace("aig", "aiger"));
        let said = fpga_tools::run(place.folder.path(), "yosys", &["-q", "-p", &script]).unwrap();
        assert!(!said.contains("ERROR"), "{said}");
    }
    let back = String::from_utf8_lossy(&place.read("back.aig")).into_owned();
    assert!(back.contains(" (legal,#,(m%2c1,%e6%97%a5%e6%9c%ac))".replace('#', "%23").as_str()), "{back}");
}

/// One gate of another net is changed, at a place where that shows.
#[test]
fn wrong_nets_are_refused_by_name() {
    let place = Place::of("tic_tac_toe.kif");
    place.good("export", "-o net.aag").unwrap();
    let text = String::from_utf8(place.read("net.aag")).unwrap();
    // `aag M I L O A`: `terminal` is the last output, behind inputs and latches.
    let counts: Vec<usize> = text.lines().next().unwrap().split(' ').skip(2).map(|n| n.parse().unwrap()).collect();
    let gates_at = 1 + counts[0] + counts[1] + counts[2];
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let line = lines.get_mut(gates_at - 1).unwrap();
    *line = (line.parse::<u32>().unwrap() ^ 1).to_string();
    place.write("wrong.aag", lines.join("\n").as_bytes());
    let said = place.refused("--net wrong.aag");
    assert!(said.starts_with("`wrong.aag` is another net than that of the game: `terminal` is "), "{said}");
    assert!(said.contains(", but should be ") && said.contains(", when nothing is true"), "{said}");
    let gate = text.lines().nth(gates_at).unwrap();
    let [own, a, b] = gate.split(' ').map(|word| word.parse::<u32>().unwrap()).collect::<Vec<_>>()[..] else {
        panic!()
    };
    place.write("wrong.aag", text.replace(&format!("{gate}\n"), &format!("{own} {} {b}\n", a ^ 1)).as_bytes());
    let said = place.refused("--net wrong.aag");
    assert!(["legal", "goal", "next", "terminal"].iter().any(|kind| said.contains(kind)), "{said}");
}

/// The end is told otherwise when the first move is made and the second is not: without moves nothing differs.
#[test]
fn nets_that_differ_for_some_moves_are_refused() {
    let place = Place::of("tic_tac_toe.kif");
    place.good("export", "-o net.aag").unwrap();
    let text = String::from_utf8(place.read("net.aag")).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let counts: Vec<usize> = lines[0].split(' ').skip(1).map(|n| n.parse().unwrap()).collect();
    let [max, inputs, latches, outputs, gates] = counts[..] else { panic!() };
    let end: usize = lines[inputs + latches + outputs].parse().unwrap();
    let gate = |number: usize| 2 * (max + number);
    let added = [[2, 5], [end, gate(1) ^ 1], [end ^ 1, gate(1)], [gate(2) ^ 1, gate(3) ^ 1]];
    let added = added.iter().zip(1..).map(|([a, b], number)| format!("{} {a} {b}", gate(number)));
    lines[inputs + latches + outputs] = (gate(4) ^ 1).to_string();
    let behind = inputs + latches + outputs + gates + 1;
    lines.splice(behind..behind, added);
    lines[0] = format!("aag {} {inputs} {latches} {outputs} {}", max + 4, gates + 4);
    place.write("wrong.aag", (lines.join("\n") + "\n").as_bytes());
    let said = place.refused("--net wrong.aag");
    assert!(said.starts_with("`wrong.aag` is another net than that of the game: `terminal` is "), "{said}");
    assert!(said.contains("(does "), "{said}");
}

#[test]
fn line_ends_of_other_systems_are_taken_as_text_only() {
    let place = Place::of("two_button_lights.kif");
    for file in ["net.aag", "net.aig"] {
        place.good("export", &format!("-o {file}")).unwrap();
    }
    let text = String::from_utf8(place.read("net.aag")).unwrap();
    place.write("crlf.aag", text.replace('\n', "\r\n").as_bytes());
    place.good("stats", "--net crlf.aag").unwrap();
    let bytes = place.read("net.aig");
    let carried: Vec<u8> =
        bytes.iter().flat_map(|&byte| if byte == b'\n' { vec![b'\r', byte] } else { vec![byte] }).collect();
    place.write("crlf.aig", &carried);
    let said = place.refused("--net crlf.aig");
    assert!(said.starts_with("`crlf.aig`, line 1: the lines of this binary file end in CR"), "{said}");
}

#[test]
fn nets_of_other_shapes_are_refused() {
    let place = Place::of("tic_tac_toe.kif");
    place.good("export", "-O0 -o net.aig").unwrap();
    let other = Place::of("lights_out.kif");
    other.write("net.aig", &place.read("net.aig"));
    let said = other.refused("--net net.aig");
    assert!(
        said.starts_with("`net.aig`: 29 latches, but the net has 13 registers: optimisers that add, merge"),
        "{said}"
    );
    assert!(said.ends_with("`gdl2hdl export` of this game with the same -O and --keep-state"), "{said}");
}

#[test]
fn damaged_files_are_refused() {
    let place = Place::of("tic_tac_toe.kif");
    for file in ["net.aig", "net.aag"] {
        place.good("export", &format!("-o {file}")).unwrap();
        let whole = place.read(file);
        for length in (0..whole.len()).step_by(whole.len() / 12) {
            place.write("cut", &whole[..length]);
            let (status, _, err) = place.run("stats", "--net cut");
            // Names may be missing; all else may not.
            let names = whole.windows(4).position(|bytes| bytes == b"i0 (").unwrap();
            assert!(status == Some(1) || (status == Some(0) && length > names), "{file}, {length} bytes: {err}");
            assert!(status == Some(0) || err.contains("`cut`, line ") || err.contains("`cut`, byte "), "{err}");
        }
    }
    let cases =
        [("", "line 1: the file ends"), ("(role x)\n", "line 1: this is no AIGER file"), ("\u{0}\u{0}\n", "line 1: ")];
    for (text, said) in cases {
        place.write("cut", text.as_bytes());
        let refused = place.refused("--net cut");
        assert!(refused.starts_with(&format!("`cut`, {said}")), "{refused}");
    }
    let (status, _, err) = place.run("stats", "--net nowhere.aig");
    assert_eq!((status, err.starts_with("error: cannot read `nowhere.aig`: ")), (Some(2), true), "{err}");
}

#[test]
fn wrong_formats_are_refused() {
    let place = Place::of("tic_tac_toe.kif");
    let (status, _, err) = place.run("export", "-o net.v");
    assert_eq!(status, Some(1));
    assert_eq!(
        err,
        "error: `net.v` tells no format: name it .aig, .aag or .blif, or write --format aig, aag or blif\n"
    );
    assert!(!Path::new(&place.path("net.v")).exists());
    assert_eq!(place.run("check", "--format aig").0, Some(1));
    place.good("export", "--format aag -o net.v").unwrap();
    assert!(place.read("net.v").starts_with(b"aag "));
    // No time is no proof.
    let (status, _, err) = place.run("stats", "--net net.v --deadline 0");
    assert_eq!(status, Some(2), "{err}");
}
