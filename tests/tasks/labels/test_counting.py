"""Labels counted apart and added up are evaluated as all rows together are."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mercalli
from mercalli.errors import ClassError, ColumnError, MercalliError, MissingError, SettingError, StatisticError
from tests.stats.resealing import resealed

CLASSES = ["calm", "urgent", "fire"]
KEY = b"a secret that all sites of the study share"
RIGHT = {"truth": "truth", "pred": ["one", "two"], "classes": CLASSES}
OPTIONS = {"replicates": 100}


def table(size=400, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.choice(CLASSES, size, p=[0.6, 0.3, 0.1])
    preds = {name: np.where(rng.random(size) < right, truth, rng.choice(CLASSES, size)) for name, right in SYSTEMS}
    more = {"lang": rng.choice(["en", "fr", "tl"], size), "doc": rng.integers(0, 90, size).astype(str)}
    more["team"] = rng.choice(["a", "b", "c", "d"], size)
    return pd.DataFrame({"truth": truth, **preds, **more, "w": rng.choice([0.5, 1.0, 2.25], size)})


SYSTEMS = [("one", 0.7), ("two", 0.6)]
TABLE = table()


def told(result):
    """A result without how it was made."""
    record = json.loads(mercalli.to_json(result))
    for part in (record, record.get("comparison") or {}):
        for name in ("provenance", "seal"):
            part.pop(name, None)
    return record


def counted(rows, site=None, **more):
    return mercalli.count(rows, site=site, **{**RIGHT, **more})


def shards(rows, sizes, **more):
    ends = np.cumsum([0, *sizes, len(rows)]).clip(max=len(rows))
    return [counted(rows[start:end], f"site {at}", **more) for at, (start, end) in enumerate(pairwise(ends))]


CALLS = {
    "plain": {},
    "by": {"by": "lang"},
    "unit": {"unit": "doc", "key": KEY},
    "by and unit": {"by": "lang", "unit": "doc", "key": KEY, "groups": 64},
    "public units": {"unit": "team", "public_units": True, "by": ["lang", "team"]},
    "weights": {"weight": "w", "by": "lang"},
}


@pytest.mark.parametrize("name", CALLS)
def test_three_parts_are_evaluated_and_compared_as_all_rows_are(name):
    more = CALLS[name]
    merged, whole = mercalli.merge(*shards(TABLE, [100, 50], **more)), counted(TABLE, **more)
    assert merged.entries.text == whole.entries.text
    assert told(mercalli.evaluate(merged, **OPTIONS)) == told(mercalli.evaluate(whole, **OPTIONS))
    assert told(mercalli.compare(merged, **OPTIONS)) == told(mercalli.compare(whole, **OPTIONS))


@given(st.lists(st.integers(0, 40), max_size=5), st.permutations(range(40)), st.randoms(use_true_random=False))
@settings(max_examples=12, deadline=None)
def test_any_split_in_any_order_gives_the_same_bytes(sizes, order, random):
    rows = TABLE[:40]
    parts = shards(rows.iloc[list(order)], sizes, by="lang", unit="doc", key=KEY, weight="w")
    random.shuffle(parts)
    once = mercalli.merge(*parts)
    assert once.entries.text == counted(rows, by="lang", unit="doc", key=KEY, weight="w").entries.text
    assert once.text == mercalli.merge(mercalli.merge(*parts[:2]), *parts[2:]).text


@pytest.mark.parametrize("more", [{}, {"by": "lang"}, {"unit": "doc", "by": "lang"}, {"weight": "w"}])
def test_a_statistic_is_evaluated_as_the_rows_are(more):
    rows = RIGHT | more
    public = {"public_units": True} if "unit" in more else {}
    statistic = counted(TABLE, **more, **public)
    assert told(mercalli.evaluate(statistic, **OPTIONS)) == told(mercalli.evaluate(TABLE, **rows, **OPTIONS))
    rows.pop("by", None)
    assert told(mercalli.compare(statistic, **OPTIONS)) == told(mercalli.compare(TABLE, **rows, **OPTIONS))


def test_a_profile_and_its_contexts_are_counted():
    rows = {"truth": ["not_humanitarian", "caution_and_advice"] * 30, "pred": ["not_humanitarian"] * 60}
    rows |= {"event": ["a", "b"] * 30}
    asked = {"truth": "truth", "pred": "pred", "profile": "humaid", "by": "event"}
    statistic = mercalli.count(rows, **asked)
    assert told(mercalli.evaluate(statistic, **OPTIONS)) == told(mercalli.evaluate(rows, **asked, **OPTIONS))


def test_every_engine_gives_the_same_file(tmp_path):
    TABLE.to_csv(tmp_path / "rows.csv", index=False)
    pl.from_pandas(TABLE).write_parquet(tmp_path / "rows.parquet")
    more = {"by": "lang", "unit": "doc", "key": KEY, "weight": "w"}
    arrays = {name: TABLE[name].to_numpy() for name in TABLE}
    sources = [TABLE, pl.from_pandas(TABLE), arrays, str(tmp_path / "rows.csv"), str(tmp_path / "rows.parquet")]
    assert len({counted(source, **more).text for source in sources}) == 1


def test_rows_that_stand_for_several_are_counted_so():
    grouped = TABLE.groupby(["truth", "one", "two"]).size().rename("n").reset_index()
    assert counted(grouped, count="n").entries.text == counted(TABLE).entries.text


def test_units_are_groups_that_only_the_key_tells():
    rows = {"truth": ["calm", "fire"], "pred": ["calm", "calm"], "doc": ["anna", "ben"]}
    asked = {"truth": "truth", "pred": "pred", "classes": CLASSES, "unit": "doc"}
    text = mercalli.count(rows, **asked, key=KEY).text
    assert "anna" not in text
    groups = {f"{sha256(KEY + unit.encode()).digest()[0]:02x}" for unit in ("anna", "ben")}
    assert set(mercalli.count(rows, **asked, key=KEY).entries.columns["unit:doc"].values) == groups
    assert mercalli.count(rows, **asked, key=b"another secret of the same length").text != text


def test_an_id_of_a_part_does_not_tell_its_counts_without_the_key():
    plain, keyed, other = (counted(TABLE, key=key) for key in (None, KEY, KEY + b"!"))
    assert plain.parts[0].id.startswith("sha256:")
    assert keyed.parts[0].id.startswith("hmac-sha256:")
    assert keyed.parts[0].id != other.parts[0].id
    assert keyed.entries.text == plain.entries.text


def test_free_text_stays_where_it_is():
    rows = {"truth": ["calm"] * 5, "pred": ["calm"] * 4 + ["call me on 555-0100"]}
    statistic = mercalli.count(rows, truth="truth", pred="pred", classes=CLASSES, invalid="wrong")
    assert "555" not in statistic.text
    assert statistic.entries.columns["pred:pred"].values == ("(other)", "calm")
    assert mercalli.evaluate(statistic, replicates=0).systems[0].measure("accuracy").value == 0.8


@pytest.mark.parametrize("missing", ["wrong", "drop"])
def test_rows_without_a_prediction_count_as_they_do_in_rows(missing):
    rows = {
        "truth": ["calm", "fire", "fire", None if missing == "drop" else "fire"],
        "pred": ["calm", None, "fire", "na"],
    }
    asked = {"truth": "truth", "pred": "pred", "classes": CLASSES, "missing": missing}
    statistic = mercalli.count(rows, **asked)
    assert told(mercalli.evaluate(statistic, replicates=0)) == told(mercalli.evaluate(rows, **asked, replicates=0))


def test_a_site_without_rows_is_a_part():
    nothing = counted(TABLE[:0], "nobody")
    assert (nothing.rows, len(nothing.parts)) == (0, 1)
    assert (nothing + counted(TABLE, "all")).rows == len(TABLE)


def test_classes_that_only_the_truth_has_are_kept_as_that():
    asked = {"truth": "truth", "pred": "one"}
    statistic = mercalli.count(TABLE, **asked)
    assert told(mercalli.evaluate(statistic, replicates=0)) == told(mercalli.evaluate(TABLE, **asked, replicates=0))
    fewer = mercalli.count(TABLE[TABLE.truth != "fire"], **asked, invalid="wrong", site="B")
    with pytest.raises(StatisticError, match="names is"):
        statistic + fewer


def test_some_systems_and_slices_are_chosen():
    statistic = counted(TABLE, by=["lang", "doc"])
    one = mercalli.evaluate(statistic, pred={"first": "one"}, by="lang", replicates=0)
    assert [system.name for system in one.systems] == ["first"]
    assert {part.columns for part in one.systems[0].slices} == {("lang",)}


def test_a_file_is_data_wherever_a_statistic_is(tmp_path):
    mercalli.write_statistic(counted(TABLE), tmp_path / "a.stat.gz")
    assert mercalli.evaluate(str(tmp_path / "a.stat.gz"), replicates=0).systems[0].n == len(TABLE)
    assert mercalli.merge(tmp_path / "a.stat.gz").rows == len(TABLE)


DATA = {"truth": ["calm", "fire"], "pred": ["calm", "fire"], "doc": ["a", "b"]}
PLAIN = {"truth": "truth", "pred": "pred", "classes": CLASSES}
UNIT = {**PLAIN, "unit": "doc"}
REFUSED = {
    "no key": (UNIT, SettingError, "needs a key"),
    "ids as slices": ({**UNIT, "by": "doc", "key": KEY}, SettingError, "units would stand there one by one"),
    "odd groups": ({**UNIT, "groups": 100, "key": KEY}, SettingError, "one of 16, 32, 64, 128, 256; found 100"),
    "public without unit": ({**PLAIN, "public_units": True}, SettingError, "is for a unit, and none is named"),
    "a task": ({**PLAIN, "task": "maps"}, SettingError, "`task` must be one of 'labels'"),
    "a site": ({**PLAIN, "site": " "}, SettingError, "a name that can be printed"),
    "a site with blanks": ({**PLAIN, "site": "A "}, SettingError, "a name that can be printed"),
    "a site with codes": ({**PLAIN, "site": "A\x1b[31m"}, SettingError, "a name that can be printed"),
    "a short key": ({**UNIT, "key": b"short"}, SettingError, "at least 32 characters; found 5"),
    "an option of another task": (
        {**PLAIN, "horizons": 3},
        SettingError,
        "not counted for 'labels'.*takes: truth, pred",
    ),
    "no days": ({**PLAIN, "period": "November"}, SettingError, "a day, or two with / between them"),
    "days back": ({**PLAIN, "period": "2026-11-08/2026-11-01"}, SettingError, "a day, or two"),
    "no day of the calendar": ({**PLAIN, "period": "2026-02-30"}, SettingError, "a day, or two"),
    "a class like no class": (
        {**PLAIN, "classes": ["calm", "fire", "(other)"]},
        StatisticError,
        "is called '\\(other\\)'",
    ),
    "a class that is not declared": ({**PLAIN, "classes": ["calm", "urgent"]}, ClassError, "'fire'"),
    "truth as slice": ({**PLAIN, "by": "truth"}, ColumnError, "two parts of one name"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_counted_is_refused(name):
    asked, kind, said = REFUSED[name]
    with pytest.raises(kind, match=said):
        mercalli.count(DATA, **asked)


def test_labels_that_are_missing_are_told_where_the_rows_are():
    with pytest.raises(MissingError, match="has no truth"):
        mercalli.count({"truth": ["calm", None], "pred": ["calm", "calm"]}, **PLAIN)


def test_outputs_of_language_models_have_to_be_read_before():
    outputs = ["The answer is: calm.", "I think that this message is about a fire, so: fire"]
    with pytest.raises(ColumnError, match="holds outputs of a language model"):
        mercalli.count({"truth": ["calm", "fire"], "pred": outputs}, **PLAIN)


EVALUATED = {
    "truth": ({"truth": "truth"}, "`truth` is for rows, and the data is a statistic"),
    "unit": ({"unit": "doc"}, "`unit` is for rows"),
    "weight": ({"weight": "w"}, "`weight` is for rows"),
    "classes": ({"classes": CLASSES}, "`classes` is for rows"),
    "answers": ({"answers": "strict"}, "`answers` is for rows"),
    "another system": ({"pred": "three"}, "not counted with the system 'three'; it has 'one', 'two'.*--pred three"),
    "another slice": ({"by": "doc"}, "not counted with the slice 'doc'; it has 'lang'.*--by doc"),
    "another policy": ({"missing": "drop"}, "`missing` is 'drop', and the statistic was counted with 'error'"),
    "another profile": ({"profile": "humaid"}, "profile 'humaid' has no class 'calm'"),
    "confidence": ({"confidence": {"one": "sure"}}, "no column 'sure'"),
}


@pytest.mark.parametrize("name", EVALUATED)
def test_what_was_not_counted_is_refused_with_the_count_that_would_have_it(name):
    asked, said = EVALUATED[name]
    with pytest.raises(MercalliError, match=said):
        mercalli.evaluate(counted(TABLE, by="lang"), replicates=0, **asked)


def test_a_profile_that_is_another_one_by_now_has_to_be_named():
    statistic = counted(TABLE)
    older = replace(statistic, question={**statistic.question, "profile": {"name": "generic", "digest": "sha256:0"}})
    with pytest.raises(MercalliError, match="which is another one by now"):
        mercalli.evaluate(older, replicates=0)
    assert mercalli.evaluate(older, profile="generic", replicates=0).systems[0].n == len(TABLE)


def test_a_function_that_needs_rows_says_so():
    with pytest.raises(StatisticError, match="holds counts and no rows"):
        mercalli.parity(counted(TABLE), truth="truth", pred="one", by="lang")


@pytest.mark.parametrize(
    ("function", "column", "needed"),
    [(mercalli.multilabel, "pred", "multilabel"), (mercalli.threshold, "score", "scores")],
)
def test_functions_that_take_another_statistic_say_what_this_one_is_for(function, column, needed):
    with pytest.raises(StatisticError, match=f"needs one of {needed}.*It is for mercalli evaluate or mercalli compare"):
        function(counted(TABLE), **{"truth": "truth", column: "one"})


def changed(path, value):
    """A statistic whose header says something else, as a stranger may seal it."""
    statistic = counted(TABLE, by="lang", unit="doc", key=KEY)
    question = json.loads(json.dumps(statistic.question))
    *way, last = path
    inner = question
    for name in way:
        inner = inner[name]
    inner[last] = value
    return replace(statistic, question=question)


HEADERS = [
    (("classes", "names"), ["calm", "urgent"], "'fire', which is none of the classes"),
    (("classes", "names"), [*CLASSES, "(other)"], "a class '\\(other\\)', as predictions outside"),
    (("classes",), {"names": [*CLASSES, "flood"], "declared": False}, "no row of the truth has 'flood'"),
    (("units", "groups"), 16, "a unit '..', which is none of its groups"),
    (("units", "key"), "x", "a key that is none"),
    (("units", "key"), {}, "cannot be read"),
    (("classes", "names"), "calm", "settings that no statistic of labels has|cannot be read"),
    (("classes", "declared"), "yes", "cannot be read|settings"),
    (("roles", "systems"), [], "no system"),
    (("roles", "systems"), ["one", "one"], "two parts of one name"),
    (("roles", "systems"), ["one", 2], "cannot be read"),
    (("roles", "by"), [], "its columns must be unit:doc, truth"),
    (("roles", "unit"), None, "units without a column"),
    (("units", "groups"), 7, "unknown number of groups"),
    (("units", "groups"), 256.0, "unknown number of groups"),
    (("units", "key"), None, "groups without a key"),
    (("units", "scope"), "names", "settings"),
    (("policy", "missing"), "guess", "cannot be read"),
    (("policy",), {"missing": "drop"}, "settings"),
    (("weighted",), True, "its columns must be"),
    (("more",), 1, "settings"),
]


@pytest.mark.parametrize(("path", "value", "said"), HEADERS)
def test_a_header_that_lies_is_refused(tmp_path, path, value, said):
    forged = changed(path, value)
    (tmp_path / "a.stat").write_text(forged.text, encoding="utf-8")
    with pytest.raises(StatisticError, match=said):
        mercalli.read_statistic(tmp_path / "a.stat")


LABELS = {
    "a prediction that is none": ("calm\tcalm\t2\n", "calm\t(other)\t2\n", "holds '\\(other\\)'"),
    "no prediction": ("calm\tcalm\t2\n", "calm\t\t2\n", "rows have no 'pred:pred'"),
    "no truth": ("calm\tcalm\t2\n", "\tcalm\t2\n", "rows have no 'truth'"),
}


@pytest.mark.parametrize("name", LABELS)
def test_entries_that_the_rules_of_the_header_do_not_allow_are_refused(tmp_path, name):
    old, new, said = LABELS[name]
    text = mercalli.count({"truth": ["calm"] * 2, "pred": ["calm"] * 2}, **PLAIN).text
    (tmp_path / "a.stat").write_text(resealed(text, (old, new)), encoding="utf-8")
    with pytest.raises(StatisticError, match=said):
        mercalli.read_statistic(tmp_path / "a.stat")


def test_a_part_whose_id_is_of_other_counts_is_refused(tmp_path):
    statistic = counted(TABLE, "A")
    part = replace(statistic.parts[0], id=f"sha256:{'0' * 64}")
    (tmp_path / "a.stat").write_text(replace(statistic, parts=(part,)).text, encoding="utf-8")
    with pytest.raises(StatisticError, match="the id of its part is not that of its counts"):
        mercalli.read_statistic(tmp_path / "a.stat")


SAME_ROWS = {
    "without a site": ({"site": "A"}, {}),
    "with a key": ({}, {"key": KEY}),
    "with days": ({"site": "A", "period": "2026-01-01"}, {}),
    "a site in capitals": ({"site": "a"}, {"site": "A"}),
}


@pytest.mark.parametrize("name", SAME_ROWS)
def test_rows_that_may_have_been_counted_twice_are_refused(name):
    one, two = (mercalli.count(TABLE, **RIGHT, **more) for more in SAME_ROWS[name])
    with pytest.raises(StatisticError, match=r"The same part is|overlap"):
        one + two


def test_the_same_counts_of_other_sites_or_other_days_add_up():
    sites = [counted(TABLE, site) for site in ("A", "B")]
    days = [counted(TABLE, "A", period=day) for day in ("2026-01-01", "2026-01-02")]
    assert {mercalli.merge(*pair).rows for pair in (sites, days)} == {2 * len(TABLE)}


def test_a_statistic_of_another_task_is_refused(tmp_path):
    (tmp_path / "a.stat").write_text(replace(counted(TABLE), task="maps").text, encoding="utf-8")
    with pytest.raises(StatisticError, match="of the task 'maps', which no installed task is"):
        mercalli.read_statistic(tmp_path / "a.stat")


def test_what_a_statistic_is_says_that_its_counts_are_exact():
    assert repr(counted(TABLE[:10], "A")).startswith("<Statistic of labels: A, 10 rows; exact counts in ")
