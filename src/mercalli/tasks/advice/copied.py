"""Findings about copies: exact and near duplicates, copies with different labels, and copies across the split."""

from __future__ import annotations

import numpy as np

from mercalli.inputs.arrays import Bools, Ints
from mercalli.results.findings import HIGH, LOW, MEDIUM, Evidence, Finding, Fine
from mercalli.stats.copies import NEAR
from mercalli.tasks.advice.texts import TextStudy
from mercalli.text.numbers import share_text
from mercalli.text.words import counted

EXACT, NEARLY, CONFLICT, LEAK = "exact duplicates", "near duplicates", "conflicting duplicates", "leak"
MANY = 0.1
SERIOUS, SOME = 0.05, 0.01
HELD_OUT = 0.1
EXAMPLE = ("id", "labels", "text")


def exact_duplicates(study: TextStudy) -> Finding | Fine:
    """Texts that are equal letter by letter."""
    groups, n = study.copies.exact, len(study.data)
    sizes = np.bincount(groups)
    extra = n - len(sizes)
    if not extra:
        return Fine(EXACT, "no text occurs twice letter by letter")
    often = [int(each) for each in np.argsort(-sizes, kind="stable")[: study.examples] if sizes[each] > 1]
    rows = tuple((f"{sizes[each]:,} times", *_example(study, _first(groups, each))) for each in often)
    return Finding(
        kind=EXACT,
        severity=MEDIUM if extra > MANY * n else LOW,
        finding=f"{counted(extra, 'document')} {_repeat(extra)} another letter by letter",
        evidence=f"{share_text(extra / n)} of {counted(n, 'document')}; the most frequent text occurs "
        f"{counted(int(sizes.max()), 'time')}",
        action=f"Keep one of each ({counted(n - extra, 'document')}), or keep all copies of a text on the same side of "
        f"every split and weight each by 1 divided by its number of copies.",
        numbers={"documents": extra, "share": extra / n, "texts": int((sizes > 1).sum()), "largest": int(sizes.max())},
        tables=_table("The most frequent texts", ("occurs", *EXAMPLE), rows),
    )


def near_duplicates(study: TextStudy) -> Finding | Fine:
    """Texts with the same words, or nearly so, beyond those that are equal letter by letter."""
    copies, n = study.copies, len(study.data)
    extra = len(np.unique(copies.exact)) - len(np.unique(copies.near))
    if not extra:
        return Fine(NEARLY, "no text is a near copy of another")
    same = len(np.unique(copies.exact)) - len(np.unique(copies.same))
    repeated = n - len(np.unique(copies.near))
    return Finding(
        kind=NEARLY,
        severity=MEDIUM if extra > MANY * n else LOW,
        finding=f"{counted(extra, 'more document')} nearly {_repeat(extra)} another",
        evidence=f"{counted(same, 'document')} with the same words but other links, mentions, case or signs, "
        f"{extra - same:,} with at least {share_text(NEAR)} of their runs of five letters in common; with the exact "
        f"ones {share_text(repeated / n)} of all documents",
        action=f"Split by groups of copies: {counted(len(np.unique(copies.near)), 'group')} for "
        f"{counted(n, 'document')}. Read the examples before leaving any out: numbers and places may differ.",
        numbers={"documents": extra, "same_words": same, "all_copies": repeated, "share": repeated / n},
        tables=_near_examples(study),
    )


def _near_examples(study: TextStudy) -> tuple[Evidence, ...]:
    """Pairs from the most alike to the least, evenly chosen."""
    order = np.argsort(-study.copies.overlap, kind="stable")
    chosen = order[np.linspace(0, len(order) - 1, min(study.examples, len(order))).astype(np.int64)]
    rows = [
        (share_text(float(study.copies.overlap[at])), *_example(study, row))
        for at in chosen
        for row in study.copies.pairs[at].tolist()
    ]
    return _table("Pairs of near copies", ("in common", *EXAMPLE), tuple(rows))


def conflicting_duplicates(study: TextStudy) -> Finding | Fine:
    """Texts with the same words and different labels."""
    groups, sets = study.copies.same, np.unique(np.packbits(study.data.flags, axis=1), axis=0, return_inverse=True)[1]
    clashing = conflicts(groups, sets.ravel())
    several = np.bincount(groups) > 1
    if not several.any():
        return Fine(CONFLICT, "no text has copies")
    if not clashing.any():
        return Fine(CONFLICT, f"all {counted(int(several.sum()), 'text')} with copies have the same labels each time")
    inside = clashing[groups]
    share = clashing.sum() / several.sum()
    return Finding(
        kind=CONFLICT,
        severity=HIGH if share > MANY and inside.mean() > SOME else MEDIUM,
        finding=f"{counted(int(clashing.sum()), 'text')} {'occurs' if clashing.sum() == 1 else 'occur'} more than once "
        f"with different labels",
        evidence=f"{share_text(share)} of the {counted(int(several.sum()), 'text')} with copies in the same words, "
        f"{counted(int(inside.sum()), 'document')}",
        action=f"Have {counted(int(inside.sum()), 'document')} labelled again, one text at a time, and write down the "
        f"rule that decides: no model can be right on both.",
        numbers={
            "texts": int(clashing.sum()),
            "documents": int(inside.sum()),
            "copied_texts": int(several.sum()),
            "share": float(share),
        },
        tables=_conflict_examples(study, groups, clashing),
    )


