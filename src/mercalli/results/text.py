"""Results in a few lines of text or a small HTML table, for a prompt or a notebook."""

from __future__ import annotations

from html import escape
from math import floor, log10
from typing import TYPE_CHECKING

from mercalli.errors import counted
from mercalli.results.visible import visible_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mercalli.results.compared import Comparison, Difference, PairReport
    from mercalli.results.evaluation import Evaluation
    from mercalli.results.measured import Measure
    from mercalli.results.systems import SystemReport

NOTHING = "-"
SIGNS = 4
SMALLEST_P = 0.0005
HOLM = "p (Holm)"


def number(value: float | None, digits: int = SIGNS) -> str:
    """Four decimals; a dash for what is undefined.

    >>> number(0.72771), number(None), number(-0.00001)
    ('0.7277', '-', '0.0000')
    """
    return NOTHING if value is None else f"{value:z.{digits}f}"


def enough_digits(value: float, least: int = 0, most: int = 4) -> str:
    """As many decimals, between two bounds, as it takes to see three digits of a number below 1.

    >>> enough_digits(1234.5), enough_digits(0.0473), enough_digits(12.3456, 1), enough_digits(1e-9)
    ('1,234', '0.0473', '12.3', '0')
    """
    rounded = round(value, most)
    small = rounded and abs(rounded) < 1
    digits = min(max(least, 2 - floor(log10(abs(rounded)))), most) if small else least
    return f"{rounded:,.{digits}f}"


def percent(level: object) -> str:
    """A confidence as it was given.

    >>> percent(0.95), percent(0.999)
    ('95%', '99.9%')
    """
    return f"{100 * float(str(level)):.6g}%"


def p_text(p: float | None) -> str:
    """A p-value, never written as zero.

    >>> p_text(0.0412), p_text(1e-9)
    ('0.041', '<0.001')
    """
    return NOTHING if p is None else "<0.001" if p < SMALLEST_P else f"{p:.3f}"


def span(low: float | None, high: float | None, digits: int = 4) -> str:
    """An interval in brackets."""
    return NOTHING if low is None or high is None else f"[{number(low, digits)}, {number(high, digits)}]"


def with_companions(result: Evaluation | Comparison) -> list[str]:
    """The headline metrics, each followed by those without which it should not be read."""
    beside = {card.metric: card.beside for card in result.metrics}
    shown: list[str] = []
    for metric in result.headline:
        companions = [name for name in beside[metric] if name in result.measured and name not in result.headline]
        shown += [metric, *companions]
    return list(dict.fromkeys(shown))


def evaluation_text(result: Evaluation) -> str:
    """A table for each system, then what should be known before relying on it."""
    told = visible_record(result)
    return "\n\n".join(_system_text(told, system) for system in told.systems)


def _system_text(result: Evaluation, system: SystemReport) -> str:
    shown = with_companions(result)
    cells = [_measure_row(system.measure(metric)) for metric in shown]
    level = result.provenance.settings["level"]
    header = ["metric", "value", f"{percent(level)} interval", "band", "majority", "skill"]
    rows, classes = counted(system.n, "row"), counted(len(system.table.classes), "class")
    title = f"{system.name}: {rows}, {classes}, profile {result.provenance.profile}"
    notes = [f"! {note}" for note in system.notes]
    undefined = [
        f"- {measure.metric} is undefined because {measure.undefined}"
        for measure in system.measures
        if measure.metric in shown and measure.undefined
    ]
    return "\n".join([title, columns(header, cells), *undefined, *notes])


def _measure_row(measure: Measure) -> list[str]:
    return [
        measure.metric,
        number(measure.value),
        span(measure.low, measure.high),
        measure.band or "",
        number(measure.baselines.get("majority")),
        number(measure.skill, 2),
    ]


def comparison_text(result: Comparison) -> str:
    """A table for each pair, then who is ahead on what."""
    told = visible_record(result)
    lines = [f"{ranking.metric}: {ranking}" for ranking in told.rankings if ranking.metric in told.headline]
    ranked = ["\n".join(["best first, = where no difference was shown", *lines])] if lines else []
    pairs = (_pair_text(told, pair) for pair in told.pairs)
    return "\n\n".join([*pairs, *ranked, *(f"! {note}" for note in told.notes)])


def _pair_text(result: Comparison, pair: PairReport) -> str:
    only = f"{pair.only_first_right:g} right only in the first, {pair.only_second_right:g} only in the second"
    title = f"{pair.first} less {pair.second}: {counted(pair.n, 'item')}, {only}"
    rows = [_difference_row(pair.difference(metric)) for metric in with_companions(result)]
    return "\n".join([title, columns(_difference_header(result), rows)])


def _difference_header(result: Comparison) -> list[str]:
    return [
        "metric",
        "first",
        "second",
        "difference",
        f"{percent(result.provenance.settings['level'])} interval",
        HOLM,
        "better",
    ]


def _difference_row(each: Difference) -> list[str]:
    p = p_text(each.p_adjusted)
    return [
        each.metric,
        number(each.first),
        number(each.second),
        NOTHING if each.difference is None else f"{each.difference:+.4f}",
        span(each.low, each.high),
        p,
        each.better or "",
    ]


def columns(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Text in aligned columns, names to the left and numbers to the right.

    >>> print(columns(["metric", "value"], [["dua", "0.7277"]]))
    metric   value
    dua     0.7277
    """
    kept = [at for at in range(len(header)) if any(row[at] for row in rows)]
    table = [[line[at] for at in kept] for line in [header, *rows]]
    widths = [max(len(line[at]) for line in table) for at in range(len(kept))]
    numeric = [all(line[at][:1] in "-+[0123456789" for line in table[1:]) for at in range(len(kept))]
    lines = [
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(line, widths, numeric, strict=True)
        ).rstrip()
        for line in table
    ]
    return "\n".join(lines)


def evaluation_html(result: Evaluation) -> str:
    """The same tables for a notebook."""
    header = ["metric", "value", "interval", "band", "majority", "skill"]
    parts = [
        f"<h4>{escape(system.name)}: {counted(system.n, 'row')}</h4>"
        + html_table(header, [_measure_row(system.measure(metric)) for metric in with_companions(result)])
        + "".join(f"<p>{escape(note)}</p>" for note in system.notes)
        for system in result.systems
    ]
    return "".join(parts)


def comparison_html(result: Comparison) -> str:
    """The same tables for a notebook."""
    return "".join(
        f"<h4>{escape(pair.first)} less {escape(pair.second)}: {counted(pair.n, 'item')}</h4>"
        + html_table(
            _difference_header(result),
            [_difference_row(pair.difference(metric)) for metric in with_companions(result)],
        )
        for pair in result.pairs
    )


def html_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A plain table; every cell is text."""
    head = "".join(f"<th>{escape(name)}</th>" for name in header)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
