//! States and moves as the searches see them.

use crate::gdl::TermId;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A move of one role, or the pseudo action of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    pub(super) term: TermId,
    /// Moves are counted as they first come up.
    pub(super) number: u32,
}

impl Move {
    /// What stands where chance decides.
    pub(super) const CHANCE: Self = Self {
        term: TermId::MAX,
        number: 0,
    };

    /// Whether it stands for what chance will do.
    pub fn is_chance(self) -> bool {
        self == Self::CHANCE
    }
}

/// What holds between two steps, with all that follows from it.
#[derive(Debug)]
pub(super) struct Position {
    /// The fluents, sorted.
    pub fluents: Box<[TermId]>,
    pub hash: u64,
    /// The legal moves of each role; nothing where the play is over.
    pub moves: Box<[Box<[Move]>]>,
    /// The roles that have a choice, in order.
    pub choosers: Box<[u8]>,
    /// What each player is paid, where the play is over.
    pub payoff: Option<Box<[f64]>>,
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
        let chooser = self.position.choosers.get(self.chosen.len());
        chooser.map(|role| usize::from(*role))
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&self.position, &other.position);
        let same = Arc::ptr_eq(a, b) || a.hash == b.hash && a.fluents == b.fluents;
        same && self.chosen == other.chosen
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.position.hash.hash(hasher);
        for action in &self.chosen {
            action.term.hash(hasher);
        }
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.position.fluents, self.chosen)
    }
}
