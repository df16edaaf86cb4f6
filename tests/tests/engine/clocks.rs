//! What a clock does: a step in each core, as long as there are lanes.

use crate::engine::device::{Device, eager};
use crate::engine::game::Game;
use crate::engine::machine::{Case, Machine, machines, observed};
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_hdl::playout::{Config, Playable};
use gdl2hdl_verilate::words_for;
use std::ops::Range;

/// What the debug ports show in one cycle: for each core the lane and the playout of which it makes a step, if of any.
type Shown = Vec<Option<[u64; 2]>>;

/// The value of a debug port, lowest bit first.
fn bits(device: &Device, machine: &Machine, name: &str) -> Vec<bool> {
    let width = machine.gateware.debug.iter().find(|port| port.name == name).unwrap().width;
    let mut words = vec![0; words_for(u32::try_from(width).unwrap())];
    device.instance.get(machine.model.port(name).unwrap(), &mut words).unwrap();
    (0..width).map(|bit| words[bit / 64] >> (bit % 64) & 1 == 1).collect()
}

/// A number of each core.
fn numbers(device: &Device, machine: &Machine, name: &str) -> Vec<u64> {
    let bits = bits(device, machine, name);
    let stride = bits.len() / machine.gateware.config.cores as usize;
    bits.chunks(stride).map(|core| core.iter().rev().fold(0, |number, bit| number << 1 | u64::from(*bit))).collect()
}

/// Plays a job and shows every clock of it.
fn observer(machine: &Machine, case: &Case) -> Vec<Shown> {
    let mut device = Device::new(machine);
    let mut words = case.words.iter().copied().peekable();
    let (mut reader, mut clocks) = (device.reader(), Vec::new());
    loop {
        let passed = device.clock(words.peek().copied(), true);
        words.next_if(|_| passed.taken);
        if let Some(report) = passed.word.and_then(|word| reader.push(word)) {
            device.compare(std::slice::from_ref(case), &[report], &machine.name());
            return clocks;
        }
        let moves = bits(&device, machine, "debug_move_o");
        let [lanes, playouts] =
            ["debug_move_lane_o", "debug_move_playout_o"].map(|name| numbers(&device, machine, name));
        clocks.push((0..moves.len()).map(|core| moves[core].then_some([lanes[core], playouts[core]])).collect());
    }
}

/// A lane in a core: the clocks in which its first step is made, in which its last playout begins, and behind its last step.
struct Lane {
    first: usize,
    full: usize,
    end: usize,
}

/// The lanes of a core, one after another. The last playout may begin in another core of them.
fn lanes(clocks: &[Shown], core: usize, together: Range<usize>, per_lane: u64) -> Vec<Lane> {
    let mut lanes: Vec<(u64, Lane)> = Vec::new();
    for (clock, [lane, _]) in (0..).zip(clocks).filter_map(|(clock, shown)| Some((clock, shown[core]?))) {
        if lanes.last().is_none_or(|(last, _)| *last != lane) {
            lanes.push((lane, Lane { first: clock, full: usize::MAX, end: clock }));
        }
        if let Some((_, lane)) = lanes.last_mut() {
            lane.end = clock + 1;
        }
    }
    let begun =
        |number: u64| clocks.iter().position(|shown| shown[together.clone()].contains(&Some([number, per_lane - 1])));
    let full = |(number, lane): (u64, Lane)| Lane { full: begun(number).unwrap_or(usize::MAX), ..lane };
    lanes.into_iter().map(full).collect()
}

/// Most clocks from the last step of a lane to the first one of the next: an offer has to come, and a seed of many pieces,
/// which must be made first where lanes are short, for every core.
fn handing_over(cores: u32) -> usize {
    110 * cores as usize
}

