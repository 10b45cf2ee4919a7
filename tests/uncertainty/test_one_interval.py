"""One number has one interval, whatever it is called, and no interval is without width where errors were possible."""

from __future__ import annotations

import numpy as np
import pytest

import mercalli

RNG = np.random.default_rng(9)
TRUTH = RNG.choice(list("abc"), 120, p=[0.6, 0.3, 0.1])
PREDICTIONS = {
    "some wrong": np.where(RNG.random(120) < 0.7, TRUTH, RNG.choice(list("abc"), 120)),
    "never c": np.where(TRUTH == "c", "a", TRUTH),
    "all right": TRUTH,
}
MIRRORED = [
    *(
        ("fnr_macro", "recall_macro"),
        ("false_alarm_ratio_macro", "precision_macro"),
        ("fpr_macro", "specificity_macro"),
    ),
    *(("error_rate", "accuracy"), ("fnr_weighted", "recall_weighted")),
]
SETTINGS = {
    "rows": {},
    "weights": {"weight": RNG.uniform(1, 3, 120)},
    "few units": {"unit": np.arange(120) % 8},
    "many units": {"unit": np.arange(120)},
}


def measures(pred, **asked):
    names = [name for pair in MIRRORED for name in pair]
    result = mercalli.evaluate(truth=TRUTH, pred=PREDICTIONS[pred], metrics=names, replicates=200, **asked)
    return {each.metric: each for each in result.systems[0].measures}


@pytest.mark.parametrize("asked", SETTINGS)
@pytest.mark.parametrize("pred", PREDICTIONS)
def test_a_share_of_errors_is_one_minus_the_share_without_and_so_are_its_ends(pred, asked):
    found = measures(pred, **SETTINGS[asked])
    for errors, right in MIRRORED:
        low, value, high = (1 - getattr(found[right], end) for end in ("high", "value", "low"))
        assert (found[errors].low, found[errors].value, found[errors].high) == pytest.approx((low, value, high))


@pytest.mark.parametrize("asked", SETTINGS)
@pytest.mark.parametrize("classes", [2, 3])
def test_the_mean_recall_has_one_interval_whatever_it_is_called(classes, asked):
    names = ["recall_macro", "balanced_accuracy", *["specificity_macro"] * (classes == 2)]
    truth, pred = (
        np.where(each == "c", "b", each) if classes == 2 else each for each in (TRUTH, PREDICTIONS["some wrong"])
    )
    result = mercalli.evaluate(truth=truth, pred=pred, metrics=names, replicates=200, **SETTINGS[asked])
    found = [result.systems[0].measure(name) for name in names]
    ends = [(each.low, each.high) for each in found]
    assert ends == [pytest.approx(ends[0])] * len(names)
    assert len({each.method for each in found}) == 1


def test_a_rare_class_of_which_all_was_found_leaves_the_mean_unsure():
    truth = ["fire"] * 4 + ["flood"] * 96
    pred = ["fire"] * 4 + ["flood"] * 86 + ["fire"] * 10
    mean = mercalli.evaluate(truth=truth, pred=pred, metrics="recall_macro").systems[0].measures[0]
    assert mean.method == "percentile or corrected for bias or wilson of classes"
    assert mean.low == pytest.approx(0.69996, abs=1e-5)  # 0.94792 - hypot(1 - 0.51011, 0.89583 - 0.81877) / 2


@pytest.mark.parametrize("asked", SETTINGS)
def test_no_interval_of_a_perfect_run_is_without_width(asked):
    result = mercalli.evaluate(truth=TRUTH, pred=TRUTH, replicates=200, **SETTINGS[asked])
    system = result.systems[0]
    every = [*system.measures, *(each for part in system.classes for each in part.measures)]
    assert [each.metric for each in every if each.low is not None and each.low == each.high] == []
    assert next(each for each in every if each.metric == "f1_macro").low < 0.99


def test_a_perfect_mean_over_classes_is_as_unsure_as_its_rarest_classes_make_it():
    rare, even = (["a"] * size + ["b"] * (100 - size) for size in (95, 50))
    low = [
        mercalli.evaluate(truth=each, pred=each, metrics="recall_macro").systems[0].measures[0].low
        for each in (rare, even)
    ]
    assert low[0] < low[1] < 1


def test_where_every_list_begins_with_a_positive_another_may_not():
    data = {"truth": [1, 0, 0] * 120, "score": [3, 2, 1] * 120, "query": np.repeat(np.arange(120), 3)}
    for lists, method in ((120, "percentile over units or exact"), (20, "t over units left out in turn")):
        part = {name: column[: 3 * lists] for name, column in data.items()}
        top = mercalli.rank(part, truth="truth", score="score", group="query", k=1).systems[0].top(1)
        hit = top.measure("hit_rate_at_k")
        assert (hit.value, round(hit.low, 3), hit.high, hit.method) == (
            1.0,
            round(0.025 ** (1 / lists), 3),
            1.0,
            method,
        )


def test_means_over_classes_of_scores_over_few_units_leave_each_out_in_turn():
    truth = np.array(list("abc"))[np.arange(90) % 3]
    scores = {name: (truth == name) * 0.5 + RNG.random(90) for name in "abc"}
    data = {"truth": truth, "unit": np.arange(90) % 9, **scores}
    found = mercalli.threshold(data, truth="truth", score={name: name for name in "abc"}, unit="unit", replicates=100)
    area = next(each for each in found.macro if each.metric == "roc_auc_macro")
    assert area.method == "t over units left out in turn"
    assert area.low < area.value < area.high


def test_means_over_classes_of_scores_in_bins_of_a_file_have_the_mean_of_the_ends(tmp_path):
    truth = np.array(list("abc"))[np.arange(300) % 3]
    columns = [truth, *((truth == name) * 0.5 + RNG.random(300) for name in "abc")]
    file = tmp_path / "scores.csv"
    rows = (",".join(map(str, row)) for row in zip(*columns, strict=True))
    file.write_text("\n".join(["truth,a,b,c", *rows]), encoding="utf-8")
    asked = {"truth": "truth", "score": {name: name for name in "abc"}, "replicates": 200}
    binned, whole = (mercalli.threshold(file, **asked, **more).macro for more in ({"bins": 64}, {}))
    for one, other in zip(binned, whole, strict=True):
        assert (one.low is None) == (other.low is None)
        if one.low is not None:
            assert one.method == "mean of the ends of classes"
            assert one.high - one.low > 0.8 * (other.high - other.low)
