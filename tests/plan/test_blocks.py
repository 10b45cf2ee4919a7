"""Blocks of time as units, with a width that is found or named."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

import mercalli
from mercalli.errors import ColumnError

START = datetime(2013, 4, 15, tzinfo=UTC)


def rows(hours: int, right: np.ndarray) -> dict[str, list[str]]:
    """Ten items in each hour, each right with the chance of its hour."""
    rng = np.random.default_rng(3)
    times = [f"{START + timedelta(hours=hour):%Y-%m-%dT%H:%M:%SZ}" for hour in range(hours) for _ in range(10)]
    hits = rng.random(10 * hours) < np.repeat(right, 10)
    return {"ts": times, "truth": ["fire", "calm"] * (5 * hours), "hit": hits.tolist()}


def evaluated(data: dict[str, list[str]], unit: str) -> mercalli.Evaluation:
    other = {"fire": "calm", "calm": "fire"}
    pred = [truth if hit else other[truth] for truth, hit in zip(data["truth"], data["hit"], strict=True)]
    return mercalli.evaluate({**data, "pred": pred}, truth="truth", pred="pred", unit=unit, metrics="accuracy")


def test_independent_hours_are_units() -> None:
    result = evaluated(rows(48, np.full(48, 0.7)), "bin(ts)")
    assert result.provenance.roles["unit"] == "bin(ts, 1h)"
    assert not any("resemble" in note for note in result.systems[0].notes)


def test_moods_make_wider_blocks() -> None:
    right = np.repeat(np.random.default_rng(4).choice([0.4, 0.95], 20), 12)
    assert evaluated(rows(240, right), "bin(ts)").provenance.roles["unit"] == "bin(ts, 12h)"


def test_narrow_blocks_that_resemble_each_other_are_told() -> None:
    right = np.where(np.arange(240) // 12 % 2, 0.95, 0.4)
    notes = evaluated(rows(240, right), "bin(ts, 1h)").systems[0].notes
    assert any("Blocks of time (bin(ts, 1h)) still resemble their neighbours" in note for note in notes)


def test_a_few_hours_are_no_blocks() -> None:
    with pytest.raises(ColumnError, match="covers fewer than 8 hours"):
        evaluated(rows(7, np.full(7, 0.7)), "bin(ts)")


def test_a_column_with_a_comma_in_its_name_makes_blocks() -> None:
    data = rows(48, np.full(48, 0.7))
    result = evaluated({**data, "day, hour": data["ts"]}, "bin('day, hour')")
    assert result.provenance.roles["unit"] == 'bin("day, hour", 1h)'
