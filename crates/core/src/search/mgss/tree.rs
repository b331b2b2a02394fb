//! The whole tree in flat arrays: nodes, their values, and the states of those that have one.

use super::memo::{Memo, Share};

/// Nodes that a tree has room for when it is made.
const FIRST: usize = 1024;

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// Who decides at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The player who decides at the root.
    Max,
    /// The other.
    Min,
    /// Chance.
    Chance,
    /// Nobody: the play is over.
    Over,
}

impl Kind {
    /// What makes values those of who decides: 1 for the player who decides at the root.
    #[inline]
    pub(super) fn sign(self) -> f64 {
        if self == Self::Min { -1.0 } else { 1.0 }
    }
}

/// A node. Its children lie side by side.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) parent: u32,
    /// The first child.
    pub(super) first: u32,
    /// How many children there are: none before it is expanded.
    pub(super) count: u32,
    /// The index of its state; chance between an action and its outcomes has none.
    pub(super) state: u32,
    pub(super) kind: Kind,
    /// Whether the value can't change any more.
    pub(super) exact: bool,
    /// The first best child of one who decides, and the value of the best among the others, from
    /// his side; once there are children.
    pub(super) best: u32,
    pub(super) second: f64,
    /// Its value when it was made.
    pub(super) made_with: f64,
    /// The probability of coming here from the parent.
    pub(super) p: f64,
    /// What the player who decides at the root was paid since the root.
    pub(super) paid: f64,
}

/// The tree. Values are those of the player who decides at the root, with what was paid on the way.
pub(super) struct Tree<S> {
    pub(super) nodes: Vec<Node>,
    pub(super) values: Vec<f64>,
    pub(super) memos: Vec<Memo>,
    /// The shares that the memos were made with; none where the game has no chance.
    shares: Option<Vec<Share>>,
    pub(super) states: Vec<S>,
}

/// The best child of a node and its rival, from the side of who decides there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Top {
    /// The first best child.
    pub(super) best: u32,
    pub(super) value: f64,
    /// The value of the best among the others; -infinity without any.
    pub(super) second: f64,
}

impl<S> Tree<S> {
    pub(super) fn new(chance: bool) -> Self {
        Self {
            shares: chance.then(Vec::new),
            nodes: Vec::with_capacity(FIRST),
            values: Vec::with_capacity(FIRST),
            memos: Vec::with_capacity(FIRST),
            states: Vec::with_capacity(FIRST),
        }
    }

    #[inline]
    pub(super) fn push(&mut self, node: Node, value: f64) {
        self.nodes.push(node);
        self.values.push(value);
        self.memos.push(Memo::NONE);
        if let Some(shares) = &mut self.shares {
            shares.push(Share::WHOLE);
        }
    }

    /// Whether the memo of a node was made with this share.
    #[inline]
    pub(super) fn has_share(&self, n: u32, share: Share) -> bool {
        let shares = self.shares.as_ref();
        shares.is_none_or(|shares| shares[n as usize] == share)
    }

    #[inline]
    pub(super) fn set_share(&mut self, n: u32, share: Share) {
        if let Some(shares) = &mut self.shares {
            shares[n as usize] = share;
        }
    }

    #[inline]
    pub(super) fn push_state(&mut self, state: S) -> u32 {
        self.states.push(state);
        self.states.len() as u32 - 1
    }

    pub(super) fn bytes(&self) -> usize {
        let each = size_of::<Node>() + size_of::<f64>() + size_of::<Memo>();
        let shares = self.shares.as_ref().map_or(0, Vec::capacity) * size_of::<Share>();
        shares + self.nodes.capacity() * each + self.states.capacity() * size_of::<S>()
    }

    /// Whether one more expansion can make the arrays larger.
    pub(super) fn is_full(&self, more: usize) -> bool {
        self.nodes.len() + more > self.nodes.capacity()
            || self.states.len() + more > self.states.capacity()
    }

    pub(super) fn children(&self, n: u32) -> std::ops::Range<u32> {
        let node = &self.nodes[n as usize];
        node.first..node.first + node.count
    }

    /// The best two children of an expanded node where a player decides.
    #[inline]
    pub(super) fn top(&self, n: u32) -> Top {
        let node = &self.nodes[n as usize];
        Top {
            best: node.best,
            value: node.kind.sign() * self.values[n as usize],
            second: node.second,
        }
    }

    /// Finds the best two children of an expanded node where a player decides.
    pub(super) fn find_top(&mut self, n: u32) -> f64 {
        let children = self.children(n);
        let values = &self.values[children.start as usize..children.end as usize];
        let sign = self.nodes[n as usize].kind.sign();
        let (mut most, mut second) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        let mut best = 0;
        for (index, value) in values.iter().enumerate() {
            let value = sign * value;
            best = if value > most { index } else { best };
            second = larger(second, smaller(value, most));
            most = larger(most, value);
        }
        let node = &mut self.nodes[n as usize];
        (node.best, node.second) = (children.start + best as u32, second);
        sign * most
    }

    /// The value of an expanded node, of those of its children.
    fn backed_up(&mut self, n: u32) -> f64 {
        match self.nodes[n as usize].kind {
            Kind::Max | Kind::Min => self.find_top(n),
            Kind::Chance => {
                let weighted = |c: u32| self.nodes[c as usize].p * self.values[c as usize];
                self.children(n).map(weighted).sum()
            }
            Kind::Over => self.values[n as usize],
        }
    }

    /// Takes in the value of a node from its children; says whether the value or its exactness is
    /// another than before. `news` is whether a child may have become exact.
    pub(super) fn back_up(&mut self, n: u32, news: bool) -> bool {
        let value = self.backed_up(n);
        self.take_in(n, value, news)
    }

    /// The same where one child alone has changed, which was worth `before`.
    pub(super) fn back_up_from(&mut self, n: u32, child: u32, before: f64, news: bool) -> bool {
        let Node {
            kind, best, second, ..
        } = self.nodes[n as usize];
        let (is, sign) = (self.values[child as usize], kind.sign());
        let value = if kind == Kind::Chance {
            self.backed_up(n)
        } else if child == best && sign * is > second {
            is
        } else if child != best && larger(sign * before, sign * is) < second {
            self.values[n as usize]
        } else {
            self.find_top(n)
        };
        self.take_in(n, value, news)
    }

    #[inline]
    fn take_in(&mut self, n: u32, value: f64, news: bool) -> bool {
        let exact = news && self.children(n).all(|c| self.nodes[c as usize].exact);
        let node = &mut self.nodes[n as usize];
        let old = &mut self.values[n as usize];
        let changed = *old != value || node.exact != exact;
        (*old, node.exact) = (value, exact);
        changed
    }
}

/// The larger of two numbers, the first of equals: one instruction, unlike `max`.
#[inline]
pub(super) fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// The smaller of two numbers, the first of equals.
#[inline]
pub(super) fn smaller(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}
