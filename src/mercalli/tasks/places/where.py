"""Where is it worse? The scan over circles of places, from labels to what is told of it."""

from __future__ import annotations

import numpy as np

from mercalli.estimates.confusion import generator
from mercalli.inputs.arrays import Bools, Floats, Ints, distinct_rows, sums
from mercalli.inputs.keys.over_place import distance
from mercalli.inputs.labels import MISSING_SLICE, Labels
from mercalli.tasks.places.data import LEAST_SHOWN
from mercalli.tasks.places.estimate import OneSystem
from mercalli.tasks.places.result import HotSpot
from mercalli.text.words import counted
from mercalli.uncertainty.scan import Circles, Errors, scan

FEWEST_UNITS = 4  # the fewest that the null was simulated with


def hot_spot(system: OneSystem, draws: int) -> HotSpot | None:
    """The worst circle, if any has more errors than expected."""
    labels, place = system.raw, system.placed.place
    column = labels.by[place]
    there = np.array([value != MISSING_SLICE for value in column.values])[column.codes]
    names = [str(value) for value in column.values if value != MISSING_SLICE]
    errors = _errors(labels, place, names, there)
    items = sums(errors.place, errors.items.sum(axis=1), len(names))
    regions = system.placed.roles.region is not None
    far = None if regions else _distances(names)
    circles = Circles.of(far, items, 1 if regions else LEAST_SHOWN)
    units = None if errors.unit is None else len(np.unique(errors.unit))
    why = None if units is None or units >= FEWEST_UNITS else _too_few(units)
    settings = system.settled.settings
    found = scan(errors, circles, 0 if why else draws, generator(settings, f"scan of {system.name}"))
    if found is None:
        return None
    observed, expected = errors.by(errors.place)
    return HotSpot(
        place=names[found.centre],
        radius=0.0 if far is None else round(float(far[found.centre][found.places].max()), 1),
        places=len(found.places),
        items=int(items[found.places].sum()),
        errors=int(observed[found.places].sum()),
        expected=float(expected[found.places].sum()),
        ratio=found.ratio,
        p=found.p,
        why=why,
        draws=0 if why else draws,
        units=units,
        effective=None if units is None else errors.effective_units,
        dispersion=None if units is None else errors.dispersion,
    )


def _too_few(units: int) -> str:
    return (
        f"there {'is' if units == 1 else 'are'} {counted(units, 'unit')}, and it was not tested whether the p-value "
        f"holds with fewer than {FEWEST_UNITS}"
    )


def _errors(labels: Labels, place: str, names: list[str], there: Bools) -> Errors:
    """Items and errors of each class by place and unit."""
    size = len(labels.classes.names)
    order = {name: at for at, name in enumerate(names)}
    codes = np.array([order.get(str(value), 0) for value in labels.by[place].values])[labels.by[place].codes][there]
    unit = np.zeros(int(there.sum()), np.int64) if labels.unit is None else labels.unit.codes[there]
    units = 1 if labels.unit is None else len(labels.unit.values)
    (places, of_unit), entry = distinct_rows([codes, unit], [len(names), units])
    cell = entry * size + labels.truth[there]
    rows = labels.rows[there]
    wrong = rows * (labels.truth != labels.preds[0])[there]
    items, errors = (_whole(cell, each, (len(places), size)) for each in (rows, wrong))
    return Errors(items, errors, places, None if labels.unit is None else of_unit)


def _whole(cell: Ints, rows: Ints, shape: tuple[int, int]) -> Ints:
    return sums(cell, rows, shape[0] * shape[1]).round().astype(np.int64).reshape(shape)


def _distances(names: list[str]) -> Floats:
    """From every cell to every cell, in km: their names say where they are."""
    lat, lon = np.array([[float(part) for part in name.split(",")] for name in names]).T
    return np.array([distance(lat, lon, (one, two)) for one, two in zip(lat.tolist(), lon.tolist(), strict=True)])
