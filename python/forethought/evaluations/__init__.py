"""Evaluations: what a state is worth before the play is over."""

from forethought.evaluations.named import Named, othello, zero

__all__ = ["Named", "othello", "zero"]
