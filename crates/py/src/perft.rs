//! Counting paths, as Python asks for it.

use crate::errors::raise;
use crate::face::Face;
use crate::gate::{beside, guarded};
use crate::native_game::NativeGame;
use crate::py_game::{PyGame, players_of};
use forethought_core::game::{Many, Uncounted, perft as perft_core};
use pyo3::prelude::*;

/// The number of paths of `depth` plies from `state` on, those that end earlier included if
/// `ended` says so.
#[pyfunction]
pub fn perft(
    game: &Bound<'_, PyAny>,
    state: &Bound<'_, PyAny>,
    depth: u32,
    ended: bool,
) -> PyResult<u64> {
    guarded(|| match game.cast::<NativeGame>() {
        Ok(native) => native.get().perft(state, depth, ended),
        Err(_) => {
            players_of(game)?;
            let rules = PyGame::<Many>::new(game, None)?;
            let state = rules.state_in(state)?;
            count(game.py(), &rules, &state, depth, ended)
        }
    })
}

/// Counts from a state of the core on.
pub fn count<G: Face>(
    py: Python<'_>,
    game: &G,
    state: &G::State,
    depth: u32,
    ended: bool,
) -> PyResult<u64>
where
    G::Error: Send + Sync,
{
    let counted = beside(py, G::PYTHON, |watch| {
        perft_core(game, state, depth, ended, &mut || watch.goes_on())
    })?;
    let paths = counted.map_err(|error| as_python(game, error))?;
    game.sound()?;
    Ok(paths)
}

fn as_python<G: Face>(game: &G, error: Uncounted<G::Error>) -> PyErr {
    let name = &game.info().name;
    let (class, why) = match error {
        Uncounted::Game(error) => return G::error(error),
        Uncounted::SampledChance => (
            "Unsupported",
            "every outcome of chance is counted, and this game only samples them: define \
             outcomes() instead of sample()",
        ),
        Uncounted::Interrupted => ("InternalError", "stopped by nobody"),
    };
    raise(class, format!("{name}: {why}"))
}
