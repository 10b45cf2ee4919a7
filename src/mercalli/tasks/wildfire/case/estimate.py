"""Scores of a card drawn again: the intervals of its groups and of its total."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from mercalli.estimates.confusion import can_resample, generator
from mercalli.estimates.intervals import finite
from mercalli.metrics.maps.area_overlap import OVERLAPS, area_overlap
from mercalli.tasks.wildfire.case.card import mean_score, six_of
from mercalli.tasks.wildfire.case.data import Normalisation
from mercalli.tasks.wildfire.estimate import tables_of
from mercalli.tasks.wildfire.kpis import CATEGORIES, PERIMETER, kpi_names, normalised_draws
from mercalli.uncertainty.intervals import percentile
from mercalli.uncertainty.resample import members_drawn, nested_totals

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from mercalli.estimates.settings import Settings
    from mercalli.inputs.arrays import Floats, Ints
    from mercalli.tasks.wildfire.case.card import Part
    from mercalli.tasks.wildfire.case.data import CaseSpec
    from mercalli.tasks.wildfire.case.result import Card, GroupScore

    Fires = Sequence[Sequence[Part]]
    ByKind = Mapping[str, Sequence[Part | None]]

FIRES = "fires of scores"
ENTRIES = 4  # of the table that a draw of a fire is


def with_intervals(card: Card, spec: CaseSpec, fires: Fires, settings: Settings) -> Card:
    """The card with intervals of its scores.

    Fires are drawn, where there are several, and then what each is made of: a fire that is drawn comes with its map,
    its structures and its perimeter, since a model that fails in one of them tends to fail in the others.
    """
    by_kind = _by_kind(fires)
    moving = [kind for kind, parts in by_kind.items() if _moves(parts)]
    sure = {CATEGORIES[kind] for kind in by_kind if kind not in moving}
    unsure = [group for group in card.groups if group.weight > 0 and _unsure(group, sure)]
    if not settings.replicates or card.total is None or not unsure:
        return card
    drawn = np.concatenate(list(_scores_drawn(card, spec, by_kind, settings)))
    low, high = percentile(drawn, settings.level).tolist()
    groups = tuple(_with_ends(group, ends, sure) for group, *ends in zip(card.groups, low[:-1], high[:-1], strict=True))
    notes = (*card.notes, *_notes(card, sure))
    method = f"percentile over {_over([by_kind[kind] for kind in moving])}"
    return replace(card, groups=groups, notes=notes, low=finite(low[-1]), high=finite(high[-1]), method=method)


def _by_kind(fires: Fires) -> dict[str, list[Part | None]]:
    """Of each kind the part of every fire, in their order."""
    kinds = dict.fromkeys(part.kind for parts in fires for part in parts)
    return {kind: [next((part for part in parts if part.kind == kind), None) for parts in fires] for kind in kinds}


def _there(parts: Sequence[Part | None]) -> list[Part]:
    return [part for part in parts if part is not None]


def _moves(parts: Sequence[Part | None]) -> bool:
    """Whether anything else can be drawn: other fires, or other parts of the only one."""
    first, *more = _there(parts)
    return bool(more) or (first.sample is not None and can_resample(first.sample))


def _unsure(group: GroupScore, sure: Collection[str]) -> bool:
    """Whether a group rests on anything that can be drawn again."""
    return any(kpi.weight > 0 and kpi.category not in sure for kpi in group.kpis)


def _over(moving: Sequence[Sequence[Part | None]]) -> str:
    """What is drawn again."""
    units = list(dict.fromkeys(part.unit for parts in moving for part in _there(parts) if part.unit))
    if all(len(_there(parts)) == 1 for parts in moving):
        return " and ".join(units)
    return f"fires and their {' and '.join(units)}" if units else "fires"


def _notes(card: Card, sure: Collection[str]) -> Iterator[str]:
    scored = dict.fromkeys(
        kpi.category for group in card.groups for kpi in group.kpis if group.weight > 0 and kpi.weight > 0
    )
    held = [category for category in scored if category in sure]
    if held:
        yield (
            f"Intervals of scores take {' and '.join(held)} as {'it is' if len(held) == 1 else 'they are'}: there is "
            f"nothing to draw again, so that they are too narrow."
        )


def _with_ends(group: GroupScore, ends: Sequence[float], sure: Collection[str]) -> GroupScore:
    low, high = map(finite, ends)
    return replace(group, low=low, high=high) if group.score is not None and _unsure(group, sure) else group


def _scores_drawn(card: Card, spec: CaseSpec, by_kind: ByKind, settings: Settings) -> Iterator[Floats]:
    """Scores of the groups and, last, the total, in blocks: (size, groups + 1)."""
    rngs = {kind: generator(settings, f"{kind} of scores") for kind in by_kind}
    fires = len(next(iter(by_kind.values())))
    for which in members_drawn(fires, settings.replicates, generator(settings, FIRES), ENTRIES):
        drawn = {
            name: values
            for kind, parts in by_kind.items()
            for name, values in _kpis_drawn(kind, parts, which, rngs[kind]).items()
        }
        groups = np.stack([_group_drawn(group, spec, drawn) for group in card.groups], axis=-1)
        total = mean_score(groups, [group.weight for group in card.groups])
        yield np.concatenate([groups, total[:, None]], axis=-1)


def _kpis_drawn(kind: str, parts: Sequence[Part | None], which: Ints, rng: np.random.Generator) -> dict[str, Floats]:
    """KPIs of a kind, by name; where only one fire has the kind, it is that fire's whichever fires were drawn."""
    there = _there(parts)
    if len(there) == 1:
        parts, which = there, np.zeros((len(which), 1), np.int64)
    metrics = _overlaps(parts, which) if kind == PERIMETER else _six(parts, which, rng, there[0].like)
    absent = ~np.isin(which, [at for at, part in enumerate(parts) if part is not None]).any(axis=1)
    return {name: np.where(absent, np.nan, metrics[metric]) for metric, name in kpi_names(kind).items()}


def _six(parts: Sequence[Part | None], which: Ints, rng: np.random.Generator, like: str | None) -> dict[str, Floats]:
    samples = [None if part is None else part.sample for part in parts]
    return six_of(tables_of(nested_totals(samples, which, rng)), like)


def _overlaps(parts: Sequence[Part | None], which: Ints) -> dict[str, Floats]:
    areas = np.array([(0.0, 0.0, 0.0) if part is None else part.areas for part in parts])
    return dict(zip(OVERLAPS, np.moveaxis(area_overlap(areas[which].sum(axis=1)), -1, 0), strict=True))


def _group_drawn(group: GroupScore, spec: CaseSpec, drawn: Mapping[str, Floats]) -> Floats:
    norms = {kpi.name: spec.normalisations.get(kpi.name, Normalisation()) for kpi in group.kpis}
    scores = [normalised_draws(drawn[name], norm.how, **(norm.ends or {})) for name, norm in norms.items()]
    return mean_score(np.stack(scores, axis=-1), [kpi.weight for kpi in group.kpis])
