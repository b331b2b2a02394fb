"""Duels as rows: for people, and as plain values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from forethought.arena.effort import MeanEffort
from forethought.experiments.duel import Played

HEADER = ("games", "won-drawn-lost", "score", "nodes a move", "ms a move")
"""The columns of `cells`: the second and third from the side of the player, then both sides."""


def cells(played: Played) -> tuple[str, ...]:
    """What came of a duel."""
    match = played.match
    low, high = match.estimate.score_interval
    mine, other = played.efforts
    return (
        str(len(match.games)),
        f"{match.wins}-{match.draws}-{match.losses}",
        f"{match.score:.3f} ({low:.3f} to {high:.3f})",
        f"{mine.nodes:,.0f} / {other.nodes:,.0f}".replace(",", " "),
        f"{significant(1e3 * mine.seconds)} / {significant(1e3 * other.seconds)}",
    )


def significant(number: float) -> str:
    """A number with three digits that count."""
    if not number or not math.isfinite(number):
        return f"{number:g}"
    return f"{number:.{max(2 - math.floor(math.log10(abs(number))), 0)}f}"


def row(played: Played) -> dict[str, Any]:
    """The duel as plain values: its labels, its parameter, its result, the effort of both sides."""
    match = played.match
    low, high = match.estimate.score_interval
    return {
        **played.duel.labels,
        "parameter": played.parameter,
        "games": len(match.games),
        "won": match.wins,
        "drawn": match.draws,
        "lost": match.losses,
        "score": match.score,
        "score_low": low,
        "score_high": high,
        "elo": match.to_dict()["elo"],
        **_effort("player", played.efforts[0]),
        **_effort("opponent", played.efforts[1]),
    }


def _effort(side: str, effort: MeanEffort) -> dict[str, float]:
    return {
        f"{side}_nodes": round(effort.nodes, 3),
        f"{side}_nodes_sd": round(effort.spread, 3),
        f"{side}_ms": round(1e3 * effort.seconds, 6),
    }


def points(found: Sequence[Played]) -> list[tuple[float, float, float]]:
    """The scores with their intervals, for a figure."""
    return [(each.match.score, *each.match.estimate.score_interval) for each in found]
