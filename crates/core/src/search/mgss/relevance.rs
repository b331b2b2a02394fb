//! Which leaves can change the decision, and what a step at the best of them is worth.
//!
//! The value of a top-level move, as a function of the value x of a leaf below it, is A x + B cut
//! off at both ends. On the way down from the root A, B and the end that matters are handed on; a
//! leaf is relevant where that end lies beyond the value of the rival move. Below the best move all
//! is the same with the signs of all values turned, so that there is one case: a move that may rise
//! above a threshold, and nodes that block, which are those of the player who does not want it to.
//!
//! The best step below a node is remembered with what it depends on. After an expansion only the
//! path above it has forgotten; and where the threshold or delta has changed the best step is worth no
//! more than before and what they moved by, as a step's gain changes no faster than they do. Where even
//! that is less than what another step brings nobody needs to know it better. So most of the tree need not be looked at again.

use super::memo::{Frame, Memo, Pick, Share};
use super::tree::{Kind, NONE, Node, Top, larger, smaller};
use super::worth::{bound, gain};
use super::{Mgss, Prospect, Step};
use crate::game::Game;
use crate::search::Fault;

/// What rounding may take from a bound.
const ROUNDING: f64 = 1e-12;

impl<G: Game> Mgss<G> {
    /// The best step of all: of equals that below the first move.
    pub(super) fn pick(&mut self) -> Result<Pick, Fault<G::Error>> {
        let top = self.tree.top(0);
        if top.second == f64::NEG_INFINITY {
            return Ok(Pick::NONE);
        }
        let (rises, falls) = (self.at_move(NONE, top), self.at_move(top.best, top));
        let frame_of = |r| if r == top.best { &falls } else { &rises };
        let moves = self.tree.children(0);
        self.bounds.clear();
        for r in moves.clone() {
            let bound = self.bound(r, frame_of(r), f64::INFINITY);
            self.bounds.push(bound);
        }
        loop {
            let (first, second) = first_best(&self.bounds);
            let r = moves.start + first as u32;
            let known = self.known(r, frame_of(r), f64::INFINITY);
            if let Some(known) = known.filter(Pick::is_sure) {
                return Ok(known);
            }
            let floor = self.floor(second);
            let found = self.below(r, frame_of(r), f64::INFINITY, floor);
            if let Some(fault) = self.fault.take() {
                // What was remembered meanwhile is not so.
                self.prices += 1;
                self.fell = self.prices;
                return Err(fault);
            }
            if found.is_sure() && found.net > second {
                return Ok(found);
            }
            self.bounds[first] = found.net;
        }
    }

    /// What is known to be of no use, where it may be passed over: what a search learns on its way
    /// depends on which leaf is asked when.
    #[inline]
    fn floor(&self, known: f64) -> f64 {
        if self.error.is_none() {
            f64::NEG_INFINITY
        } else {
            known
        }
    }

    /// What memos are marked with that were made with the sign of a frame, at the price of now.
    #[inline]
    fn mark(&self, frame: &Frame) -> u32 {
        2 * self.prices + u32::from(frame.sign < 0.0)
    }

    /// What is remembered of a node, if it was in the same frame.
    #[inline]
    fn known(&self, n: u32, frame: &Frame, delta: f64) -> Option<Pick> {
        let memo = &self.tree.memos[n as usize];
        let same = memo.mark == self.mark(frame)
            && memo.threshold == frame.threshold
            && memo.delta == delta
            && self.tree.has_share(n, frame.share);
        same.then(|| memo.pick())
    }

    /// What a step below a node can be worth at most, as far as is remembered.
    #[inline]
    fn bound(&self, n: u32, frame: &Frame, delta: f64) -> f64 {
        if self.is_bound(n, frame) {
            let memo = &self.tree.memos[n as usize];
            self.carried(memo.net, memo, frame, delta)
        } else {
            f64::INFINITY
        }
    }

    /// Whether what is remembered of a node says something about it in another frame.
    #[inline]
    fn is_bound(&self, n: u32, frame: &Frame) -> bool {
        let memo = &self.tree.memos[n as usize];
        // A price that has only risen since leaves bounds what they are.
        memo.mark >= 2 * self.fell
            && (memo.mark ^ self.mark(frame)) & 1 == 0
            && self.tree.has_share(n, frame.share)
    }

    /// A bound as it was in the frame of a memo, carried over to another.
    #[inline]
    fn carried(&self, net: f64, memo: &Memo, frame: &Frame, delta: f64) -> f64 {
        let fell = larger(0.0, memo.threshold - frame.threshold);
        // Not their difference first: both may be infinite.
        let rose = if delta > memo.delta {
            delta - memo.delta
        } else {
            0.0
        };
        if fell + rose > 0.0 {
            larger(0.0, net) + self.pace() * (fell + rose) + ROUNDING
        } else {
            net
        }
    }

    /// How fast a gain changes with the threshold or delta, at most: with the probability that the
    /// value comes to lie beyond. What is relevant lies on this side of the threshold, and where no
    /// change is expected it goes beyond one time in two at most.
    #[inline]
    fn pace(&self) -> f64 {
        if self.centred { 0.5 } else { 1.0 }
    }

