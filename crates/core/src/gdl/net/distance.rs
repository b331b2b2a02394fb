//! How many steps seem to be left until a play pays best: for each fluent the rounds until it may
//! be as the end needs it, added up along the gates of the goal (the additive estimate of Bonet and
//! Geffner 2001, "Planning as heuristic search", with both values of a fluent as facts).

use super::Net;
use super::gates::Literal;
use super::packed::{Packed, TOGETHER};
use super::possible::Possible;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What can't be.
const NEVER: u16 = u16::MAX;

/// Steps that seem to be left, for many states at once.
#[derive(Clone, Debug)]
pub struct Distance {
    net: Arc<Net>,
    /// The literals that hold at the best end.
    wanted: Vec<Literal>,
    /// The gates below them, in order of evaluation.
    gates: Vec<u32>,
    /// The nodes below the gates that are none.
    leaves: Vec<u32>,
    /// Where the costs of a node begin.
    places: FxHashMap<u32, usize>,
    costs: Vec<[u16; TOGETHER]>,
    /// Rounds that are looked ahead.
    rounds: usize,
}

impl Distance {
    /// The distance to an end that pays `value`, looking `rounds` rounds ahead; None if no play pays
    /// that.
    pub fn new(packed: &Packed, value: f64, rounds: usize) -> Option<Self> {
        let net = Arc::clone(packed.net());
        let goal = net.outputs.goals[0]
            .iter()
            .find(|(goal, _)| *goal as f64 == value);
        let wanted = vec![goal?.1, net.outputs.terminal];
        let (gates, leaves) = cone(&net, &wanted);
        let nodes = leaves.iter().chain(&gates);
        let places: FxHashMap<u32, usize> = nodes.copied().zip((0..).step_by(2)).collect();
        Some(Self {
            costs: vec![[0; TOGETHER]; 2 * places.len()],
            places,
            gates,
            leaves,
            wanted,
            rounds,
            net,
        })
    }

    /// Adds the distance of each of at most [`TOGETHER`] states; the largest number where the end
    /// can't be reached.
    pub fn measure(
        &mut self,
        packed: &Packed,
        possible: &mut Possible,
        states: &[u64],
        steps: &[u32],
        into: &mut Vec<u32>,
    ) {
        possible.load(packed, states, steps);
        let unknown = self.rounds as u16 + 1;
        self.costs.fill([unknown; TOGETHER]);
        self.reach(possible, 0);
        let mut round = 0;
        while round < self.rounds {
            if !possible.round() {
                self.lose(possible);
                break;
            }
            round += 1;
            self.reach(possible, round as u16);
        }
        self.add_up();
        for lane in 0..steps.len() {
            let costs = self.wanted.iter().map(|literal| self.cost(*literal)[lane]);
            let sum = costs.fold(0, u16::saturating_add);
            into.push(if sum == NEVER {
                u32::MAX
            } else {
                u32::from(sum)
            });
        }
    }

    fn place(&self, literal: Literal) -> usize {
        self.places[&(literal / 2)] + (literal & 1) as usize
    }

    fn cost(&self, literal: Literal) -> &[u16; TOGETHER] {
        &self.costs[self.place(literal)]
    }

    /// What may be for the first time in this round.
    fn reach(&mut self, possible: &Possible, round: u16) {
        for node in &self.leaves {
            for sign in 0..2 {
                let may = possible.may(2 * node + sign);
                let costs = &mut self.costs[self.places[node] + sign as usize];
                for (lane, cost) in costs.iter_mut().enumerate() {
                    if may[lane / 64] >> (lane % 64) & 1 == 1 {
                        *cost = (*cost).min(round);
                    }
                }
            }
        }
    }

    /// What is not possible in the end never is.
    fn lose(&mut self, possible: &Possible) {
        for node in &self.leaves {
            for sign in 0..2 {
                let may = possible.may(2 * node + sign);
                let costs = &mut self.costs[self.places[node] + sign as usize];
                for (lane, cost) in costs.iter_mut().enumerate() {
                    if may[lane / 64] >> (lane % 64) & 1 == 0 {
                        *cost = NEVER;
                    }
                }
            }
        }
    }

    fn add_up(&mut self) {
        let net = Arc::clone(&self.net);
        let first = net.program.first();
        for index in 0..self.gates.len() {
            let gate = self.gates[index];
            let (mut holds, mut fails) = ([0u16; TOGETHER], [NEVER; TOGETHER]);
            for literal in net.program.body(gate - first) {
                let (a, b) = (self.cost(*literal), self.cost(*literal ^ 1));
                for lane in 0..TOGETHER {
                    holds[lane] = holds[lane].saturating_add(a[lane]);
                    fails[lane] = fails[lane].min(b[lane]);
                }
            }
            let place = self.places[&gate];
            self.costs[place] = holds;
            self.costs[place + 1] = fails;
        }
    }
}

/// The gates below some literals in order of evaluation, and what is below them.
fn cone(net: &Net, wanted: &[Literal]) -> (Vec<u32>, Vec<u32>) {
    let first = net.program.first();
    let mut below = vec![false; net.program.nodes()];
    wanted
        .iter()
        .for_each(|literal| below[(literal / 2) as usize] = true);
    for node in (first..net.program.nodes() as u32).rev() {
        if below[node as usize] {
            let body = net.program.body(node - first).iter();
            body.for_each(|literal| below[(literal / 2) as usize] = true);
        }
    }
    let nodes = (0..net.program.nodes() as u32).filter(|node| below[*node as usize]);
    let (leaves, gates) = nodes.partition(|node| *node < first);
    (gates, leaves)
}
