//! Error models: how far a deeper look moves what is thought of a state.
//!
//! An error is the value of a state after a deeper look less its value before, from the side of
//! the player to move there (Russell and Wefald 1989).

use crate::game::{BoxError, Evaluation, Game, Turn};
use std::sync::{Arc, LazyLock};

/// What is known of a state whose error is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Its value to the player to move, who looked `from` actions ahead.
    pub value: f64,
    /// How far the play has come, from 0 to 1: see [`Game::stage`].
    pub stage: f64,
    /// How many actions there are.
    pub actions: f64,
    /// How many actions ahead the value looks.
    pub from: u32,
    /// How many the deeper look is to look ahead.
    pub to: u32,
}

/// The distribution of an error, held to be normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Error {
    /// Its mean, in the unit of the game's returns.
    pub mean: f64,
    /// Its standard deviation, 0 or more.
    pub sd: f64,
}

/// Tells how far a deeper look moves the value of a state.
pub trait ErrorModel<G: Game>: Send + Sync {
    /// The error at `state`.
    ///
    /// # Errors
    /// Those of somebody else's code.
    fn error(&self, game: &G, state: &G::State, look: &Look) -> Result<Error, BoxError>;

    /// Its mean alone, which may be quicker to have.
    ///
    /// # Errors
    /// Those of somebody else's code.
    fn mean(&self, game: &G, state: &G::State, look: &Look) -> Result<f64, BoxError> {
        Ok(self.error(game, state, look)?.mean)
    }
}

/// A shared error model is one.
impl<G: Game> ErrorModel<G> for Arc<dyn ErrorModel<G>> {
    fn error(&self, game: &G, state: &G::State, look: &Look) -> Result<Error, BoxError> {
        (**self).error(game, state, look)
    }

    fn mean(&self, game: &G, state: &G::State, look: &Look) -> Result<f64, BoxError> {
        (**self).mean(game, state, look)
    }
}

/// An evaluation without the mean error of one more look.
///
/// A look ahead takes the best of several estimates, and the best of them is estimated too high
/// more often than too low. So a state is worth more to the player to move after one look more, and
/// values that look ahead by different numbers of actions can't be compared. With half of the mean
/// error added the expected change is 0 for either player.
pub struct Centred<G: Game> {
    evaluation: Box<dyn Evaluation<G>>,
    model: Arc<dyn ErrorModel<G>>,
}

impl<G: Game> Centred<G> {
    /// The evaluation with the mean of its errors taken away.
    pub fn new(evaluation: Box<dyn Evaluation<G>>, model: Arc<dyn ErrorModel<G>>) -> Self {
        Self { evaluation, model }
    }
}

impl<G: Game> Evaluation<G> for Centred<G> {
    fn evaluate(&self, game: &G, state: &G::State, values: &mut [f64]) -> Result<(), BoxError> {
        self.evaluation.evaluate(game, state, values)?;
        let (Ok(Turn::Player(mover)), Ok(actions)) = (game.turn(state), game.count(state)) else {
            return Ok(());
        };
        let mover = usize::from(mover);
        let look = Look {
            value: values[mover],
            stage: game.stage(state),
            actions: actions as f64,
            from: 0,
            to: 1,
        };
        let mut value = values[mover] + self.model.mean(game, state, &look)? / 2.0;
        if let Some((least, most)) = game.info().returns {
            value = value.clamp(least, most);
        }
        if let [one, other] = values {
            (*one, *other) = if mover == 0 {
                (value, -value)
            } else {
                (-value, value)
            };
        } else {
            values[mover] = value;
        }
        Ok(())
    }
}

/// The same error everywhere.
impl<G: Game> ErrorModel<G> for Error {
    fn error(&self, _game: &G, _state: &G::State, _look: &Look) -> Result<Error, BoxError> {
        Ok(*self)
    }
}

/// Errors by stage, value and number of actions, each in intervals.
#[derive(Clone, Debug)]
pub struct Buckets {
    stages: Vec<f64>,
    values: Vec<f64>,
    actions: Vec<f64>,
    errors: Vec<Error>,
}

impl Buckets {
    /// Buckets between these inner edges, ascending; `errors` are one for each, by stage, then by
    /// value, then by number of actions. None if they are not as many.
    pub fn new(edges: [Vec<f64>; 3], errors: Vec<Error>) -> Option<Self> {
        let count: usize = edges.iter().map(|edges| edges.len() + 1).product();
        let [stages, values, actions] = edges;
        (errors.len() == count).then_some(Self {
            stages,
            values,
            actions,
            errors,
        })
    }
}

