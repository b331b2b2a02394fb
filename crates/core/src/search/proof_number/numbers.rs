//! Proof and disproof numbers: how those of a state follow from those of its successors.

use super::Goal;

/// The number of what can't be had.
pub(super) const NEVER: u32 = u32::MAX;

/// The largest of all other numbers.
const LARGEST: u32 = NEVER - 1;

/// The depth of a result that leans on no state above it.
pub(super) const CLEAN: u32 = u32::MAX;

/// What is known of a state on the way at hand. Returns are those of the prover, from the state on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// How many states must at least be shown to reach the goal, to prove this one; 0 if it is.
    pub proof: u32,
    /// The same for those that fail it, to disprove this one.
    pub disproof: u32,
    pub low: f64,
    pub high: f64,
    /// The depth of the highest state on the way that the result leans on, by coming back to it.
    pub leans: u32,
    /// Nodes spent below it.
    pub work: u64,
}

impl Known {
    pub fn open(proof: u32, disproof: u32) -> Self {
        Self {
            proof,
            disproof,
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
            leans: CLEAN,
            work: 0,
        }
    }

    /// The end of the play, or bounds that decide: with `paid` on the way before. None if they
    /// do not decide.
    pub fn decided(low: f64, high: f64, paid: f64, goal: Goal) -> Option<Self> {
        let (proof, disproof) = if goal.met(paid + low) {
            (0, NEVER)
        } else if goal.met(paid + high) {
            return None;
        } else {
            (NEVER, 0)
        };
        Some(Self {
            low,
            high,
            ..Self::open(proof, disproof)
        })
    }

    /// The play comes back to the state at `depth` and can do so for ever, which pays nothing.
    pub fn again(depth: u32, paid: f64, goal: Goal) -> Self {
        let leans = depth;
        if goal.met(paid) {
            let low = 0.0;
            Self {
                low,
                leans,
                ..Self::open(0, NEVER)
            }
        } else {
            let high = 0.0;
            Self {
                high,
                leans,
                ..Self::open(NEVER, 0)
            }
        }
    }

    /// Whether the goal is reached (true) or failed (false); None while that is open.
    pub fn answer(&self) -> Option<bool> {
        if self.proof == 0 {
            Some(true)
        } else {
            (self.disproof == 0).then_some(false)
        }
    }

    /// What the player to move wants to bring to 0, and what the other one does.
    pub fn sides(&self, prover_moves: bool) -> (u32, u32) {
        swapped(prover_moves, (self.proof, self.disproof))
    }
}

/// (proof, disproof) as (the mover's, the other's), or back.
pub(super) fn swapped(prover_moves: bool, (a, b): (u32, u32)) -> (u32, u32) {
    if prover_moves { (a, b) } else { (b, a) }
}

/// The mover's and the other's number of a state from those of its successors (Allis 1994): one
/// success is enough for the mover, and the other one needs all.
pub(super) fn combined(sides: impl Iterator<Item = (u32, u32)>) -> (u32, u32) {
    let mut least = NEVER;
    let mut sum = 0u64;
    for (mine, theirs) in sides {
        least = least.min(mine);
        sum += u64::from(theirs);
    }
    if least == 0 {
        (0, NEVER)
    } else {
        (least, sum.min(u64::from(LARGEST)) as u32)
    }
}

/// Which successor to search, and how far its numbers may grow there.
#[derive(Debug, PartialEq)]
pub(super) struct Choice {
    pub index: usize,
    pub most: (u32, u32),
}

/// The successor with the mover's least number. It is searched until that is clearly larger than
/// the next one, or the sum of the others' numbers reaches the limit of the state (Nagai 2002).
/// "Clearly" is by a quarter, so that the search does not hop to and fro (Pawlewicz and Lew 2007).
pub(super) fn choice(sides: impl Iterator<Item = (u32, u32)>, most: (u32, u32)) -> Choice {
    let (mut index, mut best, mut second) = (0, (NEVER, 0), NEVER);
    let mut sum = 0u64;
    for (i, side) in sides.enumerate() {
        sum += u64::from(side.1);
        if side.0 < best.0 {
            (index, second, best) = (i, best.0, side);
        } else {
            second = second.min(side.0);
        }
    }
    let others = sum - u64::from(best.1);
    let theirs = match most.1 {
        NEVER => NEVER,
        limit => (u64::from(limit).saturating_sub(others)).max(1) as u32,
    };
    Choice {
        index,
        most: (most.0.min(widened(second)), theirs),
    }
}

fn widened(number: u32) -> u32 {
    let wide = u64::from(number) + (u64::from(number) / 4).max(1);
    if wide >= u64::from(LARGEST) {
        NEVER
    } else {
        wide as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_success_is_enough_and_the_other_needs_all() {
        let of = |sides: &[(u32, u32)]| combined(sides.iter().copied());
        assert_eq!(of(&[(3, 2), (1, 5), (4, 1)]), (1, 8));
        assert_eq!(of(&[(3, 2), (0, NEVER)]), (0, NEVER));
        assert_eq!(of(&[(NEVER, 0), (NEVER, 0)]), (NEVER, 0));
        assert_eq!(of(&[(NEVER, 0), (7, 2)]), (7, 2));
        assert_eq!(of(&[(1, LARGEST), (1, LARGEST)]), (1, LARGEST));
    }

    #[test]
    fn the_least_is_searched_until_it_is_not() {
        let of = |sides: &[(u32, u32)], most| choice(sides.iter().copied(), most);
        let chosen = of(&[(3, 2), (1, 5), (4, 1)], (NEVER, NEVER));
        assert_eq!(
            chosen,
            Choice {
                index: 1,
                most: (4, NEVER)
            }
        );
        assert_eq!(of(&[(3, 2), (1, 5)], (2, 10)).most, (2, 8));
        assert_eq!(of(&[(40, 2), (100, 5)], (NEVER, 10)).most, (125, 5));
        assert_eq!(of(&[(9, 2)], (NEVER, NEVER)).most, (NEVER, NEVER));
    }
}
