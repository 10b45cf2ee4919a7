"""The same numbers as scikit-learn and fairlearn, on random tables with absent classes and weights.

Where they differ, on purpose: scikit-learn answers 0 where precision, recall, F1 or Jaccard of a class is 0 / 0 and
where Matthews correlation has no spread on either side; here it is undefined, and `like="sklearn"` gives its answer.
Cohen's kappa is undefined in both. Balanced accuracy is the mean over classes with support in both.
"""

from __future__ import annotations

import numpy as np
import pytest
from fairlearn.metrics import MetricFrame
from sklearn import metrics as sklearn

import mercalli

CASES = range(15)
AVERAGES = ("macro", "micro", "weighted")
# scikit-learn warns when a class does not occur or only one does; that they do not is the point here.
ABSENT = pytest.mark.filterwarnings("ignore:y_pred contains classes not in y_true:UserWarning")
ONE_LABEL = pytest.mark.filterwarnings("ignore:A single label was found in 'y_true' and 'y_pred':UserWarning")


class Case:
    """Random rows of 2 to 6 declared classes, of which some are never true, never predicted, or neither."""

    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        self.size = 2 + seed % 5
        self.labels = [f"class {at}" for at in range(self.size)]
        names = np.array(self.labels, object)
        often = rng.dirichlet(np.ones(self.size)) * (rng.random(self.size) < 0.8) + np.eye(self.size)[0] * 0.1
        n = int(rng.integers(5, 200))
        truth = rng.choice(self.size, n, p=often / often.sum())
        guess = rng.choice(self.size, n, p=rng.dirichlet(np.ones(self.size)))
        pred = np.where(rng.random(n) < 0.5, truth, guess)
        pred = np.where((pred == self.size - 1) & (seed % 3 == 0), 0, pred)
        self.truth, self.pred = names[truth], names[pred]
        self.weight = rng.uniform(0.1, 5, n) if seed % 2 else None
        self.group = rng.choice(["north", "south", "west"], n)

    def value(self, metric, **settings):
        result = mercalli.evaluate(
            truth=self.truth,
            pred=self.pred,
            classes=self.labels,
            weight=self.weight,
            metrics=metric,
            replicates=0,
            **settings,
        )
        return result.systems[0].measure(metric).value

    def per_class(self, metric, **settings):
        result = mercalli.evaluate(
            truth=self.truth, pred=self.pred, classes=self.labels, weight=self.weight, replicates=0, **settings
        )
        measures = [{each.metric: each.value for each in report.measures} for report in result.systems[0].classes]
        return [np.nan if each[metric] is None else each[metric] for each in measures]

    def theirs(self, function, **options):
        return function(self.truth, self.pred, sample_weight=self.weight, **options)

    def averaged(self, function, average, **options):
        """Their average; a plain mean is over the classes that are true somewhere, as ours is."""
        labels = sorted(set(self.truth)) if average == "macro" else self.labels
        return self.theirs(function, labels=labels, average=average, **options)


@pytest.fixture(params=CASES, ids=lambda seed: f"case {seed}")
def case(request):
    return Case(request.param)


def test_the_cases_hold_absent_classes_and_weights():
    cases = [Case(seed) for seed in CASES]
    never_true = [case for case in cases if len(set(case.truth)) < case.size]
    never_predicted = [case for case in cases if len(set(case.pred)) < case.size]
    assert len(never_true) > 3
    assert len(never_predicted) > 2
    assert {case.size for case in cases} == {2, 3, 4, 5, 6}


def test_accuracy_is_theirs(case):
    assert case.value("accuracy") == pytest.approx(case.theirs(sklearn.accuracy_score))


def test_hamming_loss_is_theirs(case):
    assert case.value("hamming_loss") == pytest.approx(case.theirs(sklearn.hamming_loss))


def test_error_rate_is_their_zero_one_loss(case):
    assert case.value("error_rate") == pytest.approx(case.theirs(sklearn.zero_one_loss))


@ABSENT
def test_balanced_accuracy_is_theirs(case):
    assert case.value("balanced_accuracy") == pytest.approx(case.theirs(sklearn.balanced_accuracy_score))


def test_matthews_correlation_is_theirs(case):
    assert case.value("mcc") == pytest.approx(case.theirs(sklearn.matthews_corrcoef))


