"""What a tree node takes, and whether the bytes that are counted are those that are held."""

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import forethought as ft
from benchmarks.games import FiveInARow
from benchmarks.measure import Spread
from benchmarks.result import Result, Target

SEARCH = ft.MCTS(policy=ft.UCT(weight=1.0, growing=False), backup="average")
STATM = Path("/proc/self/statm")


def per_node(simulations: int = 100_000) -> Iterator[Result]:
    """Bytes per node of the tree of each native game."""
    for name in ft.games.catalogue():
        game = ft.games.make(name)
        if game.turn(game.initial()) == ft.CHANCE:
            continue  # Nobody decides where it starts.
        spent = search(game, simulations).spent
        assert spent.simulations == simulations
        yield Result(
            group="memory",
            name=f"{name}, {spent.tree_nodes:,} nodes after {simulations:,} simulations",
            unit="bytes/node",
            ours=spent.bytes / spent.tree_nodes,
            answers="simulations",
        )


def counted(simulations: int = 100_000, in_python: int = 1000) -> Iterator[Result]:
    """Counted bytes beside what the process grew by, where the system tells that.

    Arrays that grow are allocated ahead; what of them was not used yet is not resident.
    """
    if not STATM.exists():
        return
    for game, n in ((ft.games.connect_four(), simulations), (FiveInARow(), in_python)):
        # A process of its own, in which nothing was freed before that could be used again.
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
            told, allocated, resident = fresh.submit(growth, game, n).result()
        target = Target(0.9, 1.1) if isinstance(game, ft.game.NativeGame) else None
        name = f"{game.name}, {n:,} simulations, counted"
        yield share(name, told, "allocated", allocated, target)
        yield share(name, told, "resident", resident)


def share(name: str, told: int, peer: str, grown: int, target: Target | None = None) -> Result:
    ratio = told / grown
    return Result(
        group="memory",
        name=name,
        unit="bytes",
        ours=told,
        answers="simulations",
        peer=peer,
        theirs=grown,
        ratio=Spread(ratio, ratio, ratio),
        target=target,
    )


def growth(game: ft.Game, simulations: int) -> tuple[int, int, int]:
    """Bytes that a search counts, and how much more is allocated and resident after it."""
    search(game, 10)
    before = held()
    decision = search(game, simulations)
    after = held()
    assert decision.spent.simulations == simulations
    return decision.spent.bytes, after[0] - before[0], after[1] - before[1]


def search(game: ft.Game, simulations: int) -> ft.Decision:
    return ft.decide(game, SEARCH, simulations=simulations, seed=1)


def held() -> tuple[int, int]:
    """Bytes that this process has allocated, and those that are resident."""
    pages = [int(count) for count in STATM.read_text().split()]
    size = os.sysconf("SC_PAGE_SIZE")
    return pages[5] * size, pages[1] * size
