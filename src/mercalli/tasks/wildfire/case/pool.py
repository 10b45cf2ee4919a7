"""Several fires as one: counts or areas added up, with intervals that resample the fires, and tiles within them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.estimates.confusion import generator
from mercalli.metrics.maps.area_overlap import OVERLAPS, area_overlap
from mercalli.results.limits import FEW_UNITS
from mercalli.stats.tiles import sample_of
from mercalli.tasks.wildfire.case.card import WHY_EMPTY, Number, Part, numbers_of
from mercalli.tasks.wildfire.estimate import fire_measures, tables_of
from mercalli.tasks.wildfire.kpis import CATEGORIES, PERIMETER, kpi_names
from mercalli.tasks.wildfire.over_units import Ends, over_units
from mercalli.tasks.wildfire.result import FireCounts
from mercalli.uncertainty.resample import nested_totals_drawn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mercalli.estimates.settings import Settings
    from mercalli.inputs.arrays import Floats

OVER = "fires"
NAME = "pooled"


def pooled(fires: Sequence[Sequence[Part]], settings: Settings) -> list[Part]:
    """All fires as one, kind by kind; a kind that only one fire has is that fire's."""
    return [_pooled(parts, settings) for parts in _by_kind(fires).values()]


def pool_notes(fires: Sequence[Sequence[Part]], settings: Settings) -> Iterator[str]:
    """What the intervals rest on."""
    for kind, parts in _by_kind(fires).items():
        if settings.replicates and 1 < len(parts) < FEW_UNITS:
            yield (
                f"{CATEGORIES[kind]}: intervals come from drawing {_over(parts)} again, and there are only "
                f"{len(parts)} fires: they are rough, and tend to be too narrow."
            )


def _over(parts: Sequence[Part]) -> str:
    """What is drawn again: fires and, of counts, what each is made of."""
    within = dict.fromkeys(part.unit for part in parts if part.unit)
    return f"{OVER} and their {' or '.join(within)}" if within else OVER


def _by_kind(fires: Sequence[Sequence[Part]]) -> dict[str, list[Part]]:
    found: dict[str, list[Part]] = {}
    for parts in fires:
        for part in parts:
            found.setdefault(part.kind, []).append(part)
    return found


def _pooled(parts: Sequence[Part], settings: Settings) -> Part:
    if len(parts) == 1:
        return parts[0]
    first = parts[0]
    areas = np.array([part.areas for part in parts])
    counts = [part.counts for part in parts if part.counts is not None]
    total = _sum(counts) if counts else None
    one, two, shared = areas.sum(axis=0).tolist()
    return Part(
        kind=first.kind,
        numbers=_shapes(areas, settings) if first.kind == PERIMETER else _counted(parts, counts, settings),
        n=0 if total is None else total.total,
        counts=total,
        areas=(one, two, shared),
        excluded=tuple(each for part in parts for each in part.excluded),
        digest=" ".join(part.digest for part in parts),
        notes=(),
        like=first.like,
    )


def _sum(counts: Sequence[FireCounts]) -> FireCounts:
    return FireCounts(*(sum(getattr(each, name) for each in counts) for name in ("tp", "fp", "fn", "tn")))


def _counted(parts: Sequence[Part], counts: Sequence[FireCounts], settings: Settings) -> Mapping[str, Number]:
    """The six metrics of all counts; a fire is drawn, and then its tiles."""
    units = np.array([(each.tp, each.tp + each.fn, each.tp + each.fp, each.total) for each in counts])
    samples = [part.sample for part in parts if part.sample is not None]
    drawn = nested_totals_drawn(samples, settings.replicates, generator(settings, NAME))
    return numbers_of(fire_measures(sample_of(units), settings, NAME, _over(parts), map(tables_of, drawn)))


def _shapes(areas: Floats, settings: Settings) -> Mapping[str, Number]:
    """Jaccard and Dice of all areas, observed, modelled and shared: (fires, 3)."""
    found = dict(zip(OVERLAPS, over_units(areas, area_overlap, settings, NAME), strict=True))
    return {name: _number(found[name], settings) for name in kpi_names(PERIMETER)}


def _number(ends: Ends, settings: Settings) -> Number:
    if ends.value is None:
        return Number(None, undefined=WHY_EMPTY)
    return Number(ends.value, ends.low, ends.high, f"percentile over {OVER}" if settings.replicates else None)
