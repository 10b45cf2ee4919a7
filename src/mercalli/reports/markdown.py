"""Results as Markdown pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mercalli.reports.words import DIGITS, count, gate_text, interval, leader
from mercalli.results.text import NOTHING, number, p_text, with_companions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mercalli.results.records import Comparison, Evaluation, Provenance, SystemReport

CONFUSIONS = 10


def evaluation_page(result: Evaluation) -> str:
    """What was found about every system, how sure it is, and how it was computed."""
    return "\n".join([*_evaluation(result), *provenance_lines(result.provenance)]) + "\n"


def _evaluation(result: Evaluation) -> Iterator[str]:
    first = result.systems[0]
    yield f"# {escape(result.provenance.origin)}"
    profile = escape(result.provenance.profile)
    yield f"\n{first.n:,} rows, {len(first.table.classes)} classes, {len(result.systems)} systems, profile {profile}."
    if len(result.systems) > 1:
        yield f"\nBest by {result.headline[0]}: **{escape(leader(result).name)}**.\n"
        header = ["system", *result.headline]
        yield from table(header, ([escape(each.name), *_values(result, each)] for each in result.systems))
    for gate in result.gates:
        yield f"- {'passed' if gate.passed else 'missed'}: {escape(gate_text(gate))}"
    for system in result.systems:
        yield from _system(result, system)


def _values(result: Evaluation, system: SystemReport) -> list[str]:
    return [number(system.measure(name).value, DIGITS) for name in result.headline]


def _system(result: Evaluation, system: SystemReport) -> Iterator[str]:
    yield f"\n## {escape(system.name)}\n"
    header = ["metric", "value", "interval", "band", "majority", "skill"]
    measures = [system.measure(name) for name in with_companions(result)]
    yield from table(
        header,
        (
            [
                each.metric,
                number(each.value, DIGITS),
                interval(each.low, each.high),
                each.band or "",
                number(each.baselines.get("majority"), DIGITS),
                number(each.skill, 2),
            ]
            for each in measures
        ),
    )
    yield from (f"\n- {escape(note)}" for note in system.notes)
    yield "\n### Most harmful errors\n"
    errors = (
        [f"{each.harm:,.1f}", count(each.count), f"{each.share:.0%}", escape(each.truth), escape(each.pred)]
        for each in system.confusions[:CONFUSIONS]
    )
    yield from table(["harm", "count", "of class", "truth", "taken for"], errors)
    yield "\n### Classes\n"
    yield from table(
        ["class", "rows", "precision", "recall", "f1"], (_class(system, at) for at in range(len(system.classes)))
    )
    if system.levels:
        yield "\n### Levels\n"
        levels = (
            [
                escape(each.level),
                f"{each.weight:g}",
                count(each.total),
                number(each.accuracy.value, DIGITS),
                interval(each.accuracy.low, each.accuracy.high),
            ]
            for each in system.levels
        )
        yield from table(["level", "weight", "rows", "accuracy", "interval"], levels)
    if system.slices:
        yield "\n### Slices\n"
        parts = (
            [
                escape(part.name),
                f"{part.n:,}{' (few)' if part.few else ''}",
                number(part.measures[0].value, DIGITS),
                interval(part.measures[0].low, part.measures[0].high),
            ]
            for part in system.slices
        )
        yield from table(["slice", "rows", result.headline[0], "interval"], parts)


def _class(system: SystemReport, at: int) -> list[str]:
    report = system.classes[at]
    found = {measure.metric: measure for measure in report.measures}
    cells = [
        f"{number(found[name].value, DIGITS)} [{interval(found[name].low, found[name].high)}]"
        for name in ("precision", "recall", "f1")
    ]
    return [escape(report.name), f"{report.support:,}{' (few)' if report.few else ''}", *cells]


def comparison_page(result: Comparison) -> str:
    """Who is ahead on what."""
    lines = [f"# {escape(result.provenance.origin)}", ""]
    rankings = ([each.metric, escape(str(each))] for each in result.rankings)
    lines += table(["metric", "best first, = where no difference was shown"], rankings)
    for pair in result.pairs:
        lines.append(f"\n## {escape(pair.first)} less {escape(pair.second)}\n")
        rows = (
            [
                each.metric,
                number(each.difference, DIGITS),
                interval(each.low, each.high),
                p_text(each.p_adjusted),
                escape(each.better or NOTHING),
            ]
            for each in pair.differences
        )
        lines += table(["metric", "difference", "interval", "p", "better"], rows)
    return "\n".join([*lines, *provenance_lines(result.provenance)]) + "\n"


def provenance_lines(provenance: Provenance) -> Iterator[str]:
    """How a result came about."""
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
    plain = " ".join(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").split())
    return re.sub(r"([\\`*\[\]|])", r"\\\1", plain)
