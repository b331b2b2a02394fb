//! States and moves as the searches see them.

use super::compiled::Compiled;
use crate::gdl::TermId;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A move of one role, or the pseudo action of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(super) term: TermId,
    /// A hash of what it says.
    pub(super) key: u32,
}

impl Move {
    /// What stands where chance decides.
    pub(super) const CHANCE: Self = Self {
        term: TermId::MAX,
        key: 0,
    };

    /// What stands for a move that the one who chooses next does not know.
    pub(super) const HIDDEN: Self = Self {
        term: TermId::MAX,
        key: 1,
    };

    /// Whether it stands for what chance will do.
    pub fn is_chance(self) -> bool {
        self == Self::CHANCE
    }
}

/// What holds, and what is legal unless the play is over.
#[derive(Debug)]
pub(super) enum Facts {
    /// As the interpreter says it: the fluents, sorted, and the moves of each role.
    Terms {
        fluents: Box<[TermId]>,
        moves: Box<[Box<[Move]>]>,
    },
    /// As a net says it: the bits of the state, then those of the legal moves of each role.
    Bits {
        words: Box<[u64]>,
        of: Arc<Compiled>,
    },
}

/// The bytes that positions take.
pub(super) type Meter = Arc<AtomicUsize>;

/// What holds between two steps, with all that follows from it.
#[derive(Debug)]
pub(super) struct Position {
    /// By what holds, whichever way it is said.
    pub hash: u64,
    /// The roles that have a choice, a bit each.
    pub choosers: u32,
    pub facts: Facts,
    /// What each player is paid, where the play is over.
    pub payoff: Option<Box<[f64]>>,
    meter: Meter,
}

impl Position {
    pub fn new(facts: Facts, hash: u64, payoff: Option<Box<[f64]>>, meter: &Meter) -> Self {
        let mut position = Self {
            hash,
            choosers: 0,
            facts,
            payoff,
            meter: Arc::clone(meter),
        };
        meter.fetch_add(position.bytes(), Ordering::Relaxed);
        for role in 0..position.roles() {
            position.choosers |= u32::from(position.count(role) > 1) << role;
        }
        position
    }

    /// How many roles have legal moves.
    fn roles(&self) -> usize {
        match &self.facts {
            _ if self.payoff.is_some() => 0,
            Facts::Terms { moves, .. } => moves.len(),
            Facts::Bits { of, .. } => of.roles(),
        }
    }

    /// How many legal moves a role has, where the play is not over.
    pub fn count(&self, role: usize) -> usize {
        match &self.facts {
            Facts::Terms { moves, .. } => moves[role].len(),
            Facts::Bits { words, of } => of.count(words, role),
        }
    }

    /// The legal move of a role with this index.
    pub fn legal(&self, role: usize, index: usize) -> Move {
        match &self.facts {
            Facts::Terms { moves, .. } => moves[role][index],
            Facts::Bits { words, of } => of.legal(words, role, index),
        }
    }

    /// Adds the legal moves of a role.
    pub fn list(&self, role: usize, into: &mut Vec<Move>) {
        match &self.facts {
            Facts::Terms { moves, .. } => into.extend(&moves[role]),
            Facts::Bits { words, of } => of.list(words, role, into),
        }
    }

    fn bytes(&self) -> usize {
        let facts = match &self.facts {
            Facts::Terms { fluents, moves } => {
                let moves = moves.iter().map(|moves| 16 + size_of_val(&**moves));
                size_of_val(&**fluents) + moves.sum::<usize>()
            }
            Facts::Bits { words, .. } => size_of_val(&**words),
        };
        let paid = self.payoff.as_deref().map_or(0, size_of_val);
        size_of::<Self>() + facts + paid
    }

    fn same(&self, other: &Self) -> bool {
        match (&self.facts, &other.facts) {
            (Facts::Terms { fluents, .. }, Facts::Terms { fluents: f, .. }) => fluents == f,
            (Facts::Bits { words, .. }, Facts::Bits { words: w, .. }) => words == w,
            (Facts::Terms { fluents, .. }, Facts::Bits { words, of })
            | (Facts::Bits { words, of }, Facts::Terms { fluents, .. }) => {
                of.fluents(words) == **fluents
            }
        }
    }
}

impl Drop for Position {
    fn drop(&mut self) {
        self.meter.fetch_sub(self.bytes(), Ordering::Relaxed);
    }
}

/// The fluents that hold, and the moves that were chosen since: roles that move at once choose
/// one after the other.
#[derive(Clone)]
pub struct State {
    pub(super) position: Arc<Position>,
    /// The moves of the first of the roles that have a choice.
    pub(super) chosen: Vec<Move>,
}

impl State {
    pub(super) fn new(position: Arc<Position>) -> Self {
        Self {
            position,
            chosen: Vec::new(),
        }
    }

    /// The role whose turn it is to choose; None if nobody has a choice left.
    pub(super) fn chooser(&self) -> Option<usize> {
        let chosen = 0..self.chosen.len();
        let left = chosen.fold(self.position.choosers, |left, _| left & (left - 1));
        (left != 0).then(|| left.trailing_zeros() as usize)
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&self.position, &other.position);
        let same = Arc::ptr_eq(a, b) || a.hash == b.hash && a.same(b);
        same && self.chosen == other.chosen
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.position.hash.hash(hasher);
        for action in &self.chosen {
            action.key.hash(hasher);
        }
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.position.facts, self.chosen)
    }
}
