//! The errors of the package, raised from here. Their classes live in `forethought.errors`.

use forethought_core::game::{BoxError, Many, Players};
use forethought_core::search::Fault;
use pyo3::prelude::*;

/// The most characters of a message: what it repeats of the input can be of any length.
const LONGEST: usize = 4000;

/// An error of class `forethought.errors.<class>`.
pub fn raise(class: &str, message: impl Into<String>) -> PyErr {
    let mut message = message.into();
    if message.len() > LONGEST {
        message = message.chars().take(LONGEST).chain("...".chars()).collect();
    }
    Python::attach(|py| {
        let made = py
            .import("forethought.errors")
            .and_then(|module| module.getattr(class))
            .and_then(|class| class.call1((message,)));
        match made {
            Ok(error) => PyErr::from_value(error),
            Err(error) => error,
        }
    })
}

/// What is said of a simulator to an algorithm that needs every outcome. `game` is its name.
pub fn only_sampled(game: &str) -> PyErr {
    raise(
        "Unsupported",
        format!(
            "{game}: exact solving needs every outcome with its probability, and this game only \
             samples them: define outcomes() instead of sample()"
        ),
    )
}

/// What is said of a game with more players than there is room for.
pub fn too_many_players(players: usize) -> PyErr {
    let most = Many::MOST;
    let message = format!("a game with {players} players: give one with at most {most}");
    raise("Unsupported", message)
}

/// A user's own exception passes through as it is.
pub fn foreign(error: BoxError) -> PyErr {
    match error.downcast::<PyErr>() {
        Ok(error) => *error,
        Err(error) => raise("PolicyError", error.to_string()),
    }
}

/// What a search failed with. `game` is the name of the game.
pub fn fault<E>(game: &str, fault: Fault<E>, of_rules: impl Fn(E) -> PyErr) -> PyErr {
    use forethought_core::game::{MAX_PLIES, Stuck};
    match fault {
        Fault::Game(error) => of_rules(error),
        Fault::Foreign(error) => foreign(error),
        Fault::Stuck(Stuck::NoActions) => raise(
            "GameError",
            format!(
                "{game}: actions() is empty at a state that is not over: give an action, or let \
                 turn() give ft.OVER there"
            ),
        ),
        Fault::Stuck(Stuck::Endless(MAX_PLIES)) => raise(
            "GameError",
            format!(
                "{game}: a play went on for more than {MAX_PLIES} actions: let every play end, for \
                 example by counting the actions in the state"
            ),
        ),
        Fault::Stuck(Stuck::Endless(horizon)) => raise(
            "GameError",
            format!(
                "{game}: a play went on for more than {horizon} actions, its horizon: let every \
                 play end by then, or give a larger horizon"
            ),
        ),
        Fault::NothingToDecide => raise(
            "StateError",
            format!("{game}: no player is to move at this state: give one where a player decides"),
        ),
        Fault::ChanceIsSampled => raise(
            "Unsupported",
            format!(
                "{game}: chance=\"explicit\" needs a game that lists its outcomes, and this one \
                 only samples them: define outcomes(), or search with chance=\"sampled\""
            ),
        ),
        Fault::NoAfterstates => raise(
            "Unsupported",
            format!(
                "{game}: nodes=\"afterstate\" needs a game without chance: search with \
                 nodes=\"state_and_stage\""
            ),
        ),
        Fault::WhichOutcome => raise(
            "StateError",
            format!("{game}: this action has chance: say with state=... what came of it"),
        ),
        Fault::NotTwoPlayers(players) => raise(
            "Unsupported",
            format!(
                "{game}: this search is for two players, and the game has {players}: search with \
                 ft.MaxN()"
            ),
        ),
        Fault::HasChance => raise(
            "Unsupported",
            format!(
                "{game}: this search is for games without chance: search with ft.Expectiminimax()"
            ),
        ),
        Fault::NotZeroSum => raise(
            "Unsupported",
            format!(
                "{game}: the two players are paid numbers that do not sum to 0, as they must be for \
                 this search: search with ft.MaxN(), or load a rule sheet with score='zero_sum'"
            ),
        ),
        Fault::PaidRound => raise(
            "Unsupported",
            format!(
                "{game}: a play can come back to a state and be paid on the way round, so it has no \
                 end to prove anything of: count the actions in the state so that plays end"
            ),
        ),
        Fault::NoPruning(why) => raise(
            "Unsupported",
            format!("{game}: MaxN(pruning=True): {why}: search with pruning=False"),
        ),
        Fault::UnevenEvaluation(values) => raise(
            "GameError",
            format!(
                "{game}: evaluation() gave {values:?}, which do not sum to 0: give one number, \
                 that of player 0"
            ),
        ),
        Fault::NoBounds => raise(
            "Unsupported",
            format!(
                "{game}: an average over outcomes can't be cut short without knowing how far those \
                 not yet seen could move it: give the game returns = (low, high), or search with \
                 pruning=None"
            ),
        ),
        Fault::PaidBeyond { paid, low, high } => raise(
            "GameError",
            format!(
                "{game}: a play pays player 0 {paid}, and the game's returns leave {low} to {high}: \
                 correct returns = (low, high)"
            ),
        ),
        Fault::JudgedBeyond {
            state,
            value,
            low,
            high,
        } => raise(
            "GameError",
            format!(
                "{game}: the evaluation expects {value} for player 0 at state {state}, and the \
                 game's returns leave {low} to {high}: scale it into them, give wider returns, or \
                 search with pruning=None"
            ),
        ),
        Fault::TooManyPlayers(players) => too_many_players(players),
        Fault::TooManyActions(actions) => raise(
            "Unsupported",
            format!(
                "{game}: a state has {actions} actions, at most {} can be searched: give fewer, \
                 such as the most promising or some of a range",
                forethought_core::tree::MAX_ARMS
            ),
        ),
        Fault::NoSuchArm { chosen, arms } => raise(
            "PolicyError",
            format!(
                "the policy chose index {chosen}: give an index from 0 to {}",
                arms - 1
            ),
        ),
    }
}
