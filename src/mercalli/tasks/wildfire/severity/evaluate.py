"""Burn severity: where a model saw high severity, and where it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from mercalli.estimates.measure import cards
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.estimates.whole_numbers import codes_text, whole_number
from mercalli.inputs.arrays import Bools
from mercalli.inputs.digest import digest_of
from mercalli.io.maps.aligned import check_align, opened_on
from mercalli.io.maps.geo import crs_name
from mercalli.io.maps.rasters import Raster, opened_raster
from mercalli.io.maps.shapes import Domain, domain_of
from mercalli.plan.detect import detecting
from mercalli.plan.provenance import provenance
from mercalli.plan.systems import source_name, systems_of
from mercalli.results.measure import Provenance
from mercalli.results.named import number_named
from mercalli.stats.sample import Sample
from mercalli.tasks.wildfire.cells import SILENT, FirePass, Side, answered, fire_pass
from mercalli.tasks.wildfire.codes import MTBS, PRODUCTS, MapCodes
from mercalli.tasks.wildfire.compare import comparison, counted_numbers
from mercalli.tasks.wildfire.errors import FireError
from mercalli.tasks.wildfire.estimate import check_like, check_windows, fire_metrics, fire_report, neighbourhoods
from mercalli.tasks.wildfire.notes import map_notes, reading_notes
from mercalli.tasks.wildfire.result import SEVERITY, FireComparison, FireReport, FireResult
from mercalli.text.words import counted

TILE = 128


def burn_severity(
    observed: object,
    model: object,
    *,
    product: str | Path = MTBS,
    high: Sequence[int] | int | None = None,
    not_observed: Sequence[int] | int | None = None,
    model_missing: Sequence[int] | int = (),
    threshold: float | None = None,
    observed_threshold: float | None = None,
    domain: object = None,
    align: str | None = None,
    windows: Sequence[int] | int = (),
    tile: int = TILE,
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    detect: float | None = None,
    like: str | None = None,
    progress: Progress = quiet,
    sampled: Callable[[Sample], None] | None = None,
) -> FireResult:
    """Where one or more models saw high burn severity, compared with a map of what was observed.

    Args:
        observed: A GeoTIFF, NetCDF, HDF5 (FireBench's layout too) or .npy file, or an array.
        model: The same; several, or a dict name -> map, for several models.
        product: Meaning of the codes: "mtbs" (4 is high, 0 and 6 were not observed), "ravg", loss of canopy cover (5 is
            high, 9 lies outside), or the path of a .toml file of codes.
        high: Codes that are high severity, if others than those of the product.
        not_observed: Codes of the observation that mean not observed, if others than those of the product; none
            where the observation is read as numbers.
        model_missing: Codes of the model that mean no prediction; none by default.
        threshold: Read the model's numbers as a probability or index, high from here on.
        observed_threshold: The same for the observation.
        domain: Polygons (a file, or a GeoDataFrame) of the area to evaluate; nothing outside is counted.
        align: "nearest" or "mode": put a model on another grid onto that of the observation; by default that is an
            error.
        windows: Cells on a side of windows for the fractions skill score; none by default, since each costs more time
            than all else.
        tile: Side of the resampled tiles, in cells.
        level: Confidence level of the intervals.
        replicates: Number of bootstrap resamples; 0 for no intervals.
        seed: The same data, settings and seed give the same bytes.
        detect: A size of difference for which the verdict says how many tiles would show it.
        like: "firebench" counts and answers as that program does: 0 and 6 are not high, and 0/0 is 0.
        progress: Called with what is being done, how much of it is done, and how much there is.
        sampled: Called with the counts by tile of each model, which are resampled.

    Returns:
        The six KPIs and more with intervals over tiles, hectares, what was not counted and why, and a small map.

    >>> import numpy as np
    >>> result = burn_severity(np.array([[4, 2], [4, 0]]), np.array([[4, 4], [1, 4]]), replicates=0)
    >>> result.systems[0].counts
    FireCounts(tp=1, fp=1, fn=1, tn=0)
    """
    check_like(like)
    check_align(align)
    side = whole_number("tile", tile, least=1)
    known = PRODUCTS.read(product)
    unseen = known.unseen(like) if observed_threshold is None else ()
    codes = MapCodes.check(known, high, not_observed, model_missing, unseen, threshold, observed_threshold)
    wide = check_windows(windows) if windows else ()
    plan = _SeverityPlan(
        observed, codes, domain, align, wide, side, Settings(level, replicates, "percentile", seed, like), sampled
    )
    models = systems_of(model)
    passes = {name: plan.passed(name, source, progress) for name, source in models.items()}
    reports = tuple(plan.report(name, *each) for name, each in passes.items())
    compared = plan.compared(models, {name: cells for name, (cells, _) in passes.items()}, progress)
    origin = source_name(observed)
    result = FireResult(SEVERITY, origin, cards(fire_metrics()), reports, plan.provenance(), compared)
    return detecting(result, detect)


@dataclass(frozen=True)
class _SeverityPlan:
    """What is wanted of every model."""

    observed: object
    codes: MapCodes
    domain: object
    align: str | None
    windows: tuple[int, ...]
    tile: int
    settings: Settings
    sampled: Callable[[Sample], None] | None

    def passed(self, name: str, source: object, progress: Progress) -> tuple[FirePass, tuple[str, ...]]:
        """What is counted of one model, and what is to be said of its map."""
        with (
            opened_raster(self.observed) as truth,
            opened_on(truth, source, name, self.align) as model,
        ):
            domain = None if self.domain is None else domain_of(self.domain, truth.grid, truth.name)
            sides = Side(truth, self.codes.of_observed(truth)), Side(model, self.codes.of_model(model))
            inside = None if domain is None else domain.inside
            cells = fire_pass(sides, self.tile, self.windows, inside, progress)
        if not cells.n:
            raise FireError.nothing_left("cell", truth.name, cells.left.excluded)
        readings = reading_notes(*(side.reading for side in sides))
        return cells, (*self._map_notes(truth, model, domain), *readings, *self._notes(cells))

    def report(self, name: str, cells: FirePass, notes: Sequence[str]) -> FireReport:
        """Everything about one model."""
        excluded, settings = cells.left.excluded, self.settings
        sample, digest = cells.tiles.sample(), digest_of(["severity", cells.tiles.side], [cells.tiles.cells])
        near = None if cells.fractions is None else neighbourhoods(cells.fractions, settings)
        every = notes if near is None else (*notes, *near.notes)
        report = fire_report(
            SEVERITY, name, sample, settings, excluded=excluded, notes=every, digest=digest, sampled=self.sampled
        )
        return replace(
            report,
            areas=cells.areas,
            map=cells.small_map(),
            windows=None if near is None else near.table,
            useful=None if near is None else number_named(near.quantities, "useful").value,
        )

    def compared(
        self, models: Mapping[str, object], passes: Mapping[str, FirePass], progress: Progress
    ) -> FireComparison | None:
        """The models against each other, on the cells for which all of them have an answer."""
        if len(models) == 1:
            return None
        silent = any(cells.left.reasons[SILENT] for cells in passes.values())
        common = self._common(models, progress) if silent else passes
        samples = {name: cells.tiles.sample() for name, cells in common.items()}
        units = {name: each.rows.reshape(each.units, -1) for name, each in samples.items()}
        n = next(iter(samples.values())).n
        if not n:
            return None
        notes = (
            [f"Models are compared on the {counted(n, 'cell')} for which all of them have an answer."] if silent else []
        )
        return comparison(units, counted_numbers(self.settings.like), self.settings, n, notes)

    def _common(self, models: Mapping[str, object], progress: Progress) -> dict[str, FirePass]:
        """The same counts once more, without cells for which a model has no answer."""
        with ExitStack() as open_maps:
            truth = open_maps.enter_context(opened_raster(self.observed))
            rasters = {
                name: open_maps.enter_context(opened_on(truth, source, name, self.align))
                for name, source in models.items()
            }
            domain = None if self.domain is None else domain_of(self.domain, truth.grid, truth.name)
            sides = {name: Side(raster, self.codes.of_model(raster)) for name, raster in rasters.items()}

            def everywhere(start: int, stop: int) -> Bools:
                known = answered(list(sides.values()), start, stop)
                return known if domain is None else known & domain.inside(start, stop)

            seen = Side(truth, self.codes.of_observed(truth))
            return {name: fire_pass((seen, side), self.tile, (), everywhere, progress) for name, side in sides.items()}

    def _map_notes(self, truth: Raster, model: Raster, domain: Domain | None) -> Iterator[str]:
        """What is to be said of the maps themselves."""
        yield from map_notes(truth, model, self.align)
        if truth.grid.stretch is not None:
            yield (
                f"{crs_name(truth.grid.crs)} is not an equal-area projection: it shows cells up to "
                f"{max(truth.grid.stretch):.2f} times their true size. Hectares are those on the ground."
            )
        if domain is not None and domain.repaired:
            yield f"The domain was repaired: {counted(domain.repaired, 'polygon')} had edges that cross."

    def _notes(self, cells: FirePass) -> Iterator[str]:
        """What is to be said of cells."""
        for which, n in zip(("observation", "model"), cells.infinite, strict=True):
            if n:
                yield f"The {which} holds infinite numbers on {counted(n, 'cell')}; they are taken as no data."
        if cells.odd:
            codes = ", ".join(map(str, self.codes.not_observed))
            yield (
                f"The model holds the code {codes} on {cells.odd:,} cells that count: they are read as not high. "
                f"If it means that the model has no prediction, name it as missing in the model."
            )
        silent = cells.left.reasons[SILENT]
        if silent:
            share = silent / (cells.n + silent)
            yield (
                f"The model has no data for {silent:,} cells that were observed ({share:.2%}); they are not counted as "
                f"missed."
            )

    def provenance(self) -> Provenance:
        """How the result comes about."""
        observed = source_name(self.observed)
        return provenance(
            observed,
            {"observed": observed, "domain": None if self.domain is None else source_name(self.domain)},
            {
                **asdict(self.settings),
                **self.codes.settings,
                "known": codes_text(self.codes.known),
                "threshold": self.codes.threshold,
                "observed_threshold": self.codes.observed_threshold,
                "align": self.align,
                "tile": self.tile,
                "windows": codes_text(self.windows) or None,
            },
        )
