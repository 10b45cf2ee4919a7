"""What became of a fire's forecast and how fields compare, as articles; and what all articles on fires share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from operator import methodcaller
from typing import Any

from mercalli.estimates.measure import named_measure
from mercalli.io.sheets import Sheet, sheet
from mercalli.results.measure import MetricCard, Provenance
from mercalli.tasks.wildfire.board import (
    Column,
    board,
    comparison_files,
    comparison_section,
    detail_sections,
    parts_of,
    verdict_section,
)
from mercalli.tasks.wildfire.estimate import ALL_POSITIVE, BASELINE, OBSERVED_RATE
from mercalli.tasks.wildfire.figures import WINDOWS_SHOW, fire_map, shown_of, windows_picture
from mercalli.tasks.wildfire.notes import no_better
from mercalli.tasks.wildfire.result import (
    MATCHED,
    Exclusion,
    FieldTable,
    FireReport,
    FireResult,
    Quantity,
)
from mercalli.tasks.wildfire.verdict import CSI, best_first
from mercalli.telling.article import Article, Block, Picture, Section, Sentence, Table, table
from mercalli.telling.files import MeasureRow, measures_csv
from mercalli.telling.words import interval_header
from mercalli.text.names import plain
from mercalli.text.numbers import NOTHING, SIGNS, enough_digits, interval, number
from mercalli.text.words import counted, listed

SHOWN = 5
WHOLE = 1e15
MEASURE = "measure"
# What is compared and what it asks; of counts also what is counted, and what that may be.
KINDS: dict[str, tuple[str, ...]] = {
    "severity": ("burn severity", "where models see high severity", "cell", "high"),
    "structures": ("structure loss", "which structures models call lost", "structure", "lost"),
    "fss": ("fractions skill score", "how close models are"),
    "arrival": ("arrival times", "when the fire arrived"),
    "probability": ("probabilities", "how reliable they are"),
    "ordinal": ("ordered classes", "how far off models are"),
}
MAP, WINDOWS = "map.png", "windows.png"
SHOWN_FIRST = (CSI, "recall", "precision", "frequency_bias", "mcc", "accuracy")
RULES = ((BASELINE, "predict none"), (ALL_POSITIVE, "predict all"), (OBSERVED_RATE, "guess"))
METRICS_SHOW = (
    "Every metric beside trivial predictions: predicting none, predicting all, and guessing as often as observed; "
    "flagged where predicting none is as good"
)


def article(result: FireResult) -> Article:
    """All models side by side, where each was right and wrong, how far they are apart, then one at a time."""
    what, asks, *_ = KINDS[result.kind]
    ordered = best_first(result)
    mapped = any(each.map is not None or each.points is not None for each in ordered)
    where = Picture(MAP, shown_of(len(ordered), "Where each model was right and wrong"))
    near = any(each.windows is not None for each in ordered)
    sections = (
        verdict_section(
            *_columns(result, ordered), _board(result, ordered), systems=ordered, comparison=result.comparison
        ),
        *([Section("Map", (where,))] if mapped else []),
        *comparison_section(result.comparison, SHOWN_FIRST, result.provenance),
        *detail_sections(ordered, partial(_blocks, result), partial(_about, result), CSI),
        *([Section("Windows", (Picture(WINDOWS, WINDOWS_SHOW),))] if near else []),
    )
    return article_of(result, ordered, what, asks, sections, result.metrics)


def article_of(  # noqa: PLR0917 - what an article is made of
    result: Any,  # noqa: ANN401 - of any comparison of models of one fire
    ordered: Sequence[Any],
    what: str,
    asks: str,
    sections: tuple[Section, ...],
    metrics: tuple[MetricCard, ...] = (),
) -> Article:
    """The article of what was compared, and asked, of all models."""
    summary = f"{what}, {counted(len(ordered), 'model')}"
    parts = {key: each.name for key, each in parts_of(ordered).items()} if len(ordered) > 1 else {}
    digests = {each.name: each.digest for each in result.systems}
    return Article(result.provenance.title, asks, summary, sections, metrics, result.provenance, digests, parts)


def _columns(result: FireResult, ordered: Sequence[FireReport]) -> Iterator[Block]:
    """Which columns of which files were read as observed and predicted damage."""
    read = [(plain(each.name), *each.columns) for each in ordered if each.columns]
    if read:
        predicted = listed([repr(column) if column == name else f"{column!r} of {name}" for name, _, column in read])
        matched = " ".join(note for note in ordered[0].notes if note.startswith(MATCHED))
        observed = f"{read[0][1]!r} of {plain(result.observed)}"
        yield Sentence(f"Read as observed damage: {observed}. Predicted: {predicted}. {matched}".strip())


def _board(result: FireResult, ordered: Sequence[FireReport]) -> Table:
    cards = {card.metric: card for card in result.metrics}
    columns = [
        Column(name, methodcaller("measure", name), _ends_of(cards[name]), _best_rule(cards[name], ordered[0]))
        for name in SHOWN_FIRST
    ]
    return board(ordered, columns, result.provenance, rules=RULES, line="what the best of the rules below would get")


def _best_rule(card: MetricCard, system: FireReport) -> str:
    """The rule that costs nothing and gets most; none of a metric of which neither more nor less is better."""
    values = {rule: system.measure(card.metric).baselines.get(rule) for rule, _ in RULES}
    known = {rule: value * card.direction for rule, value in values.items() if value is not None}
    return max(known, key=lambda rule: known[rule]) if card.direction and known else ""


def _ends_of(card: MetricCard) -> tuple[float, float] | None:
    return None if card.lowest is None or card.highest is None else (card.lowest, card.highest)


def _about(result: FireResult, system: FireReport) -> str:
    *_, thing, state = KINDS[result.kind]
    left_out = sum(each.n for each in system.excluded)
    counts = system.counts
    share = "none" if counts is None or not counts.total else f"{(counts.tp + counts.fn) / counts.total:.1%}"
    return f"{counted(system.n, thing)}, {share} of them {state}{f'; {left_out:,} not counted' if left_out else ''}"


def _blocks(result: FireResult, system: FireReport) -> Iterator[Block]:
    yield from not_counted(system.excluded)
    for each in system.unmatched:
        first = ", ".join(each.first[:SHOWN])
        yield Sentence(f"Only in the {each.side}: {each.n:,} ({first}{', ...' if each.n > SHOWN else ''}).")
    if system.counts is not None:
        yield table("Counts", ("observed", "modelled yes", "modelled no"), _counts(system))
    yield _measures(result, system)
    if system.windows is not None:
        yield number_table(system.windows)
        yield Sentence(useful_line(system))


def _measures(result: FireResult, system: FireReport) -> Table:
    """Every metric, with the benchmark's name and score, and a mark where predicting nothing is as good."""
    rules = [called for _, called in RULES]
    header = ["metric", "value", interval_header(result.provenance), *rules, "flag", "KPI of the benchmark", "score"]
    kpis = {each.metric: (each.name, number(each.score, 2)) for each in system.kpis}
    rows = (
        (
            *(each.metric, number(each.value), ends(each.low, each.high)),
            *(number(each.baselines.get(rule)) for rule, _ in RULES),
            *("no better" if no_better(each) else "", *kpis.get(each.metric, ("", ""))),
        )
        for each in system.measures
    )
    spare = ("KPI of the benchmark", "score", *rules[:0:-1])
    return table(METRICS_SHOW, header, rows, words=("flag", "KPI of the benchmark"), spare=spare)


