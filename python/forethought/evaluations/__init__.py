"""Evaluations: what a state is worth before the play is over."""

from forethought.evaluations.linear import Feature, Linear, own
from forethought.evaluations.named import Named, othello, zero

__all__ = ["Feature", "Linear", "Named", "othello", "own", "zero"]
