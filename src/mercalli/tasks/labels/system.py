"""What a Markdown page says about one system."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.labels.findings import advice
from mercalli.tasks.labels.verdict import verdict
from mercalli.telling.markdown.marks import escape, found, listed, measured, table
from mercalli.telling.words import sure, value_or_why, with_companions
from mercalli.text.numbers import DIGITS, count, interval, number, share_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.results.measure import Measure
    from mercalli.results.parts import ClassReport, SliceReport
    from mercalli.tasks.labels.result import ErrorExample, Evaluation, LevelReport, SystemReport

CONFUSIONS = 10


def system_part(result: Evaluation, system: SystemReport) -> Iterator[str]:
    """The verdict, the numbers, what to do, and where the errors are."""
    yield f"\n## {escape(system.name)}\n"
    yield f"{escape(verdict(result, system))}\n"
    measures = (_measure(system.measure(name)) for name in with_companions(result))
    yield from table(["metric", "value", "interval", "band", "majority", "skill"], measures)
    yield from listed(system.notes)
    yield from _advice(result, system)
    yield "\n### Most harmful errors\n"
    yield from _errors(system)
    if system.examples:
        yield "\n### Worst errors with their texts\n"
        yield from table(["id", "truth", "taken for", "harm", "text"], map(_example, system.examples))
    yield "\n### Classes\n"
    yield from table(["class", "rows", "precision", "recall", "f1"], map(_class, system.classes))
    if system.levels:
        yield "\n### Levels\n"
        yield from table(["level", "weight", "rows", "accuracy", "interval"], map(_level, system.levels))
    if system.slices:
        yield "\n### Slices\n"
        yield from table(["slice", "rows", escape(result.headline[0]), "interval"], map(_slice, system.slices))


def _measure(measure: Measure) -> list[str]:
    return [
        escape(measure.metric),
        measured(measure, value_or_why),
        interval(measure.low, measure.high),
        escape(measure.band or ""),
        number(measure.baselines.get("majority"), DIGITS),
        number(measure.skill, 2),
    ]


def _advice(result: Evaluation, system: SystemReport) -> Iterator[str]:
    findings = advice(result, system)
    if findings:
        yield "\n### What to do next\n"
        yield from (f"- {found(each)}" for each in findings)


def _errors(system: SystemReport) -> list[str]:
    rows = (
        [f"{each.harm:,.1f}", count(each.count), share_text(each.share), escape(each.truth), escape(each.pred)]
        for each in system.confusions[:CONFUSIONS]
    )
    return table(["harm", "count", "of class", "truth", "taken for"], rows) if system.confusions else ["None."]


def _example(each: ErrorExample) -> list[str]:
    return [escape(each.id or ""), escape(each.truth), escape(each.pred), f"{each.harm:g}", escape(each.text)]


def _class(report: ClassReport) -> list[str]:
    found = {measure.metric: measure for measure in report.measures}
    cells = [measured(found[name], sure) for name in ("precision", "recall", "f1")]
    return [escape(report.name), _rows(report.support, few=report.few), *cells]


def _level(report: LevelReport) -> list[str]:
    span = interval(report.accuracy.low, report.accuracy.high)
    value = measured(report.accuracy, value_or_why)
    return [escape(report.level), f"{report.weight:g}", count(report.total), value, span]


def _slice(report: SliceReport) -> list[str]:
    lead = report.measures[0]
    span = interval(lead.low, lead.high)
    return [escape(report.name), _rows(report.n, few=report.few), measured(lead, value_or_why), span]


def _rows(number_of: int, *, few: bool) -> str:
    return f"{number_of:,}{' (few)' if few else ''}"
