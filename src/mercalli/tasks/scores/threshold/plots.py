"""What plots of scores show, whatever draws them: lines, bands, guides and the chosen point."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mercalli.tasks.scores.threshold.operating import Operating
from mercalli.telling.svg.plot import Line, Plot
from mercalli.uncertainty.intervals import wilson

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.inputs.arrays import Floats
    from mercalli.tasks.scores.threshold.result import Decision, Decisions, Reliability, ScoreReport

DIAGONAL: Line = ((0.0, 1.0), (0.0, 1.0))
LOWEST_BENEFIT = 0.25


def plots(result: Decisions, system: ScoreReport) -> Iterator[Plot]:
    """Every plot that the scores and what was asked for allow."""
    points = Operating.of(result, system)
    chosen = None if system.decision is None else points.place(system.decision.threshold)
    share = system.positives / system.total
    yield _roc(points, chosen)
    yield _precision_recall(points, chosen, share)
    yield _gains(points, chosen)
    if system.decision is not None and points.worth is not None:
        yield _worth(points, points.worth, chosen, system.decision)
    if system.reliability is not None:
        yield _net_benefit(points, chosen, share)
        yield _reliability(system.reliability, points.level)


def _roc(points: Operating, chosen: int | None) -> Plot:
    guides = (("chance", DIAGONAL),)
    return Plot(
        *("roc", "ROC", "false positive rate", "recall", points.fpr, points.recall),
        ends=points.recall_ends,
        guides=guides,
        chosen=chosen,
    )


def _precision_recall(points: Operating, chosen: int | None, share: float) -> Plot:
    """Acting on nothing has no precision; it stands at that of the first alert."""
    guides = (("a constant score", ((0.0, 1.0), (share, share))),)
    return Plot(
        *("precision", "Precision and recall", "recall", "precision", points.recall, _from_second(points.precision)),
        ends=None if points.precision_ends is None else _from_second(points.precision_ends),
        guides=guides,
        chosen=chosen,
    )


def _from_second(values: Floats) -> Floats:
    return np.concatenate([values[..., 1:2], values[..., 1:]], axis=-1)


def _gains(points: Operating, chosen: int | None) -> Plot:
    return Plot(
        *("gains", "Gains", "share of cases acted on", "recall", points.alerts, points.recall),
        ends=points.recall_ends,
        guides=(("chance", DIAGONAL),),
        chosen=chosen,
    )


def _worth(points: Operating, worth: Floats, chosen: int | None, decision: Decision) -> Plot:
    """Money by threshold; the best stretch reaches down to the lowest score where every lower threshold is as good."""
    plateau = None
    if decision.threshold is not None:
        plateau = (float(points.at.min()) if decision.above is None else decision.above, decision.threshold)
    return Plot(
        *("worth", "Worth by threshold", "threshold", "worth per 1,000 cases", points.at, worth),
        ends=points.worth_ends,
        guides=(("act on nothing", _level(points.at, float(worth[0]))),),
        chosen=chosen,
        plateau=plateau,
    )


def _level(across: Floats, value: float) -> Line:
    return (float(across.min()), float(across.max())), (value, value)


def _net_benefit(points: Operating, chosen: int | None, share: float) -> Plot:
    """Values far below nothing are cut, where a threshold near 1 counts each false alarm many times."""
    floor = -LOWEST_BENEFIT * share
    at = np.linspace(min(float(points.at.min()), share), min(float(points.at.max()), 0.99), 200)
    everyone = share - (1 - share) * at / (1 - at)
    shown = everyone >= floor
    guides = (
        ("act on everything", (tuple(map(float, at[shown])), tuple(map(float, everyone[shown])))),
        ("act on nothing", _level(points.at, 0.0)),
    )
    found = np.nan_to_num(np.maximum(points.net_benefit, floor), nan=floor)
    return Plot(
        *("benefit", "Net benefit", "threshold, read as a probability", "net benefit per case", points.at, found),
        guides=guides,
        chosen=chosen,
    )


def _reliability(found: Reliability, level: float | None) -> Plot:
    """The isotonic fit, from low scores to high, and Wilson's interval of the share in each tenth of the cases."""
    across = np.ravel(np.column_stack([found.low[::-1], found.high[::-1]]))
    return Plot(
        *("reliability", "Reliability", "score", "share of positives", across, np.repeat(found.observed[::-1], 2)),
        guides=(("calibrated", DIAGONAL),),
        explored=False,
        bars=None if level is None else _tenths(found, level),
    )


def _tenths(found: Reliability, level: float) -> Floats:
    score, positives, total = np.array([(each.score, each.positives, each.total) for each in found.tenths]).T
    return np.concatenate([score[None], wilson(positives / total, total, level)])
