"""From comparisons to a score card: KPIs to groups to a total, of one fire or of several pooled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from mercalli.estimates.intervals import finite
from mercalli.estimates.measure import measure_of, named_measure
from mercalli.estimates.panel import Panel
from mercalli.metrics.catalogue import PER_CLASS, parse
from mercalli.metrics.composite import composite
from mercalli.metrics.maps.area_overlap import OVERLAPS, area_overlap
from mercalli.stats.confusion import Confusion
from mercalli.stats.parts import Parts
from mercalli.tasks.wildfire.case.result import Card, GroupScore, KpiScore
from mercalli.tasks.wildfire.estimate import SIX
from mercalli.tasks.wildfire.kpis import CATEGORIES, IDS, PERIMETER, kpi_names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from mercalli.inputs.arrays import Floats
    from mercalli.results.measure import Measure
    from mercalli.stats.sample import Sample
    from mercalli.tasks.wildfire.case.data import CaseGroup, CaseSpec
    from mercalli.tasks.wildfire.result import Exclusion, FireCounts, FireReport, PerimeterReport

    Scoring = Callable[[str, float | None], float | None]

WHY_EMPTY = "neither perimeter has any area"


@dataclass(frozen=True)
class Part:
    """One comparison as a card needs it: measures by metric, and what they rest on.

    `areas` are those of shapes: observed, modelled and shared. `sample` is what was resampled of counts, by `unit`.
    """

    kind: str
    measures: Mapping[str, Measure]
    n: int
    counts: FireCounts | None
    areas: tuple[float, float, float]
    excluded: tuple[Exclusion, ...]
    digest: str
    notes: tuple[str, ...]
    like: str | None = None
    sample: Sample | None = None
    unit: str = ""


def of_report(kind: str, report: FireReport, sample: Sample, unit: str, like: str | None) -> Part:
    """Severity or structures."""
    rests_on = (report.n, report.counts, (0.0, 0.0, 0.0), report.excluded, report.digest, report.notes)
    return Part(kind, by_metric(report.measures), *rests_on, like, sample, unit)


def by_metric(measures: Sequence[Measure]) -> dict[str, Measure]:
    """Measures by the texts of their metrics."""
    return {each.metric: each for each in measures}


def of_perimeters(report: PerimeterReport) -> Part:
    """The last step of a perimeter."""
    step = report.steps[-1]
    numbers = [step.quantity(name) for name in kpi_names(PERIMETER)]
    measures = [named_measure(each.name, each.value, undefined=each.undefined) for each in numbers]
    one, two, over = (step.quantity(name).value or 0.0 for name in ("observed_ha", "modelled_ha", "over_ha"))
    return Part(PERIMETER, by_metric(measures), 0, None, (one, two, two - over), (), report.digest, report.notes)


def six_of(tables: Confusion, like: str | None) -> dict[str, Floats]:
    """The six metrics of one table or of many."""
    metrics = tuple(parse(name) for name in SIX)
    panel = Panel(metrics, len(tables.classes), like)
    values = panel(tables)
    return {each.text: values[..., panel.places[each.text].start + (each.needs == PER_CLASS)] for each in metrics}


def card_of(spec: CaseSpec, fire: str, parts: Sequence[Part]) -> Card:
    """The card of a fire; groups that have nothing of it are left out, and so is what is undefined."""
    groups = _groups(spec, parts, lambda name, value: spec.normalisation(name).score(value, name))
    notes = dict.fromkeys(f"{CATEGORIES[part.kind]}: {note}" for part in parts for note in part.notes)
    nothing = _groups(spec, list(map(_nothing, parts)), lambda name, value: spec.normalisation(name).nothing(value))
    return Card(fire, _total(groups), _total(nothing), groups, tuple(notes))


def _groups(spec: CaseSpec, parts: Sequence[Part], score: Scoring) -> tuple[GroupScore, ...]:
    scores = {kpi.name: kpi for part in parts for kpi in _kpis(part, score)}
    return tuple(_group(group, scores) for group in spec.groups if any(name in scores for name in group.kpis))


def _total(groups: Sequence[GroupScore]) -> float | None:
    return _mean([(group.score, group.weight) for group in groups])


def _nothing(part: Part) -> Part:
    """The same part if the model had predicted nothing."""
    if part.counts is None:
        indices = dict(zip(OVERLAPS, area_overlap([part.areas[0], 0.0, 0.0]).tolist(), strict=True))
        none = [named_measure(name, finite(indices[name])) for name in kpi_names(PERIMETER)]
        return replace(part, measures=by_metric(none))
    positives, negatives = part.counts.tp + part.counts.fn, part.counts.fp + part.counts.tn
    values = six_of(Confusion.of(np.array([[[negatives, 0], [positives, 0]]])), part.like)
    six = [measure_of(parse(name), float(value), n=part.n) for name, value in values.items()]
    return replace(part, measures=by_metric(six))


def _kpis(part: Part, score: Scoring) -> list[KpiScore]:
    named = ((name, part.measures[metric]) for metric, name in kpi_names(part.kind).items())
    return [
        KpiScore(
            id=f"{IDS[part.kind]}{at:02d}",
            name=name,
            category=CATEGORIES[part.kind],
            value=each.value,
            low=each.low,
            high=each.high,
            method=each.method,
            score=score(name, each.value),
            weight=0.0,
            n=part.n,
            counts=part.counts,
            excluded=part.excluded,
            digest=part.digest,
            undefined=each.undefined,
        )
        for at, (name, each) in enumerate(named, 1)
    ]


def _group(group: CaseGroup, scores: Mapping[str, KpiScore]) -> GroupScore:
    kpis = tuple(replace(scores[name], weight=weight) for name, weight in group.kpis.items() if name in scores)
    left_out = tuple(kpi.name for kpi in kpis if kpi.score is None)
    return GroupScore(group.name, group.weight, _mean([(kpi.score, kpi.weight) for kpi in kpis]), kpis, left_out)


def _mean(parts: Sequence[tuple[float | None, float]]) -> float | None:
    """The weighted mean of what is defined; nothing where nothing weighs."""
    scores = np.array([np.nan if score is None else score for score, _ in parts])
    return finite(float(mean_score(scores, [weight for _, weight in parts])))


def mean_score(scores: Floats, weights: Sequence[float]) -> Floats:
    """The weighted mean of scores (..., K), of which the undefined are left out; NaN where nothing weighs."""
    return composite(Parts(scores, ()), weights=weights, undefined="skip")
