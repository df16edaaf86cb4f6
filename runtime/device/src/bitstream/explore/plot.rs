//! What a search looked at, as a picture: LUTs from left to right, states/s from bottom to top.

use crate::bitstream::fitted::{Candidate, CandidateVerdict, FitRecord};
use crate::bitstream::picture::escaped;
use std::fmt::Write;

/// The field of the points, and what is around it. In units of the picture.
const WIDE: f64 = 640.0;
const HIGH: f64 = 360.0;
const LEFT: f64 = 90.0;
const TOP: f64 = 50.0;
/// Ticks of an axis, about.
const TICKS: f64 = 5.0;

/// Where numbers stand.
struct Scale {
    /// The ends of the axes.
    cells: f64,
    states: f64,
}

impl Scale {
    fn x(&self, cells: u64) -> f64 {
        LEFT + WIDE * real(cells) / self.cells
    }

    fn y(&self, states: u64) -> f64 {
        TOP + HIGH * (1.0 - real(states) / self.states)
    }
}

/// Draws it. **Shape:** an SVG.
pub(super) fn draw(record: &FitRecord, title: &str) -> String {
    let all = &record.candidates;
    let most = |of: fn(&Candidate) -> u64| all.iter().map(of).max().unwrap_or(0);
    let routed = |candidate: &Candidate| candidate.routed.as_ref().map_or(0, |routed| routed.states_per_s);
    let cells =
        most(Candidate::cells).max(most(|candidate| candidate.predicted.resources.cells)).max(record.device.cells);
    let states = most(|candidate| candidate.predicted.states_per_s).max(most(routed)).max(1);
    let scale = Scale { cells: real(cells) * 1.05, states: real(states) * 1.1 };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"15\" font-weight=\"bold\">{}</text>\n",
        LEFT + WIDE + 30.0,
        TOP + HIGH + 90.0,
        escaped(title)
    );
    axes(&mut text, &scale, record.device.cells);
    // The best at last: nothing lies over it.
    for wanted in [false, true] {
        let these = all.iter().filter(|candidate| (candidate.verdict == CandidateVerdict::Best) == wanted);
        these.for_each(|candidate| points(&mut text, &scale, candidate));
    }
    legend(&mut text);
    text + "</svg>\n"
}

