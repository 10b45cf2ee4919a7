"""Over time: worked numbers, laws, phases, load, first finds, and bad input."""

from __future__ import annotations

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mercalli
from mercalli.errors import ColumnError, InputError, MissingError, ProfileError, SettingError, TimeError
from mercalli.profiles.check import check
from mercalli.telling.kinds import files_of

QUICK = {"time": "ts", "truth": "is", "pred": "said", "metrics": "accuracy", "replicates": 0}
START = pd.Timestamp("2024-05-01T00:00:00Z")


def items(rows):
    """Items from (hours, truth, pred) or (hours, truth, pred, event)."""
    hours, truth, pred, *event = zip(*rows, strict=True)
    times = [(START + pd.Timedelta(hours=hour)).isoformat() for hour in hours]
    return {"ts": times, "is": list(truth), "said": list(pred), **({"event": list(event[0])} if event else {})}


def table(hour, cells, event="e"):
    """Items of one table of urgent and other in one hour."""
    names = ("urgent", "other")
    return [(hour, names[i], names[j], event) for i in range(2) for j in range(2) for _ in range(cells[i][j])]


TWO_BINS = items(table(0, [[8, 2], [5, 15]]) + table(6, [[3, 3], [4, 10]]))
WEIGHTS = """
name = "two"
headline = ["dua"]
harm = "dua"
classes = ["urgent", "other"]
[critical]
urgent = 0.5
[metrics.dua]
kernel = "class_weighted_accuracy"
weights = {urgent = 5, other = 1}
"""


def found(rows=TWO_BINS, **settings):
    """The report of the only system."""
    return mercalli.over_time(rows, **{**QUICK, **settings}).systems[0]


def test_worked_values_by_bin_as_they_are_and_like_for_like():
    bins = found(event="event").parts("bin")
    assert [part.values[0] for part in bins] == ["+0h", "+6h"]
    assert [part.measure("accuracy").value for part in bins] == pytest.approx([23 / 30, 0.65])
    assert [part.alike[0].value for part in bins] == pytest.approx([0.766, 0.645714], abs=1e-6)


def test_worked_time_weighted_value():
    report = found(event="event", half_life="6h", profile=check(WEIGHTS, "two"), metrics="dua")
    assert report.measure("time_weighted(dua)").value == pytest.approx(67.5 / 92)


def test_worked_first_finds():
    rows = [
        *[(0, "urgent", "urgent", "a"), (0, "urgent", "other", "b"), (1, "urgent", "urgent", "b")],
        *[(0, "urgent", "other", "c"), (4, "urgent", "urgent", "c"), (0, "urgent", "other", "d")],
        (0, "other", "urgent", "no fact"),
    ]
    report = found(items(rows), event="event", urgent="urgent", within="6h")
    assert report.measure("found_ever").value == pytest.approx(3 / 4)
    assert report.measure("first_find_delay(horizon=6.0)").value == pytest.approx(2.75)
    assert report.measure("first_find_median").value == pytest.approx(2.5)
    assert [(fact.fact, fact.delay) for fact in report.facts] == [("d", None), ("c", 4.0), ("b", 1.0), ("a", 0.0)]


def test_a_phase_rests_on_events_and_a_bin_on_its_items():
    """Three events, each right in all of its early items or in none; the late ones are half right."""
    early = [
        (0, "urgent", pred, event)
        for event, pred in (("a", "urgent"), ("b", "urgent"), ("c", "other"))
        for _ in range(50)
    ]
    late = [(100, "urgent", pred, event) for event in "abc" for pred in ("urgent", "other") for _ in range(25)]
    report = mercalli.over_time(
        items(early + late), **{**QUICK, "replicates": 200}, event="event", width="7d", classes=["urgent", "other"]
    ).systems[0]
    phase, bin_ = report.parts("phase")[0].measure("accuracy"), report.parts("bin")[0].measure("accuracy")
    assert "units" in phase.method
    assert phase.high - phase.low > 0.9
    assert bin_.high - bin_.low < 0.15


