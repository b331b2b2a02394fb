"""When an answer has to be there: the clock of the match, less what is lost on the way."""

from __future__ import annotations

GROWTH, FADING = 2.0, 0.95
MOST_GROWN = 16.0
LARGEST = 0.5
"""What is kept back at most, as a share of the clock."""


class Cushion:
    """The seconds of a clock that are kept back, so that an answer is there in time.

    At first a share of the clock, within bounds. How late answers were is measured and added; where
    one was not taken, it must have come too late, and the share is doubled. Both fade by 5 % with
    each answer that was in time. It is never more than half of the clock.

    Args:
        share: of the clock.
        least: seconds kept back at least.
        most: seconds kept back at most, before any answer was late.
    """

    def __init__(self, share: float, least: float, most: float) -> None:
        self._share, self._least, self._most = share, least, most
        self._late, self._factor = 0.0, 1.0

    def seconds(self, clock: float) -> float:
        """What is kept back of a clock."""
        usual = min(max(self._share * clock, self._least), self._most)
        return min(usual * self._factor + self._late, LARGEST * clock)

    def came(self, overrun: float) -> None:
        """Is told how much later than planned an answer was; less than 0 if sooner."""
        self._late = max(overrun, self._late * FADING, 0.0)

    def taken(self, in_time: bool) -> None:
        """Is told whether an answer was taken."""
        grown = self._factor * (FADING if in_time else GROWTH)
        self._factor = min(max(grown, 1.0), MOST_GROWN)


def of_the_way() -> Cushion:
    """What is kept back of the clock of a match for the way to the server."""
    return Cushion(share=0.1, least=0.2, most=1.0)


def of_the_player() -> Cushion:
    """What is kept back of a player's time until its answer has to be sent."""
    return Cushion(share=0.05, least=0.02, most=0.25)
