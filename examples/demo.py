"""Decides the first order of an inventory problem, and shows how the budget was spread."""

from pathlib import Path

from rich.console import Console
from rich.table import Table

import forethought as ft
from forethought.experiments.figures import allocation_figure

SIMULATIONS, SEED = 20_000, 1
PICTURE = Path("demo.png")
PROBLEM = """A shop has 5 units in stock and room for 20; it orders now and in two more periods.
Demand is 0 to 9 each time; a unit left over costs 1, a unit short 10. What to order now?
"""


def decide(game: ft.Game, policy: ft.OCBA | ft.UCT) -> ft.Decision:
    search = ft.MCTS(policy=policy, backup="mixed")
    return ft.decide(game, search, simulations=SIMULATIONS, seed=SEED)


def summary(name: str, d: ft.Decision) -> str:
    top = sum(sorted(row.visits for row in d.actions)[-2:]) / d.spent.simulations
    return (
        f"{name} orders {d.action}, worth {d.value:.2f}: confidence {d.confidence:.3f} (APCS); "
        f"{top:.0%} of the visits in its top two\n  stopped by {d.stop_reason}: "
        f"{d.spent.simulations:,} in {d.spent.seconds:.3f} s, seed {d.seed}"
    )


def table(d: ft.Decision, exact: dict[int, float]) -> Table:
    columns = Table("order", "visits", "mean", "s.e.", "exact", box=None, padding=(0, 2))
    for column in columns.columns:
        column.justify = "right"
    for row in d.actions:
        cells = (row.mean, row.stderr, exact[row.action])
        columns.add_row(
            f"{'> ' if row.action == d.action else ''}{row.action}",
            f"{row.visits}",
            *("-" if cell is None else f"{cell:.2f}" for cell in cells),
        )
    return columns


game = ft.games.inventory(penalty=10, setup=0)
solution = ft.solve(game)
ocba = decide(game, ft.OCBA(n0=2, root_n0=4, sigma0=100))
uct = decide(game, ft.UCT(n0=2, root_n0=4))
exact = dict(solution.actions)
console = Console(highlight=False, soft_wrap=True)
console.print(PROBLEM, summary("OCBA", ocba), "", table(ocba, exact), "", sep="\n")
console.print(f"Exact: the best order is {solution.action}, worth {solution.value:.2f}")
console.print(summary("UCT", uct), "", sep="\n")
allocation_figure(ocba, uct, exact=exact).savefig(PICTURE)
console.print("What a confidence assumes: docs/confidence.md")
console.print(f"How both spread their budget: {PICTURE.resolve()}")
