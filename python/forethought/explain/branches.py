"""The tree of MGSS* from left to right, as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import log10

from forethought.decision import Decision
from forethought.explain.cropping import LEAST, ROW, Twig, cropped, line_of, relevant_in
from forethought.explain.growth import MAX, MIN, OVER, Node
from forethought.explain.signs import STYLE, legend, purple, text_at
from forethought.game import CHANCE

_LETTER, _SMALL = 6.5, 5.6
"""How wide a letter is in a box or at a line, and in the smaller print."""
_MARGIN, _TOP, _BOX = 18.0, 74.0, 18.0
_TRUNK, _BEND = 11.0, 6.0
_TINTS = {MAX: "max", MIN: "min", CHANCE: "chance", OVER: "over"}


def draw(root: Node, decision: Decision, heading: tuple[str, str], most: int) -> str:
    """The drawing as the text of an SVG file, below a title and a line of text."""
    return _Drawing(root, decision, most).text(*heading)


class _Drawing:
    def __init__(self, root: Node, decision: Decision, most: int) -> None:
        self.root, self.decision = root, decision
        self.line = {root, *line_of(root)}
        self.relevant = relevant_in(root.all())
        self.top = max((node.gain or 0.0 for node in self.relevant), default=0.0)
        self.next = None if decision.ahead is None else root.follow(decision.ahead.line)
        twig = cropped(root, most)
        self.twigs = list(twig.all())
        self.columns = _columns(self.twigs)
        self.height = max(max(twig.y, twig.stub) for twig in self.twigs) + ROW

    def text(self, title: str, note: str) -> str:
        """All of it."""
        right = max(self.right(twig) for twig in self.twigs)
        width = _MARGIN + max(right, len(title) * 8.6 + _MARGIN, len(note) * 5.9 + _MARGIN)
        bottom = _TOP + self.height + 10
        signs, rows = legend(self.signs(), width - 2 * _MARGIN, _MARGIN, bottom)
        height = bottom + 18 * rows
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
            f'width="{width:.0f}" height="{height:.0f}">',
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style>",
            '<rect width="100%" height="100%" fill="#fff"/>',
            text_at(title, _MARGIN, 24, "title"),
            text_at(note, _MARGIN, 44, "note"),
            *(part for twig in reversed(self.twigs) for part in self.edges(twig)),
            *(part for twig in self.twigs for part in self.node(twig)),
            *signs,
            "</svg>",
        ]
        return "\n".join(parts) + "\n"

    def signs(self) -> list[tuple[str, str]]:
        """The signs that occur, each with what it means."""
        nodes = [twig.node for twig in self.twigs]
        turns, player = {node.turn for node in nodes}, self.decision.player
        found = {
            "max": (MAX in turns, f"player {player} decides, whose values these are"),
            "min": (MIN in turns, f"player {1 - player} decides"),
            "chance": (CHANCE in turns, "chance"),
            "over": (OVER in turns, "the play is over"),
            "line": (True, "what is expected to follow"),
            "gain": (self.top > 0, "what a look there is expected to gain"),
            "dull": (
                any(node not in self.relevant and node not in self.line for node in nodes),
                "no look there could change the choice",
            ),
            "step": (any(node.step for node in nodes), "the step that looked there"),
            "rest": (any(twig.hidden for twig in self.twigs), "not drawn, with all below"),
        }
        return [(sign, text) for sign, (there, text) in found.items() if there]

    def style(self, node: Node) -> str:
        """Bold, grey or neither."""
        if node in self.line:
            return " line"
        return "" if node in self.relevant else " dull"

    def right(self, twig: Twig) -> float:
        """Where the texts at a node end."""
        end = self.columns[twig.depth].end + _after(twig.node)
        beside = len(self.beside(twig.node)) * _SMALL
        rest = _TRUNK + 16 + len(_rest(twig)) * _SMALL if twig.hidden else 0.0
        return end + max(beside, rest)

    def edges(self, twig: Twig) -> Iterator[str]:
        """The lines to the children, those of the best one last."""
        start = self.columns[twig.depth].end
        trunk = start + _TRUNK
        if twig.hidden:
            bend = f"M{trunk:.1f} {twig.y + _TOP:.1f}V{twig.stub + _TOP:.1f}"
            own = f"M{start:.1f} {twig.y + _TOP:.1f}H{trunk:.1f}"
            yield f'<path class="rest" d="{bend if twig.children else own}h12"/>'
            yield text_at(_rest(twig), trunk + 16, twig.stub + _TOP + 3.5, "small")
        for child in reversed(twig.children):
            end = self.columns[child.depth].start - len(_label(child.node)) * _LETTER - 8
            path = f"M{start:.1f} {twig.y + _TOP:.1f}H{end:.1f}"
            if child.y != twig.y:
                y = child.y + _TOP
                path = (
                    f"M{trunk:.1f} {twig.y + _TOP:.1f}V{y - _BEND:.1f}"
                    f"Q{trunk:.1f} {y:.1f} {trunk + _BEND:.1f} {y:.1f}H{end:.1f}"
                )
            yield f'<path class="edge{self.style(child.node)}" d="{path}"/>'

    def node(self, twig: Twig) -> Iterator[str]:
        """The box of a node with its value, what leads there, and what a step there may gain."""
        node, column, y = twig.node, self.columns[twig.depth], twig.y + _TOP
        style = self.style(node)
        shade = _shade(node.gain, self.top)
        fill = f' style="fill:{shade[0]}"' if shade else ""
        corner = {OVER: 1.5, CHANCE: 9.0}.get(node.turn, 5.0)
        top = y - _BOX / 2
        yield (
            f'<rect class="box {_TINTS[node.turn]}{style}" x="{column.start:.1f}" '
            f'y="{top:.1f}" width="{column.wide:.1f}" height="{_BOX}" rx="{corner}"{fill}/>'
        )
        light = ' style="fill:#fff"' if shade and shade[1] else ""
        yield text_at(
            _value(node.value), column.start + column.wide / 2, y + 4, f"value{style}", light
        )
        yield from self.way(node, column.start - 4, y)
        if node.step:
            yield text_at(str(node.step), column.end + 1.5, y - 5, "step")
        if node.gain is not None:
            kind = "gain next" if node is self.next else "gain"
            yield text_at(self.beside(node), column.end + _after(node), y + 3.5, kind)

    def way(self, node: Node, x: float, y: float) -> Iterator[str]:
        """What leads to a node; the action that is chosen has a badge."""
        if node.parent is None:
            return
        style = self.style(node)
        if node.parent is self.root and node in self.line:
            wide = len(_label(node)) * _LETTER + 6
            yield (
                f'<rect class="badge" x="{x - wide + 2:.1f}" y="{y - 8:.1f}" width="{wide:.1f}" '
                'height="16" rx="3"/>'
            )
            style = " badge"
        yield text_at(_label(node), x - 1, y + 4, f"way{style}")

    def beside(self, node: Node) -> str:
        """What a step at a leaf may gain."""
        if node.gain is None:
            return ""
        ahead = self.decision.ahead
        if node is not self.next or ahead is None:
            little = node.gain < self.top * LEAST
            return "~0" if little else f"+{_gain(node.gain)}"
        cost = f", costs {_gain(ahead.cost)}" if ahead.cost > 0 else ""
        return f"next: +{_gain(ahead.expected)}{cost}"


class _Column:
    """Where the boxes of a level start and end; what leads to them stands before."""

    def __init__(self, left: float, twigs: list[Twig]) -> None:
        labels = max(len(_label(twig.node)) for twig in twigs)
        self.start = left + labels * _LETTER + (10 if labels else 0)
        self.wide = max(len(_value(t.node.value)) for t in twigs) * _LETTER + 12
        self.end = self.start + self.wide


def _columns(twigs: list[Twig]) -> list[_Column]:
    columns: list[_Column] = []
    left = _MARGIN
    for depth in range(max(twig.depth for twig in twigs) + 1):
        columns.append(_Column(left, [twig for twig in twigs if twig.depth == depth]))
        left = columns[-1].end + 2.2 * _TRUNK
    return columns


def _label(node: Node) -> str:
    """What leads to a node, of an outcome with its probability."""
    if node.parent is None:
        return ""
    return f"{node.label} p={node.p:.2g}" if node.parent.turn == CHANCE else node.label


def _after(node: Node) -> float:
    """How far behind its box the text beside a node begins: after the number of the step."""
    return 6.0 + (len(str(node.step)) * 5.0 if node.step else 0.0)


def _value(value: float) -> str:
    return f"{value + 0.0:.3g}".replace("-", "\N{MINUS SIGN}")


def _gain(number: float) -> str:
    return f"{number:.2g}"


def _rest(twig: Twig) -> str:
    """What is not drawn below a node."""
    more = "" if twig.nodes == twig.hidden else f", {twig.nodes:,} nodes"
    return f"{twig.hidden:,} more{more}"


def _shade(expected: float | None, top: float) -> tuple[str, bool] | None:
    """The colour of a leaf by its gain beside the largest, and whether it is dark."""
    if expected is None or top <= 0:
        return None
    share = max(1 + log10(expected / top) / -log10(LEAST), 0.0)
    return purple(share), share > 0.5
