"""How sure systems are, as it is told: one table of all, and for each its reliability and what can be left to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import floor

import numpy as np

from mercalli.io.sheets import Kind, Sheet, sheet
from mercalli.results.measure import Measure, by_text
from mercalli.tasks.labels.confidence.notes import gap_text
from mercalli.tasks.labels.confidence.result import ClassHandover, ConfidenceReport, CoveragePoint, Handover
from mercalli.tasks.labels.evidence import Detailed, parts
from mercalli.tasks.labels.result import Evaluation, SystemReport
from mercalli.tasks.labels.standing import best_first
from mercalli.telling.article import (
    LONG,
    PAGE,
    PROMPT,
    SCREEN,
    Block,
    Cell,
    Fold,
    On,
    Plots,
    Section,
    Sentence,
    Table,
    table,
)
from mercalli.telling.blocks import measure_cell
from mercalli.telling.files import MeasureRow, measures_csv
from mercalli.telling.svg.plot import Line, Plot
from mercalli.telling.words import interval_header, sure
from mercalli.text.names import plain, readable
from mercalli.text.numbers import DIGITS, count, interval, number, percent, share_text
from mercalli.text.words import capital, listed, short_name

CONFIDENCE, RELIABILITY, COVERAGE = "confidence", "reliability", "coverage"
SAYS = "mean_confidence"
HEADERS = {
    "expected_calibration_error": "calibration error",
    "risk_coverage_area": "risk-coverage area",
    "multiclass_brier": "Brier (0 to 2)",
    "multiclass_log_loss": "log loss",
}
ON_SCREEN = ("multiclass_brier", "multiclass_log_loss")
BIN: dict[str, Kind] = {
    "system": str,
    **dict.fromkeys(("from", "to", "count", "confidence", "accuracy", "accuracy_low", "accuracy_high"), float),
}
POINT: dict[str, Kind] = {"system": str, **dict.fromkeys(("share", "confidence", "accuracy", "accuracy_low"), float)}
FIRST_POINTS = 20
FEW_DIGITS, MANY_DIGITS, FINE = 3, 6, 0.99
DIAGONAL: Line = ((0.0, 1.0), (0.0, 1.0))
LEFT = "left to the machine"
ABOUT = (
    "How sure a system says it is, beside how often it is right. Items are sorted by confidence: the surest may be "
    "left to the machine, the others need people."
)


def confidence_section(result: Evaluation, detailed: Detailed) -> Section:
    """All systems that say how sure they are; a page draws the curves of each."""
    certain = [system for system in best_first(result) if system.confidence is not None]
    if not certain:
        return Section("Confidence", (), anchor=CONFIDENCE)
    shown = {key: system for key, system in detailed.items() if system.confidence is not None}
    return Section(
        "Confidence",
        (
            Sentence(ABOUT, on=PAGE),
            _board(result, certain, PAGE if len(certain) == 1 else LONG),
            Sentence(safely(certain[0]), on=PAGE),
            *(Sentence(text, on=SCREEN) for text in _on_screen(certain[0], alone=len(certain) == 1)),
            *parts(result, shown, lambda system: _of_system(result, system)),
        ),
        on=LONG,
        anchor=CONFIDENCE,
    )


def safely(system: SystemReport) -> str:
    """How the share that is left to the machine was found."""
    target = percent(_report(system).handover.target)
    return (
        f"The share that can be left to the machine is the largest one of which a lower bound for the share of right "
        f"predictions reaches {target}. The bound holds for all shares together, because the best of many was chosen. "
        f"How many reach {target} on these items alone is more, partly by chance."
    )


def _report(system: SystemReport) -> ConfidenceReport:
    if system.confidence is None:
        raise TypeError(system.name)
    return system.confidence


def _board(result: Evaluation, certain: Sequence[SystemReport], on: On) -> Table:
    """A row for each system."""
    names = [name for name in HEADERS if any(_has(system, name) for system in certain)]
    header = ("system", LEFT, "from confidence", "says", "is right on", *(HEADERS[name] for name in names))
    rows = (list(_board_cells(system, names)) for system in certain)
    target = percent(_report(certain[0]).handover.target)
    caption = f"How sure and how right, with {interval_header(result.provenance)}s; {LEFT}: at {target} right"
    board = table(caption, header, rows, on=on, each="system", look="board")
    spare = ("risk-coverage area", "calibration error", "says")
    return replace(board, brief=header[3:], spare=spare)


def _board_cells(system: SystemReport, names: Sequence[str]) -> Iterator[str | Cell]:
    report = _report(system)
    yield system.name
    yield share_text(report.handover.share) if report.handover.share else "nothing"
    yield threshold_text(report.handover.confidence)
    yield from map(_in_percent, (by_text(report.measures, SAYS), report.accuracy))
    for name in names:
        yield measure_cell(by_text(report.measures, name)) if _has(system, name) else ""


def _has(system: SystemReport, metric: str) -> bool:
    return any(each.metric == metric for each in _report(system).measures)


def _in_percent(measure: Measure) -> Cell:
    if measure.value is None:
        return measure_cell(measure)
    ends = "" if measure.low is None or measure.high is None else f"{measure.low:.1%} to {measure.high:.1%}"
    return Cell(f"{measure.value:.1%}", ends)


def threshold_text(confidence: float | None) -> str:
    """A confidence rounded down, so that whoever acts from it on takes in what it stands for.

    >>> threshold_text(0.91502), threshold_text(0.9999812), threshold_text(None)
    ('0.915', '0.999981', '')
    """
    if confidence is None:
        return ""
    digits = FEW_DIGITS if confidence < FINE else MANY_DIGITS
    return f"{floor(confidence * 10**digits + 1e-9) / 10**digits:.{digits}f}"


def handover_text(result: Evaluation, system: SystemReport) -> str:
    """What can be left to the machine, and what that means for critical classes, in a sentence or two."""
    handover = _report(system).handover
    target = percent(handover.target)
    if handover.why is not None:
        alone = (
            f"On these items alone {share_text(handover.apparent)} reach it, which may be chance; more items would tell"
        )
        seems = f" {alone}." if handover.apparent else ""
        return f"Nothing can be left to the machine at {target} right: {handover.why}.{seems}"
    share, rest = share_text(handover.share), share_text(1 - handover.share)
    from_on = f"those with a confidence of at least {threshold_text(handover.confidence)}"
    text = (
        f"{share} of the items can be left to the machine at {target} right ({from_on}); the other {rest} need people."
    )
    return f"{text}{_critical_text(result, handover)}"


def _critical_text(result: Evaluation, handover: Handover) -> str:
    """How many critical items the machine would decide, and how many of these wrongly."""
    critical = [each for each in _critical(result, handover) if each.count]
    if not critical:
        return ""
    names = listed([f"{count(each.count)} of {count(each.total)} {readable(each.name)}" for each in critical])
    wrong = sum(each.count - each.right for each in critical)
    return f" It would decide {names}, {count(wrong) if wrong else 'none'} of them wrongly."


def _critical(result: Evaluation, handover: Handover) -> list[ClassHandover]:
    names = {note.name for note in result.classes if note.floor is not None}
    return [each for each in handover.classes if each.name in names]


def _on_screen(system: SystemReport, *, alone: bool) -> Iterator[str]:
    """What the verdict does not say."""
    report = _report(system)
    yield f"{plain(system.name)} {gap_text(report)}."
    scored = [by_text(report.measures, name) for name in ON_SCREEN if _has(system, name)]
    if scored and alone:
        yield f"{capital(listed([f'{HEADERS[each.metric]} {sure(each)}' for each in scored]))}."
    if report.handover.apparent > report.handover.share > 0:
        yield (
            f"On these items alone {share_text(report.handover.apparent)} reach {percent(report.handover.target)}, "
            "partly by chance."
        )


def prompt_blocks(system: SystemReport) -> Iterator[Block]:
    """How sure a system is, in one line."""
    if system.confidence is not None:
        yield Sentence(f"Confidence: {gap_text(system.confidence)}.", on=PROMPT)


def _of_system(result: Evaluation, system: SystemReport) -> Iterator[Block]:
    report = _report(system)
    yield Sentence(f"{plain(system.name)} {gap_text(report)}. {handover_text(result, system)}", on=PAGE)
    about = (
        "Reliability shows predictions by how sure they are: upright bars are intervals, and below the dashed line the "
        "system is too sure. The other curve takes the surest items first: the shade reaches down to the bound that "
        "holds for all shares together, and the ringed dot is what can be left to the machine."
    )
    yield Plots(about, tuple(plots(report)), of=f"the confidence of {system.name}")
    yield Fold("Predictions by confidence, as a table", (_bin_table(result, report),))
    yield Fold("The surest items first, as a table", (_point_table(report),))
    if report.handover.classes:
        yield Fold("What of each class would be left to the machine", (_class_table(report.handover),))


def plots(report: ConfidenceReport) -> Iterator[Plot]:
    """Reliability, and accuracy by coverage."""
    said, right = (np.array([getattr(each, name) for each in report.bins]) for name in ("confidence", "accuracy"))
    ends = [(each.confidence, each.accuracy_low, each.accuracy_high) for each in report.bins]
    sure = [end for end in ends if end[1] is not None]
    yield Plot(
        *("reliability", "Reliability", "confidence", "share that is right", said, right),
        guides=(("as sure as right", DIAGONAL),),
        explored=False,
        bars=np.array(sure, np.float64).T if sure else None,
    )
    share, accuracy = (np.array([getattr(each, name) for each in report.curve]) for name in ("share", "accuracy"))
    low = np.array([0.0 if each.low is None else each.low for each in report.curve])
    target, chosen = report.handover.target, _chosen(report)
    yield Plot(
        *("coverage", "What can be left to the machine", "share of the items, the surest first", "share that is right"),
        *(share, accuracy),
        ends=np.stack([low, accuracy]),
        guides=((f"{percent(target)} right", ((0.0, 1.0), (target, target))),),
        explored=False,
        chosen=chosen,
    )


def _chosen(report: ConfidenceReport) -> int | None:
    shares = [each.share for each in report.curve]
    return shares.index(report.handover.share) if report.handover.share in shares else None


def _bin_table(result: Evaluation, report: ConfidenceReport) -> Table:
    header = ("confidence", "predictions", "mean confidence", "right", interval_header(result.provenance))
    rows = (
        (
            f"{each.low:.1f} to {each.high:.1f}",
            count(each.count),
            number(each.confidence, DIGITS),
            number(each.accuracy, DIGITS),
            interval(each.accuracy_low, each.accuracy_high),
        )
        for each in report.bins
    )
    return table("Predictions by confidence", header, rows, on=PAGE)


def _point_table(report: ConfidenceReport) -> Table:
    header = ("share of the items", "from confidence", "right", "at least")
    rows = (
        (
            share_text(each.share),
            threshold_text(each.confidence),
            number(each.accuracy, DIGITS),
            number(each.low, DIGITS),
        )
        for each in _thinned(report.curve)
    )
    more = "" if len(report.curve) <= FIRST_POINTS else "; all points are in coverage.csv"
    return table(f"The surest items first{more}", header, rows, on=PAGE)


def _thinned(curve: Sequence[CoveragePoint]) -> list[CoveragePoint]:
    step = max(1, len(curve) // FIRST_POINTS)
    return list(curve[step - 1 :: step])


def _class_table(handover: Handover) -> Table:
    header = ("class", "items", LEFT, "of the class", "of these wrong")
    rows = (
        (
            short_name(readable(each.name)),
            count(each.total),
            count(each.count),
            share_text(each.count / each.total),
            count(each.count - each.right),
        )
        for each in handover.classes
    )
    return table("By true class", header, rows, on=PAGE)


def confidence_tables(result: Evaluation) -> dict[str, Sheet]:
    """Measures, reliability and coverage for a spreadsheet, where a system says how sure it is."""
    sure = [(system.name, system.confidence) for system in result.systems if system.confidence is not None]
    if not sure:
        return {}
    measures = (MeasureRow(name, each) for name, report in sure for each in report.measures)
    bins = (
        (name, each.low, each.high, each.count, each.confidence, each.accuracy, each.accuracy_low, each.accuracy_high)
        for name, report in sure
        for each in report.bins
    )
    points = (
        (name, each.share, each.confidence, each.accuracy, each.low) for name, report in sure for each in report.curve
    )
    return {
        "confidence.csv": measures_csv(measures, name=CONFIDENCE),
        "reliability.csv": sheet(RELIABILITY, BIN, bins, BIN),
        "coverage.csv": sheet(COVERAGE, POINT, points, POINT),
    }
