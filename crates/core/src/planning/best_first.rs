//! Best first: of all states that were reached, those that look best are followed first.

use super::best::Best;
use super::deepening::Deepening;
use super::expansion::Expansion;
use super::method::{Method, Progress};
use super::nodes::{Nodes, STEP, draw};
use super::space::{Space, TOGETHER};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// States that are followed together: more would follow worse ones.
const FOLLOWED: usize = 64;
/// States that are generated together, about.
const GENERATED: usize = 4096;

/// Nodes of the first try of a search that goes deep.
const PATIENCE: u32 = 20_000;

/// What makes a state look good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// That few steps lead to it and seem to be left (Hart, Nilsson and Raphael 1968, "A formal basis
    /// for the heuristic determination of minimum cost paths").
    Shortest,
    /// That few steps seem to be left.
    Nearest,
    /// That many steps led to it, then that few of its moves do not end the play, as Warnsdorff chose on
    /// a knight's tour.
    Narrowest,
    /// The same with many such moves.
    Widest,
}

impl Order {
    fn name(self) -> &'static str {
        match self {
            Self::Shortest => "a-star",
            Self::Nearest => "greedy",
            Self::Narrowest | Self::Widest => "depth-first",
        }
    }

    fn estimates(self) -> bool {
        matches!(self, Self::Shortest | Self::Nearest)
    }
}

/// A search best first.
#[derive(Debug)]
pub(super) struct BestFirst {
    nodes: Nodes,
    order: Order,
    seed: u64,
    /// Nodes after which a search that goes deep begins anew, with other draws.
    patience: u32,
    /// How many states are followed together.
    followed: usize,
    /// Whether states were left out from which the best end can't be reached, though others may.
    dropped: bool,
    /// Keys, the smallest first, and nodes.
    open: BinaryHeap<Reverse<(u64, u32)>>,
    expansion: Expansion,
}

impl BestFirst {
    /// A search from the start.
    pub fn new<S: Space>(space: &S, order: Order, seed: u64) -> Self {
        Self {
            nodes: Nodes::new(&space.start(), space.moves_pay()),
            order,
            seed,
            patience: PATIENCE,
            followed: 1,
            dropped: false,
            open: BinaryHeap::from([Reverse((0, 0))]),
            expansion: Expansion::default(),
        }
    }

    fn expand<S: Space>(&mut self, space: &mut S, best: &mut Best) -> Result<(), S::Error> {
        let mut which = Vec::new();
        while which.len() < self.followed {
            let Some(Reverse((_, node))) = self.open.pop() else {
                break;
            };
            which.push(node);
        }
        let (name, nodes) = (self.order.name(), &mut self.nodes);
        self.expansion.look(space, nodes, &which, best, name)?;
        let first = nodes.len();
        self.expansion.follow(space, nodes, &which, best)?;
        self.adapt(which.len());
        for start in (first..self.nodes.len()).step_by(TOGETHER) {
            let end = (start + TOGETHER as u32).min(self.nodes.len());
            match self.order.estimates() {
                true => self.open_by_estimate(space, start..end),
                false => self.open_by_choices(space, best, start..end)?,
            }
        }
        Ok(())
    }

    /// Follows so many together that a step generates not too many states. Where moves are counted,
    /// those after each move are generated too.
    fn adapt(&mut self, followed: usize) {
        let moves = self
            .expansion
            .seen
            .moves
            .len()
            .div_ceil(followed.max(1))
            .max(1);
        let generated = match self.order.estimates() {
            true => moves,
            false => moves * moves,
        };
        self.followed = (GENERATED / generated).clamp(1, FOLLOWED);
    }

    fn open_by_estimate<S: Space>(&mut self, space: &mut S, new: std::ops::Range<u32>) {
        let estimates = self.expansion.estimate(space, &self.nodes, new.clone());
        for (index, node) in new.enumerate() {
            let left = estimates.get(index).copied().unwrap_or(0);
            if left == u32::MAX {
                self.dropped = true;
                continue;
            }
            let steps = self.nodes.steps(node);
            let (first, second) = match self.order {
                Order::Shortest => (u64::from(left) + u64::from(steps), left),
                _ => (u64::from(left), steps),
            };
            self.open
                .push(Reverse((first << 32 | u64::from(second), node)));
        }
    }

    fn open_by_choices<S: Space>(
        &mut self,
        space: &mut S,
        best: &mut Best,
        new: std::ops::Range<u32>,
    ) -> Result<(), S::Error> {
        let which: Vec<u32> = new.collect();
        let name = self.order.name();
        self.expansion
            .look(space, &self.nodes, &which, best, name)?;
        let legal = self.expansion.choices(which.len());
        let safe = self
            .expansion
            .safe(space, &self.nodes, &which, best, false)?;
        for ((node, legal), choices) in which.into_iter().zip(legal).zip(safe) {
            if legal == 0 {
                continue;
            }
            let choices = match self.order {
                Order::Narrowest => choices.min(0xffff),
                _ => 0xffff - choices.min(0xffff),
            };
            let draw = draw(self.nodes.state(node), self.seed);
            let deep = u64::from(u32::MAX - self.nodes.steps(node));
            let key = deep << 32 | u64::from(choices) << 16 | draw >> 48;
            self.open.push(Reverse((key, node)));
        }
        Ok(())
    }
}

impl<S: Space> Method<S> for BestFirst {
    fn advance(
        &mut self,
        space: &mut S,
        best: &mut Best,
        memory: usize,
    ) -> Result<Progress, S::Error> {
        if self
            .nodes
            .is_full(memory.saturating_sub(16 * self.open.capacity()))
        {
            return Ok(Progress::Stuck);
        }
        if self.open.is_empty() {
            return Ok(match space.is_timed() || self.dropped {
                true => Progress::Stuck,
                false => Progress::Exhausted,
            });
        }
        self.expand(space, best)?;
        if !self.order.estimates() && self.nodes.len() > self.patience {
            let patience = self.patience.saturating_add(self.patience / 2);
            *self = Self::new(space, self.order, self.seed.wrapping_add(STEP));
            self.patience = patience;
        }
        Ok(Progress::Working)
    }

    fn successor(&self, space: &S, memory: usize) -> Option<Box<dyn Method<S>>> {
        let deepens = self.order == Order::Shortest && !self.open.is_empty();
        deepens.then(|| Deepening::boxed(space, memory))
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes() + 16 * self.open.capacity()
    }
}
