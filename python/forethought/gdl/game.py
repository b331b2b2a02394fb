"""A rule sheet as a game."""

from __future__ import annotations

import hashlib
from difflib import get_close_matches
from os import PathLike
from pathlib import Path
from typing import Any, Literal

from forethought import _native
from forethought.errors import ParameterError, RuleError
from forethought.game import NativeGame
from forethought.gdl.diagnostic import Diagnostic
from forethought.gdl.shipped import names, path_of

Source = str | PathLike[str]
"""The path of a rule sheet, the rules as text, or the name of one that comes with the package."""
Score = Literal["goals", "zero_sum"]

_TEXT = "rules"
"""What a sheet is called that comes from no file."""


class GDLGame(NativeGame):
    """The game of a rule sheet. Made by ``ft.gdl.load``.

    A state is a tuple of texts, the fluents that hold in the order of the sheet, and an action is
    the text of a move; both are spelled as the sheet spells them. Roles that move at once choose
    one after the other, in the order of the sheet: the state between has a ``(does role move)``
    for each that has chosen, so that searches take a later role to know what an earlier one chose.
    A role with a single legal move makes it without being asked, and a step in which nobody has
    a choice is one action of the first player. The role ``random`` is chance; all others are the
    players.

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
        native, roles = made
        self._take(native, {"rules": rules, "score": score})
        self.rules, self.score = rules, score
        self.roles, self.diagnostics = tuple(roles), found

    @property
    def player_roles(self) -> tuple[str, ...]:
        """The role of each player: the roles without ``random``."""
        return tuple(role for role in self.roles if role.lower() != "random")

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
        return _TEXT, str(source)
    try:
        return path.stem, path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ParameterError(f"{path}: {error.strerror or error}: {_instead(path)}") from error
    except UnicodeDecodeError as error:
        raise ParameterError(
            f"{path}: not a text in UTF-8, at byte {error.start}: save it in that encoding"
        ) from error


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
