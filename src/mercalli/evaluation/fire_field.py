"""Fields: two maps of numbers of one fire, compared by neighbourhoods, times, probabilities or ordered classes."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from mercalli.errors import FireError, SettingError
from mercalli.evaluation.field_jobs import arrivals, check_chances, neighbourhoods, ordered, probabilities
from mercalli.evaluation.fire_systems import source_name, systems_of
from mercalli.evaluation.plan import versions
from mercalli.inputs.digest import digest_of
from mercalli.inputs.severity import HIGH, NOT_OBSERVED, Reading
from mercalli.io.aligned import aligned, check_align
from mercalli.io.profiles import GENERIC, read_profile
from mercalli.io.rasters import opened_raster
from mercalli.results.field import FieldReport, FireField
from mercalli.results.fire import Excluded
from mercalli.results.measured import Provenance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mercalli.evaluation.field_jobs import Found
    from mercalli.inputs.arrays import Bools, Floats

KINDS = ("fss", "arrival", "probability", "ordinal")
WINDOWS = (1, 3, 5, 9, 17, 33, 65)
CLASSES = (1, 2, 3, 4)


def fire_field(
    observed: object,
    model: object,
    *,
    kind: str,
    high: Sequence[int] | int = HIGH,
    not_observed: Sequence[int] | int = NOT_OBSERVED,
    model_missing: Sequence[int] | int = (),
    threshold: float | None = None,
    windows: Sequence[int] = WINDOWS,
    classes: Sequence[int] = CLASSES,
    reference: object = None,
    time_unit: str = "",
    align: str | None = None,
) -> FireField:
    """Compare two maps of one fire beyond cell by cell; both are held in memory.

    Args:
        observed: A map, as of `burn_severity`.
        model: The same; several, or a dict name -> map, for several models.
        kind: "fss": fractions skill score over windows, of high severity. "arrival": the time at which the fire came,
            in any unit; NaN, infinity or nodata where it never did. "probability": the model's map is the chance of
            high severity. "ordinal": all classes in their order.
        high: Codes that are high severity.
        not_observed: Codes of the observation that mean that nobody looked.
        model_missing: Codes of the model that mean that it gives no answer.
        threshold: For fss: read the model's numbers as a probability or index, high from here on.
        windows: For fss: cells on a side.
        classes: For ordinal: codes from the lowest to the highest class; others are not counted, and said.
        reference: For probability: a map of what to beat, such as persistence, as probabilities or 0 and 1; the
            observed share everywhere if not given.
        time_unit: For arrival: what the times are in, such as hours.
        align: "nearest" or "mode": put a model on another grid onto that of the observation.

    Returns:
        Numbers with their units, and a table by window, bin or class.

    >>> import numpy as np
    >>> truth = np.array([[4, 4, 1], [1, 1, 1], [1, 1, 1]])
    >>> found = fire_field(truth, truth.T.copy(), kind="fss", windows=[1, 3]).systems[0]
    >>> found.table.rows
    ((1.0, 0.5), (3.0, 1.0))
    """
    check_align(align)
    if kind not in KINDS:
        raise SettingError.choice("kind", kind, KINDS)
    if not windows or min(windows) < 1:
        raise SettingError.outside("windows", list(windows), "whole numbers of at least 1")
    if len(set(classes)) < len(classes):
        raise SettingError.outside("classes", list(classes), "codes from the lowest to the highest class, each once")
    job = _Job(
        observed=observed,
        kind=kind,
        high=_codes(high),
        not_observed=_codes(not_observed),
        model_missing=_codes(model_missing),
        threshold=threshold,
        windows=tuple(sorted(windows)),
        classes=tuple(classes),
        reference=reference,
        time_unit=time_unit,
        align=align,
    )
    reports = tuple(job.report(name, source) for name, source in systems_of(model).items())
    return FireField(kind, source_name(observed), reports, job.provenance())


@dataclass(frozen=True)
class _Job:
    """What is wanted of every model."""

    observed: object
    kind: str
    high: tuple[int, ...]
    not_observed: tuple[int, ...]
    model_missing: tuple[int, ...]
    threshold: float | None
    windows: tuple[int, ...]
    classes: tuple[int, ...]
    reference: object
    time_unit: str
    align: str | None

    def report(self, name: str, source: object) -> FieldReport:
        """Everything about one model."""
        with ExitStack() as stack:
            truth = stack.enter_context(opened_raster(self.observed))
            given = stack.enter_context(opened_raster(source, name))
            model = stack.enter_context(aligned(truth, given, self.align))
            rows = truth.grid.shape[0]
            seen, said = (truth.read(0, rows), truth.name), (model.read(0, rows), given.name)
        if self.kind == "arrival":
            came, foretold = (_finite(_numbers(*each[0])) for each in (seen, said))
            return _told(name, arrivals(came, foretold, self.time_unit), came.size, (), [came, foretold])
        return self._counted(name, seen, said)

    def _counted(self, name: str, seen: tuple[Any, str], said: tuple[Any, str]) -> FieldReport:
        """Of the cells that were observed and for which there is an answer."""
        (values, looked), (answers, answered) = seen[0], said[0]
        observed = _known(looked, values) & ~np.isin(values, self.not_observed)
        modelled = _known(answered, answers) & ~np.isin(answers, self.model_missing)
        if self.kind == "ordinal":
            _check_classes(values[observed], seen[1])
            _check_classes(answers[modelled], said[1])
            observed, modelled = observed & np.isin(values, self.classes), modelled & np.isin(answers, self.classes)
        both, reference = observed & modelled, self._reference()
        known = both if reference is None else both & ~np.isnan(reference)
        excluded = (
            Excluded("not observed", int((~observed).sum())),
            Excluded("no answer of the model", int((observed & ~modelled).sum())),
            Excluded("no value in the reference", int((both & ~known).sum())),
        )
        if not known.any():
            raise FireError.nothing_left(seen[1], [(each.reason, each.n) for each in excluded if each.n])
        if reference is not None:
            check_chances(reference[known], source_name(self.reference))
        found = self._found((values, seen[1]), (answers, said[1]), known, reference)
        return _told(name, found, int(known.sum()), tuple(each for each in excluded if each.n), [values, answers])

    def _found(
        self, seen: tuple[NDArray[Any], str], said: tuple[NDArray[Any], str], known: Bools, reference: Floats | None
    ) -> Found:
        (values, observed), (answers, model) = seen, said
        if self.kind == "ordinal":
            return ordered(values[known], answers[known], self.classes)
        truth = Reading(observed, self.high, self.not_observed).binary(values, known).positive
        if self.kind == "probability":
            chance = answers[known].astype(np.float64)
            return probabilities(truth[known], chance, None if reference is None else reference[known], model)
        reading = Reading(model, self.high, self.model_missing, self.threshold, model=True)
        return neighbourhoods(truth, reading.binary(answers, known).positive, known, self.windows)

    def _reference(self) -> Floats | None:
        """What a map of probabilities has to beat; NaN where it says nothing."""
        if self.reference is None or self.kind != "probability":
            return None
        with (
            opened_raster(self.observed) as truth,
            opened_raster(self.reference) as given,
            aligned(truth, given, self.align) as raster,
        ):
            values, seen = raster.read(0, truth.grid.shape[0])
        return _numbers(values, seen)

    def provenance(self) -> Provenance:
        """How the result comes about."""
        profile = read_profile(GENERIC)
        lists = {
            name: ",".join(map(str, getattr(self, name)))
            for name in ("high", "not_observed", "model_missing", "windows", "classes")
        }
        return Provenance(
            origin=source_name(self.observed),
            roles={
                "observed": source_name(self.observed),
                "reference": None if self.reference is None else source_name(self.reference),
            },
            profile=profile.name,
            profile_digest=profile.digest,
            settings={"kind": self.kind, **lists, "threshold": self.threshold, "align": self.align},
            versions=versions(),
        )


def _check_classes(values: NDArray[Any], name: str) -> None:
    """Classes are whole numbers."""
    broken = values[values != np.floor(values)] if values.dtype.kind == "f" else values[:0]
    if broken.size:
        raise FireError.not_classes(name, float(broken[0]))


def _codes(given: Sequence[int] | int) -> tuple[int, ...]:
    return (given,) if isinstance(given, int) else tuple(given)


def _known(seen: Bools | None, values: NDArray[Any]) -> Bools:
    return np.ones(values.shape, np.bool_) if seen is None else seen


def _numbers(values: NDArray[Any], seen: Bools | None) -> Floats:
    """NaN where nothing was seen."""
    return np.where(_known(seen, values), values, np.nan).astype(np.float64)


def _finite(times: Floats) -> Floats:
    """A fire that comes after an infinite time never comes."""
    return np.where(np.isfinite(times), times, np.nan)


def _told(name: str, found: Found, n: int, excluded: tuple[Excluded, ...], maps: Sequence[NDArray[Any]]) -> FieldReport:
    digest = digest_of(["field"], maps)
    return FieldReport(name, n, found.quantities, found.table, excluded, found.notes, digest)
