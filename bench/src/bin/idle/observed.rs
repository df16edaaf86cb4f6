//! A linked engine in simulation whose clocks are counted by what its cores do.
//!
//! The counts are made by a module around the engine's Verilog, which looks at its registers by their names: nothing of
//! the gateware is changed, and nothing is sampled.

use super::far::Far;
use gdl2hdl_hdl::board::{self, Link};
use gdl2hdl_hdl::playout::{Direction, Gateware};
use gdl2hdl_verilate::board::{SerialModel, Speed};
use gdl2hdl_verilate::{Cache, Model, Port, SimError, Source, Spec, Toolchain};
use std::cell::RefCell;
use std::error::Error;
use std::rc::Rc;
use std::time::Duration;

/// The module around the engine.
const TOP: &str = "observed";
/// Bits of each count.
const BITS: u32 = 48;
/// Clocks of a reset.
const RESET: u64 = 8;

/// An engine with its UART, Verilated.
pub(crate) struct Observed {
    model: Model,
    speed: Speed,
    slots: u64,
}

/// What was counted from the first word of the first job until the last report had left the engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts {
    /// Clocks in all.
    pub(crate) clocks: u64,
    /// Clocks in which no lane was out.
    pub(crate) idle: u64,
    /// Slots of cores, summed over clocks, that had a lane.
    pub(crate) filled: u64,
    /// Slots of cores.
    pub(crate) slots: u64,
}

impl Observed {
    /// Builds the model, or takes it from the cache.
    pub(crate) fn build(gateware: &Gateware, link: Link) -> Result<Self, Box<dyn Error>> {
        let linked = board::linked(gateware, link)?;
        let output = |name: &str| Port::output(name, BITS);
        let inputs = linked.ports.iter().filter(|port| port.direction == Direction::In);
        let mut ports: Vec<Port> = inputs.map(|port| Port::input(port.name, 1)).collect();
        ports.extend([Port::output("tx_o", 1), output("clocks_o"), output("idle_o"), output("filled_o")]);
        let mut spec = Spec::new(TOP, "", ports);
        spec.sources =
            linked.files.iter().map(|file| Source { name: file.name.clone(), text: file.text.clone() }).collect();
        spec.sources.push(Source { name: format!("{TOP}.v"), text: around(&linked.top) });
        let model = Toolchain::find()?.build(&spec, &Cache::find()?.cache)?;
        let slots = u64::from(gateware.config.cores);
        Ok(Self { model, speed: Speed { clock_hz: link.clock_hz.into(), baud: link.baud.into() }, slots })
    }

    /// One that was just reset, and the host's end of its line.
    pub(crate) fn start(&self, latency: Duration) -> Result<(Far, Running<'_>), SimError> {
        let mut serial = SerialModel::new(&self.model, "rx_i", "tx_o", self.speed)?;
        let (reset, instance) = (self.model.port("rst_i")?, serial.instance());
        instance.set_word(reset, 1)?;
        instance.tick(RESET)?;
        instance.set_word(reset, 0)?;
        instance.eval()?;
        let serial = Rc::new(RefCell::new(serial));
        Ok((Far::new(Rc::clone(&serial), self.speed, latency), Running { serial, observed: self }))
    }
}

/// A model while a host speaks with it.
pub(crate) struct Running<'w> {
    serial: Rc<RefCell<SerialModel>>,
    observed: &'w Observed,
}

impl Running<'_> {
    /// What was counted so far.
    pub(crate) fn counts(&self) -> Result<Counts, SimError> {
        let mut serial = self.serial.borrow_mut();
        let instance = serial.instance();
        let read = |name| instance.get_word(self.observed.model.port(name)?);
        let [clocks, idle, filled] = [read("clocks_o")?, read("idle_o")?, read("filled_o")?];
        Ok(Counts { clocks, idle, filled, slots: self.observed.slots })
    }
}

/// The counts are those of the last clock of a report, so that what comes after the last one is not among them.
fn around(linked: &str) -> String {
    format!(
        "module {TOP} (
    input wire clk_i, input wire rst_i, input wire rx_i, output wire tx_o,
    output reg [47:0] clocks_o, output reg [47:0] idle_o, output reg [47:0] filled_o
);
  {linked} u_device (.clk_i(clk_i), .rst_i(rst_i), .rx_i(rx_i), .tx_o(tx_o), .busy_o(), .heard_o());
  wire taken = u_device.u_engine.u_control.job_valid_i & u_device.u_engine.u_control.job_ready_o;
  wire [31:0] lanes = 32'd0 | u_device.u_engine.u_feeder.out;
  reg begun;
  reg [47:0] clocks, idle, filled;
  always @(posedge clk_i) begin
    begun <= ~rst_i & (begun | taken);
    if (rst_i) begin
      {{clocks, idle, filled}} <= 144'd0;
      {{clocks_o, idle_o, filled_o}} <= 144'd0;
    end else if (begun | taken) begin
      clocks <= clocks + 48'd1;
      idle <= idle + {{47'd0, lanes == 32'd0}};
      filled <= filled + {{16'd0, lanes}};
      if (u_device.u_engine.u_control.reported_i) {{clocks_o, idle_o, filled_o}} <= {{clocks, idle, filled}};
    end
  end
endmodule
"
    )
}
