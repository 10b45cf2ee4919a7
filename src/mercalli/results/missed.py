"""What a verdict says about what is found, and what is missed, of what must not be missed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.results.grounds import ALARMING, Finds, Reached, Standing
from mercalli.text.names import plain
from mercalli.text.numbers import amount, share_text
from mercalli.text.words import first_few, listed

MOST_MISSED = 3


def alarms(standings: Sequence[Standing]) -> Iterator[str]:
    """What the best system misses too much of, who finds more of it, and who misses too much of it as well."""
    others = standings[1:]
    for first, finds in ((each, finds) for each in standings[:1] for finds in each.finds):
        if finds.reached in ALARMING:
            yield f"{plain(first.system)} {finds.verb} {_share(finds)}{_compared(finds)}.{_of_others(finds, others)}"


def found(first: Standing) -> Iterator[str]:
    """What the best system finds of everything else that must not be missed."""
    rest = [_found_share(finds) for finds in first.finds if finds.total and finds.reached not in ALARMING]
    if rest:
        yield f"{plain(first.system)} {first.finds[0].verb} {listed(rest, len(rest))}."


def without_examples(every: Sequence[Finds]) -> Iterator[str]:
    """What must not be missed and does not occur, so that no number here speaks for it.

    >>> from mercalli.results.grounds import Finds
    >>> next(without_examples([Finds("calls for help", 0, 0, floor=0.5)]))
    'This data has no examples of calls for help, so nothing here shows whether they are found.'
    """
    absent = [finds.name for finds in every if finds.floor is not None and not finds.total]
    if absent:
        of = listed(absent, len(absent))
        yield f"This data has no examples of {of}, so nothing here shows whether they are found."


def missed_by_others(standings: Sequence[Standing]) -> Iterator[str]:
    """What other systems miss too much of, where the best one does not."""
    told = {finds.name for first in standings[:1] for finds in first.finds if finds.reached in ALARMING}
    below = [
        f"{plain(each.system)} {finds.verb} {_share(finds, ends=False)}{_compared(finds)}"
        for each in standings[1:]
        for finds in each.finds
        if finds.reached in ALARMING and finds.name not in told
    ]
    if below:
        rest = len(below) - MOST_MISSED
        more = f"; {rest:,} more shares are below a floor" if rest > 0 else ""
        yield f"{'; '.join(below[:MOST_MISSED])}{more}."


def _found_share(finds: Finds) -> str:
    """The share, and with its interval how it compares with its floor unless it is plainly above.

    >>> from mercalli.results.grounds import Finds
    >>> _found_share(Finds("missing people", 20, 36, 0.4, 0.7, 0.5))
    '56% of missing people (20 of 36; 40% to 70%, not shown to be above the floor of 50%)'
    """
    if finds.floor is None or (finds.low or 0.0) >= finds.floor:
        return _share(finds, ends=False)
    return _share(finds, ends=finds.reached is Reached.YES, more=_compared(finds))


def _share(finds: Finds, *, ends: bool = True, more: str = "") -> str:
    """The share with what was counted, its interval if wanted, and more about it in the same brackets."""
    share = 0.0 if finds.share is None else finds.share
    known = ends and finds.low is not None and finds.high is not None
    span = f"; {_percents(finds.low or 0.0, finds.high or 0.0)}" if known else ""
    return f"{share_text(share)} of {finds.name} ({_counts(finds)}{span}{more})"


def _percents(low: float, high: float) -> str:
    """Both ends of an interval of a share.

    >>> _percents(0.327, 0.471)
    '33% to 47%'
    """
    return f"{share_text(low)} to {share_text(high)}"


def _counts(finds: Finds) -> str:
    """How much of how much; sums of weights are called that.

    >>> from mercalli.results.grounds import Finds
    >>> _counts(Finds("calls", 69, 174)), _counts(Finds("calls", 51.5, 177.6))
    ('69 of 174', '51.5 of 177.6 by weight')
    """
    weighed = "" if float(finds.hits).is_integer() and float(finds.total).is_integer() else f" {finds.broken}"
    return f"{amount(finds.hits)} of {amount(finds.total)}{weighed}"


def _compared(finds: Finds) -> str:
    """How the share compares with its floor.

    >>> from mercalli.results.grounds import Finds
    >>> _compared(Finds("calls", 69, 174, 0.327, 0.471, 0.5))
    ', below the floor of 50%'
    """
    if finds.floor is None:
        return ""
    floor = f"the floor of {share_text(finds.floor)}"
    match finds.reached:
        case Reached.UNKNOWN:
            return f", too few to compare with {floor}"
        case Reached.YES:
            return _above(finds.low, finds.floor, floor)
        case _:
            return f", {finds.reached.value} {floor}"


def _above(low: float | None, floor: float, words: str) -> str:
    """A share that is above its floor: is its whole interval, if it has one?"""
    if low is None:
        return f", above {words} by the value alone"
    return f", {'' if low >= floor else 'not shown to be '}above {words}"


def _of_others(finds: Finds, others: Sequence[Standing]) -> str:
    """The system that finds the largest share of what the best one misses, if that is more, and who misses it too."""
    known = [(each.system, found) for each in others for found in each.finds if found.name == finds.name]
    ordered = sorted(known, key=lambda each: -(each[1].share or 0.0))
    more = [each for each in ordered[:1] if (each[1].share or 0.0) > (finds.share or 0.0)]
    rest = [each for each in ordered if each[1].reached in ALARMING and each not in more]
    below = f" Below it as well: {first_few([_short(*each, finds) for each in rest])}." if rest else ""
    return "".join([*(_rival(*each, finds) for each in more), below])


def _rival(name: str, found: Finds, finds: Finds) -> str:
    """Whoever finds more; a share of other rows comes with their counts."""
    share = share_text(found.share or 0.0)
    more = f"{share} of them" if found.total == finds.total else f"{share} of those in its own rows ({_counts(found)})"
    return f" {plain(name)} {found.verb} {more}{', below it as well' if found.reached in ALARMING else ''}."


def _short(name: str, found: Finds, finds: Finds) -> str:
    """A system with the share that it finds, and its counts where these are of other rows."""
    counts = "" if found.total == finds.total else f", {_counts(found)}"
    return f"{plain(name)} ({share_text(found.share or 0.0)}{counts})"
