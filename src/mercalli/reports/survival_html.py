"""Survival as one self-contained page: no request, no script needed."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Any

from mercalli.reports.page.made import made
from mercalli.reports.page.mathml import formula
from mercalli.reports.page.words import title
from mercalli.reports.survival_markdown import PICTURES, calibrated, slice_row
from mercalli.reports.survival_words import INTERVAL, first_words, pairs_words, reading, way
from mercalli.reports.words import interval, plain
from mercalli.results.text import number, p_text, percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mercalli.results.measured import Measure, MetricCard
    from mercalli.results.survival import SurvivalReport, SurvivalResult

MOST_SYSTEMS, MOST_SLICES = 12, 200
DIGITS = 3
STYLES = ("theme.css", "page.css", "tables.css", "decisions.css", "survival.css", "print.css")
SCRIPTS = ("tables.js", "print.js")


def survival_html_page(result: SurvivalResult, figures: Mapping[str, bytes]) -> str:
    """The whole page, its pictures inside."""
    page = {"formula": formula, "page": _page(result, figures)}
    return made("survival.html.j2", page, STYLES, SCRIPTS)


def _page(result: SurvivalResult, figures: Mapping[str, bytes]) -> dict[str, Any]:
    shown = result.systems[:MOST_SYSTEMS]
    return {
        "title": title(result.provenance.origin),
        "summary": f"{first_words(result, result.systems[0])}.",
        "interval": INTERVAL,
        "level": percent(result.provenance.settings["level"]),
        "systems": [_system(result, report, f"s{at}") for at, report in enumerate(shown)],
        "left_out": len(result.systems) - len(shown),
        "pictures": [
            {"source": f"data:image/png;base64,{b64encode(image).decode()}", "says": PICTURES[name]}
            for name, image in figures.items()
        ],
        "differences": list(_differences(result)),
        "glossary": list(_glossary(result).items()),
        "computed": list(_computed(result)),
    }


def _system(result: SurvivalResult, report: SurvivalReport, key: str) -> dict[str, Any]:
    return {
        "key": key,
        "name": report.name,
        "sentence": reading(result, report),
        "summary": f"{first_words(result, report)}; {way(report)}; events up to {report.tau:g}.",
        "notes": report.notes,
        "tables": list(_tables(result, report)),
        "pairs": pairs_words(report.pairs),
    }


def _tables(result: SurvivalResult, report: SurvivalReport) -> Iterator[dict[str, Any]]:
    level = percent(result.provenance.settings["level"])
    yield {
        "title": "Values",
        "caption": "Alike is what the same prediction for everyone would get",
        "header": ["Metric", "Value", f"{level} interval", "Standard error", "Alike", "Band"],
        "rows": [_row(report, measure) for measure in report.measures],
    }
    if report.calibration:
        yield {
            "title": f"Predicted and observed by {report.calibrated_at:g}",
            "caption": "Groups of people with like chances",
            "header": ["People", "Predicted", "Observed", f"{level} interval"],
            "rows": [calibrated(group) for group in report.calibration],
        }
    if report.slices:
        names = [column for metric in result.shown(report) for column in (metric, "interval")]
        yield {
            "title": "Slices",
            "caption": "Each slice by itself",
            "header": ["Slice", "People", "Events", *names],
            "rows": [slice_row(part) for part in report.slices[:MOST_SLICES]],
        }


def _row(report: SurvivalReport, measure: Measure) -> list[str]:
    alike, error = measure.baselines.get("alike"), report.standard_errors.get(measure.metric)
    ends = interval(measure.low, measure.high, digits=DIGITS)
    values = number(measure.value, DIGITS), ends, number(error), number(alike, DIGITS)
    return [measure.metric, *values, measure.band or ""]


def _differences(result: SurvivalResult) -> Iterator[tuple[str, ...]]:
    for pair in result.pairs:
        for each in pair.differences:
            ends = interval(each.low, each.high, digits=DIGITS)
            names = f"{plain(pair.first)} - {plain(pair.second)}"
            yield names, each.metric, number(each.difference, DIGITS), ends, p_text(each.p_adjusted)


def _glossary(result: SurvivalResult) -> dict[str, MetricCard]:
    """Each metric once, whatever the horizon."""
    return {card.metric.partition("(")[0]: card for card in result.metrics}


def _computed(result: SurvivalResult) -> Iterator[tuple[str, str]]:
    told = result.provenance
    yield "data", told.origin
    yield from (
        (f"column of {role}", name if isinstance(name, str) else ", ".join(name))
        for role, name in told.roles.items()
        if name
    )
    yield from ((name, str(value)) for name, value in told.settings.items() if value is not None)
    yield "profile", f"{told.profile} ({told.profile_digest})"
    yield from ((f"data of {report.name}", report.digest) for report in result.systems)
    yield from ((f"version of {name}", version) for name, version in told.versions.items())
