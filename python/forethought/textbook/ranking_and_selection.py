"""Ranking and selection: which of several noisy alternatives has the largest mean?

One-stage OCBA is Li, Fu and Xu (2020), Algorithm 7, after Chen, Lin, Yucesan and Chick (2000).
"""

from collections.abc import Callable, Sequence
from math import erfc, sqrt

from forethought.textbook.policies import Scale, TreePolicy, argmax


class Samples:
    """The samples of an alternative: their count, mean and sum of squared deviations."""

    def __init__(self) -> None:
        self.n, self.mean, self.squares = 0, 0.0, 0.0

    def add(self, sample: float) -> None:
        """Includes a sample (Welford 1962)."""
        self.n += 1
        before = self.mean
        self.mean += (sample - self.mean) / self.n
        self.squares += (sample - before) * (sample - self.mean)

    @property
    def variance(self) -> float:
        """The unbiased variance; it needs two samples."""
        return self.squares / (self.n - 1)


def sample_arms(
    arms: Sequence[Callable[[], float]], policy: TreePolicy, budget: int
) -> list[Samples]:
    """Spends ``budget`` samples: ``policy.root_n0`` on each arm, then one at a time.

    With the policy OCBA this is Algorithm 7. The answer is the arm with the largest mean.
    """
    told = [Samples() for _ in arms]
    scale = Scale()
    for _ in range(budget):
        a = _next_arm(told, policy, scale)
        sample = arms[a]()
        scale.include(sample)
        told[a].add(sample)
    return told


def _next_arm(told: Sequence[Samples], policy: TreePolicy, scale: Scale) -> int:
    n = [arm.n for arm in told]
    if min(n) < policy.root_n0:
        return argmax([-count for count in n])
    prior = policy.sigma0 * policy.sigma0
    s2 = [arm.squares / arm.n + prior / arm.n for arm in told]
    return policy.choose(n, [arm.mean for arm in told], s2, scale)


def apcs(told: Sequence[Samples]) -> float:
    """The approximate probability of correct selection, from 0 to 1; two samples of each needed.

    1 - sum over a != b of Phi(-d_a / sqrt(s_b^2/N_b + s_a^2/N_a)), equation (4), at least 0.
    """
    b = argmax([arm.mean for arm in told])
    wrong = 0.0
    for a, arm in enumerate(told):
        if a != b:
            spread = sqrt(told[b].variance / told[b].n + arm.variance / arm.n)
            wrong += _tail(told[b].mean - arm.mean, spread)
    return max(0.0, 1.0 - wrong)


def lower_bound(told: Sequence[Samples]) -> float:
    """The bound of Theorem 4 for arms sampled as OCBA wants it, from 0 to 1.

    1 - sum over a != b of Phi(-d_a sqrt(N_b) / sqrt(s_b^2 + s_b s_a^2 sum_c r(c,a)/s_c)) with
    r(c,a) = (s_c d_a)^2 / (s_a d_c)^2 and c over all but b; the printed formula lacks the square
    on s_a, which the derivation and the units ask for. Every variance must be above 0.
    """
    b = argmax([arm.mean for arm in told])
    d = [told[b].mean - arm.mean for arm in told]
    s = [sqrt(arm.variance) for arm in told]
    others = [a for a in range(len(told)) if a != b]
    wrong = 0.0
    for a in others:
        # s_a^2 r(c,a) / s_c = s_c (d_a / d_c)^2; of equal arms one counts like itself.
        ratios = sum(s[c] * (d[a] / d[c]) ** 2 for c in others if d[c] > 0)
        wrong += _tail(d[a] * sqrt(told[b].n), sqrt(s[b] * s[b] + s[b] * ratios))
    return max(0.0, 1.0 - wrong)


def _tail(gap: float, spread: float) -> float:
    """Phi(-gap / spread); without a spread equal arms are told apart by a coin."""
    if spread > 0:
        return 0.5 * erfc(gap / spread / sqrt(2.0))
    return 0.0 if gap > 0 else 0.5
