"""Levels: how much of each of a profile's levels was right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from mercalli.inputs.arrays import Floats, Ints
from mercalli.metrics.catalogue import WHOLE, Metric, catalogue
from mercalli.metrics.ratio import ratio
from mercalli.profiles.profile import Level, Profile
from mercalli.results.measure import Measure
from mercalli.results.parts import INVALID
from mercalli.stats.confusion import Confusion
from mercalli.stats.sample import Sample
from mercalli.tasks.labels.result import ClassNote, LevelReport


def level_metrics(profile: Profile, classes: Sequence[str]) -> tuple[Metric, ...]:
    """The accuracy within each level, as metrics, so that they get intervals like any other."""
    return tuple(_accuracy_within(level, members) for _, level, members in _levels(profile, classes))


def routing_metrics(profile: Profile, classes: Sequence[str]) -> tuple[Metric, ...]:
    """For each scale of levels, the share of items that got their level right, even if the class is wrong."""
    return tuple(_routing(scale, _placed(profile, scale, classes)) for scale in profile.levels)


def level_reports(
    profile: Profile, sample: Sample, measures: Sequence[Measure], outside: str = INVALID
) -> tuple[LevelReport, ...]:
    """What each level holds and how much of it was right; `outside` is what predictions without a class are called."""
    whole = sample.confusions[0].merged(-1)
    reports: list[LevelReport] = []
    for (name, level, members), measure in zip(_levels(profile, sample.classes), measures, strict=True):
        correct, total = float(whole.accurate[members].sum()), float(whole.truths[members].sum())
        share = total / float(whole.total)
        rested = replace(measure, n=int(sample.row_table()[members].sum()))
        kept = _taken_for(whole.cells[members].sum(axis=0), _placed(profile, name, sample.classes), outside)
        reports.append(LevelReport(name, level.name, level.weight, level.response, correct, total, share, rested, kept))
    return tuple(reports)


def class_notes(profile: Profile, classes: Sequence[str]) -> tuple[ClassNote, ...]:
    """What the profile says of each class where no column of the data changes it."""
    level = {at: level.name for _, level, members in _levels(profile, classes) for at in members.tolist()}
    weights = profile.harms(classes, {})
    return tuple(
        ClassNote(name, level.get(at), float(weights[at]), profile.critical.get(name))
        for at, name in enumerate(classes)
    )


def _levels(profile: Profile, classes: Sequence[str]) -> Iterator[tuple[str, Level, Ints]]:
    """Every level of every scale with the positions of its classes; unknown classes go to the default level."""
    for name, levels in profile.levels.items():
        placed = _placed(profile, name, classes)
        for level in levels:
            yield name, level, np.flatnonzero([each == level.name for each in placed])


def _placed(profile: Profile, scale: str, classes: Sequence[str]) -> list[str | None]:
    """The level of each class."""
    default = next((spec.default_level for spec in profile.metrics.values() if spec.levels == scale), None)
    return profile.level_of(scale, classes, default)


def _taken_for(predicted: Floats, placed: Sequence[str | None], outside: str) -> dict[str, float]:
    """How many items were taken for each level; predictions outside the classes have none."""
    levels = [*(INVALID if level is None else level for level in placed), outside]
    taken = dict.fromkeys(levels, 0.0)
    for level, number in zip(levels, predicted.tolist(), strict=True):
        taken[level] += number
    return {level: number for level, number in taken.items() if number}


def _routing(scale: str, placed: Sequence[str | None]) -> Metric:
    """An item is routed right if its class and the predicted one are of the same level."""
    same = np.array([[one == two for two in placed] for one in placed])

    def share(confusion: Confusion) -> Floats:
        return ratio((confusion.cells[..., :-1] * same).sum(axis=(-2, -1)), confusion.total)

    facts = replace(
        catalogue()["accuracy"].facts, label=f"Right level of {scale}", aliases=(), beside=(), by_class=None
    )
    meaning = "Of all items, the share that got their level right, even if the class is wrong."
    return Metric(f"level_accuracy_{scale}", share, facts, WHOLE, meaning)


def _accuracy_within(level: Level, members: Ints) -> Metric:
    kernel = catalogue()["accuracy"]

    def within(confusion: Confusion) -> Floats:
        return ratio(confusion.accurate[..., members].sum(axis=-1), confusion.truths[..., members].sum(axis=-1))

    def trials(confusion: Confusion) -> Floats:
        total: Floats = confusion.truths[..., members].sum(axis=-1)
        return total

    label = f"Accuracy within {level.name}"
    facts = replace(
        kernel.facts,
        label=label,
        undefined="no item is of this level",
        trials=trials,
        aliases=(),
        beside=(),
        by_class=None,
    )
    return Metric(
        f"accuracy_within_{level.name}",
        within,
        facts,
        WHOLE,
        "Of all items of the level, the share that was right.",
    )