    pub(super) fn at_move(&self, r: u32, top: Top) -> Frame {
        let (sign, threshold) = if r == top.best {
            (-1.0, -top.second)
        } else {
            (1.0, top.value)
        };
        Frame {
            sign,
            threshold,
            share: Share::WHOLE,
        }
    }

    /// The best step at or below a node that is relevant; what is worth less than `floor` need not
    /// be looked at, so that only a bound of it may be known. After a fault it is any.
    #[inline]
    fn below(&mut self, n: u32, frame: &Frame, delta: f64, floor: f64) -> Pick {
        if let Some(known) = self
            .known(n, frame, delta)
            .filter(|known| known.is_sure() || known.net < floor)
        {
            return known;
        }
        let Node { count, exact, .. } = self.tree.nodes[n as usize];
        let pick = if exact {
            Pick::NONE
        } else if count == 0 {
            self.at_leaf(n, frame, delta, floor)
        } else {
            self.inside(n, frame, delta, floor)
        };
        self.tree.set_share(n, frame.share);
        let mark = self.mark(frame);
        let memo = &mut self.tree.memos[n as usize];
        (memo.threshold, memo.delta, memo.mark) = (frame.threshold, delta, mark);
        (memo.net, memo.leaf) = (pick.net, pick.leaf);
        pick
    }

    #[inline(never)]
    fn inside(&mut self, n: u32, frame: &Frame, delta: f64, floor: f64) -> Pick {
        if let Some((c, delta)) = self.block(n, frame, delta) {
            return self.past(c, frame, delta, floor);
        }
        match self.first_again(n, frame, delta, floor) {
            Some(pick) => pick,
            None => self.all_among(n, frame, delta, floor),
        }
    }

    /// The best step below the only child of a node that can change the decision.
    fn past(&mut self, c: u32, frame: &Frame, delta: f64, floor: f64) -> Pick {
        if delta <= frame.threshold {
            return Pick::NONE;
        }
        let most = smaller(self.room(frame, delta), self.bound(c, frame, delta));
        if most < floor {
            return Pick::at_most(most);
        }
        self.below(c, frame, delta, floor)
    }

    /// The best step below any child of a node, if it is enough to look at the child that promised
    /// most before.
    fn first_again(&mut self, n: u32, frame: &Frame, delta: f64, floor: f64) -> Option<Pick> {
        let memo = &self.tree.memos[n as usize];
        let first = memo.first;
        if first == NONE || !self.is_bound(n, frame) {
            return None;
        }
        let carried = self.carried(memo.rest, memo, frame, delta);
        let rest = smaller(self.room(frame, delta), carried);
        let most = self.bound(first, frame, delta);
        let found = if most < floor {
            Pick::at_most(most)
        } else {
            self.below(first, frame, delta, floor)
        };
        let pick = if found.net > rest {
            found
        } else if rest < floor {
            Pick::at_most(rest)
        } else {
            return None;
        };
        self.tree.memos[n as usize].rest = rest;
        Some(pick)
    }

    /// The best step below any child of a node: of equals the first.
    fn all_among(&mut self, n: u32, frame: &Frame, delta: f64, floor: f64) -> Pick {
        let chance = self.tree.nodes[n as usize].kind == Kind::Chance;
        let room = self.room(frame, delta);
        let (mut pick, mut unseen) = (Pick::NONE, f64::NEG_INFINITY);
        let children = self.tree.children(n);
        let mut most = Most::new(children.start);
        for c in children {
            let shared;
            let frame = if chance {
                shared = self.shared(n, c, frame);
                &shared
            } else {
                frame
            };
            let bound = smaller(room, self.bound(c, frame, delta));
            if bound <= pick.net {
                most.include(c, bound);
                continue;
            }
            if bound < floor {
                most.include(c, bound);
                unseen = larger(unseen, bound);
                continue;
            }
            let floor = self.floor(larger(floor, pick.net));
            let found = self.below(c, frame, delta, floor);
            most.include(c, found.net);
            if found.net <= pick.net {
                continue;
            }
            if found.is_sure() {
                pick = found;
            } else {
                unseen = larger(unseen, found.net);
            }
        }
        // Where chance moves one child it moves what the others count for, and where a search
        // learns on its way all have to be asked in turn.
        if !chance && self.error.is_some() {
            let memo = &mut self.tree.memos[n as usize];
            (memo.first, memo.rest) = (most.first, most.rest);
        }
        let sure = pick.net > unseen || unseen == f64::NEG_INFINITY;
        if sure { pick } else { Pick::at_most(unseen) }
    }

    /// No step can be worth more than what lies between, and each costs a node or more.
    #[inline]
    fn room(&self, frame: &Frame, delta: f64) -> f64 {
        -self.floor(frame.threshold - delta + self.price - ROUNDING)
    }

