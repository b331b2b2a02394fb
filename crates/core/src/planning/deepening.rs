//! Depth first within a bound that grows round by round, for puzzles with more states than there is
//! memory for: IDA* (Korf 1985, "Depth-first iterative-deepening: an optimal admissible tree search"),
//! with a table of bounded size against states that come again in a round (Reinefeld and Marsland
//! 1994, "Enhanced iterative-deepening search").

use super::best::Best;
use super::method::{Method, Progress};
use super::nodes::hash;
use super::space::{Seen, Space, TOGETHER};

/// What it is called.
const NAME: &str = "deepening";
/// States that are followed together: more would follow worse ones.
const FOLLOWED: usize = 64;
/// The most states that the table holds.
const SLOTS: usize = 1 << 20;
/// Its place in the path of the start: there is none.
const NONE: u32 = u32::MAX;

/// A state that is yet to be followed.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Its place among the states.
    parent: u32,
    action: u32,
    steps: u32,
    paid: f64,
}

/// A state that was met in a round, and how.
#[derive(Clone, Copy, Debug, Default)]
struct Met {
    round: u32,
    steps: u32,
    paid: f64,
}

/// A search within a bound.
#[derive(Debug)]
pub(super) struct Deepening {
    round: u32,
    /// Steps that a course may seem to take in this round, and the least beyond that.
    bound: u32,
    beyond: u32,
    /// Whether states were left out from which the best end can't be reached, though others may.
    dropped: bool,
    /// The states to follow, the next one last, and how each was reached.
    open: Vec<Open>,
    states: Vec<u64>,
    /// Parents and moves of those that were followed and lead to open ones.
    path: Vec<(u32, u32)>,
    /// So many of them are looked through for what is of no more use.
    crowded: usize,
    /// States met in this round, by their hashes; the later takes the place of the earlier.
    met: Vec<Met>,
    table: Vec<u64>,
    followed: usize,
    seen: Seen,
    next: Vec<u64>,
    paid: Vec<f64>,
    estimates: Vec<u32>,
}

impl Deepening {
    /// A search from the start; `memory` is how many bytes its table may take.
    pub fn new<S: Space>(space: &S, memory: usize) -> Self {
        let slot = size_of::<Met>() + 8 * space.words();
        let slots = (memory / slot).clamp(1, SLOTS);
        // The largest power of two that fits, so that a hash finds its slot by its bits.
        let slots = 1 << slots.ilog2();
        let mut search = Self {
            round: 0,
            bound: 0,
            beyond: 0,
            dropped: false,
            open: Vec::new(),
            states: Vec::new(),
            path: Vec::new(),
            crowded: TOGETHER,
            met: vec![Met::default(); slots],
            table: vec![0; slots * space.words()],
            followed: FOLLOWED,
            seen: Seen::default(),
            next: Vec::new(),
            paid: Vec::new(),
            estimates: Vec::new(),
        };
        search.begin(space);
        search
    }

    /// The same as a method among others, with half of the memory for its table.
    pub fn boxed<S: Space>(space: &S, memory: usize) -> Box<dyn Method<S>> {
        Box::new(Self::new(space, memory / 2))
    }

    /// Begins a round with the least bound that lets something through that the last did not.
    fn begin<S: Space>(&mut self, space: &S) {
        self.round += 1;
        self.bound = self.beyond;
        self.beyond = u32::MAX;
        self.open.push(Open {
            parent: NONE,
            action: 0,
            steps: 0,
            paid: 0.0,
        });
        self.states.extend(space.start());
    }

    /// Follows the states on top.
    fn follow<S: Space>(&mut self, space: &mut S, best: &mut Best) -> Result<(), S::Error> {
        let words = space.words();
        let kept = self.open.len() - self.followed.min(self.open.len());
        let which = self.open.split_off(kept);
        let states = self.states.split_off(kept * words);
        self.look(space, best, &which, &states)?;
        let first = self.path.len() as u32;
        let ways = which.iter().map(|open| (open.parent, open.action));
        self.path.extend(ways);
        let (from, moves) = (
            std::mem::take(&mut self.seen.from),
            std::mem::take(&mut self.seen.moves),
        );
        for (from, moves) in from.chunks(TOGETHER).zip(moves.chunks(TOGETHER)) {
            let parents = from.iter().map(|index| &which[*index as usize]);
            let steps: Vec<u32> = parents.clone().map(|open| open.steps).collect();
            let before = from.iter().map(|index| *index as usize * words);
            let before: Vec<u64> = before
                .flat_map(|start| states[start..start + words].iter().copied())
                .collect();
            self.next.clear();
            self.paid.clear();
            space.apply(&before, &steps, moves, &mut self.next, &mut self.paid)?;
            best.nodes += moves.len() as u64;
            let paid = self.paid.iter().copied().chain(std::iter::repeat(0.0));
            let children = from.iter().zip(moves).zip(parents).zip(paid);
            let children = children.map(|(((from, action), parent), paid)| Open {
                parent: first + from,
                action: *action,
                steps: parent.steps + 1,
                paid: parent.paid + paid,
            });
            self.push(space, children.collect());
        }
        self.adapt(which.len(), moves.len());
        if self.path.len() > self.crowded {
            self.tidy();
        }
        Ok(())
    }

