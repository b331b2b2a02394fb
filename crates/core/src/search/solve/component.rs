//! States that can repeat: value iteration.

use super::SolveError;
use super::expansion::Expansion;
use super::states::States;
use crate::game::Game;

/// Values are settled when none changes by more than this (relative to values above 1).
const SETTLED: f64 = 1e-12;
const MOST_SWEEPS: usize = 100_000;

/// Values the states of a component, given the values of all states that they lead to outside it.
/// One sweep after the other (Gauss-Seidel), in the order of `members`.
pub(super) fn settle<G: Game>(
    game: &G,
    states: &mut States<G::State>,
    members: &[u32],
    values: &mut [f64],
    poll: &mut dyn FnMut(usize) -> bool,
) -> Result<(), SolveError<G::Error>> {
    let mut block = Expansion::new(game);
    for id in members {
        block.push(game, states, *id)?;
    }
    for _ in 0..MOST_SWEEPS {
        let change = sweep(&mut block, members, values);
        if change <= SETTLED {
            return Ok(());
        }
        if !change.is_finite() {
            break;
        }
        if !poll(states.len()) {
            return Err(SolveError::Interrupted);
        }
    }
    Err(SolveError::NotConverged)
}

/// The greatest change of a value.
fn sweep<G: Game>(block: &mut Expansion<G>, members: &[u32], values: &mut [f64]) -> f64 {
    let mut change = 0.0;
    for (row, id) in members.iter().enumerate() {
        block.choose(row, values);
        let chosen = block.chosen();
        let start = *id as usize * chosen.len();
        for (old, new) in values[start..].iter_mut().zip(chosen) {
            change = f64::max(change, (new - *old).abs() / new.abs().max(1.0));
            *old = *new;
        }
    }
    change
}
