"""Labels of which there are too few documents to measure anything by."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.results.findings import HIGH, LOW, MEDIUM, Evidence, Finding, Fine
from mercalli.results.limits import FEW_IN_CLASS
from mercalli.text.names import quoted
from mercalli.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.tasks.advice.texts import Looked

FEW = "few documents"
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
        action=f"Label {counted(missing, 'more document')} of {'this label' if len(few) == 1 else 'these labels'}"
        f"{', or merge labels that lead to the same response' if len(classes) > 1 else ''}.",
        numbers={"labels": len(few), "least": least, "wanted": WANTED, "missing": missing},
        tables=(Evidence(f"Labels with fewer than {WANTED} documents", ("label", "documents", "to add"), rows),),
    )
