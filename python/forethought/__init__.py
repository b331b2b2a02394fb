"""Choose an action when thinking costs something."""

from forethought import evaluations, fitting, games
from forethought._native import __version__
from forethought.arena import SPRT, GameRecord, Match, match
from forethought.check import Report, check
from forethought.decision import ActionStatistics, ActionTable, Decision, Spent
from forethought.errors import (
    BudgetError,
    ForethoughtError,
    GameError,
    IllegalAction,
    InternalError,
    Interrupted,
    ParameterError,
    PolicyError,
    StateError,
    Unsupported,
)
from forethought.explain import Explanation, explain
from forethought.game import CHANCE, OVER, Game
from forethought.perft import perft
from forethought.players import Clock, Player, ProcessPlayer, RandomPlayer, player
from forethought.policies import (
    AOAP,
    EXP3,
    KG,
    OCBA,
    UCB1,
    UCBE,
    UCT,
    EpsilonGreedy,
    Greedy,
    SequentialHalving,
    UCB1Tuned,
    Uniform,
)
from forethought.rng import Rng
from forethought.search import MCTS, AlphaBeta, Budget, Kept, Mixed, Search, decide, start
from forethought.selection import Selection, select
from forethought.solve import ActionValue, Solution, solve

__all__ = [
    "AOAP",
    "CHANCE",
    "EXP3",
    "KG",
    "MCTS",
    "OCBA",
    "OVER",
    "SPRT",
    "UCB1",
    "UCBE",
    "UCT",
    "ActionStatistics",
    "ActionTable",
    "ActionValue",
    "AlphaBeta",
    "Budget",
    "BudgetError",
    "Clock",
    "Decision",
    "EpsilonGreedy",
    "Explanation",
    "ForethoughtError",
    "Game",
    "GameError",
    "GameRecord",
    "Greedy",
    "IllegalAction",
    "InternalError",
    "Interrupted",
    "Kept",
    "Match",
    "Mixed",
    "ParameterError",
    "Player",
    "PolicyError",
    "ProcessPlayer",
    "RandomPlayer",
    "Report",
    "Rng",
    "Search",
    "Selection",
    "SequentialHalving",
    "Solution",
    "Spent",
    "StateError",
    "UCB1Tuned",
    "Uniform",
    "Unsupported",
    "__version__",
    "check",
    "decide",
    "evaluations",
    "explain",
    "fitting",
    "games",
    "match",
    "perft",
    "player",
    "select",
    "solve",
    "start",
]
