"""A play in the terminal: the play behind it, and a person at a pseudo-terminal."""

import os
import pty
import re
import select
import subprocess
import sys
import time
from typing import Any

import pytest

import forethought as ft
from forethought.cli.opponents import Seated, guessed
from forethought.play import Play

WAIT = 60.0


def begun(game: ft.Game, *programs: int) -> Play:
    def think(state: Any) -> ft.Decision:
        return ft.decide(game, simulations=50, seed=1, state=state)

    return Play(game, dict.fromkeys(programs, think), ft.Rng(1))


def test_a_play_to_its_end() -> None:
    play = begun(ft.games.tic_tac_toe(), 1)
    while not play.over:
        play.act(play.decide().action if play.turn == 1 else play.actions[0])
    assert play.actions == []
    assert sum(play.returns) == 0
    with pytest.raises(ft.StateError, match="over"):
        play.act(0)


def test_an_illegal_action_changes_nothing() -> None:
    play = begun(ft.games.tic_tac_toe())
    play.act(4)
    with pytest.raises(ft.IllegalAction, match="give one of 0, 1, 2, 3, 5"):
        play.act(4)
    assert [move.action for move in play.moves] == [4]


def test_undo_goes_back_to_where_a_person_decided() -> None:
    play = begun(ft.games.tic_tac_toe(), 1)
    start = play.state
    assert not play.undo()
    play.act(0)
    play.act(play.decide().action)
    middle = play.state
    play.act(play.actions[0])
    play.act(play.decide().action)
    assert play.undo()
    assert play.state == middle
    assert play.undo()
    assert (play.state, play.moves) == (start, [])


def test_chance_acts_between_the_players() -> None:
    play = begun(ft.games.pig(target=10))
    with pytest.raises(ft.StateError, match="chance"):
        play.settle()
    for _ in range(500):
        if play.over:
            break
        if play.turn == ft.CHANCE:
            play.settle()
        else:
            play.act(play.actions[-1] if len(play.moves) % 3 else play.actions[0])
    assert play.over
    assert set(play.returns) == {1.0, -1.0}


class Terminal:
    """A person's terminal, with the command running in it."""

    def __init__(self, *words: str) -> None:
        self.master, slave = pty.openpty()
        command = [sys.executable, "-m", "forethought", "play", *words]
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"}
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment, close_fds=True
        )
        os.close(slave)
        self.shown = ""

    def read(self, *until: str) -> str:
        """What is shown until one of the texts comes, or the command ends."""
        new, ends = "", time.monotonic() + WAIT
        while time.monotonic() < ends:
            ready, _, _ = select.select([self.master], [], [], 0.2)
            if ready:
                try:
                    new += os.read(self.master, 4096).decode()
                except OSError:
                    break
                if any(text in new for text in until):
                    break
            elif self.process.poll() is not None:
                break
        self.shown += new
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", new)

    def type(self, text: str) -> None:
        os.write(self.master, f"{text}\n".encode())

    def close(self) -> int:
        self.read()
        code = self.process.wait(WAIT)
        os.close(self.master)
        return code


def moves(text: str) -> list[str]:
    """The legal moves that the command `moves` shows."""
    lines = [line.strip() for line in text.replace("\r", "").splitlines()]
    return next(line for line in lines if re.fullmatch(r"\w+(  \w+)*", line)).split()


@pytest.mark.parametrize("you", ["0", "1", "all"])
def test_a_person_plays_a_whole_game(you: str) -> None:
    words = ["tic_tac_toe", "--you", you, "--search", "mcts", "--simulations", "40", "--seed", "1"]
    terminal = Terminal(*words)
    shown = terminal.read("move> ", "The play is over")
    while "The play is over" not in shown:
        terminal.type("moves")
        first = moves(terminal.read("move> ").removeprefix("moves"))[0]
        terminal.type(first)
        shown = terminal.read("move> ", "The play is over")
    assert terminal.close() == 0
    assert "player 0: " in terminal.shown
    assert "\x1b[1;36mX" in terminal.shown


def test_a_person_looks_around_and_leaves() -> None:
    words = ["tic_tac_toe", "--search", "mcts", "--simulations", "40", "--seed", "1"]
    terminal = Terminal(*words)
    terminal.read("move> ")
    shown = {}
    for command in ("hint", "eval", "undo", "help", "board", "nonsense", "", "4", "undo"):
        terminal.type(command)
        shown[command] = terminal.read("move> ")
    assert "expects" in shown["hint"]
    assert "worth" in shown["eval"]
    assert "take your move back" in shown["help"]
    assert "no legal move" in shown["nonsense"]
    assert "X" not in shown["undo"].replace("undo", "")
    terminal.type("quit")
    assert terminal.close() == 0
    assert "Stopped." in terminal.shown


def test_without_a_terminal_it_reads_lines() -> None:
    command = [sys.executable, "-m", "forethought", "play", "tic_tac_toe", "--you", "all"]
    lines = "0\n3\n1\n4\n2\n"
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "moves: 0 3 1 4 2" in done.stdout
    assert "player 0: 1, player 1: -1" in done.stdout


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["tic_tac_toe", "--you", "2"], "there is no such seat: give one of 0, 1, all or none"),
        (["tic_tac_to"], "did you mean tic_tac_toe"),
        (["tic_tac_toe", "--search", "mct"], "did you mean mcts"),
        (["maze", "--search", "sequental_planning"], "did you mean sequential_planning"),
        (["gdl:nim", "--search", "sequential_planning"], "is for one player, and this game has 2"),
        (["maze", "--search", "legal", "--depth", "3"], "--depth is no limit of legal"),
    ],
)
def test_bad_input_gets_one_line(words: list[str], text: str) -> None:
    command = [sys.executable, "-m", "forethought", "play", *words]
    done = subprocess.run(command, input="", capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert text in done.stderr
    assert done.stderr.count("\n") == 1


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "")