    /// Where a node blocks, its only child that can change the decision, and what delta is there:
    /// the lowest can raise the node, but not above the second lowest.
    #[inline]
    pub(super) fn block(&self, n: u32, frame: &Frame, delta: f64) -> Option<(u32, f64)> {
        let kind = self.tree.nodes[n as usize].kind;
        if kind == Kind::Chance || (kind == Kind::Min) != (frame.sign > 0.0) {
            return None;
        }
        let top = self.tree.top(n);
        let Share { slope, base } = frame.share;
        Some((top.best, smaller(delta, base - slope * top.second)))
    }

    /// The children of a node whose value can change the decision, each with its frame and delta.
    pub(super) fn frames_below(&self, n: u32, frame: &Frame, delta: f64) -> Vec<(u32, Frame, f64)> {
        if let Some((c, delta)) = self.block(n, frame, delta) {
            let relevant = (delta > frame.threshold).then_some((c, *frame, delta));
            return relevant.into_iter().collect();
        }
        let chance = self.tree.nodes[n as usize].kind == Kind::Chance;
        let with = |c| {
            if chance {
                self.shared(n, c, frame)
            } else {
                *frame
            }
        };
        self.tree.children(n).map(|c| (c, with(c), delta)).collect()
    }

    /// The frame of a child of chance, which moves it by its probability alone.
    fn shared(&self, n: u32, c: u32, frame: &Frame) -> Frame {
        let of = frame.share;
        let p = self.tree.nodes[c as usize].p;
        let others = self.tree.values[n as usize] - p * self.tree.values[c as usize];
        let share = Share {
            slope: of.slope * p,
            base: of.base + of.slope * frame.sign * others,
        };
        Frame { share, ..*frame }
    }

    #[inline]
    fn at_leaf(&mut self, n: u32, frame: &Frame, delta: f64, floor: f64) -> Pick {
        let prospect = match self.prospect(n) {
            Ok(prospect) => prospect,
            Err(fault) => {
                self.fault.get_or_insert(fault);
                return Pick::NONE;
            }
        };
        let (mean, sd) = self.outlook(n, prospect, frame);
        let cost = prospect.nodes * self.price;
        let most = bound(mean, sd, frame.threshold) - cost;
        if most < floor {
            return Pick::at_most(most);
        }
        let expected = gain(mean, sd, frame.threshold, delta);
        if expected <= 0.0 {
            return Pick::NONE;
        }
        Pick {
            leaf: n,
            net: expected - cost,
        }
    }

    /// What a step at a leaf is expected to gain, without what it costs.
    pub(super) fn expected(
        &mut self,
        n: u32,
        frame: &Frame,
        delta: f64,
    ) -> Result<f64, Fault<G::Error>> {
        let prospect = self.prospect(n)?;
        let (mean, sd) = self.outlook(n, prospect, frame);
        Ok(gain(mean, sd, frame.threshold, delta))
    }

    /// What the top-level move may be worth after a step at a leaf, if nothing cuts it off.
    #[inline]
    fn outlook(&self, n: u32, prospect: Prospect, frame: &Frame) -> (f64, f64) {
        let value = frame.sign * (self.tree.values[n as usize] + prospect.mean);
        let Share { slope, base } = frame.share;
        (slope * value + base, slope * prospect.sd)
    }

    /// Forgets what depended on a leaf; gives how many nodes there are from the root to it.
    pub(super) fn forget_above(&mut self, mut n: u32) -> u32 {
        let mut count = 0;
        while n != NONE {
            self.tree.memos[n as usize].forget();
            n = self.tree.nodes[n as usize].parent;
            count += 1;
        }
        count
    }

    /// What a step is expected to gain if it is taken at its word.
    pub(super) fn whole(&self, pick: Pick) -> f64 {
        pick.net + self.prospects[pick.leaf as usize].nodes * self.price
    }

    /// The next step, as it is to be recorded.
    pub(super) fn announced(&self, pick: Pick) -> Step {
        let whole = self.whole(pick);
        let lost = whole * (1.0 - self.belief.factor(&self.tree));
        Step {
            leaf: pick.leaf,
            depth: 1,
            expected: whole - lost,
            net: pick.net - lost,
            gained: 0.0,
            nodes: 0,
            value: self.tree.values[pick.leaf as usize],
        }
    }
}

/// The child with the largest bound, and the largest among the others.
struct Most {
    first: u32,
    bound: f64,
    rest: f64,
}

impl Most {
    fn new(first: u32) -> Self {
        Self {
            first,
            bound: f64::NEG_INFINITY,
            rest: f64::NEG_INFINITY,
        }
    }

    #[inline]
    fn include(&mut self, c: u32, bound: f64) {
        self.rest = larger(self.rest, smaller(bound, self.bound));
        self.first = if bound > self.bound { c } else { self.first };
        self.bound = larger(self.bound, bound);
    }
}

/// The first of the largest, and the largest among the others.
fn first_best(bounds: &[f64]) -> (usize, f64) {
    let (mut best, mut most) = (0, f64::NEG_INFINITY);
    let mut second = f64::NEG_INFINITY;
    for (index, bound) in bounds.iter().enumerate() {
        best = if *bound > most { index } else { best };
        second = larger(second, smaller(*bound, most));
        most = larger(most, *bound);
    }
    (best, second)
}
