//! `crosscheck`: the same job on several engines.

use crate::args::{Crosscheck, Player};
use crate::compiled_game::{CompiledGame, all_processors};
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::starts::Starts;
use crate::{output, unfinished};
use gdl2hdl_device::board::DeviceError;
use gdl2hdl_device::hardware::HardwareError;
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_play::engine::EngineError;
use gdl2hdl_play::playout::{Job, MAX_RECORDS, PlayError, PlayoutEngine, Report, compare};
use serde_json::json;

pub(crate) fn run(context: &Context, args: &Crosscheck) -> Result<(), Failure> {
    each_once(&args.engines)?;
    let starts = Starts::new(args.job.state.as_deref(), &args.engines, &args.net);
    let compiled_game = CompiledGame::open(context, &args.game, &args.net, starts)?;
    let mut job = compiled_game.job(&args.job, !args.no_first_moves, args.player.engine.board.board_dir.as_deref())?;
    if args.steps && job.playouts() > MAX_RECORDS {
        return Err(unfinished::not_playable(&PlayError::Records));
    }
    let threads = args.player.threads.unwrap_or_else(all_processors);
    let players =
        args.engines.iter().map(|&name| compiled_game.player(context, name, threads, &args.player.engine, None));
    let mut players = players.collect::<Result<Vec<_>, _>>()?;
    let names: Vec<String> = players.iter().map(|player| player.name().to_owned()).collect();
    // Reports that also count by first moves hide less, but not every game has few enough of them.
    for player in &mut players {
        match player.prepare(&job, context) {
            Ok(()) => {}
            Err(error) if counts_no_first_moves(&error) => {
                job.first_moves = false;
                break;
            }
            Err(error) => return Err(unfinished::not_played(context, &error)),
        }
    }
    let Some((first, others)) = players.split_first_mut() else { return Ok(()) };
    let check = Check { compiled_game: &compiled_game, job: &job, context, steps: args.steps };
    let mut difference = None;
    let expected = match check.played(&mut **first)? {
        Ok(expected) => expected,
        Err(found) => {
            difference = Some(found);
            Report::default()
        }
    };
    for (other, name) in others.iter_mut().zip(&names[1..]) {
        if difference.is_some() {
            break;
        }
        difference = check.compare(&mut **first, &mut **other, [&names[0], name], &expected)?;
    }
    context.finish();
    if difference.is_none() {
        something(&expected, &job)?;
    }
    let shares = players.iter().map(|player| player.cycles().map(|cycles| cycles.share(expected.total().all.steps)));
    let verdict = CrosscheckVerdict {
        names: &names,
        difference: difference.as_deref(),
        report: &expected,
        shares: shares.collect(),
    };
    let text = verdict.text(context, &compiled_game, args);
    output::show_or_json(&text, context.json())?;
    if difference.is_some() { Err(Failure::Shown(Status::Differ)) } else { Ok(()) }
}

/// An engine beside itself agrees whatever it says.
fn each_once(engines: &[Player]) -> Result<(), Failure> {
    match (1..engines.len()).any(|i| engines[..i].contains(&engines[i])) {
        true => Err(nothing_compared("an engine is named twice; name each once")),
        false => Ok(()),
    }
}

/// Playouts in which no state was looked at agree in nothing.
fn something(report: &Report, job: &Job) -> Result<(), Failure> {
    let all = report.total().all;
    if all.steps + all.finished + all.stuck > 0 {
        return Ok(());
    }
    let why = match job.max_steps {
        0 => "all playouts are cut off before their first step; allow some with --max-steps N",
        _ => "no playout made a step or came to an end",
    };
    Err(nothing_compared(why))
}

fn nothing_compared(why: &str) -> Failure {
    Failure::unavailable(format!("nothing was compared: {why}"))
}

/// What an engine of the rules says that the net can't.
fn said_by_rules(name: String, error: &EngineError) -> String {
    format!("{name}: {error}")
}

