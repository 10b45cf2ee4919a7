"""A comparison as an article: who is ahead on what, by how much, and where two systems differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from mercalli.estimates.leads import oriented, pair_of
from mercalli.estimates.measure import named_measure
from mercalli.inputs.usual_names import TEXT, usual_column
from mercalli.io.sheets import Sheet
from mercalli.results.difference import Difference
from mercalli.results.measure import Measure
from mercalli.results.personal import Masking
from mercalli.results.verdict import MOST_CAUTIONS
from mercalli.tasks.labels.compare.result import Comparison, CriticalClass, PairReport
from mercalli.tasks.labels.compare.verdict import standing_order, system_values
from mercalli.telling.article import (
    LONG,
    PAGE,
    PROMPT,
    SCREEN,
    SHORT,
    Article,
    Block,
    Cell,
    Fold,
    Notes,
    Rankings,
    Section,
    Sentence,
    Table,
    table,
)
from mercalli.telling.blocks import difference_table, measure_cell, p_header
from mercalli.telling.boards import folds, keys
from mercalli.telling.files import ahead_sheets
from mercalli.telling.svg.strip import NARROW, Scale, Strip
from mercalli.telling.words import interval_header, signed, with_companions
from mercalli.text.masks import masks_in
from mercalli.text.names import readable
from mercalli.text.numbers import DIGITS, count, interval, number, p_text, share_text
from mercalli.text.words import counted, cut, short_name

MOST_PAIRS, FEW_SYSTEMS = 6, 5
LONGEST_CELL, LONGEST_TEXT = 60, 400
BETTER = "better"


def article(result: Comparison) -> Article:
    """All systems side by side, then one pair at a time; a terminal shows the first pairs."""
    names = {name for pair in result.pairs for name in (pair.first, pair.second)}
    pairs = [_pair_section(result, pair) for pair in result.pairs]
    return Article(
        title=result.provenance.title,
        asks="which system is better",
        summary=f"{counted(len(names), 'system')} on {counted(result.pairs[0].n, 'item')}",
        sections=(
            Section("Which is better", tuple(_ahead(result)), anchor="verdict"),
            *_one_pair_at_a_time(pairs),
        ),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={f"{pair.first} and {pair.second}": pair.digest for pair in result.pairs},
        parts=keys([each.title for each in pairs]),
    )


def _one_pair_at_a_time(pairs: Sequence[Section]) -> Iterator[Section]:
    """On a page in folds, the first one open; a terminal shows the first ones below each other."""
    if len(pairs) == 1:
        yield from pairs
        return
    yield Section("One pair at a time", folds(pairs), on=PAGE, anchor="pairs")
    yield from (replace(each, on=PROMPT if at >= MOST_PAIRS else SHORT) for at, each in enumerate(pairs))


def _ahead(result: Comparison) -> Iterator[Block]:
    yield Notes(result.notes[MOST_CAUTIONS:])
    yield _board(result)
    yield _critical(result)
    yield _ranked(result, result.headline)
    yield Fold("Every other metric", (_ranked(result, _others(result, result.pairs[0])),))
    rest = len(result.pairs) - MOST_PAIRS
    if rest > 0:
        yield Sentence(f"{counted(rest, 'more pair')}: see --json or --out.", on=SCREEN)


def _board(result: Comparison) -> Table:
    """All systems, the best first: each value, and below it how far it is from that of the best system."""
    best, *others = standing_order(result)
    metrics = [metric for metric in result.headline if metric in result.measured]
    columns = [{name: _from_best(result, metric, name, best) for name in others} for metric in metrics]
    scales = [Scale.around([*column.values(), named_measure("", 0.0)], NARROW) for column in columns]
    values = [system_values(result, metric) for metric in metrics]
    rows: list[list[str | Cell]] = [[best, *(Cell(number(each[best], DIGITS)) for each in values)]]
    for name in others:
        shown = zip(values, columns, scales, strict=True)
        rows.append([name, *(_apart(each[name], column[name], scale) for each, column, scale in shown)])
    caption = f"Best first by {metrics[0]}; below each value is its difference from {best}"
    made = table(caption, ("system", *metrics), rows, on=PAGE, look="board")
    return replace(
        made, legend="The dot is the difference, the bar is its interval, and the tall line is no difference."
    )


def _from_best(result: Comparison, metric: str, name: str, best: str) -> Measure:
    """A system minus the best one; without a value where they were not compared."""
    pair = pair_of(result.pairs, name, best)
    if pair is None:
        return named_measure(metric, None, undefined="not compared")
    found = oriented(pair.difference(metric), turned=pair.first != name)
    return named_measure(metric, found.difference, found.low, found.high)


def _apart(value: float | None, difference: Measure, scale: Scale) -> Cell:
    """A value, and its difference from that of the best system."""
    if difference.value is None:
        return Cell(number(value, DIGITS))
    ends = "" if difference.low is None else f" [{interval(difference.low, difference.high)}]"
    return Cell(number(value, DIGITS), f"{signed(difference.value)}{ends}", strip=Strip(difference, scale, line=0.0))


def _critical(result: Comparison) -> Table:
    """How much each system finds of every class that must not be missed."""
    by_class: Iterable[tuple[CriticalClass, ...]] = zip(*result.critical.values(), strict=True)
    rows = (_critical_row(each) for each in by_class if each[0].total)
    header = ("critical class", "items", "floor", *map(short_name, result.critical))
    return table("Recall of the classes that must not be missed", header, rows, each="class", on=LONG, look="board")


def _critical_row(systems: Sequence[CriticalClass]) -> list[str | Cell]:
    """One class: how many items, its floor, and the recall of every system."""
    first = systems[0]
    recalls = (measure_cell(each.recall) for each in systems)
    return [readable(first.name), count(first.total), share_text(first.floor), *recalls]


def _ranked(result: Comparison, metrics: Sequence[str]) -> Rankings:
    rankings = {each.metric: each for each in result.rankings}
    return Rankings(tuple(rankings[metric] for metric in metrics if metric in rankings))


def _pair_section(result: Comparison, pair: PairReport) -> Section:
    only = (
        f"{count(pair.only_first_right)} right only for {pair.first}, "
        f"{count(pair.only_second_right)} only for {pair.second}"
    )
    tested = "" if pair.mcnemar_p is None else f", McNemar p {p_text(pair.mcnemar_p)}"
    about = f"{counted(pair.n, 'item')}; {only}{tested}"
    shown = with_companions(result)
    others = (pair.difference(metric) for metric in _others(result, pair))
    blocks = (
        _differences(result, map(pair.difference, shown)),
        _otherwise(pair, result.headline),
        _disagreements(pair),
        Fold("Every other metric", (_differences(result, others),)),
    )
    return Section(f"{pair.first} minus {pair.second}", blocks, about)


def _others(result: Comparison, pair: PairReport) -> list[str]:
    """Metrics that are not shown first; each number once, as micro F1 has that of accuracy."""
    shown = with_companions(result)
    seen: dict[tuple[float | None, ...], str] = {}
    for metric in (*shown, *result.measured):
        each = pair.difference(metric)
        seen.setdefault((each.first, each.second, each.low, each.high), metric)
    return [metric for metric in seen.values() if metric not in shown]


def _differences(result: Comparison, differences: Iterable[Difference]) -> Table:
    header = (
        "metric",
        "first",
        "second",
        "difference",
        interval_header(result.provenance),
        p_header(result.pairs),
        BETTER,
    )
    rows = (
        (
            *(each.metric, number(each.first, DIGITS), number(each.second, DIGITS), signed(each.difference)),
            *(interval(each.low, each.high), p_text(each.p_adjusted), each.better or ""),
        )
        for each in differences
    )
    return table("First minus second", header, rows, words=(BETTER,), spare=(BETTER,), most=100)


def _otherwise(pair: PairReport, metrics: Sequence[str]) -> Table:
    """Differences with unread answers counted in other ways, and whether the same system stays ahead."""
    differences = {each.metric: pair.difference(each.metric).difference for each in pair.bounds}
    rows = (
        (
            *(each.metric, signed(differences[each.metric])),
            *map(signed, (each.left_out, each.low, each.high)),
            "depends on them" if each.changes(differences[each.metric]) else "the same",
        )
        for each in pair.bounds
        if each.metric in metrics
    )
    unread = pair.unread or (0, 0)
    whose = ", ".join(f"{name} {lost:,}" for name, lost in zip((pair.first, pair.second), unread, strict=True))
    caption = f"{counted(sum(unread), 'unread answer')} ({whose}), counted in other ways"
    header = ("metric", "as wrong", "left out", "lowest", "highest", "who is ahead")
    return table(caption, header, rows, words=header[-1:], most=len(pair.bounds), on=LONG)


def _disagreements(pair: PairReport) -> Table:
    header = ("true class", f"{pair.first} says", f"{pair.second} says", "count")
    rows = ((*map(short_name, (each.truth, each.first, each.second)), count(each.count)) for each in pair.disagreements)
    return table("Where they differ most", header, rows, words=header[1:3], most=5, each="kind", on=LONG)


def comparison_section(result: Comparison) -> Section:
    """A comparison inside an evaluation: all pairs of few systems; of many, each against the one that leads."""
    ranked = _ranked(result, result.headline)
    best = ranked.rankings[0].groups[0][0] if ranked.rankings else result.pairs[0].first
    names = {name for pair in result.pairs for name in (pair.first, pair.second)}
    few = len(names) <= FEW_SYSTEMS
    pairs = [pair for pair in result.pairs if few or best in (pair.first, pair.second)]
    title = "Differences between pairs" if few else f"Differences from {best}; other pairs are in result.json"
    rows = difference_table(pairs, result.headline, result.provenance, PAGE)
    return Section("Which is better", (ranked, Fold(title, (rows,))), on=PAGE, anchor="comparison")


def example_section(examples: Sequence[Mapping[str, str]], *, show_personal: bool = False) -> Section:
    """Items that one system gets right and the other wrong; long texts are cut and stand below the rest."""
    long = [name for name in examples[0] if any(len(each[name]) > LONGEST_CELL for each in examples)]
    header = tuple("text" if name in long[:1] else name for name in examples[0])
    rows = (tuple(cut(text, LONGEST_TEXT) for text in each.values()) for each in examples)
    shown = table("In the order of the file", header, rows, words=header, most=len(examples), on=SCREEN)
    masks = None if show_personal else sum(masks_in(text) for each in examples for text in each.values())
    has_texts = bool(long or masks or usual_column(TEXT, examples[0]))
    masking = [Sentence(str(Masking(len(examples), masks)), on=SCREEN)] if has_texts else []
    return Section("Items that one gets right and the other wrong", (shown, *masking))


def tables(result: Comparison) -> dict[str, Sheet]:
    """Differences and rankings."""
    return ahead_sheets(result.pairs, result.rankings)
