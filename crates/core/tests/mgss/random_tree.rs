//! Games that are a random tree: uneven depth, single actions, ends everywhere, and chance.

use forethought_core::game::{BoxError, Chance, Evaluation, Game, Info, Outcomes, Turn, Two};
use forethought_core::rng::Rng;
use std::convert::Infallible;
use std::sync::Arc;

/// What values there are.
#[derive(Clone, Copy, PartialEq)]
pub enum Values {
    /// Whole numbers from -3 to 3: full of ties.
    Whole,
    /// Numbers from -3 to 3.
    Continuous,
}

#[derive(Debug)]
struct Node {
    turn: Turn,
    children: Vec<u32>,
    value: f64,
}

/// A random tree; a state is the number of a node. A node of chance below an action is either the
/// state after it, where it is chance's turn, or no state, so that the action has its outcomes.
#[derive(Clone)]
pub struct RandomTree {
    nodes: Arc<Vec<Node>>,
    info: Arc<Info>,
}

const DEEPEST: u32 = 5;

impl RandomTree {
    pub fn new(seed: u64, values: Values, chance: bool) -> Self {
        let mut grower = Grower {
            rng: Rng::new(seed, "tree"),
            values,
            chance,
            nodes: Vec::new(),
        };
        let mover = (seed % 2) as u8;
        grower.grow(Turn::Player(mover), mover, 0);
        let info = Info {
            name: "random".into(),
            players: 2,
            chance: if chance {
                Chance::Explicit
            } else {
                Chance::None
            },
            horizon: Some(2 * DEEPEST),
            returns: None,
            constant_sum: true,
        };
        Self {
            nodes: Arc::new(grower.nodes),
            info: Arc::new(info),
        }
    }

    pub fn turn_at(&self, state: u32) -> Turn {
        self.nodes[state as usize].turn
    }

    pub fn value_at(&self, state: u32) -> f64 {
        self.nodes[state as usize].value
    }

    pub fn count_at(&self, state: u32) -> usize {
        self.nodes[state as usize].children.len()
    }

    /// The state after an action.
    pub fn after(&self, state: u32, action: usize) -> u32 {
        self.nodes[state as usize].children[action]
    }

    fn is_direct(&self, state: u32) -> bool {
        self.turn_at(state) == Turn::Chance && state.is_multiple_of(2)
    }
}

struct Grower {
    rng: Rng,
    values: Values,
    chance: bool,
    nodes: Vec<Node>,
}

impl Grower {
    fn value(&mut self) -> f64 {
        match self.values {
            Values::Whole => self.rng.below(7) as f64 - 3.0,
            Values::Continuous => 6.0 * self.rng.unit() - 3.0,
        }
    }

    /// Adds a node and what is below it; `last` moved last.
    fn grow(&mut self, turn: Turn, last: u8, depth: u32) -> u32 {
        let value = self.value();
        let n = self.nodes.len() as u32;
        self.nodes.push(Node {
            turn,
            children: Vec::new(),
            value,
        });
        if turn == Turn::Over {
            return n;
        }
        let count = 1 + self.rng.below(4);
        for _ in 0..count {
            let (turn, last) = self.next(turn, last, depth + 1);
            let c = self.grow(turn, last, depth + 1);
            self.nodes[n as usize].children.push(c);
        }
        n
    }

    fn next(&mut self, turn: Turn, last: u8, depth: u32) -> (Turn, u8) {
        if depth >= DEEPEST || self.rng.below(8) == 0 {
            return (Turn::Over, last);
        }
        let player = match turn {
            Turn::Player(player) => player,
            _ => last,
        };
        if self.chance && turn != Turn::Chance && self.rng.below(3) == 0 {
            return (Turn::Chance, player);
        }
        // Now and then somebody moves twice.
        let next = if self.rng.below(10) == 0 {
            player
        } else {
            1 - player
        };
        (Turn::Player(next), next)
    }
}

impl Game for RandomTree {
    type State = u32;
    type Action = u32;
    type Players = Two;
    type Error = Infallible;

    fn info(&self) -> &Info {
        &self.info
    }

    fn initial(&self) -> Result<u32, Infallible> {
        Ok(0)
    }

    fn turn(&self, state: &u32) -> Result<Turn, Infallible> {
        Ok(self.turn_at(*state))
    }

    fn actions(&self, state: &u32, into: &mut Vec<u32>) -> Result<(), Infallible> {
        match self.turn_at(*state) {
            Turn::Chance => into.push(0),
            _ => into.extend(0..self.nodes[*state as usize].children.len() as u32),
        }
        Ok(())
    }

    fn apply(
        &self,
        state: &mut u32,
        action: u32,
        rng: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<(), Infallible> {
        let mut outcomes = Outcomes::new(2);
        self.outcomes(state, action, &mut outcomes)?;
        let drawn = rng.index(outcomes.probabilities());
        for (sum, reward) in rewards.iter_mut().zip(outcomes.rewards(drawn)) {
            *sum += reward;
        }
        *state = *outcomes.state(drawn);
        Ok(())
    }

    fn outcomes(
        &self,
        state: &u32,
        action: u32,
        into: &mut Outcomes<u32>,
    ) -> Result<(), Infallible> {
        let at = match self.turn_at(*state) {
            Turn::Chance => *state,
            _ => self.after(*state, action as usize),
        };
        let outcomes = if at == *state || self.is_direct(at) {
            self.nodes[at as usize].children.clone()
        } else {
            vec![at]
        };
        let p = 1.0 / outcomes.len() as f64;
        for outcome in outcomes {
            let node = &self.nodes[outcome as usize];
            let pays = if node.turn == Turn::Over {
                node.value
            } else {
                0.0
            };
            into.push(p, outcome, &[pays, -pays]);
        }
        Ok(())
    }
}

/// The numbers of the nodes.
pub struct Static;

impl Evaluation<RandomTree> for Static {
    fn evaluate(&self, game: &RandomTree, state: &u32, values: &mut [f64]) -> Result<(), BoxError> {
        values[0] = game.nodes[*state as usize].value;
        values[1] = -values[0];
        Ok(())
    }
}
