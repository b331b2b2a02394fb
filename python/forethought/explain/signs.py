"""The look of a drawn tree of MGSS*, and the legend that says what its signs mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

_LIGHT, _DARK = (243, 232, 250), (106, 27, 154)
_LETTER, _SIGN, _GAP, _ROW = 6.0, 30.0, 16.0, 18.0

STYLE = """
text { font-family: sans-serif; font-size: 11px; fill: #222; }
.title { font-size: 14px; font-weight: bold; }
.note { font-size: 11.5px; fill: #444; }
.small { font-size: 9.5px; fill: #777; }
.step { font-size: 8.5px; fill: #777; }
.gain { font-size: 10px; fill: #6a1b9a; }
.next { font-weight: bold; }
.value { text-anchor: middle; }
.way { text-anchor: end; }
.edge { stroke: #888; stroke-width: 1.1; fill: none; }
.box { stroke: #666; stroke-width: 1.1; }
.max { fill: #d8e8f7; } .min { fill: #fbe3d0; } .chance { fill: #e2f0d9; } .over { fill: #fff; }
.edge.line { stroke: #111; stroke-width: 2.8; }
.box.line { stroke: #111; stroke-width: 2.4; }
text.line { font-weight: bold; }
.edge.dull { stroke: #ccc; }
.box.dull { stroke: #c4c4c4; fill: #f6f6f6; }
text.dull { fill: #999; }
.rest { stroke: #bbb; stroke-dasharray: 2 3; fill: none; }
.badge { fill: #0b4f8a; } text.badge { fill: #fff; font-weight: bold; }
"""


def text_at(text: str, x: float, y: float, style: str, more: str = "") -> str:
    """A text of the drawing."""
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}"{more}>{escape(text)}</text>'


def purple(share: float) -> str:
    """A colour from light (0) to dark (1)."""
    mixed = (round(a + (b - a) * share) for a, b in zip(_LIGHT, _DARK, strict=True))
    return "#{:02x}{:02x}{:02x}".format(*mixed)


def legend(
    signs: Sequence[tuple[str, str]], width: float, left: float, top: float
) -> tuple[list[str], int]:
    """The signs with what they mean, in rows of this width, and how many rows that are."""
    parts, x, row = [], 0.0, 0
    for sign, text in signs:
        wide = _SIGN + len(text) * _LETTER
        if x > 0 and x + wide > width:
            x, row = 0.0, row + 1
        at = left + x, top + row * _ROW
        parts += [*_sign(sign, *at), text_at(text, at[0] + _SIGN, at[1] + 4, "note")]
        x += wide + _GAP
    return parts, row + 1


def _sign(sign: str, x: float, y: float) -> Iterator[str]:
    if sign == "line":
        yield f'<path class="edge line" d="M{x:.1f} {y:.1f}h24"/>'
    elif sign == "rest":
        yield f'<path class="rest" d="M{x:.1f} {y:.1f}h10"/>'
        yield text_at("9", x + 14, y + 3.5, "small")
    elif sign == "step":
        yield _box("max", x, y, 16)
        yield text_at("9", x + 18, y - 3, "step")
    elif sign == "gain":
        for number, share in enumerate((0.0, 0.5, 1.0)):
            yield _box("", x + 8 * number, y, 8, f' style="fill:{purple(share)}"')
    else:
        yield _box(sign, x, y, 24)


def _box(style: str, x: float, y: float, wide: float, more: str = "") -> str:
    corner = {"over": 1.5, "chance": 6.0}.get(style, 3.0)
    return (
        f'<rect class="box {style}" x="{x:.1f}" y="{y - 6:.1f}" width="{wide:.1f}" height="12" '
        f'rx="{corner}"{more}/>'
    )