def test_gates_look_at_delays_however_their_options_are_written():
    rows = {**items([(0, "urgent", "other", "a"), (4, "urgent", "urgent", "a")])}
    gates = ["first_find_within(hours=6)>=0.9", "first_find_within(hours=1)>=0.9", "time_weighted(accuracy)>=0.1"]
    result = mercalli.over_time(rows, **QUICK, event="event", urgent="urgent", half_life="6h", gates=gates)
    assert [gate.passed for gate in result.gates] == [True, False, True]


def test_items_and_facts_that_are_found_within_a_time_have_names_of_their_own():
    """The item that is found was answered after 2 hours; the fact was found 4 hours after its first item."""
    rows = items([(0, "urgent", "other", "a"), (4, "urgent", "urgent", "a")])
    rows["at"] = [(START + pd.Timedelta(hours=hour)).isoformat() for hour in (1, 6)]
    report = found(rows, event="event", urgent="urgent", decided="at", within=["3h"])
    assert report.measure("found_within(hours=3.0)").value == 0.5
    assert report.measure("first_find_within(hours=3.0)").value == 0


def test_where_no_item_is_urgent_there_is_nothing_to_discover():
    rows = items([(hour, "other", "urgent") for hour in range(0, 48, 6)])
    result = mercalli.over_time(rows, **QUICK, urgent="urgent", classes=["urgent", "other"])
    assert set(files_of(result)) >= {"over_time.png", "index.html"}
    assert "discovery.png" not in files_of(result)
    assert result.systems[0].measure("urgent_recall").undefined == "no item is urgent"


def test_a_row_without_event_is_told_so():
    rows = items([(0, "a", "a", "e"), (1, "a", "a", None)])
    with pytest.raises(MissingError, match="no event in 'event'"):
        found(rows, event="event")


def latencies():
    """Six urgent items, answered after 0, 2, 6 and 12 hours, two missed."""
    rows = items([(0, "urgent", "urgent")] * 4 + [(0, "urgent", "other")] * 2)
    return {**rows, "at": [(START + pd.Timedelta(hours=hour)).isoformat() for hour in (0, 2, 6, 12, 1, 1)]}


def test_worked_latencies():
    report = found(latencies(), urgent="urgent", decided="at", within=["3h"], half_life="6h")
    assert report.measure("found_within(hours=3.0)").value == pytest.approx(2 / 6)
    assert report.measure("timely_recall").value == pytest.approx(0.423950, abs=1e-6)
    trec = found(latencies(), urgent="urgent", decided="at", reading="trec_ts")
    assert trec.measure("timely_recall(reading='trec_ts')").value == pytest.approx(0.431722, abs=1e-6)


def test_an_answer_without_a_time_is_never_found_and_told():
    rows = {**latencies(), "at": [None, *latencies()["at"][1:]]}
    report = found(rows, urgent="urgent", decided="at", within=["3h"])
    assert report.measure("found_within(hours=3.0)").value == pytest.approx(1 / 6)
    assert any("count as never found" in note for note in report.notes)


def test_exact_asks_for_the_same_class():
    rows = items([(0, "fire", "flood"), (0, "flood", "flood"), (1, "other", "other")])
    assert found(rows, urgent=["fire", "flood"]).measure("urgent_recall").value == 1
    assert found(rows, urgent=["fire", "flood"], exact=True).measure("urgent_recall").value == 0.5


def test_phases_of_the_profile_feed_its_weights():
    phases = '[phases]\nresponse = {to = "6h"}\nrecovery = {}\n[when.phase.recovery.dua.weights]\nurgent = 1\n'
    report = found(event="event", profile=check(WEIGHTS + phases, "two"), metrics="dua")
    values = [part.measure("dua").value for part in report.parts("phase")]
    assert [part.values[0] for part in report.parts("phase")] == ["response", "recovery"]
    assert values == pytest.approx([55 / 70, 13 / 20])


