use verilated_module::module;

#[module(seeder)]
pub struct Seeder {
    #[port(clock)]
    pub clk_i: bool,
    #[port(reset)]
    pub rst_i: bool,
    #[port(input)]
    pub load_i: bool,
    #[port(input)]
    pub origin_i: [bool; 64],
    #[port(output)]
    pub valid_o: bool,
    #[port(input)]
    pub ready_i: bool,
    #[port(output)]
    pub seed_o: [bool; 64],
}

fn mix(x: u64) -> u64 {
    let z = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn clock(seeder: &mut Seeder) {
    for _ in 0..2 {
        seeder.clock_toggle();
        seeder.eval();
    }
}

#[test]
fn seeds_are_those_of_splitmix() {
    let mut seeder = Seeder::default();
    seeder.set_ready_i(1);
    let mut origin = 0x0123_4567_89ab_cdef;
    seeder.set_origin_i(origin);
    seeder.set_load_i(1);
    seeder.eval();
    clock(&mut seeder);
    seeder.set_load_i(0);
    for _ in 0..1000 {
        seeder.eval();
        while seeder.valid_o() == 0 {
            clock(&mut seeder);
        }
        origin = origin.wrapping_add(0x9e37_79b9_7f4a_7c15);
        assert_eq!(seeder.seed_o(), mix(origin));
        clock(&mut seeder);
    }
}
