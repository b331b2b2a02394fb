"""What is wrong with the arguments is said at the door, with the fix."""

from typing import Any

import numpy as np
import pytest

import forethought as ft
from forethought import _native
from tests.zoo import bases, broken_asked, broken_followed
from tests.zoo.good import Inventory, TicTacToe

STOCK = ft.games.inventory()


def decide(game: Any = STOCK, *parts: Any, **named: Any) -> Any:
    return ft.decide(game, *parts, **{"simulations": 5, **named})


class Declared(Inventory):
    def __init__(self, **declared: Any) -> None:
        super().__init__()
        self.__dict__.update(declared)


class BareStates(TicTacToe):
    """Its first state is a list."""

    def initial(self) -> Any:
        return ["."] * 9

    def turn(self, s: Any) -> int:
        return 0


class OddTurn(Inventory):
    def turn(self, s: tuple[int, int]) -> Any:
        return 3 if s[1] else 0


REFUSED: list[tuple[Any, type[Exception], str]] = [
    # Limits
    (lambda: ft.decide(STOCK), ft.BudgetError, "no limit is given: give one of simulations="),
    (lambda: decide(simulations=0), ft.BudgetError, "simulations=0: give a whole number from 1"),
    (lambda: decide(simulations=-1), ft.BudgetError, "simulations=-1"),
    (lambda: decide(simulations=1e4), ft.BudgetError, "simulations=10000.0: give a whole"),
    (lambda: decide(simulations=True), ft.BudgetError, "simulations=True"),
    (lambda: decide(simulations=2**63), ft.BudgetError, r"from 1 to 2\*\*63 - 1"),
    (lambda: decide(nodes="many"), ft.BudgetError, "nodes='many'"),
    (lambda: decide(memory="2GB"), ft.BudgetError, "memory='2GB': give a whole number"),
    (lambda: decide(memory=1e9), ft.BudgetError, "memory=1000000000.0"),
    (lambda: decide(seconds=0), ft.BudgetError, "seconds=0: give a number above 0"),
    (lambda: decide(seconds="1"), ft.BudgetError, "seconds='1'"),
    (lambda: decide(seconds=float("nan")), ft.BudgetError, "seconds=nan"),
    (lambda: decide(seconds=float("inf")), ft.BudgetError, "seconds=inf"),
    (lambda: decide(confidence=1), ft.BudgetError, "confidence=1: give a number between 0 and 1"),
    (lambda: decide(confidence="95%"), ft.BudgetError, "confidence='95%'"),
    # Seeds
    (lambda: decide(seed=-1), ft.ParameterError, r"seed=-1: give a whole number from 0 to 2\*\*64"),
    (lambda: decide(seed=2**64), ft.ParameterError, "seed=18446744073709551616"),
    (lambda: decide(seed=True), ft.ParameterError, "seed=True"),
    (lambda: decide(seed=1.0), ft.ParameterError, r"seed=1\.0"),
    # Games
    (lambda: decide(Inventory), ft.ParameterError, r"is a class: give a game, Inventory\(\)"),
    (lambda: decide("inventory"), ft.ParameterError, "'inventory' is no game"),
    (lambda: decide(None), ft.ParameterError, "None is no game"),
    (lambda: decide(Declared(players=0)), ft.GameError, "Declared.players=0: give a whole number"),
    (lambda: decide(Declared(players=2.0)), ft.GameError, r"players=2\.0"),
    (lambda: decide(Declared(players=True)), ft.GameError, "players=True"),
    (lambda: decide(Declared(players=256)), ft.GameError, "players=256: .* from 1 to 255"),
    (lambda: decide(Declared(name=7)), ft.GameError, "Declared.name=7: give a text"),
    (lambda: decide(Declared(horizon=3.0)), ft.GameError, r"horizon=3\.0: give a whole"),
    (lambda: decide(Declared(horizon=0)), ft.GameError, "horizon=0"),
    (lambda: decide(Declared(returns=5)), ft.GameError, r"returns=5: give .*\(low, high\)"),
    (lambda: decide(Declared(returns=(1, 0))), ft.GameError, r"returns=\(1, 0\)"),
    (lambda: decide(Declared(returns=("a", "b"))), ft.GameError, "returns="),
    (lambda: decide(broken_asked.NoStep()), ft.GameError, "define exactly one of apply"),
    (lambda: decide(broken_asked.TwoSteps()), ft.GameError, "define exactly one of apply"),
    (lambda: decide(broken_asked.NoInitial()), ft.GameError, r"does not define initial\(self\)"),
    (lambda: decide(BareStates()), ft.GameError, "a state can't be hashed .*: make states of tup"),
    (lambda: decide(OddTurn()), ft.GameError, r"turn\(\) is 3 at state .*: give a player from 0"),
    (lambda: decide(broken_followed.NoOutcomes()), ft.GameError, "outcomes"),
    (lambda: decide(broken_followed.WordReward()), ft.GameError, "the reward 'won'"),
    (lambda: decide(Declared(players=9)), ft.Unsupported, "9 players: give one with at most 8"),
    (lambda: decide(ft.games.nim(players=9)), ft.Unsupported, "9 players: give one with at most 8"),
    (lambda: ft.solve(Inventory), ft.ParameterError, "is a class"),  # type: ignore[arg-type]
    (lambda: ft.solve(Declared(players=0)), ft.GameError, "players=0"),
    (lambda: ft.solve(STOCK, max_states=0), ft.ParameterError, "max_states=0"),
    # States
    (lambda: decide(state=(5,)), ft.StateError, r"inventory: \(5,?\) is no state"),
    (lambda: decide(state="5, 0"), ft.StateError, "is no state"),
    (lambda: decide(state={5: 0}), ft.StateError, "is no plain value"),
    (lambda: decide(state=(5, 3)), ft.StateError, "the play is over: give a state where a player"),
    (lambda: ft.solve(STOCK, state=5), ft.StateError, "is no state"),
    # Parts
    (lambda: decide(STOCK, ft.UCT()), ft.ParameterError, "is no search: give one such as ft.MCTS"),
    (lambda: ft.MCTS(nodes="edges"), ft.ParameterError, "give one of state_and_stage, afterstate"),
    (lambda: ft.MCTS(nodes=ft.Mixed()), ft.ParameterError, "nodes="),  # type: ignore[arg-type]
    (lambda: ft.MCTS(backup=["max"]), ft.ParameterError, "give one of mixed"),  # type: ignore[arg-type]
    (lambda: ft.MCTS(policy=ft.OCBA), ft.ParameterError, "give a policy such as"),  # type: ignore[arg-type]
    (lambda: ft.MCTS(policy="ocba"), ft.ParameterError, "give a policy such as"),  # type: ignore[arg-type]
    (lambda: ft.MCTS(opponents="best"), ft.ParameterError, "give 'random', a policy"),
    (lambda: ft.MCTS(opponents=5), ft.ParameterError, "give 'random', a policy"),  # type: ignore[arg-type]
    (lambda: ft.MCTS(opponents=ft.UCT), ft.ParameterError, "give 'random', a policy"),  # type: ignore[arg-type]
    (lambda: ft.MCTS(rollout=5), ft.ParameterError, "or a callable rollout"),  # type: ignore[arg-type]
    (lambda: ft.MAST(epsilon=2), ft.ParameterError, "give a number from 0 to 1"),
    (lambda: ft.NST(longest=0), ft.ParameterError, "NST.longest"),
    (lambda: ft.RAVE(equivalence=0), ft.ParameterError, r"RAVE\(equivalence=0\): give a number ab"),
    (lambda: ft.RAVE(equivalence=True), ft.ParameterError, "give a number above 0"),
    (lambda: ft.MCTS(rave=True), ft.ParameterError, r"rave=True\): give ft.RAVE\(\)"),  # type: ignore[arg-type]
    (lambda: ft.MCTS(rollout=max, rave=ft.RAVE()), ft.ParameterError, r"NST\(\) with rave="),
    (lambda: ft.MCTS(solver=1), ft.ParameterError, "give True or False"),  # type: ignore[arg-type]
    (lambda: ft.MCTS(solver=True, backup="average"), ft.ParameterError, "backup="),
    (lambda: ft.MGSS(trust=0), ft.ParameterError, r"MGSS\(trust=0\): give a number above 0"),
    (lambda: ft.MGSS(trust=True), ft.ParameterError, "give a number above 0"),
    (lambda: ft.MGSS(trust=1, steps="searches"), ft.ParameterError, "it has no trust"),
    (lambda: ft.Mixed(0), ft.ParameterError, "give a number above 0"),
    (lambda: ft.Mixed("1"), ft.ParameterError, "give a number above 0"),  # type: ignore[arg-type]
    (lambda: ft.OCBA(n0=0), ft.ParameterError, r"OCBA.n0=0: give a whole number"),
    (lambda: ft.OCBA(n0=1.0), ft.ParameterError, r"OCBA.n0=1\.0"),  # type: ignore[arg-type]
    (lambda: ft.OCBA(root_n0=True), ft.ParameterError, "OCBA.root_n0=True"),
    (lambda: ft.OCBA(sigma0="x"), ft.ParameterError, "sigma0='x'"),  # type: ignore[arg-type]
    (lambda: ft.UCT(weight=-1), ft.ParameterError, r"UCB1\(weight=-1\): give a number from 0"),
    (lambda: ft.UCT(weight=float("inf")), ft.ParameterError, "weight=inf"),
    (lambda: ft.UCBE(exploration=0), ft.ParameterError, "exploration=0"),
    (lambda: ft.EpsilonGreedy(epsilon=1.5), ft.ParameterError, "a probability from 0 to 1"),
    (lambda: ft.EXP3(gamma=0), ft.ParameterError, "gamma=0"),
    (lambda: ft.EXP3(low=1, high=1), ft.ParameterError, "a number above low"),
    (lambda: ft.UCB1(relative=5), ft.ParameterError, r"UCB1\(relative=5\): give True or False"),  # type: ignore[arg-type]
    (lambda: ft.UCBE(growing="x"), ft.ParameterError, "growing='x'"),  # type: ignore[arg-type]
    (lambda: ft.UCB1(weight=10**400), ft.ParameterError, "weight=1000"),
    (lambda: ft.SequentialHalving(inner=None), ft.ParameterError, "inner=None"),  # type: ignore[arg-type]
    (lambda: ft.SequentialHalving(inner=3), ft.ParameterError, "give UCB1, or"),  # type: ignore[arg-type]
    (lambda: ft.EXP3(low="x"), ft.ParameterError, "low='x'"),  # type: ignore[arg-type]
    (lambda: ft.AOAP(mean0=None), ft.ParameterError, "mean0=None"),  # type: ignore[arg-type]
    (lambda: decide(seconds=10**400), ft.BudgetError, "give a number above 0"),
    (lambda: decide(Declared(returns=(0, 10**400)), simulations=5), ft.GameError, "returns"),
    (lambda: decide(simulations=5, progress=5), ft.ParameterError, "progress=5: give a callable"),
    (lambda: ft.select([len], budget=5, progress=5), ft.ParameterError, "progress=5"),  # type: ignore[list-item, arg-type]
    (lambda: ft.select([len], budget=5, executor=5), ft.ParameterError, "executor=5: give a conc"),  # type: ignore[list-item, arg-type]
    (lambda: ft.AOAP(variance0=0), ft.ParameterError, "variance0=0"),
    (
        lambda: ft.decide(STOCK, ft.MCTS(policy=ft.SequentialHalving()), seconds=1),
        ft.ParameterError,
        "SequentialHalving must know its budget: give simulations=",
    ),
    (
        lambda: decide(bases.Simulated(), ft.MCTS(chance="explicit")),
        ft.Unsupported,
        "define outcomes",
    ),
]


