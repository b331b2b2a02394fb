"""Games as text, in the notation that is usual for each: a module for each game that has one."""

from forethought.notation import othello

__all__ = ["othello"]
