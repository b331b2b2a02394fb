//! Whether another iteration is worth what it costs.
//!
//! What an iteration gains is known when it is done: the value of its best action less that of the
//! action that was best before it, which it looks at first. That is 0 unless the best changes, so
//! the next iteration is expected to gain
//!
//! f_d * (how far the value of the root moves from one iteration to the next)
//!     * (how often the best action changes),
//!
//! both as they were in the last iterations, with f_d learned from what iterations to this depth
//! gained, in this search and in those before at other roots.

use crate::stats::Foresight;

/// How much less each iteration further back counts.
const FADING: f64 = 0.3;

/// How many iterations the expectation before the first counts for, in moves of the value and in
/// changes of the best.
const MOVES: f64 = 1.0;
const CHANGES: f64 = 0.6;

/// How far the value of the root moves before anything was seen, in parts of the range of returns.
const MOVE: f64 = 0.05;

/// f_d before anything was seen, and after how many iterations with moves as expected what was seen
/// counts as much: over all depths for the one, at a depth for the other.
const FACTOR: f64 = 0.5;
const WEIGHT: f64 = 3.0;
const WEIGHT_AT_DEPTH: f64 = 10.0;

/// By how much an iteration takes more nodes than the one before, while only one was done.
const GROWTH: f64 = 3.0;

/// What is known of the worth of iterations.
#[derive(Clone, Debug, Default)]
pub(super) struct Worth {
    /// What a node costs; None while nobody asks.
    price: Option<f64>,
    /// The range of returns, or the largest value seen, of which moves are parts.
    unit: f64,
    all: Foresight,
    by_depth: Vec<Foresight>,
    run: Run,
}

/// What was seen at this root.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    /// Sums of how often the best changed and how far the value moved, and of their weights.
    changes: f64,
    moves: f64,
    weight: f64,
    value: f64,
    /// Nodes of the last three iterations, the latest first; 0 where there were fewer.
    nodes: [u64; 3],
}

/// What an iteration found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Iteration {
    pub(super) depth: u32,
    pub(super) value: f64,
    /// What the action that was best before is worth now.
    pub(super) former: f64,
    /// Whether another is best now.
    pub(super) changed: bool,
    /// Nodes that it generated.
    pub(super) nodes: u64,
}

impl Worth {
    /// For returns of this range, if it is known.
    pub(super) fn new(range: Option<f64>) -> Self {
        Self {
            unit: range.unwrap_or(0.0),
            ..Self::default()
        }
    }

    /// Begins at another root.
    pub(super) fn begin(&mut self) {
        self.run = Run::default();
    }

    /// Takes in what a node costs from now on.
    pub(super) fn price(&mut self, per_node: f64) {
        self.price = Some(per_node);
    }

    /// Whether `gain` is less than so many nodes cost.
    pub(super) fn is_dear(&self, gain: f64, nodes: f64) -> bool {
        self.price
            .is_some_and(|price| price > 0.0 && gain <= price * nodes)
    }

    /// Takes in an iteration.
    pub(super) fn learn(&mut self, found: Iteration) {
        self.unit = self.unit.max(found.value.abs());
        let depth = found.depth as usize;
        self.by_depth
            .resize(self.by_depth.len().max(depth + 1), Foresight::default());
        let run = &mut self.run;
        if run.nodes[0] > 0 {
            let (said, gained) = (self.said(), found.value - found.former);
            self.all.learn(said, gained);
            self.by_depth[depth].learn(said, gained);
            let run = &mut self.run;
            run.changes = FADING * run.changes + f64::from(u8::from(found.changed));
            run.moves = FADING * run.moves + (found.value - run.value).abs();
            run.weight = FADING * run.weight + 1.0;
        }
        let run = &mut self.run;
        run.value = found.value;
        run.nodes = [found.nodes.max(1), run.nodes[0], run.nodes[1]];
    }

    /// What the next iteration is expected to gain, but for the factor.
    fn said(&self) -> f64 {
        let Run {
            changes,
            moves,
            weight,
            ..
        } = self.run;
        let often = (changes + CHANGES / 2.0) / (weight + CHANGES);
        let far = (moves + MOVES * MOVE * self.unit) / (weight + MOVES);
        often * far
    }

    /// What the iteration to `depth` is expected to gain.
    pub(super) fn gain(&self, depth: u32) -> f64 {
        if self.unit == 0.0 {
            // Nothing is known of what a value can be.
            return f64::INFINITY;
        }
        let usual = MOVE * self.unit / 2.0;
        let all = self.all.factor(FACTOR, WEIGHT * usual);
        let seen = self
            .by_depth
            .get(depth as usize)
            .copied()
            .unwrap_or_default();
        seen.factor(all, WEIGHT_AT_DEPTH * usual) * self.said()
    }

    /// How many nodes the next iteration is expected to generate.
    pub(super) fn nodes(&self) -> f64 {
        let [last, before, first] = self.run.nodes.map(|nodes| nodes as f64);
        let growth = if first > 0.0 {
            // Iterations to an even depth and to an odd one differ.
            (last / first).sqrt()
        } else if before > 0.0 {
            last / before
        } else {
            GROWTH
        };
        last * growth.max(1.0)
    }
}
