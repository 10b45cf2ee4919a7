"""Derived keys: what they are written as, what they make of times and places, and what they refuse."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mercalli.engines.arrays import ArraySource
from mercalli.engines.keys import with_keys
from mercalli.errors import ColumnError, MissingError
from mercalli.inputs.faulty import FaultyValueError
from mercalli.inputs.keys.kinds import key_of
from mercalli.inputs.keys.over_place import distance
from mercalli.inputs.times import instants

TIMES = st.lists(
    st.integers(631_152_000, 2_208_988_800).map(lambda second: datetime.fromtimestamp(second, UTC)),
    min_size=1,
    max_size=30,
)


def words(text: str, **columns: list[Any]) -> list[object]:
    """The word that each row gets."""
    column = with_keys(ArraySource.check(columns), [text]).column(text)
    return [column.values[code] for code in column.codes]


def test_bins_are_called_by_their_beginning() -> None:
    ts = ["2013-04-15T05:59:59Z", "2013-04-15T06:00:00Z", None]
    assert words("bin(ts, 6h)", ts=ts) == ["2013-04-15 00:00", "2013-04-15 06:00", "(missing)"]


def test_weeks_begin_on_monday() -> None:
    assert words("bin(ts, 7d)", ts=["2013-04-14T23:59:59Z", "2013-04-15T00:00:00Z"]) == ["2013-04-08", "2013-04-15"]


@given(TIMES, st.sampled_from([("1h", "3h"), ("1h", "1d"), ("6h", "1d"), ("1d", "7d"), ("12h", "2d")]))
def test_merging_bins_equals_a_wider_bin(times: list[datetime], widths: tuple[str, str]) -> None:
    narrow, wide = (words(f"bin(ts, {width})", ts=times) for width in widths)
    inside = {}
    for first, second in zip(narrow, wide, strict=True):
        assert inside.setdefault(first, second) == second


def test_24_bins_of_an_hour_are_one_day() -> None:
    hours = [datetime(2013, 4, 15, tzinfo=UTC) + timedelta(hours=hour) for hour in range(24)]
    assert len(set(words("bin(ts, 1h)", ts=hours))) == 24
    assert set(words("bin(ts, 1d)", ts=hours)) == {"2013-04-15"}


@given(TIMES, st.randoms())
def test_keys_do_not_depend_on_row_order(times: list[datetime], random: Any) -> None:
    order = list(range(len(times)))
    random.shuffle(order)
    events = [f"e{at % 3}" for at in range(len(times))]
    shuffled = {"ts": [times[at] for at in order], "event": [events[at] for at in order]}
    for text in ("bin(ts, 6h)", "phase(ts, event=event)", "load(ts, 1h, event=event)", "bin(ts, 1d, event=event)"):
        plain = words(text, ts=times, event=events)
        assert [plain[at] for at in order] == words(text, **shuffled)


def test_time_since_the_first_item_of_each_event() -> None:
    ts = ["2013-04-15T00:00Z", "2013-04-15T07:00Z", "2014-01-01T00:00Z", "2014-01-02T00:00Z"]
    event = ["boston", "boston", "other", "other"]
    assert words("bin(ts, 6h, event=event)", ts=ts, event=event) == ["+00h", "+06h", "+00h", "+24h"]
    assert words("bin(ts, 6h, start=began)", ts=ts[:2], began=["2013-04-15T06:00Z"] * 2) == ["-6h", "+0h"]


def test_phases_follow_from_the_start() -> None:
    ts = ["2013-04-14T23:00Z", "2013-04-15T00:00Z", "2013-04-17T23:59Z", "2013-04-18T00:00Z"]
    began = ["2013-04-15T00:00Z"] * 4
    assert words("phase(ts, start=began)", ts=ts, began=began) == ["warning", "response", "response", "recovery"]
    own = "phase(ts, first hour=1h, later, start=began)".replace("first hour", "first_hour")
    assert words(own, ts=ts, began=began) == ["first_hour", "first_hour", "later", "later"]


def test_load_compares_with_the_median_bin_of_the_event() -> None:
    hours = [0, 1, 1, 2, 2, 2, 2, 2]
    ts = [datetime(2013, 4, 15, hour, tzinfo=UTC) for hour in hours]
    assert words("load(ts, 1h)", ts=ts) == ["calm", "calm", "calm", *["busy"] * 5]


def test_times_are_read_in_the_usual_ways() -> None:
    same = ["2013-09-29T06:15:26Z", "2013-09-29 12:00:26+05:45", "Sun Sep 29 06:15:26 +0000 2013", 1380435326]
    more = [1380435326000, "1380435326", 1380435326.0, datetime(2013, 9, 29, 6, 15, 26, tzinfo=UTC)]
    assert set(instants([*same, *more]).tolist()) == {1380435326_000_000}


@pytest.mark.parametrize("told", ["2013092906", 2013092906, "201309290600", "20130929060000", 2013092906.0])
def test_digits_that_are_a_year_month_day_and_hour_are_no_seconds_since_1970(told) -> None:
    assert instants([told], "UTC").tolist() == instants(["2013-09-29T06:00:00Z"]).tolist()
    with pytest.raises(FaultyValueError, match="a time without a zone"):
        instants([told])


@pytest.mark.parametrize("seconds", [1013092906, 1999999999, 2013132906, 2013093024])
def test_other_ten_digits_are_seconds_since_1970(seconds) -> None:
    assert instants([str(seconds)]).tolist() == [seconds * 1_000_000]


def test_a_zone_says_what_times_do_not() -> None:
    assert words("bin(ts, 1h, zone=Asia/Kathmandu)", ts=["2013-04-15 06:00"]) == ["2013-04-15 00:00"]


def test_dates_need_whole_days() -> None:
    assert words("bin(ts, 1d)", ts=["2013-04-15", date(2013, 4, 16)]) == ["2013-04-15", "2013-04-16"]
    with pytest.raises(ColumnError, match="is a date, and the time of the day is needed"):
        words("bin(ts, 6h)", ts=["2013-04-15"])


def test_distances_by_hand() -> None:
    assert distance(np.array(27.7172), np.array(85.3240), (28.2096, 83.9856)) == pytest.approx(142.394, abs=5e-4)
    assert distance(np.array(0.0), np.array(179.9), (0.0, -179.9)) == pytest.approx(22.239, abs=5e-4)


def test_rings_are_named_in_the_order_of_distance() -> None:
    assert words("ring(km, 10, 50)", km=[10, 10.1, 51, None]) == [
        "00 to 10 km",
        "10 to 50 km",
        "above 50 km",
        "(missing)",
    ]


@given(st.lists(st.tuples(st.floats(-80, 80), st.floats(-180, 360)), min_size=1, max_size=30))
def test_merging_cells_equals_wider_cells(points: list[tuple[float, float]]) -> None:
    lat, lon = map(list, zip(*points, strict=True))
    narrow, wide = (words(f"cell(lat, lon, {width}km, at=40)", lat=lat, lon=lon) for width in (5, 25))
    inside: dict[object, object] = {}
    for first, second in zip(narrow, wide, strict=True):
        assert inside.setdefault(first, second) == second


def test_cells_of_metres_stay_apart() -> None:
    lat, lon = [10.0, 10.0, -60.0], [179.999, 100.0, -179.999]
    for width in ("1m", "10m", "100m"):
        for word, north, east in zip(words(f"cell(lat, lon, {width})", lat=lat, lon=lon), lat, lon, strict=True):
            assert [float(part) for part in str(word).split(", ")] == pytest.approx([north, east], abs=0.001)


def test_rings_that_differ_have_names_that_differ() -> None:
    assert words("ring(km, 10.0000001, 10.0000002)", km=[1, 10.00000015]) == [
        "00 to 10.0000001 km",
        "10.0000001 to 10.0000002 km",
    ]


def test_bins_at_both_ends_of_the_calendar_have_names() -> None:
    ends = ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59.999999-14:00"]
    assert words("bin(ts, 1d)", ts=ends) == ["0000-12-31", "10000-01-01"]


BAD = {
    "bin(ts)": "needs a column of times and a width",
    "bin(ts, 6x)": "Its width must be a whole number and a unit",
    "bin(ts, 0h)": "must be above 0",
    "bin(ts, 6h, zone=Nowhere/Town)": "Its zone must be the name of a time zone",
    "bin(ts, 6h, color=red)": "has 'color', which is not known here",
    "bin(ts, 6h, event=a, start=b)": "has both an event and a start",
    "bin(other, 6h)": "There is no column 'other'",
    "phase(ts, response=72h)": "must say when each phase ends, and name the last one alone",
    "phase(ts, response=72h, warning=0h, rest)": "ends before the one in front of it",
    "load(ts, 1h, start=ts)": "has a start, which load does not need",
    "cell(lat, lon)": "needs latitude, longitude and a width",
    "bin(ts, 999999999w)": "Its width must be at most 10,000 years",
    "bin(ts, 6h, zone=UTC, zone=Asia/Kathmandu)": "says something twice",
    "bin('ts, 6h)": "has a quote that does not end",
    "phase(ts, a=1h, a)": "has two phases that are called 'a'",
    "cell(lat, lon, wide)": "where a distance is needed",
    "cell(lat, lon, 0.1m)": "from 1m to 100000km",
    "ring(km, 1, " + "9" * 400 + ")": "from 1m to 100000km",
    "cell(lat, lon, 25km, at=90)": "so near to a pole",
    "cell(lat, lon, 25km, at=nan)": "where degrees are needed",
    "ring(lat, lon, 10, around=nan 0)": "where degrees are needed",
    "ring(below, 10)": "'-1' in 'below' of the arrays (first at index 0) is no distance",
    "ring(endless, 10)": "is no distance",
    "ring(score, 10)": "is not a number",
    "cell(lat, lon, 25km, at=95)": "is no latitude",
    "ring(lat, lon, 10, around=here)": "where a point is needed",
    "ring(km, 50, 10)": "has distances out of order",
    "bin(words, 6h)": "'soon' in 'words' of the arrays (first at index 0) cannot be read as a time",
    "bin(naive, 6h)": "is a time without a zone",
    "cell(far, lon, 25km)": "'120' in 'far' of the arrays (first at index 0) is no latitude",
    "cell(lat, comma, 25km)": "is not a number",
}


@pytest.mark.parametrize("text", BAD)
def test_what_cannot_be_made_is_refused(text: str) -> None:
    columns = {
        "ts": ["2013-04-15T00:00Z"],
        "words": ["soon"],
        "naive": ["2013-04-15 00:00"],
        "lat": ["27.7"],
        "lon": ["85.3"],
        "far": ["120"],
        "comma": ["85,3"],
        "km": [3],
        "below": ["-1"],
        "endless": ["inf"],
        "score": ["1_000"],
    }
    with pytest.raises(ColumnError) as refused:
        words(text, **columns)
    assert BAD[text] in str(refused.value)


def test_a_unit_may_not_be_missing() -> None:
    source = ArraySource.check({"ts": ["2013-04-15T00:00Z", None]})
    with pytest.raises(MissingError, match=r"no unit in 'bin\(ts, 1d\)'"):
        with_keys(source, [], unit="bin(ts, 1d)")


def test_a_column_of_that_name_comes_first() -> None:
    assert key_of("language") is None
    assert words("bin(ts, 6h)", **{"bin(ts, 6h)": ["a", "b"]}) == ["a", "b"]
