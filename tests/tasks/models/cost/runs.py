"""Made calls of several systems, with tokens, times and repeats."""

from __future__ import annotations

import numpy as np

CLASSES = ("requests_or_urgent_needs", "injured_or_dead_people", "sympathy_and_support", "not_humanitarian")
PRICES = """
[prices.big]
input = 2.5
output = 10
currency = "USD"
as_of = 2026-10-01
[prices.small]
input = 0.25
output = 1
currency = "USD"
as_of = 2026-10-01
[prices.rules]
input = 0
output = 0
currency = "USD"
as_of = 2026-10-01
"""
# Share of right answers, seconds of a call, and how often each item is asked.
SYSTEMS = {"big": (0.9, 2.0, 1), "small": (0.88, 0.5, 3), "rules": (0.4, 0.001, 1)}


def calls(items=120, seed=0):
    """A row for each call, as columns."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(len(CLASSES), items, p=[0.2, 0.1, 0.3, 0.4])
    rows = [
        (item, system, sample, *_call(rng, system, truth[item]))
        for system, (*_, repeats) in SYSTEMS.items()
        for item in range(items)
        for sample in range(repeats)
    ]
    names = ("id", "system", "sample", "output", "truth", "prompt_tokens", "completion_tokens", "latency_s")
    return {name: list(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)}


def _call(rng, system, truth):
    right, seconds, _ = SYSTEMS[system]
    said = truth if rng.random() < right else rng.integers(len(CLASSES))
    tokens = (None, None) if system == "rules" else (int(rng.integers(400, 500)), int(rng.integers(4, 8)))
    return CLASSES[said], CLASSES[truth], *tokens, round(seconds * float(np.exp(0.3 * rng.normal())), 4)


def csv(columns):
    """The same as the text of a file."""
    rows = zip(*columns.values(), strict=True)
    cells = (",".join("" if cell is None else str(cell) for cell in row) for row in rows)
    return "\n".join([",".join(columns), *cells]) + "\n"
