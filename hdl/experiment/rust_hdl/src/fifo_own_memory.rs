//! First in, first out, of `1 << N` words of `W` bits.
use rust_hdl::prelude::*;

/// `P` is `N + 1`: one bit more than an address tells full from empty.
#[derive(LogicBlock)]
pub struct Fifo<const W: usize, const N: usize, const P: usize> {
    pub clk_i: Signal<In, Clock>,
    pub rst_i: Signal<In, Bit>,
    pub valid_i: Signal<In, Bit>,
    pub ready_o: Signal<Out, Bit>,
    pub data_i: Signal<In, Bits<W>>,
    pub valid_o: Signal<Out, Bit>,
    pub ready_i: Signal<In, Bit>,
    pub data_o: Signal<Out, Bits<W>>,
    words: Memory<Bits<W>, N>,
    write_q: DFF<Bits<P>>,
    /// What is in the memory for certain when it is read.
    valid_q: DFF<Bit>,
    read_q: DFF<Bits<P>>,
    write: Signal<Local, Bit>,
    read: Signal<Local, Bit>,
    depth: Constant<Bits<P>>,
    zero: Constant<Bits<P>>,
    one: Constant<Bits<P>>,
}

impl<const W: usize, const N: usize, const P: usize> Default for Fifo<W, N, P> {
    fn default() -> Self {
        Self {
            clk_i: Default::default(),
            rst_i: Default::default(),
            valid_i: Default::default(),
            ready_o: Default::default(),
            data_i: Default::default(),
            valid_o: Default::default(),
            ready_i: Default::default(),
            data_o: Default::default(),
            words: Default::default(),
            write_q: Default::default(),
            valid_q: Default::default(),
            read_q: Default::default(),
            write: Default::default(),
            read: Default::default(),
            zero: Constant::new(bits(0)),
            one: Constant::new(bits(1)),
            depth: Constant::new(Bits::<N>::count().to_bits()),
        }
    }
}

impl<const W: usize, const N: usize, const P: usize> Logic for Fifo<W, N, P> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clk_i, write_q, valid_q, read_q);
        self.words.clock.next = self.clk_i.val();

        self.ready_o.next = (self.write_q.q.val() ^ self.read_q.q.val()) != self.depth.val();
        self.write.next = self.valid_i.val() & self.ready_o.val();
        self.read.next = (self.write_q.q.val() != self.read_q.q.val()) & (!self.valid_q.q.val() | self.ready_i.val());
        self.valid_o.next = self.valid_q.q.val();

        if self.write.val() {
            self.write_q.d.next = self.write_q.q.val() + self.one.val();
        }
        if self.read.val() {
            self.read_q.d.next = self.read_q.q.val() + self.one.val();
        }
        if self.read.val() | self.ready_i.val() {
            self.valid_q.d.next = self.read.val();
        }
        if self.rst_i.val() {
            self.write_q.d.next = self.zero.val();
            self.read_q.d.next = self.zero.val();
            self.valid_q.d.next = false;
        }
        self.words.read_enable.next = self.read.val();
        self.words.read_address.next = self.read_q.q.val().get_bits::<N>(0);
        self.words.write_enable.next = self.write.val();
        self.words.write_address.next = self.write_q.q.val().get_bits::<N>(0);
        self.words.write_data.next = self.data_i.val();
        self.data_o.next = self.words.read_data.val();
    }
}

#[derive(LogicBlock, Default)]
pub struct Memory<D: Synth, const N: usize> {
    pub clock: Signal<In, Clock>,
    pub read_enable: Signal<In, Bit>,
    pub read_address: Signal<In, Bits<N>>,
    pub read_data: Signal<Out, D>,
    pub write_enable: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<N>>,
    pub write_data: Signal<In, D>,
    _words: std::collections::BTreeMap<Bits<N>, D>,
}

impl<D: Synth, const N: usize> Logic for Memory<D, N> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            if self.read_enable.val() {
                let word = self._words.get(&self.read_address.val());
                self.read_data.next = word.copied().unwrap_or_default();
            }
            if self.write_enable.val() {
                self._words.insert(self.write_address.val(), self.write_data.val());
            }
        }
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom(format!(
            "\
reg [{}:0] memory [0:{}];

always @(posedge clock) begin
    if (read_enable) read_data <= memory[read_address];
    if (write_enable) memory[write_address] <= write_data;
end
",
            D::BITS - 1,
            (1 << N) - 1
        ))
    }
}
