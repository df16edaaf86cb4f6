use super::*;
use gdl2hdl_emit::{Absent, Bit, GoalBit, MoveBit, RoleInfo};

/// A module by its widths; its text does not matter here.
fn module(bases: usize, moves: usize, goals: usize) -> (Module, Manifest) {
    let name = "lamps_propnet".to_owned();
    let registers: Vec<String> = (0..bases).map(|i| format!("b{i}")).collect();
    let roles =
        vec![RoleInfo { name: "you".to_owned(), first_move: 0, num_moves: moves, first_goal: 0, num_goals: goals }];
    let manifest = Manifest {
        format: 1,
        game: "lamps".to_owned(),
        module: name.clone(),
        net_hash: "0".repeat(16),
        roles,
        bases: registers.iter().map(|b| Bit { fact: b.clone(), init: false, name: b.clone() }).collect(),
        moves: (0..moves).map(|i| MoveBit { role: 0, action: format!("m{i}") }).collect(),
        goals: (0..goals).map(|i| GoalBit { role: 0, value: i32::try_from(i).unwrap() }).collect(),
        sees: Vec::new(),
        absent: Absent::default(),
        draws: gdl2hdl_net::playout::Draws::default(),
        gates: 0,
        skipped_passes: Vec::new(),
    };
    (Module { name, text: String::new(), registers }, manifest)
}

fn record(bases: usize, moves: usize, goals: usize) -> Record {
    Record {
        enter: Enter::Reset,
        state: vec![false; bases],
        legal: vec![false; moves],
        goal: vec![false; goals],
        terminal: false,
    }
}

#[test]
fn data_is_words_lowest_first() {
    let (module, manifest) = module(66, 3, 1);
    let mut first = record(66, 3, 1);
    first.state[0] = true;
    first.state[65] = true;
    first.legal[2] = true;
    let mut second = record(66, 3, 1);
    second.enter = Enter::Step { does: vec![false, true, false], sees: Vec::new() };
    second.terminal = true;
    second.goal[0] = true;
    let mut third = record(66, 3, 1);
    third.enter = Enter::Load;
    let bench = bench(&module, &manifest, &[first, second, third], "lamps.hex").unwrap();
    let words: Vec<(u64, &str)> = bench
        .data
        .lines()
        .filter(|line| !line.starts_with("//"))
        .map(|line| (u64::from_str_radix(line, 16).unwrap(), line))
        .collect();
    assert!(words.iter().all(|(_, line)| line.len() == 16));
    let values: Vec<u64> = words.iter().map(|(value, _)| *value).collect();
    assert_eq!(values, [0, 1, 2, 4, 0, 6, 2, 0, 0, 0, 1, 1, 0, 0, 0, 0]);
    assert!(bench.text.contains("localparam WORDS = 16;") && bench.text.contains("localparam RECORDS = 3;"));
}

#[test]
fn ports_of_width_0_are_not_connected() {
    let (module, manifest) = module(0, 0, 0);
    let bench = bench(&module, &manifest, &[record(0, 0, 0)], "lamps.hex").unwrap();
    assert!(bench.text.contains("  lamps_propnet dut (\n    .terminal_o(terminal_o)\n  );"));
    assert!(
        ["clk_i", "state", "does", "legal", "goal", "sees"]
            .iter()
            .all(|port| !bench.text.contains(&format!("{port}_")))
    );
    assert!(!bench.text.contains("[-"));
}

#[test]
fn text_does_not_grow_with_widths() {
    let text = |width: usize| {
        let (module, manifest) = module(width, width, width);
        bench(&module, &manifest, &[record(width, width, width)], "lamps.hex").unwrap().text
    };
    assert!(text(100_000).len() < text(1).len() + 400);
    assert!(text(100_000).lines().all(|line| line.len() < 120));
}

#[test]
fn game_texts_stay_in_comments() {
    let (module, mut manifest) = module(1, 1, 1);
    manifest.game = "x\n`include \"a\"\u{85}\\".to_owned() + &"long".repeat(100);
    manifest.bases[0].fact = "evil\nendmodule".to_owned();
    let text = bench(&module, &manifest, &[record(1, 1, 1)], "lamps.hex").unwrap().text;
    assert!(text.starts_with("// Bench of the game x\\u{a}`include"));
    assert!(text.chars().all(|c| c == '\n' || (' '..='~').contains(&c)) && !text.contains("evil"));
    assert!(text.lines().all(|line| line.len() < 200));
}

#[test]
fn unsafe_names_are_refused() {
    let (good, manifest) = module(1, 1, 1);
    let records = [record(1, 1, 1)];
    for name in ["", "1a", "a b", "a;", "\\a ", "ä", &"a".repeat(MAX_NAME + 1)] {
        let module = Module { name: name.to_owned(), ..good.clone() };
        let manifest = Manifest { module: name.to_owned(), ..manifest.clone() };
        assert_eq!(bench(&module, &manifest, &records, "a.hex"), Err(BenchError::ModuleName(name.to_owned())));
    }
    for file in ["", "a\"b", "a/b", "a\\b", "a%s", "a b", &"a".repeat(MAX_NAME + 1)] {
        assert_eq!(bench(&good, &manifest, &records, file), Err(BenchError::FileName(file.to_owned())));
    }
}

#[test]
fn records_that_do_not_fit_are_refused() {
    let (module, manifest) = module(2, 3, 4);
    let refuse = |records: &[Record]| bench(&module, &manifest, records, "a.hex").unwrap_err().to_string();
    let good = record(2, 3, 4);
    assert_eq!(refuse(&[]), "a bench needs at least one record");
    let step = |bits| Record { enter: Enter::Step { does: vec![false; bits], sees: Vec::new() }, ..good.clone() };
    assert_eq!(refuse(&[step(3)]), "record 0 is entered by a step: the first record must be entered by reset or load");
    assert_eq!(refuse(&[good.clone(), step(2)]), "record 1: `does_i` has 3 bits, the record gives 2");
    let seen = Enter::Step { does: vec![false; 3], sees: vec![true] };
    let seen = Record { enter: seen, ..good.clone() };
    assert_eq!(refuse(&[good.clone(), seen]), "record 1: `sees_o` has 0 bits, the record gives 1");
    assert_eq!(refuse(&[record(1, 3, 4)]), "record 0: `state_o` has 2 bits, the record gives 1");
    assert_eq!(refuse(&[record(2, 4, 4)]), "record 0: `legal_o` has 3 bits, the record gives 4");
    assert_eq!(refuse(&[record(2, 3, 0)]), "record 0: `goal_o` has 4 bits, the record gives 0");
}

#[test]
fn too_much_data_is_refused() {
    let width = WORD * MAX_WORDS;
    let widths = Widths { bases: width, moves: 0, goals: 0, sees: 0 };
    let records = [record(0, 0, 0)];
    assert_eq!(data::data(&records, &widths), Err(BenchError::TooLong { words: MAX_WORDS + 1 }));
}

#[test]
fn a_manifest_of_another_module_is_refused() {
    let (module, manifest) = module(1, 1, 1);
    let other = Manifest { module: "other".to_owned(), ..manifest.clone() };
    let error = bench(&module, &other, &[record(1, 1, 1)], "a.hex").unwrap_err().to_string();
    assert_eq!(error, "the manifest describes `other` with 1 bases, the module is `lamps_propnet` with 1");
    let short = Module { registers: Vec::new(), ..module };
    assert!(matches!(bench(&short, &manifest, &[record(1, 1, 1)], "a.hex"), Err(BenchError::Manifest { .. })));
}
