"""What a classifier is worth on texts that it has not seen: some held out, or of events that were left out in turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from mercalli.errors import TextError
from mercalli.estimates.confusion import MAJORITY
from mercalli.estimates.intervals import LEFT_OUT
from mercalli.estimates.label_sets import HEADLINE
from mercalli.estimates.leads import level_of
from mercalli.estimates.measure import named_measure, unmeasured
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.ranking import best_first
from mercalli.inputs.arrays import Bools, Floats
from mercalli.inputs.texts import MULTI_CLASS, LabelledTexts
from mercalli.plan.provenance import generic
from mercalli.profiles.profile import Profile
from mercalli.results.measure import Measure, MetricCard, by_text
from mercalli.tasks.classifier.fit import check_learnable, copies_of, fitted
from mercalli.tasks.classifier.ngrams import counts_of
from mercalli.tasks.classifier.result import LeftOutPart, LeftOutReport, LeftOutTest, Worth
from mercalli.tasks.label_sets.evaluate import multilabel
from mercalli.tasks.labels.evaluate import evaluate
from mercalli.uncertainty.few_units import FEWEST_UNITS, bounded_interval, plain_interval

TRUTH, PRED = "truth", "pred"
FEWEST_EVENTS, MOST_EVENTS = 2, 50


def worth_of(
    data: LabelledTexts,
    pred: Sequence[str],
    *,
    profile: Profile | None = None,
    metric: str | None = None,
    by: Sequence[str] = (),
    unit: str | None = None,
    **settings: Any,  # noqa: ANN401 - as evaluate has it
) -> Worth:
    """The predictions of texts against their labels; `metric` is among those that are shown first."""
    columns = {name: [column.values[code] for code in column.codes] for name, column in data.by.items()}
    rows, chosen = {**columns, TRUTH: data.written(), PRED: list(pred)}, profile or generic()
    if data.mode == MULTI_CLASS:
        worth: Worth = evaluate(
            rows,
            truth=TRUTH,
            pred=PRED,
            profile=replace(chosen, headline=_with(chosen.headline or generic().headline, metric)),
            by=list(by) or None,
            unit=unit,
            unknown="default",
            **settings,
        )
    else:
        worth = multilabel(
            rows,
            truth=TRUTH,
            pred=PRED,
            labels=data.classes,
            separator=data.delimiter,
            metrics=_with(HEADLINE, metric),
            by=list(by),
            unit=unit,
            **settings,
        )
    return replace(worth, provenance=replace(worth.provenance, origin=data.origin))


def _with(headline: Sequence[str], metric: str | None) -> tuple[str, ...]:
    """Metrics that are shown first, and one more if it is not among them."""
    return tuple(dict.fromkeys([*headline, *([] if metric is None else [metric])]))


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
    counts, groups = counts_of(data.texts), copies_of(data, progress)
    pred = np.full(len(data), None, np.object_)
    untrained: dict[str, tuple[str, ...]] = {}
    untested: list[LeftOutPart] = []
    for at, event in enumerate(_events(data, column)):
        progress(f"leaving out {event.name}", at, len(data.by[column].occurring().values))
        untrained[event.name] = event.untrained
        if event.obstacle is not None:
            untested.append(_untested(event, at_random.metric, event.obstacle))
            continue
        rest = ~event.here
        fit = fitted(event.rest, seed=seed, profile=profile, metric=metric, counts=counts[rest], groups=groups[rest])
        pred[event.here] = fit.classifier.predict(data.texts[event.here])
    tested: Bools = np.array([label is not None for label in pred])
    held_out, labels = data.take(tested), pred[tested].tolist()
    settings.update(profile=profile, metric=metric, seed=seed, progress=progress)
    by_event = worth_of(held_out, labels, by=[column], **settings)
    overall = worth_of(held_out, labels, unit=column, **settings)
    parts, level = _parts(by_event, at_random.metric, untrained), level_of(by_event.provenance)
    report = LeftOutReport(
        column,
        at_random.metric,
        (*parts, *untested),
        by_text(overall.systems[0].measures, at_random.metric),
        mean_over(
            [part.measure for part in parts],
            by_text(by_event.metrics, at_random.metric),
            None if at_random.low is None else level,
            sum(part.n for part in parts),
        ),
        at_random,
    )
    return LeftOutTest(report, by_event, tuple(pred.tolist()))


def check_events(data: LabelledTexts, column: str) -> None:
    """There must be several events, and something to learn from without one of them."""
    different = len(data.by[column].occurring().values)
    if different > MOST_EVENTS:
        raise TextError.many_events(column, different, MOST_EVENTS, data.origin)
    obstacles = [event.obstacle for event in _events(data, column)]
    if len(obstacles) < FEWEST_EVENTS:
        raise TextError.in_column(
            column,
            data.origin,
            "has one value only, so nothing is left once it is left out. Give data of at least two, or another column.",
        )
    if all(obstacles):
        raise TextError.no_event(column, data.origin)


@dataclass(frozen=True)
class _Event:
    """An event, which texts are of it, the rest with the labels that they have, and labels that it alone has."""

    name: str
    here: Bools
    rest: LabelledTexts
    untrained: tuple[str, ...]

    @cached_property
    def obstacle(self) -> str | None:
        """Why nothing can be learnt from the rest."""
        try:
            check_learnable(self.rest)
        except TextError as error:
            return str(error)
        return None


def _events(data: LabelledTexts, column: str) -> Iterator[_Event]:
    events, classes = data.by[column].occurring(), np.array(data.classes, np.object_)
    for at, name in enumerate(events.values):
        here: Bools = events.codes == at
        rest = data.take(~here)
        trained = rest.counts > 0
        narrowed = replace(rest, classes=tuple(classes[trained].tolist()), origin=f"every other {column}")
        yield _Event(str(name), here, narrowed, tuple(classes[~trained & (data.take(here).counts > 0)].tolist()))


def _parts(by_event: Worth, metric: str, untrained: Mapping[str, tuple[str, ...]]) -> list[LeftOutPart]:
    """Worst first; those without a value last."""
    parts = [
        LeftOutPart(part.values[0], part.n, part.few, untrained[part.values[0]], by_text(part.measures, metric))
        for part in by_event.systems[0].slices
    ]
    direction = by_text(by_event.metrics, metric).direction or 1
    return best_first(parts, lambda part: part.measure.value, -direction)


def mean_over(measures: Sequence[Measure], card: MetricCard, level: float | None, n: int) -> Measure:
    """The mean over parts, each counting the same; with a level, the interval leaves out one part at a time."""
    known = [measure for measure in measures if measure.value is not None]
    if not known:
        return unmeasured(card.metric, n, "no part has a value")
    values = np.array([measure.value for measure in known])
    mean, low, high = float(values.mean()), None, None
    if level is not None and len(values) >= FEWEST_UNITS:
        without = (values.sum() - values) / (len(values) - 1)
        low, high = map(float, _ends(np.array(mean), without, card, level))
    trivial = [measure.baselines.get(MAJORITY) for measure in known]
    rule = [each for each in trivial if each is not None]
    baselines = {MAJORITY: float(np.mean(rule))} if len(rule) == len(known) else {}
    return named_measure(card.metric, mean, low, high, None if low is None else LEFT_OUT, n=n, baselines=baselines)


def _ends(mean: Floats, without: Floats, card: MetricCard, level: float) -> Floats:
    """Both ends, between the bounds of a metric that has them."""
    if card.lowest is None or card.highest is None:
        return plain_interval(mean, without, level)
    return bounded_interval(mean, without, (np.array(card.lowest), np.array(card.highest)), level)


def _untested(event: _Event, metric: str, obstacle: str) -> LeftOutPart:
    """An event of which nothing is known, and why."""
    n = int(event.here.sum())
    nothing = unmeasured(metric, n, obstacle)
    return LeftOutPart(event.name, n, few=False, untrained=event.untrained, measure=nothing, obstacle=obstacle)
