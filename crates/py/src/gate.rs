//! Where the core meets the interpreter: it lets go of it while native rules are at work, looks
//! for Ctrl-C all the time, and turns a panic into an exception.

use crate::errors::raise;
use forethought_core::budget::{Clock, Deliberation, Limits, StopReason, WallClock, Wish, drive};
use pyo3::prelude::*;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// Time between two looks for Ctrl-C: the answer must come within 50 ms.
pub const SIGNALS: Duration = Duration::from_millis(10);

/// Why a run came back.
pub enum Outcome {
    /// A limit, or the search itself.
    Stopped(StopReason),
    /// The pause that was asked for.
    Paused,
}

/// Does `work`; a panic of the core arrives as an `InternalError`.
pub fn guarded<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        Err(raise(
            "InternalError",
            format!(
                "forethought failed inside ({}): please report this with what led to it",
                text(&*payload)
            ),
        ))
    })
}

fn text(payload: &(dyn Any + Send)) -> &str {
    let owned = payload.downcast_ref::<String>().map(String::as_str);
    let text = owned.or_else(|| payload.downcast_ref::<&str>().copied());
    text.unwrap_or("without a message")
}

/// Looks for Ctrl-C, and for other threads that wait for the interpreter.
pub struct Watch {
    clock: WallClock,
    looked: Duration,
    /// Whether the interpreter is held between the looks.
    python: bool,
    raised: Option<PyErr>,
}

impl Watch {
    /// Whether nobody interrupted. May be asked as often as one likes.
    pub fn goes_on(&mut self) -> bool {
        let now = self.clock.now();
        if now - self.looked >= SIGNALS {
            self.looked = now;
            self.raised = Python::attach(|py| self.look(py)).err();
        }
        self.raised.is_none()
    }

    fn look(&self, py: Python<'_>) -> PyResult<()> {
        py.check_signals()?;
        if self.python {
            py.detach(std::thread::yield_now);
        }
        Ok(())
    }
}

/// Does `work` and raises what a signal raised meanwhile.
///
/// Where the rules are native the interpreter is free for other threads; where they are Python
/// (`python`) it is offered to them at every look for signals.
pub fn beside<T: Send>(
    py: Python<'_>,
    python: bool,
    work: impl FnOnce(&mut Watch) -> T + Send,
) -> PyResult<T> {
    let mut watch = Watch {
        clock: WallClock::new(),
        looked: Duration::ZERO,
        python,
        raised: None,
    };
    let done = if python {
        work(&mut watch)
    } else {
        py.detach(|| work(&mut watch))
    };
    watch.raised.map_or(Ok(done), Err)
}

/// Runs a search; `pause` is the time after which to come back in any case.
pub fn run<D: Deliberation + Send>(
    py: Python<'_>,
    search: &mut D,
    limits: &Limits,
    pause: Option<Duration>,
    python: bool,
) -> PyResult<Result<Outcome, D::Error>>
where
    D::Error: Send,
{
    let stopped = beside(py, python, |watch| {
        drive(search, limits, &WallClock::new(), &mut |_| {
            if !watch.goes_on() {
                Wish::Stop
            } else if pause.is_some_and(|pause| watch.clock.now() >= pause) {
                Wish::Pause
            } else {
                Wish::GoOn
            }
        })
    })?;
    Ok(stopped.map(|reason| reason.map_or(Outcome::Paused, Outcome::Stopped)))
}
