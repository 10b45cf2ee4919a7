"""A comparison as an article: who is ahead on what, by how much, and where two systems differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from mercalli.io.sheets import Sheet
from mercalli.results.difference import Difference
from mercalli.results.verdict import MOST_CAUTIONS
from mercalli.tasks.labels.compare.result import Comparison, CriticalClass, PairReport
from mercalli.telling.article import (
    LONG,
    PAGE,
    SCREEN,
    SHORT,
    Article,
    Block,
    Cell,
    Fold,
    Notes,
    On,
    Rankings,
    Section,
    Sentence,
    Table,
    table,
)
from mercalli.telling.blocks import difference_table, measure_cell, p_header
from mercalli.telling.files import differences_csv, folder, rankings_csv
from mercalli.telling.words import interval_header, signed, with_companions
from mercalli.text.names import readable
from mercalli.text.numbers import DIGITS, count, interval, number, p_text, share_text
from mercalli.text.words import counted, cut, short_name

MOST_PAIRS, FEW_SYSTEMS = 6, 5
LONGEST_CELL, LONGEST_TEXT = 60, 400
BETTER = "better"


def article(result: Comparison) -> Article:
    """The rankings, then each pair by itself; a terminal shows the first pairs."""
    names = {name for pair in result.pairs for name in (pair.first, pair.second)}
    return Article(
        title=result.provenance.title,
        asks="which system is better",
        summary=f"{counted(len(names), 'system')} on {counted(result.pairs[0].n, 'item')}",
        sections=(
            Section("Which is better", tuple(_ahead(result)), anchor="verdict"),
            *(_pair_section(result, at, pair) for at, pair in enumerate(result.pairs)),
        ),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={f"{pair.first} and {pair.second}": pair.digest for pair in result.pairs},
    )


def _ahead(result: Comparison) -> Iterator[Block]:
    yield Notes(result.notes[MOST_CAUTIONS:])
    yield _critical(result)
    yield _ranked(result, result.headline)
    others = [metric for metric in result.measured if metric not in result.headline]
    yield Fold("Every other metric", (_ranked(result, others),))
    rest = len(result.pairs) - MOST_PAIRS
    if rest > 0:
        yield Sentence(f"{counted(rest, 'more pair')}: see --json or --out.", on=SCREEN)


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


def _pair_section(result: Comparison, at: int, pair: PairReport) -> Section:
    only = (
        f"{count(pair.only_first_right)} right only for {pair.first}, "
        f"{count(pair.only_second_right)} only for {pair.second}"
    )
    tested = "" if pair.mcnemar_p is None else f", McNemar p {p_text(pair.mcnemar_p)}"
    about = f"{counted(pair.n, 'item')}; {only}{tested}"
    blocks = (
        _differences(result, map(pair.difference, with_companions(result)), SHORT),
        _differences(result, pair.differences, PAGE),
        _disagreements(pair),
    )
    return Section(f"{pair.first} minus {pair.second}", blocks, about, on=~SCREEN if at >= MOST_PAIRS else LONG | SHORT)


def _differences(result: Comparison, differences: Iterable[Difference], on: On) -> Table:
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
    return table("First minus second", header, rows, words=(BETTER,), spare=(BETTER,), most=100, on=on)


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


def example_section(examples: Sequence[Mapping[str, str]]) -> Section:
    """Items that one system gets right and the other wrong; long texts are cut and stand below the rest."""
    long = [name for name in examples[0] if any(len(each[name]) > LONGEST_CELL for each in examples)]
    header = tuple("text" if name in long[:1] else name for name in examples[0])
    rows = (tuple(cut(text, LONGEST_TEXT) for text in each.values()) for each in examples)
    shown = table("In the order of the file", header, rows, words=header, most=len(examples), on=SCREEN)
    return Section("Items that one gets right and the other wrong", (shown,))


def files(result: Comparison) -> dict[str, str | bytes]:
    """The report folder: differences and rankings for a spreadsheet."""
    return folder(result, article(result), tables(result))


def tables(result: Comparison) -> dict[str, Sheet]:
    """Differences and rankings."""
    return {"differences.csv": differences_csv(result.pairs), "rankings.csv": rankings_csv(result.rankings)}
