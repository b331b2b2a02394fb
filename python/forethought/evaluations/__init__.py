"""Evaluations: what a state is worth before the play is over."""

from forethought.evaluations.linear import Feature, Linear, own

__all__ = ["Feature", "Linear", "own"]
