//! One packed state at a time, computed by its difference to the one before: for searches that go
//! from a state to one that is much the same.

use super::gates::Literal;
use super::landmarks::Landmark;
use super::packed::Packed;
use super::program::nothing;
use super::spread::{Values, ones};
use std::sync::Arc;

/// A packed state, and what holds at it.
#[derive(Clone, Debug)]
pub struct Single {
    values: Values,
    /// The state, and the place of the timer.
    bits: Vec<u64>,
    place: Option<usize>,
    /// The node of the move last made.
    made: Option<u32>,
}

impl Single {
    /// For states of `packed`.
    pub fn new(packed: &Packed) -> Self {
        let net = packed.net();
        let values = Values::new(nothing(net.program.nodes()), &net.program, &net.spread);
        Self {
            values,
            bits: vec![0; packed.words()],
            place: None,
            made: None,
        }
    }

    /// Goes to a state after so many steps.
    pub fn load(&mut self, packed: &Packed, state: &[u64], steps: u32) {
        let net = Arc::clone(packed.net());
        let change: Vec<u64> = self
            .bits
            .iter()
            .zip(state)
            .map(|(old, new)| old ^ new)
            .collect();
        for index in ones(&change) {
            let node = net.states.bits[packed.kept()[index]].node;
            self.values.flip(node, &net.spread);
        }
        self.bits.copy_from_slice(state);
        let timer = packed.timer();
        let place = timer.place(steps);
        for (index, bit) in timer.bits.iter().enumerate() {
            let before = self.place.is_some_and(|place| timer.row(place)[index]);
            if before != timer.row(place)[index] {
                self.values.flip(net.states.bits[*bit].node, &net.spread);
            }
        }
        self.place = Some(place);
        self.values.settle(&net.spread);
    }

    /// Whether the play is over.
    pub fn is_over(&self, packed: &Packed) -> bool {
        let place = packed.net().spread.terminal;
        self.values.answers[place / 64] >> (place % 64) & 1 == 1
    }

    /// The legal moves.
    pub fn legal(&self, packed: &Packed) -> Vec<u32> {
        let words = packed.net().spread.legal[0].clone();
        ones(&self.values.answers[words])
            .map(|index| index as u32)
            .collect()
    }

    /// The state after a legal move.
    pub fn next(&mut self, packed: &Packed, index: u32) -> Vec<u64> {
        let net = Arc::clone(packed.net());
        let node = net.moves[0].node + index;
        if self.made != Some(node) {
            if let Some(before) = self.made.replace(node) {
                self.values.flip(before, &net.spread);
            }
            self.values.flip(node, &net.spread);
            self.values.settle(&net.spread);
        }
        let answers = &self.values.answers[net.spread.next.clone()];
        let mut next = vec![0; packed.words()];
        for (place, bit) in packed.kept().iter().enumerate() {
            next[place / 64] |= (answers[bit / 64] >> (bit % 64) & 1) << (place % 64);
        }
        next
    }

    /// Which of some landmarks hold.
    pub fn landmarks(&mut self, packed: &Packed, landmarks: &[Landmark]) -> Vec<bool> {
        let net = packed.net();
        net.program.run(&net.program.paid, &mut self.values.nodes);
        let holds = |literal: Literal| self.values.nodes[literal as usize][0] & 1 == 1;
        landmarks
            .iter()
            .map(|landmark| holds(landmark.literal))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::gdl::syntax::parse;
    use crate::gdl::{GroundLimits, Interpreter, Limits, Net, Packed, Seen};
    use crate::rng::Rng;
    use std::sync::Arc;

    /// A counter of steps beside a light that a move turns on or off.
    const SHEET: &str = "
        (role r) (init (step 0)) (init (lit a))
        (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
        (<= (legal r (turn ?l)) (lamp ?l)) (lamp a) (lamp b) (lamp c)
        (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
        (<= (next (lit ?l)) (true (lit ?l)) (not (does r (turn ?l))))
        (<= (next (lit ?l)) (does r (turn ?l)) (not (true (lit ?l))))
        (<= terminal (true (step 4)))
        (<= (goal r 100) (true (lit b)) (not (true (lit a))))
        (<= (goal r 0) (true (lit a)))";

    #[test]
    fn one_state_and_many_are_computed_alike() {
        let sheet = parse(SHEET).unwrap();
        let mut interpreter = Interpreter::new(&sheet, Limits::default()).unwrap();
        let net = Net::new(&mut interpreter, &sheet, GroundLimits::default()).unwrap();
        let initial = interpreter.initial().to_vec();
        let mut packed = Packed::new(Arc::new(net), &initial);
        assert!(packed.is_timed());
        assert_eq!(packed.bits(), 2, "c matters to nothing");
        let mut single = super::Single::new(&packed);
        let mut rng = Rng::new(1, "test");
        for _ in 0..20 {
            let (mut state, mut steps) = (packed.start().to_vec(), 0);
            loop {
                let mut seen = Seen::default();
                packed.look(&state, &[steps], &mut seen);
                single.load(&packed, &state, steps);
                assert_eq!(seen.over[0], single.is_over(&packed));
                assert_eq!(seen.over[0], steps == 4);
                if seen.over[0] {
                    break;
                }
                assert_eq!(seen.moves, single.legal(&packed));
                let index = seen.moves[rng.below(3)];
                let mut next = Vec::new();
                packed.apply(&state, &[steps], &[index], &mut next);
                assert_eq!(next, single.next(&packed, index));
                (state, steps) = (next, steps + 1);
            }
        }
    }
}
