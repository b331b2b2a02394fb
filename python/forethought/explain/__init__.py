"""Searches told and drawn: those by depth on a small tree, and MGSS* by its decisions."""

from forethought.explain.explanation import Explanation, explain
from forethought.explain.sheet import MOST_NODES
from forethought.explain.story import Story, story

__all__ = ["MOST_NODES", "Explanation", "Story", "explain", "story"]
