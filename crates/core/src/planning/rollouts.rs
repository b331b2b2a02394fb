//! Nested rollouts: plays by a policy that learns from the best play so far (Rosin 2011, "Nested
//! rollout policy adaptation for Monte Carlo tree search", one level of it), many at once; begun
//! anew when that does not help any more.

use super::best::Best;
use super::method::{Method, Progress};
use super::nodes::hash;
use super::space::{Seen, Space, TOGETHER};
use crate::rng::Rng;

/// Weights of moves, by what is left of their hash.
const WEIGHTS: usize = 1 << 16;
/// The longest play that is tried.
const LONGEST: usize = 2000;
/// Rounds without a better play after which the policy is forgotten.
const PATIENCE: u32 = 60;
/// The step of the learning.
const RATE: f32 = 1.0;

/// A play: its moves, and what could have been done at each.
#[derive(Clone, Debug, Default)]
struct Line {
    moves: Vec<u32>,
    legal: Vec<Vec<u32>>,
    paid: f64,
}

/// Rollouts that learn.
#[derive(Debug)]
pub(super) struct Rollouts {
    rng: Rng,
    weights: Vec<f32>,
    states: Vec<u64>,
    lines: Vec<Line>,
    /// The lines that are not over.
    open: Vec<usize>,
    /// What each line came to: the more the better.
    scores: Vec<f64>,
    best: Option<(f64, Line)>,
    idle: u32,
    seen: Seen,
}

impl Rollouts {
    /// Rollouts from the start.
    pub fn new<S: Space>(space: &S, seed: u64) -> Self {
        let mut rollouts = Self {
            rng: Rng::new(seed, "rollouts"),
            weights: vec![0.0; WEIGHTS],
            states: Vec::new(),
            lines: Vec::new(),
            open: Vec::new(),
            scores: Vec::new(),
            best: None,
            idle: 0,
            seen: Seen::default(),
        };
        rollouts.restart(space);
        rollouts
    }

    fn restart<S: Space>(&mut self, space: &S) {
        self.states = space.start().repeat(TOGETHER);
        self.lines = vec![Line::default(); TOGETHER];
        self.scores = vec![f64::NEG_INFINITY; TOGETHER];
        self.open = (0..TOGETHER).collect();
    }

    /// One step of all lines that are not over.
    fn step<S: Space>(&mut self, space: &mut S, best: &mut Best) -> Result<(), S::Error> {
        let words = space.words();
        let states = self.gathered(words);
        let steps: Vec<u32> = self
            .open
            .iter()
            .map(|l| self.lines[*l].moves.len() as u32)
            .collect();
        self.seen.clear();
        space.look(&states, &steps, &mut self.seen)?;
        let (mut open, mut moves, mut from) = (Vec::new(), Vec::new(), 0);
        for (index, line) in std::mem::take(&mut self.open).into_iter().enumerate() {
            let rest = &self.seen.from[from..];
            let count = rest
                .iter()
                .take_while(|place| **place as usize == index)
                .count();
            let legal = self.seen.moves[from..from + count].to_vec();
            from += count;
            if self.seen.over[index] {
                self.finish(line, self.seen.paid[index], best);
            } else if count > 0 && steps[index] < LONGEST as u32 {
                let chosen = self.choose(steps[index], &legal);
                self.lines[line].moves.push(chosen);
                self.lines[line].legal.push(legal);
                moves.push(chosen);
                open.push(line);
            }
        }
        self.open = open;
        let states = self.gathered(words);
        let steps: Vec<u32> = self
            .open
            .iter()
            .map(|l| self.lines[*l].moves.len() as u32 - 1)
            .collect();
        let (mut next, mut paid) = (Vec::new(), Vec::new());
        space.apply(&states, &steps, &moves, &mut next, &mut paid)?;
        best.nodes += moves.len() as u64;
        for (index, line) in self.open.iter().enumerate() {
            let to = &mut self.states[line * words..][..words];
            to.copy_from_slice(&next[index * words..][..words]);
            self.lines[*line].paid += paid.get(index).unwrap_or(&0.0);
        }
        Ok(())
    }

    fn gathered(&self, words: usize) -> Vec<u64> {
        let states = self
            .open
            .iter()
            .map(|line| &self.states[line * words..][..words]);
        states.flatten().copied().collect()
    }

