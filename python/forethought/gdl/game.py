"""A rule sheet as a game."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from forethought import _native
from forethought.arguments import is_number, seed_of, whole
from forethought.errors import IllegalAction, ParameterError, RuleError, StateError
from forethought.game import NativeGame
from forethought.gdl.boards import Boards
from forethought.gdl.diagnostic import Diagnostic
from forethought.gdl.shipped import names, path_of

Source = str | PathLike[str]
"""The path of a rule sheet, the rules as text, or the name of one that comes with the package."""
Score = Literal["goals", "zero_sum"]
State = tuple[str, ...]
"""The fluents that hold, and a ``(does role move)`` for each move chosen in the step so far."""

By = Literal["interpreter", "net", "together"]
"""What makes random plays: the interpreter, the net one by one, or the net many at once."""

_TEXT = "rules"
"""What a sheet is called that comes from no file."""


class Playouts(NamedTuple):
    """What came of random plays.

    Attributes:
        plays: how many there were.
        stuck: those of them that ended since a role had no legal move.
        steps: the steps of all of them.
        means: what a play paid each role on average: the goal value, the largest of several.
    """

    plays: int
    stuck: int
    steps: int
    means: tuple[float, ...]


class OddGoals(NamedTuple):
    """Goal values of players that were not the one that an end of a play should have.

    Attributes:
        missing: how many were missing; 0 was paid.
        several: how many times there were several; the largest was paid.
    """

    missing: int
    several: int


class GDLGame(NativeGame):
    """The game of a rule sheet. Made by ``ft.gdl.load``.

    A state is a tuple of texts, the fluents that hold in the order of the sheet, and an action is
    the text of a move; both are spelled as the sheet spells them. Roles that move at once choose
    one after the other, in the order of the sheet: the state between has a ``(does role move)``
    for each that has chosen, so that searches take a later role to know what an earlier one chose.
    A role with a single legal move makes it without being asked, and a step in which nobody has
    a choice is one action of the first player. The role ``random`` is chance; all others are the
    players.

    The rules are interpreted at first. The first search has them compiled in the background into
    a propositional net, and goes over to that as soon as it is there: its answer is the same for
    the same seed and counts, only sooner.

    Attributes:
        rules: the text of the sheet.
        score: what the players are paid, "goals" or "zero_sum".
        roles: the roles in the order of the sheet, ``random`` included.
        diagnostics: what there is to say about the sheet: warnings and notes.
    """

    def __init__(self, rules: str, name: str = _TEXT, score: Score = "goals") -> None:
        if score not in ("goals", "zero_sum"):
            raise ParameterError(f"score={score!r}: give 'goals' or 'zero_sum'")
        rows, made = _native.gdl_load(name, rules, score == "zero_sum")
        found = Diagnostic.listed(rows)
        if made is None:
            raise _refused(name, found)
        native, roles, self.rules_native = made
        self._take(native, {"rules": rules, "score": score})
        self.rules, self.score = rules, score
        self.roles, self.diagnostics = tuple(roles), found

    @property
    def reasoner(self) -> Literal["interpreter", "building", "net"]:
        """What answers: the interpreter, the interpreter while a net is being built, or the net."""
        return self.rules_native.form()[0]

    @property
    def reasoner_note(self) -> str:
        """Why there is no net where one was wanted, or what it is not asked; empty otherwise."""
        return self.rules_native.form()[1]

    def compile(self, seconds: float = 60.0, memory: int = 2**30) -> bool:
        """Compile the rules now, and wait for it; whether there is a net then.

        One that is being built is waited for. ``reasoner_note`` says why there is none; a later
        call tries again.

        Args:
            seconds: the most to take.
            memory: bytes that the rules may take meanwhile, about.

        Raises:
            ParameterError: for a number out of range.
        """
        if not (is_number(seconds) and seconds > 0):
            raise ParameterError(f"seconds={seconds!r}: give a number above 0")
        self.rules_native.compile(float(seconds), whole(memory, "memory"))
        return self.reasoner == "net"

    @property
    def net_sizes(self) -> dict[str, int] | None:
        """What the net is made of, if there is one.

        ``fluents`` that can hold, ``bits`` of a state, ``moves`` of all roles, ``rules`` without
        variables, ``gates``, and the ``inputs`` of all gates.
        """
        sizes = self.rules_native.sizes()
        return None if sizes is None else dict(sizes)

    def playouts(self, plays: int = 1000, seed: int = 0, by: By | None = None) -> Playouts:
        """Random plays from the start, to see how long they are and what they pay.

        Args:
            plays: how many at least.
            seed: their seed.
            by: what makes them: "interpreter"; "net", which makes the same ones; or "together", a
                net that makes many at once, which are others. As it is, the quickest there is.
                A net is compiled if it is wanted.

        Raises:
            ParameterError: for a number out of range, or if there is no net.
            RuleError: if a play shows a fault of the rules.
        """
        if by is None:
            by = "together" if self.reasoner == "net" else "interpreter"
        if by not in get_args(By):
            raise ParameterError(f"by={by!r}: give one of {', '.join(map(repr, get_args(By)))}")
        if by != "interpreter" and not self.compile():
            raise ParameterError(f"by={by!r}: there is no net: {self.reasoner_note}")
        count, stuck, steps, sums = self.rules_native.plays(
            by, whole(plays, "plays"), seed_of(seed)
        )
        return Playouts(count, stuck, steps, tuple(total / count for total in sums))

    def over(self, state: State) -> bool:
        """Whether the sheet calls a state terminal.

        As ``turn`` says it, and also where a role has no move though the play is not over.
        """
        return self.rules_native.over(state)

    def goals(self, state: State) -> tuple[tuple[int, ...], ...]:
        """What the sheet says that a state is worth to each role, at any state.

        For each role of ``roles`` all goal values that follow from the rules, from the smallest
        up: none where the sheet gives none there, several where it gives several. What is no whole
        number is left out. At an end of a play a player is paid the largest, and 0 without any;
        ``score`` changes nothing here.

        Raises:
            StateError: if it is no state.
            RuleError: if it has too many consequences to be found.
        """
        return self.rules_native.goals(state)

    def moves(self, state: State) -> tuple[tuple[str, ...], ...]:
        """The legal moves of each role of ``roles`` at a state, whether it has a choice or not.

        Those of the whole step: what some roles have chosen in it already changes nothing. Where
        the play is over they are what the sheet says there, which may be none.

        Raises:
            StateError: if it is no state.
            RuleError: if it has too many consequences to be found.
        """
        return self.rules_native.moves(state)

    def after(self, state: State, moves: Sequence[str]) -> State:
        """The state after one move of each role, in the order of ``roles``, ``random`` included.

        Nothing is paid here: ``goals`` of an end says what is. Where the play is over it is what
        the sheet says would hold next.

        Raises:
            IllegalAction: for a move that is not legal for its role, with the legal ones.
            ParameterError: if there is not one move of each role.
            StateError: if it is no state, or some roles have chosen in this step already.
            RuleError: if the state has too many consequences to be found.
        """
        if isinstance(moves, str) or len(moves) != len(self.roles):
            raise ParameterError(
                f"moves={moves!r}: give one move of each role: {', '.join(self.roles)}"
            )
        if state and state[-1].startswith("(does "):
            raise StateError(
                f"{self.name}: {state[-1]} was chosen in this step already: give the state at "
                "which the step began"
            )
        wrong, after = self.rules_native.after(state, moves)
        if wrong is not None:
            raise IllegalAction(self.name, state, moves[wrong], self.moves(state)[wrong])
        return after

    @property
    def odd_goals(self) -> OddGoals:
        """How often an end of a play had no goal value for a player, or several.

        Counted are ends that were looked at since the game was loaded: by searches, by random play
        of searches, and by questions such as ``turn``. An end that is looked at again counts again.
        """
        return OddGoals(*self.rules_native.odd_goals())

    @property
    def prefix(self) -> str:
        """The rules in prefix form (KIF), a rule a line, without comments."""
        return self.rules_native.prefix()

    @property
    def player_roles(self) -> tuple[str, ...]:
        """The role of each player: the roles without ``random``."""
        return tuple(role for role in self.roles if role.lower() != "random")

    def render(self, state: Any, /) -> str:
        """The state as a person would draw it: boards where fluents look like cells of one.

        How large a board is shows in random plays, which are made when it is first asked.
        """
        self.turn(state)  # refuses what is no state
        return self._boards.draw(state)

    @cached_property
    def _boards(self) -> Boards:
        return Boards(self)

    def __repr__(self) -> str:
        # The sheet by its digest: settings that are compared must tell sheets of one name apart.
        digest = hashlib.sha256(self.rules.encode()).hexdigest()[:12]
        return f"GDLGame({self.name!r}, score={self.score!r}, sha256={digest})"

    def __reduce__(self) -> tuple[Any, ...]:
        return GDLGame, (self.rules, self.name, self.score)


def load(source: Source, score: Score = "goals") -> GDLGame:
    """The game of a rule sheet, in the prefix form (KIF) or the infix form of GDL.

    Args:
        source: the path of a sheet, the rules as text, or one of ``ft.gdl.names()``; a file of
            that name in the working folder goes first.
        score: what each player is paid at the end. "goals": the goal value, 0 to 100; 0 where the
            sheet gives none, the largest where it gives several. "zero_sum": (goal - 50) / 50, from
            -1 to 1, for searches of two players that need rewards which sum to 0.

    Raises:
        ParameterError: if there is no such file, or ``score`` is none of these.
        RuleError: if the sheet can't be played: the first error with its place and its fix; and
            later, where a play shows that a rule is missing, the goals of a "zero_sum" game do not
            sum to 100, or a state has too many consequences to be found.
    """
    name, text = _read(source)
    return GDLGame(text, name, score)


def check(source: Source) -> tuple[Diagnostic, ...]:
    """All that there is to say about a rule sheet, in the order of its text.

    Args:
        source: the path of a sheet, the rules as text, or one of ``ft.gdl.names()``.

    Raises:
        ParameterError: if there is no such file.
    """
    return Diagnostic.listed(_native.gdl_check(_read(source)[1]))


def _read(source: Source) -> tuple[str, str]:
    """The name and the text of a sheet."""
    path = _path(source)
    if path is None:
        return _TEXT, _sound(str(source))
    try:
        return path.stem, path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ParameterError(f"{path}: {error.strerror or error}: {_instead(path)}") from error
    except UnicodeDecodeError as error:
        raise ParameterError(
            f"{path}: not a text in UTF-8, at byte {error.start}: save it in that encoding"
        ) from error
    except ValueError as error:
        raise ParameterError(f"{str(path)!r}: {error}: {_instead(path)}") from error


def _sound(text: str) -> str:
    """Rules given as text, as they are. Raises ParameterError for what no text can have."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        sign = text[error.start]
        raise ParameterError(
            f"rules: {sign!r} at character {error.start} is no character: take it out"
        ) from error
    return text


