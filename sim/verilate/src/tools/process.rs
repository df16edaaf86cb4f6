//! Runs one external program: no shell, bounded time, memory and output, its children killed with it.

use crate::files::shown;
use std::borrow::Cow;
use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, Signal, prlimit};

use super::group::Group;
use super::path::{program, search_paths};
use super::{APT_CURE, Budget, ToolLimits};
use crate::{Observer, SimError};

/// Variables that the tools need. Others (`CPATH`, `CXXFLAGS`, `LD_PRELOAD`, ...) would change the result behind the
/// back of the cache key.
const PASSED_ON: [&str; 2] = ["HOME", "VERILATOR_ROOT"];
/// How much of a stream is kept: the beginning of standard output, the end of standard error.
const KEPT_BYTES: usize = 16 << 10;
/// How Verilator, compilers, linkers, loaders, Perl, Yosys and the C++ library say that memory is used up.
const NO_MEMORY: [&str; 7] = [
    "bad_alloc",
    "out of memory",
    "memory exhausted",
    "cannot allocate memory",
    "failed to map segment",
    "killed signal",
    "aborted signal",
];

/// One program with its arguments, not yet running.
#[derive(Clone, Debug)]
pub struct Process {
    program: PathBuf,
    args: Vec<OsString>,
    dir: PathBuf,
    help: Cow<'static, str>,
    /// Whether its address space has no bound.
    unbounded: bool,
    /// Where standard output goes, if not to the caller.
    stdout: Option<PathBuf>,
}

impl Process {
    /// A program, a path or a name that is looked up in the absolute folders of `PATH`, to run inside of a folder.
    #[must_use]
    pub fn new(program: &Path, dir: &Path) -> Self {
        // Relative to where this program runs, not to the folder that the other one runs in.
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let program = if program.components().count() > 1 { absolute(program) } else { program.to_owned() };
        let dir = absolute(dir);
        Self { program, args: Vec::new(), dir, help: Cow::Borrowed(APT_CURE), unbounded: false, stdout: None }
    }

    /// Names the command that installs the program; without it the one for models.
    #[must_use]
    pub fn help(self, help: impl Into<Cow<'static, str>>) -> Self {
        Self { help: help.into(), ..self }
    }

    /// Lifts the bound of its address space, for programs that reserve much more than they use.
    #[must_use]
    pub fn unbounded_memory(self) -> Self {
        Self { unbounded: true, ..self }
    }

    /// Writes standard output, the whole of it, to a file.
    #[must_use]
    pub fn stdout_to(self, file: &Path) -> Self {
        Self { stdout: Some(file.to_owned()), ..self }
    }

    /// Adds arguments.
    #[must_use]
    pub fn args<A: Into<OsString>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// Runs to the end as a stage of a build that is observed, and gives the beginning of standard output.
    ///
    /// # Errors
    /// [`SimError::ToolMissing`] with its help, [`SimError::ToolFailed`] with the end of standard error,
    /// [`SimError::TimedOut`], [`SimError::OutOfMemory`], [`SimError::Stopped`].
    pub fn observed(
        &self,
        limits: ToolLimits,
        stage: &'static str,
        observer: &dyn Observer,
    ) -> Result<String, SimError> {
        self.run(limits.observed(observer).stage(stage))
    }

    /// Runs to the end and gives the beginning of standard output, then the end of standard error: where programs say
    /// their versions differs.
    ///
    /// # Errors
    /// As [`Process::observed`].
    pub fn output(&self, limits: ToolLimits) -> Result<String, SimError> {
        self.outcome(limits.start()).map(|said| said.join("\n"))
    }

    /// Runs to the end and gives the beginning of standard output.
    pub(crate) fn run(&self, budget: Budget<'_>) -> Result<String, SimError> {
        self.outcome(budget).map(|[stdout, _]| stdout)
    }

