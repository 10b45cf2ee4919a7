"""comprehensive_metrics_comparison.png: standard and own metrics of every system side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mercalli.tasks.labels.figures.captions import box_note, in_rows, lead, order_note, signs, undefined_notes
from mercalli.telling.figures.canvas import Heading
from mercalli.telling.figures.forest import UNDEFINED, Block, Forest
from mercalli.telling.figures.layouts import FEW_SYSTEMS, laid_out
from mercalli.text.numbers import value_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.results.measure import Measure, MetricCard
    from mercalli.tasks.labels.result import Evaluation, SystemReport
    from mercalli.telling.figures.canvas import Canvas

TRIO = ("accuracy", "f1_weighted", "f1_macro")
DIRECTIONS = {1: "higher is better", -1: "lower is better", 0: "neither high nor low is good in itself"}


def comparison(result: Evaluation) -> Canvas:
    """The whole picture."""
    shown = in_rows(result)
    cards = shown_cards(result)
    forest = Forest(tuple(system.name for system in shown), tuple(_block(result, card, shown) for card in cards))
    notes = [*order_note(result, shown), *_band_notes(cards), *undefined_notes(forest), *box_note(result)]
    heading = Heading("Metrics side by side", lead(result), tuple(signs(result, forest.blocks)), tuple(notes))
    return laid_out(forest, heading)


def shown_cards(result: Evaluation) -> list[MetricCard]:
    """Accuracy, both F1 and the profile's own metrics if the headline has them all; else all of the headline."""
    cards = {card.metric: card for card in result.metrics}
    headline = [cards[metric] for metric in result.headline]
    own = [card for card in headline if card.own]
    if own and all(metric in result.headline for metric in TRIO):
        return [*(cards[metric] for metric in TRIO), *own]
    return [*(card for card in headline if not card.own), *own]


def _block(result: Evaluation, card: MetricCard, systems: Sequence[SystemReport]) -> Block:
    """A metric; its companions are marks among few systems and words among many."""
    beside = {
        other.label: tuple(system.measure(other.metric) for system in systems) for other in _companions(result, card)
    }
    few = len(systems) <= FEW_SYSTEMS
    said = [f"{card.metric}; {DIRECTIONS[card.direction]}", *(_in_words(*each) for each in beside.items() if not few)]
    return Block(
        title=card.label,
        said="\n".join(said),
        measures=tuple(system.measure(card.metric) for system in systems),
        ends=(card.lowest, card.highest),
        bands=card.bands,
        companions=beside if few else {},
    )


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
        said = ", ".join(f"{band.name} from {band.lower:,g}" for band in card.bands)
        edges.setdefault(said, []).append(card.metric)
    yield from (f"Bands of {', '.join(metrics)}, in greys: {said}." for said, metrics in edges.items() if said)