/// The number of the interval that holds `x`: edges belong to the one above.
fn interval(edges: &[f64], x: f64) -> usize {
    edges.iter().take_while(|edge| **edge <= x).count()
}

impl<G: Game> ErrorModel<G> for Buckets {
    fn error(&self, _game: &G, _state: &G::State, look: &Look) -> Result<Error, BoxError> {
        let stage = interval(&self.stages, look.stage);
        let value = interval(&self.values, look.value);
        let actions = interval(&self.actions, look.actions);
        let row = stage * (self.values.len() + 1) + value;
        Ok(self.errors[row * (self.actions.len() + 1) + actions])
    }
}

/// How many terms a [`Regression`] has.
pub const TERMS: usize = 16;

/// A mean that is linear in the terms of a look, and a standard deviation whose logarithm is.
#[derive(Clone, Debug)]
pub struct Regression {
    /// The size of a large value: values are divided by it, errors multiplied.
    pub scale: f64,
    /// The coefficients of the mean.
    pub mean: [f64; TERMS],
    /// The coefficients of the logarithm of the standard deviation.
    pub log_sd: [f64; TERMS],
}

impl Regression {
    /// The terms of a look: value, stage and number of actions, how deep it was, how much deeper it
    /// is to be, and who has the last word.
    pub fn terms(&self, look: &Look) -> [f64; TERMS] {
        let value = (look.value / self.scale).clamp(-1.0, 1.0);
        let square = value * value;
        // Where the value is the chance of a win, it moves the less the nearer it is to its end.
        let room = (1.02 - square).ln();
        let stage = look.stage;
        let actions = log(1 + look.actions as u32);
        let from = log(1 + look.from);
        let more = look.to - look.from;
        let deeper = log(more);
        let odd = if more.is_multiple_of(2) { 0.0 } else { 1.0 };
        // Who has the last word is estimated too high: it changes with each action.
        let swing = if look.from.is_multiple_of(2) {
            odd
        } else {
            -odd
        };
        let swing_in_room = swing * (1.0 - square);
        [
            1.0,
            value,
            square,
            room,
            stage,
            stage * stage,
            stage * stage * stage,
            actions,
            from,
            deeper,
            odd,
            swing,
            swing_in_room,
            swing_in_room * stage,
            stage * room,
            stage * deeper,
        ]
    }
}

impl<G: Game> ErrorModel<G> for Regression {
    fn error(&self, _game: &G, _state: &G::State, look: &Look) -> Result<Error, BoxError> {
        let terms = self.terms(look);
        Ok(Error {
            mean: self.scale * dot(&self.mean, &terms),
            sd: self.scale * dot(&self.log_sd, &terms).exp(),
        })
    }

    fn mean(&self, _game: &G, _state: &G::State, look: &Look) -> Result<f64, BoxError> {
        Ok(self.scale * dot(&self.mean, &self.terms(look)))
    }
}

/// The logarithm of a whole number: of the small ones out of a table.
#[inline]
fn log(number: u32) -> f64 {
    static LOGS: LazyLock<Vec<f64>> =
        LazyLock::new(|| (0..128).map(|number| f64::from(number).ln()).collect());
    let known = LOGS.get(number as usize);
    known.copied().unwrap_or_else(|| f64::from(number).ln())
}

#[inline]
fn dot(weights: &[f64; TERMS], terms: &[f64; TERMS]) -> f64 {
    weights
        .iter()
        .zip(terms)
        .map(|(weight, term)| weight * term)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_belongs_to_the_interval_above() {
        let edges = [0.0, 1.0];
        assert_eq!(
            [-1.0, 0.0, 0.5, 1.0, 2.0].map(|x| interval(&edges, x)),
            [0, 1, 1, 2, 2]
        );
    }

    #[test]
    fn there_is_an_error_for_each_bucket() {
        let error = Error { mean: 0.0, sd: 1.0 };
        let edges = || [vec![0.5], vec![-0.5, 0.5], vec![]];
        assert!(Buckets::new(edges(), vec![error; 6]).is_some());
        assert!(Buckets::new(edges(), vec![error; 5]).is_none());
    }
}
