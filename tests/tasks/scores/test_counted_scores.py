"""Scores as statistics: any split in any order gives the bytes of all rows, and what does not fit is refused."""

from __future__ import annotations

import json

import duckdb
import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mercalli
from mercalli.errors import InputError, ScoreError, SettingError, StatisticError
from mercalli.stats.statistic import sealed
from mercalli.stats.statistic_text import statistic_of

KEY = b"0123456789abcdef0123456789abcdef"
ROLES = {"truth": "truth", "score": "score", "positive": "yes"}
ASKED = {"value_tp": 5, "cost_fp": 1, "replicates": 100}


def rows(size=400, seed=1):
    rng = np.random.default_rng(seed)
    positive = rng.random(size) < 0.4
    return {
        "truth": np.where(positive, "yes", "no").astype(object),
        "score": np.clip(rng.normal(0.4 + 0.2 * positive, 0.2), 0, 1),
        "region": rng.choice(["north", "south"], size).astype(object),
        "doc": np.array([f"document {at}" for at in rng.integers(0, 150, size)], object),
        "weight": rng.integers(1, 9, size) / 4,
    }


def part(data, chosen):
    return {name: values[chosen] for name, values in data.items()}


def counted(data, site=None, **more):
    return mercalli.count(data, task="scores", site=site, **{**ROLES, **more})


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=60, max_size=60), st.permutations(range(4)), st.booleans(), st.booleans())
def test_any_split_in_any_order_gives_the_bytes_of_all_rows(sites, order, weighted, by_unit):
    data = rows(60)
    more = {"by": "region", "weight": "weight" if weighted else None}
    more |= {"unit": "doc", "key": KEY} if by_unit else {}
    whole = counted(data, **more)
    parts = [counted(part(data, np.array(sites) == site), f"s{site}", **more) for site in order if site in sites]
    merged = mercalli.merge(*parts)
    assert merged.body == whole.body
    assert merged.question == whole.question
    folded = parts[0]
    for each in parts[1:]:
        folded = each + folded
    assert folded.text == merged.text


@pytest.mark.parametrize("more", [{}, {"by": "region"}, {"weight": "weight"}, {"bins": 4}])
def test_a_statistic_gives_the_results_of_rows_in_the_same_bins(more):
    data = rows()
    half = np.arange(400) % 3 == 0
    merged = mercalli.merge(counted(part(data, half), "a", **more), counted(part(data, ~half), "b", **more))
    settings = {**ROLES, "bins": 32, **more}
    assert mercalli.threshold(merged, **ASKED).systems == mercalli.threshold(data, **settings, **ASKED).systems
    there, here = (
        mercalli.rank(each, k=[40, "10%"], replicates=100, **own) for each, own in ((merged, {}), (data, settings))
    )
    assert there.systems == here.systems


def test_units_leave_as_groups_and_the_names_of_units_stay():
    data = rows()
    statistic = counted(data, unit="doc", key=KEY)
    assert "document 7" in data["doc"]
    assert "document" not in statistic.body
    found = mercalli.threshold(statistic, **ASKED).systems[0]
    assert found.measure("roc_auc").method.endswith("over units, in bins")


@pytest.mark.parametrize("engine", ["polars", "duckdb"])
def test_every_engine_counts_the_same_bytes(engine):
    data = rows()
    frame = pl.DataFrame(data)
    lazy = frame.lazy() if engine == "polars" else duckdb.sql("select * from frame")
    assert counted(lazy, by="region").text == counted(data, by="region").text


def test_rows_without_a_score_are_kept_as_such():
    data = rows()
    data["score"][:7] = np.nan
    statistic = counted(data, missing="drop")
    assert statistic.rows == 400
    assert mercalli.threshold(statistic, **ASKED).systems[0].dropped == 7
    with pytest.raises(InputError, match="score"):
        counted(data)


def test_a_part_may_have_rows_of_one_class_and_the_sum_must_not():
    data = rows()
    is_yes = data["truth"] == "yes"
    no, yes = counted(part(data, ~is_yes), "a"), counted(part(data, is_yes), "b")
    assert mercalli.merge(no, yes).body == counted(data).body
    with pytest.raises(ScoreError):
        mercalli.threshold(no, **ASKED)


