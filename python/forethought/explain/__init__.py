"""Minimax, alpha-beta and expectiminimax on a small tree, as a lecture would show them."""

from forethought.explain.explanation import Explanation, explain
from forethought.explain.sheet import MOST_NODES

__all__ = ["MOST_NODES", "Explanation", "explain"]
