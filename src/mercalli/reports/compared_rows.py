"""Systems against each other in sentences and rows that every report shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.reports.words import DIGITS, count, interval
from mercalli.results.text import HOLM, NOTHING, p_text, percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.results.compared import Comparison, Difference, PairReport

RANKED = ("metric", "best first, = where no difference was shown")
BETTER = "better"


def ranked_rows(result: Comparison, metrics: Sequence[str]) -> Iterator[list[str]]:
    """Systems from best to worst on some metrics."""
    rankings = {each.metric: each for each in result.rankings}
    return ([metric, str(rankings[metric])] for metric in metrics if metric in rankings)


def pair_title(pair: PairReport) -> str:
    """What is subtracted from what."""
    return f"{pair.first} less {pair.second}"


def only_right(pair: PairReport) -> str:
    """How many items one of the two alone got right."""
    only = f"{count(pair.only_first_right)} right only in the first, {count(pair.only_second_right)} only in the second"
    return only if pair.mcnemar_p is None else f"{only}, McNemar p {p_text(pair.mcnemar_p)}"


def difference_header(result: Comparison) -> list[str]:
    """What `difference_cells` are."""
    return ["metric", "difference", f"{percent(result.provenance.settings['level'])} interval", HOLM, BETTER]


def difference_cells(each: Difference) -> list[str]:
    """One metric of a pair as a row."""
    change = NOTHING if each.difference is None else f"{each.difference:+.{DIGITS}f}"
    return [each.metric, change, interval(each.low, each.high), p_text(each.p_adjusted), each.better or ""]


def disagreement_header(pair: PairReport) -> list[str]:
    """What `disagreement_rows` are."""
    return ["count", "truth", pair.first, pair.second]


def disagreement_rows(pair: PairReport, most: int) -> list[list[str]]:
    """Where the two differ most."""
    return [[count(each.count), each.truth, each.first, each.second] for each in pair.disagreements[:most]]
