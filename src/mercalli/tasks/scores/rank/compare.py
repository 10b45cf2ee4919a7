"""Which score to rank by: systems on the same rows, by what their first K hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from mercalli.estimates.progress import Progress
from mercalli.estimates.settings import Settings
from mercalli.inputs.arrays import Floats, Ints, sums
from mercalli.metrics.catalogue import Metric, catalogue
from mercalli.metrics.ratio import ratio
from mercalli.plan.roles import TableRoles
from mercalli.stats.lists import RankedLists
from mercalli.stats.scores import ScoreTable
from mercalli.tasks.scores.joint import JointRows, places
from mercalli.tasks.scores.paired import Sums, comparison
from mercalli.tasks.scores.rank.estimate import first_k
from mercalli.tasks.scores.result import Comparison, RankReport

EVEN_STEPS, FINE_STEPS, FINEST = 512, 1_024, 1e-6
WORK = "comparing systems"


def compared(  # noqa: PLR0917 - who is compared, by what, and how sure to be
    roles: TableRoles,
    reports: Sequence[RankReport],
    group: str | None,
    ks: Sequence[float],
    settings: Settings,
    progress: Progress,
) -> Comparison | None:
    """Every pair of systems that rank the same class; none of one alone."""
    if len(reports) == 1 or not settings.replicates or len({report.positive for report in reports}) > 1:
        return None
    progress(WORK, 0, 1)
    rows = JointRows.read(roles, reports[0].positive, settings, keys=() if group is None else (group,))
    found, units = ([_of_one_list(rows, reports, ks)], rows.units)
    if group is not None:
        lists = _Lists.of(rows, group)
        found, units = list(lists.sums(rows, reports, ks)), lists.units
    names = [report.name for report in reports]
    result = comparison([each for each in found if each.metrics], names, rows.n, units, settings)
    progress(WORK, 1, 1)
    return result


def at_k(name: str, k: float) -> Metric:
    """A metric of the first K."""
    return catalogue()[f"{name}_at_k"].having({"k": k})


def _values(reports: Sequence[RankReport], name: str, k: float) -> dict[str, float]:
    """By system, where it has a value."""
    found = {report.name: report.top(k).measure(f"{name}_at_k").value for report in reports}
    return {system: value for system, value in found.items() if value is not None}


def _of_one_list(rows: JointRows, reports: Sequence[RankReport], ks: Sequence[float]) -> Sums:
    """Precision at every K, from tables of places that are finest at the top."""
    known = {k: _values(reports, "precision", k) for k in ks}
    defined = [k for k, values in known.items() if len(values) == len(reports)]
    values = {report.name: np.array([known[k][report.name] for k in defined]) for report in reports}
    edges = _edges(rows.n)
    tables = {name: rows.tables(_step(rows, name, edges), len(edges) + 1) for name in values}
    return Sums(tuple(at_k("precision", k) for k in defined), values, tables, partial(_precision, defined))


def _edges(rows: int) -> Floats:
    """Where steps end, from the top down: each row by itself where rows are few."""
    if rows <= EVEN_STEPS + FINE_STEPS:
        return np.arange(1, rows) / rows
    return np.union1d(np.geomspace(FINEST, 1, FINE_STEPS), np.linspace(0, 1, EVEN_STEPS))[:-1]


def _step(rows: JointRows, name: str, edges: Floats) -> Ints:
    return np.searchsorted(edges, places(rows.scores[name], rows.weight), side="right").astype(np.int64)


def _precision(ks: Sequence[float], cells: Floats) -> Floats:
    """Precision at every K of positives and negatives by step: (..., 2 x steps) to (..., K)."""
    size = cells.shape[-1] // 2
    table = ScoreTable(np.arange(size, 0.0, -1.0), cells[..., :size], cells[..., size:])
    ranked = RankedLists.single(table)
    return np.stack([np.asarray(first_k(ranked, k).precision, np.float64) for k in ks], axis=-1)


@dataclass(frozen=True)
class _Lists:
    """The list of every row, and the unit of every list; without units lists are drawn themselves."""

    code: Ints
    unit: Ints
    units: int

    @classmethod
    def of(cls, rows: JointRows, group: str) -> _Lists:
        code = rows.keys[group].occurring().codes
        lists = int(code.max(initial=0)) + 1
        if rows.unit is None:
            return cls(code, np.arange(lists), lists)
        unit = np.zeros(lists, np.int64)
        unit[code] = rows.group
        return cls(code, unit, rows.groups)

    def sums(self, rows: JointRows, reports: Sequence[RankReport], ks: Sequence[float]) -> Iterator[Sums]:
        """Hit rate and precision at every K, which are means over lists."""
        for k in ks:
            tops = {
                report.name: first_k(RankedLists.of(rows.scores[report.name], rows.positive, self.code, rows.weight), k)
                for report in reports
            }
            of_lists = {
                "hit_rate": {name: 1 - top.none for name, top in tops.items()},
                "precision": {name: ratio(top.hits, top.k) for name, top in tops.items()},
            }
            for metric, each in of_lists.items():
                values = _values(reports, metric, k)
                if len(values) == len(reports):
                    yield Sums.of_mean(
                        at_k(metric, k), values, {name: self._means(part) for name, part in each.items()}
                    )

    def _means(self, values: Floats) -> Floats:
        """Sums over the lists of each unit in which there is a value, and how many these are: (units, 2)."""
        defined = ~np.isnan(values)
        parts = np.where(defined, values, 0.0), defined.astype(np.float64)
        return np.stack([sums(self.unit, part, self.units) for part in parts], axis=-1)