    /// Forgets those that were followed and lead to nothing more.
    fn tidy(&mut self) {
        let mut place = vec![NONE; self.path.len()];
        let parents = self.open.iter().map(|open| open.parent);
        for parent in parents.filter(|parent| *parent != NONE) {
            place[parent as usize] = 0;
        }
        // Parents are older than their children.
        for at in (0..self.path.len()).rev() {
            let parent = self.path[at].0;
            if place[at] != NONE && parent != NONE {
                place[parent as usize] = 0;
            }
        }
        let mut kept = 0;
        for at in 0..self.path.len() {
            if place[at] != NONE {
                let (parent, action) = self.path[at];
                let parent = place.get(parent as usize).copied().unwrap_or(NONE);
                self.path[kept] = (parent, action);
                place[at] = kept as u32;
                kept += 1;
            }
        }
        self.path.truncate(kept);
        for open in &mut self.open {
            open.parent = place.get(open.parent as usize).copied().unwrap_or(NONE);
        }
        self.crowded = 2 * kept + TOGETHER;
    }

    /// Follows so many together that about as many follow as are generated at once; they lie on the
    /// stack at each depth.
    fn adapt(&mut self, followed: usize, generated: usize) {
        self.followed = (TOGETHER * followed / generated.max(1)).clamp(1, FOLLOWED);
    }

    /// Looks at states, and offers the plans that end there.
    fn look<S: Space>(
        &mut self,
        space: &mut S,
        best: &mut Best,
        which: &[Open],
        states: &[u64],
    ) -> Result<(), S::Error> {
        let steps: Vec<u32> = which.iter().map(|open| open.steps).collect();
        self.seen.clear();
        space.look(states, &steps, &mut self.seen)?;
        for (open, index) in which.iter().zip(0..) {
            if self.seen.over[index] {
                let value = open.paid + self.seen.paid[index];
                best.offer(value, NAME, open.steps as usize, || self.plan(open));
            }
        }
        Ok(())
    }

    /// The moves from the start to a state.
    fn plan(&self, open: &Open) -> Vec<u32> {
        let (mut plan, mut at, mut action) = (Vec::new(), open.parent, open.action);
        while at != NONE {
            plan.push(action);
            (at, action) = self.path[at as usize];
        }
        plan.reverse();
        plan
    }

    /// Puts the states in `next` on top, those that seem nearest to the end last, but for what is
    /// beyond the bound and what was met.
    fn push<S: Space>(&mut self, space: &mut S, children: Vec<Open>) {
        let words = space.words();
        let steps: Vec<u32> = children.iter().map(|open| open.steps).collect();
        self.estimates.clear();
        space.estimate(&self.next, &steps, &mut self.estimates);
        self.estimates.resize(children.len(), 0);
        let mut order: Vec<usize> = (0..children.len()).collect();
        order.sort_by_key(|index| std::cmp::Reverse(self.estimates[*index]));
        for index in order {
            let (open, left) = (children[index], self.estimates[index]);
            if left == u32::MAX {
                self.dropped = true;
                continue;
            }
            let seems = open.steps.saturating_add(left);
            if seems > self.bound {
                self.beyond = self.beyond.min(seems);
                continue;
            }
            let state = index * words..(index + 1) * words;
            if self.meet(state.clone(), &open, space.is_timed()) {
                self.open.push(open);
                self.states.extend_from_slice(&self.next[state]);
            }
        }
    }

    /// Whether a state in `next` must be followed: it was not met in this round, or by a course that
    /// left fewer steps or paid less.
    fn meet(&mut self, place: std::ops::Range<usize>, open: &Open, timed: bool) -> bool {
        let words = place.len();
        let state = &self.next[place];
        let slot = (hash(state) >> 20) as usize & (self.met.len() - 1);
        let (met, known) = (
            &mut self.met[slot],
            &mut self.table[slot * words..][..words],
        );
        let as_early = match timed {
            true => met.steps == open.steps,
            false => met.steps <= open.steps,
        };
        if met.round == self.round && as_early && met.paid >= open.paid && known == state {
            return false;
        }
        known.copy_from_slice(state);
        *met = Met {
            round: self.round,
            steps: open.steps,
            paid: open.paid,
        };
        true
    }
}

impl<S: Space> Method<S> for Deepening {
    fn advance(
        &mut self,
        space: &mut S,
        best: &mut Best,
        memory: usize,
    ) -> Result<Progress, S::Error> {
        if Method::<S>::bytes(self) > memory {
            return Ok(Progress::Stuck);
        }
        if !self.open.is_empty() {
            self.follow(space, best)?;
        } else if self.beyond < u32::MAX {
            self.begin(space);
        } else {
            return Ok(match self.dropped {
                true => Progress::Stuck,
                false => Progress::Exhausted,
            });
        }
        Ok(Progress::Working)
    }

