"""Whether anything is learnt at all: what a model gets unseen, against answers that look at no text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.results.findings import BASELINE, CONSTANT, HIGH, MEDIUM, Evidence, Finding, Fine, Unsaid

if TYPE_CHECKING:
    from mercalli.tasks.advice.texts import TextStudy
    from mercalli.tasks.advice.unseen import Advantage

HEADER = ("metric", "unseen", "against", "which has", "interval of the difference")


def above_baseline(study: TextStudy) -> Finding | Fine | Unsaid:
    """Macro F1 minus that of answering at random, and accuracy minus that of the most frequent answer."""
    if study.unlearnt:
        return Unsaid(BASELINE, study.unlearnt)
    macro, share = study.macro_f1, study.accuracy
    if macro.low <= 0:
        return _nothing_learnt(macro, share)
    if share.low <= 0:
        return _below_constant(macro, share)
    return Fine(BASELINE, f"{macro.said}; {share.said}")


def _nothing_learnt(macro: Advantage, share: Advantage) -> Finding:
    return Finding(
        kind=BASELINE,
        severity=HIGH,
        finding="Nothing is shown to be learnt from these texts",
        evidence=macro.said,
        action="Check that texts and labels belong together, row by row; then that the labels can be told from the "
        "text alone: have two people label the same 100 texts.",
        numbers={"f1_macro": macro.value, "at_random": macro.trivial, "low": macro.low, "high": macro.high},
        tables=(_table(macro, share),),
    )


def _below_constant(macro: Advantage, share: Advantage) -> Finding:
    """Something is learnt, and yet one answer to all is right as often."""
    how = "is below" if share.high < 0 else "is not shown to be above"
    return Finding(
        kind=BASELINE,
        severity=MEDIUM,
        finding=f"Accuracy {how} that of {CONSTANT}",
        evidence=f"{share.said}; {macro.said}",
        action="Judge by macro F1 or by the recall of the labels that matter, not by accuracy: one answer to all texts "
        "is right as often. Where accuracy is what counts, train without weighing the labels, and measure again.",
        numbers={"accuracy": share.value, "most_frequent": share.trivial, "low": share.low, "high": share.high},
        tables=(_table(macro, share),),
    )


def _table(macro: Advantage, share: Advantage) -> Evidence:
    rows = (share.cells, macro.cells)
    return Evidence("A quick model against answers that look at no text", HEADER, rows, words=HEADER[2:3])
