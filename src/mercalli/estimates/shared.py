"""What can be known where only some sums of a table were shared, and what rounding costs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mercalli.errors import MetricError
from mercalli.inputs.arrays import Floats
from mercalli.metrics.catalogue import PER_CLASS, WHOLE, Metric
from mercalli.stats.confusion import Confusion
from mercalli.stats.margins import CELLS, FOUND, Margins

SAME = 1e-9


def known(metric: Metric, table: str, classes: Sequence[str], contexts: int = 1) -> bool:
    """Whether a metric is a function of what is told: it is the same for two tables of which that is the same.

    Those of another statistic than a table are, for all that is asked here.

    >>> from mercalli.metrics.catalogue import parse
    >>> [known(parse("f1_macro"), table, "abcd") for table in ("found", "margins", "cells")]
    [False, True, True]
    """
    if table == CELLS or metric.needs not in (WHOLE, PER_CLASS) or metric.needs_options:
        return True
    size = len(classes)
    drawn = np.random.default_rng(0).integers(1, 50, (2, contexts, size, size + 1)).astype(np.float64)
    with np.errstate(all="ignore"):
        values = [
            metric(Confusion(each if metric.varies else each.sum(axis=1), tuple(classes)))
            for each in (drawn, _alike(drawn, table))
        ]
    return bool(np.allclose(values[0], values[1], rtol=SAME, atol=SAME, equal_nan=True))


def not_told(metric: Metric, table: str) -> MetricError:
    """A metric that what was shared does not tell."""
    what = "what is right and missed of each class" if table == FOUND else "sums of each class"
    return MetricError.about(
        f"the metric {metric.text!r}",
        f"needs more than was shared, which is {what}. If the sites agree, count again with --only {metric.name}.",
    )


def _alike(cells: Floats, table: str) -> Floats:
    """Tables of which the same is told, and the rest is another."""
    margins = Margins.of(cells)
    return (margins.found if table == FOUND else margins).cells
