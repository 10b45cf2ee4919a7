"""From comparisons to a score card: KPIs to groups to a total, of one fire or of several pooled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from mercalli.estimates.intervals import finite
from mercalli.estimates.panel import Panel
from mercalli.metrics.catalogue import PER_CLASS, parse
from mercalli.metrics.composite import composite
from mercalli.metrics.maps.area_overlap import OVERLAPS, area_overlap
from mercalli.stats.confusion import Confusion
from mercalli.stats.parts import Parts
from mercalli.tasks.wildfire.case.data import Normalisation
from mercalli.tasks.wildfire.case.result import Card, GroupScore, KpiScore
from mercalli.tasks.wildfire.estimate import SIX
from mercalli.tasks.wildfire.kpis import CATEGORIES, IDS, PERIMETER, held, kpi_names, normalised
from mercalli.tasks.wildfire.result import Excluded, FireCounts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from mercalli.inputs.arrays import Floats
    from mercalli.results.measure import Measure
    from mercalli.stats.sample import Sample
    from mercalli.tasks.wildfire.case.data import CaseGroup, CaseSpec
    from mercalli.tasks.wildfire.perimeter.result import PerimeterReport
    from mercalli.tasks.wildfire.result import FireReport

    Scoring = Callable[[CaseSpec, str, float | None], float | None]

WHY_EMPTY = "neither perimeter has any area"


@dataclass(frozen=True)
class Number:
    """A KPI's value, its interval, and why it may have none."""

    value: float | None
    low: float | None = None
    high: float | None = None
    method: str | None = None
    undefined: str | None = None


@dataclass(frozen=True)
class Part:
    """One comparison as a card needs it: numbers by metric, and what they rest on.

    `areas` are those of shapes: observed, modelled and shared. `sample` is what was resampled of counts, by `unit`.
    """

    kind: str
    numbers: Mapping[str, Number]
    n: int
    counts: FireCounts | None
    areas: tuple[float, float, float]
    excluded: tuple[Excluded, ...]
    digest: str
    notes: tuple[str, ...]
    like: str | None = None
    sample: Sample | None = None
    unit: str = ""


def of_report(kind: str, report: FireReport, sample: Sample, unit: str, like: str | None) -> Part:
    """Severity or structures."""
    numbers, areas = numbers_of(report.measures), (0.0, 0.0, 0.0)
    rests_on = (report.n, report.counts, areas, report.excluded, report.digest, report.notes)
    return Part(kind, numbers, *rests_on, like, sample, unit)


def numbers_of(measures: Sequence[Measure]) -> dict[str, Number]:
    """The six that a card knows."""
    return {
        each.metric: Number(each.value, each.low, each.high, each.method, each.undefined)
        for each in measures
        if each.metric in SIX
    }


def of_perimeters(report: PerimeterReport) -> Part:
    """The last step of a perimeter."""
    step = report.steps[-1]
    found = {name: step.quantity(name) for name in kpi_names(PERIMETER)}
    numbers = {name: Number(each.value, undefined=each.undefined) for name, each in found.items()}
    one, two, over = (step.quantity(name).value or 0.0 for name in ("observed_ha", "modelled_ha", "over_ha"))
    return Part(PERIMETER, numbers, 0, None, (one, two, two - over), (), report.digest, report.notes)


def _indices(one: float, two: float, shared: float) -> dict[str, Number]:
    """Jaccard and Dice of two areas and what they share."""
    values = dict(zip(OVERLAPS, area_overlap([one, two, shared]).tolist(), strict=True))
    return {name: _number(values[name], WHY_EMPTY) for name in kpi_names(PERIMETER)}


def _six(counts: FireCounts, like: str | None) -> dict[str, Number]:
    """The six metrics of a table of counts."""
    values = six_of(Confusion.of(np.array([[[counts.tn, counts.fp], [counts.fn, counts.tp]]])), like)
    return {name: _number(float(value), parse(name).facts.undefined) for name, value in values.items()}


def six_of(tables: Confusion, like: str | None) -> dict[str, Floats]:
    """The six metrics of one table or of many."""
    metrics = tuple(parse(name) for name in SIX)
    panel = Panel(metrics, len(tables.classes), like)
    values = panel(tables)
    return {each.text: values[..., panel.places[each.text].start + (each.needs == PER_CLASS)] for each in metrics}


def _number(value: float, why: str) -> Number:
    known = finite(value)
    return Number(known, undefined=why if known is None else None)


def card_of(spec: CaseSpec, fire: str, parts: Sequence[Part]) -> Card:
    """The card of a fire; groups that have nothing of it are left out, and so is what is undefined."""
    groups = _groups(spec, parts, _score)
    notes = dict.fromkeys(f"{CATEGORIES[part.kind]}: {note}" for part in parts for note in part.notes)
    nothing = _groups(spec, [_nothing(part) for part in parts], _held_score)
    return Card(fire, _total(groups), _total(nothing), groups, tuple(notes))


def _groups(spec: CaseSpec, parts: Sequence[Part], score: Scoring) -> tuple[GroupScore, ...]:
    scores = {kpi.name: kpi for part in parts for kpi in _kpis(spec, part, score)}
    return tuple(_group(group, scores) for group in spec.groups if any(name in scores for name in group.kpis))


def _total(groups: Sequence[GroupScore]) -> float | None:
    return _mean([(group.score, group.weight) for group in groups])


def _nothing(part: Part) -> Part:
    """The same part if the model had predicted nothing."""
    if part.counts is None:
        return replace(part, numbers=_indices(part.areas[0], 0.0, 0.0))
    counts = part.counts
    return replace(part, numbers=_six(FireCounts(0, 0, counts.tp + counts.fn, counts.fp + counts.tn), part.like))


def _kpis(spec: CaseSpec, part: Part, score: Scoring) -> list[KpiScore]:
    return [
        KpiScore(
            id=f"{IDS[part.kind]}{at:02d}",
            name=name,
            category=CATEGORIES[part.kind],
            value=part.numbers[metric].value,
            low=part.numbers[metric].low,
            high=part.numbers[metric].high,
            method=part.numbers[metric].method,
            score=score(spec, name, part.numbers[metric].value),
            weight=0.0,
            n=part.n,
            counts=part.counts,
            excluded=part.excluded,
            digest=part.digest,
            undefined=part.numbers[metric].undefined,
        )
        for at, (metric, name) in enumerate(kpi_names(part.kind).items(), 1)
    ]


def _score(spec: CaseSpec, name: str, value: float | None) -> float | None:
    norm = spec.normalisations.get(name, Normalisation())
    return normalised(value, norm.how, called=name, **(norm.ends or {}))


def _held_score(spec: CaseSpec, name: str, value: float | None) -> float | None:
    """The same of a value that is no model's, which may lie outside the bounds."""
    norm = spec.normalisations.get(name, Normalisation())
    return _score(spec, name, held(value, norm.how, **(norm.ends or {})))


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
