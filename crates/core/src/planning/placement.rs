//! Puzzles in which facts are only ever added, in any order: numbers in cells, queens on a board.
//!
//! Depth first with constraint propagation. A branch makes a move, or bans it for good. A move is
//! banned too when no play after it can pay best, as far as the net tells in three values. What has
//! to hold in the end and has the fewest moves left that can bring it about is brought about next;
//! where there is none left, the branch is given up. That it takes the moves in one order only is
//! sound where moves can be exchanged, and proves nothing elsewhere: so it finds plans and proves
//! nothing.

use super::best::Best;
use super::families::{Conflicts, families};
use super::method::{Method, Progress};
use super::net_space::NetSpace;
use super::space::{Seen, Space, TOGETHER};
use crate::gdl::{Landmark, Line, PackedSingle};
use std::convert::Infallible;

/// What it is called.
const NAME: &str = "placement";
/// So many moves to choose from are put in order; more would take too long.
const MANY: usize = 10;
const MOST: usize = 150;
/// So few moves are tried without looking ahead.
const FEW: usize = 2;
/// Families are looked for among so many moves at most.
const COUNTED: usize = 800;
/// Inputs of gates times moves up to which two moves are also looked at for what can follow both.
const FAR: usize = 2_000_000;

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
    lines: Vec<Line>,
    /// Sets of moves of which one each has to be made; None before they were looked for.
    families: Option<Vec<Vec<u32>>>,
    stack: Vec<Frame>,
    plan: Vec<u32>,
    seen: Seen,
    single: PackedSingle,
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
        let landmarks = space.packed.landmarks(space.bound(0));
        Self {
            lines: space.packed.lines(&landmarks),
            landmarks,
            families: None,
            stack: vec![frame],
            plan: Vec::new(),
            seen: Seen::default(),
            single: PackedSingle::new(&space.packed),
        }
    }

    /// Finds what to try at the frame on top.
    fn open(&mut self, space: &mut NetSpace, best: &mut Best) {
        let steps = self.plan.len() as u32;
        let mut moves = match self.narrow(space, steps) {
            Some(few) => few,
            None => match self.propagate(space, best, steps) {
                Left::Dead => Vec::new(),
                Left::Moves(left) => {
                    let left = self.choose(space, steps, left);
                    self.gentlest(space, steps, left)
                }
            },
        };
        moves.reverse();
        let frame = self.stack.last_mut().expect("a frame");
        frame.options = Some(moves);
    }

    /// The moves that bring about something that has to hold, if they are but few: to try them takes less
    /// time than to look ahead.
    fn narrow(&mut self, space: &mut NetSpace, steps: u32) -> Option<Vec<u32>> {
        let frame = self.stack.last().expect("a frame");
        self.single.load(&space.packed, &frame.state, steps);
        if self.families.is_none() || self.single.is_over(&space.packed) {
            return None;
        }
        let mut moves = self.single.legal(&space.packed);
        moves.retain(|index| !frame.banned[*index as usize]);
        if !self.lines.is_empty() {
            match self.follow_lines(space, moves) {
                Left::Dead => return Some(Vec::new()),
                Left::Moves(left) => moves = left,
            }
        }
        if moves.len() == 1 {
            return Some(moves);
        }
        let all = moves.len();
        let moves = self.choose(space, steps, moves);
        (moves.len() <= FEW && moves.len() < all).then_some(moves)
    }

    /// Bans and makes the moves that all ways to fulfil a line have in common: a single move that has
    /// to be made, or all that are left.
    fn follow_lines(&mut self, space: &mut NetSpace, mut moves: Vec<u32>) -> Left {
        let frame = self.stack.last_mut().expect("a frame");
        loop {
            let mut open = vec![false; frame.banned.len()];
            moves.iter().for_each(|index| open[*index as usize] = true);
            let mut banned = false;
            for line in &self.lines {
                let Some(common) = space.packed.common(line, &frame.state, &open) else {
                    return Left::Dead;
                };
                for (action, made) in common {
                    if made {
                        return Left::Moves(vec![action]);
                    }
                    banned = true;
                    open[action as usize] = false;
                    frame.banned[action as usize] = true;
                }
            }
            if !banned {
                return Left::Moves(moves);
            }
            moves.retain(|index| open[*index as usize]);
        }
    }

    /// Bans the moves after which nothing can pay best; what is left of the legal ones.
    fn propagate(&mut self, space: &mut NetSpace, best: &mut Best, steps: u32) -> Left {
        let frame = self.stack.last_mut().expect("a frame");
        self.seen.clear();
        space.packed.look(&frame.state, &[steps], &mut self.seen);
        if self.seen.over[0] {
            best.offer(self.seen.paid[0], NAME, self.plan.len(), || {
                self.plan.clone()
            });
            return Left::Dead;
        }
        let mut moves = std::mem::take(&mut self.seen.moves);
        moves.retain(|index| !frame.banned[*index as usize]);
        loop {
            let frame = self.stack.last_mut().expect("a frame");
            if !alive(space, &frame.state, steps, &frame.banned, &[])[0] {
                return Left::Dead;
            }
            let fates = fates(space, &frame.state, steps, &frame.banned, &moves);
            best.nodes += moves.len() as u64;
            let mut lost = false;
            for (index, fate) in moves.iter().zip(&fates) {
                lost |= *fate == Fate::Lost;
                frame.banned[*index as usize] |= *fate == Fate::Lost;
                if let Fate::Over(paid) = fate {
                    let plan = || [&self.plan[..], &[*index]].concat();
                    best.offer(*paid, NAME, self.plan.len() + 1, plan);
                }
            }
            let fates = fates.iter();
            let kept = moves
                .iter()
                .zip(fates)
                .filter(|(_, fate)| **fate == Fate::Open);
            moves = kept.map(|(index, _)| *index).collect();
            // The last move ends the play.
            let needed = space.first_step().saturating_sub(steps + 1) as usize;
            if moves.len() < needed.max(1) {
                return Left::Dead;
            }
            if !lost {
                if self.families.is_none() {
                    self.families = Some(self.count_families(space, steps, &moves));
                }
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
            let (mut after, mut seen) = (Vec::new(), Seen::default());
            space
                .packed
                .apply(&frame.state, &[steps], &[*first], &mut after);
            space.packed.look(&after, &[steps + 1], &mut seen);
            let legal = moves.iter().copied().filter(|m| seen.moves.contains(m));
            let legal: Vec<u32> = legal.collect();
            let fates = fates(space, &after, steps + 1, &frame.banned, &legal);
            fates.iter().filter(|fate| **fate == Fate::Open).count()
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

    /// The moves that bring about what has the fewest left; all if nothing is lacking. No move
    /// becomes legal again, so that there may be none left.
    fn choose(&mut self, space: &mut NetSpace, steps: u32, moves: Vec<u32>) -> Vec<u32> {
        let mut open = vec![false; space.packed.moves()];
        moves.iter().for_each(|index| open[*index as usize] = true);
        let lacking = self.lacking(space, steps);
        let left = |set: &&[u32]| set.iter().filter(|m| open[**m as usize]).count();
        match lacking.into_iter().min_by_key(left) {
            Some(set) => {
                let moves = set.iter().copied();
                moves.filter(|index| open[*index as usize]).collect()
            }
            None => moves,
        }
    }

    /// The sets of moves of which one has to be made yet.
    fn lacking(&mut self, space: &NetSpace, steps: u32) -> Vec<&[u32]> {
        let frame = self.stack.last().expect("a frame");
        self.single.load(&space.packed, &frame.state, steps);
        let holds = self.single.landmarks(&space.packed, &self.landmarks);
        let landmarks = self.landmarks.iter().zip(holds).filter(|(_, holds)| !holds);
        let landmarks = landmarks.map(|(landmark, _)| &landmark.moves[..]);
        let families = self.families.iter().flatten();
        let families = families.filter(|set| !set.iter().any(|m| self.plan.contains(m)));
        landmarks.chain(families.map(|set| &set[..])).collect()
    }

    /// The families of the moves that are left at the start.
    fn count_families(&mut self, space: &mut NetSpace, steps: u32, moves: &[u32]) -> Vec<Vec<u32>> {
        if moves.len() > COUNTED {
            return Vec::new();
        }
        let frame = self.stack.last().expect("a frame");
        let (state, banned) = (frame.state.clone(), frame.banned.clone());
        let far = moves.len() * space.packed.net().sizes().edges < FAR;
        let conflicts = moves.iter().map(|first| {
            let (mut after, mut seen) = (Vec::new(), Seen::default());
            space.packed.apply(&state, &[steps], &[*first], &mut after);
            space.packed.look(&after, &[steps + 1], &mut seen);
            let mut open = vec![false; banned.len()];
            seen.moves
                .iter()
                .for_each(|index| open[*index as usize] = true);
            if far {
                let fates = fates(space, &after, steps + 1, &banned, moves);
                let fates = moves.iter().zip(fates);
                fates.for_each(|(index, fate)| open[*index as usize] &= fate == Fate::Open);
            }
            moves.iter().map(|index| !open[*index as usize]).collect()
        });
        let conflicts = Conflicts(conflicts.collect());
        let mut lacking = self.lacking(space, steps);
        lacking.sort_unstable();
        lacking.dedup();
        let apart = lacking.iter().map(|set| set.len()).sum::<usize>();
        let all: std::collections::BTreeSet<u32> =
            lacking.iter().flat_map(|s| s.iter().copied()).collect();
        let by_landmarks = if all.len() == apart { lacking.len() } else { 0 };
        let needed = by_landmarks.max(space.first_step().saturating_sub(steps) as usize);
        let names: Vec<String> = moves.iter().map(|index| space.name(*index)).collect();
        families(moves, &names, &conflicts, needed)
    }
}

/// What becomes of a play after a move.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    /// It may pay best.
    Open,
    /// It can't, now or after other moves.
    Lost,
    /// It is over, and pays this.
    Over(f64),
}

/// What becomes of a play after each of some moves at a state.
fn fates(
    space: &mut NetSpace,
    state: &[u64],
    steps: u32,
    banned: &[bool],
    moves: &[u32],
) -> Vec<Fate> {
    let mut fates = Vec::new();
    for part in moves.chunks(TOGETHER) {
        let (states, mut next) = (state.repeat(part.len()), Vec::new());
        space
            .packed
            .apply(&states, &vec![steps; part.len()], part, &mut next);
        let mut seen = Seen::default();
        space
            .packed
            .look(&next, &vec![steps + 1; part.len()], &mut seen);
        let alive = alive(space, &next, steps + 1, banned, &[]);
        fates.extend(
            (0..part.len()).map(|index| match (seen.over[index], alive[index]) {
                (true, _) => Fate::Over(seen.paid[index]),
                (false, true) => Fate::Open,
                (false, false) => Fate::Lost,
            }),
        );
    }
    fates
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
                let steps = self.plan.len() as u32;
                self.single.load(&space.packed, &frame.state, steps);
                let state = self.single.next(&space.packed, action);
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

    fn weight(&self) -> u64 {
        // It generates states only to look one move ahead, and knows more of each.
        16
    }

    fn bytes(&self) -> usize {
        let frame = |frame: &Frame| 8 * frame.state.len() + frame.banned.len();
        self.stack.iter().map(frame).sum()
    }
}
