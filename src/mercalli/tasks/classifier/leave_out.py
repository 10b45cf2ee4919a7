"""Cross-disaster validation: train on all events but one, test on it, for each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.errors import TextError
from mercalli.evaluation.progress import quiet
from mercalli.results.measured import by_text
from mercalli.results.training import LeftOut, LeftOutPart
from mercalli.tasks.classifier.fit import fitted
from mercalli.tasks.classifier.ngrams import counts_of
from mercalli.tasks.classifier.worth import worth_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mercalli.evaluation.progress import Progress
    from mercalli.inputs.arrays import Bools
    from mercalli.inputs.texts import LabelledTexts
    from mercalli.profiles.profile import Profile
    from mercalli.results.evaluation import Evaluation
    from mercalli.results.measured import Measure
    from mercalli.results.multilabel import MultiLabel

FEWEST_EVENTS = 2


@dataclass(frozen=True)
class LeftOutTest:
    """Every event by itself, what that comes to, and the predictions in the order of the texts."""

    report: LeftOut
    by_event: Evaluation | MultiLabel
    pred: tuple[str, ...]


def by_leaving_out(
    data: LabelledTexts,
    column: str,
    at_random: Measure,
    *,
    profile: Profile | None = None,
    metric: str | None = None,
    seed: int = 0,
    progress: Progress = quiet,
    **settings: Any,  # noqa: ANN401 - as evaluate has it
) -> LeftOutTest:
    """Each event tested by a classifier that has not seen it; `at_random` is what a random hold-out got."""
    events = data.by[column].occurring()
    if len(events.values) < FEWEST_EVENTS:
        raise TextError.one_event(column, data.origin)
    counts = counts_of(data.texts)
    pred = np.empty(len(data), np.object_)
    untrained: dict[str, tuple[str, ...]] = {}
    for at, event in enumerate(events.values):
        progress(f"leaving out {event}", at, len(events.values))
        here: Bools = events.codes == at
        rest = data.take(~here)
        known = rest.counts > 0
        untrained[str(event)] = tuple(np.array(data.classes)[~known & (data.take(here).counts > 0)].tolist())
        found = fitted(_narrowed(rest, known), seed=seed, profile=profile, metric=metric, counts=counts[~here])
        pred[here] = found.classifier.predict(data.texts[here])
    wanted: dict[str, Any] = {"profile": profile, "seed": seed, "progress": progress, **settings}
    by_event = worth_of(data, pred.tolist(), by=[column], **wanted)
    overall = worth_of(data, pred.tolist(), unit=column, **wanted)
    report = LeftOut(
        column,
        at_random.metric,
        tuple(_parts(by_event, at_random.metric, untrained)),
        by_text(overall.systems[0].measures, at_random.metric),
        at_random,
    )
    return LeftOutTest(report, by_event, tuple(pred.tolist()))


def _narrowed(data: LabelledTexts, known: Bools) -> LabelledTexts:
    """The same texts with only the labels that occur."""
    return replace(data, classes=tuple(np.array(data.classes, np.object_)[known].tolist()))


def _parts(
    by_event: Evaluation | MultiLabel, metric: str, untrained: Mapping[str, tuple[str, ...]]
) -> list[LeftOutPart]:
    """Worst first."""
    found = [
        LeftOutPart(part.values[0], part.n, part.few, untrained[part.values[0]], by_text(part.measures, metric))
        for part in by_event.systems[0].slices
    ]
    direction = next(card.direction for card in by_event.metrics if card.metric == metric)
    return sorted(found, key=lambda part: direction * (np.inf if part.measure.value is None else part.measure.value))