/// Lines and numbers. Writing to a string cannot fail.
fn axes(text: &mut String, scale: &Scale, device: u64) {
    let (right, bottom) = (LEFT + WIDE, TOP + HIGH);
    let _ok = writeln!(text, "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{WIDE}\" height=\"{HIGH}\" fill=\"#f4f4f2\"/>");
    for cells in ticks(scale.cells) {
        let x = scale.x(cells);
        let _ok = writeln!(text, "<path d=\"M{x:.1} {TOP}V{bottom}\" stroke=\"#ddd\"/>");
        let _ok = writeln!(text, "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{cells}</text>", bottom + 18.0);
    }
    for states in ticks(scale.states) {
        let y = scale.y(states);
        let _ok = writeln!(text, "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#ddd\"/>");
        let millions = real(states) / 1e6;
        let _ok =
            writeln!(text, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{millions}</text>", LEFT - 8.0, y + 4.0);
    }
    let x = scale.x(device);
    let _ok = writeln!(text, "<path d=\"M{x:.1} {TOP}V{bottom}\" stroke=\"#c0392b\" stroke-dasharray=\"5 4\"/>");
    let middle = LEFT + WIDE / 2.0;
    let _ok = writeln!(text, "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">LUTs</text>", bottom + 38.0);
    let _ok = writeln!(text, "<text x=\"{LEFT}\" y=\"{}\">million states/s</text>", TOP - 8.0);
}

/// What was expected, what was routed, and a line between them.
fn points(text: &mut String, scale: &Scale, candidate: &Candidate) {
    let predicted = &candidate.predicted;
    let (x, y) = (scale.x(predicted.resources.cells), scale.y(predicted.states_per_s));
    let colour = colour(candidate.verdict);
    let words = escaped(&candidate.choice.words());
    if let Some(routed) = &candidate.routed {
        let (to_x, to_y) = (scale.x(routed.lut_used), scale.y(routed.states_per_s));
        let _ok =
            writeln!(text, "<path d=\"M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}\" stroke=\"{colour}\" opacity=\"0.5\"/>");
        let _ok = writeln!(
            text,
            "<circle cx=\"{to_x:.1}\" cy=\"{to_y:.1}\" r=\"5\" fill=\"{colour}\"><title>{words}: {} states/s</title></circle>",
            routed.states_per_s
        );
        let _ok =
            writeln!(text, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{words}</text>", to_x - 8.0, to_y + 4.0);
    }
    let _ok = writeln!(
        text,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"none\" stroke=\"{colour}\"><title>{words}: {} states/s \
         expected</title></circle>",
        predicted.states_per_s
    );
}

const fn colour(verdict: CandidateVerdict) -> &'static str {
    match verdict {
        CandidateVerdict::Best => "#c0392b",
        CandidateVerdict::Routed => "#3b6fb0",
        CandidateVerdict::Failed => "#e8b53a",
        CandidateVerdict::Counted | CandidateVerdict::Expected => "#8a8a8a",
    }
}

fn legend(text: &mut String) {
    let y = TOP + HIGH + 66.0;
    let words = [("best", "#c0392b"), ("routed", "#3b6fb0"), ("failed", "#e8b53a"), ("expected", "#8a8a8a")];
    for (place, (word, colour)) in (0_u8..).zip(words) {
        let x = LEFT + 8.0 + 90.0 * f64::from(place);
        let _ok = writeln!(text, "<circle cx=\"{x}\" cy=\"{}\" r=\"5\" fill=\"{colour}\"/>", y - 4.0);
        let _ok = writeln!(text, "<text x=\"{}\" y=\"{y}\">{word}</text>", x + 12.0);
    }
    let x = LEFT + 380.0;
    let _ok = writeln!(text, "<text x=\"{x}\" y=\"{y}\">full: routed; ring: expected; red line: the device</text>");
}

/// Round numbers from 0 to the end of an axis.
fn ticks(end: f64) -> Vec<u64> {
    let rough = (end / TICKS).max(1.0);
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|step| *step >= rough);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // far below 2^63, and not below 1
    let (step, end) = (step.unwrap_or(10.0 * power) as u64, end as u64);
    (0..=end / step.max(1)).map(|number| number * step).collect()
}

#[allow(clippy::cast_precision_loss)] // far below 2^53
fn real(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitstream::choice::{Effort, EngineChoice, Options};
    use crate::bitstream::cost::Resources;
    use crate::bitstream::fitted::{Ended, Prediction, Reached};

    #[test]
    fn points_stand_where_their_numbers_say() {
        let resources = Resources { cells: 5000, ffs: 1, brams: 1, dsps: 0 };
        let predicted =
            Prediction { resources, levels: 5, fmax_hz: 1, clock_hz: 50_000_000, states_per_s: 500_000_000 };
        let options = Options { cores_per_lane: 1, slots: 2, memories: false, multipliers: false };
        let expected = Candidate::new(EngineChoice { cores: 10, options }, predicted);
        let routed = Reached {
            folder: "f".into(),
            lut_used: 6000,
            clock_hz: 40_000_000,
            fmax_hz: 41_000_000,
            states_per_s: 400_000_000,
        };
        let best = Candidate { routed: Some(routed), ..expected.clone().with(CandidateVerdict::Best, None) };
        let record = FitRecord {
            seconds: None,
            ended: Ended::Done,
            effort: Effort::Low,
            device: Resources { cells: 10_000, ..Resources::default() },
            candidates: vec![best, expected],
        };
        let picture = draw(&record, "a <game> on a board");
        for part in [
            ">a &lt;game&gt; on a board<",
            "<path d=\"M394.8 82.7L455.7 148.2\"",
            "<circle cx=\"455.7\" cy=\"148.2\" r=\"5\" fill=\"#c0392b\"><title>10 cores of 2 in flight: 400000000 states",
            ">10000<",
            ">400<",
        ] {
            assert!(picture.contains(part), "{part} in {picture}");
        }
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(10_500.0), [0, 5000, 10_000]);
        assert_eq!(ticks(1344.0), [0, 500, 1000]);
        assert_eq!(ticks(0.5), [0]);
    }
}
