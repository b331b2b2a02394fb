"""Evaluations that are written in the native core, by name."""

from dataclasses import dataclass

from forethought.error_models import Model
from forethought.error_models.model import shipped
from forethought.errors import Unsupported
from forethought.game import Game


@dataclass(frozen=True)
class Named:
    """An evaluation of the native core: it is called without Python.

    Attributes:
        name: its name among those of the game.
        game: the name of the game that it is for; None if it is for all.
    """

    name: str
    game: str | None = None

    def check(self, game: Game) -> None:
        """Raises Unsupported if it is for another game."""
        if self.game not in (None, game.name):
            raise Unsupported(
                f"{game.name}: this evaluation is for {self.game}: give another, or a function "
                "evaluation(state)"
            )

    def error_model(self) -> Model:
        """The error model that comes with it: learned by ``forethought train error``.

        Raises Unsupported if there is none.
        """
        model = None if self.game is None else shipped(self.game, self.name)
        if model is None:
            raise Unsupported(
                f"the evaluation {self.name!r} comes without an error model: "
                f"`forethought train error {self.game or 'GAME'}` learns one, for "
                "ft.error_models.read()"
            )
        return model


def othello() -> Named:
    """The learned evaluation of Othello: patterns and mobility, by phase of the game."""
    return Named("patterns", "othello")


def zero() -> Named:
    """0 for every state of any game: nothing is known before the play is over."""
    return Named("zero")
