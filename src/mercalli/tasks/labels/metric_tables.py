"""All metrics of a system as a table, beside what trivial systems would get."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from mercalli.results.measure import Measure
from mercalli.tasks.labels.evidence import parts
from mercalli.tasks.labels.result import Evaluation, SystemReport
from mercalli.tasks.labels.standing import card_of
from mercalli.telling.article import PAGE, SCREEN, Cell, On, Section, Sentence, Table, table
from mercalli.telling.blocks import measure_cell
from mercalli.telling.svg.strip import MIDDLE, Scale, Strip
from mercalli.telling.words import interval_header, tone
from mercalli.text.numbers import DIGITS, number
from mercalli.text.words import listed

BANDS = "The word beside a value is its band in the profile; it does not approve a system for use."
MAJORITY, PRIOR = "majority class", "guessing"
BASELINES = ("majority", "prior")
SKILL = "Skill is 0 for a system as good as always predicting the most frequent class, and 1 for a perfect one."
SAME_DIGITS = 12


def with_intervals(result: Evaluation) -> str:
    """What a caption says of intervals, if there are any."""
    some = any(measure.low is not None for system in result.systems for measure in system.measures)
    return f", with {interval_header(result.provenance)}s" if some else ""


def legend(result: Evaluation, *, bands: bool = False) -> str:
    """How the small drawings beside values are read."""
    bar = ", the bar is its interval" if with_intervals(result) else ""
    edges = "; short lines show where bands begin" if bands else ""
    dot = f"The dot is the value{bar}, and the tall line is what always predicting the most frequent class gets{edges}."
    return f"{dot}{f' {BANDS}' if banded(result) else ''}"


def banded(result: Evaluation) -> bool:
    """Whether values have bands of a profile."""
    return any(measure.band for system in result.systems for measure in system.measures)


def measure_table(result: Evaluation, system: SystemReport, metrics: Sequence[str], on: On) -> Table:
    """A row for each metric: its value, its band, and what trivial systems get; a page names metrics by itself."""
    measures = [system.measure(name) for name in metrics]
    has_bands = any(measure.band for measure in measures)
    header = (
        "metric",
        "name",
        "value",
        "from lowest to highest",
        *(["band"] if has_bands else []),
        MAJORITY,
        PRIOR,
        "skill",
    )
    rows = (list(_measure_cells(result, measure, named=on == SCREEN, has_bands=has_bands)) for measure in measures)
    measured = table(
        f"Metrics{with_intervals(result)}", header, rows, words=("name", "band"), most=len(measures), on=on
    )
    return replace(measured, look="measures", legend=legend(result, bands=has_bands), spare=("name", PRIOR))


def _measure_cells(result: Evaluation, measure: Measure, *, named: bool, has_bands: bool) -> Iterator[str | Cell]:
    card = card_of(result, measure.metric)
    majority, prior = (measure.baselines.get(name) for name in BASELINES)
    edges = tuple(band.lower for band in card.bands)
    yield from (measure.metric, card.label if named else "")
    yield measure_cell(measure)
    yield Cell("", strip=Strip(measure, Scale.of(card, [measure], MIDDLE), edges, majority))
    if has_bands:
        yield Cell("", mark=measure.band or "", tone=tone(card, measure))
    yield from (number(majority, DIGITS), number(prior, DIGITS), number(measure.skill, 2))


def metric_section(result: Evaluation, detailed: dict[str, SystemReport]) -> Section:
    """Every metric of one system at a time; metrics that are the same number here are told once."""
    about = (
        "Beside each value is what two trivial systems would get: one that always predicts the most frequent "
        f"class, and one that guesses classes as often as they occur. {SKILL}"
    )
    repeats = _repeats(result)
    told = [name for name in result.measured if not any(name in others for others in repeats.values())]
    by_system = parts(result, detailed, lambda system: [measure_table(result, system, told, PAGE)])
    names = [Sentence(_other_names(repeats))] if repeats else []
    return Section("All metrics", (Sentence(about), *names, *by_system), on=PAGE, anchor="metrics")


def _repeats(result: Evaluation) -> dict[str, list[str]]:
    """By metric, those that have its values in all systems, and its baselines; metrics of the headline repeat none."""
    alike: dict[tuple[float | None, ...], list[str]] = {}
    for name in result.measured:
        alike.setdefault(tuple(_numbers(result, name)), []).append(name)
    own = [(names[0], [each for each in names[1:] if each not in result.headline]) for names in alike.values()]
    return {first: others for first, others in own if others and result.systems[0].measure(first).value is not None}


def _numbers(result: Evaluation, metric: str) -> Iterator[float | None]:
    for measure in (system.measure(metric) for system in result.systems):
        every = (measure.value, *(measure.baselines.get(name) for name in BASELINES))
        yield from (None if each is None else round(each, SAME_DIGITS) for each in every)


def _other_names(repeats: Mapping[str, Sequence[str]]) -> str:
    """One sentence on metrics that are told by another name."""
    told = (f"{first} is also {listed(others, len(others))}" for first, others in repeats.items())
    return f"Some metrics have the same values here, so they are shown once: {'; '.join(told)}."
