"""Answers before and under stress, checked and matched: which item, which stress, and what each answer came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from mercalli.engines.arrays import UNCOUNTED, ArraySource
from mercalli.errors import ClassError, EmptyError, MissingError
from mercalli.inputs.arrays import Bools, Ints
from mercalli.inputs.classes import ClassList, label_text, normal
from mercalli.inputs.labels import HALF, units
from mercalli.inputs.tally import MISSING, Column, Tally
from mercalli.plan.answer_codes import answer_codes
from mercalli.plan.answer_settings import AnswerSettings
from mercalli.plan.answers import Outputs
from mercalli.plan.rows import Missing
from mercalli.tasks.stress.errors import StressError
from mercalli.tasks.stress.tables import Files, RoleTable, check_one_model, systems_of
from mercalli.tasks.stress.variants import StressedRows, Variant


@dataclass(frozen=True)
class StressData:
    """Items with their truth, and the answers of every system to them, clean and under every stress."""

    classes: ClassList
    ids: tuple[str, ...]
    truth: Ints
    clean: Mapping[str, Ints]
    variants: tuple[Variant, ...]
    texts: tuple[str, ...] | None
    unit: Column | None
    outputs: Outputs
    roles: Mapping[str, str | tuple[str, ...] | None]
    origin: str
    dropped: int = 0

    @property
    def n(self) -> int:
        """How many items."""
        return len(self.truth)

    @property
    def units(self) -> int | None:
        """How many units there are, if items have units."""
        return None if self.unit is None else len(np.unique(self.unit.codes))


def read_stress(files: Files, classes: ClassList, settings: AnswerSettings, missing: Missing = "error") -> StressData:
    """All of it, matched by the ids of the items."""
    items = files.item_table()
    clean, stressed = files.clean_table(items.one("id")), files.stressed_table()
    systems = systems_of(clean, stressed)
    check_one_model(clean, stressed)
    codes, absent, outputs = _codes(clean, stressed, systems, classes, settings)
    truth, known = truth_codes(items, classes, missing)
    answered, has_clean = _clean_rows(clean, items, absent[: clean.size])
    there = known & has_clean
    _check_clean(items, clean, known, there, missing)
    rows, before = StressedRows(stressed, files.made_table(), items, there), items.texts()
    of_stressed = {name: each[clean.size :] for name, each in codes.items()}
    variants = list(rows.found(of_stressed, absent[clean.size :], before))
    lacking = {each.name: each.lacking for each in variants if each.lacking}
    if lacking and missing == "error":
        raise StressError.lacking(lacking, stressed.origin)
    kept, anew = np.flatnonzero(there), np.cumsum(there) - 1
    ids = list(items.places)
    of_clean = {name: each[answered[kept]] for name, each in codes.items()}
    check_classes(of_clean, truth[kept], classes, clean.origin)
    return StressData(
        classes=classes,
        ids=tuple(str(ids[at]) for at in kept),
        truth=truth[kept],
        clean=of_clean,
        variants=tuple(replace(each, items=anew[each.items]) for each in variants),
        texts=None if before is None else tuple(before[at] for at in kept),
        unit=_units(items, files.unit, there),
        outputs=outputs,
        roles={"truth": items.one("truth"), "id": items.one("id"), "systems": tuple(systems), "unit": files.unit},
        origin=items.origin,
        dropped=int((~there).sum()),
    )


def _codes(
    clean: RoleTable, stressed: RoleTable, systems: Mapping[str, str], classes: ClassList, settings: AnswerSettings
) -> tuple[Mapping[str, Ints], Bools, Outputs]:
    """Clean answers and then stressed ones, read by one reader, so that both are read alike; and what is missing."""
    columns = {
        name: [*clean.rows.arrays[name].tolist(), *stressed.rows.arrays[other].tolist()]
        for name, other in systems.items()
    }
    rows = replace(ArraySource.check(columns), origin=stressed.origin, counted=UNCOUNTED)
    codes, absent, outputs = answer_codes(rows, list(systems), classes, settings)
    return codes, np.logical_or.reduce(list(absent.values())), outputs


def check_classes(codes: Mapping[str, Ints], truth: Ints, classes: ClassList, origin: str) -> None:
    """Refuse answers of which most are no class before anything was changed: another column, or other names."""
    known = np.arange(len(classes.names)) if classes.declared else np.unique(truth)
    for name, each in codes.items():
        strange = int((~np.isin(each, known)).sum())
        if strange > HALF * len(each):
            raise StressError.no_classes(
                name, origin, (strange, len(each)), [classes.names[code] for code in known.tolist()]
            )


def truth_codes(items: RoleTable, classes: ClassList, missing: Missing) -> tuple[Ints, Bools]:
    """The class of every item, and which have one."""
    column = items.rows.column(str(items.one("truth"))).known(classes.missing_words)
    absent = column.codes == MISSING
    if absent.any() and missing == "error":
        raise MissingError.labels("truth", int(absent.sum()), items.origin, items.rows.first(absent))
    labels = [label_text(value) for value in column.values]
    outside = [label for label in labels if normal(label) not in classes.index]
    if outside:
        advice = "Correct the labels, or add an alias to the profile."
        raise ClassError.outside(f"{items.origin} has true classes that are", outside, classes.names, "", advice)
    codes = np.array([*(classes.index[normal(label)] for label in labels), 0], np.int64)
    return codes[column.codes], ~absent


def _clean_rows(clean: RoleTable, items: RoleTable, absent: Bools) -> tuple[Ints, Bools]:
    """The row of the clean answers of each item, and whether it has all of them."""
    _ = clean.places  # no id twice
    rows = np.full(items.size, -1, np.int64)
    rows[clean.items(items)] = np.arange(clean.size)
    return rows, (rows >= 0) & ~absent[rows]


def _check_clean(items: RoleTable, clean: RoleTable, known: Bools, there: Bools, missing: Missing) -> None:
    lacking = int((known & ~there).sum())
    if lacking and missing == "error":
        raise StressError.lacking({"clean": lacking}, clean.origin)
    if not there.any():
        raise EmptyError.all_dropped(items.origin, len(there))


def _units(items: RoleTable, name: str | None, there: Bools) -> Column | None:
    if name is None:
        return None
    rows = np.ones(items.size, np.int64)
    return units(Tally.of({name: items.rows.column(name)}, rows, items.origin), name, there)
