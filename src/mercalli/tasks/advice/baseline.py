"""Whether anything is learnt at all: what a model gets unseen, against answers that look at no text."""

from __future__ import annotations

from mercalli.results.findings import BASELINE, CONSTANT, HIGH, MEDIUM, Evidence, Finding, Fine, Unsaid
from mercalli.tasks.advice.texts import TextStudy

HEADER = ("metric", "unseen", "against", "which has", "interval of the difference")


def above_baseline(study: TextStudy) -> Finding | Fine | Unsaid:
    """Macro F1 minus that of answering at random, and accuracy minus that of the most frequent answer."""
    if study.unlearnt:
        return Unsaid(BASELINE, study.unlearnt)
    macro, share = study.macro_f1, study.accuracy
    rows, caption = (share.cells, macro.cells), "A quick model compared with answers that ignore the text"
    tables = (Evidence(caption, HEADER, rows, words=HEADER[2:3]),)
    if macro.low <= 0:
        return Finding(
            kind=BASELINE,
            severity=HIGH,
            finding="A quick model learns nothing measurable from these texts",
            evidence=macro.words,
            action="Check that texts and labels belong together, row by row; then that the text alone "
            "is enough to tell the labels apart: have two people label the same 100 texts.",
            numbers={"f1_macro": macro.value, "at_random": macro.trivial, "low": macro.low, "high": macro.high},
            tables=tables,
        )
    if share.low <= 0:  # something is learnt, and yet one answer to all is right as often
        return Finding(
            kind=BASELINE,
            severity=MEDIUM,
            finding=f"Accuracy {'is below' if share.high < 0 else 'is not clearly above'} that of {CONSTANT}",
            evidence=f"{share.words}; {macro.words}",
            action="Use macro F1 or the recall of the labels that matter, not accuracy: one answer to all texts is "
            "right as often. If accuracy is what counts, train without weighting the labels, and measure again.",
            numbers={"accuracy": share.value, "most_frequent": share.trivial, "low": share.low, "high": share.high},
            tables=tables,
        )
    return Fine(BASELINE, f"{macro.words}; {share.words}")
