//! SplitMix64 with a serial multiplication, two bits a clock.
use rust_hdl::prelude::*;

#[derive(LogicBlock)]
pub struct Seeder {
    pub clk_i: Signal<In, Clock>,
    pub rst_i: Signal<In, Bit>,
    pub load_i: Signal<In, Bit>,
    pub origin_i: Signal<In, Bits<64>>,
    pub valid_o: Signal<Out, Bit>,
    pub ready_i: Signal<In, Bit>,
    pub seed_o: Signal<Out, Bits<64>>,
    state_q: DFF<Bits<2>>,
    digit_q: DFF<Bits<5>>,
    x_q: DFF<Bits<64>>,
    multiplicand_q: DFF<Bits<64>>,
    product_q: DFF<Bits<64>>,
    before: Signal<Local, Bits<64>>,
    x: Signal<Local, Bits<64>>,
    factor: Signal<Local, Bits<64>>,
    once: Signal<Local, Bits<64>>,
    twice: Signal<Local, Bits<64>>,
    product: Signal<Local, Bits<64>>,
    idle: Constant<Bits<2>>,
    first: Constant<Bits<2>>,
    second: Constant<Bits<2>>,
    done: Constant<Bits<2>>,
    zero: Constant<Bits<64>>,
    digit_first: Constant<Bits<5>>,
    digit_one: Constant<Bits<5>>,
    digit_last: Constant<Bits<5>>,
    gamma: Constant<Bits<64>>,
    factor_0: Constant<Bits<64>>,
    factor_1: Constant<Bits<64>>,
}

impl Default for Seeder {
    fn default() -> Self {
        Self {
            clk_i: Default::default(),
            rst_i: Default::default(),
            load_i: Default::default(),
            origin_i: Default::default(),
            valid_o: Default::default(),
            ready_i: Default::default(),
            seed_o: Default::default(),
            state_q: Default::default(),
            digit_q: Default::default(),
            x_q: Default::default(),
            multiplicand_q: Default::default(),
            product_q: Default::default(),
            before: Default::default(),
            x: Default::default(),
            factor: Default::default(),
            once: Default::default(),
            twice: Default::default(),
            product: Default::default(),
            idle: Constant::new(bits(0)),
            first: Constant::new(bits(1)),
            second: Constant::new(bits(2)),
            done: Constant::new(bits(3)),
            zero: Constant::new(bits(0)),
            digit_first: Constant::new(bits(0)),
            digit_one: Constant::new(bits(1)),
            digit_last: Constant::new(bits(31)),
            gamma: Constant::new(bits(0x9e37_79b9_7f4a_7c15)),
            factor_0: Constant::new(bits(0xbf58_476d_1ce4_e5b9)),
            factor_1: Constant::new(bits(0x94d0_49bb_1331_11eb)),
        }
    }
}

impl Logic for Seeder {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clk_i, state_q, digit_q, x_q, multiplicand_q, product_q);
        self.valid_o.next = self.state_q.q.val() == self.done.val();
        self.seed_o.next = self.product_q.q.val() ^ (self.product_q.q.val() >> 31);

        self.before.next = self.x_q.q.val();
        if self.load_i.val() {
            self.before.next = self.origin_i.val();
        }
        self.x.next = self.before.val() + self.gamma.val();
        self.factor.next = self.factor_0.val();
        if self.state_q.q.val() == self.second.val() {
            self.factor.next = self.factor_1.val();
        }
        self.once.next = self.zero.val();
        if self.multiplicand_q.q.val().get_bit(62) {
            self.once.next = self.factor.val();
        }
        self.twice.next = self.zero.val();
        if self.multiplicand_q.q.val().get_bit(63) {
            self.twice.next = self.factor.val() << 1;
        }
        self.product.next = (self.product_q.q.val() << 2) + (self.once.val() + self.twice.val());

        if (self.state_q.q.val() == self.first.val()) | (self.state_q.q.val() == self.second.val()) {
            self.digit_q.d.next = self.digit_q.q.val() + self.digit_one.val();
            self.multiplicand_q.d.next = self.multiplicand_q.q.val() << 2;
            self.product_q.d.next = self.product.val();
            if self.digit_q.q.val() == self.digit_last.val() {
                self.state_q.d.next = self.done.val();
                if self.state_q.q.val() == self.first.val() {
                    self.state_q.d.next = self.second.val();
                    self.multiplicand_q.d.next = self.product.val() ^ (self.product.val() >> 27);
                    self.product_q.d.next = self.zero.val();
                }
            }
        }
        if self.load_i.val() | ((self.state_q.q.val() == self.done.val()) & self.ready_i.val()) {
            self.state_q.d.next = self.first.val();
            self.digit_q.d.next = self.digit_first.val();
            self.x_q.d.next = self.x.val();
            self.multiplicand_q.d.next = self.x.val() ^ (self.x.val() >> 30);
            self.product_q.d.next = self.zero.val();
        }
        if self.rst_i.val() {
            self.state_q.d.next = self.idle.val();
        }
    }
}
