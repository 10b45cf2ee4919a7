"""Costs and times of systems, and the frontier, as a section of the article."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mercalli.io.sheets import Sheet, sheet
from mercalli.results.measure import Measure
from mercalli.tasks.models.cost.result import P95, PER_1000, CostReport, CostResult, Frontier, MoreFound, Place
from mercalli.tasks.models.cost.words import amount_cell, amount_text, ends_text, money, span, time_text
from mercalli.tasks.models.cost_sentences import cost_sentences, scores_of
from mercalli.tasks.models.result import ModelsResult
from mercalli.tasks.models.verdict import ordered
from mercalli.telling.article import (
    LONG,
    PAGE,
    SCREEN,
    Block,
    Cell,
    CrossPlot,
    Fold,
    Notes,
    Section,
    Sentence,
    Table,
    table,
)
from mercalli.telling.crosses import Cross, Crosses, Span
from mercalli.telling.files import MeasureRow, measures_csv
from mercalli.telling.words import signed
from mercalli.text.names import plain
from mercalli.text.numbers import interval, number, p_text, share_text
from mercalli.text.words import first_few, shown

FILES = {PER_1000: "cost_frontier.png", P95: "latency_frontier.png"}
SHORT = {
    PER_1000: "cost per 1,000",
    "cost_per_urgent_found": "per urgent found",
    "cost_per_urgent_found(found_as='level')": "per found as any urgent class",
    "tokens_per_item": "tokens per item",
    "unread_per_1000": "unread per 1,000",
    "latency_p50": "p50, s",
    P95: "p95, s",
    "latency_p99": "p99, s",
    "items_per_hour": "items per hour",
}
SPARE = ("tokens per item", "unread per 1,000", "items per hour", "p99, s", "per found as any urgent class")
TIMES = ("latency", "items_per_hour")
HOW_TO_READ = (
    "Up and to the left is better. Each cross has both intervals; an arrow is an interval without an upper limit. The "
    "line joins systems that no other beats on both and none dominates. Hollow: dominated, that is another system is "
    "shown to be {less} and not shown to be worse, or is shown to be better and not shown to be {more}."
)
MOST_NAMES = 4
LESS = {PER_1000: ("cheaper", "dearer"), P95: ("faster", "slower")}


def board_columns(result: ModelsResult) -> tuple[str, ...]:
    """The names of the columns on cost and time that stand beside the score."""
    costs = result.cost
    named = {} if costs is None else {PER_1000: f"cost per 1,000{_of_currency(costs)}", P95: "p95, s"}
    return tuple(named[metric] for metric in _beside(result))


def board_cells(result: ModelsResult, system: str) -> tuple[Cell, ...]:
    """What stands beside the score of one system."""
    costs = result.cost
    return () if costs is None else tuple(amount_cell(costs[system], metric) for metric in _beside(result))


def _beside(result: ModelsResult) -> tuple[str, ...]:
    """Which of both are known."""
    known = set() if result.cost is None else {card.metric for card in result.cost.metrics}
    return tuple(metric for metric in (PER_1000, P95) if metric in known)


def _of_currency(result: CostResult) -> str:
    return f", {result.currency}" if result.currency else ""


def cost_section(result: ModelsResult) -> Iterator[Section]:
    """Everything about cost and time, if something is known."""
    if result.cost is not None:
        yield Section("Cost and latency", tuple(_blocks(result, result.cost)), on=LONG, anchor="cost")


def _blocks(result: ModelsResult, costs: CostResult) -> Iterator[Block]:
    yield Sentence(" ".join(cost_sentences(result, ordered(result))), on=PAGE)
    yield from _tables(result, costs)
    if costs.prices is not None:
        file, dates = costs.prices
        yield Sentence(f"Prices of {dates} in {costs.currency}, from {plain(file.strip(chr(39)))}.")
    elif not costs.currency and any(each.gaps.cost < each.gaps.calls for each in costs.systems):
        yield Sentence("The currency of the costs is not given.")
    yield Notes(costs.notes)
    yield from (_frontier(result, costs, each) for each in costs.frontiers if each.places)
    yield from (Sentence(text, on=SCREEN) for each in costs.frontiers for text in _lines(each))
    if costs.more_found:
        yield Fold("What finding more urgent items costs", (_more_found(costs),))


def _tables(result: ModelsResult, costs: CostResult) -> Iterator[Table]:
    """Every measure of every system, best first, votes after their systems: costs, then times."""
    known = [measure.metric for measure in costs.systems[0].measures]
    times = [metric for metric in known if metric.startswith(TIMES)]
    yield _table(f"Cost{_of_currency(costs)}", _in_order(result, costs), [each for each in known if each not in times])
    if times:
        yield _table("Latency, from the request to the last token", _in_order(result, costs), times)


def _table(caption: str, reports: Sequence[CostReport], metrics: Sequence[str]) -> Table:
    header = ("system", *(_title(metric) for metric in metrics))
    rows: list[tuple[str | Cell, ...]] = [
        (each.name, *(amount_cell(each, name) for name in metrics)) for each in reports
    ]
    found = table(caption, header, rows, spare=SPARE, each="system", on=LONG)
    return replace(found, brief=header[1:])


def _title(metric: str) -> str:
    name, _, options = metric.partition("(")
    many = f", {options[12:-1]} at once" if name == "items_per_hour" and options else ""
    return f"{SHORT.get(metric) or SHORT[name]}{many}"


def _in_order(result: ModelsResult, costs: CostResult) -> list[CostReport]:
    """The best first; the vote of a system right after it."""
    votes = {each.name: each.vote.name for each in result.systems if each.vote is not None}
    there = {each.name for each in costs.systems}
    names = [name for each in ordered(result) for name in (each.name, votes.get(each.name)) if name in there]
    return [costs[name] for name in names]


def crosses(result: ModelsResult, costs: CostResult, each: Frontier) -> Crosses:
    """A frontier as a picture."""
    places = {place.name: place for place in each.places}
    scores = scores_of(result, each.metric)
    drawn = []
    for report in _in_order(result, costs):
        across, score = span(report, each.across), scores.get(report.name)
        if report.name in places and across is not None and score is not None and score.value is not None:
            place, up = places[report.name], Span(score.value, score.low, score.high)
            says = _said(costs, report, each, score, place)
            drawn.append(Cross(report.name, across, up, bool(place.dominated_by), place.on_line, says))
    card = next(card for card in result.metrics if card.metric == each.metric)
    named = f"cost per 1,000 items{_of_currency(costs)}" if each.across == PER_1000 else "95th percentile of latency, s"
    title = f"{'Cost' if each.across == PER_1000 else 'Latency'} against {each.metric}"
    return Crosses(title, named, each.metric, tuple(drawn), card.direction >= 0)


def _said(costs: CostResult, report: CostReport, each: Frontier, score: Measure, place: Place) -> str:
    taken = money(costs, report.measure(PER_1000).value) if each.across == PER_1000 else time_text(report, each.across)
    line = "" if place.share is None else f"; on the line in {share_text(place.share)} of replicates"
    rivals = (
        f"; dominated by {first_few([plain(name) for name in place.dominated_by], 2)}" if place.dominated_by else ""
    )
    return f"{taken}, {number(score.value, 3)}{line}{rivals}"


def how_to_read(each: Frontier, *, higher: bool) -> str:
    """What the picture of a frontier shows."""
    less, more = LESS[each.across]
    text = HOW_TO_READ.format(less=less, more=more)
    return text if higher else text.replace("Up and", "Down and", 1)


def _lines(each: Frontier) -> Iterator[str]:
    """A frontier in words."""
    less, more = LESS[each.across]
    hollow = [plain(place.name) for place in each.places if place.dominated_by]
    line = [plain(place.name) for place in each.places if place.on_line and plain(place.name) not in hollow]
    why = f"another is {less} and not shown to be worse, or better and not shown to be {more}"
    if line:
        better = f"no other system is both {less} and better on {each.metric}"
        yield f"Choose among {shown(line, limit=MOST_NAMES)}: {better}."
    if hollow:
        yield f"Leave out what is dominated: {shown(hollow, limit=MOST_NAMES)} ({why})."


def _frontier(result: ModelsResult, costs: CostResult, each: Frontier) -> CrossPlot:
    plot = crosses(result, costs, each)
    return CrossPlot(plot, how_to_read(each, higher=plot.higher), FILES[each.across])


def cost_figures(result: ModelsResult) -> dict[str, bytes]:
    """File names and PNG bytes; the same result gives the same bytes."""
    from mercalli.telling.figures.crosses import crosses_figure  # noqa: PLC0415 - matplotlib takes half a second

    costs = result.cost
    frontiers = () if costs is None else costs.frontiers
    plots = {each: crosses(result, costs, each) for each in frontiers if costs is not None and each.places}
    return {
        FILES[each.across]: crosses_figure(plot, how_to_read(each, higher=plot.higher)) for each, plot in plots.items()
    }


def _more_found(costs: CostResult) -> Table:
    header = ("system", "against", "urgent items found more", "interval", "p", f"cost of each{_of_currency(costs)}")
    rows = map(_more_cells, costs.more_found)
    return table("The dearer of two systems against the cheaper one", header, rows, words=("against",), on=PAGE)


def _more_cells(each: MoreFound) -> tuple[str | Cell, ...]:
    found, measure = each.found, each.measure
    if measure.value is None:
        cost = Cell("-", measure.undefined or "")
    else:
        cost = Cell(amount_text(measure.value), ends_text(measure))
    more, ends = signed(found.difference, digits=1), interval(found.low, found.high, digits=1)
    return each.first, each.second, more, ends, p_text(found.p_adjusted), cost


def cost_tables(costs: CostResult | None) -> dict[str, Sheet]:
    """Every measure of cost and time, and the frontiers, for a spreadsheet."""
    if costs is None:
        return {}
    rows = (MeasureRow(each.name, measure) for each in costs.systems for measure in each.measures)
    header = ("across", "metric", "system", "on_line", "share_on_line", "dominated_by")
    places = (
        (each.across, each.metric, place.name, place.on_line, place.share, "; ".join(place.dominated_by))
        for each in costs.frontiers
        for place in each.places
    )
    more = (
        (
            *(each.first, each.second, each.found.difference, each.found.low, each.found.high, each.found.p_adjusted),
            *(each.measure.value, each.measure.low, each.measure.high, each.measure.undefined),
        )
        for each in costs.more_found
    )
    titles = (
        "first",
        "second",
        "more_found",
        "low",
        "high",
        "p_adjusted",
        "cost_of_each",
        "cost_low",
        "cost_high",
        "undefined",
    )
    return {
        "costs.csv": measures_csv(rows, name="costs"),
        **({"frontiers.csv": sheet("frontiers", header, places)} if costs.frontiers else {}),
        **({"more_found.csv": sheet("more_found", titles, more)} if costs.more_found else {}),
    }
