//! A player's process: a thread that decides, and one that thinks. Texts come from wherever the caller hears them.

use super::clock::Clock;
use super::log::{Log, Told};
use super::reading::STACK;
use gdl2hdl_ggp::player::{Action, Mind, Options, Player, Task, Thought, think};
use std::collections::HashMap;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Characters of a message that a log shows.
const SHOWN: usize = 160;
/// Where nothing is to be done: any long time.
const LONG: Duration = Duration::from_secs(3600);

/// Takes an answer.
type Reply = Box<dyn FnOnce(String) + Send>;

enum Heard {
    Asked { text: String, from: String, reply: Reply },
    Thought(Thought),
    Quit,
}

/// A player that hears messages and answers each of them in time. When it is dropped it ends its match.
pub struct Process {
    heard: Sender<Heard>,
    decides: Option<JoinHandle<()>>,
}

impl Process {
    /// Begins. `log` gets one line for each message and for whatever is worth to be told.
    ///
    /// # Errors
    /// When the system has no threads for it.
    pub fn start(options: Options, mind: Box<dyn Mind + Send>, clock: Clock, log: Log) -> io::Result<Self> {
        let (heard, hears) = mpsc::channel();
        let (tasks, to_do) = mpsc::channel();
        let (thoughts, told) = (heard.clone(), Arc::clone(&log));
        // It ends with the last task: nobody waits for what takes longer than the process.
        thread::Builder::new()
            .name("player-thinks".to_owned())
            .stack_size(STACK)
            .spawn(move || thinking(mind, &to_do, &thoughts, &told))?;
        let desk = Decider { player: Player::new(options), clock, tasks, log, waiting: HashMap::new(), tickets: 0 };
        let decides = thread::Builder::new().name("player-decides".to_owned()).spawn(move || desk.run(&hears))?;
        Ok(Self { heard, decides: Some(decides) })
    }

    /// Takes a message, and gives its answer to `reply` on another thread. `from` is for the log.
    pub fn ask(&self, text: String, from: String, reply: impl FnOnce(String) + Send + 'static) {
        // The thread hears until it is told to quit, which is when this is dropped.
        let _ = self.heard.send(Heard::Asked { text, from, reply: Box::new(reply) });
    }

    /// Ends the match, and answers whoever waits. Messages that come later get no answer.
    pub fn quit(&self) {
        let _ = self.heard.send(Heard::Quit);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.quit();
        // A panic there was told of there.
        let _ = self.decides.take().map(JoinHandle::join);
    }
}

/// Does tasks as they come. What fails is a bug of the mind, and no reason not to answer.
fn thinking(mut mind: Box<dyn Mind + Send>, tasks: &Receiver<Task>, out: &Sender<Heard>, log: &Log) {
    for task in tasks {
        // The process may have ended.
        let say = &mut |thought| drop(out.send(Heard::Thought(thought)));
        if panic::catch_unwind(AssertUnwindSafe(|| think(&mut *mind, &task, say))).is_err() {
            log(Told::Warning, "thinking failed, which is a bug: the move in hand is played");
            say(Thought::Done { task: task.number, mv: None });
        }
    }
}

/// A message that waits for its answer.
struct Waiting {
    shown: String,
    came: Duration,
    reply: Reply,
}

struct Decider {
    player: Player,
    clock: Clock,
    tasks: Sender<Task>,
    log: Log,
    waiting: HashMap<u64, Waiting>,
    tickets: u64,
}

impl Decider {
    fn run(mut self, hears: &Receiver<Heard>) {
        loop {
            let now = self.clock.now();
            let wake = self.player.wake().map_or(LONG, |wake| wake.saturating_sub(now));
            match hears.recv_timeout(wake) {
                Ok(Heard::Asked { text, from, reply }) => self.asked(&text, &from, reply),
                Ok(Heard::Thought(thought)) => self.player.thought(thought, self.clock.now()),
                Err(RecvTimeoutError::Timeout) => self.player.tick(self.clock.now()),
                Ok(Heard::Quit) | Err(RecvTimeoutError::Disconnected) => {
                    self.player.quit();
                    return self.act();
                }
            }
            self.act();
        }
    }

    fn asked(&mut self, text: &str, from: &str, reply: Reply) {
        self.tickets += 1;
        let came = self.clock.now();
        let shown = format!("{from} {}", excerpt(text));
        self.waiting.insert(self.tickets, Waiting { shown, came, reply });
        self.player.message(self.tickets, text, came);
    }

    fn act(&mut self) {
        while let Some(action) = self.player.action() {
            match action {
                Action::Answer { ticket, answer } => self.answer(ticket, &answer.to_string()),
                // The thread that thinks lives as long as there are tasks.
                Action::Task(task) => drop(self.tasks.send(task)),
                Action::Note(note) => (self.log)(Told::Note, &note),
            }
        }
    }

    fn answer(&mut self, ticket: u64, answer: &str) {
        let Some(Waiting { shown, came, reply }) = self.waiting.remove(&ticket) else { return };
        let millis = self.clock.now().saturating_sub(came).as_millis();
        (self.log)(Told::Message, &format!("{shown} -> {}, {millis} ms", excerpt(answer)));
        reply(answer.to_owned());
    }
}

/// The beginning of a text, on one line.
fn excerpt(text: &str) -> String {
    let mut shown = String::new();
    let mut left = SHOWN;
    for word in text.split_whitespace() {
        if !shown.is_empty() {
            shown.push(' ');
        }
        shown.extend(word.chars().take(left));
        left = left.saturating_sub(word.chars().count().min(SHOWN) + 1);
        if left == 0 {
            return format!("{shown}… ({} bytes)", text.len());
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_shows_the_beginning_of_long_messages() {
        assert_eq!(excerpt(" ( PLAY\r\n m  NIL ) "), "( PLAY m NIL )");
        let long = excerpt(&format!("(START {})", "(role x)".repeat(100)));
        assert!(long.starts_with("(START (role x)(role") && long.ends_with("… (808 bytes)"), "{long}");
        assert!(long.chars().count() < SHOWN + 30);
    }
}
