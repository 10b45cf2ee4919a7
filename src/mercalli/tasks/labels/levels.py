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
from mercalli.stats.confusion import Confusion
from mercalli.stats.sample import Sample
from mercalli.tasks.labels.result import ClassNote, LevelReport


def level_metrics(profile: Profile, classes: Sequence[str]) -> tuple[Metric, ...]:
    """The accuracy within each level, as metrics, so that they get intervals like any other."""
    return tuple(_accuracy_within(level, members) for _, level, members in _levels(profile, classes))


def level_reports(profile: Profile, sample: Sample, measures: Sequence[Measure]) -> tuple[LevelReport, ...]:
    """What each level holds and how much of it was right."""
    whole = sample.confusions[0].merged(-1)
    reports: list[LevelReport] = []
    for (name, level, members), measure in zip(_levels(profile, sample.classes), measures, strict=True):
        correct, total = float(whole.accurate[members].sum()), float(whole.truths[members].sum())
        share = total / float(whole.total)
        rested = replace(measure, n=int(sample.row_table()[members].sum()))
        reports.append(LevelReport(name, level.name, level.weight, level.response, correct, total, share, rested))
    return tuple(reports)


def class_notes(profile: Profile, classes: Sequence[str]) -> tuple[ClassNote, ...]:
    """What the profile says of each class where no column of the data changes it."""
    level = {at: level.name for _, level, members in _levels(profile, classes) for at in members.tolist()}
    weights = profile.harms(classes, {})
    return tuple(ClassNote(name, level.get(at), float(weights[at])) for at, name in enumerate(classes))


def _levels(profile: Profile, classes: Sequence[str]) -> Iterator[tuple[str, Level, Ints]]:
    """Every level of every scale with the positions of its classes; unknown classes go to the default level."""
    for name, levels in profile.levels.items():
        default = next((spec.default_level for spec in profile.metrics.values() if spec.levels == name), None)
        placed = profile.level_of(name, classes, default)
        for level in levels:
            yield name, level, np.flatnonzero([each == level.name for each in placed])


def _accuracy_within(level: Level, members: Ints) -> Metric:
    kernel = catalogue()["accuracy"]

    def within(confusion: Confusion) -> Floats:
        return ratio(confusion.accurate[..., members].sum(axis=-1), confusion.truths[..., members].sum(axis=-1))

    def trials(confusion: Confusion) -> Floats:
        total: Floats = confusion.truths[..., members].sum(axis=-1)
        return total

    label = f"Accuracy within {level.name}"
    facts = replace(
        kernel.facts, label=label, undefined="no item is of this level", trials=trials, aliases=(), beside=()
    )
    return Metric(
        f"accuracy_within_{level.name}",
        within,
        facts,
        WHOLE,
        "Of all items of the level, the share that was right.",
    )
