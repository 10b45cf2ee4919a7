"""Forests of an evaluation: its metrics side by side, and how much of each level, or of each class, was right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mercalli.results.measure import Measure, MetricCard, by_text
from mercalli.tasks.labels.figures.captions import best_and_worst, box_note, lead, order_note
from mercalli.tasks.labels.figures.names import words
from mercalli.tasks.labels.result import Evaluation, SystemReport
from mercalli.telling.figures.canvas import Canvas, Heading, Sign
from mercalli.telling.figures.forest import UNDEFINED, Block, Forest
from mercalli.telling.figures.layouts import FEW_SYSTEMS, laid_out
from mercalli.telling.figures.lettering import wrapped
from mercalli.telling.figures.theme import INK, MUTED, PAPER, RIGHT, SMALL
from mercalli.text.numbers import count, percent, value_text

MOST_SYSTEMS, MOST_CLASSES = 60, 24
TRIO = ("accuracy", "f1_weighted", "f1_macro")
DIRECTIONS = {1: "higher is better", -1: "lower is better", 0: "neither high nor low is good in itself"}


def comparison(result: Evaluation) -> Canvas:
    """comprehensive_metrics_comparison.png: standard and own metrics of every system side by side."""
    systems = _in_rows(result)
    cards = _shown_cards(result)
    blocks = [_metric_block(result, card, systems) for card in cards]
    return _forest(result, "Metrics side by side", systems, blocks, _band_notes(cards))


def actionability(result: Evaluation) -> Canvas:
    """actionability_breakdown.png: how much of each level was right, or of each class where there are no levels."""
    systems = _in_rows(result)
    levels = systems[0].levels
    if not levels:
        title = "Recall by class, because the profile has no levels"
        return _forest(result, title, systems, list(_class_blocks(systems)), _class_note(result))
    title = f"Accuracy by level of {' and '.join(dict.fromkeys(level.levels for level in levels))}"
    return _forest(result, title, systems, list(_level_blocks(systems)))


def _in_rows(result: Evaluation) -> list[SystemReport]:
    """Systems as they were given; many of them best first, and of very many the best and the worst."""
    return list(result.systems) if len(result.systems) <= FEW_SYSTEMS else best_and_worst(result, MOST_SYSTEMS)


def _forest(
    result: Evaluation, title: str, systems: Sequence[SystemReport], blocks: Sequence[Block], own: Iterable[str] = ()
) -> Canvas:
    """The whole picture, with notes of its own among those that every forest has."""
    undefined = (f"{block.title} is undefined where {reason}." for block in blocks if (reason := block.undefined))
    notes = (*order_note(result, systems), *own, *undefined, *box_note(result))
    forest = Forest(tuple(system.name for system in systems), tuple(blocks))
    return laid_out(forest, Heading(title, lead(result), tuple(_signs(result, blocks)), notes))


def _signs(result: Evaluation, blocks: Sequence[Block]) -> Iterator[Sign]:
    """The marks of a forest."""
    level = percent(result.provenance.settings["level"])
    spans = any(measure.low is not None for block in blocks for measure in block.measures)
    dot = {"color": RIGHT, "marker": "o", "markeredgecolor": INK, "markersize": 6, "linewidth": 2.0 if spans else 0.0}
    yield Sign(f"value with its {level} interval" if spans else "value; there are no intervals", dot)
    if any(block.baseline for block in blocks):
        tick = {"marker": "|", "markeredgecolor": INK, "markersize": 11, "markeredgewidth": 1.3}
        yield Sign("what always predicting the most frequent class gets", {"color": "none", **tick})
    for label in dict.fromkeys(label for block in blocks for label in block.companions):
        floor = {"marker": ">", "markersize": 5, "markerfacecolor": PAPER, "markeredgecolor": MUTED}
        yield Sign(wrapped(label, 6.0, SMALL, most=1), {"color": "none", **floor})


def _shown_cards(result: Evaluation) -> list[MetricCard]:
    """Accuracy, both F1 and the profile's own metrics if the headline has them all; else all of the headline."""
    cards = {card.metric: card for card in result.metrics}
    headline = [cards[metric] for metric in result.headline]
    own = [card for card in headline if card.own]
    if own and all(metric in result.headline for metric in TRIO):
        return [*(cards[metric] for metric in TRIO), *own]
    return [*(card for card in headline if not card.own), *own]


