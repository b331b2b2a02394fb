//! What has to hold when a play ends best, and which moves can bring it about.

use super::Net;
use super::gates::Literal;
use super::packed::Packed;
use rustc_hash::FxHashSet;

/// A literal that holds at the best end, with the moves of which one at least has to be made if it
/// does not hold yet.
#[derive(Clone, Debug)]
pub struct Landmark {
    pub(super) literal: Literal,
    /// The moves, in order.
    pub moves: Vec<u32>,
}

impl Packed {
    /// What has to hold at an end that pays `value`, for that or else for the play to be over; nothing if
    /// no play pays that.
    pub fn landmarks(&self, value: f64) -> Vec<Landmark> {
        let net = self.net();
        let goals = &net.outputs.goals[0];
        let Some((_, goal)) = goals.iter().find(|(goal, _)| *goal as f64 == value) else {
            return Vec::new();
        };
        let wanted = self.wanted(*goal);
        match wanted.is_empty() {
            true => self.wanted(net.outputs.terminal),
            false => wanted,
        }
    }

    /// What has to hold together for a literal to hold, and can be brought about.
    fn wanted(&self, literal: Literal) -> Vec<Landmark> {
        let program = &self.net().program;
        let (mut open, mut found) = (vec![literal], Vec::new());
        while let Some(literal) = open.pop() {
            match (literal / 2).checked_sub(program.first()) {
                Some(gate) if literal & 1 == 0 => open.extend(program.body(gate)),
                _ => found.push(literal),
            }
        }
        found.sort_unstable();
        found.dedup();
        let landmarks = found.into_iter().map(|literal| Landmark {
            literal,
            moves: self.makers(literal),
        });
        landmarks
            .filter(|landmark| !landmark.moves.is_empty())
            .collect()
    }

    /// The moves that may bring a literal about, in order.
    pub(super) fn makers(&self, literal: Literal) -> Vec<u32> {
        let below = inputs(self.net(), &[literal]);
        let mut makers = Vec::new();
        for (place, bit) in self.kept().iter().enumerate() {
            let bit = self.net().states.bits[*bit];
            if !below.contains(&bit.node) {
                continue;
            }
            match self.changers(place) {
                Some([_, holds]) if literal == 2 * bit.node => makers.extend(holds),
                Some([fails, _]) if literal == 2 * bit.node + 1 => makers.extend(fails),
                Some(both) => makers.extend(both.iter().flatten()),
                None => makers.extend(self.below(bit.next)),
            }
        }
        makers.sort_unstable();
        makers.dedup();
        makers
    }

    /// The moves that a literal depends on.
    fn below(&self, literal: Literal) -> Vec<u32> {
        let below = inputs(self.net(), &[literal]);
        let first = self.net().moves[0].node;
        let moves = 0..self.moves() as u32;
        moves
            .filter(|index| below.contains(&(first + index)))
            .collect()
    }
}

/// The nodes below literals that are no gates.
pub(super) fn inputs(net: &Net, literals: &[Literal]) -> FxHashSet<u32> {
    let mut open: Vec<u32> = literals.iter().map(|literal| literal / 2).collect();
    let (mut known, mut found) = (FxHashSet::default(), FxHashSet::default());
    while let Some(node) = open.pop() {
        if !known.insert(node) {
            continue;
        }
        match node.checked_sub(net.program.first()) {
            Some(gate) => open.extend(net.program.body(gate).iter().map(|literal| literal / 2)),
            None => _ = found.insert(node),
        }
    }
    found
}
