//! What may still happen: the net in a logic of three values, in which a fluent, a move or a gate
//! may hold, may fail, or both. What is found impossible is so in every play that goes on from a
//! state; what is found possible may not be.

use super::Net;
use super::gates::{Literal, TRUE};
use super::latches::{Latches, latches};
use super::packed::{N, Packed};
use super::program::{Lanes, Part};
use std::sync::Arc;

/// Layers of steps after which a bound is no more made finer, for a net of one gate.
const WORK: usize = 400_000_000;
pub(super) const ALL: Lanes<N> = [u64::MAX; N];

/// What may happen from each of some states on.
#[derive(Clone, Debug)]
pub struct Possible {
    net: Arc<Net>,
    /// By literal: whether it may hold.
    may: Vec<Lanes<N>>,
    kept: Vec<usize>,
    /// The bits of the timer, and what each may be after so many steps or more.
    timer: Vec<usize>,
    later: Vec<Vec<(bool, bool)>>,
    /// The moves that may be made, by move.
    allowed: Vec<Lanes<N>>,
    latches: Latches,
}

impl Possible {
    /// What may happen at the states of `packed`.
    pub fn new(packed: &Packed) -> Self {
        let net = Arc::clone(packed.net());
        let timer = packed.timer();
        let mut possible = Self {
            may: vec![[0; N]; 2 * net.program.nodes()],
            kept: packed.kept().to_vec(),
            timer: timer.bits.clone(),
            later: later(packed),
            allowed: vec![ALL; packed.moves()],
            latches: Latches::default(),
            net,
        };
        possible.may[TRUE as usize] = ALL;
        possible.latches = latches(packed, &mut possible);
        possible
    }

    /// The moves after which each bit of a state that holds may fail, and those after which one that
    /// fails may hold; of the first bits, as far as there was time to find them.
    pub fn changers(&self) -> &[[Vec<u32>; 2]] {
        &self.latches.changers
    }

    /// Allows all moves everywhere.
    pub fn allow_all(&mut self) {
        self.allowed.fill(ALL);
    }

    /// Takes a move away.
    pub fn ban(&mut self, index: u32) {
        self.allowed[index as usize] = [0; N];
    }

    /// Takes a move away from one state.
    pub fn ban_in(&mut self, index: u32, lane: usize) {
        self.allowed[index as usize][lane / 64] &= !(1 << (lane % 64));
    }

    /// Gives a state and its steps to each lane.
    pub fn load(&mut self, packed: &Packed, states: &[u64], steps: &[u32]) {
        let words = packed.words();
        for (place, bit) in self.kept.iter().enumerate() {
            let node = self.net.states.bits[*bit].node as usize;
            let mut value = [0u64; N];
            for lane in 0..steps.len() {
                let holds = states[lane * words + place / 64] >> (place % 64) & 1;
                value[lane / 64] |= holds << (lane % 64);
            }
            self.may[2 * node] = value;
            self.may[2 * node + 1] = value.map(|word| !word);
        }
        let places: Vec<usize> = steps.iter().map(|s| packed.timer().place(*s)).collect();
        for (index, bit) in self.timer.iter().enumerate() {
            let node = self.net.states.bits[*bit].node as usize;
            let (mut holds, mut fails) = ([0u64; N], [0u64; N]);
            for (lane, place) in places.iter().enumerate() {
                let (on, off) = self.later[*place][index];
                holds[lane / 64] |= u64::from(on) << (lane % 64);
                fails[lane / 64] |= u64::from(off) << (lane % 64);
            }
            self.may[2 * node] = holds;
            self.may[2 * node + 1] = fails;
        }
    }

    /// Adds what may be one step later; whether that is more.
    pub fn round(&mut self) -> bool {
        let net = Arc::clone(&self.net);
        self.run(&net.program.state);
        self.choose();
        self.run(&net.program.next);
        let mut grown = false;
        for (place, (mut holds, mut fails)) in self.next(&net).into_iter().enumerate() {
            let node = 2 * net.states.bits[self.kept[place]].node as usize;
            self.latch(place, node, &mut holds, &mut fails);
            grown |= grow(&mut self.may[node], holds);
            grown |= grow(&mut self.may[node + 1], fails);
        }
        grown
    }

    /// What stays as it is does so.
    fn latch(&self, place: usize, node: usize, holds: &mut Lanes<N>, fails: &mut Lanes<N>) {
        for word in 0..N {
            if self.latches.on.get(place) == Some(&true) {
                fails[word] &= self.may[node + 1][word];
                holds[word] |= self.may[node][word] & !self.may[node + 1][word];
            }
            if self.latches.off.get(place) == Some(&true) {
                holds[word] &= self.may[node][word];
                fails[word] |= self.may[node + 1][word] & !self.may[node][word];
            }
        }
    }

    /// The moves that may be legal may be made.
    fn choose(&mut self) {
        let first = self.net.moves[0].node as usize;
        for (index, legal) in self.net.outputs.legal[0].iter().enumerate() {
            let (legal, allowed) = (self.may[*legal as usize], self.allowed[index]);
            self.may[2 * (first + index)] = std::array::from_fn(|word| legal[word] & allowed[word]);
            self.may[2 * (first + index) + 1] = ALL;
        }
    }

