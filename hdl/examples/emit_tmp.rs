#[path = "../tests/board/design.rs"]
#[allow(dead_code)]
mod design;
fn main() {
    use gdl2hdl_hdl::board::*;
    let a: Vec<String> = std::env::args().collect();
    let n = |i: usize| a[i].parse::<u32>().unwrap();
    let config = gdl2hdl_hdl::playout::Config { cores: n(3), lanes_per_core: n(4), ..Default::default() };
    let engine = design::engine(&a[1], config);
    let link = Link { clock_hz: n(5), baud: n(6) };
    let pll =
        if a.len() > 7 { Some(Pll::Ice40Core(Ice40Pll { divr: 0, divf: 63, divq: 4, filter_range: 1 })) } else { None };
    let c = Config { link, clock: Clock { source: ClockSource::Pin, pll }, lamps: 8, lamps_low: false, high: 0 };
    let g = board(&engine, c).unwrap();
    std::fs::create_dir_all(&a[2]).unwrap();
    for f in &g.files {
        std::fs::write(std::path::Path::new(&a[2]).join(&f.name), &f.text).unwrap();
    }
}
