"""`forethought decide`: an action for one state under a budget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from forethought.cli.errors import INTERRUPTED, InputError
from forethought.cli.inputs import (
    GameName,
    Parameters,
    State,
    game_from,
    policy_from,
    search_from,
    searches,
    state_from,
)
from forethought.cli.output import Json, emit, err, number, out, table
from forethought.errors import Interrupted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.text import Text

    from forethought.decision import ActionStatistics, Decision
    from forethought.search import Algorithm

_LIMITS = ("simulations", "nodes", "seconds", "memory", "depth", "until", "confidence")

_SearchName = Annotated[
    str,
    typer.Option(
        "--search",
        metavar="NAME[:k=v,...]",
        help="How to search: mcts, alpha_beta, ...; `alpha_beta:depth=6` sets parameters.",
    ),
]

Policy = Annotated[
    str | None,
    typer.Option(
        metavar="NAME[:k=v,...]",
        help="What to sample next: ocba, uct, ...; `ocba:n0=2,sigma0=100` sets parameters.",
    ),
]
Confidence = Annotated[float | None, typer.Option(help="Stop when so sure, between 0 and 1.")]
Seed = Annotated[int | None, typer.Option(help="Same seed, same answer; drawn if not given.")]
_Opponents = Annotated[
    str | None,
    typer.Option(
        metavar="random|NAME[:k=v,...]",
        help="What others do in the tree: random, or a policy; the same policy if not given.",
    ),
]
_Backup = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="How values go up the tree: contenders, bellman, mixed, max or average.",
    ),
]
_Chance = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="explicit weighs outcomes by their probabilities; sampled; auto."
    ),
]
_NodesBy = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Which arrivals share a node: state_and_stage, afterstate, state or path.",
    ),
]
_Choice = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="The final choice: best mean, most visits or lower_bound."),
]


def decide(
    game: GameName,
    param: Parameters = None,
    state: State = None,
    search: _SearchName = "mcts",
    policy: Policy = None,
    opponents: _Opponents = None,
    backup: _Backup = None,
    chance: _Chance = None,
    nodes_by: _NodesBy = None,
    choice: _Choice = None,
    simulations: Annotated[int | None, typer.Option(help="Most root-to-leaf passes.")] = None,
    nodes: Annotated[int | None, typer.Option(help="Most states generated.")] = None,
    seconds: Annotated[float | None, typer.Option(help="Most seconds.")] = None,
    memory: Annotated[int | None, typer.Option(help="Most bytes of tree.")] = None,
    depth: Annotated[int | None, typer.Option(help="Most actions to look ahead.")] = None,
    until: Annotated[str | None, typer.Option(help="proven: until the value is.")] = None,
    confidence: Confidence = None,
    seed: Seed = None,
    as_json: Json = False,
) -> None:
    """Decide what to do at a state; the first limit to be reached ends the search.

    Examples of use:

    - `forethought decide inventory -p penalty=10 -p setup=0 --simulations 20000 --seed 1`

    - `forethought decide tic_tac_toe --state X........ --policy uct --seconds 0.5`

    - `forethought decide stock.py:Stock --policy ocba:n0=2,sigma0=100 --simulations 5000`

    - `forethought decide tic_tac_toe --search proof_number:goal=outcome --until proven`

    At a terminal the decision so far is shown while the search runs. Ctrl-C ends the search early
    with the best decision so far.
    """
    values = (simulations, nodes, seconds, memory, depth, until, confidence)
    limits = {name: value for name, value in zip(_LIMITS, values, strict=True) if value is not None}
    named = {"backup": backup, "chance": chance, "nodes": nodes_by, "choice": choice}
    parts = _parts(policy, opponents, named)
    found = _made(search, parts)
    if not limits and not found.ends_by_itself:
        *most, last = [f"--{name}" for name in _LIMITS if name in found.limits]
        raise InputError(f"decide: no limit is given: give {', '.join(most)} or {last}")
    rules = game_from(game, param)
    place = state_from(rules, state)
    try:
        decision = _search(rules, found, place, limits, seed)
    except Interrupted as interrupt:
        decision = interrupt.decision
    emit("decide", {"game": game, **decision.to_dict()}, as_json, lambda: _show(decision))
    if decision.stop_reason == "interrupted":
        raise typer.Exit(INTERRUPTED)


def _parts(
    policy: str | None, opponents: str | None, named: dict[str, str | None]
) -> dict[str, Any]:
    """The parts of the search that were given; the others are those of `forethought.MCTS`."""
    parts: dict[str, Any] = {name: value for name, value in named.items() if value is not None}
    if policy is not None:
        parts["policy"] = policy_from(policy, policies())
    if opponents is not None:
        known = opponents == "random"
        parts["opponents"] = (
            "random" if known else policy_from(opponents, policies(), "--opponents", ("random",))
        )
    return parts


def policies() -> dict[str, type]:
    """Every policy by the name it has on the command line."""
    from forethought import policies as module

    return {
        "ocba": module.OCBA,
        "uct": module.UCT,
        "ucb1": module.UCB1,
        "ucb1_tuned": module.UCB1Tuned,
        "ucb_e": module.UCBE,
        "epsilon_greedy": module.EpsilonGreedy,
        "exp3": module.EXP3,
        "uniform": module.Uniform,
        "greedy": module.Greedy,
        "sequential_halving": module.SequentialHalving,
        "kg": module.KG,
        "aoap": module.AOAP,
    }


def _made(text: str, parts: dict[str, Any]) -> Algorithm:
    """The search that is named, with the parts that are options of their own."""
    from forethought import search as module

    if text == "mcts":
        return module.MCTS(**parts)
    if parts and text.partition(":")[0] in searches():
        option = {"nodes": "nodes-by"}.get(next(iter(parts)), next(iter(parts)))
        raise InputError(f"--{option}: a part of mcts, not of {text}: leave one of them out")
    made: Algorithm = search_from(text)
    return made


def _search(
    game: Any, found: Algorithm, state: Any, limits: dict[str, Any], seed: int | None
) -> Decision:
    from forethought import search

    with err().status("thinking") as status:

        def progress(so_far: Decision) -> None:
            status.update(_line(so_far))

        return search.decide(game, found, state=state, seed=seed, progress=progress, **limits)


def _line(so_far: Decision) -> Text:
    """What is shown while the search runs."""
    from rich.text import Text

    spent = so_far.spent
    sure = "" if so_far.confidence is None else f", confidence {so_far.confidence:.3f}"
    done = (
        f"{spent.nodes:,} nodes" if spent.simulations == 0 else f"{spent.simulations:,} simulations"
    )
    return Text(
        f"{so_far.action} so far, value {number(so_far.value)}{sure}; "
        f"{done} in {spent.seconds:.1f} s"
    )


def _show(decision: Decision) -> None:
    console = out()
    console.print(f"action {decision.action}, value {number(decision.value)}", markup=False)
    show_confidence(decision.confidence)
    if decision.spent.depth is None:
        show_statistics("action", decision.actions)
    else:
        rows = [(row.action, row.visits, number(row.mean), row.kind) for row in decision.actions]
        console.print(table(("action", "nodes", "value", "which is"), rows))
    spent = ", ".join(f"{name} {number(value)}" for name, value in vars(decision.spent).items())
    console.print(f"stopped by {decision.stop_reason}; spent: {spent}; seed {decision.seed}")


def show_confidence(confidence: float | None) -> None:
    """The confidence for people, if there is one."""
    if confidence is not None:
        out().print(f"confidence {confidence:.3f} (approximate PCS)")


def show_statistics(kind: str, rows: Sequence[ActionStatistics]) -> None:
    """The table of actions, or of what else is sampled, for people."""
    from forethought.decision import rounded

    headers = (kind, "visits", "mean", "s.e.", "low", "high")
    cells = [
        (row.action, row.visits, *numbers) for row, numbers in zip(rows, rounded(rows), strict=True)
    ]
    out().print(table(headers, cells))
