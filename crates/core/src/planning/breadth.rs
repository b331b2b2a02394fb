//! Breadth first, over states without what counts the steps.
//!
//! A state that is known from an earlier step is not taken up again. Where something depends on the
//! number of steps that may lose plans: then a second search, by layers, takes states for the same
//! only if they come after as many steps, and so sees all that can happen.

use super::best::Best;
use super::method::{Method, Progress};
use super::nodes::{Nodes, Way};
use super::space::{Seen, Space, TOGETHER};

/// A search breadth first.
#[derive(Debug)]
pub(super) struct Breadth {
    nodes: Nodes,
    layered: bool,
    /// The next node to look at, and where its layer ends.
    cursor: u32,
    end: u32,
    seen: Seen,
    batch: Batch,
}

/// States and moves that are applied together.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub states: Vec<u64>,
    pub steps: Vec<u32>,
    pub moves: Vec<u32>,
    pub parents: Vec<u32>,
    pub next: Vec<u64>,
    pub paid: Vec<f64>,
}

impl Batch {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.states.clear();
        self.steps.clear();
        self.moves.clear();
        self.parents.clear();
        self.next.clear();
        self.paid.clear();
    }
}

impl Breadth {
    /// A search from the start. `layered` tells states apart that come after different numbers of
    /// steps.
    pub fn new<S: Space>(space: &S, layered: bool) -> Self {
        Self {
            nodes: Nodes::new(&space.start(), space.moves_pay()),
            layered,
            cursor: 0,
            end: 1,
            seen: Seen::default(),
            batch: Batch::default(),
        }
    }

    /// Looks at the next nodes of the layer, takes the plans that end there, and adds what follows
    /// from the others.
    fn expand<S: Space>(&mut self, space: &mut S, best: &mut Best) -> Result<(), S::Error> {
        let count = (self.end - self.cursor).min(TOGETHER as u32);
        let nodes = self.cursor..self.cursor + count;
        self.cursor += count;
        self.seen.clear();
        self.batch.clear();
        for node in nodes.clone() {
            self.batch.states.extend_from_slice(self.nodes.state(node));
            self.batch.steps.push(self.nodes.steps(node));
        }
        space.look(&self.batch.states, &self.batch.steps, &mut self.seen)?;
        for (index, node) in nodes.clone().enumerate() {
            if self.seen.over[index] {
                let value = self.nodes.paid(node) + self.seen.paid[index];
                let steps = self.nodes.steps(node) as usize;
                best.offer(value, self.called(), steps, || self.nodes.plan(node));
            }
        }
        if best.is_proved() {
            return Ok(());
        }
        let pairs = self.seen.moves.len();
        for start in (0..pairs).step_by(TOGETHER) {
            self.follow(space, best, nodes.start, start..(start + TOGETHER).min(pairs))?;
        }
        Ok(())
    }

    fn follow<S: Space>(
        &mut self,
        space: &mut S,
        best: &mut Best,
        first: u32,
        pairs: std::ops::Range<usize>,
    ) -> Result<(), S::Error> {
        self.batch.clear();
        for pair in pairs {
            let node = first + self.seen.from[pair];
            self.batch.states.extend_from_slice(self.nodes.state(node));
            self.batch.steps.push(self.nodes.steps(node));
            self.batch.moves.push(self.seen.moves[pair]);
            self.batch.parents.push(node);
        }
        let Batch {
            states,
            steps,
            moves,
            parents,
            next,
            paid,
        } = &mut self.batch;
        space.apply(states, steps, moves, next, paid)?;
        best.nodes += moves.len() as u64;
        for (index, state) in next.chunks_exact(space.words()).enumerate() {
            let paid = paid.get(index).copied().unwrap_or(0.0);
            let way = Way {
                parent: parents[index],
                action: moves[index],
                steps: steps[index] + 1,
                paid: self.nodes.paid(parents[index]) + paid,
            };
            self.nodes.add(state, way);
        }
        Ok(())
    }

    /// Goes to the next layer; whether there is one.
    fn descend<S: Space>(&mut self, space: &S, best: &mut Best) -> bool {
        if self.cursor == self.nodes.len() {
            return false;
        }
        if self.layered {
            self.nodes.forget(self.cursor);
            if !space.moves_pay() {
                best.limit(space.bound(self.nodes.steps(self.cursor)));
            }
        }
        self.end = self.nodes.len();
        true
    }

    fn called(&self) -> &'static str {
        match self.layered {
            true => "layers",
            false => "breadth-first",
        }
    }
}

impl<S: Space> Method<S> for Breadth {
    fn name(&self) -> &'static str {
        self.called()
    }

    fn advance(
        &mut self,
        space: &mut S,
        best: &mut Best,
        memory: usize,
    ) -> Result<Progress, S::Error> {
        if self.nodes.bytes() > memory || self.nodes.len() > u32::MAX - (1 << 24) {
            self.nodes = Nodes::new(&space.start(), space.moves_pay());
            return Ok(Progress::Stuck);
        }
        if self.cursor < self.end {
            self.expand(space, best)?;
        } else if !self.descend(space, best) {
            let all = self.layered || !space.is_timed();
            return Ok(if all { Progress::Exhausted } else { Progress::Stuck });
        }
        Ok(Progress::Working)
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes()
    }
}
