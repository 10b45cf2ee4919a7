"""A ranking as an article: what the first K of every system hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from mercalli.io.sheets import Sheet, sheet
from mercalli.results.verdict import MOST_CAUTIONS
from mercalli.tasks.scores.article import (
    APART,
    beside_board,
    compared_tables,
    kinds,
    paired_blocks,
    parts_of,
    sections,
    shared_notes,
)
from mercalli.tasks.scores.rank.estimate import RANDOM
from mercalli.tasks.scores.rank.figures import rank_figure
from mercalli.tasks.scores.rank.verdict import NAMES
from mercalli.tasks.scores.rank.words import LIFT_DIGITS, first_k_text, found, leading, ordered
from mercalli.tasks.scores.result import Ranked, RankReport, RankSlice, TopK, k_text
from mercalli.tasks.scores.rows import rows_text
from mercalli.telling.article import (
    ALL,
    PAGE,
    PROMPT,
    SCREEN,
    Article,
    Block,
    Notes,
    On,
    Picture,
    Section,
    Table,
    Verdicts,
    table,
)
from mercalli.telling.boards import Row, board
from mercalli.telling.files import MeasureRow, measures_csv
from mercalli.telling.words import interval_header, value_and_interval
from mercalli.text.numbers import interval, number, percent
from mercalli.text.words import counted

GAINS = "gains.png"
CONTAIN = "What the top K contain"
MOST_SLICES = 15
SPARE = ("lift interval", "recall interval", "found")


def article(result: Ranked) -> Article:
    """All systems side by side, their curves, then each by itself; a terminal shows the best one alone."""
    systems, what = ordered(result), kinds(per_class=result.per_class)
    several = len(systems) > 1
    each = sections(
        systems,
        lambda system: Section(system.name, tuple(_blocks(result, system)), _described(result, system)),
        per_class=result.per_class,
    )
    level = percent(result.provenance.settings["level"])
    shown = f"The share of positives found, and its ratio to a random order, with {level} bands; dashed: random order"
    return Article(
        title=result.provenance.title,
        asks="what the top K contain",
        summary=_all_described(result) if several else f"{_described(result, systems[0])}, 1 system",
        sections=(
            *([Section(f"All {what}", tuple(_side_by_side(result, systems)))] if several else []),
            Section("Gains and lift", (Picture(GAINS, shown),)),
            *([_apart(result, systems)] if result.comparison else []),
            *each,
        ),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={system.name: system.digest for system in result.systems},
        parts=parts_of(systems),
    )


def _side_by_side(result: Ranked, systems: Sequence[RankReport]) -> Iterator[Block]:
    """All systems, what their differences are, and what holds for all of them."""
    first = "class" if result.per_class else "system"
    yield _board(result, systems, first)
    rows = [(system.name, *_cells(result, top)) for system in systems for top in system.tops]
    yield table(CONTAIN, (first, *_header(result)), rows, words=("top",), spare=SPARE, on=SCREEN)
    yield Notes(tuple(shared_notes(systems))[MOST_CAUTIONS:], on=PAGE)
    yield from beside_board(systems, per_class=result.per_class)


def _board(result: Ranked, systems: Sequence[RankReport], each: str) -> Table:
    """What leads at every K, drawn."""
    leads = [top.measure(leading(result)).metric for top in systems[0].tops]
    rows = [Row(system.name, (), tuple(top.measure(leading(result)) for top in system.tops)) for system in systems]
    titles = {
        metric: f"{NAMES[leading(result)]}, top {k_text(top)}"
        for metric, top in zip(leads, systems[0].tops, strict=True)
    }
    made = board(CONTAIN, rows, titles, result.metrics, baseline=RANDOM, line="a random order", each=each)
    return replace(made, on=PAGE)


def _apart(result: Ranked, systems: Sequence[RankReport]) -> Section:
    """Who is ahead on what, and by how much."""
    also = [top.measure(leading(result)).metric for top in systems[0].tops]
    return Section(APART, tuple(paired_blocks(result.comparison, result.provenance, also[0], also=also)))


def _blocks(result: Ranked, system: RankReport) -> Iterator[Block]:
    alone = len(result.systems) == 1
    own = [note for note in system.notes if alone or note not in shared_notes(result.systems)]
    if system is not ordered(result)[0] or result.per_class:
        yield Verdicts.of(tuple(first_k_text(result, system, top) for top in system.tops))
    yield Notes(tuple(own)[MOST_CAUTIONS if alone else 0 :], on=PAGE | PROMPT)
    rows = (_cells(result, top) for top in system.tops)
    on = ALL if alone else PAGE | PROMPT
    yield table(CONTAIN, _header(result), rows, spare=SPARE, on=on)
    slices = sorted(system.slices, key=lambda part: -part.n)
    yield _slice_table(result, ((part, part.tops[0]) for part in slices), SCREEN)
    yield _slice_table(result, ((part, top) for part in slices for top in part.tops), PAGE)


def _slice_table(result: Ranked, parts: Iterable[tuple[RankSlice, TopK]], on: On) -> Table:
    rows = ((part.name + " (few)" * part.few, f"{part.n:,}", *_cells(result, top)) for part, top in parts)
    header = ("slice", "rows", *_header(result))
    caption = "Slices, each ranked by itself"
    return table(caption, header, rows, spare=SPARE, most=MOST_SLICES, each="smaller slice", on=on)


def _header(result: Ranked) -> tuple[str, ...]:
    level = interval_header(result.provenance)
    lead = ("found", "precision", level) if result.group is None else ("hit rate", level, "precision")
    return ("top", *lead, "recall", "recall interval", "lift", "lift interval")


def _cells(result: Ranked, top: TopK) -> tuple[str, ...]:
    """K, what leads with its interval, and the others."""
    precision, recall = (value_and_interval(top.measure(name)) for name in ("precision_at_k", "recall_at_k"))
    lift = top.measure("lift_at_k")
    lead = (found(top), *precision)
    if result.group is not None:
        lead = (*value_and_interval(top.measure("hit_rate_at_k")), precision[0])
    return k_text(top), *lead, *recall, number(lift.value, LIFT_DIGITS), interval(lift.low, lift.high)


def _all_described(result: Ranked) -> str:
    """What was ranked by all scores; the positives are those of one class only where there is one."""
    first = result.systems[0]
    lists = "" if result.group is None else f" in {counted(first.lists, 'list')} by {result.group!r}"
    return f"{rows_text(result.systems)}{lists}, {len(result.systems):,} {kinds(per_class=result.per_class)}"


def _described(result: Ranked, system: RankReport) -> str:
    share = system.positives / system.total
    lists = "" if result.group is None else f" in {system.lists:,} lists by {result.group!r}"
    return f"{system.n:,} rows{lists}, {share:.1%} of them {system.positive!r}"


def pictures(result: Ranked) -> dict[str, bytes]:
    """What its page shows."""
    return {GAINS: rank_figure(result)}


def tables(result: Ranked) -> dict[str, Sheet]:
    """Measures at every K, and curves."""
    return {
        "ranking.csv": measures_csv(_measure_rows(result), ("k_asked", "k_used", "worst", "best"), keys=("k_asked",)),
        **compared_tables(result.comparison),
        "gains.csv": sheet("gains", ("system", *vars(result.systems[0].curve)), _curve_rows(result)),
    }


def _measure_rows(result: Ranked) -> Iterator[MeasureRow]:
    for system in result.systems:
        parts = [("", system.tops), *((part.name, part.tops) for part in system.slices)]
        for name, tops in parts:
            for top in tops:
                used = None if top.hits is None else top.most
                for measure in top.measures:
                    more = (top.asked, used, top.worst[measure.metric], top.best[measure.metric])
                    yield MeasureRow(system.name, measure, slice=name, more=more)


def _curve_rows(result: Ranked) -> Iterator[Sequence[object]]:
    for system in result.systems:
        yield from ((system.name, *point) for point in zip(*vars(system.curve).values(), strict=True))
