"""The tree of a lecture: a game that can be searched, and its nodes with their names."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, product
from string import ascii_uppercase

from forethought.explain.sheet import Path, Sheet
from forethought.game import CHANCE, OVER, Game, actions_of, outcomes_of
from forethought.games import make
from forethought.textbook.adversarial import MAX


@dataclass
class Node:
    """A node of the tree.

    Attributes:
        path: the indexes of the children that lead to it from the root; its state in the game.
        name: what it is called; nothing if it is a leaf without a name of its own.
        label: what the action or outcome that leads to it is called.
        turn: who decides there.
        probability: how likely it is after a node of chance, 1 after others.
        paid: what MAX is paid on the way to it.
        children: its children in order.
    """

    path: Path
    turn: int
    name: str = ""
    label: str = ""
    probability: float = 1.0
    paid: float = 0.0
    children: list["Node"] = field(default_factory=list)

    def all(self) -> Iterator["Node"]:
        """The node and all below it."""
        yield self
        for child in self.children:
            yield from child.all()

    def leaves(self) -> int:
        """How many leaves are below it, itself included."""
        return sum(1 for node in self.all() if node.turn == OVER)

    @property
    def who(self) -> str:
        """Who decides, in a word."""
        return {CHANCE: "chance", OVER: "nobody", MAX: "MAX"}.get(self.turn, "MIN")


class Plan:
    """The game of a sheet, and its nodes by path."""

    def __init__(self, sheet: Sheet) -> None:
        self.game: Game = make("tree", tree=sheet.tree)
        self.root = Node((), self.game.turn(()))
        self.at: dict[Path, Node] = {(): self.root}
        self._grow()
        self._name(sheet)

    def _grow(self) -> None:
        order = [self.root]
        for node in order:
            node.children = [] if node.turn == OVER else list(self._children(node))
            self.at |= {child.path: child for child in node.children}
            order += node.children

    def _children(self, node: Node) -> Iterator[Node]:
        for action in actions_of(self.game, node.path):
            for probability, rewards, path in outcomes_of(self.game, node.path, action):
                turn = self.game.turn(path)
                yield Node(path, turn, probability=probability, paid=rewards[MAX])

    def _name(self, sheet: Sheet) -> None:
        """Letters for the nodes without a name, level by level, and numbers after the actions."""
        letters = (text for text in _letters() if text not in sheet.names.values())
        for path, node in self.at.items():
            own = sheet.names.get(path, "")
            node.name = own or ("" if node.turn == OVER else next(letters))
            for i, child in enumerate(node.children):
                child.label = sheet.labels.get(child.path, f"{node.name.lower()}{i + 1}")


def _letters() -> Iterator[str]:
    """A to Z, then AA to AZ, BA to BZ, and so on."""
    for length in count(1):
        yield from map("".join, product(ascii_uppercase, repeat=length))
