"""Comparisons as cards need them, several fires as one, and intervals: fires are drawn, then what each is made of."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace

import numpy as np

from mercalli.estimates.confusion import can_resample, generator
from mercalli.estimates.intervals import finite
from mercalli.estimates.measure import named_measure
from mercalli.estimates.panel import Panel
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats, Ints
from mercalli.metrics.catalogue import parse
from mercalli.metrics.composite import composite
from mercalli.metrics.maps.area_overlap import OVERLAP_RANGES, OVERLAPS, area_overlap
from mercalli.results.limits import FEW_UNITS
from mercalli.results.measure import Measure
from mercalli.stats.parts import Parts
from mercalli.stats.sample import Sample
from mercalli.stats.tiles import CLASSES, sample_of
from mercalli.tasks.wildfire.case.data import CaseSpec
from mercalli.tasks.wildfire.case.result import Card, GroupScore
from mercalli.tasks.wildfire.estimate import BASELINE, fire_measures, method_over, over_units, place_in, tables_of
from mercalli.tasks.wildfire.kpis import CATEGORIES, PERIMETER, SIX, kpi_names
from mercalli.tasks.wildfire.perimeter.estimate import EMPTY
from mercalli.tasks.wildfire.result import Exclusion, FireCounts, FireReport, PerimeterReport
from mercalli.uncertainty.intervals import percentile
from mercalli.uncertainty.resample import members_drawn, nested_totals, nested_totals_drawn

Fires = Sequence[Sequence["Part"]]
ByKind = Mapping[str, Sequence["Part | None"]]


FIRES = "fires of scores"  # names of draws, from which their seeds come
POOL = "pooled"
ENTRIES = 4  # of the table that a draw of a fire is


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
    one, two, over = (step.quantity(name).value or 0.0 for name in ("observed_ha", "modelled_ha", "over_ha"))
    nothing = _nothing(one)
    measures = [named_measure(each.name, each.value, undefined=each.undefined, baselines=nothing) for each in numbers]
    return Part(PERIMETER, by_metric(measures), 0, None, (one, two, two - over), (), report.digest, report.notes)


def _nothing(observed: float) -> dict[str, float | None]:
    """What an empty perimeter gets: it shares nothing with what was observed, and two empty ones have no index."""
    return {BASELINE: 0.0 if observed > 0 else None}


def mean_score(scores: Floats, weights: Sequence[float]) -> Floats:
    """The weighted mean of scores (..., K), of which the undefined are left out; NaN where nothing weighs."""
    return composite(Parts(scores, ()), weights=weights, undefined="skip")


def pooled(fires: Fires, settings: Settings) -> list[Part]:
    """All fires as one, kind by kind; a kind that only one fire has is that fire's."""
    return [_pooled(there(parts), settings) for parts in by_kind(fires).values()]


def pool_notes(fires: Fires, settings: Settings) -> Iterator[str]:
    """What the intervals of all fires rest on."""
    for kind, parts in by_kind(fires).items():
        present = there(parts)
        if settings.replicates and 1 < len(present) < FEW_UNITS:
            yield (
                f"{CATEGORIES[kind]}: intervals come from resampling {_fires_and(present, 'or')}, and there are "
                f"only {len(present)} fires: they are rough, and tend to be too narrow."
            )


def by_kind(fires: Fires) -> dict[str, list[Part | None]]:
    """Of each kind the part of every fire, in their order."""
    kinds = dict.fromkeys(part.kind for parts in fires for part in parts)
    return {kind: [next((part for part in parts if part.kind == kind), None) for parts in fires] for kind in kinds}


def there(parts: Sequence[Part | None]) -> list[Part]:
    """The parts of fires that have one."""
    return [part for part in parts if part is not None]


def _units(parts: Iterable[Part]) -> list[str]:
    """What the parts are made of."""
    return list(dict.fromkeys(part.unit for part in parts if part.unit))


