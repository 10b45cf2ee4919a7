"""Any metric as a scorer in scikit-learn's model selection."""

from __future__ import annotations

import numpy as np
import pytest
import sklearn
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.metrics import (
    average_precision_score,
    balanced_accuracy_score,
    brier_score_loss,
    f1_score,
    make_scorer,
    recall_score,
    roc_auc_score,
)
from sklearn.model_selection import (
    GridSearchCV,
    KFold,
    TunedThresholdClassifierCV,
    cross_val_score,
    cross_validate,
)
from sklearn.tree import DecisionTreeClassifier

import mercalli
from mercalli.errors import ClassError, MetricError, ScoreError
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


# Two classes: thresholds and metrics of scores


def urgency(names=("calm", "urgent")):
    """Features, and a rare class that they tell something about."""
    rng = np.random.default_rng(7)
    urgent = rng.random(400) < 0.2
    features = urgent[:, None] + rng.normal(0, 1, (400, 3))
    return features, np.where(urgent, names[1], names[0])


LOGISTIC = LogisticRegression()


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (mercalli.scorer("f1", positive="urgent"), make_scorer(f1_score, pos_label="urgent")),
        (mercalli.scorer("balanced_accuracy"), make_scorer(balanced_accuracy_score)),
    ],
)
def test_a_threshold_is_chosen_where_scikit_learn_chooses_it(ours, theirs):
    chosen = [TunedThresholdClassifierCV(LOGISTIC, scoring=each, cv=3).fit(*urgency()) for each in (ours, theirs)]
    assert chosen[0].best_threshold_ == chosen[1].best_threshold_
    assert chosen[0].best_score_ == pytest.approx(chosen[1].best_score_)


def test_a_threshold_may_be_chosen_for_the_first_class_and_for_codes():
    features, truth = urgency((1, 0))
    ours = mercalli.scorer("recall", classes={0: "urgent", 1: "calm"}, positive="urgent")
    theirs = make_scorer(recall_score, pos_label=0)
    chosen = [TunedThresholdClassifierCV(LOGISTIC, scoring=each, cv=3) for each in (ours, theirs)]
    assert chosen[0].fit(features, truth).best_threshold_ == chosen[1].fit(features, truth).best_threshold_


def test_an_undefined_value_is_never_the_best_threshold():
    features, truth = urgency()
    tuned = TunedThresholdClassifierCV(LOGISTIC, scoring=mercalli.scorer("mcc"), cv=3, store_cv_results=True)
    tuned.fit(features, truth)
    assert np.isfinite(tuned.cv_results_["scores"]).all()
    assert 0.2 < tuned.best_score_ < 1


def test_a_loss_is_least_at_the_best_threshold():
    losses, gains = (
        TunedThresholdClassifierCV(LOGISTIC, scoring=mercalli.scorer(name), cv=3).fit(*urgency())
        for name in ("error_rate", "accuracy")
    )
    assert losses.best_threshold_ == gains.best_threshold_
    assert losses.best_score_ == pytest.approx(gains.best_score_ - 1)


def test_no_threshold_can_be_chosen_by_a_metric_of_scores():
    tuned = TunedThresholdClassifierCV(LOGISTIC, scoring=mercalli.scorer("roc_auc", positive="urgent"))
    with pytest.raises(MetricError, match="does not depend on a threshold"):
        tuned.fit(*urgency())


@pytest.mark.parametrize(
    ("metric", "theirs"),
    [
        ("roc_auc", roc_auc_score),
        ("average_precision", average_precision_score),
        ("brier", lambda truth, score: -brier_score_loss(truth, score)),
    ],
)
@pytest.mark.parametrize("positive", ["urgent", "calm"])
def test_metrics_of_scores_are_those_of_scikit_learn(metric, theirs, positive):
    features, truth = urgency()
    found = cross_val_score(LOGISTIC, features, truth, cv=SPLITS, scoring=mercalli.scorer(metric, positive=positive))
    expected = []
    for train, test in SPLITS.split(features):
        model = LOGISTIC.fit(features[train], truth[train])
        score = model.predict_proba(features[test])[:, list(model.classes_).index(positive)]
        expected.append(theirs(truth[test] == positive, score))
    assert found == pytest.approx(expected)


@pytest.mark.parametrize("positive", ["urgent", "calm"])
def test_decisions_are_scores_for_either_class(positive):
    features, truth = urgency()
    model = RidgeClassifier().fit(features, truth)
    decisions = model.decision_function(features) * (1 if positive == "urgent" else -1)
    expected = roc_auc_score(truth == positive, decisions)
    assert mercalli.scorer("roc_auc", positive=positive)(model, features, truth) == pytest.approx(expected)


