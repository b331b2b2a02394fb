//! Where a search meets the interpreter: it lets go of it while native rules are searched, and
//! looks for Ctrl-C all the time.

use forethought_core::budget::{Clock, Deliberation, Limits, StopReason, WallClock, drive};
use pyo3::prelude::*;
use std::time::Duration;

/// Time between two looks for Ctrl-C: the answer must come within 50 ms.
const SIGNALS: Duration = Duration::from_millis(10);

/// Why a run came back.
pub enum Outcome {
    /// A limit, or the search itself.
    Stopped(StopReason),
    /// The pause that was asked for.
    Paused,
}

/// Runs a search; `pause` is the time after which to come back in any case.
///
/// Where the rules are native the interpreter is free for other threads; where they are Python
/// (`python`) it is offered to them at every look for signals.
pub fn run<D: Deliberation + Send>(
    py: Python<'_>,
    search: &mut D,
    limits: &Limits,
    pause: Option<Duration>,
    python: bool,
) -> Result<PyResult<Outcome>, D::Error>
where
    D::Error: Send,
{
    if python {
        return watched(search, limits, pause, &mut || {
            py.check_signals()?;
            py.detach(std::thread::yield_now);
            Ok(())
        });
    }
    py.detach(|| {
        watched(search, limits, pause, &mut || {
            Python::attach(|py| py.check_signals())
        })
    })
}

fn watched<D: Deliberation>(
    search: &mut D,
    limits: &Limits,
    pause: Option<Duration>,
    signals: &mut dyn FnMut() -> PyResult<()>,
) -> Result<PyResult<Outcome>, D::Error> {
    let clock = WallClock::new();
    let mut looked = Duration::ZERO;
    let mut raised = None;
    let reason = drive(search, limits, &clock, &mut |_| {
        let now = clock.now();
        if now - looked >= SIGNALS {
            looked = now;
            if let Err(error) = signals() {
                raised = Some(error);
                return false;
            }
        }
        pause.is_none_or(|pause| now < pause)
    })?;
    Ok(match (reason, raised) {
        (_, Some(error)) => Err(error),
        (StopReason::Interrupted, None) => Ok(Outcome::Paused),
        (reason, None) => Ok(Outcome::Stopped(reason)),
    })
}
