"""The algorithms in plain Python: the readable specification of what the library does.

They are written to be read beside the papers, and to agree with the native searches number for
number under the same random stream; they are slow.
"""

from forethought.textbook.adversarial import Answer, Event
from forethought.textbook.alpha_beta import alpha_beta
from forethought.textbook.backward_induction import BackwardInduction
from forethought.textbook.best_line import BestLine
from forethought.textbook.bounded_depth import (
    Heuristic,
    bounded_depth,
    feasible,
    focus,
    mobility,
    weighted,
)
from forethought.textbook.course import Step, legal, random, steps
from forethought.textbook.deliberation import Score, bestmove, maxscore
from forethought.textbook.expectiminimax import expectiminimax
from forethought.textbook.goal_proximity import goal_proximity
from forethought.textbook.many_players import Values, max_n, paranoid
from forethought.textbook.mcts import MCTS
from forethought.textbook.mgss import Candidate, Choice, Computation, Outlook, mgss
from forethought.textbook.minimax import minimax
from forethought.textbook.mixed import mixed, rest_is_small
from forethought.textbook.monte_carlo import Means, depth_charge, monte_carlo, montecarlo
from forethought.textbook.plans import (
    Plan,
    PlanCount,
    bestplan,
    better_plans,
    count_plans,
    sequential_plans,
)
from forethought.textbook.policies import OCBA, UCT, Scale, TreePolicy
from forethought.textbook.ranking_and_selection import Samples, apcs, lower_bound, sample_arms
from forethought.textbook.rave import Rave
from forethought.textbook.rollouts import LearnedRollouts
from forethought.textbook.tree import Arm, Node

__all__ = [
    "MCTS",
    "OCBA",
    "UCT",
    "Answer",
    "Arm",
    "BackwardInduction",
    "BestLine",
    "Candidate",
    "Choice",
    "Computation",
    "Event",
    "Heuristic",
    "LearnedRollouts",
    "Means",
    "Node",
    "Outlook",
    "Plan",
    "PlanCount",
    "Rave",
    "Samples",
    "Scale",
    "Score",
    "Step",
    "TreePolicy",
    "Values",
    "alpha_beta",
    "apcs",
    "bestmove",
    "bestplan",
    "better_plans",
    "bounded_depth",
    "count_plans",
    "depth_charge",
    "expectiminimax",
    "feasible",
    "focus",
    "goal_proximity",
    "legal",
    "lower_bound",
    "max_n",
    "maxscore",
    "mgss",
    "minimax",
    "mixed",
    "mobility",
    "monte_carlo",
    "montecarlo",
    "paranoid",
    "random",
    "rest_is_small",
    "sample_arms",
    "sequential_plans",
    "steps",
    "weighted",
]
