"""Laws of statistics that travel: they add up in any order, and their text is them."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from hashlib import sha256

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mercalli.errors import SettingError, StatisticError
from mercalli.inputs.tally import Column
from mercalli.stats import entries as of_entries
from mercalli.stats.counted_parts import Part
from mercalli.stats.entries import ROWS, WEIGHT, WEIGHT_SQ, Entries, exact
from mercalli.stats.statistic import Statistic
from mercalli.stats.statistic_text import statistic_of
from tests.stats.resealing import resealed

TEXTS = st.one_of(st.none(), st.sampled_from(["fire", "calm", "a\tb", "a\\tb", "a\nb", "a\rb", "\\", "é", "\u2028x"]))
ROWS_OF = st.lists(st.tuples(TEXTS, TEXTS, st.integers(1, 9), st.sampled_from([0.0, 0.1, 0.2, 2.5])), max_size=12)


def statistic(rows, site, *, weighted=True, question=None):
    """A statistic of some rows: two texts, how many, and what each weighs."""
    columns = {name: Column.of([row[at] for row in rows]) for at, name in enumerate(("by:a", "truth"))}
    counts = np.array([row[2] for row in rows], np.int64)
    weights = np.array([row[3] for row in rows])
    sums = {WEIGHT: exact(weights), WEIGHT_SQ: exact(weights**2)} if weighted else None
    entries = Entries.of(columns, counts, sums)
    name = f"sha256:{sha256(site.encode()).hexdigest()}"
    return Statistic(
        "labels", question or {"weighted": weighted}, (Part(name, entries.total, site),), entries, repr(site)
    )


PLAIN = statistic([("x", "fire", 1, 1.0)], "A", weighted=False)


@given(ROWS_OF, ROWS_OF, ROWS_OF)
def test_any_order_and_any_brackets_give_the_same_bytes(one, two, three):
    a, b, c = (statistic(rows, site) for rows, site in zip((one, two, three), "ABC", strict=True))
    assert ((a + b) + c).text == (c + (b + a)).text == Statistic.merged([b, c, a]).text


@given(ROWS_OF, st.integers(0, 12))
def test_parts_add_up_to_the_entries_of_all_rows(rows, cut):
    whole = statistic(rows, "A") + statistic([], "B")
    parts = statistic(rows[:cut], "A") + statistic(rows[cut:], "B")
    assert parts.entries.text == whole.entries.text


@given(ROWS_OF, st.booleans())
def test_a_text_is_read_back_to_the_same_statistic(rows, weighted):
    written = statistic(rows, "A", weighted=weighted)
    assert statistic_of(written.text, "'a'") == written


@given(ROWS_OF)
def test_nothing_is_the_zero(rows):
    some = statistic(rows, "A")
    assert (some + statistic([], "B")).entries.text == some.entries.text


@given(st.text(max_size=200))
def test_no_text_of_strangers_makes_anything_but_a_named_error(text):
    with pytest.raises(StatisticError):
        statistic_of(text, "'a'")


def test_weights_add_up_without_loss():
    tenth = statistic([("x", "fire", 1, 0.1)], "A")
    third = tenth + statistic([("x", "fire", 1, 0.2)], "B")
    assert third.entries.sums[WEIGHT].tolist() == [Decimal("0.3")]


def test_a_statistic_is_not_another_thing():
    assert (PLAIN == "text", statistic([("x", "fire", 1, 1.0)], "A", weighted=False) == PLAIN) == (False, True)
    assert len({PLAIN, statistic([("x", "fire", 1, 1.0)], "A", weighted=False)}) == 1


def test_none_cannot_be_added_up():
    with pytest.raises(SettingError, match="names none"):
        Statistic.merged([])


def test_more_rows_than_are_counted_exactly_are_refused():
    many = [replace(statistic([("x", "fire", 9 * 10**14, 1.0)], site, weighted=False)) for site in "AB"]
    with pytest.raises(StatisticError, match="1,800,000,000,000,000 rows"):
        Statistic.merged(many)


def test_more_entries_than_a_file_may_have_are_refused(monkeypatch):
    monkeypatch.setattr(of_entries, "MOST_ENTRIES", 2)
    with pytest.raises(StatisticError, match=r"3 entries, and 2 are the most.*'truth' has the most values: 3"):
        statistic([("x", each, 1, 1.0) for each in "abc"], "A")


PERIODS = [
    pytest.param(("2026-11-01", "2026-11-08"), ("2026-11-07", "2026-11-09"), id="overlap"),
    pytest.param(("2026-11-01", "2026-11-08"), ("2026-11-01", "2026-11-08"), id="another version of a period"),
    pytest.param(("2026-11-01", "2026-11-30"), ("2026-11-02", "2026-11-03"), id="inside"),
    pytest.param((None, None), ("2026-11-02", "2026-11-03"), id="of any day"),
]


def dated(period, number, site="A"):
    start, end = period
    one = statistic([("x", "fire", number, 1.0)], site)
    name = f"sha256:{number:064}"
    return replace(one, parts=(replace(one.parts[0], id=name, start=start, end=end),))


@pytest.mark.parametrize(("first", "second"), PERIODS)
def test_days_of_one_site_that_overlap_are_refused(first, second):
    pair = [dated(first, 1), dated(second, 2)]
    with pytest.raises(StatisticError, match="Two parts of 'A' overlap"):
        Statistic.merged(pair)
    assert Statistic.merged(pair, allow_overlap=True).rows == 3


def test_days_that_follow_each_other_and_days_of_other_sites_add_up():
    days = [("2026-11-01", "2026-11-08"), ("2026-11-08", "2026-11-09")]
    own = [dated(period, number) for number, period in enumerate(days, 1)]
    assert Statistic.merged([*own, dated(days[0], 3, "B")]).rows == 6


def test_a_part_that_comes_twice_is_refused_also_inside_a_sum():
    a, b = statistic([], "A"), statistic([], "B")
    for pair in ([a, a], [a + b, a], [a + b, b + statistic([], "C")]):
        with pytest.raises(StatisticError, match="The same part is"):
            Statistic.merged(pair, allow_overlap=True)


OTHERS = {
    "task": (None, "task is 'labels' in one and 'scores' in the other"),
    "classes": ({"classes": {"names": ["a", "c"]}}, r"number 2 of classes.names is 'b' in one and 'c'"),
    "more classes": (
        {"classes": {"names": ["a", "b", "c"]}},
        r"classes.names is \['a', 'b'\] in one and \['a', 'b', 'c'\]",
    ),
    "policy": ({"policy": {"missing": "drop"}}, "policy.missing is 'error' in one and 'drop'.*other rules"),
    "groups": ({"units": {"groups": 64}}, "units.groups is 256 in one and 64.*not be the same units"),
    "weighted": ({"weighted": True}, "weighted is False in one and True"),
    "roles": ({"roles": {"by": ["lang"]}}, r"roles.by is \[\] in one and \['lang'\]"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_what_was_counted_otherwise_is_refused(name):
    changed, said = OTHERS[name]
    asked = {
        "classes": {"names": ["a", "b"]},
        "policy": {"missing": "error"},
        "units": {"groups": 256},
        "weighted": False,
        "roles": {"by": []},
    }
    one = statistic([], "A", weighted=False, question=asked)
    other = statistic([], "B", weighted=False, question={**asked, **(changed or {})})
    other = other if changed else replace(other, task="scores")
    with pytest.raises(StatisticError, match=said):
        one + other


GOOD = statistic([("x", "fire", 3, 1.0), ("y", "calm", 2, 1.0)], "A", weighted=False).text
PART = GOOD[GOOD.index('"parts": [') + len('"parts": [') : GOOD.index('], "columns"')]
HALF = PART.replace('"rows": 5', '"rows": 2')
PART_B = PART.replace('"A"', '"B"').replace('"rows": 5', '"rows": 0').replace("sha256:", "hmac-sha256:")
LINE = "x\tfire\t3\n"
BROKEN = {
    "nothing": ("", "first line must be a header"),
    "no header": ("a,b\n1,2\n", "first line must be a header"),
    "a result": ('{"mercalli": "evaluation"}\n', "first line must be a header"),
    "nested without end": ("[" * 100_000, "first line must be a header"),
    "another format": (
        GOOD.replace('"format": 1', '"format": 2'),
        "written in format 2, and this version reads format 1",
    ),
    "protected": (GOOD.replace('"exact"', '"hidden"'), "its counts are 'hidden'"),
    "truncated": (GOOD[:-3], "names 2 entries, and 1 whole ones are there"),
    "a line less": (GOOD.replace(LINE, ""), "names 2 entries, and 1 whole ones are there"),
    "another count": (GOOD.replace(LINE, "x\tfire\t4\n"), "seal does not hold"),
    "another header": (GOOD.replace('"A"', '"B"'), "seal does not hold"),
    "no seal": (GOOD.replace('"seal"', '"seel"'), "its header has no 'seal'"),
    "negative": (resealed(GOOD, ("\t3\n", "\t-3\n")), "'-3' is no count"),
    "a fraction": (resealed(GOOD, ("\t3\n", "\t3.5\n")), "'3.5' is no count"),
    "zero": (resealed(GOOD, ("\t3\n", "\t0\n")), "'0' is no count"),
    "no number": (resealed(GOOD, ("\t3\n", "\tx\n")), "'x' is no count"),
    "other digits": (resealed(GOOD, ("\t3\n", "\t\u0663\n")), "is no count"),
    "endless": (resealed(GOOD, ("\t3\n", f"\t{'9' * 5000}\n")), "is no count|more than"),
    "too many rows": (resealed(GOOD, ("\t3\n", "\t9000000000000000\n")), "counts more than"),
    "a leading zero": (resealed(GOOD, ("\t3\n", "\t03\n")), r"not written as Mercalli writes it \(line 2\)"),
    "a column more": (
        resealed(GOOD, ('"truth", "rows"', '"truth", "pred:a", "rows"')),
        "have 6 values.*names 4 columns",
    ),
    "a column less": (resealed(GOOD, ('"by:a", ', "")), "have 6 values.*names 2 columns"),
    "no column of rows": (resealed(GOOD, ('"rows"]', '"items"]')), "'rows' among them"),
    "a column twice": (resealed(GOOD, ('"by:a"', '"truth"')), "columns that no statistic has"),
    "strange sums": (resealed(GOOD, ('"rows"]', '"rows", "money"]')), "columns that no statistic has"),
    "no parts": (
        resealed(GOOD, (GOOD[GOOD.index('"parts": [') : GOOD.index("}}]") + 3], '"parts": []')),
        "at least one part",
    ),
    "other rows of parts": (resealed(GOOD, ('"rows": 5', '"rows": 6')), "its parts name 6 rows, and its entries 5"),
    "a part without rows": (resealed(GOOD, ('"rows": 5', '"rows": true')), "an id, a site, days or rows that are none"),
    "a part without days": (resealed(GOOD, ('"from": null', '"from": "2026-13-01"')), "days or rows that are none"),
    "a day that is none": (
        resealed(GOOD, ('"from": null, "to": null', '"from": "2026-02-30", "to": "2026-03-01"')),
        "days or rows that are none",
    ),
    "a site with codes": (resealed(GOOD, ('"site": "A"', '"site": "A\u202e"')), "an id, a site, days or rows"),
    "a part twice": (resealed(GOOD, (PART, f"{HALF}, {HALF}")), "The same part is twice in 'a.stat'"),
    "parts out of order": (resealed(GOOD, (PART, f"{PART_B}, {PART}")), "the parts in its header are not in order"),
    "a part with more": (resealed(GOOD, ('"rows": 5', '"rows": 5, "who": 1')), "must have exactly id, site"),
    "entries without number": (resealed(GOOD, ('"entries": 2', '"entries": -1')), "it has -1 entries"),
    "too many entries": (resealed(GOOD, ('"entries": 2', '"entries": 5000001')), "5000001 entries; at most 5,000,000"),
    "out of order": (resealed(GOOD, (LINE, ""), ("y\tcalm\t2\n", f"y\tcalm\t2\n{LINE}")), "not written as Mercalli"),
    "one entry twice": (resealed(GOOD, ("y\tcalm\t2\n", "x\tfire\t2\n")), "not written as Mercalli"),
    "a key twice": (resealed(GOOD, ('"task": "labels"', '"task": "labels", "task": "labels"')), "seal does not hold"),
    "a strange escape": (resealed(GOOD, ("x\tfire", "\\q\tfire")), "not written as Mercalli"),
    "NaN": (resealed(GOOD, ('"weighted": false', '"weighted": NaN')), "no JSON"),
    "no text": (resealed(GOOD, ('"weighted": false', '"weighted": "\\ud800"')), "no JSON or no text"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_whole_statistic_is_refused(name):
    text, said = BROKEN[name]
    with pytest.raises(StatisticError, match=said):
        statistic_of(text, "'a.stat'")


def test_more_entries_than_are_read_are_refused(monkeypatch):
    monkeypatch.setattr("mercalli.stats.statistic_text.MOST_ENTRIES", 1)
    with pytest.raises(StatisticError, match="it has 2 entries; at most 1 are read"):
        statistic_of(GOOD, "'a.stat'")


@pytest.mark.parametrize("sum_of", ["-1", "1e9", "inf", "1.", "9" * 500])
def test_sums_of_weights_that_are_none_are_refused(sum_of):
    text = statistic([("x", "fire", 3, 2.5)], "A").text
    with pytest.raises(StatisticError, match=f"no sum of weights in '{WEIGHT}'"):
        statistic_of(resealed(text, ("\t2.5\t", f"\t{sum_of}\t")), "'a.stat'")


@pytest.mark.parametrize("sums", ["2.5\t0", "0\t5", "2.5\t6.3", "9\t26.9", f"{'9' * 300}\t6.25", "1000000000000000\t1"])
def test_sums_that_no_weights_of_rows_have_are_refused(sums):
    text = statistic([("x", "fire", 3, 2.5)], "A").text
    with pytest.raises(StatisticError, match="no weights of rows have its sums"):
        statistic_of(resealed(text, ("\t2.5\t6.25\n", f"\t{sums}\n")), "'a.stat'")


def test_names_of_columns_end_with_the_counts():
    assert statistic([], "A").entries.names == ["by:a", "truth", ROWS, WEIGHT, WEIGHT_SQ]
