"""`python -m benchmarks`: says which peers are there to be measured."""

from importlib.metadata import version

for package in ("forethought", "open_spiel"):
    print(package, version(package))
