"""Results as Markdown pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mercalli.errors import counted, visible
from mercalli.reports.words import DIGITS, best_first, count, decisive, gate_text, interval, leader, sure
from mercalli.results.text import HOLM, NOTHING, number, p_text, with_companions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mercalli.results.records import (
        ClassReport,
        Comparison,
        Difference,
        Evaluation,
        LevelReport,
        Measure,
        PairReport,
        Provenance,
        SliceReport,
        SystemReport,
    )

CONFUSIONS = 10


def evaluation_page(result: Evaluation) -> str:
    """What was found about every system, how sure it is, and how it was computed."""
    return "\n".join([*_evaluation(result), *_provenance(result.provenance)]) + "\n"


def _evaluation(result: Evaluation) -> Iterator[str]:
    first = result.systems[0]
    yield f"# {escape(result.provenance.title)}\n"
    rows, classes = counted(first.n, "row"), counted(len(first.table.classes), "class")
    profile = escape(result.provenance.profile)
    yield f"{rows}, {classes}, {counted(len(result.systems), 'system')}, profile {profile}."
    if len(result.systems) > 1:
        yield from _systems(result)
    if result.gates:
        yield "\n## Gates\n"
        yield from (f"- {'passed' if gate.passed else 'missed'}: {escape(gate_text(gate))}" for gate in result.gates)
    for system in result.systems:
        yield from _system(result, system)


def _systems(result: Evaluation) -> Iterator[str]:
    yield f"\nBest by {escape(decisive(result))}: **{escape(leader(result).name)}**.\n"
    rows = ([escape(system.name), *_values(result, system)] for system in best_first(result))
    yield from table(["system", *map(escape, result.headline)], rows)


def _values(result: Evaluation, system: SystemReport) -> list[str]:
    return [number(system.measure(name).value, DIGITS) for name in result.headline]


def _system(result: Evaluation, system: SystemReport) -> Iterator[str]:
    yield f"\n## {escape(system.name)}\n"
    measures = (_measure(system.measure(name)) for name in with_companions(result))
    yield from table(["metric", "value", "interval", "band", "majority", "skill"], measures)
    yield from _notes(system.notes)
    yield "\n### Most harmful errors\n"
    yield from _errors(system)
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
        number(measure.value, DIGITS),
        interval(measure.low, measure.high),
        escape(measure.band or ""),
        number(measure.baselines.get("majority"), DIGITS),
        number(measure.skill, 2),
    ]


def _notes(notes: Sequence[str]) -> list[str]:
    return ["", *(f"- {escape(note)}" for note in notes)] if notes else []


def _errors(system: SystemReport) -> list[str]:
    rows = (
        [f"{each.harm:,.1f}", count(each.count), f"{each.share:.0%}", escape(each.truth), escape(each.pred)]
        for each in system.confusions[:CONFUSIONS]
    )
    return table(["harm", "count", "of class", "truth", "taken for"], rows) if system.confusions else ["None."]


def _class(report: ClassReport) -> list[str]:
    found = {measure.metric: measure for measure in report.measures}
    cells = [sure(found[name]) for name in ("precision", "recall", "f1")]
    return [escape(report.name), _rows(report.support, few=report.few), *cells]


def _level(report: LevelReport) -> list[str]:
    span = interval(report.accuracy.low, report.accuracy.high)
    value = number(report.accuracy.value, DIGITS)
    return [escape(report.level), f"{report.weight:g}", count(report.total), value, span]


def _slice(report: SliceReport) -> list[str]:
    lead = report.measures[0]
    span = interval(lead.low, lead.high)
    return [escape(report.name), _rows(report.n, few=report.few), number(lead.value, DIGITS), span]


def _rows(number_of: int, *, few: bool) -> str:
    return f"{number_of:,}{' (few)' if few else ''}"


def comparison_page(result: Comparison) -> str:
    """Who is ahead on what."""
    lines = [f"# {escape(result.provenance.title)}", ""]
    rankings = ([escape(each.metric), escape(str(each))] for each in result.rankings)
    lines += table(["metric", "best first, = where no difference was shown"], rankings)
    lines += _notes(result.notes)
    for pair in result.pairs:
        lines += _pair(pair)
    return "\n".join([*lines, *_provenance(result.provenance)]) + "\n"


def _pair(pair: PairReport) -> list[str]:
    header = ["metric", "difference", "interval", HOLM, "better"]
    title = f"\n## {escape(pair.first)} less {escape(pair.second)}\n"
    return [title, *table(header, map(_difference, pair.differences))]


def _difference(each: Difference) -> list[str]:
    span, better = interval(each.low, each.high), escape(each.better or NOTHING)
    return [escape(each.metric), number(each.difference, DIGITS), span, p_text(each.p_adjusted), better]


def _provenance(provenance: Provenance) -> Iterator[str]:
    yield "\n## How it was computed\n"
    told = {
        **provenance.settings,
        "profile": f"{provenance.profile} ({provenance.profile_digest})",
        **{f"version of {name}": version for name, version in provenance.versions.items()},
    }
    yield from (f"- {name}: {escape(str(value))}" for name, value in told.items())


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


def escape(text: str) -> str:
    r"""Text of the data that stays text: no markup, no HTML, one line.

    >>> print(escape("<b>*a*|b"))
    &lt;b&gt;\*a\*\|b
    """
    plain = " ".join(visible(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").split())
    return re.sub(r"([\\`*\[\]|])", r"\\\1", plain)