    /// The lanes in which the play may end with more than `value` paid, as far as the rounds went.
    pub fn may_pay_more(&mut self, value: f64) -> Lanes<N> {
        let net = Arc::clone(&self.net);
        self.run(&net.program.state);
        self.run(&net.program.paid);
        let over = self.may[net.outputs.terminal as usize];
        if value < 0.0 {
            return over;
        }
        let mut lanes = [0; N];
        let goals = net.outputs.goals[0].iter();
        for (_, literal) in goals.filter(|(goal, _)| *goal as f64 > value) {
            let may = self.may[*literal as usize];
            for word in 0..N {
                lanes[word] |= may[word] & over[word];
            }
        }
        lanes
    }

    pub(super) fn may(&self, literal: Literal) -> Lanes<N> {
        self.may[literal as usize]
    }

    /// Says whether a literal may hold and may fail.
    pub(super) fn put(&mut self, literal: Literal, holds: Lanes<N>, fails: Lanes<N>) {
        self.may[literal as usize] = holds;
        self.may[(literal ^ 1) as usize] = fails;
    }

    /// Computes a part; what its gates need of others is computed.
    pub(super) fn run(&mut self, part: &Part) {
        let net = Arc::clone(&self.net);
        for gate in part.gates.clone() {
            self.gate(&net, gate);
        }
    }

    /// Computes gates.
    pub(super) fn compute(&mut self, gates: &[u32]) {
        let net = Arc::clone(&self.net);
        gates.iter().for_each(|gate| self.gate(&net, *gate));
    }

    #[inline]
    fn gate(&mut self, net: &Net, gate: u32) {
        let first = net.program.first();
        let (mut holds, mut fails) = (ALL, [0; N]);
        for literal in net.program.body(gate) {
            let (a, b) = (
                self.may[*literal as usize],
                self.may[(*literal ^ 1) as usize],
            );
            for word in 0..N {
                holds[word] &= a[word];
                fails[word] |= b[word];
            }
        }
        let node = 2 * (first + gate) as usize;
        self.may[node] = holds;
        self.may[node + 1] = fails;
    }

    /// What no play from the start of `packed` exceeds that ends after so many steps, from 0 on; the last
    /// one is for all that are more. It is minus infinity where no play ends.
    pub fn most_paid(&mut self, packed: &Packed) -> Vec<f64> {
        let rows = packed.timer().places();
        let most = (WORK / (1 + self.net.program.edges())).clamp(1, 10_000);
        let mut paid = Vec::new();
        self.load(packed, packed.start(), &[0]);
        for step in 0..most.min(rows) {
            self.set_timer(packed.timer().row(step));
            paid.push(self.paid_at_most());
            let goes_on = self.may[(self.net.outputs.terminal ^ 1) as usize][0] & 1 == 1;
            if !goes_on {
                paid.push(f64::NEG_INFINITY);
                return paid;
            }
            self.advance();
        }
        self.load(packed, packed.start(), &[0]);
        let ended = (0..most).any(|_| !self.round());
        let goals = self.net.outputs.goals[0].iter();
        paid.push(match ended {
            true => self.paid_at_most(),
            false => goals.fold(0.0, |most, (value, _)| f64::max(most, *value as f64)),
        });
        paid
    }

    /// Of each fluent, whether it may hold and whether it may not one step later.
    fn next(&self, net: &Net) -> Vec<(Lanes<N>, Lanes<N>)> {
        let next = self.kept.iter().map(|bit| {
            let next = net.states.bits[*bit].next as usize;
            (self.may[next], self.may[next ^ 1])
        });
        next.collect()
    }

    /// What may be one step later takes the place of what may be now.
    fn advance(&mut self) {
        let net = Arc::clone(&self.net);
        self.choose();
        self.run(&net.program.next);
        for (place, (mut holds, mut fails)) in self.next(&net).into_iter().enumerate() {
            let node = 2 * net.states.bits[self.kept[place]].node as usize;
            self.latch(place, node, &mut holds, &mut fails);
            self.may[node] = holds;
            self.may[node + 1] = fails;
        }
    }

    fn set_timer(&mut self, row: &[bool]) {
        for (bit, holds) in self.timer.iter().zip(row) {
            let node = 2 * self.net.states.bits[*bit].node as usize;
            let value = 0u64.wrapping_sub(u64::from(*holds));
            self.may[node] = [value; N];
            self.may[node + 1] = [!value; N];
        }
    }

    /// The most that may be paid in the first lane; minus infinity if the play can't be over.
    fn paid_at_most(&mut self) -> f64 {
        let net = Arc::clone(&self.net);
        self.run(&net.program.state);
        self.run(&net.program.paid);
        let holds = |literal: Literal| self.may[literal as usize][0] & 1 == 1;
        if !holds(net.outputs.terminal) {
            return f64::NEG_INFINITY;
        }
        let goals = net.outputs.goals[0].iter().rev();
        let most = goals
            .filter(|(_, literal)| holds(*literal))
            .map(|(value, _)| *value as f64);
        most.fold(0.0, f64::max)
    }
}

/// What each bit of the timer may be after so many steps or more.
fn later(packed: &Packed) -> Vec<Vec<(bool, bool)>> {
    let timer = packed.timer();
    let mut later = vec![Vec::new(); timer.places()];
    let mut may = vec![(false, false); timer.bits.len()];
    // After the last place come those that repeat.
    for place in (timer.back()..timer.places()).chain((0..timer.places()).rev()) {
        for (may, holds) in may.iter_mut().zip(timer.row(place)) {
            may.0 |= holds;
            may.1 |= !holds;
        }
        later[place].clone_from(&may);
    }
    later
}

fn grow(lanes: &mut Lanes<N>, more: Lanes<N>) -> bool {
    let mut grown = 0;
    for (word, more) in lanes.iter_mut().zip(more) {
        grown |= more & !*word;
        *word |= more;
    }
    grown != 0
}