/// A core makes a step in every clock from the first step of a lane on, until all its playouts have begun; then it takes the
/// next lane soon.
#[test]
fn a_core_makes_a_step_in_every_clock() {
    let mut seen = 0;
    for machine in observed() {
        let config = machine.gateware.config;
        // Many cores of a lane may have to wait for its seed: where counters hold that, lanes are so long that all get some.
        let per_lane = if config.cores_per_lane > 2 && config.counter_bits > 16 { 300 } else { 30 };
        let case = machine.case(1, 8 * u64::from(config.cores), per_lane, 20);
        let clocks = observer(machine, &case);
        let steps = clocks.iter().flatten().flatten().count() as u64;
        assert_eq!(steps, case.answer.steps(), "{}", machine.name());
        for core in 0..config.cores as usize {
            let of = config.cores_per_lane as usize;
            let first = core - core % of;
            let lanes = lanes(&clocks, core, first..first + of, per_lane);
            assert!(lanes.len() > 1, "{}: core {core} has few lanes", machine.name());
            for lane in &lanes {
                let idle = (lane.first..lane.full).find(|&clock| clocks[clock][core].is_none());
                assert_eq!(idle, None, "{}: core {core}", machine.name());
            }
            for pair in lanes.windows(2) {
                let gap = pair[1].first - pair[0].end;
                assert!(gap <= handing_over(config.cores), "{}: core {core}, {gap} clocks", machine.name());
            }
            seen += lanes.len();
        }
    }
    assert!(seen > 30, "{seen} lanes");
}

/// Besides its playouts a job takes its words, some cycles until all is counted, and the report.
#[test]
fn a_job_takes_few_clocks_besides_its_playouts() {
    for machine in machines() {
        let case = machine.case(1, 1, 1, 0);
        let mut device = Device::new(machine);
        let words = device.play(&case.words, 1, &mut eager);
        let report = &device.reports(&words)[0];
        let codes = if machine.gateware.config.first_moves { 3 << machine.gateware.code_bits() } else { 0 };
        let most = case.words.len() + 30 + 4 * machine.gateware.counters + codes;
        assert!(report.cycles <= most as u64, "{}: {} clocks, not {most}", machine.name(), report.cycles);
    }
}

/// What an engine says of its pace: which jobs keep it at work is chosen by that.
#[test]
fn jobs_take_as_long_as_the_pace_of_an_engine_says() {
    let mut seen = 0;
    for machine in machines() {
        let (pace, Config { counter_bits: counters, quota_bits, lane_bits, .. }) =
            (machine.gateware.pace, machine.gateware.config);
        for (rounds, per_lane) in [(1, 40), (3, 8), (6, 80), (2, 300)] {
            let lanes = rounds * u64::from(pace.lanes);
            let has = |number: u64, bits: u32| number < 1 << bits;
            if lanes * per_lane * 20 >= 1 << counters.min(32) || !has(per_lane, quota_bits) || !has(lanes, lane_bits) {
                continue;
            }
            let case = machine.case(1, lanes, per_lane, 20);
            let mut device = Device::new(machine);
            let words = device.play(&case.words, 1, &mut eager);
            let cycles = device.reports(&words)[0].cycles as f64;
            let length = case.answer.steps() as f64 / (lanes * per_lane) as f64;
            let told = pace.clocks(lanes, per_lane, length);
            assert!((told - cycles).abs() < 150.0 + cycles * 0.08, "{}: {told} clocks, not {cycles}", machine.name());
            seen += 1;
        }
    }
    assert!(seen > 30, "{seen} jobs");
}

/// Which core has the next playout is found through all cores of a lane: a longer way in a cycle, with as many stages.
#[test]
fn many_cores_a_lane_are_more_levels() {
    let game = Game::of("two_button_lights.kif");
    let playable = Playable::new(game.verified(), game.choices(), &Unobserved).unwrap();
    let levels = [1, 2, 4, 8].map(|cores_per_lane| {
        let config = Config { cores: 8, cores_per_lane, slots: 2 * cores_per_lane, ..Config::default() };
        playable.engine(&game.name, config).unwrap().pipeline.levels
    });
    assert_eq!(levels[0], levels[1], "two are as near as one");
    assert!(levels[1] <= levels[2] && levels[2] < levels[3], "{levels:?}");
}
