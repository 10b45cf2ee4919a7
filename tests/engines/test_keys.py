"""Derived keys give the same slices and units on every engine."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from pyarrow import table
from pyarrow.parquet import write_table

import mercalli
from mercalli.engines.keys import with_keys
from mercalli.engines.open import source_of
from mercalli.errors import ColumnError
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


ODD_TIMES = ("9999-12-31T23:59:59.999999Z", "0001-01-01T00:00:00Z", "1969-12-31T23:59:59.999999Z", "1380435326.0")


def test_engines_agree_on_odd_times(engine: Engine) -> None:
    columns = {**COLUMNS, "odd": [*ODD_TIMES] * (ROWS // 4)}
    data = engine.made(columns)
    for key in ("bin(odd, 1d)", "bin(odd, 2w)"):
        assert rows_of(data, [key]) == rows_of(columns, [key])


def parquet(tmp_path: Path, **columns: Any) -> str:
    file = tmp_path / "rows.parquet"
    write_table(table(columns), file)
    return str(file)


def test_an_hour_that_comes_twice_is_the_first_in_files_too(tmp_path: Path) -> None:
    columns = {"ts": [datetime.fromisoformat("2024-10-27T02:30"), datetime.fromisoformat("2024-03-31T02:30")]}
    key = "bin(ts, 1h, zone=Europe/Paris)"
    assert rows_of(parquet(tmp_path, **columns), [key]) == {("2024-10-27 00:00",): 1, ("2024-03-31 01:00",): 1}
    assert rows_of(columns, [key]) == {("2024-10-27 00:00",): 1, ("2024-03-31 01:00",): 1}


@pytest.mark.parametrize("zone", ["Z", "utc", "GMT", "Asia/Kathmandu"])
def test_zones_that_engines_call_otherwise(tmp_path: Path, zone: str) -> None:
    columns = {"ts": [datetime.fromisoformat("2024-10-27T02:30")]}
    key = f"bin(ts, 1h, zone={zone})"
    assert rows_of(parquet(tmp_path, **columns), [key]) == rows_of(columns, [key])


BAD_IN_FILES: dict[str, tuple[object, str]] = {
    "bin(it, 1h)": (
        datetime.fromisoformat("2024-01-01T10:00"),
        "'2024-01-01 10:00:00' in 'it' of 'rows.parquet' (first at row 1)",
    ),
    "bin(it, 6h)": (date(2024, 1, 1), "'2024-01-01' in 'it' of 'rows.parquet' (first at row 1) is a date"),
    "ring(it, 10)": (True, "True in 'it' of 'rows.parquet' (first at row 1) is not a number"),
    "ring(it, 5)": (-3.0, "-3.0 in 'it' of 'rows.parquet' (first at row 1) is no distance"),
    "ring(it, 1)": ("1_0", "'1_0' in 'it' of 'rows.parquet' (first at row 1) is not a number"),
    "bin(it, 1d)": ("2024-01-01T24:00:00+99:00", "cannot be read as a time"),
}


@pytest.mark.parametrize("key", BAD_IN_FILES)
def test_what_files_hold_is_told_as_elsewhere(tmp_path: Path, key: str) -> None:
    value, told = BAD_IN_FILES[key]
    with pytest.raises(ColumnError) as refused:
        rows_of(parquet(tmp_path, it=[value]), [key])
    assert told in str(refused.value)


def test_times_that_no_calendar_has_are_told(tmp_path: Path) -> None:
    file = parquet(tmp_path, ts=np.array(["200000-01-01"], "datetime64[us]"))
    for zone in ("UTC", "Europe/Paris"):
        with pytest.raises(ColumnError, match="'200000-01-01' is outside of the years 1 to 9999"):
            rows_of(file, [f"bin(ts, 1h, zone={zone})"])
