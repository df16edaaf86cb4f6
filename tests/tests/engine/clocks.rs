//! What a clock does: a step in each core, as long as there are lanes.

use crate::device::{Device, eager};
use crate::machine::{Case, Machine, machines, observed};
use gdl2hdl_sim::words_for;

/// What the debug ports show in one clock.
struct Shown {
    /// For each core whether it makes a step.
    moves: Vec<bool>,
    /// The highest lane some core is at, if any is at one.
    lane: Option<u64>,
}

/// The value of a debug port, lowest bit first.
fn bits(device: &Device, machine: &Machine, name: &str) -> Vec<bool> {
    let width = machine.gateware.debug.iter().find(|port| port.name == name).unwrap().width;
    let mut words = vec![0; words_for(u32::try_from(width).unwrap())];
    device.instance.get(machine.model.port(name).unwrap(), &mut words).unwrap();
    (0..width).map(|bit| words[bit / 64] >> (bit % 64) & 1 == 1).collect()
}

/// Plays a job and shows every clock of it.
fn watch(machine: &Machine, case: &Case) -> Vec<Shown> {
    let mut device = Device::new(machine);
    let mut words = case.words.iter().copied().peekable();
    let (mut reader, mut clocks) = (device.reader(), Vec::new());
    let stride = machine.gateware.config.lane_bits as usize;
    loop {
        let passed = device.clock(words.peek().copied(), true);
        words.next_if(|_| passed.taken);
        if let Some(report) = passed.word.and_then(|word| reader.push(word)) {
            device.compare(std::slice::from_ref(case), &[report], &machine.name());
            return clocks;
        }
        let moves = bits(&device, machine, "debug_move_o");
        let lanes = bits(&device, machine, "debug_move_lane_o");
        let number = |core: usize| {
            let lane = &lanes[core * stride..(core + 1) * stride];
            lane.iter().rev().fold(0, |number, bit| number << 1 | u64::from(*bit))
        };
        let lane = (0..moves.len()).filter(|&core| moves[core]).map(number).max();
        clocks.push(Shown { moves, lane });
    }
}

/// Most steps that a place misses from one lane to the next: the way of an offer, and the windows in which it takes the
/// seed, of which there is one for each of its turns; draws here have 13 bits at least.
fn handing_over(places: u32) -> usize {
    5 + 14_usize.div_ceil(places as usize)
}

/// A core alone makes a step in every clock from the first step of a lane to its last one, and takes the next lane soon.
#[test]
fn one_core_makes_a_step_in_every_clock() {
    let alone = |machine: &&Machine| machine.gateware.config.cores * machine.gateware.config.places == 1;
    let mut seen = 0;
    for machine in observed().filter(alone) {
        let case = machine.case(1, 12, 30, 20);
        let clocks = watch(machine, &case);
        let steps: Vec<usize> = (0..clocks.len()).filter(|&clock| clocks[clock].moves[0]).collect();
        assert_eq!(steps.len() as u64, case.answer.steps(), "{}", machine.name());
        let gaps: Vec<&[usize]> = steps.windows(2).filter(|pair| pair[1] != pair[0] + 1).collect();
        assert!(gaps.len() < 12, "{}: {gaps:?}", machine.name());
        for gap in gaps {
            assert_ne!(clocks[gap[0]].lane, clocks[gap[1]].lane, "{}", machine.name());
            // A short lane may be over before the next seed is made.
            assert!(gap[1] - gap[0] <= handing_over(1).max(75), "{}: {gap:?}", machine.name());
        }
        seen += 1;
    }
    assert_eq!(seen, 2);
}

/// With several lanes in flight, in one core or in several, all places are filled one after another, and from then on
/// all have work until the last lane is given out, but for the clocks in which they take the next one. Where cores share
/// one source of lanes, one step of a hundred may be lost besides: a place waits for a seed.
#[test]
fn all_places_are_busy_while_there_are_lanes() {
    for machine in observed() {
        let config = machine.gateware.config;
        let places = u64::from(config.cores * config.places);
        let lanes = 20 * places;
        let case = machine.case(1, lanes, 60, 20);
        let clocks = watch(machine, &case);
        let reached = |lane| clocks.iter().position(|shown| shown.lane.is_some_and(|seen| seen >= lane)).unwrap();
        let full = reached(places - 1) + config.places as usize;
        let empty = reached(lanes - 1);
        let missed: usize = clocks[full..empty].iter().map(|shown| shown.moves.iter().filter(|m| !**m).count()).sum();
        let handed = usize::try_from(lanes - places).unwrap() * handing_over(config.places);
        let most = handed + (empty - full) * config.cores as usize / 100;
        assert!(missed <= most, "{}: {missed} steps missed in {} clocks, not {most}", machine.name(), empty - full);
    }
}

/// Besides its playouts a job takes its words, some clocks until all is counted, and the report.
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
