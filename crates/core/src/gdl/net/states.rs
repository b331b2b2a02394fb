//! States as bits, and as lists of fluents.

use super::circuit::{Circuit, Outputs};
use super::gates::{Literal, TRUE};
use super::spread::ones;
use crate::gdl::interpreter::{Ground, TermId};
use rustc_hash::FxHashMap;

/// A fluent whose value is part of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bit {
    pub term: TermId,
    pub node: u32,
    pub next: Literal,
}

/// A fluent that always equals a bit, or its denial.
#[derive(Clone, Copy, Debug)]
struct Equal {
    term: TermId,
    bit: u32,
    same: bool,
}

/// What the states of a game are.
#[derive(Clone, Debug)]
pub(super) struct States {
    /// Those that can matter first; otherwise in the order of a sorted state.
    pub bits: Vec<Bit>,
    /// How many can matter.
    pub relevant: usize,
    /// The fluents that hold in every state.
    always: Vec<TermId>,
    equal: Vec<Equal>,
    places: FxHashMap<TermId, u32>,
}

impl States {
    pub fn new(ground: &Ground, circuit: &Circuit, outputs: &Outputs, relevant: &[bool]) -> Self {
        let term = |index: usize| ground.fluents[index].term;
        let own = |index: usize| 2 * (index as Literal + 1);
        let all = 0..circuit.fluents.len();
        let kept = |index: &usize| circuit.fluents[*index] == own(*index);
        let (mut order, others): (Vec<_>, Vec<_>) = all.partition(kept);
        order.sort_unstable_by_key(|index| (!relevant[*index], term(*index)));
        let bits = order.iter().map(|index| Bit {
            term: term(*index),
            node: *index as u32 + 1,
            next: outputs.next[*index],
        });
        let bits: Vec<_> = bits.collect();
        let places: FxHashMap<_, _> = bits.iter().map(|bit| bit.term).zip(0..).collect();
        let (mut always, mut equal) = (Vec::new(), Vec::new());
        for index in others {
            let literal = circuit.fluents[index];
            match (literal / 2).checked_sub(1) {
                None if literal == TRUE => always.push(term(index)),
                None => {}
                Some(other) => equal.push(Equal {
                    term: term(index),
                    bit: places[&term(other as usize)],
                    same: literal & 1 == 0,
                }),
            }
        }
        Self {
            relevant: order.iter().filter(|index| relevant[**index]).count(),
            bits,
            always,
            equal,
            places,
        }
    }

    /// How many words the bits of a state take.
    pub fn words(&self) -> usize {
        self.bits.len().div_ceil(64)
    }

    /// The bits of a state.
    pub fn words_of(&self, state: &[TermId]) -> Vec<u64> {
        let mut words = vec![0u64; self.words()];
        for place in state.iter().filter_map(|fluent| self.places.get(fluent)) {
            words[*place as usize / 64] |= 1 << (place % 64);
        }
        words
    }

    /// The fluents of a state, sorted.
    pub fn terms(&self, state: &[u64]) -> Vec<TermId> {
        let mut terms: Vec<_> = ones(state).map(|bit| self.bits[bit].term).collect();
        terms.extend(&self.always);
        let holds = |bit: u32| state[bit as usize / 64] >> (bit % 64) & 1 == 1;
        let equal = self.equal.iter().filter(|e| holds(e.bit) == e.same);
        terms.extend(equal.map(|equal| equal.term));
        terms.sort_unstable();
        terms
    }

    /// A sum over the fluents of a state, given what each adds: what it is where no bit is set, and
    /// what each bit adds to it.
    pub fn sums(&self, key: impl Fn(TermId) -> u64) -> (u64, Vec<u64>) {
        let mut keys: Vec<u64> = self.bits.iter().map(|bit| key(bit.term)).collect();
        let always = self.always.iter().map(|term| key(*term));
        let mut sum = always.fold(0, u64::wrapping_add);
        for equal in &self.equal {
            let (own, bit) = (key(equal.term), &mut keys[equal.bit as usize]);
            match equal.same {
                true => *bit = bit.wrapping_add(own),
                false => {
                    *bit = bit.wrapping_sub(own);
                    sum = sum.wrapping_add(own);
                }
            }
        }
        (sum, keys)
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> usize {
        self.bits.capacity() * size_of::<Bit>()
            + self.always.capacity() * size_of::<TermId>()
            + self.equal.capacity() * size_of::<Equal>()
            // A table has up to twice the room that it needs.
            + 2 * self.places.capacity() * size_of::<(TermId, u32)>()
    }
}