    /// Both streams.
    fn outcome(&self, budget: Budget<'_>) -> Result<[String; 2], SimError> {
        let mut command = self.command()?;
        if let Some(file) = &self.stdout {
            command.stdout(File::create(file).map_err(SimError::io("create", file))?);
        }
        let mut group = Group::start(&mut command).map_err(|error| self.missing(error.to_string()))?;
        bound_memory(&group.child, budget.limits.memory.filter(|_| !self.unbounded));
        let stdout = group.child.stdout.take().map(|s| thread::spawn(move || keep_head(s)));
        let stderr = group.child.stderr.take().map(|s| thread::spawn(move || keep_tail(s)));
        let status = wait(&mut group, budget);
        let [stdout, stderr] = [stdout, stderr].map(|t| t.and_then(|t| t.join().ok()).unwrap_or_default());
        match status.map_err(SimError::io("wait for", &self.program))? {
            Ended::Itself(status) if status.success() => Ok([text(&stdout), text(&stderr)]),
            Ended::Itself(status) => Err(self.failed(status, &stderr, budget)),
            Ended::OutOfTime => {
                let (command, stderr) = (self.line(), text(&stderr));
                Err(SimError::TimedOut { command, limit: budget.limits.time, stderr })
            }
            Ended::Stopped(error) => Err(error),
        }
    }

    fn command(&self) -> Result<Command, SimError> {
        let program = program(&self.program).ok_or_else(|| self.missing("it is not on PATH".to_owned()))?;
        let mut command = Command::new(program);
        command.args(&self.args).current_dir(&self.dir).env_clear();
        command.envs(PASSED_ON.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        command.envs(search_paths());
        // Not as a path: Yosys passes it to a shell as it is, and a folder's name may be anything.
        command.env("LC_ALL", "C").env("TMPDIR", ".");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Ok(command)
    }

    fn missing(&self, reason: String) -> SimError {
        SimError::ToolMissing { tool: shown(&self.program), reason, help: self.help.clone() }
    }

    fn failed(&self, status: ExitStatus, stderr: &[u8], budget: Budget<'_>) -> SimError {
        let (command, stderr) = (self.line(), text(stderr));
        if ran_out_of_memory(status, &stderr) {
            return SimError::OutOfMemory { command, limit: budget.limits.memory, stderr };
        }
        SimError::ToolFailed { command, status: status.to_string(), stderr }
    }

    /// The command for people, cut when it is long.
    fn line(&self) -> String {
        let mut line = shown(&self.program);
        for arg in &self.args {
            line.push(' ');
            line.push_str(&arg.to_string_lossy());
        }
        if line.len() > 2000 {
            line = line.chars().take(2000).collect::<String>() + " ...";
        }
        line
    }
}

/// Children inherit the limit. It comes a moment after the start, long before the program has allocated much.
fn bound_memory(child: &Child, bytes: Option<u64>) {
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let (Some(pid), Some(_)) = (pid, bytes) {
        // A program that has already ended cannot be limited, and need not be.
        let _ended = prlimit(Some(pid), Resource::As, Rlimit { current: bytes, maximum: bytes });
    }
}

/// How a program came to its end.
enum Ended {
    Itself(ExitStatus),
    OutOfTime,
    Stopped(SimError),
}

/// Waits until the end. Whatever it was, nothing is left of the whole process group then.
fn wait(group: &mut Group, budget: Budget<'_>) -> std::io::Result<Ended> {
    let mut pause = Duration::from_millis(1);
    let ended = loop {
        if let Some(status) = group.try_wait()? {
            break Ended::Itself(status);
        }
        if let Err(stopped) = budget.go_on() {
            break Ended::Stopped(stopped);
        }
        if budget.is_over() {
            break Ended::OutOfTime;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    group.end().map(|()| ended)
}

/// Reads to the end, so that the writer never blocks, and keeps the beginning.
fn keep_head(mut stream: impl Read) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut block = [0; 4096];
    while let Ok(n @ 1..) = stream.read(&mut block) {
        let room = KEPT_BYTES.saturating_sub(kept.len()).min(n);
        kept.extend_from_slice(&block[..room]);
    }
    kept
}

/// Reads to the end and keeps the end, where compilers put their errors.
fn keep_tail(mut stream: impl Read) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut block = [0; 4096];
    while let Ok(n @ 1..) = stream.read(&mut block) {
        kept.extend_from_slice(&block[..n]);
        if kept.len() > 2 * KEPT_BYTES {
            kept.drain(..kept.len() - KEPT_BYTES);
        }
    }
    kept.drain(..kept.len().saturating_sub(KEPT_BYTES));
    kept
}

/// Whether a failure looks like used-up memory: by the limit, or by the system, which kills the largest program.
fn ran_out_of_memory(status: ExitStatus, stderr: &str) -> bool {
    let lower = stderr.to_lowercase();
    status.signal() == Some(Signal::KILL.as_raw()) || NO_MEMORY.iter().any(|words| lower.contains(words))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::super::endless::Endless;
    use super::*;
    use crate::{Observer, Reason, Stage};

    fn sh(script: &str) -> Process {
        Process::new(Path::new("/bin/sh"), Path::new("/")).args(["-c", script])
    }

    /// A program that never ends, nor does its child.
    fn parent_and_child(endless: &Endless) -> String {
        format!("{0} & {0}", endless.waits())
    }

    #[test]
    fn output_and_failure_are_told_apart() {
        assert_eq!(sh("echo hello").run(ToolLimits::default().start()).unwrap(), "hello");
        let error = sh("echo oops >&2; exit 3").run(ToolLimits::default().start()).unwrap_err();
        assert!(matches!(&error, SimError::ToolFailed { stderr, .. } if stderr == "oops"), "{error}");
        let error = Process::new(Path::new("/nonexistent/tool"), Path::new("/"))
            .run(ToolLimits::default().start())
            .unwrap_err();
        assert!(error.to_string().contains("apt-get install"), "{error}");
    }

    #[test]
    fn folders_may_be_relative() {
        let folder = Process::new(Path::new("/bin/sh"), Path::new("src")).args(["-c", "cd \"$TMPDIR\" && pwd"]);
        let said = folder.run(ToolLimits::default().start()).unwrap();
        assert!(said.starts_with('/') && said.ends_with("/src"), "{said}");
        let program = Process::new(Path::new("./no/such/tool"), Path::new("/"));
        let error = program.run(ToolLimits::default().start()).unwrap_err().to_string();
        assert!(
            error.contains(&std::env::current_dir().unwrap().join("no/such/tool").display().to_string()),
            "{error}"
        );
    }

    #[test]
    fn output_may_go_to_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("out");
        let long = sh("i=0; while [ $i -lt 9000 ]; do echo line $i; i=$((i+1)); done").stdout_to(&file);
        assert_eq!(long.run(ToolLimits::default().start()).unwrap(), "");
        assert!(std::fs::read_to_string(&file).unwrap().ends_with("line 8999\n"));
    }