def _metric_block(result: Evaluation, card: MetricCard, systems: Sequence[SystemReport]) -> Block:
    """A metric; its companions are marks among few systems and words among many."""
    beside = {other.label: _measures(systems, other.metric) for other in _companions(result, card)}
    few = len(systems) <= FEW_SYSTEMS
    remark = [f"{card.metric}; {DIRECTIONS[card.direction]}", *(_in_words(*each) for each in beside.items() if not few)]
    return Block(
        title=card.label,
        remark="\n".join(remark),
        measures=_measures(systems, card.metric),
        ends=(card.lowest, card.highest),
        bands=card.bands,
        companions=beside if few else {},
    )


def _measures(systems: Sequence[SystemReport], metric: str) -> tuple[Measure, ...]:
    return tuple(system.measure(metric) for system in systems)


def _companions(result: Evaluation, card: MetricCard) -> list[MetricCard]:
    """Metrics of the profile that say how to read another and have no block of their own."""
    beside = [other for other in result.metrics if other.own and other.metric in card.beside]
    return [other for other in beside if other.metric in result.measured and other.metric not in result.headline]


def _in_words(label: str, measures: Sequence[Measure]) -> str:
    values = sorted(measure.value for measure in measures if measure.value is not None)
    ends = [value_text(value) for value in (values[0], values[-1])] if values else [UNDEFINED]
    return f"{label}: {' to '.join(dict.fromkeys(ends))}"


def _band_notes(cards: Sequence[MetricCard]) -> Iterator[str]:
    """Where bands begin, said once for all metrics that have the same."""
    edges: dict[str, list[str]] = {}
    for card in cards:
        begins = ", ".join(f"{band.name} from {band.lower:,g}" for band in card.bands)
        edges.setdefault(begins, []).append(card.metric)
    yield from (f"Bands of {', '.join(metrics)}, in greys: {begins}." for begins, metrics in edges.items() if begins)


def _level_blocks(systems: Sequence[SystemReport]) -> Iterator[Block]:
    several = len({level.levels for level in systems[0].levels}) > 1
    for at, level in enumerate(systems[0].levels):
        measures = tuple(system.levels[at].accuracy for system in systems)
        response = f"\nresponse: {level.response}" if level.response else ""
        scale = f" ({words(level.levels)})" if several else ""
        yield Block(words(level.level) + scale, f"{_rows(measures)}, weight {level.weight:g}{response}", measures)


def _class_blocks(systems: Sequence[SystemReport]) -> Iterator[Block]:
    """The classes with most rows, in their own order."""
    classes = systems[0].classes
    largest = sorted(range(len(classes)), key=lambda at: -classes[at].support)[:MOST_CLASSES]
    for at in sorted(largest):
        measures = tuple(by_text(system.classes[at].measures, "recall") for system in systems)
        yield Block(words(classes[at].name), _rows(measures), measures, baseline=False)


def _rows(measures: Iterable[Measure]) -> str:
    """How many rows values rest on, as in "n = 88 to 90"."""
    sizes = sorted(measure.n for measure in measures)
    return "n = " + " to ".join(dict.fromkeys([count(sizes[0]), count(sizes[-1])]))


def _class_note(result: Evaluation) -> Iterator[str]:
    left = len(result.systems[0].classes) - MOST_CLASSES
    if left > 0:
        yield f"The {MOST_CLASSES} classes with most rows; {left} others are left out."
