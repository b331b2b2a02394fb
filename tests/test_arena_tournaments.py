"""A match and a tournament give one result: on any number of workers, stopped or not."""

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import forethought as ft
from forethought.arena import games_jsonl, games_text
from forethought.arena.runner import Progress
from forethought.arena.store import GameStore
from forethought.errors import IllegalAction
from forethought.store import StoreError
from tests.arena_help import GAME, bad
from tests.zoo.players import first

ROOT = Path(__file__).parents[1]
SEARCH = ft.player(ft.MCTS(), simulations=40, name="search")
RANDOM = ft.RandomPlayer()


def match(one: Any = SEARCH, other: Any = RANDOM, **named: Any) -> ft.Match:
    return ft.match(one, other, GAME, **{"games": 8, "seed": 1, **named})


def played(games: Any) -> list[Any]:
    """All of the games but the times, which alone may differ."""
    return [{**record.to_dict(), "seconds": None, "thought": None} for record in games]


def test_pairs_share_their_opening_and_swap_places() -> None:
    found = match(games=20)
    pairs = list(zip(found.games[::2], found.games[1::2], strict=True))
    for number, (one, other) in enumerate(pairs):
        assert (one.pair, one.leg, other.pair, other.leg) == (number, 0, number, 1)
        assert (one.opening, one.start) == (other.opening, other.start)
        assert one.players == ("search", "random") == other.players[::-1]
        assert len(one.opening) == 4
    assert len({one.start for one, _ in pairs}) == 10
    assert found.wins + found.draws + found.losses == 20
    assert sum(found.pairs) == 10
    assert sum(i * n / 2 for i, n in enumerate(found.pairs)) == found.points


def test_the_result_does_not_depend_on_the_workers() -> None:
    test = ft.SPRT(-100, 100)
    alone = match(games=60, sprt=test)
    assert len(alone.games) < 60
    assert alone.verdict is not None
    assert alone.verdict.accepted == "elo1"
    for workers in (2, 3):
        assert played(match(games=60, sprt=test, workers=workers).games) == played(alone.games)


def test_another_seed_gives_other_games() -> None:
    assert played(match().games) != played(match(seed=2).games)
    assert match(seed=None).seed != match(seed=None).seed


def test_openings_can_be_given() -> None:
    state = GAME.apply(GAME.initial(), 3)[1]
    found = match(openings=[[0, 1], state])
    assert [record.opening for record in found.games[:4:2]] == [("0", "1"), ()]
    assert found.games[2].start == state
    assert found.games[4].opening == ("0", "1")


def test_few_openings_come_again() -> None:
    found = match(RANDOM, ft.RandomPlayer(name="other"), openings=1, games=40)
    assert len({record.start for record in found.games}) == 7


SINGLE = ft.games.inventory()
REFUSED: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"games": 7}, ft.ParameterError, "games=7: give an even number"),
    ({"games": 0}, ft.ParameterError, "games=0"),
    ({"openings": 43}, ft.ParameterError, "openings=43: connect_four is over"),
    ({"openings": []}, ft.ParameterError, r"openings=\[\]: give at least one"),
    ({"openings": [[9]]}, IllegalAction, "action 9 is not legal"),
    ({"openings": [[0, 1] * 3 + [0]]}, ft.ParameterError, r"openings\[0\]: at .* no player"),
    ({"workers": 0}, ft.ParameterError, "workers=0"),
    ({"sprt": 5}, ft.ParameterError, "sprt=5: give one such as"),
    ({"margin": -1}, ft.ParameterError, "margin=-1"),
    ({"max_plies": 0}, ft.ParameterError, "max_plies=0"),
    ({"seed": -1}, ft.ParameterError, "seed=-1"),
    ({"other": SEARCH}, ft.ParameterError, "two players are called 'search'"),
    ({"other": lambda s: 1, "workers": 2}, ft.ParameterError, "can't be sent to a worker"),
]


