"""The error model of a native game's evaluation, learned from plays of MGSS* against itself.

The first round is played with the same error everywhere, the second with the model fitted to the
first: which states a search thinks of expanding depends on what it foresees there. The samples of
the second round make the result.
"""

from __future__ import annotations

import itertools
import json
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from forethought import drawing
from forethought.arguments import seed_of, whole
from forethought.error_models import Constant, Model, read
from forethought.error_models.fitting import COLUMNS, Array, are_steps, buckets, regression
from forethought.errors import ParameterError, Unsupported
from forethought.evaluations import Named
from forethought.game import NativeGame
from forethought.games import make
from forethought.rng import Rng, derived_seed
from forethought.training.calibration import Report, Samples
from forethought.training.calibration_figure import calibration_figure
from forethought.training.parts import Parts, save
from forethought.training.progress import Progress, Watcher, pool, threads
from forethought.training.samples import Source, collect

FORMAT = 1
"""Raised when the same plan gives other samples than before."""

FIRST = 0.1
"""Standard deviation of the first round's error, in units of the scale; its mean is 0."""

FEWER = 4
"""The second round has this many times the samples of the first."""

HELD_OUT = 5
"""One play in this many is not fitted, but measured on; a round has as many plays at least."""

Kind = Literal["regression", "buckets"]


@dataclass(frozen=True)
class Plan:
    """What is to be learned: all that the samples depend on.

    ``samples`` are the steps of the second round, at least 100. Raises ParameterError for a game
    that there is not, Unsupported for one without an evaluation, with chance, or not of two
    players.
    """

    game: str
    samples: int
    seed: int

    def __post_init__(self) -> None:
        seed_of(self.seed)
        whole(self.samples, "samples", 100, 10**8)
        game = make(self.game)
        if game.players != 2 or game.chance != "none":
            raise Unsupported(f"{game.name}: error models are learned for two players, no chance")
        if not game.evaluations:
            raise Unsupported(f"{game.name} has no evaluation: give othello or connect_four")

    def source(self, error: Model | None) -> Source:
        """Where the samples come from, with this error model or that of the first round."""
        game = make(self.game)
        scale = scale_of(game)
        first = Constant(0.0, FIRST * scale)
        evaluation = Named(game.evaluations[0], game.name)
        return Source(game, evaluation, first if error is None else error, scale)


def scale_of(game: NativeGame) -> float:
    """The size of a large value: that of the largest return, or 1 where it has no bound."""
    return 1.0 if game.returns is None else float(max(map(abs, game.returns)))


def train(
    plan: Plan,
    out: Path,
    *,
    kind: Kind = "regression",
    workers: int | None = None,
    progress: Watcher | None = None,
) -> Report:
    """Learn an error model and write it to ``out``.

    Beside it ``<out>-report`` says as .md and .json, and shows as .png and .svg, how well it
    foresees what was held out. What is done is kept in the folder ``<out>.parts``, so that the same
    call goes on where a stopped one was. The same plan gives the same model, on any number of
    ``workers`` (threads; as many as there are processors if None). Raises ParameterError for bad
    input.
    """
    count = threads(workers)
    if kind not in get_args(Kind):
        raise ParameterError(f"kind={kind!r}: give {' or '.join(get_args(Kind))}")
    if out.is_dir():
        raise ParameterError(f"{out}: this is a folder: name the file for the model")
    parts = Parts(out.with_name(f"{out.name}.parts"), {"format": FORMAT, **asdict(plan)})
    with pool(count) as running:
        samples = _Training(plan, parts, progress or (lambda _: None), count).run(running)
    model = fitted(samples, kind)
    report = Report.of(asdict(plan), model, samples)
    _write(model, report, out)
    return report


def fitted(samples: Samples, kind: Kind) -> Model:
    """The model of the samples that were not held out."""
    rows = samples.fitted()
    return (
        regression(rows, samples.scale) if kind == "regression" else buckets(rows[are_steps(rows)])
    )


def _write(model: Model, report: Report, out: Path) -> None:
    beside = out.with_name(f"{out.stem}-report")
    drawing.save(calibration_figure(report), beside)
    save(beside.with_name(f"{beside.name}.json"), json.dumps(report.to_dict(), indent=1).encode())
    save(beside.with_name(f"{beside.name}.md"), report.markdown(beside.name).encode())
    model.save(out)


class _Training:
    def __init__(self, plan: Plan, parts: Parts, progress: Watcher, threads: int) -> None:
        self.plan, self.parts, self.progress, self.threads = plan, parts, progress, threads

    def run(self, pool: ThreadPoolExecutor) -> Samples:
        if not self.parts.has("model.json"):
            first = self._round(0, self.plan.samples // FEWER, self.plan.source(None), pool)
            model = fitted(first, "regression")
            self.parts.write("model.json", json.dumps(model.to_dict()).encode())
        model = read(self.parts.folder / "model.json")
        return self._round(1, self.plan.samples, self.plan.source(model), pool)

    def _round(self, number: int, wanted: int, source: Source, pool: ThreadPoolExecutor) -> Samples:
        """The first plays that have as many steps as are wanted."""
        found: list[Array] = []
        steps = 0
        for play, rows in enumerate(self._plays(number, source, pool)):
            found.append(np.column_stack([rows, np.full(len(rows), play)]))
            steps += int(are_steps(rows).sum())
            self.progress(Progress(f"round {number + 1}: samples", min(steps, wanted), wanted))
            if steps >= wanted and play + 1 >= HELD_OUT:
                break
        joined = np.concatenate(found)
        return Samples(joined[:, :-1], joined[:, -1].astype(int), HELD_OUT, source.scale)

    def _plays(self, number: int, source: Source, pool: ThreadPoolExecutor) -> Iterator[Array]:
        """The samples of play after play, some of them played ahead."""
        ahead: deque[Future[Array]] = deque()
        try:
            for play in itertools.count():
                ahead.append(pool.submit(self._play, number, play, source))
                if len(ahead) > 2 * self.threads:
                    yield ahead.popleft().result()
        finally:
            for task in ahead:
                task.cancel()

    def _play(self, number: int, play: int, source: Source) -> Array:
        name = f"play-{number}-{play:06}.bin"
        kept = self.parts.read(name)
        if kept is None:
            seed = derived_seed("error-samples", self.plan.seed, number, play)
            kept = collect(source, Rng(seed, "self-play")).tobytes()
            self.parts.write(name, kept)
        return np.frombuffer(kept).reshape(-1, len(COLUMNS))
