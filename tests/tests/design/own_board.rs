//! The top of a board that the program does not know: with a clock, a UART, lamps and pins.

use super::place::Place;

#[test]
fn a_top_for_any_board() {
    let place = Place::of(&["nim"]);
    let board = "--clock 12 --baud 230400 --lamps 3 --lamps-low --high-pins 1 --low-pins 2";
    place.gdl2hdl(&format!("engine nim.kif -o ip {board}")).expect(0);
    place.lint("nim_board", "-F ip/nim_board.f");
    place.yosys("read_verilog ip/*.v; hierarchy -check -top nim_board; proc; check -assert").expect(0);
    let text = place.read("ip/nim_board.v");
    for port in ["input  wire clk_i", "output wire [2:0] led_o", "output wire [0:0] high_o", "output wire [1:0] low_o"]
    {
        assert!(text.contains(port), "{port}: {text}");
    }
    assert!(text.contains("assign low_o = {2{1'b0}};"), "{text}");
    let linked = place.read("ip/nim_linked.v");
    assert!(linked.contains(".CLOCK_HZ(12000000), .BAUD(230400)"), "{linked}");
}

#[test]
fn what_can_not_be_is_refused() {
    let place = Place::of(&["nim"]);
    // The line is too fast; what belongs to a board is said without one.
    for board in ["--clock 1 --baud 1000000", "--baud 9600", "--lamps 2", "--clock 12 --lamps-low", "--clock 0"] {
        place.gdl2hdl(&format!("engine nim.kif -o ip {board}")).expect(1);
        assert!(!place.exists("ip"), "{board}");
    }
}
