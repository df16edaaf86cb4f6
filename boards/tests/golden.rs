//! Texts made from the board files, as they are kept in the repository. `make bless` renews them.

use expect_test::expect_file;
use gdl2hdl_boards::{Family, all, constraints, udev};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn constraint_files() {
    let mut made = BTreeSet::new();
    for board in all().unwrap() {
        let extension = if board.fpga.family == Family::Ice40 { "pcf" } else { "lpf" };
        let name = format!("{}.{extension}", board.name);
        expect_file![format!("./golden/{name}")].assert_eq(&constraints(&board));
        made.insert(name);
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let kept: BTreeSet<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(kept, made, "a file of no board");
}

#[test]
fn udev_rules() {
    expect_file!["../udev/60-gdl2hdl.rules"].assert_eq(&udev::rules(&all().unwrap()));
}

/// Every line is of a form that is known: no value brings words of its own.
#[test]
fn constraint_files_have_no_other_lines() {
    for board in all().unwrap() {
        for line in constraints(&board).lines().skip(1) {
            let words: Vec<&str> = line.split(' ').collect();
            let known = match words[..] {
                ["set_io", port, pin] | ["set_io", "-pullup", "yes", port, pin] => is_port(port) && is_pin(pin),
                ["set_frequency", "clk_i", mhz] => mhz.parse::<f64>().is_ok(),
                ["LOCATE", "COMP", port, "SITE", pin] => is_port(quoted(port)) && is_pin(quoted(pin)),
                ["IOBUF", "PORT", port, "IO_TYPE=LVCMOS33;"] => is_port(quoted(port)),
                ["IOBUF", "PORT", "\"rx_i\"", "IO_TYPE=LVCMOS33", "PULLMODE=UP;"] => true,
                ["FREQUENCY", "PORT", "\"clk_i\"", mhz, "MHZ;"] => mhz.parse::<f64>().is_ok(),
                _ => false,
            };
            assert!(known, "{}: {line}", board.name);
        }
    }
}

fn quoted(word: &str) -> &str {
    word.trim_end_matches(';').trim_matches('"')
}

fn is_port(name: &str) -> bool {
    let stem = name.split('[').next();
    stem.is_some_and(|stem| ["clk_i", "rx_i", "tx_o", "led_o", "high_o", "low_o"].contains(&stem))
}

fn is_pin(name: &str) -> bool {
    (1..=4).contains(&name.len()) && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
}
