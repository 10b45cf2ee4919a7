"""Labels that were counted to be shared: what can be computed, and what attacks do not find."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import mercalli
from mercalli.errors import MercalliError, MetricError, SettingError, StatisticError
from mercalli.plan.statistics import PLAIN, told
from mercalli.stats.margins import CELLS, FOUND, MARGINS
from tests.stats.resealing import resealed

CLASSES = ["calm", "urgent", "fire", "flood", "quake"]
KEY = b"the key of one site, which it keeps"
RIGHT = {"truth": "truth", "pred": "one", "classes": CLASSES}
OPTIONS = {"replicates": 200}


def table(size=2_000, seed=0, **columns):
    rng = np.random.default_rng(seed)
    truth = rng.choice(CLASSES, size, p=[0.5, 0.2, 0.15, 0.1, 0.05])
    preds = {name: np.where(rng.random(size) < right, truth, rng.choice(CLASSES, size)) for name, right in SYSTEMS}
    return pd.DataFrame({"truth": truth, **preds, "lang": rng.choice(["en", "fr"], size), **columns})


SYSTEMS = [("one", 0.7), ("two", 0.6)]
TABLE = table()


def shared(rows, key=KEY, **more):
    return mercalli.count(rows, **{**RIGHT, "share": True, "key": key, **more})


def counts(statistic):
    """The entries as a dict."""
    lines = [line.split("\t") for line in statistic.body.splitlines()]
    return {tuple(names): int(rows) for *names, rows in lines}


# What it gives


@pytest.mark.parametrize(("more", "table_of"), [({}, MARGINS), ({"by": "lang"}, MARGINS), ({"only": ["mcc"]}, MARGINS)])
def test_values_are_near_those_of_all_rows_and_intervals_contain_the_rounding(more, table_of):
    statistic = shared(TABLE, **more)
    assert statistic.question["table"] == table_of
    rows = {**RIGHT, **{name: value for name, value in more.items() if name == "by"}}
    exact = mercalli.evaluate(TABLE, **rows, replicates=1_000).systems[0]
    found = mercalli.evaluate(statistic, replicates=1_000).systems[0]
    for name in ("accuracy", "f1_macro", "mcc"):
        one, other = exact.measure(name), found.measure(name)
        assert other.value == pytest.approx(one.value, abs=0.03)
        assert other.high - other.low > (one.high - one.low) * 0.97
        assert other.method == "percentile"
    assert (found.table.fitted, found.confusions, found.levels, found.routing) == (True, (), (), ())
    assert "rounded at random to multiples of 5" in found.notes[0]


def test_only_asks_for_as_little_as_its_metrics_need():
    sizes = {FOUND: 10, MARGINS: 15, CELLS: 25}
    asked = {FOUND: ["accuracy", "recall_macro"], MARGINS: "f1_macro"}
    for name, only in asked.items():
        statistic = shared(TABLE, only=only)
        assert statistic.question["table"] == name
        assert len(statistic.entries.rows) == sizes[name]


def test_few_classes_are_shared_as_cells():
    rows = TABLE[TABLE.truth.isin(CLASSES[:2]) & TABLE.one.isin(CLASSES[:2])]
    statistic = shared(rows, classes=CLASSES[:2])
    assert statistic.question["table"] == CELLS
    result = mercalli.evaluate(statistic, **OPTIONS).systems[0]
    assert (result.table.fitted, bool(result.confusions)) == (False, True)


def test_what_was_not_shared_is_refused_by_name():
    statistic = shared(TABLE, only="accuracy")
    with pytest.raises(MetricError, match=r"'f1_macro' needs more than was shared.*--only f1_macro"):
        mercalli.evaluate(statistic, metrics="f1_macro", **OPTIONS)
    report = mercalli.evaluate(statistic, **OPTIONS).systems[0].classes[0]
    assert {each.metric: each.undefined for each in report.measures}["precision"] == (
        "what was predicted of each class was not shared"
    )


def test_systems_are_evaluated_each_by_itself_and_not_compared():
    statistic = shared(TABLE, pred=["one", "two"])
    result = mercalli.evaluate(statistic, **OPTIONS)
    assert (len(result.systems), result.comparison) == (2, None)
    with pytest.raises(StatisticError, match="nothing in it compares systems"):
        mercalli.compare(statistic, **OPTIONS)


def test_classes_that_rounding_drowns_have_no_values_and_say_why():
    rows = pd.concat([TABLE[TABLE.truth != "quake"], TABLE[TABLE.truth == "quake"][:6]])
    tried = (shared(rows, key=bytes([at]) * 32) for at in range(50))
    statistic = next(each for each in tried if ("(all)", "quake", "(any)") in counts(each))
    found = mercalli.evaluate(statistic, **OPTIONS).systems[0]
    recall = next(each for each in found.classes[-1].measures if each.metric == "recall")
    assert (recall.value, recall.undefined) == (None, "fewer than 12 rows tell nothing beside the rounding of counts")
    assert any("1 class of fewer than 12 rows has no values" in note for note in found.notes)


def test_parts_add_up_and_their_noise_with_them():
    parts = [shared(table(1_000, seed), site=f"site {seed}") for seed in range(4)]
    merged = mercalli.merge(*parts)
    assert merged.text == mercalli.merge(*reversed(parts)).text
    assert merged.rows == sum(part.rows for part in parts)
    note = mercalli.evaluate(merged, **OPTIONS).systems[0].notes[0]
    assert "each number here is the sum of 4 such counts" in note


def test_rows_that_are_left_out_and_labels_outside_the_classes_are_told_rounded():
    rows = TABLE.assign(one=np.where(np.arange(len(TABLE)) % 10 == 0, None, TABLE.one))
    statistic = shared(rows, missing="drop")
    result = mercalli.evaluate(statistic, **OPTIONS).systems[0]
    assert (result.dropped, result.n + result.dropped) == (200, statistic.rows)
    wrong = mercalli.evaluate(shared(rows, missing="wrong"), **OPTIONS).systems[0]
    assert wrong.n == pytest.approx(2_000, abs=25)


# What is refused

REFUSED = [
    pytest.param({"key": None}, "needs a secret key of this site", id="no key"),
    pytest.param({"classes": None}, "must be declared", id="classes of the truth"),
    pytest.param({"unit": "lang", "public_units": True}, "cannot be shared", id="units"),
    pytest.param({"weight": "w"}, "cannot be shared", id="weights"),
    pytest.param({"by": ["lang", "team"]}, "one column to slice by can be shared", id="nested slices"),
    pytest.param({"least": 2}, "from 3 to 1,000", id="least"),
    pytest.param({"round": 2}, "from 3 to 100", id="round"),
    pytest.param({"share": False, "round": 5}, "is for counts that are shared", id="not shared"),
    pytest.param({"only": "no_such"}, "no_such", id="metric"),
]


@pytest.mark.parametrize(("more", "message"), REFUSED)
def test_what_rounding_does_not_protect_is_refused(more, message):
    rows = table(w=np.ones(2_000), team=["a", "b"] * 1_000)
    with pytest.raises(MercalliError, match=message):
        shared(rows, **more)


def test_fewer_rows_than_the_least_are_refused():
    with pytest.raises(StatisticError, match="has 9 rows, and at least 10 are shared"):
        shared(TABLE[:9])


@pytest.mark.parametrize("more", [{"share": False, "least": None, "round": None}, {"round": 10}, {"only": "accuracy"}])
def test_other_counts_are_not_added_to_shared_ones(more):
    one, other = shared(TABLE, site="A"), shared(TABLE, site="B", **more)
    with pytest.raises(StatisticError, match="cannot be added up"):
        mercalli.merge(one, other)


EDITED = [
    pytest.param(("(any)\t385\n", "(any)\t386\n"), "must be multiples of 5"),
    pytest.param(("(all)\turgent", "(all)\turges"), "has no entries of '\\(all\\)', 'urges'"),
    pytest.param(("one\tquake\tquake", "one\tquake\tcalm"), "has no entries of 'one', 'quake', 'calm'"),
    pytest.param(('"least": 10, ', ""), "and not how"),
    pytest.param(('"counts": "rounded"', '"counts": "exact"'), "its parts name"),
    pytest.param(('"table": "margins", ', ""), "its columns must be truth"),
    pytest.param(
        ('"table": "margins"', '"table": "found"'), "its table of 'found' has no entries of 'one', '\\(any\\)'"
    ),
]


@pytest.mark.parametrize(("change", "message"), EDITED)
def test_edited_files_are_refused(tmp_path, change, message):
    text = shared(TABLE, only=["f1_macro"]).text
    (tmp_path / "edited.stat").write_text(resealed(text, change))
    with pytest.raises(StatisticError, match=message):
        mercalli.read_statistic(tmp_path / "edited.stat")


def test_a_shared_file_is_read_back(tmp_path):
    statistic = shared(TABLE, by="lang", site="A")
    mercalli.write_statistic(statistic, tmp_path / "a.stat")
    assert mercalli.read_statistic(tmp_path / "a.stat") == statistic


# Attacks


def test_total_less_slices_gives_no_hidden_slice():
    """31 + 22 + 4 rows: nobody finds the 4."""
    rows = TABLE[:57].assign(lang=["en"] * 31 + ["fr"] * 22 + ["tl"] * 4)
    statistic = shared(rows, by="lang")
    assert {"tl", "fr"}.isdisjoint(statistic.text.split())
    named = sum(count for (lang, *_), count in counts(statistic).items() if lang == "en")
    everything = sum(counts(statistic).values())
    pooled = sum(count for (lang, *_), count in counts(statistic).items() if lang == "(other)")
    assert everything - named == pooled
    assert mercalli.evaluate(statistic, **OPTIONS).systems[0].n == statistic.rows


def guessed(release):
    """How often the best rule tells from a release whether one more row was there, over keys and tables."""
    seen = {0: {}, 1: {}}
    for at in range(100):
        for planted in (0, 1):
            found = release(at, planted)
            seen[planted][found] = seen[planted].get(found, 0) + 1
    return sum(max(seen[0].get(each, 0), seen[1].get(each, 0)) for each in {*seen[0], *seen[1]}) / 200


URGENT = ("(all)", "urgent", "(any)")


def urgent(size, key, calm=40, **more):
    """The released number of urgent rows beside calm ones."""
    rows = pd.DataFrame({"truth": ["urgent"] * size + ["calm"] * calm, "lang": ["en"] * (size + calm)})
    found = counts(shared(rows.assign(one=rows.truth), key=key, **more))
    return sum(count for name, count in found.items() if name[-3:] == URGENT)


def test_today_less_yesterday_does_not_tell_one_new_urgent_message():
    def difference(at, planted):
        key, before = f"key number {at:04} of some agency or other".encode(), 10 + at % 10
        return urgent(before + planted, key, calm=41 - planted) - urgent(before, key)

    assert guessed(difference) < 0.7


def test_one_new_message_cannot_be_shared_by_itself():
    with pytest.raises(StatisticError, match="at least 10 are shared"):
        shared(TABLE[:1], site="A", period="2026-11-01")


def test_two_files_with_nested_slices_do_not_tell_who_lies_between():
    """Adults from 18 and from 19: the difference is one year."""

    def difference(at, planted):
        key, base = f"key number {at:04} of some agency or other".encode(), 30 + at % 10
        return urgent(base + planted, key, calm=41 - planted, by="lang") - urgent(base, key, by="lang")

    assert guessed(difference) < 0.7


def test_merged_less_ones_own_gives_what_the_other_shared_and_is_told():
    one, two, three = (shared(table(500, seed), site=f"site {seed}") for seed in range(3))
    merged, own, other = (counts(each) for each in (one + two, one, two))
    left = {name: merged[name] - own.get(name, 0) for name in merged}
    assert {name: count for name, count in left.items() if count} == other
    assert all(count % 5 == 0 for count in left.values())
    assert any("of fewer than 3, each can take its own away" in line for line in told(one + two)[1])
    assert not any("of fewer than 3" in line for line in told(one + two + three)[1])


def test_metrics_give_no_count_that_was_not_shared():
    """A recall of .6667 of 36 is 24: here of rounded ones."""
    result = mercalli.evaluate(shared(TABLE), replicates=0).systems[0]
    for report in result.classes:
        recall = next(each.value for each in report.measures if each.metric == "recall")
        assert (recall * report.support) % 5 == pytest.approx(0, abs=1e-9)
        assert report.support % 5 == 0


def test_a_guess_of_the_counts_cannot_be_checked():
    """The id is of what was shared: tables that are rounded alike have one id, and it is no plain digest."""
    at = 0
    while True:
        key = f"key number {at:04} of some agency or other".encode()
        one, other = (shared(TABLE[:size], key=key) for size in (300, 301))
        if counts(one) == counts(other):
            break
        at += 1
    assert one.parts[0].id == other.parts[0].id
    assert not one.parts[0].id.startswith(PLAIN)


def test_asking_again_does_not_average_the_rounding_out():
    rows = TABLE.sample(frac=1, random_state=1)
    asked = [shared(each, **more) for each in (TABLE, rows) for more in ({}, {"site": "A"}, {"period": "2026-11-01"})]
    assert len({each.body for each in asked}) == 1


def test_many_systems_do_not_average_the_true_classes():
    preds = [f"copy {at}" for at in range(30)]
    statistic = shared(TABLE.assign(**dict.fromkeys(preds, TABLE.one)), pred=preds)
    told_of = [name for name in counts(statistic) if name[1] == "quake" and name[2] == "(any)"]
    assert told_of == [("(all)", "quake", "(any)")]
    two = TABLE[TABLE.truth.isin(CLASSES[:2]) & TABLE.one.isin(CLASSES[:2])]
    with pytest.raises(SettingError, match="rounding averages out"):
        shared(two.assign(**dict.fromkeys(preds, two.one)), pred=preds, classes=CLASSES[:2])


def test_names_and_free_text_stay_where_they_are():
    names = ["anna"] * 3 + ["ben"] * 5 + ["en"] * 1_992
    rows = TABLE.assign(lang=names, one=np.where(np.arange(2_000) < 5, "call me on 555-0100", TABLE.one))
    text = shared(rows, by="lang", invalid="wrong").text
    assert not any(word in text for word in ("anna", "ben", "555"))


@pytest.mark.parametrize("count", [1, 4])
def test_small_counts_are_not_made_nothing(count):
    """Over keys their mean is what they are, so that errors are not hidden and accuracy is not lifted."""
    rows = pd.DataFrame({"truth": ["urgent"] * count + ["calm"] * 40})
    keys = [f"key number {at:04} of some agency or other".encode() for at in range(150)]
    found = [counts(shared(rows.assign(one=rows.truth), key=key)).get(URGENT, 0) for key in keys]
    assert abs(np.mean(found) - count) < 4 * np.sqrt(count * (5 - count) / 150)