def _fires_and(parts: Iterable[Part], word: str) -> str:
    """What is drawn again: fires and, of counts, what each is made of."""
    units = _units(parts)
    return f"fires and their {f' {word} '.join(units)}" if units else "fires"


def _pooled(parts: Sequence[Part], settings: Settings) -> Part:
    if len(parts) == 1:
        return parts[0]
    first = parts[0]
    areas = np.array([part.areas for part in parts])
    counts = [part.counts for part in parts if part.counts is not None]
    total = FireCounts(*map(sum, zip(*map(astuple, counts), strict=True))) if counts else None
    one, two, shared = areas.sum(axis=0).tolist()
    return Part(
        kind=first.kind,
        measures=by_metric(_shapes(areas, settings) if total is None else _counted(parts, counts, settings)),
        n=0 if total is None else total.total,
        counts=total,
        areas=(one, two, shared),
        excluded=tuple(each for part in parts for each in part.excluded),
        digest=" ".join(part.digest for part in parts),
        notes=(),
        like=first.like,
    )


def _counted(parts: Sequence[Part], counts: Sequence[FireCounts], settings: Settings) -> tuple[Measure, ...]:
    """The metrics of all counts; a fire is drawn, and then its tiles."""
    units = np.array([(each.tp, each.tp + each.fn, each.tp + each.fp, each.total) for each in counts])
    samples = [part.sample for part in parts if part.sample is not None]
    drawn = nested_totals_drawn(samples, settings.replicates, generator(settings, POOL))
    return fire_measures(sample_of(units), settings, POOL, _fires_and(parts, "or"), map(tables_of, drawn))


def _shapes(areas: Floats, settings: Settings) -> list[Measure]:
    """Jaccard and Dice of all areas, observed, modelled and shared: (fires, 3)."""
    indices = dict(zip(OVERLAPS, over_units(areas, area_overlap, settings, POOL, OVERLAP_RANGES), strict=True))
    method = method_over(len(areas), "fires")
    nothing = _nothing(float(areas[:, 0].sum()))
    return [
        named_measure(name, None, undefined=EMPTY, baselines=nothing)
        if each.value is None
        else named_measure(
            name, each.value, each.low, each.high, None if each.low is None else method, baselines=nothing
        )
        for name, each in indices.items()
    ]


def with_intervals(card: Card, spec: CaseSpec, fires: Fires, settings: Settings) -> Card:
    """The card with intervals of its scores.

    Fires are drawn, where there are several, and then what each is made of: a fire that is drawn comes with its map,
    its structures and its perimeter, since a model that fails in one of them tends to fail in the others.
    """
    kinds = by_kind(fires)
    moving = [kind for kind, parts in kinds.items() if _moves(there(parts))]
    sure = {CATEGORIES[kind] for kind in kinds if kind not in moving}
    unsure = [group for group in card.groups if group.weight > 0 and _unsure(group, sure)]
    if not settings.replicates or card.total is None or not unsure:
        return card
    drawn = np.concatenate(list(_scores_drawn(card, spec, kinds, settings)))
    low, high = percentile(drawn, settings.level).tolist()
    groups = tuple(_with_ends(group, ends, sure) for group, *ends in zip(card.groups, low[:-1], high[:-1], strict=True))
    notes = (*card.notes, *_notes(card, sure))
    method = f"percentile over {_over([there(kinds[kind]) for kind in moving])}"
    return replace(card, groups=groups, notes=notes, low=finite(low[-1]), high=finite(high[-1]), method=method)


def _moves(parts: Sequence[Part]) -> bool:
    """Whether anything else can be drawn: other fires, or other parts of the only one."""
    first, *more = parts
    return bool(more) or (first.sample is not None and can_resample(first.sample))


def _unsure(group: GroupScore, sure: Collection[str]) -> bool:
    """Whether a group rests on anything that can be drawn again."""
    return any(kpi.weight > 0 and kpi.category not in sure for kpi in group.kpis)


