//! The border to the loaded library: all `unsafe` code of models.
//!
//! What makes it sound: a library is loaded only from a cache entry whose hash was checked and which this crate built
//! from [`crate::build`]'s shim, so the symbols have the types written here; every handle keeps its library loaded;
//! every buffer that crosses the border has been checked against the port's width by [`super::Instance`].

#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::Path;
use std::ptr::NonNull;
use std::sync::Arc;

use libloading::os::unix::{Library as Dynamic, RTLD_LOCAL, RTLD_NOW};

use crate::SimError;

type New = unsafe extern "C" fn() -> *mut c_void;
type Free = unsafe extern "C" fn(*mut c_void);
type Eval = unsafe extern "C" fn(*mut c_void) -> c_int;
type Tick = unsafe extern "C" fn(*mut c_void, u64) -> c_int;
type Set = unsafe extern "C" fn(*mut c_void, u32, *const u64);
type Get = unsafe extern "C" fn(*mut c_void, u32, *mut u64);
type Open = unsafe extern "C" fn(*mut c_void, *const c_char) -> c_int;
type Time = unsafe extern "C" fn(*mut c_void) -> u64;
type Message = unsafe extern "C" fn(*mut c_void) -> *const c_char;

/// The functions that only a model with wave dumps has.
#[derive(Clone, Copy, Debug)]
struct Waves {
    open: Open,
    close: Free,
    time: Time,
}

/// A loaded model library.
#[derive(Debug)]
pub(crate) struct Library {
    new: New,
    free: Free,
    eval: Eval,
    tick: Tick,
    set: Set,
    get: Get,
    message: Message,
    finished: Eval,
    waves: Option<Waves>,
    /// Keeps the functions above in memory; dropped after them.
    _dynamic: Dynamic,
}

impl Library {
    /// Loads the library and looks its functions up.
    pub(crate) fn load(path: &Path, num_ports: usize, trace: bool) -> Result<Self, SimError> {
        let failed = |e: libloading::Error| SimError::Load { path: path.to_owned(), reason: e.to_string() };
        // SAFETY: the file was built by this crate and its hash was checked; its initialisers are those of Verilator's
        // runtime, which only set up its own statics.
        let dynamic = unsafe { Dynamic::open(Some(path), RTLD_NOW | RTLD_LOCAL) }.map_err(failed)?;
        // SAFETY: the shim defines these symbols with exactly these types, and the copied function pointers live no
        // longer than `_dynamic` beside them.
        let library = unsafe {
            let count = *dynamic.get::<unsafe extern "C" fn() -> u32>(b"gdl_sim_num_ports\0").map_err(failed)?;
            if count() as usize != num_ports {
                let reason = "it has another number of ports".to_owned();
                return Err(SimError::Load { path: path.to_owned(), reason });
            }
            let waves = if trace {
                Some(Waves {
                    open: *dynamic.get::<Open>(b"gdl_sim_trace_open\0").map_err(failed)?,
                    close: *dynamic.get::<Free>(b"gdl_sim_trace_close\0").map_err(failed)?,
                    time: *dynamic.get::<Time>(b"gdl_sim_trace_time\0").map_err(failed)?,
                })
            } else {
                None
            };
            Self {
                new: *dynamic.get::<New>(b"gdl_sim_new\0").map_err(failed)?,
                free: *dynamic.get::<Free>(b"gdl_sim_free\0").map_err(failed)?,
                eval: *dynamic.get::<Eval>(b"gdl_sim_eval\0").map_err(failed)?,
                tick: *dynamic.get::<Tick>(b"gdl_sim_tick\0").map_err(failed)?,
                set: *dynamic.get::<Set>(b"gdl_sim_set\0").map_err(failed)?,
                get: *dynamic.get::<Get>(b"gdl_sim_get\0").map_err(failed)?,
                message: *dynamic.get::<Message>(b"gdl_sim_message\0").map_err(failed)?,
                finished: *dynamic.get::<Eval>(b"gdl_sim_finished\0").map_err(failed)?,
                waves,
                _dynamic: dynamic,
            }
        };
        Ok(library)
    }
}

