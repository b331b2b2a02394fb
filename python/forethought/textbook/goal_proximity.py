"""Goal proximity: what a rule sheet would pay if the play were over at a state where it is not.

The course takes it for an evaluation: findreward(role, state) at any state. The games of this
library pay at the end alone. So a second sheet is made of the first one, in which the play is over
after a single move that changes nothing; it is paid there what the state is worth.
"""

import re
from collections.abc import Iterator

from forethought.errors import Unsupported
from forethought.game import Game, step
from forethought.gdl import GDLGame, load
from forethought.rng import Rng
from forethought.textbook.bounded_depth import Heuristic
from forethought.textbook.course import before_choices

Token = str

_LOOK = """
(<= (legal ?role look) (role ?role))
(<= (next ?fluent) (true ?fluent))
(next looked)
(<= terminal (true looked))
"""


def goal_proximity(game: Game, player: int) -> Heuristic:
    """The goal value of a player at any state of a rule sheet, from 0 to 100.

    As at the end of a play it is 0 where the sheet gives none, and the largest where it gives
    several. Raises Unsupported for another game, and for a sheet in the infix form.
    """
    if not isinstance(game, GDLGame):
        raise Unsupported(
            f"{game.name} is no rule sheet, so that only its ends have goals: give an evaluation"
        )
    frozen, rng = _frozen(game), Rng(0, "goals")

    def judge(state: tuple[str, ...]) -> float:
        return step(frozen, before_choices(game, state), "look", rng)[0][player]

    return judge


def _frozen(game: GDLGame) -> GDLGame:
    """The sheet without its moves. Goals may ask what is legal, and whether the play is over."""
    tokens = re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", game.rules))
    if "<=" not in tokens:
        raise Unsupported(f"{game.name}: goals are read from sheets in the prefix form (KIF)")
    kept = [" ".join(_renamed(rule)) for rule in _rules(tokens) if _head(rule) != "next"]
    return load("\n".join(kept) + _LOOK)


def _rules(tokens: list[Token]) -> Iterator[list[Token]]:
    """The rules and facts, each with its parentheses."""
    rule, depth = list[Token](), 0
    for token in tokens:
        rule.append(token)
        depth += (token == "(") - (token == ")")
        if depth == 0:
            yield rule
            rule = []


def _head(rule: list[Token]) -> str:
    """The name that a rule or a fact is about."""
    return next(token for token in rule if token not in ("(", "<=")).lower()


def _renamed(rule: list[Token]) -> Iterator[Token]:
    """The rule with other names for what the look has rules of its own for."""
    for before, token in zip(["", *rule], rule, strict=False):
        is_name = before == "(" if token.lower() == "legal" else token.lower() == "terminal"
        yield f"{token.lower()}-before" if is_name else token