def test_cohen_kappa_is_theirs(case):
    assert case.value("cohen_kappa") == pytest.approx(case.theirs(sklearn.cohen_kappa_score, labels=case.labels))


OURS_AND_THEIRS = [
    ("precision", sklearn.precision_score),
    ("recall", sklearn.recall_score),
    ("f1", sklearn.f1_score),
    ("csi", sklearn.jaccard_score),
]
WITH_NAN = OURS_AND_THEIRS[:3]  # their Jaccard index cannot say "undefined"


@pytest.mark.parametrize(("metric", "function"), OURS_AND_THEIRS)
@pytest.mark.parametrize("average", AVERAGES)
def test_averages_that_count_the_undefined_as_zero_are_theirs(case, metric, function, average):
    expected = case.averaged(function, average, zero_division=0)
    assert case.value(f"{metric}_{average}") == pytest.approx(expected)


@pytest.mark.parametrize(("metric", "function"), OURS_AND_THEIRS)
def test_means_over_all_declared_classes_are_theirs(case, metric, function):
    expected = case.theirs(function, labels=case.labels, average="macro", zero_division=0)
    assert case.value(f"{metric}_macro(classes='declared')") == pytest.approx(expected)


@pytest.mark.parametrize(("metric", "function"), OURS_AND_THEIRS)
def test_means_like_theirs_are_over_the_classes_that_they_see(case, metric, function):
    expected = case.theirs(function, average="macro", zero_division=0)
    assert case.value(f"{metric}_macro", like="sklearn") == pytest.approx(expected)


@pytest.mark.parametrize(("metric", "function"), WITH_NAN)
@pytest.mark.parametrize("average", ["macro", "weighted"])
def test_averages_that_skip_the_undefined_are_theirs(case, metric, function, average):
    expected = case.averaged(function, average, zero_division=np.nan)
    assert case.value(f"{metric}_{average}(undefined='skip')") == pytest.approx(expected)


@pytest.mark.parametrize("beta", [0.5, 2])
@pytest.mark.parametrize("average", AVERAGES)
def test_f_beta_is_theirs(case, beta, average):
    expected = case.averaged(sklearn.fbeta_score, average, beta=beta, zero_division=0)
    assert case.value(f"f_beta_{average}(beta={beta})") == pytest.approx(expected)


@pytest.mark.parametrize(("metric", "function"), WITH_NAN)
def test_classes_are_undefined_where_they_say_so(case, metric, function):
    expected = case.averaged(function, None, zero_division=np.nan)
    assert case.per_class(metric) == pytest.approx(expected, nan_ok=True)


@pytest.mark.parametrize(("metric", "function"), OURS_AND_THEIRS)
def test_their_answers_to_the_undefined_can_be_had(case, metric, function):
    expected = case.averaged(function, None, zero_division=0)
    assert case.per_class(metric, like="sklearn") == pytest.approx(expected)


def test_their_answer_to_a_constant_truth_and_prediction_can_be_had():
    rows = {"truth": ["a"] * 5, "pred": ["a"] * 5, "classes": ["a", "b"], "metrics": "mcc", "replicates": 0}
    ours, theirs = (mercalli.evaluate(**rows, like=like).systems[0].measure("mcc").value for like in (None, "sklearn"))
    assert (ours, theirs) == (None, 0.0)


@ONE_LABEL
def test_their_matthews_correlation_of_a_constant_truth_and_prediction_is_zero():
    assert sklearn.matthews_corrcoef(["a"] * 5, ["a"] * 5) == 0.0


@ABSENT
@pytest.mark.parametrize("seed", range(6))
def test_slices_are_those_of_fairlearn(seed):
    case = Case(seed)
    frame = MetricFrame(
        metrics={"accuracy": sklearn.accuracy_score, "balanced_accuracy": sklearn.balanced_accuracy_score},
        y_true=case.truth,
        y_pred=case.pred,
        sensitive_features=case.group,
    )
    result = mercalli.evaluate(
        truth=case.truth, pred=case.pred, classes=case.labels, by={"group": case.group}, replicates=0
    )
    for part in result.systems[0].slices:
        measures = {each.metric: each.value for each in part.measures}
        expected = frame.by_group.loc[part.values[0]]
        assert {name: measures[name] for name in expected.index} == pytest.approx(expected.to_dict())
