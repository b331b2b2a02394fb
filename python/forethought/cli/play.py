"""`forethought play`: a game in the terminal, against a search or another person."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Annotated, Any

import typer

from forethought.cli.board import coloured, drawer, named, standing
from forethought.cli.errors import InputError
from forethought.cli.inputs import GameName, Parameters, State, game_from, state_from
from forethought.cli.opponents import Seated, opponent
from forethought.cli.output import number, out
from forethought.play import Choice, Play

if TYPE_CHECKING:
    from collections.abc import Callable

    from forethought.decision import Decision
    from forethought.play import Thinker

_HELP = """\
Type an action as it is shown, or its last words where no other ends so, or one of:
  moves  the legal actions      hint  what the search would do
  undo   take your move back    eval  what the search thinks of the position
  board  show the board again   help  this text
  quit   stop here"""

_You = Annotated[
    str,
    typer.Option(metavar="SEAT", help="Which player you are: 0, 1, ..., all, or none to watch."),
]


def play(
    game: GameName,
    param: Parameters = None,
    state: State = None,
    you: _You = "0",
    search: Annotated[
        str | None,
        typer.Option(
            metavar="NAME[:k=v,...]",
            help="What you play against: mcts, alpha_beta:depth=6, ..., or a player such as "
            "monte_carlo; a fitting one by itself.",
        ),
    ] = None,
    seconds: Annotated[float | None, typer.Option(help="Seconds a move; 1 by itself.")] = None,
    simulations: Annotated[int | None, typer.Option(help="Simulations a move.")] = None,
    nodes: Annotated[int | None, typer.Option(help="Nodes a move.")] = None,
    depth: Annotated[int | None, typer.Option(help="Depth of each move's search.")] = None,
    seed: Annotated[int | None, typer.Option(help="Same seed, same play.")] = None,
) -> None:
    """Play a game in the terminal.

    The board shows the legal moves where the game draws them. Type a move, or `help`. Ctrl-C while
    the search thinks makes it move at once.

    Examples of use:

    - `forethought play othello`

    - `forethought play connect_four --you 1 --search mcts --simulations 20000`

    - `forethought play tic_tac_toe --you all`
    """
    from forethought.rng import Rng

    rules = game_from(game, param)
    given = {"seconds": seconds, "simulations": simulations, "nodes": nodes, "depth": depth}
    limits = {name: limit for name, limit in given.items() if limit is not None}
    drawn = secrets.randbits(63) if seed is None else seed
    think = opponent(rules, search, limits or {"seconds": 1.0}, drawn)
    people = _people(you, rules.players)
    programs = {seat: think for seat in range(rules.players) if seat not in people}
    here = Play(rules, programs, Rng(drawn, "play"), state_from(rules, state))
    if isinstance(think, Seated):
        think.sit_down(here)
    _Table(here, think).sit()


def _people(you: str, players: int) -> set[int]:
    """The seats of people."""
    if you in ("all", "none"):
        return set(range(players)) if you == "all" else set()
    if you.isdigit() and int(you) < players:
        return {int(you)}
    seats = ", ".join(map(str, range(players)))
    raise InputError(f"--you {you}: there is no such seat: give one of {seats}, all or none")


class _Table:
    """The terminal that a play is shown at."""

    def __init__(self, play: Play, think: Thinker) -> None:
        self.play, self.think = play, think
        self.console, self.draw = out(), drawer(play.game)
        self.commands: dict[str, Callable[[], None]] = {
            "moves": self.show_moves,
            "hint": self.hint,
            "eval": self.evaluate,
            "undo": self.undo,
            "board": self.show_board,
            "help": lambda: self.say(_HELP),
        }

    def sit(self) -> None:
        """Plays to the end, or until the person leaves."""
        self.say("Type a move, or help.")
        self.show_board()
        while not self.play.over:
            if not self.take_turn():
                self.say("Stopped.")
                break
        self.say(standing(self.play))

    def say(self, text: str) -> None:
        self.console.print(text, markup=False)

    def take_turn(self) -> bool:
        """One step of the play; False if the person leaves."""
        from forethought.game import CHANCE

        play = self.play
        if play.turn == CHANCE:
            play.settle()
            self.say("Chance acts.")
            self.show_step()
        elif play.turn in play.thinkers:
            self.answer(play.decide())
        else:
            return self.ask()
        return True

    def answer(self, decision: Decision | Choice) -> None:
        """The move of the program, and what it thinks."""
        who = named(self.play, self.play.turn)
        self.play.act(decision.action)
        told = f"{who} plays {decision.action}{_thought(decision)}"
        self.say(f"{who} has chosen." if self.is_between else told)
        self.show_step()

    @property
    def is_between(self) -> bool:
        """Whether others choose at the same time, who must not know yet."""
        from forethought.game import CHANCE
        from forethought.textbook.course import is_between

        return self.play.turn != CHANCE and is_between(self.play.game, self.play.state)

    def show_step(self) -> None:
        """What came of a step once all have chosen, and who did what if these were several."""
        from forethought.textbook.course import is_between

        if is_between(self.play.game, self.play.state):
            return
        chosen = []
        for move in reversed(self.play.moves):
            if move.turn >= 0:
                chosen.append(f"{named(self.play, move.turn)} {move.action}")
            if not is_between(self.play.game, move.state):
                break
        if len(chosen) > 1:
            self.say(f"At once: {', '.join(reversed(chosen))}")
        self.show_board()

    def ask(self) -> bool:
        """Asks the person until there is a move; False if they leave."""
        try:
            typed = input(f"{named(self.play, self.play.turn)} to move> ").strip()
        except EOFError:
            return False
        if typed.lower() in ("quit", "exit"):
            return False
        if typed.lower() in self.commands:
            self.commands[typed.lower()]()
        elif typed:
            self.attempt(typed)
        return True

    def attempt(self, typed: str) -> None:
        meant = [action for action in self.play.actions if _plain(action) == _plain(typed)]
        # Without blanks (move 1 11) and (move 11 1) are one.
        same = [action for action in meant if _words(action) == _words(typed)]
        # Of (mark 1 1) it is enough to type 1 1.
        last = _words(typed)
        ends = [action for action in self.play.actions if _words(action)[-len(last) :] == last]
        found = same or meant or ends
        if len(found) != 1:
            self.say(f"{typed} is no legal move: type one of {_listed(self.play)}, or help")
            return
        self.play.act(found[0])
        self.show_step()

    def show_board(self) -> None:
        self.console.print(coloured(self.draw(self.play.state)))

    def show_moves(self) -> None:
        self.say(_listed(self.play))

    def hint(self) -> None:
        decision = self.think(self.play.state)
        self.say(f"{decision.action}{_thought(decision)}")

    def evaluate(self) -> None:
        decision = self.think(self.play.state)
        who = named(self.play, decision.player)
        if isinstance(decision, Choice):
            self.say(f"this player says what it does, and not what that is worth to {who}")
        else:
            self.say(f"worth {number(decision.value)} to {who}{_thought(decision)}")

    def undo(self) -> None:
        if self.play.undo():
            self.show_board()
        else:
            self.say("there is no move of yours to take back")


def _plain(action: Any) -> str:
    """An action as it is compared: without case, blanks and brackets."""
    return "".join(c for c in str(action).lower() if c not in " ()'\"")


def _words(action: Any) -> list[str]:
    """An action word by word, without case and brackets."""
    return "".join(" " if c in "()'\"," else c for c in str(action).lower()).split()


def _listed(play: Play) -> str:
    return "  ".join(map(str, play.actions))


def _thought(decision: Decision | Choice) -> str:
    """Value, effort and expected line, for people; nothing of a player that does not tell."""
    if isinstance(decision, Choice):
        return ""
    line = " ".join(map(str, decision.pv))
    sure = ", proven" if decision.proven else ""
    return f": value {number(decision.value)}{sure}, {decision.effort}; expects {line}"
