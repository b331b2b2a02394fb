"""Declared, seeded, resumable comparisons of searches, and the published ones among them."""

from forethought.experiments.experiment import Experiment, Method, Native
from forethought.experiments.runner import Progress, run
from forethought.experiments.statistics import Summary, summarise
from forethought.experiments.store import Result, Store
from forethought.store import StoreError
from forethought.workers import WorkerError

__all__ = [
    "Experiment",
    "Method",
    "Native",
    "Progress",
    "Result",
    "Store",
    "StoreError",
    "Summary",
    "WorkerError",
    "run",
    "summarise",
]
