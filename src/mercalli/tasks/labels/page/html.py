"""An evaluation as one self-contained page: no request, no script needed, better with scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mercalli.results.limits import FEW_IN_CLASS, FEW_ROWS
from mercalli.tasks.labels.page.differences import compared
from mercalli.tasks.labels.page.gates import gates
from mercalli.tasks.labels.page.glossary import glossary
from mercalli.tasks.labels.page.systems import FIRST_VERDICTS, MOST_CONFUSIONS, MOST_ROWS, detailed, shared_notes, shown
from mercalli.tasks.labels.rows import rows_text, same_rows
from mercalli.tasks.labels.verdict import bottom_line, card_of
from mercalli.telling.page.computed import computed
from mercalli.telling.page.made import made
from mercalli.telling.page.mathml import formula
from mercalli.telling.page.words import title, tone
from mercalli.telling.svg.strip import MIDDLE, NARROW, Scale, axis, strip
from mercalli.telling.words import span_of, with_companions
from mercalli.text.numbers import percent
from mercalli.text.words import counted

if TYPE_CHECKING:
    from mercalli.tasks.labels.result import Evaluation

STYLES = ("theme.css", "page.css", "tables.css", "print.css")
GLOBALS: dict[str, Any] = {
    "axis": axis,
    "card_of": card_of,
    "few_in_class": FEW_IN_CLASS,
    "few_rows": FEW_ROWS,
    "first_verdicts": FIRST_VERDICTS,
    "formula": formula,
    "most_confusions": MOST_CONFUSIONS,
    "most_rows": MOST_ROWS,
    "narrow_share": Scale(0.0, 1.0, NARROW),
    "share": Scale(0.0, 1.0),
    "span_of": span_of,
    "strip": strip,
    "tone": tone,
}
SCRIPTS = ("tables.js", "switches.js", "readout.js", "print.js")


def evaluation_html_page(result: Evaluation) -> str:
    """The whole page."""
    return made("index.html.j2", {**GLOBALS, **_content(result)}, STYLES, SCRIPTS)


def _content(result: Evaluation) -> dict[str, Any]:
    """What the templates write."""
    systems = shown(result)
    details = detailed(result, systems)
    return {
        "result": result,
        "title": title(result.provenance.origin),
        "summary": _summary(result),
        "bottom_line": bottom_line(result),
        "level": percent(result.provenance.settings["level"]),
        "intervals": any(measure.low is not None for system in result.systems for measure in system.measures),
        "systems": systems,
        "details": details,
        "one": len(systems) == 1,
        "same_rows": same_rows(result),
        "cards": [card_of(result, name) for name in with_companions(result)],
        "scales": _scales(result),
        "banded": any(card.bands for card in result.metrics),
        "lead": card_of(result, result.headline[0]),
        "notes": shared_notes(result),
        "gates": gates(result),
        "comparison": None if result.comparison is None else compared(result.comparison),
        "glossary": glossary(result),
        "computed": list(computed(result.provenance, {system.name: system.digest for system in result.systems})),
    }


def _scales(result: Evaluation) -> dict[str, Scale]:
    """A scale for every metric of the first screen: wide strips for one system, narrow ones for several."""
    width = MIDDLE if len(result.systems) == 1 else NARROW
    return {
        name: Scale.of(card_of(result, name), [system.measure(name) for system in result.systems], width)
        for name in with_companions(result)
    }


def _summary(result: Evaluation) -> list[str]:
    first = result.systems[0]
    return [
        rows_text(result),
        f"{len(first.table.classes):,} {'class' if len(first.table.classes) == 1 else 'classes'}",
        counted(len(result.systems), "system"),
        f"profile {result.provenance.profile}",
    ]