    fn bytes(&self) -> usize {
        size_of::<Open>() * self.open.capacity()
            + 8 * (self.states.capacity() + self.path.capacity() + self.table.len())
            + size_of::<Met>() * self.met.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use std::convert::Infallible;

    /// States 0 to 11, each with three ways on that pay; the play is over in the last two, or where
    /// the steps count too after six of them.
    struct Maze {
        leads: Vec<[(u64, f64); 3]>,
        timed: bool,
    }

    impl Maze {
        fn new(rng: &mut Rng, timed: bool) -> Self {
            let mut way = |from: usize| {
                let to = match timed {
                    true => rng.below(12),
                    // No way back, so that plays end.
                    false => from + 1 + rng.below(11 - from.min(10)),
                };
                (to.min(11) as u64, rng.below(9) as f64 - 4.0)
            };
            let leads = (0..12).map(|from| [way(from), way(from), way(from)]);
            Self {
                leads: leads.collect(),
                timed,
            }
        }

        fn is_over(&self, state: u64, steps: u32) -> bool {
            state >= 10 || self.timed && steps == 6
        }

        /// What the end pays.
        fn end(&self, state: u64, steps: u32) -> f64 {
            match self.timed {
                true => ((state * 7 + u64::from(steps) * 5) % 11) as f64,
                false => state as f64,
            }
        }

        fn exhaustive(&self, state: u64, steps: u32) -> f64 {
            if self.is_over(state, steps) {
                return self.end(state, steps);
            }
            let ways = self.leads[state as usize].iter();
            ways.map(|(to, paid)| paid + self.exhaustive(*to, steps + 1))
                .fold(f64::NEG_INFINITY, f64::max)
        }
    }

    impl Space for Maze {
        type Error = Infallible;

        fn words(&self) -> usize {
            1
        }

        fn start(&self) -> Vec<u64> {
            vec![0]
        }

        fn look(
            &mut self,
            states: &[u64],
            steps: &[u32],
            into: &mut Seen,
        ) -> Result<(), Infallible> {
            for (index, (state, steps)) in states.iter().zip(steps).enumerate() {
                into.over.push(self.is_over(*state, *steps));
                into.paid.push(self.end(*state, *steps));
                if !self.is_over(*state, *steps) {
                    into.moves.extend(0..3);
                    into.from.resize(into.moves.len(), index as u32);
                }
            }
            Ok(())
        }

        fn apply(
            &mut self,
            states: &[u64],
            _: &[u32],
            moves: &[u32],
            into: &mut Vec<u64>,
            paid: &mut Vec<f64>,
        ) -> Result<(), Infallible> {
            for (state, action) in states.iter().zip(moves) {
                let (to, pays) = self.leads[*state as usize][*action as usize];
                into.push(to);
                paid.push(pays);
            }
            Ok(())
        }

        fn moves_pay(&self) -> bool {
            true
        }

        fn is_timed(&self) -> bool {
            self.timed
        }

        fn bound(&self, _: u32) -> f64 {
            f64::INFINITY
        }

        /// Anything: it orders the states and decides in which round they are seen.
        fn estimate(&mut self, states: &[u64], _: &[u32], into: &mut Vec<u32>) {
            into.extend(states.iter().map(|state| (state % 4) as u32));
        }

        fn bytes(&self) -> usize {
            0
        }
    }

    #[test]
    fn all_is_seen_whatever_the_table_forgets() {
        let mut rng = Rng::new(3, "mazes");
        for number in 0..200 {
            let mut maze = Maze::new(&mut rng, number % 2 == 0);
            // Tables of one state, of a few, and of all.
            for memory in [0, 200, 1 << 16] {
                let mut best = Best::new(f64::INFINITY);
                let mut search = Deepening::new(&maze, memory);
                while search.advance(&mut maze, &mut best, 1 << 20) == Ok(Progress::Working) {}
                assert_eq!(
                    search.advance(&mut maze, &mut best, 1 << 20),
                    Ok(Progress::Exhausted)
                );
                assert_eq!(best.value, Some(maze.exhaustive(0, 0)));
                let (mut state, mut sum) = (0, 0.0);
                for action in &best.plan {
                    let (to, paid) = maze.leads[state as usize][*action as usize];
                    (state, sum) = (to, sum + paid);
                }
                let steps = best.plan.len() as u32;
                assert!(maze.is_over(state, steps));
                assert_eq!(best.value, Some(sum + maze.end(state, steps)));
            }
        }
    }

    #[test]
    fn a_search_without_room_is_stuck() {
        let mut maze = Maze::new(&mut Rng::new(1, "maze"), false);
        let mut search = Deepening::new(&maze, 0);
        let mut best = Best::new(f64::INFINITY);
        assert_eq!(
            search.advance(&mut maze, &mut best, 10),
            Ok(Progress::Stuck)
        );
    }
}
