//! Puzzles in which facts are only ever added, in any order: numbers in cells, queens on a board.
//!
//! Depth first with constraint propagation. A branch makes a move, or bans it for good. A move is
//! banned too when no play after it can pay best, as far as the net tells in three values. What has
//! to hold in the end and has the fewest moves left that can bring it about is brought about next;
//! where there is none left, the branch is given up. That it takes the moves in one order only is
//! sound where moves can be exchanged, and proves nothing elsewhere: so it finds plans and proves
//! nothing.

use super::best::Best;
use super::method::{Method, Progress};
use super::net_space::NetSpace;
use super::space::{Seen, Space, TOGETHER};
use crate::gdl::Landmark;
use std::convert::Infallible;

/// So many moves to choose from are put in order; more would take too long.
const MANY: usize = 10;
const MOST: usize = 150;

/// A state on the way, and what may yet be done at it.
#[derive(Debug)]
struct Frame {
    state: Vec<u64>,
    banned: Vec<bool>,
    /// Moves to try, the next one last; None before they are known.
    options: Option<Vec<u32>>,
}

/// A search by placements.
#[derive(Debug)]
pub(super) struct Placement {
    landmarks: Vec<Landmark>,
    stack: Vec<Frame>,
    plan: Vec<u32>,
    seen: Seen,
}

/// What is left of a frame after propagation.
enum Left {
    Dead,
    Moves(Vec<u32>),
}

impl Placement {
    /// A search from the start.
    pub fn new(space: &NetSpace) -> Self {
        let frame = Frame {
            state: space.start(),
            banned: vec![false; space.packed.moves()],
            options: None,
        };
        Self {
            landmarks: space.packed.landmarks(space.bound(0)),
            stack: vec![frame],
            plan: Vec::new(),
            seen: Seen::default(),
        }
    }

    /// Finds what to try at the frame on top.
    fn open(&mut self, space: &mut NetSpace, best: &mut Best) {
        let steps = self.plan.len() as u32;
        let mut left = self.propagate(space, best, steps);
        if let Left::Moves(moves) = &mut left {
            let moves = std::mem::take(moves);
            let moves = self.choose(space, steps, moves);
            left = Left::Moves(self.gentlest(space, steps, moves));
        }
        let frame = self.stack.last_mut().expect("a frame");
        frame.options = Some(match left {
            Left::Dead => Vec::new(),
            Left::Moves(mut moves) => {
                moves.reverse();
                moves
            }
        });
    }

    /// Bans the moves after which nothing can pay best; what is left of the legal ones.
    fn propagate(&mut self, space: &mut NetSpace, best: &mut Best, steps: u32) -> Left {
        let frame = self.stack.last_mut().expect("a frame");
        self.seen.clear();
        space.packed.look(&frame.state, &[steps], &mut self.seen);
        if self.seen.over[0] {
            best.offer(self.seen.paid[0], "placement", self.plan.len(), || {
                self.plan.clone()
            });
            return Left::Dead;
        }
        let mut moves = std::mem::take(&mut self.seen.moves);
        moves.retain(|index| !frame.banned[*index as usize]);
        loop {
            let before = moves.len();
            let frame = self.stack.last().expect("a frame");
            if !alive(space, &frame.state, steps, &frame.banned, &[])[0] {
                return Left::Dead;
            }
            let after = self.probe(space, best, steps, &moves);
            let frame = self.stack.last_mut().expect("a frame");
            for (index, alive) in moves.iter().zip(&after) {
                frame.banned[*index as usize] |= !alive;
            }
            moves.retain(|index| !frame.banned[*index as usize]);
            if moves.is_empty() {
                return Left::Dead;
            }
            if moves.len() == before {
                return Left::Moves(self.forced(space, steps, moves));
            }
        }
    }

    /// The first move without which nothing can pay best; all if there is none.
    fn forced(&self, space: &mut NetSpace, steps: u32, moves: Vec<u32>) -> Vec<u32> {
        let frame = self.stack.last().expect("a frame");
        for part in moves.chunks(TOGETHER) {
            let states = frame.state.repeat(part.len());
            let without = alive(space, &states, steps, &frame.banned, part);
            if let Some(lane) = without.iter().position(|alive| !alive) {
                return vec![part[lane]];
            }
        }
        moves
    }

    /// How many of the moves are left after each of them.
    fn left_after(&self, space: &mut NetSpace, steps: u32, moves: &[u32]) -> Vec<usize> {
        let frame = self.stack.last().expect("a frame");
        let left = moves.iter().map(|first| {
            let mut after = Vec::new();
            space
                .packed
                .apply(&frame.state, &[steps], &[*first], &mut after);
            let mut count = 0;
            let mut seen = Seen::default();
            space.packed.look(&after, &[steps + 1], &mut seen);
            let legal: Vec<u32> = moves
                .iter()
                .copied()
                .filter(|m| seen.moves.contains(m))
                .collect();
            for part in legal.chunks(TOGETHER) {
                let (states, mut next) = (after.repeat(part.len()), Vec::new());
                let at = vec![steps + 1; part.len()];
                space.packed.apply(&states, &at, part, &mut next);
                let alive = alive(space, &next, steps + 2, &frame.banned, &[]);
                count += alive.iter().filter(|alive| **alive).count();
            }
            count
        });
        left.collect()
    }