def test_who_chooses_at_once_is_told_afterwards() -> None:
    words = ["rock_paper_scissors", "--you", "1", "--simulations", "50", "--seed", "1"]
    terminal = Terminal(*words)
    shown = plain(terminal.read("right to move> "))
    assert "left has chosen." in shown
    assert not any(sign in shown for sign in ("rock", "paper", "scissors"))
    terminal.type("rock")
    shown = plain(terminal.read("right to move> "))
    assert re.search(r"At once: left \w+, right rock\n\(round 1\)", shown)
    terminal.type("quit")
    assert terminal.close() == 0
    assert "So far: left: 0, right: 0" in terminal.shown


def test_chance_that_acts_at_once_hides_nothing() -> None:
    words = ["dice_race", "--you", "1", "--simulations", "50", "--seed", "1"]
    terminal = Terminal(*words)
    shown = plain(terminal.read("second to move> "))
    assert re.search(r"first plays (walk|run): value .*\n(.*\n)*Chance acts\.\n\(at first", shown)
    assert "At once" not in shown
    terminal.type("quit")
    assert terminal.close() == 0


def test_a_program_does_not_know_what_was_chosen_at_once() -> None:
    game = ft.gdl.load("rock_paper_scissors")
    _, between = game.apply(game.initial(), "paper")
    rng = ft.Rng(1)
    guesses = {guessed(game, between, rng)[-1] for _ in range(60)}
    assert guesses == {f"(does left {sign})" for sign in ("rock", "paper", "scissors")}
    assert guessed(game, game.initial(), rng) == game.initial()


def test_a_player_sits_at_the_table() -> None:
    words = ["eight_puzzle", "--search", "sequential_planning", "--seed", "1"]
    terminal = Terminal(*words)
    terminal.read("move> ")
    shown = {}
    for command in ("hint", "right", "undo", "down", "hint", "eval"):
        terminal.type(command)
        shown[command] = plain(terminal.read("move> "))
    assert "  1 2 3\n1 4 1 3\n2 . 2 5\n3 7 8 6\n(step 1)" in shown["down"]
    # The way back, or round by the right: both pay all.
    assert any(word in shown["hint"].split() for word in ("right", "up"))
    assert "not what that is worth" in shown["eval"]
    terminal.type("quit")
    assert terminal.close() == 0


def test_a_seated_player_keeps_to_its_plan_and_forgets_what_was_undone() -> None:
    game = ft.gdl.load("eight_puzzle")
    seated = Seated(ft.players.SequentialPlanning(), 1)
    play = Play(game, {0: seated}, ft.Rng(1))
    seated.sit_down(play)
    first = play.decide().action
    play.act(first)
    play.act(play.decide().action)
    ((session, _),) = seated._sessions.values()
    assert session.plans == 1  # type: ignore[attr-defined]
    play.state, play.moves[:] = game.initial(), []
    assert play.decide().action == first
    ((other, _),) = seated._sessions.values()
    assert other is not session
    while not play.over:
        play.act(play.decide().action)
    assert play.returns == (100.0,)


def test_the_last_words_of_a_move_are_enough() -> None:
    command = [sys.executable, "-m", "forethought", "play", "gdl:tic_tac_toe", "--you", "all"]
    lines = "1 1\nMARK 1 2\nmark 2\n(2 2)\n3\n1 3\n3 3\n"
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    assert "moves: (mark 1 1) (mark 1 2) (mark 2 2) (mark 1 3) (mark 3 3)" in done.stdout
    assert "mark 2 is no legal move" in done.stdout
    assert "\n3 is no legal move" in done.stdout.replace("o to move> ", "\n")
    assert "x: 100, o: 0" in done.stdout


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("eight_puzzle", "  1 2 3\n1 . 1 3\n2 4 2 5\n3 7 8 6\n(step 0)"),
        ("hanoi", "(on 1 a) (on 2 a) (on 3 a) (on 4 a) (on 5 a)\n(step 0)"),
        ("river_crossing", "(bank left 3 3) (bank right 0 0)\n(boat left)\n(step 0)"),
        ("nim", "(heap a 3) (heap b 5) (heap c 7)\n(control first)"),
    ],
)
def test_sheets_are_drawn_with_their_boards(name: str, drawn: str) -> None:
    game = ft.gdl.load(name)
    assert game.render(game.initial()) == drawn


def test_boards_have_a_direction_and_their_marks_a_meaning() -> None:
    four = ft.gdl.load("connect_four")
    _, state = four.apply(four.initial(), "(drop 3)")
    lines = four.render(state).splitlines()
    assert lines[:7] == ["  1 2 3 4 5 6 7", *(f"{n} . . . . . . ." for n in (6, 5, 4, 3, 2)),
                         "1 . . r . . . ."]  # fmt: skip
    assert "r red" in lines[7]
    checkers = ft.gdl.load("checkers")
    lines = checkers.render(checkers.initial()).splitlines()
    assert lines[1] == " 1 bm  . bm  . bm  . bm  ."
    tour = ft.gdl.load("knights_tour")
    assert "av" in tour.render(tour.initial())
