"""The algorithms in plain Python: the readable specification of what the library does.

They are written to be read beside the papers, and to agree with the native searches number for
number under the same random stream; they are slow.
"""

from forethought.textbook.adversarial import Answer, Event
from forethought.textbook.alpha_beta import alpha_beta
from forethought.textbook.backward_induction import BackwardInduction
from forethought.textbook.expectiminimax import expectiminimax
from forethought.textbook.many_players import Values, max_n, paranoid
from forethought.textbook.mcts import MCTS
from forethought.textbook.mgss import Candidate, Choice, Computation, Outlook, mgss
from forethought.textbook.minimax import minimax
from forethought.textbook.policies import OCBA, UCT, Scale, TreePolicy
from forethought.textbook.ranking_and_selection import Samples, apcs, lower_bound, sample_arms
from forethought.textbook.rollouts import LearnedRollouts
from forethought.textbook.tree import Arm, Node

__all__ = [
    "MCTS",
    "OCBA",
    "UCT",
    "Answer",
    "Arm",
    "BackwardInduction",
    "Candidate",
    "Choice",
    "Computation",
    "Event",
    "LearnedRollouts",
    "Node",
    "Outlook",
    "Samples",
    "Scale",
    "TreePolicy",
    "Values",
    "alpha_beta",
    "apcs",
    "expectiminimax",
    "lower_bound",
    "max_n",
    "mgss",
    "minimax",
    "paranoid",
    "sample_arms",
]
