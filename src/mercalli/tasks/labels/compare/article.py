"""Systems against each other in sentences and rows that every report shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.telling.article import Article, Notes, Section, Sentence, Verdicts, table
from mercalli.telling.plain import HOLM
from mercalli.telling.words import RANKED
from mercalli.text.numbers import DIGITS, NOTHING, count, interval, p_text, percent
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.results.difference import Difference
    from mercalli.tasks.labels.compare.result import Comparison, PairReport
    from mercalli.telling.article import Block

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


DISAGREEMENTS = 20


def comparison_article(result: Comparison) -> Article:
    """The rankings, then each pair by itself."""
    metrics = dict.fromkeys([*result.headline, *result.measured])
    ranked = table("Every metric", RANKED, ranked_rows(result, list(metrics)), words=RANKED[1:])
    best = tuple(f"By {metric}: {ranking}" for metric, ranking in ranked_rows(result, result.headline[:1]))
    names = {name for pair in result.pairs for name in (pair.first, pair.second)}
    return Article(
        title=result.provenance.title,
        asks="which system is better",
        summary=f"{counted(len(names), 'system')} on {counted(result.pairs[0].n, 'item')}",
        sections=(
            Section("Who is ahead", (Verdicts(best), Notes(result.notes), ranked)),
            *(Section(pair_title(pair), tuple(_blocks(result, pair))) for pair in result.pairs),
        ),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={f"{pair.first} and {pair.second}": pair.digest for pair in result.pairs},
    )


def _blocks(result: Comparison, pair: PairReport) -> Iterator[Block]:
    yield Sentence(f"{only_right(pair)}.")
    rows = map(difference_cells, pair.differences)
    yield table("Every metric, the first less the second", difference_header(result), rows, words=[BETTER])
    if pair.disagreements:
        header = disagreement_header(pair)
        yield table("Where they differ most", header, disagreement_rows(pair, DISAGREEMENTS), words=header[1:])
