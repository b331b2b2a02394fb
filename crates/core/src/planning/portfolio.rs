//! The methods, and whose turn it is.

use super::beam::Beam;
use super::best::Best;
use super::best_first::{BestFirst, Order};
use super::breadth::Breadth;
use super::method::{Method, Progress};
use super::rollouts::Rollouts;
use super::space::Space;
use crate::budget::{Deliberation, Leave, Spent, StopReason};

/// States that a method may generate in its first turn.
const FIRST: u64 = 20_000;
/// Bytes that are held at most where no limit is given.
const MEMORY: usize = 2 << 30;

/// The best plan that is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// What it pays; None if no play came to its end.
    pub value: Option<f64>,
    /// Its moves, by the numbers of the space.
    pub moves: Vec<u32>,
    /// What no plan exceeds.
    pub bound: f64,
    /// The method that found it.
    pub method: &'static str,
}

/// Looks for the best plan.
pub struct Planner<S: Space> {
    space: S,
    best: Best,
    methods: Vec<Box<dyn Method<S>>>,
    turn: usize,
    /// The round, and the nodes at which the turn ends.
    round: u32,
    until: u64,
    memory: usize,
    exhausted: bool,
}

impl<S: Space> Planner<S> {
    /// A search for a plan from the start of a space.
    pub fn new(space: S, seed: u64) -> Self {
        let methods = methods(&space, seed);
        Self {
            best: Best::new(space.bound(0)),
            space,
            methods,
            turn: 0,
            round: 0,
            until: FIRST,
            memory: MEMORY,
            exhausted: false,
        }
    }

    /// The best plan so far.
    pub fn found(&self) -> Found {
        Found {
            value: self.best.value,
            moves: self.best.plan.clone(),
            bound: self.best.bound,
            method: self.best.method,
        }
    }

    /// The space.
    pub fn space(&self) -> &S {
        &self.space
    }

    fn next_turn(&mut self) {
        self.turn += 1;
        self.begin_turn();
    }

    fn begin_turn(&mut self) {
        if self.turn >= self.methods.len() {
            self.turn = 0;
            self.round += 1;
        }
        let weight = self
            .methods
            .get(self.turn)
            .map_or(1, |method| method.weight());
        self.until = self.best.nodes + weight * (FIRST << self.round.min(20));
    }
}

/// The methods in the order of their turns.
fn methods<S: Space>(space: &S, seed: u64) -> Vec<Box<dyn Method<S>>> {
    let mut methods: Vec<Box<dyn Method<S>>> = vec![Box::new(Breadth::new(space, false))];
    methods.extend(space.own_methods());
    let mut orders = vec![Order::Narrowest, Order::Widest];
    if space.has_estimate() {
        orders.extend([Order::Nearest, Order::Shortest]);
    }
    for order in orders {
        methods.push(Box::new(BestFirst::new(space, order, seed)));
    }
    methods.push(Box::new(Beam::new(space, seed)));
    methods.push(Box::new(Rollouts::new(space, seed)));
    if space.is_timed() {
        methods.push(Box::new(Breadth::new(space, true)));
    }
    methods
}

impl<S: Space> Deliberation for Planner<S> {
    type Error = S::Error;

    fn advance(&mut self, _: &mut Leave<'_>) -> Result<(), S::Error> {
        let memory = self.memory / self.methods.len().max(1);
        let Some(method) = self.methods.get_mut(self.turn) else {
            return Ok(());
        };
        let before = self.best.nodes;
        let progress = method.advance(&mut self.space, &mut self.best, memory)?;
        // A step that generates nothing counts too, so that every turn ends.
        self.best.nodes = self.best.nodes.max(before + 1);
        match progress {
            Progress::Working if self.best.nodes < self.until => {}
            Progress::Working => self.next_turn(),
            Progress::Stuck => {
                let successor = method.successor(&self.space, memory);
                self.methods.splice(self.turn..=self.turn, successor);
                self.begin_turn();
            }
            Progress::Exhausted => {
                if let Some(value) = self.best.value {
                    self.best.limit(value);
                }
                self.exhausted = true;
            }
        }
        Ok(())
    }

    fn spent(&self) -> Spent {
        let held = self.methods.iter().map(|method| method.bytes());
        Spent {
            nodes: self.best.nodes,
            bytes: self.space.bytes() + held.sum::<usize>(),
            ..Spent::default()
        }
    }

    fn confidence(&self) -> Option<f64> {
        None
    }

    fn limit_memory(&mut self, bytes: Option<usize>) {
        self.memory = bytes.unwrap_or(MEMORY);
    }

    fn settled(&self) -> Option<StopReason> {
        if self.exhausted || self.best.is_proved() {
            Some(StopReason::Proven)
        } else {
            self.methods.is_empty().then_some(StopReason::Memory)
        }
    }
}
