//! States/s as a picture: a column for each game, a mark for each board, for the processor and for other systems.

use gdl2hdl_bench::board_rows::pages::Reached;
use std::fmt::Write;

/// Width of a column and height of the field, and what is around it. In units of the picture.
const COLUMN: f64 = 70.0;
const HIGH: f64 = 360.0;
const LEFT: f64 = 90.0;
const TOP: f64 = 50.0;
/// What stands for the fast engine on one core.
const PROCESSOR: &str = "gdl2hdl on one CPU core";
/// What stands for the best propnet of other systems.
const OTHERS: &str = "the best propnet of other systems, one core";
const PROCESSOR_COLOUR: &str = "#333";
const OTHERS_COLOUR: &str = "#999";
/// Colours of boards, taken in turn.
const COLOURS: [&str; 5] = ["#3b6fb0", "#e07b39", "#4a9a5b", "#c0392b", "#8e5ea2"];

/// A mark.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Point {
    game: String,
    /// A board, the processor or other systems.
    engine: String,
    states_per_s: f64,
}

/// The marks of games: of all boards, then of what they stand beside.
pub(crate) fn points(games: &[Reached]) -> Vec<Point> {
    let point = |game: &Reached, engine: &str, states_per_s| Point {
        game: game.game.clone(),
        engine: engine.to_owned(),
        states_per_s,
    };
    let boards =
        games.iter().flat_map(|game| game.boards.iter().map(move |(board, states)| point(game, board, *states)));
    let processor = games.iter().filter_map(|game| Some(point(game, PROCESSOR, game.cpu?)));
    let others = games.iter().filter_map(|game| Some(point(game, OTHERS, game.peer?)));
    boards.chain(processor).chain(others).collect()
}

/// Powers of ten, from left of the first to the last.
struct Scale {
    low: i32,
    high: i32,
}

impl Scale {
    fn of(points: &[Point]) -> Self {
        let ends = points.iter().map(|point| point.states_per_s.max(1.0).log10());
        let (least, most) = ends.fold((f64::INFINITY, 0.0_f64), |(a, b), end| (a.min(end), b.max(end)));
        #[allow(clippy::cast_possible_truncation)] // powers of ten of numbers up to 2^64
        let (low, high) = (least.min(most).floor() as i32, most.ceil() as i32);
        Self { low, high: high.max(low + 1) }
    }

    fn y(&self, states_per_s: f64) -> f64 {
        let part = (states_per_s.max(1.0).log10() - f64::from(self.low)) / f64::from(self.high - self.low);
        TOP + HIGH * (1.0 - part)
    }
}

/// Draws them. **Shape:** an SVG.
pub(crate) fn draw(points: &[Point]) -> String {
    let (games, engines) = (distinct(points, |point| &point.game), distinct(points, |point| &point.engine));
    let scale = Scale::of(points);
    let wide = COLUMN * place(games.len());
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"15\" font-weight=\"bold\">states/s</text>\n\
         <rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{wide}\" height=\"{HIGH}\" fill=\"#f4f4f2\"/>\n",
        LEFT + wide.max(COLUMN * 2.0) + 30.0,
        TOP + HIGH + 130.0 + 20.0 * place(engines.len()),
    );
    axes(&mut text, &scale, wide, &games);
    for point in points {
        let column = position(&games, &point.game);
        let place = [LEFT + COLUMN * (column + 0.5), scale.y(point.states_per_s)];
        mark(&mut text, point, &glyph(&engines, &point.engine, place));
    }
    legend(&mut text, &engines);
    text + "</svg>\n"
}

/// Lines and numbers of the powers of ten, and names of the games. Writing to a string cannot fail.
fn axes(text: &mut String, scale: &Scale, wide: f64, games: &[String]) {
    let (right, bottom) = (LEFT + wide, TOP + HIGH + 16.0);
    for power in scale.low..=scale.high {
        let y = scale.y(10_f64.powi(power));
        let _ok = writeln!(text, "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#ddd\"/>");
        let x = LEFT - 8.0;
        let _ok = writeln!(text, "<text x=\"{x}\" y=\"{:.1}\" text-anchor=\"end\">1e{power}</text>", y + 4.0);
    }
    for game in games {
        let x = LEFT + COLUMN * (position(games, game) + 0.5);
        let turned = format!("text-anchor=\"end\" transform=\"rotate(-35 {x} {bottom})\"");
        let _ok = writeln!(text, "<text x=\"{x}\" y=\"{bottom}\" {turned}>{}</text>", escaped(game));
    }
}

