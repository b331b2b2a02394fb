//! Nodes looked at and followed, many at once.

use super::best::Best;
use super::nodes::{Nodes, Way};
use super::space::{Seen, Space, TOGETHER};
use std::ops::Range;

/// Working memory for nodes that are expanded together.
#[derive(Debug, Default)]
pub(super) struct Expansion {
    pub seen: Seen,
    states: Vec<u64>,
    steps: Vec<u32>,
    moves: Vec<u32>,
    next: Vec<u64>,
    paid: Vec<f64>,
    estimates: Vec<u32>,
}

impl Expansion {
    /// Looks at nodes, at most [`TOGETHER`] of them, and offers the plans that end there.
    pub fn look<S: Space>(
        &mut self,
        space: &mut S,
        nodes: &Nodes,
        which: &[u32],
        best: &mut Best,
        method: &'static str,
    ) -> Result<(), S::Error> {
        self.take(nodes, which.iter().copied());
        self.seen.clear();
        space.look(&self.states, &self.steps, &mut self.seen)?;
        for (index, node) in which.iter().enumerate() {
            if self.seen.over[index] {
                let value = nodes.paid(*node) + self.seen.paid[index];
                let steps = nodes.steps(*node) as usize;
                best.offer(value, method, steps, || nodes.plan(*node));
            }
        }
        Ok(())
    }

    /// Adds what follows from the nodes last looked at to `nodes`.
    pub fn follow<S: Space>(
        &mut self,
        space: &mut S,
        nodes: &mut Nodes,
        which: &[u32],
        best: &mut Best,
    ) -> Result<(), S::Error> {
        let pairs = self.seen.moves.len();
        for start in (0..pairs).step_by(TOGETHER) {
            self.apply(space, nodes, which, start..(start + TOGETHER).min(pairs))?;
            best.nodes += self.moves.len() as u64;
        }
        Ok(())
    }

    fn apply<S: Space>(
        &mut self,
        space: &mut S,
        nodes: &mut Nodes,
        which: &[u32],
        pairs: Range<usize>,
    ) -> Result<(), S::Error> {
        let from = std::mem::take(&mut self.seen.from);
        let parent = |pair: usize| which[from[pair] as usize];
        self.take(nodes, pairs.clone().map(parent));
        self.moves.clear();
        self.moves
            .extend_from_slice(&self.seen.moves[pairs.clone()]);
        self.next.clear();
        self.paid.clear();
        let (next, paid) = (&mut self.next, &mut self.paid);
        space.apply(&self.states, &self.steps, &self.moves, next, paid)?;
        for (index, state) in self.next.chunks_exact(space.words()).enumerate() {
            let parent = parent(pairs.start + index);
            let paid = self.paid.get(index).copied().unwrap_or(0.0);
            let way = Way {
                parent,
                action: self.moves[index],
                steps: self.steps[index] + 1,
                paid: nodes.paid(parent) + paid,
            };
            nodes.add(state, way);
        }
        self.seen.from = from;
        Ok(())
    }

    /// How far nodes, at most [`TOGETHER`] of them, seem to be from the best end; nothing if that is
    /// not known.
    pub fn estimate<S: Space>(
        &mut self,
        space: &mut S,
        nodes: &Nodes,
        which: Range<u32>,
    ) -> &[u32] {
        self.take(nodes, which);
        self.estimates.clear();
        space.estimate(&self.states, &self.steps, &mut self.estimates);
        &self.estimates
    }

    /// How many legal moves each of the nodes last looked at has.
    pub fn choices(&self, count: usize) -> Vec<u32> {
        let mut choices = vec![0; count];
        for from in &self.seen.from {
            choices[*from as usize] += 1;
        }
        choices
    }

    /// How many moves of each node last looked at do not end the play, and with `hope` not all hope of
    /// the best end.
    pub fn safe<S: Space>(
        &mut self,
        space: &mut S,
        nodes: &Nodes,
        which: &[u32],
        best: &mut Best,
        hope: bool,
    ) -> Result<Vec<u32>, S::Error> {
        let (from, moves) = (self.seen.from.clone(), self.seen.moves.clone());
        let (mut safe, mut after) = (vec![0; which.len()], Seen::default());
        for (from, moves) in from.chunks(TOGETHER).zip(moves.chunks(TOGETHER)) {
            self.take(nodes, from.iter().map(|index| which[*index as usize]));
            self.next.clear();
            self.paid.clear();
            let (next, paid) = (&mut self.next, &mut self.paid);
            space.apply(&self.states, &self.steps, moves, next, paid)?;
            self.steps.iter_mut().for_each(|steps| *steps += 1);
            after.clear();
            space.look(&self.next, &self.steps, &mut after)?;
            best.nodes += moves.len() as u64;
            self.estimates.clear();
            if hope {
                space.estimate(&self.next, &self.steps, &mut self.estimates);
            }
            for (index, from) in from.iter().enumerate() {
                let lost = self.estimates.get(index) == Some(&u32::MAX);
                safe[*from as usize] += u32::from(!after.over[index] && !lost);
            }
        }
        Ok(safe)
    }

    fn take(&mut self, nodes: &Nodes, which: impl Iterator<Item = u32>) {
        self.states.clear();
        self.steps.clear();
        for node in which {
            self.states.extend_from_slice(nodes.state(node));
            self.steps.push(nodes.steps(node));
        }
    }
}
