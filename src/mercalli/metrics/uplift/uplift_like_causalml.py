"""Uplift and Qini as causalml reads them: the mean height of the curve above every person, over its end."""

import numpy as np

from mercalli.inputs.arrays import Floats, total
from mercalli.metrics.ratio import ratio
from mercalli.metrics.uplift.uplift_area import straight_start, uplift_curve, width
from mercalli.stats.uplift import UpliftTable


def auuc_score(table: UpliftTable) -> Floats:
    """The mean height of the uplift curve over its end; about a half for a random order.

    Up to the first score by which both arms have somebody the effect, not the curve, rises in a straight line.
    """
    curve = uplift_curve(table)
    first = np.argmin(np.isnan(table.effect), axis=-1)[..., None]
    reached, lift = (np.take_along_axis(part, first, axis=-1)[..., 0] for part in (table.people, table.effect))
    bent = lift * (reached + 1) * (2 * reached + 1) / 6 - _line(lift * reached, reached, 0.0)
    late = np.isnan(table.effect[..., 0])
    heights = _heights(curve, width(table)) + np.where(late, bent, 0.0)
    return ratio(heights, (table.total + 1) * np.abs(curve[..., -1]))


def qini_score(table: UpliftTable) -> Floats:
    """The mean height of the Qini curve above random over its end.

    The curve rises in a straight line up to the first control and is 0 as long as nobody is treated.
    """
    treated, control = table.treated.so_far, table.control.so_far
    gained = np.where(treated.mass > 0, treated.people * (treated.mean - control.mean), 0.0)
    curve = straight_start(np.where(control.mass > 0, gained, np.nan), table.people)
    end = np.where(table.treated.total.mass > 0, curve[..., -1], np.nan)
    above = _heights(curve, width(table)) - (table.total + 1) * end / 2
    return ratio(above, (table.total + 1) * np.abs(end))


def _heights(curve: Floats, steps: Floats) -> Floats:
    """Heights above every person, added up, of straight lines through the points of a curve."""
    before = np.concatenate([np.zeros_like(curve[..., :1]), curve[..., :-1]], axis=-1)
    return total(_line(curve, steps, before))


def _line(end: Floats, people: Floats, start: Floats | float) -> Floats:
    """Heights of one straight line above the first, second ... of some people, added up."""
    return (people * start + (end - start) * (people + 1) / 2) * (people > 0)