/// One instance of the model class.
#[derive(Debug)]
pub(crate) struct Handle {
    raw: NonNull<c_void>,
    library: Arc<Library>,
}

// SAFETY: an instance owns all its state. The only thread-local of the shim is set on entry to each call and reset on
// the way out, and models are built without Verilator's threads. `Handle` is not `Sync`, and every call that changes
// the model takes `&mut self`.
unsafe impl Send for Handle {}

impl Handle {
    /// A new instance, `None` when there is no memory for it.
    pub(crate) fn new(library: Arc<Library>) -> Option<Self> {
        // SAFETY: the function has no preconditions and catches every exception.
        let raw = unsafe { (library.new)() };
        NonNull::new(raw).map(|raw| Self { raw, library })
    }

    /// Evaluates; the message of the model when it stopped itself.
    pub(crate) fn eval(&mut self) -> Result<(), String> {
        // SAFETY: `raw` is a live instance of this library; the function catches every exception.
        let status = unsafe { (self.library.eval)(self.raw.as_ptr()) };
        self.outcome(status)
    }

    /// Runs whole cycles of the clock.
    pub(crate) fn tick(&mut self, cycles: u64) -> Result<(), String> {
        // SAFETY: as in `eval`.
        let status = unsafe { (self.library.tick)(self.raw.as_ptr(), cycles) };
        self.outcome(status)
    }

    /// Whether the model has met `$finish`.
    pub(crate) fn finished(&self) -> bool {
        // SAFETY: `raw` is live; the function reads one flag.
        unsafe { (self.library.finished)(self.raw.as_ptr()) != 0 }
    }

    /// Writes an input. `words` must hold at least the port's number of words; bits above its width must be 0.
    pub(super) fn set(&mut self, port: u32, words: &[u64]) {
        // SAFETY: `raw` is live. The caller, `Instance::set`, has checked that `port` exists and that `words` is as
        // long as its width asks; the function reads no more, and ignores ports that are not inputs.
        unsafe { (self.library.set)(self.raw.as_ptr(), port, words.as_ptr()) }
    }

    /// Reads a port into `words`, which must hold at least the port's number of words.
    pub(super) fn get(&self, port: u32, words: &mut [u64]) {
        // SAFETY: as in `set`; the function writes exactly the port's number of words.
        unsafe { (self.library.get)(self.raw.as_ptr(), port, words.as_mut_ptr()) }
    }

    /// Whether the model can write wave dumps.
    pub(super) fn has_waves(&self) -> bool {
        self.library.waves.is_some()
    }

    /// Opens a wave dump, after closing the one before. An existing file is replaced.
    pub(super) fn open_waves(&mut self, path: &CStr) -> Result<(), String> {
        let Some(waves) = self.library.waves else { return Ok(()) };
        // SAFETY: `raw` is live, `path` is a terminated string that the function only reads; it catches every exception.
        let status = unsafe { (waves.open)(self.raw.as_ptr(), path.as_ptr()) };
        self.outcome(status)
    }

    /// Closes the wave dump, if one is open, and gives the time of its last state.
    pub(super) fn close_waves(&mut self) -> u64 {
        let Some(waves) = self.library.waves else { return 0 };
        // SAFETY: `raw` is live; both functions have no other preconditions, and the first catches every exception.
        unsafe {
            (waves.close)(self.raw.as_ptr());
            (waves.time)(self.raw.as_ptr())
        }
    }

    fn outcome(&self, status: c_int) -> Result<(), String> {
        if status == 0 {
            return Ok(());
        }
        // SAFETY: `raw` is live, and the pointer is to a terminated string inside it that no call changes meanwhile.
        let message = unsafe { CStr::from_ptr((self.library.message)(self.raw.as_ptr())) };
        Err(message.to_string_lossy().into_owned())
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: `raw` came from this library's `new` and is freed once; the library is still loaded, as `library` is
        // dropped after this.
        unsafe { (self.library.free)(self.raw.as_ptr()) }
    }
}