    #[test]
    fn long_output_is_cut() {
        let error = sh("i=0; while [ $i -lt 9000 ]; do echo line $i >&2; i=$((i+1)); done; exit 1");
        let SimError::ToolFailed { stderr, .. } = error.run(ToolLimits::default().start()).unwrap_err() else {
            panic!()
        };
        assert!(stderr.len() <= KEPT_BYTES && stderr.ends_with("line 8999"));
    }

    #[test]
    fn used_up_memory_is_told_from_other_failures() {
        for script in ["kill -9 $$", "echo 'terminate called after: std::bad_alloc' >&2; exit 1"] {
            let error = sh(script).run(ToolLimits::default().start()).unwrap_err();
            assert!(matches!(error, SimError::OutOfMemory { .. }), "{error}");
            assert!(error.to_string().contains("8192 MiB"), "{error}");
        }
        let error = sh("kill -15 $$").run(ToolLimits::default().start()).unwrap_err();
        assert!(matches!(error, SimError::ToolFailed { .. }), "{error}");
    }

    #[test]
    fn time_out_kills_grandchildren() {
        let limits = ToolLimits { time: Duration::from_millis(200), ..ToolLimits::default() };
        // The grandchild holds the pipes open: without the group kill the readers would wait for it, and for ever.
        let error = sh(&parent_and_child(&Endless::new())).run(limits.start()).unwrap_err();
        assert!(matches!(error, SimError::TimedOut { .. }), "{error}");
    }

    /// Stops when it is told so for the third time, and keeps what it is told.
    #[derive(Default)]
    struct Third(Mutex<Vec<Stage>>);

    impl Observer for Third {
        fn reason(&self) -> Option<Reason> {
            (self.0.lock().unwrap().len() > 3).then_some(Reason::Deadline)
        }
        fn stage(&self, stage: Stage) {
            self.0.lock().unwrap().push(stage);
        }
    }

    #[test]
    fn an_observer_is_told_and_may_stop() {
        let observer = Third::default();
        let budget = ToolLimits::default().observed(&observer).stage("wait");
        // As above, the readers end when the grandchild is gone.
        let error = sh(&parent_and_child(&Endless::new())).run(budget).unwrap_err();
        assert!(matches!(error, SimError::Stopped { stage: Stage { name: "wait", .. } }), "{error}");
        let told = observer.0.into_inner().unwrap();
        assert_eq!((told[0], told.len()), (Stage::begin("wait"), 4));
        assert!(told.is_sorted_by_key(|stage| stage.since) && told.iter().all(|stage| stage.name == "wait"));
    }
}