def _over(moving: Sequence[Sequence[Part]]) -> str:
    """What is drawn again."""
    every = [part for parts in moving for part in parts]
    return " and ".join(_units(every)) if all(len(parts) == 1 for parts in moving) else _fires_and(every, "and")


def _notes(card: Card, sure: Collection[str]) -> Iterator[str]:
    scored = dict.fromkeys(
        kpi.category for group in card.groups for kpi in group.kpis if group.weight > 0 and kpi.weight > 0
    )
    held = [category for category in scored if category in sure]
    if held:
        yield (
            f"Intervals of scores treat {' and '.join(held)} as fixed: there is nothing to resample, so they are "
            f"too narrow."
        )


def _with_ends(group: GroupScore, ends: Sequence[float], sure: Collection[str]) -> GroupScore:
    low, high = map(finite, ends)
    return replace(group, low=low, high=high) if group.score is not None and _unsure(group, sure) else group


def _scores_drawn(card: Card, spec: CaseSpec, kinds: ByKind, settings: Settings) -> Iterator[Floats]:
    """Scores of the groups and, last, the total, in blocks: (size, groups + 1)."""
    rngs = {kind: generator(settings, f"{kind} of scores") for kind in kinds}
    fires = len(next(iter(kinds.values())))
    for which in members_drawn(fires, settings.replicates, generator(settings, FIRES), ENTRIES):
        drawn = {
            name: values
            for kind, parts in kinds.items()
            for name, values in _kpis_drawn(kind, parts, which, rngs[kind]).items()
        }
        groups = np.stack([weighed_scores(group, spec, drawn) for group in card.groups], axis=-1)
        total = mean_score(groups, [group.weight for group in card.groups])
        yield np.concatenate([groups, total[:, None]], axis=-1)


def _kpis_drawn(kind: str, parts: Sequence[Part | None], which: Ints, rng: np.random.Generator) -> dict[str, Floats]:
    """KPIs of a kind, by name; where only one fire has the kind, it is that fire's whichever fires were drawn."""
    present = there(parts)
    if len(present) == 1:
        parts, which = present, np.zeros((len(which), 1), np.int64)
    metrics = _overlaps(parts, which) if kind == PERIMETER else _six(parts, which, rng, present[0].like)
    absent = ~np.isin(which, [at for at, part in enumerate(parts) if part is not None]).any(axis=1)
    return {name: np.where(absent, np.nan, metrics[metric]) for metric, name in kpi_names(kind).items()}


def _six(parts: Sequence[Part | None], which: Ints, rng: np.random.Generator, like: str | None) -> dict[str, Floats]:
    samples = [None if part is None else part.sample for part in parts]
    return six_of(nested_totals(samples, which, rng), like)


def six_of(totals: Floats, like: str | None) -> dict[str, Floats]:
    """The six metrics of tables [TN, FP, FN, TP]: (R, 4)."""
    metrics = tuple(parse(name) for name in SIX)
    panel = Panel(metrics, len(CLASSES), like)
    values = panel(tables_of(totals))
    return {each.text: values[..., place_in(panel, each)] for each in metrics}


def _overlaps(parts: Sequence[Part | None], which: Ints) -> dict[str, Floats]:
    areas = np.array([(0.0, 0.0, 0.0) if part is None else part.areas for part in parts])
    return dict(zip(OVERLAPS, np.moveaxis(area_overlap(areas[which].sum(axis=1)), -1, 0), strict=True))


def weighed_scores(group: GroupScore, spec: CaseSpec, drawn: Mapping[str, Floats]) -> Floats:
    """The scores of a group from values of its KPIs that were drawn or left out."""
    scores = [spec.normalisation(kpi.name).drawn(drawn[kpi.name]) for kpi in group.kpis]
    return mean_score(np.stack(scores, axis=-1), [kpi.weight for kpi in group.kpis])
