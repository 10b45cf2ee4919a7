"""Systems that did not score all rows are seen on the same rows, and each system's share of rows is told."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import mercalli
from mercalli.errors import EmptyError
from tests.tasks.scores.test_paired import rows

DROPPED = {"truth": "truth", "score": ["poor", "good"], "missing": "drop", "replicates": 200}


def abstaining(size=600):
    """The poor score is empty where the good one is unsure, which flatters it."""
    data = pd.DataFrame(rows(size, gap=0.3))
    order = data["good"].rank(pct=True)
    data.loc[order.between(0.4, 0.8), "poor"] = np.nan
    return data


def common(data):
    return data.dropna().reset_index(drop=True)


@pytest.mark.parametrize("more", [{}, {"value_tp": 3, "cost_fp": 1}, {"value_tp": "amount", "cost_fp": 40}])
def test_values_and_differences_are_those_of_the_rows_that_all_systems_scored(more):
    data = abstaining()
    here, alone = (mercalli.threshold(each, **DROPPED, **more) for each in (data, common(data)))
    assert here.comparison == alone.comparison
    assert [each.measures for each in here.systems] == [each.measures for each in alone.systems]
    assert [each.decision for each in here.systems] == [each.decision for each in alone.systems]


def test_the_first_k_are_those_of_the_rows_that_all_systems_scored():
    data = abstaining()
    here, alone = (mercalli.rank(each, **DROPPED, k=[20, "10%"]) for each in (data, common(data)))
    assert here.comparison == alone.comparison
    assert [each.tops for each in here.systems] == [each.tops for each in alone.systems]


@pytest.mark.parametrize("bins", [0, 32])
@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_files_give_what_frames_give(tmp_path, suffix, bins):
    data, file = abstaining(), tmp_path / f"rows.{suffix}"
    getattr(data, f"to_{suffix}")(file, index=False)
    here, there = (mercalli.threshold(each, **DROPPED, bins=bins) for each in (str(file), data))
    assert [each.n for each in here.systems] == [len(common(data))] * 2
    for one, two in zip(here.systems, there.systems, strict=True):
        assert one.measure("roc_auc").value == pytest.approx(two.measure("roc_auc").value)


def test_each_system_says_how_many_rows_it_scored():
    data = abstaining()
    result = mercalli.threshold(data, **DROPPED)
    assert [each.scored for each in result.systems] == [len(common(data)), 600]
    assert [each.dropped for each in result.systems] == [600 - len(common(data))] * 2
    said = " ".join(str(result).split())
    assert f"the {len(common(data))} of 600 rows that have a truth and every score" in said
    assert "good has 600 (100%)" in said


def test_a_word_for_nothing_is_no_negative_in_any_comparison():
    data = abstaining().assign(poor=lambda each: each["poor"].fillna(0.0))
    data["truth"] = data["truth"].map({1: "yes", 0: "no"}).where(data.index % 5 > 0, "n/a")
    known = data[data["truth"] != "n/a"].reset_index(drop=True)
    here, alone = (mercalli.threshold(each, **DROPPED, value_tp="amount", cost_fp=40) for each in (data, known))
    assert here.comparison == alone.comparison


def test_systems_that_scored_no_row_together_are_refused():
    data = pd.DataFrame(rows())
    data.loc[::2, "poor"], data.loc[1::2, "good"] = np.nan, np.nan
    with pytest.raises(EmptyError, match="the score of every system"):
        mercalli.threshold(data, **DROPPED)


def test_files_with_different_rows_are_said_not_to_be_comparable(mercalli, tmp_path):
    data = abstaining()
    data[["truth", "good"]].set_axis(["truth", "score"], axis=1).to_csv(tmp_path / "all.csv", index=False)
    common(data)[["truth", "poor"]].set_axis(["truth", "score"], axis=1).to_csv(tmp_path / "part.csv", index=False)
    for command in ("threshold", "rank"):
        said = " ".join(mercalli(command, "all.csv", "part.csv").stdout.split())
        assert "Systems have different rows (" in said
        assert f"{len(common(data))} to 600 rows, 2 systems" in said
