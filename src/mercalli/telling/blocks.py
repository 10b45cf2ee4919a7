"""Blocks that articles share: who is ahead and by how much, what stands out and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence, Sized
from dataclasses import replace
from typing import TypeVar

from mercalli.results.difference import Difference, Pair, Ranking
from mercalli.results.findings import Finding
from mercalli.results.measure import Measure, Provenance
from mercalli.telling.article import (
    LONG,
    PAGE,
    PROMPT,
    SCREEN,
    Block,
    Cell,
    Findings,
    Fold,
    On,
    Rankings,
    Section,
    Sentence,
    Table,
    table,
)
from mercalli.telling.svg.strip import Strip
from mercalli.telling.words import interval_header, signed
from mercalli.text.numbers import DIGITS, LARGER, SIGNS, interval, number, p_text

_System = TypeVar("_System")
P, HOLM = "p", "p (Holm)"
NOTHING_FOUND = "Nothing stands out."


def ranking_table(rankings: Iterable[Ranking]) -> Table:
    """Systems from best to worst on every metric."""
    header = ("metric", "best first")
    rows = ((each.metric, str(each)) for each in rankings)
    return table("Ranking (= means: no significant difference)", header, rows, words=header[1:])


def difference_table(
    pairs: Iterable[Pair],
    metrics: Container[str],
    provenance: Provenance,
    on: On = LONG,
) -> Table:
    """How far two systems are apart on some metrics, for every pair."""
    every = list(pairs)
    named = [f"{pair.first} minus {pair.second}" for pair in every]
    several = len(every) != 1
    caption = "First minus second; p-values are corrected over all pairs" if several else named[0]
    header = (
        *(["pair"] if several else []),
        "metric",
        "difference",
        interval_header(provenance),
        p_header(every),
        "better",
    )
    rows = (
        (
            *([name] if several else []),
            *(each.metric, signed(each.difference, digits=digits_of(each))),
            *(interval(each.low, each.high, digits=digits_of(each)), p_text(each.p_adjusted), each.better or ""),
        )
        for name, pair in zip(named, every, strict=True)
        for each in pair.differences
        if each.metric in metrics
    )
    return table(caption, header, rows, words=("metric", "better"), spare=("better",), each="difference", on=on)


def comparison_section(
    rankings: Iterable[Ranking], pairs: Iterable[Pair], metrics: Container[str], provenance: Provenance
) -> Section:
    """Who is ahead on what, for a page; how far each pair is apart is folded."""
    apart = Fold("Differences between pairs", (difference_table(pairs, metrics, provenance, PAGE),))
    return Section("Which is better", (Rankings(tuple(rankings)), apart), on=PAGE, anchor="comparison")


def digits_of(each: Difference) -> int:
    """One decimal more where a difference or an end of its interval would lose its sign; none of large numbers."""
    ends = [end for end in (each.difference, each.low, each.high) if end]
    if any(abs(end) >= LARGER for end in ends):
        return 0
    return SIGNS if any(not round(end, DIGITS) for end in ends) else DIGITS


def p_header(pairs: Sized) -> str:
    """What a column of p-values is called: they are corrected where there are several pairs."""
    return HOLM if len(pairs) > 1 else P


def below(name: str, metric: str) -> Sentence:
    """Which of several systems a terminal goes on with."""
    return Sentence(f"Details of {name}, the best by {metric}.", on=SCREEN)


def system_sections(ordered: Iterable[_System], section: Callable[[_System], Section]) -> Iterator[Section]:
    """A section for each system; a terminal shows that of the first alone."""
    for at, system in enumerate(ordered):
        part = section(system)
        yield replace(part, on=PAGE | PROMPT) if at else part


def measure_cell(
    measure: Measure, strip: Strip | None = None, *, mark: str = "", tone: str = "", digits: int = DIGITS
) -> Cell:
    """A value with its interval, or a dash with the reason why there is none."""
    if measure.value is None:
        return Cell(number(None), measure.undefined or "undefined")
    small = "" if measure.low is None else interval(measure.low, measure.high, digits=digits)
    return Cell(number(measure.value, digits), small, mark, tone, strip=strip)


def next_section(findings: Sequence[Finding], *more: Block) -> Section:
    """What to do next; a terminal shows the tables behind each finding below it."""
    return Section("What to do next", (Findings(tuple(findings)) if findings else Sentence(NOTHING_FOUND), *more))


def evidence_section(findings: Sequence[Finding], start: int = 1) -> Section:
    """The tables behind findings for a page, under the numbers that these have where they are told."""
    tables = (
        table(f"{at}. {finding.finding}. {each.caption}", each.header, each.rows, words=each.words)
        for at, finding in enumerate(findings, start)
        for each in finding.tables
    )
    return Section("Evidence", tuple(tables), on=PAGE)
