//! Error models: how far a deeper look moves what is thought of a state.
//!
//! An error is the value of a state after a deeper look less its value before, from the side of
//! the player to move there (Russell and Wefald 1989).

use crate::game::{BoxError, Game};

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
pub const TERMS: usize = 14;

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
    /// is to be, and whether another player is to have the last word.
    pub fn terms(&self, look: &Look) -> [f64; TERMS] {
        let value = (look.value / self.scale).clamp(-1.0, 1.0);
        let square = value * value;
        // Where the value is the chance of a win, it moves the less the nearer it is to its end.
        let room = (1.02 - square).ln();
        let stage = look.stage;
        let actions = (1.0 + look.actions).ln();
        let from = (1.0 + f64::from(look.from)).ln();
        let more = f64::from(look.to - look.from);
        let deeper = more.ln();
        let odd = if more % 2.0 == 1.0 { 1.0 } else { 0.0 };
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
            odd * if look.from % 2 == 1 { 1.0 } else { 0.0 },
            stage * room,
            stage * deeper,
        ]
    }
}

impl<G: Game> ErrorModel<G> for Regression {
    fn error(&self, _game: &G, _state: &G::State, look: &Look) -> Result<Error, BoxError> {
        let terms = self.terms(look);
        let sum = |weights: &[f64; TERMS]| -> f64 {
            weights
                .iter()
                .zip(terms)
                .map(|(weight, term)| weight * term)
                .sum()
        };
        Ok(Error {
            mean: self.scale * sum(&self.mean),
            sd: self.scale * sum(&self.log_sd).exp(),
        })
    }
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
