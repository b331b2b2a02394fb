"""A tree with what a search left at its nodes, as SVG."""

from collections.abc import Iterator
from html import escape

from forethought.explain.layout import SIDE, Layout, Place, width_of
from forethought.explain.lecture import Mark, shown, window
from forethought.explain.plan import Node
from forethought.explain.sheet import Path
from forethought.game import CHANCE, OVER
from forethought.textbook.adversarial import MAX

_MINUS = "\N{MINUS SIGN}"
_MARGIN, _TOP, _BOTTOM = 16.0, 74.0, 52.0
_STYLE = """
text { font-family: sans-serif; font-size: 12px; fill: #222; text-anchor: middle; }
.title { font-size: 14px; font-weight: bold; text-anchor: start; }
.small { font-size: 10px; fill: #555; }
.long { font-size: 10px; }
text.halo { fill: #fff; stroke: #fff; stroke-width: 4px; stroke-linejoin: round; }
.name { text-anchor: end; font-style: italic; }
.legend { text-anchor: start; font-size: 11px; fill: #555; }
.edge { stroke: #777; stroke-width: 1.2; fill: none; }
.shape { stroke: #333; stroke-width: 1.2; fill: #fff; }
.max { fill: #d8e8f7; } .min { fill: #fbe3d0; } .chance { fill: #e2f0d9; }
.best { stroke: #111; stroke-width: 3.4; }
.cut { stroke: #bbb; stroke-dasharray: 4 3; fill: #f6f6f6; }
text.cut { stroke: none; fill: #aaa; }
.strike { stroke: #c00; stroke-width: 1.8; }
"""


def draw(root: Node, marks: dict[Path, Mark], title: str, windows: bool) -> str:
    """The drawing as the text of an SVG file."""
    return _Drawing(root, marks, windows).text(title)


class _Drawing:
    def __init__(self, root: Node, marks: dict[Path, Mark], windows: bool) -> None:
        self.root, self.marks, self.windows = root, marks, windows
        self.layout = Layout(root, {node.path: self.longest(node) for node in root.all()})

    def text(self, title: str) -> str:
        """All of it."""
        legend = self.legend()
        width = max(self.layout.width, width_of(legend), width_of(title) * 1.35) + 2 * _MARGIN
        height = self.layout.height + _TOP + _BOTTOM
        self.left = (width - self.layout.width) / 2
        nodes = list(self.root.all())
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
            f'width="{width:.0f}" height="{height:.0f}">',
            f"<title>{escape(title)}</title>",
            f"<style>{_STYLE}</style>",
            '<rect width="100%" height="100%" fill="#fff"/>',
            f'<text class="title" x="{_MARGIN}" y="24">{escape(title)}</text>',
            *(line for node in nodes for line in self.edges(node)),
            *(line for node in nodes for line in self.node(node)),
            f'<text class="legend" x="{_MARGIN}" y="{height - 14:.0f}">{legend}</text>',
            "</svg>",
        ]
        return "\n".join(parts) + "\n"

    def legend(self) -> str:
        """What the signs mean that occur."""
        turns = {node.turn for node in self.root.all()}
        signs = {MAX: "△ MAX", 1: "▽ MIN", CHANCE: "○ chance"}
        parts = [sign for turn, sign in signs.items() if turn in turns]
        parts.append("bold: best play")
        if self.windows:
            parts.append("[alpha, beta] on entering")
        if any(mark.cut for mark in self.marks.values()):
            parts.append("grey: cut")
        return "; ".join(parts)

    def longest(self, node: Node) -> str:
        """The longest text above, in or below a node."""
        texts = (self.above(node), self.value(node), f"{node.label} ")
        return max(texts, key=len)

    def above(self, node: Node) -> str:
        """The window of a node that was entered."""
        mark = self.marks[node.path]
        if not self.windows or node.turn == OVER or mark.cut:
            return ""
        return window(mark.alpha, mark.beta).replace("inf", "∞").replace("-", _MINUS)

    def value(self, node: Node) -> str:
        """The value of a node, of a leaf also where it was not looked at."""
        mark = self.marks[node.path]
        if mark.value is None:
            return _signed(self.worth(node)) if node.turn == OVER else ""
        sign = {"at most": "≤", "at least": "≥"}.get(mark.bound, "")
        return sign + _signed(mark.value)

    def worth(self, leaf: Node) -> float:
        """What a leaf pays with all that is paid on the way."""
        at, total = self.root, 0.0
        for index in leaf.path:
            at = at.children[index]
            total += at.paid
        return total

    def place(self, node: Node) -> Place:
        """The middle of a node on the sheet."""
        found = self.layout.places[node.path]
        return Place(found.x + self.left, found.y + _TOP)

    def edges(self, node: Node) -> Iterator[str]:
        """The lines to the children, with what stands at them."""
        for child in node.children:
            mark, start, end = self.marks[child.path], self.place(node), self.place(child)
            style = "edge cut" if mark.cut else "edge best" if mark.best_play else "edge"
            yield (
                f'<line class="{style}" x1="{start.x:.1f}" y1="{start.y:.1f}" '
                f'x2="{end.x:.1f}" y2="{end.y:.1f}"/>'
            )
            if mark.cut and not self.marks[node.path].cut:
                yield from _strike(_between(start, end, 0.45))
            # Above the window of a node; at a leaf where edges are well apart.
            at = _between(start, end, 0.45 if child.children and not mark.cut else 0.66)
            colour = " cut" if mark.cut else ""
            for line, text in enumerate(self.beside(node, child)):
                yield from _over(text, at.x, at.y + 4 + 11 * line, f"small{colour}")

    def beside(self, node: Node, child: Node) -> list[str]:
        """What stands at an edge: its label, its probability, and what is paid at a node."""
        texts = [child.label]
        if node.turn == CHANCE:
            texts.append(shown(child.probability))
        if child.paid and child.children:
            texts.append(f"{child.paid:+.6g}".replace("-", _MINUS))
        return texts

    def node(self, node: Node) -> Iterator[str]:
        """The shape of a node, its value, its name and its window."""
        at, mark = self.place(node), self.marks[node.path]
        style = " cut" if mark.cut else " best" if mark.best_play or not node.path else ""
        value = self.value(node)
        yield _shape(node.turn, at, width_of(value), style)
        sink = {MAX: 6.0, 1: 0.0}.get(node.turn, 4.0)
        colour = " cut" if mark.cut else ""
        yield _text(value, at.x, at.y + sink, f"{'long' if len(value) > 3 else 'value'}{colour}")
        if node.name and node.children:
            yield from _over(node.name, at.x - SIDE - 3, at.y + 4, f"name{colour}")
        elif node.name:
            yield _text(node.name, at.x, at.y + 24, f"small{colour}")
        if self.above(node):
            yield from _over(self.above(node), at.x, at.y - SIDE - 4, "small")


