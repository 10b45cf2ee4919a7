"""What should be known before relying on a watch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.tasks.monitor.estimate import MATURE, OneModel
from mercalli.tasks.monitor.result import AlarmReport, BinReport, DelayReport
from mercalli.tasks.monitor.watch import VOLUNTEERED
from mercalli.text.names import plain
from mercalli.text.numbers import share_text
from mercalli.text.words import counted, first_few


def watch_notes(
    one: OneModel, bins: Sequence[BinReport], delays: DelayReport | None, alarms: Sequence[AlarmReport]
) -> Iterator[str]:
    """One sentence for each thing that weakens the report, the most important first."""
    yield from _on_looks(one, alarms)
    yield from _on_reviews(one)
    yield from _on_ripeness(bins)
    yield from _on_delays(delays)
    yield from _on_volunteers(one)


def _on_looks(one: OneModel, alarms: Sequence[AlarmReport]) -> Iterator[str]:
    used, asked = len(alarms[0].looks), one.terms.looks
    if used > asked:
        several = len(one.terms.promises) * len(one.terms.models)
        yield (
            f"All {asked:,} looks are used up: after {used:,}, the chance of a false alarm on any promise is up to "
            f"{min(1.0, used / one.terms.threshold * several):.3f} instead of {one.terms.alpha:g}. "
            f"Start a new watch for a new bound."
        )


def _on_reviews(one: OneModel) -> Iterator[str]:
    """Whether truths can be taken as random."""
    if one.watch.reviewed.any() and not one.watch.drawn.any() and one.watch.size(one.watch.reviewed) < one.watch.n:
        yield (
            "No predictions were drawn for review, so truths are taken as random within each predicted class. If "
            "truths come because of what was predicted, draw with mercalli monitor sample."
        )
    strata = one.strata
    if not strata.reviewed.any():
        return
    left = [
        one.terms.classes[int(preds.argmax())]
        for preds, told in zip(strata.preds, strata.told.tolist(), strict=True)
        if not told
    ]
    if left:
        names = first_few([plain(name) for name in dict.fromkeys(left)])
        yield f"Too few reviews of what was predicted to be {names}: there are bounds instead of an estimate."


def _on_ripeness(bins: Sequence[BinReport]) -> Iterator[str]:
    young = [each for each in bins if not each.mature]
    if len(young) == len(bins):
        yield (
            f"No look is mature yet (fewer than {share_text(MATURE)} of the truths are there): estimates use all "
            f"truths so far and may change."
        )
    elif young:
        yield (
            f"{counted(len(young), 'look')} of {len(bins):,} {'is' if len(young) == 1 else 'are'} young (fewer than "
            f"{share_text(MATURE)} of the truths) and left out of estimates; the alarm uses all truths."
        )


def _on_delays(delays: DelayReport | None) -> Iterator[str]:
    if delays is None or delays.difference.low is None or delays.difference.high is None:
        return
    apart = abs(delays.difference.value or 0.0)
    if delays.difference.low > 0:
        yield f"Truths that come late have more errors (by {apart:.3f}): young looks seem better than they are."
    elif delays.difference.high < 0:
        yield f"Truths that come late have fewer errors (by {apart:.3f}): young looks seem worse than they are."


def _on_volunteers(one: OneModel) -> Iterator[str]:
    number = one.watch.size(one.watch["kind"] == VOLUNTEERED)
    if number:
        yield (
            f"{counted(number, 'truth')} {'was' if number == 1 else 'were'} volunteered: whoever gave them chose which,"
            f" so they count in no estimate and no alarm."
        )