/// What is compared, and how closely.
struct Check<'a> {
    compiled_game: &'a CompiledGame,
    job: &'a Job,
    context: &'a Context,
    steps: bool,
}

impl Check<'_> {
    /// The first difference between two engines: in a state where states are compared, in the report elsewhere.
    fn compare(
        &self,
        first: &mut dyn PlayoutEngine,
        other: &mut dyn PlayoutEngine,
        names: [&str; 2],
        expected: &Report,
    ) -> Result<Option<String>, Failure> {
        if self.steps {
            let ready = first.prepare_trace(self.job, self.context);
            let ready = ready.and_then(|()| other.prepare_trace(self.job, self.context));
            ready.map_err(|error| unfinished::not_played(self.context, &error))?;
            let difference = compare::traces([first, other], self.job, &self.compiled_game.codec, self.context);
            let difference = match difference {
                Err(PlayError::Engine(error)) if error.is_of_the_net() => {
                    Some(said_by_rules(names.join(" or "), &error))
                }
                other => other.map_err(|error| unfinished::not_played(self.context, &error))?,
            };
            if difference.is_some() {
                return Ok(difference);
            }
            if self.context.stopped() {
                return Err(self.stopped());
            }
        }
        let got = self.played(other)?;
        Ok(match got {
            Ok(got) => compare::reports(names, [expected, &got], self.compiled_game.codec.layout()),
            Err(found) => Some(found),
        })
    }

    /// A complete report; what differs where an engine met what the net does not have.
    fn played(&self, player: &mut dyn PlayoutEngine) -> Result<Result<Report, String>, Failure> {
        player.prepare(self.job, self.context).map_err(|error| unfinished::not_played(self.context, &error))?;
        self.context.begin_playouts(self.job.playouts());
        match player.play(self.job, self.context) {
            Ok(report) if report.complete => Ok(Ok(report)),
            Ok(_) => Err(self.stopped()),
            Err(PlayError::Engine(error)) if error.is_of_the_net() => {
                Ok(Err(said_by_rules(player.name().to_owned(), &error)))
            }
            Err(error) => Err(unfinished::not_played(self.context, &error)),
        }
    }

    fn stopped(&self) -> Failure {
        Failure::unavailable(format!("stopped {} before all was compared", unfinished::by_whom(self.context)))
    }
}

/// What came of it.
struct CrosscheckVerdict<'a> {
    names: &'a [String],
    difference: Option<&'a str>,
    report: &'a Report,
    /// For each engine the states per cycle and core, where it has a clock.
    shares: Vec<Option<f64>>,
}

impl CrosscheckVerdict<'_> {
    fn text(&self, context: &Context, compiled_game: &CompiledGame, args: &Crosscheck) -> String {
        let Self { names, difference, report, shares } = self;
        let game = &compiled_game.loaded.source.name;
        let level = if args.steps { "step" } else { "report" };
        let total = report.total().all;
        let (playouts, states) = (total.playouts(), total.steps);
        if context.json() {
            let result = json!({
                "game": game, "engines": names, "agrees": difference.is_none(), "difference": difference,
                "level": level, "playouts": playouts, "states": states, "states_per_cycle": shares,
            });
            return format!("{result}\n");
        }
        let engines = names.join(", ");
        match difference {
            None => format!("{game} on {engines}: every {level} agrees; {playouts} playouts, {states} states\n"),
            Some(difference) => format!("{game} on {engines}: DIFFERS\n{difference}\n"),
        }
    }
}

/// Whether an engine could play the job if it need not count by first moves.
fn counts_no_first_moves(error: &PlayError) -> bool {
    matches!(error, PlayError::FirstMoves(_))
        || matches!(
            HardwareError::of(error),
            Some(
                HardwareError::NoFirstMoves
                    | HardwareError::FirstMoveBits { .. }
                    | HardwareError::Board(DeviceError::FirstMoves)
            )
        )
}