    /// The moves, those first that leave the most others.
    fn gentlest(&self, space: &mut NetSpace, steps: u32, moves: Vec<u32>) -> Vec<u32> {
        if !(MANY..=MOST).contains(&moves.len()) {
            return moves;
        }
        let left = self.left_after(space, steps, &moves);
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by_key(|index| std::cmp::Reverse(left[*index]));
        order.into_iter().map(|index| moves[index]).collect()
    }

    /// Whether something after each move may pay best.
    fn probe(
        &mut self,
        space: &mut NetSpace,
        best: &mut Best,
        steps: u32,
        moves: &[u32],
    ) -> Vec<bool> {
        let frame = self.stack.last().expect("a frame");
        let mut result = Vec::new();
        for part in moves.chunks(TOGETHER) {
            let states = frame.state.repeat(part.len());
            let mut next = Vec::new();
            space
                .packed
                .apply(&states, &vec![steps; part.len()], part, &mut next);
            best.nodes += part.len() as u64;
            result.extend(alive(space, &next, steps + 1, &frame.banned, &[]));
            self.seen.clear();
            space
                .packed
                .look(&next, &vec![steps + 1; part.len()], &mut self.seen);
            for (index, action) in part.iter().enumerate() {
                if self.seen.over[index] {
                    best.offer(
                        self.seen.paid[index],
                        "placement",
                        self.plan.len() + 1,
                        || {
                            let mut plan = self.plan.clone();
                            plan.push(*action);
                            plan
                        },
                    );
                }
            }
        }
        result
    }

    /// The moves that bring about what has the fewest left; all if nothing is lacking.
    fn choose(&mut self, space: &mut NetSpace, steps: u32, moves: Vec<u32>) -> Vec<u32> {
        let frame = self.stack.last().expect("a frame");
        let mut open = vec![false; frame.banned.len()];
        moves.iter().for_each(|index| open[*index as usize] = true);
        self.seen.clear();
        space.packed.look(&frame.state, &[steps], &mut self.seen);
        let lacking = self
            .landmarks
            .iter()
            .filter(|landmark| !space.packed.holds(landmark, 0));
        let left =
            |landmark: &&Landmark| landmark.moves.iter().filter(|m| open[**m as usize]).count();
        let fewest = lacking.min_by_key(left);
        match fewest {
            Some(landmark) if left(&landmark) > 0 => {
                let moves = landmark.moves.iter().copied();
                moves.filter(|index| open[*index as usize]).collect()
            }
            _ => moves,
        }
    }
}

/// Whether the best end may be reached from each state, without the banned moves, and without one
/// more of each if those are given.
fn alive(
    space: &mut NetSpace,
    states: &[u64],
    steps: u32,
    banned: &[bool],
    without: &[u32],
) -> Vec<bool> {
    let count = states.len() / space.words();
    let bound = space.bound(0);
    let (packed, possible) = (&space.packed, &mut space.possible);
    possible.allow_all();
    for (index, _) in banned.iter().enumerate().filter(|(_, banned)| **banned) {
        possible.ban(index as u32);
    }
    for (lane, index) in without.iter().enumerate() {
        possible.ban_in(*index, lane);
    }
    possible.load(packed, states, &vec![steps; count]);
    while possible.round() {}
    let may = possible.may_pay_more(bound - 0.5);
    possible.allow_all();
    (0..count)
        .map(|lane| may[lane / 64] >> (lane % 64) & 1 == 1)
        .collect()
}

impl Method<NetSpace> for Placement {
    fn advance(
        &mut self,
        space: &mut NetSpace,
        best: &mut Best,
        memory: usize,
    ) -> Result<Progress, Infallible> {
        let bytes = Method::<NetSpace>::bytes(self);
        let Some(frame) = self.stack.last_mut().filter(|_| bytes <= memory) else {
            return Ok(Progress::Stuck);
        };
        match frame.options.as_mut().map(Vec::pop) {
            None => self.open(space, best),
            Some(None) => {
                self.stack.pop();
                self.plan.pop();
            }
            Some(Some(action)) => {
                let (mut state, steps) = (Vec::new(), self.plan.len() as u32);
                space
                    .packed
                    .apply(&frame.state, &[steps], &[action], &mut state);
                best.nodes += 1;
                let banned = frame.banned.clone();
                frame.banned[action as usize] = true;
                self.plan.push(action);
                self.stack.push(Frame {
                    state,
                    banned,
                    options: None,
                });
            }
        }
        Ok(Progress::Working)
    }

    fn bytes(&self) -> usize {
        let frame = |frame: &Frame| 8 * frame.state.len() + frame.banned.len();
        self.stack.iter().map(frame).sum()
    }
}
