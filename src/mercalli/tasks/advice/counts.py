"""Findings that counting the labels gives: too few documents, and labels far more frequent than others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.errors import counted
from mercalli.reports.words import quoted
from mercalli.results.advice import HIGH, LOW, MEDIUM, Evidence, Finding, Fine
from mercalli.results.limits import FEW_IN_CLASS, SKEW

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.tasks.advice.looked import Looked

FEW, SKEWED = "few documents", "skew"
HELD_OUT = 0.1
WANTED = round(FEW_IN_CLASS / HELD_OUT)
VERY_FEW, QUITE_FEW = 20, 50
NAMED = 3


def few_documents(looked: Looked) -> Iterator[Finding | Fine]:
    """Labels of which a tenth held out would be too few to measure anything by."""
    counts, classes = looked.data.counts, looked.data.classes
    few = [at for at in np.argsort(counts, kind="stable").tolist() if counts[at] < WANTED]
    if not few:
        yield Fine(FEW, f"every label has at least {WANTED} documents")
        return
    missing = int(sum(WANTED - counts[at] for at in few))
    least = int(counts[few[0]])
    have = "label has" if len(few) == 1 else "labels have"
    listed = ", ".join(f"{quoted(classes[at])} ({counts[at]:,})" for at in few[:NAMED])
    rows = tuple((classes[at], f"{counts[at]:,}", f"{WANTED - counts[at]:,}") for at in few)
    yield Finding(
        kind=FEW,
        severity=HIGH if least < VERY_FEW else MEDIUM if least < QUITE_FEW else LOW,
        finding=f"{len(few)} {have} fewer than {WANTED} documents",
        evidence=f"{listed}{f' and {len(few) - NAMED} more' if len(few) > NAMED else ''}; of {WANTED}, a tenth held "
        f"out leaves {FEW_IN_CLASS} to test on",
        action=f"Label {counted(missing, 'more document')} of {'this label' if len(few) == 1 else 'these labels'}, or "
        f"merge labels that lead to the same response.",
        numbers={"labels": len(few), "least": least, "wanted": WANTED, "missing": missing},
        tables=(Evidence(f"Labels with fewer than {WANTED} documents", ("label", "documents", "to add"), rows),),
    )


def skew(looked: Looked) -> Iterator[Finding | Fine]:
    """The most frequent label against the rarest, and what would bring them to 10:1."""
    counts, classes = looked.data.counts, looked.data.classes
    order = [at for at in np.argsort(-counts, kind="stable").tolist() if counts[at]]
    most, least = int(counts[order[0]]), int(counts[order[-1]])
    if most <= SKEW * least:
        yield Fine(
            SKEWED, f"the most frequent label has {most / max(least, 1):.1f} times as many documents as the rarest"
        )
        return
    lower, upper = -(-most // SKEW), SKEW * least
    short = [at for at in order if counts[at] < lower]
    long = [at for at in order if counts[at] > upper]
    added, left = int(sum(lower - counts[at] for at in short)), int(sum(counts[at] - upper for at in long))
    rows = tuple(
        (classes[at], f"{counts[at]:,}", f"{max(lower - counts[at], 0):,}", f"{min(counts[at], upper):,}")
        for at in order
    )
    yield Finding(
        kind=SKEWED,
        severity=MEDIUM if most <= SKEW**2 * least else HIGH,
        finding=f"Labels are skewed {most / least:.0f}:1",
        evidence=f"{quoted(classes[order[0]])} has {counted(most, 'document')}, {quoted(classes[order[-1]])} {least:,}",
        action=f"Label {counted(added, 'more document')} to have at least {lower:,} of {_labels(classes, short)}; "
        f"or leave {left:,} out, keeping a random {upper:,} of {_labels(classes, long)}: either gives {SKEW}:1. "
        f"Until then, weigh the labels when training.",
        numbers={"ratio": most / least, "most": most, "least": least, "to_add": added, "to_leave_out": left},
        tables=(Evidence(f"Two ways to {SKEW}:1", ("label", "documents", "to add, or", "to keep at random"), rows),),
    )


def _labels(classes: Sequence[str], chosen: Sequence[int]) -> str:
    """The labels by their names, or how many there are."""
    return (
        f"each of {len(chosen)} labels" if len(chosen) > NAMED else " and ".join(quoted(classes[at]) for at in chosen)
    )
