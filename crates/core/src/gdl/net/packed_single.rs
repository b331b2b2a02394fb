//! One packed state at a time, computed by its difference to the one before: for searches that go
//! from a state to one that is much the same.

use super::landmarks::Landmark;
use super::packed::Packed;
use super::single::Single;
use super::spread::ones;

/// A packed state, and what holds at it. Always used with the same [`Packed`].
#[derive(Clone, Debug)]
pub struct PackedSingle {
    single: Single,
    /// All bits of the state, those of the timer too.
    whole: Vec<u64>,
}

impl PackedSingle {
    /// For states of `packed`.
    pub fn new(packed: &Packed) -> Self {
        Self {
            single: Single::new(packed.net()),
            whole: vec![0; packed.net().words()],
        }
    }

    /// Goes to a state after so many steps.
    pub fn load(&mut self, packed: &Packed, state: &[u64], steps: u32) {
        self.whole.fill(0);
        let (kept, timer) = (packed.kept(), packed.timer());
        let row = timer.row(timer.place(steps));
        let counted = timer.bits.iter().zip(row).filter(|(_, holds)| **holds);
        let held = ones(state).map(|place| kept[place]);
        for bit in held.chain(counted.map(|(bit, _)| *bit)) {
            self.whole[bit / 64] |= 1 << (bit % 64);
        }
        self.single.load(packed.net(), &self.whole);
    }

    /// Whether the play is over.
    pub fn is_over(&self, packed: &Packed) -> bool {
        self.single.terminal(packed.net())
    }

    /// The legal moves.
    pub fn legal(&self, packed: &Packed) -> Vec<u32> {
        let legal = ones(self.single.legal(packed.net(), 0));
        legal.map(|index| index as u32).collect()
    }

    /// The state after a legal move.
    pub fn next(&mut self, packed: &Packed, index: u32) -> Vec<u64> {
        self.single.make(packed.net(), 0, index);
        let bits = self.single.next(packed.net());
        let mut next = vec![0; packed.words()];
        for (place, bit) in packed.kept().iter().enumerate() {
            next[place / 64] |= (bits[bit / 64] >> (bit % 64) & 1) << (place % 64);
        }
        next
    }

    /// Which of some landmarks hold.
    pub fn landmarks(&mut self, packed: &Packed, landmarks: &[Landmark]) -> Vec<bool> {
        self.single.pay(packed.net());
        let held = landmarks.iter();
        held.map(|landmark| self.single.holds(landmark.literal))
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
        let mut single = super::PackedSingle::new(&packed);
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
