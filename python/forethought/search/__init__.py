"""Searches, and the decision under a budget."""

from forethought.search.algorithm import Algorithm
from forethought.search.alpha_beta import AlphaBeta
from forethought.search.budget import MEMORY, Budget
from forethought.search.expectiminimax import Expectiminimax
from forethought.search.max_n import MaxN, Paranoid
from forethought.search.mcts import MCTS, Mixed
from forethought.search.mgss import MGSS
from forethought.search.minimax import Minimax
from forethought.search.proof_number import ProofNumber
from forethought.search.rave import RAVE
from forethought.search.rollouts import MAST, NST
from forethought.search.running import Kept, Search, decide, start

__all__ = [
    "MAST",
    "MCTS",
    "MEMORY",
    "MGSS",
    "NST",
    "RAVE",
    "Algorithm",
    "AlphaBeta",
    "Budget",
    "Expectiminimax",
    "Kept",
    "MaxN",
    "Minimax",
    "Mixed",
    "Paranoid",
    "ProofNumber",
    "Search",
    "decide",
    "start",
]
