"""Derived keys give the same slices and units on every engine."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import mercalli
from mercalli.engines.keys import with_keys
from mercalli.engines.open import source_of
from tests.engines.conftest import Engine

if TYPE_CHECKING:
    from collections.abc import Sequence

ROWS = 60
START = datetime(2013, 4, 15, 5, 30, tzinfo=UTC)
TIMES = [START + timedelta(minutes=97 * at) for at in range(ROWS)]
COLUMNS: dict[str, list[Any]] = {
    "truth": ["fire", "flood", "fire", "calm"] * (ROWS // 4),
    "pred": ["fire", "fire", "fire", "calm", "flood"] * (ROWS // 5),
    "text": [f"{time:%Y-%m-%dT%H:%M:%SZ}" for time in TIMES],
    "said": [f"{time:%a %b %d %H:%M:%S +0000 %Y}" for time in TIMES],
    "event": [f"e{at % 3}" for at in range(ROWS)],
    "lat": [27 + at / 10 for at in range(ROWS)],
    "lon": [85 - at / 7 for at in range(ROWS)],
}
KEYS = (
    *("bin(text, 6h)", "bin(said, 1d)", "bin(text, 12h, event=event)", "phase(text, event=event)", "load(text, 6h)"),
    *("load(text, 1d, event=event)", "cell(lat, lon, 200km)", "ring(lat, lon, 50, 200, around=28 84)"),
)
OF_TIMES = ("bin(time, 6h)", "bin(time, 1d, event=event)", "load(time, 1h, event=event)", "phase(time)")


def rows_of(data: object, keys: Sequence[str]) -> dict[tuple[object, ...], int]:
    """Rows by the words that they have."""
    tally = with_keys(source_of(data), keys).tally(keys, None)
    words = zip(*([column.values[code] for code in column.codes] for column in tally.columns.values()), strict=True)
    return dict(zip(words, tally.rows.tolist(), strict=True))


def test_engines_agree(engine: Engine) -> None:
    data = engine.made(COLUMNS)
    for key in KEYS:
        assert rows_of(data, [key]) == rows_of(COLUMNS, [key])


def test_engines_agree_on_times_as_such(engine: Engine) -> None:
    columns = {**COLUMNS, "time": TIMES}
    data = engine.made(columns)
    for key in OF_TIMES:
        assert rows_of(data, [key]) == rows_of(columns, [key])


def test_keys_are_slices_and_units(engine: Engine) -> None:
    data = engine.made(COLUMNS)
    roles = {"truth": "truth", "pred": "pred", "by": "bin(text, 1d)", "unit": "bin(text, 12h)"}
    system = mercalli.evaluate(data, **roles, metrics="accuracy").systems[0]
    expected = mercalli.evaluate(COLUMNS, **roles, metrics="accuracy").systems[0]
    assert system.measure("accuracy").method == "t over units left out in turn"
    assert [(part.name, part.n, part.measures) for part in system.slices] == [
        (part.name, part.n, part.measures) for part in expected.slices
    ]
