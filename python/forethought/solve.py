"""Exact values by backward induction over every state that can be reached."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import isclose
from typing import Any, NamedTuple

from forethought import _native
from forethought.arguments import whole
from forethought.game import CHANCE, OVER, Game, NativeGame, sound

_ROUNDING = 1e-9


class ActionValue(NamedTuple):
    """An action and what the player who decides gets in best play after it."""

    action: Any
    value: float


@dataclass(frozen=True)
class Solution:
    """The exact answer at a state.

    Attributes:
        action: the best action, the first of equally good ones; None where no player decides.
        value: what the player who decides gets from the state on (where nobody does, player 0).
        values: the same for each player.
        actions: each action with its value, in the order of the game; none where no player decides.
        turn: whose turn it is: a player, ``ft.CHANCE`` or ``ft.OVER``.
        states: how many different states can be reached, this one included.
        horizon: the most actions, those of chance included, that a play can take from here; None
            if states can come twice in a play.
    """

    action: Any
    value: float
    values: tuple[float, ...]
    actions: tuple[ActionValue, ...]
    turn: int
    states: int
    horizon: int | None

    @property
    def best(self) -> tuple[Any, ...]:
        """The actions that are best, equal ones to nine digits included; none if nobody decides."""
        return tuple(
            row.action
            for row in self.actions
            if isclose(row.value, self.value, rel_tol=_ROUNDING, abs_tol=_ROUNDING)
        )

    def __repr__(self) -> str:
        what = {OVER: "the play is over", CHANCE: "it is chance's turn"}.get(self.turn)
        head = what or f"{self.action!r}, value {self.value:.6g}"
        values = f", values {_row(self.values)}" if len(self.values) > 1 else ""
        return f"<Solution: {head}{values}; {self.states} states>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{'>' if row.action == self.action else ''}</td>"
            f"<td>{escape(str(row.action))}</td><td>{row.value:.6g}</td></tr>"
            for row in self.actions
        )
        head = "<thead><tr><th></th><th>action</th><th>value</th></tr></thead>"
        table = f"<table>{head}<tbody>{rows}</tbody></table>" if rows else ""
        return f"<p>{escape(repr(self)[1:-1])}</p>{table}"

    def to_dict(self) -> dict[str, Any]:
        """The solution as plain values."""
        return {
            "action": self.action,
            "best": list(self.best),
            "value": self.value,
            "values": list(self.values),
            "actions": [row._asdict() for row in self.actions],
            "turn": self.turn,
            "states": self.states,
            "horizon": self.horizon,
        }


def solve(game: Game, *, state: Any = None, max_states: int = 10_000_000) -> Solution:
    """Solves a game exactly from ``state`` on (the initial one if it is not given).

    Each player takes what is best for himself (of two players whose returns sum to a constant
    that is minimax), the first of equally good actions; chance is averaged. Where states can come
    twice in a play, values settle to within 1e-12 and a play that never ends is worth what it
    pays. Source: backward induction (Bellman 1957).

    Args:
        game: the game, whose chance must be listed (``outcomes``), not only sampled.
        state: where to start; it may be over, and it may be chance's turn.
        max_states: the most states that may be reached; each is held in memory.

    Raises:
        Unsupported: if the game only samples its chance, more states can be reached, or values of
            states that come again do not settle.
        GameError: if the game breaks its contract. What it raises itself passes through; Ctrl-C
            raises KeyboardInterrupt.
    """
    game = sound(game)
    state = game.initial() if state is None else state
    most = whole(max_states, "max_states")
    native = game.native if isinstance(game, NativeGame) else game
    answer = _native.solve(native, state, most)
    turn, values = answer["turn"], answer["values"]
    rows = answer["actions"] if turn >= 0 else []
    return Solution(
        action=rows[answer["best"] or 0][0] if rows else None,
        value=values[max(turn, 0)],
        values=values,
        actions=tuple(ActionValue(action, gets[turn]) for action, gets in rows),
        turn=turn,
        states=answer["states"],
        horizon=answer["horizon"],
    )


def _row(values: Sequence[float]) -> str:
    return "(" + ", ".join(f"{value:.6g}" for value in values) + ")"