def conflicts(groups: Ints, labels: Ints) -> Bools:
    """Which groups hold more than one label.

    >>> conflicts(np.array([0, 0, 1, 1]), np.array([2, 3, 2, 2]))
    array([ True, False])
    """
    pairs = np.unique(np.stack([groups, labels]), axis=1)
    return np.bincount(pairs[0], minlength=int(groups.max(initial=-1)) + 1) > 1


def _conflict_examples(study: TextStudy, groups: Ints, clashing: Bools) -> tuple[Evidence, ...]:
    sizes = np.where(clashing, np.bincount(groups), 0)
    rows: list[tuple[str, ...]] = []
    for each in np.argsort(-sizes, kind="stable")[: min(study.examples, int(clashing.sum()))].tolist():
        members = np.flatnonzero(groups == each).tolist()
        name, text = study.example(members[0])
        labels = [study.names(row) for row in members]
        ordered = sorted(set(labels), key=lambda label: (-labels.count(label), label))
        rows.append((name, "; ".join(f"{labels.count(label):,} {label or '(none)'}" for label in ordered), text))
    return _table("Texts whose copies differ in their labels", EXAMPLE, tuple(rows))


def leaks(study: TextStudy) -> Finding | Fine:
    """Copies on both sides of the split: of the one given, or to expect of a random one."""
    if study.test is None:
        return _expected_leak(study)
    n, near, same = len(study.data), study.every.near, study.every.same
    leaked, words = np.isin(near[n:], near[:n]), np.isin(same[n:], same[:n])
    share = leaked.mean()
    if not leaked.any():
        return Fine(LEAK, f"none of the {counted(len(leaked), 'test document')} has a copy among the training texts")
    many, exactly = int(leaked.sum()), int(words.sum())
    return Finding(
        kind=LEAK,
        severity=HIGH if share > SERIOUS else MEDIUM if share > SOME else LOW,
        finding=f"{counted(many, 'test document')} {'has' if many == 1 else 'have'} a copy among the training texts",
        evidence=f"{share_text(share)} of {counted(len(leaked), 'test document')}, {exactly:,} in the same words and "
        f"{many - exactly:,} nearly so",
        action=f"Leave the {counted(many, 'document')} out of the test, or keep copies on one side: on them the "
        f"test measures memory, so the model looks better than it is.",
        numbers={"documents": many, "share": float(share), "same_words": exactly},
        tables=_leak_examples(study, np.flatnonzero(leaked) + n),
    )


def _leak_examples(study: TextStudy, leaked: Ints) -> tuple[Evidence, ...]:
    rows: list[tuple[str, ...]] = []
    near = study.every.near
    for row in leaked[: study.examples].tolist():
        twin = _first(near[: len(study.data)], int(near[row]))
        rows += [("test", *_example(study, row)), ("training", *_example(study, twin))]
    return _table("Test documents and their copies", ("side", *EXAMPLE), tuple(rows))


def _expected_leak(study: TextStudy) -> Finding | Fine:
    """What share of a tenth held out at random would have a copy among the rest."""
    groups = study.copies.near
    others = np.bincount(groups)[groups] - 1
    share = float((1 - HELD_OUT**others).mean())
    if share < SOME:
        return Fine(
            LEAK, f"if a tenth were held out at random, {share_text(share)} of it would have a copy in the rest"
        )
    return Finding(
        kind=LEAK,
        severity=HIGH if share > MANY else MEDIUM if share > SERIOUS else LOW,
        finding=f"A random hold-out would leak ({share_text(share)} of it has a copy in the rest)",
        evidence=f"{counted(int((others > 0).sum()), 'document')} of {len(groups):,} have a copy or near copy; if a "
        f"tenth were held out, about {round(share * HELD_OUT * len(groups)):,} would have one in the training texts",
        action="Keep copies together, as mercalli train does: hold out whole groups or events, or leave copies out "
        "of the test.",
        numbers={"share": share, "documents_with_copies": int((others > 0).sum())},
    )


def _repeat(number: int) -> str:
    return "repeats" if number == 1 else "repeat"


def _first(groups: Ints, group: int) -> int:
    return int((groups == group).argmax())


def _example(study: TextStudy, row: int) -> tuple[str, str, str]:
    name, text = study.example(row)
    return name, study.names(row), text


def _table(caption: str, header: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> tuple[Evidence, ...]:
    return (Evidence(caption, header, rows, words=header[1:]),) if rows else ()
