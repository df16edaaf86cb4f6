//! `match`: players against each other.

use crate::args::{Match, PlayerSpec};
use crate::context::Context;
use crate::failure::Failure;
use crate::output;
use crate::pipeline::{self, Loaded};
use crate::players::{self, Heard, MARGIN, There};
use crate::report;
use gdl2hdl::matches::{MatchError, Partner, Seats, Standings, play};
use gdl2hdl::seat::Clock;
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_gdl::random::mix;
use gdl2hdl_gdl::syntax::Symbol;
use gdl2hdl_ggp::manager::{Disguise, Plan};
use gdl2hdl_ggp::message::Name;
use gdl2hdl_ggp::player;
use gdl2hdl_ggp::record::{Dialect, End, GameOf, MatchRecord, write_trace};
use gdl2hdl_play::engine::Engine;
use gdl2hdl_web::Client;
use std::path::{Path, PathBuf};
use std::rc::Rc;

pub(crate) fn run(context: &Context, args: &Match) -> Result<(), Failure> {
    let loaded = pipeline::load(context, &args.game)?;
    let outputs: Vec<&Path> = [&args.output, &args.trace].into_iter().filter_map(Option::as_deref).collect();
    output::not_the_input(loaded.source.path.as_deref(), &outputs)?;
    if outputs.len() == 2 && outputs[0] == outputs[1] {
        return Err(Failure::usage("records and trace can't be one file: give -o and --trace different names"));
    }
    // A record has the hashes of whole states.
    let mut engine = pipeline::engine(context, &loaded, args.engine, &args.net.whole())?;
    let roles = engine.roles().to_vec();
    let seats = Seats::new(&roles, args.players.len(), args.swap);
    let seats = seats.map_err(|error| Failure::usage(format!("{error}; write --player once for each")))?;
    context.unhurried();
    let partners = partners(context, args)?;
    let mut hall = Hall { context, args, loaded: &loaded, seats, partners, records: Vec::new() };
    let mut standings = Standings::new(args.players.len());
    let played = hall.play_all(&mut *engine, &mut standings);
    context.finish();
    hall.write()?;
    hall.show(&roles, &standings)?;
    played
}

/// The players, in the order of the command line.
fn partners(context: &Context, args: &Match) -> Result<Vec<Box<dyn Partner>>, Failure> {
    let clock = Clock::start();
    let log = players::log(context, args.log.as_deref(), Heard::Warnings, clock)?;
    let mut client: Option<Rc<Client>> = None;
    let mut partners: Vec<Box<dyn Partner>> = Vec::new();
    for (number, spec) in (1..).zip(&args.players) {
        partners.push(match spec {
            PlayerSpec::Here(chooser) => {
                let options = player::Options { margin: MARGIN, ..player::Options::default() };
                let seed = mix(args.seed ^ mix(number));
                Box::new(players::process(context, chooser, seed, options, clock, &log)?)
            }
            PlayerSpec::There(peer) => {
                let no_client = |error| Failure::unavailable(format!("no thread for connections: {error}"));
                let client = match &client {
                    Some(client) => Rc::clone(client),
                    None => Rc::clone(client.insert(Rc::new(Client::start().map_err(no_client)?))),
                };
                Box::new(There { client, peer: peer.clone() })
            }
        });
    }
    Ok(partners)
}

/// Where all matches of the command are played.
struct Hall<'a> {
    context: &'a Context,
    args: &'a Match,
    loaded: &'a Loaded,
    seats: Seats,
    partners: Vec<Box<dyn Partner>>,
    records: Vec<MatchRecord>,
}

