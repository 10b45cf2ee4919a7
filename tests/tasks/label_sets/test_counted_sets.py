"""Label sets as statistics: any split in any order gives the results of all rows, and what does not fit is refused."""

from __future__ import annotations

import duckdb
import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mercalli
from mercalli.errors import ColumnError, EmptyError, LabelSetError, MissingError, SettingError, StatisticError
from tests.stats.resealing import resealed

KEY = b"0123456789abcdef0123456789abcdef"
LABELS = ["water", "food", "shelter", "health"]
ROLES = {"truth": "truth", "pred": ["one", "two"], "labels": LABELS, "separator": ";"}
SPELT = {"water": "Water ", "food": "FOOD"}


def rows(size=300, seed=1):
    """Sets as text, some labels spelt in other ways, some cells empty or with a word for nothing."""
    rng = np.random.default_rng(seed)

    def cell(flags):
        labels = [label for label, there in zip(LABELS, flags, strict=True) if there]
        if not labels:
            return rng.choice(["", "n/a", "None"])
        return ";".join(SPELT.get(each, each) if rng.random() < 0.2 else each for each in rng.permutation(labels))

    truth = rng.random((size, len(LABELS))) < 0.3
    given_sets = {name: truth ^ (rng.random(truth.shape) < wrong) for name, wrong in (("one", 0.1), ("two", 0.25))}
    return {
        "truth": np.array(list(map(cell, truth)), object),
        **{name: np.array(list(map(cell, flags)), object) for name, flags in given_sets.items()},
        "region": rng.choice(["north", "south", None], size).astype(object),
        "doc": np.array([f"document {at}" for at in rng.integers(0, 120, size)], object),
    }


def part(data, chosen):
    return {name: values[chosen] for name, values in data.items()}


def counted(data, site=None, **more):
    return mercalli.count(data, task="multilabel", site=site, **{**ROLES, **more})


def found(result):
    return result.systems, result.pairs, result.rankings


def filled(data):
    """The same rows with a true label in each."""
    truth = np.array([each if ";" in each or each.strip().lower() in LABELS else "food" for each in data["truth"]])
    return {**data, "truth": truth.astype(object)}


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.integers(0, 3), min_size=60, max_size=60),
    st.permutations(range(4)),
    st.sampled_from(["empty", "drop"]),
    st.booleans(),
)
def test_any_split_in_any_order_gives_the_bytes_of_all_rows(sites, order, missing, by_unit):
    data = rows(60)
    data["truth"][np.unique(sites, return_index=True)[1]] = "water"
    data["one"][np.unique(sites, return_index=True)[1]] = "water"
    data["two"][np.unique(sites, return_index=True)[1]] = "food"  # no part is left out whole
    more = {"by": "region", "missing": missing, **({"unit": "doc", "key": KEY} if by_unit else {})}
    whole = counted(data, **more)
    parts = [counted(part(data, np.array(sites) == site), f"s{site}", **more) for site in order if site in sites]
    merged = mercalli.merge(*parts)
    assert merged.body == whole.body
    assert merged.question == whole.question
    folded = parts[0]
    for each in parts[1:]:
        folded = each + folded
    assert folded.text == merged.text
    one, two = (mercalli.multilabel(each, replicates=100) for each in (merged, whole))
    assert found(one) == found(two)


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"by": "region"},
        {"missing": "drop", "by": "region"},
        {"missing": "wrong"},
        {"unit": "doc", "public_units": True},
        {"labels": None},
        {"pred": "two"},
    ],
)
def test_a_statistic_gives_the_results_of_all_rows(more):
    data = filled(rows()) if more.get("missing") == "wrong" else rows()
    half = np.arange(300) % 3 == 0
    merged = mercalli.merge(counted(part(data, half), "a", **more), counted(part(data, ~half), "b", **more))
    own = {name: value for name, value in {**ROLES, **more}.items() if name != "public_units"}
    assert found(mercalli.multilabel(merged, replicates=100)) == found(mercalli.multilabel(data, replicates=100, **own))


def test_systems_that_are_named_otherwise_than_their_columns_keep_their_names():
    data, pred = rows(), {"first": "one", "second": "two"}
    statistic = counted(data, pred=pred)
    whole = mercalli.multilabel(data, replicates=100, **{**ROLES, "pred": pred})
    result = mercalli.multilabel(statistic, replicates=100)
    assert [each.measures for each in result.systems] == [each.measures for each in whole.systems]
    assert (result.pairs, result.rankings) == (whole.pairs, whole.rankings)


def test_one_system_of_two_and_fewer_slices_are_those_of_all_rows():
    data = rows()
    statistic = counted(data, by=["region", "doc"], missing="drop")
    asked = {"pred": "one", "by": "region", "replicates": 100}
    whole = mercalli.multilabel(data, **{**ROLES, **asked, "missing": "drop"})
    assert found(mercalli.multilabel(statistic, **asked)) == found(whole)


def test_columns_of_flags_are_refused():
    with pytest.raises(ColumnError, match="only columns of sets are counted"):
        mercalli.count({"a": [1, 0], "p": [1, 1]}, task="multilabel", truth=["a"], pred={"p": ["p"]})


def test_the_entries_are_the_joint_counts_of_sets():
    data = {"truth": ["a;b", "b;a", "", "b"], "pred": ["a", "A", "b", "b"]}
    statistic = mercalli.count(data, task="multilabel", truth="truth", pred="pred", labels=["a", "b"])
    assert statistic.body.splitlines() == ['["a", "b"]\t["a"]\t2', '["b"]\t["b"]\t1', '[]\t["b"]\t1']


