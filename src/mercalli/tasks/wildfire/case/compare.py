"""Models of a case against each other: their scores on all fires, with fires left out or exchanged in turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple

import numpy as np

from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats
from mercalli.metrics.maps.area_overlap import OVERLAPS, area_overlap
from mercalli.stats.tiles import PLACES
from mercalli.tasks.wildfire.case.data import CaseSpec
from mercalli.tasks.wildfire.case.estimate import Fires, Part, by_kind, mean_score, six_of, there, weighed_scores
from mercalli.tasks.wildfire.case.result import GroupScore
from mercalli.tasks.wildfire.compare import Compared, Number, comparison
from mercalli.tasks.wildfire.kpis import PERIMETER, kpi_names
from mercalli.tasks.wildfire.result import FireComparison

TOTAL = "total score"
OTHER_CELLS = "Models have answers for different cells or structures, and each is scored on its own."


def group_text(name: str) -> str:
    """What the score of a group is called."""
    return f"score of {name}"


def compared_fires(
    spec: CaseSpec, groups: Sequence[GroupScore], models: Mapping[str, Fires], settings: Settings
) -> FireComparison | None:
    """All pairs of models by their totals and groups on all fires."""
    units = {name: np.concatenate(list(map(_sums, by_kind(fires).values())), axis=1) for name, fires in models.items()}
    first = by_kind(next(iter(models.values())))
    names = (Number(TOTAL, 1), *(Number(group_text(group.name), 1) for group in groups))
    uneven = len({tuple(part.n for parts in fires for part in parts) for fires in models.values()}) > 1
    notes = [OTHER_CELLS] if uneven else []
    return comparison(
        units, Compared(names, _scores(spec, groups, first), unit="fire"), settings, len(spec.fires), notes
    )


def _width(kind: str) -> int:
    return len(OVERLAPS) if kind == PERIMETER else len(PLACES)


def _sums(parts: Sequence[Part | None]) -> Floats:
    """Of one kind for every fire [TN, FP, FN, TP], or areas observed, modelled and shared; 0 where a fire has none."""
    return np.array([(0.0,) * _width(there(parts)[0].kind) if part is None else _sum(part) for part in parts])


def _sum(part: Part) -> tuple[float, ...]:
    if part.counts is None:
        return part.areas
    tp, fp, fn, tn = astuple(part.counts)
    return tn, fp, fn, tp


def _scores(
    spec: CaseSpec, groups: Sequence[GroupScore], kinds: Mapping[str, Sequence[Part | None]]
) -> Callable[[Floats], Floats]:
    """From sums of fires (..., K) to the total and the groups: (..., 1 + groups)."""
    edges = np.cumsum([_width(kind) for kind in kinds])[:-1].tolist()
    likes = {kind: there(parts)[0].like for kind, parts in kinds.items()}

    def scores(sums: Floats) -> Floats:
        named: dict[str, Floats] = {}
        for (kind, like), part in zip(likes.items(), np.split(sums, edges, axis=-1), strict=True):
            named |= _kpis(kind, part, like)
        parts = np.stack([weighed_scores(group, spec, named) for group in groups], axis=-1)
        total = mean_score(parts, [group.weight for group in groups])
        return np.concatenate([total[..., None], parts], axis=-1)

    return scores


def _kpis(kind: str, sums: Floats, like: str | None) -> dict[str, Floats]:
    """KPIs by name; none where no fire of the kind is left."""
    if kind == PERIMETER:
        values = dict(zip(OVERLAPS, np.moveaxis(area_overlap(sums), -1, 0), strict=True))
    else:
        flat = six_of(sums.reshape(-1, sums.shape[-1]), like)
        values = {metric: each.reshape(sums.shape[:-1]) for metric, each in flat.items()}
    absent = (sums == 0).all(axis=-1)
    return {name: np.where(absent, np.nan, values[metric]) for metric, name in kpi_names(kind).items()}