def _counts(system: FireReport) -> list[tuple[str, ...]]:
    """The 2 x 2 table, rows as observed, with hectares where they are known."""
    counts, areas = system.counts, system.areas
    cells = [] if counts is None else [counts.tp, counts.fn, counts.fp, counts.tn]
    sizes = [None] * 4 if areas is None else [areas.hit_ha, areas.missed_ha, areas.false_ha, areas.rest_ha]
    texts = [
        f"{n:,}" if size is None else f"{n:,} ({enough_digits(size, 1)} ha)"
        for n, size in zip(cells, sizes, strict=True)
    ]
    return [("yes", *texts[:2]), ("no", *texts[2:])]


def useful_line(system: FireReport) -> str:
    """From which window on the fractions skill score is of use."""
    first = None if system.windows is None else system.windows.useful_from(system.useful)
    where = (
        "no window reaches it for good"
        if first is None
        else f"windows of {counted(int(first), 'cell')} or more reach it"
    )
    return f"A fractions skill score is useful from {system.useful or 0:.4f}: {where}."


def pictures(result: FireResult) -> dict[str, bytes]:
    """A map of each model, and skill by window."""
    windows = windows_picture([(each.name, each.windows, each.useful) for each in best_first(result) if each.windows])
    return {**fire_map(result), **windows}


def tables(result: FireResult) -> dict[str, Sheet]:
    """Measures with the benchmark's names, and structures without a partner."""
    unmatched = [
        (system.name, each.side, name) for system in result.systems for each in system.unmatched for name in each.first
    ]
    alone = {"unmatched.csv": sheet("unmatched", ("system", "only_in", "structure"), unmatched)}
    measures = {"metrics.csv": measures_csv(_rows(result), ("kpi", "score")), **(alone if unmatched else {})}
    return {**measures, **comparison_files(result.comparison)}


def _rows(result: FireResult) -> Iterator[MeasureRow]:
    for system in result.systems:
        kpis = {each.metric: (each.name, each.score) for each in system.kpis}
        for each in system.measures:
            yield MeasureRow(system.name, each, more=kpis.get(each.metric, (None, None)))


def ends(low: float | None, high: float | None, digits: int = SIGNS) -> str:
    """Both ends of an interval."""
    return interval(low, high, digits=digits)


def plain_number(value: float | None) -> str:
    """Whole numbers as such, others with four decimals.

    >>> plain_number(1234.0), plain_number(0.25), plain_number(None)
    ('1,234', '0.2500', '-')
    """
    if value is None:
        return NOTHING
    return f"{value:,.0f}" if value == round(value) and abs(value) < WHOLE else f"{value:,.4f}"


def number_table(numbers: FieldTable) -> Table:
    """Numbers by something."""
    return table(numbers.title, numbers.header, ([plain_number(each) for each in row] for row in numbers.rows))


def quantity_header(provenance: Provenance) -> tuple[str, ...]:
    """What stands above a number and its interval."""
    return MEASURE, "value", interval_header(provenance)


def not_counted(excluded: Sequence[Exclusion]) -> Iterator[Sentence]:
    """What was left out, and why."""
    if excluded:
        yield Sentence("Not counted: " + "; ".join(f"{each.reason} {each.n:,}" for each in excluded) + ".")


def undefined_lines(quantities: Iterable[Quantity]) -> list[str]:
    """Why there is no number, where there is none."""
    return [f"{each.label} is undefined because {each.undefined}." for each in quantities if each.undefined]


def quantity_rows(  # noqa: PLR0917 - what a number is of
    system: str, quantities: Iterable[Quantity], method: str, n: int = 0, part: str = "", more: tuple[object, ...] = ()
) -> Iterator[MeasureRow]:
    """Numbers as measures, with their units; `method` is how intervals were made."""
    for each in quantities:
        how = None if each.low is None else method
        measure = named_measure(each.name, each.value, each.low, each.high, how, n=n, undefined=each.undefined)
        yield MeasureRow(system, measure, part, more=(each.unit, *more))
