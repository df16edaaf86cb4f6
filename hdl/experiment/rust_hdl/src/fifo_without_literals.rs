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
    words: RAM<Bits<W>, N>,
    write_q: DFF<Bits<P>>,
    /// What is in the memory for certain when it is read.
    written_q: DFF<Bits<P>>,
    read_q: DFF<Bits<P>>,
    write: Signal<Local, Bit>,
    read: Signal<Local, Bit>,
    next: Signal<Local, Bits<P>>,
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
            written_q: Default::default(),
            read_q: Default::default(),
            write: Default::default(),
            read: Default::default(),
            next: Default::default(),
            zero: Constant::new(bits(0)),
            one: Constant::new(bits(1)),
            depth: Constant::new(Bits::<N>::count().to_bits()),
        }
    }
}

impl<const W: usize, const N: usize, const P: usize> Logic for Fifo<W, N, P> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clk_i, write_q, written_q, read_q);
        self.words.read_clock.next = self.clk_i.val();
        self.words.write_clock.next = self.clk_i.val();

        self.ready_o.next = (self.write_q.q.val() ^ self.read_q.q.val()) != self.depth.val();
        self.valid_o.next = self.written_q.q.val() != self.read_q.q.val();
        self.write.next = self.valid_i.val() & self.ready_o.val();
        self.read.next = self.valid_o.val() & self.ready_i.val();

        self.written_q.d.next = self.write_q.q.val();
        if self.write.val() {
            self.write_q.d.next = self.write_q.q.val() + self.one.val();
        }
        self.words.read_address.next = self.read_q.q.val().get_bits::<N>(0);
        self.next.next = self.read_q.q.val() + self.one.val();
        if self.read.val() {
            self.read_q.d.next = self.next.val();
            self.words.read_address.next = self.next.val().get_bits::<N>(0);
        }
        if self.rst_i.val() {
            self.write_q.d.next = self.zero.val();
            self.written_q.d.next = self.zero.val();
            self.read_q.d.next = self.zero.val();
        }
        self.words.write_address.next = self.write_q.q.val().get_bits::<N>(0);
        self.words.write_data.next = self.data_i.val();
        self.words.write_enable.next = self.write.val();
        self.data_o.next = self.words.read_data.val();
    }
}
