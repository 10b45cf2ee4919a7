"""From exact counts of labels to the few numbers of them that may leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mercalli.errors import SettingError, StatisticError
from mercalli.estimates.shared import known
from mercalli.inputs.arrays import Bools, Ints
from mercalli.inputs.tally import Column
from mercalli.io.profiles import read_profile
from mercalli.metrics.catalogue import one_number
from mercalli.metrics.profiled import metrics_of
from mercalli.plan.metrics import text_list
from mercalli.plan.projection import Projection
from mercalli.plan.provenance import generic
from mercalli.profiles.profile import Profile
from mercalli.stats.entries import Entries
from mercalli.stats.margins import CELLS, FEWEST_CLASSES, FOUND, MARGINS, MOST_CLASSES, TABLES
from mercalli.tasks.labels.counting.question import ALL, ANY, OTHER, PRED, SYSTEM, TRUTH, LabelQuestion, rows_of
from mercalli.text.words import shown

Texts = NDArray[Any]
MOST_APART = 4  # systems whose whole tables are shared
NOT_SHARED = {
    "weight": "A sum of weights may be that of one person.",
    "unit": "Counts of a unit are too small to be shared.",
}


def shared(
    asked: Mapping[str, Any], entries: Entries, roles: Mapping[str, Any], only: Sequence[str] | str | None, least: int
) -> Projection:
    """What may be shared of exact counts, still exact: a small table of each system by itself.

    Args:
        asked: The header of the exact counts.
        entries: The exact counts.
        roles: What was named when they were counted.
        only: The metrics that others are to compute; those of sums of classes if none are named.
        least: The fewest rows of a value of a slice that is named.
    """
    question = LabelQuestion.read(asked)
    _check(question, entries.total, least)
    profile = roles.get("profile")
    chosen = generic() if profile is None else profile if isinstance(profile, Profile) else read_profile(profile)
    table = _table(question, chosen, (only,) if isinstance(only, str) else text_list("only", only))
    if table == CELLS and len(question.systems) > MOST_APART:
        why = f"names {len(question.systems)} systems, and whole tables of {MOST_APART} at most are shared"
        raise SettingError.named("pred", f"{why}: all add up to the same true classes, so that rounding averages out.")
    made = replace(question, table=table)
    pooled = {name: _pooled(entries.columns[name], entries.rows, least) for name in made.slices.values()}
    several = [_of_truth(made, entries, pooled), *(_of_system(made, entries, pooled, name) for name in made.systems)]
    return Projection(made.json, Entries.joined(several), partial(rows_of, question=made))


def _check(question: LabelQuestion, rows: int, least: int) -> None:
    """Refuse what rounding of counts does not protect."""
    for name, there in (("weight", question.weighted), ("unit", question.unit is not None)):
        if there:
            raise SettingError.named(name, f"cannot be shared. {NOT_SHARED[name]} Leave it out.")
    if not question.declared:
        raise SettingError.named(
            "classes",
            "must be declared where counts are shared: a class that is there only if it occurs says that it occurs. "
            "Name them with `classes`, or a `profile` that has them.",
        )
    if len(question.slices) > 1:
        found = f"one column to slice by can be shared; found {shown(tuple(question.slices))}"
        raise SettingError.named("by", f"is too much: {found}. Several, crossed or nested, tell about few rows.")
    if len(question.classes) > MOST_CLASSES or ANY in question.classes:
        raise SettingError.named("classes", f"may be at most {MOST_CLASSES}, and none may be {ANY!r}.")
    if rows < least:
        raise StatisticError.about(
            "the data", f"has {rows:,} rows, and at least {least:,} are shared. Count more days."
        )


def _table(question: LabelQuestion, profile: Profile, only: Sequence[str]) -> str:
    """The least that tells the metrics that are asked for."""
    if len(question.classes) < FEWEST_CLASSES:
        return CELLS
    if not only:
        return MARGINS
    named = metrics_of(profile, question.classes)
    metrics = [one_number(text, named) for text in only]
    return next(table for table in TABLES if all(known(each, table, question.classes) for each in metrics))


def _pooled(column: Column, rows: Ints, least: int) -> Column:
    """The same, where values of few rows are one, with the next largest until that has enough rows."""
    codes = np.where(column.codes < 0, len(column.values), column.codes)
    sizes = np.bincount(codes, rows, len(column.values) + 1)
    order = [code for code in np.argsort(sizes, kind="stable") if sizes[code]]
    few = [code for code in order if sizes[code] < least]
    while few and sizes[few].sum() < least and len(few) < len(order):
        few.append(order[len(few)])
    values = (*column.values, OTHER)
    return Column(values, np.where(np.isin(codes, few), len(column.values), column.codes))


def _of_truth(question: LabelQuestion, entries: Entries, slices: Mapping[str, Column]) -> Entries:
    """What is told once for all systems: rows that are left out, and true classes where cells do not tell them.

    Several systems would tell their sums several times, and the mean of many roundings is exact.
    """
    out, truth = _left_out(question, entries), _texts(entries.columns[TRUTH])
    nothing, any_class = (np.full(len(truth), each, object) for each in (None, ANY))
    told = [((nothing, nothing), out), *([] if question.table == CELLS else [((truth, any_class), ~out)])]
    return Entries.joined([_part(entries, slices, ALL, *each) for each in told])


def _of_system(question: LabelQuestion, entries: Entries, slices: Mapping[str, Column], name: str) -> Entries:
    """The numbers of one system: its table, or what is right and what is predicted."""
    truth, pred = _texts(entries.columns[TRUTH]), _texts(entries.columns[f"pred:{name}"])
    there, any_class = ~_left_out(question, entries), np.full(len(truth), ANY, object)
    told = {
        CELLS: [((truth, pred), there)],
        FOUND: [((truth, pred), there & (truth == pred))],
        MARGINS: [((truth, pred), there & (truth == pred)), ((any_class, pred), there)],
    }
    return Entries.joined([_part(entries, slices, name, *each) for each in told[str(question.table)]])


def _left_out(question: LabelQuestion, entries: Entries) -> Bools:
    """Rows without a truth, or without an answer of some system where such rows do not count."""
    names = [TRUTH, *(f"pred:{name}" for name in question.systems if question.policy.missing == "drop")]
    found: Bools = np.logical_or.reduce([entries.columns[name].codes < 0 for name in names])
    return found


def _part(
    entries: Entries, slices: Mapping[str, Column], system: str, labels: tuple[Texts, Texts], rows: Bools
) -> Entries:
    """Some rows, by what truth and prediction are called."""
    columns = {name: column.take(rows) for name, column in slices.items()}
    named = Column((system,), np.zeros(int(rows.sum()), np.int64))
    truth, pred = (Column.of(list(each[rows])) for each in labels)
    return Entries.of({**columns, SYSTEM: named, TRUTH: truth, PRED: pred}, entries.rows[rows])


def _texts(column: Column) -> Texts:
    return np.array([*column.values, None], object)[column.codes]