def test_what_others_said_in_the_truth_is_not_in_it():
    data = rows()
    data["truth"] = np.where(data["truth"] == "no", "call me at 555", data["truth"])
    assert "555" not in counted(data).text


OTHERS = {
    "another positive class": {"positive": "no"},
    "other bins": {"bins": 64},
    "another slice": {"by": "region"},
    "weights": {"weight": "weight"},
    "another rule for missing values": {"missing": "drop"},
    "another score": {"score": "weight"},
}


@pytest.mark.parametrize("name", OTHERS)
def test_what_was_not_counted_alike_is_not_added_up(name):
    data = rows()
    with pytest.raises(StatisticError, match="cannot be added up"):
        mercalli.merge(counted(data, "a"), counted(data, "b", **OTHERS[name]))


def test_labels_and_scores_are_not_added_up_and_a_part_counts_once():
    data = rows()
    labels = mercalli.count(truth=data["truth"], pred=data["truth"], classes=["no", "yes"], site="b")
    one = counted(data, "a")
    with pytest.raises(StatisticError, match="cannot be added up"):
        mercalli.merge(one, labels)
    with pytest.raises(StatisticError, match="twice"):
        mercalli.merge(one, one)
    with pytest.raises(StatisticError, match="It is for mercalli threshold or mercalli rank"):
        mercalli.evaluate(one)
    with pytest.raises(StatisticError, match="statistic of labels"):
        mercalli.threshold(labels)


REFUSED = {
    "truth": {"truth": "truth"},
    "positive": {"positive": "no"},
    "bins": {"bins": 64},
    "unit": {"unit": "doc"},
    "missing": {"missing": "drop"},
}


@pytest.mark.parametrize("name", REFUSED)
def test_roles_and_rules_that_were_not_counted_are_refused(name):
    with pytest.raises(SettingError, match=name):
        mercalli.threshold(counted(rows()), **REFUSED[name])


def test_slices_systems_and_lists_that_were_not_counted_are_refused():
    statistic = counted(rows())
    for asked in ({"by": "region"}, {"score": "other"}):
        with pytest.raises(StatisticError, match="was not counted with"):
            mercalli.threshold(statistic, **asked)
    with pytest.raises(SettingError, match="group"):
        mercalli.rank(statistic, group="doc")
    with pytest.raises(SettingError, match="one system"):
        counted(rows(), score=["score", "weight"])
    with pytest.raises(SettingError, match="power of two"):
        counted(rows(), bins=20)


def changed(statistic, change):
    """The same file after somebody changed the cells of its first entry, under a new seal."""
    header, _, body = statistic.text.partition("\n")
    first, _, rest = body.partition("\n")
    names = json.loads(header)["columns"]
    cells = dict(zip(names, first.split("\t"), strict=True)) | change
    body = "\t".join(cells.values()) + "\n" + rest
    unsealed = {name: value for name, value in json.loads(header).items() if name != "seal"}
    seal = sealed(json.dumps(unsealed, ensure_ascii=False), body)
    return json.dumps({**unsealed, "seal": seal}, ensure_ascii=False) + "\n" + body


CHANGES = {
    "a bin that begins nowhere": {"bin": "0.0001234"},
    "a bin that is no number": {"bin": "-"},
    "an offset beyond the bin": {"inside": "99999999999"},
    "an offset that is no whole number": {"inside": "0.5"},
    "squares beyond the bin": {"inside_sq": "99999999999"},
    "another class": {"truth": "(a)"},
    "no score": {"bin": ""},
}


@pytest.mark.parametrize("name", CHANGES)
def test_files_that_no_count_has_written_are_refused(name, tmp_path):
    file = tmp_path / "a.stat"
    file.write_text(changed(counted(rows()), CHANGES[name]), encoding="utf-8")
    with pytest.raises(StatisticError, match="is not a whole statistic"):
        mercalli.read_statistic(file)


def test_a_file_comes_back_as_it_was(tmp_path):
    statistic = counted(rows(), "a", by="region", weight="weight", period="2026-11-01")
    assert statistic_of(statistic.text, "the file") == statistic
    mercalli.write_statistic(statistic, tmp_path / "a.stat.gz")
    assert mercalli.read_statistic(tmp_path / "a.stat.gz") == statistic
    found = mercalli.threshold(tmp_path / "a.stat.gz", **ASKED)
    assert found.systems == mercalli.threshold(statistic, **ASKED).systems
