//! What is remembered of the steps below a node, and what that depends on.

use super::tree::NONE;

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

/// What the worth of the steps below a node depends on besides what is below it and delta, beyond
/// which the value of the move does not rise. Values are to the one who wants the move to rise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    /// 1 below a move that is not the best, -1 below the best.
    pub(super) sign: f64,
    /// What the move must rise above for the decision to change.
    pub(super) threshold: f64,
    /// The value of the move is that of the node, by this share, but not more than delta.
    pub(super) share: Share,
}

/// How the value of a node moves that of the top-level move above it: `slope` times, plus `base`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Share {
    pub(super) slope: f64,
    pub(super) base: f64,
}

impl Share {
    /// Where there is no chance on the way.
    pub(super) const WHOLE: Self = Self {
        slope: 1.0,
        base: 0.0,
    };
}

/// The best step below a node, as it was in some frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memo {
    pub(super) threshold: f64,
    pub(super) delta: f64,
    pub(super) net: f64,
    /// The leaf of the step; [`UNSURE`] where `net` is but a bound of what there is.
    pub(super) leaf: u32,
    /// The sign and the price it was made with: see `mark` in `relevance`.
    pub(super) mark: u32,
    /// The child whose steps promised most, and what is the most at the others.
    pub(super) first: u32,
    pub(super) rest: f64,
}

/// No leaf, as nobody has looked closely.
const UNSURE: u32 = NONE - 1;

impl Memo {
    /// Nothing is remembered: no frame has this mark.
    pub(super) const NONE: Self = Self {
        threshold: 0.0,
        delta: 0.0,
        net: 0.0,
        leaf: UNSURE,
        mark: 0,
        first: NONE,
        rest: f64::NEG_INFINITY,
    };

    /// Forgets the step: what is below the first child has changed, and nothing else.
    #[inline]
    pub(super) fn forget(&mut self) {
        (self.leaf, self.net) = (UNSURE, f64::INFINITY);
    }

    pub(super) fn pick(&self) -> Pick {
        Pick {
            leaf: self.leaf,
            net: self.net,
        }
    }
}

impl Pick {
    /// Nobody knows which step, but that none is worth more.
    pub(super) fn at_most(net: f64) -> Self {
        Self { leaf: UNSURE, net }
    }

    /// Whether it is known, and not but bounded.
    pub(super) fn is_sure(&self) -> bool {
        self.leaf != UNSURE
    }
}
