"""`forethought play`: a game in the terminal, against a search or another person."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Annotated, Any

import typer

from forethought.cli.board import coloured, named, standing
from forethought.cli.errors import InputError
from forethought.cli.inputs import GameName, Parameters, State, game_from, search_from, state_from
from forethought.cli.output import err, number, out
from forethought.errors import Interrupted

if TYPE_CHECKING:
    from collections.abc import Callable

    from forethought.decision import Decision
    from forethought.play import Play, Thinker
    from forethought.search import Algorithm

_HELP = """\
Type an action as it is shown, or one of:
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
            help="What you play against: mcts, alpha_beta:depth=6, ...; a fitting one by itself.",
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
    from forethought.play import Play
    from forethought.rng import Rng

    rules = game_from(game, param)
    given = {"seconds": seconds, "simulations": simulations, "nodes": nodes, "depth": depth}
    limits = {name: limit for name, limit in given.items() if limit is not None}
    think = _thinker(rules, search, limits or {"seconds": 1.0}, seed)
    people = _people(you, rules.players)
    programs = {seat: think for seat in range(rules.players) if seat not in people}
    rng = Rng(secrets.randbits(63) if seed is None else seed, "play")
    _Table(Play(rules, programs, rng, state_from(rules, state)), think).sit()


def _people(you: str, players: int) -> set[int]:
    """The seats of people."""
    if you in ("all", "none"):
        return set(range(players)) if you == "all" else set()
    if you.isdigit() and int(you) < players:
        return {int(you)}
    seats = ", ".join(map(str, range(players)))
    raise InputError(f"--you {you}: there is no such seat: give one of {seats}, all or none")


def _thinker(game: Any, text: str | None, limits: dict[str, Any], seed: int | None) -> Thinker:
    from forethought.search import decide

    chosen = _fitting(game) if text is None else search_from(text)

    def think(state: Any) -> Decision:
        with err().status("thinking"):
            try:
                return decide(game, chosen, state=state, seed=seed, **limits)
            except Interrupted as interrupt:
                decision: Decision = interrupt.decision
                return decision

    return think


def _fitting(game: Any) -> Algorithm:
    """Alpha-beta for a game without chance that has an evaluation, else Monte Carlo tree search."""
    from forethought.search import MCTS, AlphaBeta

    judged = getattr(game, "evaluations", ()) and game.chance == "none"
    return AlphaBeta() if judged else MCTS()


class _Table:
    """The terminal that a play is shown at."""

    def __init__(self, play: Play, think: Thinker) -> None:
        self.play, self.think = play, think
        self.console = out()
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
        elif play.turn in play.thinkers:
            self.answer(play.decide())
        else:
            return self.ask()
        self.show_board()
        return True

    def answer(self, decision: Decision) -> None:
        """The move of the program, and what it thinks."""
        who = named(self.play, self.play.turn)
        self.play.act(decision.action)
        self.say(f"{who} plays {decision.action}: {_thought(decision)}")

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
        if len(same or meant) != 1:
            self.say(f"{typed} is no legal move: type one of {_listed(self.play)}, or help")
            return
        self.play.act((same or meant)[0])
        self.show_board()

    def show_board(self) -> None:
        self.console.print(coloured(self.play))

    def show_moves(self) -> None:
        self.say(_listed(self.play))

    def hint(self) -> None:
        decision = self.think(self.play.state)
        self.say(f"{decision.action}: {_thought(decision)}")

    def evaluate(self) -> None:
        decision = self.think(self.play.state)
        who = named(self.play, decision.player)
        self.say(f"worth {number(decision.value)} to {who}: {_thought(decision)}")

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


def _thought(decision: Decision) -> str:
    """Value, effort and expected line, for people."""
    line = " ".join(map(str, decision.pv))
    sure = ", proven" if decision.proven else ""
    return f"value {number(decision.value)}{sure}, {decision.effort}; expects {line}"