def test_one_class_of_many_is_scored_by_its_own_column():
    features, truth = lessons()
    model = TREE.fit(features, truth)
    at = list(model.classes_).index(CLASSES[0])
    expected = roc_auc_score(truth == CLASSES[0], model.predict_proba(features)[:, at])
    assert mercalli.scorer("roc_auc", positive=CLASSES[0])(model, features, truth) == pytest.approx(expected)


def test_the_usual_positive_class_need_not_be_named():
    features, truth = urgency((0, 1))
    model = LOGISTIC.fit(features, truth)
    expected = roc_auc_score(truth, model.predict_proba(features)[:, 1])
    assert mercalli.scorer("roc_auc")(model, features, truth) == pytest.approx(expected)


def test_a_positive_class_without_a_usual_name_is_asked_for():
    features, truth = urgency()
    with pytest.raises(ClassError, match="Name the class that the score is for with `positive`"):
        mercalli.scorer("roc_auc")(LOGISTIC.fit(features, truth), features, truth)


def test_scores_of_a_part_with_one_class_are_undefined():
    features, truth = urgency()
    model, calm = LOGISTIC.fit(features, truth), truth == "calm"
    assert np.isnan(mercalli.scorer("roc_auc", positive="urgent")(model, features[calm], truth[calm]))


def test_an_estimator_without_scores_is_named():
    class Constant:
        def predict(self, features):
            return ["a"] * len(features)

    assert mercalli.scorer("accuracy")(Constant(), [[0]] * 2, ["a", "b"]) == 0.5
    with pytest.raises(ScoreError, match="Constant has neither predict_proba nor decision_function"):
        mercalli.scorer("roc_auc", positive="a")(Constant(), [[0]] * 2, ["a", "b"])


def test_several_metrics_at_once():
    wanted = ["accuracy", "error_rate", "roc_auc"]
    found = cross_validate(LOGISTIC, *urgency(), cv=SPLITS, scoring=mercalli.scorers(wanted, positive="urgent"))
    assert found["test_accuracy"] == pytest.approx(1 + found["test_error_rate"])
    alone = cross_val_score(LOGISTIC, *urgency(), cv=SPLITS, scoring=mercalli.scorer("roc_auc", positive="urgent"))
    assert found["test_roc_auc"].tolist() == alone.tolist()


def test_scorers_go_to_other_processes():
    given = {"cv": SPLITS, "scoring": mercalli.scorer("dua", profile="humaid")}
    assert cross_val_score(TREE, *lessons(), **given, n_jobs=2) == pytest.approx(
        cross_val_score(TREE, *lessons(), **given)
    )


@pytest.mark.parametrize("metric", ["accuracy", "roc_auc"])
def test_weights_are_routed_where_they_are_requested(metric):
    features, truth = urgency()
    weights = np.random.default_rng(1).random(len(truth)) * 4
    expected = []
    for train, test in SPLITS.split(features):
        model = LOGISTIC.fit(features[train], truth[train])
        scoring = mercalli.scorer(metric, positive="urgent")
        expected.append(scoring(model, features[test], truth[test], sample_weight=weights[test]))
    with sklearn.config_context(enable_metadata_routing=True):
        model = LogisticRegression().set_fit_request(sample_weight=False)
        scoring = mercalli.scorer(metric, positive="urgent").set_score_request(sample_weight="care")
        several = mercalli.scorers([metric, "error_rate"], positive="urgent")
        for each in several.values():
            each.set_score_request(sample_weight="care")
        given = {"cv": SPLITS, "params": {"care": weights}}
        assert cross_val_score(model, features, truth, scoring=scoring, **given).tolist() == expected
        found = cross_validate(model, features, truth, scoring=several, **given)
    assert found[f"test_{metric}"].tolist() == expected


def test_weights_are_routed_to_thresholds():
    features, truth = urgency()
    weights = np.where(truth == "urgent", 5.0, 1.0)
    with sklearn.config_context(enable_metadata_routing=True):
        model = LogisticRegression().set_fit_request(sample_weight=False)
        chosen = [
            TunedThresholdClassifierCV(model, scoring=each.set_score_request(sample_weight=True), cv=3)
            .fit(features, truth, sample_weight=weights)
            .best_threshold_
            for each in (mercalli.scorer("balanced_accuracy"), make_scorer(balanced_accuracy_score))
        ]
        assert chosen[0] == chosen[1]