    fn finish(&mut self, line: usize, paid: f64, best: &mut Best) {
        let Line {
            moves, paid: way, ..
        } = &self.lines[line];
        let value = way + paid;
        best.offer(value, "rollouts", moves.len(), || moves.clone());
        self.scores[line] = 1e4 * value;
    }

    /// A legal move, drawn with probabilities proportional to the exponentials of the weights: the
    /// largest of the weights with Gumbel noise.
    fn choose(&mut self, step: u32, legal: &[u32]) -> u32 {
        let mut chosen = (f32::NEG_INFINITY, legal[0]);
        for action in legal {
            let noise = -libm::log(-libm::log(self.rng.unit() + 1e-300));
            let key = self.weight(step, *action) + noise as f32;
            if key > chosen.0 {
                chosen = (key, *action);
            }
        }
        chosen.1
    }

    fn weight(&self, step: u32, action: u32) -> f32 {
        let [a, b] = places(step, action);
        self.weights[a] + self.weights[b]
    }

    /// Goes over to the next round once all lines are over.
    fn learn<S: Space>(&mut self, space: &mut S) {
        let steps: Vec<u32> = self
            .lines
            .iter()
            .map(|line| line.moves.len() as u32)
            .collect();
        let mut left = Vec::new();
        space.estimate(&self.states, &steps, &mut left);
        for (score, left) in self.scores.iter_mut().zip(left) {
            *score -= f64::from(left.min(9000));
        }
        let leader = (0..TOGETHER).max_by(|a, b| self.scores[*a].total_cmp(&self.scores[*b]));
        let leader = leader.expect("there are lines");
        let score = self.scores[leader];
        self.idle += 1;
        let better = self.best.as_ref().is_none_or(|(best, _)| score > *best);
        if score > f64::NEG_INFINITY && (better || self.best.as_ref().is_some_and(|b| b.0 == score))
        {
            self.best = Some((score, std::mem::take(&mut self.lines[leader])));
            if better {
                self.idle = 0;
            }
        }
        if let Some((_, line)) = self.best.take_if(|_| self.idle > PATIENCE) {
            drop(line);
            self.weights.fill(0.0);
            self.idle = 0;
        }
        self.adapt();
        self.restart(space);
    }

    /// Makes the moves of the best line likelier.
    fn adapt(&mut self) {
        let Some((_, line)) = &self.best else {
            return;
        };
        let old = |step: u32, action: u32| {
            let [a, b] = places(step, action);
            self.weights[a] + self.weights[b]
        };
        let mut changes = Vec::new();
        for (step, (action, legal)) in line.moves.iter().zip(&line.legal).enumerate() {
            let step = step as u32;
            let weights = legal.iter().map(|other| old(step, *other).exp());
            let weights: Vec<f32> = weights.collect();
            let sum: f32 = weights.iter().sum();
            changes.push((step, *action, RATE));
            let others = legal.iter().zip(&weights);
            changes.extend(others.map(|(other, weight)| (step, *other, -RATE * weight / sum)));
        }
        for (step, action, change) in changes {
            for place in places(step, action) {
                self.weights[place] = (self.weights[place] + change / 2.0).clamp(-20.0, 20.0);
            }
        }
    }
}

/// Where the weights of a move are: that of the move, and that of the move at this step.
fn places(step: u32, action: u32) -> [usize; 2] {
    let place = |key: u64| (hash(&[key]) >> 40) as usize % WEIGHTS;
    [
        place(u64::from(action)),
        place(u64::from(step + 1) << 32 | u64::from(action)),
    ]
}

impl<S: Space> Method<S> for Rollouts {
    fn advance(&mut self, space: &mut S, best: &mut Best, _: usize) -> Result<Progress, S::Error> {
        match self.open.is_empty() {
            true => self.learn(space),
            false => self.step(space, best)?,
        }
        Ok(Progress::Working)
    }

    fn bytes(&self) -> usize {
        let lines = self.lines.iter().flat_map(|line| &line.legal);
        8 * self.states.len()
            + 4 * self.weights.len()
            + lines.map(|legal| 28 + 4 * legal.len()).sum::<usize>()
    }
}
