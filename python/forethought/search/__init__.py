"""Searches, and the decision under a budget."""

from forethought.search.algorithm import Algorithm
from forethought.search.alpha_beta import AlphaBeta
from forethought.search.budget import MEMORY, Budget
from forethought.search.mcts import MCTS, Mixed
from forethought.search.running import Kept, Search, decide, start

__all__ = [
    "MCTS",
    "MEMORY",
    "Algorithm",
    "AlphaBeta",
    "Budget",
    "Kept",
    "Mixed",
    "Search",
    "decide",
    "start",
]