@pytest.mark.parametrize(("named", "kind", "text"), REFUSED)
def test_what_is_wrong_is_said(named: dict[str, Any], kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=text):
        match(**named)


def test_games_for_one_are_refused() -> None:
    with pytest.raises(ft.Unsupported, match="for two players, and this game has 1"):
        ft.match(SEARCH, RANDOM, SINGLE, games=2)


def test_the_report_says_it_all() -> None:
    text = str(match(bad("crashing"), SEARCH, games=2, sprt=ft.SPRT(0, 10)))
    assert "crashing against search: connect_four, 2 games" in text
    assert "score 0 of 2 (0.0%): 0 won, 0 drawn, 2 lost" in text
    assert "Elo -inf, 95 % interval -inf to +" in text
    assert "ended: 2 lost by a crash (crashing)" in text
    assert "SPRT(elo0=0, elo1=10, alpha=0.05, beta=0.05): LLR" in text
    assert "nan" not in text


def test_a_zoo_of_bad_players_does_not_end_a_tournament() -> None:
    names = ["illegal", "nothing", "crashing", "leaving", "silent"]
    players = [
        ft.player(first, name="good"),
        *(bad(name, seconds=0.2 if name == "silent" else 20) for name in names),
    ]
    found = ft.tournament(players, GAME, games=2, gauntlet=True, seed=1)
    assert found.standings[0].name == "good"
    assert [row.faults for row in found.standings] == [0, 2, 2, 2, 2, 2]
    reasons = {record.players[record.loser or 0]: record.reason for record in found.games}
    assert reasons == {
        "illegal": "illegal",
        "nothing": "illegal",
        "crashing": "crash",
        "leaving": "crash",
        "silent": "silent",
    }


LADDER = [
    RANDOM,
    *(ft.player(ft.MCTS(), simulations=n, name=f"search {n}") for n in (10, 40)),
]


def ladder(store: Path | None = None, **named: Any) -> ft.Tournament:
    return ft.tournament(
        named.pop("players", LADDER), GAME, **{"games": 6, "seed": 3, "store": store, **named}
    )


def test_everybody_meets_everybody_or_only_the_first() -> None:
    found, gauntlet = ladder(), ladder(gauntlet=True, anchor="random")
    assert [(m.first, m.second) for m in found.matches] == [
        ("random", "search 10"),
        ("random", "search 40"),
        ("search 10", "search 40"),
    ]
    assert len(found.games) == 18
    assert [(m.first, m.second) for m in gauntlet.matches] == [
        ("random", "search 10"),
        ("random", "search 40"),
    ]
    assert sum(row.points for row in found.standings) == 18
    assert sum(row.elo for row in found.standings) == pytest.approx(0, abs=1e-6)
    assert {row.name: row.elo for row in gauntlet.standings}["random"] == 0
    names, cells = found.cross_table
    assert [row[place] for place, row in enumerate(cells)] == ["-"] * 3
    assert names == [row.name for row in found.standings]


def test_more_games_and_players_add_to_what_is_kept(tmp_path: Path) -> None:
    store = tmp_path / "results.db"
    ladder(store, players=LADDER[:2], games=2)
    seen: list[Any] = []
    found = ladder(store, players=LADDER[::-1], progress=seen.append)
    assert [progress.done for progress in seen] == list(range(3, 19))
    whole = ladder(tmp_path / "whole.db")
    assert sorted(map(str, played(found.games))) == sorted(map(str, played(whole.games)))
    assert found.standings == whole.standings


def test_other_settings_are_refused(tmp_path: Path) -> None:
    store = tmp_path / "results.db"
    ladder(store, games=2)
    with pytest.raises(StoreError, match="seed 3, and now seed is 4"):
        ladder(store, games=2, seed=4)
    other = [ft.player(ft.MCTS(), simulations=11, name="search 10"), *LADDER[::2]]
    with pytest.raises(StoreError, match="tournament, search 10 with player"):
        ladder(store, players=other, games=2)
    assert ladder(store, games=2, seed=4, name="another").seed == 4


