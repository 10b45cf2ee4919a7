"""Labels of which there are too few documents to measure anything by, or far more than of others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mercalli.inputs.arrays import Bools, Ints
from mercalli.results.findings import FEW, HIGH, LOW, MEDIUM, SKEWED, Evidence, Finding, Fine
from mercalli.results.limits import FEW_IN_CLASS, SKEW, skew_text
from mercalli.tasks.advice.texts import TextStudy
from mercalli.text.names import quoted
from mercalli.text.words import counted

HELD_OUT = 0.1
WANTED = round(FEW_IN_CLASS / HELD_OUT)
VERY_FEW, QUITE_FEW = 20, 50
NAMED = 3


def few_documents(study: TextStudy) -> Finding | Fine:
    """Labels of which a tenth held out would be too few to measure anything by."""
    counts, classes = study.data.counts, study.data.classes
    few = [at for at in np.argsort(counts, kind="stable").tolist() if counts[at] < WANTED]
    if not few:
        return Fine(FEW, f"every label has at least {WANTED} documents")
    missing = int(sum(WANTED - counts[at] for at in few))
    least = int(counts[few[0]])
    have = "label has" if len(few) == 1 else "labels have"
    listed = ", ".join(f"{quoted(classes[at])} ({counts[at]:,})" for at in few[:NAMED])
    rows = tuple((classes[at], f"{counts[at]:,}", f"{WANTED - counts[at]:,}") for at in few)
    return Finding(
        kind=FEW,
        severity=HIGH if least < VERY_FEW else MEDIUM if least < QUITE_FEW else LOW,
        finding=f"{len(few)} {have} fewer than {WANTED} documents",
        evidence=f"{listed}{f' and {len(few) - NAMED} more' if len(few) > NAMED else ''}; with {WANTED}, holding out a "
        f"tenth leaves {FEW_IN_CLASS} to test on",
        action=f"Label {counted(missing, 'more document')} of {'this label' if len(few) == 1 else 'these labels'}"
        f"{', or merge labels that lead to the same response' if len(classes) > 1 else ''}.",
        numbers={"labels": len(few), "least": least, "wanted": WANTED, "missing": missing},
        tables=(Evidence(f"Labels with fewer than {WANTED} documents", ("label", "documents", "to add"), rows),),
    )


def skew(study: TextStudy) -> Finding | Fine:
    """The most frequent label against the rarest, and what would bring them to 10:1."""
    counts, classes = study.data.counts, study.data.classes
    order = [at for at in np.argsort(-counts, kind="stable").tolist() if counts[at]]
    most, least = int(counts[order[0]]), int(counts[order[-1]])
    if most <= SKEW * least:
        times = f"{most / max(least, 1):.1f} times as many documents as the rarest"
        return Fine(SKEWED, f"the most frequent label has {times}")
    ways = Ways.of(study.data.flags, study.seed)
    return Finding(
        kind=SKEWED,
        severity=MEDIUM if most <= SKEW**2 * least else HIGH,
        finding=f"Labels of the training texts are skewed {skew_text(most, least)}",
        evidence=f"{quoted(classes[order[0]])} has {counted(most, 'document')}, {quoted(classes[order[-1]])} {least:,}",
        action=_action(study, ways, order),
        numbers={
            "ratio": most / least,
            "most": most,
            "least": least,
            "to_add": int(ways.added.sum()),
            "to_leave_out": ways.left_out,
        },
        tables=(_table(classes, counts, ways, order),),
    )


@dataclass(frozen=True)
class Ways:
    """Two ways to 10:1: documents to add, or to leave out.

    Attributes:
        lower: How many documents every label must have beside the most frequent one.
        upper: How many documents a label may have beside the rarest one.
        added: How many of each label to add: (K,).
        kept: How many of each label are kept if the others are left out: (K,).
        left_out: How many documents that leaves out; None if leaving documents out does not bring it.
    """

    lower: int
    upper: int
    added: Ints
    kept: Ints
    left_out: int | None

    @classmethod
    def of(cls, flags: Bools, seed: int) -> Ways:
        """From which labels each document has: (N, K)."""
        counts = flags.sum(axis=0).astype(np.int64)
        present = counts[counts > 0]
        lower, upper = -(-int(present.max()) // SKEW), SKEW * int(present.min())
        out = spare(flags, upper, seed)
        kept = counts - flags[out].sum(axis=0)
        added: Ints = np.where(counts > 0, np.maximum(lower - counts, 0), 0)
        return cls(lower, upper, added, kept, len(out) if kept.max() <= upper else None)


def spare(flags: Bools, upper: int, seed: int) -> list[int]:
    """Documents to leave out at random until no label has more than `upper`, as far as that goes.

    One is left out only while every label that it has is too frequent, so that no other label gets rarer.

    >>> flags = np.array([[True, False]] * 30 + [[True, True]] * 2)
    >>> len(spare(flags, 20, 0))
    12
    """
    counts = flags.sum(axis=0)
    rows = np.flatnonzero(~(flags & (counts <= upper)).any(axis=1) & flags.any(axis=1))
    drawn = np.random.default_rng(seed).permutation(rows)
    out: list[int] = []
    for row in drawn[np.argsort(-flags[drawn].sum(axis=1), kind="stable")].tolist():
        if (counts[flags[row]] > upper).all():
            counts -= flags[row]
            out.append(row)
    return out


def _action(study: TextStudy, ways: Ways, order: Sequence[int]) -> str:
    classes, counts = study.data.classes, study.data.counts
    short = [at for at in order if ways.added[at]]
    long = [at for at in order if counts[at] > ways.upper]
    alone = "" if study.single else ", with no other label on them"
    add = f"Add {counted(int(ways.added.sum()), 'training document')} to have at least {ways.lower:,} of "
    add += f"{_labels(classes, short)}{alone}"
    until = "Until then, weight the labels in training."
    if ways.left_out is None:
        return (
            f"{add}: that gives {SKEW}:1. Removing documents does not: too many of {_labels(classes, long)} have a "
            f"rarer label too. {until}"
        )
    which = "" if study.single else " of those that have no rarer label"
    keep = f"remove {ways.left_out:,}{which}, keeping a random {ways.upper:,} of {_labels(classes, long)}"
    return f"{add}; or {keep}: either gives {SKEW}:1. {until}"


def _table(classes: Sequence[str], counts: Ints, ways: Ways, order: Sequence[int]) -> Evidence:
    header, rows = ["label", "documents", "to add"], [[classes[at], counts[at], ways.added[at]] for at in order]
    if ways.left_out is not None:
        header = [*header[:2], "to add, or", "to keep at random"]
        rows = [[*row, ways.kept[at]] for row, at in zip(rows, order, strict=True)]
    cells = tuple((str(name), *(f"{count:,}" for count in numbers)) for name, *numbers in rows)
    caption = f"{'One way' if ways.left_out is None else 'Two ways'} to {SKEW}:1"
    return Evidence(caption, tuple(header), cells)


def _labels(classes: Sequence[str], chosen: Sequence[int]) -> str:
    """The labels by their names, or how many there are."""
    return (
        f"each of {len(chosen)} labels" if len(chosen) > NAMED else " and ".join(quoted(classes[at]) for at in chosen)
    )
