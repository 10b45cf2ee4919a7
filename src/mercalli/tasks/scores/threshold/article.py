"""Decisions as an article: how well scores rank, from which one on to act, and what other thresholds would do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mercalli.estimates.intervals import finite_each
from mercalli.io.sheets import Sheet, sheet
from mercalli.results.measure import Measure
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
from mercalli.tasks.scores.result import MEAN, Decision, Decisions, Point, ScoreReport, ScoreSlice
from mercalli.tasks.scores.rows import rows_text
from mercalli.tasks.scores.threshold.board import HELD_OUT_WORTH, board
from mercalli.tasks.scores.threshold.class_means import ENDS
from mercalli.tasks.scores.threshold.figures import curves_figure, plots_block
from mercalli.tasks.scores.threshold.operating import POINT, OperatingPoints, explorer
from mercalli.tasks.scores.threshold.standing import decisive, held_out, ordered
from mercalli.tasks.scores.threshold.verdict import own_lines
from mercalli.tasks.scores.threshold.words import (
    PER,
    asked_of,
    asked_text,
    cases,
    money_of,
    per_thousand,
    threshold_range,
    thresholds,
)
from mercalli.telling.article import (
    LONG,
    PAGE,
    PROMPT,
    Article,
    Block,
    Cell,
    Notes,
    On,
    Picture,
    Section,
    Sentence,
    Table,
    Verdicts,
    table,
)
from mercalli.telling.files import MeasureRow, measures_csv
from mercalli.telling.svg.strip import Scale, Strip
from mercalli.telling.words import interval_header, value_and_interval
from mercalli.text.numbers import DIGITS, NOTHING, count, number, percent
from mercalli.text.words import counted

CURVES = "curves.png"
MOST_SYSTEMS, MOST_SLICES = 12, 15
RATES = ("precision", "recall", "fpr", "specificity", "f1", "accuracy")
CONSTANT = "constant"
DECIDED = ("system", "slice", "threshold", "alerts_per_1000", "precision", "recall", "fpr", "worth_per_1000", "kept")
MISSED = "bound missed"
DRAWN = "lowest to highest"
LEGEND = "The dot is the value, the bar is its interval, and the tall line is what a constant score would get"
UNASKED = "No threshold was asked for: give values and costs, or bounds, to have one chosen."


def article(result: Decisions) -> Article:
    """All systems side by side, their curves, then each by itself; a terminal shows the best one alone."""
    systems, what = ordered(result), kinds(per_class=result.per_class)
    each = sections(
        systems[:MOST_SYSTEMS],
        lambda system: Section(system.name, tuple(_blocks(result, system)), _described(result, system)),
        per_class=result.per_class,
    )
    several = len(systems) > 1
    curves = Section(f"Curves of all {what}", (Picture(CURVES, "Curves; dots are the chosen thresholds"),))
    asked = ", ".join(f"{name} {asked_text(value)}" for name, value in result.wish.items())
    return Article(
        title=result.provenance.title,
        asks="from scores to decisions",
        summary=f"{rows_text(systems)}, {len(systems)} {what if several else 'system'}"
        + (f". Asked for: {asked}" if asked else ""),
        sections=(
            *([] if not several and not result.wish else [_first_section(result, systems)]),
            *([curves] if several else []),
            *([_apart(result, systems)] if result.comparison else []),
            *each,
        ),
        metrics=result.metrics,
        provenance=result.provenance,
        digests={system.name: system.digest for system in result.systems},
        parts=parts_of(systems[:MOST_SYSTEMS]),
    )


def _first_section(result: Decisions, systems: Sequence[ScoreReport]) -> Section:
    title = f"All {kinds(per_class=result.per_class)}" if len(systems) > 1 else "Decisions at the chosen thresholds"
    return Section(title, tuple(_side_by_side(result, systems)))


def _side_by_side(result: Decisions, systems: Sequence[ScoreReport]) -> Iterator[Block]:
    """All systems, what their differences are, and what holds for all of them."""
    yield board(result, systems)
    yield from (Sentence(line, on=LONG) for line in _sure_means(result))
    if any(system.decision and system.decision.cross_fitted for system in systems):
        what = ", ".join(["Worth", "alerts"] if result.prices else ["Alerts"])
        yield Sentence(f"{what}, precision and recall are those on held-out cases.", on=LONG)
    yield Notes(tuple(shared_notes(systems))[MOST_CAUTIONS:] if len(systems) > 1 else (), on=PAGE)
    if len(systems) > MOST_SYSTEMS:
        rest = f"the tables of this folder hold {len(systems) - MOST_SYSTEMS} more"
        yield Sentence(f"What follows is about the first {MOST_SYSTEMS}; {rest}.", on=PAGE | PROMPT)
    yield _means_table(result)
    yield from beside_board(systems, per_class=result.per_class)


def _apart(result: Decisions, systems: Sequence[ScoreReport]) -> Section:
    """Who is ahead on what, and by how much."""
    metric = decisive(result, systems[0]).metric
    called = HELD_OUT_WORTH if result.prices else asked_of(result.wish, metric) if result.wish else ""
    per = PER if result.prices else 1
    return Section(APART, tuple(paired_blocks(result.comparison, result.provenance, metric, called, per=per)))


def _sure_means(result: Decisions) -> Iterator[str]:
    """How sure the means of the headline metrics are; nothing where nobody asked."""
    means = {name: result.means[name] for name in result.headline if result.macro}
    sure = [f"{name} {value_and_interval(each)[1]}" for name, each in means.items() if each.low is not None]
    if sure:
        level = percent(result.provenance.settings["level"])
        yield f"{MEAN.capitalize()}, {level} intervals over all classes together: {', '.join(sure)}."
    if any(each.method == ENDS for each in means.values()) and any(system.bins for system in result.systems):
        yield f"{MEAN.capitalize()}: intervals are wide: rows in bins are not resampled for all classes together."


def _described(result: Decisions, system: ScoreReport) -> str:
    """How many cases are positive; of weights only the share."""
    share = f"{system.positives / system.total:.1%}"
    rows = counted(system.n, "row")
    if result.provenance.roles.get("weight") is not None:
        return f"{rows}, {system.positive!r} has {share} of the weight"
    return f"{rows}, {count(system.positives)} of them {system.positive!r} ({share})"


def _blocks(result: Decisions, system: ScoreReport) -> Iterator[Block]:
    decision, alone = system.decision, len(result.systems) == 1
    own = [note for note in system.notes if alone or note not in shared_notes(result.systems)]
    yield Notes(tuple(own)[MOST_CAUTIONS if alone else 0 :], on=PAGE | PROMPT)
    if not alone and system is not ordered(result)[0]:
        yield from _own_verdict(result, system)
    if decision is None:
        yield Sentence(UNASKED, on=PAGE)
    else:
        yield outcome_table(system)
    yield explorer(result, system)
    yield plots_block(result, system, CURVES if alone else "")
    if decision is not None:
        yield Sentence(_on_held_out(decision), on=PAGE)
        yield _outcomes(result, decision)
    yield _measures(result, system, result.headline, PROMPT)
    yield _measures(result, system, [], LONG if alone or decision is None else PAGE)
    yield from _slices(result, system)


def _own_verdict(result: Decisions, system: ScoreReport) -> Iterator[Block]:
    """What the threshold of a system that is not the best comes to, or what speaks against it."""
    texts, warns = own_lines(result, system)
    yield Verdicts.of(texts, warns=warns)


def _on_held_out(decision: Decision) -> str:
    flatters = "On the rows it was chosen on, a threshold looks better than it is."
    if decision.cross_fitted is None:
        return f"{flatters} There were too few rows to hold any out."
    folds = len(decision.cross_fitted.thresholds) // decision.splits
    held_out = f"chosen on all but one of {folds} parts of the rows, counted on that part, {folds} times"
    often = f"; the mean of {decision.splits} such splits" if decision.splits > 1 else ""
    return f"{flatters} Held out: {held_out}{often}."


def outcome_table(system: ScoreReport) -> Table:
    """The 2 x 2 table of the decisions on rows held out."""
    if system.decision is None:
        return table("", (), ())
    point = held_out(system.decision)
    rows = (
        (f"is {system.positive!r}", *(_whole(system, part) for part in (point.tp, point.fn))),
        ("is not", *(_whole(system, part) for part in (point.fp, point.tn))),
    )
    where = "held-out cases" if system.decision.cross_fitted else "the cases it was chosen on"
    return table(f"Decisions on {where}", ("truth", "acted on", "left alone"), rows, on=LONG)


def _whole(system: ScoreReport, part: float) -> str:
    """A count; a mean over splits as whole cases, where cases weigh the same."""
    return count(round(part) if system.total == system.n else part)


def _outcomes(result: Decisions, decision: Decision) -> Table:
    """What a decision comes to on these rows, and on rows held out."""
    unseen, here = decision.cross_fitted, _outcome_cells(decision.chosen)
    held_out = {} if unseen is None else _outcome_cells(unseen)
    folds = NOTHING if unseen is None else threshold_range(unseen.thresholds)
    rows = [(name, *cells, *held_out.get(name, (NOTHING, NOTHING))) for name, cells in here.items()]
    first = ("threshold", thresholds(decision)[0], NOTHING, folds, NOTHING)
    header = ("outcome", "on these rows", "interval on these rows", "held out", "interval held out")
    caption = f"Results of acting at this threshold, with {percent(result.provenance.settings['level'])} intervals"
    return table(caption, header, [first, *rows], spare=header[2:3], on=LONG)


def _outcome_cells(point: Point) -> dict[str, tuple[str, str]]:
    low, high = point.measure("predicted_share").low, point.measure("predicted_share").high
    ends = NOTHING if low is None or high is None else f"{cases(PER * low)} to {cases(PER * high)}"
    alerts = per_thousand(point.tp + point.fp, point.total), ends
    known = {measure.metric for measure in point.measures}
    rates = {name: value_and_interval(point.measure(name)) for name in RATES if name in known}
    sizes = {"worth per 1,000 cases": PER, "worth of all cases": point.total}
    amounts = {} if point.worth is None else {name: money_of(point.worth, size) for name, size in sizes.items()}
    return {"alerts per 1,000": alerts, **rates, **amounts}


def _means_table(result: Decisions) -> Table:
    """The mean of every metric over all classes."""
    header = ("metric", "value", interval_header(result.provenance), "undefined because")
    rows = ((measure.metric, *value_and_interval(measure), measure.undefined or "") for measure in result.macro)
    return table(MEAN.capitalize(), header, rows, words=header[-1:], on=PAGE | PROMPT)


def _measures(result: Decisions, system: ScoreReport, metrics: Sequence[str], on: On) -> Table:
    """How well the scores rank, and what a constant score would get: some metrics, or all."""
    cards = {card.metric: card for card in result.metrics}
    places = {metric: at for at, metric in enumerate(result.headline)}
    every = sorted(system.measures, key=lambda measure: places.get(measure.metric, len(places)))
    words = ("name", "undefined because")
    level = interval_header(result.provenance)
    header = ("metric", "name", "value", level, "constant", "skill", "undefined because", DRAWN)
    rows = (
        (
            *(measure.metric, cards[measure.metric].label, *value_and_interval(measure)),
            *(number(measure.baselines.get(CONSTANT), DIGITS), number(measure.skill, 2), measure.undefined or ""),
            Cell(
                "",
                strip=Strip(measure, Scale.of(cards[measure.metric], [measure]), line=measure.baselines.get(CONSTANT)),
            ),
        )
        for measure in every
        if not metrics or measure.metric in metrics
    )
    return replace(table("How well the scores rank", header, rows, words=words, spare=words, on=on), legend=LEGEND)


def _slices(result: Decisions, system: ScoreReport) -> Iterator[Block]:
    """What the common threshold does in each slice, and the threshold that would be best there."""
    decided = system.decision is not None
    header = ("slice", "rows", "positive", result.headline[0], *(["precision", "recall", "best at"] if decided else []))
    under = " under this threshold, and the threshold that would be best in each alone" if decided else ""
    parts = sorted(system.slices, key=lambda part: -part.n)
    rows = (list(_slice_cells(result, part)) for part in parts)
    yield table(f"Slices{under}", header, rows, most=MOST_SLICES, each="smaller slice", on=LONG)
    if any(part.own is not None and part.own.broken for part in parts):
        nearest = "no threshold keeps to all bounds in that slice alone; the nearest is shown."
        yield Sentence(f"{MISSED.capitalize()}: {nearest}", on=LONG)


def _values(measures: Iterator[Measure]) -> tuple[str, ...]:
    return tuple(number(measure.value, DIGITS) for measure in measures)


def _slice_cells(result: Decisions, part: ScoreSlice) -> Iterator[str]:
    yield part.name + " (few)" * part.few
    yield f"{part.n:,}"
    yield f"{part.positives / part.total:.1%}" if part.total else NOTHING
    yield from _values(measure for measure in part.measures if measure.metric == result.headline[0])
    if part.common is not None:
        yield from _values(part.common.measure(name) for name in ("precision", "recall"))
        own = part.own
        yield NOTHING if own is None else thresholds(own)[0] + (f", {MISSED}" if own.broken else "")


def pictures(result: Decisions) -> dict[str, bytes]:
    """What its page shows."""
    return {CURVES: curves_figure(result)}


def tables(result: Decisions) -> dict[str, Sheet]:
    """Measures and operating points."""
    return {
        "scores.csv": measures_csv(_measure_rows(result)),
        **compared_tables(result.comparison),
        **({"decisions.csv": sheet("decisions", DECIDED, _decision_rows(result))} if result.wish else {}),
        "operating_points.csv": sheet("operating_points", ("system", "threshold", *POINT), _point_rows(result)),
    }


def _measure_rows(result: Decisions) -> Iterator[MeasureRow]:
    yield from (MeasureRow(MEAN, measure) for measure in result.macro)
    for system in result.systems:
        parts = [("", system.measures), *((part.name, part.measures) for part in system.slices)]
        yield from (MeasureRow(system.name, measure, slice=name) for name, measures in parts for measure in measures)


def _decision_rows(result: Decisions) -> Iterator[Sequence[object]]:
    """The threshold of every system, in all and in every slice, and what it comes to on rows held out."""
    for system in result.systems:
        own = [(part.name, part.own) for part in system.slices]
        for name, decision in [("", system.decision), *own]:
            if decision is not None:
                point = held_out(decision)
                worth = None if point.worth is None else point.worth.times(PER)[0]
                rates = (point.measure(rate).value for rate in ("precision", "recall", "fpr"))
                alerts = PER * (point.tp + point.fp) / point.total
                yield system.name, name, decision.threshold, alerts, *rates, worth, not decision.broken


def _point_rows(result: Decisions) -> Iterator[Sequence[object]]:
    """Every point; cells are empty where there is no number, and thresholds where nothing is acted on."""
    for system in result.systems:
        points = OperatingPoints.of(result, system)
        columns = (finite_each(column) for column in points.columns.values())
        yield from ((system.name, *cells) for cells in zip(points.threshold, *columns, strict=True))
