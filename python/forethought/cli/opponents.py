"""Whom a person plays against in the terminal: a search, or a player by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from forethought.cli.inputs import search_from, searches, unknown
from forethought.cli.output import err
from forethought.errors import Interrupted
from forethought.planning import Plan
from forethought.play import Choice, Play, Thinker
from forethought.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Mapping

    from forethought.decision import Decision
    from forethought.play import Move
    from forethought.players import Player, Session
    from forethought.search import Algorithm


def opponent(game: Any, text: str | None, limits: Mapping[str, Any], seed: int) -> Thinker:
    """The search or player of this name; one that fits the game if there is no name."""
    from forethought.players import NAMED, player

    name = (text or "").partition(":")[0]
    if name in NAMED and name not in searches():
        made = player(str(text), **limits)
        made.check(game)
        return Seated(made, seed)
    if text is not None and name not in searches():
        raise unknown("--search", name, [*searches(), *NAMED])
    chosen = _fitting(game) if text is None else search_from(text)
    return _searching(game, chosen, limits, seed)


def _searching(game: Any, search: Algorithm, limits: Mapping[str, Any], seed: int) -> Thinker:
    from forethought.search import decide

    rng = Rng(seed, "guesses")

    def think(state: Any) -> Decision:
        with err().status("thinking"):
            try:
                unknowing = guessed(game, state, rng)
                return decide(game, search, state=unknowing, seed=seed, **limits)
            except Interrupted as interrupt:
                decision: Decision = interrupt.decision
                return decision

    return think


def guessed(game: Any, state: Any, rng: Rng) -> Any:
    """The state with other choices of those who have chosen in this step of a rule sheet already.

    Roles that choose at once must not know of each other.
    """
    from forethought.game import actions_of, step
    from forethought.textbook.course import before_choices

    seat, begun = game.turn(state), before_choices(game, state)
    while game.turn(begun) != seat:
        begun = step(game, begun, rng.choice(actions_of(game, begun)), rng)[1]
    return begun


def _fitting(game: Any) -> Algorithm:
    """Alpha-beta for a game without chance that has an evaluation, else Monte Carlo tree search."""
    from forethought.search import MCTS, AlphaBeta

    judged = getattr(game, "evaluations", ()) and game.chance == "none"
    return AlphaBeta() if judged else MCTS()


class Seated:
    """A player at the table, in any seat that it is asked for."""

    def __init__(self, player: Player, seed: int) -> None:
        self._player, self._seed = player, seed
        self._play: Play | None = None
        self._sessions: dict[int, tuple[Session, list[Move]]] = {}

    def sit_down(self, play: Play) -> None:
        """Is told which play it is."""
        self._play = play

    def __call__(self, state: Any) -> Choice:
        """What the player does at the state where the play stands."""
        from forethought.players import Allowance

        play = self._at
        session = self._session(play.turn)
        with err().status("thinking"):
            try:
                action = session.choose(state, Allowance(self._player.seconds))
            except Interrupted as interrupt:
                action = self._so_far(interrupt.decision)
        return Choice(action, play.turn)

    def _so_far(self, found: Any) -> Any:
        """The action of a decision or of a plan that was cut short; the first one without any."""
        actions = found.actions if isinstance(found, Plan) else (found.action,)
        return actions[0] if actions else self._at.actions[0]

    @property
    def _at(self) -> Play:
        assert self._play is not None
        return self._play

    def _session(self, seat: int) -> Session:
        """The player at work in a seat, who has followed what was done; anew if it was undone."""
        play = self._at
        session, seen = self._sessions.get(seat, (None, []))
        if session is None or play.moves[: len(seen)] != seen:
            session, seen = self._player.open(play.game, play.state, seat, self._seed), play.moves
        states = [*(move.state for move in play.moves), play.state]
        for place in range(len(seen), len(play.moves)):
            session.follow(play.moves[place].action, states[place + 1])
        self._sessions[seat] = session, list(play.moves)
        return session
