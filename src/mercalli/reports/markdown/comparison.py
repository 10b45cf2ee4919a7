"""A comparison as a Markdown page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.reports.markdown.computed import computed
from mercalli.reports.markdown.marks import escape, listed, table
from mercalli.reports.words import DIGITS, interval
from mercalli.results.text import HOLM, NOTHING, number, p_text, with_companions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.results.records import Comparison, Difference, PairReport


def comparison_page(result: Comparison) -> str:
    """Who is ahead on what."""
    lines = [f"# {escape(result.provenance.title)}", "", *rankings(result, [each.metric for each in result.rankings])]
    lines += listed(result.notes)
    for pair in result.pairs:
        lines += _pair("##", pair, [each.metric for each in pair.differences])
    digests = {f"{pair.first} and {pair.second}": pair.digest for pair in result.pairs}
    return "\n".join([*lines, *computed(result.provenance, digests)]) + "\n"


def comparison_part(result: Comparison) -> Iterator[str]:
    """The same inside the page of an evaluation: the headline metrics."""
    yield "\n## Systems against each other\n"
    yield from rankings(result, result.headline)
    yield from listed(result.notes)
    for pair in result.pairs:
        yield from _pair("###", pair, with_companions(result))


def rankings(result: Comparison, metrics: Sequence[str]) -> list[str]:
    """Systems from best to worst on some metrics."""
    rows = ([escape(each.metric), escape(str(each))] for each in result.rankings if each.metric in metrics)
    return table(["metric", "best first, = where no difference was shown"], rows)


def _pair(marks: str, pair: PairReport, metrics: Sequence[str]) -> list[str]:
    header = ["metric", "difference", "interval", HOLM, "better"]
    title = f"\n{marks} {escape(pair.first)} less {escape(pair.second)}\n"
    return [title, *table(header, (_difference(pair.difference(metric)) for metric in metrics))]


def _difference(each: Difference) -> list[str]:
    span, better = interval(each.low, each.high), escape(each.better or NOTHING)
    return [escape(each.metric), number(each.difference, DIGITS), span, p_text(each.p_adjusted), better]