impl Hall<'_> {
    /// Plays until all matches are played, or somebody says stop.
    fn play_all(&mut self, engine: &mut dyn Engine, standings: &mut Standings) -> Result<(), Failure> {
        let open = Disguise::audible(self.loaded.game.sheet(), self.args.seed).map_err(not_played)?;
        for number in 0..self.args.games {
            self.context.progress("matches", number, self.args.games);
            let seated = self.seats.of(number);
            let record = self.play(&mut *engine, number, &seated, &open)?;
            if self.context.stopped() && record.end != End::Terminal {
                let done = format!("{number} of {} matches were played", self.args.games);
                return Err(self.context.late(&done, "or ask for less with --games N"));
            }
            self.tell_of(&record);
            standings.add(&record, &seated);
            if self.args.output.is_some() || self.args.trace.is_some() {
                self.records.push(record);
            }
        }
        Ok(())
    }

    fn play(
        &self,
        engine: &mut dyn Engine,
        number: u64,
        seated: &[Option<usize>],
        open: &Disguise,
    ) -> Result<MatchRecord, Failure> {
        let seed = mix(self.args.seed ^ mix(number.wrapping_add(1)));
        let sheet = self.loaded.game.sheet();
        let disguise = if self.args.scramble { Disguise::scrambled(sheet, seed) } else { Ok(open.clone()) };
        let (args, source) = (self.args, &self.loaded.source);
        let name = |player: &Option<usize>| player.map_or("random".to_owned(), |n| args.players[n].to_string());
        let sees = sheet.rules.iter().any(|rule| rule.head.relation == Symbol::SEES);
        let plan = Plan {
            id: self.id(number)?,
            game: GameOf::new(&source.name, &source.text),
            disguise: disguise.map_err(not_played)?,
            players: seated.iter().map(name).collect(),
            start_clock: args.start_clock(),
            play_clock: args.play_clock(),
            dialect: if sees { Dialect::Numbered } else { Dialect::Moves },
            seed,
            max_steps: args.max_steps,
        };
        let partners: Vec<Option<&dyn Partner>> =
            seated.iter().map(|player| player.map(|player| &*self.partners[player])).collect();
        play(plan, engine, &partners, self.context).map_err(|error| match error {
            MatchError::Manager(error) => not_played(error),
            other @ MatchError::NoPlayer(_) => Failure::bug(&other.to_string()),
        })
    }

    /// The name of a match. That of the game may be no word of the protocol.
    fn id(&self, number: u64) -> Result<Name, Failure> {
        let id = |game: &str| Name::new(&format!("{game}.{}.{number}", self.args.seed));
        let id = id(&self.loaded.source.name).or_else(|| id("game"));
        id.ok_or_else(|| Failure::bug("a match without a name"))
    }

    /// Says why a match did not come to its end.
    fn tell_of(&self, record: &MatchRecord) {
        let why = match &record.end {
            End::Terminal | End::Open | End::Aborted => return,
            End::StepLimit => format!("{} moves were made; allow more with --max-steps N", record.steps.len()),
            End::Stuck { role } => format!("`{role}` has no legal move"),
            End::Failed { why } => why.clone(),
        };
        self.context.warn(&format!("match {} did not come to its end: {why}", record.id));
    }

    /// Writes what was played; nothing where no match was.
    fn write(&self) -> Result<(), Failure> {
        if self.records.is_empty() {
            return Ok(());
        }
        if let Some(path) = &self.args.output {
            let lines = self.records.iter().map(MatchRecord::line).collect::<Result<Vec<_>, _>>();
            let lines = lines.map_err(|error| Failure::bug(&error.to_string()))?;
            output::write(Some(path), |out| lines.iter().try_for_each(|line| writeln!(out, "{line}")))?;
        }
        if let Some(path) = &self.args.trace {
            let trace = write_trace(&self.records, Vec::new()).map_err(|error| Failure::bug(&error.to_string()))?;
            output::write(Some(path), |out| out.write_all(&trace))?;
        }
        Ok(())
    }

    /// The table, unless standard output has something else.
    fn show(&self, roles: &[String], standings: &Standings) -> Result<(), Failure> {
        let is_stdout = |path: &Option<PathBuf>| path.as_deref() == Some(Path::new("-"));
        if is_stdout(&self.args.output) || is_stdout(&self.args.trace) {
            return Ok(());
        }
        let players: Vec<String> = self.args.players.iter().map(ToString::to_string).collect();
        let table = report::Table { game: &self.loaded.source.name, roles, players: &players, standings };
        if self.context.json() {
            return output::write_json(&report::matches_json(&table));
        }
        output::show(&report::matches(&table))
    }
}

fn not_played(error: gdl2hdl_ggp::manager::ManagerError) -> Failure {
    Failure::unavailable(format!("the match can't begin: {error}"))
}