@pytest.mark.parametrize(
    ("phases", "says"),
    [
        ('a = {to = "6h"}\nb = {to = "9h"}', "has no end"),
        ("a = {}\nb = {}", "needs `to`"),
        ('a = {to = "6h"}\nb = {to = "6h"}\nc = {}', "must end after"),
        ('a = {to = "soon"}\nb = {}', "a whole number and a unit"),
        ("a = {}", "only one phase"),
        ('a = {until = "6h"}\nb = {}', "has no setting 'until'"),
    ],
)
def test_phases_that_cannot_be_are_refused_with_their_line(phases, says):
    with pytest.raises(ProfileError, match=says) as error:
        check(f'name = "x"\nclasses = ["a", "b"]\n[phases]\n{phases}\n', "x.toml")
    assert "line" in str(error.value)


def test_load_comes_from_the_stream_of_all_messages():
    rows = items([(0, "a", "a", "e"), (1, "a", "b", "e")])
    stream = items([(0, "a", "a", "e")] + [(1, "a", "a", "e")] * 20 + [(2, "a", "a", "e")])
    report = found(rows, event="event", load=True, stream=stream)
    assert {part.values[0]: part.n for part in report.parts("load")} == {"calm": 1, "peak": 1}
    alone = found(rows, event="event", load=True)
    assert {part.values[0]: part.n for part in alone.parts("load")} == {"calm": 2}
    assert any("--stream" in note for note in alone.notes)
    with pytest.raises(InputError, match="no message at the times"):
        found(rows, event="event", stream=items([(100, "a", "a", "e")]))


def test_declared_starts_come_from_a_column_or_a_table():
    rows = items([(0, "a", "a", "e"), (7, "a", "b", "e")])
    starts = {"event": ["e"], "start": [(START + pd.Timedelta(hours=6)).isoformat()]}
    by_table = found(rows, event="event", start=starts)
    by_column = found({**rows, "began": starts["start"] * 2}, event="event", start="began")
    for report in (by_table, by_column):
        assert [part.values[0] for part in report.parts("bin")] == ["-6h", "+0h"]
        assert [part.values[0] for part in report.parts("phase")] == ["warning", "response"]
    with pytest.raises(InputError, match="no start"):
        found(rows, event="event", start={"event": ["other"], "start": starts["start"]})
    with pytest.raises(InputError, match="twice"):
        found(rows, event="event", start={"event": ["e", "e"], "start": [*starts["start"], "2024-05-02T00:00:00Z"]})
    with pytest.raises(TimeError, match=r"'17/06/2013' in 'start' of"):
        found(rows, event="event", start={"event": ["e"], "start": ["17/06/2013"]})
    with pytest.raises(InputError, match="columns event and start"):
        found(rows, event="event", start={"event": ["e"]})


def test_times_are_read_from_ids():
    ids = [str((int(START.timestamp() * 1000) + hour * 3_600_000 - 1_288_834_974_657) << 22) for hour in (0, 7)]
    rows = {"ts": ids, "is": ["a", "a"], "said": ["a", "b"]}
    assert [part.values[0] for part in found(rows, time_from_id="twitter").parts("bin")] == [
        "2024-05-01 00:00",
        "2024-05-01 06:00",
    ]
    with pytest.raises(InputError, match="lose digits"):
        found({**rows, "ts": [float(each) for each in ids]}, time_from_id="twitter")
    with pytest.raises(SettingError, match="time_from_id"):
        found(rows, time_from_id="mastodon")


