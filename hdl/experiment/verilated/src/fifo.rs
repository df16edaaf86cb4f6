use verilated_module::module;

#[module(fifo)]
pub struct Fifo {
    #[port(clock)]
    pub clk_i: bool,
    #[port(reset)]
    pub rst_i: bool,
    #[port(input)]
    pub valid_i: bool,
    #[port(output)]
    pub ready_o: bool,
    #[port(input)]
    pub data_i: [bool; 32],
    #[port(output)]
    pub valid_o: bool,
    #[port(input)]
    pub ready_i: bool,
    #[port(output)]
    pub data_o: [bool; 32],
}

fn clock(fifo: &mut Fifo) {
    for _ in 0..2 {
        fifo.clock_toggle();
        fifo.eval();
    }
}

#[test]
fn words_leave_in_order() {
    let mut fifo = Fifo::default();
    fifo.reset_toggle();
    fifo.eval();
    clock(&mut fifo);
    fifo.reset_toggle();
    let (mut written, mut read) = (0, 0);
    let mut random = 1_u64;
    while read < 100_000 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        fifo.set_valid_i(u8::from(random >> 63 != 0));
        fifo.set_ready_i(u8::from(random >> 62 & 1 != 0));
        fifo.set_data_i(written);
        fifo.eval();
        if random >> 63 != 0 && fifo.ready_o() == 1 {
            written += 1;
        }
        if random >> 62 & 1 != 0 && fifo.valid_o() == 1 {
            assert_eq!(fifo.data_o(), read);
            read += 1;
        }
        clock(&mut fifo);
    }
}
