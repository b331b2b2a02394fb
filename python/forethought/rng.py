"""Random numbers for games and searches: one seed, named streams."""

import random
from typing import Any

from forethought._native import Stream
from forethought.arguments import seed_of


class Rng(random.Random):
    """A ``random.Random`` on a stream that the native searches share, number for number.

    ``Rng(seed, stream)`` is the stream of that name of a seed from 0 to 2**64 - 1; streams of
    different names are independent. ``random``, ``getrandbits``, ``randrange``, ``choice`` and
    all that is built on them (``shuffle``, ``sample``, ``choices``, ``gauss``, ...) draw from it;
    a whole number below 2**63 always takes a single draw. Source: xoshiro256++, Blackman and
    Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 2021.

    ``stream`` is the native stream underneath. Raises ParameterError for another seed.
    """

    stream: Stream

    def __new__(cls, *_arguments: object, **_named: object) -> "Rng":
        """Makes the base class, whose own generator is never used: a fixed seed is cheapest."""
        return super().__new__(cls, 0)  # type: ignore[call-arg]

    def __init__(self, seed: int, stream: str = "user") -> None:
        self._name = stream
        super().__init__(seed)

    def seed(self, a: Any = None, version: int = 2) -> None:  # noqa: ARG002
        """Starts the stream of seed ``a`` again; ``version`` is ignored. Raises ParameterError."""
        self._draw_from(Stream(seed_of(a), self._name))

    def _draw_from(self, stream: Stream) -> None:
        # As attributes of the instance, the native methods are called with nothing in between.
        self.__dict__.update(
            stream=stream,
            random=stream.random,
            getrandbits=stream.getrandbits,
            randrange=stream.randrange,
            choice=stream.choice,
            _randbelow=stream.randrange,
            gauss_next=None,
        )

    def getstate(self) -> tuple[Any, ...]:
        """The state: four words of the stream, and the number that ``gauss`` keeps back."""
        return (*self.stream.getstate(), self.gauss_next)

    def setstate(self, state: tuple[Any, ...]) -> None:
        """Goes on from a state that ``getstate`` gave."""
        *words, self.gauss_next = state
        self.stream.setstate(words)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (0, self._name), self.getstate()


def derived_seed(*names: object) -> int:
    """A seed in [0, 2^63) that is a function of these names alone, in every process."""
    import hashlib

    digest = hashlib.sha256("|".join(map(str, names)).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1
