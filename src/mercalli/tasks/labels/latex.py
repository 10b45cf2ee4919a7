r"""Tables for a paper, as LaTeX: `\input{metrics.tex}`.

No package is needed, except longtable where a table may go over pages; each file says so in its first line.
"""

from __future__ import annotations

from mercalli.results.measure import Measure
from mercalli.tasks.labels.compare.result import Comparison
from mercalli.tasks.labels.result import CLASS_METRICS, Evaluation
from mercalli.telling.latex import table
from mercalli.telling.words import value_or_why, with_companions
from mercalli.text.numbers import DIGITS, count, interval, number, p_text


def evaluation_tables(result: Evaluation) -> dict[str, str]:
    """The headline metrics, the classes, the slices if there are any, and the comparison if there is one."""
    files = {"metrics.tex": _metrics(result), "classes.tex": _classes(result)}
    if any(system.slices for system in result.systems):
        files["slices.tex"] = _slices(result)
    return files if result.comparison is None else {**files, **comparison_tables(result.comparison)}


def comparison_tables(result: Comparison) -> dict[str, str]:
    """The differences between the systems of each pair."""
    rows = (
        (
            *(pair.first, pair.second, each.metric, number(each.difference, DIGITS), interval(each.low, each.high)),
            *(p_text(each.p_adjusted), each.better or ""),
        )
        for pair in result.pairs
        for each in (pair.difference(name) for name in with_companions(result))
    )
    return {
        "comparison.tex": table("lllrrrl", ["first", "second", "metric", "difference", "interval", "p", "better"], rows)
    }


def _metrics(result: Evaluation) -> str:
    rows = (
        (
            *(system.name, *_measure(system.measure(name)), system.measure(name).band or ""),
            number(system.measure(name).baselines.get("majority"), DIGITS),
        )
        for system in result.systems
        for name in with_companions(result)
    )
    return table("llrrlr", ["system", "metric", "value", "interval", "band", "majority"], rows)


def _classes(result: Evaluation) -> str:
    rows = (
        (system.name, report.name, f"{report.support:,}", *_measure(measure))
        for system in result.systems
        for report in system.classes
        for measure in report.measures
        if measure.metric in CLASS_METRICS
    )
    return table("llrlrr", ["system", "class", "rows", "metric", "value", "interval"], rows)


def _slices(result: Evaluation) -> str:
    rows = (
        (system.name, part.name, count(part.n), *_measure(measure))
        for system in result.systems
        for part in system.slices
        for measure in part.measures
        if measure.metric in result.headline
    )
    return table("llrlrr", ["system", "slice", "rows", "metric", "value", "interval"], rows)


def _measure(measure: Measure) -> tuple[str, str, str]:
    return measure.metric, value_or_why(measure), interval(measure.low, measure.high)
