"""Places are the same on every engine, Spark included."""

from __future__ import annotations

import pytest

import mercalli

ROWS = {
    "truth": ["fire", "flood"] * 20,
    "pred": ["fire", "flood", "flood", "flood"] * 10,
    "lat": [10.0, 10.0, 13.0, 13.0, None] * 8,
    "lon": [20.0, 20.5, 20.0, 359.5, 20.0] * 8,
    "fire": [str(row // 8) for row in range(40)],
}


ASKED = {
    "truth": "truth",
    "pred": "pred",
    "lat": "lat",
    "lon": "lon",
    "unit": "fire",
    "metrics": "accuracy",
    "where": True,
    "draws": 19,
    "replicates": 0,
    "cell": "50km",
    "around": "10,20",
    "rings": "100,500",
}


@pytest.fixture(scope="module")
def expected():
    return mercalli.places(ROWS, **ASKED).systems


def test_places_on_every_engine(engine, expected):
    if engine.name != "lists":  # coordinates are columns
        assert engine(mercalli.places, ROWS, **ASKED).systems == expected
