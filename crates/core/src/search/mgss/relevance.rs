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
//! more than before and what they moved by, as a step's gain changes no faster than they do. So most
//! of the tree need not be looked at again.

use super::tree::{Kind, NONE, Node, Top};
use super::worth::gain;
use super::{Mgss, Step};
use crate::game::Game;
use crate::search::Fault;

/// What rounding may take from a bound.
const ROUNDING: f64 = 1e-12;

/// A step that could be made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pick {
    /// The leaf; none where there is none that could change the decision.
    pub(super) leaf: u32,
    /// What the step is expected to gain, less what it costs.
    pub(super) net: f64,
}

impl Pick {
    pub(super) const NONE: Self = Self {
        leaf: NONE,
        net: f64::NEG_INFINITY,
    };
}

/// What the worth of the steps below a node depends on besides what is below it. Values are to the
/// one who wants the move to rise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    /// 1 below a move that is not the best, -1 below the best.
    sign: f64,
    /// What the move must rise above for the decision to change.
    threshold: f64,
    /// The value of the move is `slope` times that of the node, plus `base`, ...
    slope: f64,
    base: f64,
    /// ... but not more than this.
    delta: f64,
    /// What a node costs.
    price: f64,
}

/// The best step below a node, as it was in some frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memo {
    frame: Frame,
    pick: Pick,
}

impl Memo {
    /// Nothing is remembered: no frame has this sign.
    pub(super) const NONE: Self = Self {
        frame: Frame {
            sign: 0.0,
            threshold: 0.0,
            slope: 0.0,
            base: 0.0,
            delta: 0.0,
            price: 0.0,
        },
        pick: Pick::NONE,
    };
}

impl<G: Game> Mgss<G> {
    /// The best step of all: of equals that below the first move.
    pub(super) fn pick(&mut self) -> Result<Pick, Fault<G::Error>> {
        let top = self.tree.top(0, 1.0);
        if top.second == f64::NEG_INFINITY {
            return Ok(Pick::NONE);
        }
        let moves = self.tree.children(0);
        self.bounds.clear();
        for r in moves.clone() {
            let bound = self.bound(r, self.at_move(r, top));
            self.bounds.push(bound);
        }
        loop {
            let first = first_best(&self.bounds);
            let r = moves.start + first as u32;
            let frame = self.at_move(r, top);
            let known = self.tree.memos[r as usize];
            if known.frame == frame {
                return Ok(known.pick);
            }
            self.bounds[first] = self.below(r, frame)?.net;
        }
    }

    /// What a step below a node can be worth at most, as far as is remembered.
    fn bound(&self, n: u32, frame: Frame) -> f64 {
        let known = &self.tree.memos[n as usize];
        let before = &known.frame;
        if *before == frame {
            return known.pick.net;
        }
        let alike = before.sign == frame.sign
            && before.slope == frame.slope
            && before.base == frame.base
            && before.price <= frame.price;
        if !alike {
            return f64::INFINITY;
        }
        let fell = (before.threshold - frame.threshold).max(0.0);
        let rose = if frame.delta > before.delta {
            frame.delta - before.delta
        } else {
            0.0
        };
        if fell + rose > 0.0 {
            known.pick.net.max(0.0) + fell + rose + ROUNDING
        } else {
            known.pick.net
        }
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
            slope: 1.0,
            base: 0.0,
            delta: f64::INFINITY,
            price: self.price,
        }
    }

    /// The best step at or below a node that is relevant.
    fn below(&mut self, n: u32, frame: Frame) -> Result<Pick, Fault<G::Error>> {
        let known = &self.tree.memos[n as usize];
        if known.frame == frame {
            return Ok(known.pick);
        }
        let Node {
            kind, count, exact, ..
        } = self.tree.nodes[n as usize];
        let pick = if exact {
            Pick::NONE
        } else if count == 0 {
            self.at_leaf(n, frame)?
        } else {
            let mut pick = Pick::NONE;
            for (c, frame) in self.frames_below(n, frame) {
                let frame = if kind == Kind::Chance {
                    self.share(n, c, frame)
                } else {
                    frame
                };
                if self.bound(c, frame) <= pick.net {
                    continue;
                }
                let found = self.below(c, frame)?;
                if found.net > pick.net {
                    pick = found;
                }
            }
            pick
        };
        self.tree.memos[n as usize] = Memo { frame, pick };
        Ok(pick)
    }

    /// The children of a node whose value can change the decision, each with its frame.
    pub(super) fn frames_below(
        &self,
        n: u32,
        frame: Frame,
    ) -> impl Iterator<Item = (u32, Frame)> + use<G> {
        let kind = self.tree.nodes[n as usize].kind;
        let blocks = (kind == Kind::Min) == (frame.sign > 0.0) && kind != Kind::Chance;
        let (children, delta) = if blocks {
            // Only the lowest can raise the node, and not above the second lowest.
            let top = self.tree.top(n, -frame.sign);
            let delta = frame.delta.min(frame.base - frame.slope * top.second);
            let relevant = u32::from(delta > frame.threshold);
            (top.best..top.best + relevant, delta)
        } else {
            (self.tree.children(n), frame.delta)
        };
        let frame = Frame { delta, ..frame };
        children.map(move |c| (c, frame))
    }

    /// The frame of a child of chance, which moves it by its share alone.
    pub(super) fn share(&self, n: u32, c: u32, frame: Frame) -> Frame {
        let p = self.tree.nodes[c as usize].p;
        let others = self.tree.values[n as usize] - p * self.tree.values[c as usize];
        Frame {
            slope: frame.slope * p,
            base: frame.base + frame.slope * frame.sign * others,
            ..frame
        }
    }

    fn at_leaf(&mut self, n: u32, frame: Frame) -> Result<Pick, Fault<G::Error>> {
        let expected = self.expected(n, frame)?;
        if expected <= 0.0 {
            return Ok(Pick::NONE);
        }
        let cost = self.prospects[n as usize].nodes * frame.price;
        Ok(Pick {
            leaf: n,
            net: expected - cost,
        })
    }

    /// What a step at a leaf is expected to gain, without what it costs.
    pub(super) fn expected(&mut self, n: u32, frame: Frame) -> Result<f64, Fault<G::Error>> {
        let prospect = self.prospect(n)?;
        let value = frame.sign * (self.tree.values[n as usize] + prospect.mean);
        let mean = frame.slope * value + frame.base;
        let sd = frame.slope * prospect.sd;
        Ok(gain(mean, sd, frame.threshold, frame.delta))
    }

    /// Forgets what depended on a leaf.
    pub(super) fn forget_above(&mut self, mut n: u32) {
        while n != NONE {
            self.tree.memos[n as usize] = Memo::NONE;
            n = self.tree.nodes[n as usize].parent;
        }
    }

    /// The next step, as it is to be recorded.
    pub(super) fn announced(&self, pick: Pick) -> Step {
        let prospect = &self.prospects[pick.leaf as usize];
        Step {
            leaf: pick.leaf,
            depth: 1,
            expected: pick.net + prospect.nodes * self.price,
            net: pick.net,
            gained: 0.0,
            nodes: 0,
            value: self.tree.values[pick.leaf as usize],
        }
    }
}

fn first_best(bounds: &[f64]) -> usize {
    let mut best = 0;
    for (index, bound) in bounds.iter().enumerate() {
        if *bound > bounds[best] {
            best = index;
        }
    }
    best
}
