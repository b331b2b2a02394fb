"""Rule sheets with other names, so that a player can't know a game by its words."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from forethought.rng import Rng

_KEPT = """
    role init true next does legal goal terminal base input sees percept random distinct not or
    <= _ nil
"""
KEPT = frozenset(_KEPT.split())
"""What keeps its name, in any case; whole numbers do too."""

_BEGINNINGS = """
    amber apple autumn bamboo basil birch blue brass bright brook cedar chalk cherry clay
    clover copper coral crystal dawn desert dew dusk early ember fern field flint forest
    frost garden ginger golden granite green harbour hazel hill honey iron ivory ivy jade
    lake lemon light linen maple marble meadow mint misty moon moss night north oak ocean
    olive orange pearl pepper pine plain quartz quiet rain red river rose ruby sand silver
    sky snow south spring stone storm summer sun tall tide velvet violet warm west white
    wild willow winter wood yellow
"""
_ENDINGS = """
    anchor arrow badger barrel basket beacon bell bird boat book bottle bridge bucket
    button cabin candle castle chair cloud coat comet cup door drum eagle engine feather
    finch flag flute fox gate glove goose guitar hammer hare harp hat hawk helmet heron
    horse house kettle kite ladder lamp lantern lark leaf lion mill mirror mole mountain
    needle nest otter owl paddle pebble pencil piano pillow pocket pony quill rabbit raven
    ribbon road robin rope sail saddle seal shoe spoon sparrow stair table tiger tower
    train trumpet turtle valley wagon whale wheel whistle window wolf wren
"""

_TOKEN = re.compile(r"[^\s()]+")


class Scrambler:
    """Other names for the constants and variables of a rule sheet, made of English words.

    Args:
        rules: the sheet.
        seed: of the names.
    """

    def __init__(self, rules: str, seed: int) -> None:
        tokens = dict.fromkeys(t for t in _TOKEN.findall(rules) if not _is_kept(t))
        words = _words(Rng(seed, "scramble"), {token.lower() for token in tokens})
        # A question mark alone would be no variable, but it may stand for one in a broken sheet.
        self._other = {t: f"?{next(words)}" if t[0] == "?" else next(words) for t in tokens}
        self._own = {other: token for token, other in self._other.items()}

    def hidden(self, text: str) -> str:
        """A text of the sheet in other names."""
        return _TOKEN.sub(lambda found: self._other.get(found[0], found[0]), text)

    def shown(self, text: str) -> str:
        """A text in the names of the sheet; the other names are taken in any case."""
        return _TOKEN.sub(lambda found: self._own.get(found[0], found[0]), text.lower())


def _is_kept(token: str) -> bool:
    return token.lower() in KEPT or token.lstrip("+-").isdigit()


def _words(rng: Rng, taken: set[str]) -> Iterator[str]:
    """Words without end, no two alike and none of those that are taken."""
    beginnings, ends = _BEGINNINGS.split(), _ENDINGS.split()
    pairs = [first + second for first in beginnings for second in ends]
    rng.shuffle(pairs)
    more = (f"{pair}{number}" for number in itertools.count(2) for pair in pairs)
    yield from (word for word in itertools.chain(pairs, more) if word not in taken)
