"""Structure loss: which structures a model said would be lost, and which were."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import isfinite
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np

from mercalli.errors import ColumnError, MissingError, SettingError
from mercalli.estimates.measure import cards
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools, Floats, Ints
from mercalli.inputs.binary import Binary
from mercalli.inputs.digest import digest_of
from mercalli.inputs.tally import is_missing
from mercalli.inputs.usual_names import DAMAGE, DAMAGE_PRED
from mercalli.io.maps.structures import StructureTable, numbers_of, read_structures
from mercalli.io.toml import other_than
from mercalli.plan.columns import Role, check_there, find_column
from mercalli.plan.detect import detecting
from mercalli.plan.provenance import provenance
from mercalli.plan.systems import MODEL, source_name, systems_of, unique_systems
from mercalli.results.measure import Provenance
from mercalli.stats.sample import Sample
from mercalli.stats.tiles import sample_of
from mercalli.tasks.wildfire.cells import FALSE, MISSED, UNSEEN, packed
from mercalli.tasks.wildfire.compare import comparison, counted_numbers
from mercalli.tasks.wildfire.errors import FireError
from mercalli.tasks.wildfire.estimate import check_like, fire_metrics, fire_report
from mercalli.tasks.wildfire.result import (
    MATCHED,
    STRUCTURES,
    Exclusion,
    FireComparison,
    FirePoints,
    FireReport,
    FireResult,
)
from mercalli.tasks.wildfire.structures.damage import DINS, SCALES, DamageScale
from mercalli.tasks.wildfire.structures.match import Match, matched, metres, tiles_of
from mercalli.text.names import plain
from mercalli.text.numbers import share_text
from mercalli.text.words import counted, listed

OBSERVED, MODELLED = Role("damage", DAMAGE, ranked=True), Role("pred", DAMAGE_PRED, ranked=True)
TILE_M = 1000.0
MOST_POINTS = 20_000


def structure_loss(
    observed: object,
    model: object,
    *,
    damage: str | None = None,
    pred: Sequence[str] | str | None = None,
    key: str | None = None,
    within: str | float | None = None,
    scale: str | Path = DINS,
    positive: str | None = None,
    threshold: float | None = None,
    unit: str | None = None,
    tile_m: float = TILE_M,
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    detect: float | None = None,
    like: str | None = None,
    sampled: Callable[[Sample], None] | None = None,
) -> FireResult:
    """Which structures one or more models said would be lost, compared with inspections.

    Args:
        observed: Inspections: a CSV, TSV, Parquet, GeoPackage, Shapefile, GeoJSON, GeoParquet or HDF5 file (FireBench's
            layout), a frame, or a dict of columns.
        model: The same; several files, or a dict name -> file or table, for several models.
        damage: The column of observed damage; else a usual name is looked for.
        pred: The column of modelled damage, of 0 and 1, or of probabilities; several are several models.
        key: The column that names each structure in both files, or A=B where the names differ.
        within: Match by location instead: pairs that are each other's nearest within this distance, as in "20m".
        scale: The damage scale: "dins" (CAL FIRE's inspections), or the path of a .toml file.
        positive: What counts as lost, by its name in the scale; in "dins" it is "destroyed" or, as FireBench has it,
            "major_or_destroyed".
        threshold: Read the model's column as probabilities, lost from here on.
        unit: A column of the inspections to resample as a whole, such as the incident; tiles if not given.
        tile_m: Metres on a side of these tiles.
        level: Confidence level of the intervals.
        replicates: Number of bootstrap resamples; 0 for no intervals.
        seed: The same data, settings and seed give the same bytes.
        detect: A size of difference for which the verdict says how many tiles or units would show it.
        like: "firebench": major damage counts as lost, and 0/0 is 0.
        sampled: Called with the counts by tile or unit of each model, which are resampled.

    Returns:
        The six KPIs and more with intervals, what was not counted, and which structures have no match.

    >>> seen = {"id": [1, 2, 3], "damage": ["Destroyed (>50%)", "No Damage", "Inaccessible"]}
    >>> predicted = {"id": [3, 2, 1], "pred": [1, 1, 1]}
    >>> structure_loss(seen, predicted, replicates=0).systems[0].counts
    FireCounts(tp=1, fp=1, fn=0, tn=0)
    """
    check_like(like)
    damages = SCALES.read(scale)
    lost_is = damages.kind(positive, like)
    if not _finite(tile_m) or tile_m <= 0:
        raise SettingError.outside("tile_m", tile_m, "a number of metres above 0")
    if threshold is not None and not (_finite(threshold) and 0 <= threshold <= 1):
        raise SettingError.outside("threshold", threshold, "a probability from 0 to 1")
    plan = _StructurePlan(
        read_structures(observed),
        source_name(observed),
        damage,
        (pred,) if isinstance(pred, str) else tuple(pred or ()),
        key,
        metres(within),
        damages,
        lost_is,
        threshold,
        unit,
        tile_m,
        Settings(level, replicates, "percentile", seed, like),
        sampled,
    )
    systems = _systems(model)
    several = len(systems) > 1
    told = (each for name, source in systems.items() for each in plan.reports(name, source, several=several))
    named = unique_systems([(each.name, (each, alarms)) for each, alarms in told])
    reports = tuple(each for each, _ in named.values())
    compared = plan.compared({name: alarms for name, (_, alarms) in named.items()})
    result = FireResult(STRUCTURES, plan.name, cards(fire_metrics()), reports, plan.provenance(), compared)
    return detecting(result, detect)


def _systems(model: object) -> dict[str, object]:
    """Models by name; a dict of columns is one model, and a dict of tables or files is several."""
    if not isinstance(model, Mapping):
        return systems_of(model)
    tables = [str(name) for name, each in model.items() if _is_table(each)]
    if tables and len(tables) < len(model):
        raise FireError.mixed_tables(tables, [str(name) for name in model if str(name) not in tables])
    return systems_of(model) if tables else {MODEL: model}


def _is_table(source: object) -> bool:
    """A file, a dict of columns or a frame, not a column; a lazy frame would have to work to tell its columns."""
    named = any(hasattr(type(source), each) for each in ("columns", "column_names"))
    return isinstance(source, str | Path | Mapping) or named


def _finite(value: object) -> bool:
    return isinstance(value, Real) and isfinite(value)


@dataclass(frozen=True)
class _StructurePlan:
    """What is wanted of every model."""

    observed: StructureTable
    name: str
    damage: str | None
    preds: tuple[str, ...]
    key: str | None
    within: float | None
    scale: DamageScale
    positive: str
    threshold: float | None
    unit: str | None
    tile_m: float
    settings: Settings
    sampled: Callable[[Sample], None] | None

    def reports(self, name: str, source: object, *, several: bool) -> Iterator[tuple[FireReport, Binary]]:
        """Everything about the models in one of several files, or of one, and what each says of all structures."""
        model = replace(read_structures(source), name=source_name(source) if isinstance(source, str) else name)
        truth = self._truth()
        match = matched(self.observed, model, self.key, self.within)
        for column in self.preds or (find_column(model, MODELLED),):
            pred = self._pred(model, column)
            system = f"{name}:{column}" if several else column
            report = self._report(system if len(self.preds) > 1 else name, match, truth, pred)
            alarms = tuple(self._alarms(report.name, match, len(truth.positive)))
            read = replace(report, columns=(self._damage, column), alarms=alarms)
            yield read, _on_observed(len(truth.positive), match, pred)

    @property
    def _damage(self) -> str:
        """The column of observed damage."""
        return self.damage or find_column(self.observed, OBSERVED)

    def _truth(self) -> Binary:
        return self.scale.lost(_column(self.observed, self._damage).tolist(), self.positive, self.observed.name)

    @staticmethod
    def _alarms(name: str, match: Match, inspected: int) -> Iterator[str]:
        """Partners that can hardly be the same structure, and few partners."""
        if match.apart_m is not None and match.far:
            share, farthest = share_text(match.far / len(match.apart_m)), match.apart_m.max() / 1000
            yield (
                f"{share} of the pairs of {plain(name)} with the same id ({match.far:,} of {len(match.apart_m):,}) are "
                f"more than 1 km apart, the farthest {farthest:,.0f} km: do the ids name the same structures?"
            )
        pairs = len(match.observed)
        if pairs < inspected / 2:
            share = f"{share_text(pairs / inspected)} of the inspected structures ({pairs:,} of {inspected:,})"
            yield f"Only {share} have a partner in {plain(name)}."

    def _pred(self, model: StructureTable, column: str) -> Binary:
        values = _column(model, column)
        if self.threshold is None:
            return self.scale.lost(values.tolist(), self.positive, model.name)
        try:
            chances = numbers_of(values)
        except (TypeError, ValueError):
            raise ColumnError.not_numeric(column, str(values[0]), "", repr(model.name)) from None
        beyond = chances[(chances < 0) | (chances > 1)]
        if len(beyond):
            raise FireError.not_probabilities(model.name, float(beyond[0]), column)
        return Binary(np.nan_to_num(chances, nan=-np.inf) >= self.threshold, ~np.isnan(chances))

    def _report(self, name: str, match: Match, truth: Binary, pred: Binary) -> FireReport:
        seen, answered = (_known(side)[at] for side, at in ((truth, match.observed), (pred, match.model)))
        known = seen & answered
        unseen = ", ".join((*self.scale.not_observed, "or without a label"))
        exclusions = (
            Exclusion(f"{unseen}, in the observation", int((~seen).sum())),
            Exclusion("without an answer of the model", int((seen & ~answered).sum())),
        )
        excluded = tuple(each for each in exclusions if each.n)
        if not known.any():
            raise FireError.nothing_left("structure", self.observed.name, excluded)
        is_lost, alarm = truth.positive[match.observed] & known, pred.positive[match.model] & known
        report = fire_report(
            STRUCTURES,
            name,
            self._sample(match.observed[known], is_lost[known], alarm[known]),
            self.settings,
            excluded=excluded,
            notes=self._notes(match),
            digest=digest_of(["structures", self.positive], [is_lost, alarm, known]),
            over=self.unit or "tiles",
            sampled=self.sampled,
        )
        points = self._points(match.observed, is_lost, alarm, known)
        return replace(report, unmatched=match.unmatched, points=points)

    def compared(self, alarms: Mapping[str, Binary]) -> FireComparison | None:
        """The models against each other, on the structures for which all of them have an answer."""
        if len(alarms) == 1:
            return None
        truth = self._truth()
        known = np.logical_and.reduce([_known(truth), *map(_known, alarms.values())])
        at = np.flatnonzero(known)
        if not len(at):
            return None
        units = self._units(at)
        one = np.arange(len(at)) if units is None else units
        sums = {name: _by_unit(one, truth.positive[at], each.positive[at]) for name, each in alarms.items()}
        all_of_them = f"the {counted(len(at), 'structure')} for which all of them have an answer"
        uneven = any(_known(each)[_known(truth)].sum() != len(at) for each in alarms.values())
        notes = [f"Models are compared on {all_of_them}."] if uneven else []
        unit = "structure" if units is None else "unit" if self.unit else "tile"
        return comparison(sums, counted_numbers(self.settings.like, unit), self.settings, len(at), notes)

    def _notes(self, match: Match) -> Iterator[str]:
        yield f"{MATCHED} {match.how}: {len(match.observed):,} pairs."
        if match.crowded:
            yield (
                f"{match.crowded:,} structures share their location with another one of their list: it is not clear "
                f"which belong together, so one for each location is matched. Ids would tell them apart."
            )
        if match.unmatched:
            sides = listed([f"{each.n:,} structures of the {each.side}" for each in match.unmatched])
            yield f"{sides} have no match; they are listed and not counted."

    def _sample(self, at: Ints, is_lost: Bools, alarm: Bools) -> Sample:
        """Tiles, or the units that were named; single structures where neither is known."""
        units = self._units(at)
        one = np.zeros(len(at), np.int64) if units is None else units
        sample = sample_of(_counts(one, is_lost, alarm))
        return replace(sample, unit=None) if units is None else sample

    def _units(self, at: Ints) -> Ints | None:
        if self.unit is not None:
            units = _column(self.observed, self.unit)[at].tolist()
            lacking = sum(map(is_missing, units))
            if lacking:
                raise MissingError.values(f"unit ({self.unit!r})", lacking, repr(self.observed.name))
            return np.unique(np.array([str(each) for each in units]), return_inverse=True)[1]
        if self.observed.places is None:
            return None
        return np.unique(tiles_of(self.observed.places[at], self.tile_m), return_inverse=True)[1]

    def _points(self, at: Ints, is_lost: Bools, alarm: Bools, known: Bools) -> FirePoints | None:
        """Where structures stand and what became of them, for a map."""
        if self.observed.places is None:
            return None
        step = -(-len(at) // MOST_POINTS)
        places = self.observed.places[at][::step]
        code = alarm * np.uint8(FALSE) + is_lost * np.uint8(MISSED)
        code[~known] = UNSEEN
        there = ~np.isnan(places).any(axis=1)
        micro = np.round(places[there] * 1e6).astype("<i4")
        return FirePoints(int(there.sum()), step, packed(micro), packed(code[::step][there]))

    def provenance(self) -> Provenance:
        """How the result comes about."""
        return provenance(
            self.name,
            {"observed": self.name, "damage": self.damage, "preds": self.preds, "key": self.key, "unit": self.unit},
            {
                **asdict(self.settings),
                **other_than("scale", self.scale, SCALES.read(DINS)),
                "positive": self.positive,
                "threshold": self.threshold,
                "within_m": self.within,
                "tile_m": self.tile_m,
            },
        )


def _counts(unit: Ints, is_lost: Bools, alarm: Bools) -> Ints:
    """Both, observed, predicted and all of each unit: (T, 4)."""
    parts = (is_lost & alarm, is_lost, alarm, np.ones(len(unit), np.bool_))
    counts: Ints = np.stack([np.bincount(unit, part, unit.max() + 1) for part in parts], axis=-1).astype(np.int64)
    return counts


def _by_unit(unit: Ints, is_lost: Bools, alarm: Bools) -> Floats:
    """[TN, FP, FN, TP] of each unit: (T, 4)."""
    sample = sample_of(_counts(unit, is_lost, alarm))
    return sample.rows.reshape(sample.units, -1)


def _on_observed(size: int, match: Match, pred: Binary) -> Binary:
    """What a model says of every inspected structure; unknown where it has no partner."""
    alarm, known = np.zeros(size, np.bool_), np.zeros(size, np.bool_)
    alarm[match.observed], known[match.observed] = pred.positive[match.model], _known(pred)[match.model]
    return Binary(alarm, known)


def _known(side: Binary) -> Bools:
    return np.ones(len(side.positive), np.bool_) if side.known is None else side.known


def _column(table: StructureTable, name: str) -> Any:  # noqa: ANN401 - an array of anything
    check_there(table, [name])
    return table.columns[name]
