"""Uplift and Qini curves, and the area between them and a random order."""

from typing import Literal, TypeAlias

import numpy as np

from mercalli.errors import MetricError
from mercalli.inputs.arrays import Floats
from mercalli.metrics.ratio import ratio
from mercalli.stats.uplift import UpliftTable

Like: TypeAlias = Literal["sklift", "causalml"] | None

LIKES = ("sklift", "causalml")


def check_like(metric: str, like: object) -> None:
    """Refuse a reading that nobody knows."""
    if like is not None and like not in LIKES:
        raise MetricError.value(metric, "like", like, "'sklift' or 'causalml', or left out")


def uplift_curve(table: UpliftTable) -> Floats:
    """Outcomes gained by treating everyone with this score or a higher one: their effect times how many they are."""
    return straight_start(table.effect * table.people, table.people)


def qini_curve(table: UpliftTable) -> Floats:
    """Outcomes that were gained among the treated with this score or a higher one (Radcliffe): y_t - y_c n_t / n_c."""
    return straight_start(table.effect * table.treated.so_far.people, table.people)


def straight_start(curve: Floats, people: Floats) -> Floats:
    """The curve with a straight line from 0 to the first score by which it is defined.

    >>> straight_start(np.array([np.nan, np.nan, 6.0, 5.0]), np.array([1.0, 2.0, 3.0, 4.0]))
    array([2., 4., 6., 5.])
    """
    unknown = np.isnan(curve)
    if not unknown.any():
        return curve
    first = np.argmin(unknown, axis=-1)[..., None]
    slope = np.take_along_axis(curve, first, axis=-1) / np.take_along_axis(people, first, axis=-1)
    return np.where(unknown, slope * people, curve)


def area(curve: Floats, width: Floats) -> Floats:
    """Area under straight lines from (0, 0) through the points of a curve; `width` is the step to each point."""
    return (_dot(curve, width) + _dot(curve[..., :-1], width[..., 1:])) / 2


def _dot(one: Floats, two: Floats) -> Floats:
    product: Floats = np.einsum("...i,...i->...", one, two)
    return product


def above_random(curve: Floats, table: UpliftTable) -> Floats:
    """Area between the curve and the straight line to its end."""
    return area(curve, width(table)) - table.total * curve[..., -1] / 2


def width(table: UpliftTable) -> Floats:
    """People of both arms at each score."""
    return table.treated.people + table.control.people


def per_person(curve: Floats, table: UpliftTable) -> Floats:
    """Area above random with both axes divided by the number of people."""
    return ratio(above_random(curve, table), np.square(table.total))
