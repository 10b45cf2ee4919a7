"""Fields: two maps of numbers of one fire, compared by neighbourhoods, times, probabilities or ordered classes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from mercalli.errors import MapError, SettingError
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.estimates.whole_numbers import codes_text, whole_number
from mercalli.inputs.digest import digest_of
from mercalli.io.maps.aligned import check_align, opened_on
from mercalli.io.maps.rasters import Raster, opened_raster
from mercalli.plan.detect import detecting
from mercalli.plan.provenance import provenance
from mercalli.plan.systems import source_name, systems_of
from mercalli.results.measure import Provenance
from mercalli.stats.fractions import TileFractions
from mercalli.tasks.wildfire.cells import CellsLeft, Side, strips
from mercalli.tasks.wildfire.codes import MTBS, PRODUCTS, MapCodes, codes_of
from mercalli.tasks.wildfire.compare import comparison
from mercalli.tasks.wildfire.errors import FireError
from mercalli.tasks.wildfire.estimate import check_windows
from mercalli.tasks.wildfire.field.passes import ArrivalPass, FieldMaps, FieldStrip, FssPass, OrdinalPass
from mercalli.tasks.wildfire.field.probability import ProbabilityPass
from mercalli.tasks.wildfire.notes import map_notes, reading_notes, unit_notes
from mercalli.tasks.wildfire.result import FIELDS, FieldReport, FireComparison, FireField
from mercalli.text.words import listed

FieldPass = ArrivalPass | FssPass | OrdinalPass | ProbabilityPass


ARRIVAL = "arrival"
NOWHERE_ALL = "The times of models are not compared, because no cell burned in all of them"
ONLY = {"threshold": "fss", "classes": "ordinal", "reference": "probability", "time_unit": "arrival"}
OTHER_CELLS = "Models are not compared, because they have answers for different cells"
WINDOWS = (1, 3, 5, 9, 17, 33, 65)
TILE = 128


def fire_field(
    observed: object,
    model: object,
    *,
    kind: str,
    product: str | Path = MTBS,
    high: Sequence[int] | int | None = None,
    not_observed: Sequence[int] | int | None = None,
    model_missing: Sequence[int] | int = (),
    threshold: float | None = None,
    windows: Sequence[int] | int = WINDOWS,
    classes: Sequence[int] | None = None,
    reference: object = None,
    time_unit: str = "",
    align: str | None = None,
    tile: int = TILE,
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    detect: float | None = None,
    progress: Progress = quiet,
) -> FireField:
    """Compare two maps of one fire in other ways than cell by cell, a strip of rows at a time.

    Args:
        observed: A map, as of `burn_severity`.
        model: The same; several, or a dict name -> map, for several models.
        kind: "fss": fractions skill score over windows, of high severity. "arrival": the time at which the fire came,
            in any unit; NaN, infinity or nodata where it never did. "probability": the model's map is the chance of
            high severity. "ordinal": all classes in their order.
        product: Meaning of the codes: "mtbs", "ravg" or the path of a .toml file, as of `burn_severity`.
        high: Codes that are high severity, if others than those of the product.
        not_observed: Codes of the observation that mean not observed, if others than those of the product.
        model_missing: Codes of the model that mean no prediction.
        threshold: For fss: read the model's numbers as a probability or index, high from here on.
        windows: For fss: cells on a side.
        classes: For ordinal: codes from the lowest to the highest class, if others than those of the product; other
            codes are not counted, but reported.
        reference: For probability: a map of a baseline forecast, such as persistence, as probabilities or 0 and 1; the
            observed share everywhere if not given.
        time_unit: For arrival: unit of the times, such as hours.
        align: "nearest" or "mode": put a model on another grid onto that of the observation.
        tile: Side of the resampled tiles, in cells.
        level: Confidence level of the intervals.
        replicates: Number of bootstrap resamples; 0 for no intervals.
        seed: The same data, settings and seed give the same bytes.
        detect: A size of difference for which the verdict says how many tiles would show it.
        progress: Called with what is being done, how much of it is done, and how much there is.

    Returns:
        Numbers with their units and intervals over tiles, and a table by window, bin or class.

    >>> import numpy as np
    >>> truth = np.array([[4, 4, 1], [1, 1, 1], [1, 1, 1]])
    >>> system = fire_field(truth, truth.T.copy(), kind="fss", windows=[1, 3], tile=2, replicates=0).systems[0]
    >>> [row[:2] for row in system.table.rows]
    [(1.0, 0.5), (3.0, 1.0)]
    """
    check_align(align)
    known = PRODUCTS.read(product)
    if kind not in FIELDS:
        raise SettingError.choice("kind", kind, FIELDS)
    _check_kind(kind, threshold=threshold, classes=classes, reference=reference, time_unit=time_unit or None)
    plan = _FieldPlan(
        observed=observed,
        kind=kind,
        codes=MapCodes.check(known, high, not_observed, model_missing, known.not_observed, threshold),
        windows=check_windows(windows),
        classes=_check_order(codes_of("classes", classes, known.classes, some=True)),
        reference=reference,
        time_unit=time_unit,
        align=align,
        tile=whole_number("tile", tile, least=1),
        settings=Settings(level, replicates, "percentile", seed),
    )
    told = [plan.report(name, source, progress) for name, source in systems_of(model).items()]
    models = {report.name: (report, counting) for report, counting in told}
    compared = plan.compared(models) if kind != ARRIVAL else None
    reports = tuple(report for report, _ in told)
    if kind == ARRIVAL and len(models) > 1:
        reports, compared = plan.arrivals(systems_of(model), models, progress)
    return detecting(FireField(kind, source_name(observed), reports, plan.provenance(), compared), detect)


def _check_kind(kind: str, **settings: object) -> None:
    """Refuse what another kind would need, rather than leave it unused."""
    for name, value in settings.items():
        if value is not None and kind != ONLY[name]:
            raise SettingError.named(
                name, f"is about the kind {ONLY[name]!r}, and {kind!r} was asked for. Leave `{name}` out."
            )


def _check_order(classes: tuple[int, ...]) -> tuple[int, ...]:
    if len(set(classes)) < len(classes):
        raise SettingError.outside("classes", list(classes), "codes from the lowest to the highest class, each once")
    return classes


@dataclass(frozen=True)
class _FieldPlan:
    """What is wanted of every model."""

    observed: object
    kind: str
    codes: MapCodes
    windows: tuple[int, ...]
    classes: tuple[int, ...]
    reference: object
    time_unit: str
    align: str | None
    tile: int
    settings: Settings

    def report(self, name: str, source: object, progress: Progress) -> tuple[FieldReport, FieldPass]:
        """Everything about one model, and the sums that it comes from."""
        with (
            opened_raster(self.observed) as truth,
            opened_on(truth, source, name, self.align) as model,
            nullcontext()
            if self.reference is None
            else opened_on(truth, self.reference, "the reference", self.align) as reference,
        ):
            maps = self._maps(truth, model, reference)
            counting, left = self._pass(maps), CellsLeft()
            self._through(maps, counting.add, left, progress)
            if not left.known:
                raise FireError.nothing_left("cell", truth.name, left.excluded)
            numbers = counting.numbers(self.settings, lambda add: self._through(maps, add, CellsLeft(), progress))
        units = len(counting.sums.units)
        report = FieldReport(
            name=name,
            n=left.known,
            units=units,
            quantities=numbers.quantities,
            table=numbers.table,
            excluded=left.excluded,
            notes=(
                *map_notes(truth, model, self.align, reference),
                *reading_notes(maps.truth.reading, maps.model.reading),
                *numbers.notes,
                *unit_notes(units, self.settings),
            ),
            digest=digest_of(["field", self.kind], [counting.sums.sums]),
        )
        return report, counting

    def arrivals(
        self, models: Mapping[str, object], told: Mapping[str, tuple[FieldReport, FieldPass]], progress: Progress
    ) -> tuple[tuple[FieldReport, ...], FireComparison | None]:
        """Times against each other where the fire came in all maps, with what is told of these cells in the reports."""
        own = {name: counting for name, (_, counting) in told.items() if isinstance(counting, ArrivalPass)}
        missing = any(counting.misses for counting in own.values())
        common = self._common_times(models, progress) if missing else own
        there = np.logical_or.reduce([each.by_tile.any(axis=1) for each in own.values()])
        sums = {name: np.concatenate([common[name].by_tile, each.by_tile], axis=1)[there] for name, each in own.items()}
        first = next(iter(common.values()))
        both, burned = int(first.sums.units[:, 0].sum()), int(next(iter(own.values())).sums.units[:, :2].sum())
        where = f"the {both:,} of {burned:,} burned cells where all of them burned"
        notes = [f"The times of models are compared on {where}."] if missing else []
        reports = tuple(
            replace(report, quantities=(*report.quantities, common[name].common(self.settings))) if missing else report
            for name, (report, _) in told.items()
        )
        if not both:
            return reports, FireComparison(0, 0, (), (), (NOWHERE_ALL,))
        return reports, comparison(sums, first.compared, self.settings, both, notes)

    def _common_times(self, models: Mapping[str, object], progress: Progress) -> dict[str, ArrivalPass]:
        """The sums once more, only of cells where the fire came in every model."""
        with ExitStack() as open_maps:
            truth = open_maps.enter_context(opened_raster(self.observed))
            rasters = {
                name: open_maps.enter_context(opened_on(truth, source, name, self.align))
                for name, source in models.items()
            }
            maps = {name: self._maps(truth, raster, None) for name, raster in rasters.items()}
            passes = {name: ArrivalPass(truth.grid.shape, self.tile, self.time_unit) for name in maps}
            rows = truth.grid.shape[0]
            for start, stop in strips(rows, self.tile):
                read = {name: each.times(start, stop, CellsLeft()) for name, each in maps.items()}
                everywhere = np.logical_and.reduce([~np.isnan(each.answers) for each in read.values()])
                for name, each in read.items():
                    passes[name].add(replace(each, known=everywhere))
                progress("reading cells that burned in all models", stop, rows)
        return passes

    def compared(self, told: Mapping[str, tuple[FieldReport, FieldPass]]) -> FireComparison | None:
        """The models against each other; models of which other cells count are not compared."""
        reports = [report for report, _ in told.values()]
        first, counting = next(iter(told.values()))
        if len(told) == 1:
            return None
        if len({(each.n, each.excluded) for each in reports}) > 1:
            counts = listed([f"{each.n:,} of {each.name}" for each in reports])
            return FireComparison(0, 0, (), (), (f"{OTHER_CELLS}: {counts} are counted.",))
        sums = {name: each.sums.sums.reshape(-1, each.sums.sums.shape[-1]) for name, (_, each) in told.items()}
        there = np.logical_or.reduce([(each != 0).any(axis=1) for each in sums.values()])
        units = {name: each[there] for name, each in sums.items()}
        return comparison(units, counting.compared, self.settings, first.n)

    def _maps(self, truth: Raster, model: Raster, reference: Raster | None) -> FieldMaps:
        """The maps, which lie on one grid, and how they are read."""
        observed, modelled = self.codes.of_observed(truth, option=None), self.codes.of_model(model)
        for reading in (observed, modelled):
            if reading.yes_no and self.kind in ("arrival", "ordinal"):
                raise MapError.not_numbers(reading.name, "True and False")
        among = self.classes if self.kind == "ordinal" else None
        return FieldMaps(Side(truth, observed), Side(model, modelled), reference, among)

    def _pass(self, maps: FieldMaps) -> FieldPass:
        """What is to be added up."""
        shape, observed = maps.truth.raster.grid.shape, maps.truth.reading
        if self.kind == "arrival":
            return ArrivalPass(shape, self.tile, self.time_unit)
        if self.kind == "ordinal":
            return OrdinalPass(shape, self.tile, self.classes)
        if self.kind == "probability":
            reference = None if self.reference is None else source_name(self.reference)
            return ProbabilityPass(shape, self.tile, observed, maps.model.raster.name, reference)
        return FssPass(TileFractions(shape, self.tile, self.windows), observed, maps.model.reading)

    def _through(self, maps: FieldMaps, add: Callable[[FieldStrip], None], left: CellsLeft, progress: Progress) -> None:
        """All strips, one after the other."""
        rows = maps.truth.raster.grid.shape[0]
        read = maps.times if self.kind == "arrival" else maps.cells
        for start, stop in strips(rows, self.tile):
            add(read(start, stop, left))
            progress(f"reading {maps.model.raster.name}", stop, rows)

    def provenance(self) -> Provenance:
        """How the result comes about."""
        observed = source_name(self.observed)
        return provenance(
            observed,
            {"observed": observed, "reference": None if self.reference is None else source_name(self.reference)},
            {
                "kind": self.kind,
                **self.codes.settings,
                "windows": codes_text(self.windows),
                "classes": codes_text(self.classes),
                **({"time_unit": self.time_unit} if self.time_unit else {}),
                "threshold": self.codes.threshold,
                "align": self.align,
                "tile": self.tile,
                **self.settings.sampling,
            },
        )