@pytest.mark.parametrize(("call", "error", "told"), REFUSED)
def test_refused(call: Any, error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told) as raised:
        call()
    assert type(raised.value) is error


@pytest.mark.parametrize(
    "named",
    [
        {"simulations": np.int64(5), "seed": np.uint64(2**64 - 1)},
        {"simulations": 5, "seconds": np.float32(9), "memory": np.int32(10**6)},
        {"simulations": 2**63 - 1, "seconds": 0.001},
        {"simulations": 5, "confidence": np.float64(0.5)},
        {"simulations": 5, "state": [np.int64(5), 0]},
    ],
)
def test_the_numbers_of_numpy_are_numbers(named: Any) -> None:
    assert ft.decide(STOCK, **named).visits >= 1


def test_a_game_that_there_is_not_is_answered_with_those_that_are() -> None:
    for name, told in (("quoits", "give one of .*inventory"), ("nimm", "did you mean nim")):
        with pytest.raises(AttributeError, match=f"no game '{name}': {told}"):
            getattr(ft.games, name)


def test_numpy_in_declarations_and_policies() -> None:
    game = Declared(players=np.int64(1), horizon=np.int32(3), returns=(np.float64(-300), 0))
    policy = ft.OCBA(n0=np.int64(2), sigma0=np.float32(1))  # type: ignore[arg-type]
    assert ft.decide(game, ft.MCTS(policy=policy), simulations=5).visits == 5


def test_a_fault_of_ours_is_an_exception(capfd: pytest.CaptureFixture[str]) -> None:
    spec = ft.Greedy().describe()
    with pytest.raises(ft.InternalError, match=r"forethought failed inside .*at least one arm"):
        _native.Bandit(spec, 0, 1)
    assert issubclass(ft.InternalError, Exception)
    # Where it happened is on the error stream, for the report that is asked for.
    assert "panicked at" in capfd.readouterr().err
