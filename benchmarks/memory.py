"""What a tree node takes, and whether the bytes that are counted are those that are held."""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import forethought as ft
from benchmarks.measure import Spread
from benchmarks.result import Result, Target

HOLDS_MOST = "connect_four"
SEARCH = ft.MCTS(policy=ft.UCT(weight=1.0, growing=False), backup="average")
STATM = Path("/proc/self/statm")


def per_node(simulations: int = 100_000) -> Iterator[Result]:
    """Bytes per node of the tree of each native game."""
    for name in ft.games.catalogue():
        spent = search(name, simulations).spent
        assert spent.simulations == simulations
        yield Result(
            group="memory",
            name=f"{name}, {spent.tree_nodes:,} nodes after {simulations:,} simulations",
            unit="bytes/node",
            ours=spent.bytes / spent.tree_nodes,
            answers="simulations",
        )


def counted(simulations: int = 100_000) -> Iterator[Result]:
    """Counted bytes beside what the process grew by, where the system tells that."""
    if not STATM.exists():
        return
    # A process of its own, in which nothing was freed before that could be used again.
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
        told, grown = fresh.submit(growth, HOLDS_MOST, simulations).result()
    share = told / grown
    yield Result(
        group="memory",
        name=f"{HOLDS_MOST}, counted of what the process grew by",
        unit="bytes",
        ours=told,
        answers="simulations",
        peer="resident memory",
        theirs=grown,
        ratio=Spread(share, share, share),
        target=Target(0.9, 1.1),
    )


def growth(name: str, simulations: int) -> tuple[int, int]:
    """Bytes that a search counts, and bytes that the process grew by meanwhile."""
    search(name, 100)
    before = resident()
    decision = search(name, simulations)
    grown = resident() - before
    assert decision.spent.simulations == simulations
    return decision.spent.bytes, grown


def search(name: str, simulations: int) -> ft.Decision:
    game = ft.games.make(name)
    return ft.decide(game, SEARCH, simulations=simulations, seed=1)


def resident() -> int:
    pages = int(STATM.read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") if sys.platform != "win32" else 0
