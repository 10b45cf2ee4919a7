"""The numbers of scikit-uplift and causalml.

Where ours differ from theirs, on purpose: areas are per person and not divided by anything else; an arm that has nobody
yet is not taken to have an outcome of 0; equal scores are one step whatever the order of rows; a share of K is at least
one person. `like` gives their numbers.
"""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklift import metrics as sklift

import mercalli
from mercalli.metrics.uplift.uplift_area import qini_curve, uplift_curve
from mercalli.stats.uplift import UpliftTable
from tests.places import FIXTURES
from tests.stats.trials import trials

# scikit-uplift calls a function that scikit-learn is about to remove, and divides by arms that are empty.
pytestmark = [
    pytest.mark.filterwarnings("ignore:.*stable_cumsum.*:FutureWarning"),
    pytest.mark.filterwarnings("ignore::RuntimeWarning"),
]
LAW = settings(deadline=None, max_examples=100, derandomize=True)
CAUSALML = json.loads((FIXTURES / "causalml_uplift.json").read_text(encoding="utf-8"))
# They refuse outcomes that are all alike.
BINARY = trials(continuous=False, weighed=False).filter(lambda trial: 0 < trial.outcome.mean() < 1)


def value(metric, table):
    return mercalli.parse(metric)(table)


def same(found, expected):
    return np.allclose(found, expected, rtol=1e-9, atol=1e-9, equal_nan=True)


def called(function, trial, **options):
    return function(trial.outcome.astype(int), trial.score, trial.treated.astype(int), **options)


@pytest.mark.parametrize(("metric", "function"), [("auuc", sklift.uplift_auc_score), ("qini", sklift.qini_auc_score)])
@LAW
@given(trial=BINARY)
def test_areas_are_those_of_scikit_uplift_if_asked(metric, function, trial):
    found = value(f"{metric}(like='sklift')", trial.table)
    if np.isnan(found):
        with pytest.raises(ZeroDivisionError):
            called(function, trial)
    else:
        assert same(found, called(function, trial))


@pytest.mark.parametrize(("curve", "theirs"), [(uplift_curve, sklift.uplift_curve), (qini_curve, sklift.qini_curve)])
@LAW
@given(trial=BINARY)
def test_curves_are_those_of_scikit_uplift_once_both_arms_have_somebody(curve, theirs, trial):
    table = trial.table
    begun = ~np.isnan(table.effect)
    people, height = called(theirs, trial)
    assert same(table.people, people[1:])
    assert same(curve(table)[begun], height[1:][begun])


@pytest.mark.parametrize(("strategy", "by_group"), [("overall", False), ("by_group", True)])
@LAW
@given(trial=BINARY, k=st.sampled_from([0.3, 0.5, 2]))
def test_uplift_at_k_is_theirs_where_scores_differ(strategy, by_group, trial, k):
    distinct = trial.having(score=np.random.default_rng(1).permutation(len(trial.score)).astype(float))
    fewest = min(trial.treated.sum(), (~trial.treated).sum())
    if fewest * min(k, 1) >= 1 and k < fewest:
        theirs = called(sklift.uplift_at_k, distinct, strategy=strategy, k=k)
        assert same(value(f"uplift_at_k(k={k}, by_group={by_group})", distinct.table), theirs)


@pytest.mark.parametrize("case", CAUSALML, ids=range(len(CAUSALML)))
@pytest.mark.parametrize("metric", ["auuc", "qini"])
def test_areas_are_those_of_causalml_if_asked(case, metric):
    table = UpliftTable.of(np.array(case["score"]), np.array(case["treated"]) == 1, np.array(case["outcome"]))
    assert value(f"{metric}(like='causalml')", table) == pytest.approx(case[metric], rel=1e-9)