@given(st.lists(st.tuples(st.integers(0, 47), st.booleans()), min_size=2, max_size=40), st.randoms())
def test_merged_bins_are_a_wider_bin_whatever_the_order(rows, random):
    made = [(hour, "a", "a" if right else "b", "e") for hour, right in rows]
    narrow, wide = (found(items(made), event="event", width=width, classes=["a", "b"]) for width in ("1h", "24h"))
    random.shuffle(made)
    again = found(items(made), event="event", width="24h", classes=["a", "b"])
    counts = {part.values[0]: (part.n, part.measure("accuracy").value) for part in wide.parts("bin")}
    assert counts == {part.values[0]: (part.n, part.measure("accuracy").value) for part in again.parts("bin")}
    for name, (n, value) in counts.items():
        day = 24 * (name == "+1d")
        inside = [part for part in narrow.parts("bin") if day <= part.hours < day + 24]
        assert sum(part.n for part in inside) == n
        assert sum(part.n * part.measure("accuracy").value for part in inside) == pytest.approx(n * value)


@pytest.mark.parametrize(
    "engine",
    [
        pd.DataFrame,
        pl.DataFrame,
        lambda rows: pl.DataFrame(rows).lazy(),
        lambda rows: duckdb.from_df(pd.DataFrame(rows)),
    ],
)
def test_engines_agree(engine):
    rows = items([(0, "u", "u", "a"), (7, "u", "o", "a"), (3, "u", "o", "b"), (9, "u", "u", "b"), (9, "o", "o", "b")])
    rows["at"] = rows["ts"]
    asked = {"event": "event", "urgent": "u", "decided": "at", "load": True, "half_life": "6h"}
    ours, theirs = found(rows, **asked), found(engine(rows), **asked)
    assert theirs.slices == ours.slices
    assert (theirs.finds, theirs.timely, theirs.facts, theirs.curves) == (
        ours.finds,
        ours.timely,
        ours.facts,
        ours.curves,
    )


def test_holes_have_no_bin_and_late_bins_say_how_many_events_they_have():
    rows = [*table(0, [[5, 5], [5, 5]], "a"), *table(0, [[5, 5], [5, 5]], "b"), *table(30, [[5, 5], [5, 5]], "a")]
    report = found(items(rows), event="event")
    assert [(part.values[0], part.events) for part in report.parts("bin")] == [("+00h", 2), ("+30h", 1)]


def test_equal_bins_are_called_steady_and_a_fall_is_shown():
    steady = items([row for hour in range(0, 48, 6) for row in table(hour, [[40, 10], [10, 40]])])
    result = mercalli.over_time(steady, **{**QUICK, "replicates": 200}, event="event")
    assert "Steady: in accuracy, no bin of 8 bins differs beyond chance, spread 0" in str(result)
    assert result.systems[0].change is None
    parts = [table(hour, [[45, 5], [5, 45]] if hour < 24 else [[20, 30], [30, 20]]) for hour in range(0, 48, 6)]
    falls = mercalli.over_time(
        items([row for part in parts for row in part]), **{**QUICK, "replicates": 200}, event="event"
    )
    assert "does not hold over time" in str(falls)
    assert falls.systems[0].change is not None
    assert falls.systems[0].change.bin == "+24h"


def test_a_change_of_the_mix_alone_is_no_change_of_the_system():
    """Class a is found in 9 of 10 cases, class b in 5 of 10; later there is more of b."""
    rows = []
    for hour in range(0, 48, 6):
        many_a, many_b = (80, 20) if hour < 24 else (20, 80)
        for name, other, n, right in (("a", "b", many_a, 0.9), ("b", "a", many_b, 0.5)):
            rows += [(hour, name, name if at < right * n else other, "e") for at in range(n)]
    result = mercalli.over_time(items(rows), **{**QUICK, "replicates": 200}, event="event")
    assert "but not like for like" in str(result)
    assert result.systems[0].change is None


