"""Othello matches against other programs and our own searches: `python -m benchmarks.strength`."""
