"""The same trial in the hands of every engine gives the same result."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import mercalli

ROLES = {"outcome": "y", "treatment": "t", "score": "s", "weight": "w", "propensity": "p", "unit": "site", "by": "sex"}


def trial(people=120):
    """Columns of plain Python values."""
    rng = np.random.default_rng(0)
    return {
        "y": (rng.random(people) < 0.4).astype(int).tolist(),
        "t": (np.arange(people) % 2).tolist(),
        "s": rng.normal(size=people).round(1).tolist(),
        "w": rng.integers(1, 4, people).tolist(),
        "p": rng.uniform(0.2, 0.8, people).round(2).tolist(),
        "site": [f"site {at}" for at in rng.integers(0, 12, people)],
        "sex": rng.choice(["f", "m"], people).tolist(),
    }


def sealed(result):
    """Without what the data was called."""
    return mercalli.to_json(replace(result, provenance=replace(result.provenance, origin="")))


@pytest.fixture
def made(engine):
    """Columns as a table of one engine."""
    if engine.name == "lists":
        pytest.skip("lists without a table are tested beside uplift() itself")
    return engine.made


def test_every_engine_gives_the_same_bytes(made):
    asked = {**ROLES, "replicates": 100, "k": [0.2, 30]}
    expected = mercalli.uplift(trial(), **asked)
    assert sealed(mercalli.uplift(made(trial()), **asked)) == sealed(expected)
