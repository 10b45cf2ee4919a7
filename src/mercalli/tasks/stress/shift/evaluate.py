"""Shift: what answers that are there would be worth with other priors, without copies, with wrong labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Literal

import numpy as np

from mercalli.engines.keys import with_keys
from mercalli.errors import SettingError
from mercalli.estimates.measure import cards, measure_of
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Bools, Ints, distinct_rows, sums
from mercalli.inputs.classes import ClassList
from mercalli.inputs.digest import digest_of
from mercalli.inputs.labels import sliced
from mercalli.inputs.tally import MISSING, Column
from mercalli.plan.answer_codes import answer_codes
from mercalli.plan.answer_settings import AnswerSettings, answer_settings
from mercalli.plan.provenance import provenance
from mercalli.plan.rows import Missing, error_or_drop
from mercalli.plan.urgent import urgent_classes
from mercalli.profiles.profile import Profile
from mercalli.results.limits import FEW_ROWS
from mercalli.stats.copies import Copies
from mercalli.stats.sample import Sample
from mercalli.tasks.stress.data import check_classes, truth_codes
from mercalli.tasks.stress.domain import domain_of, metrics_of_task
from mercalli.tasks.stress.errors import StressError
from mercalli.tasks.stress.estimate import sample_of
from mercalli.tasks.stress.shift.estimate import Shifting, label_errors, labels_to_level
from mercalli.tasks.stress.shift.result import CopyReport, LabelsToLevel, ShiftedSystem, ShiftResult
from mercalli.tasks.stress.tables import PRED_ROLE, TRUTH_ROLE, Files, RoleTable, listed_names
from mercalli.text.words import counted

FEW_SLICES = 5


def stress_shift(
    data: object,
    *,
    truth: str | None = None,
    pred: str | Sequence[str] | None = None,
    by: str | None = None,
    cluster: str | None = None,
    text: str | None = None,
    profile: str | Path | Profile | None = None,
    classes: Sequence[object] | Mapping[object, str] | ClassList | None = None,
    urgent: Sequence[str] = (),
    metrics: Sequence[str] | str | None = None,
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    missing: Literal["error", "drop"] = "error",
    answers: Literal["usual", "strict", "off"] | AnswerSettings = "usual",
    encoding: str = "utf-8",
) -> ShiftResult:
    """See what answers would be worth if the world shifted, without asking a model again.

    Args:
        data: Items with truth and answers: a data frame, a file, or a dict of arrays.
        truth: The column of true classes, if it has no usual name.
        pred: The column of answers; several are several systems.
        by: The column of events or slices, for the worst fifth.
        cluster: The column that says which items are copies of each other ...
        text: ... or the column of texts, whose copies are found.
        profile: A built-in profile or a .toml file; guessed from the classes if not given.
        classes: The declared classes.
        urgent: The urgent classes; by default the critical ones of the profile, or its top level.
        metrics: Metrics that are shown; by default the profile's first one, and accuracy.
        level: Confidence level of the intervals.
        replicates: Number of bootstrap resamples; 0 for no intervals.
        seed: The same data, settings and seed give the same bytes.
        missing: "drop" leaves out items without a truth or an answer; by default they are an error.
        answers: How outputs of language models are read.
        encoding: The encoding of text files.

    >>> truth = ["urgent"] * 10 + ["other"] * 20
    >>> pred = ["urgent"] * 8 + ["other"] * 2 + ["urgent"] * 5 + ["other"] * 15
    >>> result = stress_shift({"truth": truth, "pred": pred}, urgent=["urgent"], replicates=0)
    >>> rare = next(each for each in result.systems[0].priors if each.prior == 0.02)
    >>> print(rare.measure("urgent_precision").value, rare.measure("accuracy").value)
    0.0613 0.7510
    """
    settings, how = Settings(level, replicates, "auto", seed), error_or_drop(missing)
    if cluster is not None and text is not None:
        raise SettingError.either("cluster", "text")
    named = {"truth": listed_names(truth), "pred": listed_names(pred)}
    files = Files(data, None, None, None, named, encoding=encoding)
    domain, listed = domain_of(files, profile, classes)
    table = RoleTable.of(
        with_keys(files.source(data), [] if by is None else [by], None),
        (TRUTH_ROLE, PRED_ROLE),
        files.only("truth", "pred"),
        more=[by, cluster, text],
    )
    reading = answer_settings(answers, "wrong").under(domain)
    codes, absent, outputs = answer_codes(table.rows, table.columns["pred"], listed, reading)
    true, known = truth_codes(table, listed, how)
    there = known & ~np.logical_or.reduce(list(absent.values()))
    _check_whole(table, there, how)
    chosen = urgent_classes(urgent, listed, domain)
    wanted = metrics_of_task(metrics, domain, listed, settings)
    plan = Shifting.of(wanted, listed, chosen, settings)
    rows = table.rows.take(there)
    kept = RoleTable(rows, table.columns)
    parts = {name: each[there] for name, each in codes.items()}
    check_classes(parts, true[there], listed, table.origin)
    clusters = _clusters(kept, cluster, text)
    slices = None if by is None else (by, sliced(kept.rows.column(by)))
    of_all = _Shared(plan, listed, true[there], slices, clusters)
    systems = tuple(of_all.system(name, each) for name, each in parts.items())
    right = {name: each == true[there] for name, each in parts.items()}
    return ShiftResult(
        headline=tuple(each.text for each in wanted),
        metrics=cards(plan.with_urgent.metrics if chosen else wanted, domain),
        n=int(there.sum()),
        urgent=chosen,
        systems=systems,
        levels=tuple(_levels(right)),
        notes=tuple(_notes(systems, int((~there).sum()), int(there.sum()))),
        provenance=provenance(
            table.origin,
            {"truth": table.one("truth"), "systems": tuple(parts), "by": by, "cluster": cluster or text},
            {**settings.sampling, "missing": missing, "urgent": ", ".join(chosen), **outputs.provenance},
            domain,
        ),
    )


def _check_whole(table: RoleTable, there: Bools, missing: Missing) -> None:
    lacking = int((~there).sum())
    if lacking and (missing == "error" or lacking == table.size):
        raise StressError.lacking({"answers": lacking}, table.origin)


def _clusters(table: RoleTable, cluster: str | None, text: str | None) -> tuple[str, Ints] | None:
    """The cluster of copies of every item: of its column, or found among the texts; an item without one is alone."""
    if text is not None:
        texts = ["" if each is None else str(each) for each in table.rows.arrays[text].tolist()]
        return text, Copies.of(texts).near
    if cluster is None:
        return None
    column = table.rows.column(cluster)
    alone = len(column.values) + np.arange(table.size)
    return cluster, np.unique(np.where(column.codes == MISSING, alone, column.codes), return_inverse=True)[1]


@dataclass(frozen=True)
class _Shared:
    """What all systems share: the truth, the slices, and the clusters of copies."""

    plan: Shifting
    classes: ClassList
    truth: Ints
    slices: tuple[str, Column] | None
    clusters: tuple[str, Ints] | None

    def system(self, name: str, pred: Ints) -> ShiftedSystem:
        """One system under every shift."""
        size, plan = len(self.classes.names), self.plan
        cells = self.truth * (size + 1) + pred
        sample = sample_of([cells], (1, size, size + 1), None, self.classes.names)
        own = plan.values(sample.confusions[0].cells[0])
        priors = tuple(plan.priors(sample)) if self._has_both else ()
        here = next((each.measures for each in priors if each.own), ())
        measures = here or tuple(measure_of(each, own[at], n=sample.n) for at, each in enumerate(plan.metrics))
        return ShiftedSystem(
            name=name,
            measures=measures,
            priors=priors,
            errors=label_errors(float((self.truth == pred).mean())),
            copies=None if self.clusters is None else self._copies(cells, *self.clusters),
            worst=None if self.slices is None else plan.worst(self.truth, pred, self.slices[1], self.slices[0]),
            digest=digest_of([self.classes.names], [self.truth, pred]),
        )

    @property
    def _has_both(self) -> bool:
        """Whether some items are urgent and some are not."""
        urgent = self.plan.urgent[self.truth]
        return bool(urgent.any() and not urgent.all())

    def _copies(self, cells: Ints, column: str, unit: Ints) -> CopyReport:
        """Every cluster weighs one, whatever its size, and is drawn as a whole."""
        size, sizes = len(self.classes.names), np.bincount(unit)
        shape, weight = (1, size, size + 1), 1.0 / sizes[unit]
        distinct, position = distinct_rows([unit, cells], [len(sizes), size * (size + 1)])
        entries = len(distinct[0])
        rows, total, squares = (sums(position, part, entries) for part in (np.ones(len(unit)), weight, weight**2))
        names, units = self.classes.names, len(sizes)
        sample = Sample(names, shape, (distinct[1],), rows, total, squares, distinct[0], units, weighted=True)
        return CopyReport(column, units, len(unit) - units, int(sizes.max()), self.plan.copies(sample))


def _levels(right: Mapping[str, Bools]) -> Iterator[LabelsToLevel]:
    """Every two systems, those that are nearest to the best first."""
    best = sorted(right, key=lambda name: -float(right[name].mean()))
    for one, two in combinations(best, 2):
        yield labels_to_level((one, two), (right[one], right[two]))


def _notes(systems: Sequence[ShiftedSystem], dropped: int, n: int) -> Iterator[str]:
    first = systems[0]
    if dropped:
        yield f"{counted(dropped, 'item')} without a truth or an answer {'was' if dropped == 1 else 'were'} left out."
    if n < FEW_ROWS:
        yield f"Only {counted(n, 'item')}: intervals are wide and rough."
    if not first.priors:
        yield "Priors cannot be shifted: some items must be urgent and some not. Name urgent classes with --urgent."
    else:
        yield "A shifted prior takes for granted that urgent items look as they do here, only rarer or more frequent."
    if first.worst is not None and first.worst.slices < FEW_SLICES:
        yield f"{counted(first.worst.slices, 'slice')}: the worst fifth is a part of the worst one."
    elif first.worst is not None:
        yield "The worst fifth has no interval: chance alone makes some slices worse, the more so the smaller they are."
