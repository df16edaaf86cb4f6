//! A program together with all that it starts: they end together, whatever ends this program.

use std::collections::BTreeSet;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};

use rustix::process::{Pid, Signal, kill_process_group};

/// Kills its group as soon as its standard input ends: that happens when the one who holds the other end is gone, also
/// when it was killed and could do nothing any more.
const WATCH: &str = "trap '' HUP INT QUIT TERM; read -r _; kill -KILL 0";

/// The groups of all programs that run.
static RUNNING: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// Ends all programs that run, with all their children: for who is about to end this program in the middle of its work.
pub fn end_all() {
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    running.iter().filter_map(|&group| Pid::from_raw(group)).for_each(kill_all_of);
}

/// Where all of a group has ended already there is nothing to kill.
fn kill_all_of(group: Pid) {
    let _ended = kill_process_group(group, Signal::KILL);
}

/// A running program in a process group of its own.
pub(super) struct Group {
    pub(super) child: Child,
    /// A shell that is the first of the group and outlives it. Without a shell nobody sees to what a killed program
    /// leaves behind.
    observer: Option<Child>,
}

impl Group {
    pub(super) fn start(command: &mut Command) -> io::Result<Self> {
        let mut observer = observer();
        let first = observer.as_ref().and_then(|observer| i32::try_from(observer.id()).ok());
        match command.process_group(first.unwrap_or(0)).spawn() {
            Ok(child) => {
                let group = Self { child, observer };
                RUNNING.lock().unwrap_or_else(PoisonError::into_inner).extend(group.id().map(Pid::as_raw_pid));
                Ok(group)
            }
            Err(error) => {
                observer.as_mut().map_or(Ok(()), end)?;
                Err(error)
            }
        }
    }

    /// How the program ended, if it has.
    pub(super) fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        self.child.try_wait()
    }

    /// The number of its first program.
    fn id(&self) -> Option<Pid> {
        let first = self.observer.as_ref().unwrap_or(&self.child);
        i32::try_from(first.id()).ok().and_then(Pid::from_raw)
    }

    /// Kills what is left of the group. A shell that is its first was not yet waited for, so the number can't belong to
    /// anybody else. Without a shell the program is, and may have ended just now: its number comes again only when all
    /// others were given since.
    pub(super) fn end(&mut self) -> io::Result<()> {
        if let Some(group) = self.id() {
            kill_all_of(group);
            RUNNING.lock().unwrap_or_else(PoisonError::into_inner).remove(&group.as_raw_pid());
        }
        // It may have left its group.
        self.child.kill()?;
        self.child.wait()?;
        self.observer.as_mut().map_or(Ok(()), end)
    }
}

fn observer() -> Option<Child> {
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", WATCH]).env_clear().current_dir("/").process_group(0);
    shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
}

fn end(observer: &mut Child) -> io::Result<()> {
    observer.kill()?;
    observer.wait().map(drop)
}

#[cfg(test)]
mod tests {
    use super::super::endless::Endless;
    use super::*;

    /// A program whose child never ends.
    fn parent(endless: &Endless) -> Command {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", &format!("sh -c '{}' & wait", endless.tells_and_waits())]).stdin(Stdio::null());
        shell
    }

    #[test]
    fn what_a_program_started_ends_when_nobody_holds_it_any_more() {
        let mut endless = Endless::new();
        let mut group = Group::start(&mut parent(&endless)).unwrap();
        endless.is_there();
        // All that happens when the program that started it is killed: its end of the pipe closes.
        drop(group.observer.as_mut().unwrap().stdin.take());
        endless.ends();
        group.end().unwrap();
    }

    #[test]
    fn an_end_leaves_nothing() {
        let mut endless = Endless::new();
        let mut group = Group::start(&mut parent(&endless)).unwrap();
        endless.is_there();
        group.end().unwrap();
        endless.ends();
        assert!(Group::start(&mut Command::new("/no/such/program")).is_err());
    }
}