@pytest.mark.parametrize("engine", ["polars", "duckdb"])
def test_every_engine_counts_the_same_bytes(engine):
    data = rows()
    frame = pl.DataFrame({name: values.tolist() for name, values in data.items()})
    lazy = frame.lazy() if engine == "polars" else duckdb.sql("select * from frame")
    assert counted(lazy, by="region").text == counted(data, by="region").text


def test_units_leave_as_groups_and_texts_stay():
    data = rows()
    statistic = counted(data, unit="doc", key=KEY)
    assert "document 7" in data["doc"]
    assert "document" not in statistic.body
    assert "over units" in mercalli.multilabel(statistic, replicates=100)["one"].measure("mean_jaccard").method


def test_a_file_comes_back_as_it_was(tmp_path):
    statistic = counted(rows(), "a", by="region", missing="drop", period="2026-11-01")
    mercalli.write_statistic(statistic, tmp_path / "a.stat.gz")
    assert mercalli.read_statistic(tmp_path / "a.stat.gz") == statistic
    one, two = (mercalli.multilabel(each, replicates=0) for each in (tmp_path / "a.stat.gz", statistic))
    assert found(one) == found(two)


OTHERS = {
    "other labels": {"labels": [*LABELS, "power"]},
    "labels in another order": {"labels": LABELS[::-1]},
    "another separator": {"separator": "|", "labels": None, "pred": "region", "truth": "doc"},
    "no separator": {"separator": None},
    "another slice": {"by": "region"},
    "another rule for missing values": {"missing": "drop"},
    "other systems": {"pred": "one"},
    "units": {"unit": "doc", "key": KEY},
}


@pytest.mark.parametrize("name", OTHERS)
def test_what_was_not_counted_alike_is_not_added_up(name):
    data = rows()
    with pytest.raises(StatisticError, match="cannot be added up"):
        mercalli.merge(counted(data, "a"), counted(data, "b", **OTHERS[name]))


def test_a_part_counts_once_and_other_tasks_do_not_take_it():
    one = counted(rows(), "a")
    labels = mercalli.count(truth=["a", "b"], pred=["a", "a"], classes=["a", "b"], site="b")
    with pytest.raises(StatisticError, match="twice"):
        mercalli.merge(one, one)
    with pytest.raises(StatisticError, match="twice"):
        mercalli.merge(one + counted(rows(seed=2), "b"), one)
    with pytest.raises(StatisticError, match="cannot be added up"):
        mercalli.merge(one, labels)
    with pytest.raises(StatisticError, match="It is for mercalli multilabel"):
        mercalli.evaluate(one)
    with pytest.raises(StatisticError, match="statistic of labels"):
        mercalli.multilabel(labels)


REFUSED = {
    "truth": {"truth": "truth"},
    "labels": {"labels": LABELS},
    "separator": {"separator": ";"},
    "unit": {"unit": "doc"},
    "profile": {"profile": "humaid"},
    "answers": {"answers": "strict"},
    "missing": {"missing": "drop"},
}


@pytest.mark.parametrize("name", REFUSED)
def test_roles_and_rules_that_were_not_counted_are_refused(name):
    with pytest.raises(SettingError, match=name):
        mercalli.multilabel(counted(rows()), **REFUSED[name])


def test_slices_and_systems_that_were_not_counted_are_refused():
    for asked in ({"by": "region"}, {"pred": "three"}):
        with pytest.raises(StatisticError, match="was not counted with"):
            mercalli.multilabel(counted(rows()), **asked)


def test_rows_that_cannot_be_counted_are_refused():
    data = rows()
    with pytest.raises(ColumnError, match="truth"):
        mercalli.multilabel(data, pred="one")
    with pytest.raises(MissingError):
        counted(data, missing="error")
    with pytest.raises(LabelSetError, match="not among"):
        counted(data, labels=LABELS[:2])
    with pytest.raises(EmptyError):
        counted(part(data, np.zeros(300, bool)))
    with pytest.raises(SettingError, match="unit"):
        counted(data, unit="doc")
    with pytest.raises(SettingError, match="share"):
        counted(data, share=True, key=KEY)
    with pytest.raises(ColumnError, match="two columns of one name"):
        counted({**data, "rows": data["doc"]}, by="rows")
    with pytest.raises(ColumnError, match="one label twice"):
        counted(data, labels=[*LABELS, "Water"])


def test_outputs_of_language_models_are_read_before():
    said = ["Labels: water", "Labels: food, water", '{"labels": ["food"]}'] * 20
    data = {"truth": ["water", "food", "food"] * 20, "pred": said}
    assert mercalli.multilabel(data, truth="truth", pred="pred", replicates=0)["pred"].outputs is not None
    with pytest.raises(ColumnError, match="only plain sets of labels"):
        mercalli.count(data, task="multilabel", truth="truth", pred="pred")


CHANGES = {
    "a label that is none": ("truth", '["fire"]'),
    "a list that is none": ("truth", '["food"'),
    "labels out of order": ("truth", '["water", "food"]'),
    "a label twice": ("truth", '["food", "food"]'),
    "a number": ("truth", "[1]"),
    "a text": ("pred:one", "call me at 555"),
    "no set": ("pred:one", ""),
}


@pytest.mark.parametrize("name", CHANGES)
def test_files_that_no_count_has_written_are_refused(name, tmp_path):
    column, value = CHANGES[name]
    statistic = counted(rows())
    first = statistic.body.partition("\n")[0]
    cells = dict(zip(statistic.entries.names, first.split("\t"), strict=True)) | {column: value}
    file = tmp_path / "a.stat"
    file.write_text(resealed(statistic.text, (first, "\t".join(cells.values()))), encoding="utf-8")
    with pytest.raises(StatisticError, match="is not a whole statistic"):
        mercalli.read_statistic(file)
