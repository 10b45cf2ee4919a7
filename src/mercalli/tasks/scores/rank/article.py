"""A ranking as an article: what the first K of every system hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mercalli.io.sheets import Sheet, sheet
from mercalli.tasks.scores.article import beside_board, kinds, sections
from mercalli.tasks.scores.rank.figures import rank_figure
from mercalli.tasks.scores.result import Ranked, RankReport, RankSlice, TopK, k_text
from mercalli.telling.article import (
    ALL,
    LONG,
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
from mercalli.telling.files import MeasureRow, folder, measures_csv
from mercalli.telling.words import best_first, interval_header, value_and_interval
from mercalli.text.numbers import NOTHING, count, interval, number, percent
from mercalli.text.words import counted

GAINS = "gains.png"
HITS_DIGITS = LIFT_DIGITS = 2
MOST_SLICES = 15
SPARE = ("lift interval", "recall interval", "found")


def article(result: Ranked) -> Article:
    """All systems, each by itself, then their curves; a terminal shows the best system alone, and of classes none."""
    ordered = _ordered(result)
    summary = f"{_described(result, ordered[0])}, 1 system" if len(ordered) == 1 else _all_described(result)
    each = sections(
        ordered,
        _board(result, ordered),
        lambda system: Section(system.name, tuple(_blocks(result, system)), _described(result, system)),
        per_class=result.per_class,
    )
    level = percent(result.provenance.settings["level"])
    shown = f"The share of positives found, and how many times a random order finds, with {level} bands; dashed: random"
    return Article(
        title=result.provenance.title,
        asks="what the first K hold",
        summary=summary,
        sections=(*each, Section("Gains and lift", (Picture(GAINS, shown),))),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={system.name: system.digest for system in result.systems},
    )


def _ordered(result: Ranked) -> list[RankReport]:
    """Systems by the precision of the first K that was asked for, or by the hit rate of lists; classes as they are."""
    metric = "precision_at_k" if result.group is None else "hit_rate_at_k"
    systems = list(result.systems)
    if result.per_class:
        return systems
    return best_first(systems, lambda system: system.tops[0].measure(metric), result.metrics)


def _board(result: Ranked, ordered: Sequence[RankReport]) -> Iterator[Block]:
    header = ("class" if result.per_class else "system", *_header(result))
    rows = ((system.name, *_cells(result, top)) for system in ordered for top in system.tops)
    yield table("What the first K hold", header, rows, words=("top",), spare=SPARE, on=LONG)
    yield from beside_board(ordered, f"the first {_first(ordered[0].tops[0])}", per_class=result.per_class)


def _blocks(result: Ranked, system: RankReport) -> Iterator[Block]:
    yield Verdicts.of(tuple(_verdict(result, system, top) for top in system.tops))
    yield Notes(system.notes)
    rows = (_cells(result, top) for top in system.tops)
    on = ALL if len(result.systems) == 1 else PAGE | PROMPT
    yield table("What the first K hold", _header(result), rows, spare=SPARE, on=on)
    slices = sorted(system.slices, key=lambda part: -part.n)
    yield _slice_table(result, ((part, part.tops[0]) for part in slices), SCREEN)
    yield _slice_table(result, ((part, top) for part in slices for top in part.tops), PAGE)


def _slice_table(result: Ranked, parts: Iterable[tuple[RankSlice, TopK]], on: On) -> Table:
    rows = ((part.name + " (few)" * part.few, f"{part.n:,}", *_cells(result, top)) for part, top in parts)
    header = ("slice", "rows", *_header(result))
    caption = "Slices, each ranked by itself"
    return table(caption, header, rows, spare=SPARE, most=MOST_SLICES, each="smaller slice", on=on)


def _verdict(result: Ranked, system: RankReport, top: TopK) -> str:
    """What looking at the first K finds, and what it would find in a random order."""
    if result.group is not None:
        measure = top.measure("hit_rate_at_k")
        shares = (measure.value, measure.baselines.get("random"))
        hit, random = (NOTHING if share is None else f"{share:.0%}" for share in shares)
        return (
            f"At least one {system.positive!r} is among the first {_first(top)} in {hit} of {system.lists:,} lists by "
            f"{result.group!r}; in random order it would be in {random}."
        )
    share, lift = top.measure("recall_at_k").value, top.measure("lift_at_k").value
    return (
        f"The first {_first(top)} of {count(system.total)} hold {_found(top)} of "
        f"{count(system.positives)} positives ({0 if share is None else share:.1%}), "
        f"{number(lift, LIFT_DIGITS)} times as many as in random order."
    )


def _first(top: TopK) -> str:
    """K in a sentence.

    >>> from types import SimpleNamespace as Top
    >>> _first(Top(asked=200, least=200.0, most=200.0)), _first(Top(asked=0.1, least=704.0, most=704.0))
    ('200', '704 (10%)')
    """
    share, _, used = k_text(top).partition(" = ")
    return f"{used} ({share})" if used else share


def _found(top: TopK) -> str:
    """How many positives are among the first K; a dash where there is no K."""
    return NOTHING if top.hits is None else count(round(top.hits, HITS_DIGITS))


def _header(result: Ranked) -> tuple[str, ...]:
    level = interval_header(result.provenance)
    lead = ("found", "precision", level) if result.group is None else ("hit rate", level, "precision")
    return ("top", *lead, "recall", "recall interval", "lift", "lift interval")


def _cells(result: Ranked, top: TopK) -> tuple[str, ...]:
    """K, what leads with its interval, and the others."""
    precision, recall = (value_and_interval(top.measure(name)) for name in ("precision_at_k", "recall_at_k"))
    lift = top.measure("lift_at_k")
    lead = (_found(top), *precision)
    if result.group is not None:
        lead = (*value_and_interval(top.measure("hit_rate_at_k")), precision[0])
    return k_text(top), *lead, *recall, number(lift.value, LIFT_DIGITS), interval(lift.low, lift.high)


def _all_described(result: Ranked) -> str:
    """What was ranked by all scores; the positives are those of one class only where there is one."""
    first = result.systems[0]
    lists = "" if result.group is None else f" in {counted(first.lists, 'list')} by {result.group!r}"
    return f"{counted(first.n, 'row')}{lists}, {len(result.systems):,} {kinds(per_class=result.per_class)}"


def _described(result: Ranked, system: RankReport) -> str:
    share = system.positives / system.total
    lists = "" if result.group is None else f" in {system.lists:,} lists by {result.group!r}"
    return f"{system.n:,} rows{lists}, {share:.1%} of them {system.positive!r}"


def files(result: Ranked) -> dict[str, str | bytes]:
    """The report folder: measures and curves for a spreadsheet, and a picture."""
    return folder(result, article(result), tables(result), {GAINS: rank_figure(result)})


def tables(result: Ranked) -> dict[str, Sheet]:
    """Measures at every K, and curves."""
    return {
        "ranking.csv": measures_csv(_measure_rows(result), ("k_asked", "k_used", "worst", "best"), keys=("k_asked",)),
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