def test_two_at_once_keep_each_game_once(tmp_path: Path) -> None:
    path = str(tmp_path / "results.db")
    both = [started("long", path, "1", "10"), started("long", path, "1", "10")]
    assert [process.wait(60) for process in both] == [0, 0]
    whole = long(str(tmp_path / "whole.db"), games="10")
    assert played(long(path, games="10").games) == played(whole.games)


def long(
    path: str,
    workers: str = "1",
    games: str = "40",
    progress: Callable[[Progress], None] | None = None,
) -> ft.Tournament:
    """For a process of its own too."""
    players = [ft.player(ft.MCTS(), simulations=n, name=str(n)) for n in (400, 600, 800)]
    return ft.tournament(
        players,
        GAME,
        games=int(games),
        seed=1,
        store=path,
        workers=int(workers),
        progress=progress,
    )


def unfinished(path: str, workers: str) -> None:
    """As ``long``, but holds its breath before the end, however late somebody comes to kill it."""
    long(path, workers, progress=lambda now: time.sleep(60 if now.done >= 100 else 0))


PROGRAM = "import sys; from tests import test_arena_tournaments as here; here.{}(*sys.argv[1:])"


def started(what: str, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", PROGRAM.format(what), *words], cwd=ROOT)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_killed_at_random_points_and_resumed_it_gives_the_same_standings(
    tmp_path: Path, workers: str
) -> None:
    path, rng = str(tmp_path / "killed.db"), random.Random(int(workers))
    for _ in range(2):
        with started("unfinished", path, workers) as process:
            wanted = kept(path) + rng.randrange(1, 30)
            deadline = time.monotonic() + 30
            while kept(path) < wanted and process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.005)
            process.kill()
    assert 0 < kept(path) < 120
    found, whole = long(path), long(str(tmp_path / "whole.db"))
    assert found.standings == whole.standings
    assert played(found.games) == played(whole.games)


def kept(path: str) -> int:
    with GameStore(path) as store:
        return len(store.rows(GameStore.table.select()))


def test_games_are_exported(tmp_path: Path) -> None:
    found = ladder()
    paths = found.write(tmp_path / "out")
    names = ["games.jsonl", "games.txt", "matches.csv", "ratings.png", "ratings.svg"]
    assert sorted(path.name for path in paths) == [*names, "standings.csv"]
    assert all(path.stat().st_size > 100 for path in paths)
    lines = games_jsonl(found.games).splitlines()
    read = [ft.GameRecord.from_dict(json.loads(line)) for line in lines]
    assert read == found.games
    text = games_text(found.games[:1])
    assert '[First "random"]\n[Second "search 10"]' in text
    record = found.games[0]
    moves = " ".join([*record.opening, *(a for a in record.actions if a), record.result])
    assert " ".join(text.split("\n\n")[1].split()) == moves


def test_othello_is_written_as_a_transcript() -> None:
    game = ft.games.othello()
    found = ft.match(RANDOM, ft.RandomPlayer(name="other"), game, games=2, seed=1)
    for text in games_text(found.games).split("\n[Game")[:2]:
        moves = text.strip().splitlines()[-1]
        assert len(moves) % 2 == 0
        assert 90 <= len(moves) <= 120
        assert "pass" not in moves


def test_the_figure_has_a_dot_for_each_player_best_at_the_top() -> None:
    found = ladder()
    (axes,) = found.figure().axes
    assert [label.get_text() for label in axes.get_yticklabels()] == [
        row.name for row in found.standings
    ]
    dots: Any = axes.lines[0]
    assert list(dots.get_xdata()) == [row.elo for row in found.standings]
    assert list(dots.get_ydata()) == [3, 2, 1]
