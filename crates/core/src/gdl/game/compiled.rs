//! Positions by the net.

use super::score::Scoring;
use super::state::{Facts, Meter, Move, Position};
use crate::gdl::net::{Net, Single, ones};
use crate::gdl::{Interpreter, TermId};
use std::sync::{Arc, Mutex};

/// A net with the moves and the hashes of the game.
#[derive(Debug)]
pub(super) struct Compiled {
    pub net: Arc<Net>,
    moves: Vec<Vec<Move>>,
    /// What each bit of a state adds to its hash, and what the hash is without any.
    keys: Vec<u64>,
    key: u64,
    /// Whether it answers about one state sooner than the interpreter.
    pub quicker: bool,
}

impl Compiled {
    /// The interpreter is the one from which the net was made.
    pub fn new(net: Arc<Net>, interpreter: &Interpreter) -> Self {
        let made = |term: &TermId| Move {
            term: *term,
            key: (interpreter.key(*term) >> 32) as u32,
        };
        let roles = 0..net.roles();
        let (key, keys) = net.sums(|term| interpreter.key(term));
        Self {
            moves: roles
                .map(|role| net.moves_of(role).iter().map(made).collect())
                .collect(),
            keys,
            key,
            quicker: true,
            net,
        }
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> usize {
        let moves = self.moves.iter().map(|moves| size_of_val(&**moves));
        self.net.bytes() + moves.sum::<usize>() + size_of_val(&*self.keys)
    }

    pub fn roles(&self) -> usize {
        self.moves.len()
    }

    /// The fluents of a state, sorted.
    pub fn fluents(&self, words: &[u64]) -> Vec<TermId> {
        self.net.fluents(&words[..self.net.words()])
    }

    pub fn count(&self, words: &[u64], role: usize) -> usize {
        let legal = words[self.net.legal_words(role)].iter();
        legal.map(|word| word.count_ones() as usize).sum()
    }

    pub fn legal(&self, words: &[u64], role: usize, index: usize) -> Move {
        self.moves[role][nth(&words[self.net.legal_words(role)], index)]
    }

    pub fn list(&self, words: &[u64], role: usize, into: &mut Vec<Move>) {
        let legal = ones(&words[self.net.legal_words(role)]);
        into.extend(legal.map(|index| self.moves[role][index]));
    }

    /// The number of a move of a role; None if it is never legal.
    pub fn place(&self, role: usize, action: Move) -> Option<u32> {
        self.net.place(role, action.term)
    }

    fn hash(&self, bits: &[u64]) -> u64 {
        ones(bits).fold(self.key, |hash, bit| hash.wrapping_add(self.keys[bit]))
    }

    /// The position at which `single` is, or the role that has no move there.
    pub fn position(
        self: &Arc<Self>,
        single: &mut Single,
        scoring: &Scoring,
        meter: &Meter,
    ) -> Result<Position, Fault> {
        let payoff = match single.terminal(&self.net) {
            true => Some(self.payoff(single, scoring)?),
            false => None,
        };
        let facts = Facts::Bits {
            words: match payoff.is_some() {
                true => single.bits().into(),
                false => single.snapshot(&self.net),
            },
            of: Arc::clone(self),
        };
        let position = Position::new(facts, self.hash(single.bits()), payoff, meter);
        let mut roles = 0..self.roles();
        match roles.find(|role| position.payoff.is_none() && position.count(*role) == 0) {
            Some(role) => Err(Fault::NoMove(role)),
            None => Ok(position),
        }
    }

    /// What each player is paid at the end at which `single` is.
    pub fn payoff(&self, single: &mut Single, scoring: &Scoring) -> Result<Box<[f64]>, Fault> {
        single.pay(&self.net);
        let goals = (0..self.roles()).map(|role| single.goal(&self.net, role));
        scoring.payoff(goals).map_err(Fault::Unbalanced)
    }
}

/// Why a position can't be gone on from.
pub(super) enum Fault {
    /// This role has no legal move.
    NoMove(usize),
    /// These goals do not sum to 100.
    Unbalanced(Box<[f64]>),
}

/// The place of the one with `before` ones below it.
#[inline]
pub(super) fn nth(words: &[u64], mut before: usize) -> usize {
    for (index, word) in words.iter().enumerate() {
        let count = word.count_ones() as usize;
        if before < count {
            let left = (0..before).fold(*word, |word, _| word & (word - 1));
            return 64 * index + left.trailing_zeros() as usize;
        }
        before -= count;
    }
    unreachable!("as many ones as were counted")
}

/// Room to ask a net, for one at a time; who comes while it is taken makes room of its own.
#[derive(Debug, Default)]
pub(super) struct Room(Mutex<Option<Box<Single>>>);

impl Room {
    pub fn ask<T>(&self, net: &Net, ask: impl FnOnce(&mut Single) -> T) -> T {
        match self.0.try_lock() {
            Ok(mut room) => {
                let mut single = room.take().unwrap_or_else(|| Box::new(Single::new(net)));
                // Left away if `ask` panics.
                let answer = ask(&mut single);
                *room = Some(single);
                answer
            }
            Err(_) => ask(&mut Single::new(net)),
        }
    }
}
