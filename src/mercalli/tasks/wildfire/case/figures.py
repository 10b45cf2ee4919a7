"""The picture of a score card: the total of every model, fire by fire."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mercalli.tasks.wildfire.case.result import Card, CaseModel
from mercalli.telling.figures.sheet import GUIDE_LINE, broken, label, name_above, note_below, sheet
from mercalli.telling.figures.theme import MOST_SYSTEMS, drawable, style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


SCORES = "scores.png"
SCORES_SHOW = "The total score of every model on each fire, with intervals; dashed: predicting nothing"
POOLED = "all fires pooled"
MOST_FIRES = 30
NAME_WIDTH = 2.2
SPREAD = 0.7  # of the room of a fire, over all models


def scores_figure(models: Sequence[CaseModel]) -> bytes:
    """Fires below each other, the pooled card first, and a dot for each model."""
    shown = models[:MOST_SYSTEMS]
    cards = [[model.pooled, *(model.fires if len(model.fires) > 1 else ())][: MOST_FIRES + 1] for model in shown]
    height = 1.3 + len(cards[0]) * max(0.42, 0.16 * len(shown))
    return sheet(7.0, height, lambda figure: _scores(figure, shown, cards, len(models) - len(shown)))


def _scores(figure: Figure, models: Sequence[CaseModel], cards: Sequence[Sequence[Card]], left_out: int) -> None:
    axes = figure.add_subplot()
    for at, (model, own) in enumerate(zip(models, cards, strict=True)):
        _model(axes, model.name, own, at, (at + 0.5) / len(models) * SPREAD - SPREAD / 2)
    for place, card in enumerate(cards[0]):
        if card.nothing is not None:
            axes.vlines(card.nothing, place - 0.42, place + 0.42, **GUIDE_LINE)
    fires = [broken(card.fire or POOLED, NAME_WIDTH) for card in cards[0]]
    axes.set_yticks(range(len(fires)), fires)
    axes.set_ylim(len(fires) - 0.5, -0.5)
    label(axes, xlabel="total score", xlim=(0, 100), grid="x")
    name_above(figure)
    note_below(figure, "Dashed: predicting nothing anywhere.", left_out)


def _model(axes: Axes, name: str, cards: Sequence[Card], at: int, shift: float) -> None:
    look = style(at)
    places = [place + shift for place in range(len(cards))]
    for place, card in zip(places, cards, strict=True):
        if card.low is not None and card.high is not None:
            axes.plot([card.low, card.high], [place, place], color=look.color, linewidth=2, alpha=0.6)
    known = [(card.total, place) for place, card in zip(places, cards, strict=True) if card.total is not None]
    axes.plot(
        [total for total, _ in known],
        [place for _, place in known],
        color=look.color,
        marker=look.marker,
        linestyle="none",
        label=drawable(name),
    )