fn mark(text: &mut String, point: &Point, glyph: &str) {
    let title = format!("{} on {}: {:.0} states/s", point.game, point.engine, point.states_per_s);
    let _ok = writeln!(text, "<g><title>{}</title>{glyph}</g>", escaped(&title));
}

fn legend(text: &mut String, engines: &[String]) {
    for engine in engines {
        let y = TOP + HIGH + 130.0 + 20.0 * position(engines, engine);
        let glyph = glyph(engines, engine, [LEFT, y - 4.0]);
        let _ok = writeln!(text, "{glyph}<text x=\"{}\" y=\"{y}\">{}</text>", LEFT + 12.0, escaped(engine));
    }
}

/// What an engine is marked with: a board is a circle, the processor a square, other systems a square on its corner.
fn glyph(engines: &[String], engine: &str, [x, y]: [f64; 2]) -> String {
    let square = |colour: &str, turned: &str| {
        let (left, top) = (x - 4.5, y - 4.5);
        format!("<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"9\" height=\"9\" fill=\"{colour}\"{turned}/>")
    };
    match engine {
        PROCESSOR => square(PROCESSOR_COLOUR, ""),
        OTHERS => square(OTHERS_COLOUR, &format!(" transform=\"rotate(45 {x:.1} {y:.1})\"")),
        board => {
            let number = engines.iter().position(|name| name == board).unwrap_or(0);
            let colour = COLOURS[number % COLOURS.len()];
            format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{colour}\" fill-opacity=\"0.8\"/>")
        }
    }
}

/// Names in the order in which they first come.
fn distinct(points: &[Point], name: fn(&Point) -> &String) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in points.iter().map(name) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

fn position(names: &[String], name: &str) -> f64 {
    place(names.iter().position(|other| other == name).unwrap_or(0))
}

fn place(number: usize) -> f64 {
    number as f64
}

/// Text within an element.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect_file;
    use gdl2hdl_bench::board_rows::{pages, read};

    fn game(name: &str, boards: &[&str]) -> Reached {
        let boards = boards.iter().map(|board| ((*board).to_owned(), 1e8)).collect();
        Reached { game: name.to_owned(), boards, cpu: None, peer: None }
    }

    #[test]
    fn marks_stand_at_their_power_of_ten() {
        let game = Reached { cpu: Some(1e9), peer: Some(1e7), ..game("a<b", &["icebreaker", "ulx3s-25f"]) };
        let points = points(&[game]);
        assert_eq!(points.len(), 4, "what stands beside boards is drawn once");
        let picture = draw(&points);
        for part in [
            "<circle cx=\"125.0\" cy=\"230.0\" r=\"5\" fill=\"#3b6fb0\"",
            "<circle cx=\"125.0\" cy=\"230.0\" r=\"5\" fill=\"#e07b39\"",
            "<rect x=\"120.5\" y=\"45.5\" width=\"9\" height=\"9\" fill=\"#333\"/>",
            "<rect x=\"120.5\" y=\"405.5\" width=\"9\" height=\"9\" fill=\"#999\" transform=\"rotate(45 125.0 410.0)\"/>",
            "<title>a&lt;b on icebreaker: 100000000 states/s</title>",
            ">1e7<",
            ">1e9<",
            ">gdl2hdl on one CPU core<",
        ] {
            assert!(picture.contains(part), "{part} in {picture}");
        }
    }

    #[test]
    fn one_mark_has_a_scale() {
        let scale = Scale::of(&points(&[game("a", &["b"])]));
        assert_eq!((scale.low, scale.high), (8, 9));
        assert!(draw(&[]).ends_with("</svg>\n"), "nothing is drawn of nothing");
    }

    /// `make bless` draws it anew.
    #[test]
    fn the_picture_of_the_pages_is_of_the_file() {
        let rows = read(include_str!("../../../../docs/boards.csv")).unwrap();
        let picture = draw(&points(&pages::reached(&rows).unwrap()));
        expect_file!["../../../../docs/pictures/boards.svg"].assert_eq(&picture);
    }
}
