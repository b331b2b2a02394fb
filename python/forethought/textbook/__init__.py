"""The algorithms in plain Python: the readable specification of what the library does.

They are written to be read beside the papers, and to agree with the native searches number for
number under the same random stream; they are slow.
"""

from forethought.textbook.backward_induction import BackwardInduction
from forethought.textbook.mcts import MCTS
from forethought.textbook.policies import OCBA, UCT, Scale, TreePolicy
from forethought.textbook.ranking_and_selection import Samples, apcs, lower_bound, sample_arms
from forethought.textbook.tree import Arm, Node

__all__ = [
    "MCTS",
    "OCBA",
    "UCT",
    "Arm",
    "BackwardInduction",
    "Node",
    "Samples",
    "Scale",
    "TreePolicy",
    "apcs",
    "lower_bound",
    "sample_arms",
]
