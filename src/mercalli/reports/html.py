"""An evaluation as one self-contained page: no request, no script needed, better with scripts."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from mercalli.reports.advice import advice
from mercalli.reports.svg import Scale, strip
from mercalli.reports.verdict import verdict
from mercalli.reports.words import DIGITS, count, interval, measure_of
from mercalli.results.text import number, p_text, percent, with_companions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.results.records import (
        ClassReport,
        Comparison,
        Evaluation,
        GateReport,
        Measure,
        MetricCard,
        SliceReport,
        SystemReport,
    )

CLASS_METRICS = ("precision", "recall", "f1")
MOST_CELLS = 12_000
MOST_CONFUSIONS = 20
INVALID = "(outside the classes)"


def evaluation_html_page(result: Evaluation) -> str:
    """The whole page."""
    script = _resource("page.js")
    hashed = b64encode(sha256(script.encode()).digest()).decode()
    page: str = _template().render(
        page=_page(result),
        style=Markup(_resource("style.css")),  # noqa: S704 - our own file
        script=Markup(script),  # noqa: S704 - our own file
        script_hash=f"sha256-{hashed}",
    )
    return page


@cache
def _resource(name: str) -> str:
    return (files("mercalli.reports") / "page" / name).read_text(encoding="utf-8")


@cache
def _template() -> Any:  # noqa: ANN401 - a jinja2 template
    from jinja2 import Environment, StrictUndefined  # noqa: PLC0415 - only when a page is made

    environment = Environment(autoescape=True, undefined=StrictUndefined)
    environment.filters["breakable"] = _breakable
    return environment.from_string(_resource("index.html.j2"))


def _breakable(text: str) -> Markup:
    """A name that may be broken after its underscores."""
    return Markup("_<wbr>").join(text.split("_"))


def _page(result: Evaluation) -> dict[str, Any]:
    first = result.systems[0]
    level = percent(result.provenance.settings["level"])
    classes = len(first.table.classes)
    systems = f"{len(result.systems)} systems" if len(result.systems) > 1 else "one system"
    cards = {card.metric: card for card in result.metrics}
    return {
        "title": result.provenance.origin,
        "summary": f"{first.n:,} rows, {classes} classes, {systems}, profile {result.provenance.profile}.",
        "level": level,
        "sections": _sections(result),
        "systems": [_system(result, system, at, cards) for at, system in enumerate(result.systems)],
        "headline": [
            {"key": f"s{at}", "system": system.name, **_row(system.measure(name), cards[name])}
            for name in with_companions(result)
            for at, system in enumerate(result.systems)
        ],
        "notes": _shared_notes(result),
        "gates": [_gate(gate) for gate in result.gates],
        "class_metrics": CLASS_METRICS,
        "has_levels": bool(first.levels),
        "has_slices": bool(first.slices),
        "slice_metric": result.headline[0],
        "comparison": None if result.comparison is None else _comparison(result.comparison),
        "glossary": [
            _entry(cards[name]) for name in dict.fromkeys([*with_companions(result), *CLASS_METRICS]) if name in cards
        ],
        "provenance": list(_provenance(result)),
    }


def _sections(result: Evaluation) -> list[tuple[str, str]]:
    every = [
        ("verdict", "Verdict"),
        ("metrics", "Metrics"),
        ("errors", "Errors and harm"),
        ("classes", "Classes"),
        *([("levels", "Levels")] if result.systems[0].levels else []),
        *([("slices", "Slices")] if result.systems[0].slices else []),
        *([("comparison", "Which is better")] if result.comparison else []),
    ]
    return [*every, ("next", "What to do next"), ("glossary", "Glossary"), ("computed", "How it was computed")]


def _system(result: Evaluation, system: SystemReport, at: int, cards: dict[str, MetricCard]) -> dict[str, Any]:
    return {
        "key": f"s{at}",
        "name": system.name,
        "verdict": verdict(result, system),
        "notes": [note for note in system.notes if note not in _shared_notes(result)],
        "matrix": _matrix(result, system),
        "confusions": [_confusion(each) for each in system.confusions[:MOST_CONFUSIONS]],
        "classes": [_class(report, cards) for report in system.classes],
        "levels": [_level(each) for each in system.levels],
        "slices": [_slice(part, cards[part.measures[0].metric]) for part in system.slices],
        "advice": advice(result, system),
    }


def _shared_notes(result: Evaluation) -> list[str]:
    """Notes that hold for every system."""
    return [note for note in result.systems[0].notes if all(note in system.notes for system in result.systems)]


def _row(measure: Measure, card: MetricCard) -> dict[str, Any]:
    label = f"{measure.metric} {number(measure.value, DIGITS)}, {interval(measure.low, measure.high)}"
    return {
        "metric": measure.metric,
        "raw": _raw(measure.value),
        "low": _raw(measure.low),
        "value": number(measure.value, DIGITS) if measure.value is not None else f"- ({measure.undefined})",
        "interval": interval(measure.low, measure.high),
        "strip": strip(measure, Scale.of(card), label),
        "band": measure.band or "",
        "majority": number(measure.baselines.get("majority"), DIGITS),
        "skill": number(measure.skill, 2),
    }


def _raw(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"


def _matrix(result: Evaluation, system: SystemReport) -> dict[str, Any] | None:
    """The table with counts, shares and harm; nothing where it would be too large to read."""
    size = len(system.table.classes)
    if size * size * len(result.systems) > MOST_CELLS:
        return None
    harm = {(each.truth, each.pred): each.harm for each in system.confusions}
    names = [*system.table.classes, *([INVALID] if system.invalid else [])]
    notes = {
        note.name: ", ".join([*([note.level] if note.level else []), f"weight {note.weight:g}"])
        for note in result.classes
    }
    return {
        "columns": [{"name": name, "note": notes.get(name, "")} for name in names],
        "rows": [
            {
                "name": truth,
                "note": notes.get(truth, ""),
                "cells": [
                    _cell(row[at], sum(row), harm.get((truth, pred)), right=truth == pred)
                    for at, pred in enumerate(names)
                ],
            }
            for truth, row in zip(system.table.classes, system.table.cells, strict=True)
        ],
    }


def _cell(found: float, total: float, harm: float | None, *, right: bool) -> dict[str, Any]:
    share = found / total if total else 0.0
    return {
        "count": count(found) if found else "",
        "share": f"{share:.0%}",
        "share_raw": f"{share:.2f}".rstrip("0").rstrip(".") if found else "",
        "harm": "" if harm is None else f"{harm:,.0f}",
        "right": right,
    }


def _confusion(each: Any) -> dict[str, str]:  # noqa: ANN401 - a confusion report
    return {
        "raw": _raw(each.harm),
        "harm": f"{each.harm:,.1f}",
        "count_raw": _raw(each.count),
        "count": count(each.count),
        "share": f"{each.share:.0%}",
        "truth": each.truth,
        "pred": each.pred,
    }


def _class(report: ClassReport, cards: dict[str, MetricCard]) -> dict[str, Any]:
    found = {name: measure_of(report.measures, name) for name in CLASS_METRICS}
    recall = found["recall"]
    return {
        "name": report.name,
        "few": report.few,
        "support": f"{report.support:,}",
        "support_raw": report.support,
        "predicted": f"{report.predicted:,}",
        "predicted_raw": report.predicted,
        "cells": [
            {"raw": _raw(each.value), "value": number(each.value, DIGITS), "interval": interval(each.low, each.high)}
            for each in found.values()
            if each is not None
        ],
        "strip": ""
        if recall is None
        else strip(recall, Scale.of(cards["recall"]), f"recall of {report.name} {number(recall.value, DIGITS)}"),
    }


def _level(each: Any) -> dict[str, Any]:  # noqa: ANN401 - a level report
    measure = each.accuracy
    return {
        "level": each.level,
        "response": each.response,
        "weight": f"{each.weight:g}",
        "right": f"{count(each.correct)} of {count(each.total)}",
        "raw": _raw(measure.value),
        "value": number(measure.value, DIGITS),
        "interval": interval(measure.low, measure.high),
        "strip": strip(measure, Scale(0.0, 1.0), f"accuracy within {each.level} {number(measure.value, DIGITS)}"),
    }


def _slice(part: SliceReport, card: MetricCard) -> dict[str, Any]:
    measure = part.measures[0]
    return {
        "name": part.name,
        "few": part.few,
        "n": f"{part.n:,}",
        "n_raw": part.n,
        "raw": _raw(measure.value),
        "value": number(measure.value, DIGITS),
        "interval": interval(measure.low, measure.high),
        "strip": strip(
            measure,
            Scale.of(card),
            f"{part.name}: {number(measure.value, DIGITS)}, {interval(measure.low, measure.high)}",
        ),
    }


def _gate(gate: GateReport) -> dict[str, Any]:
    place = f" in {gate.place}" if gate.place else ""
    found = number(gate.value, DIGITS) if gate.value is not None else f"undefined because {gate.undefined}"
    return {"passed": gate.passed, "text": gate.gate, "found": f"({gate.system}{place}: {found})"}


def _comparison(comparison: Comparison) -> dict[str, Any]:
    return {
        "rankings": [
            {"metric": ranking.metric, "order": str(ranking)}
            for ranking in comparison.rankings
            if ranking.metric in comparison.headline
        ],
        "differences": [
            {
                "first": pair.first,
                "second": pair.second,
                "metric": name,
                "raw": _raw(pair.difference(name).difference),
                "difference": number(pair.difference(name).difference, DIGITS),
                "interval": interval(pair.difference(name).low, pair.difference(name).high),
                "p": p_text(pair.difference(name).p_adjusted),
                "better": pair.difference(name).better or "",
            }
            for pair in comparison.pairs
            for name in comparison.headline
        ],
    }


def _entry(card: MetricCard) -> dict[str, str]:
    best = "no value is better than another" if card.best is None else f"best {card.best:g}"
    ends = ["unbounded" if end is None else f"{end:g}" for end in (card.lowest, card.highest)]
    return {
        "metric": card.metric,
        "label": card.label,
        "meaning": card.meaning,
        "formula": card.formula,
        "range": f"{ends[0]} to {ends[1]}, {best}",
        "bands": ", ".join(f"{band.name} from {band.lower:g} ({band.says})" for band in card.bands),
        "misleads": card.misleads,
        "reference": card.reference,
    }


def _provenance(result: Evaluation) -> Iterator[tuple[str, str]]:
    told = result.provenance
    yield "data", told.origin
    yield from ((f"column of {role}", _listed(name)) for role, name in told.roles.items() if name)
    yield "profile", f"{told.profile} ({told.profile_digest})"
    yield from ((name, str(value)) for name, value in told.settings.items() if value is not None)
    yield from ((f"data of {system.name}", system.digest) for system in result.systems)
    yield from ((f"version of {name}", version) for name, version in told.versions.items())


def _listed(name: str | Sequence[str]) -> str:
    return name if isinstance(name, str) else ", ".join(name)
