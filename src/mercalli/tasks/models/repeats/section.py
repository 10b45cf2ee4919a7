"""Repeated answers as sections of an article: how far they agree, what more of them would give, and votes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.results.measure import Measure, by_text
from mercalli.tasks.models.result import ModelReport, ModelsResult, Vote
from mercalli.telling.article import LONG, PAGE, Cell, Section, Sentence, Table, table
from mercalli.telling.blocks import measure_cell
from mercalli.telling.words import signed
from mercalli.text.numbers import interval, number, p_text

ERROR_DIGITS = 4
ONE_AND_ALL = 2


def sections(result: ModelsResult, systems: Sequence[ModelReport]) -> Iterator[Section]:
    """What repeated answers show; nothing where every item was asked once."""
    repeated = [each for each in systems if each.repeated]
    if not repeated:
        return
    found = [each.agreement.alpha for each in repeated if each.agreement is not None]
    bare = any(each.value is not None and each.low is None for each in found)
    blocks = (_agreement(repeated), *([Sentence(NO_INTERVAL)] if bare else []), _right(repeated))
    yield Section("Asked again", blocks, on=LONG, anchor="repeats")
    blocks = (_errors(result, repeated), Sentence(NOT_ITEMS))
    yield Section("More answers, or more items?", blocks, on=PAGE, anchor="more")
    yield Section("Votes", tuple(_votes(result, repeated)), on=PAGE, anchor="votes")


NO_INTERVAL = (
    "Alpha has no interval where fewer than 20 items have an answer other than the most frequent one, or the answers "
    "to fewer than 10 items differ: with so few, no method that we tested covers the truth."
)
NOT_ITEMS = (
    "The standard error over items holds the noise of repeated calls already. Repeated answers taken as items of their "
    "own would make it look smaller than it is: that is the naive one."
)


def _share(measure: Measure | None) -> Cell | str:
    """A share with its interval."""
    if measure is None:
        return ""
    if measure.value is None:
        return Cell(number(None), measure.undefined or "")
    ends = "" if measure.low is None or measure.high is None else f"{measure.low:.1%} to {measure.high:.1%}"
    return Cell(f"{measure.value:.1%}", ends)


def answers_text(fewest: int, most: int) -> str:
    """How many answers items have.

    >>> answers_text(3, 3), answers_text(1, 5)
    ('3', '1 to 5')
    """
    return f"{most:,}" if fewest == most else f"{fewest:,} to {most:,}"


def _agreement(systems: Sequence[ModelReport]) -> Table:
    header = (
        *("system", "answers per item", "same answer every time", "two answers agree", "alpha"),
        *("changes between urgent and not", "same text every time"),
    )
    rows = (
        (
            each.name,
            answers_text(each.fewest, each.most),
            _share(same.alike),
            _share(same.pairwise),
            measure_cell(same.alpha),
            _share(same.urgent),
            _share(same.raw),
        )
        for each in systems
        if (same := each.agreement) is not None
    )
    return table("How far the answers to one item agree (what could not be read is an answer, too)", header, rows)


def _right(systems: Sequence[ModelReport]) -> Table:
    header = ("system", "right every time", "right sometimes", "never right")
    rows = (
        (each.name, _share(same.always), _share(same.sometimes), _share(same.never))
        for each in systems
        if (same := each.agreement) is not None
    )
    return table("Of the items that were asked several times", header, rows)


def _errors(result: ModelsResult, systems: Sequence[ModelReport]) -> Table:
    """The standard error that other numbers of answers and items would give."""
    header = (
        *("system", "standard error", "asked once", "asked endlessly", "twice the items", "naive"),
        *("within items", "between items", "share between"),
    )
    rows = (
        (
            each.name,
            *(
                number(value, ERROR_DIGITS)
                for value in (spread.error, spread.one, spread.endless, spread.twice_items, spread.naive)
            ),
            *(number(value, ERROR_DIGITS) for value in (spread.within, spread.between)),
            number(spread.intraclass, 3),
        )
        for each in systems
        for spread in each.spreads
        if spread.metric == result.decisive
    )
    return table(f"The standard error of {result.decisive}, and what it would be", header, rows)


def _votes(result: ModelsResult, systems: Sequence[ModelReport]) -> Iterator[Table]:
    metric = result.decisive
    voted = [(each, each.vote) for each in systems if each.vote is not None]
    header = ("vote", "calls per item", metric, "one call", "difference", "interval", "p", "ties")
    yield table(
        "The most frequent class of all answers to an item, compared with one call",
        header,
        (_vote_cells(vote, metric) for _, vote in voted),
    )
    if any(len(vote.sizes) > ONE_AND_ALL for _, vote in voted):
        yield _sizes(voted, metric)


def _sizes(voted: Sequence[tuple[ModelReport, Vote]], metric: str) -> Table:
    return table(
        f"{metric} of votes of fewer answers, on average over all ways to choose them",
        ("system", "answers", metric),
        ((each.name, f"{size.answers:,}", number(size.value, 3)) for each, vote in voted for size in vote.sizes),
    )


def _vote_cells(vote: Vote, metric: str) -> tuple[str, ...]:
    found = by_text(vote.pair.differences, metric)
    return (
        vote.name,
        f"{vote.calls:.3g}",
        number(found.first, 3),
        number(found.second, 3),
        signed(found.difference),
        interval(found.low, found.high),
        p_text(found.p_adjusted),
        f"{vote.ties:,}",
    )