def test_several_systems_are_told_apart_and_gates_look_at_gaps():
    rows = {**TWO_BINS, "other": TWO_BINS["is"]}
    settings = {**QUICK, "pred": ["said", "other"], "replicates": 100, "event": "event"}
    result = mercalli.over_time(rows, **settings, gates=["gap:bin.accuracy<=0.1", "slice:bin.accuracy>=0.5"])
    assert [(gate.system, gate.passed) for gate in result.gates if gate.gate.startswith("gap")] == [
        ("said", False),
        ("other", True),
    ]


def test_one_stream_has_bins_with_dates_and_blocks_of_time_as_units():
    rng = np.random.default_rng(0)
    rows = items([(int(hour), "a", "a" if rng.random() < 0.7 else "b") for hour in rng.integers(0, 240, 900)])
    result = mercalli.over_time(rows, **{**QUICK, "replicates": 100}, width="1d")
    assert result.systems[0].parts("bin")[0].values[0] == "2024-05-01"
    assert "over units" in result.systems[0].measure("accuracy").method


BAD = {
    "2024-05-01T00:00:00": (TimeError, "`timezone`"),
    "yesterday": (TimeError, "cannot be read as a time"),
    "1969-05-01T00:00:00Z": (TimeError, "from 1990 to 2100"),
    "2124-05-01T00:00:00Z": (TimeError, "from 1990 to 2100"),
    "2024-05-01": (TimeError, "is a date"),
    None: (MissingError, "time in 'ts'"),
}


@pytest.mark.parametrize("time", BAD)
@pytest.mark.parametrize("frame", [dict, pd.DataFrame, lambda rows: duckdb.from_df(pd.DataFrame(rows))])
def test_times_that_cannot_be_are_refused(time, frame):
    rows = items([(0, "a", "a"), (1, "a", "b")])
    kind, says = BAD[time]
    with pytest.raises(kind, match=says):
        found(frame({**rows, "ts": [rows["ts"][0], time]}))


@pytest.mark.parametrize("time", ["Sun Sep 29 06:15:26 +0000 2013", "1380435326", "1380435326000"])
def test_other_usual_ways_to_write_times_are_read(time):
    rows = {"ts": [time, time], "is": ["a", "a"], "said": ["a", "b"]}
    assert found(rows).parts("bin")[0].values == ("2013-09-29 06:00",)


def test_dates_do_for_bins_of_whole_days():
    rows = {"ts": ["2024-05-01", "2024-05-02"], "is": ["a", "a"], "said": ["a", "b"]}
    assert len(found(rows, width="1d").parts("bin")) == 2


def test_answers_before_their_messages_are_refused_with_the_row():
    rows = latencies()
    early = {**rows, "at": [*rows["at"][:-1], (START - pd.Timedelta(hours=1)).isoformat()]}
    with pytest.raises(InputError, match=r"before their messages.*index 5"):
        found(early, urgent="urgent", decided="at")


def test_an_event_that_lasts_years_is_told_with_its_row_and_too_many_bins_are_refused():
    rows = items([(0, "a", "a", "e"), (1, "a", "a", "e"), (24 * 900, "a", "a", "e")])
    report = found(rows, event="event")
    assert any("lasts 900 days" in note and "index 2" in note for note in report.notes)
    with pytest.raises(InputError, match="at most 500"):
        found(items([(hour, "a", "a", "e") for hour in range(600)]), event="event", width="1h")


@pytest.mark.parametrize(
    "settings",
    [
        {"half_life": "0h"},
        {"width": "0h"},
        {"within": []},
        {"reading": "erde"},
        {"timezone": "Mars"},
        {"half_life": "x"},
    ],
)
def test_settings_out_of_range_are_refused(settings):
    with pytest.raises(SettingError):
        found(**settings)


def test_a_start_table_needs_events_and_a_time_column_is_needed():
    with pytest.raises(ColumnError, match="event"):
        found(start={"event": ["e"], "start": ["2024-05-01T00:00:00Z"]})
    with pytest.raises(ColumnError, match="time"):
        found(time=None)
