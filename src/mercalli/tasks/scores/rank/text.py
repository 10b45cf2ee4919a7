"""Rankings in a few lines of text or a small HTML table, for a prompt or a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mercalli.telling.plain import columns, html_table
from mercalli.text.numbers import NOTHING, number, percent, span
from mercalli.text.words import counted

if TYPE_CHECKING:
    from mercalli.tasks.scores.rank.result import Ranked, RankReport, TopK

HITS_DIGITS = 2
SHOWN = ("precision_at_k", "recall_at_k", "lift_at_k")


def k_text(top: TopK) -> str:
    """K as it was asked for and as it was used.

    >>> from types import SimpleNamespace as Top
    >>> k_text(Top(asked=200, least=200.0, most=200.0)), k_text(Top(asked=0.1, least=704.0, most=704.0))
    ('200', '10% = 704')
    """
    if top.asked >= 1:
        return f"{top.asked:,.0f}"
    used = amount(top.least) if top.least == top.most else f"{amount(top.least)} to {amount(top.most)}"
    return f"{percent(top.asked)} = {used}"


def amount(value: float) -> str:
    """Rows as whole numbers, weights with two decimals.

    >>> amount(1200.0), amount(12.345)
    ('1,200', '12.35')
    """
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.2f}"


def found_text(top: TopK) -> str:
    """How many positives are among the first K; a dash where there is no K."""
    return NOTHING if top.hits is None else amount(round(top.hits, HITS_DIGITS))


def title(result: Ranked, system: RankReport) -> str:
    """What was ranked, by which score."""
    return f"{system.name}: {described(result, system)}"


def several(result: Ranked) -> str:
    """How many systems, or classes."""
    return counted(len(result.systems), "class" if result.per_class else "system")


def all_described(result: Ranked) -> str:
    """What was ranked by all scores; the positives are those of one class only where there is one."""
    first = result.systems[0]
    lists = "" if result.group is None else f" in {counted(first.lists, 'list')} by {result.group!r}"
    return f"{counted(first.n, 'row')}{lists}, {several(result)}"


def described(result: Ranked, system: RankReport) -> str:
    """What was ranked."""
    share = system.positives / system.total
    lists = "" if result.group is None else f" in {system.lists:,} lists by {result.group!r}"
    return f"{system.n:,} rows{lists}, {share:.1%} of them {system.positive!r}"


def ranked_text(result: Ranked) -> str:
    """For each system what its first K hold, then what should be known before relying on it."""
    return "\n\n".join(_system_text(result, system) for system in result.systems)


def _system_text(result: Ranked, system: RankReport) -> str:
    rows = [row for top in system.tops for row in _rows(top)]
    return "\n".join([title(result, system), columns(_header(result), rows), *(f"! {note}" for note in system.notes)])


def _header(result: Ranked) -> list[str]:
    return ["top", "metric", "value", f"{percent(result.provenance.settings['level'])} interval", "random"]


def _rows(top: TopK) -> list[list[str]]:
    measures = [top.measure(name) for name in SHOWN]
    return [
        [
            k_text(top),
            measure.metric.partition("(")[0],
            number(measure.value),
            span(measure.low, measure.high),
            number(measure.baselines.get("random")),
        ]
        for measure in measures
    ]


def ranked_html(result: Ranked) -> str:
    """The same tables for a notebook."""
    return "".join(
        f"<h4>{escape(title(result, system))}</h4>"
        + html_table(_header(result), [row for top in system.tops for row in _rows(top)])
        + "".join(f"<p>{escape(note)}</p>" for note in system.notes)
        for system in result.systems
    )
