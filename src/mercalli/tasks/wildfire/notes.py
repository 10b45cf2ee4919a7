"""What should be known of maps, of their cells and of intervals before relying on a number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.estimates.settings import Settings
from mercalli.inputs.grid import Grid
from mercalli.io.maps.aligned import contrary, lie_on_each_other
from mercalli.io.maps.geo import crs_name
from mercalli.io.maps.rasters import Raster
from mercalli.results.limits import FEW_UNITS
from mercalli.results.measure import Measure
from mercalli.stats.sample import Sample
from mercalli.tasks.wildfire.codes import Reading
from mercalli.tasks.wildfire.kpis import AGAINST_NOTHING, SIX
from mercalli.uncertainty.few_units import FEWEST_UNITS


def map_notes(truth: Raster, model: Raster, align: str | None, reference: Raster | None = None) -> Iterator[str]:
    """How maps came onto the grid of the observation, and what was read of each."""
    others = {"model": model} if reference is None else {"model": model, "reference": reference}
    for which, raster in others.items():
        if raster.before is not None and not lie_on_each_other(truth.grid, raster.before):
            yield _moved(truth.grid, which, raster.name, raster.before, align)
    if truth.grid.crs is None:
        yield (
            "The maps have no location: only their shapes could be compared, and there are no areas."
            if truth.grid.transform is None and truth.grid.outline is None
            else "The maps name no coordinate reference system: their coordinates agree, but there are no areas."
        )
    for raster in (truth, *others.values()):
        if raster.bands > 1:
            yield f"{raster.name!r} has {raster.bands} bands; the first was read."


def reading_notes(*readings: Reading) -> Iterator[str]:
    """Which maps hold True and False."""
    for reading in readings:
        if reading.yes_no:
            yield f"{reading.name!r} holds True and False: True is high severity, and codes do not matter."


def _moved(truth: Grid, which: str, name: str, before: Grid, align: str | None) -> str:
    ways = contrary(truth, before)
    if ways is None:
        rows, columns = before.shape
        return (
            f"The {which} was put on the grid of the observation by {align} "
            f"({crs_name(before.crs)}, {rows:,} x {columns:,} cells before)."
        )
    what = " and ".join(axis for axis, is_so in zip(("rows", "columns"), ways, strict=True) if is_so)
    return f"The {what} of {name!r} run in the opposite direction to those of the observation; they were reversed."


def no_better(measure: Measure) -> bool:
    """Whether the model does no better than predicting nothing anywhere."""
    return measure.skill is not None and measure.skill <= 0


def fire_notes(measures: Sequence[Measure], sample: Sample, settings: Settings) -> Iterator[str]:
    """Where a number flatters, and what the intervals rest on."""
    by_name = {measure.metric: measure for measure in measures}
    flattering = [name for name in AGAINST_NOTHING if no_better(by_name[name])]
    if flattering:
        yield f"No better than predicting nothing anywhere, by {', '.join(flattering)}."
    for measure in measures:
        if measure.undefined and measure.metric in SIX:
            yield f"{measure.metric} is undefined because {measure.undefined}."
    if settings.replicates and sample.unit is None:
        yield (
            "Locations are not known, so structures were resampled one by one; neighbours tend to burn together, so "
            "intervals are too narrow."
        )
    elif sample.unit is not None:
        yield from unit_notes(sample.units, settings)


def unit_notes(units: int, settings: Settings) -> Iterator[str]:
    """Where units are too few to be resampled."""
    if not settings.replicates:
        return
    if units == 1:
        yield "Everything lies in one unit, so there is nothing to resample and no interval."
    elif units < FEWEST_UNITS:
        yield f"Only {units} units to be resampled: too few to say how units vary, so there is no interval."
    elif units < FEW_UNITS:
        yield f"Only {units} units to be resampled: intervals apply to others only if they are like these."
