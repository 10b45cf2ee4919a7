"""Crosses of two intervals: scales, numbers beside marks, and what a page and a file draw."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from mercalli.telling.crosses import Box, Cross, Crosses, LogScale, Span, label_places
from mercalli.telling.figures.crosses import crosses_figure
from mercalli.telling.figures.lettering import wrapped
from mercalli.telling.svg.crosses import LABEL, MARK, drawn_crosses

SHEET = (292.0, 228.0)


def crosses(count, *, spread=1.0):
    rng = np.random.default_rng(count)
    points = zip(np.exp(spread * rng.normal(size=count)), 0.7 + 0.05 * spread * rng.random(count), strict=True)
    drawn = (
        Cross(f"system {at} <b>", Span(x, 0.9 * x), Span(y, y - 0.02, y + 0.02)) for at, (x, y) in enumerate(points)
    )
    return Crosses("Cost against accuracy", "cost", "accuracy", tuple(drawn))


@pytest.mark.parametrize("spread", [1.0, 0.1, 0.0])
def test_no_number_of_ten_systems_lies_on_another_or_off_the_sheet(spread):
    plot = crosses(10, spread=spread)
    points = [(SHEET[0] * plot.x(each.across.value), SHEET[1] * plot.y(each.up.value)) for each in plot.crosses]
    boxes = [Box(x, y, *LABEL) for x, y in label_places(points, SHEET, LABEL, MARK)]
    assert all(one.overlap(two) == 0 for one, two in combinations(boxes, 2))
    assert all(box.outside(*SHEET) < 1e-9 for box in boxes)


def test_what_costs_nothing_stands_left_of_the_break():
    scale = LogScale.of([0.0, 0.01, 1.0])
    assert scale(0.0) < scale.broken < scale(0.01) < scale(1.0)
    assert scale.ticks[0][1] == "0"


@pytest.mark.parametrize("numbers", [[3.0], [0.0], [1.0, 1.01], [1e-6, 1e6], [0.2, 0.3]])
def test_every_scale_has_some_ticks_inside(numbers):
    ticks = LogScale.of(numbers).ticks
    assert 1 <= len(ticks) <= 9
    assert all(0 <= share <= 1 for share, _ in ticks)


def test_an_open_interval_is_an_arrow():
    plot = Crosses("t", "a", "b", (Cross("one", Span(1.0, 0.5, None, is_open=True), Span(0.5)),))
    assert "H348M344" in drawn_crosses(plot)


def test_names_of_systems_stay_text_on_a_page():
    assert "<b>" not in drawn_crosses(crosses(3))


def test_the_same_plot_gives_the_same_bytes():
    assert crosses_figure(crosses(4), "lead") == crosses_figure(crosses(4), "lead")


def test_the_list_of_names_breaks_no_number():
    text = wrapped("small-model, vote of 2: 2.11 USD, 0.667; on the line in 9.25% of replicates", 0.9, most=20)
    assert all(number in text.split() for number in ("2.11", "0.667;", "9.25%"))


def test_the_line_joins_no_system_that_another_dominates():
    places = {"cheap": (1.0, 0.7, False), "middle": (2.0, 0.8, True), "dear": (4.0, 0.9, False)}
    drawn = tuple(Cross(name, Span(x), Span(y), hollow, on_line=True) for name, (x, y, hollow) in places.items())
    plot = Crosses("Cost against accuracy", "cost", "accuracy", drawn)
    assert plot.line == [(plot.x(1.0), plot.y(0.7)), (plot.x(4.0), plot.y(0.9))]