def _between(start: Place, end: Place, share: float) -> Place:
    return Place(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)


def _text(text: str, x: float, y: float, style: str) -> str:
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def _signed(number: float) -> str:
    return shown(number).replace("-", _MINUS)


def _over(text: str, x: float, y: float, style: str) -> Iterator[str]:
    """A text on a light ground, where an edge may pass; not every viewer knows paint-order."""
    yield _text(text, x, y, f"{style} halo")
    yield _text(text, x, y, style)


def _strike(at: Place) -> Iterator[str]:
    """Two short strokes across an edge."""
    for shift in (-2.5, 2.5):
        x, y = at.x, at.y + shift
        yield (
            f'<line class="strike" x1="{x - 6:.1f}" y1="{y + 2:.1f}" '
            f'x2="{x + 6:.1f}" y2="{y - 2:.1f}"/>'
        )


def _shape(turn: int, at: Place, width: float, style: str) -> str:
    """A triangle up or down, a circle, or the box of a leaf, which is as wide as its text."""
    x, y, side = at.x, at.y, SIDE
    if turn == CHANCE:
        return f'<circle class="shape chance{style}" cx="{x:.1f}" cy="{y:.1f}" r="{side:.1f}"/>'
    if turn == OVER:
        half = max(side * 0.6, width / 2 + 3)
        return (
            f'<rect class="shape{style}" x="{x - half:.1f}" y="{y - 10:.1f}" '
            f'width="{2 * half:.1f}" height="20" rx="4"/>'
        )
    tip, base = (y - side, y + side * 0.75) if turn == MAX else (y + side, y - side * 0.75)
    kind = "max" if turn == MAX else "min"
    wide = side * 1.15
    points = f"{x:.1f},{tip:.1f} {x - wide:.1f},{base:.1f} {x + wide:.1f},{base:.1f}"
    return f'<polygon class="shape {kind}{style}" points="{points}"/>'
