"""Othello's evaluation, learned from plays of the program against itself.

The first generation of plays is played by an evaluation set by hand, each further one by the
weights fitted before. Every play ends with perfect play, and its margin is the label of all its
positions (Buro 1997). The last weights are the result.
"""

from __future__ import annotations

import json
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from forethought import _native
from forethought.arguments import seed_of, whole
from forethought.errors import ParameterError
from forethought.training.parts import Parts, save
from forethought.training.progress import Progress, Watcher, pool, threads
from forethought.training.report import Duel, PhaseErrors, Report

FORMAT = 1
"""Raised when the same plan gives other plays or other weights than before."""

CHUNK = 64
"""Plays in one part."""

PENALTY, STEPS = 100.0, 40
"""Of the fit: weight of the penalty, in samples, and steps of the conjugate gradients."""

PAIRS = 200
"""Pairs of plays in which the weights meet those of the generation before."""


@dataclass(frozen=True)
class Plan:
    """What is to be trained: all that the weights depend on.

    ``games`` are the plays of all generations together; each generation has twice as many as the
    one before. ``depth`` is how many moves the players look ahead. Raises ParameterError.
    """

    games: int
    seed: int
    generations: int = 3
    depth: int = 4

    def __post_init__(self) -> None:
        seed_of(self.seed)
        whole(self.generations, "generations", 1, 10)
        whole(self.depth, "depth", 1, 10)
        least = CHUNK * (2**self.generations - 1)
        whole(self.games, "games", least, 10**9)

    def plays(self, generation: int) -> range:
        """The numbers of the plays of a generation, beginning with 0."""
        chunks = -(-self.games // CHUNK)
        whole_of = 2**self.generations - 1
        ends = [chunks * (2**g - 1) // whole_of * CHUNK for g in (generation, generation + 1)]
        return range(*ends)


def train(
    plan: Plan, out: Path, *, workers: int | None = None, progress: Watcher | None = None
) -> Report:
    """Train weights and write them to ``out``, their report beside it as .md and .json.

    What is done is kept in the folder ``<out>.parts``, so that the same call goes on where a
    stopped one was. The same plan gives the same weights, on any number of ``workers`` (threads; as
    many as there are processors if None). Raises ParameterError for bad input.
    """
    count = threads(workers)
    if out.is_dir():
        raise ParameterError(f"{out}: this is a folder: name the file for the weights")
    parts = Parts(out.with_name(f"{out.name}.parts"), {"format": FORMAT, **asdict(plan)})
    training = _Training(plan, parts, progress or (lambda _: None))
    with pool(count) as running:
        report = training.run(running)
    weights = parts.read(_weights(plan.generations - 1))
    assert weights is not None
    save(out.with_suffix(".json"), json.dumps(report.to_dict(), indent=1).encode())
    save(out.with_suffix(".md"), report.markdown().encode())
    save(out, weights)
    return report


def _weights(generation: int) -> str:
    return f"generation-{generation}.bin"


class _Training:
    def __init__(self, plan: Plan, parts: Parts, progress: Watcher) -> None:
        self.plan, self.parts, self.progress = plan, parts, progress

    def run(self, pool: ThreadPoolExecutor) -> Report:
        for generation in range(self.plan.generations):
            if not self.parts.has(f"report-{generation}.json"):
                self._generation(generation, pool)
        record = self.parts.read(f"report-{self.plan.generations - 1}.json")
        assert record is not None
        return Report.from_dict(json.loads(record))

    def _generation(self, generation: int, pool: ThreadPoolExecutor) -> None:
        before = self.parts.read(_weights(generation - 1)) if generation else None
        self._play(generation, before, pool)
        phases = _native.othello_phases()
        samples = self._samples(generation)
        work = [
            pool.submit(_native.othello_fit, samples, phase, PENALTY, STEPS)
            for phase in range(len(phases))
        ]
        self._watch(f"generation {generation}: fit", work)
        fits = [task.result() for task in work]
        weights = _native.othello_weights([fit[0] for fit in fits])
        self.parts.write(_weights(generation), weights)
        errors = [PhaseErrors.of(discs, *fit[1:]) for discs, fit in zip(phases, fits, strict=True)]
        report = self._report(generation, errors, self._duel(weights, before, pool), len(weights))
        self.parts.write(f"report-{generation}.json", json.dumps(report.to_dict()).encode())

    def _report(self, generation: int, errors: list[PhaseErrors], duel: Duel, size: int) -> Report:
        record = self.parts.read(f"report-{generation - 1}.json")
        duels = Report.from_dict(json.loads(record)).duels if record else ()
        return Report(asdict(self.plan), tuple(errors), (*duels, duel), size)

    def _chunks(self, generation: int) -> list[tuple[str, int]]:
        """The parts of a generation's plays: their names and first plays."""
        plays = self.plan.plays(generation)
        return [(f"plays-{first // CHUNK:06}.bin", first) for first in plays[::CHUNK]]

    def _play(self, generation: int, weights: bytes | None, pool: ThreadPoolExecutor) -> None:
        def chunk(name: str, first: int) -> None:
            plan = self.plan
            plays = _native.othello_plays(weights, plan.seed, first, CHUNK, plan.depth)
            self.parts.write(name, plays)

        chunks = self._chunks(generation)
        missing = [part for part in chunks if not self.parts.has(part[0])]
        work = [pool.submit(chunk, *part) for part in missing]
        self._watch(f"generation {generation}: plays", work, len(chunks) - len(missing), CHUNK)

    def _watch(self, stage: str, work: list[Future[Any]], done: int = 0, unit: int = 1) -> None:
        """Waits for the work and tells how far it is, in parts of ``unit``."""
        total = (done + len(work)) * unit
        self.progress(Progress(stage, done * unit, total))
        for count, task in enumerate(as_completed(work), done + 1):
            task.result()
            self.progress(Progress(stage, count * unit, total))

    def _samples(self, generation: int) -> bytes:
        """All plays but those of the hand-set evaluation, unless there are no others.

        Weights fitted to older and poorer plays too play better: there are more kinds of positions.
        """
        generations = range(min(generation, 1), generation + 1)
        names = [name for each in generations for name, _ in self._chunks(each)]
        found = [self.parts.read(name) for name in names]
        return b"".join(samples for samples in found if samples is not None)

    def _duel(self, new: bytes, old: bytes | None, pool: ThreadPoolExecutor) -> Duel:
        plan = self.plan
        task = pool.submit(_native.othello_duel, new, old, plan.seed, PAIRS, plan.depth)
        return Duel.of(task.result())
