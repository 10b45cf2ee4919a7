"""Decisions as a Markdown page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.scores.threshold.article import (
    missed_bounds,
    ordered,
    positives,
    side_by_side,
    slice_cells,
    slice_header,
)
from mercalli.tasks.scores.threshold.words import MEAN, exact, sentence, sure_means
from mercalli.telling.markdown.computed import computed
from mercalli.telling.markdown.marks import escape, table
from mercalli.text.numbers import DIGITS, interval, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mercalli.tasks.scores.threshold.result import Decisions, ScoreReport


def decisions_page(result: Decisions) -> str:
    """What was found about every system, what is best decided by it, and how it was computed."""
    parts = [line for system in result.systems for line in _system(result, system)]
    title = f"# {escape(result.provenance.origin)}: from scores to decisions"
    asked = ", ".join(f"{name} {exact(value)}" for name, value in result.wish.items())
    wished = [f"\nAsked for: {asked}."] if asked else []
    picture = "\n![Curves](curves.png)"
    return (
        "\n".join(
            [
                title,
                *wished,
                picture,
                *_means(result),
                *parts,
                *computed(result.provenance, {system.name: system.digest for system in result.systems}),
            ]
        )
        + "\n"
    )


def _means(result: Decisions) -> Iterator[str]:
    if result.macro:
        yield f"\n## {MEAN.capitalize()}\n"
        rows = (
            [each.metric, number(each.value, DIGITS), interval(each.low, each.high), escape(each.undefined or "")]
            for each in result.macro
        )
        yield from table(["metric", "value", "interval", "undefined because"], rows)
        yield from (f"\n{line}" for line in sure_means(result))


def _system(result: Decisions, system: ScoreReport) -> Iterator[str]:
    yield f"\n## {escape(system.name)}\n"
    yield f"{system.n:,} rows, {positives(result, system)}; positive is {escape(repr(system.positive))}.\n"
    if system.decision is not None:
        yield f"**{escape(sentence(system.decision, result.wish))}**\n"
        header = ["", "on these rows", "interval", "held out", "interval"]
        yield from table(header, side_by_side(system.decision))
        yield ""
    measures = (
        [
            each.metric,
            number(each.value, DIGITS),
            interval(each.low, each.high),
            number(each.baselines.get("constant"), DIGITS),
            number(each.skill, 2),
        ]
        for each in ordered(result, system.measures)
    )
    yield from table(["metric", "value", "interval", "constant", "skill"], measures)
    yield from (f"\n- {escape(note)}" for note in system.notes)
    if system.slices:
        yield "\n### Slices\n"
        lead = result.headline[0] if result.headline else None
        rows = ([escape(cell) for cell in slice_cells(part, lead)] for part in system.slices)
        yield from table(slice_header(result, decided=system.decision is not None), rows)
        if missed := missed_bounds(system.slices):
            yield f"\n{missed}"
