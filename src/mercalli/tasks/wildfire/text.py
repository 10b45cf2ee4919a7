"""A fire's forecast in a few lines of text or a small HTML table, for a prompt or a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from mercalli.tasks.wildfire.article import table_cells
from mercalli.telling.plain import columns, html_table
from mercalli.text.numbers import enough_digits, number, percent, span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.results.measure import Measure
    from mercalli.tasks.wildfire.result import FireReport, FireResult

SHOWN = 5
NOUNS = {"severity": ("cells", "high"), "structures": ("structures", "lost")}


def fire_title(result: FireResult, system: FireReport) -> str:
    """What was looked at."""
    things, what = NOUNS[result.kind]
    left_out = sum(each.n for each in system.excluded)
    excluded = f", {left_out:,} not" if left_out else ""
    return f"{system.name}: {system.n:,} {things} counted{excluded}; {_share(system)} of them {what}"


def _share(system: FireReport) -> str:
    counts = system.counts
    return "none" if counts is None or not counts.total else f"{(counts.tp + counts.fn) / counts.total:.1%}"


def became(result: FireResult, system: FireReport) -> Iterator[str]:
    """What became of it, in words."""
    counts, areas = system.counts, system.areas
    if counts is None:
        return
    things, what = NOUNS[result.kind]
    yield (
        f"Of {counts.tp + counts.fn:,} {things} that were {what}, {counts.tp:,} were found and {counts.fn:,} missed; "
        f"{counts.fp:,} were false alarms."
    )
    if areas is not None:
        yield (
            f"In hectares: {enough_digits(areas.observed_ha)} observed, {enough_digits(areas.modelled_ha)} modelled, "
            f"{enough_digits(areas.hit_ha)} hit, {enough_digits(areas.missed_ha)} missed, "
            f"{enough_digits(areas.false_ha)} false alarm."
        )


def not_counted(system: FireReport) -> Iterator[str]:
    """What was left out, and why."""
    if system.excluded:
        yield "Not counted: " + "; ".join(f"{each.reason} {each.n:,}" for each in system.excluded) + "."
    for each in system.unmatched:
        first = ", ".join(each.first[:SHOWN])
        yield f"Only in the {each.side}: {each.n:,} ({first}{', ...' if each.n > SHOWN else ''})."


def no_better(measure: Measure) -> bool:
    """Whether the model does no better than predicting nothing anywhere."""
    return measure.skill is not None and measure.skill <= 0


def measure_cells(measure: Measure) -> list[str]:
    """Value, interval, what predicting nothing gets, and a mark where the model is no better than that."""
    return [
        measure.metric,
        number(measure.value),
        span(measure.low, measure.high),
        number(measure.baselines.get("all_negative")),
        "no better" if no_better(measure) else "",
    ]


def fire_header(result: FireResult) -> list[str]:
    """What stands above these cells."""
    return ["metric", "value", f"{percent(result.provenance.settings['level'])} interval", "predict none", ""]


def useful_line(system: FireReport) -> str:
    """From which window on the fractions skill score is of use."""
    first = None if system.windows is None else system.windows.useful_from(system.useful)
    where = "from no window on do all reach that" if first is None else f"from windows of {first:.0f} cells on"
    return f"A fractions skill score is of use from {system.useful or 0:.4f}: {where}."


def _near(system: FireReport) -> list[str]:
    """The fractions skill score by window, where windows were asked for."""
    if system.windows is None:
        return []
    table = system.windows
    return ["", table.title, columns(list(table.header), table_cells(table)), useful_line(system)]


def fire_text(result: FireResult) -> str:
    """For each model its values, what became of it, and what should be known before relying on it."""
    return "\n\n".join(
        "\n".join(
            [
                fire_title(result, system),
                columns(fire_header(result), [measure_cells(each) for each in system.measures]),
                *_near(system),
                *became(result, system),
                *not_counted(system),
                *(f"! {note}" for note in system.notes),
            ]
        )
        for system in result.systems
    )


def fire_html(result: FireResult) -> str:
    """The same tables for a notebook."""
    return "".join(
        f"<h4>{escape(fire_title(result, system))}</h4>"
        + html_table(fire_header(result), [measure_cells(each) for each in system.measures])
        + "".join(f"<p>{escape(line)}</p>" for line in [*became(result, system), *not_counted(system), *system.notes])
        for system in result.systems
    )
