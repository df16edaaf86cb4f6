//! SplitMix64 with a serial multiplication, two bits a clock.
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum State {
    Idle,
    First,
    Second,
    Done,
}

#[derive(LogicBlock)]
pub struct Seeder {
    pub clk_i: Signal<In, Clock>,
    pub rst_i: Signal<In, Bit>,
    pub load_i: Signal<In, Bit>,
    pub origin_i: Signal<In, Bits<64>>,
    pub valid_o: Signal<Out, Bit>,
    pub ready_i: Signal<In, Bit>,
    pub seed_o: Signal<Out, Bits<64>>,
    state_q: DFF<State>,
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
        self.valid_o.next = self.state_q.q.val() == State::Done;
        self.seed_o.next = self.product_q.q.val() ^ (self.product_q.q.val() >> 31);

        self.before.next = self.x_q.q.val();
        if self.load_i.val() {
            self.before.next = self.origin_i.val();
        }
        self.x.next = self.before.val() + self.gamma.val();
        self.factor.next = self.factor_0.val();
        if self.state_q.q.val() == State::Second {
            self.factor.next = self.factor_1.val();
        }
        self.once.next = bits::<64>(0);
        if self.multiplicand_q.q.val().get_bit(62) {
            self.once.next = self.factor.val();
        }
        self.twice.next = bits::<64>(0);
        if self.multiplicand_q.q.val().get_bit(63) {
            self.twice.next = self.factor.val() << 1;
        }
        self.product.next = (self.product_q.q.val() << 2) + (self.once.val() + self.twice.val());

        if (self.state_q.q.val() == State::First) | (self.state_q.q.val() == State::Second) {
            self.digit_q.d.next = self.digit_q.q.val() + 1;
            self.multiplicand_q.d.next = self.multiplicand_q.q.val() << 2;
            self.product_q.d.next = self.product.val();
            if self.digit_q.q.val() == bits::<5>(31) {
                self.state_q.d.next = State::Done;
                if self.state_q.q.val() == State::First {
                    self.state_q.d.next = State::Second;
                    self.multiplicand_q.d.next = self.product.val() ^ (self.product.val() >> 27);
                    self.product_q.d.next = bits::<64>(0);
                }
            }
        }
        if self.load_i.val() | ((self.state_q.q.val() == State::Done) & self.ready_i.val()) {
            self.state_q.d.next = State::First;
            self.digit_q.d.next = bits::<5>(0);
            self.x_q.d.next = self.x.val();
            self.multiplicand_q.d.next = self.x.val() ^ (self.x.val() >> 30);
            self.product_q.d.next = bits::<64>(0);
        }
        if self.rst_i.val() {
            self.state_q.d.next = State::Idle;
        }
    }
}
