"""Choose an action when thinking costs something."""

from forethought._native import __version__

__all__ = ["__version__"]
