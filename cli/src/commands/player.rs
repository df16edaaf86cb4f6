//! `player`: waits for game managers, and plays their matches.

use crate::args::HttpPlayer;
use crate::context::Context;
use crate::failure::Failure;
use crate::players::{self, Heard};
use gdl2hdl::seat::{Clock, Told};
use gdl2hdl_gdl::observer::Observer;
use gdl2hdl_ggp::player;
use gdl2hdl_web::{Asked, Options, Server};
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// Between two looks at the signals and the deadline.
const LOOK: Duration = Duration::from_millis(50);
/// Time for answers to be taken when the player ends.
const GOODBYE: Duration = Duration::from_millis(500);

pub(crate) fn run(context: &Context, args: &HttpPlayer) -> Result<(), Failure> {
    context.unhurried();
    let clock = Clock::start();
    let log = players::log(context, args.log.as_deref(), Heard::All, clock)?;
    let options = player::Options { name: args.name.clone(), margin: args.margin, ..player::Options::default() };
    let process = Arc::new(players::process(context, &args.player, args.seed, options, clock, &log)?);
    let hears = Arc::clone(&process);
    let hear = move |Asked { text, from, reply }: Asked| {
        hears.ask(text, from.to_string(), move |answer| {
            // Who asked may be gone.
            reply.send(answer);
        });
    };
    let address = address(&args.host, args.port)?;
    let options = Options { address, answer_time: GOODBYE, ..Options::default() };
    let server = Server::start(options, hear).map_err(|error| not_heard(address, &error))?;
    let line =
        format!("player `{}` ({}) listens at http://{} (Ctrl-C ends it)", args.name, args.player, server.address());
    log(Told::Note, &line);
    if args.log.is_some() {
        context.note(&line);
    }
    while !context.stopped() {
        thread::sleep(LOOK);
    }
    // Whoever waits for an answer gets it before the connections are closed.
    process.quit();
    drop(server);
    log(Told::Note, "ended");
    Ok(())
}

fn address(host: &str, port: u16) -> Result<SocketAddr, Failure> {
    let wrong = |why: String| {
        Failure::usage(format!("`{host}` is no address to listen at: {why}; write for example --host 127.0.0.1"))
    };
    let mut found = (host, port).to_socket_addrs().map_err(|error| wrong(error.to_string()))?;
    found.next().ok_or_else(|| wrong("it has none".to_owned()))
}

fn not_heard(address: SocketAddr, error: &std::io::Error) -> Failure {
    Failure::unavailable(format!(
        "cannot listen at {address}: {error}; is another player there? choose another with --port, or --port 0 for any"
    ))
}
