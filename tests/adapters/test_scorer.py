"""Any metric as a scorer in scikit-learn's model selection."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score
from sklearn.tree import DecisionTreeClassifier

import mercalli
from mercalli.errors import ClassError, MetricError
from tests.tasks.labels.messages import CLASSES, messages

SPLITS = KFold(4)
TREE = DecisionTreeClassifier(max_depth=3, random_state=0)


def lessons():
    """Features that tell something about the class, and the class."""
    truth = messages()["truth"]
    codes = np.array([CLASSES.index(name) for name in truth])
    features = codes[:, None] + np.random.default_rng(2).normal(0, 1.5, (len(codes), 3))
    return features, truth.astype(str)


def by_hand(metric, **settings):
    """The metric on every fold, through `evaluate`."""
    features, truth = lessons()
    found = []
    for train, test in SPLITS.split(features):
        pred = TREE.fit(features[train], truth[train]).predict(features[test])
        result = mercalli.evaluate(truth=truth[test], pred=pred, metrics=metric, replicates=0, **settings)
        found.append(result.systems[0].measure(metric).value)
    return found


def test_a_profile_metric_scores_every_fold():
    found = cross_val_score(TREE, *lessons(), cv=SPLITS, scoring=mercalli.scorer("dua", profile="humaid"))
    assert found == pytest.approx(by_hand("dua", profile="humaid"))


def test_a_loss_is_turned_so_that_higher_is_better():
    found = cross_val_score(TREE, *lessons(), cv=SPLITS, scoring=mercalli.scorer("error_rate"))
    assert -found == pytest.approx(by_hand("error_rate"))


def test_a_metric_with_options_scores():
    scoring = mercalli.scorer("f_beta_macro(beta=2)", classes=CLASSES)
    found = cross_val_score(TREE, *lessons(), cv=SPLITS, scoring=scoring)
    assert found == pytest.approx(by_hand("f_beta_macro(beta=2)", classes=CLASSES))


def test_a_metric_of_one_class_scores_the_class_asked_for():
    features, truth = lessons()
    scoring = mercalli.scorer("recall", classes=CLASSES, positive=CLASSES[0])
    found = cross_val_score(TREE, features, truth, cv=SPLITS, scoring=scoring)
    expected = []
    for train, test in SPLITS.split(features):
        pred = TREE.fit(features[train], truth[train]).predict(features[test])
        expected.append((pred[truth[test] == CLASSES[0]] == CLASSES[0]).mean())
    assert found == pytest.approx(expected)


def test_a_metric_of_one_class_needs_to_know_which():
    model = DummyClassifier().fit([[0], [1]], ["a", "b"])
    with pytest.raises(MetricError, match="recall_macro"):
        mercalli.scorer("recall")(model, [[0], [1]], ["a", "b"])


def test_a_class_that_does_not_exist_cannot_be_asked_for():
    model = DummyClassifier().fit([[0], [1]], ["a", "b"])
    with pytest.raises(ClassError, match="'c'"):
        mercalli.scorer("recall", positive="c")(model, [[0], [1]], ["a", "b"])


def test_a_metric_that_does_not_exist_is_refused_before_any_fit():
    with pytest.raises(MetricError, match="acuracy"):
        mercalli.scorer("acuracy")


def test_numbers_may_stand_for_classes():
    features, truth = lessons()
    codes = np.array([CLASSES.index(name) for name in truth])
    scoring = mercalli.scorer("dua", profile="humaid", classes=dict(enumerate(CLASSES)))
    assert cross_val_score(TREE, features, codes, cv=SPLITS, scoring=scoring).mean() > 0.3


def test_numbers_may_be_the_class_asked_for():
    model = DummyClassifier(strategy="constant", constant=1).fit([[0], [1]], [0, 1])
    assert mercalli.scorer("recall", positive=1)(model, [[0], [1]], [0, 1]) == 1.0


def test_weights_of_rows_are_used():
    model = DummyClassifier(strategy="constant", constant="a").fit([[0], [1]], ["a", "b"])
    assert mercalli.scorer("accuracy")(model, [[0], [1]], ["a", "b"], sample_weight=[3.0, 1.0]) == 0.75


def test_an_undefined_score_is_not_a_number():
    model = DummyClassifier(strategy="constant", constant="a").fit([[0], [1]], ["a", "a"])
    assert np.isnan(mercalli.scorer("mcc")(model, [[0], [1]], ["a", "a"]))


def test_a_search_chooses_by_the_metric():
    scoring = mercalli.scorer("dua", profile="humaid")
    search = GridSearchCV(DecisionTreeClassifier(random_state=0), {"max_depth": [1, 4]}, scoring=scoring, cv=SPLITS)
    assert search.fit(*lessons()).best_params_ == {"max_depth": 4}


def test_a_metric_that_gives_a_number_per_class_is_refused_before_the_first_fold():
    for metric in ("f_beta(beta=2)", "frequency_bias"):
        with pytest.raises(MetricError, match="positive=CLASS"):
            mercalli.scorer(metric)
