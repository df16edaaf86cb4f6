//! Verilog of the user in place of the emitted one, and traces of other games.

use crate::design::place::Place;

/// A place with the emitted module of nim, `m.v`, and a trace.
fn place() -> Place {
    let place = Place::of(&["nim", "tic_tac_toe"]);
    place.gdl2hdl("nim.kif -o m.v").expect(0);
    place.gdl2hdl("record nim.kif -o t.jsonl --playouts 4").expect(0);
    place
}

#[test]
fn edited_verilog_is_played() {
    let place = place();
    let replay = "replay nim.kif t.jsonl --engine verilator --verilog m.v";
    let module = place.read("m.v");
    let ended = place.gdl2hdl(replay).expect(0);
    assert!(ended.out.contains("nim on verilator: agrees; 4 playouts"), "{}", ended.out);
    // What is written in another way and does the same agrees; what does something else differs.
    let line = module.lines().find(|line| line.starts_with("  assign terminal_o = ")).unwrap();
    let value = line.trim_start_matches("  assign terminal_o = ").trim_end_matches(';');
    place.write("m.v", &module.replace(line, &format!("  assign terminal_o = ({value}) ? 1'b1 : 1'b0;")));
    place.gdl2hdl(replay).expect(0);
    place.write("m.v", &module.replace(line, &format!("  assign terminal_o = !({value});")));
    let ended = place.gdl2hdl(replay).expect(3);
    assert!(ended.out.contains("terminal"), "{}", ended.out);
}

#[test]
fn modules_without_the_ports_are_refused() {
    let place = place();
    let module = place.read("m.v");
    let replay = "replay nim.kif t.jsonl --engine verilator --verilog m.v";
    let wrong = [
        (module.replace("terminal_o", "over_o"), "there is no port `terminal_o`"),
        (module.replace("input  wire load_i,", "input  wire load_i, input wire more_i,"), "unexpected input `more_i`"),
        (module.replace("module nim_propnet", "module other"), "nim_propnet"),
        (module.replace("endmodule", ""), "%Error"),
        (String::new(), "`m.v`"),
    ];
    for (text, said) in wrong {
        place.write("m.v", &text);
        let ended = place.gdl2hdl(replay).expect(1);
        let hint = ended.err.contains("must hold module `nim_propnet` with the ports");
        assert!(hint && ended.err.contains(said), "{said}: {}", ended.err);
    }
    std::fs::write(place.path("m.v"), [0xff, 0xfe, 0x00]).unwrap();
    assert!(place.gdl2hdl(replay).expect(1).err.contains("not UTF-8"));
    std::fs::remove_file(place.path("m.v")).unwrap();
    assert!(place.gdl2hdl(replay).expect(2).err.contains("`m.v`"));
    let ended = place.gdl2hdl("replay nim.kif t.jsonl --verilog m.v").expect(1);
    assert!(ended.err.contains("--engine verilator"), "{}", ended.err);
}

#[test]
fn traces_of_other_games_are_told() {
    let place = place();
    let renamed = "`t.jsonl` was recorded of game `nim`, and is compared with `copy`";
    place.write("copy.kif", &place.read("nim.kif"));
    let ended = place.gdl2hdl("replay copy.kif t.jsonl --engine ground,net").expect(0);
    assert_eq!(ended.err.matches(renamed).count(), 1, "{}", ended.err);
    let ended = place.gdl2hdl("replay copy.kif t.jsonl --format json").expect(0);
    assert!(ended.err.contains("\"severity\":\"warning\"") && ended.err.contains("`copy`"), "{}", ended.err);
    assert_eq!(place.gdl2hdl("replay copy.kif t.jsonl -q").expect(0).err, "");
    assert_eq!(place.gdl2hdl("replay nim.kif t.jsonl").expect(0).err, "");
    let ended = place.gdl2hdl("replay tic_tac_toe.kif t.jsonl").expect(3);
    assert!(ended.err.contains("`nim`, and is compared with `tic_tac_toe`"), "{}", ended.err);
}
