"""Decisions as one self-contained page: no request, no script needed, an explorer of thresholds with scripts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
from markupsafe import Markup

from mercalli.tasks.scores.threshold.article import (
    class_means,
    first_system,
    missed_bounds,
    ordered,
    positives,
    side_by_side,
    slice_cells,
    slice_header,
)
from mercalli.tasks.scores.threshold.operating import Operating, spread_over
from mercalli.tasks.scores.threshold.plots import plots
from mercalli.tasks.scores.threshold.result import MONEY
from mercalli.tasks.scores.threshold.words import MEAN, exact, money, per_thousand, sentence, sure_means, thresholds
from mercalli.telling.page.made import made
from mercalli.telling.page.whole import whole
from mercalli.telling.page.words import title
from mercalli.telling.svg.plot import drawn
from mercalli.telling.svg.strip import Scale, strip
from mercalli.text.names import plain
from mercalli.text.numbers import DIGITS, count, interval, number, percent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.inputs.arrays import Floats
    from mercalli.results.measure import Measure, MetricCard
    from mercalli.tasks.scores.threshold.result import Decisions, ScoreReport
    from mercalli.telling.svg.plot import Plot

MOST_SYSTEMS, MOST_SLICES = 12, 200
SHOWN_POINTS = 21
STYLES = ("theme.css", "page.css", "tables.css", "decisions.css", "print.css")
SCRIPTS = ("tables.js", "explorer.js", "print.js")
PRICES = {
    "value_tp": "Acting on a positive is worth",
    "cost_fp": "Acting on a negative costs",
    "cost_fn": "Not acting on a positive costs",
    "value_tn": "Not acting on a negative is worth",
}


def decisions_html_page(result: Decisions) -> str:
    """The whole page."""
    return made("decisions.html.j2", {**_whole(result), "page": _page(result)}, STYLES, SCRIPTS)


def _whole(result: Decisions) -> dict[str, Any]:
    digests = {system.name: system.digest for system in result.systems}
    return whole(title(result.provenance.origin), result.metrics, result.provenance, digests)


def _page(result: Decisions) -> dict[str, Any]:
    first, best_by = first_system(result)
    several = len(result.systems) > 1
    level = percent(result.provenance.settings["level"])
    what = "classes" if result.per_class else "systems"
    return {
        "summary": f"{first.n:,} rows, {positives(result, first)}."
        if not several
        else f"{first.n:,} rows, {len(result.systems)} {what}.",
        "best": f"Best by {best_by}: {plain(first.name)}." if several and not result.per_class else "",
        "level": level,
        "wish": [(name.replace("_", " "), exact(value)) for name, value in result.wish.items()],
        "what": what,
        "board": list(_board(result)) if several else [],
        "sure_means": sure_means(result),
        "headline": result.headline,
        "systems": [_system(result, each, f"s{at}") for at, each in enumerate(result.systems[:MOST_SYSTEMS])],
        "left_out": max(len(result.systems) - MOST_SYSTEMS, 0),
        "banded": Operating.of(result, first).level is not None,
    }


def _board(result: Decisions) -> Iterator[tuple[str, list[str], str]]:
    """A row for each system: its name, the headline values and the sentence."""
    for system in result.systems:
        values = [number(system.measure(name).value, DIGITS) for name in result.headline]
        yield system.name, values, "" if system.decision is None else thresholds(system.decision)[0]
    if result.macro:
        yield MEAN, class_means(result, result.headline), ""


def _system(result: Decisions, system: ScoreReport, key: str) -> dict[str, Any]:
    points = Operating.of(result, system)
    chosen = None if system.decision is None else points.place(system.decision.threshold)
    cards = {card.metric: card for card in result.metrics}
    return {
        "key": key,
        "name": system.name,
        "positive": system.positive,
        "summary": f"{system.n:,} rows, {positives(result, system)}",
        "sentence": "" if system.decision is None else sentence(system.decision, result.wish),
        "broken": system.decision is not None and bool(system.decision.broken),
        "side_by_side": [] if system.decision is None else list(side_by_side(system.decision)),
        "folds": _folds(system),
        "measures": [_measure(each, cards[each.metric]) for each in ordered(result, system.measures)],
        "plots": [
            (plot.title, drawn(plot, _label(plot.title, system)), _guides(plot)) for plot in plots(result, system)
        ],
        "explorer": _explorer(result, system, points, chosen),
        "points": _table(points, chosen),
        "priced": points.worth is not None,
        "calibrated": system.reliability is not None,
        "bounded": any(name not in MONEY for name in result.wish),
        "notes": system.notes,
        "slice_header": slice_header(result, decided=system.decision is not None),
        "slices": [
            (part.few, slice_cells(part, result.headline[0] if result.headline else None))
            for part in sorted(system.slices, key=lambda part: -part.n)[:MOST_SLICES]
        ],
        "missed_bounds": missed_bounds(system.slices),
        "slices_left_out": max(len(system.slices) - MOST_SLICES, 0),
    }


def _folds(system: ScoreReport) -> int:
    """In how many parts rows were held out."""
    held_out = None if system.decision is None else system.decision.cross_fitted
    return 0 if held_out is None else len(held_out.thresholds)


def _label(shown: str, system: ScoreReport) -> str:
    chosen = "" if system.decision is None else f"; the chosen threshold is {thresholds(system.decision)[0]}"
    return f"{shown} of {plain(system.name)}{chosen}"


def _guides(plot: Plot) -> str:
    return ", ".join(name for name, _ in plot.guides)


def _measure(measure: Measure, card: MetricCard) -> dict[str, Any]:
    constant = measure.baselines.get("constant")
    return {
        "metric": measure.metric,
        "label": card.label,
        "value": number(measure.value, DIGITS),
        "why": measure.undefined or "",
        "interval": interval(measure.low, measure.high),
        "strip": strip(measure, Scale.of(card, [measure]), line=constant),
        "constant": number(constant, DIGITS),
        "skill": number(measure.skill, 2),
    }


def _explorer(result: Decisions, system: ScoreReport, points: Operating, chosen: int | None) -> dict[str, Any]:
    """What the script needs: the points, all cases and all positives, the bounds, and the prices to start with."""
    curve = {
        "threshold": points.text,
        "tp": np.asarray(points.counts.tp).tolist(),
        "fp": np.asarray(points.counts.fp).tolist(),
        "positives": system.positives,
        "total": system.total,
        "chosen": chosen,
        "bounds": {name: value for name, value in result.wish.items() if name not in MONEY},
    }
    return {
        "curve": Markup(json.dumps(curve, allow_nan=False, separators=(",", ":"))),  # noqa: S704 - numbers and texts of numbers
        "last": len(points.threshold) - 1,
        "start": len(points.threshold) - 1 - (len(points.threshold) // 2 if chosen is None else chosen),
        "prices": [(name, PRICES[name], exact(result.prices.get(name, 0.0))) for name in MONEY],
    }


def _table(points: Operating, chosen: int | None) -> list[dict[str, Any]]:
    """Operating points for readers without scripts."""
    return [_point(points, at, chosen=at == chosen) for at in spread_over(points, SHOWN_POINTS, chosen)]


def _point(points: Operating, at: int, *, chosen: bool) -> dict[str, Any]:
    counts = points.counts
    return {
        "chosen": chosen,
        "threshold": points.text[at],
        "alerts": per_thousand(float(np.asarray(counts.alarms)[at]), float(np.asarray(counts.total)[at])),
        "counts": [count(float(np.asarray(part)[at])) for part in (counts.tp, counts.fp, counts.fn, counts.tn)],
        "rates": [
            _sure(points.precision, points.precision_ends, at),
            _sure(points.recall, points.recall_ends, at),
            (_rate(points.fpr[at]), ""),
        ],
        "worth": "" if points.worth is None else money(float(points.worth[at])),
    }


def _sure(values: Floats, ends: Floats | None, at: int) -> tuple[str, str]:
    return _rate(values[at]), "" if ends is None or np.isnan(values[at]) else interval(*map(float, ends[:, at]))


def _rate(value: float) -> str:
    return number(None if np.isnan(value) else float(value), DIGITS)
