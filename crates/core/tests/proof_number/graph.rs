//! Games that are graphs written down, and what they are worth by plain iteration.

use forethought_core::game::{Chance, Game, Info, Turn, Two};
use forethought_core::rng::Rng;
use std::convert::Infallible;

/// A state: who moves, and for each action where it leads and what it pays player 0.
#[derive(Clone, Debug)]
pub struct Node {
    pub turn: Turn,
    pub edges: Vec<(usize, f64)>,
}

pub struct Graph {
    info: Info,
    pub nodes: Vec<Node>,
}

impl Graph {
    pub fn new(nodes: Vec<Node>, horizon: Option<u32>) -> Self {
        let info = Info {
            name: "graph".into(),
            players: 2,
            chance: Chance::None,
            horizon,
            returns: None,
            constant_sum: true,
        };
        Self { info, nodes }
    }

    /// Up to `size` states in a random order of turns. Where `forward` is set edges lead to later
    /// states only, so that there are no ways round, and steps pay; else only the last step does.
    pub fn random(rng: &mut Rng, size: usize, forward: bool) -> Self {
        let over = size / 3 + 1;
        let node = |index: usize, rng: &mut Rng| {
            if index >= size {
                return Node {
                    turn: Turn::Over,
                    edges: vec![],
                };
            }
            let edge = |rng: &mut Rng| {
                let from = if forward { index + 1 } else { 0 };
                let to = from + rng.below(size + over - from);
                let pays = forward || to >= size;
                let pay = if pays { rng.below(3) as f64 - 1.0 } else { 0.0 };
                (to, pay)
            };
            let edges = (0..1 + rng.below(4)).map(|_| edge(rng)).collect();
            Node {
                turn: Turn::Player(rng.below(2) as u8),
                edges,
            }
        };
        let nodes = (0..size + over).map(|index| node(index, rng)).collect();
        Self::new(nodes, forward.then_some(size as u32 + 1))
    }

    /// What player 0 gets from each state on, where every way round pays nothing and going on for
    /// ever is worth 0: by deciding "at least x" for each x that can be paid.
    pub fn values(&self) -> Vec<f64> {
        let reached = |x: f64| self.can_get(x);
        let sets: Vec<(f64, Vec<bool>)> = [-1.0, 0.0, 1.0].map(|x| (x, reached(x))).into();
        let value = |node: usize| {
            let got = sets.iter().filter(|(_, set)| set[node]);
            got.map(|(x, _)| *x).fold(-1.0, f64::max)
        };
        (0..self.nodes.len()).map(value).collect()
    }

    /// Where player 0 can get at least x, by the attractor of the player who must reach an end.
    fn can_get(&self, x: f64) -> Vec<bool> {
        let reacher = if x > 0.0 { 0 } else { 1 };
        let mut reached = vec![false; self.nodes.len()];
        loop {
            let before = reached.clone();
            for (index, node) in self.nodes.iter().enumerate() {
                let good = |edge: &(usize, f64)| {
                    let over = self.nodes[edge.0].turn == Turn::Over;
                    let fits = (edge.1 >= x) == (reacher == 0);
                    if over { fits } else { before[edge.0] }
                };
                reached[index] |= match node.turn {
                    Turn::Over => false,
                    Turn::Player(player) if player == reacher => node.edges.iter().any(good),
                    _ => node.edges.iter().all(good),
                };
            }
            if reached == before {
                break;
            }
        }
        reached.iter().map(|r| *r == (reacher == 0)).collect()
    }

    /// The same where there is no way round, for any rewards.
    pub fn naive(&self, node: usize) -> f64 {
        let Node { turn, edges } = &self.nodes[node];
        let worth = edges.iter().map(|(to, pay)| pay + self.naive(*to));
        match turn {
            Turn::Player(0) => worth.fold(f64::NEG_INFINITY, f64::max),
            Turn::Player(_) => worth.fold(f64::INFINITY, f64::min),
            _ => 0.0,
        }
    }
}

impl Game for Graph {
    type State = usize;
    type Action = usize;
    type Players = Two;
    type Error = Infallible;

    fn info(&self) -> &Info {
        &self.info
    }

    fn initial(&self) -> Result<usize, Infallible> {
        Ok(0)
    }

    fn turn(&self, node: &usize) -> Result<Turn, Infallible> {
        Ok(self.nodes[*node].turn)
    }

    fn actions(&self, node: &usize, into: &mut Vec<usize>) -> Result<(), Infallible> {
        into.extend(0..self.nodes[*node].edges.len());
        Ok(())
    }

    fn apply(
        &self,
        node: &mut usize,
        action: usize,
        _: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<(), Infallible> {
        let (to, pay) = self.nodes[*node].edges[action];
        rewards[0] += pay;
        rewards[1] -= pay;
        *node = to;
        Ok(())
    }
}
