"""The command line of forethought."""

from forethought.cli.app import main

__all__ = ["main"]
