"""`python -m benchmarks.solve_connect_four` proves the value of connect four from the start.

It takes minutes to hours and as much memory as it is given (`--gigabytes`); one thread.
"""

import argparse
import time

import forethought as ft

CELLS = 42


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gigabytes", type=float, default=4, help="size of the table")
    parser.add_argument("--moves", default="", help="columns played before, counted from 1 on")
    given = parser.parse_args()
    game = ft.games.connect_four()
    state = game.initial()
    for column in given.moves:
        _, state = game.apply(state, int(column) - 1)
    # To the last cell at once: what a shallower search finds is no proof, and would be found again.
    search = ft.AlphaBeta(depth=CELLS, iterative=False, table=int(given.gigabytes * 2**30))
    begun = time.thread_time()
    decision = ft.decide(game, search, state=state, until="proven")
    seconds = time.thread_time() - begun
    assert decision.proven
    assert given.moves or (decision.action, decision.value) == (3, 1)
    nodes = decision.spent.nodes
    print(f"column {decision.action} (counted from 0), value {decision.value:g}, proven")
    rate = nodes / seconds / 1e6
    print(f"{nodes:,} nodes, {seconds:,.0f} s of processor time, {rate:.2f} M nodes/s")
    print(f"{decision.spent.bytes / 2**30:.2f} GiB")


if __name__ == "__main__":
    main()
