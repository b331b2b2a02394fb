//! What a search below a state comes back with.

/// A value to the player to move at a state, and how far it can be relied on.
///
/// Where it lies inside the window that was asked for, it is the minimax value at the depth that
/// was asked for; outside it is a bound on that side (fail-soft).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    /// The value.
    pub(super) value: f64,
    /// Whether no evaluation is needed to say that the true value is at least this.
    pub(super) low: bool,
    /// Whether no evaluation is needed to say that the true value is at most this.
    pub(super) high: bool,
    /// The number of actions from the root to the earliest state on the path that it depends on,
    /// because a play came back to it; [`Found::FREE`] if it depends on the state alone.
    pub(super) tied: u32,
}

impl Found {
    /// Tied to no state on the path.
    pub(super) const FREE: u32 = u32::MAX;

    /// Less than anything, before the first action was looked at.
    pub(super) const NOTHING: Self = Self {
        value: f64::NEG_INFINITY,
        low: false,
        high: true,
        tied: Self::FREE,
    };

    /// What rules alone say.
    #[inline]
    pub(super) fn proven(value: f64) -> Self {
        Self {
            value,
            low: true,
            high: true,
            tied: Self::FREE,
        }
    }

    /// What an evaluation says.
    #[inline]
    pub(super) fn estimate(value: f64) -> Self {
        Self {
            value,
            low: false,
            high: false,
            tied: Self::FREE,
        }
    }

    /// The same from the other side of the board.
    #[inline]
    pub(super) fn reversed(self) -> Self {
        Self {
            value: -self.value,
            low: self.high,
            high: self.low,
            tied: self.tied,
        }
    }

    /// Takes an action's value into account; gives whether it is the best so far.
    #[inline]
    pub(super) fn take(&mut self, found: Self) -> bool {
        self.high &= found.high;
        self.tied = self.tied.min(found.tied);
        let better = found.value > self.value;
        if better {
            (self.value, self.low) = (found.value, found.low);
        }
        better
    }
}

/// The values that matter to the player to move: those above what he has elsewhere and below what
/// the other will allow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Window {
    pub(super) alpha: f64,
    pub(super) beta: f64,
}

impl Window {
    /// All values.
    pub(super) const OPEN: Self = Self {
        alpha: f64::NEG_INFINITY,
        beta: f64::INFINITY,
    };

    /// The window that only asks whether a value is above `alpha`.
    #[inline]
    pub(super) fn above(alpha: f64) -> Self {
        Self {
            alpha,
            beta: alpha.next_up(),
        }
    }

    /// The same from the other side of the board.
    #[inline]
    pub(super) fn reversed(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Which side of the window a value is on.
    #[inline]
    pub(super) fn bound(self, value: f64) -> Bound {
        if value >= self.beta {
            Bound::Lower
        } else if value <= self.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}

/// What a value says of the minimax value at its depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is this.
    Exact,
    /// It is this or more.
    Lower,
    /// It is this or less.
    Upper,
}
