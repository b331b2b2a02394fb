//! Ctrl-C in the middle of one long question: rules can ask for more than anybody wants to wait for.

use crate::gate::SIGNALS;
use forethought_core::budget::{Clock, WallClock};
use forethought_core::gdl::{GroundLimits, Limits};
use pyo3::prelude::*;
use std::cell::{Cell, RefCell};
use std::sync::OnceLock;
use std::thread::{self, ThreadId};
use std::time::Duration;

/// The thread that loaded the module. Signals arrive in the main thread, and that is the one, or
/// else questions are answered to their end.
static MAIN: OnceLock<ThreadId> = OnceLock::new();

thread_local! {
    static CLOCK: WallClock = WallClock::new();
    static LOOKED: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    /// What a signal raised, until somebody takes it.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Notes which thread gets the signals.
pub fn begin() {
    MAIN.get_or_init(|| thread::current().id());
}

/// Whether a signal asks to give up; asked in the middle of work.
fn is_interrupted() -> bool {
    if MAIN.get() != Some(&thread::current().id()) {
        return false;
    }
    let now = CLOCK.with(Clock::now);
    if now - LOOKED.get() >= SIGNALS {
        LOOKED.set(now);
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            RAISED.set(Some(error));
        }
    }
    RAISED.with_borrow(Option::is_some)
}

/// What a signal raised while something was asked for in this thread.
pub fn raised() -> Option<PyErr> {
    RAISED.take()
}

/// What one state may cost, or Ctrl-C.
pub fn limits() -> Limits {
    Limits {
        gives_up: Some(is_interrupted),
        ..Limits::default()
    }
}

/// What compiling rules may cost while somebody waits for it, or Ctrl-C.
pub fn ground_limits() -> GroundLimits {
    GroundLimits {
        gives_up: Some(is_interrupted),
        ..GroundLimits::default()
    }
}

/// Does work that may be given up without the interpreter, and raises what a signal raised meanwhile.
pub fn patiently<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let done = py.detach(work);
    raised().map_or(Ok(done), Err)
}
