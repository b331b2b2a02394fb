//! Exact solving, as Python asks for it.

use crate::errors::{only_sampled, raise};
use crate::face::Face;
use crate::gate::{beside, guarded};
use crate::native_game::{NativeGame, turn_out};
use crate::py_game::{PyGame, players_of};
use forethought_core::game::Many;
use forethought_core::search::solve::{Solution, SolveError, solve as solve_core};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

/// The exact answer at `state` of `game` (a native one, or an object with the methods of one):
/// a dictionary that `forethought.solve` reads and nobody else.
#[pyfunction]
pub fn solve<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    state: &Bound<'py, PyAny>,
    max_states: usize,
) -> PyResult<Bound<'py, PyDict>> {
    guarded(|| match game.cast::<NativeGame>() {
        Ok(native) => native.get().solve(state, max_states),
        Err(_) => {
            players_of(game)?;
            let game = PyGame::<Many>::new(game, None)?;
            let state = game.state_in(state)?;
            answer(py, &game, &state, max_states)
        }
    })
}

/// Solves and describes what was found at the root.
pub fn answer<'py, G: Face>(
    py: Python<'py>,
    game: &G,
    root: &G::State,
    max_states: usize,
) -> PyResult<Bound<'py, PyDict>>
where
    G::Error: Send + Sync,
{
    let solved = beside(py, G::PYTHON, |watch| {
        solve_core(game, root, max_states, &mut |_| watch.goes_on())
    })?;
    let solution = solved.map_err(|error| as_python(game, error))?;
    game.sound()?;
    let answer = PyDict::new(py);
    let values = solution.value(root).unwrap_or_default();
    answer.set_item("turn", turn_out(game.turn(root).map_err(G::error)?))?;
    answer.set_item("values", PyTuple::new(py, values)?)?;
    answer.set_item("actions", actions(py, game, root, &solution)?)?;
    answer.set_item("best", solution.best())?;
    answer.set_item("states", solution.states())?;
    answer.set_item("horizon", solution.horizon())?;
    Ok(answer)
}

/// The actions of the root with what each player gets after them.
fn actions<'py, G: Face>(
    py: Python<'py>,
    game: &G,
    root: &G::State,
    solution: &Solution<G>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for (index, action) in solution.actions().iter().enumerate() {
        let action = game.action_out(py, root, *action)?;
        list.append((action, PyTuple::new(py, solution.q(index))?))?;
    }
    Ok(list)
}

fn as_python<G: Face>(game: &G, error: SolveError<G::Error>) -> PyErr {
    let name = &game.info().name;
    let (class, why) = match error {
        SolveError::Game(error) => return G::error(error),
        SolveError::TooManyStates { limit } => (
            "Unsupported",
            format!(
                "more than {limit} states can be reached, and each is held in memory: raise \
                 max_states=, start from a later state, or make the game smaller"
            ),
        ),
        SolveError::NoMemory { states } => (
            "Unsupported",
            format!(
                "there is no memory for more than the {states} states found so far: start from a \
                 later state, or make the game smaller"
            ),
        ),
        SolveError::SampledChance => return only_sampled(name),
        SolveError::NoActions { state } => (
            "GameError",
            format!(
                "no action at state {state}, and the play is not over: give an action, or let \
                 turn() give ft.OVER there"
            ),
        ),
        SolveError::NotConverged => (
            "Unsupported",
            "states can come twice in a play, and their values do not settle: let every way \
             round cost something, or count the actions in the state so that plays end"
                .into(),
        ),
        SolveError::Interrupted => ("InternalError", "stopped by nobody".into()),
    };
    raise(class, format!("{name}: {why}"))
}
