"""Fitting evaluations to the results of plays."""

from forethought.fitting.fit import calibration, fit
from forethought.fitting.positions import Position, recorded, self_play
from forethought.fitting.results import Bin, FeatureWorth, Fit

__all__ = [
    "Bin",
    "FeatureWorth",
    "Fit",
    "Position",
    "calibration",
    "fit",
    "recorded",
    "self_play",
]