def _path(source: object) -> Path | None:
    """The file that is meant; None if the source is the text itself."""
    if isinstance(source, PathLike):
        return Path(source)
    if not isinstance(source, str):
        raise ParameterError(
            f"{source!r} is no rule sheet: give the path of one, the rules as text, or a name "
            "of ft.gdl.names()"
        )
    # Rules have parentheses; a file may have them too, in its name.
    looks_like_rules = "\n" in source or "(" in source or not source.strip()
    if _is_file(source):
        return Path(source)
    return None if looks_like_rules else path_of(source) or Path(source)


def _instead(path: Path) -> str:
    """What to give in place of a file that can't be read."""
    near = get_close_matches(str(path), names(), 1)
    meant = f"did you mean the sheet '{near[0]}' of the package?" if near else ""
    return meant or "give the path of a rule sheet, the rules as text, or a name of ft.gdl.names()"


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def _refused(name: str, found: tuple[Diagnostic, ...]) -> RuleError:
    errors = [finding for finding in found if finding.severity == "error"]
    first = errors[0]
    place = f"{first.line}:{first.column}: " if first.line else ""
    more = f" ({len(errors) - 1} more errors: ft.gdl.check lists them)" if errors[1:] else ""
    return RuleError(f"{name}: {place}{first.message}: {first.fix}{more}", found)
