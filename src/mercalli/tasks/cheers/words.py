"""Short words for sectors and runs."""

from __future__ import annotations

from mercalli.tasks.cheers.result import ACCURACY, COVERAGE, F1, HUMIMPACT

SHORT = {F1: "F1", ACCURACY: "accuracy", HUMIMPACT: "HumImpact", COVERAGE: "coverage"}


def short(metric: str) -> str:
    """A metric as a column is headed.

    >>> short("humimpact(reading='skip_empty')")
    'HumImpact'
    """
    return SHORT.get(metric.partition("(")[0], metric)
